//! DamExchange messages, positions and moves: no panic, and a valid message has a canonical form.
#![no_main]
use draughts::Variant;
use draughts::notation::dxp::{self, Message};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(message) = Message::read(bytes) {
        // Blanks around a name are dropped; the result then round-trips.
        let written = message.write();
        let again = Message::read(written.as_bytes()).expect("what is written can be read");
        assert_eq!(again.write(), written);
        if let Message::Move(made) = again
            && let Ok(mv) = made.find(&Variant::International.start())
        {
            assert!(Variant::International.start().play(&mv).is_ok());
        }
    }
    if let Ok(position) = dxp::read_position(Variant::International, &String::from_utf8_lossy(bytes)) {
        let again = dxp::read_position(Variant::International, &dxp::write_position(&position));
        assert_eq!(again.as_ref(), Ok(&position));
    }
});
