//! Quiescence search: plays out captures until the position is quiet enough to be evaluated. If a piece is threatened
//! although the evaluation is good, it searches one ply more (a threat extension). Knows no depth and no
//! transposition table.
use super::score::Score;
use super::state::SearchState;
use super::tablebase::TablebaseHit;
use crate::endgame::Value;
use draughts::raw::{Clocks, Geometry, MoveList, Pos, generate, has_capture, has_quiet};

/// Maximum number of nodes of a quiescence search: boards full of kings have millions of captures.
const MAX_NODES: u64 = 1000;

impl<G: Geometry> SearchState<G> {
    /// Returns the quiescence score of a leaf of the main search.
    pub(super) fn quiescence(
        &mut self,
        pos: &Pos<G>,
        alpha: Score,
        beta: Score,
        ply: usize,
        may_extend: bool,
    ) -> Score {
        self.quiescence_root.node_limit = self.nodes + MAX_NODES;
        self.quiescence_node(pos, alpha, beta, ply, may_extend)
    }

    /// Searches a node. A side may not stand pat if it must capture or, with `may_extend`, if it is threatened.
    fn quiescence_node(
        &mut self,
        pos: &Pos<G>,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        may_extend: bool,
    ) -> Score {
        let capture = has_capture(pos, self.rules);
        if !capture {
            if !has_quiet(pos, self.rules) {
                return self.no_move(pos, ply);
            }
            if let Some(score) = self.probe_quiet(pos, ply) {
                return score;
            }
            let passed = Pos {
                turn: pos.turn.other(),
                ..*pos
            };
            let stand_pat = self.eval.score_within(pos, alpha, beta);
            // A threat against the side to move does not improve its position, so a node that fails low needs no
            // extension.
            if !may_extend || stand_pat <= alpha || !has_capture(&passed, self.rules) {
                return stand_pat;
            }
        }
        let mut moves = MoveList::new();
        generate(pos, self.rules, &mut moves);
        let mut best = -Score::INFINITE;
        for mv in &moves {
            self.nodes += 1;
            let next = pos.play_unchecked(mv);
            let score = -self.quiescence_node(&next, -beta, -alpha, ply + 1, may_extend && capture);
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if alpha >= beta {
                        break;
                    }
                }
            }
            if self.nodes >= self.quiescence_root.node_limit {
                break;
            }
        }
        best
    }

    /// Returns the score of a tablebase hit in a quiet position.
    #[inline]
    fn probe_quiet(&self, pos: &Pos<G>, ply: usize) -> Option<Score> {
        let tablebase = self
            .tablebase
            .as_ref()
            .filter(|tablebase| tablebase.covers(pos))?;
        // A capture resets the draw counts.
        let root = &self.quiescence_root;
        let draws = if ply == root.ply {
            root.draws
        } else {
            Clocks::default()
        };
        match tablebase.probe(pos, &draws, ply)? {
            TablebaseHit::Score(score) => Some(score),
            TablebaseHit::SameAsRoot(Value::Draw) => None,
            TablebaseHit::SameAsRoot(Value::Win(_)) => Some(Score::root_table_win(self.eval.score(pos))),
            TablebaseHit::SameAsRoot(Value::Loss(_)) => Some(-Score::root_table_win(-self.eval.score(pos))),
        }
    }
}
