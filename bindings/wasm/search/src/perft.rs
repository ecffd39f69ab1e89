//! Counts of lines of play: how fast moves are found in WebAssembly (`tests/wasm/perft.mjs`).
use draughts::{Variant, notation::fen};
use wasm_bindgen::prelude::*;

/// How many lines of `depth` plies there are from a position of a game (by its key).
///
/// # Errors
/// What is wrong with the position or the key, as a sentence.
#[wasm_bindgen]
pub fn perft(variant: &str, position: &str, depth: u32) -> Result<u64, String> {
    let variant = variant.parse::<Variant>().map_err(|error| error.to_string())?;
    let position = fen::read(variant, position).map_err(|error| error.to_string())?;
    Ok(draughts::perft(&position, depth))
}
