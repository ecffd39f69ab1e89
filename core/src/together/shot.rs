//! A position shown to everybody: a puzzle with judged moves, or any position with counted answers. Knows no solver.
use super::refusal::Refusal;
use crate::convert;
use crate::puzzles::{SolutionView, line, themes};
use crate::views::{BoardView, MoveView, PositionView, VerdictView};
use draughts::notation::path;
use draughts::{Position, Variant};
use draughts_engine::EngineAssets;
use draughts_puzzles::{
    HIGHEST, LOWEST, Origin, Puzzle, PuzzleLine, Stocks, Terms, Verdict, decisive, detect, judge, main_line,
    solve, terms, write_solution,
};

message! {
    /// Choice of the position.
    #[serde(tag = "kind")]
    pub enum ShotChoice {
        /// A puzzle of the stock, of difficulty 1 to 5.
        Stock { variant: String, difficulty: u8 },
        /// The puzzle of an id.
        Puzzle { id: String },
        /// Any position. It becomes a puzzle if a short search proves a shot.
        Position { variant: String, fen: String },
    }
}
shape! {
    /// Reply to a tried move.
    pub struct ShotReply {
        /// Absent if moves are not judged.
        pub verdict: Option<VerdictView>,
        /// The move, then the reply or the refutation.
        pub played: Vec<MoveView>,
        /// Position to continue from, or to try again.
        pub position: PositionView,
    }
}
shape! {
    /// Number of people present, with a try, and with the solution.
    #[derive(Copy, Eq)]
    pub struct ShotTally { pub here: u32, pub tried: u32, pub solved: u32 }
}
shape! {
    /// A solver.
    pub struct ShotSolver {
        pub name: String,
        pub here: bool,
        pub tries: u32,
        pub solved: bool,
        /// Seconds until the solution was found.
        pub seconds: Option<f64>,
        /// Chosen move, if moves are not judged.
        pub answer: Option<String>,
    }
}
shape! {
    /// A first move, and how many people chose it.
    pub struct ShotAnswer { pub notation: String, pub count: u32 }
}
shape! {
    /// The shared position as a solver sees it.
    pub struct SharedShotView {
        pub id: u32,
        pub board: BoardView,
        /// Start position.
        pub start: PositionView,
        /// `true` for a puzzle.
        pub judged: bool,
        /// Number of the solver's moves in the main line; 1 if moves are not judged.
        pub moves: u32,
        /// Number of moves that the recipient has found.
        pub found: u32,
        pub solved: bool,
        pub tries: u32,
        /// Chosen move, if moves are not judged.
        pub answer: Option<String>,
        /// Current position of the recipient.
        pub position: PositionView,
        /// Reply to the move just tried.
        pub reply: Option<ShotReply>,
        pub tally: ShotTally,
        /// For the host.
        pub solvers: Vec<ShotSolver>,
        /// First moves with their counts, if moves are not judged: for the host, and for everybody once shown.
        pub answers: Vec<ShotAnswer>,
        /// `true` once answers and solution are shown.
        pub shown: bool,
        pub solution: Option<SolutionView>,
    }
}

/// Limit of the search for a shot, in positions: a few dozen milliseconds, in which the host handles no other
/// message.
const WORK: u64 = 40_000;
/// Number of difficulty grades.
const GRADES: u16 = 5;

/// A position shown to everybody.
#[derive(Debug)]
pub struct Shot {
    position: Position,
    puzzle: Option<Puzzle>,
}

impl Shot {
    /// Makes the chosen position. `draw` returns a random number below its argument.
    ///
    /// # Errors
    /// `BadPosition`, also if there is no such puzzle.
    pub fn choose(
        stocks: &Stocks,
        choice: &ShotChoice,
        draw: impl FnOnce(usize) -> usize,
    ) -> Result<Self, Refusal> {
        let variant = |key: &str| convert::variant(key).map_err(|_| Refusal::BadPosition);
        match choice {
            ShotChoice::Stock {
                variant: key,
                difficulty,
            } => of_stock(stocks, variant(key)?, *difficulty, draw).map(Self::of),
            ShotChoice::Puzzle { id } => stocks.find(id).map(Self::of),
            ShotChoice::Position { variant: key, fen } => {
                let position = convert::position(variant(key)?, fen).map_err(|_| Refusal::BadPosition)?;
                let can_move = !position.legal_moves().is_empty();
                can_move.then(|| Self {
                    position,
                    puzzle: proved(&position),
                })
            }
        }
        .ok_or(Refusal::BadPosition)
    }

    fn of(puzzle: Puzzle) -> Self {
        Self {
            position: puzzle.position,
            puzzle: Some(puzzle),
        }
    }

    /// Its board.
    #[must_use]
    pub fn board(&self) -> BoardView {
        BoardView::of(self.position.variant())
    }

    /// Start position.
    #[must_use]
    pub fn start(&self) -> PositionView {
        PositionView::of(&self.position)
    }

    /// Returns `true` if moves are judged.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.puzzle.is_some()
    }

    /// Number of the solver's moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.puzzle.as_ref().map_or(1, Puzzle::moves)
    }

    /// Judges a move after the moves already found.
    ///
    /// # Errors
    /// `IllegalMove`.
    pub fn try_move(&self, found: &[Vec<u8>], path: &[u8]) -> Result<ShotReply, Refusal> {
        let Some(puzzle) = &self.puzzle else {
            let mv = path::read_begun(&self.position, path).map_err(|_| Refusal::IllegalMove)?;
            let mut after = self.position;
            after.play_unchecked(&mv);
            return Ok(ShotReply {
                verdict: None,
                played: line(&self.position, &[mv]),
                position: PositionView::still(&after),
            });
        };
        let mut paths = found.to_vec();
        paths.push(path.to_vec());
        let judged = judge(puzzle, &paths).map_err(|_| Refusal::IllegalMove)?;
        Ok(ShotReply {
            verdict: Some(VerdictView::of(judged.verdict)),
            played: line(&judged.before, &judged.played),
            position: match judged.verdict {
                Verdict::Solved => PositionView::still(&judged.after),
                _ => PositionView::of(&judged.after),
            },
        })
    }

    /// Main line and solution tree; `None` if moves are not judged.
    #[must_use]
    pub fn solution(&self) -> Option<SolutionView> {
        let puzzle = self.puzzle.as_ref()?;
        Some(SolutionView {
            line: line(&puzzle.position, &main_line(&puzzle.solution)),
            tree: write_solution(&puzzle.position, &puzzle.solution),
            themes: themes(puzzle),
        })
    }
}

/// A random puzzle of this difficulty, or of the nearest available.
fn of_stock(
    stocks: &Stocks,
    variant: Variant,
    difficulty: u8,
    draw: impl FnOnce(usize) -> usize,
) -> Option<Puzzle> {
    let stock = stocks.of(variant);
    let cards = stock.cards();
    let width = (HIGHEST - LOWEST) / GRADES;
    let least = LOWEST + width * (u16::from(difficulty).clamp(1, GRADES) - 1);
    let from = cards
        .partition_point(|card| card.rating < least)
        .min(cards.len().checked_sub(1)?);
    let to = match u16::from(difficulty) {
        GRADES.. => cards.len(),
        _ => cards.partition_point(|card| card.rating < least + width),
    };
    let at = from + draw(to.saturating_sub(from).max(1));
    stock.puzzle(&cards[at]).ok()
}

/// The position as a puzzle, if a short search proves a shot.
fn proved(position: &Position) -> Option<Puzzle> {
    let margin = decisive(position.variant());
    let terms = Terms {
        nodes: WORK,
        ..terms(margin)
    };
    let solution = solve(position, &terms, &EngineAssets::bundled()).ok()?;
    let themes = detect(&PuzzleLine::of(position, &solution)?);
    Some(Puzzle {
        id: String::new(),
        position: *position,
        rating: 0,
        deviation: 0,
        origin: Origin::Picked,
        margin,
        depth: terms.depth,
        themes,
        solution,
    })
}
