//! Iterative deepening: one more ply each time, within a window around the last score. Knows no moves.
use super::frame::Visit;
use super::score::Score;
use super::tree::Tree;
use draughts::raw::Geometry;

/// The deepest iteration.
const MAX_DEPTH: i32 = 99;
/// The first window, centipawns to each side of the last score.
const WINDOW: i32 = 12;

impl<G: Geometry> Tree<G> {
    pub(super) fn start_iteration(&mut self) {
        let (alpha, beta) = self.window;
        self.pass += 1;
        let pos = self.pos;
        self.flow = self.enter(
            &pos,
            &Visit {
                hash: pos.key() ^ self.salt,
                alpha,
                beta,
                depth: self.depth,
                ply: 0,
                draws: self.draws,
                pv: true,
                nested: false,
                fetched: false,
            },
        );
    }

    /// An iteration has ended: search wider if its window was missed, deeper if not.
    pub(super) fn finish_iteration(&mut self, score: Score) {
        let (alpha, beta) = self.window;
        let width = self.window_width();
        if score <= alpha && alpha > -Score::INFINITE {
            self.window = (self.widened(score - 2 * width), beta);
        } else if score >= beta && beta < Score::INFINITE {
            self.window = (alpha, self.widened(score + 2 * width));
        } else {
            self.score = score;
            self.reached = self.depth;
            self.root.iter_mut().for_each(|root| root.settled = root.score);
            self.news += 1;
            // A win by the tables will do as well as an end that is farther: only the loser looks on for a better defence.
            let in_sight = |score: Score| match (score.plies_to_end(), score.plies_to_table_win()) {
                (Some(plies), _) => plies.abs() <= self.depth,
                (_, Some(plies)) => plies <= self.depth,
                _ => false,
            };
            let sees_the_end =
                in_sight(score) && self.lines().all(|root| in_sight(root.worth)) || self.knows_the_way;
            let limit = self.limits.depth.map_or(MAX_DEPTH, i32::from).clamp(1, MAX_DEPTH);
            if self.depth + self.stride > limit || sees_the_end {
                self.done = true;
                return;
            }
            self.depth += self.stride;
            self.window = if self.depth < 4 || self.is_wide() || score.is_settled() {
                (-Score::INFINITE, Score::INFINITE)
            } else {
                (score - WINDOW, score + WINDOW)
            };
        }
        self.start_iteration();
    }

    fn window_width(&self) -> i32 {
        (self.window.1.centipawns() - self.window.0.centipawns()) / 2
    }

    /// A bound of the window; none beyond what an evaluation gives.
    fn widened(&self, bound: Score) -> Score {
        match bound {
            bound if bound < -Score::cp(2000) => -Score::INFINITE,
            bound if bound > Score::cp(2000) => Score::INFINITE,
            bound => bound,
        }
    }
}
