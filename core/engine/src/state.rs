//! The state of a search. The algorithm is in `deepening`, `pvs` and `quiescence`. Knows no clock, no thread and no
//! listener.
use super::beginner::Judge;
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

/// Maximum length of a line, in plies from the root.
pub(super) const MAX_PLY: usize = 120;

/// The next step of the search.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// The top frame starts the search of its next child.
    Child,
    /// The top frame receives its child's score.
    Return(Score),
}

/// The position to search, its rules and its history.
pub(super) struct RootPosition<G: Geometry> {
    pub(super) rules: &'static Ruleset,
    pub(super) options: RuleOptions,
    /// The weights of the evaluation; without them it is handcrafted.
    pub(super) weights: Option<Arc<Weights>>,
    /// Endgame tables to probe.
    pub(super) tables: Option<Arc<Tables>>,
    pub(super) pos: Pos<G>,
    /// The legal moves of the root; under some rule options they differ from those of the move generator.
    pub(super) moves: MoveList<G>,
    /// Hashes of the game's earlier positions that can still be repeated.
    pub(super) path: Vec<u64>,
    /// The counts of the draw rules.
    pub(super) draws: Clocks,
}

/// A root move and what the search has found about it.
pub(super) struct RootMove<G: Geometry> {
    pub(super) mv: BitMove<G>,
    /// The score of its last search: exact if it was among the best moves, else an upper bound.
    pub(super) score: Score,
    /// Its score in the last completed iteration; minus infinity before the first one.
    pub(super) completed_score: Score,
    /// The best line that begins with it, with its score and depth, from the last time it was among the best moves.
    pub(super) line: Vec<BitMove<G>>,
    pub(super) line_score: Score,
    pub(super) depth: i32,
    /// The pass over the root moves that found it among the best.
    pub(super) pass: u32,
    /// `true` if it leads to an earlier position of the game.
    pub(super) repeats_position: bool,
    /// `true` if the tables know that it draws, whatever its score.
    pub(super) drawn: bool,
}

/// The root: its position and its moves.
pub(super) struct Root<G: Geometry> {
    pub(super) pos: Pos<G>,
    pub(super) draws: Clocks,
    /// The root moves, the best first.
    pub(super) moves: Vec<RootMove<G>>,
    /// MultiPV: number of best moves with an exact score and a line.
    pub(super) multi_pv: usize,
}

/// The current iteration of iterative deepening.
pub(super) struct Iteration {
    pub(super) depth: i32,
    /// The aspiration window.
    pub(super) window: (Score, Score),
    /// Number of passes over the root moves so far: one for each iteration and for each re-search.
    pub(super) pass: u32,
}

/// The current quiescence search.
pub(super) struct QuiescenceRoot {
    pub(super) ply: usize,
    pub(super) draws: Clocks,
    /// The number of nodes at which it is cut short.
    pub(super) node_limit: u64,
}

impl<G: Geometry> RootMove<G> {
    /// Returns the score reported with its line.
    pub(super) fn reported_score(&self) -> Score {
        if self.drawn { Score::DRAW } else { self.line_score }
    }
}

/// The state of a search: its task, its tables, its progress and its result.
pub(super) struct SearchState<G: Geometry> {
    pub(super) rules: &'static Ruleset,
    pub(super) options: RuleOptions,
    pub(super) limits: Limits,
    pub(super) level: Option<(Level, u64)>,
    /// Plies by which each iteration is deeper than the last; helper threads use different strides.
    pub(super) stride: i32,

    pub(super) eval: Eval<G>,
    pub(super) tablebase: Option<Tablebase>,
    /// `true` if the tables know the result of the root and its distance.
    pub(super) tablebase_distance_known: bool,
    /// Added to every hash, since the score of a tablebase hit depends on the root's number of pieces.
    pub(super) salt: u64,
    pub(super) table: TranspositionTable,
    pub(super) history: History,

    pub(super) root: Root<G>,
    pub(super) iteration: Iteration,
    /// Hashes of the game's positions and of the line being searched, for repetitions.
    pub(super) path: Vec<u64>,
    /// Number of these hashes that belong to the game.
    pub(super) game_plies: usize,
    /// `true` if the rules draw a game by repetition.
    pub(super) repetition_draws: bool,
    /// The search stack; frames below `height` are in use.
    pub(super) stack: Vec<Frame<G>>,
    pub(super) height: usize,
    pub(super) next_step: Step,
    /// The triangular PV table: the best line found from each ply.
    pub(super) pv: Vec<Vec<BitMove<G>>>,
    pub(super) quiescence_root: QuiescenceRoot,
    pub(super) nodes: u64,

    /// The best line so far and its score.
    pub(super) best_line: Vec<BitMove<G>>,
    pub(super) score: Score,
    pub(super) completed_depth: i32,
    /// Counts better lines and completed iterations.
    pub(super) updates: u32,
    pub(super) done: bool,
}

impl<G: Geometry> SearchState<G> {
    /// Prepares a search from a position.
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
        // A weakened level does not probe the tables.
        let is_weakened = task.level.is_some_and(|(level, _)| level.margin > 0);
        let tablebase = tables
            .filter(|_| !is_weakened)
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
        let repeats_position = |mv: &BitMove<G>| {
            let next = pos.play_unchecked(mv);
            draws.after(&rules.draws, &pos, mv, &next).reach > 0 && path.contains(&(next.key() ^ salt))
        };
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
                repeats_position: repeats_position(&mv),
                drawn: tablebase
                    .as_ref()
                    .is_some_and(|tablebase| tablebase.is_draw(&pos.play_unchecked(&mv))),
            })
            .collect();
        let mut state = SearchState {
            rules,
            options,
            limits,
            level: task.level,
            stride: 1,
            eval: Eval::new(rules, weights),
            tablebase_distance_known: tablebase
                .as_ref()
                .is_some_and(|tablebase| tablebase.knows_distance(&pos, &draws)),
            tablebase,
            salt,
            table,
            history: History::new(size_of::<G::Bits>() * 8),
            root: Root {
                pos,
                draws,
                moves: root_moves,
                multi_pv: usize::from(task.lines.max(1)),
            },
            iteration: Iteration {
                depth: 1,
                window: (-Score::INFINITE, Score::INFINITE),
                pass: 0,
            },
            game_plies: path.len(),
            path,
            repetition_draws: rules
                .draws
                .repetition
                .is_some_and(|rule| rule.when.holds(options)),
            stack: Vec::new(),
            height: 0,
            next_step: Step::Child,
            pv: vec![Vec::new(); MAX_PLY + 2],
            quiescence_root: QuiescenceRoot {
                ply: 0,
                draws,
                node_limit: 0,
            },
            nodes: 0,
            best_line: Vec::new(),
            score: Score::DRAW,
            completed_depth: 0,
            updates: 0,
            done: false,
        };
        match state.root.moves.first() {
            // A search that is stopped at once still returns a move.
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

    /// Returns the score if the side to move has no move: a loss, except in variants where the side without moves or
    /// the first king wins.
    pub(super) fn no_move(&self, pos: &Pos<G>, ply: usize) -> Score {
        let has_king = pos.kings[pos.turn as usize] != G::Bits::ZERO;
        match self.rules.goal {
            Goal::Lose => Score::win_in(ply),
            Goal::FirstKing if has_king => Score::win_in(ply),
            _ => Score::loss_in(ply),
        }
    }

    /// Returns the score of a root without a move. Unlike inside a search, here the opponent may be the side without
    /// pieces.
    fn ended(&self) -> Score {
        let pos = &self.root.pos;
        let score = self.no_move(pos, 0);
        let alone = pos.pieces(pos.turn.other()) == G::Bits::ZERO;
        let has_piece = pos.pieces(pos.turn) != G::Bits::ZERO;
        if alone && has_piece && self.rules.goal != Goal::FirstKing {
            -score
        } else {
            score
        }
    }

    /// Searches about `budget` more nodes.
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

    /// Sets new limits while searching.
    pub(super) fn restrict(&mut self, limits: Limits) {
        self.limits = limits;
        self.done |= limits
            .depth
            .is_some_and(|depth| self.completed_depth >= i32::from(depth));
    }

    /// Returns the move to play: the best one, or the level's choice.
    pub(super) fn choice(&self) -> Option<BitMove<G>> {
        // Without a margin only the best move's score is exact; the others are upper bounds.
        if let Some((level, seed)) = self.level
            && level.margin > 0
            && self.completed_depth > 0
        {
            // Scores of an unfinished iteration are a mix of old scores and bounds, so only completed ones are
            // compared. A better move that the iteration has found is played nevertheless.
            let root_moves = &self.root.moves;
            let best_completed = root_moves.iter().map(|root| root.completed_score).max();
            let found_better = level.beginner.is_none()
                && best_completed != root_moves.first().map(|root| root.completed_score);
            if found_better && !level.is_spreading() {
                return self.best_line.first().copied();
            }
            // A fixed order, so that the random choice does not depend on the order of the search.
            let key = |mv: BitMove<G>| (mv.from, mv.to, mv.captured.halves());
            let mut moves: Vec<_> = (0..)
                .zip(root_moves)
                .map(|(index, root)| (key(root.mv), index))
                .collect();
            moves.sort_unstable();
            let root = |index: usize| &root_moves[moves[index].1];
            let seed = mix(seed) ^ self.root.pos.hash();
            let judge = level.beginner.map(|beginner| Judge {
                beginner,
                rules: self.rules,
                eval: &self.eval,
                root: &self.root.pos,
                seed,
            });
            let mut scores: Vec<Score> = (0..moves.len())
                .map(|index| match &judge {
                    Some(judge) if !root(index).completed_score.is_won() => judge.score(&root(index).mv),
                    // At the start of a game the better move alone would always be the same. These scores are those
                    // of the last iteration, or of this one as far as it came.
                    _ if found_better => root(index).score,
                    _ => root(index).completed_score,
                })
                .collect();
            // A side that leads avoids earlier positions of the game, unless every other move is worse by more than
            // the margin.
            let best = scores.iter().max().copied().unwrap_or_default();
            let fits = |&i: &usize| scores[i] >= best - i32::from(level.margin);
            let gets_on = |i: usize| !root(i).repeats_position;
            if best > Score::DRAW && (0..scores.len()).filter(fits).any(gets_on) {
                (0..scores.len())
                    .filter(|&i| !gets_on(i))
                    .for_each(|i| scores[i] = -Score::INFINITE);
            }
            return level.choose(&scores, seed).map(|i| root(i).mv);
        }
        self.best_line.first().copied()
    }

    /// Returns the reported score: that of the best line.
    pub(super) fn reported_score(&self) -> Score {
        match self.root.moves.first() {
            Some(best) if best.drawn => Score::DRAW,
            _ => self.score,
        }
    }

    /// Returns the reported line: extended to the end of the game if the tables know the distance.
    pub(super) fn with_tablebase_moves(&self, line: &[BitMove<G>]) -> Vec<BitMove<G>> {
        let mut line = line.to_vec();
        if let Some(tablebase) = &self.tablebase {
            tablebase.extend(&self.root.pos, &mut line);
        }
        line
    }

    /// Returns the MultiPV lines found so far.
    pub(super) fn lines(&self) -> impl Iterator<Item = &RootMove<G>> {
        self.root
            .moves
            .iter()
            .filter(|root| !root.line.is_empty())
            .take(self.root.multi_pv)
    }

    /// Returns `true` if root moves besides the best need exact scores.
    pub(super) fn is_multi_pv(&self) -> bool {
        self.root.multi_pv > 1 || self.margin().is_some()
    }

    /// Returns alpha for the next root move, given the best score of this pass: the score of the best move, of the
    /// last MultiPV line, or the lowest score that a level may still choose.
    pub(super) fn root_alpha(&self, best: Score) -> Score {
        if let Some(margin) = self.margin() {
            return best - margin - 1;
        }
        match self.root.moves.get(self.root.multi_pv - 1) {
            Some(last) if last.pass == self.iteration.pass => last.score,
            _ => -Score::INFINITE,
        }
    }

    /// Returns the margin of a level that chooses among root moves: all moves within it need exact scores.
    fn margin(&self) -> Option<i32> {
        self.level
            .and_then(|(level, _)| (level.margin > 0).then_some(i32::from(level.margin)))
    }

    /// Returns the ply up to which forced moves and threats extend the search; a level may limit it.
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

    /// Returns the score of a position at a depth, with a history.
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
    fn a_win_after_the_draw_limit_is_a_draw() {
        let text = "W:WK46,K47,K48:BK15";
        // The sixteen-move rule is the second of the counting rules.
        let after = |plies| Clocks::counted(plies, &[(1, plies as u8)]);
        assert_eq!(score(text, 12, after(0), &|_| Vec::new()), Score::win_in(7));
        assert_eq!(score(text, 12, after(25), &|_| Vec::new()), Score::win_in(7));
        assert_eq!(score(text, 12, after(26), &|_| Vec::new()), Score::DRAW);
    }

    #[test]
    fn a_repetition_is_a_draw() {
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
