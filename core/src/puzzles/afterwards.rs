//! Calls for a finished puzzle: its solution as a tree, refutations of other moves, the lesson about its shot, and
//! its next repetition.
use crate::error::{ApiError, ErrorKind};
use crate::learn::{LessonSummary, card_of, summary};
use crate::puzzles::ideas::memory_of_idea;
use crate::puzzles::quiet::Quiet;
use crate::puzzles::solving::{known, line, quiet_position, themes};
use crate::views::{MoveView, PositionView, Squares, VerdictView, view};
use crate::{App, Call};
use draughts::notation::path;
use draughts::{Move, Position};
use draughts_puzzles::{Choice, Puzzle, Theme, refute};

/// Maximum length of a line in plies; no solution is longer.
const LONGEST_LINE: usize = 80;

view! {
    /// `afterPuzzle {puzzle, language}` → `AfterPuzzleView`; `badParams` until the puzzle was solved or its solution
    /// shown.
    pub struct AfterPuzzle { pub puzzle: String, pub language: String }
}
view! {
    /// A finished puzzle.
    pub struct AfterPuzzleView {
        /// The whole solution; each move comes after the one that it answers. The first of several answers is the
        /// main line. In a quiet position: the shot that fails, and its refutation.
        pub moves: Vec<SolutionMove>,
        /// `true` if it was a quiet position, where nothing works.
        pub quiet: bool,
        /// Rarest theme, by which to find similar puzzles.
        pub theme: Option<String>,
        /// Number of other puzzles with this theme.
        pub alike: u32,
        /// A lesson about one of its themes, preferably an unfinished one.
        pub lesson: Option<LessonSummary>,
        /// Album card of one of its themes.
        pub shot: Option<String>,
        /// The idea under which it is repeated, and the time at which that is due, in milliseconds since 1970.
        pub idea: Option<String>,
        pub due: Option<f64>,
    }
}
view! {
    /// A move of a solution, by either side.
    pub struct SolutionMove {
        pub played: MoveView,
        /// Position after it.
        pub position: PositionView,
        /// Index of the move that it answers; null at the start.
        pub answers: Option<u32>,
    }
}
view! {
    /// `refutePuzzleMove {puzzle, line}` → `RefutationView`: refutes a move of the solver. `line` holds the paths of
    /// all moves from the puzzle's position, that move last. Does not count as an attempt; `badParams` until the
    /// puzzle is finished.
    pub struct RefutePuzzleMove { pub puzzle: String, pub line: Vec<Squares> }
}
view! {
    /// Verdict on a move, and its refutation.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PuzzleRefutation"))]
    pub struct RefutationView {
        /// `lesser` or `wrong`.
        pub verdict: VerdictView,
        /// The move, then the refutation.
        pub played: Vec<MoveView>,
        /// Position after the refutation.
        pub position: PositionView,
        /// Net number of pieces that the solver loses.
        pub lost: i32,
    }
}

/// Finds a puzzle and checks that the person has finished it.
fn over(app: &App, id: &str) -> Result<Puzzle, ApiError> {
    let puzzle = known(app, id)?;
    let record = app.store.puzzle_record(app.profile.id, id)?;
    if record.solved || record.shown {
        Ok(puzzle)
    } else {
        Err(ApiError::new(
            ErrorKind::BadParams,
            format!("puzzle {id} is not finished"),
        ))
    }
}

/// Lists the moves of a tree, each before its answers.
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

/// The move that fails in a quiet position, with its refutation.
fn failing(quiet: &Quiet) -> Vec<SolutionMove> {
    let mut here = quiet.puzzle.position;
    quiet
        .failing
        .iter()
        .enumerate()
        .map(|(at, mv)| {
            let played = MoveView::of(&here, mv);
            here.play_unchecked(mv);
            SolutionMove {
                played,
                position: PositionView::of(&here),
                answers: at.checked_sub(1).map(|at| at as u32),
            }
        })
        .collect()
}

impl Call for AfterPuzzle {
    type Reply = AfterPuzzleView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let puzzle = over(app, &self.puzzle)?;
        let variant = puzzle.position.variant();
        let mut moves = Vec::new();
        list(&mut moves, &puzzle.position, &puzzle.solution, None);
        if puzzle.is_quiet() {
            moves = failing(&quiet_position(app, &puzzle.id)?);
        }
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
        let memory = memory_of_idea(app, &puzzle)?;
        Ok(AfterPuzzleView {
            shot: card_of(variant, &keys),
            moves,
            quiet: puzzle.is_quiet(),
            theme: rarest.map(|(_, theme)| theme.key().into()),
            alike: rarest.map_or(0, |(others, _)| others),
            lesson: lesson(app, &puzzle, &self.language)?,
            idea: puzzle.idea().map(|idea| idea.key().into()),
            due: memory.map(|memory| memory.due()),
        })
    }
}

/// A lesson about one of a puzzle's themes.
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
                "the last move of the line must be the solver's",
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
