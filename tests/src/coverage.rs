//! The list of the core's public calls and where each stands in each language is whole: `bindings/coverage.tsv`.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use damier_core::NAMES;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_call_stands_in_every_language() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/coverage.tsv");
    let text = std::fs::read_to_string(file).unwrap();
    let mut rows = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    assert_eq!(rows.next().unwrap(), ["name", "object", "rust", "wasm"]);
    let rows: Vec<_> = rows.collect();
    let called: BTreeSet<&str> = rows
        .iter()
        .filter(|row| row[2] == "App::call")
        .map(|row| row[0])
        .collect();
    let names: BTreeSet<&str> = NAMES.iter().copied().collect();
    assert_eq!(
        called, names,
        "bindings/coverage.tsv lists every call of the core, and no other"
    );
    for row in rows {
        let whole = row.len() == 4 && row.iter().all(|place| !place.is_empty());
        assert!(whole, "{row:?}");
    }
}
