//! The call that finds puzzles by a position of their start or solution.
use crate::convert::{position, variant};
use crate::views::view;
use crate::{ApiError, App, Call};
use draughts::Position;
use draughts_puzzles::Choice;

/// Number of puzzles per step: about 20 ms on a slow machine.
const STEP: usize = 400;

view! {
    /// `puzzlesWith {variant, fen, from}` → `PuzzlesFound`: bundled puzzles with a position at their start or in
    /// their solution. `from` is 0, then `next` of the previous answer.
    pub struct PuzzlesWith { pub variant: String, pub fen: String, pub from: u32 }
}
view! {
    /// Puzzles of one step.
    pub struct PuzzlesFound {
        /// Ids of the puzzles.
        pub puzzles: Vec<String>,
        /// Value for `from` in the next call; null at the end.
        pub next: Option<u32>,
    }
}

/// Number of pieces, which a solution only reduces.
fn pieces(position: &Position) -> usize {
    position.pieces().count()
}

/// Returns `true` if a solution tree reaches a position.
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
