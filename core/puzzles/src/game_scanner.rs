//! A game looked through for its shots, a little at a time: the miner where nothing may wait for it. Knows no files and
//! no store.
use super::mine::{MinedPuzzle, MiningJob, WORK};
use super::spacing::Spacing;
use draughts::rules::Goal;
use draughts::{Move, Position, Variant};
use draughts_engine::EngineAssets;

/// What a first look at a position is reckoned to cost, in positions entered.
const LOOK: u64 = 3_000;
/// Moves of the solver at least.
const LEAST_MOVES: usize = 2;

/// Whether there are puzzles in a game: its proofs count pieces, which is nonsense where one wins by losing them.
pub fn can_mine(variant: Variant) -> bool {
    variant.rules().goal == Goal::Normal
}

/// A shot of a game.
#[derive(Clone, Debug)]
pub struct GamePuzzle {
    /// The puzzle.
    pub found: MinedPuzzle,
    /// Before which ply of the game, from 0.
    pub ply: usize,
    /// The game went on with another move, or not at all.
    pub missed: bool,
}

/// A game being looked through.
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
    /// The game of these moves, all legal, from this position on.
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

    /// Whether all of it was looked at.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// How much of it was looked at, 0 to 1.
    pub fn progress(&self) -> f64 {
        if self.done {
            1.0
        } else {
            self.ply as f64 / (self.moves.len() + 1) as f64
        }
    }

    /// Goes on for about so many positions entered, to the next shot at most.
    pub fn step(&mut self, mut nodes: u64) -> Option<GamePuzzle> {
        while !self.done && nodes > 0 {
            if let Some(job) = &mut self.job {
                let outcome = job.step(nodes);
                nodes = 0;
                match outcome {
                    None => (),
                    Some(Err(_)) => self.go_on(),
                    Some(Ok(found)) => {
                        let shot = self.shot(found);
                        self.go_on();
                        if shot.is_some() {
                            return shot;
                        }
                    }
                }
            } else {
                nodes = nodes.saturating_sub(LOOK);
                let rests = self.spacing.rests(self.here.turn(), self.ply);
                let promising = (!rests).then(|| MiningJob::new(&self.here, LEAST_MOVES, WORK, &self.assets));
                match promising {
                    Some(Ok(job)) => self.job = Some(job),
                    _ => self.go_on(),
                }
            }
        }
        None
    }

    /// The find as a shot, unless this game had the same one before.
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

    fn go_on(&mut self) {
        self.job = None;
        match self.moves.get(self.ply) {
            Some(mv) => self.here.play_unchecked(mv),
            None => self.done = true,
        }
        self.ply += 1;
    }
}
