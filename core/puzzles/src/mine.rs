//! The miner: looks through positions for shots, proves them and names them. Knows no files and no threads.
use super::certify::{Terms, Unproven};
use super::line::PuzzleLine;
use super::rating::estimate;
use super::record::mined_id;
use super::screen::forced_lead;
use super::solution::{Choice, main_line};
use super::solve::{Solver, solve};
use super::stock::{Origin, Puzzle};
use super::themes::{Theme, detect};
use draughts::rules::King;
use draughts::{Board, Position, Variant};
use draughts_engine::EngineAssets;

/// Quiet moves deep, captures for nothing, that every claim is searched.
const DEPTH: u8 = 8;
/// Positions that one proof may enter: a puzzle that needs more is given up.
pub const WORK: u64 = 6_000_000;
/// The cheap proofs before the whole one, by depth and the part of its work that they may do: nearly all that falls,
/// falls here. What is too much work for them would be far too much for the whole one.
const SIEVES: [(u8, u64); 3] = [(2, 400), (4, 120), (6, 24)];

/// A puzzle found: proved, solved and named.
#[derive(Clone, Debug)]
pub struct MinedPuzzle {
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

impl MinedPuzzle {
    /// The find as a puzzle of a stock, its rating estimated.
    pub fn into_puzzle(self, origin: Origin) -> Puzzle {
        let (rating, deviation) = estimate(&self.position, &self.solution);
        Puzzle {
            id: mined_id(&self.position),
            rating,
            deviation,
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
        nodes: WORK,
    }
}

/// Whether it is worth a proof: a cheap look at the forced lines. The lead they promise, in centipawns.
pub fn screen(position: &Position) -> Option<i32> {
    forced_lead(position, decisive(position.variant()))
}

/// The puzzle of a position, whose solver makes so many moves or more, and whose proof enters so many positions at most
/// ([`WORK`] is what one may need).
///
/// # Errors
/// `Unproven` says why there is none; nearly always `NoShot`.
pub fn mine(
    position: &Position,
    least_moves: usize,
    work: u64,
    assets: &EngineAssets,
) -> Result<MinedPuzzle, Unproven> {
    let mut job = MiningJob::new(position, least_moves, work, assets)?;
    loop {
        if let Some(done) = job.step(u64::MAX) {
            return done;
        }
    }
}

/// A position that promises a shot, being proved: as much at a time as one likes.
pub struct MiningJob {
    position: Position,
    margin: i32,
    least_moves: usize,
    work: u64,
    /// How many of the sieves it has passed.
    passed: usize,
    assets: EngineAssets,
    solver: Solver,
}

impl MiningJob {
    /// Looks at a position for the first time, which is quick.
    ///
    /// # Errors
    /// `NoShot`, where no offers force anything.
    pub fn new(
        position: &Position,
        least_moves: usize,
        work: u64,
        assets: &EngineAssets,
    ) -> Result<Self, Unproven> {
        let margin = screen(position).ok_or(Unproven::NoShot)?;
        Ok(Self {
            position: *position,
            margin,
            least_moves,
            work,
            passed: 0,
            assets: assets.clone(),
            solver: Solver::new(position, &sieve(margin, work, 0), assets),
        })
    }

    /// Goes on for about so many positions; `None` while it is not done.
    pub fn step(&mut self, nodes: u64) -> Option<Result<MinedPuzzle, Unproven>> {
        let solution = match self.solver.step(nodes)? {
            Ok(solution) => solution,
            Err(why) => return Some(Err(why)),
        };
        let moves = main_line(&solution).len().div_ceil(2);
        if worth_while(&self.position, &solution).is_none() || moves < self.least_moves {
            return Some(Err(Unproven::NoIdea));
        }
        if self.passed == SIEVES.len() {
            return Some(found(&self.position, &terms(self.margin), solution));
        }
        self.passed += 1;
        let terms = sieve(self.margin, self.work, self.passed);
        self.solver = Solver::new(&self.position, &terms, &self.assets);
        None
    }
}

/// What is to be proved after so many sieves.
fn sieve(margin: i32, work: u64, passed: usize) -> Terms {
    let (depth, part) = SIEVES.get(passed).copied().unwrap_or((DEPTH, 1));
    Terms {
        margin,
        depth,
        nodes: work / part,
    }
}

/// Proves a puzzle by these terms, and names it.
///
/// # Errors
/// `Unproven` says why it is none.
pub fn prove(position: &Position, terms: &Terms, assets: &EngineAssets) -> Result<MinedPuzzle, Unproven> {
    found(position, terms, solve(position, terms, assets)?)
}

fn found(position: &Position, terms: &Terms, solution: Vec<Choice>) -> Result<MinedPuzzle, Unproven> {
    worth_while(position, &solution).ok_or(Unproven::NoIdea)?;
    let line = PuzzleLine::of(position, &solution).ok_or(Unproven::Unplayable)?;
    Ok(MinedPuzzle {
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
