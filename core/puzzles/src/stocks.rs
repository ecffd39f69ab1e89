//! The bundled puzzles of every game. In the browser the file of a game is fetched when it is first needed, and
//! installed here. Reads no record itself.
use super::puzzle::Puzzle;
use super::stock::Stock;
use draughts::Variant;
use draughts_engine::bundled::bundled_files;
use std::sync::{Arc, OnceLock};

bundled_files!("puzzles");

/// The stock of each game, read when it is first used.
#[derive(Debug)]
pub struct Stocks {
    stocks: [OnceLock<Arc<Stock>>; Variant::ALL.len()],
    /// The hand-picked puzzles: the stocks stock of a game until its file is installed.
    picked: [OnceLock<Arc<Stock>>; Variant::ALL.len()],
}

impl Stocks {
    /// Returns the bundled puzzles; in the browser only the hand-picked ones.
    #[must_use]
    pub fn bundled() -> Stocks {
        Stocks {
            stocks: [const { OnceLock::new() }; Variant::ALL.len()],
            picked: [const { OnceLock::new() }; Variant::ALL.len()],
        }
    }

    /// Returns the stock of a game; only its hand-picked puzzles while its file [is missing](Stocks::lacks).
    #[must_use]
    pub fn of(&self, variant: Variant) -> Arc<Stock> {
        let picked = || {
            let stock = self.picked[variant as usize].get_or_init(|| Arc::new(Stock::of_picked(variant)));
            Arc::clone(stock)
        };
        #[cfg(not(target_arch = "wasm32"))]
        let stocks = Some(self.stocks[variant as usize].get_or_init(|| {
            let read = file(variant).and_then(|bytes| Stock::read(variant, bytes).ok());
            read.map_or_else(picked, Arc::new)
        }));
        #[cfg(target_arch = "wasm32")]
        let stocks = self.stocks[variant as usize].get();
        stocks.cloned().unwrap_or_else(picked)
    }

    /// Returns `true` while the file of a game must still be [installed](Stocks::install).
    #[must_use]
    pub fn lacks(&self, variant: Variant) -> bool {
        has_file(variant) && cfg!(target_arch = "wasm32") && self.stocks[variant as usize].get().is_none()
    }

    /// Installs a fetched stock for its game.
    pub fn install(&mut self, stock: Stock) {
        let variant = stock.variant();
        self.stocks[variant as usize] = OnceLock::from(Arc::new(stock));
    }

    /// Returns the puzzle with this id, of any game.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Puzzle> {
        Variant::ALL.iter().find_map(|variant| self.of(*variant).get(id))
    }
}
