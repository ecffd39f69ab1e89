//! Provokes each kind of failure and checks that it is reported as that kind.
use crate::folder::Folder;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use damier_core::{ApiError, App, Assets};
use damier_store::{Store, StoreError};
use draughts_lessons::SearchPending;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Kinds of the browser alone, where files are fetched; other hosts compile them in. Tested by offline.spec.ts.
const FETCHED: [&str; 1] = ["missing"];
/// Kinds of a real disk; disk.rs provokes each.
const OF_A_DISK: [&str; 4] = ["full", "readOnly", "denied", "gone"];
/// Kinds of an evening over a network, which the window translates from those of the host; its tests provoke each.
const OF_A_HOST: [&str; 1] = ["libraryTaken"];

struct TestApp(App);

impl TestApp {
    fn new() -> Self {
        Self(App::new(Store::in_memory().unwrap(), Assets::bundled(), 1e12).unwrap())
    }

    fn call(&mut self, name: &str, params: &Value) -> Value {
        serde_json::from_str(&self.0.call(name, &params.to_string(), 1e12).unwrap()).unwrap()
    }

    fn fails(&mut self, name: &str, params: &Value) -> ApiError {
        self.0.call(name, &params.to_string(), 1e12).unwrap_err()
    }

    fn game(&mut self) -> Value {
        let human = json!({"kind": "human"});
        let none = json!({"white": 0, "black": 0});
        let game = json!({"variant": "international", "white": human, "black": human, "handicap": none});
        self.call("newGame", &game)
    }

    /// Imports a file in one chunk.
    fn import(&mut self, bytes: &[u8]) -> Result<Value, ApiError> {
        let begun = self.call("beginImport", &json!({"name": "x"}));
        let chunk = json!({"import": begun["import"], "data": STANDARD.encode(bytes), "last": true});
        let reply = self.0.call("importChunk", &chunk.to_string(), 1e12)?;
        Ok(serde_json::from_str(&reply).unwrap())
    }

    fn restore(&mut self, text: &str) -> Result<Value, ApiError> {
        let begun = self.call("beginRestore", &json!({}));
        let chunk = json!({"restore": begun["restore"], "text": text, "last": true});
        let reply = self.0.call("restoreChunk", &chunk.to_string(), 1e12)?;
        Ok(serde_json::from_str(&reply).unwrap())
    }

    fn check(&mut self, wanted: &str, head: &[u8], bytes: u64) -> Result<String, ApiError> {
        let file = json!({"wanted": wanted, "head": STANDARD.encode(head), "bytes": bytes});
        self.0.call("checkFile", &file.to_string(), 1e12)
    }
}

fn word(error: &ApiError) -> String {
    serde_json::to_value(error.kind)
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01";
const BACKUP: &str = "{\"damier\":{\"version\":4,\"at\":1}}\n{\"end\":{\"lines\":0}}\n";
const LESSON: &str = "id = \"mine\"\nvariant = \"international\"\n";
const GAMES: &str = "[White \"Ada\"]\n\n1. 32-28 19-23 *\n";

/// Kinds provoked in the store.
fn of_the_store() -> Vec<String> {
    let folder = Folder::new("store");
    let mut told = Vec::new();
    let mut say = |error: StoreError| told.push(word(&error.into()));
    say(StoreError::Disk("the disk is gone".into()));
    drop(Store::open(folder.file()).unwrap());
    let other = Connection::open(folder.file()).unwrap();
    other.pragma_update(None, "locking_mode", "EXCLUSIVE").unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    say(Store::open(folder.file()).unwrap_err());
    drop(other);
    let mut test_app =
        TestApp(App::new(Store::open(folder.file()).unwrap(), Assets::bundled(), 1e12).unwrap());
    // A missing table is no damage to a file, but a bug.
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("DROP TABLE setting").unwrap();
    drop(other);
    let internal = word(&test_app.fails("setSetting", &json!({"key": "theme", "value": "dark"})));
    drop(test_app);
    let mut say = |error: StoreError| told.push(word(&error.into()));
    let other = Connection::open(folder.file()).unwrap();
    other
        .execute_batch("PRAGMA journal_mode = DELETE; PRAGMA user_version = 99")
        .unwrap();
    drop(other);
    say(Store::open(folder.file()).unwrap_err());
    std::fs::write(folder.file(), [7; 5000]).unwrap();
    say(Store::open(folder.file()).unwrap_err());
    told.push(internal);
    // A call finds a number that no row can have.
    let hit = Folder::new("hit");
    let mut test_app = TestApp(App::new(Store::open(hit.file()).unwrap(), Assets::bundled(), 1e12).unwrap());
    Connection::open(hit.file())
        .unwrap()
        .execute_batch("INSERT INTO lesson_step VALUES (1, 'board', 'corner', 300, 0, 0)")
        .unwrap();
    told.push(word(
        &test_app.fails("lesson", &json!({"id": "board", "language": "en"})),
    ));
    told
}

fn of_calls() -> Vec<String> {
    let mut test_app = TestApp::new();
    let none = json!({"white": 0, "black": 0});
    let mut told = vec![
        test_app.fails("nothing", &json!({})),
        test_app
            .0
            .call("libraryGame", "{\"id\":999999999999999999999}", 1e12)
            .unwrap_err(),
        test_app.fails("startPosition", &json!({"variant": "chess", "handicap": none})),
        test_app.fails(
            "addGame",
            &json!({"variant": "international", "fen": "W:W1:B1", "white": "", "black": ""}),
        ),
        test_app.fails("libraryGame", &json!({"id": 99})),
        ApiError::from(SearchPending),
    ];
    let game = test_app.game();
    let id = &game["id"];
    told.push(test_app.fails("playMove", &json!({"game": id, "ply": 0, "path": [32, 33]})));
    test_app.call("playMove", &json!({"game": id, "ply": 0, "path": [32, 28]}));
    told.push(test_app.fails("playMove", &json!({"game": id, "ply": 0, "path": [32, 28]})));
    let revision = test_app.call("libraryGame", &json!({"id": id}))["revision"].clone();
    let edit = json!({"kind": "comment", "node": 0, "text": "x"});
    told.push(test_app.fails("editGame", &json!({"id": id, "revision": revision, "edit": edit})));
    test_app.call("resign", &json!({"game": id, "side": "black"}));
    told.push(test_app.fails("playMove", &json!({"game": id, "ply": 1, "path": [19, 23]})));
    // One damaged game in a store that is otherwise intact.
    let line = r#"{"game":{"variant":"chess","white":"A","black":"B","event":"","date":0,"result":0,"plies":1,"opening":0,"ending":0,"annotated":false,"fingerprint":1,"created":1,"updated":1,"start":null,"tree":"ASAc","tags":[],"note":null,"collections":[],"play":null}}"#;
    let text = format!("{{\"damier\":{{\"version\":4,\"at\":1}}}}\n{line}\n{{\"end\":{{\"lines\":1}}}}\n");
    test_app.restore(&text).unwrap();
    told.push(test_app.fails("libraryGame", &json!({"id": 2})));
    told.iter().map(word).collect()
}

#[test]
fn every_import_names_the_kind_of_a_wrong_file() {
    let mut test_app = TestApp::new();
    let whole = |bytes: &[u8]| bytes.len() as u64;
    let about = |error: &ApiError| error.about.clone().unwrap_or_default();
    for (bytes, kind, form) in [
        (PNG, "filePicture", "PNG"),
        (b"%PDF-1.7\n", "fileDocument", "PDF"),
        (b"PK\x03\x04\x14\0\0\0", "fileArchive", "ZIP"),
        (b"ID3\x04\0\0", "fileMedia", "MP3"),
        (b"SQLite format 3\0\x10\0", "fileDatabase", ""),
        (b"\x7FELF\x02\x01\x01\0\0", "fileUnknown", ""),
        (b"", "fileEmpty", ""),
    ] {
        let error = test_app.import(bytes).unwrap_err();
        assert_eq!((word(&error).as_str(), about(&error).as_str()), (kind, form));
        for wanted in ["games", "shots", "backup", "lesson"] {
            let error = test_app.check(wanted, bytes, whole(bytes)).unwrap_err();
            assert_eq!(
                (word(&error).as_str(), about(&error).as_str()),
                (kind, form),
                "{wanted}"
            );
        }
    }
    // Each of our own files, where another is expected.
    for (text, right, kind) in [
        (GAMES, "games", "fileGames"),
        (GAMES, "shots", "fileGames"),
        (BACKUP, "backup", "fileBackup"),
        (LESSON, "lesson", "fileLesson"),
    ] {
        for wanted in ["games", "backup", "lesson"] {
            let checked = test_app.check(wanted, text.as_bytes(), 100).map_err(|e| word(&e));
            let same = wanted == right || (wanted, right) == ("games", "shots");
            let fits = if same {
                Ok("{}".to_owned())
            } else {
                Err(kind.to_owned())
            };
            assert_eq!(checked, fits, "{right} as {wanted}");
        }
    }
    let of = |error: ApiError| word(&error);
    assert_eq!(
        test_app.import(BACKUP.as_bytes()).map_err(of),
        Err("fileBackup".into())
    );
    assert_eq!(
        test_app.import(b"Dear Ada,\nhow are you?\n").map_err(of),
        Err("fileText".into())
    );
    assert_eq!(
        test_app.import(b"<!DOCTYPE html><p>Hi</p>").map_err(of),
        Err("filePage".into())
    );
    assert_eq!(test_app.import(GAMES.as_bytes()).unwrap()["stored"], 1);
    assert_eq!(test_app.restore(GAMES).map_err(of), Err("fileText".into()));
    let lesson = |source: &str| json!({"name": "x", "source": source, "language": "en"});
    assert_eq!(word(&test_app.fails("importLesson", &lesson(GAMES))), "fileGames");
    let large = test_app.fails("importLesson", &lesson(&LESSON.repeat(10_000)));
    assert_eq!(
        (word(&large), large.about.as_deref()),
        ("fileTooLarge".into(), Some("200 kB"))
    );
    let large = test_app.check("shots", GAMES.as_bytes(), 1 << 30).unwrap_err();
    assert_eq!(
        (word(&large), large.about.as_deref()),
        ("fileTooLarge".into(), Some("33 MB"))
    );
}

#[test]
fn every_kind_of_failure_is_provoked() {
    let mut told: BTreeSet<String> = of_the_store().into_iter().chain(of_calls()).collect();
    let mut test_app = TestApp::new();
    for bytes in [
        PNG,
        b"%PDF-1",
        b"PK\x03\x04",
        b"OggS",
        b"SQLite format 3\0",
        b"\0\0\0",
        b"",
        b"<html>",
        b"Hello",
    ] {
        told.insert(word(&test_app.import(bytes).unwrap_err()));
    }
    for (wanted, text, bytes) in [
        ("games", BACKUP, 1),
        ("games", LESSON, 1),
        ("backup", GAMES, 1),
        ("lesson", LESSON, 1 << 20),
    ] {
        told.insert(word(&test_app.check(wanted, text.as_bytes(), bytes).unwrap_err()));
    }
    let newer = BACKUP.replace("\"version\":4", "\"version\":99");
    told.insert(word(&test_app.restore(&newer).unwrap_err()));
    // Truncated, of another site, and of version 2.
    for link in ["RAEC", "https://example.org/#/play", "RAIBAADAmqso"] {
        told.insert(word(&test_app.fails("openLink", &json!({"link": link}))));
    }
    told.extend(FETCHED.map(str::to_owned));
    told.extend(OF_A_DISK.map(str::to_owned));
    told.extend(OF_A_HOST.map(str::to_owned));
    // The pages have a sentence for each kind of this list.
    let types = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/client/types.ts");
    let types = std::fs::read_to_string(types).unwrap();
    let union = types.split("export type ErrorKind = ").nth(1).unwrap();
    let kinds = union.split(';').next().unwrap().split('|');
    let kinds: BTreeSet<String> = kinds
        .map(|kind| kind.trim().trim_matches('"').to_owned())
        .collect();
    assert_eq!(told, kinds);
}
