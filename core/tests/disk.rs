//! The app on a disk that refuses: full, read-only, removed, changed by others. Tests mount small real disks in their
//! own namespace; where the system forbids that, they report it and pass.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
#[path = "../store/tests/folder/mod.rs"]
mod folder;

use damier_core::{App, Assets};
use damier_store::{Duplicates, Import, Store, StoreError};
use folder::Folder;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const NOW: f64 = 1e12;

/// Runs `work` on a disk of 1 MB, by running the named test again in a namespace if possible.
fn on_a_small_disk(test: &str, work: impl FnOnce(&Path)) {
    if let Some(disk) = std::env::var_os("DRAUGHTS_DISK") {
        return work(Path::new(&disk));
    }
    let folder = Folder::new(test);
    let script = "mount -t tmpfs -o size=1m draughts \"$1\" || exit 99; DRAUGHTS_DISK=$1 exec \"$2\" --exact \"$3\" --nocapture";
    let again = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script, "sh"])
        .arg(&folder.0)
        .arg(std::env::current_exe().unwrap())
        .arg(test)
        .output();
    let Ok(again) = again else {
        return eprintln!("{test}: not run, there is no unshare");
    };
    let told = String::from_utf8_lossy(&again.stderr);
    if again.status.code() == Some(99) || told.contains("unshare failed") {
        return eprintln!("{test}: not run, no disk of its own is allowed here: {told}");
    }
    let passed = String::from_utf8_lossy(&again.stdout);
    assert!(
        again.status.success() && passed.contains("1 passed"),
        "{told}\n{passed}"
    );
}

/// Fills the disk until it is dropped.
struct Filled(PathBuf);

impl Filled {
    fn disk(folder: &Path) -> Self {
        let path = folder.join("filler");
        let mut file = File::create(&path).unwrap();
        while file.write_all(&[1; 4096]).is_ok() {}
        Self(path)
    }
}

impl Drop for Filled {
    fn drop(&mut self) {
        fs::remove_file(&self.0).unwrap();
    }
}

fn remount(disk: &Path, how: &str) {
    let done = Command::new("mount")
        .args(["-o", &format!("remount,{how}")])
        .arg(disk)
        .status();
    assert!(done.unwrap().success());
}

/// Opens the app as the window does.
fn opened(file: &Path) -> App {
    let store = Store::open_or_rescue(file)
        .or_else(|why| Store::in_place_of(file, why))
        .unwrap();
    App::going_on(store, Assets::bundled(), NOW).unwrap()
}

fn call(app: &mut App, name: &str, params: Value) -> Result<Value, String> {
    let reply = app.call(name, &params.to_string(), NOW);
    let kind = |error: damier_core::ApiError| json!(error.kind).as_str().unwrap().to_owned();
    Ok(serde_json::from_str(&reply.map_err(kind)?).unwrap())
}

fn new_game(app: &mut App) -> Result<Value, String> {
    let players = json!({"variant": "international", "white": {"kind": "human"}, "black": {"kind": "human"}, "handicap": {"white": 0, "black": 0}});
    call(app, "newGame", players)
}

/// Plays the first legal move; returns the game after it.
fn play(app: &mut App, game: &Value) -> Result<Value, String> {
    let path = &game["position"]["legal"][0]["routes"][0];
    call(
        app,
        "playMove",
        json!({"game": game["id"], "ply": game["ply"], "path": path}),
    )
}

/// Plays until the disk refuses; returns the game as it stood, and the error.
fn play_on(app: &mut App, mut game: Value) -> (Value, String) {
    for _ in 0..400 {
        if !game["outcome"].is_null() {
            game = new_game(app).unwrap();
        }
        match play(app, &game) {
            Ok(next) => game = next,
            Err(why) => return (game, why),
        }
    }
    panic!("the disk never refused");
}

fn unkept(app: &mut App) -> (Value, Value) {
    let home = call(app, "home", json!({})).unwrap();
    (home["storage"].clone(), home["unkept"]["why"].clone())
}

/// Writes a file with a game of three moves, and closes it.
fn begun(file: &Path) -> Value {
    let mut app = opened(file);
    let mut game = new_game(&mut app).unwrap();
    for _ in 0..3 {
        game = play(&mut app, &game).unwrap();
    }
    game
}

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = names
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_read_only_store_is_reported() {
    let folder = Folder::new("only-read");
    let file = folder.file();
    begun(&file);
    let mut app = App::new(Store::open_to_read(&file).unwrap(), Assets::bundled(), NOW).unwrap();
    assert_eq!(unkept(&mut app), (json!("readOnly"), Value::Null));
}

#[test]
fn a_closed_store_is_one_file() {
    let folder = Folder::new("closed");
    let file = folder.file();
    begun(&file);
    assert_eq!(files(&folder.0), ["store.db"]);
    // The file alone holds the games.
    let copy = folder.0.join("copy.db");
    fs::copy(&file, &copy).unwrap();
    let home = call(&mut opened(&copy), "home", json!({})).unwrap();
    assert_eq!(home["current"]["ply"], 3);
}

#[test]
fn a_disk_that_fills_up_during_a_game_loses_nothing() {
    on_a_small_disk("a_disk_that_fills_up_during_a_game_loses_nothing", |disk| {
        let file = disk.join("store.db");
        let mut app = opened(&file);
        let game = new_game(&mut app).unwrap();
        let game = play(&mut app, &game).unwrap();
        let filled = Filled::disk(disk);
        let (game, why) = play_on(&mut app, game);
        assert_eq!(why, "full");
        let keeping = call(&mut app, "goOnInMemory", json!({"why": why})).unwrap();
        assert_eq!(
            (&keeping["storage"], &keeping["unkept"]["unsaved"]),
            (&json!("memory"), &json!(false))
        );
        let mut game = play(&mut app, &game).unwrap();
        for _ in 0..5 {
            game = play(&mut app, &game).unwrap();
        }
        // The disk is still full.
        let keeping = call(&mut app, "keepAgain", json!({})).unwrap();
        assert_eq!(
            (&keeping["unkept"]["why"], &keeping["unkept"]["unsaved"]),
            (&json!("full"), &json!(true))
        );
        game = play(&mut app, &game).unwrap();
        drop(filled);
        let keeping = call(&mut app, "keepAgain", json!({})).unwrap();
        assert_eq!(
            (&keeping["storage"], &keeping["unkept"], &keeping["merged"]),
            (&json!("kept"), &Value::Null, &json!(false))
        );
        // Play continues in the file, with the same id.
        game = play(&mut app, &game).unwrap();
        drop(app);
        assert_eq!(files(disk), ["store.db"]);
        let again = call(&mut opened(&file), "game", json!({})).unwrap();
        assert_eq!((&again["id"], &again["moves"]), (&game["id"], &game["moves"]));
    });
}

#[test]
fn a_disk_that_is_full_at_startup_shows_the_games_and_allows_play() {
    on_a_small_disk(
        "a_disk_that_is_full_at_startup_shows_the_games_and_allows_play",
        |disk| {
            let file = disk.join("store.db");
            let game = begun(&file);
            let filled = Filled::disk(disk);
            assert!(matches!(Store::open(&file), Err(StoreError::Full(_))));
            let mut app = opened(&file);
            assert_eq!(unkept(&mut app), (json!("memory"), json!("full")));
            let game = play(&mut app, &game).unwrap();
            drop(filled);
            call(&mut app, "keepAgain", json!({})).unwrap();
            assert_eq!(unkept(&mut app), (json!("kept"), Value::Null));
            drop(app);
            let again = call(&mut opened(&file), "game", json!({})).unwrap();
            assert_eq!(again["moves"], game["moves"]);

            // The same without an earlier file.
            let other = disk.join("new").join("store.db");
            let filled = Filled::disk(disk);
            let mut app = opened(&other);
            let game = new_game(&mut app).unwrap();
            play(&mut app, &game).unwrap();
            drop(filled);
            let keeping = call(&mut app, "keepAgain", json!({})).unwrap();
            assert_eq!(keeping["storage"], "kept", "{keeping}");
            drop(app);
            assert_eq!(call(&mut opened(&other), "game", json!({})).unwrap()["ply"], 1);
        },
    );
}

#[test]
fn a_damaged_store_on_a_full_disk_is_read_into_memory() {
    on_a_small_disk("a_damaged_store_on_a_full_disk_is_read_into_memory", |disk| {
        let file = disk.join("store.db");
        let game = begun(&file);
        let mut bytes = fs::read(&file).unwrap();
        // SQLite does not accept the header; the rows are intact.
        bytes[40..60].fill(0xFF);
        fs::write(&file, &bytes).unwrap();
        let _filled = Filled::disk(disk);
        let mut app = opened(&file);
        let home = call(&mut app, "home", json!({})).unwrap();
        assert_eq!(
            (&home["storage"], &home["rescue"]["games"]),
            (&json!("memory"), &json!(1))
        );
        assert_eq!(
            play(&mut app, &game).unwrap()["ply"],
            game["ply"].as_u64().unwrap() + 1
        );
        assert_eq!(fs::read(&file).unwrap(), bytes);
        // A partial store is removed.
        assert!(!disk.join("store.db.rescued").exists());
    });
}

#[test]
fn a_read_only_disk_shows_the_games_and_allows_play() {
    on_a_small_disk("a_read_only_disk_shows_the_games_and_allows_play", |disk| {
        let file = disk.join("store.db");
        // As after a crash: the journal alone holds the last moves.
        let mut crashed = opened(&file);
        let mut game = new_game(&mut crashed).unwrap();
        for _ in 0..3 {
            game = play(&mut crashed, &game).unwrap();
        }
        let left = disk.join("left.db");
        fs::copy(&file, &left).unwrap();
        fs::copy(disk.join("store.db-wal"), disk.join("left.db-wal")).unwrap();
        drop(crashed);
        remount(disk, "ro");
        for file in [&file, &left] {
            assert!(matches!(Store::open(file), Err(StoreError::ReadOnly(_))));
            let store = Store::open_to_read(file).unwrap();
            let mut app = App::new(store, Assets::bundled(), NOW).unwrap();
            let game = call(&mut app, "game", json!({"id": game["id"]})).unwrap();
            assert_eq!(game["ply"], 3);
            assert_eq!(play(&mut app, &game).unwrap_err(), "readOnly");
            let found = call(&mut app, "findGames", json!({"filter": {}, "order": "added"})).unwrap();
            assert_eq!((&found["found"], &found["done"]), (&json!(1), &json!(true)));
            let text = call(&mut app, "beginExport", json!({"format": "pdn"})).unwrap();
            assert!(text["text"].as_str().unwrap().contains("1. "), "{text}");

            let mut window = opened(file);
            assert_eq!(unkept(&mut window), (json!("memory"), json!("readOnly")));
            play(&mut window, &game).unwrap();
        }
        remount(disk, "rw");
        let mut window = opened(&file);
        assert_eq!(unkept(&mut window), (json!("kept"), Value::Null));
    });
}

#[test]
fn a_removed_file_is_written_again_and_a_removed_folder_is_not() {
    let folder = Folder::new("gone");
    let inner = folder.0.join("inner");
    fs::create_dir(&inner).unwrap();
    let file = inner.join("store.db");
    let game = begun(&file);
    let mut app = opened(&file);
    fs::remove_file(&file).unwrap();
    assert_eq!(play(&mut app, &game).unwrap_err(), "gone");
    call(&mut app, "goOnInMemory", json!({"why": "gone"})).unwrap();
    let game = play(&mut app, &game).unwrap();
    let keeping = call(&mut app, "keepAgain", json!({})).unwrap();
    assert_eq!(
        (&keeping["storage"], &keeping["merged"]),
        (&json!("kept"), &json!(false))
    );
    drop(app);
    let mut app = opened(&file);
    assert_eq!(call(&mut app, "game", json!({})).unwrap()["moves"], game["moves"]);

    fs::rename(&inner, folder.0.join("elsewhere")).unwrap();
    assert_eq!(play(&mut app, &game).unwrap_err(), "gone");
    call(&mut app, "goOnInMemory", json!({"why": "gone"})).unwrap();
    let game = play(&mut app, &game).unwrap();
    let keeping = call(&mut app, "keepAgain", json!({})).unwrap();
    assert_eq!(
        (&keeping["storage"], &keeping["unkept"]["why"]),
        (&json!("memory"), &json!("gone"))
    );
    assert!(!inner.exists(), "a disk that was taken away is not made up for");
    fs::rename(folder.0.join("elsewhere"), &inner).unwrap();
    assert_eq!(call(&mut app, "keepAgain", json!({})).unwrap()["storage"], "kept");
    drop(app);
    assert_eq!(
        call(&mut opened(&file), "game", json!({})).unwrap()["moves"],
        game["moves"]
    );
}

#[test]
fn rows_written_by_another_window_stay() {
    let folder = Folder::new("merged");
    let file = folder.file();
    let game = begun(&file);
    let mut app = opened(&file);
    call(&mut app, "goOnInMemory", json!({"why": "full"})).unwrap();
    let mut ours = new_game(&mut app).unwrap();
    for _ in 0..2 {
        ours = play(&mut app, &ours).unwrap();
    }
    // The other window plays as many games.
    let mut other = opened(&file);
    let theirs = new_game(&mut other).unwrap();
    let theirs = play(&mut other, &theirs).unwrap();
    assert_eq!(theirs["id"], ours["id"]);
    let keeping = call(&mut app, "keepAgain", json!({})).unwrap();
    assert_eq!(
        (&keeping["storage"], &keeping["merged"]),
        (&json!("kept"), &json!(true))
    );
    let found = call(&mut app, "findGames", json!({"filter": {}, "order": "added"})).unwrap();
    assert_eq!(found["found"], 3);
    let held = |app: &mut App, id: &Value| call(app, "game", json!({"id": id})).unwrap()["ply"].clone();
    assert_eq!(
        (held(&mut app, &game["id"]), held(&mut app, &theirs["id"])),
        (json!(3), json!(1))
    );
    let current = call(&mut app, "game", json!({"id": ours["id"].as_i64().unwrap() + 1})).unwrap();
    assert_eq!(current["moves"], ours["moves"]);
}

#[test]
fn an_import_blocked_by_another_accepts_the_same_bytes_again() {
    let folder = Folder::new("turn");
    let file = folder.file();
    let mut one = Store::open(&file).unwrap();
    let mut import = Import::begin(&one, "a.pdn", Duplicates::Keep, None, NOW).unwrap();
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let games = b"[White \"Ann\"]\n1. 32-28 19-23 *\n";
    let busy = import.push(&mut one, games, true, NOW).unwrap_err();
    assert!(matches!(busy, StoreError::Busy), "{busy:?}");
    other.execute_batch("COMMIT").unwrap();
    import.push(&mut one, games, true, NOW).unwrap();
    assert_eq!(
        (
            import.report().games,
            import.report().stored,
            import.report().read
        ),
        (1, 1, games.len() as u64)
    );
}
