//! The move generator against published counts (`golden/perft.json`), up to 50 million leaves a row.
use draughts::notation::{Numbering, fen};
use draughts::{Variant, perft};
use serde_json::Value;

const MOST_LEAVES: u64 = 50_000_000;

#[test]
fn counts_are_the_published_ones() {
    let rows: Vec<Value> = serde_json::from_str(include_str!("golden/perft.json")).unwrap();
    let mut checked = 0;
    for row in rows.iter().filter(|row| row["mode"] == "distinct") {
        // Rows of boards that no variant here has ("international on 6x6") are named by more than a key.
        let Ok(variant) = row["variant"].as_str().unwrap().parse::<Variant>() else {
            continue;
        };
        let text = row["fen"].as_str().unwrap();
        let position = fen::read_numbered(variant, Numbering::TopLeft, text).unwrap();
        let counts: Vec<u64> = row["counts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_u64().unwrap())
            .collect();
        let agreed = row["agreed_depth"].as_u64().unwrap_or(counts.len() as u64) as usize;
        for (depth, &leaves) in (1..=agreed as u32)
            .zip(&counts)
            .filter(|(_, leaves)| **leaves <= MOST_LEAVES)
        {
            assert_eq!(perft(&position, depth), leaves, "{variant} {text} depth {depth}");
            checked += 1;
        }
    }
    assert!(checked >= 41, "only {checked} counts were checked");
}

#[test]
fn the_start_to_depth_9() {
    assert_eq!(perft(&Variant::International.start(), 9), 41_022_423);
}
