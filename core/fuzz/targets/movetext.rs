//! Moves as text (a FEN, a newline, then words): no panic; a valid move is legal and round-trips.
#![no_main]
use draughts::notation::{Numbering, fen, french, movetext, pdn};
use draughts::Variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, text)) = bytes.split_first() else {
        return;
    };
    let variant = Variant::ALL[usize::from(first) % Variant::ALL.len()];
    let text = String::from_utf8_lossy(text);
    let (position, words) = match text.split_once('\n') {
        Some((fen, words)) => (fen::read(variant, fen), words),
        None => (Ok(variant.start()), &*text),
    };
    let Ok(position) = position else {
        return;
    };
    for word in words.split_whitespace().take(50) {
        for numbering in [Numbering::Native, Numbering::TopLeft] {
            if let Ok(mv) = movetext::read_numbered(&position, numbering, word) {
                assert!(position.play(&mv).is_ok(), "{word}");
                let written = movetext::write_numbered(&position, &mv, &position.legal_moves(), numbering);
                assert_eq!(movetext::read_numbered(&position, numbering, &written), Ok(mv), "{written}");
            }
        }
    }
    let game = pdn::read_moves(&position, words);
    let french = french::write(&game.tree, french::LoneCapture::Squares);
    let again = pdn::read_moves(&position, &french);
    assert!(again.tree.main_moves().eq(game.tree.main_moves()), "{french}");
});
