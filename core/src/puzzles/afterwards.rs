//! Calls for a puzzle that is over: its solution as a tree to walk through, why another move does not win, where its shot is
//! taught, when it comes back. Tells nothing of a puzzle that is not over yet.
use crate::error::{ApiError, ErrorKind};
use crate::learn::{LessonSummary, card_of, summary};
use crate::practice::memory_of;
use crate::puzzles::repetition::RestView;
use crate::puzzles::solving::{known, line, themes};
use crate::views::{MoveView, PositionView, Squares, VerdictView, view};
use crate::{App, Call};
use draughts::notation::path;
use draughts::{Move, Position};
use draughts_puzzles::{Choice, Puzzle, Theme, refute};

/// Half-moves of a line that is asked about, at most: no solution is longer.
const LONGEST_LINE: usize = 80;

view! {
    /// `afterPuzzle {puzzle, language}` → `AfterPuzzleView`; `badParams` until the puzzle was solved or its solution shown.
    pub struct AfterPuzzle { pub puzzle: String, pub language: String }
}
view! {
    /// A puzzle that is over.
    pub struct AfterPuzzleView {
        /// The whole solution; each move stands behind the one it answers. Of several that answer the same move the first is the
        /// main line.
        pub moves: Vec<SolutionMove>,
        /// The rarest of its themes: by it others are alike.
        pub theme: Option<String>,
        /// How many other puzzles of the game have this theme.
        pub alike: u32,
        /// The lesson that teaches one of its themes, an unfinished one first.
        pub lesson: Option<LessonSummary>,
        /// The card of the album that shows one of its themes.
        pub shot: Option<String>,
        /// When it comes back, in milliseconds since 1970; null where it was never missed, or rests.
        pub due: Option<f64>,
        /// Why it does not come back, though it was missed once.
        pub rest: Option<RestView>,
    }
}
view! {
    /// A move of a solution, by the solver or the other side.
    pub struct SolutionMove {
        pub played: MoveView,
        /// What stands on the board after it.
        pub position: PositionView,
        /// Where in the list the move stands that it answers; null at the beginning.
        pub answers: Option<u32>,
    }
}
view! {
    /// `refutePuzzleMove {puzzle, line}` → `RefutationView`: what a move of the solver's is worth. `line`: the paths of all moves
    /// from the puzzle's position on, both sides', that move last. Counts as no attempt; `badParams` until the puzzle is over.
    pub struct RefutePuzzleMove { pub puzzle: String, pub line: Vec<Squares> }
}
view! {
    /// What a move of the solver's is worth, and what answers it.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PuzzleRefutation"))]
    pub struct RefutationView {
        /// `lesser` or `wrong`.
        pub verdict: VerdictView,
        /// The move, then what answers it.
        pub played: Vec<MoveView>,
        /// What stands on the board after that.
        pub position: PositionView,
        /// Pieces that the solver loses by it, less those it takes.
        pub lost: i32,
    }
}

/// A puzzle of which all may be told to this person.
fn over(app: &App, id: &str) -> Result<Puzzle, ApiError> {
    let puzzle = known(app, id)?;
    let record = app.store.puzzle_record(app.profile.id, id)?;
    if record.solved || record.shown {
        Ok(puzzle)
    } else {
        Err(ApiError::new(
            ErrorKind::BadParams,
            format!("puzzle {id} is not over yet"),
        ))
    }
}

/// Adds the moves of a tree, each before those that answer it.
pub(super) fn list(
    moves: &mut Vec<SolutionMove>,
    position: &Position,
    choices: &[Choice],
    answers: Option<u32>,
) {
    for choice in choices {
        let mut after = *position;
        after.play_unchecked(&choice.mv);
        let at = moves.len() as u32;
        moves.push(SolutionMove {
            played: MoveView::of(position, &choice.mv),
            position: PositionView::of(&after),
            answers,
        });
        list(moves, &after, &choice.then, Some(at));
    }
}

impl Call for AfterPuzzle {
    type Reply = AfterPuzzleView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let puzzle = over(app, &self.puzzle)?;
        let variant = puzzle.position.variant();
        let mut moves = Vec::new();
        list(&mut moves, &puzzle.position, &puzzle.solution, None);
        let stock = app.assets.puzzles.of(variant);
        let others = |theme: Theme| {
            let same = |card: &&draughts_puzzles::Card| card.has(theme) && stock.id(card) != puzzle.id;
            stock.cards().iter().filter(same).count() as u32
        };
        let rarest = puzzle
            .themes
            .iter()
            .map(|theme| (others(*theme), *theme))
            .filter(|(others, _)| *others > 0)
            .min_by_key(|(others, _)| *others);
        let keys: Vec<&str> = puzzle.themes.iter().map(|theme| theme.key()).collect();
        let memory = app
            .store
            .puzzle_review(app.profile.id, &puzzle.id)?
            .map(memory_of);
        let rest = memory.and_then(|memory| memory.rest());
        Ok(AfterPuzzleView {
            shot: card_of(variant, &keys),
            moves,
            theme: rarest.map(|(_, theme)| theme.key().into()),
            alike: rarest.map_or(0, |(others, _)| others),
            lesson: lesson(app, &puzzle, &self.language)?,
            due: memory.filter(|_| rest.is_none()).map(|memory| memory.due),
            rest: rest.map(Into::into),
        })
    }
}

/// The lesson that teaches one of a puzzle's themes.
fn lesson(app: &mut App, puzzle: &Puzzle, language: &str) -> Result<Option<LessonSummary>, ApiError> {
    let school = app.school()?;
    let mut found: Option<LessonSummary> = None;
    for theme in themes(puzzle) {
        let Some(taught) = school.teaching(puzzle.position.variant(), &theme) else {
            continue;
        };
        let taught = summary(app, &school, taught, language)?;
        if taught.stars == 0 {
            return Ok(Some(taught));
        }
        found.get_or_insert(taught);
    }
    Ok(found)
}

impl Call for RefutePuzzleMove {
    type Reply = RefutationView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let puzzle = over(app, &self.puzzle)?;
        if self.line.len().is_multiple_of(2) || self.line.len() > LONGEST_LINE {
            return Err(ApiError::new(
                ErrorKind::BadParams,
                "the last move of the line is the solver's",
            ));
        }
        let mut before = puzzle.position;
        let mut newest: Option<Move> = None;
        for steps in &self.line {
            if let Some(mv) = newest {
                before.play_unchecked(&mv);
            }
            let read = path::read(&before, steps);
            newest = Some(read.map_err(|error| ApiError::new(ErrorKind::IllegalMove, error.to_string()))?);
        }
        let newest = newest.expect("a line of an odd number of moves has one");
        let refuted = refute(&puzzle, &before, &newest);
        let mut after = before;
        for mv in &refuted.played {
            after.play_unchecked(mv);
        }
        let solver = before.turn();
        let lead = |position: &Position| {
            let count = |side| {
                let (men, kings) = position.count(side);
                i32::from(men) + i32::from(kings)
            };
            count(solver) - count(!solver)
        };
        Ok(RefutationView {
            verdict: VerdictView::of(refuted.verdict),
            played: line(&before, &refuted.played),
            position: PositionView::still(&after),
            lost: lead(&before) - lead(&after),
        })
    }
}
