//! Opening files: migrations, refusals, other programs.
use super::{filled, start};
use crate::folder::Folder;
use damier_store::{Duplicates, Experience, Import, Store, StoreError};
use rusqlite::Connection;
use std::path::PathBuf;

/// Asserts that opening is refused as `refused` expects, and that no byte of the folder changes.
fn check_refused(folder: &Folder, refused: impl Fn(&StoreError) -> bool) {
    let before = std::fs::read(folder.file()).unwrap();
    let error = Store::open(folder.file()).unwrap_err();
    assert!(refused(&error), "{error:?}");
    assert!(
        std::fs::read(folder.file()).unwrap() == before,
        "the file was changed"
    );
    let files: Vec<_> = std::fs::read_dir(&folder.0)
        .unwrap()
        .map(|f| f.unwrap().file_name())
        .collect();
    assert_eq!(files, ["store.db"], "something was left beside the file");
}

#[test]
fn data_survives_a_restart() {
    let folder = Folder::new("restart");
    let mut store = Store::open(folder.file()).unwrap();
    let profile = store.profile(1e12).unwrap();
    assert_eq!(profile.experience, None);
    store
        .set_profile(profile.id, None, Some(Experience::AtHome), None)
        .unwrap();
    store.set_setting(profile.id, "theme", "dark").unwrap();
    store.set_setting(profile.id, "theme", "light").unwrap();
    let mut game = store.add_game(start(), vec![1], 1e12).unwrap();
    assert_eq!(
        store.current_game(profile.id).unwrap(),
        None,
        "a game without a move is nothing to go on with"
    );
    game.tree = vec![1, 32, 28];
    game.ply = 1;
    store.save_game(&mut game).unwrap();
    drop(store);

    let store = Store::open(folder.file()).unwrap();
    let again = store.profile(2e12).unwrap();
    assert_eq!(
        (again.id, again.experience),
        (profile.id, Some(Experience::AtHome))
    );
    assert_eq!(store.settings(profile.id).unwrap()["theme"], "light");
    assert_eq!(store.current_game(profile.id).unwrap(), Some(game));
    assert!(store.kept());
}

#[test]
fn a_file_from_a_newer_version_is_left_alone() {
    let folder = Folder::new("newer");
    drop(Store::open(folder.file()).unwrap());
    Connection::open(folder.file())
        .unwrap()
        .execute_batch("CREATE TABLE later (id INTEGER PRIMARY KEY); PRAGMA user_version = 1000")
        .unwrap();
    check_refused(&folder, |e| {
        matches!(e, StoreError::FromNewerApp { found: 1000, .. })
    });
}

#[test]
fn other_files_are_left_alone() {
    let folder = Folder::new("garbage");
    let noise = |n: usize| (0..n).map(|i| (i * i * 31 + i / 7) as u8).collect::<Vec<_>>();
    for bytes in [
        noise(1),
        noise(99),
        noise(100_000),
        b"SQLite format 3\0".to_vec(),
        {
            let mut bytes = b"SQLite format 3\0".to_vec();
            bytes.extend(noise(50_000));
            // An old schema number, so that the rest is checked.
            bytes[60..64].copy_from_slice(&[0, 0, 0, 1]);
            bytes
        },
    ] {
        std::fs::write(folder.file(), bytes).unwrap();
        check_refused(&folder, |e| matches!(e, StoreError::Damaged(_)));
    }
}

#[test]
fn another_programs_database_is_left_alone() {
    let folder = Folder::new("foreign");
    Connection::open(folder.file())
        .unwrap()
        .execute_batch("CREATE TABLE recipe (name TEXT)")
        .unwrap();
    check_refused(&folder, |e| matches!(e, StoreError::Damaged(_)));
}

#[test]
fn a_truncated_store_is_left_alone() {
    let folder = Folder::new("truncated");
    let mut store = Store::open(folder.file()).unwrap();
    store.profile(1e12).unwrap();
    store.add_game(start(), vec![1; 20_000], 1e12).unwrap();
    drop(store);
    let whole = std::fs::read(folder.file()).unwrap();
    for length in [50, 4096, whole.len() / 2, whole.len() - 4096, whole.len() - 1] {
        std::fs::write(folder.file(), &whole[..length]).unwrap();
        check_refused(&folder, |e| matches!(e, StoreError::Damaged(_)));
    }
}

#[test]
fn a_damaged_page_is_found_at_opening() {
    let folder = Folder::new("page");
    let mut store = Store::open(folder.file()).unwrap();
    store.profile(1e12).unwrap();
    store.add_game(start(), vec![1; 20_000], 1e12).unwrap();
    drop(store);
    let mut bytes = std::fs::read(folder.file()).unwrap();
    for page in 1..bytes.len() / 4096 {
        bytes[page * 4096..page * 4096 + 16].fill(0xA5);
    }
    std::fs::write(folder.file(), bytes).unwrap();
    check_refused(&folder, |e| matches!(e, StoreError::Damaged(_)));
}

#[test]
fn an_unwritable_place_has_a_typed_error() {
    let folder = Folder::new("readonly");
    // Root may write to any folder, so these are places where no user can write.
    for place in [
        folder.0.join("no/such/folder/store.db"),
        PathBuf::from("/proc/store.db"),
        folder.0.clone(),
    ] {
        let error = Store::open(&place).unwrap_err();
        assert!(error.passes(), "{}: {error:?}", place.display());
    }
    let nowhere = Store::open(folder.0.join("no/such/folder/store.db"));
    assert!(matches!(nowhere, Err(StoreError::Gone(_))), "{nowhere:?}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let locked = folder.0.join("locked");
        std::fs::create_dir(&locked).unwrap();
        std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o555)).unwrap();
        match Store::open(locked.join("store.db")) {
            Err(error) => assert!(matches!(error, StoreError::Denied(_)), "{error:?}"),
            Ok(_) => assert!(locked.join("store.db").exists(), "only root gets here"),
        }
    }
}

#[cfg(unix)]
#[test]
fn a_new_store_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = Folder::new("owner");
    drop(Store::open(folder.file()).unwrap());
    assert_eq!(mode(&folder.file()), 0o600);
    // One that is there stays as its owner has set it.
    std::fs::set_permissions(folder.file(), std::fs::Permissions::from_mode(0o640)).unwrap();
    drop(Store::open(folder.file()).unwrap());
    assert_eq!(mode(&folder.file()), 0o640);
}

#[test]
fn a_second_writer_gets_busy_and_stale_writes_are_refused() {
    let folder = Folder::new("second");
    let mut one = Store::open(folder.file()).unwrap();
    let profile = one.profile(1e12).unwrap();
    let mut game = one.add_game(start(), vec![1], 1e12).unwrap();

    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = one.set_setting(profile.id, "theme", "dark").unwrap_err();
    assert!(matches!(error, StoreError::Busy), "{error:?}");
    other.execute_batch("COMMIT").unwrap();
    one.set_setting(profile.id, "theme", "dark").unwrap();

    let two = Store::open(folder.file()).unwrap();
    let mut same = two.game(game.id).unwrap().unwrap();
    one.save_game(&mut game).unwrap();
    assert!(matches!(two.save_game(&mut same), Err(StoreError::Changed)));
}

#[test]
fn a_store_in_exclusive_use_is_busy() {
    let folder = Folder::new("exclusive");
    drop(Store::open(folder.file()).unwrap());
    let other = Connection::open(folder.file()).unwrap();
    other.pragma_update(None, "locking_mode", "EXCLUSIVE").unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let error = Store::open(folder.file()).unwrap_err();
    assert!(matches!(error, StoreError::Busy), "{error:?}");
}

#[test]
fn an_import_into_a_busy_store_fails_with_busy() {
    let folder = Folder::new("busy-import");
    let mut store = Store::open(filled(&folder)).unwrap();
    let mut import = Import::begin(&store, "y.pdn", Duplicates::Keep, None, 1e12).unwrap();
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = import
        .push(
            &mut store,
            b"1. 32-28 *\n\n[White \"x\"]\n1. 32-28 *\n\n[White \"y\"]",
            false,
            1e12,
        )
        .unwrap_err();
    assert!(matches!(error, StoreError::Busy), "{error:?}");
}
