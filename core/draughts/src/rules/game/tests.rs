//! Ends of games, and the counts that lead to them.
use super::*;
use crate::notation::{fen, movetext};

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::from_position(fen::read(Variant::International, fen).unwrap());
    for text in moves.split_whitespace() {
        let mv = movetext::read(game.position(), text).unwrap();
        game.play(&mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game
}

fn end(game: &Game) -> Option<(Option<Side>, EndReason)> {
    game.outcome().map(|end| (end.winner, end.reason))
}

fn counts(game: &Game) -> Vec<(EndReason, u16, u16)> {
    game.counts()
        .iter()
        .map(|count| (count.reason, count.plies, count.of_plies))
        .collect()
}

#[test]
fn a_side_without_pieces_or_moves_has_lost() {
    assert_eq!(
        end(&game("W:W28:B22", "28x17")),
        Some((Some(Side::White), EndReason::NoPieces))
    );
    assert_eq!(
        end(&game("W:W6:B1", "")),
        Some((Some(Side::Black), EndReason::Blocked))
    );
    assert_eq!(
        end(&game("W:W:B1", "")),
        Some((Some(Side::Black), EndReason::NoPieces))
    );
    // A loss takes precedence over a draw reached by the same move.
    let mut lost = game("W:WK1:BK50", "1-7 50-44 7-12 44-39 12-1 39-50 1-7 50-44 7-1");
    assert_eq!(end(&lost), None);
    lost.resign(Side::Black);
    assert_eq!(end(&lost), Some((Some(Side::White), EndReason::Resignation)));
}

#[test]
fn twenty_five_moves_each_with_kings_only() {
    // Two kings and a man a side: no ending of 6.3 or 6.4. The kings wander without repeating a position.
    let mut game = game("W:WK46,K47,6:BK5,K4,45", "");
    let mut seen = std::collections::HashSet::new();
    while game.outcome().is_none() {
        let here = *game.position();
        let next = here
            .legal_moves()
            .into_iter()
            .filter(|mv| here.piece_at(mv.origin()).unwrap().role == crate::Role::King && !mv.is_capture())
            .find(|mv| {
                let after = here.play(mv).unwrap();
                !after.must_capture() && seen.insert(after)
            });
        game.play(&next.unwrap()).unwrap();
    }
    assert_eq!(game.moves().len(), 50);
    assert_eq!(end(&game), Some((None, EndReason::TwentyFiveMoves)));
    assert_eq!(counts(&game), [(EndReason::TwentyFiveMoves, 50, 50)]);
    assert_eq!(game.take_back().map(|_| end(&game)), Some(None));
    assert_eq!(counts(&game), [(EndReason::TwentyFiveMoves, 49, 50)]);
}

#[test]
fn a_man_that_moves_ends_the_twenty_five_moves_and_not_the_sixteen() {
    let game = game("W:WK47,K48,36:BK45", "47-42 45-50 36-31 50-45");
    assert_eq!(
        counts(&game),
        [
            (EndReason::SixteenMoves, 4, 32),
            (EndReason::TwentyFiveMoves, 1, 50)
        ],
        "nearest to its end first"
    );
}

#[test]
fn men_alone_are_no_ending_until_one_is_crowned() {
    let mut ending = game("W:W7,36:BK5", "");
    assert_eq!(counts(&ending), []);
    for text in ["7-1", "5-46"] {
        let mv = movetext::read(ending.position(), text).unwrap();
        ending.play(&mv).unwrap();
    }
    // The promoting move is not counted.
    assert_eq!(counts(&ending)[0], (EndReason::FiveMoves, 1, 10));
}

#[test]
fn a_capture_starts_the_five_moves() {
    let ending = game("B:WK1,K2,K33:BK50", "50x28 1-6");
    assert_eq!(
        counts(&ending),
        [
            (EndReason::FiveMoves, 1, 10),
            (EndReason::SixteenMoves, 2, 32),
            (EndReason::TwentyFiveMoves, 1, 50)
        ]
    );
    let options = RuleOptions::NONE;
    let ending = ending.with_options(options);
    assert_eq!(
        counts(&ending).iter().map(|count| count.0).collect::<Vec<_>>(),
        [EndReason::FiveMoves, EndReason::TwentyFiveMoves]
    );
}

#[test]
fn the_long_diagonal_draws_only_under_its_option() {
    let moves = "49-44 5-10 44-49 10-14 49-44 14-19 44-49 19-23 49-44 23-28";
    let option = RuleOptions::NONE.with(RuleOption::LongDiagonal5);
    let ending = game("W:WK49,K6,K16:BK5", moves);
    assert_eq!(end(&ending), None);
    assert_eq!(
        end(&ending.with_options(option)),
        Some((None, EndReason::LongDiagonal))
    );
}

#[test]
fn the_last_counted_move_wins_unless_the_draw_is_asked_to_come_first() {
    // Black's king moves into the white king's way with the tenth move.
    let moves = "50-44 1-7 44-39 7-12 39-50 12-1 50-44 1-7 44-11 7x16";
    let ending = game("B:WK1:BK50", moves);
    assert_eq!(end(&ending), Some((Some(Side::White), EndReason::NoPieces)));
    let options = ending.options().with(RuleOption::DrawBeforeWin);
    assert_eq!(
        end(&ending.with_options(options)),
        Some((None, EndReason::FiveMoves))
    );
    // One move earlier the count is not complete.
    let sooner = game("W:WK1:BK50", "1-7 50-44 7-12 44-39 12-1 39-50 1-7 50-11 7x16").with_options(options);
    assert_eq!(end(&sooner), Some((Some(Side::White), EndReason::NoPieces)));
}

#[test]
fn the_start_counts_as_the_first_time() {
    let to_and_fro = "1-6 50-45 6-1 45-50";
    assert_eq!(end(&game("W:WK1,31:BK50,20", to_and_fro)), None);
    let twice = game("W:WK1,31:BK50,20", &[to_and_fro, to_and_fro].join(" "));
    assert_eq!(end(&twice), Some((None, EndReason::Repetition)));
    assert_eq!(twice.repetitions(), 3);
}

#[test]
fn a_game_that_is_over_takes_no_move_and_no_second_end() {
    let mut over = Game::new(Variant::International);
    let first = over.legal_moves()[0];
    over.agree_draw();
    over.resign(Side::White);
    assert_eq!(end(&over), Some((None, EndReason::Agreement)));
    assert!(over.legal_moves().is_empty());
    assert!(matches!(over.play(&first), Err(PlayError::GameOver(_))));
    assert_eq!(over.outcome().map(|end| end.result()), Some("1-1"));
}

#[test]
fn taking_back_takes_the_resignation_with_it() {
    let mut game = game("W:W31-50:B1-20", "32-28");
    game.resign(Side::Black);
    assert_eq!(game.outcome().map(|end| end.result()), Some("2-0"));
    assert!(game.take_back().is_some());
    assert_eq!((end(&game), game.take_back()), (None, None));
    assert_eq!(*game.position(), Variant::International.start());
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = game("W:W31-50:B1-20", "32-28 19-23");
    let before = game.clone();
    let elsewhere = Variant::International.start().legal_moves()[0];
    assert!(matches!(game.play(&elsewhere), Err(PlayError::Illegal(_))));
    assert_eq!(game, before);
}
