//! Lines of correspondence games: no panic; a valid line round-trips, and its game can be shown. A received text is
//! accepted, asked about or refused.
#![no_main]
use damier_core::correspondence::Letter;
use damier_core::damier_store::Store;
use damier_core::{App, Assets};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(letter) = Letter::read(bytes) else {
        if let Ok(text) = std::str::from_utf8(bytes) {
            let mut app = App::new(Store::in_memory().expect("memory"), Assets::bundled(), 0.0).expect("an app");
            let params = serde_json::json!({ "line": text, "accept": true });
            let _ = app.call("receiveLine", &params.to_string(), 1.8e12);
        }
        return;
    };
    assert_eq!(letter.write(), bytes);
    let moves = letter.game.moves().len();
    assert_eq!(letter.game.positions().len(), moves + 1);
});
