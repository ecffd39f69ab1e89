//! Published shots, each a forced win or gain by sacrifices. The engine must find each within 150 000 nodes.
use draughts::notation::{fen, movetext};
use draughts::{Game, Variant};
use draughts_engine::{EngineAssets, Limits, Search, Task, TranspositionTable, no_clock};

/// Name, position, first moves that win.
const SHOTS: &[(&str, &str, &[&str])] = &[
    ("mazette", "W:W28,32,37:B10,17,19", &["28-22"]),
    ("recall", "W:W28,32,33,37,38:B8,9,18,19", &["28-23"]),
    ("Norman", "W:W16,32,38,44,49:B13,14,22,34", &["44-39"]),
    ("collage", "W:W22,30,32,33,35,47:B11,13,14,17,19,24", &["33-29"]),
    ("majority as a weapon", "W:W26,31,32,43:B9,17,19,38", &["26-21"]),
    (
        "royal",
        "W:W27,28,32,38,39,40,45:B12,13,14,18,19,23,24",
        &["27-22"],
    ),
    (
        "Philippe",
        "W:W27,32,34,36,38,40,45:B6,11,12,16,18,23,25",
        &["27-22"],
    ),
    ("double-two", "W:W27,28,30,33,35,39:B4,14,18,19,24", &["27-22"]),
    ("trap", "W:W27,31,32,37,38,42,48:B9,10,16,18,22,23,28", &["31-26"]),
    ("heel", "W:W27,29,32,33,44,50:B12,16,18,20,22,24,35", &["27-21"]),
    (
        "heel, other form",
        "W:W22,28,32,33,34,37,39:B9,11,17,19,23,24",
        // Both win by force: the first reaches a tablebase win, the second the end of the game.
        &["34-29", "22-18"],
    ),
    ("Weiss", "W:W27,28,33,37,38,39:B10,16,19,20,26", &["37-31"]),
    ("Napoleon", "W:W26,28,29,31,36:B9,16,17,18,19", &["29-23"]),
    (
        "Springer",
        "W:W27,28,32,37,38,42,43:B11,13,14,18,19,23,24",
        &["27-22"],
    ),
    ("bomb", "W:W20,27,28,32,38,49:B9,16,17,18,19,23,26", &["27-21"]),
    (
        "Raphael",
        "W:W27,28,32,33,34,37,38,48,49:B12,13,16,17,19,21,23,24,26",
        &["34-29"],
    ),
    (
        "Bonnard",
        "W:W25,30,33,34,37,38,39,41,43,49:B8,9,10,12,18,19,22,23,27",
        &["30-24", "34-29"],
    ),
    ("Manoury", "W:W31,36,37,39,43:B6,11,13,16,21,30", &["39-34"]),
    (
        "snail",
        "W:W27,28,32,36,37,38,42,43,46,48:B6,7,12,13,16,17,18,19,23,26",
        &["27-22"],
    ),
    (
        "merry-go-round",
        "W:W27,29,33,37,38,43,44:B12,13,14,18,20,22,24",
        &["33-28"],
    ),
    ("half Turkish stroke", "W:W17,19,24,30,32:B9,18,K25", &["19-13"]),
    ("Turkish stroke", "W:W30,33,38,39,44,46:B12,22,26,K21", &["33-29"]),
    ("three kings, only move", "W:WK17,K35,K46:BK16", &["35-49"]),
    ("three kings, longest", "W:WK8,K23,K45:BK2", &["8-35"]),
];

#[test]
fn the_shots_are_found() {
    let mut missed = Vec::new();
    for &(name, text, winning) in SHOTS {
        let position = fen::read(Variant::International, text).unwrap();
        let task = Task::within(Limits::nodes(150_000));
        let mut search = Search::new(
            &Game::from_position(position),
            task,
            &EngineAssets::bundled(),
            TranspositionTable::new(4),
            no_clock,
        );
        while !search.step(10_000) {}
        let best = movetext::write(&position, &search.result().best.unwrap());
        if !winning.contains(&best.as_str()) {
            missed.push((name, best, search.info().nodes));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// The last black move is an error and allows a shot.
#[test]
fn the_opening_traps_are_found() {
    for (moves, best) in [
        ("33-28 18-23 39-33 12-18 44-39 7-12 31-26 20-25", "28-22"),
        ("33-28 18-23 39-33 12-18 44-39 17-21 31-27 20-25", "27-22"),
    ] {
        let mut game = Game::new(Variant::International);
        for text in moves.split(' ') {
            let mv = movetext::read(game.position(), text).unwrap();
            game.play(&mv).unwrap();
        }
        let task = Task::within(Limits::depth(9));
        let mut search = Search::new(
            &game,
            task,
            &EngineAssets::bundled(),
            TranspositionTable::new(4),
            no_clock,
        );
        while !search.step(10_000) {}
        assert_eq!(
            movetext::write(game.position(), &search.result().best.unwrap()),
            best
        );
    }
}
