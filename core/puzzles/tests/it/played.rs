//! Shots found in played games.
use draughts::notation::{fen, movetext};
use draughts::{Move, Position, Side, Variant};
use draughts_puzzles::{Theme, played_shots};

fn game(start: &str, moves: &str) -> (Position, Vec<Move>) {
    let start = fen::read(Variant::International, start).unwrap();
    let mut here = start;
    let moves = moves.split(' ').map(|text| {
        let mv = movetext::read(&here, text).unwrap();
        here.play_unchecked(&mv);
        mv
    });
    (start, moves.collect())
}

#[test]
fn a_shot_is_found_at_its_ply_for_its_side() {
    // A quiet move of each side before it, one of Black after it.
    let (start, moves) = game("W:W28,32,37,46:B1,10,17,19", "46-41 1-6 28-22 17x28 32x5 6-11");
    let shots = played_shots(&start, &moves, Side::White);
    assert_eq!(shots.len(), 1);
    assert_eq!(shots[0].ply, 2);
    assert!(shots[0].themes.contains(&Theme::Mazette));
    assert!(played_shots(&start, &moves, Side::Black).is_empty());
}

#[test]
fn an_exchange_or_an_unfinished_shot_is_no_shot() {
    let (start, moves) = game("W:W34,39,43:B3,9,25", "34-30 25x34 39x30 3-8");
    assert!(played_shots(&start, &moves, Side::White).is_empty());
    let (start, moves) = game("W:W28,32,37:B10,17,19", "28-22 17x28");
    assert!(played_shots(&start, &moves, Side::White).is_empty());
}

#[test]
fn an_illegal_move_ends_the_game() {
    let (start, mut moves) = game("W:W28,32,37:B10,17,19", "28-22 17x28 32x5");
    moves.insert(0, moves[2]);
    assert!(played_shots(&start, &moves, Side::White).is_empty());
}
