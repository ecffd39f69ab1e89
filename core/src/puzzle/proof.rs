//! The proof search: exact on material and wins, every capture played out. Knows no positional judgement and no clock.
//!
//! Shots are forced lines, so a plain search that follows captures for nothing and counts only quiet moves sees them
//! whole; the same position and depth give the same answer on every machine.
use crate::{Move, Position, Role, Side};

/// The value of a won position, in centipawns; every win is worth the same, near or far.
pub const WIN: i32 = 10_000;
const MAN: i32 = 100;
const KING: i32 = 300;
const MOST_ENTRIES: usize = 1 << 16;

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

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    depth: u8,
    bound: Bound,
    value: i32,
    best: Option<Move>,
}

/// A search with its memory and what is left of its budget.
pub(crate) struct Proof {
    table: Vec<Option<Entry>>,
    left: u64,
}

impl Proof {
    /// A search that may enter this many positions in all.
    pub(super) fn new(nodes: u64) -> Self {
        Self {
            table: vec![None; (nodes as usize).clamp(1, MOST_ENTRIES)],
            left: nodes,
        }
    }

    /// Centipawns for the side to move, `depth` quiet moves deep, captures played out.
    ///
    /// # Errors
    /// `Spent` when the node budget runs out.
    pub(super) fn value(&mut self, position: &Position, depth: u8) -> Result<i32, Spent> {
        self.search(position, depth, -WIN, WIN)
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
    pub(crate) fn deepest(position: &Position, depth: u8, nodes: u64) -> (u8, i32) {
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
            let value = -self.search(&after, deeper(depth, &m), -WIN - 1, -floor)?;
            if value > floor {
                best = Some((m, value));
            }
        }
        Ok(best)
    }

    fn search(&mut self, position: &Position, depth: u8, mut alpha: i32, beta: i32) -> Result<i32, Spent> {
        self.left = self.left.checked_sub(1).ok_or(Spent)?;
        let mut moves = position.legal_moves();
        let Some(first) = moves.first() else {
            return Ok(-WIN);
        };
        if depth == 0 && !first.is_capture() {
            return Ok(material(position));
        }
        let hash = position.hash();
        let slot = (hash as usize) % self.table.len();
        let known = self.table[slot].filter(|entry| entry.hash == hash);
        if let Some(entry) = known {
            if entry.depth >= depth
                && match entry.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => entry.value >= beta,
                    Bound::AtMost => entry.value <= alpha,
                }
            {
                return Ok(entry.value);
            }
            if let Some(at) = entry.best.and_then(|best| moves.iter().position(|m| *m == best)) {
                moves.swap(0, at);
            }
        }
        let floor = alpha;
        let mut best = None;
        let mut value = -WIN - 1;
        for m in moves {
            let mut after = *position;
            after.play_unchecked(&m);
            let reply = -self.search(&after, deeper(depth, &m), -beta, -alpha)?;
            if reply > value {
                value = reply;
                best = Some(m);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
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
        self.table[slot] = Some(Entry {
            hash,
            depth,
            bound,
            value,
            best,
        });
        Ok(value)
    }
}

/// Captures are followed for nothing: only quiet moves use up depth.
fn deeper(depth: u8, m: &Move) -> u8 {
    if m.is_capture() {
        depth
    } else {
        depth.saturating_sub(1)
    }
}

/// Centipawns for the side to move. A lone king holds against three pieces, so that is no lead at all.
pub(super) fn material(position: &Position) -> i32 {
    let mut sum = [0; 2];
    let mut count = [0; 2];
    let mut kings = [0; 2];
    for (_, piece) in position.pieces() {
        let side = usize::from(piece.side == Side::Black);
        count[side] += 1;
        match piece.role {
            Role::Man => sum[side] += MAN,
            Role::King => {
                sum[side] += KING;
                kings[side] += 1;
            }
        }
    }
    let (me, you) = if position.turn() == Side::White {
        (0, 1)
    } else {
        (1, 0)
    };
    let lead = sum[me] - sum[you];
    let (strong, weak) = if lead > 0 { (me, you) } else { (you, me) };
    if kings[weak] > 0 && count[strong] <= 3 {
        0
    } else {
        lead
    }
}
