//! The call that fills a set with puzzles of some themes and ratings, for print or for a lesson.
use super::sets::{MOST_PUZZLES, PuzzleSetView, named, put};
use super::solving::read;
use super::training::fits;
use crate::convert::variant;
use crate::error::bad_params;
use crate::views::view;
use crate::{ApiError, App, Call};
use draughts_puzzles::{Card, Puzzle};
use std::collections::HashSet;

view! {
    /// `mixedSet {variant, themes, from, to, count, name}` → `PuzzleSetView`: fills a new set with puzzles that have one
    /// of the themes (any without themes), their ratings spread over the range. Puzzles that the person has not tried
    /// come first. If a set has the name already, a number is added to it.
    pub struct MixedSet {
        pub variant: String,
        pub themes: Vec<String>,
        /// Lowest and highest rating.
        pub from: u16,
        pub to: u16,
        /// Number of puzzles; fewer if the stock has not as many.
        pub count: u16,
        pub name: String,
    }
}

impl Call for MixedSet {
    type Reply = PuzzleSetView;

    fn run(self, app: &mut App) -> Result<PuzzleSetView, ApiError> {
        let variant = variant(&self.variant)?;
        let count = usize::from(self.count);
        if count == 0 || u32::from(self.count) > MOST_PUZZLES {
            return Err(bad_params(format!("a set holds 1 to {MOST_PUZZLES} puzzles")));
        }
        app.assets.need_puzzles(variant)?;
        let stock = app.assets.puzzles.of(variant).clone();
        let attempts = app.store.puzzle_attempts(app.profile.id)?;
        let tried: HashSet<&str> = attempts.iter().map(|attempt| attempt.puzzle.as_str()).collect();
        let (new, old): (Vec<&Card>, Vec<&Card>) = stock
            .cards()
            .iter()
            .filter(|card| fits(card, &self.themes, self.from, self.to))
            .partition(|card| !tried.contains(stock.id(card)));
        let mut chosen = spread(new, count);
        chosen.extend(spread(old, count - chosen.len()));
        chosen.sort_by_key(|card| card.rating);
        let puzzles: Vec<Puzzle> = chosen
            .into_iter()
            .map(|card| read(&stock, card))
            .collect::<Result<_, _>>()?;
        if puzzles.is_empty() {
            return Err(bad_params("no puzzle has these themes and ratings"));
        }
        let set = named(app, variant, &self.name)?;
        let mut view = None;
        for puzzle in &puzzles {
            view = Some(put(app, puzzle, Some(set), None)?);
        }
        view.ok_or_else(|| bad_params("the set is empty"))
    }
}

/// Chooses this many cards, evenly among those sorted by rating.
fn spread(mut cards: Vec<&Card>, count: usize) -> Vec<&Card> {
    cards.sort_by_key(|card| card.rating);
    let of = cards.len();
    let count = count.min(of);
    (0..count)
        .map(|at| cards[(2 * at + 1) * of / (2 * count)])
        .collect()
}
