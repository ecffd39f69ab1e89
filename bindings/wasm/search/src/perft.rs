//! Perft, which measures the speed of move generation in WebAssembly (`tests/wasm/perft.mjs`).
use draughts::{Variant, notation::fen};
use wasm_bindgen::prelude::*;

/// Counts the lines of `depth` plies from a position of a variant, given by its key.
///
/// # Errors
/// A sentence about the invalid position or key.
#[wasm_bindgen]
pub fn perft(variant: &str, position: &str, depth: u32) -> Result<u64, String> {
    let variant = variant.parse::<Variant>().map_err(|error| error.to_string())?;
    let position = fen::read(variant, position).map_err(|error| error.to_string())?;
    Ok(draughts::perft(&position, depth))
}
