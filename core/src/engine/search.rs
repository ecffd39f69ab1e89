//! The search: iterative deepening, principal variation search on a stack of its own, so that it can pause at any
//! node and go on later as if nothing had been. Knows no clock, no thread and nobody to report to.
use super::draws::Draws;
use super::eval::Eval;
use super::job::Task;
use super::level::{Level, mix};
use super::limits::Limits;
use super::order::History;
use super::score::Score;
use super::tt::{Bound, Found, MoveCode, TranspositionTable};
use crate::board::{Bits, Geometry};
use crate::rules::{BitMove, MoveList, Pos, Ruleset, generate};

/// The longest line, in plies from the root.
pub(super) const MAX_PLY: usize = 120;
/// The deepest iteration.
const MAX_DEPTH: i32 = 99;
/// The first aspiration window, centipawns to each side of the last score.
const WINDOW: i32 = 12;

/// What is being done with the move in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// No move yet: a shallow search tests whether the node is good enough by a margin.
    ProbCut,
    /// A late move, at reduced depth, against a window of nothing.
    Reduced,
    /// At full depth, against a window of nothing.
    Scout,
    /// At full depth, with the open window.
    Full,
}

/// A node whose moves are being tried.
struct Frame<G: Geometry> {
    pos: Pos<G>,
    hash: u64,
    draws: Draws,
    moves: MoveList<G>,
    /// How promising each move is; sorted as far as moves were tried.
    weights: Vec<i32>,
    /// The move in hand; those before it are done.
    at: usize,
    stage: Stage,
    ply: usize,
    /// As asked for; `extension` comes on top.
    depth: i32,
    extension: i32,
    floor: Score,
    alpha: Score,
    beta: Score,
    pv: bool,
    /// Inside a ProbCut test, where no other is begun.
    nested: bool,
    /// Its hash stands on the path.
    pushed: bool,
    best: Score,
    best_at: Option<usize>,
}

/// How a node is visited.
struct Visit {
    alpha: Score,
    beta: Score,
    depth: i32,
    ply: usize,
    draws: Draws,
    pv: bool,
    nested: bool,
    /// The same position as its parent's: the shallow test of ProbCut.
    again: bool,
}

/// Where the search goes next.
#[derive(Clone, Copy)]
enum Flow {
    /// The top frame starts its next search.
    Down,
    /// The top frame receives its child's score.
    Up(Score),
}

/// A root move and what is known of it.
struct RootMove<G: Geometry> {
    mv: BitMove<G>,
    score: Score,
}

/// The state of a search, whole.
pub(super) struct Tree<G: Geometry> {
    pub(super) rules: &'static Ruleset,
    pub(super) eval: Eval<G>,
    pub(super) table: TranspositionTable,
    history: History,
    pos: Pos<G>,
    draws: Draws,
    /// Hashes of the game's positions and of the line being searched, for repetitions.
    path: Vec<u64>,
    frames: Vec<Frame<G>>,
    height: usize,
    flow: Flow,
    /// The best line found from each ply.
    lines: Vec<Vec<BitMove<G>>>,
    root: Vec<RootMove<G>>,
    depth: i32,
    window: (Score, Score),
    pub(super) nodes: u64,
    limits: Limits,
    level: Option<(Level, u64)>,
    /// The best line so far, its score and the depth being searched when it was found.
    pub(super) line: Vec<BitMove<G>>,
    pub(super) score: Score,
    pub(super) reached: i32,
    /// Goes up with every better line and every finished depth.
    pub(super) news: u32,
    pub(super) done: bool,
}

impl<G: Geometry> Tree<G> {
    /// A search from a position. `path` holds the hashes of the game's positions that can still come again, the
    /// root's own not among them; `draws` the counts at the root.
    pub(super) fn new(
        rules: &'static Ruleset,
        pos: Pos<G>,
        path: Vec<u64>,
        draws: Draws,
        task: Task,
        mut table: TranspositionTable,
    ) -> Tree<G> {
        table.new_search();
        let mut moves = MoveList::new();
        generate(&pos, rules, &mut moves);
        let mut limits = task.limits;
        if moves.len() == 1 && limits.at_once_if_forced {
            limits.depth = Some(1);
        }
        let mut tree = Tree {
            rules,
            eval: Eval::new(rules),
            table,
            history: History::new(size_of::<G::Bits>() * 8),
            pos,
            draws,
            path,
            frames: Vec::new(),
            height: 0,
            flow: Flow::Down,
            lines: vec![Vec::new(); MAX_PLY + 2],
            root: moves
                .into_iter()
                .map(|mv| RootMove {
                    mv,
                    score: -Score::INFINITE,
                })
                .collect(),
            depth: 1,
            window: (-Score::INFINITE, Score::INFINITE),
            nodes: 0,
            limits,
            level: task.level,
            line: Vec::new(),
            score: Score::loss_in(0),
            reached: 0,
            news: 0,
            done: false,
        };
        match tree.root.first() {
            // Stopped before it has searched anything, it still has a move to give.
            Some(first) => tree.line = vec![first.mv],
            None => tree.done = true,
        }
        if !tree.done {
            tree.start_iteration();
        }
        tree
    }

    /// Goes on for about this many nodes.
    pub(super) fn step(&mut self, budget: u64) {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        let until = limit.min(self.nodes.saturating_add(budget.max(1)));
        while !self.done {
            match self.run(until) {
                Some(score) => self.finish_iteration(score),
                None => {
                    self.done = self.nodes >= limit;
                    return;
                }
            }
        }
    }

    /// Sets new limits on the way.
    pub(super) fn restrict(&mut self, limits: Limits) {
        self.limits = limits;
        self.done |= limits.depth.is_some_and(|depth| self.reached >= i32::from(depth));
    }

    /// The move to play: the best one, or what the level makes of it.
    pub(super) fn choice(&self) -> Option<BitMove<G>> {
        // Without a margin only the best move's score is exact: the others are known to be no better.
        if let Some((level, seed)) = self.level
            && level.margin > 0
            && self.reached > 0
        {
            // The lot must not depend on the order in which the search happened to try the moves.
            let mut moves: Vec<&RootMove<G>> = self.root.iter().collect();
            moves.sort_by_key(|root| (root.mv.from, root.mv.to, root.mv.captured.halves()));
            let scores: Vec<Score> = moves.iter().map(|root| root.score).collect();
            let position = self.pos.hash();
            return level.choose(&scores, mix(seed) ^ position).map(|i| moves[i].mv);
        }
        self.line.first().copied()
    }

    /// Root moves near the best are told apart, for a level that chooses among them.
    fn margin(&self) -> Option<i32> {
        self.level
            .and_then(|(level, _)| (level.margin > 0).then_some(i32::from(level.margin)))
    }

    fn sight(&self) -> usize {
        self.level.map_or(MAX_PLY, |(level, _)| usize::from(level.sight))
    }

    fn start_iteration(&mut self) {
        let (alpha, beta) = self.window;
        self.flow = self.enter(
            self.pos,
            Visit {
                alpha,
                beta,
                depth: self.depth,
                ply: 0,
                draws: self.draws,
                pv: true,
                nested: false,
                again: false,
            },
        );
    }

    /// An iteration has ended: search wider if its window was missed, deeper if not.
    fn finish_iteration(&mut self, score: Score) {
        let (alpha, beta) = self.window;
        let width = self.window_width();
        if score <= alpha && alpha > -Score::INFINITE {
            self.window = (self.widened(score - 2 * width), beta);
        } else if score >= beta && beta < Score::INFINITE {
            self.window = (alpha, self.widened(score + 2 * width));
        } else {
            self.score = score;
            self.reached = self.depth;
            self.news += 1;
            let sees_the_end = score
                .plies_to_end()
                .is_some_and(|plies| plies.abs() <= self.depth);
            let limit = self.limits.depth.map_or(MAX_DEPTH, i32::from).clamp(1, MAX_DEPTH);
            if self.depth >= limit || sees_the_end {
                self.done = true;
                return;
            }
            self.depth += 1;
            self.window = if self.depth < 4 || self.margin().is_some() || score.is_decided() {
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

    /// Runs until the root has its score, or pauses (`None`) once this many nodes are done.
    fn run(&mut self, until: u64) -> Option<Score> {
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
    fn enter(&mut self, pos: Pos<G>, visit: Visit) -> Flow {
        let Visit {
            alpha,
            beta,
            depth,
            ply,
            draws,
            pv,
            nested,
            again,
        } = visit;
        if !again {
            self.nodes += 1;
        }
        self.lines[ply].clear();
        let hash = pos.hash();
        if ply > 0 && !again {
            if self.repeats(hash, draws.quiet) {
                return Flow::Up(Score::DRAW);
            }
            // No line from here can end sooner than in a win next ply.
            if Score::win_in(ply + 1) <= alpha {
                return Flow::Up(Score::win_in(ply + 1));
            }
        }
        let sight = self.sight();
        if depth <= 0 || ply >= MAX_PLY {
            return Flow::Up(self.quiesce(&pos, alpha, beta, ply, ply < sight));
        }
        let over = ply > 0 && draws.over(&self.rules.draws);
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

        if self.frames.len() == self.height {
            self.frames.push(Frame::new(pos));
        }
        let frame = &mut self.frames[self.height];
        generate(&pos, self.rules, &mut frame.moves);
        if frame.moves.is_empty() {
            return Flow::Up(Score::loss_in(ply));
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
        frame.pos = pos;
        frame.hash = hash;
        frame.draws = draws;
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
        frame.stage = if !pv && !nested && !forced && depth >= 3 && !beta.is_decided() {
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
    fn repeats(&self, hash: u64, quiet: u16) -> bool {
        let back = usize::from(quiet).min(self.path.len());
        self.path[self.path.len() - back..].contains(&hash)
    }

    /// Starts the top frame's next search.
    fn descend(&mut self) -> Flow {
        let wide = self.margin();
        let frame = &self.frames[self.height - 1];
        let Frame { alpha, beta, ply, .. } = *frame;
        let depth = frame.depth - 1 + frame.extension;
        let nothing = (-alpha - 1, -alpha);
        let (pos, draws) = (frame.pos, frame.draws);
        let (window, depth, pv) = match frame.stage {
            Stage::ProbCut => {
                let bar = beta + probcut_margin(frame.depth);
                let visit = Visit {
                    alpha: bar - 1,
                    beta: bar,
                    depth: frame.depth * 2 / 5,
                    ply,
                    draws,
                    pv: false,
                    nested: true,
                    again: true,
                };
                return self.enter(pos, visit);
            }
            Stage::Reduced => (nothing, depth - frame.reduction(), false),
            Stage::Scout => (nothing, depth, false),
            Stage::Full => {
                let low = match wide {
                    // Exact scores for every move near the best.
                    Some(margin) if ply == 0 && frame.best_at.is_some() => frame.best - margin - 1,
                    _ => alpha,
                };
                ((-beta, -low), depth, frame.pv)
            }
        };
        let mv = frame.moves[frame.at];
        let next = pos.play_unchecked(&mv);
        let visit = Visit {
            alpha: window.0,
            beta: window.1,
            depth,
            ply: ply + 1,
            draws: draws.after(&pos, &mv, &next),
            pv,
            nested: frame.nested,
            again: false,
        };
        self.enter(next, visit)
    }

    /// Gives the top frame the score of what it had searched.
    fn absorb(&mut self, value: Score) -> Flow {
        let wide = self.margin().is_some();
        let frame = &mut self.frames[self.height - 1];
        let ply = frame.ply;
        if frame.stage == Stage::ProbCut {
            let margin = probcut_margin(frame.depth);
            if value >= frame.beta + margin {
                return self.leave(value - margin);
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
        if better && raised && frame.pv {
            let (head, tail) = self.lines.split_at_mut(ply + 1);
            head[ply].clear();
            head[ply].push(mv);
            head[ply].extend_from_slice(&tail[0]);
        }
        if ply == 0 {
            self.note_root(mv, score, better && raised);
        }
        let frame = &mut self.frames[self.height - 1];
        frame.at += 1;
        if frame.alpha >= frame.beta || frame.at == frame.moves.len() {
            let best = frame.best;
            self.conclude();
            return self.leave(best);
        }
        frame.select();
        frame.stage = if ply == 0 && wide {
            Stage::Full
        } else if frame.reduction() > 0 {
            Stage::Reduced
        } else {
            Stage::Scout
        };
        Flow::Down
    }

    /// Keeps what a root move turned out to be worth.
    fn note_root(&mut self, mv: BitMove<G>, score: Score, best: bool) {
        let Some(at) = self.root.iter().position(|root| root.mv == mv) else {
            return;
        };
        self.root[at].score = score;
        if best {
            self.root[..=at].rotate_right(1);
            self.line.clone_from(&self.lines[0]);
            self.score = score;
            self.news += 1;
        }
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

impl<G: Geometry> Frame<G> {
    fn new(pos: Pos<G>) -> Frame<G> {
        Frame {
            pos,
            hash: 0,
            draws: Draws::default(),
            moves: MoveList::new(),
            weights: Vec::new(),
            at: 0,
            stage: Stage::Full,
            ply: 0,
            depth: 0,
            extension: 0,
            floor: Score::DRAW,
            alpha: Score::DRAW,
            beta: Score::DRAW,
            pv: false,
            nested: false,
            pushed: false,
            best: Score::DRAW,
            best_at: None,
        }
    }

    /// Brings the most promising move not yet tried into hand.
    fn select(&mut self) {
        let mut best = self.at;
        for i in self.at + 1..self.weights.len() {
            if self.weights[i] > self.weights[best] {
                best = i;
            }
        }
        self.moves.swap(self.at, best);
        self.weights.swap(self.at, best);
    }

    /// Plies less for the move in hand: late quiet moves seldom matter.
    fn reduction(&self) -> i32 {
        let mv = &self.moves[self.at];
        if mv.is_capture() || mv.promotes || self.depth < 2 || self.at < if self.pv { 3 } else { 1 } {
            0
        } else if self.pv || self.at < 4 {
            1
        } else {
            2
        }
    }
}

/// How much better than needed a node must look to be believed after a shallow search, in centipawns.
fn probcut_margin(depth: i32) -> i32 {
    10 * depth
}

#[inline]
fn code<G: Geometry>(mv: &BitMove<G>) -> MoveCode {
    MoveCode::new(u32::from(mv.from), u32::from(mv.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Half10;
    use crate::notation::fen;
    use crate::{Variant, rules::AnyPos};

    /// The score of a position to a depth, with what came before it.
    fn score(text: &str, depth: u8, draws: Draws, path: &dyn Fn(&Pos<Half10>) -> Vec<u64>) -> Score {
        let position = fen::read(Variant::International, text).unwrap();
        let AnyPos::Half10(pos) = position.pos else {
            panic!("an international board has 50 squares")
        };
        let task = Task::within(Limits::depth(depth));
        let table = TranspositionTable::new(1);
        let mut tree = Tree::new(
            Variant::International.rules(),
            pos,
            path(&pos),
            draws,
            task,
            table,
        );
        while !tree.done {
            tree.step(1000);
        }
        tree.score
    }

    #[test]
    fn a_win_that_comes_after_the_last_counted_move_is_a_draw() {
        let text = "W:WK46,K47,K48:BK15";
        let after = |plies| Draws {
            quiet: plies,
            three: Some(plies),
            two: None,
        };
        assert_eq!(score(text, 12, after(0), &|_| Vec::new()), Score::win_in(7));
        assert_eq!(score(text, 12, after(25), &|_| Vec::new()), Score::win_in(7));
        assert_eq!(score(text, 12, after(26), &|_| Vec::new()), Score::DRAW);
    }

    #[test]
    fn a_position_that_stood_before_is_worth_nothing() {
        let text = "W:WK46,K47,K48:BK15";
        let children = |pos: &Pos<Half10>| {
            let mut moves = MoveList::new();
            generate(pos, Variant::International.rules(), &mut moves);
            moves.iter().map(|mv| pos.play_unchecked(mv).hash()).collect()
        };
        let draws = Draws {
            quiet: 200,
            ..Draws::default()
        };
        let quiet = Draws {
            quiet: 20,
            ..Draws::default()
        };
        assert_eq!(
            score(text, 4, Draws::default(), &children),
            score(text, 4, Draws::default(), &|_| Vec::new())
        );
        assert_eq!(
            score(text, 4, quiet, &|_| vec![7; 60]),
            score(text, 4, Draws::default(), &|_| Vec::new())
        );
        assert_eq!(score(text, 4, draws, &children), Score::DRAW);
    }
}
