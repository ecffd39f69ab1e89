//! The puzzles of one game: the hand-picked ones, and the mined ones read from their packed file. Judges and proves
//! nothing.
use super::pack::{KIND, pack, unpack};
use super::picked::picked;
use super::puzzle::{Origin, Puzzle};
use super::record::{Card, RecordError, card, read_record, write_record};
use draughts::Variant;
use draughts::raw::artefact::ArtefactError;

/// The puzzles of one variant, easiest first.
#[derive(Debug)]
pub struct Stock {
    variant: Variant,
    cards: Vec<Card>,
    text: String,
}

impl Stock {
    /// Reads the puzzles of a packed file, and adds the hand-picked ones.
    ///
    /// # Errors
    /// `ArtefactError` if the file has another format, belongs to another game, or is truncated or damaged.
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

    /// Writes the packed file of these puzzles. Leaves out the hand-picked ones, which have a file of their own.
    pub fn write(variant: Variant, puzzles: &[Puzzle]) -> Vec<u8> {
        let mut text = format!("{}\n", variant.key());
        for puzzle in puzzles.iter().filter(|puzzle| puzzle.origin != Origin::Picked) {
            text.push_str(&write_record(puzzle));
            text.push('\n');
        }
        pack(&text)
    }

    /// Returns the stock of the hand-picked puzzles alone.
    pub(super) fn of_picked(variant: Variant) -> Self {
        let cards = picked(variant).iter().map(Card::of).collect();
        Self {
            variant,
            cards,
            text: String::new(),
        }
    }

    /// The variant of the puzzles.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the cards of the puzzles, easiest first. The index of a puzzle may change with the next version.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Returns the index of the puzzle with this id.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.cards.iter().position(|card| card.id(&self.text) == id)
    }

    /// Returns the puzzle with this id.
    pub fn get(&self, id: &str) -> Option<Puzzle> {
        self.puzzle(&self.cards[self.place(id)?]).ok()
    }

    /// Returns the id of a card.
    pub fn id<'a>(&'a self, card: &'a Card) -> &'a str {
        card.id(&self.text)
    }

    /// Reads the puzzle of a card.
    ///
    /// # Errors
    /// `RecordError` if its line is malformed.
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
