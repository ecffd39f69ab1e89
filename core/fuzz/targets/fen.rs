//! FEN and printed lists of every variant: no panic, and a valid text round-trips.
#![no_main]
use draughts::notation::{Numbering, fen, position_list};
use draughts::{Position, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, text)) = bytes.split_first() else {
        return;
    };
    let variant = Variant::ALL[usize::from(first) % Variant::ALL.len()];
    let numbering = if first < 128 { Numbering::Native } else { Numbering::TopLeft };
    let text = String::from_utf8_lossy(text);
    if let Ok(position) = fen::read_numbered(variant, numbering, &text) {
        let written = fen::write_numbered(&position, numbering);
        assert_eq!(fen::read_numbered(variant, numbering, &written), Ok(position), "{written}");
    }
    if let Ok(setup) = position_list::read(variant, &text) {
        let _ = Position::from_setup(variant, &setup);
    }
});
