//! Requirements of every search: right scores where they are known, a pause at any node, a quick stop, a legal move
//! in any case, and levels that err like people.
use draughts::notation::{fen, movetext};
use draughts::{Game, Move, RuleOption, Side, Variant};
use draughts_engine::{
    EngineAssets, Level, Limits, Score, Search, SearchResult, StopFlag, Task, TranspositionTable, analyse,
    no_clock,
};

const INTERNATIONAL: Variant = Variant::International;
const START: &str = "W:W31-50:B1-20";

fn game(text: &str, moves: &str) -> Game {
    let mut game = Game::from_position(fen::read(INTERNATIONAL, text).expect("a legal position"));
    for text in moves.split_whitespace() {
        let mv = movetext::read(game.position(), text).expect("a legal move");
        game.play(&mv).expect("the game goes on");
    }
    game
}

fn search(game: &Game, task: Task) -> Search {
    Search::new(
        game,
        task,
        &EngineAssets::bundled(),
        TranspositionTable::new(4),
        no_clock,
    )
}

fn run(game: &Game, task: Task) -> SearchResult {
    analyse(&mut search(game, task), &StopFlag::new(), |_| {})
}

fn best(game: &Game, task: Task) -> String {
    movetext::write(game.position(), &run(game, task).best.expect("there is a move"))
}

#[test]
fn the_distance_to_the_end_is_exact() {
    for (text, plies) in [
        ("W:W23:B28", 1),           // captures the last man
        ("W:W36,37,41:B26", 1),     // 36-31 leaves Black without a move
        ("W:W27,32:B16", 3),        // 27-21 16x27 32x21
        ("B:W28:B18", -2),          // the side to move loses: the opposition
        ("B:W32:B22", -2),          // the same, one row on
        ("W:WK46,K47,K48:BK15", 7), // three kings force one into a capture
        ("W:WK17,K35,K46:BK16", 7), // only one move wins at each turn
    ] {
        let score = run(&game(text, ""), Task::within(Limits::depth(12))).info.score;
        assert_eq!(score.plies_to_end(), Some(plies), "{text}");
    }
}

#[test]
fn a_move_that_blocks_wins() {
    assert_eq!(
        best(&game("W:W36,37,41:B26", ""), Task::within(Limits::depth(4))),
        "36-31"
    );
}

#[test]
fn without_a_legal_move_there_is_no_move_and_no_crash() {
    for text in ["W:W:B1-20", "B:W31,37:B26"] {
        let result = run(&game(text, ""), Task::within(Limits::infinite()));
        assert_eq!(result.best, None);
        assert!(result.info.score <= -Score::DECIDED);
    }
    // A side without a piece or a move has lost; in Antidraughts it has won.
    for (variant, text, score) in [
        (INTERNATIONAL, "W:W31:B", Score::WIN),
        (Variant::Antidraughts, "W:W:B1-20", Score::WIN),
        (Variant::Antidraughts, "B:W31,37:B26", Score::WIN),
        (Variant::Antidraughts, "W:W31:B", -Score::WIN),
    ] {
        let position = fen::read(variant, text).expect("a position");
        let result = run(&Game::from_position(position), Task::within(Limits::infinite()));
        assert_eq!(
            (result.best, result.info.score),
            (None, score),
            "{variant} {text}"
        );
    }
}

#[test]
fn two_kings_against_one_are_nearly_a_draw() {
    let score = run(&game("W:WK46,K47:BK15", ""), Task::within(Limits::depth(9)))
        .info
        .score;
    assert!(score.centipawns().abs() < 60, "{score:?}");
}

#[test]
fn slices_do_not_change_the_result() {
    for text in [
        START,
        "W:W27,28,32,36,37,38,42,43,46,48:B6,7,12,13,16,17,18,19,23,26",
        "W:WK8,K23,K45:BK2",
    ] {
        let task = Task::within(Limits::nodes(60_000));
        let whole = run(&game(text, ""), task);
        for budget in [1, 37, 5000] {
            let mut sliced = search(&game(text, ""), task);
            while !sliced.step(budget) {}
            assert_eq!(sliced.result(), whole, "{text} in slices of {budget}");
        }
    }
}

#[test]
fn a_slice_overshoots_by_a_few_nodes_only() {
    for text in [
        START,
        "W:WK31-50:BK1-20",
        "W:WK46-50,K6,K15,K26,K35:B7-9,17-19,28,K1,K2,K32",
        "B:WK3,K4,K16,K36,K48,22,24,31:B8,9,19,K5,K37,K41,K50",
    ] {
        let mut search = search(&game(text, ""), Task::within(Limits::infinite()));
        let mut longest = 0;
        for _ in 0..2000 {
            let before = search.info().nodes;
            if search.step(100) {
                break;
            }
            longest = longest.max(search.info().nodes - before);
        }
        // 10 000 nodes take at most 50 ms, even on a slow phone.
        assert!(
            longest < 4_000,
            "{text}: {longest} nodes without a check of the stop flag"
        );
    }
}

#[test]
fn a_stop_before_the_first_depth_still_gives_a_legal_move() {
    let game = game(START, "");
    let mut stopped = search(&game, Task::within(Limits::infinite()));
    stopped.stop();
    assert!(stopped.step(1));
    assert!(game.position().is_legal(&stopped.result().best.unwrap()));
    let flag = StopFlag::new();
    flag.stop();
    let mut search = search(&game, Task::within(Limits::infinite()));
    let result = analyse(&mut search, &flag, |_| {});
    assert!(game.position().is_legal(&result.best.unwrap()) && result.info.nodes < 5_000);
}

#[test]
fn rule_options_decide_the_legal_moves_of_the_root() {
    // By this rule option the man goes on as a king from a8, and must capture.
    let position = fen::read(Variant::Turkish, "W:Wb6:Bb7,e8,a2").expect("a legal position");
    let plain = Game::from_position(position);
    let options = plain.options().with(RuleOption::TurkishContinue);
    let chosen = plain.clone().with_options(options);
    for game in [plain, chosen] {
        let result = run(&game, Task::within(Limits::depth(4)));
        let best = result.best.expect("there is a move");
        assert!(game.legal_moves().contains(&best), "{best:?}");
        assert_eq!(result.info.line.first(), Some(&best));
    }
}

#[test]
fn the_clock_ends_a_search() {
    use std::cell::Cell;
    thread_local!(static NOW: Cell<f64> = const { Cell::new(0.0) });
    // Each reading of this clock takes a millisecond.
    let clock = || NOW.with(|now| now.replace(now.get() + 1.0));
    let game = game(START, "");
    let task = Task::within(Limits::millis(30.0));
    let mut search = Search::new(
        &game,
        task,
        &EngineAssets::bundled(),
        TranspositionTable::new(1),
        clock,
    );
    let mut slices = 0;
    while !search.slice(4.0) {
        slices += 1;
    }
    assert!((3..30).contains(&slices), "{slices}");
    assert!(search.info().depth > 0);
}

#[test]
fn the_line_is_legal_and_the_score_streams() {
    let game = game(START, "");
    let mut depths = Vec::new();
    let mut searching = search(&game, Task::within(Limits::depth(8)));
    analyse(&mut searching, &StopFlag::new(), |info| {
        let mut position = *game.position();
        for mv in &info.line {
            position = position.play(mv).expect("the moves of the line are legal");
        }
        depths.push(info.depth);
    });
    depths.dedup();
    assert_eq!(depths, Vec::from_iter(1..=8));
}

#[test]
fn multi_pv_lines_are_distinct_and_ordered() {
    for (text, depth) in [(START, 8), ("W:WK46,K47,K48:BK15", 12), ("W:W27,32:B16", 9)] {
        let game = game(text, "");
        let legal = game.legal_moves().len();
        for wanted in [1, 3, 200] {
            let result = run(&game, Task::within(Limits::depth(depth)).with_lines(wanted));
            let lines = &result.info.lines;
            assert_eq!(lines.len(), legal.min(usize::from(wanted)), "{text}");
            assert_eq!(
                (lines[0].score, &lines[0].moves),
                (result.info.score, &result.info.line)
            );
            assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{text}: {lines:?}");
            let mut first: Vec<Move> = lines.iter().map(|line| line.moves[0]).collect();
            first.dedup();
            assert_eq!(first.len(), lines.len());
            for line in lines {
                let mut position = *game.position();
                for mv in &line.moves {
                    position = position.play(mv).expect("the moves of a line are legal");
                }
            }
        }
    }
}

#[test]
fn each_line_has_the_score_of_a_separate_search() {
    let game = game("W:WK1,K2:B37", "");
    let result = run(&game, Task::within(Limits::depth(12)).with_lines(200));
    let ends: Vec<_> = result
        .info
        .lines
        .iter()
        .filter_map(|line| Some((line.moves[0], line.score.plies_to_end()?)))
        .collect();
    assert!(ends.len() > 1, "{ends:?}");
    for (mv, plies) in ends {
        let mut after = game.clone();
        after.play(&mv).expect("the line is legal");
        let alone = run(&after, Task::within(Limits::depth(11))).info.score;
        assert_eq!(
            alone.plies_to_end(),
            Some(if plies > 0 { 1 - plies } else { -1 - plies })
        );
    }
}

#[test]
fn a_level_depends_on_seed_and_position_only() {
    let game = game(START, "33-28 18-23");
    for level in Level::all(INTERNATIONAL) {
        let first = run(&game, Task::level(*level, 7));
        // Entries of other searches in the table must not matter.
        let mut used = TranspositionTable::new(4);
        let mut other = Search::new(
            &game,
            Task::within(Limits::depth(6)),
            &EngineAssets::bundled(),
            used,
            no_clock,
        );
        while !other.step(1000) {}
        used = other.into_table();
        let mut second = Search::new(
            &game,
            Task::level(*level, 7),
            &EngineAssets::bundled(),
            used,
            no_clock,
        );
        while !second.step(123) {}
        assert_eq!(second.result(), first, "level {}", level.key);
    }
    let lowest = Level::all(INTERNATIONAL)[0];
    let mut seen: Vec<String> = (0..40)
        .map(|seed| best(&game, Task::level(lowest, seed)))
        .collect();
    seen.sort();
    seen.dedup();
    assert!(seen.len() > 2, "the lowest level always plays {seen:?}");
}

/// Returns White's lead in men; a king counts three.
fn material(game: &Game) -> i32 {
    let worth = |(men, kings): (u8, u8)| i32::from(men) + 3 * i32::from(kings);
    worth(game.position().count(Side::White)) - worth(game.position().count(Side::Black))
}

#[test]
fn no_level_that_searches_leaves_a_man_to_be_taken() {
    // In each of these White, to move, has moves that lose a man at once, and better ones.
    let texts = [
        "W:W32,38,43:B18,22,13",
        "W:W37,41,46:B27,16,11",
        "W:W25,28,34,36,38-41,43,46,48,49:B2-4,6,8,9,12-14,18,24,26",
    ];
    std::thread::scope(|scope| {
        for text in texts {
            scope.spawn(move || no_level_leaves_a_man_to_be_taken(text));
        }
    });
}

fn no_level_leaves_a_man_to_be_taken(text: &str) {
    let before = game(text, "");
    let loses = |mv: &Move| material(&played_out(&before, mv)) < material(&before);
    let moves = before.legal_moves();
    assert!(
        moves.iter().any(loses) && !moves.iter().all(loses),
        "{text} tests nothing"
    );
    let levels = Level::all(INTERNATIONAL).iter();
    for level in levels.filter(|level| level.beginner.is_none()) {
        // The strong levels choose without chance.
        for seed in 0..if level.number > 13 { 1 } else { 6 } {
            let mv = run(&before, Task::level(*level, seed))
                .best
                .expect("there is a move");
            let text = movetext::write(before.position(), &mv);
            assert!(!loses(&mv), "level {} plays {text}", level.key);
        }
    }
}

/// Returns the game after a move and the captures that follow from it, each the best.
fn played_out(before: &Game, mv: &Move) -> Game {
    let mut game = before.clone();
    game.play(mv).expect("the game goes on");
    while game.outcome().is_none() && game.position().must_capture() {
        let reply = run(&game, Task::within(Limits::depth(5)))
            .best
            .expect("there is a move");
        game.play(&reply).expect("the game goes on");
    }
    game
}
