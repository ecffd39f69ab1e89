//! A corrected name that was interrupted: no game is lost, and the next call goes on.
use crate::folder::Folder;
use damier_store::{Duplicates, Import, NameOf, Store};
use rusqlite::Connection;

#[test]
fn an_interrupted_correction_goes_on_where_it_stopped() {
    let folder = Folder::new("players");
    let mut store = Store::open(folder.file()).unwrap();
    let text: String = (0..1_200)
        .map(|n| format!("[White \"Ann\"]\n[Black \"Other {n}\"]\n[Event \"Club\"]\n1. 32-28 19-23 *\n\n"))
        .collect();
    let mut import = Import::begin(&store, "x.pdn", Duplicates::Keep, None, 1e12).unwrap();
    import.push(&mut store, text.as_bytes(), true, 1e12).unwrap();
    assert_eq!(import.report().stored, 1_200);
    let games = |store: &Store, name: &str| store.games_of_player(name).unwrap().len();

    // The program ends after the first step.
    let changed = store.correct_name(NameOf::Player, "Ann", "Anna Smit").unwrap() as usize;
    assert!((1..1_200).contains(&changed), "{changed}");
    drop(store);
    let mut store = Store::open(folder.file()).unwrap();
    assert_eq!(
        (games(&store, "Ann"), games(&store, "Anna Smit")),
        (1_200 - changed, changed)
    );

    // A step that cannot be written changes nothing.
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(store.correct_name(NameOf::Player, "Ann", "Anna Smit").is_err());
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(games(&store, "Anna Smit"), changed);

    while store.correct_name(NameOf::Player, "Ann", "Anna Smit").unwrap() > 0 {}
    assert_eq!((games(&store, "Ann"), games(&store, "Anna Smit")), (0, 1_200));
    assert!(!store.names(false, "ann", 9).unwrap().contains(&"Ann".to_owned()));

    // Two games with the same moves and players are duplicates after the correction as before.
    let again = "[White \"Anna Smit\"]\n[Black \"Other 7\"]\n[Event \"Club\"]\n1. 32-28 19-23 *\n\n";
    let mut import = Import::begin(&store, "y.pdn", Duplicates::Skip, None, 1e12).unwrap();
    import.push(&mut store, again.as_bytes(), true, 1e12).unwrap();
    assert_eq!((import.report().stored, import.report().duplicates), (0, 1));
}
