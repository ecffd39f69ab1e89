//! The miner: finds shots in positions, proves them and detects their themes. Knows no files and no threads.
use super::certify::{Terms, Unproven};
use super::line::PuzzleLine;
use super::proof::material;
use super::puzzle::{Origin, Puzzle, estimate};
use super::record::mined_id;
use super::screen::{forced_gain, forced_lead, has_quiet_key};
use super::solution::{Choice, main_line};
use super::solve::{Solver, solve};
use super::themes::{Theme, detect};
use draughts::rules::King;
use draughts::{Board, Position, Variant};
use draughts_engine::EngineAssets;

/// A man, in centipawns.
pub const MAN: i32 = 100;
/// The depth of every proof in quiet moves; captures do not count.
const DEPTH: u8 = 8;
/// The node limit of a proof; the miner gives up a puzzle that needs more.
pub const WORK: u64 = 6_000_000;
/// The cheap proofs before the full one: depth, and the divisor of the node limit. They reject nearly all positions
/// that are no puzzles. A position that exceeds their limit would far exceed the full one.
const SIEVES: [(u8, u64); 3] = [(2, 400), (4, 120), (6, 24)];

/// A mined puzzle: proved and solved, with its themes.
#[derive(Clone, Debug)]
pub struct MinedPuzzle {
    /// The start; the side to move is the solver.
    pub position: Position,
    /// The solver's lead at the end in centipawns. Every other first move leads by less than a man.
    pub margin: i32,
    /// The depth of the proof in quiet moves.
    pub depth: u8,
    /// The key, all defences and all winning continuations.
    pub solution: Vec<Choice>,
    /// The themes of the main line.
    pub themes: Vec<Theme>,
}

impl MinedPuzzle {
    /// Returns its rating on the scale for people, 400 to 2400.
    pub fn rating(&self) -> u16 {
        estimate(&self.position, &self.solution).0
    }

    /// Converts it to a puzzle of a stock, with an estimated rating.
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

/// Returns the lead that decides a game, in centipawns: one man on small boards with short kings, else two.
pub fn decisive(variant: Variant) -> i32 {
    let rules = variant.rules();
    let small = matches!(rules.board, Board::Half8 | Board::Half8Mirrored);
    if small && rules.king == King::Short {
        100
    } else {
        200
    }
}

/// Returns the terms of a proof with this lead at the end.
pub fn terms(margin: i32) -> Terms {
    Terms {
        margin,
        depth: DEPTH,
        nodes: WORK,
    }
}

/// Screens a position by a cheap search of forced lines. Returns the lead in centipawns if a proof is worthwhile.
pub fn screen(position: &Position) -> Option<i32> {
    forced_lead(position, decisive(position.variant()))
}

/// Mines a position for a puzzle of at least `least_moves` moves, with a node limit for the proof ([`WORK`] is
/// enough).
///
/// # Errors
/// `Unproven` says why there is none; nearly always `NoShot`.
pub fn mine(
    position: &Position,
    least_moves: usize,
    work: u64,
    assets: &EngineAssets,
) -> Result<MinedPuzzle, Unproven> {
    MiningJob::new(position, least_moves, work, assets)?.finish()
}

/// Mines a position for a puzzle with this lead at its end, in centipawns, without screening it. Slower than
/// [`mine`], but it finds puzzles that the screening misses.
///
/// # Errors
/// `Unproven` says why there is none.
pub fn mine_lead(
    position: &Position,
    margin: i32,
    least_moves: usize,
    work: u64,
    assets: &EngineAssets,
) -> Result<MinedPuzzle, Unproven> {
    MiningJob::of(position, margin, least_moves, work, assets).finish()
}

/// Mines a position for a puzzle whose first move neither captures nor forces; see [`mine`].
///
/// # Errors
/// `Unproven` says why there is none; nearly always `NoShot`.
pub fn mine_quiet_key(
    position: &Position,
    least_moves: usize,
    work: u64,
    assets: &EngineAssets,
) -> Result<MinedPuzzle, Unproven> {
    let margin = decisive(position.variant());
    if !has_quiet_key(position, margin) {
        return Err(Unproven::NoShot);
    }
    MiningJob::of(position, margin, least_moves, work, assets).finish()
}

/// The proof of a promising position. It can be interrupted and resumed.
pub struct MiningJob {
    position: Position,
    margin: i32,
    /// Another first move with this lead may win as well.
    rival_lead: i32,
    least_moves: usize,
    work: u64,
    /// Number of sieves passed.
    sieves_passed: usize,
    assets: EngineAssets,
    solver: Solver,
}

impl MiningJob {
    /// Screens a position, which is quick.
    ///
    /// # Errors
    /// `NoShot` if no forced line wins anything.
    pub fn new(
        position: &Position,
        least_moves: usize,
        work: u64,
        assets: &EngineAssets,
    ) -> Result<Self, Unproven> {
        let margin = screen(position).ok_or(Unproven::NoShot)?;
        Ok(Self::of(position, margin, least_moves, work, assets))
    }

    /// Screens a position for a shot that wins a man or more, whichever side is ahead.
    ///
    /// # Errors
    /// `NoShot` if no forced line wins anything.
    pub(super) fn of_gain(
        position: &Position,
        least_moves: usize,
        work: u64,
        assets: &EngineAssets,
    ) -> Result<Self, Unproven> {
        let margin = forced_gain(position, MAN).ok_or(Unproven::NoShot)?;
        Ok(Self::winning(position, margin, least_moves, work, assets))
    }

    /// Prepares the proof of a lead of `margin` by the only move that wins a man or more.
    pub(super) fn winning(
        position: &Position,
        margin: i32,
        least_moves: usize,
        work: u64,
        assets: &EngineAssets,
    ) -> Self {
        let mut job = Self::of(position, margin, least_moves, work, assets);
        job.rival_lead = margin.min(material(position) + MAN);
        job.solver = job.sieve();
        job
    }

    /// Prepares the proof of a lead of `margin`.
    fn of(position: &Position, margin: i32, least_moves: usize, work: u64, assets: &EngineAssets) -> Self {
        Self {
            position: *position,
            margin,
            rival_lead: margin.min(MAN),
            least_moves,
            work,
            sieves_passed: 0,
            assets: assets.clone(),
            solver: Solver::new(position, &sieve(margin, work, 0), assets),
        }
    }

    /// The solver of the next proof.
    fn sieve(&self) -> Solver {
        let terms = sieve(self.margin, self.work, self.sieves_passed);
        Solver::new(&self.position, &terms, &self.assets).with_rival_lead(self.rival_lead)
    }

    fn finish(mut self) -> Result<MinedPuzzle, Unproven> {
        loop {
            if let Some(done) = self.step(u64::MAX) {
                return done;
            }
        }
    }

    /// Continues for about `nodes` nodes; returns `None` until the proof is done.
    pub fn step(&mut self, nodes: u64) -> Option<Result<MinedPuzzle, Unproven>> {
        let solution = match self.solver.step(nodes)? {
            Ok(solution) => solution,
            Err(why) => return Some(Err(why)),
        };
        let moves = main_line(&solution).len().div_ceil(2);
        if !is_interesting(&self.position, &solution) || moves < self.least_moves {
            return Some(Err(Unproven::NoIdea));
        }
        if self.sieves_passed == SIEVES.len() {
            return Some(mined(&self.position, &terms(self.margin), solution));
        }
        self.sieves_passed += 1;
        self.solver = self.sieve();
        None
    }
}

/// Returns the terms of the next proof after `passed` sieves.
fn sieve(margin: i32, work: u64, sieves_passed: usize) -> Terms {
    let (depth, part) = SIEVES.get(sieves_passed).copied().unwrap_or((DEPTH, 1));
    Terms {
        margin,
        depth,
        nodes: work / part,
    }
}

/// Proves a puzzle by these terms, and detects its themes.
///
/// # Errors
/// `Unproven` says why it is none.
pub fn prove(position: &Position, terms: &Terms, assets: &EngineAssets) -> Result<MinedPuzzle, Unproven> {
    mined(position, terms, solve(position, terms, assets)?)
}

fn mined(position: &Position, terms: &Terms, solution: Vec<Choice>) -> Result<MinedPuzzle, Unproven> {
    if !is_interesting(position, &solution) {
        return Err(Unproven::NoIdea);
    }
    let line = PuzzleLine::of(position, &solution).ok_or(Unproven::Unplayable)?;
    Ok(MinedPuzzle {
        position: *position,
        margin: terms.margin,
        depth: terms.depth,
        themes: detect(&line),
        solution,
    })
}

/// Returns `true` if the solver has at least two moves to find, one of them quiet, and a choice at the first.
fn is_interesting(position: &Position, solution: &[Choice]) -> bool {
    let line = main_line(solution);
    let has_quiet_move = line.iter().step_by(2).any(|mv| !mv.is_capture());
    line.len() >= 3 && has_quiet_move && position.legal_moves().len() >= 2
}
