//! The search: principal variation search on a stack of its own, so that it can pause at any node and go on later as
//! if nothing had been. Knows no limits but the number of nodes at which to pause.
use super::ending::{Endings, Told};
use super::frame::{Ahead, Frame, Stage, Visit, code, probcut_margin};
use super::score::Score;
use super::tree::{Flow, MAX_PLY, Tree};
use super::tt::{Bound, Found, MoveCode};
use draughts::raw::Geometry;
use draughts::raw::{BitMove, Clocks, Pos, generate};

/// Moves of a node a ply before the end that are tried in the order of their odds; those after them are seldom better, and
/// to sort them takes longer than to try them.
const SORTED_LAST: usize = 3;
/// Positions after which such a node is no longer searched at once: where kings take in many ways a pause would be long in
/// coming.
const MOST_AT_ONCE: u64 = 500;

impl<G: Geometry> Tree<G> {
    /// Runs until the root has its score, or pauses (`None`) once this many nodes are done.
    pub(super) fn run(&mut self, until: u64) -> Option<Score> {
        loop {
            match self.flow {
                Flow::Up(score) if self.height == 0 => return Some(score),
                _ if self.nodes >= until => return None,
                Flow::Down => self.flow = self.descend(),
                Flow::Up(score) => self.flow = self.absorb(score),
            }
        }
    }

    /// Enters a node: either its score is known at once, or a frame is laid on the stack.
    pub(super) fn enter(&mut self, pos: &Pos<G>, visit: &Visit) -> Flow {
        let &Visit {
            hash,
            alpha,
            beta,
            depth,
            ply,
            ref draws,
            pv,
            nested,
            fetched,
        } = visit;
        if ply >= MAX_PLY {
            return Flow::Up(self.end_of_line(pos, hash, (alpha, beta), ply, draws));
        }
        self.nodes += 1;
        if ply > 0
            && let Some(score) = self.cut_short(hash, alpha, ply, draws)
        {
            return Flow::Up(score);
        }
        if ply > 0
            && let Some(score) = self.known(pos, ply, draws)
        {
            return Flow::Up(score);
        }
        let over = ply > 0 && draws.over(&self.rules.draws, self.options, pos);
        if self.frames.len() == self.height {
            self.frames.push(Frame::new(*pos));
        }
        let last = depth == 1 && !pv;
        if !fetched && ply > 0 {
            // While memory is waited for. One that was fetched long ago is asked first: the moves of a known node need not be made.
            generate(pos, self.rules, &mut self.frames[self.height].moves);
        }
        let found = self.table.probe(hash, ply);
        if let Some(found) = found
            && !pv
            && !over
            && found.settles(depth, alpha, beta)
        {
            return Flow::Up(found.score);
        }

        let sight = self.sight();
        let frame = &mut self.frames[self.height];
        if ply == 0 {
            // The root keeps its own moves in their own order: the best of the last iterations first.
            frame.moves.clear();
            frame.moves.extend(self.root.iter().map(|root| root.mv));
        } else if fetched {
            generate(pos, self.rules, &mut frame.moves);
        }
        if frame.moves.is_empty() {
            return Flow::Up(self.no_move(pos, ply));
        }
        if over {
            return Flow::Up(Score::DRAW);
        }
        frame.weights.clear();
        let mut first = 0;
        if ply == 0 {
            frame
                .weights
                .extend((0..frame.moves.len()).map(|place| -(place as i32)));
        } else {
            let known = found.map(|found| found.code).unwrap_or_default();
            let odds = self.history.of(pos.turn);
            let mut most = i32::MIN;
            frame
                .weights
                .extend(frame.moves.iter().enumerate().map(|(at, mv)| {
                    let code = code(mv);
                    let weight = if code == known {
                        i32::MAX
                    } else {
                        i32::from(odds(code))
                    };
                    (first, most) = if weight > most {
                        (at, weight)
                    } else {
                        (first, most)
                    };
                    weight
                }));
        }
        frame.moves.swap(0, first);
        frame.weights.swap(0, first);
        let forced = frame.moves.len() == 1;
        frame.at = 0;
        frame.sorted = 1;
        frame.depth = depth;
        frame.extension = i32::from(forced && ply < sight);
        frame.ahead.at = usize::MAX;
        if depth - 1 + frame.extension > 0 {
            // Memory fetches what will be asked about the first move while the rest is made ready.
            frame.ahead = Ahead::of(pos, &frame.moves, 0, self.salt);
            self.table.prefetch(frame.ahead.hash);
        }
        frame.pos = *pos;
        frame.hash = hash;
        frame.draws = *draws;
        frame.ply = ply;
        frame.floor = alpha;
        frame.alpha = alpha;
        frame.beta = beta;
        frame.pv = pv;
        frame.nested = nested;
        frame.pushed = true;
        frame.best = -Score::INFINITE;
        frame.best_at = None;
        frame.stage = if !pv && !nested && !forced && depth >= 3 && !beta.is_settled() {
            Stage::ProbCut
        } else {
            Stage::Full
        };
        self.height += 1;
        self.path.push(hash);
        if last && !forced {
            return self.last_ply();
        }
        Flow::Down
    }

    /// Enters the top frame's node once more, for the shallow search that ProbCut begins with: its moves are known, and which
    /// of them is the first.
    fn enter_again(&mut self) -> Flow {
        if self.frames.len() == self.height {
            let pos = self.frames[self.height - 1].pos;
            self.frames.push(Frame::new(pos));
        }
        let (below, above) = self.frames.split_at_mut(self.height);
        let (node, frame) = (&below[self.height - 1], &mut above[0]);
        let depth = node.depth * 2 / 5;
        let bar = node.beta + probcut_margin(node.depth);
        if let Some(found) = self.table.probe(node.hash, node.ply)
            && found.settles(depth, bar - 1, bar)
        {
            return Flow::Up(found.score);
        }
        frame.begin_again(node, depth, bar);
        self.height += 1;
        if depth == 1 {
            return self.last_ply();
        }
        Flow::Down
    }

    /// Searches the top frame, a ply before the end and with a window of nothing, to its end at once: most nodes are such. One
    /// that takes too long goes on move by move, like the others.
    // Out of line: two functions end in it.
    #[inline(never)]
    fn last_ply(&mut self) -> Flow {
        let top = self.height - 1;
        let Frame {
            pos,
            draws,
            alpha,
            ply,
            ..
        } = self.frames[top];
        let give_up = self.nodes + MOST_AT_ONCE;
        let mut best = -Score::INFINITE;
        let mut best_at = 0;
        for at in 0..self.frames[top].moves.len() {
            let frame = &mut self.frames[top];
            if self.nodes >= give_up {
                (frame.at, frame.best, frame.best_at) = (at, best, Some(best_at));
                (frame.sorted, frame.stage) = (at, Stage::Scout);
                frame.select();
                return Flow::Down;
            }
            if at == frame.sorted && at < SORTED_LAST {
                frame.select();
            }
            let mv = &frame.moves[at];
            let next = pos.play_unchecked(mv);
            let draws = draws.after(&self.rules.draws, &pos, mv, &next);
            let hash = self.hash_at_end(&next, &draws);
            let score = -self.end_of_line(&next, hash, (-alpha - 1, -alpha), ply + 1, &draws);
            if score > best {
                (best, best_at) = (score, at);
                if score > alpha {
                    break;
                }
            }
        }
        let frame = &mut self.frames[top];
        (frame.best, frame.best_at) = (best, Some(best_at));
        self.conclude();
        self.leave(best)
    }

    /// A hash for the end of a line, where nobody asks for it unless the position may have stood before.
    #[inline(always)]
    fn hash_at_end(&self, pos: &Pos<G>, draws: &Clocks) -> u64 {
        if draws.reach > 0 { pos.key() ^ self.salt } else { 0 }
    }

    /// The score of a position whose moves are no longer tried one by one.
    #[inline(always)]
    fn end_of_line(
        &mut self,
        pos: &Pos<G>,
        hash: u64,
        (alpha, beta): (Score, Score),
        ply: usize,
        draws: &Clocks,
    ) -> Score {
        self.nodes += 1;
        if let Some(score) = self.cut_short(hash, alpha, ply, draws) {
            return score;
        }
        if let Some(score) = self.known(pos, ply, draws) {
            return score;
        }
        self.end = (ply, *draws);
        self.resolve(pos, alpha, beta, ply, ply < self.sight())
    }

    /// The score of a position that stood before, or whose best is not good enough.
    #[inline(always)]
    fn cut_short(&self, hash: u64, alpha: Score, ply: usize, draws: &Clocks) -> Option<Score> {
        if draws.reach > 0 && self.repeats(hash, draws.reach) {
            return Some(Score::DRAW);
        }
        // No line from here can end sooner than in a win next ply.
        let most = Score::win_in(ply + 1);
        (most <= alpha).then_some(most)
    }

    /// The score that the tables tell of a position.
    #[inline(always)]
    fn known(&self, pos: &Pos<G>, ply: usize, draws: &Clocks) -> Option<Score> {
        let endings = self.endings.as_ref().filter(|endings| endings.may_know(pos))?;
        self.told_of(endings, pos, ply, draws)
    }

    /// Out of line: most positions have too many pieces for the tables.
    #[inline(never)]
    fn told_of(&self, endings: &Endings, pos: &Pos<G>, ply: usize, draws: &Clocks) -> Option<Score> {
        if draws.over(&self.rules.draws, self.options, pos) {
            return None;
        }
        match endings.told(pos, draws, ply)? {
            Told::Score(score) => Some(score),
            Told::Kept(_) => None,
        }
    }

    /// Whether this position stood before, in the line or in the game, since the last irreversible move.
    fn repeats(&self, hash: u64, reach: u16) -> bool {
        let back = usize::from(reach).min(self.path.len());
        self.path[self.path.len() - back..].contains(&hash)
    }

    /// Starts the top frame's next search.
    fn descend(&mut self) -> Flow {
        let frame = &self.frames[self.height - 1];
        let Frame { alpha, beta, ply, .. } = *frame;
        let depth = frame.depth - 1 + frame.extension;
        let nothing = (-alpha - 1, -alpha);
        let (window, depth, pv) = match frame.stage {
            Stage::ProbCut => return self.enter_again(),
            Stage::Reduced => (nothing, depth - frame.reduction(), false),
            Stage::Scout => (nothing, depth, false),
            Stage::Full => ((-beta, -alpha), depth, frame.pv),
        };
        if pv {
            self.lines[ply + 1].clear();
        }
        let mv = &frame.moves[frame.at];
        let known = frame.ahead.at == frame.at;
        let (next, mut hash) = if known {
            (frame.ahead.pos, frame.ahead.hash)
        } else {
            let next = frame.pos.play_unchecked(mv);
            let hash = if depth > 0 { next.key() ^ self.salt } else { 0 };
            (next, hash)
        };
        if depth > 0 && !known {
            self.table.prefetch(hash);
        }
        // The first was asked for only just now.
        let fetched = known && frame.at > 0;
        let draws = frame.draws.after(&self.rules.draws, &frame.pos, mv, &next);
        if depth <= 0 {
            hash = self.hash_at_end(&next, &draws);
            return Flow::Up(self.end_of_line(&next, hash, window, ply + 1, &draws));
        }
        let nested = frame.nested;
        self.look_ahead();
        let visit = Visit {
            hash,
            alpha: window.0,
            beta: window.1,
            depth,
            ply: ply + 1,
            draws,
            pv,
            nested,
            fetched,
        };
        self.enter(&next, &visit)
    }

    /// Has memory fetch what will be asked about the move after the one in hand while that is searched.
    #[inline(always)]
    fn look_ahead(&mut self) {
        let frame = &mut self.frames[self.height - 1];
        let at = frame.at + 1;
        if frame.sorted != at || at == frame.moves.len() {
            return;
        }
        frame.select();
        if frame.depth - 1 + frame.extension - frame.reduction_at(at) > 0 {
            frame.ahead = Ahead::of(&frame.pos, &frame.moves, at, self.salt);
            self.table.prefetch(frame.ahead.hash);
        }
    }

    /// Gives the top frame the score of what it had searched.
    fn absorb(&mut self, value: Score) -> Flow {
        let frame = &mut self.frames[self.height - 1];
        let ply = frame.ply;
        if frame.stage == Stage::ProbCut {
            let margin = probcut_margin(frame.depth);
            if value >= frame.beta + margin {
                // A win is told as it is: less a margin it would be another.
                return self.leave(if value.is_settled() { value } else { value - margin });
            }
            frame.stage = Stage::Full;
            return Flow::Down;
        }
        let score = -value;
        let raised = score > frame.alpha;
        match frame.stage {
            Stage::Reduced if raised => {
                frame.stage = Stage::Scout;
                return Flow::Down;
            }
            Stage::Scout if raised && frame.pv && score < frame.beta => {
                frame.stage = Stage::Full;
                return Flow::Down;
            }
            _ => {}
        }
        if score > frame.best {
            frame.best = score;
            frame.best_at = Some(frame.at);
        }
        if raised {
            frame.alpha = score;
            if frame.pv {
                let (head, tail) = self.lines.split_at_mut(ply + 1);
                head[ply].clear();
                head[ply].push(frame.moves[frame.at]);
                if frame.stage == Stage::Full {
                    head[ply].extend_from_slice(&tail[0]);
                }
            }
        }
        let mut unreduced = 0;
        if ply == 0 {
            let (mv, floor) = (frame.moves[frame.at], frame.floor);
            let bar = self.note_root(mv, score, raised);
            self.frames[self.height - 1].alpha = floor.max(bar);
            if self.is_wide() {
                unreduced = self.wanted + 2;
            }
        }
        let frame = &mut self.frames[self.height - 1];
        frame.at += 1;
        if frame.alpha >= frame.beta || frame.at == frame.moves.len() {
            let best = frame.best;
            self.conclude();
            return self.leave(best);
        }
        if frame.sorted == frame.at {
            frame.select();
        }
        frame.stage = if frame.alpha == -Score::INFINITE {
            // Nothing to beat yet: as many lines are wanted as moves have been tried.
            Stage::Full
        } else if frame.at >= unreduced && frame.reduction() > 0 {
            Stage::Reduced
        } else {
            Stage::Scout
        };
        Flow::Down
    }

    /// Keeps what a root move turned out to be worth; gives what the next one must beat.
    fn note_root(&mut self, mv: BitMove<G>, score: Score, raised: bool) -> Score {
        let (pass, depth) = (self.pass, self.depth);
        if let Some(at) = self.root.iter().position(|root| root.mv == mv) {
            self.root[at].score = score;
            if raised {
                let place = self
                    .root
                    .partition_point(|root| root.pass == pass && root.score >= score);
                let root = &mut self.root[at];
                root.line.clone_from(&self.lines[0]);
                (root.worth, root.depth, root.pass) = (score, depth, pass);
                self.root[place..=at].rotate_right(1);
                if place == 0 {
                    self.line.clone_from(&self.lines[0]);
                    self.score = score;
                }
                if place < self.wanted {
                    self.news += 1;
                }
            }
        }
        self.bar(self.root[0].score)
    }

    /// Learns from a node whose moves were tried.
    fn conclude(&mut self) {
        let frame = &self.frames[self.height - 1];
        let turn = frame.pos.turn;
        let raised = frame.best > frame.floor;
        let mut best = MoveCode::default();
        if let Some(at) = frame.best_at
            && raised
        {
            best = code(&frame.moves[at]);
            if !frame.moves[at].is_capture() && frame.moves.len() > 1 {
                self.history.praise(turn, best);
                for mv in &frame.moves[..at] {
                    self.history.blame(turn, code(mv));
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
            Found {
                code: best,
                score: frame.best,
                depth: frame.depth,
                bound,
            },
        );
    }

    /// Takes the top frame off the stack.
    fn leave(&mut self, score: Score) -> Flow {
        self.height -= 1;
        if self.frames[self.height].pushed {
            self.path.pop();
        }
        Flow::Up(score)
    }
}
