//! Certification of a puzzle: the key is the only winning move, and the tree answers every defence and has every
//! winning continuation.
//!
//! Trusts no claim of a file, and refuses what it cannot prove within its node limit.
use super::proof::{ProofSearch, Spent, WIN, kept_lead};
use super::solution::Choice;
use draughts::{Move, Position};

/// Values that differ by no more than this, in centipawns, count as equal.
const EQUAL_MARGIN: i32 = 50;
/// Maximum number of moves of a tree; a larger one is no puzzle for people.
pub(super) const MAX_MOVES: usize = 160;

/// The terms of a proof: what is to be proved, and its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The solver's lead at the end in centipawns, unless the search sees the win itself.
    pub margin: i32,
    /// The depth in quiet moves; captures do not count.
    pub depth: u8,
    /// The node limit of the whole proof.
    pub nodes: u64,
}

/// A proved puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The lead after the key in centipawns; `WIN` if the search sees the win itself.
    pub value: i32,
    /// The lead after the best other first move, if there is one.
    pub second: Option<i32>,
    /// The solution tree.
    pub tree: Vec<Choice>,
}

/// The reason why a position is refused as a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unproven {
    /// The given line is empty or not playable.
    #[error("the line cannot be played")]
    Unplayable,
    /// The key leads by less than the margin; the value is an upper bound of the lead, in centipawns.
    #[error("the key leads by only {0} centipawns")]
    NotWinning(i32),
    /// Another first move is as good, or less than a man worse.
    #[error("another first move leads by {second} centipawns, the key by {value}")]
    NotUnique {
        /// Lead after the key, centipawns.
        value: i32,
        /// Lead after the other move, centipawns.
        second: i32,
    },
    /// The line stops before the lead is on the board.
    #[error("the line ends with a lead of only {0} centipawns")]
    TooShort(i32),
    /// A move of the line, by its ply from 0, is not the best for its side.
    #[error("ply {0} of the line is not sound")]
    Unsound(usize),
    /// The line goes on after the gain is fixed.
    #[error("the line should end at ply {0}")]
    WrongEnd(usize),
    /// Another move wins as well at this ply, and not only by transposition.
    #[error("another move also wins at ply {0}")]
    Dual(usize),
    /// The gain is not forced within a few moves.
    #[error("no forced line wins the gain")]
    NotForced,
    /// No forced line gains anything.
    #[error("no forced line gains anything")]
    NoShot,
    /// One move solves it, or captures alone.
    #[error("one move or captures alone solve it")]
    NoIdea,
    /// The tree has more moves than people can follow.
    #[error("the tree is too large")]
    TooLarge,
    /// The node limit was reached.
    #[error(transparent)]
    Spent(#[from] Spent),
}

/// Proves that the first move of `line` is the only one that wins by the margin, and that every other first move
/// leads by at least a man less. Builds the whole solution tree.
///
/// # Errors
/// `Unproven` says which part of the claim is false.
pub fn certify(position: &Position, line: &[Move], terms: &Terms) -> Result<Certificate, Unproven> {
    let mut end = *position;
    for m in line {
        end = end.play(m).map_err(|_| Unproven::Unplayable)?;
    }
    let key = line.first().ok_or(Unproven::Unplayable)?;
    let mut proof = ProofSearch::new(terms.nodes);
    let (mut value, mut second) = (-WIN, None);
    for m in position.legal_moves() {
        let lead = lead_after(&mut proof, position, &m, terms.depth)?;
        if m == *key {
            value = lead;
        } else {
            second = second.max(Some(lead));
        }
    }
    if value < terms.margin {
        return Err(Unproven::NotWinning(value));
    }
    if let Some(second) = second.filter(|lead| *lead > (value - 100).min(terms.margin - 100)) {
        return Err(Unproven::NotUnique { value, second });
    }
    let gain = kept_lead(&end).min(value);
    // The lead is on the board, or the search sees the win from a quiet position.
    let complete = gain >= terms.margin || (value >= WIN && !end.must_capture());
    if line.len().is_multiple_of(2) || !complete {
        return Err(Unproven::TooShort(gain));
    }
    let mut builder = TreeBuilder {
        proof,
        depth: terms.depth,
        winning_lead: value - EQUAL_MARGIN,
        margin: terms.margin,
        gain,
        moves: 0,
    };
    let tree = builder.winning(position, line, 0, true)?;
    Ok(Certificate { value, second, tree })
}

fn lead_after(proof: &mut ProofSearch, position: &Position, m: &Move, depth: u8) -> Result<i32, Spent> {
    let mut after = *position;
    after.play_unchecked(m);
    Ok(-proof.value(&after, depth)?)
}

struct TreeBuilder {
    proof: ProofSearch,
    depth: u8,
    /// A move with at least this lead wins as well as the key.
    winning_lead: i32,
    margin: i32,
    /// The lead on the board at the end of the main line.
    gain: i32,
    moves: usize,
}

impl TreeBuilder {
    /// Returns every winning move of the solver with all its defences, the move of the line first.
    fn winning(
        &mut self,
        position: &Position,
        line: &[Move],
        ply: usize,
        main: bool,
    ) -> Result<Vec<Choice>, Unproven> {
        let wanted = line.get(ply).filter(|_| main);
        if main && wanted.is_none() {
            return Err(Unproven::WrongEnd(ply + 2));
        }
        let mut found = Vec::new();
        for m in position.legal_moves() {
            let lead = lead_after(&mut self.proof, position, &m, self.depth)?;
            if lead >= self.winning_lead {
                found.push((Some(&m) != wanted, -lead, m));
            }
        }
        found.sort_by_key(|(other, lead, _)| (*other, *lead));
        if wanted.is_some() && found.first().is_none_or(|(other, ..)| *other) {
            return Err(Unproven::Unsound(ply));
        }
        let mut choices = Vec::new();
        for (other, _, mv) in found {
            self.count()?;
            let mut after = *position;
            after.play_unchecked(&mv);
            let main = main && !other;
            let kept = kept_lead(&after);
            let solved = kept >= self.gain || (!main && kept >= self.margin);
            if solved && main && line.len() != ply + 1 {
                return Err(Unproven::WrongEnd(ply + 1));
            }
            let then = if solved {
                Vec::new()
            } else {
                self.defences(&after, line, ply + 1, main)?
            };
            choices.push(Choice { mv, then });
        }
        Ok(choices)
    }

    /// Returns every legal reply: the move of the line first, then those that lose least.
    fn defences(
        &mut self,
        position: &Position,
        line: &[Move],
        ply: usize,
        main: bool,
    ) -> Result<Vec<Choice>, Unproven> {
        let wanted = line.get(ply).filter(|_| main);
        if main && wanted.is_none() {
            return Err(Unproven::WrongEnd(ply + 2));
        }
        let mut replies = Vec::new();
        for m in position.legal_moves() {
            let lead = -lead_after(&mut self.proof, position, &m, self.depth)?;
            replies.push((Some(&m) != wanted, lead, m));
        }
        replies.sort_by_key(|(other, lead, _)| (*other, *lead));
        let mut choices = Vec::new();
        for (other, _, mv) in replies {
            self.count()?;
            let mut after = *position;
            after.play_unchecked(&mv);
            let then = self.winning(&after, line, ply + 1, main && !other)?;
            choices.push(Choice { mv, then });
        }
        Ok(choices)
    }

    fn count(&mut self) -> Result<(), Unproven> {
        self.moves += 1;
        if self.moves > MAX_MOVES {
            return Err(Unproven::TooLarge);
        }
        Ok(())
    }
}
