//! Endgame tables: known totals and longest wins, and values computed by a second method.
use draughts::notation::fen;
use draughts::{Move, Piece, Position, Setup, Square, Variant};
use draughts_engine::EngineAssets;
use draughts_engine::endgame::{Build, Class, Tables, TooLarge, Value, build};
use std::collections::HashMap;

/// Class, total, wins, draws, losses, plies of the longest win, with White to move. Computed by a program that shares
/// no code with ours; M. Grimminck published the longest wins.
const KNOWN: &str = include_str!("golden/endgame.txt");

fn check_class(tables: &Tables, line: &str) {
    let (class, figures) = line.split_at(11);
    let figures: Vec<u64> = figures
        .split_whitespace()
        .map(|figure| figure.parse().expect("a figure"))
        .collect();
    let counts = tables
        .counts(class.parse().expect("a class"))
        .expect("the class was built");
    let longest = counts.longest.as_ref().expect("each of these classes has a win");
    let found = [
        counts.total,
        counts.win,
        counts.draw,
        counts.loss,
        longest.plies.into(),
    ];
    assert_eq!(found, figures[..], "{class}");
    assert_eq!(
        tables.probe(&longest.position),
        Some(Value::Win(Some(longest.plies)))
    );
}

fn check_pieces(tables: &Tables, pieces: u8) {
    let lines = KNOWN.lines().filter(|line| {
        line[..11]
            .parse::<Class>()
            .is_ok_and(|class| class.total() == pieces)
    });
    let mut checked = 0;
    for line in lines {
        check_class(tables, line);
        checked += 1;
    }
    assert!(checked > 3);
}

/// Returns the position with the board rotated and the colours swapped: the same position with Black to move.
fn turned(position: &Position) -> Position {
    let mut setup = Setup::empty(position.turn().other());
    for (square, piece) in position.pieces() {
        let square =
            Square::new(position.squares() + 1 - square.number()).expect("a rotated square is a square");
        setup.put(
            square,
            Piece {
                side: piece.side.other(),
                ..piece
            },
        );
    }
    Position::from_setup(position.variant(), &setup).expect("a rotated position is legal")
}

fn after(values: &HashMap<Position, Value>, position: &Position, mv: &Move) -> Option<Value> {
    let next = position.play(mv).expect("the move is legal");
    if next.can_move() {
        values.get(&next).copied()
    } else {
        Some(Value::Loss(Some(0)))
    }
}

/// Computes values by the simplest method: passes over all positions by the public rules until nothing changes.
fn by_passes(tables: &Tables, pieces: u8) -> HashMap<Position, Value> {
    let mut values: HashMap<Position, Value> = HashMap::new();
    let classes = (2..=pieces).flat_map(Class::all);
    let positions: Vec<Position> = classes
        .flat_map(|class| (0..tables.slots(class)).filter_map(move |slot| tables.position_at(class, slot)))
        .flat_map(|position| [position, turned(&position)])
        .collect();
    loop {
        let mut decided = Vec::new();
        for position in positions.iter().filter(|position| !values.contains_key(position)) {
            let after: Vec<Option<Value>> = position
                .legal_moves()
                .iter()
                .map(|mv| after(&values, position, mv))
                .collect();
            let lost = after.iter().filter_map(|value| match value {
                Some(Value::Loss(plies)) => *plies,
                _ => None,
            });
            let won = after.iter().map(|value| match value {
                Some(Value::Win(plies)) => *plies,
                _ => None,
            });
            if let Some(plies) = lost.min() {
                decided.push((*position, Value::Win(Some(plies + 1))));
            } else if let Some(plies) = won.collect::<Option<Vec<u16>>>() {
                let plies = plies.into_iter().max().map_or(0, |plies| plies + 1);
                decided.push((*position, Value::Loss(Some(plies))));
            }
        }
        if decided.is_empty() {
            break;
        }
        values.extend(decided);
    }
    for position in positions {
        values.entry(position).or_insert(Value::Draw);
    }
    values
}

#[test]
fn small_classes_have_the_known_totals_and_longest_wins() {
    let tables = build(Variant::International, 3).unwrap();
    check_pieces(&tables, 2);
    check_pieces(&tables, 3);
}

#[test]
fn every_ending_of_two_pieces_agrees_with_plain_passes() {
    for variant in [
        Variant::International,
        Variant::Canadian,
        Variant::English,
        Variant::Russian,
        Variant::Turkish,
        // No win of a king against a king takes longer than its draw rule allows.
        Variant::Frisian,
    ] {
        let tables = build(variant, 2).unwrap();
        for (position, value) in by_passes(&tables, 2) {
            // No Turkish win of one piece against one takes longer than its draw rule allows: two moves each.
            let late = matches!(value, Value::Win(Some(5..)) | Value::Loss(Some(5..)));
            assert!(!late || variant != Variant::Turkish, "{}", fen::write(&position));
            assert_eq!(
                tables.probe(&position),
                Some(value),
                "{variant} {}",
                fen::write(&position)
            );
        }
    }
}

#[test]
fn the_bundled_tables_agree_with_full_ones() {
    let assets = EngineAssets::bundled();
    let games = Variant::ALL
        .into_iter()
        .filter_map(|variant| assets.bundled_tables(variant));
    let mut compared = 0;
    for bundled in games {
        let variant = bundled.variant();
        // Three pieces of Turkish draughts take as long as all other games together.
        let pieces = if variant == Variant::Turkish { 2 } else { 3 };
        let full = build(variant, pieces).unwrap();
        for class in Class::all(pieces) {
            for slot in (0..full.slots(class)).step_by(7) {
                if let Some(position) = full.position_at(class, slot) {
                    assert_eq!(
                        bundled.probe(&position),
                        full.probe(&position),
                        "{variant} {}",
                        fen::write(&position)
                    );
                }
            }
        }
        compared += 1;
    }
    // The nine main games, and Antidraughts.
    assert_eq!(compared, 10);
}

#[test]
fn known_values_of_longer_endings() {
    let tables = EngineAssets::bundled()
        .bundled_tables(Variant::International)
        .unwrap();
    let value = |text: &str| tables.probe(&fen::read(Variant::International, text).unwrap());
    assert_eq!(value("W:W6:B2,3,4"), Some(Value::Win(None)));
    assert_eq!(value("W:WK1,K2,K3,K4:BK26"), Some(Value::Win(None)));
    assert_eq!(value("B:WK46,K41,K37:BK4"), Some(Value::Draw));
    // The opposition: the side to move loses.
    for side in ["W", "B"] {
        assert!(matches!(
            value(&format!("{side}:W28:B18")),
            Some(Value::Loss(Some(_)))
        ));
    }
    assert_eq!(value("W:WK1,K2,K3,K4,K5:BK46"), None);
}

#[test]
fn a_damaged_file_is_refused() {
    let tables = build(Variant::International, 2).unwrap();
    let bytes = tables.write(true, |_| true);
    let again = Tables::read(bytes.clone()).unwrap();
    for class in Class::all(2) {
        assert_eq!(again.counts(class), tables.counts(class));
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x20;
        assert!(Tables::read(damaged).is_err(), "byte {at}");
        assert!(Tables::read(bytes[..at].to_vec()).is_err());
    }
}

#[test]
fn the_results_of_five_pieces_follow_from_those_of_their_moves() {
    results_of_five_pieces_follow_from_those_of_their_moves(|variant| variant == Variant::English);
}

#[test]
#[ignore = "long: half a minute of unpacking"]
fn the_results_of_five_pieces_follow_in_every_game() {
    let games = results_of_five_pieces_follow_from_those_of_their_moves(|_| true);
    assert_eq!(games, 5);
}

/// Returns the number of games.
fn results_of_five_pieces_follow_from_those_of_their_moves(is_tested: impl Fn(Variant) -> bool) -> usize {
    let assets = EngineAssets::bundled();
    let has_file = |&variant: &Variant| assets.lacks_five(variant) && is_tested(variant);
    let games: Vec<Variant> = Variant::ALL.into_iter().filter(has_file).collect();
    assert!(!games.is_empty());
    for &variant in &games {
        assets.load_five(variant);
    }
    while games.iter().any(|&variant| assets.lacks_five(variant)) {
        std::thread::yield_now();
    }
    for &variant in &games {
        let tables = assets.tables(variant).expect("they are loaded");
        let mut compared = [0; 3];
        for class in Class::all(5) {
            assert!(tables.table(class).is_some(), "{variant} {class}");
            for slot in (0..tables.slots(class)).step_by(9_973) {
                let Some(position) = tables.position_at(class, slot) else {
                    continue;
                };
                let moves = position.legal_moves();
                let best = moves.iter().map(|mv| {
                    let next = position.play(mv).expect("a legal move");
                    let value = tables.probe(&next).expect("a table of five pieces or fewer");
                    value.without_distance().before_the_move()
                });
                let best = best.reduce(Value::better).unwrap_or(Value::Loss(None));
                let found = tables.probe(&position).map(Value::without_distance);
                assert_eq!(found, Some(best), "{variant} {}", fen::write(&position));
                compared[match best {
                    Value::Draw => 0,
                    Value::Win(_) => 1,
                    Value::Loss(_) => 2,
                }] += 1;
            }
        }
        assert!(
            compared.iter().all(|&count| count > 500),
            "{variant}: {compared:?}"
        );
    }
    games.len()
}

#[test]
fn coded_tables_hold_the_results_of_full_ones() {
    // Games with an unusual index: counted king moves, a game that one wins by losing all, 64 squares in use.
    for (variant, pieces) in [
        (Variant::Russian, 3),
        (Variant::Frisian, 2),
        (Variant::Antidraughts, 2),
        (Variant::Turkish, 2),
    ] {
        let mut full = build(variant, pieces).unwrap();
        let coded: Vec<Vec<u8>> = Class::all(pieces)
            .into_iter()
            .filter_map(|class| full.encode(class))
            .collect();
        let bytes = coded.concat();
        let read = Tables::read(bytes.clone()).unwrap();
        let mut compared = 0;
        for class in Class::all(pieces) {
            for slot in (0..full.slots(class)).step_by(5) {
                let Some(position) = full.position_at(class, slot) else {
                    continue;
                };
                let known = full.probe(&position).map(Value::without_distance);
                // A capture leads to a class with fewer pieces, which these tables do not hold.
                if let Some(found) = read.probe(&position) {
                    assert_eq!(
                        Some(found.without_distance()),
                        known,
                        "{variant} {}",
                        fen::write(&position)
                    );
                    compared += 1;
                } else {
                    assert!(position.must_capture());
                }
            }
        }
        assert!(compared > 500, "{variant}: {compared}");
        for at in (0..bytes.len()).step_by(97) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x20;
            assert!(Tables::read(damaged).is_err(), "{variant}, byte {at}");
            assert!(
                Tables::read(bytes[..at].to_vec()).is_err() || coded_ends_at(&coded, at),
                "{variant}, {at}"
            );
        }
    }
}

/// Returns `true` if a file of these classes may end after this many bytes.
fn coded_ends_at(coded: &[Vec<u8>], at: usize) -> bool {
    let mut end = 0;
    at == 0
        || coded.iter().any(|class| {
            end += class.len();
            end == at
        })
}

#[test]
fn classes_that_exceed_the_memory_limit_are_refused() {
    let build = |class: &str| {
        let tables = Tables::empty(Variant::International);
        Build::new(tables, [class.parse().unwrap()]).map(|build| build.left())
    };
    // All classes of five pieces fit; the largest classes of six do not.
    assert!(build("1m2k v 1m1k").is_ok_and(|left| left > 10));
    assert!(matches!(build("2m2k v 1m1k"), Err(TooLarge(_))));
}

#[test]
#[ignore = "long: half a minute of computing; make test-deep"]
fn four_pieces_have_the_known_totals_and_longest_wins() {
    let tables = build(Variant::International, 4).unwrap();
    check_pieces(&tables, 4);
}
