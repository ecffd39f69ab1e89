//! The proof search: an alpha-beta search on material and wins that plays out every capture. Knows no positional
//! evaluation and no clock.
//!
//! Shots are forced lines, so a search in which only quiet moves use up depth sees all of them. The same position
//! and depth give the same answer on every machine.
use super::material::MaterialValues;
use draughts::raw::{BitMove, Bits, Geometry, MoveList, Pos, generate, has_capture, has_quiet, with_pos};
use draughts::{Move, Position, Ruleset};
use draughts_engine::endgame::{Tables, Value};
use smallvec::SmallVec;
use std::sync::Arc;

/// The value of a won position, in centipawns, at any distance.
pub const WIN: i32 = 10_000;
/// Maximum number of transposition table entries: 2 MB.
const MAX_ENTRIES: u64 = 1 << 17;
/// Number of bits of the largest bitboard.
const BITS: usize = 128;

/// The search reached its node limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped by its node limit")]
pub struct Spent;

#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

/// A transposition table entry. The hash move is given by origin and target; without one they are equal.
#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    value: i32,
    depth: u8,
    bound: Bound,
    hash_move: (u8, u8),
}

const EMPTY: Entry = Entry {
    hash: 0,
    value: 0,
    depth: 0,
    bound: Bound::Exact,
    hash_move: (0, 0),
};

/// A search with its transposition table and its remaining node limit.
pub struct ProofSearch {
    /// The transposition table; its length is a power of two.
    table: Vec<Entry>,
    nodes_left: u64,
    tables: Option<Arc<Tables>>,
    /// The history heuristic of quiet moves, by origin and target; deeper cutoffs count more.
    history: Vec<u32>,
}

impl ProofSearch {
    /// Creates a search with this node limit.
    pub(super) fn new(nodes: u64) -> Self {
        Self {
            table: vec![EMPTY; nodes.clamp(1, MAX_ENTRIES).next_power_of_two() as usize],
            nodes_left: nodes,
            tables: None,
            history: vec![0; BITS * BITS],
        }
    }

    /// Sets a new node limit; the transposition table stays.
    pub(super) fn set_node_limit(&mut self, nodes: u64) {
        self.nodes_left = nodes;
    }

    /// Adds endgame tables: a drawn ending has the value 0, whatever its material.
    pub(super) fn with_tables(mut self, tables: Option<Arc<Tables>>) -> Self {
        self.tables = tables;
        self
    }

    /// Returns the value for the side to move in centipawns; `depth` counts quiet moves.
    ///
    /// # Errors
    /// `Spent` if the node limit is reached.
    pub(super) fn value(&mut self, position: &Position, depth: u8) -> Result<i32, Spent> {
        self.search(position, depth, -WIN, WIN)
    }

    /// Returns `true` if the value for the side to move is at least `least`. A null-window search, far cheaper than
    /// the exact value.
    ///
    /// # Errors
    /// `Spent` if the node limit is reached.
    pub(super) fn reaches(&mut self, position: &Position, depth: u8, least: i32) -> Result<bool, Spent> {
        // Iterative deepening: shallow searches fill the table and the history for move ordering.
        for step in (depth % 2..depth).step_by(2) {
            self.search(position, step, least - 1, least)?;
        }
        Ok(self.search(position, depth, least - 1, least)? >= least)
    }

    /// Returns the best line, at most `plies` long. Iterative deepening makes it show the shortest win.
    ///
    /// # Errors
    /// `Spent` if not even the first iteration could be completed.
    pub(super) fn best_line(
        &mut self,
        position: &Position,
        depth: u8,
        plies: usize,
    ) -> Result<Vec<Move>, Spent> {
        let mut here = *position;
        let mut line = Vec::new();
        for _ in 0..plies {
            match self.best(&here, depth) {
                Ok(Some(best)) => {
                    here.play_unchecked(&best);
                    line.push(best);
                }
                Ok(None) => break,
                Err(spent) if line.is_empty() => return Err(spent),
                Err(_) => break,
            }
        }
        Ok(line)
    }

    /// Returns `true` if the endgame tables know that the side to move loses, and no capture is pending.
    pub(super) fn is_lost(&self, position: &Position) -> bool {
        let rules = position.variant().rules();
        with_pos!(position, pos => !has_capture(pos, rules)
            && matches!(self.tables.as_ref().and_then(|tables| tables.value(pos, rules)), Some(Value::Loss(_))))
    }

    /// Returns the depth that the node limit allows, at most `depth`, and the value at it for the side to move in
    /// centipawns.
    pub fn deepest(position: &Position, depth: u8, nodes: u64) -> (u8, i32) {
        let mut search = Self::new(nodes);
        let mut found = (0, material(position));
        for step in 0..=depth {
            match search.value(position, step) {
                Ok(value) => found = (step, value),
                Err(Spent) => break,
            }
            if found.1.abs() >= WIN {
                break;
            }
        }
        found
    }

    /// Scores a move for move ordering: the hash move, then captures by size, then quiet moves by history.
    fn move_score<G: Geometry>(&self, mv: &BitMove<G>, hash_move: (u8, u8)) -> u32 {
        if (mv.from, mv.to) == hash_move {
            u32::MAX
        } else if mv.is_capture() {
            mv.captured.count()
        } else {
            self.history[history_index(mv.from, mv.to)]
        }
    }

    fn best(&mut self, position: &Position, depth: u8) -> Result<Option<Move>, Spent> {
        let mut found = None;
        for step in 0..=depth {
            match self.best_at(position, step) {
                Ok(None) => return Ok(None),
                Ok(Some((best, value))) => {
                    found = Some(best);
                    if value >= WIN {
                        break;
                    }
                }
                Err(spent) => return found.map(Some).ok_or(spent),
            }
        }
        Ok(found)
    }

    fn best_at(&mut self, position: &Position, depth: u8) -> Result<Option<(Move, i32)>, Spent> {
        let mut best: Option<(Move, i32)> = None;
        for m in position.legal_moves() {
            let floor = best.map_or(-WIN - 1, |(_, value)| value);
            let mut after = *position;
            after.play_unchecked(&m);
            let value = -self.search(&after, child_depth(depth, m.is_capture()), -WIN - 1, -floor)?;
            if value > floor {
                best = Some((m, value));
            }
        }
        Ok(best)
    }

    fn search(&mut self, position: &Position, depth: u8, alpha: i32, beta: i32) -> Result<i32, Spent> {
        let rules = position.variant().rules();
        let values = MaterialValues::of(rules);
        with_pos!(position, pos => self.visit(pos, rules, values, depth, alpha, beta))
    }

    fn visit<G: Geometry>(
        &mut self,
        pos: &Pos<G>,
        rules: &Ruleset,
        values: MaterialValues,
        depth: u8,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Spent> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Spent)?;
        if let Some(known) = self.tables.as_ref().and_then(|tables| tables.value(pos, rules)) {
            return Ok(match known {
                Value::Win(_) => WIN,
                Value::Draw => 0,
                Value::Loss(_) => -WIN,
            });
        }
        if depth == 0 && !has_capture(pos, rules) {
            return Ok(if has_quiet(pos, rules) {
                values.lead(pos)
            } else {
                -WIN
            });
        }
        let mut moves = MoveList::<G>::new();
        generate(pos, rules, &mut moves);
        if moves.is_empty() {
            return Ok(-WIN);
        }
        if depth == 0 {
            // Captures end soon: a table lookup would take longer than playing them out.
            for mv in &moves {
                let after = pos.play_unchecked(mv);
                alpha = alpha.max(-self.visit(&after, rules, values, 0, -beta, -alpha)?);
                if alpha >= beta {
                    break;
                }
            }
            return Ok(alpha);
        }
        let hash = pos.hash();
        let slot = hash as usize & (self.table.len() - 1);
        let known = self.table[slot];
        if known.hash == hash
            && known.depth >= depth
            && match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value >= beta,
                Bound::Upper => known.value <= alpha,
            }
        {
            return Ok(known.value);
        }
        let hash_move = if known.hash == hash {
            known.hash_move
        } else {
            (0, 0)
        };
        let mut scores: SmallVec<[u32; 32]> = moves.iter().map(|mv| self.move_score(mv, hash_move)).collect();
        let floor = alpha;
        let mut best = (0, 0);
        let mut value = -WIN - 1;
        for at in 0..moves.len() {
            // One step of a selection sort: most nodes need only the first move.
            let next = (at..moves.len()).max_by_key(|next| (scores[*next], std::cmp::Reverse(*next)));
            let next = next.unwrap_or(at);
            moves.swap(at, next);
            scores.swap(at, next);
            let mv = moves[at];
            let after = pos.play_unchecked(&mv);
            let reply = -self.visit(
                &after,
                rules,
                values,
                child_depth(depth, mv.is_capture()),
                -beta,
                -alpha,
            )?;
            if reply > value {
                value = reply;
                best = (mv.from, mv.to);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if !mv.is_capture() {
                    let history = &mut self.history[history_index(mv.from, mv.to)];
                    *history = (*history + u32::from(depth).pow(2)).min(u32::MAX / 2);
                }
                break;
            }
        }
        let bound = if value >= beta {
            Bound::Lower
        } else if value <= floor {
            Bound::Upper
        } else {
            Bound::Exact
        };
        self.table[slot] = Entry {
            hash,
            value,
            depth,
            bound,
            hash_move: best,
        };
        Ok(value)
    }
}

fn history_index(from: u8, to: u8) -> usize {
    usize::from(from) % BITS * BITS + usize::from(to) % BITS
}

/// Only quiet moves use up depth.
fn child_depth(depth: u8, capture: bool) -> u8 {
    if capture { depth } else { depth.saturating_sub(1) }
}

/// Returns the material lead of the side to move, in centipawns.
pub fn material(position: &Position) -> i32 {
    let values = MaterialValues::of(position.variant().rules());
    with_pos!(position, pos => values.lead(pos))
}

/// Returns the lead of the side that has just moved, after the best capture of the side to move if there is one.
pub(super) fn kept_lead(position: &Position) -> i32 {
    fn kept<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> i32 {
        let values = MaterialValues::of(rules);
        let mut moves = MoveList::<G>::new();
        generate(pos, rules, &mut moves);
        let after = |mv: &BitMove<G>| values.lead(&pos.play_unchecked(mv));
        match moves.first() {
            None => WIN,
            Some(first) if first.is_capture() => moves.iter().map(after).min().unwrap_or(WIN),
            Some(_) => -values.lead(pos),
        }
    }
    with_pos!(position, pos => kept(pos, position.variant().rules()))
}
