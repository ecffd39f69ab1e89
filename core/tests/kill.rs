//! A program killed in the middle of a game loses no move that it had answered.
#![cfg(feature = "store")]
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use draughts::api::App;
use draughts::store::Store;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

const FILE: &str = "DRAUGHTS_KILL_TEST_FILE";

/// The child: plays game after game of the first legal moves, and says each move once the call has answered.
#[test]
fn child_plays_until_it_is_killed() {
    let Some(file) = std::env::var_os(FILE) else {
        return;
    };
    let mut app = App::new(Store::open(file).unwrap(), 1e12).unwrap();
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

#[test]
fn no_answered_move_is_lost() {
    let folder = std::env::temp_dir().join(format!("draughts-kill-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("store.db");
    // DRAUGHTS_KILL_ROUNDS is for a longer run.
    let rounds = std::env::var("DRAUGHTS_KILL_ROUNDS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(20);
    for round in 0..rounds {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child_plays_until_it_is_killed", "--nocapture"])
            .env(FILE, &file)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut moves = lines.map_while(Result::ok).filter(|line| line.contains("MOVE"));
        let mut last = moves.next().expect("the child plays");
        // Killed after another number of moves each time, at another moment of a move.
        last = moves.by_ref().take(round * 7 % 40).last().unwrap_or(last);
        std::thread::sleep(Duration::from_micros(round as u64 * 137 % 3000));
        child.kill().unwrap();
        child.wait().unwrap();
        // What it still said before it died counts too.
        last = moves.last().unwrap_or(last);
        let said: Vec<i64> = last
            .split("MOVE")
            .last()
            .unwrap()
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect();

        let integrity: String = rusqlite::Connection::open(&file)
            .unwrap()
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .unwrap();
        assert_eq!(integrity, "ok", "round {round}");
        let mut app = App::new(Store::open(&file).unwrap(), 1e12).unwrap();
        let game = app
            .call("game", &json!({"id": said[0]}).to_string(), 1e12)
            .unwrap();
        let game: Value = serde_json::from_str(&game).unwrap();
        let ply = game["ply"].as_i64().unwrap();
        // One more may have been written whose answer nobody heard.
        assert!(
            (said[1]..=said[1] + 1).contains(&ply),
            "round {round}: said {}, kept {ply}",
            said[1]
        );
        assert_eq!(game["moves"].as_array().unwrap().len() as i64, ply);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
