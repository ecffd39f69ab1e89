//! `bindings/coverage.tsv` lists every call in every language, and the scenarios make every call.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use damier_core::NAMES;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

fn place(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn files(folder: &str, end: &str) -> Vec<String> {
    let files = std::fs::read_dir(place(folder)).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let wanted = paths.filter(|path| path.extension().is_some_and(|extension| extension == end));
    wanted
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

fn names() -> BTreeSet<String> {
    NAMES.iter().map(|&name| name.to_owned()).collect()
}

/// Converts "playMove" to `play_move`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[test]
fn every_call_stands_in_every_language() {
    let text = std::fs::read_to_string(place("../bindings/coverage.tsv")).unwrap();
    let mut rows = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    assert_eq!(rows.next().unwrap(), ["name", "object", "rust", "wasm"]);
    let rows: Vec<_> = rows.collect();
    let called = rows.iter().filter(|row| row[2] == "App::call");
    let called: BTreeSet<String> = called.map(|row| row[0].to_owned()).collect();
    assert_eq!(
        called,
        names(),
        "bindings/coverage.tsv lists every call of the core, and no other"
    );
    // Methods of each object, in the sources of the bindings.
    let mut objects: HashMap<&str, String> = HashMap::new();
    let sources = files("../bindings/uniffi/src", "rs");
    for object in rows.iter().map(|row| row[1]) {
        let made = [" {", "("].map(|end| format!("pub struct {object}{end}"));
        let here = |source: &&String| made.iter().any(|made| source.contains(made));
        let source = sources.iter().find(here).expect("each object has its file");
        objects.insert(object, source.clone());
    }
    for row in rows {
        let [name, object, rust, wasm] = row[..] else {
            panic!("{row:?}")
        };
        assert!(!rust.is_empty() && !wasm.is_empty(), "{row:?}");
        let method = format!(" {}(", snake(name));
        assert!(objects[object].contains(&method), "{object} has no {name}");
    }
}

#[test]
fn every_call_is_answered_in_a_scenario() {
    let scenarios = files("scenarios", "json");
    let scenarios = scenarios
        .iter()
        .map(|text| serde_json::from_str::<Value>(text).unwrap());
    let steps = scenarios.flat_map(|scenario| scenario["steps"].as_array().unwrap().clone());
    // A refusal, or an answer that is not checked, does not count.
    let answered = steps.filter(|step| step.get("reply").is_some() || step.get("save").is_some());
    let answered: BTreeSet<String> = answered
        .map(|step| step["call"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(answered, names());
}
