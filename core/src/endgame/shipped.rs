//! The tables that come with the program. In the browser they are fetched when first needed, and handed over here.
use super::Tables;
use crate::rules::Variant;
use std::sync::OnceLock;

#[cfg(not(target_arch = "wasm32"))]
const INTERNATIONAL: &[u8] = include_bytes!("../../data/endgame/international.bin");

static TABLES: OnceLock<Option<Tables>> = OnceLock::new();

/// The tables of a game that come with the program: for the international game results with up to four pieces,
/// distances with up to three, and the results of four kings against one. `None` for other games, and in the browser
/// until they have been [handed over](hand_over).
pub fn shipped(variant: Variant) -> Option<&'static Tables> {
    #[cfg(not(target_arch = "wasm32"))]
    let tables = TABLES.get_or_init(|| Tables::read(INTERNATIONAL).ok());
    #[cfg(target_arch = "wasm32")]
    let tables = TABLES.get()?;
    tables.as_ref().filter(|tables| tables.variant() == variant)
}

/// Whether a game's tables come with the program and are still to be [handed over](hand_over).
pub fn missing(variant: Variant) -> bool {
    variant == Variant::International && shipped(variant).is_none()
}

/// Makes tables that came from elsewhere those that [`shipped`] gives. The first ones stay.
pub fn hand_over(tables: Tables) {
    TABLES.get_or_init(|| Some(tables));
}
