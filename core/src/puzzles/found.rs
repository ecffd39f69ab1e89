//! The call that finds puzzles by a position: of their start, or anywhere in their solutions. Proves nothing.
use crate::convert::{position, variant};
use crate::views::view;
use crate::{ApiError, App, Call};
use draughts::Position;
use draughts_puzzles::Choice;

/// Puzzles looked at in one step: some 20 ms where the program is slow.
const STEP: usize = 400;

view! {
    /// `puzzlesWith {variant, fen, from}` → `PuzzlesFound`: puzzles of the stock in which a position stands, at the start or in the
    /// solution. `from`: 0, then the `next` of the answer before.
    pub struct PuzzlesWith { pub variant: String, pub fen: String, pub from: u32 }
}
view! {
    /// Puzzles found by one step of a search.
    pub struct PuzzlesFound {
        /// Their ids.
        pub puzzles: Vec<String>,
        /// Where to go on; null at the end.
        pub next: Option<u32>,
    }
}

/// Pieces on the board: a solution only ever takes some away.
fn pieces(position: &Position) -> usize {
    position.pieces().count()
}

/// Whether a position stands somewhere in a tree that begins at another.
fn stands(wanted: &Position, at: &Position, choices: &[Choice]) -> bool {
    if at == wanted {
        return true;
    }
    pieces(at) >= pieces(wanted)
        && choices.iter().any(|choice| {
            let mut after = *at;
            after.play_unchecked(&choice.mv);
            stands(wanted, &after, &choice.then)
        })
}

impl Call for PuzzlesWith {
    type Reply = PuzzlesFound;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = variant(&self.variant)?;
        let wanted = position(variant, &self.fen)?;
        app.assets.need_puzzles(variant)?;
        let stock = app.assets.puzzles.of(variant);
        let from = self.from as usize;
        let cards = stock.cards().get(from..).unwrap_or_default();
        let looked = cards.iter().take(STEP).filter_map(|card| stock.puzzle(card).ok());
        Ok(PuzzlesFound {
            puzzles: looked
                .filter(|puzzle| stands(&wanted, &puzzle.position, &puzzle.solution))
                .map(|puzzle| puzzle.id)
                .collect(),
            next: (cards.len() > STEP).then_some((from + STEP) as u32),
        })
    }
}
