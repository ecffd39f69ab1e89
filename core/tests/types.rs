//! The UI's `types.ts` is generated and committed: this fails when it is stale.
//!
//! `make types` writes it anew.
#![cfg(feature = "ts")]
use draughts::api::{Calls, search};
use ts_rs::{Config, TS};

#[test]
fn types_are_fresh() {
    let dir = std::env::temp_dir().join(format!("draughts-types-{}", std::process::id()));
    let config = Config::new().with_large_int("number").with_out_dir(&dir);
    Calls::export_all(&config).unwrap();
    search::SearchParams::export_all(&config).unwrap();
    search::SearchInfo::export_all(&config).unwrap();
    search::SearchResult::export_all(&config).unwrap();
    draughts::api::ApiError::export_all(&config).unwrap();
    let fresh = std::fs::read_to_string(dir.join("types.ts")).unwrap();
    std::fs::remove_dir_all(&dir).unwrap();
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/client/types.ts");
    let committed = std::fs::read_to_string(committed).unwrap();
    assert!(
        fresh == committed,
        "ui/src/client/types.ts is stale: run `make types` and commit it"
    );
}
