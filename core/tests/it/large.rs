//! Damage that opening does not find: in the bulk of a store of more than 64 MB, in a byte of text, in a number. A
//! call or the background check finds it, and the store is rescued as at startup.
use crate::folder::Folder;
use damier_core::{App, Assets};
use damier_store::{
    Attempt, Duplicates, GameStart, Import, InSet, PuzzleFacts, Rated, Rating, RawFiles, Reopened, Rescue,
    StepDone, Store, StoreError,
};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

const PAGE: usize = 4096;
const NOW: f64 = 1e12;

fn start(profile: i64) -> GameStart {
    GameStart {
        profile,
        variant: "international".into(),
        start_fen: "W:W31-50:B1-20".into(),
        white_level: None,
        black_level: Some("3b".into()),
        removed: Vec::new(),
        terms: None,
        tags: Vec::new(),
        letter: None,
    }
}

/// A store with games and all other kinds of rows.
fn lived_in(file: &Path) -> Store {
    let mut store = Store::open(file).unwrap();
    let profile = store.profile(NOW).unwrap().id;
    store.set_profile(profile, Some("Ada"), None, None).unwrap();
    let done = StepDone {
        step: "first".into(),
        mistakes: 1,
        hints: 0,
    };
    store.step_done(profile, "board", &done, NOW).unwrap();
    let rating = Rating {
        rating: 1500.0,
        deviation: 100.0,
        volatility: 0.06,
    };
    let facts = PuzzleFacts {
        variant: "international".into(),
        idea: "mazette".into(),
        strength: 900.0,
        pattern: 5,
    };
    let rated = Rated {
        kind: "puzzle:international",
        person: rating,
        puzzle: rating,
    };
    let attempt = Attempt {
        solved: false,
        shown: true,
        hints: 1,
    };
    store
        .add_attempt(profile, "a-puzzle", attempt, &facts, Some(rated), NOW)
        .unwrap();
    store.keep_streak(profile, "international", 12).unwrap();
    let set = store.set_named(profile, "international", "mine", NOW).unwrap();
    let entry = InSet {
        puzzle: "a-puzzle".into(),
        record: "its line".into(),
        white: "Ada".into(),
        black: "Ben".into(),
        ply: Some(7),
        missed: true,
    };
    store.put_in_set(set, &entry).unwrap();
    store
        .keep_lesson("own", "the words of a lesson of one's own", NOW)
        .unwrap();
    let mut import = Import::begin(&store, "x.pdn", Duplicates::Keep, None, NOW).unwrap();
    let text: String = (0..400)
        .map(|n| format!("[White \"W{n}\"]\n1. 32-28 {{comment {n}.}} 19-23 2. 28x19 14x23 *\n\n"))
        .collect();
    import.push(&mut store, text.as_bytes(), true, NOW).unwrap();
    store
}

/// Writes the same store, too large to be checked when it is opened; returns its bytes.
fn large(file: &Path) -> Vec<u8> {
    static LARGE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let folder = Folder::new("large");
        let mut store = lived_in(&folder.file());
        for _ in 0..66 {
            let mut game = store.add_game(start(1), vec![1], NOW).unwrap();
            (game.tree, game.ply) = ([&[1, 32, 28, 19, 23][..], &vec![0; 1 << 20][..]].concat(), 2);
            store.save_game(&mut game).unwrap();
        }
        drop(store);
        fs::read(folder.file()).unwrap()
    });
    assert!(LARGE.len() > 16_384 * PAGE);
    fs::write(file, &*LARGE).unwrap();
    LARGE.clone()
}

/// Last place of a text in a file.
fn place(bytes: &[u8], text: &str) -> usize {
    let text = text.as_bytes();
    bytes
        .windows(text.len())
        .rposition(|found| found == text)
        .unwrap()
}

/// Zeroes the page that holds a text.
fn zero(bytes: &mut [u8], text: &str) {
    let page = place(bytes, text) / PAGE;
    bytes[page * PAGE..(page + 1) * PAGE].fill(0);
}

fn opened(file: &Path) -> App {
    App::new(Store::open_or_rescue(file).unwrap(), Assets::bundled(), NOW).unwrap()
}

fn call(app: &mut App, name: &str, params: Value, now: f64) -> Result<Value, String> {
    let reply = app.call(name, &params.to_string(), now);
    let kind = |error: damier_core::ApiError| json!(error.kind).as_str().unwrap().to_owned();
    Ok(serde_json::from_str(&reply.map_err(kind)?).unwrap())
}

/// Number of steps until the check is done, or the error.
fn check(app: &mut App) -> Result<u32, String> {
    for steps in 1.. {
        if call(app, "checkStep", json!({}), NOW)?["done"] == true {
            return Ok(steps);
        }
    }
    unreachable!("a check ends")
}

fn told(app: &mut App) -> Value {
    call(app, "home", json!({}), NOW).unwrap()["rescue"].clone()
}

fn damaged_files(folder: &Folder) -> usize {
    let files = fs::read_dir(&folder.0).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| name.contains(".damaged-") && !name.ends_with("-wal") && !name.ends_with("-shm"))
        .count()
}

#[test]
fn damage_in_a_large_store_is_rescued_when_a_call_meets_it() {
    let folder = Folder::new("large-call");
    let mut bytes = large(&folder.file());
    zero(&mut bytes, "comment 100.");
    fs::write(folder.file(), &bytes).unwrap();
    let mut app = opened(&folder.file());
    assert_eq!(told(&mut app), Value::Null, "opening does not read that far");
    let id = 101;
    assert_eq!(
        call(&mut app, "libraryGame", json!({"id": id}), NOW),
        Err("rescued".into())
    );
    let rescue = told(&mut app);
    let aside = rescue["file"].as_str().unwrap();
    assert!(aside.ends_with("store.db.damaged-1"), "{rescue}");
    assert!(fs::read(aside).unwrap() == bytes, "it lies there as it was found");
    assert!(
        rescue["games"].as_u64().unwrap() >= 466 && rescue["namesOnly"].as_u64().unwrap() > 0,
        "{rescue}"
    );
    // The rest of the game is shown, and other games are intact.
    assert!(call(&mut app, "libraryGame", json!({"id": id}), NOW).is_ok());
    let other = call(&mut app, "libraryGame", json!({"id": 390}), NOW).unwrap();
    assert!(other.to_string().contains("comment 389."), "{other}");
    drop(app);
    assert!(Store::open(folder.file()).unwrap().rescue(1).unwrap().is_some());

    // Damage found again within ten minutes is reported as such: the disk damages everything saved on it.
    let mut bytes = fs::read(folder.file()).unwrap();
    zero(&mut bytes, "comment 200.");
    fs::write(folder.file(), &bytes).unwrap();
    let mut app = opened(&folder.file());
    let mut meet = |id: u32, now: f64| call(&mut app, "libraryGame", json!({"id": id}), now);
    assert_eq!(meet(201, NOW), Err("rescued".into()));
    let mut again = fs::read(folder.file()).unwrap();
    zero(&mut again, "comment 300.");
    fs::write(folder.file(), &again).unwrap();
    assert_eq!(meet(301, NOW + 1_000.0), Err("damaged".into()));
    assert_eq!(damaged_files(&folder), 2);
    assert_eq!(meet(301, NOW + 700_000.0), Err("rescued".into()));
    assert_eq!(damaged_files(&folder), 3);
}

#[test]
fn the_background_check_finds_damage_in_a_large_store() {
    let folder = Folder::new("large-check");
    let mut bytes = large(&folder.file());
    let mut app = opened(&folder.file());
    let steps = check(&mut app).unwrap();
    assert!(steps > 30, "a step takes in about a megabyte: {steps}");
    assert_eq!(check(&mut app), Ok(1), "once");
    assert_eq!(told(&mut app), Value::Null);
    drop(app);
    zero(&mut bytes, "comment 100.");
    fs::write(folder.file(), &bytes).unwrap();
    let mut app = opened(&folder.file());
    assert_eq!(check(&mut app), Err("rescued".into()));
    assert_eq!(told(&mut app)["file"], json!(folder.0.join("store.db.damaged-1")));
    assert!(check(&mut app).is_ok(), "what was saved is whole");
    drop(app);
    // A table of a later schema is checked before the file is opened.
    zero(&mut bytes, "the words of a lesson");
    fs::write(folder.file(), &bytes).unwrap();
    let store = Store::open_or_rescue(folder.file()).unwrap();
    assert!(store.rescue(1).unwrap().is_some());
}

/// As in a browser: the file keeps its name, and the app gets a function that reopens it.
#[test]
fn without_renaming_the_app_continues_in_a_new_file() {
    let folder = Folder::new("large-beside");
    let mut bytes = large(&folder.file());
    zero(&mut bytes, "comment 100.");
    fs::write(folder.file(), &bytes).unwrap();
    let raw = |path: &Path| {
        let main = Box::new(fs::File::open(path).ok()?);
        Some(RawFiles { main, wal: None })
    };
    let file = folder.file();
    let store = Store::open_beside_damaged(&file, raw).unwrap();
    let reopen = move || Store::reopen_beside_damaged(&file, raw);
    let mut app = App::new(store, Assets::bundled(), NOW)
        .unwrap()
        .reopening(Box::new(reopen));
    assert_eq!(check(&mut app), Err("rescued".into()));
    assert_eq!(told(&mut app)["file"], json!(folder.file()));
    assert!(fs::read(folder.file()).unwrap() == bytes);
    assert!(folder.0.join("store-2.db").exists());
    drop(app);
    // If it cannot be reopened, no call is answered from an empty store.
    let mut app = opened(&folder.0.join("store-2.db"));
    app = app.reopening(Box::new(|| Err(StoreError::Damaged("still".into()))));
    let mut bytes = fs::read(folder.0.join("store-2.db")).unwrap();
    zero(&mut bytes, "comment 200.");
    fs::write(folder.0.join("store-2.db"), &bytes).unwrap();
    assert_eq!(
        call(&mut app, "libraryGame", json!({"id": 201}), NOW),
        Err("damaged".into())
    );
    assert_eq!(call(&mut app, "home", json!({}), NOW), Err("damaged".into()));
}

#[test]
fn an_intact_store_reopens_without_a_rescue() {
    let folder = Folder::new("whole-after-all");
    drop(lived_in(&folder.file()));
    let Reopened { store, rescued } = Store::reopen(folder.file()).unwrap();
    assert!(!rescued && store.rescue(1).unwrap().is_none());
    assert_eq!(damaged_files(&folder), 0);
}

#[test]
fn invalid_utf_8_is_found_and_the_name_is_kept() {
    let folder = Folder::new("letter");
    drop(lived_in(&folder.file()));
    let bytes = fs::read(folder.file()).unwrap();
    let mut hit = bytes.clone();
    let places: Vec<usize> = (0..bytes.len() - 4)
        .filter(|at| bytes[*at..].starts_with(b"W123"))
        .collect();
    for at in places {
        hit[at] |= 0x80;
    }
    fs::write(folder.file(), &hit).unwrap();
    let mut app = opened(&folder.file());
    assert_eq!(told(&mut app), Value::Null);
    assert_eq!(check(&mut app), Err("rescued".into()));
    let found = call(&mut app, "libraryGame", json!({"id": 124}), NOW).unwrap();
    assert!(found.to_string().contains("123"), "{found}");
}

/// Sets the schema number in the file's header.
fn renumber(bytes: &[u8], to: u32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[60..64].copy_from_slice(&to.to_be_bytes());
    bytes
}

#[test]
fn a_damaged_schema_number_is_not_a_newer_version() {
    let folder = Folder::new("number");
    drop(lived_in(&folder.file()));
    let bytes = fs::read(folder.file()).unwrap();
    let newest = u32::from_be_bytes(bytes[60..64].try_into().unwrap());
    for bit in 0..32 {
        let said = newest ^ 1 << bit;
        let hit = renumber(&bytes, said);
        for file in fs::read_dir(&folder.0).unwrap() {
            fs::remove_file(file.unwrap().path()).unwrap();
        }
        fs::write(folder.file(), &hit).unwrap();
        let store = match Store::open_or_rescue(folder.file()) {
            // Only a version one or two ahead may have changed no table.
            Err(StoreError::FromNewerApp { found, .. }) => {
                assert!(found == said && said > newest && said <= newest + 3);
                assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
                continue;
            }
            opened => opened.unwrap(),
        };
        let rescue: Rescue = store
            .rescue(1)
            .unwrap()
            .unwrap_or_else(|| panic!("schema {said}"));
        assert_eq!((rescue.games, rescue.unreadable), (400, 0), "schema {said}");
        assert_eq!(fs::read(&rescue.aside).unwrap(), hit);
        let set = &store.puzzle_sets(1, "international").unwrap()[0];
        let entry = &store.in_set(set.id).unwrap()[0];
        assert_eq!(
            (entry.white.as_str(), entry.ply),
            ("Ada", Some(7)),
            "schema {said}"
        );
    }
    // A newer version has another table, or is only slightly newer.
    for (said, change) in [
        (newest + 1, "CREATE TABLE later (id INTEGER PRIMARY KEY)"),
        (newest + 1, ""),
    ] {
        fs::write(folder.file(), &bytes).unwrap();
        Connection::open(folder.file())
            .unwrap()
            .execute_batch(change)
            .unwrap();
        let file = renumber(&fs::read(folder.file()).unwrap(), said);
        fs::write(folder.file(), &file).unwrap();
        for file in fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().path()) {
            if file != folder.file() {
                fs::remove_file(file).unwrap();
            }
        }
        let opened = Store::open_or_rescue(folder.file());
        assert!(
            matches!(opened, Err(StoreError::FromNewerApp { .. })),
            "{opened:?}"
        );
        assert!(fs::read(folder.file()).unwrap() == file);
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    }
}

#[test]
fn impossible_numbers_of_the_progress_are_corrected() {
    let folder = Folder::new("progress");
    drop(lived_in(&folder.file()));
    let hit = Connection::open(folder.file()).unwrap();
    hit.execute_batch(
        "UPDATE lesson_step SET mistakes = 16385, done = 4503599627370496;
         UPDATE puzzle_streak SET best = 2147483660;
         UPDATE rating SET rating = 1e200;
         UPDATE puzzle_attempt SET at = -5, rating = -1e9, strength = 1e300;",
    )
    .unwrap();
    drop(hit);
    let mut app = opened(&folder.file());
    // Unreadable values are found; absurd ones are corrected.
    assert_eq!(check(&mut app), Err("rescued".into()));
    drop(app);
    let store = Store::open(folder.file()).unwrap();
    assert_eq!(store.steps_done(1, "board").unwrap()[0].mistakes, 0);
    assert!(store.lesson_worked_on(1, "board").unwrap().unwrap() <= 2e12);
    assert_eq!(store.best_streak(1, "international").unwrap(), 0);
    assert_eq!(store.rating(1, "puzzle:international").unwrap(), None);
    let attempt = &store.puzzle_attempts(1).unwrap()[0];
    assert_eq!((attempt.at, attempt.rating), (NOW, None));
    // The facts about its puzzle are looked up again.
    assert_eq!(store.unknown_puzzles(1).unwrap(), ["a-puzzle"]);
}
