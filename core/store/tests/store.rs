//! The store against the files and disks of real life: each is opened, or refused by its name and left as it was.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
mod folder;

use damier_store::{
    Attempt, Backup, Change, Duplicates, Experience, GameStart, Import, InSet, LineFault, LineProblem,
    Rating, RawFiles, Rescue, Restore, Restored, Review, StepDone, Store, StoreError,
};
use folder::Folder;
use rusqlite::Connection;
use std::path::{Path, PathBuf};

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
    }
}

/// Opening is refused as `refused` says, and no byte of the folder changes.
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
fn what_is_written_is_there_after_a_restart() {
    let folder = Folder::new("restart");
    let mut store = Store::open(folder.file()).unwrap();
    let profile = store.profile(1e12).unwrap();
    assert_eq!(profile.experience, None);
    store
        .set_profile(profile.id, None, Some(Experience::AtHome))
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
fn files_that_are_no_store_are_left_alone() {
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
            // A schema number of an old version, so that the rest is looked at.
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
fn a_place_that_cannot_be_written_is_named() {
    let folder = Folder::new("readonly");
    // Root may write to any folder, so these are places where nobody can.
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

#[test]
fn a_second_writer_is_told_to_wait_and_two_windows_cannot_undo_each_other() {
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

/// A store with some games, people and progress, closed.
fn filled(folder: &Folder) -> PathBuf {
    let mut store = Store::open(folder.file()).unwrap();
    let profile = store.profile(1e12).unwrap();
    store
        .set_profile(profile.id, Some("Ada"), Some(Experience::AtHome))
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

/// What is told the person of a damaged store.
fn told(store: &Store) -> Option<Rescue> {
    store.rescue(store.profile(2e12).unwrap().id).unwrap()
}

fn raw(path: &Path) -> Option<RawFiles> {
    let main = Box::new(std::fs::File::open(path).ok()?);
    Some(RawFiles { main, wal: None })
}

#[test]
fn a_damaged_store_is_set_aside_and_what_can_be_read_is_saved() {
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
        // It is told until it was answered.
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
fn where_nothing_can_be_renamed_a_new_store_begins_beside_the_damaged_one() {
    let folder = Folder::new("rescue-beside");
    let whole = std::fs::read(filled(&folder)).unwrap();
    let mut bytes = whole.clone();
    let from = whole.len() / 4096 / 2;
    bytes[from * 4096..(from + 10) * 4096].fill(0xA5);
    std::fs::write(folder.file(), &bytes).unwrap();
    // One that was begun and not finished is as good as none.
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
    // From then on the new one is the store.
    let again = Store::open_beside_damaged(folder.file(), raw).unwrap();
    assert_eq!(told(&again), Some(rescue.clone()));
    assert_eq!(games(&again), rescue.games);
    drop(again);
    // A file that is no database at all leaves nothing, and is no reason to stop.
    std::fs::write(folder.file().with_file_name("store-2.db"), b"no database at all").unwrap();
    let third = Store::open_beside_damaged(folder.file(), raw).unwrap();
    assert_eq!((told(&third).unwrap().games, games(&third)), (0, 0));
    assert!(folder.file().with_file_name("store-3.db").exists());
}

#[test]
fn a_rescue_that_was_stopped_between_the_two_names_goes_on() {
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
fn moves_that_are_only_in_the_log_are_saved_too() {
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
    // As a machine that stops leaves them: the log was never brought into the file.
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
fn where_no_new_store_can_be_written_it_is_in_memory() {
    let folder = Folder::new("rescue-full");
    let mut bytes = std::fs::read(filled(&folder)).unwrap();
    bytes[40..60].fill(0xFF);
    let from = bytes.len() / 2;
    bytes[from..from + 40_960].fill(0);
    std::fs::write(folder.file(), &bytes).unwrap();
    // A folder in its place is as good as a full disk, and stops root too.
    std::fs::create_dir_all(folder.0.join("store.db.rescued/in the way")).unwrap();
    let store = Store::open_or_rescue(folder.file()).unwrap();
    let rescue = told(&store).unwrap();
    assert!(!store.kept() && rescue.games > 1_000, "{rescue:?}");
    assert_eq!(rescue.aside, folder.file());
    assert_eq!(std::fs::read(folder.file()).unwrap(), bytes);
}

/// The pages whose rows have a text.
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
fn a_table_brings_back_what_another_has_lost() {
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
    // The inner pages lead to the leaves; without them every leaf is found by its rows.
    let (store, rescue, _) = without(&[game, tree]);
    assert_eq!(
        (rescue.games, rescue.moves_only, rescue.names_only),
        (2_001, 0, 0)
    );
    assert_eq!(
        store.body(2).unwrap().unwrap().tags,
        [("Site".into(), "a place with a name".into())]
    );
    // A person, known by the games alone.
    let (_, rescue, person) = without(&[profile]);
    assert_eq!((rescue.games, person.name.as_str()), (2_001, "Ada"));
    assert!(person.experience.is_some(), "nothing is asked that is known");
    // The name of the game that is played, from the index or from the moves.
    let (store, rescue, _) = without(&[variant]);
    assert_eq!(
        (rescue.games, store.variants().unwrap()),
        (2_001, vec!["international".into()])
    );
    // The list of tables itself, and a table of one page.
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
    // What is not damaged is never set aside.
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

#[test]
fn an_import_into_a_busy_store_says_so() {
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

/// A backup's text.
fn backup(store: &Store) -> String {
    let (mut backup, mut text) = (Backup::new(9.0), String::new());
    while !backup.step(store, &mut text).unwrap() {}
    text
}

#[test]
fn a_backup_holds_all_that_was_learned_and_trained() {
    let mut store = Store::in_memory().unwrap();
    let me = store.profile(1.0).unwrap().id;
    let step = StepDone {
        step: "corner".into(),
        mistakes: 1,
        hints: 2,
    };
    store.step_done(me, "board", &step, 2.0).unwrap();
    store.lesson_repeated(me, "board", 3.0).unwrap();
    store.keep_lesson("mine", "id = \"mine\"", 4.0).unwrap();
    let attempt = Attempt {
        solved: false,
        shown: true,
        hints: 1,
    };
    let rating = |rating| Rating {
        rating,
        deviation: 300.5,
        volatility: 0.06,
    };
    let review = Review {
        due: 9.0,
        last: 5.0,
        stability: 1.5,
        difficulty: 7.25,
        times: 1,
        lapses: 0,
    };
    let change = Change {
        rated: Some(("puzzle:international", rating(1400.5), rating(1099.5))),
        review: Some(("international", review)),
    };
    store.add_attempt(me, "birch", attempt, &change, 5.0).unwrap();
    store.keep_streak(me, "international", 7).unwrap();
    let set = store.set_named(me, "international", "Club", 6.0).unwrap();
    let entry = InSet {
        puzzle: "0abc".into(),
        record: "0abc\t…".into(),
        white: "Ann".into(),
        black: "Ben".into(),
        ply: Some(4),
        missed: true,
    };
    store.put_in_set(set, &entry).unwrap();

    let text = backup(&store);
    // Form 4, to the letter: what is written today is read for good.
    let lines = r#"{"damier":{"version":4,"at":9}}
{"profile":{"id":1,"name":"","colour":0,"experience":null,"created":1,"used":1}}
{"lessonStep":{"profile":1,"lesson":"board","step":"corner","mistakes":1,"hints":2,"done":2}}
{"puzzleAttempt":{"profile":1,"puzzle":"birch","solved":false,"shown":true,"hints":1,"at":5,"rating":1400.5}}
{"rating":{"profile":1,"kind":"puzzle:international","rating":1400.5,"deviation":300.5,"volatility":0.06,"updated":5}}
{"puzzleReview":{"profile":1,"puzzle":"birch","variant":"international","due":9,"last":5,"stability":1.5,"difficulty":7.25,"times":1,"lapses":0}}
{"puzzleInSet":{"profile":1,"variant":"international","set":"Club","made":6,"puzzle":"0abc","record":"0abc\t…","white":"Ann","black":"Ben","ply":4,"missed":true}}
{"puzzleRating":{"puzzle":"birch","rating":1099.5,"deviation":300.5,"volatility":0.06}}
{"puzzleStreak":{"profile":1,"variant":"international","best":7}}
{"lessonReview":{"profile":1,"lesson":"board","times":1,"done":3}}
{"ownLesson":{"lesson":"mine","source":"id = \"mine\"","added":4}}
{"end":{"lines":10}}
"#;
    assert_eq!(text, lines);
    let mut other = Store::in_memory().unwrap();
    other.profile(1.0).unwrap();
    for _ in 0..2 {
        let mut restore = Restore::default();
        restore.push(&mut other, &text, true).unwrap();
        // What the checker of lessons passes; here it is anything.
        for lesson in restore.lessons().drain(..) {
            other.add_lesson("mine", &lesson).unwrap();
        }
        assert_eq!(backup(&other), text);
    }
    let me = other.profile(1.0).unwrap().id;
    assert_eq!(other.steps_done(me, "board").unwrap(), [step]);
    assert_eq!(other.lesson_times(me, "board").unwrap(), Some((3.0, 1)));
    assert_eq!(other.own_lessons().unwrap()[0].0, "mine");
    assert_eq!(other.puzzle_attempts(me).unwrap()[0].rating, Some(1400.5));
    assert_eq!(other.puzzle_rating("birch").unwrap(), Some(rating(1099.5)));
    assert_eq!(other.best_streak(me, "international").unwrap(), 7);
    assert_eq!(other.own_puzzles(me, "international").unwrap(), ["0abc"]);
    // A backup of the form before knew less.
    let older = text
        .replace("\"version\":4", "\"version\":2")
        .replace("\"white\":\"Ann\",\"black\":\"Ben\"", "\"title\":\"Ann – Ben\"")
        .replace(",\"rating\":1400.5}", "}");
    let older: Vec<&str> = older
        .lines()
        .filter(|line| !line.contains("puzzleStreak"))
        .collect();
    let count = format!("\"lines\":{}", older.len() - 2);
    let older = older
        .join("\n")
        .replace(&format!("\"lines\":{}", older.len() - 1), &count);
    let mut third = Store::in_memory().unwrap();
    Restore::default().push(&mut third, &older, true).unwrap();
    let me = third.profile(1.0).unwrap().id;
    assert_eq!(third.puzzle_attempts(me).unwrap()[0].rating, None);
    assert_eq!(third.own_puzzles(me, "international").unwrap(), ["0abc"]);
}

/// A backup of so many settings, each a line; lines may be put in place of others, 1 the first.
fn restored_with(lines: u32, put: &[(usize, &str)]) -> (Store, Restored, Vec<LineProblem>) {
    let mut text: Vec<String> = vec![
        "{\"damier\":{\"version\":4,\"at\":1}}".into(),
        "{\"profile\":{\"id\":1,\"name\":\"Ada\",\"colour\":0,\"experience\":null,\"created\":1,\"used\":1}}"
            .into(),
    ];
    text.extend(
        (0..lines).map(|key| format!("{{\"setting\":{{\"profile\":1,\"key\":\"k{key}\",\"value\":\"v\"}}}}")),
    );
    text.push(format!("{{\"end\":{{\"lines\":{}}}}}", lines + 1));
    for (line, instead) in put {
        text[line - 1] = (*instead).to_owned();
    }
    let mut store = Store::in_memory().unwrap();
    let mut restore = Restore::default();
    restore.push(&mut store, &text.join("\n"), true).unwrap();
    let problems = restore.problems().to_vec();
    (store, restore.restored(), problems)
}

#[test]
fn a_line_that_cannot_be_read_is_told_and_the_others_come_in() {
    for (line, fault, says) in [
        (
            r#"{"setting":{"profile":1,"key":7,"value":"x"}}"#,
            LineFault::Form,
            "\"key\"",
        ),
        (
            r#"{"setting":{"profile":1,"key":"x"}}"#,
            LineFault::Form,
            "\"value\"",
        ),
        (
            r#"{"rating":{"profile":1,"kind":"x","rating":"high","deviation":1,"volatility":1,"updated":1}}"#,
            LineFault::Form,
            "\"rating\"",
        ),
        (r#"{"nothing":{}}"#, LineFault::Form, "\"nothing\""),
        (
            r#"{"end":{"lines":0},"game":1}"#,
            LineFault::Form,
            "more than one",
        ),
        ("{}", LineFault::Form, "nothing is in it"),
        ("[1]", LineFault::Form, "one entry"),
        ("nonsense", LineFault::Unreadable, ""),
        ("{\"setting\":{\"profile\":1,\"k", LineFault::Unreadable, ""),
        (
            &format!("{{\"game\":{}", "[".repeat(1 << 20)),
            LineFault::Unreadable,
            "",
        ),
        (
            &format!("{{\"setting\":{}", "{\"a\":".repeat(1 << 20)),
            LineFault::Unreadable,
            "",
        ),
    ] {
        let (store, restored, problems) = restored_with(20, &[(7, line)]);
        let me = store.profile(2.0).unwrap();
        assert_eq!(
            (me.name.as_str(), store.settings(me.id).unwrap().len()),
            ("Ada", 19),
            "{line:.80}"
        );
        assert_eq!(
            (restored.bad, restored.missing, restored.ended),
            (1, 0, true),
            "{line:.80}"
        );
        assert_eq!((problems[0].line, problems[0].fault), (7, fault), "{line:.80}");
        assert!(
            problems[0].what.contains(says),
            "{line:.80}: {}",
            problems[0].what
        );
    }
}

#[test]
fn the_first_line_the_person_and_the_end_may_be_the_damaged_one() {
    let (store, restored, _) = restored_with(20, &[(1, "{\"damXier\":{}}")]);
    let me = store.profile(2.0).unwrap();
    assert_eq!(
        (
            store.settings(me.id).unwrap().len(),
            restored.bad,
            restored.missing
        ),
        (20, 1, 0)
    );
    // What a person without a line of its own has kept is not lost.
    let (store, restored, problems) = restored_with(20, &[(2, "{\"profile\":{\"id\":1,\"na")]);
    let me = store.profile(2.0).unwrap();
    assert_eq!((store.settings(me.id).unwrap().len(), restored.bad), (20, 1));
    assert_eq!(problems[0].line, 2);
    let (_, restored, _) = restored_with(20, &[(23, "{\"end\":")]);
    assert_eq!((restored.bad, restored.ended), (1, false));
    // A line that the store's own keys forbid leaves nothing behind.
    let game = |tree: &str| {
        format!(
            r#"{{"game":{{"variant":"international","white":"A","black":"B","event":"","date":0,"result":0,"plies":1,"opening":0,"ending":0,"annotated":false,"fingerprint":1,"created":1,"updated":1,"start":null,"tree":"{tree}","tags":[],"note":null,"collections":[],"play":null}}}}"#
        )
    };
    let (store, restored, problems) = restored_with(3, &[(3, &game("ASAc")), (4, &game("!"))]);
    assert_eq!(
        (restored.games, restored.bad, problems[0].fault),
        (1, 1, LineFault::Moves)
    );
    assert_eq!(store.index_state().unwrap().games, 1);
}

#[test]
fn what_has_no_line_of_a_backup_is_none() {
    for text in ["hello\n", "", "[White \"A\"]\n1. 32-28 *\n", "{\"games\":[]}\n"] {
        let mut store = Store::in_memory().unwrap();
        let error = Restore::default().push(&mut store, text, true).unwrap_err();
        assert!(matches!(error, StoreError::NoBackup), "{error:?}");
    }
}

/// Parts without an end of a line: before memory runs full they are passed over, and each part is read once.
#[test]
fn a_line_without_an_end_is_passed_over() {
    let part = "x".repeat(64 << 10);
    let mut store = Store::in_memory().unwrap();
    let mut restore = Restore::default();
    let refused = (1..).find(|_| restore.push(&mut store, &part, false).is_err());
    assert_eq!(
        refused,
        Some(2),
        "what does not begin as a backup is read no further"
    );
    let mut restore = Restore::default();
    restore
        .push(&mut store, "{\"damier\":{\"version\":4,\"at\":1}}\n", false)
        .unwrap();
    for _ in 0..(64 << 20) / part.len() + 2 {
        restore.push(&mut store, &part, false).unwrap();
    }
    restore
        .push(&mut store, "\n{\"end\":{\"lines\":1}}\n", true)
        .unwrap();
    assert_eq!(restore.problems()[0].fault, LineFault::TooLong);
    assert_eq!((restore.restored().bad, restore.restored().missing), (1, 0));
}
