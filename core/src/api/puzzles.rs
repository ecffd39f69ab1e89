//! Calls for the puzzles: the solution stays here until it is found or asked for.
use super::error::{ApiError, ErrorKind};
use super::learn::{HintView, Overlay, VerdictView};
use super::play::DoorView;
use super::show::{numbers, variant};
use super::views::{BoardView, MoveView, PositionView, view};
use super::{App, Call};
use crate::puzzle::{
    Hint, JudgeError, Puzzle, Rating, Score, Verdict, find, hint, judge, main_line, rate, stock,
};
use crate::store::{self, Attempt};
use crate::{Move, Position, Variant};

view! {
    /// `puzzles {variant}` → `PuzzleSummary[]`, easiest first.
    pub struct Puzzles { pub variant: String }
}
view! {
    pub struct PuzzleSummary {
        pub id: String,
        pub position: PositionView,
        /// 1 (a beginner's) to 5.
        pub difficulty: u8,
        pub solved: bool,
        pub attempts: u32,
        /// Theme keys; empty until it is solved or its solution was shown (a name gives it away).
        pub themes: Vec<String>,
    }
}
view! {
    /// `puzzle {id?}` → `PuzzleView`; without an id the next one not yet solved.
    #[cfg_attr(feature = "ts", ts(optional_fields = nullable))]
    pub struct OpenPuzzle { pub id: Option<String>, pub variant: String }
}
view! {
    pub struct PuzzleView {
        pub summary: PuzzleSummary,
        pub board: BoardView,
        /// How many moves the solver makes in the main line.
        pub moves: u8,
        pub number: u32,
        pub of: u32,
        pub next: Option<String>,
    }
}
view! {
    /// `tryPuzzleMove` → `PuzzleReply`. `moves` are the solver's paths so far, the new one last.
    pub struct TryPuzzleMove {
        pub puzzle: String,
        pub moves: Vec<Vec<u8>>,
        pub hints: u8,
    }
}
view! {
    pub struct PuzzleReply {
        pub verdict: VerdictView,
        /// To animate from where the solver moved: the move, then the reply or the refutation.
        pub played: Vec<MoveView>,
        /// Where to go on; for a wrong move, where to try again.
        pub position: PositionView,
        /// Filled when it is over.
        pub themes: Vec<String>,
    }
}
view! {
    /// `puzzleHint {puzzle, moves, strength 1..3}` → `HintView`.
    pub struct PuzzleHint { pub puzzle: String, pub moves: Vec<Vec<u8>>, pub strength: u8 }
}
view! {
    /// `puzzleSolution {puzzle}` → `SolutionView`; counts as not solved.
    pub struct PuzzleSolution { pub puzzle: String }
}
view! {
    /// The main line from the puzzle's position.
    pub struct SolutionView { pub line: Vec<MoveView>, pub themes: Vec<String> }
}

impl Call for Puzzles {
    type Reply = Vec<PuzzleSummary>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let puzzles = stock(variant(&self.variant)?).puzzles();
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
        let puzzles = stock(variant).puzzles();
        let open = match &self.id {
            Some(id) => puzzles.iter().position(|puzzle| puzzle.id == *id),
            None => unsolved(app, variant, 0)?.or((!puzzles.is_empty()).then_some(0)),
        };
        let at = open.ok_or_else(|| not_found(self.id.as_deref().unwrap_or("to open")))?;
        let puzzle = &puzzles[at];
        let next = unsolved(app, variant, at + 1)?
            .filter(|next| *next != at)
            .or((at + 1 < puzzles.len()).then_some(at + 1));
        Ok(PuzzleView {
            summary: summary(app, puzzle, PositionView::of(&puzzle.position))?,
            board: BoardView::of(variant),
            moves: puzzle.moves() as u8,
            number: at as u32 + 1,
            of: puzzles.len() as u32,
            next: next.map(|next| puzzles[next].id.clone()),
        })
    }
}

/// The door to the puzzles: the next one that this person has not solved, or the first again.
pub(super) fn next_puzzle(app: &App, variant: Variant) -> Result<Option<DoorView>, ApiError> {
    let at = unsolved(app, variant, 0)?.unwrap_or(0);
    let puzzle = stock(variant).puzzles().get(at);
    Ok(puzzle.map(|puzzle| DoorView {
        id: puzzle.id.clone(),
        position: PositionView::still(&puzzle.position),
    }))
}

/// Where the next puzzle that this person has not solved stands in its stock: from `first` on, then from the beginning.
fn unsolved(app: &App, variant: Variant, first: usize) -> Result<Option<usize>, ApiError> {
    let puzzles = stock(variant).puzzles();
    for at in (first..puzzles.len()).chain(0..first.min(puzzles.len())) {
        if !app.store.puzzle_record(app.profile.id, &puzzles[at].id)?.solved {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

fn summary(app: &App, puzzle: &Puzzle, position: PositionView) -> Result<PuzzleSummary, ApiError> {
    let record = app.store.puzzle_record(app.profile.id, &puzzle.id)?;
    Ok(PuzzleSummary {
        id: puzzle.id.clone(),
        position,
        difficulty: puzzle.difficulty,
        solved: record.solved,
        attempts: record.attempts,
        themes: if record.solved || record.shown {
            themes(puzzle)
        } else {
            Vec::new()
        },
    })
}

fn themes(puzzle: &Puzzle) -> Vec<String> {
    puzzle.themes.iter().map(|theme| theme.key().into()).collect()
}

fn known(id: &str) -> Result<&'static Puzzle, ApiError> {
    find(id).ok_or_else(|| not_found(id))
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

impl Call for TryPuzzleMove {
    type Reply = PuzzleReply;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let puzzle = known(&self.puzzle)?;
        let judged = judge(puzzle, &self.moves)?;
        let solved = judged.verdict == Verdict::Solved;
        if solved || judged.verdict == Verdict::Wrong {
            let attempt = Attempt {
                solved,
                shown: false,
                hints: self.hints,
            };
            write(app, puzzle, attempt)?;
        }
        Ok(PuzzleReply {
            verdict: match judged.verdict {
                Verdict::Good => VerdictView::GoOn,
                Verdict::Solved => VerdictView::Done,
                Verdict::Lesser => VerdictView::Lesser,
                Verdict::Wrong => VerdictView::Wrong,
            },
            played: line(&judged.before, &judged.played),
            position: if solved {
                PositionView::still(&judged.after)
            } else {
                PositionView::of(&judged.after)
            },
            themes: if solved { themes(puzzle) } else { Vec::new() },
        })
    }
}

/// Writes what is news: the first attempt, which alone is rated; later only that the solution was shown, or found.
fn write(app: &mut App, puzzle: &Puzzle, attempt: Attempt) -> Result<(), ApiError> {
    let profile = app.profile.id;
    let before = app.store.puzzle_record(profile, &puzzle.id)?;
    let news = before.attempts == 0
        || (attempt.solved && !before.solved)
        || (attempt.shown && !before.shown && !before.solved);
    if !news {
        return Ok(());
    }
    let kind = format!("puzzle:{}", puzzle.position.variant().key());
    let rating = if before.attempts == 0 {
        let score = match attempt {
            Attempt { solved: false, .. } => Score::Failed,
            Attempt { hints: 0, .. } => Score::Clean,
            Attempt { .. } => Score::Helped,
        };
        let old = app.store.rating(profile, &kind)?.map(|row| Rating {
            rating: row.rating,
            deviation: row.deviation,
            volatility: row.volatility,
        });
        let new = rate(old.unwrap_or_default(), puzzle, score);
        Some(store::Rating {
            rating: new.rating,
            deviation: new.deviation,
            volatility: new.volatility,
        })
    } else {
        None
    };
    let rating = rating.map(|rating| (kind.as_str(), rating));
    let now = app.now();
    Ok(app.store.add_attempt(profile, &puzzle.id, attempt, rating, now)?)
}

fn line(from: &Position, moves: &[Move]) -> Vec<MoveView> {
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

    fn run(self, _: &mut App) -> Result<Self::Reply, ApiError> {
        let hint = hint(known(&self.puzzle)?, &self.moves, self.strength)?;
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
        let puzzle = known(&self.puzzle)?;
        let attempt = Attempt {
            solved: false,
            shown: true,
            hints: 0,
        };
        write(app, puzzle, attempt)?;
        Ok(SolutionView {
            line: line(&puzzle.position, &main_line(&puzzle.solution)),
            themes: themes(puzzle),
        })
    }
}
