//! Calls for solving puzzles. The solution stays here until it is found or requested.
use crate::convert::{numbers, variant};
use crate::error::{ApiError, ErrorKind};
use crate::learn::questions;
use crate::practice::{first_rating, rating_of, stored_rating};
use crate::puzzles::attempts::{facts, score};
use crate::puzzles::own::own;
use crate::puzzles::quiet::{self, Quiet, base_of};
use crate::views::{BoardView, HintView, MoveView, Overlay, PositionView, Squares, VerdictView, view};
use crate::{App, Call};
use damier_store::{Attempt, Rated};
use draughts::{Move, Position, Variant};
use draughts_puzzles::{
    Card, Hint, JudgeError, LOWEST, Puzzle, Rating, Stock, Verdict, hint, hint_at, judge, judge_nothing,
    main_line, picked, rate, write_solution,
};

view! {
    /// `puzzles {variant}` → `PuzzleSummary[]`: selected puzzles, easiest first. The others come one by one from
    /// `nextPuzzle`.
    pub struct ListPuzzles { pub variant: String }
}
view! {
    /// A puzzle as its card shows it, with the person's attempts.
    pub struct PuzzleSummary {
        pub id: String,
        pub position: PositionView,
        /// 1 (beginner) to 5.
        pub difficulty: u8,
        /// Rating of a solver who solves it half the time.
        pub rating: u16,
        pub solved: bool,
        pub attempts: u32,
        /// Keys of the themes; empty until it is solved or its solution shown, since a name reveals the idea.
        pub themes: Vec<String>,
    }
}
view! {
    /// `puzzle {id?}` → `PuzzleView`; without an id the next unsolved one.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct OpenPuzzle { pub id: Option<String>, pub variant: String }
}
view! {
    /// A puzzle without its solution.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Puzzle"))]
    pub struct PuzzleView {
        pub summary: PuzzleSummary,
        pub board: BoardView,
        /// Number of the solver's moves in the main line.
        pub moves: u8,
        /// Number among puzzles of its kind, from 1; 0 for an own puzzle.
        pub number: u32,
        /// Number of puzzles of its kind.
        pub of: u32,
        /// Id of the next puzzle.
        pub next: Option<String>,
        /// Set if it was chosen to repeat an idea.
        pub returns: Option<ReturnView>,
        /// `true` if it may be a quiet position, where nothing works: see `tryPuzzleMove`.
        pub may_be_quiet: bool,
    }
}
view! {
    /// The reason why an idea comes back.
    #[cfg_attr(feature = "uniffi", uniffi(name = "IdeaReturn"))]
    pub struct ReturnView {
        /// Theme: "mazette".
        pub idea: String,
        /// Time of the last attempt at the idea, in milliseconds since 1970.
        pub last: f64,
        /// Number of attempts, and of recent failures.
        pub tries: u32,
        pub missed: u32,
        /// `false` if no fresh position near the person's strength was left.
        pub near: bool,
    }
}
view! {
    /// `tryPuzzleMove` → `PuzzleReply`. `moves` holds the solver's paths so far, the new one last. With `nothing` the
    /// solver says instead that nothing works; then `moves` is empty. With `casual`, as in races against the clock, nothing is
    /// written.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct TryPuzzleMove {
        pub puzzle: String,
        pub moves: Vec<Squares>,
        pub hints: u8,
        pub nothing: Option<bool>,
        pub casual: Option<bool>,
    }
}
view! {
    /// Verdict on a move, and the next position.
    pub struct PuzzleReply {
        pub verdict: VerdictView,
        /// Moves to animate: the solver's, then the reply or the refutation.
        pub played: Vec<MoveView>,
        /// Position to continue from; after a wrong move, the one to try again.
        pub position: PositionView,
        /// Set when the puzzle is over.
        pub themes: Vec<String>,
        /// Set when the puzzle is over: the whole solution in notation, variations in brackets.
        pub tree: String,
    }
}
view! {
    /// `puzzleHint {puzzle, moves, strength 1..3}` → `HintView`: a hint for the next move; in a quiet position for the move
    /// that fails.
    pub struct PuzzleHint { pub puzzle: String, pub moves: Vec<Squares>, pub strength: u8 }
}
view! {
    /// `puzzleSolution {puzzle}` → `SolutionView`; the attempt counts as failed.
    pub struct PuzzleSolution { pub puzzle: String }
}
view! {
    /// Main line from the puzzle's position.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Solution"))]
    pub struct SolutionView {
        pub line: Vec<MoveView>,
        /// The whole solution in notation, variations in brackets.
        pub tree: String,
        pub themes: Vec<String>,
    }
}

impl Call for ListPuzzles {
    type Reply = Vec<PuzzleSummary>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let puzzles = picked(variant(&self.variant)?);
        puzzles
            .iter()
            .map(|puzzle| summary(app, puzzle, PositionView::still(&puzzle.position)))
            .collect()
    }
}

impl Call for OpenPuzzle {
    type Reply = PuzzleView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = variant(&self.variant)?;
        let puzzles = picked(variant);
        let open = match &self.id {
            Some(id) => puzzles.iter().position(|puzzle| puzzle.id == *id),
            None => unsolved(app, variant, 0)?.or((!puzzles.is_empty()).then_some(0)),
        };
        let Some(at) = open else {
            let id = self.id.as_deref().unwrap_or("to open");
            if let Some(puzzle) = own(app, id)? {
                return opened(app, &puzzle);
            }
            app.assets.need_puzzles(variant)?;
            return mined(app, &known(app, id)?);
        };
        let puzzle = &puzzles[at];
        let next = unsolved(app, variant, at + 1)?
            .filter(|next| *next != at)
            .or((at + 1 < puzzles.len()).then_some(at + 1));
        Ok(PuzzleView {
            number: at as u32 + 1,
            of: puzzles.len() as u32,
            next: next.map(|next| puzzles[next].id.clone()),
            ..opened(app, puzzle)?
        })
    }
}

/// View of a puzzle.
pub(crate) fn opened(app: &App, puzzle: &Puzzle) -> Result<PuzzleView, ApiError> {
    // The number of moves does not tell whether it is a quiet position.
    let moves = match base_of(&puzzle.id) {
        Some(base) => known(app, base).map_or(0, |base| base.moves()),
        None => puzzle.moves(),
    };
    Ok(PuzzleView {
        summary: summary(app, puzzle, PositionView::of(&puzzle.position))?,
        board: BoardView::of(puzzle.position.variant()),
        moves: moves as u8,
        number: 0,
        of: 0,
        next: None,
        returns: None,
        may_be_quiet: puzzle.is_quiet(),
    })
}

/// View of a puzzle that repeats an idea. It does not tell whether it is a quiet position.
pub(super) fn returned(app: &App, puzzle: &Puzzle, returns: ReturnView) -> Result<PuzzleView, ApiError> {
    Ok(PuzzleView {
        returns: Some(returns),
        may_be_quiet: true,
        ..opened(app, puzzle)?
    })
}

/// View of a puzzle; a bundled one has its number, from the easiest.
pub(crate) fn mined(app: &App, puzzle: &Puzzle) -> Result<PuzzleView, ApiError> {
    let stock = app.assets.puzzles.of(puzzle.position.variant());
    let place = stock.place(&puzzle.id);
    Ok(PuzzleView {
        number: place.map_or(0, |at| at as u32 + 1),
        of: place.map_or(0, |_| stock.cards().len() as u32),
        ..opened(app, puzzle)?
    })
}

/// Index of the next unsolved puzzle of the stock, from `first` on and then from the start.
fn unsolved(app: &App, variant: Variant, first: usize) -> Result<Option<usize>, ApiError> {
    let puzzles = picked(variant);
    for at in (first..puzzles.len()).chain(0..first.min(puzzles.len())) {
        if !app.store.puzzle_record(app.profile.id, &puzzles[at].id)?.solved {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

pub(crate) fn summary(app: &App, puzzle: &Puzzle, position: PositionView) -> Result<PuzzleSummary, ApiError> {
    let record = app.store.puzzle_record(app.profile.id, &puzzle.id)?;
    Ok(PuzzleSummary {
        id: puzzle.id.clone(),
        position,
        difficulty: puzzle.difficulty(),
        rating: own_rating(app, puzzle)?.rating.round().clamp(0.0, 9999.0) as u16,
        solved: record.solved,
        attempts: record.attempts,
        themes: if record.solved || record.shown {
            themes(puzzle)
        } else {
            Vec::new()
        },
    })
}

/// Keys of a puzzle's themes.
pub(crate) fn themes(puzzle: &Puzzle) -> Vec<String> {
    puzzle.themes.iter().map(|theme| theme.key().into()).collect()
}

/// Finds a bundled or own puzzle, or a quiet position, by its id.
pub(crate) fn known(app: &App, id: &str) -> Result<Puzzle, ApiError> {
    if base_of(id).is_some() {
        return Ok(quiet_position(app, id)?.puzzle);
    }
    match app.assets.puzzles.find(id) {
        Some(puzzle) => Ok(puzzle),
        None => own(app, id)?.ok_or_else(|| not_found(id)),
    }
}

/// Finds a quiet position by its id: a remembered one, or the twin of its puzzle, made anew.
pub(super) fn quiet_position(app: &App, id: &str) -> Result<Quiet, ApiError> {
    if let Some(quiet) = quiet::remembered(app, id) {
        return Ok(quiet);
    }
    let base = base_of(id).ok_or_else(|| not_found(id))?;
    quiet::twin(&known(app, base)?).ok_or_else(|| not_found(id))
}

fn not_found(id: &str) -> ApiError {
    ApiError::new(ErrorKind::NotFound, format!("there is no puzzle {id}"))
}

impl From<JudgeError> for ApiError {
    fn from(error: JudgeError) -> Self {
        let kind = match error {
            JudgeError::Unclear(_) => ErrorKind::IllegalMove,
            JudgeError::NoMove | JudgeError::OffTheWay(_) => ErrorKind::BadParams,
        };
        Self::new(kind, error.to_string())
    }
}

impl VerdictView {
    /// Converts a verdict.
    pub(crate) fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Good => VerdictView::GoOn,
            Verdict::Solved => VerdictView::Done,
            Verdict::Lesser => VerdictView::Lesser,
            Verdict::Wrong => VerdictView::Wrong,
        }
    }
}

impl Call for TryPuzzleMove {
    type Reply = PuzzleReply;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let puzzle = known(app, &self.puzzle)?;
        let judged = if self.nothing == Some(true) {
            judge_nothing(&puzzle)
        } else {
            judge(&puzzle, &Squares::paths(self.moves))?
        };
        let solved = judged.verdict == Verdict::Solved;
        let counts = self.casual != Some(true);
        if counts && (solved || judged.verdict == Verdict::Wrong) {
            let attempt = Attempt {
                solved,
                shown: false,
                hints: self.hints,
            };
            write(app, &puzzle, attempt)?;
        }
        Ok(PuzzleReply {
            verdict: VerdictView::of(judged.verdict),
            played: line(&judged.before, &judged.played),
            position: if solved {
                PositionView::still(&judged.after)
            } else {
                PositionView::of(&judged.after)
            },
            themes: if solved { themes(&puzzle) } else { Vec::new() },
            tree: if solved {
                write_solution(&puzzle.position, &puzzle.solution)
            } else {
                String::new()
            },
        })
    }
}

/// Stores an attempt if it is new: the first one, which alone is rated; later only that the solution was shown or found.
fn write(app: &mut App, puzzle: &Puzzle, attempt: Attempt) -> Result<(), ApiError> {
    let (profile, now) = (app.profile.id, app.now());
    let before = app.store.puzzle_record(profile, &puzzle.id)?;
    let news = before.attempts == 0
        || (attempt.solved && !before.solved)
        || (attempt.shown && !before.shown && !before.solved);
    if !news {
        return Ok(());
    }
    let variant = puzzle.position.variant();
    let kind = rating_kind(variant);
    let of_puzzle = own_rating(app, puzzle)?;
    let mut rated = None;
    // One of a few answers to a quiet position is right by chance.
    if before.attempts == 0 && !puzzle.is_quiet() {
        let (person, of_puzzle) = rate(strength(app, variant)?, of_puzzle, score(attempt));
        rated = Some(Rated {
            kind: &kind,
            person: stored_rating(person),
            puzzle: stored_rating(of_puzzle),
        });
    }
    let facts = facts(puzzle, of_puzzle.rating);
    Ok(app
        .store
        .add_attempt(profile, &puzzle.id, attempt, &facts, rated, now)?)
}

/// Key of a person's puzzle rating in a variant.
pub(crate) fn rating_kind(variant: Variant) -> String {
    format!("puzzle:{}", variant.key())
}

/// Rating points for a placement question, gained if right at the first try, else lost. All questions together span
/// two first-run answers.
const QUESTION: f64 = 40.0;

/// Puzzle strength of the person: measured, or before the first puzzle estimated from the first-run answer and the
/// placement.
pub(crate) fn strength(app: &App, variant: Variant) -> Result<Rating, ApiError> {
    if let Some(measured) = app.store.rating(app.profile.id, &rating_kind(variant))? {
        return Ok(rating_of(measured));
    }
    let first = first_rating(app.profile.experience);
    let (answered, right) = questions(app, variant)?;
    let wrong = answered - right;
    Ok(Rating {
        rating: (first.rating + QUESTION * (right as f64 - wrong as f64)).max(f64::from(LOWEST)),
        ..first
    })
}

/// Points by which rated puzzles are easier than the solver, so that two of three are solved.
const EASIER: f64 = 120.0;

/// The usual rating of puzzles for the person.
pub(super) fn usual_rating(app: &App, variant: Variant) -> Result<f64, ApiError> {
    Ok(strength(app, variant)?.rating - EASIER)
}

/// Reads the puzzle of a card.
pub(super) fn read(stock: &Stock, card: &Card) -> Result<Puzzle, ApiError> {
    stock
        .puzzle(card)
        .map_err(|error| ApiError::new(ErrorKind::Internal, error.to_string()))
}

/// Rating of a puzzle: measured here, or bundled.
fn own_rating(app: &App, puzzle: &Puzzle) -> Result<Rating, ApiError> {
    let measured = app.store.puzzle_rating(&puzzle.id)?.map(rating_of);
    Ok(measured.unwrap_or_else(|| puzzle.strength()))
}

pub(crate) fn line(from: &Position, moves: &[Move]) -> Vec<MoveView> {
    let mut here = *from;
    moves
        .iter()
        .map(|m| {
            let shown = MoveView::of(&here, m);
            here.play_unchecked(m);
            shown
        })
        .collect()
}

impl Call for PuzzleHint {
    type Reply = HintView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let puzzle = known(app, &self.puzzle)?;
        let hint = if puzzle.is_quiet() {
            // It points at the move that fails, so that it does not tell a quiet position from a shot.
            let quiet = quiet_position(app, &self.puzzle)?;
            let failing = quiet.failing.first();
            failing.map(|mv| hint_at(&puzzle.position, mv, self.strength))
        } else {
            hint(&puzzle, &Squares::paths(self.moves), self.strength)?
        };
        let overlay = hint.map(|hint| match hint {
            Hint::Quarter(squares) => Overlay::Ring {
                squares: numbers(squares),
            },
            Hint::Piece(square) => Overlay::Ring {
                squares: numbers([square]),
            },
            Hint::Route(path) => Overlay::Route {
                path: numbers(path),
                label: None,
            },
        });
        Ok(HintView {
            text: None,
            overlays: overlay.into_iter().collect(),
        })
    }
}

impl Call for PuzzleSolution {
    type Reply = SolutionView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let puzzle = known(app, &self.puzzle)?;
        let attempt = Attempt {
            solved: false,
            shown: true,
            hints: 0,
        };
        write(app, &puzzle, attempt)?;
        Ok(SolutionView {
            line: line(&puzzle.position, &main_line(&puzzle.solution)),
            tree: write_solution(&puzzle.position, &puzzle.solution),
            themes: themes(&puzzle),
        })
    }
}
