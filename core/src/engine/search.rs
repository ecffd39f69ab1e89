//! The search: principal variation search on a stack of its own, so that it can pause at any node and go on later as
//! if nothing had been. Knows no limits but the number of nodes at which to pause.
use super::ending::Told;
use super::frame::{Frame, Stage, Visit, code, probcut_margin};
use super::score::Score;
use super::tree::{Flow, MAX_PLY, Tree};
use super::tt::{Bound, Found, MoveCode};
use crate::board::Geometry;
use crate::rules::{BitMove, Pos, generate};

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
            again,
        } = visit;
        if !again {
            self.nodes += 1;
        }
        self.lines[ply].clear();
        if ply > 0 && !again {
            if draws.reach > 0 && self.repeats(hash, draws.reach) {
                return Flow::Up(Score::DRAW);
            }
            // No line from here can end sooner than in a win next ply.
            if Score::win_in(ply + 1) <= alpha {
                return Flow::Up(Score::win_in(ply + 1));
            }
        }
        if ply > 0
            && let Some(endings) = &self.endings
            && endings.may_know(pos)
            && !draws.over(&self.rules.draws, self.options, pos)
            && let Some(Told::Score(score)) = endings.told(pos, draws, ply)
        {
            return Flow::Up(score);
        }
        let sight = self.sight();
        if depth <= 0 || ply >= MAX_PLY {
            self.end = (ply, *draws);
            return Flow::Up(self.resolve(pos, alpha, beta, ply, ply < sight));
        }
        if self.frames.len() == self.height {
            self.frames.push(Frame::new(*pos));
        }
        generate(pos, self.rules, &mut self.frames[self.height].moves);
        let over = ply > 0 && draws.over(&self.rules.draws, self.options, pos);
        let found = self.table.probe(hash, ply);
        if let Some(found) = found
            && !pv
            && !over
            && found.depth >= depth
            && match found.bound {
                Bound::Exact => true,
                Bound::Lower => found.score >= beta,
                Bound::Upper => found.score <= alpha,
            }
        {
            return Flow::Up(found.score);
        }

        let frame = &mut self.frames[self.height];
        if frame.moves.is_empty() {
            return Flow::Up(self.no_move(pos, ply));
        }
        if over {
            return Flow::Up(Score::DRAW);
        }
        frame.weights.clear();
        if ply == 0 {
            // The root keeps its own order: the best of the last iterations first.
            let place = |mv: &BitMove<G>| self.root.iter().position(|root| root.mv == *mv).unwrap_or(0);
            frame
                .weights
                .extend(frame.moves.iter().map(|mv| -(place(mv) as i32)));
        } else {
            let first = found.map(|found| found.code).unwrap_or_default();
            frame.weights.extend(frame.moves.iter().map(|mv| {
                let code = code(mv);
                if code == first {
                    i32::MAX
                } else {
                    i32::from(self.history.odds(pos.turn, code))
                }
            }));
        }
        let forced = frame.moves.len() == 1;
        frame.pos = *pos;
        frame.hash = hash;
        frame.draws = *draws;
        frame.at = 0;
        frame.ply = ply;
        frame.depth = depth;
        frame.extension = i32::from(forced && ply < sight);
        frame.floor = alpha;
        frame.alpha = alpha;
        frame.beta = beta;
        frame.pv = pv;
        frame.nested = nested;
        frame.best = -Score::INFINITE;
        frame.best_at = None;
        frame.stage = if !pv && !nested && !forced && depth >= 3 && !beta.is_settled() {
            Stage::ProbCut
        } else {
            Stage::Full
        };
        frame.select();
        self.height += 1;
        if !again {
            self.path.push(hash);
        }
        frame.pushed = !again;
        Flow::Down
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
            Stage::ProbCut => {
                let bar = beta + probcut_margin(frame.depth);
                let pos = frame.pos;
                let visit = Visit {
                    hash: frame.hash,
                    alpha: bar - 1,
                    beta: bar,
                    depth: frame.depth * 2 / 5,
                    ply,
                    draws: frame.draws,
                    pv: false,
                    nested: true,
                    again: true,
                };
                return self.enter(&pos, &visit);
            }
            Stage::Reduced => (nothing, depth - frame.reduction(), false),
            Stage::Scout => (nothing, depth, false),
            Stage::Full => ((-beta, -alpha), depth, frame.pv),
        };
        let mv = &frame.moves[frame.at];
        let next = frame.pos.play_unchecked(mv);
        let hash = next.key() ^ self.salt;
        if depth > 0 {
            self.table.prefetch(hash);
        }
        let visit = Visit {
            hash,
            alpha: window.0,
            beta: window.1,
            depth,
            ply: ply + 1,
            draws: frame.draws.after(&self.rules.draws, &frame.pos, mv, &next),
            pv,
            nested: frame.nested,
            again: false,
        };
        self.enter(&next, &visit)
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
        if frame.stage == Stage::Reduced && score > frame.alpha {
            frame.stage = Stage::Scout;
            return Flow::Down;
        }
        if frame.stage == Stage::Scout && frame.pv && score > frame.alpha && score < frame.beta {
            frame.stage = Stage::Full;
            return Flow::Down;
        }
        let mv = frame.moves[frame.at];
        let raised = score > frame.alpha;
        let better = score > frame.best;
        if better {
            frame.best = score;
            frame.best_at = Some(frame.at);
        }
        if raised {
            frame.alpha = score;
        }
        if raised && frame.pv {
            let (head, tail) = self.lines.split_at_mut(ply + 1);
            head[ply].clear();
            head[ply].push(mv);
            head[ply].extend_from_slice(&tail[0]);
        }
        if ply == 0 {
            let bar = self.note_root(mv, score, raised);
            let frame = &mut self.frames[self.height - 1];
            frame.alpha = frame.floor.max(bar);
        }
        let unreduced = if ply == 0 && self.is_wide() {
            self.wanted + 2
        } else {
            0
        };
        let frame = &mut self.frames[self.height - 1];
        frame.at += 1;
        if frame.alpha >= frame.beta || frame.at == frame.moves.len() {
            let best = frame.best;
            self.conclude();
            return self.leave(best);
        }
        frame.select();
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
