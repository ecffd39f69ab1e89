//! Principal variation search (PVS) with null windows, late move reductions and ProbCut. It uses an explicit stack
//! instead of recursion, so that it can pause at any node and resume. Knows no limits except the number of nodes at
//! which to pause.
use super::score::Score;
use super::stack::{Frame, NodeParams, Prefetched, Stage, move_code, probcut_margin};
use super::state::{Iteration, MAX_PLY, SearchState, Step};
use super::tablebase::{Tablebase, TablebaseHit};
use super::tt::{Bound, MoveCode, TtEntry};
use draughts::raw::{BitMove, Clocks, Geometry, Pos, generate, has_capture};
use draughts::rules::Goal;

/// Number of moves of a frontier node (depth 1) that are sorted by history. Later moves are seldom better, and
/// sorting them takes longer than searching them.
const FRONTIER_SORTED: usize = 3;
/// Number of nodes after which a frontier node continues move by move like other nodes. With many captures by kings a
/// pause would otherwise come too late.
const FRONTIER_NODES: u64 = 500;
/// In games whose goal is to lose all pieces, forcing captures decides. A quiet move that makes the opponent capture
/// is searched a ply deeper: in the principal variation always, elsewhere with this many plies left or fewer.
const FORCING_DEPTH: i32 = 4;

impl<G: Geometry> SearchState<G> {
    /// Runs until the root has its score, or pauses (`None`) at `until` nodes.
    pub(super) fn run(&mut self, until: u64) -> Option<Score> {
        loop {
            match self.next_step {
                Step::Return(score) if self.height == 0 => return Some(score),
                _ if self.nodes >= until => return None,
                Step::Child => self.next_step = self.start_child(),
                Step::Return(score) => self.next_step = self.take_child_score(score),
            }
        }
    }

    /// Enters a node: returns its score if that is known at once, else pushes a frame on the stack.
    pub(super) fn enter_node(&mut self, pos: &Pos<G>, params: &NodeParams) -> Step {
        let &NodeParams {
            hash,
            alpha,
            beta,
            depth,
            ply,
            ref draws,
            pv,
            in_probcut,
            prefetched,
        } = params;
        if ply >= MAX_PLY {
            return Step::Return(self.leaf_score(pos, hash, (alpha, beta), ply, draws));
        }
        self.nodes += 1;
        if ply > 0
            && let Some(score) = self.draw_or_distance_cutoff(hash, alpha, ply, draws)
        {
            return Step::Return(score);
        }
        if ply > 0
            && let Some(score) = self.probe_tablebase(pos, ply, draws)
        {
            return Step::Return(score);
        }
        let over = ply > 0 && draws.over(&self.rules.draws, self.options, pos);
        if self.stack.len() == self.height {
            self.stack.push(Frame::new(*pos));
        }
        let frontier = depth == 1 && !pv;
        if !prefetched && ply > 0 {
            // Generates the moves while the table's memory is fetched. A prefetched entry is probed first: a cutoff
            // needs no moves.
            generate(pos, self.rules, &mut self.stack[self.height].moves);
        }
        let entry = self.table.probe(hash, ply);
        if let Some(entry) = entry
            && !pv
            && !over
            && entry.allows_cutoff(depth, alpha, beta)
        {
            return Step::Return(entry.score);
        }

        let sight = self.sight();
        let frame = &mut self.stack[self.height];
        if ply == 0 {
            // The root keeps its own order: the best moves of the last iteration first.
            frame.moves.clear();
            frame.moves.extend(self.root.moves.iter().map(|root| root.mv));
        } else if prefetched {
            generate(pos, self.rules, &mut frame.moves);
        }
        if frame.moves.is_empty() {
            return Step::Return(self.no_move(pos, ply));
        }
        if over {
            return Step::Return(Score::DRAW);
        }
        if ply == 0 {
            frame.keep_order();
        } else {
            let hash_move = entry.map(|entry| entry.code).unwrap_or_default();
            frame.order_by(hash_move, self.history.of(pos.turn));
        }
        let losing = self.rules.goal == Goal::Lose;
        let forced = frame.moves.len() == 1 || losing && frame.moves[0].is_capture();
        frame.current = 0;
        frame.sorted = 1;
        frame.depth = depth;
        frame.extension = i32::from(forced && ply < sight);
        frame.prefetched.index = usize::MAX;
        if depth - 1 + frame.extension > 0 {
            // Prefetches the first child's entry while the rest of the frame is filled.
            frame.prefetched = Prefetched::child(pos, &frame.moves, 0, self.salt);
            self.table.prefetch(frame.prefetched.hash);
        }
        frame.pos = *pos;
        frame.hash = hash;
        frame.draws = *draws;
        frame.ply = ply;
        frame.original_alpha = alpha;
        frame.alpha = alpha;
        frame.beta = beta;
        frame.pv = pv;
        frame.in_probcut = in_probcut;
        frame.on_path = true;
        frame.best = -Score::INFINITE;
        frame.best_index = None;
        // No margin is safe where one sacrifice can turn the game.
        let probcut = !pv && !in_probcut && !forced && !losing && depth >= 3 && !beta.is_settled();
        frame.stage = if probcut {
            Stage::ProbCut
        } else {
            Stage::FullWindow
        };
        self.height += 1;
        self.path.push(hash);
        if frontier && !forced && !losing {
            return self.search_frontier();
        }
        Step::Child
    }

    /// ProbCut: enters the top frame's node again for a shallow search with a null window above beta. Its moves are
    /// already generated and ordered.
    fn enter_probcut(&mut self) -> Step {
        if self.stack.len() == self.height {
            let pos = self.stack[self.height - 1].pos;
            self.stack.push(Frame::new(pos));
        }
        let (below, above) = self.stack.split_at_mut(self.height);
        let (node, frame) = (&below[self.height - 1], &mut above[0]);
        let depth = node.depth * 2 / 5;
        let raised_beta = node.beta + probcut_margin(node.depth);
        if let Some(entry) = self.table.probe(node.hash, node.ply)
            && entry.allows_cutoff(depth, raised_beta - 1, raised_beta)
        {
            return Step::Return(entry.score);
        }
        frame.begin_probcut(node, depth, raised_beta);
        self.height += 1;
        if depth == 1 {
            return self.search_frontier();
        }
        Step::Child
    }

    /// Searches the top frame, a frontier node (depth 1, null window), in one loop: most nodes are frontier nodes. A
    /// node that takes too long continues move by move.
    // Not inlined: two functions call it.
    #[inline(never)]
    fn search_frontier(&mut self) -> Step {
        let top = self.height - 1;
        let Frame {
            pos,
            draws,
            alpha,
            ply,
            ..
        } = self.stack[top];
        let limit = self.nodes + FRONTIER_NODES;
        let mut best = -Score::INFINITE;
        let mut best_index = 0;
        for at in 0..self.stack[top].moves.len() {
            let frame = &mut self.stack[top];
            if self.nodes >= limit {
                (frame.current, frame.best, frame.best_index) = (at, best, Some(best_index));
                (frame.sorted, frame.stage) = (at, Stage::NullWindow);
                frame.select_next();
                return Step::Child;
            }
            if at == frame.sorted && at < FRONTIER_SORTED {
                frame.select_next();
            }
            let mv = &frame.moves[at];
            let next = pos.play_unchecked(mv);
            let draws = draws.after(&self.rules.draws, &pos, mv, &next);
            let hash = self.leaf_hash(&next, &draws);
            let score = -self.leaf_score(&next, hash, (-alpha - 1, -alpha), ply + 1, &draws);
            if score > best {
                (best, best_index) = (score, at);
                if score > alpha {
                    break;
                }
            }
        }
        let frame = &mut self.stack[top];
        (frame.best, frame.best_index) = (best, Some(best_index));
        self.store_result();
        self.pop(best)
    }

    /// Returns the hash of a leaf, which is needed only if the position may be a repetition.
    #[inline(always)]
    fn leaf_hash(&self, pos: &Pos<G>, draws: &Clocks) -> u64 {
        if draws.reach > 0 { pos.key() ^ self.salt } else { 0 }
    }

    /// Returns the score of a leaf: by repetition, by the tables, else by quiescence search.
    #[inline(always)]
    fn leaf_score(
        &mut self,
        pos: &Pos<G>,
        hash: u64,
        (alpha, beta): (Score, Score),
        ply: usize,
        draws: &Clocks,
    ) -> Score {
        self.nodes += 1;
        if let Some(score) = self.draw_or_distance_cutoff(hash, alpha, ply, draws) {
            return score;
        }
        if let Some(score) = self.probe_tablebase(pos, ply, draws) {
            return score;
        }
        (self.quiescence_root.ply, self.quiescence_root.draws) = (ply, *draws);
        self.quiescence(pos, alpha, beta, ply, ply < self.sight())
    }

    /// Returns the score of a cutoff that needs no move: a repetition, or mate distance pruning.
    #[inline(always)]
    fn draw_or_distance_cutoff(&self, hash: u64, alpha: Score, ply: usize, draws: &Clocks) -> Option<Score> {
        if draws.reach > 0 && self.is_repetition(hash, draws.reach) {
            return Some(Score::DRAW);
        }
        // The best possible result from here is a win in the next ply.
        let most = Score::win_in(ply + 1);
        (most <= alpha).then_some(most)
    }

    /// Returns the score of a tablebase hit.
    #[inline(always)]
    fn probe_tablebase(&self, pos: &Pos<G>, ply: usize, draws: &Clocks) -> Option<Score> {
        let tablebase = self
            .tablebase
            .as_ref()
            .filter(|tablebase| tablebase.covers(pos))?;
        self.tablebase_score(tablebase, pos, ply, draws)
    }

    /// Not inlined: most positions have too many pieces for the tables.
    #[inline(never)]
    fn tablebase_score(
        &self,
        tablebase: &Tablebase,
        pos: &Pos<G>,
        ply: usize,
        draws: &Clocks,
    ) -> Option<Score> {
        if draws.over(&self.rules.draws, self.options, pos) {
            return None;
        }
        match tablebase.probe(pos, draws, ply)? {
            TablebaseHit::Score(score) => Some(score),
            TablebaseHit::SameAsRoot(_) => None,
        }
    }

    /// Returns `true` if this position has occurred since the last irreversible move: in the searched line, or in the
    /// game if its rules draw by repetition. One earlier occurrence in the game is enough, so that the side that
    /// leads deviates in time.
    fn is_repetition(&self, hash: u64, reach: u16) -> bool {
        let back = usize::from(reach).min(self.path.len());
        let first = self.path.len() - back;
        let first = if self.repetition_draws {
            first
        } else {
            first.max(self.game_plies)
        };
        self.path[first..].contains(&hash)
    }

    /// Starts the search of the top frame's current move.
    fn start_child(&mut self) -> Step {
        let frame = &self.stack[self.height - 1];
        let Frame { alpha, beta, ply, .. } = *frame;
        let depth = frame.depth - 1 + frame.extension;
        let null_window = (-alpha - 1, -alpha);
        let (window, mut depth, pv) = match frame.stage {
            Stage::ProbCut => return self.enter_probcut(),
            Stage::Reduced => (null_window, depth - frame.reduction(), false),
            Stage::NullWindow => (null_window, depth, false),
            Stage::FullWindow => ((-beta, -alpha), depth, frame.pv),
        };
        if pv {
            self.pv[ply + 1].clear();
        }
        let mv = &frame.moves[frame.current];
        let made = frame.prefetched.index == frame.current;
        let (next, mut hash) = if made {
            (frame.prefetched.pos, frame.prefetched.hash)
        } else {
            let next = frame.pos.play_unchecked(mv);
            (next, if depth > 0 { next.key() ^ self.salt } else { 0 })
        };
        if self.rules.goal == Goal::Lose && self.forces_capture(frame, &next) {
            depth += 1;
            hash = next.key() ^ self.salt;
        }
        if depth > 0 && !made {
            self.table.prefetch(hash);
        }
        // The first child's entry was prefetched too recently to have arrived.
        let prefetched = made && frame.current > 0;
        let draws = frame.draws.after(&self.rules.draws, &frame.pos, mv, &next);
        if depth <= 0 {
            hash = self.leaf_hash(&next, &draws);
            return Step::Return(self.leaf_score(&next, hash, window, ply + 1, &draws));
        }
        let in_probcut = frame.in_probcut;
        self.prefetch_next();
        let params = NodeParams {
            hash,
            alpha: window.0,
            beta: window.1,
            depth,
            ply: ply + 1,
            draws,
            pv,
            in_probcut,
            prefetched,
        };
        self.enter_node(&next, &params)
    }

    /// Returns `true` if the current move forces a capture that is searched deeper (only in games whose goal is to
    /// lose all pieces).
    fn forces_capture(&self, frame: &Frame<G>, next: &Pos<G>) -> bool {
        frame.extension == 0
            && (frame.pv || frame.depth <= FORCING_DEPTH)
            && frame.ply < self.sight()
            && has_capture(next, self.rules)
    }

    /// Makes the child after the current one and prefetches its entry, which arrives while the current one is
    /// searched.
    #[inline(always)]
    fn prefetch_next(&mut self) {
        let frame = &mut self.stack[self.height - 1];
        let next = frame.current + 1;
        if frame.sorted != next || next == frame.moves.len() {
            return;
        }
        frame.select_next();
        if frame.depth - 1 + frame.extension - frame.reduction_at(next) > 0 {
            frame.prefetched = Prefetched::child(&frame.pos, &frame.moves, next, self.salt);
            self.table.prefetch(frame.prefetched.hash);
        }
    }

    /// Passes the score of the child to the top frame.
    fn take_child_score(&mut self, value: Score) -> Step {
        let frame = &mut self.stack[self.height - 1];
        let ply = frame.ply;
        if frame.stage == Stage::ProbCut {
            let margin = probcut_margin(frame.depth);
            if value >= frame.beta + margin {
                // The score of a win contains its distance, so the margin must not be subtracted.
                return self.pop(if value.is_settled() { value } else { value - margin });
            }
            frame.stage = Stage::FullWindow;
            return Step::Child;
        }
        let score = -value;
        let raised = score > frame.alpha;
        match frame.stage {
            Stage::Reduced if raised => {
                frame.stage = Stage::NullWindow;
                return Step::Child;
            }
            Stage::NullWindow if raised && frame.pv && score < frame.beta => {
                frame.stage = Stage::FullWindow;
                return Step::Child;
            }
            _ => {}
        }
        if score > frame.best {
            frame.best = score;
            frame.best_index = Some(frame.current);
        }
        if raised {
            frame.alpha = score;
            if frame.pv {
                let (head, tail) = self.pv.split_at_mut(ply + 1);
                head[ply].clear();
                head[ply].push(frame.moves[frame.current]);
                if frame.stage == Stage::FullWindow {
                    head[ply].extend_from_slice(&tail[0]);
                }
            }
        }
        let mut unreduced = 0;
        if ply == 0 {
            let (mv, original_alpha) = (frame.moves[frame.current], frame.original_alpha);
            let root_alpha = self.record_root_move(mv, score, raised);
            self.stack[self.height - 1].alpha = original_alpha.max(root_alpha);
            if self.is_multi_pv() {
                unreduced = self.root.multi_pv + 2;
            }
        }
        let frame = &mut self.stack[self.height - 1];
        frame.current += 1;
        if frame.alpha >= frame.beta || frame.current == frame.moves.len() {
            let best = frame.best;
            self.store_result();
            return self.pop(best);
        }
        if frame.sorted == frame.current {
            frame.select_next();
        }
        frame.stage = if frame.alpha == -Score::INFINITE {
            // MultiPV with too few lines so far: alpha is still minus infinity.
            Stage::FullWindow
        } else if frame.current >= unreduced && frame.reduction() > 0 {
            Stage::Reduced
        } else {
            Stage::NullWindow
        };
        Step::Child
    }

    /// Records the score of a root move and returns the alpha of the next one.
    fn record_root_move(&mut self, mv: BitMove<G>, score: Score, raised: bool) -> Score {
        let Iteration { pass, depth, .. } = self.iteration;
        let moves = &mut self.root.moves;
        if let Some(at) = moves.iter().position(|root| root.mv == mv) {
            moves[at].score = score;
            if raised {
                let place = moves.partition_point(|root| root.pass == pass && root.score >= score);
                let root = &mut moves[at];
                root.line.clone_from(&self.pv[0]);
                (root.line_score, root.depth, root.pass) = (score, depth, pass);
                moves[place..=at].rotate_right(1);
                if place == 0 {
                    self.best_line.clone_from(&self.pv[0]);
                    self.score = score;
                }
                if place < self.root.multi_pv {
                    self.updates += 1;
                }
            }
        }
        self.root_alpha(self.root.moves[0].score)
    }

    /// Stores the result of the top frame: updates the history and writes its transposition table entry.
    fn store_result(&mut self) {
        let frame = &self.stack[self.height - 1];
        let turn = frame.pos.turn;
        let raised = frame.best > frame.original_alpha;
        let mut best = MoveCode::default();
        if let Some(at) = frame.best_index
            && raised
        {
            best = move_code(&frame.moves[at]);
            if !frame.moves[at].is_capture() && frame.moves.len() > 1 {
                self.history.reward(turn, best);
                for mv in &frame.moves[..at] {
                    self.history.penalize(turn, move_code(mv));
                }
            }
        }
        let bound = if frame.best >= frame.beta {
            Bound::Lower
        } else if raised {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(
            frame.hash,
            frame.ply,
            TtEntry {
                code: best,
                score: frame.best,
                depth: frame.depth,
                bound,
            },
        );
    }

    /// Pops the top frame.
    fn pop(&mut self, score: Score) -> Step {
        self.height -= 1;
        if self.stack[self.height].on_path {
            self.path.pop();
        }
        Step::Return(score)
    }
}
