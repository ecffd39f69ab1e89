//! The commands as a page reaches them, over Tauri's mock runtime: no display is needed.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use serde_json::{Value, json};
use std::path::Path;
use tauri::ipc::{CallbackFn, InvokeBody};
use tauri::test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder, mock_context, noop_assets};
use tauri::webview::InvokeRequest;
use tauri::{WebviewWindow, WebviewWindowBuilder};

fn window(folder: &Path) -> WebviewWindow<MockRuntime> {
    let app = damier_app::with_store_in(mock_builder(), folder)
        .build(mock_context(noop_assets()))
        .unwrap();
    WebviewWindowBuilder::new(&app, "main", tauri::WebviewUrl::default())
        .build()
        .unwrap()
}

fn ask(window: &WebviewWindow<MockRuntime>, command: &str, body: Value) -> Result<Value, Value> {
    let request = InvokeRequest {
        cmd: command.into(),
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: "tauri://localhost".parse().unwrap(),
        body: InvokeBody::Json(body),
        headers: tauri::http::HeaderMap::default(),
        invoke_key: INVOKE_KEY.to_string(),
    };
    get_ipc_response(window, request).map(|reply| reply.deserialize().unwrap())
}

#[test]
fn a_page_plays_searches_and_is_told_its_mistakes() {
    let folder = std::env::temp_dir().join(format!("damier-ipc-{}", std::process::id()));
    let window = window(&folder);
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

    // A stop that comes first still leaves a result, at once.
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
