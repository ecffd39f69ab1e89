//! A position that everybody has at once: a puzzle, of which the moves are judged, or any position, of which they are counted.
//! Knows nobody who solves it.
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
    /// What is sent to everybody.
    #[serde(tag = "kind")]
    pub enum ShotChoice {
        /// A puzzle of the stock, of a difficulty from 1 to 5.
        Stock { variant: String, difficulty: u8 },
        /// The puzzle of an id.
        Puzzle { id: String },
        /// Any position. Where a shot in it can be proved at once, it is a puzzle.
        Position { variant: String, fen: String },
    }
}
shape! {
    /// A move that was tried, and what is shown of it.
    pub struct ShotReply {
        /// Absent where nothing is judged.
        pub verdict: Option<VerdictView>,
        /// The move, then the reply or the refutation.
        pub played: Vec<MoveView>,
        /// Where the solver goes on, or tries again.
        pub position: PositionView,
    }
}
shape! {
    /// How many are here, have tried, have found it.
    #[derive(Copy, Eq)]
    pub struct ShotTally { pub here: u32, pub tried: u32, pub solved: u32 }
}
shape! {
    /// One of those who solve.
    pub struct ShotSolver {
        pub name: String,
        pub here: bool,
        pub tries: u32,
        pub solved: bool,
        /// From when the position was sent; of who has found it.
        pub seconds: Option<f64>,
        /// The move chosen, where nothing is judged.
        pub answer: Option<String>,
    }
}
shape! {
    /// A first move, and how many chose it.
    pub struct ShotAnswer { pub notation: String, pub count: u32 }
}
shape! {
    /// The position sent to all, as one of them sees it.
    pub struct SharedShotView {
        pub id: u32,
        pub board: BoardView,
        /// Where it begins.
        pub start: PositionView,
        /// Moves are judged: it is a puzzle.
        pub judged: bool,
        /// How many moves the solver makes in the main line; 1 where nothing is judged.
        pub moves: u32,
        /// How many moves whoever is told has found.
        pub found: u32,
        pub solved: bool,
        pub tries: u32,
        /// The move chosen, where nothing is judged.
        pub answer: Option<String>,
        /// Where whoever is told goes on.
        pub position: PositionView,
        /// What came of the move just tried.
        pub reply: Option<ShotReply>,
        pub tally: ShotTally,
        /// For the host.
        pub solvers: Vec<ShotSolver>,
        /// For the host, and for all once the solution is shown; where nothing is judged.
        pub answers: Vec<ShotAnswer>,
        /// The answers are shown, and the solution where there is one.
        pub shown: bool,
        pub solution: Option<SolutionView>,
    }
}

/// Positions that the search for a shot may enter: a few dozen milliseconds, in which nobody else is heard.
const WORK: u64 = 40_000;
/// Grades of difficulty.
const GRADES: u16 = 5;

/// A position that everybody has at once.
#[derive(Debug)]
pub struct Shot {
    position: Position,
    puzzle: Option<Puzzle>,
}

impl Shot {
    /// What was chosen. `draw` gives a random number below its argument.
    ///
    /// # Errors
    /// `BadPosition`, also where no puzzle is of that kind.
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

    /// Where it begins.
    #[must_use]
    pub fn start(&self) -> PositionView {
        PositionView::of(&self.position)
    }

    /// Its moves are judged.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.puzzle.is_some()
    }

    /// How many moves the solver makes.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.puzzle.as_ref().map_or(1, Puzzle::moves)
    }

    /// Judges a move, after those that were found.
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

    /// The main line, and the whole tree as written; `None` where there is none.
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

/// A puzzle of this difficulty, at random; the nearest there is where a game has none.
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

/// The position as a puzzle, where it can be proved to be one at once.
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
