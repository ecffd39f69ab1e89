//! Runs the scenarios in `scenarios/` against the core. Knows the format of the files (see their README), but no
//! call.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use damier_core::{App, Assets};
use damier_store::Store;
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// 21 November 2026.
const START: f64 = 1_795_219_200_000.0;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenario {
    name: String,
    steps: Vec<Step>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    call: String,
    params: Value,
    #[serde(default, deserialize_with = "given")]
    reply: Option<Value>,
    error: Option<String>,
    #[serde(default)]
    save: HashMap<String, String>,
}

/// Distinguishes a `null` reply from an absent one.
fn given<'de, D: serde::Deserializer<'de>>(reply: D) -> Result<Option<Value>, D::Error> {
    serde::Deserialize::deserialize(reply).map(Some)
}

/// Replaces "$name" by the saved value.
fn fill(value: &Value, kept: &HashMap<String, Value>) -> Value {
    match value {
        Value::String(text) if text.starts_with('$') => kept[&text[1..]].clone(),
        Value::Array(items) => items.iter().map(|item| fill(item, kept)).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, field)| (key.clone(), fill(field, kept)))
            .collect(),
        other => other.clone(),
    }
}

/// Describes how a reply differs from the expected one.
fn mismatch(expected: &Value, reply: &Value, at: &str) -> Option<String> {
    let differs = || Some(format!("{at}: expected {expected}, got {reply}"));
    match (expected, reply) {
        (Value::Object(fields), _) if fields.contains_key("$length") => {
            let length = reply.as_array().map(Vec::len);
            if length == fields["$length"].as_u64().map(|n| n as usize) {
                None
            } else {
                differs()
            }
        }
        (Value::Object(fields), _) if fields.contains_key("$contains") => {
            let part = &fields["$contains"];
            let found = match reply {
                Value::Array(items) => items.iter().any(|item| mismatch(part, item, at).is_none()),
                Value::String(text) => part.as_str().is_some_and(|part| text.contains(part)),
                _ => false,
            };
            if found { None } else { differs() }
        }
        (Value::Object(fields), Value::Object(_)) => fields.iter().find_map(|(key, field)| {
            let got = reply.get(key).unwrap_or(&Value::Null);
            mismatch(field, got, &format!("{at}/{key}"))
        }),
        (Value::Array(items), Value::Array(got)) if items.len() == got.len() => {
            let mut pairs = items.iter().zip(got).enumerate();
            pairs.find_map(|(i, (item, got))| mismatch(item, got, &format!("{at}/{i}")))
        }
        // 1 and 1.0 are the same number in JSON.
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => None,
        _ if expected == reply => None,
        _ => differs(),
    }
}

fn run(scenario: &Scenario) -> Result<(), String> {
    let mut app = App::new(Store::in_memory().unwrap(), Assets::bundled(), START).unwrap();
    let mut kept = HashMap::new();
    for (i, step) in scenario.steps.iter().enumerate() {
        let at = format!("{}, step {i} ({})", scenario.name, step.call);
        let params = fill(&step.params, &kept).to_string();
        let answer = app.call(&step.call, &params, START + 1000.0 * i as f64);
        match (answer, &step.error) {
            (Ok(reply), Some(kind)) => return Err(format!("{at}: expected the error {kind}, got {reply}")),
            (Err(error), Some(kind)) => {
                let got = serde_json::to_value(error.kind).unwrap();
                if got != kind.as_str() {
                    return Err(format!("{at}: expected the error {kind}, got {got}: {error}"));
                }
            }
            (Err(error), None) => return Err(format!("{at}: {:?}: {error}", error.kind)),
            (Ok(reply), None) => {
                let reply: Value = serde_json::from_str(&reply).unwrap();
                if let Some(expected) = &step.reply
                    && let Some(difference) = mismatch(&fill(expected, &kept), &reply, "")
                {
                    return Err(format!("{at}: {difference}"));
                }
                for (name, pointer) in &step.save {
                    let part = reply
                        .pointer(pointer)
                        .ok_or_else(|| format!("{at}: no {pointer} in {reply}"))?;
                    kept.insert(name.clone(), part.clone());
                }
            }
        }
    }
    Ok(())
}

#[test]
fn every_scenario_runs_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "json"));
    files.sort();
    assert!(!files.is_empty());
    let failures: Vec<String> = files
        .iter()
        .filter_map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let scenario = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            run(&scenario).err()
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    println!("{} scenarios", files.len());
}

#[test]
fn a_wrong_reply_is_noticed() {
    let reply = serde_json::json!({"id": 1, "moves": [{"origin": 32}, {"origin": 19}], "text": "1. 32-28"});
    for (expected, fits) in [
        (r#"{"id": 1}"#, true),
        (r#"{"id": 1.0}"#, true),
        (r#"{"id": 2}"#, false),
        (r#"{"absent": null}"#, true),
        (r#"{"absent": 1}"#, false),
        (r#"{"moves": [{}, {"origin": 19}]}"#, true),
        (r#"{"moves": [{"origin": 32}]}"#, false),
        (r#"{"moves": {"$length": 2}}"#, true),
        (r#"{"moves": {"$length": 3}}"#, false),
        (r#"{"moves": {"$contains": {"origin": 19}}}"#, true),
        (r#"{"moves": {"$contains": {"origin": 20}}}"#, false),
        (r#"{"text": {"$contains": "32-28"}}"#, true),
        (r#"{"text": {"$contains": "32-27"}}"#, false),
    ] {
        let expected = serde_json::from_str(expected).unwrap();
        assert_eq!(mismatch(&expected, &reply, "").is_none(), fits, "{expected}");
    }
}
