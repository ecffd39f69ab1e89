//! The whole state of a search: where it stands, what it has found, when it ends. How it searches is in `pvs`, `deepening` and
//! `quiescence`. Knows no clock, no thread and no listener.
use super::eval::{Eval, Weights};
use super::history::History;
use super::level::Level;
use super::limits::Limits;
use super::score::Score;
use super::search::Task;
use super::stack::Frame;
use super::tablebase::Tablebase;
use super::tt::TranspositionTable;
use crate::endgame::Tables;
use draughts::raw::{BitMove, Bits, Clocks, Geometry, MoveList, Pos, mix};
use draughts::rules::Goal;
use draughts::{RuleOptions, Ruleset};
use std::sync::Arc;

/// The longest line, in plies from the root.
pub(super) const MAX_PLY: usize = 120;

/// Where the search goes next.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// The top frame starts the search of its next child.
    Child,
    /// The top frame receives its child's score.
    Return(Score),
}

/// The position to search, by which rules, and what came before it.
pub(super) struct RootPosition<G: Geometry> {
    pub(super) rules: &'static Ruleset,
    pub(super) options: RuleOptions,
    /// Evaluates; the hand-set evaluation where there are none.
    pub(super) weights: Option<Arc<Weights>>,
    /// Endgame tables to probe.
    pub(super) tables: Option<Arc<Tables>>,
    pub(super) pos: Pos<G>,
    /// Its legal moves: choices of the players may allow others here than the search knows further on.
    pub(super) moves: MoveList<G>,
    /// Keys of the game's positions that can still come again, this one not among them.
    pub(super) path: Vec<u64>,
    /// The counts of the draw rules here.
    pub(super) draws: Clocks,
}

/// A root move and what is known of it.
pub(super) struct RootMove<G: Geometry> {
    pub(super) mv: BitMove<G>,
    /// What the last search of it gave: exact where it was among the best, else no less than it is worth.
    pub(super) score: Score,
    /// What the last iteration that was finished gave: until one is, nothing.
    pub(super) completed_score: Score,
    /// The best line that begins with it, its score and its depth, from when it was last among the best.
    pub(super) line: Vec<BitMove<G>>,
    pub(super) line_score: Score,
    pub(super) depth: i32,
    /// The pass over the root moves that found it among the best.
    pub(super) pass: u32,
    /// Drawn by the tables, whatever it looks like.
    pub(super) drawn: bool,
}

impl<G: Geometry> RootMove<G> {
    /// The score reported with its line.
    pub(super) fn reported_score(&self) -> Score {
        if self.drawn { Score::DRAW } else { self.line_score }
    }
}

/// The whole state of a search.
pub(super) struct SearchState<G: Geometry> {
    pub(super) rules: &'static Ruleset,
    pub(super) options: RuleOptions,
    pub(super) eval: Eval<G>,
    pub(super) tablebase: Option<Tablebase>,
    /// The tables know how the root's game ends and in how many plies.
    pub(super) tablebase_distance_known: bool,
    /// Goes into every hash: what a tablebase hit says depends on the root's number of pieces.
    pub(super) salt: u64,
    pub(super) table: TranspositionTable,
    pub(super) history: History,
    pub(super) pos: Pos<G>,
    pub(super) draws: Clocks,
    /// Hashes of the game's positions and of the line being searched, for repetitions.
    pub(super) path: Vec<u64>,
    pub(super) stack: Vec<Frame<G>>,
    pub(super) height: usize,
    pub(super) next_step: Step,
    /// The triangular PV table: the best line found from each ply.
    pub(super) pv: Vec<Vec<BitMove<G>>>,
    /// Plies by which each iteration is deeper than the last: helper threads go in different steps.
    pub(super) stride: i32,
    /// The root moves, the best ones first.
    pub(super) root: Vec<RootMove<G>>,
    /// MultiPV: how many of the best moves get an exact score and a line.
    pub(super) multi_pv: usize,
    /// How often the root moves have been gone through.
    pub(super) pass: u32,
    pub(super) depth: i32,
    pub(super) window: (Score, Score),
    pub(super) nodes: u64,
    /// The number of nodes at which the quiescence search is cut short; the ply of its root and the draw counts there.
    pub(super) quiescence_limit: u64,
    pub(super) leaf: (usize, Clocks),
    pub(super) limits: Limits,
    pub(super) level: Option<(Level, u64)>,
    /// The best line so far, its score and the depth being searched when it was found.
    pub(super) best_line: Vec<BitMove<G>>,
    pub(super) score: Score,
    pub(super) completed_depth: i32,
    /// Goes up with every better line and every finished depth.
    pub(super) updates: u32,
    pub(super) done: bool,
}

impl<G: Geometry> SearchState<G> {
    /// A search from a position.
    pub(super) fn new(root: RootPosition<G>, task: Task, mut table: TranspositionTable) -> SearchState<G> {
        let RootPosition {
            rules,
            options,
            weights,
            tables,
            pos,
            moves,
            mut path,
            draws,
        } = root;
        table.new_search();
        // A level that errs does not know the tables either.
        let errs = task.level.is_some_and(|(level, _)| level.margin > 0);
        let tablebase = tables
            .filter(|_| !errs)
            .map(|tables| Tablebase::new(tables, task.table_pieces, rules, options, &pos));
        let salt = match &tablebase {
            Some(tablebase) if tablebase.covers(&pos) => mix(u64::from(pos.occupied().count())),
            _ => 0,
        };
        path.iter_mut().for_each(|hash| *hash ^= salt);
        let mut limits = task.limits;
        if moves.len() == 1 && limits.at_once_if_forced {
            limits.depth = Some(1);
        }
        let root_moves = moves
            .iter()
            .map(|&mv| RootMove {
                mv,
                score: -Score::INFINITE,
                completed_score: -Score::INFINITE,
                line: Vec::new(),
                line_score: -Score::INFINITE,
                depth: 0,
                pass: 0,
                drawn: tablebase
                    .as_ref()
                    .is_some_and(|tablebase| tablebase.is_draw(&pos.play_unchecked(&mv))),
            })
            .collect();
        let mut state = SearchState {
            rules,
            options,
            eval: Eval::new(rules, weights),
            tablebase_distance_known: tablebase
                .as_ref()
                .is_some_and(|tablebase| tablebase.knows_distance(&pos, &draws)),
            tablebase,
            salt,
            table,
            history: History::new(size_of::<G::Bits>() * 8),
            pos,
            draws,
            path,
            stack: Vec::new(),
            height: 0,
            next_step: Step::Child,
            pv: vec![Vec::new(); MAX_PLY + 2],
            root: root_moves,
            stride: 1,
            multi_pv: usize::from(task.lines.max(1)),
            pass: 0,
            depth: 1,
            window: (-Score::INFINITE, Score::INFINITE),
            nodes: 0,
            quiescence_limit: 0,
            leaf: (0, draws),
            limits,
            level: task.level,
            best_line: Vec::new(),
            score: Score::DRAW,
            completed_depth: 0,
            updates: 0,
            done: false,
        };
        match state.root.first() {
            // Stopped before it has searched anything, it still has a move to give.
            Some(first) => state.best_line = vec![first.mv],
            None => {
                state.score = state.ended();
                state.done = true;
            }
        }
        if !state.done {
            state.start_iteration();
        }
        state
    }

    /// The score where the side to move has no move: a loss, but in games played to lose or won by a king of its own.
    pub(super) fn no_move(&self, pos: &Pos<G>, ply: usize) -> Score {
        let has_king = pos.kings[pos.turn as usize] != G::Bits::ZERO;
        match self.rules.goal {
            Goal::Lose => Score::win_in(ply),
            Goal::FirstKing if has_king => Score::win_in(ply),
            _ => Score::loss_in(ply),
        }
    }

    /// The score of a root without a move. Unlike inside a search, it may be the opponent who has no piece left.
    fn ended(&self) -> Score {
        let score = self.no_move(&self.pos, 0);
        let alone = self.pos.pieces(self.pos.turn.other()) == G::Bits::ZERO;
        let has_piece = self.pos.pieces(self.pos.turn) != G::Bits::ZERO;
        if alone && has_piece && self.rules.goal != Goal::FirstKing {
            -score
        } else {
            score
        }
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
        self.done |= limits
            .depth
            .is_some_and(|depth| self.completed_depth >= i32::from(depth));
    }

    /// The move to play: the best one, or what the level makes of it.
    pub(super) fn choice(&self) -> Option<BitMove<G>> {
        // Without a margin only the best move's score is exact: the others are known to be no better.
        if let Some((level, seed)) = self.level
            && level.margin > 0
            && self.completed_depth > 0
        {
            // In an iteration broken off some scores are older than others, and only bounds: they are not compared. But a
            // move that it found to be better is played.
            let completed_score = self.root.iter().map(|root| root.completed_score).max();
            if completed_score != self.root.first().map(|root| root.completed_score) {
                return self.best_line.first().copied();
            }
            // The random choice must not depend on the order in which the search happened to try the moves.
            let key = |mv: BitMove<G>| (mv.from, mv.to, mv.captured.halves());
            let mut moves: Vec<_> = (0..)
                .zip(&self.root)
                .map(|(place, root)| (key(root.mv), place))
                .collect();
            moves.sort_unstable();
            let root = |place: usize| &self.root[moves[place].1];
            let scores: Vec<Score> = (0..moves.len())
                .map(|place| root(place).completed_score)
                .collect();
            let position = self.pos.hash();
            return level.choose(&scores, mix(seed) ^ position).map(|i| root(i).mv);
        }
        self.best_line.first().copied()
    }

    /// The score reported: that of the best line.
    pub(super) fn reported_score(&self) -> Score {
        match self.root.first() {
            Some(best) if best.drawn => Score::DRAW,
            _ => self.score,
        }
    }

    /// A line as it is reported: to the end of the game where the tables know it.
    pub(super) fn with_tablebase_moves(&self, line: &[BitMove<G>]) -> Vec<BitMove<G>> {
        let mut line = line.to_vec();
        if let Some(tablebase) = &self.tablebase {
            tablebase.extend(&self.pos, &mut line);
        }
        line
    }

    /// The best lines as far as they are known, at most as many as are wanted.
    pub(super) fn lines(&self) -> impl Iterator<Item = &RootMove<G>> {
        self.root
            .iter()
            .filter(|root| !root.line.is_empty())
            .take(self.multi_pv)
    }

    /// Whether more root moves than the best need exact scores.
    pub(super) fn is_multi_pv(&self) -> bool {
        self.multi_pv > 1 || self.margin().is_some()
    }

    /// Alpha for the next root move, given the best score of this pass: the best move itself, the last
    /// of the wanted lines, or what a level would still choose.
    pub(super) fn root_alpha(&self, best: Score) -> Score {
        if let Some(margin) = self.margin() {
            return best - margin - 1;
        }
        match self.root.get(self.multi_pv - 1) {
            Some(last) if last.pass == self.pass => last.score,
            _ => -Score::INFINITE,
        }
    }

    /// Root moves near the best need exact scores for a level that chooses among them.
    fn margin(&self) -> Option<i32> {
        self.level
            .and_then(|(level, _)| (level.margin > 0).then_some(i32::from(level.margin)))
    }

    pub(super) fn sight(&self) -> usize {
        self.level.map_or(MAX_PLY, |(level, _)| usize::from(level.sight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EngineAssets;
    use draughts::Variant;
    use draughts::notation::fen;
    use draughts::raw::{AnyPos, Half10, generate};

    /// The score of a position to a depth, with what came before it.
    fn score(text: &str, depth: u8, draws: Clocks, path: &dyn Fn(&Pos<Half10>) -> Vec<u64>) -> Score {
        let position = fen::read(Variant::International, text).unwrap();
        let &AnyPos::Half10(pos) = position.raw() else {
            panic!("an international board has 50 squares")
        };
        let task = Task::within(Limits::depth(depth));
        let table = TranspositionTable::new(1);
        let mut moves = MoveList::new();
        generate(&pos, Variant::International.rules(), &mut moves);
        let root = RootPosition {
            rules: Variant::International.rules(),
            options: RuleOptions::default_of(Variant::International),
            weights: EngineAssets::bundled().weights(Variant::International),
            tables: None,
            pos,
            moves,
            path: path(&pos),
            draws,
        };
        let mut state = SearchState::new(root, task, table);
        while !state.done {
            state.step(1000);
        }
        state.score
    }

    #[test]
    fn a_win_that_comes_after_the_last_counted_move_is_a_draw() {
        let text = "W:WK46,K47,K48:BK15";
        // The second of the counting rules is that of the sixteen moves.
        let after = |plies| Clocks::counted(plies, &[(1, plies as u8)]);
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
            moves.iter().map(|mv| pos.play_unchecked(mv).key()).collect()
        };
        let draws = Clocks::counted(200, &[]);
        let quiet = Clocks::counted(20, &[]);
        assert_eq!(
            score(text, 4, Clocks::default(), &children),
            score(text, 4, Clocks::default(), &|_| Vec::new())
        );
        assert_eq!(
            score(text, 4, quiet, &|_| vec![7; 60]),
            score(text, 4, Clocks::default(), &|_| Vec::new())
        );
        assert_eq!(score(text, 4, draws, &children), Score::DRAW);
    }
}
