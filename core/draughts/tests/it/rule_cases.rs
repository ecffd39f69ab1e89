//! Every case of `golden/rule-cases.json` and `golden/canadian-cases.json` for the games of the crate: move lists
//! with their routes.
use draughts::notation::{Numbering, fen};
use draughts::{Game, Move, Position, Square, Variant};
use serde_json::Value;

/// The cases of every variant that the crate has.
fn cases() -> Vec<(Variant, Value)> {
    [
        include_str!("../golden/rule-cases.json"),
        include_str!("../golden/canadian-cases.json"),
    ]
    .into_iter()
    .flat_map(|text| serde_json::from_str::<Vec<Value>>(text).unwrap())
    .filter_map(|case| Some((case["variant"].as_str()?.parse().ok()?, case)))
    .collect()
}

fn numbers(value: &Value) -> Vec<u8> {
    value
        .as_array()
        .map(|list| list.iter().map(|n| n.as_u64().unwrap() as u8).collect())
        .unwrap_or_default()
}

fn sorted(mut list: Vec<u8>) -> Vec<u8> {
    list.sort_unstable();
    list
}

fn captured(mv: &Move) -> Vec<u8> {
    mv.captured().iter().map(Square::number).collect()
}

fn check_move(id: &str, position: &Position, legal: &[Move], expected: &Value) {
    let from = expected["from"].as_u64().unwrap() as u8;
    let to = expected["to"].as_u64().unwrap() as u8;
    let captures = sorted(numbers(&expected["captures"]));
    let found = legal
        .iter()
        .find(|mv| mv.origin().number() == from && mv.target().number() == to && captured(mv) == captures);
    let mv = found.unwrap_or_else(|| panic!("{id}: {from} to {to} taking {captures:?} is missing"));
    let promotes = expected["promotes"].as_bool().unwrap_or(false);
    assert_eq!(mv.promotes(), promotes, "{id}: promotion of {from} to {to}");
    let routes: Vec<Vec<u8>> = position
        .routes(mv)
        .iter()
        .map(|route| route.iter().map(|square| square.number()).collect())
        .collect();
    if expected["path"].is_array() {
        assert_eq!(
            routes[0],
            numbers(&expected["path"]),
            "{id}: route of {from} to {to}"
        );
    }
    if let Some(paths) = expected["paths"].as_array() {
        let paths: Vec<Vec<u8>> = paths.iter().map(numbers).collect();
        assert!(paths.contains(&routes[0]), "{id}: {routes:?}");
        assert!(paths.iter().all(|path| routes.contains(path)), "{id}: {routes:?}");
    }
    if let Some(count) = expected["ordered_paths"].as_u64() {
        assert_eq!(routes.len() as u64, count, "{id}: routes of {from} to {to}");
    }
}

#[test]
fn move_lists_are_the_published_ones() {
    let mut checked = 0;
    for (variant, case) in cases().iter().filter(|(_, case)| case["legal_moves"].is_array()) {
        let id = case["id"].as_str().unwrap();
        let position =
            fen::read_numbered(*variant, Numbering::TopLeft, case["fen"].as_str().unwrap()).unwrap();
        let legal = position.legal_moves();
        assert_eq!(
            legal.len() as u64,
            case["legal_count"].as_u64().unwrap(),
            "{id}: {legal:?}"
        );
        for expected in case["legal_moves"].as_array().unwrap() {
            check_move(id, &position, &legal, expected);
        }
        if legal.is_empty() {
            assert_eq!(
                Game::from_position(position).outcome().unwrap().winner,
                Some(position.turn().other()),
                "{id}"
            );
        }
        checked += 1;
    }
    assert!(checked >= 20, "{checked}");
}
