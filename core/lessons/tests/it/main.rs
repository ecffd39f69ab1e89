//! The lessons and the reference that come with the program, and the checker that proves them.
mod lesson_kinds;
mod lessons;
mod reference;

use draughts_engine::EngineAssets;
use std::sync::LazyLock;

/// Shared by all tests, so that weights and tables are unpacked once.
static ASSETS: LazyLock<EngineAssets> = LazyLock::new(EngineAssets::bundled);
