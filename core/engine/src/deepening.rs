//! Iterative deepening with aspiration windows: each iteration is deeper, within a window around the last score.
//! Knows no moves.
use super::score::Score;
use super::stack::NodeParams;
use super::state::SearchState;
use draughts::raw::Geometry;

/// Maximum depth of an iteration, in plies.
const MAX_DEPTH: i32 = 99;
/// The first aspiration window: centipawns to each side of the last score.
const ASPIRATION: i32 = 12;

impl<G: Geometry> SearchState<G> {
    pub(super) fn start_iteration(&mut self) {
        let (alpha, beta) = self.iteration.window;
        self.iteration.pass += 1;
        let pos = self.root.pos;
        self.next_step = self.enter_node(
            &pos,
            &NodeParams {
                hash: pos.key() ^ self.salt,
                alpha,
                beta,
                depth: self.iteration.depth,
                ply: 0,
                draws: self.root.draws,
                pv: true,
                in_probcut: false,
                prefetched: false,
            },
        );
    }

    /// Ends an iteration: searches again with a wider window if it failed low or high, else deeper.
    pub(super) fn finish_iteration(&mut self, score: Score) {
        let (alpha, beta) = self.iteration.window;
        let depth = self.iteration.depth;
        let width = self.window_width();
        if score <= alpha && alpha > -Score::INFINITE {
            self.iteration.window = (self.widened(score - 2 * width), beta);
        } else if score >= beta && beta < Score::INFINITE {
            self.iteration.window = (alpha, self.widened(score + 2 * width));
        } else {
            self.score = score;
            self.completed_depth = depth;
            self.root
                .moves
                .iter_mut()
                .for_each(|root| root.completed_score = root.score);
            self.updates += 1;
            // A tablebase win within the depth is enough; only the losing side searches on, for a better defence.
            let in_sight = |score: Score| match (score.plies_to_end(), score.plies_to_table_win()) {
                (Some(plies), _) => plies.abs() <= depth,
                (_, Some(plies)) => plies <= depth,
                _ => false,
            };
            let sees_the_end = in_sight(score) && self.lines().all(|root| in_sight(root.line_score))
                || self.tablebase_distance_known;
            let limit = self.limits.depth.map_or(MAX_DEPTH, i32::from).clamp(1, MAX_DEPTH);
            let depth = depth + self.stride;
            if depth > limit || sees_the_end {
                self.done = true;
                return;
            }
            self.iteration.depth = depth;
            self.iteration.window = if depth < 4 || self.is_multi_pv() || score.is_settled() {
                (-Score::INFINITE, Score::INFINITE)
            } else {
                (score - ASPIRATION, score + ASPIRATION)
            };
        }
        self.start_iteration();
    }

    fn window_width(&self) -> i32 {
        let (alpha, beta) = self.iteration.window;
        (beta.centipawns() - alpha.centipawns()) / 2
    }

    /// Returns a wider bound: infinite if it exceeds usual evaluations.
    fn widened(&self, bound: Score) -> Score {
        match bound {
            bound if bound < -Score::cp(2000) => -Score::INFINITE,
            bound if bound > Score::cp(2000) => Score::INFINITE,
            bound => bound,
        }
    }
}
