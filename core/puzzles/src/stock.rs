//! The puzzles that come with the program: those picked by hand, and those mined, read once from their packed file.
//! Judges nothing, proves nothing. In the browser a file is fetched when first needed and handed over here.
use super::pack::{KIND, pack, unpack};
use super::picked::picked;
use super::puzzle::{Origin, Puzzle};
use super::record::{Card, RecordError, card, read_record, write_record};
use draughts::Variant;
use draughts::raw::artefact::ArtefactError;
use draughts_engine::bundled::bundled_files;
use std::sync::OnceLock;

/// The puzzles of one variant, easiest first.
#[derive(Debug)]
pub struct Stock {
    variant: Variant,
    cards: Vec<Card>,
    text: String,
}

impl Stock {
    /// The puzzles of a packed file and those picked by hand.
    ///
    /// # Errors
    /// It is no such file, of another format, of another game, cut short or damaged.
    pub fn read(variant: Variant, bytes: &[u8]) -> Result<Self, ArtefactError> {
        let text = unpack(bytes)?;
        if text.lines().next() != Some(variant.key()) {
            return Err(KIND.alien());
        }
        let mut stock = Self::of_picked(variant);
        let mut from = 0;
        for line in text.split_inclusive('\n') {
            if from > 0 {
                let range = from..from + line.trim_end().len();
                stock.cards.push(card(&text, range).ok_or(KIND.damaged())?);
            }
            from += line.len();
        }
        stock.text = text;
        stock.cards.sort_by_key(|card| card.rating);
        Ok(stock)
    }

    /// The packed file of these puzzles; those picked by hand have a file of their own and are left out.
    pub fn write(variant: Variant, puzzles: &[Puzzle]) -> Vec<u8> {
        let mut text = format!("{}\n", variant.key());
        for puzzle in puzzles.iter().filter(|puzzle| puzzle.origin != Origin::Picked) {
            text.push_str(&write_record(puzzle));
            text.push('\n');
        }
        pack(&text)
    }

    fn of_picked(variant: Variant) -> Self {
        let cards = picked(variant).iter().map(Card::of).collect();
        Self {
            variant,
            cards,
            text: String::new(),
        }
    }

    /// What there is, easiest first: enough to choose by. A puzzle's place in it may change with the next version.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Where the puzzle of this id stands, from 0.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.cards.iter().position(|card| card.id(&self.text) == id)
    }

    /// The puzzle of this id.
    pub fn get(&self, id: &str) -> Option<Puzzle> {
        self.puzzle(&self.cards[self.place(id)?]).ok()
    }

    /// The id of a card.
    pub fn id<'a>(&'a self, card: &'a Card) -> &'a str {
        card.id(&self.text)
    }

    /// The puzzle of a card.
    ///
    /// # Errors
    /// Where its line is not as it should be.
    pub fn puzzle(&self, card: &Card) -> Result<Puzzle, RecordError> {
        match card.line(&self.text) {
            Some(line) => read_record(self.variant, line),
            None => picked(self.variant)
                .iter()
                .find(|puzzle| puzzle.id == card.id(&self.text))
                .cloned()
                .ok_or(RecordError::Fields),
        }
    }
}

static STOCKS: [OnceLock<Stock>; Variant::ALL.len()] = [const { OnceLock::new() }; Variant::ALL.len()];

bundled_files!("puzzles");

/// Whether a game has a packed file of puzzles.
pub const fn has_stock(variant: Variant) -> bool {
    has_file(variant)
}

/// The stock of a game. In the browser, until its file has been [installed](install), those picked by hand only.
pub fn stock(variant: Variant) -> &'static Stock {
    #[cfg(not(target_arch = "wasm32"))]
    return STOCKS[variant as usize].get_or_init(|| {
        file(variant)
            .and_then(|bytes| Stock::read(variant, bytes).ok())
            .unwrap_or_else(|| Stock::of_picked(variant))
    });
    #[cfg(target_arch = "wasm32")]
    {
        static PICKED: [OnceLock<Stock>; Variant::ALL.len()] =
            [const { OnceLock::new() }; Variant::ALL.len()];
        STOCKS[variant as usize]
            .get()
            .unwrap_or_else(|| PICKED[variant as usize].get_or_init(|| Stock::of_picked(variant)))
    }
}

/// Whether the stock of a game is all there: in the browser its file must be handed over first.
pub fn is_whole(variant: Variant) -> bool {
    !has_stock(variant) || cfg!(not(target_arch = "wasm32")) || STOCKS[variant as usize].get().is_some()
}

/// Makes a stock that came from elsewhere the one that [`stock`] gives. The first one stays.
pub fn install(stock: Stock) {
    let variant = stock.variant;
    STOCKS[variant as usize].get_or_init(|| stock);
}

/// The puzzle of this id, of whatever variant.
pub fn find(id: &str) -> Option<Puzzle> {
    Variant::ALL.iter().find_map(|variant| stock(*variant).get(id))
}
