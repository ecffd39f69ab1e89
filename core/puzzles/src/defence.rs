//! Defences: positions in which only one move stops a shot. They are made from puzzles, with the side to move that is
//! about to be hit. Knows no stock and no screen.
use super::judge::refutation;
use super::proof::{ProofSearch, Spent, material};
use draughts::{Move, Position};
use draughts_engine::EngineAssets;

/// A man, in centipawns.
const MAN: i32 = 100;
/// With fewer legal moves there is too little to choose from.
const MIN_MOVES: usize = 4;
/// Search depths in quiet moves, each with the maximum number of holding moves for which the next depth is worth its
/// work.
const DEPTHS: [(u8, usize); 3] = [(2, 5), (4, 2), (6, 1)];
/// The node limit of one search for a defence.
const NODES: u64 = 1_500_000;

/// The depth in quiet moves and the node limit of a refutation: small enough to be instant in the browser.
const REFUTATION: (u8, u64) = (5, 100_000);

/// The outcome of a search step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefenceStep {
    /// The search is not finished.
    Working,
    /// No defence: no threat, no move that helps, more than one move that holds, or too much work to decide.
    Nothing,
    /// Only this move holds; every other loses a man or more.
    Only(Move),
}

/// The search for the only move that holds.
pub struct DefenceJob {
    position: Position,
    proof: ProofSearch,
    left: u64,
    /// The index of the current depth, and the moves that held at the previous one.
    at: usize,
    moves: Vec<Move>,
    /// Number of these moves searched so far, and those that held.
    searched: usize,
    held: Vec<Move>,
}

impl DefenceJob {
    /// Prepares the search in the position of a puzzle with the other side to move. Returns `None` if that side must
    /// capture or has too few moves.
    pub fn new(puzzle: &Position, assets: &EngineAssets) -> Option<Self> {
        let position = puzzle.with_turn(!puzzle.turn());
        let moves: Vec<Move> = position.legal_moves();
        if position.must_capture() || moves.len() < MIN_MOVES {
            return None;
        }
        Some(Self {
            proof: ProofSearch::new(NODES).with_tables(assets.bundled_tables(position.variant())),
            position,
            left: NODES,
            at: 0,
            moves,
            searched: 0,
            held: Vec::new(),
        })
    }

    /// The position in which the defence is sought.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Searches about `nodes` more nodes.
    pub fn step(&mut self, nodes: u64) -> DefenceStep {
        let node_limit = nodes.min(self.left);
        self.proof.set_node_limit(node_limit);
        match self.search() {
            Ok(step) => step,
            Err(Spent) => {
                self.left -= node_limit;
                if self.left == 0 {
                    DefenceStep::Nothing
                } else {
                    DefenceStep::Working
                }
            }
        }
    }

    fn search(&mut self) -> Result<DefenceStep, Spent> {
        let lead = -material(&self.position);
        while let Some((depth, most)) = DEPTHS.get(self.at).copied() {
            while let Some(mv) = self.moves.get(self.searched).copied() {
                let mut after = self.position;
                after.play_unchecked(&mv);
                let lost = self.proof.reaches(&after, depth, lead + MAN)?;
                self.searched += 1;
                if !lost {
                    self.held.push(mv);
                }
                if self.held.len() > most {
                    return Ok(DefenceStep::Nothing);
                }
            }
            self.at += 1;
            self.searched = 0;
            self.moves = std::mem::take(&mut self.held);
            // A move that loses at a small depth may regain the man, so the last depth searches every move.
            if self.at == DEPTHS.len() - 1 && !self.moves.is_empty() {
                self.moves = self.position.legal_moves();
            }
        }
        let [only] = self.moves[..] else {
            return Ok(DefenceStep::Nothing);
        };
        // A move that wins a man itself is a shot, not a defence.
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

/// Returns a move in such a position and its refutation; the move alone if refuting it takes too much work.
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
    fn stock_puzzles_give_positions_with_only_one_defence() {
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
