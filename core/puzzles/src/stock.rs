//! The puzzles of one game: those picked by hand, and those mined, read from their packed file. Judges nothing, proves
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

    /// Those picked by hand alone.
    pub(super) fn of_picked(variant: Variant) -> Self {
        let cards = picked(variant).iter().map(Card::of).collect();
        Self {
            variant,
            cards,
            text: String::new(),
        }
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant
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
