//! Scans a game for shots in small steps, so that callers never block. Knows no files and no store.
use super::certify::Unproven;
use super::mine::{MAN, MinedPuzzle, MiningJob, WORK, decisive};
use super::proof::material;
use super::screen::forced_lead;
use super::spacing::Spacing;
use draughts::rules::Goal;
use draughts::{Move, Position, Variant};
use draughts_engine::EngineAssets;

/// The cost of screening a position, in nodes.
const SCREEN_NODES: u64 = 3_000;
/// The fewest moves of the solver.
const MIN_MOVES: usize = 2;

/// Returns `true` for variants that can be mined. Proofs count material, which makes no sense where the goal is to
/// lose it.
pub fn can_mine(variant: Variant) -> bool {
    variant.rules().goal == Goal::Normal
}

/// A shot of a game.
#[derive(Clone, Debug)]
pub struct GamePuzzle {
    /// The puzzle.
    pub found: MinedPuzzle,
    /// The ply of the game before which the puzzle stands, from 0.
    pub ply: usize,
    /// `true` if the player missed it: the game continued with another move, or ended.
    pub missed: bool,
}

/// The outcome of scanning a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScanOutcome {
    /// A puzzle.
    Found,
    /// No forced line gains anything.
    Quiet,
    /// The side to move is already ahead, so a gain decides nothing.
    Ahead,
    /// A shot wins one man, where two decide.
    TooSmall,
    /// The apparent shot is refuted.
    Refuted,
    /// Another first move wins as well.
    NotUnique,
    /// A later move can be replaced by another.
    Dual,
    /// The key wins, but by no line that is forced to its end.
    NotForced,
    /// One move solves it, or captures alone.
    NoIdea,
    /// It has more variations, or needs more work, than a puzzle may have.
    TooLarge,
    /// The game had the same shot a few moves before.
    Repeated,
}

impl ScanOutcome {
    /// Every outcome.
    pub const ALL: [Self; 11] = [
        Self::Found,
        Self::Quiet,
        Self::Ahead,
        Self::TooSmall,
        Self::Refuted,
        Self::NotUnique,
        Self::Dual,
        Self::NotForced,
        Self::NoIdea,
        Self::TooLarge,
        Self::Repeated,
    ];

    fn of(why: &Unproven) -> Self {
        match why {
            Unproven::NoShot => Self::Quiet,
            Unproven::Dual(0) | Unproven::NotUnique { .. } => Self::NotUnique,
            Unproven::Dual(_) => Self::Dual,
            Unproven::NotForced => Self::NotForced,
            Unproven::NoIdea => Self::NoIdea,
            Unproven::TooLarge | Unproven::Spent(_) => Self::TooLarge,
            _ => Self::Refuted,
        }
    }
}

/// Number of positions by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScanTally([u32; ScanOutcome::ALL.len()]);

impl ScanTally {
    /// Returns the number of positions with this outcome.
    pub fn count(&self, outcome: ScanOutcome) -> u32 {
        self.0[outcome as usize]
    }

    /// Returns the number of scanned positions.
    pub fn positions(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Adds the numbers of another tally.
    pub fn add(&mut self, other: &ScanTally) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(sum, more)| *sum += more);
    }

    fn note(&mut self, outcome: ScanOutcome) {
        self.0[outcome as usize] += 1;
    }
}

/// The scan of a game.
pub struct GameScanner {
    here: Position,
    moves: Vec<Move>,
    ply: usize,
    spacing: Spacing,
    /// `true` to look for every shot that wins a man or more, whichever side is ahead.
    any_gain: bool,
    assets: EngineAssets,
    job: Option<MiningJob>,
    tally: ScanTally,
    done: bool,
}

impl GameScanner {
    /// Starts the scan of a game with these legal moves from a position, for shots that decide a game.
    pub fn new(start: Position, moves: Vec<Move>, assets: EngineAssets) -> Self {
        Self::scan(start, moves, false, assets)
    }

    /// Starts the scan of a game for shots that win a man or more, whichever side is ahead.
    pub fn for_gains(start: Position, moves: Vec<Move>, assets: EngineAssets) -> Self {
        Self::scan(start, moves, true, assets)
    }

    fn scan(start: Position, moves: Vec<Move>, any_gain: bool, assets: EngineAssets) -> Self {
        Self {
            any_gain,
            here: start,
            moves,
            ply: 0,
            spacing: Spacing::default(),
            assets,
            job: None,
            tally: ScanTally::default(),
            done: !can_mine(start.variant()),
        }
    }

    /// Returns `true` once the whole game has been scanned.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Returns the outcomes of the positions scanned so far.
    pub fn tally(&self) -> &ScanTally {
        &self.tally
    }

    /// Returns the scanned part of the game, 0 to 1.
    pub fn progress(&self) -> f64 {
        if self.done {
            1.0
        } else {
            self.ply as f64 / (self.moves.len() + 1) as f64
        }
    }

    /// Continues for about `nodes` nodes, or to the next shot.
    pub fn step(&mut self, mut nodes: u64) -> Option<GamePuzzle> {
        while !self.done && nodes > 0 {
            if let Some(job) = &mut self.job {
                let outcome = job.step(nodes);
                nodes = 0;
                match outcome {
                    None => (),
                    Some(Err(why)) => self.next_position(ScanOutcome::of(&why)),
                    Some(Ok(found)) => {
                        let shot = self.shot(found);
                        self.next_position(if shot.is_some() {
                            ScanOutcome::Found
                        } else {
                            ScanOutcome::Repeated
                        });
                        if shot.is_some() {
                            return shot;
                        }
                    }
                }
            } else {
                nodes = nodes.saturating_sub(SCREEN_NODES);
                if self.spacing.rests(self.here.turn(), self.ply) {
                    self.next_position(ScanOutcome::Repeated);
                    continue;
                }
                match self.screened() {
                    Ok(job) => self.job = Some(job),
                    Err(_) => self.next_position(unpromising(&self.here)),
                }
            }
        }
        None
    }

    /// Returns the mined puzzle as a shot of this game, unless the game had the same one before.
    fn shot(&mut self, found: MinedPuzzle) -> Option<GamePuzzle> {
        if !self.spacing.take(&found, self.ply) {
            return None;
        }
        let key = found.solution.first().map(|choice| choice.mv);
        Some(GamePuzzle {
            missed: self.moves.get(self.ply).copied() != key,
            ply: self.ply,
            found,
        })
    }

    fn screened(&self) -> Result<MiningJob, Unproven> {
        let screen = if self.any_gain {
            MiningJob::of_gain
        } else {
            MiningJob::new
        };
        screen(&self.here, MIN_MOVES, WORK, &self.assets)
    }

    fn next_position(&mut self, outcome: ScanOutcome) {
        self.tally.note(outcome);
        self.job = None;
        match self.moves.get(self.ply) {
            Some(mv) => self.here.play_unchecked(mv),
            None => self.done = true,
        }
        self.ply += 1;
    }
}

/// Returns the reason why a position without a shot is not worth a proof.
fn unpromising(here: &Position) -> ScanOutcome {
    let decisive = decisive(here.variant());
    if material(here) > 0 {
        ScanOutcome::Ahead
    } else if decisive > MAN && forced_lead(here, MAN).is_some() {
        ScanOutcome::TooSmall
    } else {
        ScanOutcome::Quiet
    }
}
