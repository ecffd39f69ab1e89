//! The search stack: one frame for each node being searched, with everything needed to resume it. Defines move
//! ordering, reductions and margins; knows no table and no evaluation.
use super::score::Score;
use super::tt::MoveCode;
use draughts::raw::{BitMove, Clocks, Geometry, MoveList, Pos};

/// The stage in the search of the current move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// No move yet: ProbCut, a shallow search that tests whether the node beats beta by a margin.
    ProbCut,
    /// Late move reduction: at reduced depth, with a null window.
    Reduced,
    /// At full depth, with a null window.
    NullWindow,
    /// At full depth, with the open window.
    FullWindow,
}

/// A node being searched.
pub(super) struct Frame<G: Geometry> {
    pub(super) pos: Pos<G>,
    pub(super) hash: u64,
    pub(super) draws: Clocks,
    pub(super) moves: MoveList<G>,
    /// Move ordering: the score of each move.
    pub(super) move_scores: Vec<i32>,
    /// The index of the current move; earlier ones have been searched.
    pub(super) current: usize,
    /// Number of moves sorted so far.
    pub(super) sorted: usize,
    pub(super) prefetched: Prefetched<G>,
    pub(super) stage: Stage,
    pub(super) ply: usize,
    /// The depth without `extension`.
    pub(super) depth: i32,
    pub(super) extension: i32,
    /// Alpha when the node was entered: a score above it is more than an upper bound.
    pub(super) original_alpha: Score,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// `true` in the principal variation: searched with an open window.
    pub(super) pv: bool,
    /// `true` inside a ProbCut search, which starts no other.
    pub(super) in_probcut: bool,
    /// `true` if its hash was pushed on the path.
    pub(super) on_path: bool,
    pub(super) best: Score,
    pub(super) best_index: Option<usize>,
}

/// The child of a move, made before it is searched, so that its transposition table entry can be prefetched.
#[derive(Clone, Copy)]
pub(super) struct Prefetched<G: Geometry> {
    /// The index of the move; `usize::MAX` for none.
    pub(super) index: usize,
    pub(super) pos: Pos<G>,
    pub(super) hash: u64,
}

impl<G: Geometry> Prefetched<G> {
    #[inline(always)]
    pub(super) fn child(pos: &Pos<G>, moves: &MoveList<G>, index: usize, salt: u64) -> Prefetched<G> {
        let pos = pos.play_unchecked(&moves[index]);
        Prefetched {
            index,
            pos,
            hash: pos.key() ^ salt,
        }
    }
}

/// The parameters of a node.
pub(super) struct NodeParams {
    pub(super) hash: u64,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) draws: Clocks,
    pub(super) pv: bool,
    pub(super) in_probcut: bool,
    /// `true` if its transposition table entry was prefetched while the previous move was searched.
    pub(super) prefetched: bool,
}

impl<G: Geometry> Frame<G> {
    pub(super) fn new(pos: Pos<G>) -> Frame<G> {
        Frame {
            pos,
            hash: 0,
            draws: Clocks::default(),
            moves: MoveList::new(),
            move_scores: Vec::new(),
            current: 0,
            sorted: 0,
            prefetched: Prefetched {
                index: usize::MAX,
                pos,
                hash: 0,
            },
            stage: Stage::FullWindow,
            ply: 0,
            depth: 0,
            extension: 0,
            original_alpha: Score::DRAW,
            alpha: Score::DRAW,
            beta: Score::DRAW,
            pv: false,
            in_probcut: false,
            on_path: false,
            best: Score::DRAW,
            best_index: None,
        }
    }

    /// Turns the frame into the ProbCut search of a node: the same moves, at a lower depth, with a null window below
    /// `raised_beta`.
    pub(super) fn begin_probcut(&mut self, node: &Frame<G>, depth: i32, raised_beta: Score) {
        self.moves.clear();
        self.moves.extend_from_slice(&node.moves);
        self.move_scores.clone_from(&node.move_scores);
        (self.pos, self.hash, self.draws, self.ply) = (node.pos, node.hash, node.draws, node.ply);
        (self.current, self.sorted, self.prefetched) = (0, 1, node.prefetched);
        (self.depth, self.extension, self.stage) = (depth, 0, Stage::FullWindow);
        (self.original_alpha, self.alpha, self.beta) = (raised_beta - 1, raised_beta - 1, raised_beta);
        (self.pv, self.in_probcut, self.on_path) = (false, true, false);
        (self.best, self.best_index) = (-Score::INFINITE, None);
    }

    /// Keeps the moves in their order, which the root defines itself.
    #[inline(always)]
    pub(super) fn keep_order(&mut self) {
        self.move_scores.clear();
        self.move_scores
            .extend((0..self.moves.len()).map(|index| -(index as i32)));
    }

    /// Scores the moves for ordering (the hash move first, the others by history) and swaps the best to the front.
    /// There is at least one.
    #[inline(always)]
    pub(super) fn order_by(&mut self, hash_move: MoveCode, history: impl Fn(MoveCode) -> i16) {
        let (mut best, mut most) = (0, i32::MIN);
        self.move_scores.clear();
        self.move_scores
            .extend(self.moves.iter().enumerate().map(|(index, mv)| {
                let code = move_code(mv);
                let score = if code == hash_move {
                    i32::MAX
                } else {
                    i32::from(history(code))
                };
                // Branchless, like the selection below.
                (best, most) = if score > most {
                    (index, score)
                } else {
                    (best, most)
                };
                score
            }));
        self.moves.swap(0, best);
        self.move_scores.swap(0, best);
    }

    /// Does one step of a selection sort: swaps the best of the unsorted moves behind the sorted ones.
    #[inline(always)]
    pub(super) fn select_next(&mut self) {
        let (mut best, mut most) = (self.sorted, i32::MIN);
        for (i, &score) in self.move_scores.iter().enumerate().skip(self.sorted) {
            // Branchless, since the branch predictor cannot guess which move is better.
            (best, most) = if score > most { (i, score) } else { (best, most) };
        }
        self.moves.swap(self.sorted, best);
        self.move_scores.swap(self.sorted, best);
        self.sorted += 1;
    }

    /// Returns the late move reduction of the current move, in plies.
    pub(super) fn reduction(&self) -> i32 {
        self.reduction_at(self.current)
    }

    /// Returns the late move reduction of the move at an index, in plies. Late quiet moves seldom matter, and the
    /// more plies are left, the better a reduced search still detects the exceptions.
    pub(super) fn reduction_at(&self, index: usize) -> i32 {
        let mv = &self.moves[index];
        if mv.is_capture() || mv.promotes || self.depth < 2 || index < if self.pv { 3 } else { 1 } {
            0
        } else if self.pv || index < 4 {
            1
        } else if self.depth < 6 {
            2
        } else if index < 8 {
            3
        } else {
            4
        }
    }
}

/// Returns the margin above beta that a shallow search must reach for ProbCut, in centipawns.
pub(super) fn probcut_margin(depth: i32) -> i32 {
    10 * depth
}

#[inline]
pub(super) fn move_code<G: Geometry>(mv: &BitMove<G>) -> MoveCode {
    MoveCode::new(u32::from(mv.from), u32::from(mv.to))
}
