//! Hub lines, positions and moves: no panic, and a valid line round-trips.
#![no_main]
use draughts::Variant;
use draughts::notation::hub::{self, HubLine};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        let _ = HubLine::read(line);
        let position = hub::read_position(Variant::International, line).unwrap_or(Variant::International.start());
        for word in line.split_whitespace() {
            if let Ok(mv) = hub::read_move(&position, word) {
                assert!(position.play(&mv).is_ok(), "{word}");
            }
        }
    }
});
