//! PDN: no panic, no hang; reading in parts equals reading at once; a valid game round-trips.
#![no_main]
use draughts::notation::pdn::{self, GameText, PdnGame, PdnSplitter};
use libfuzzer_sys::fuzz_target;

fn games(bytes: &[u8], part: usize) -> Vec<PdnGame> {
    let mut splitter = PdnSplitter::new();
    let mut games = Vec::new();
    for bytes in bytes.chunks(part.max(1)) {
        splitter.push(bytes);
        while let Some(text) = splitter.next_game() {
            games.push(pdn::read_game(&text, None));
        }
    }
    splitter.finish();
    while let Some(text) = splitter.next_game() {
        games.push(pdn::read_game(&text, None));
    }
    games
}

fuzz_target!(|bytes: &[u8]| {
    let whole = games(bytes, bytes.len());
    assert_eq!(games(bytes, 5), whole);
    // A game on a missing board is never kept.
    for game in whole.into_iter().filter(|game| !game.is_refused()) {
        let text = pdn::write_game(&game.tags, game.result, &game.tree);
        let again = pdn::read_game(&GameText::whole(text.as_bytes()), Some(game.variant));
        assert_eq!(again.tree, game.tree, "{text}");
    }
});
