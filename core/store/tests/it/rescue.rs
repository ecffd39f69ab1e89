//! Rescuing damaged files.
use super::{filled, games, start};
use crate::folder::Folder;
use damier_store::{GameStart, RawFiles, Rescue, Store, StoreError};
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// Returns the rescue reported by a store.
fn told(store: &Store) -> Option<Rescue> {
    store.rescue(store.profile(2e12).unwrap().id).unwrap()
}

fn raw(path: &Path) -> Option<RawFiles> {
    let main = Box::new(std::fs::File::open(path).ok()?);
    Some(RawFiles { main, wal: None })
}

#[test]
fn a_damaged_store_is_set_aside_and_readable_data_is_saved() {
    let folder = Folder::new("rescue");
    let whole = std::fs::read(filled(&folder)).unwrap();
    let pages = whole.len() / 4096;
    let mut saved = Vec::new();
    for (round, from) in [(1, pages / 4), (2, pages / 2), (3, pages - 20)] {
        let mut bytes = whole.clone();
        for page in from..from + 10 {
            bytes[page * 4096..(page + 1) * 4096].fill(0xA5);
        }
        std::fs::write(folder.file(), &bytes).unwrap();
        assert!(matches!(Store::open(folder.file()), Err(StoreError::Damaged(_))));
        let store = Store::open_or_rescue(folder.file()).unwrap();
        let rescue = told(&store).unwrap();
        assert_eq!(
            std::fs::read(&rescue.aside).unwrap(),
            bytes,
            "the damaged file is kept as it was"
        );
        assert!(
            rescue
                .aside
                .to_string_lossy()
                .ends_with(&format!("store.db.damaged-{round}"))
        );
        assert_eq!(games(&store), rescue.games);
        assert!(rescue.unreadable > 0 && rescue.unreadable < rescue.pages);
        saved.push(rescue.games);
        drop(store);
        // It is reported until it is dismissed.
        let again = Store::open_or_rescue(folder.file()).unwrap();
        assert_eq!((told(&again), games(&again)), (Some(rescue), saved[round - 1]));
        again.set_setting(1, "rescue", "").unwrap();
        assert_eq!(told(&again), None);
        drop(again);
        std::fs::remove_file(folder.file()).unwrap();
    }
    assert!(saved.iter().all(|games| *games > 1_000), "{saved:?}");
}

#[test]
fn without_renames_a_new_store_starts_beside_the_damaged_one() {
    let folder = Folder::new("rescue-beside");
    let whole = std::fs::read(filled(&folder)).unwrap();
    let mut bytes = whole.clone();
    let from = whole.len() / 4096 / 2;
    bytes[from * 4096..(from + 10) * 4096].fill(0xA5);
    std::fs::write(folder.file(), &bytes).unwrap();
    // A file that was begun and not finished counts as absent.
    std::fs::write(folder.file().with_file_name("store-2.db"), b"").unwrap();
    let store = Store::open_beside_damaged(folder.file(), raw).unwrap();
    let rescue = told(&store).unwrap();
    assert_eq!(rescue.aside, folder.file());
    assert_eq!(
        std::fs::read(folder.file()).unwrap(),
        bytes,
        "it is left as it was"
    );
    assert!(rescue.games > 0 && games(&store) == rescue.games);
    drop(store);
    // From then on the new file is the store.
    let again = Store::open_beside_damaged(folder.file(), raw).unwrap();
    assert_eq!(told(&again), Some(rescue.clone()));
    assert_eq!(games(&again), rescue.games);
    drop(again);
    // A file that is not a database leaves nothing, and is no reason to stop.
    std::fs::write(folder.file().with_file_name("store-2.db"), b"no database at all").unwrap();
    let third = Store::open_beside_damaged(folder.file(), raw).unwrap();
    assert_eq!((told(&third).unwrap().games, games(&third)), (0, 0));
    assert!(folder.file().with_file_name("store-3.db").exists());
}

#[test]
fn a_rescue_stopped_between_the_renames_is_finished() {
    let folder = Folder::new("rescue-stopped");
    let new = folder.0.join("store.db.rescued");
    std::fs::rename(filled(&folder), &new).unwrap();
    std::fs::write(folder.0.join("store.db.damaged-1"), b"what was damaged").unwrap();
    std::fs::write(folder.0.join("store.db-wal"), b"its log").unwrap();
    let store = Store::open_or_rescue(folder.file()).unwrap();
    assert_eq!(games(&store), 2_001);
    assert!(!new.exists());
    let log = std::fs::read(folder.0.join("store.db.damaged-1-wal")).unwrap();
    assert_eq!(log, b"its log");
}

#[test]
fn moves_only_in_the_log_are_saved() {
    let folder = Folder::new("rescue-log");
    let kept = Folder::new("rescue-log-kept");
    let mut store = Store::open(filled(&folder)).unwrap();
    let start = GameStart {
        start_fen: "W:W31-50:B1-20".into(),
        ..start()
    };
    let mut game = store.add_game(start, vec![1], 3e12).unwrap();
    (game.tree, game.ply) = (vec![1, 32, 28, 19, 23], 2);
    store.save_game(&mut game).unwrap();
    // As after a crash: the log was never written back to the file.
    for end in ["", "-wal"] {
        let name = format!("store.db{end}");
        std::fs::copy(folder.0.join(&name), kept.0.join(&name)).unwrap();
    }
    drop(store);
    let mut bytes = std::fs::read(kept.file()).unwrap();
    bytes[..100].fill(0);
    std::fs::write(kept.file(), &bytes).unwrap();
    let log = std::fs::read(kept.0.join("store.db-wal")).unwrap();
    let store = Store::open_or_rescue(kept.file()).unwrap();
    let rescue = told(&store).unwrap();
    assert_eq!(rescue.games, 2_002);
    assert_eq!(store.game(game.id).unwrap().unwrap().tree, game.tree);
    assert_eq!(std::fs::read(&rescue.aside).unwrap(), bytes);
    let aside_log = PathBuf::from(format!("{}-wal", rescue.aside.display()));
    assert_eq!(std::fs::read(aside_log).unwrap(), log);
}

#[test]
fn without_a_writable_new_file_the_rescued_store_is_in_memory() {
    let folder = Folder::new("rescue-full");
    let mut bytes = std::fs::read(filled(&folder)).unwrap();
    bytes[40..60].fill(0xFF);
    let from = bytes.len() / 2;
    bytes[from..from + 40_960].fill(0);
    std::fs::write(folder.file(), &bytes).unwrap();
    // A folder in its place has the effect of a full disk, and stops root too.
    std::fs::create_dir_all(folder.0.join("store.db.rescued/in the way")).unwrap();
    let store = Store::open_or_rescue(folder.file()).unwrap();
    let rescue = told(&store).unwrap();
    assert!(!store.kept() && rescue.games > 1_000, "{rescue:?}");
    assert_eq!(rescue.aside, folder.file());
    assert_eq!(std::fs::read(folder.file()).unwrap(), bytes);
}

/// Returns the pages whose rows contain a text.
fn pages_with(bytes: &[u8], text: &str) -> Vec<usize> {
    let page = |page: &(usize, &[u8])| page.1.windows(text.len()).any(|at| at == text.as_bytes());
    bytes
        .chunks(4096)
        .enumerate()
        .filter(page)
        .map(|(number, _)| number)
        .collect()
}

#[test]
fn lost_data_is_derived_from_other_tables() {
    let folder = Folder::new("rescue-other");
    let whole = std::fs::read(filled(&folder)).unwrap();
    let connection = Connection::open(folder.file()).unwrap();
    let root = |table: &str| -> usize {
        let select = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
        connection
            .query_row(select, [table], |row| row.get::<_, u32>(0))
            .unwrap() as usize
    };
    let roots = ["game", "tree", "profile", "variant", "play"].map(root);
    drop(connection);
    let without = |roots: &[usize]| {
        let mut bytes = whole.clone();
        for root in roots {
            bytes[(root - 1) * 4096..root * 4096].fill(0);
        }
        std::fs::write(folder.file(), bytes).unwrap();
        let store = Store::open_or_rescue(folder.file()).unwrap();
        std::fs::remove_file(folder.file()).unwrap();
        let (rescue, profile) = (told(&store).unwrap(), store.profile(2e12).unwrap());
        (store, rescue, profile)
    };
    let [game, tree, profile, variant, play] = roots;
    // The interior pages lead to the leaves; without them every leaf is found by its rows.
    let (store, rescue, _) = without(&[game, tree]);
    assert_eq!(
        (rescue.games, rescue.moves_only, rescue.names_only),
        (2_001, 0, 0)
    );
    assert_eq!(
        store.body(2).unwrap().unwrap().tags,
        [("Site".into(), "a place with a name".into())]
    );
    // The person is derived from the games.
    let (_, rescue, person) = without(&[profile]);
    assert_eq!((rescue.games, person.name.as_str()), (2_001, "Ada"));
    assert!(
        person.experience.is_some(),
        "the first question is not asked again"
    );
    // The variant's name is derived from the index or from the moves.
    let (store, rescue, _) = without(&[variant]);
    assert_eq!(
        (rescue.games, store.variants().unwrap()),
        (2_001, vec!["international".into()])
    );
    // The schema table itself, and a table of one page.
    let (_, rescue, _) = without(&[1, play]);
    assert_eq!(rescue.games, 2_001);
    // A leaf of games, then one of moves.
    let leaf = |text: &str| pages_with(&whole, text)[1] + 1;
    let (_, rescue, _) = without(&[leaf("a place with a name")]);
    assert!(rescue.names_only > 10 && rescue.games == 2_001, "{rescue:?}");
}

#[test]
fn a_truncated_or_foreign_file_is_set_aside_too() {
    let folder = Folder::new("rescue-cut");
    let whole = std::fs::read(filled(&folder)).unwrap();
    for bytes in [&whole[..whole.len() * 3 / 4], &whole[..50], b"no database at all"] {
        std::fs::write(folder.file(), bytes).unwrap();
        let mut store = Store::open_or_rescue(folder.file()).unwrap();
        let rescue = told(&store).unwrap();
        assert_eq!(std::fs::read(&rescue.aside).unwrap(), bytes);
        let profile = store.profile(2e12).unwrap();
        store.set_setting(profile.id, "theme", "dark").unwrap();
        store.add_game(start(), vec![1], 2e12).unwrap();
        drop(store);
        std::fs::remove_file(folder.file()).unwrap();
    }
    // An undamaged file is never set aside.
    std::fs::write(folder.file(), &whole).unwrap();
    Connection::open(folder.file())
        .unwrap()
        .execute_batch("CREATE TABLE later (id INTEGER PRIMARY KEY); PRAGMA user_version = 1000")
        .unwrap();
    assert!(matches!(
        Store::open_or_rescue(folder.file()),
        Err(StoreError::FromNewerApp { .. })
    ));
}
