//! One node of the search whose moves are being tried: what is needed to go on with it at any time.
use super::score::Score;
use super::tt::MoveCode;
use draughts::raw::Geometry;
use draughts::raw::{BitMove, Clocks, MoveList, Pos};

/// What is being done with the move in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
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
pub(super) struct Frame<G: Geometry> {
    pub(super) pos: Pos<G>,
    pub(super) hash: u64,
    pub(super) draws: Clocks,
    pub(super) moves: MoveList<G>,
    /// How promising each move is; sorted as far as moves were tried.
    pub(super) weights: Vec<i32>,
    /// The move in hand; those before it are done.
    pub(super) at: usize,
    /// How many moves stand in the order in which they are tried.
    pub(super) sorted: usize,
    pub(super) ahead: Ahead<G>,
    pub(super) stage: Stage,
    pub(super) ply: usize,
    /// As asked for; `extension` comes on top.
    pub(super) depth: i32,
    pub(super) extension: i32,
    pub(super) floor: Score,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) pv: bool,
    /// Inside a ProbCut test, where no other is begun.
    pub(super) nested: bool,
    /// Its hash stands on the path.
    pub(super) pushed: bool,
    pub(super) best: Score,
    pub(super) best_at: Option<usize>,
}

/// What a move leads to, found out before it is searched, so that memory has time to fetch what the table knows of it.
#[derive(Clone, Copy)]
pub(super) struct Ahead<G: Geometry> {
    /// The place of the move.
    pub(super) at: usize,
    pub(super) pos: Pos<G>,
    pub(super) hash: u64,
}

impl<G: Geometry> Ahead<G> {
    #[inline(always)]
    pub(super) fn of(pos: &Pos<G>, moves: &MoveList<G>, at: usize, salt: u64) -> Ahead<G> {
        let pos = pos.play_unchecked(&moves[at]);
        Ahead {
            at,
            pos,
            hash: pos.key() ^ salt,
        }
    }
}

/// How a node is visited.
pub(super) struct Visit {
    /// The position's.
    pub(super) hash: u64,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) draws: Clocks,
    pub(super) pv: bool,
    pub(super) nested: bool,
    /// Memory was told long ago to fetch what the table knows of it.
    pub(super) fetched: bool,
}

impl<G: Geometry> Frame<G> {
    pub(super) fn new(pos: Pos<G>) -> Frame<G> {
        Frame {
            pos,
            hash: 0,
            draws: Clocks::default(),
            moves: MoveList::new(),
            weights: Vec::new(),
            at: 0,
            sorted: 0,
            ahead: Ahead {
                at: usize::MAX,
                pos,
                hash: 0,
            },
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

    /// Becomes the same node as another frame's, none of whose moves is searched yet, for a search to a depth that asks whether
    /// it is worth as much as a bar.
    pub(super) fn begin_again(&mut self, node: &Frame<G>, depth: i32, bar: Score) {
        self.moves.clear();
        self.moves.extend_from_slice(&node.moves);
        self.weights.clone_from(&node.weights);
        (self.pos, self.hash, self.draws, self.ply) = (node.pos, node.hash, node.draws, node.ply);
        (self.at, self.sorted, self.ahead) = (0, 1, node.ahead);
        (self.depth, self.extension, self.stage) = (depth, 0, Stage::Full);
        (self.floor, self.alpha, self.beta) = (bar - 1, bar - 1, bar);
        (self.pv, self.nested, self.pushed) = (false, true, false);
        (self.best, self.best_at) = (-Score::INFINITE, None);
    }

    /// Brings the most promising move not yet tried to its place, behind those sorted before.
    #[inline(always)]
    pub(super) fn select(&mut self) {
        let (mut best, mut most) = (self.sorted, i32::MIN);
        for (i, &weight) in self.weights.iter().enumerate().skip(self.sorted) {
            // Both at once: no branch that nobody can foretell.
            (best, most) = if weight > most { (i, weight) } else { (best, most) };
        }
        self.moves.swap(self.sorted, best);
        self.weights.swap(self.sorted, best);
        self.sorted += 1;
    }

    /// Plies less for the move in hand: late quiet moves seldom matter, and the less the more plies are left to see it.
    pub(super) fn reduction(&self) -> i32 {
        self.reduction_at(self.at)
    }

    /// The same for the move at a place.
    pub(super) fn reduction_at(&self, at: usize) -> i32 {
        let mv = &self.moves[at];
        if mv.is_capture() || mv.promotes || self.depth < 2 || at < if self.pv { 3 } else { 1 } {
            0
        } else if self.pv || at < 4 {
            1
        } else if self.depth < 6 {
            2
        } else if at < 8 {
            3
        } else {
            4
        }
    }
}

/// How much better than needed a node must look to be believed after a shallow search, in centipawns.
pub(super) fn probcut_margin(depth: i32) -> i32 {
    10 * depth
}

#[inline]
pub(super) fn code<G: Geometry>(mv: &BitMove<G>) -> MoveCode {
    MoveCode::new(u32::from(mv.from), u32::from(mv.to))
}
