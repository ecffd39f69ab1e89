//! Defences: positions in which one move alone stops a shot. They are made of puzzles, with the side to move that is about to be
//! hit. Knows no stock and no screen.
use super::judge::refutation;
use super::proof::{ProofSearch, Spent, material};
use draughts::{Move, Position};
use draughts_engine::EngineAssets;

/// A man, in centipawns.
const MAN: i32 = 100;
/// Fewer moves give nothing to choose.
const LEAST_MOVES: usize = 4;
/// How deep, in quiet moves, each move is looked at; behind it the most moves that may still hold for the next depth to be worth
/// its work.
const DEPTHS: [(u8, usize); 3] = [(2, 5), (4, 2), (6, 1)];
/// The node limit of one search for a defence.
const NODES: u64 = 1_500_000;

/// The depth in quiet moves and the node limit at which a move that does not hold is refuted: at once, in the browser too.
const REFUTATION: (u8, u64) = (5, 100_000);

/// What a step of a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefenceStep {
    /// It goes on.
    Working,
    /// Nothing threatens, nothing helps, more than one move holds, or it would take too much work to tell.
    Nothing,
    /// This move alone holds: every other loses a man or more.
    Only(Move),
}

/// The search for the one move that holds.
pub struct DefenceJob {
    position: Position,
    proof: ProofSearch,
    left: u64,
    /// Which depth it is at, and the moves that held at the one before.
    at: usize,
    moves: Vec<Move>,
    /// Of these so many are looked at, and these held.
    looked: usize,
    held: Vec<Move>,
}

impl DefenceJob {
    /// The search in the position of a puzzle, where the other side is to move now. `None` where it has to take, or has no choice.
    pub fn new(puzzle: &Position, assets: &EngineAssets) -> Option<Self> {
        let position = puzzle.with_turn(!puzzle.turn());
        let moves: Vec<Move> = position.legal_moves();
        if position.must_capture() || moves.len() < LEAST_MOVES {
            return None;
        }
        Some(Self {
            proof: ProofSearch::new(NODES).with_tables(assets.bundled_tables(position.variant())),
            position,
            left: NODES,
            at: 0,
            moves,
            looked: 0,
            held: Vec::new(),
        })
    }

    /// The position in which one move is sought.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Goes on for about so many nodes.
    pub fn step(&mut self, nodes: u64) -> DefenceStep {
        let grant = nodes.min(self.left);
        self.proof.grant(grant);
        match self.look() {
            Ok(step) => step,
            Err(Spent) => {
                self.left -= grant;
                if self.left == 0 {
                    DefenceStep::Nothing
                } else {
                    DefenceStep::Working
                }
            }
        }
    }

    fn look(&mut self) -> Result<DefenceStep, Spent> {
        let lead = -material(&self.position);
        while let Some((depth, most)) = DEPTHS.get(self.at).copied() {
            while let Some(mv) = self.moves.get(self.looked).copied() {
                let mut after = self.position;
                after.play_unchecked(&mv);
                let lost = self.proof.reaches(&after, depth, lead + MAN)?;
                self.looked += 1;
                if !lost {
                    self.held.push(mv);
                }
                if self.held.len() > most {
                    return Ok(DefenceStep::Nothing);
                }
            }
            self.at += 1;
            self.looked = 0;
            self.moves = std::mem::take(&mut self.held);
            // What seems lost at a glance may win the man back: the last look is at every move.
            if self.at == DEPTHS.len() - 1 && !self.moves.is_empty() {
                self.moves = self.position.legal_moves();
            }
        }
        let [only] = self.moves[..] else {
            return Ok(DefenceStep::Nothing);
        };
        // What wins a man itself is a shot, no defence.
        let mut after = self.position;
        after.play_unchecked(&only);
        let (depth, _) = DEPTHS[DEPTHS.len() - 1];
        let keeps = self.proof.reaches(&after, depth, lead - MAN + 1)?;
        Ok(if keeps {
            DefenceStep::Only(only)
        } else {
            DefenceStep::Nothing
        })
    }
}

/// A move in such a position, and what it meets; nothing behind it where it takes too much work to tell.
pub fn after_defence(position: &Position, mv: &Move) -> Vec<Move> {
    let mut after = *position;
    after.play_unchecked(mv);
    let mut played = vec![*mv];
    played.extend(refutation(&after, REFUTATION.0, REFUTATION.1));
    played
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stocks;
    use draughts::Variant;

    #[test]
    fn the_stock_gives_positions_in_which_one_move_holds_and_every_other_loses_a_man() {
        let assets = EngineAssets::bundled();
        let stocks = Stocks::bundled();
        let stock = stocks.of(Variant::International);
        let mut found = 0;
        for card in stock.cards().iter().step_by(20).take(200) {
            let puzzle = stock.puzzle(card).unwrap();
            let Some(mut job) = DefenceJob::new(&puzzle.position, &assets) else {
                continue;
            };
            let only = loop {
                match job.step(50_000) {
                    DefenceStep::Working => (),
                    DefenceStep::Nothing => break None,
                    DefenceStep::Only(only) => break Some(only),
                }
            };
            let Some(only) = only else {
                continue;
            };
            found += 1;
            let position = *job.position();
            let mut proof = ProofSearch::new(u64::MAX);
            let lead = -material(&position);
            for mv in position.legal_moves() {
                let mut after = position;
                after.play_unchecked(&mv);
                let lost = proof.reaches(&after, 6, lead + MAN).unwrap();
                assert_eq!(lost, mv != only, "{}: {mv:?}", puzzle.id);
            }
            let other = position.legal_moves().into_iter().find(|mv| *mv != only).unwrap();
            assert_eq!(after_defence(&position, &other)[0], other);
        }
        assert!(found >= 2, "{found}");
    }
}
