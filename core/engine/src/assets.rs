//! What the engine knows of the games beyond their rules: the weights of evaluations, and endgame tables. One value, handed to
//! every search. Knows no search and no file on disk.
use crate::book::Book;
use crate::bundled::bundled_files;
use crate::endgame::Tables;
use crate::eval::Weights;
use draughts::Variant;
#[cfg(not(target_arch = "wasm32"))]
use std::collections::BTreeMap;
use std::fmt;
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

    pub(super) const fn come_with(variant: draughts::Variant) -> bool {
        has_file(variant)
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn read(variant: draughts::Variant) -> Option<super::Tables> {
        super::Tables::read(file(variant)?).ok()
    }
}

#[cfg(not(target_arch = "wasm32"))]
const INTERNATIONAL_BOOK: &[u8] = include_bytes!("../../data/books/international.book");

/// Weights, endgame tables and opening books. Clones share them: what is installed in one is there for all.
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
    /// By game; what comes with the program is read when it is first asked for.
    weights: [OnceLock<Option<Arc<Weights>>>; Variant::ALL.len()],
    tables: [OnceLock<Option<Arc<Tables>>>; Variant::ALL.len()],
    book: OnceLock<Option<Arc<Book>>>,
    with_built: RwLock<WithBuilt>,
}

/// The tables of a game that a person has built.
#[derive(Default)]
struct WithBuilt {
    /// By what they are of: so many pieces.
    #[cfg(not(target_arch = "wasm32"))]
    built: BTreeMap<u8, Tables>,
    /// The bundled tables with built ones in the place of some.
    all: Option<Arc<Tables>>,
}

impl fmt::Debug for EngineAssets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineAssets").finish_non_exhaustive()
    }
}

impl EngineAssets {
    /// What comes with the program. In the browser that is nothing until it is fetched and installed.
    #[must_use]
    pub fn bundled() -> EngineAssets {
        EngineAssets(Arc::new(Shared {
            weights: [const { OnceLock::new() }; Variant::ALL.len()],
            tables: [const { OnceLock::new() }; Variant::ALL.len()],
            book: OnceLock::new(),
            with_built: RwLock::default(),
        }))
    }

    /// The same without learned weights: every game is evaluated by the hand-set evaluation.
    #[must_use]
    pub fn handcrafted() -> EngineAssets {
        let assets = EngineAssets::bundled();
        for slot in &assets.0.weights {
            slot.get_or_init(|| None);
        }
        assets
    }

    /// What comes with the program, but these weights for their game.
    #[must_use]
    pub fn with_weights(weights: Weights) -> EngineAssets {
        let assets = EngineAssets::bundled();
        assets.install_weights(weights);
        assets
    }

    /// The game whose bundled weights serve for a game: its own, or those of one that is played alike. `None` where a game
    /// is evaluated by hand-set weights.
    #[must_use]
    pub fn weights_of(variant: Variant) -> Option<Variant> {
        let of = played_alike(variant);
        has_file(of).then_some(of)
    }

    /// The weights that evaluate a game: its own, or those of one that is played alike.
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

    /// Makes these the weights of their game. The first ones stay.
    pub fn install_weights(&self, weights: Weights) {
        self.0.weights[weights.variant() as usize].get_or_init(|| Some(Arc::new(weights)));
    }

    /// The tables of a game that come with the program: results with up to four pieces (of the international game those of
    /// four kings against one too), and distances as far as `core/data/endgame` says. `None` for games besides the nine and
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

    /// The tables that know most of a game: the bundled ones, and what a person has built besides. Results are the same with
    /// and without; what must not change from machine to machine asks [`bundled_tables`](EngineAssets::bundled_tables).
    #[must_use]
    pub fn tables(&self, variant: Variant) -> Option<Arc<Tables>> {
        // A reference is whole whatever panicked while it was held.
        let built = self.0.with_built.read().unwrap_or_else(PoisonError::into_inner);
        let of_game = built.all.clone().filter(|tables| tables.variant() == variant);
        of_game.or_else(|| self.bundled_tables(variant))
    }

    /// The opening book of a game: the international game's comes with the program. `None` for other games, and in the browser
    /// until it is [installed](EngineAssets::install_book).
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

    /// Whether a game's book comes with the program and is still to be installed.
    #[must_use]
    pub fn lacks_book(&self, variant: Variant) -> bool {
        variant == Variant::International && self.0.book.get().is_none() && self.book(variant).is_none()
    }

    /// Makes this the book of its game. The first one stays.
    pub fn install_book(&self, book: Book) {
        self.0.book.get_or_init(|| Some(Arc::new(book)));
    }

    /// Whether a game's tables come with the program and are still to be installed.
    #[must_use]
    pub fn lacks_tables(&self, variant: Variant) -> bool {
        tables::come_with(variant) && self.bundled_tables(variant).is_none()
    }

    /// Whether a game's weights come with the program and are still to be installed.
    #[must_use]
    pub fn lacks_weights(&self, variant: Variant) -> bool {
        EngineAssets::weights_of(variant).is_some() && self.weights(variant).is_none()
    }

    /// Makes these the [bundled tables](EngineAssets::bundled_tables). The first ones stay.
    pub fn install_tables(&self, tables: Tables) {
        self.0.tables[tables.variant() as usize].get_or_init(|| Some(Arc::new(tables)));
    }

    /// Adds built tables of so many pieces to the bundled ones, or takes them out again. A search that has begun goes on with
    /// those it has.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn set_built(&self, pieces: u8, built: Option<Tables>) {
        let mut now = self.0.with_built.write().unwrap_or_else(PoisonError::into_inner);
        match built {
            Some(tables) => now.built.insert(pieces, tables),
            None => now.built.remove(&pieces),
        };
        now.all = now.built.values().next().map(|first| {
            let mut all = Tables::empty(first.variant());
            let bundled = self.bundled_tables(first.variant());
            let here = bundled.iter().map(Arc::as_ref).chain(now.built.values());
            for tables in here.filter(|tables| tables.variant() == first.variant()) {
                all.extend(tables.clone());
            }
            Arc::new(all)
        });
    }
}

/// The game whose weights serve for a game that has none. Portuguese draughts moves and takes as Spanish does, and Sri Lankan
/// as Canadian; those of Killer's own games were weaker than the international ones (core/data/weights/others.md).
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
    fn weights_are_borrowed_where_the_rules_are_the_same_and_by_killer() {
        for variant in Variant::ALL {
            let of = EngineAssets::weights_of(variant).expect("every game has weights");
            let (own, lent) = (variant.rules(), of.rules());
            // But for what no weight knows: the draw rules, the side of the long diagonal, and where Killer's kings stop.
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
    fn what_is_installed_in_one_value_is_in_its_clones_and_in_no_other() {
        let (one, other) = (EngineAssets::handcrafted(), EngineAssets::bundled());
        let clone = one.clone();
        clone.set_built(2, Some(crate::endgame::build(Variant::Pool, 2).unwrap()));
        assert!(one.weights(Variant::International).is_none());
        assert!(one.tables(Variant::Pool).is_some());
        assert!(other.weights(Variant::International).is_some());
        assert!(other.tables(Variant::Pool).is_none());
    }
}
