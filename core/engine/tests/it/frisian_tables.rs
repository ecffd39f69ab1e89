//! The tables of Frisian draughts, where the counts of king moves belong to a position. They are compared with the
//! slow generator and with the rule of seven moves, and played out.
use crate::position::slow;
use crate::slow::Found;
use draughts::notation::fen;
use draughts::raw::Rng;
use draughts::{Game, Move, Piece, Position, Role, Setup, Side, Square, Variant};
use draughts_engine::endgame::{Class, Tables, Value, build};
use draughts_engine::{EngineAssets, Limits, Search, Task, TranspositionTable, no_clock};
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

const FRISIAN: Variant = Variant::Frisian;

static TABLES: LazyLock<Tables> =
    LazyLock::new(|| build(FRISIAN, 3).expect("three pieces are not too large"));

fn every_position(class: Class) -> impl Iterator<Item = Position> {
    (0..TABLES.slots(class)).filter_map(move |slot| TABLES.position_at(class, slot))
}

/// Returns the same position with White to move.
fn as_white(position: &Position) -> Position {
    if position.turn() == Side::White {
        return *position;
    }
    let turned = |square: Square| Square::new(51 - square.number()).expect("a rotated square is a square");
    let mut setup = Setup::empty(Side::White);
    for (square, piece) in position.pieces() {
        let side = piece.side.other();
        setup.put(turned(square), Piece { side, ..piece });
    }
    setup.king_moves = [Side::Black, Side::White].map(|side| {
        let (square, count) = position.king_moves(side)?;
        Some((turned(square), count))
    });
    Position::from_setup(FRISIAN, &setup).expect("a rotated position is legal")
}

/// Returns the value of every position of a class by the number of plies left before the rule draws, from none up to
/// all. A capture leads to known values.
fn by_plies_left(
    class: &str,
    limit: usize,
    entered: &HashMap<Position, Value>,
) -> Vec<HashMap<Position, Value>> {
    enum Next {
        Here(usize),
        Known(Value),
    }
    let class: Class = class.parse().expect("a class");
    let classes = BTreeSet::from([class, class.swapped()]);
    let positions: Vec<Position> = classes.into_iter().flat_map(every_position).collect();
    let at: HashMap<Position, usize> = positions
        .iter()
        .enumerate()
        .map(|(at, position)| (*position, at))
        .collect();
    let after = |position: &Position, mv: &Move| {
        let next = as_white(&position.play(mv).expect("legal"));
        match at.get(&next) {
            Some(&at) => Next::Here(at),
            None if !next.can_move() => Next::Known(Value::Loss(Some(0))),
            None => Next::Known(entered[&next]),
        }
    };
    let moves: Vec<Vec<Next>> = positions
        .iter()
        .map(|position| {
            position
                .legal_moves()
                .iter()
                .map(|mv| after(position, mv))
                .collect()
        })
        .collect();
    let mut levels: Vec<Vec<Value>> = Vec::new();
    for left in 0..=limit {
        let best = |moves: &Vec<Next>| {
            let after = |next: &Next| match *next {
                Next::Here(at) => levels[left - 1][at].before_the_move(),
                Next::Known(value) => value.before_the_move(),
            };
            match left {
                _ if moves.is_empty() => Value::Loss(Some(0)),
                0 => Value::Draw,
                _ => moves.iter().map(after).reduce(Value::better).expect("some move"),
            }
        };
        let level = moves.iter().map(best).collect();
        levels.push(level);
    }
    let level = |level: Vec<Value>| positions.iter().copied().zip(level).collect();
    levels.into_iter().map(level).collect()
}

/// Returns the value by the tables with `left` plies of the count left.
fn table_value(position: &Position, left: usize) -> Option<Value> {
    let late = TABLES
        .plies_of_count(position)
        .is_some_and(|needed| usize::from(needed) > left);
    if late {
        Some(Value::Draw)
    } else {
        TABLES.probe(position)
    }
}

#[test]
fn the_tables_agree_with_the_rule_of_seven_moves() {
    let one_each = by_plies_left("0m1k v 0m1k", 4, &HashMap::new());
    let two = by_plies_left("0m2k v 0m1k", 14, &one_each[4]);
    let mut late = 0;
    for (limit, levels) in [(4, one_each), (14, two)] {
        for (left, level) in levels.iter().enumerate() {
            for (position, &value) in level {
                let table_value = table_value(position, left).expect("in the tables");
                // The tables know the distance only for a count that begins.
                let same = table_value == value
                    || left < limit && table_value.without_distance() == value.without_distance();
                assert!(
                    same,
                    "{} with {left} plies left: {value:?}, not {table_value:?}",
                    fen::write(position)
                );
                late += u32::from(table_value == Value::Draw && TABLES.probe(position) != Some(Value::Draw));
            }
        }
    }
    assert!(late > 100_000, "{late}");
}

/// Returns the position after a move of the slow generator, by the text of the rules, with the counts of king moves.
fn after(position: &Position, (from, to, taken, promotes): &Found) -> Position {
    let side = position.turn();
    let mut setup = Setup::empty(side.other());
    for (square, piece) in position.pieces() {
        if square.number() == *from {
            let role = if *promotes { Role::King } else { piece.role };
            setup.put(Square::new(*to).expect("a square"), Piece { role, ..piece });
        } else if !taken.contains(&square.number()) {
            setup.put(square, piece);
        }
    }
    let men_of = |side| {
        setup.pieces.iter().any(|(_, piece)| {
            *piece
                == Piece {
                    side,
                    role: Role::Man,
                }
        })
    };
    let moved = position
        .pieces()
        .find(|(square, _)| square.number() == *from)
        .expect("a piece moves")
        .1;
    let before = position
        .king_moves(side)
        .filter(|(square, _)| square.number() == *from);
    let marches = moved.role == Role::King && taken.is_empty() && men_of(side);
    let marched = marches.then(|| {
        (
            Square::new(*to).expect("a square"),
            before.map_or(0, |(_, moves)| moves) + 1,
        )
    });
    let theirs = position
        .king_moves(side.other())
        .filter(|(square, _)| !taken.contains(&square.number()) && men_of(side.other()));
    setup.king_moves[side as usize] = marched;
    setup.king_moves[side.other() as usize] = theirs;
    Position::from_setup(FRISIAN, &setup).expect("a move leads to a position")
}

/// Checks the value of a position against the values after each of its moves.
fn check(tables: &Tables, position: &Position) {
    let moves = slow(position).legal();
    let after = |found| match after(position, found) {
        next if next.count(next.turn()) == (0, 0) => Value::Win(Some(1)),
        next => tables
            .probe(&next)
            .expect("the tables have all classes with fewer pieces")
            .before_the_move(),
    };
    let best = moves
        .iter()
        .map(after)
        .reduce(Value::better)
        .unwrap_or(Value::Loss(Some(0)));
    let table_value = tables.probe(position).expect("in the tables");
    assert!(
        table_value.agrees_with(best),
        "{}: {table_value:?}, not {best:?}",
        fen::write(position)
    );
}

/// Checks every `step`-th position of the classes in which no rule counts plies; other tests check the rest.
fn check_every(tables: &Tables, pieces: u8, step: usize) {
    let mut checked = 0;
    for class in Class::all(pieces) {
        if tables.counts_plies(class) {
            continue;
        }
        for slot in (0..tables.slots(class)).step_by(step) {
            if let Some(position) = tables.position_at(class, slot) {
                check(tables, &position);
                checked += 1;
            }
        }
    }
    println!("{checked} positions of {pieces} pieces");
    assert!(checked > 1000);
}

#[test]
fn every_value_follows_from_the_values_after_its_moves() {
    check_every(&TABLES, 2, 1);
    check_every(&TABLES, 3, 97);
}

#[test]
fn the_plies_of_a_count_are_written_and_read() {
    let again = Tables::read(TABLES.write(false, |_| true)).expect("written tables can be read");
    for class in ["0m2k v 0m1k", "0m1k v 0m2k", "0m1k v 0m1k"] {
        for position in every_position(class.parse().expect("a class")) {
            assert_eq!(again.plies_of_count(&position), TABLES.plies_of_count(&position));
        }
    }
    assert_eq!(again.write(false, |_| true), TABLES.write(false, |_| true));
}

/// Lets the engine play against itself. Returns the number of plies and the winner.
fn play_out(start: Position, nodes: [u64; 2], assets: &EngineAssets) -> (usize, Option<Side>) {
    let mut game = Game::from_position(start);
    while game.outcome().is_none() && game.moves().len() < 120 {
        let limits = Limits::nodes(nodes[game.moves().len() % 2]);
        let mut search = Search::new(
            &game,
            Task::within(limits),
            assets,
            TranspositionTable::new(1),
            no_clock,
        );
        while !search.step(1 << 16) {}
        let best = search.result().best.expect("a move");
        game.play(&best).expect("the engine plays legal moves");
    }
    (
        game.moves().len(),
        game.outcome().and_then(|outcome| outcome.winner),
    )
}

/// Wins that need all, or nearly all, of the seven moves are won in them; a later win does not count.
#[test]
fn the_engine_wins_with_two_kings_within_seven_moves() {
    let assets = EngineAssets::bundled();
    let (mut won, mut drawn) = (0, 0);
    for (n, position) in every_position("0m2k v 0m1k".parse().expect("a class")).enumerate() {
        let needed = TABLES.plies_of_count(&position);
        let asked = match needed {
            Some(13..) => n % 97 == 0,
            Some(9..) => n % 1009 == 0,
            Some(_) => n % 5003 == 0,
            None => n % 41 == 0,
        };
        if !asked {
            continue;
        }
        let (plies, winner) = play_out(position, [3_000, 1_000], &assets);
        let text = fen::write(&position);
        if needed.is_some() {
            assert_eq!(winner, Some(Side::White), "{text} after {plies}");
            // A capture in time starts another count.
            assert!(plies <= 14 + 3, "{text} after {plies}");
            won += 1;
        } else {
            assert_eq!(winner, None, "{text}");
            drawn += 1;
        }
    }
    println!("{won} won, {drawn} drawn");
    assert!(won > 20 && drawn > 5, "{won} won, {drawn} drawn");
}

/// A king and a man win against a king, although the king's moves are limited.
#[test]
fn a_king_and_a_man_win_despite_the_limit_of_king_moves() {
    let assets = EngineAssets::bundled();
    let class: Class = "1m1k v 0m1k".parse().expect("a class");
    let (slots, mut won) = (TABLES.slots(class), 0);
    for n in 0..40 {
        // Counts lie side by side; this visits all of them.
        let slot = (n * 2 + 1) * slots / 80 / 4 * 4 + n % 4;
        let Some(position) = TABLES.position_at(class, slot) else {
            continue;
        };
        if let Some(Value::Win(Some(plies))) = TABLES.probe(&position) {
            let (played, winner) = play_out(position, [3_000, 1_000], &assets);
            assert_eq!(
                winner,
                Some(Side::White),
                "{} after {played}, of {plies}",
                fen::write(&position)
            );
            won += 1;
        }
    }
    assert!(won > 10, "{won}");
}

/// The shipped results with four pieces, by a random sample, and every position with fewer.
#[test]
#[ignore = "long: a million positions by the slow generator; make test-deep"]
fn a_million_values_follow_from_the_values_after_their_moves() {
    check_every(&TABLES, 3, 1);
    let tables = EngineAssets::bundled()
        .bundled_tables(FRISIAN)
        .expect("the tables are bundled");
    let classes: Vec<Class> = Class::all(4)
        .into_iter()
        .filter(|&class| tables.table(class).is_some())
        .collect();
    // For two classes, promotions lead to positions outside the shipped tables.
    let leads_out = ["1m1k v 2m0k", "2m0k v 1m1k"].map(|class| class.parse().expect("a class"));
    let mut rng = Rng::new(30);
    let mut checked = 0;
    while checked < 1_000_000 {
        let class = classes[rng.below(classes.len())];
        let slot = rng.draw() % tables.slots(class);
        if let Some(position) = tables
            .position_at(class, slot)
            .filter(|_| !leads_out.contains(&class))
        {
            check(&tables, &position);
            checked += 1;
        }
    }
}
