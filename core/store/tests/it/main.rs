//! The store against real files and disks: each file is opened, or refused with a typed error and left
//! unchanged.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]
mod backup;
mod book;
mod faults;
#[path = "../folder/mod.rs"]
mod folder;
mod kinds;
mod opening;
mod people;
mod players;
mod released;
mod rescue;
mod sorting;

use damier_store::{Duplicates, Experience, GameStart, Import, Store};
use folder::Folder;
use std::path::PathBuf;

fn start() -> GameStart {
    GameStart {
        profile: 1,
        variant: "international".into(),
        start_fen: "W:W31-50:B1-20".into(),
        white_level: None,
        black_level: Some("club".into()),
        removed: vec![48, 47],
        terms: None,
        tags: Vec::new(),
        letter: None,
    }
}

/// Creates a store with some games, people and progress, and closes it.
fn filled(folder: &Folder) -> PathBuf {
    let mut store = Store::open(folder.file()).unwrap();
    let profile = store.profile(1e12).unwrap();
    store
        .set_profile(profile.id, Some("Ada"), Some(Experience::AtHome), None)
        .unwrap();
    let mut game = store.add_game(start(), vec![1], 1e12).unwrap();
    game.tree = vec![1, 32, 28];
    game.ply = 1;
    store.save_game(&mut game).unwrap();
    let mut import = Import::begin(&store, "x.pdn", Duplicates::Keep, None, 1e12).unwrap();
    let text: String = (0..2_000)
        .map(|n| {
            format!("[White \"W{n}\"]\n[Site \"a place with a name\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n\n")
        })
        .collect();
    import.push(&mut store, text.as_bytes(), true, 1e12).unwrap();
    assert_eq!(import.report().stored, 2_000);
    folder.file()
}

fn games(store: &Store) -> u32 {
    store.index_state().unwrap().games
}
