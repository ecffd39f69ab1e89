//! Compares the move generator with published counts (`golden/perft.json`), up to 50 million leaves a row here, the
//! deeper rows in `make test-deep`.
use draughts::notation::{Numbering, fen};
use draughts::{Variant, perft};
use serde_json::Value;

const MOST_LEAVES: u64 = 50_000_000;

/// Checks every agreed count in this range. Returns the number of checked counts.
fn check(leaves_from: u64, leaves_to: u64) -> usize {
    let rows: Vec<Value> = serde_json::from_str(include_str!("../golden/perft.json")).unwrap();
    let mut checked = 0;
    for row in rows.iter().filter(|row| row["mode"] == "distinct") {
        // Skips rows of boards and starts that no variant has.
        let name = row["variant"].as_str().unwrap();
        if name.contains("6x6") || name.contains("12 men") {
            continue;
        }
        let Ok(variant) = name.split(' ').next().unwrap().parse::<Variant>() else {
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
            .filter(|(_, leaves)| (leaves_from..=leaves_to).contains(leaves))
        {
            assert_eq!(perft(&position, depth), leaves, "{variant} {text} depth {depth}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn counts_are_the_published_ones() {
    let checked = check(0, MOST_LEAVES);
    assert!(checked >= 200, "only {checked} counts were checked");
}

#[test]
#[ignore = "minutes: make test-deep"]
fn deep_counts_are_the_published_ones() {
    assert!(check(MOST_LEAVES + 1, u64::MAX) > 10);
}

#[test]
fn the_start_to_depth_9() {
    assert_eq!(perft(&Variant::International.start(), 9), 41_022_423);
}
