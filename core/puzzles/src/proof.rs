//! The proof search: exact on material and wins, every capture played out. Knows no positional judgement and no clock.
//!
//! Shots are forced lines, so a plain search that follows captures for nothing and counts only quiet moves sees them
//! whole; the same position and depth give the same answer on every machine.
use super::material::MaterialValues;
use draughts::raw::{BitMove, Bits, Geometry, MoveList, Pos, generate, has_capture, has_quiet, with_pos};
use draughts::{Move, Position, Ruleset};
use draughts_engine::endgame::{Tables, Value};
use smallvec::SmallVec;
use std::sync::Arc;

/// The value of a won position, in centipawns; every win is worth the same, near or far.
pub const WIN: i32 = 10_000;
/// Entries of a search's memory, at most: 2 MB.
const MOST_ENTRIES: u64 = 1 << 17;
/// Places that a move may begin or end at: bits of the largest board.
const PLACES: usize = 128;

/// The node budget ran out before the search was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped by its node limit")]
pub struct Spent;

#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position; the move to try first by the numbers of its ends, equal where there is none.
#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    value: i32,
    depth: u8,
    bound: Bound,
    first: (u8, u8),
}

const NOTHING: Entry = Entry {
    hash: 0,
    value: 0,
    depth: 0,
    bound: Bound::Exact,
    first: (0, 0),
};

/// A search with its memory and what is left of its budget.
pub struct ProofSearch {
    /// As many as a power of two.
    table: Vec<Entry>,
    left: u64,
    tables: Option<Arc<Tables>>,
    /// By the ends of a quiet move: how often it was enough, deep moves counting more. It only says what to try first.
    worked: Vec<u32>,
}

impl ProofSearch {
    /// A search that may enter this many positions in all.
    pub(super) fn new(nodes: u64) -> Self {
        Self {
            table: vec![NOTHING; nodes.clamp(1, MOST_ENTRIES).next_power_of_two() as usize],
            left: nodes,
            tables: None,
            worked: vec![0; PLACES * PLACES],
        }
    }

    /// From now on it may enter so many positions, whatever was left; what it knows it keeps.
    pub(super) fn grant(&mut self, nodes: u64) {
        self.left = nodes;
    }

    /// The same search, which asks these endgame tables what they know; a drawn ending is then worth nothing, whatever
    /// the material.
    pub(super) fn with_tables(mut self, tables: Option<Arc<Tables>>) -> Self {
        self.tables = tables;
        self
    }

    /// Centipawns for the side to move, `depth` quiet moves deep, captures played out.
    ///
    /// # Errors
    /// `Spent` when the node budget runs out.
    pub(super) fn value(&mut self, position: &Position, depth: u8) -> Result<i32, Spent> {
        self.search(position, depth, -WIN, WIN)
    }

    /// Whether the side to move has at least this many centipawns: far cheaper than how many it has.
    ///
    /// # Errors
    /// `Spent` when the node budget runs out.
    pub(super) fn reaches(&mut self, position: &Position, depth: u8, least: i32) -> Result<bool, Spent> {
        // Shallow searches first: they leave behind which moves to try first.
        for step in (depth % 2..depth).step_by(2) {
            self.search(position, step, least - 1, least)?;
        }
        Ok(self.search(position, depth, least - 1, least)? >= least)
    }

    /// The best line from here, at most `plies` long; deepened step by step, so that the nearest win is shown.
    ///
    /// # Errors
    /// `Spent` when not even the first step could be completed.
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

    /// The value as deep as the budget reaches, at most `depth` quiet moves: the depth, and centipawns for the side to
    /// move. The same on every machine.
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

    /// What to try first: the move that was best here before, then those that worked elsewhere.
    fn promise<G: Geometry>(&self, mv: &BitMove<G>, first: (u8, u8)) -> u32 {
        if (mv.from, mv.to) == first {
            u32::MAX
        } else if mv.is_capture() {
            mv.captured.count()
        } else {
            self.worked[place(mv.from, mv.to)]
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
            let value = -self.search(&after, deeper(depth, m.is_capture()), -WIN - 1, -floor)?;
            if value > floor {
                best = Some((m, value));
            }
        }
        Ok(best)
    }

    fn search(&mut self, position: &Position, depth: u8, alpha: i32, beta: i32) -> Result<i32, Spent> {
        let rules = position.variant().rules();
        let worth = MaterialValues::of(rules);
        with_pos!(position, pos => self.visit(pos, rules, worth, depth, alpha, beta))
    }

    fn visit<G: Geometry>(
        &mut self,
        pos: &Pos<G>,
        rules: &Ruleset,
        worth: MaterialValues,
        depth: u8,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Spent> {
        self.left = self.left.checked_sub(1).ok_or(Spent)?;
        if let Some(known) = self.tables.as_ref().and_then(|tables| tables.value(pos, rules)) {
            return Ok(match known {
                Value::Win(_) => WIN,
                Value::Draw => 0,
                Value::Loss(_) => -WIN,
            });
        }
        if depth == 0 && !has_capture(pos, rules) {
            return Ok(if has_quiet(pos, rules) {
                worth.lead(pos)
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
            // Captures alone are over soon: looking them up would cost more than playing them out.
            for mv in &moves {
                let after = pos.play_unchecked(mv);
                alpha = alpha.max(-self.visit(&after, rules, worth, 0, -beta, -alpha)?);
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
                Bound::AtLeast => known.value >= beta,
                Bound::AtMost => known.value <= alpha,
            }
        {
            return Ok(known.value);
        }
        let first = if known.hash == hash { known.first } else { (0, 0) };
        let mut promise: SmallVec<[u32; 32]> = moves.iter().map(|mv| self.promise(mv, first)).collect();
        let floor = alpha;
        let mut best = (0, 0);
        let mut value = -WIN - 1;
        for at in 0..moves.len() {
            // The most promising of what is left; most nodes need only the first.
            let next = (at..moves.len()).max_by_key(|next| (promise[*next], std::cmp::Reverse(*next)));
            let next = next.unwrap_or(at);
            moves.swap(at, next);
            promise.swap(at, next);
            let mv = moves[at];
            let after = pos.play_unchecked(&mv);
            let reply = -self.visit(
                &after,
                rules,
                worth,
                deeper(depth, mv.is_capture()),
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
                    let worked = &mut self.worked[place(mv.from, mv.to)];
                    *worked = (*worked + u32::from(depth).pow(2)).min(u32::MAX / 2);
                }
                break;
            }
        }
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value <= floor {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table[slot] = Entry {
            hash,
            value,
            depth,
            bound,
            first: best,
        };
        Ok(value)
    }
}

fn place(from: u8, to: u8) -> usize {
    usize::from(from) % PLACES * PLACES + usize::from(to) % PLACES
}

/// Captures are followed for nothing: only quiet moves use up depth.
fn deeper(depth: u8, capture: bool) -> u8 {
    if capture { depth } else { depth.saturating_sub(1) }
}

/// Centipawns for the side to move.
pub(super) fn material(position: &Position) -> i32 {
    let worth = MaterialValues::of(position.variant().rules());
    with_pos!(position, pos => worth.lead(pos))
}

/// The lead of the side that has just moved, after the best capture of the side to move if there is one.
pub(super) fn kept_lead(position: &Position) -> i32 {
    fn kept<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> i32 {
        let worth = MaterialValues::of(rules);
        let mut moves = MoveList::<G>::new();
        generate(pos, rules, &mut moves);
        let after = |mv: &BitMove<G>| worth.lead(&pos.play_unchecked(mv));
        match moves.first() {
            None => WIN,
            Some(first) if first.is_capture() => moves.iter().map(after).min().unwrap_or(WIN),
            Some(_) => -worth.lead(pos),
        }
    }
    with_pos!(position, pos => kept(pos, position.variant().rules()))
}
