//! The engine's data: evaluation weights, endgame tables and opening books. One value, passed to every search. Knows
//! no search and no file on disk.
use crate::book::Book;
use crate::bundled::bundled_files;
use crate::endgame::Tables;
use crate::eval::Weights;
use draughts::Variant;
use std::collections::BTreeMap;
use std::fmt;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

bundled_files!(
    "weights",
    Antidraughts "antidraughts",
    Breakthrough "breakthrough",
    Frysk "frysk",
    Thai "thai",
    Pool "pool",
    Czech "czech"
);

mod tables {
    crate::bundled_files!("endgame", Antidraughts "antidraughts");

    pub(super) const fn is_bundled(variant: draughts::Variant) -> bool {
        has_file(variant)
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn read(variant: draughts::Variant) -> Option<super::Tables> {
        super::Tables::read(file(variant)?).ok()
    }
}

/// The coded results of five pieces.
mod five {
    use draughts::Variant;

    pub(super) const fn is_bundled(variant: Variant) -> bool {
        matches!(
            variant,
            Variant::English | Variant::Italian | Variant::Spanish | Variant::Brazilian | Variant::Russian
        )
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) const fn file(variant: Variant) -> Option<&'static [u8]> {
        Some(match variant {
            Variant::English => include_bytes!("../../data/endgame/english-5.bin"),
            Variant::Italian => include_bytes!("../../data/endgame/italian-5.bin"),
            Variant::Spanish => include_bytes!("../../data/endgame/spanish-5.bin"),
            Variant::Brazilian => include_bytes!("../../data/endgame/brazilian-5.bin"),
            Variant::Russian => include_bytes!("../../data/endgame/russian-5.bin"),
            _ => return None,
        })
    }
}

#[cfg(not(target_arch = "wasm32"))]
const INTERNATIONAL_BOOK: &[u8] = include_bytes!("../../data/books/international.book");

/// Weights, endgame tables and opening books. Clones share them: what one installs, all have.
///
/// ```
/// use draughts_engine::EngineAssets;
/// use draughts::Variant;
///
/// let assets = EngineAssets::bundled();
/// assert!(assets.weights(Variant::Frisian).is_some());
/// assert!(assets.tables(Variant::International).is_some());
/// ```
#[derive(Clone)]
pub struct EngineAssets(Arc<Shared>);

struct Shared {
    /// By game; bundled data is read when it is first used.
    weights: [OnceLock<Option<Arc<Weights>>>; Variant::ALL.len()],
    tables: [OnceLock<Option<Arc<Tables>>>; Variant::ALL.len()],
    book: OnceLock<Option<Arc<Book>>>,
    larger: RwLock<LargerTables>,
    /// Games whose tables of five pieces are being read, or have been.
    #[cfg(not(target_arch = "wasm32"))]
    five_asked: [AtomicBool; Variant::ALL.len()],
}

/// Endgame tables beside those that are always there: with five pieces, or built by the user.
#[derive(Default)]
struct LargerTables {
    /// By game and number of pieces.
    added: BTreeMap<(usize, u8), Tables>,
    /// By game: the bundled tables, in which added ones replace those of the same class.
    merged: BTreeMap<usize, Arc<Tables>>,
}

impl fmt::Debug for EngineAssets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineAssets").finish_non_exhaustive()
    }
}

impl EngineAssets {
    /// Returns the bundled data. In the browser it is empty until files are fetched and installed.
    #[must_use]
    pub fn bundled() -> EngineAssets {
        EngineAssets(Arc::new(Shared {
            weights: [const { OnceLock::new() }; Variant::ALL.len()],
            tables: [const { OnceLock::new() }; Variant::ALL.len()],
            book: OnceLock::new(),
            larger: RwLock::default(),
            #[cfg(not(target_arch = "wasm32"))]
            five_asked: [const { AtomicBool::new(false) }; Variant::ALL.len()],
        }))
    }

    /// Returns the bundled data without trained weights: every game has the handcrafted evaluation.
    #[must_use]
    pub fn handcrafted() -> EngineAssets {
        let assets = EngineAssets::bundled();
        for slot in &assets.0.weights {
            slot.get_or_init(|| None);
        }
        assets
    }

    /// Returns the bundled data with these weights for their game.
    #[must_use]
    pub fn with_weights(weights: Weights) -> EngineAssets {
        let assets = EngineAssets::bundled();
        assets.install_weights(weights);
        assets
    }

    /// Returns the game whose bundled weights evaluate a game: itself, or one that is played alike. `None` if the
    /// game has only the handcrafted evaluation.
    #[must_use]
    pub fn weights_of(variant: Variant) -> Option<Variant> {
        let of = played_alike(variant);
        has_file(of).then_some(of)
    }

    /// Returns the weights that evaluate a game: its own, or those of a game that is played alike.
    #[must_use]
    pub fn weights(&self, variant: Variant) -> Option<Arc<Weights>> {
        if let Some(own) = self.0.weights[variant as usize].get() {
            return own.clone();
        }
        let of = played_alike(variant);
        let slot = &self.0.weights[of as usize];
        #[cfg(not(target_arch = "wasm32"))]
        return slot
            .get_or_init(|| file(of).and_then(|bytes| Weights::read(bytes).ok()).map(Arc::new))
            .clone();
        #[cfg(target_arch = "wasm32")]
        return slot.get().cloned().flatten();
    }

    /// Installs the weights of their game, unless it has some.
    pub fn install_weights(&self, weights: Weights) {
        self.0.weights[weights.variant() as usize].get_or_init(|| Some(Arc::new(weights)));
    }

    /// Returns the bundled tables of a game: results with up to four pieces (in the international game also four
    /// kings against one), and the distances listed in `core/data/endgame`. `None` for games besides the nine and
    /// Antidraughts, and in the browser until they are [installed](EngineAssets::install_tables).
    #[must_use]
    pub fn bundled_tables(&self, variant: Variant) -> Option<Arc<Tables>> {
        let slot = &self.0.tables[variant as usize];
        #[cfg(not(target_arch = "wasm32"))]
        let tables = slot.get_or_init(|| tables::read(variant).map(Arc::new));
        #[cfg(target_arch = "wasm32")]
        let tables = slot.get()?;
        tables.clone()
    }

    /// Returns the bundled tables of a game together with the larger ones that have been added. Results are the same
    /// with and without these. Code whose output must not differ between machines uses
    /// [`bundled_tables`](EngineAssets::bundled_tables).
    #[must_use]
    pub fn tables(&self, variant: Variant) -> Option<Arc<Tables>> {
        // A panic cannot leave the reference incomplete.
        let larger = self.0.larger.read().unwrap_or_else(PoisonError::into_inner);
        let merged = larger.merged.get(&(variant as usize)).cloned();
        merged.or_else(|| self.bundled_tables(variant))
    }

    /// Returns `true` if the program has results with five pieces for a game, and they are not added yet.
    #[must_use]
    pub fn lacks_five(&self, variant: Variant) -> bool {
        let larger = self.0.larger.read().unwrap_or_else(PoisonError::into_inner);
        five::is_bundled(variant) && !larger.added.contains_key(&(variant as usize, 5))
    }

    /// Adds the results with five pieces of a game in the background, which takes some seconds, once. Does nothing for
    /// a game without them.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn load_five(&self, variant: Variant) {
        let Some(bytes) = five::file(variant) else {
            return;
        };
        if self.0.five_asked[variant as usize].swap(true, Relaxed) {
            return;
        }
        let assets = self.clone();
        let read = move || {
            if let Ok(tables) = Tables::read(bytes) {
                assets.set_larger(variant, 5, Some(tables));
            }
        };
        // Without a thread the search goes on without them.
        drop(std::thread::Builder::new().spawn(read));
    }

    /// Returns the opening book of a game; only the international game has one. `None` for other games, and in the
    /// browser until it is [installed](EngineAssets::install_book).
    #[must_use]
    pub fn book(&self, variant: Variant) -> Option<Arc<Book>> {
        #[cfg(not(target_arch = "wasm32"))]
        let book = self
            .0
            .book
            .get_or_init(|| Book::read(INTERNATIONAL_BOOK).ok().map(Arc::new));
        #[cfg(target_arch = "wasm32")]
        let book = self.0.book.get()?;
        book.clone().filter(|book| book.variant() == variant)
    }

    /// Returns `true` if a game has a bundled book that must still be installed.
    #[must_use]
    pub fn lacks_book(&self, variant: Variant) -> bool {
        variant == Variant::International && self.0.book.get().is_none() && self.book(variant).is_none()
    }

    /// Installs the book of its game, unless it has one.
    pub fn install_book(&self, book: Book) {
        self.0.book.get_or_init(|| Some(Arc::new(book)));
    }

    /// Returns `true` if a game has bundled tables that must still be installed.
    #[must_use]
    pub fn lacks_tables(&self, variant: Variant) -> bool {
        tables::is_bundled(variant) && self.bundled_tables(variant).is_none()
    }

    /// Returns `true` if a game has bundled weights that must still be installed.
    #[must_use]
    pub fn lacks_weights(&self, variant: Variant) -> bool {
        EngineAssets::weights_of(variant).is_some() && self.weights(variant).is_none()
    }

    /// Installs the [bundled tables](EngineAssets::bundled_tables) of their game, unless it has some.
    pub fn install_tables(&self, tables: Tables) {
        self.0.tables[tables.variant() as usize].get_or_init(|| Some(Arc::new(tables)));
    }

    /// Adds tables with `pieces` pieces to the bundled ones of their game, or removes them. A running search keeps the
    /// tables it has.
    pub fn set_larger(&self, variant: Variant, pieces: u8, tables: Option<Tables>) {
        let mut guard = self.0.larger.write().unwrap_or_else(PoisonError::into_inner);
        let larger = &mut *guard;
        let game = variant as usize;
        match tables {
            Some(tables) => larger.added.insert((game, pieces), tables),
            None => larger.added.remove(&(game, pieces)),
        };
        let mut added = larger.added.range((game, 0)..=(game, u8::MAX)).peekable();
        if added.peek().is_none() {
            larger.merged.remove(&game);
            return;
        }
        let mut merged = Tables::empty(variant);
        if let Some(bundled) = self.bundled_tables(variant) {
            merged.extend((*bundled).clone());
        }
        for (_, tables) in added {
            merged.extend(tables.clone());
        }
        larger.merged.insert(game, Arc::new(merged));
    }
}

/// Returns the game whose weights evaluate a game without its own. Portuguese draughts moves and captures as Spanish
/// does, and Sri Lankan as Canadian. Weights trained on games of Killer were weaker than the international ones
/// (core/data/weights/others.md).
const fn played_alike(variant: Variant) -> Variant {
    match variant {
        Variant::Portuguese => Variant::Spanish,
        Variant::Srilankan => Variant::Canadian,
        Variant::Killer => Variant::International,
        own => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_weights_are_those_of_their_game() {
        let assets = EngineAssets::bundled();
        for variant in Variant::ALL {
            assert!(!assets.lacks_weights(variant), "{variant}");
            assert_eq!(
                assets.weights(variant).map(|weights| weights.variant()),
                EngineAssets::weights_of(variant)
            );
        }
    }

    #[test]
    fn weights_are_borrowed_from_games_with_the_same_moves_and_by_killer() {
        for variant in Variant::ALL {
            let of = EngineAssets::weights_of(variant).expect("every game has weights");
            let (own, lent) = (variant.rules(), of.rules());
            // Except for rules that no weight depends on: the draw rules, the side of the long diagonal, and the
            // landing squares of Killer's kings.
            let same = draughts::Ruleset {
                board: own.board,
                draws: own.draws,
                moves_as: own.moves_as,
                landing: if variant == Variant::Killer {
                    own.landing
                } else {
                    lent.landing
                },
                ..*lent
            };
            assert_eq!(same, *own, "{variant} by the weights of {of}");
            assert_eq!(
                (own.board.squares(), own.board.row()),
                (lent.board.squares(), lent.board.row())
            );
        }
    }

    #[test]
    fn installed_data_is_shared_with_clones_only() {
        let (one, other) = (EngineAssets::handcrafted(), EngineAssets::bundled());
        let clone = one.clone();
        clone.set_larger(
            Variant::Pool,
            2,
            Some(crate::endgame::build(Variant::Pool, 2).unwrap()),
        );
        assert!(one.weights(Variant::International).is_none());
        assert!(one.tables(Variant::Pool).is_some());
        assert!(other.weights(Variant::International).is_some());
        assert!(other.tables(Variant::Pool).is_none());
    }
}
