//! Any name and any JSON gives a reply or a typed error, never a panic or `internal`, and the app continues.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use damier_core::draughts_engine::EngineAssets;
use damier_core::search::SearchJob;
use damier_core::{App, Assets, ErrorKind, NAMES};
use damier_store::Store;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// Loaded once for all cases.
static ASSETS: LazyLock<EngineAssets> = LazyLock::new(EngineAssets::bundled);

/// Field names of all calls, so that random objects resemble real ones.
const FIELDS: &[&str] = &[
    "variant",
    "white",
    "black",
    "handicap",
    "game",
    "ply",
    "path",
    "side",
    "score",
    "fen",
    "from",
    "origin",
    "to",
    "target",
    "key",
    "value",
    "name",
    "experience",
    "id",
    "kind",
    "level",
    "language",
    "lesson",
    "step",
    "answer",
    "mistakes",
    "hints",
    "strength",
    "puzzle",
    "moves",
    "squares",
    "number",
    "paths",
];

/// Values that are meaningful to some call.
fn meaningful() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!("international"),
        json!("W:W31-50:B1-20"),
        json!("W:W27:BK3"),
        json!("white"),
        json!("black"),
        json!("human"),
        json!({"kind": "human"}),
        json!({"kind": "computer", "level": "1"}),
        json!({"white": 1, "black": 0}),
        json!([32, 28]),
        json!([[32, 28], [31, 26]]),
        json!("board"),
        json!("fr"),
        json!({"kind": "seen"}),
        json!({"kind": "moves", "paths": [[32, 28]]}),
        json!(0),
        json!(1),
        json!(2),
        json!(32),
    ])
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => meaningful(),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => ".{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let key = prop_oneof![9 => prop::sample::select(FIELDS).prop_map(String::from), 1 => ".{0,6}"];
        let object = prop::collection::vec((key, inner.clone()), 0..6);
        prop_oneof![
            1 => prop::collection::vec(inner, 0..5).prop_map(Value::from),
            2 => object.prop_map(|fields| Value::Object(fields.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// An object with many fields of calls.
fn params() -> impl Strategy<Value = Value> {
    let field = prop_oneof![6 => meaningful(), 1 => any_json()];
    let some = prop::collection::vec((prop::sample::select(FIELDS), field), 0..16);
    some.prop_map(|fields| {
        // Fields that most calls read, so that random values get past the parser.
        let mut object = json!({
            "variant": "international", "white": {"kind": "human"}, "black": {"kind": "computer", "level": "1"},
            "handicap": {"white": 0, "black": 0}, "game": 1, "ply": 0, "path": [32, 28], "side": "white",
            "fen": "W:W31-50:B1-20", "origin": 32, "key": "k", "value": "v", "lesson": "board", "step": 0,
            "answer": {"kind": "seen"}, "mistakes": 0, "hints": 0, "language": "en", "strength": 1, "moves": [[32, 28]],
            "puzzle": "x",
        });
        for (name, value) in fields {
            object[name] = value;
        }
        object
    })
}

/// Calls of the scenarios with their parameters.
fn real_calls() -> Vec<(String, Value)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut calls: Vec<(String, Value)> = files
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .flat_map(|path| {
            let scenario: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
            scenario["steps"].as_array().unwrap().clone()
        })
        .map(|step| (step["call"].as_str().unwrap().to_owned(), step["params"].clone()))
        .collect();
    calls.sort_by_key(|(name, params)| (name.clone(), params.to_string()));
    calls
}

/// Replaces one part of a value, chosen by `at`.
fn disturb(value: &mut Value, at: usize, other: &Value) {
    let count = match value {
        Value::Object(fields) => fields.len(),
        Value::Array(items) => items.len(),
        _ => 0,
    };
    let (here, below) = (at % (count + 1), at / (count + 1));
    let inner = match value {
        Value::Object(fields) => fields.values_mut().nth(here),
        Value::Array(items) => items.get_mut(here),
        _ => None,
    };
    match inner {
        Some(inner) if below % 3 > 0 => disturb(inner, below / 3, other),
        Some(inner) => *inner = other.clone(),
        None => *value = other.clone(),
    }
}

/// The property: only typed errors.
fn check(app: &mut App, name: &str, params: &str) -> Result<(), TestCaseError> {
    match app.call(name, params, 1e12) {
        Ok(reply) => prop_assert!(serde_json::from_str::<Value>(&reply).is_ok()),
        Err(error) => {
            prop_assert!(error.kind != ErrorKind::Internal, "{name} {params}: {error}");
            prop_assert!(
                !error.message.is_empty() && error.message.len() < 2000,
                "{} bytes",
                error.message.len()
            );
        }
    }
    Ok(())
}

fn app() -> App {
    App::new(
        Store::in_memory().unwrap(),
        Assets::with_engine(ASSETS.clone()),
        1e12,
    )
    .unwrap()
}

/// Number of cases of each property; PROPTEST_CASES sets it for a longer run.
fn cases() -> u32 {
    let given = std::env::var("PROPTEST_CASES").ok();
    given.and_then(|cases| cases.parse().ok()).unwrap_or(100)
}

proptest! {
    // The same cases on every machine, so that failures repeat.
    #![proptest_config(ProptestConfig {
        cases: cases(), failure_persistence: None, rng_seed: RngSeed::Fixed(64), ..ProptestConfig::default()
    })]

    #[test]
    fn any_json_to_any_call(calls in prop::collection::vec((prop::sample::select(NAMES), any_json()), 1..20)) {
        let mut app = app();
        for (name, params) in calls {
            check(&mut app, name, &params.to_string())?;
        }
    }

    #[test]
    fn nearly_good_parameters(calls in prop::collection::vec((prop::sample::select(NAMES), params()), 1..20)) {
        let mut app = app();
        for (name, params) in calls {
            check(&mut app, name, &params.to_string())?;
        }
        let home = app.call("home", "{}", 1e12);
        prop_assert!(home.is_ok());
    }

    #[test]
    fn real_calls_with_something_wrong_in_them(
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<usize>(), any_json()), 1..24),
    ) {
        static CALLS: LazyLock<Vec<(String, Value)>> = LazyLock::new(real_calls);
        let mut app = app();
        for (pick, at, other) in picks {
            let (name, mut params) = pick.get(&CALLS).clone();
            // Every third call is unchanged, so that invalid calls meet running games.
            if at % 3 > 0 {
                disturb(&mut params, at / 3, &other);
            }
            check(&mut app, &name, &params.to_string())?;
        }
        let home = app.call("home", "{}", 1e12);
        prop_assert!(home.is_ok());
    }

    #[test]
    fn a_search_of_anything_begins_or_says_why_not(
        variant in prop_oneof![9 => Just("international".to_owned()), 1 => ".{0,8}"],
        fen in prop_oneof![2 => Just("W:W31-50:B1-20".to_owned()), 1 => "[WB:K0-9,-]{0,40}", 1 => ".{0,30}"],
        moves in prop::collection::vec(prop_oneof![Just("32-28".to_owned()), "[0-9x-]{0,8}", ".{0,8}"], 0..4),
        limits in prop_oneof![
            Just(json!({"kind": "depth", "depth": 1})),
            Just(json!({"kind": "level", "level": "1", "seed": 1})),
            any_json(),
        ],
    ) {
        let params = json!({"variant": variant, "fen": fen, "moves": moves, "limits": limits}).to_string();
        let job = SearchJob::read(&params).and_then(|params| SearchJob::new(&params, &ASSETS, || 0.0));
        if let Err(error) = job {
            prop_assert!(error.kind != ErrorKind::Internal, "{params}: {error}");
        }
    }

    #[test]
    fn text_that_is_no_json(name in prop_oneof![prop::sample::select(NAMES).prop_map(String::from), ".{0,30}"],
                            text in ".{0,200}") {
        check(&mut app(), &name, &text)?;
    }
}

#[test]
fn messages_stay_short_whatever_they_quote() {
    let long = "é".repeat(1_000_000);
    for (name, params) in [
        ("levels", json!({"variant": long})),
        ("lesson", json!({"id": long, "language": "en"})),
        ("puzzleSolution", json!({"puzzle": long})),
        (long.as_str(), json!({})),
    ] {
        let error = app().call(name, &params.to_string(), 1e12).unwrap_err();
        assert!(error.message.len() < 2000, "{} bytes", error.message.len());
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    for name in NAMES {
        let error = app().call(name, &deep, 1e12).unwrap_err();
        assert_eq!(error.kind, ErrorKind::BadParams, "{name}");
    }
}
