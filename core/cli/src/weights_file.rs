//! Weights of an evaluation from a file.
use draughts_engine::eval::Weights;
use std::fs;
use std::path::Path;

/// Reads a file of weights.
pub(crate) fn read(path: &Path) -> Result<Weights, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Weights::read(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}
