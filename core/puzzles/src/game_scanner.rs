//! Scans a game for shots in small steps, so that nothing has to wait for it. Knows no files and no store.
use super::mine::{MinedPuzzle, MiningJob, WORK};
use super::spacing::Spacing;
use draughts::rules::Goal;
use draughts::{Move, Position, Variant};
use draughts_engine::EngineAssets;

/// The cost of screening a position, in nodes.
const SCREEN_NODES: u64 = 3_000;
/// The fewest moves of the solver.
const MIN_MOVES: usize = 2;

/// Whether a variant can be mined: proofs count material, which makes no sense where the goal is to lose it.
pub fn can_mine(variant: Variant) -> bool {
    variant.rules().goal == Goal::Normal
}

/// A shot of a game.
#[derive(Clone, Debug)]
pub struct GamePuzzle {
    /// The puzzle.
    pub found: MinedPuzzle,
    /// The ply of the game before which it stands, from 0.
    pub ply: usize,
    /// The player missed it: the game continued with another move, or ended.
    pub missed: bool,
}

/// The scan of a game.
pub struct GameScanner {
    here: Position,
    moves: Vec<Move>,
    ply: usize,
    spacing: Spacing,
    assets: EngineAssets,
    job: Option<MiningJob>,
    done: bool,
}

impl GameScanner {
    /// A game of these legal moves from a position.
    pub fn new(start: Position, moves: Vec<Move>, assets: EngineAssets) -> Self {
        Self {
            here: start,
            moves,
            ply: 0,
            spacing: Spacing::default(),
            assets,
            job: None,
            done: !can_mine(start.variant()),
        }
    }

    /// Whether the whole game has been scanned.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// How much of it has been scanned, 0 to 1.
    pub fn progress(&self) -> f64 {
        if self.done {
            1.0
        } else {
            self.ply as f64 / (self.moves.len() + 1) as f64
        }
    }

    /// Continues for about so many nodes, or to the next shot.
    pub fn step(&mut self, mut nodes: u64) -> Option<GamePuzzle> {
        while !self.done && nodes > 0 {
            if let Some(job) = &mut self.job {
                let outcome = job.step(nodes);
                nodes = 0;
                match outcome {
                    None => (),
                    Some(Err(_)) => self.next_position(),
                    Some(Ok(found)) => {
                        let shot = self.shot(found);
                        self.next_position();
                        if shot.is_some() {
                            return shot;
                        }
                    }
                }
            } else {
                nodes = nodes.saturating_sub(SCREEN_NODES);
                let rests = self.spacing.rests(self.here.turn(), self.ply);
                let promising = (!rests).then(|| MiningJob::new(&self.here, MIN_MOVES, WORK, &self.assets));
                match promising {
                    Some(Ok(job)) => self.job = Some(job),
                    _ => self.next_position(),
                }
            }
        }
        None
    }

    /// The mined puzzle as a shot of this game, unless the game had the same one before.
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

    fn next_position(&mut self) {
        self.job = None;
        match self.moves.get(self.ply) {
            Some(mv) => self.here.play_unchecked(mv),
            None => self.done = true,
        }
        self.ply += 1;
    }
}
