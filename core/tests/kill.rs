//! A program killed during a game loses no move that it confirmed, and killed while it edits games, no edit. Killed during
//! an import, it leaves only whole games.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use base64::Engine as _;
use damier_core::{App, Assets};
use damier_store::Store;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

const FILE: &str = "DRAUGHTS_KILL_TEST_FILE";
const IMPORT: &str = "DRAUGHTS_KILL_IMPORT_FILE";
const EDIT: &str = "DRAUGHTS_KILL_EDIT_FILE";

/// Child process: plays games of first legal moves, and reports each move after its call has returned.
#[test]
fn child_plays_until_it_is_killed() {
    let Some(file) = std::env::var_os(FILE) else {
        return;
    };
    let mut app = App::new(Store::open(file).unwrap(), Assets::bundled(), 1e12).unwrap();
    let mut call = |name: &str, params: Value| -> Value {
        serde_json::from_str(&app.call(name, &params.to_string(), 1e12).unwrap()).unwrap()
    };
    let mut out = std::io::stdout().lock();
    loop {
        let person = json!({"kind": "human"});
        let handicap = json!({"white": 0, "black": 0});
        let new = json!({"variant": "international", "white": person, "black": person, "handicap": handicap});
        let mut game = call("newGame", new);
        while let Some(mv) = game["position"]["legal"].as_array().unwrap().last() {
            let play = json!({"game": game["id"], "ply": game["ply"], "path": mv["routes"][0]});
            game = call("playMove", play);
            writeln!(out, "MOVE {} {}", game["id"], game["ply"]).unwrap();
            out.flush().unwrap();
        }
    }
}

/// A game of an endless file; its tags state its length.
fn game_text(number: usize) -> String {
    let lines = [
        "32-28 19-23",
        "28x19 14x23",
        "37-32 10-14",
        "41-37 14-19",
        "33-28 5-10",
        "39-33 10-14",
    ];
    let moves = 1 + number % lines.len();
    let text: Vec<String> = lines[..moves]
        .iter()
        .zip(1..)
        .map(|(line, at)| format!("{at}. {line}"))
        .collect();
    format!(
        "[White \"W{number}\"]\n[Length \"{}\"]\n{} *\n\n",
        2 * moves,
        text.join(" ")
    )
}

/// Child process: imports and indexes without end, and reports the number of stored games after each call.
#[test]
fn child_imports_until_it_is_killed() {
    let Some(file) = std::env::var_os(IMPORT) else {
        return;
    };
    let mut app = App::new(Store::open(file).unwrap(), Assets::bundled(), 1e12).unwrap();
    let mut call = |name: &str, params: Value| -> Value {
        serde_json::from_str(&app.call(name, &params.to_string(), 1e12).unwrap()).unwrap()
    };
    let mut out = std::io::stdout().lock();
    let begun = call(
        "beginImport",
        json!({"name": "endless.pdn", "duplicates": "keep"}),
    );
    let source = &begun["source"];
    for number in 0.. {
        // Split anywhere, so that a chunk ends inside a game.
        let text: String = (number * 100..number * 100 + 100).map(game_text).collect();
        let (one, two) = text.split_at(text.len() * (number % 10) / 10);
        for part in [one, two] {
            let data = base64::engine::general_purpose::STANDARD.encode(part);
            let reply = call(
                "importChunk",
                json!({"import": begun["import"], "data": data, "last": false}),
            );
            writeln!(out, "STORED {source} {}", reply["stored"]).unwrap();
            out.flush().unwrap();
        }
        call("indexStep", json!({}));
    }
}

/// Child process: in each round comments a move, sets a tag, corrects a player's name, and files a game at a real board, and
/// reports the round with the ids of both games.
#[test]
fn child_edits_until_it_is_killed() {
    let Some(file) = std::env::var_os(EDIT) else {
        return;
    };
    let mut app = App::new(Store::open(file).unwrap(), Assets::bundled(), 1e12).unwrap();
    let mut call = |name: &str, params: Value| -> Value {
        serde_json::from_str(&app.call(name, &params.to_string(), 1e12).unwrap()).unwrap()
    };
    let mut out = std::io::stdout().lock();
    let begun = call("beginImport", json!({"name": "one.pdn", "duplicates": "keep"}));
    let source = &begun["source"];
    let data = base64::engine::general_purpose::STANDARD
        .encode(format!("[White \"P{source}.0\"]\n1. 32-28 19-23 *\n"));
    call(
        "importChunk",
        json!({"import": begun["import"], "data": data, "last": true}),
    );
    let search = call("findGames", json!({"filter": {"source": source}}));
    let rows = call(
        "foundGames",
        json!({"search": search["search"], "from": 0, "limit": 1}),
    );
    let game = &rows[0]["id"];
    let mut board = Value::Null;
    for round in 1.. {
        let now = call("libraryGame", json!({"id": game}));
        let comment = json!({"kind": "comment", "node": 0, "text": format!("Round {round}")});
        call(
            "editGame",
            json!({"id": game, "revision": now["revision"], "edit": comment}),
        );
        call(
            "editGames",
            json!({"games": [game], "tags": [{"name": "Site", "value": format!("Site {round}")}]}),
        );
        let names = [round - 1, round].map(|round: i64| format!("P{source}.{round}"));
        while call(
            "correctName",
            json!({"kind": "player", "name": names[0], "newName": names[1]}),
        )["done"]
            == false
        {}
        let journal = json!({"variant": "international", "arbiter": false, "white": format!("W{round}"), "black": "",
            "actions": [{"what": "move", "places": [[3, 6], [4, 5]]}], "comments": []});
        board = call("keepOtbGame", json!({"id": board, "journal": journal}))["id"].clone();
        writeln!(out, "EDITED {round} {game} {source}").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn no_answered_edit_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.db");
    for round in 0..rounds() {
        let said = killed(&file, EDIT, "child_edits_until_it_is_killed", "EDITED", round);
        let [edited, id, source] = said[..] else {
            panic!("{said:?}")
        };
        let mut app = App::new(Store::open(&file).unwrap(), Assets::bundled(), 1e12).unwrap();
        let mut call = |name: &str, params: Value| -> Value {
            serde_json::from_str(&app.call(name, &params.to_string(), 1e12).unwrap()).unwrap()
        };
        let game = call("libraryGame", json!({"id": id}));
        let tag = |name: &str| {
            let tags = game["tags"].as_array().unwrap();
            tags.iter().find(|tag| tag["name"] == name).unwrap()["value"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        let journal = call("unfinishedOtbGame", json!({"variant": "international"}));
        // The next round may have been written in part without a report.
        let is_kept = |text: &str, form: &dyn Fn(i64) -> String| {
            [edited, edited + 1].map(form).contains(&text.to_owned())
        };
        let comment = game["nodes"][0]["comment"].as_str().unwrap();
        assert!(
            is_kept(comment, &|round| format!("Round {round}")),
            "{round}: {said:?}, {comment}"
        );
        assert!(
            is_kept(&tag("Site"), &|round| format!("Site {round}")),
            "{round}: {said:?}, {}",
            tag("Site")
        );
        assert!(
            is_kept(&tag("White"), &|round| format!("P{source}.{round}")),
            "{round}: {said:?}, {}",
            tag("White")
        );
        let white = journal["journal"]["white"].as_str().unwrap();
        assert!(
            is_kept(white, &|round| format!("W{round}")),
            "{round}: {said:?}, {white}"
        );
    }
}

#[test]
fn an_import_leaves_whole_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.db");
    for round in 0..rounds() {
        let said = killed(&file, IMPORT, "child_imports_until_it_is_killed", "STORED", round);
        let connection = rusqlite::Connection::open(&file).unwrap();
        let one = |sql: &str| {
            connection
                .query_row(sql, [said[0]], |row| row.get::<_, i64>(0))
                .unwrap()
        };
        let stored = one("SELECT count(*) FROM game WHERE source_id = ?1");
        assert!(
            stored >= said[1],
            "round {round}: said {}, stored {stored}",
            said[1]
        );
        let half = "SELECT count(*) FROM game LEFT JOIN tree ON game_id = id WHERE source_id = ?1 AND game_id IS NULL";
        assert_eq!(one(half), 0, "round {round}");
        drop(connection);
        let mut app = App::new(Store::open(&file).unwrap(), Assets::bundled(), 1e12).unwrap();
        let mut call = |name: &str, params: Value| -> Value {
            serde_json::from_str(&app.call(name, &params.to_string(), 1e12).unwrap()).unwrap()
        };
        let mut search = call("findGames", json!({"filter": {"source": said[0]}}));
        while search["done"] == false {
            search = call("findMore", json!({"search": search["search"]}));
        }
        let from = search["found"].as_i64().unwrap() - 50;
        let rows = call(
            "foundGames",
            json!({"search": search["search"], "from": from.max(0), "limit": 50}),
        );
        for row in rows.as_array().unwrap() {
            let game = call("libraryGame", json!({"id": row["id"]}));
            let length = game["tags"]
                .as_array()
                .unwrap()
                .iter()
                .find(|tag| tag["name"] == "Length")
                .unwrap();
            assert_eq!(
                length["value"],
                game["nodes"].as_array().unwrap().len().to_string(),
                "round {round}"
            );
        }
        // Stored games are found by their position, indexed or not.
        let position = json!({"filter": {"position": "B:W28,31,33-50:B1-20"}});
        let mut search = call("findGames", position);
        while search["done"] == false {
            search = call("findMore", json!({"search": search["search"]}));
        }
        assert!(
            search["found"].as_i64().unwrap() >= stored.min(1),
            "round {round}"
        );
    }
}

/// Number of rounds; DRAUGHTS_KILL_ROUNDS sets it for a longer run.
fn rounds() -> usize {
    std::env::var("DRAUGHTS_KILL_ROUNDS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(7)
}

/// Runs a child and kills it; returns the numbers of its last report. Checks that the store is whole.
fn killed(file: &std::path::Path, variable: &str, test: &str, word: &str, round: usize) -> Vec<i64> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(variable, file)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut said = lines.map_while(Result::ok).filter(|line| line.contains(word));
    let mut last = said.next().expect("the child works");
    // Each round kills after another number of reports, at another moment of a call.
    last = said.by_ref().take(round * 7 % 40).last().unwrap_or(last);
    std::thread::sleep(Duration::from_micros(round as u64 * 137 % 3000));
    child.kill().unwrap();
    child.wait().unwrap();
    // Reports made before the kill count too.
    last = said.last().unwrap_or(last);
    let integrity: String = rusqlite::Connection::open(file)
        .unwrap()
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(integrity, "ok", "round {round}");
    let numbers = last.split(word).last().unwrap().split_whitespace();
    numbers.map(|n| n.parse().unwrap()).collect()
}

#[test]
fn no_answered_move_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.db");
    for round in 0..rounds() {
        let said = killed(&file, FILE, "child_plays_until_it_is_killed", "MOVE", round);
        let mut app = App::new(Store::open(&file).unwrap(), Assets::bundled(), 1e12).unwrap();
        let game = app
            .call("game", &json!({"id": said[0]}).to_string(), 1e12)
            .unwrap();
        let game: Value = serde_json::from_str(&game).unwrap();
        let ply = game["ply"].as_i64().unwrap();
        // One more may have been written without a report.
        assert!(
            (said[1]..=said[1] + 1).contains(&ply),
            "round {round}: said {}, kept {ply}",
            said[1]
        );
        assert_eq!(game["moves"].as_array().unwrap().len() as i64, ply);
    }
}

/// Two hundred rounds; slow.
#[test]
#[ignore = "long"]
fn two_hundred_rounds() {
    for test in [
        "no_answered_move_is_lost",
        "no_answered_edit_is_lost",
        "an_import_leaves_whole_games",
    ] {
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test])
            .env("DRAUGHTS_KILL_ROUNDS", "200")
            .status()
            .unwrap();
        assert!(status.success(), "{test}");
    }
}
