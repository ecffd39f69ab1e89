//! The miner: looks through positions for shots, proves them and names them. Knows no files and no threads.
use super::certify::{Terms, Unproven};
use super::line::Line;
use super::rating::estimate;
use super::record::mined_id;
use super::shot::shot;
use super::solution::{Choice, main_line};
use super::solve::solve;
use super::stock::{Origin, Puzzle};
use super::themes::{Theme, detect};
use crate::Position;
use crate::board::Board;
use crate::rules::{King, Variant};

/// Quiet moves deep, captures for nothing, that every claim is searched.
const DEPTH: u8 = 8;
/// Positions that one proof may enter: a puzzle that needs more is left in the ground.
const NODES: u64 = 6_000_000;
/// The first, cheap proof: what fails it is hardly ever worth the whole one.
const FIRST_DEPTH: u8 = 2;
const FIRST_NODES: u64 = 60_000;

/// A puzzle found: proved, solved and named.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where it begins; the side to move is the solver.
    pub position: Position,
    /// Centipawns by which the solver leads in the end; every other first move leads by less than a man.
    pub margin: i32,
    /// Quiet moves deep that were searched to prove it.
    pub depth: u8,
    /// The key, every defence, every winning order.
    pub solution: Vec<Choice>,
    /// The mechanisms of the main line.
    pub themes: Vec<Theme>,
}

/// How unsure an estimated rating is, in points.
const ESTIMATED: u16 = 300;

impl Found {
    /// The find as a puzzle of a stock, its rating estimated.
    pub fn into_puzzle(self, origin: Origin) -> Puzzle {
        Puzzle {
            id: mined_id(&self.position),
            rating: estimate(&self.position, &self.solution),
            deviation: ESTIMATED,
            origin,
            position: self.position,
            margin: self.margin,
            depth: self.depth,
            solution: self.solution,
            themes: self.themes,
        }
    }
}

/// The lead that decides a game: two men, on small boards with short kings one.
pub fn decisive(variant: Variant) -> i32 {
    let rules = variant.rules();
    let small = matches!(rules.board, Board::Half8 | Board::Half8Mirrored);
    if small && rules.king == King::Short {
        100
    } else {
        200
    }
}

/// What is to be proved of a puzzle whose solver leads by so much in the end.
pub fn terms(margin: i32) -> Terms {
    Terms {
        margin,
        depth: DEPTH,
        nodes: NODES,
    }
}

/// Whether it is worth a proof: a cheap look at the forced lines. The lead they promise, in centipawns.
pub fn screen(position: &Position) -> Option<i32> {
    shot(position, decisive(position.variant()))
}

/// The puzzle of a position, where there is one whose solver makes so many moves or more.
pub fn mine(position: &Position, least_moves: usize) -> Option<Found> {
    let margin = screen(position)?;
    let first = Terms {
        margin,
        depth: FIRST_DEPTH,
        nodes: FIRST_NODES,
    };
    let sketch = solve(position, &first).ok()?;
    worth_while(position, &sketch).filter(|()| main_line(&sketch).len().div_ceil(2) >= least_moves)?;
    prove(position, &terms(margin)).ok()
}

/// Proves a puzzle by these terms, and names it.
///
/// # Errors
/// `Unproven` says why it is none.
pub fn prove(position: &Position, terms: &Terms) -> Result<Found, Unproven> {
    let solution = solve(position, terms)?;
    worth_while(position, &solution).ok_or(Unproven::NoIdea)?;
    let line = Line::of(position, &solution).ok_or(Unproven::Unplayable)?;
    Ok(Found {
        position: *position,
        margin: terms.margin,
        depth: terms.depth,
        themes: detect(&line),
        solution,
    })
}

/// An idea takes two moves at least, one of them an offer or a quiet one, and a choice at the first.
fn worth_while(position: &Position, solution: &[Choice]) -> Option<()> {
    let line = main_line(solution);
    let offers = line.iter().step_by(2).any(|mv| !mv.is_capture());
    (line.len() >= 3 && offers && position.legal_moves().len() >= 2).then_some(())
}
