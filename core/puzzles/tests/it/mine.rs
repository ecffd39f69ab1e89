//! The miner: the shots it finds, the positions it rejects, and a new proof of a sample of the stock.
use draughts::notation::fen;
use draughts::{Position, Variant};
use draughts_engine::EngineAssets;
use draughts_puzzles::{
    Demands, Origin, Puzzle, PuzzleLine, Stock, Stocks, Terms, Theme, Unproven, WORK, detect, mine,
    mine_quiet_key, picked, prove, read_record, screen, solve, terms, write_record, write_solution,
};
use std::collections::HashSet;

fn at(variant: Variant, text: &str) -> Position {
    fen::read(variant, text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn international(text: &str) -> Position {
    at(Variant::International, text)
}

#[test]
fn shots_of_all_kinds_are_seen_and_solved() {
    for (text, solution) in [
        ("W:W28,32,37:B10,17,19", "28-22 17x28 32x5"),
        (
            "W:W27,32,34,36,38,40,45:B6,11,12,16,18,23,25",
            "27-22 18x27 32x21 16x27 34-30 25x34 40x16",
        ),
    ] {
        let position = international(text);
        assert!(screen(&position).is_some(), "{text}");
        let found =
            mine(&position, 2, WORK, &EngineAssets::bundled()).unwrap_or_else(|why| panic!("{text}: {why}"));
        let written = write_solution(&position, &found.solution);
        assert!(written.starts_with(&solution[..5]), "{text}: {written}");
    }
}

#[test]
fn positions_without_a_shot_are_rejected() {
    for text in [
        // Nothing forces.
        "W:W31,32,33:B18,19,20",
        // The side is already ahead and needs no shot.
        "W:W28,32,37,41,46:B10,17,19",
        // A capture, and the only legal move.
        "W:W28:B23,K5",
    ] {
        assert!(
            mine(&international(text), 2, WORK, &EngineAssets::bundled()).is_err(),
            "{text}"
        );
    }
    assert!(screen(&Variant::International.start()).is_none());
}

#[test]
fn a_quiet_key_is_found_where_no_offer_wins() {
    let position = international("W:W19,27,33,35,37-39,41,43:B7,9,12,16-18,24,26,30");
    let assets = EngineAssets::bundled();
    assert!(matches!(mine(&position, 2, WORK, &assets), Err(Unproven::NoShot)));
    let found = mine_quiet_key(&position, 2, WORK, &assets).unwrap();
    let written = write_solution(&position, &found.solution);
    assert!(written.starts_with("19-13 17-22 "), "{written}");
    assert!(
        found.solution[0].then.len() > 5,
        "the solution answers every reply"
    );
    let puzzle = found.into_puzzle(Origin::Game);
    let demands = Demands::of(&puzzle.position, &puzzle.solution).unwrap();
    assert_eq!(demands.quiet_key, 1.0);
    // Here an offer wins, and no quiet move does.
    assert!(mine_quiet_key(&international("W:W28,32,37:B10,17,19"), 2, WORK, &assets).is_err());
}

#[test]
fn unsolvable_positions_are_refused_with_a_reason() {
    // Both 33x22 and 32x23 take the man on 28.
    let two = international("W:W32,33,45:B28");
    assert_eq!(
        solve(&two, &terms(100), &EngineAssets::bundled()),
        Err(Unproven::Dual(0))
    );
    let shallow = Terms {
        depth: 3,
        ..terms(200)
    };
    let start = Variant::International.start();
    assert_eq!(
        solve(&start, &shallow, &EngineAssets::bundled()),
        Err(Unproven::NotWinning(0))
    );
    let spent = Terms {
        nodes: 100,
        ..shallow
    };
    assert!(matches!(
        solve(&start, &spent, &EngineAssets::bundled()),
        Err(Unproven::Spent(_))
    ));
}

#[test]
fn a_record_is_read_as_it_is_written() {
    let found = mine(
        &international("W:W28,32,37:B10,17,19"),
        2,
        WORK,
        &EngineAssets::bundled(),
    )
    .unwrap();
    let puzzle = found.into_puzzle(Origin::Game);
    let line = write_record(&puzzle);
    assert_eq!(read_record(Variant::International, &line).unwrap(), puzzle);
    assert!(read_record(Variant::International, "x\ty").is_err());
    assert!(read_record(Variant::International, &line.replace("28-22", "28-21")).is_err());
    let bytes = Stock::write(Variant::International, std::slice::from_ref(&puzzle));
    let stock = Stock::read(Variant::International, &bytes).unwrap();
    assert_eq!(stock.get(&puzzle.id), Some(puzzle.clone()));
    assert_eq!(stock.cards().len(), 1 + picked(Variant::International).len());
    assert!(
        Stock::read(Variant::Frisian, &bytes).is_err(),
        "the stock belongs to another game"
    );
}

#[test]
fn every_stock_is_valid_with_unique_ids_and_correct_cards() {
    let mut ids = HashSet::new();
    let bundled = Stocks::bundled();
    let stocks = Variant::ALL.map(|variant| bundled.of(variant));
    let stocks: Vec<_> = stocks.iter().filter(|stock| !stock.cards().is_empty()).collect();
    assert_eq!(stocks.len(), 9);
    for stock in stocks {
        assert!(stock.cards().len() > 1);
        assert!(stock.cards().is_sorted_by_key(|card| card.rating));
        for card in stock.cards() {
            let puzzle = stock.puzzle(card).unwrap();
            assert_eq!(
                puzzle.clone().rated_by_demands(),
                puzzle,
                "the stored rating is that of the current demands"
            );
            assert!(ids.insert(stock.id(card)), "{}", stock.id(card));
        }
    }
    assert!(!ids.is_empty());
}

/// Returns every n-th puzzle of a stock, about `about` in all.
fn sample(variant: Variant, about: usize) -> Vec<Puzzle> {
    let stock = Stocks::bundled().of(variant);
    let step = (stock.cards().len() / about).max(1);
    let cards = stock.cards().iter().step_by(step);
    cards.map(|card| stock.puzzle(card).unwrap()).collect()
}

#[test]
fn two_hundred_puzzles_of_the_stock_are_proved_again() {
    /// Node limit of a proof; a puzzle that needs more is left to `damier mine --verify`.
    const WORK: u64 = 60_000;
    let prove_some = |variant| {
        let about = if variant == Variant::International {
            330
        } else {
            45
        };
        let mut proved = 0;
        let mined = sample(variant, about);
        for puzzle in mined.iter().filter(|puzzle| puzzle.origin != Origin::Picked) {
            let cheap = Terms {
                nodes: WORK,
                ..terms(puzzle.margin)
            };
            let found = match prove(&puzzle.position, &cheap, &EngineAssets::bundled()) {
                Err(Unproven::Spent(_)) => continue,
                found => found.unwrap_or_else(|why| panic!("{}: {why}", puzzle.id)),
            };
            assert_eq!(found.solution, puzzle.solution, "{}", puzzle.id);
            assert_eq!(found.themes, puzzle.themes, "{}", puzzle.id);
            proved += 1;
        }
        proved
    };
    let proved: usize = std::thread::scope(|scope| {
        let games: Vec<_> = Variant::ALL
            .into_iter()
            .map(|variant| scope.spawn(move || prove_some(variant)))
            .collect();
        games
            .into_iter()
            .map(|game| game.join().expect("every proof agrees with the stock"))
            .sum()
    });
    assert!(proved >= 200, "{proved}");
}

#[test]
fn landing_and_two_ways_need_a_proof_that_the_others_fail() {
    // After the capture of both men the king may stop on several squares; the proof says which of them win.
    let position = international("W:W24,30,K46:B10,19,28");
    let moves = position.legal_moves();
    assert!(moves.iter().any(|mv| mv.is_capture()));
    let line = PuzzleLine::new(&position, &moves[..1]).unwrap();
    assert!(
        !detect(&line).contains(&Theme::Landing),
        "nothing is proved of a mere line"
    );
}
