//! The end of every line: captures are played out, and a side under fire that looks well off looks one ply
//! further, until the position is quiet enough to be evaluated. Knows nothing of depth and of the table.
use super::ending::Told;
use super::score::Score;
use super::tree::Tree;
use crate::endgame::Value;
use draughts::raw::Geometry;
use draughts::raw::{Clocks, MoveList, Pos, generate, has_capture, has_quiet};

/// Positions after which the end of a line is given up: boards full of kings take in millions of ways.
const MOST_NODES: u64 = 1000;

impl<G: Geometry> Tree<G> {
    /// The score of a position at the end of a line.
    pub(super) fn resolve(
        &mut self,
        pos: &Pos<G>,
        alpha: Score,
        beta: Score,
        ply: usize,
        look: bool,
    ) -> Score {
        self.give_up = self.nodes + MOST_NODES;
        self.quiesce(pos, alpha, beta, ply, look)
    }

    /// The same within a line. `look` allows the one-ply look; a side that must capture, or
    /// that stands to lose a piece, may not simply be evaluated.
    fn quiesce(&mut self, pos: &Pos<G>, mut alpha: Score, beta: Score, ply: usize, look: bool) -> Score {
        let capture = has_capture(pos, self.rules);
        if !capture {
            if !has_quiet(pos, self.rules) {
                return self.no_move(pos, ply);
            }
            if let Some(score) = self.by_tables(pos, ply) {
                return score;
            }
            let passed = Pos {
                turn: pos.turn.other(),
                ..*pos
            };
            let still = self.eval.score_within(pos, alpha, beta);
            // Under fire a position is hardly better than it looks: only one that looks good enough is worth the look.
            if !look || still <= alpha || !has_capture(&passed, self.rules) {
                return still;
            }
        }
        let mut moves = MoveList::new();
        generate(pos, self.rules, &mut moves);
        let mut best = -Score::INFINITE;
        for mv in &moves {
            self.nodes += 1;
            let next = pos.play_unchecked(mv);
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1, look && capture);
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if alpha >= beta {
                        break;
                    }
                }
            }
            if self.nodes >= self.give_up {
                break;
            }
        }
        best
    }

    /// What the tables tell of a quiet position at the end of a line.
    #[inline]
    fn by_tables(&self, pos: &Pos<G>, ply: usize) -> Option<Score> {
        let endings = self.endings.as_ref().filter(|endings| endings.may_know(pos))?;
        // Captures begin the counts anew.
        let (end, draws) = self.end;
        let draws = if ply == end { draws } else { Clocks::default() };
        match endings.told(pos, &draws, ply)? {
            Told::Score(score) => Some(score),
            Told::Kept(Value::Draw) => None,
            Told::Kept(Value::Win(_)) => Some(Score::kept_win(self.eval.score(pos))),
            Told::Kept(Value::Loss(_)) => Some(-Score::kept_win(-self.eval.score(pos))),
        }
    }
}
