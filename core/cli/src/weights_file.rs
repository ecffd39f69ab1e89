//! Weights of an evaluation from a file. Knows no command.
use draughts_engine::eval::Weights;
use std::fs;
use std::path::Path;

/// Reads the weights of a file.
pub(crate) fn read(path: &Path) -> Result<Weights, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Weights::read(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}
