//! The side that leads makes progress instead of repeating positions; the side that is behind repeats them if that
//! draws.
use draughts::notation::fen;
use draughts::{EndReason, Game, Move, RuleOption, Variant};
use draughts_engine::{
    EngineAssets, Level, Limits, Search, SearchResult, Task, TranspositionTable, no_clock,
};
use std::sync::LazyLock;

const INTERNATIONAL: Variant = Variant::International;

static ASSETS: LazyLock<EngineAssets> = LazyLock::new(EngineAssets::bundled);

/// The side to move leads, and both sides have a king that can shuffle.
const LEADS: [&str; 3] = [
    "W:WK5,19,26,45,48,49:B17,K47",
    "B:WK2,16,26,42,45,47,48,50:B3,5-7,11,12,15,20,23,33,K46",
    "B:WK2,32,47:BK1,3,26,35",
];

fn start(variant: Variant, text: &str) -> Game {
    Game::from_position(fen::read(variant, text).expect("a position"))
}

fn run(game: &Game, task: Task) -> SearchResult {
    let table = TranspositionTable::new(1);
    let mut search = Search::new(game, task, &ASSETS, table, no_clock);
    while !search.step(1 << 16) {}
    search.result()
}

fn after(game: &Game, mv: &Move) -> Game {
    let mut next = game.clone();
    next.play(mv).expect("a legal move of a running game");
    next
}

/// Returns a quiet, unforced move of each side, and both moves back.
fn shuffle(game: &Game) -> [Move; 4] {
    let quiet = |game: &Game| {
        let moves = if game.position().must_capture() {
            Vec::new()
        } else {
            game.legal_moves()
        };
        moves.into_iter()
    };
    let back = |game: &Game, mv: &Move| {
        quiet(game).find(|back| (back.origin(), back.target()) == (mv.target(), mv.origin()))
    };
    let shuffles = quiet(game).flat_map(|a| {
        let one = after(game, &a);
        quiet(&one).filter_map(move |b| {
            let two = after(&one, &b);
            let c = back(&two, &a)?;
            let d = back(&after(&two, &c), &b)?;
            Some([a, b, c, d])
        })
    });
    shuffles.into_iter().next().expect("two kings can shuffle")
}

/// Returns the game after `plies` plies of shuffling.
fn shuffled(variant: Variant, text: &str, plies: usize) -> Game {
    let mut game = start(variant, text);
    let moves = shuffle(&game);
    for ply in 0..plies {
        game.play(&moves[ply % 4]).expect("the game is not drawn yet");
    }
    game
}

#[test]
fn no_leading_level_repeats_a_position() {
    let mut tempted = 0;
    for text in LEADS {
        let game = shuffled(INTERNATIONAL, text, 4);
        let without_history = Game::from_position(*game.position());
        let levels = Level::all(INTERNATIONAL).iter();
        for level in levels.filter(|level| level.number < 17) {
            for seed in 0..if level.number > 13 { 1 } else { 12 } {
                let task = Task::level(*level, seed);
                let best = run(&game, task).best.expect("there is a move");
                let times = after(&game, &best).repetitions();
                assert_eq!(times, 1, "level {} in {text}: {best:?}", level.key);
                let else_best = run(&without_history, task).best.expect("there is a move");
                tempted += u16::from(after(&game, &else_best).repetitions() > 1);
            }
        }
    }
    assert!(
        tempted > 10,
        "only {tempted} moves would repeat a position without the history"
    );
}

#[test]
fn a_lead_is_won_before_the_game_is_drawn() {
    let defender = Task::within(Limits::nodes(2_000));
    for text in LEADS {
        for attacker in ["4b", "5"] {
            let level = Level::by_key(INTERNATIONAL, attacker).expect("a level");
            let mut game = shuffled(INTERNATIONAL, text, 4);
            let leader = game.position().turn();
            while game.outcome().is_none() {
                let task = match game.position().turn() == leader {
                    true => Task::level(level, 3),
                    false => defender,
                };
                let best = run(&game, task).best.expect("a game that is not over has a move");
                game.play(&best).expect("the engine plays legal moves");
            }
            let outcome = game.outcome().expect("the game is over");
            assert_eq!(outcome.winner, Some(leader), "{attacker} in {text}: {outcome:?}");
        }
    }
}

#[test]
fn the_side_behind_takes_the_repetition() {
    for text in LEADS {
        let game = shuffled(INTERNATIONAL, text, 7);
        let levels = Level::all(INTERNATIONAL).iter();
        let levels = levels.filter(|level| level.beginner.is_none() && level.number < 17);
        let tasks = levels.map(|level| Task::level(*level, 5));
        for task in tasks.chain([Task::within(Limits::nodes(20_000))]) {
            let best = run(&game, task).best.expect("there is a move");
            let end = after(&game, &best).outcome();
            let reason = end.map(|end| end.reason);
            assert_eq!(reason, Some(EndReason::Repetition), "{text}: {task:?}");
        }
    }
}

#[test]
fn a_position_of_the_game_is_a_draw_only_where_the_rules_say_so() {
    // Frisian draughts has no draw by repetition, unless the players have agreed on threefold repetition.
    let game = shuffled(Variant::Frisian, "W:WK46,K47,K48,K49,K50:BK3,K8", 5);
    let threefold = game
        .clone()
        .with_options(game.options().with(RuleOption::Threefold));
    let score = |game: &Game| {
        run(game, Task::within(Limits::nodes(20_000)))
            .info
            .score
            .centipawns()
    };
    assert!(score(&game) < -100, "{}", score(&game));
    assert_eq!(score(&threefold), 0);
}
