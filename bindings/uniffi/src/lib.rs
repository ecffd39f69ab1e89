//! The core as an object for Python, Kotlin and Swift: one method a call. Knows types and threads, nothing of draughts.
mod clock;
mod error;
mod object;
mod search;

pub use error::DraughtsError;
pub use object::{Draughts, position, read_move, variants, why_not};
pub use search::{Search, SearchListener};

uniffi::setup_scaffolding!("damier");
