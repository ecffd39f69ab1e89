//! The core as objects for Python, Kotlin and Swift: positions, games, an engine, and a store with library, lessons
//! and puzzles.
mod clock;
mod engine;
mod error;
mod foreign;
mod game;
mod lessons;
mod library;
mod position;
mod puzzles;
mod shared_app;
mod store;

pub use clock::Clock;
pub use engine::{Engine, ReviewListener, SearchListener};
pub use error::DraughtsError;
pub use foreign::{pause_calls, resume_calls, shut_down};
pub use game::Game;
pub use lessons::Lessons;
pub use library::GameLibrary;
pub use position::{Position, variants};
pub use puzzles::Puzzles;
pub use store::Store;

uniffi::setup_scaffolding!("damier");
