//! The tables that come with the program, and the one place where tables are asked for: those with what has been built
//! on top. In the browser they are fetched when first needed, and installed here.
use super::Tables;
use draughts::Variant;
use std::sync::{OnceLock, PoisonError, RwLock};

#[cfg(not(target_arch = "wasm32"))]
const INTERNATIONAL: &[u8] = include_bytes!("../../../data/endgame/international.bin");

static TABLES: OnceLock<Option<Tables>> = OnceLock::new();
/// Those that come with the program, with built ones in the place of some.
static WITH_BUILT: RwLock<Option<&'static Tables>> = RwLock::new(None);

/// The tables of a game that come with the program: for the international game results with up to four pieces,
/// distances with up to three, and the results of four kings against one. `None` for other games, and in the browser
/// until they have been [installed](install).
pub fn bundled(variant: Variant) -> Option<&'static Tables> {
    #[cfg(not(target_arch = "wasm32"))]
    let tables = TABLES.get_or_init(|| Tables::read(INTERNATIONAL).ok());
    #[cfg(target_arch = "wasm32")]
    let tables = TABLES.get()?;
    tables.as_ref().filter(|tables| tables.variant() == variant)
}

/// The tables that know most of a game: those that come with the program, and what a person has built besides. The
/// results are the same with and without, so that what must not change from machine to machine may ask [`bundled`].
pub fn loaded(variant: Variant) -> Option<&'static Tables> {
    // A reference is whole whatever panicked while it was held.
    let built = *WITH_BUILT.read().unwrap_or_else(PoisonError::into_inner);
    built
        .filter(|tables| tables.variant() == variant)
        .or_else(|| bundled(variant))
}

/// Makes built tables part of those [`loaded`], or none any more. They stay in memory for good, since a search may be
/// asking them: they are to be given once a build, not once a move.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn set_built(built: Option<Tables>) {
    let with_built = built.map(|built| {
        let mut tables = Tables::empty(built.variant());
        if let Ok(bundled) = Tables::read(INTERNATIONAL)
            && bundled.variant() == built.variant()
        {
            tables.extend(bundled);
        }
        tables.extend(built);
        &*Box::leak(Box::new(tables))
    });
    *WITH_BUILT.write().unwrap_or_else(PoisonError::into_inner) = with_built;
}

/// Whether a game's tables come with the program and are still to be [installed](install).
pub fn missing(variant: Variant) -> bool {
    variant == Variant::International && bundled(variant).is_none()
}

/// Makes tables that came from elsewhere those that [`bundled`] gives. The first ones stay.
pub fn install(tables: Tables) {
    TABLES.get_or_init(|| Some(tables));
}
