//! The commands as a page calls them, over Tauri's mock runtime; no display is needed.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::path::Path;
use tauri::ipc::{CallbackFn, InvokeBody, InvokeResponseBody};
use tauri::test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder, mock_context, noop_assets};
use tauri::webview::InvokeRequest;
use tauri::{WebviewWindow, WebviewWindowBuilder};

fn window(folder: &Path, files: &[&OsStr]) -> WebviewWindow<MockRuntime> {
    let app = damier_app::with_store_in(mock_builder(), folder, files)
        .build(mock_context(noop_assets()))
        .unwrap();
    WebviewWindowBuilder::new(&app, "main", tauri::WebviewUrl::default())
        .build()
        .unwrap()
}

fn ask(window: &WebviewWindow<MockRuntime>, command: &str, body: Value) -> Result<Value, Value> {
    send(window, command, InvokeBody::Json(body)).map(|reply| reply.deserialize().unwrap())
}

fn send(
    window: &WebviewWindow<MockRuntime>,
    command: &str,
    body: InvokeBody,
) -> Result<InvokeResponseBody, Value> {
    let request = InvokeRequest {
        cmd: command.into(),
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: "tauri://localhost".parse().unwrap(),
        body,
        headers: tauri::http::HeaderMap::default(),
        invoke_key: INVOKE_KEY.to_string(),
    };
    get_ipc_response(window, request)
}

#[test]
fn a_page_plays_searches_and_gets_typed_errors() {
    let folder = std::env::temp_dir().join(format!("damier-ipc-{}", std::process::id()));
    let window = window(&folder, &[]);
    let home_view = ask(&window, "call", json!({"name": "home", "params": {}})).unwrap();
    assert_eq!(home_view["storage"], "kept");

    let unknown = ask(&window, "call", json!({"name": "nothing", "params": {}})).unwrap_err();
    assert_eq!(unknown["kind"], "unknownCall");

    let params = json!({
        "variant": "international",
        "fen": "W:W31-50:B1-20",
        "moves": ["32-28"],
        "limits": {"kind": "depth", "depth": 4},
    });
    let found = ask(
        &window,
        "search",
        json!({"id": 1, "params": params, "onInfo": "__CHANNEL__:7"}),
    )
    .unwrap();
    assert!(found["best"]["notation"].is_string(), "{found}");

    // A stop that arrives before its search still yields a result at once.
    ask(&window, "stop", json!({"id": 2})).unwrap();
    let endless = json!({"variant": "international", "fen": "W:W31-50:B1-20", "moves": [], "limits": {"kind": "infinite"}});
    let found = ask(
        &window,
        "search",
        json!({"id": 2, "params": endless, "onInfo": "__CHANNEL__:8"}),
    )
    .unwrap();
    assert!(found["best"]["notation"].is_string(), "{found}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_page_reads_only_files_that_the_window_was_opened_with() {
    let folder = std::env::temp_dir().join(format!("damier-opened-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("my games.pdn");
    std::fs::write(&file, "1. 32-28 19-23 *").unwrap();
    let address = format!("file://{}/my%20games.pdn", folder.display());
    let missing = folder.join("missing.pdn");
    let window = window(
        &folder,
        &[
            file.as_ref(),
            missing.as_ref(),
            folder.as_ref(),
            address.as_ref(),
            "damier://link/abc".as_ref(),
        ],
    );

    let news = ask(&window, "opened", json!({})).unwrap();
    assert_eq!(news["links"], json!(["damier://link/abc"]));
    let opened = &news["files"];
    let told = opened
        .as_array()
        .unwrap()
        .iter()
        .map(|file| (file["name"].as_str().unwrap(), &file["fault"]));
    let told: Vec<_> = told.collect();
    let folder_name = folder.file_name().unwrap().to_str().unwrap();
    assert_eq!(
        told,
        [
            ("my games.pdn", &Value::Null),
            ("missing.pdn", &json!("notFound")),
            (folder_name, &json!("notFound")),
            ("my games.pdn", &Value::Null),
        ]
    );
    assert_eq!((&opened[0]["size"], &opened[3]["size"]), (&json!(16), &json!(16)));
    let none = json!({"files": [], "links": []});
    assert_eq!(ask(&window, "opened", json!({})).unwrap(), none, "told once");

    let piece = InvokeBody::Json(json!({"number": 0, "from": 3, "length": 5}));
    let InvokeResponseBody::Raw(bytes) = send(&window, "read_opened", piece).unwrap() else {
        panic!("bytes come as bytes");
    };
    assert_eq!(bytes, b"32-28");
    let other = ask(
        &window,
        "read_opened",
        json!({"number": 1, "from": 0, "length": 5}),
    );
    assert_eq!(other.unwrap_err()["kind"], "storage");

    let nameless = send(&window, "save_bytes", InvokeBody::Raw(vec![1, 2, 3]));
    assert_eq!(nameless.unwrap_err()["kind"], "badParams");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_host_starts_on_request_and_never_without_its_pages() {
    let folder = std::env::temp_dir().join(format!("damier-host-{}", std::process::id()));
    let window = window(&folder, &[]);
    ask(&window, "host_off", json!({})).unwrap();
    // The mock runtime has no assets.
    let refused = ask(&window, "host_on", json!({"name": "Ada"})).unwrap_err();
    assert_eq!(refused["kind"], "notFound");
    assert!(
        refused["message"].as_str().unwrap().contains("together.html"),
        "{refused}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_page_cannot_start_a_program_and_gets_a_sessions_state() {
    let folder = std::env::temp_dir().join(format!("damier-programs-{}", std::process::id()));
    let window = window(&folder, &[]);
    assert_eq!(ask(&window, "engines", json!({})).unwrap(), json!([]));
    // An engine that was not added cannot be started, by any name.
    let params = json!({"variant": "international", "fen": "W:W31-50:B1-20", "moves": [], "limits": {"kind": "depth", "depth": 1}});
    for name in ["Scan", "/bin/sh", "../../sh"] {
        let search = json!({"id": 1, "name": name, "params": params, "onInfo": "__CHANNEL__:7"});
        let refused = ask(&window, "engine_search", search).unwrap_err();
        assert_eq!(refused, json!({"kind": "unknown", "name": name}));
        let set = json!({"name": name, "millis": 1, "settings": {}});
        assert_eq!(ask(&window, "set_engine", set).unwrap_err()["kind"], "unknown");
    }
    let wish = json!({
        "way": {"kind": "wait", "port": 0, "others": false},
        "variant": "international",
        "proposes": false,
        "colour": "white",
        "minutes": 5,
        "moves": 75,
        "games": 1,
        "level": null,
        "takeBack": false,
    });
    let begin = json!({"name": "Ada", "wish": wish, "told": "__CHANNEL__:8"});
    ask(&window, "dxp_begin", begin).unwrap();
    ask(&window, "dxp_act", json!({"act": {"kind": "resign"}})).unwrap();
    ask(&window, "dxp_end", json!({})).unwrap();
    let unknown = json!({"act": {"kind": "run", "program": "sh"}});
    assert!(ask(&window, "dxp_act", unknown).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}
