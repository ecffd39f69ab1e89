//! Judges a solver's moves and gives hints: a pure function of the puzzle and the moves.
use super::proof::{ProofSearch, WIN, material};
use super::puzzle::Puzzle;
use super::solution::Choice;
use draughts::notation::path;
use draughts::{Move, Position, Square};

/// The depth in quiet moves at which a move outside the solution is searched, to judge and to refute it.
const DEPTH: u8 = 4;
/// The node limit of this search; a refutation has twice as many. A verdict must be instant, in the browser too.
const NODES: u64 = 5_000;
/// The depth and the node limit at which a move in a quiet position is searched: the refutation of a failing shot may be
/// as long as the shot.
const QUIET_DEPTH: u8 = 12;
const QUIET_NODES: u64 = 30_000;
/// The maximum length of a shown refutation, in plies.
const MAX_REFUTATION: usize = 7;

/// The verdict on a solver's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The move wins; the defender has replied, and the solver is to move again.
    Good,
    /// The move wins, and the puzzle is solved.
    Solved,
    /// The move leads by a man or more, but another wins more.
    Lesser,
    /// The move wins nothing.
    Wrong,
}

/// The verdict on the newest move, and the positions to show.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The position before the newest move.
    pub before: Position,
    /// The newest move, then the reply or the refutation.
    pub played: Vec<Move>,
    /// The position from which the solver continues; after a lesser or wrong move it is `before`.
    pub after: Position,
}

/// The reason why moves cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JudgeError {
    /// No move was given.
    #[error("no move was given")]
    NoMove,
    /// A path (its index from 0) fits no legal move, or more than one.
    #[error("move {0} fits no legal move, or more than one")]
    Unclear(usize),
    /// A move before the newest (its index from 0) is not part of the solution, or has solved the puzzle.
    #[error("move {0} is not part of the solution")]
    OffTheWay(usize),
}

/// Judges the newest of the solver's moves. Each path lists origin, intermediate squares if needed, and target.
///
/// # Errors
/// `JudgeError` if a path is not one legal move, or an earlier move was not a good one.
pub fn judge(puzzle: &Puzzle, paths: &[Vec<u8>]) -> Result<Judgement, JudgeError> {
    let (newest, earlier) = paths.split_last().ok_or(JudgeError::NoMove)?;
    let (before, choices) = walk(puzzle, earlier)?;
    let mv = path::read_begun(&before, newest).map_err(|_| JudgeError::Unclear(earlier.len()))?;
    let mut after = before;
    after.play_unchecked(&mv);
    if puzzle.is_quiet() {
        return Ok(judge_quiet(&before, &mv));
    }
    let Some(choice) = choices.iter().find(|choice| choice.mv == mv) else {
        return Ok(refute(puzzle, &before, &mv));
    };
    let mut played = vec![mv];
    let verdict = match choice.then.first() {
        None => Verdict::Solved,
        Some(reply) => {
            after.play_unchecked(&reply.mv);
            played.push(reply.mv);
            Verdict::Good
        }
    };
    Ok(Judgement {
        verdict,
        before,
        played,
        after,
    })
}

/// Judges the claim of a solver that nothing works: right in a quiet position, wrong in a puzzle.
pub fn judge_nothing(puzzle: &Puzzle) -> Judgement {
    Judgement {
        verdict: if puzzle.is_quiet() {
            Verdict::Solved
        } else {
            Verdict::Wrong
        },
        before: puzzle.position,
        played: Vec::new(),
        after: puzzle.position,
    }
}

/// Judges a move in a quiet position: right if it loses nothing.
fn judge_quiet(before: &Position, mv: &Move) -> Judgement {
    let mut after = *before;
    after.play_unchecked(mv);
    let (_, value) = ProofSearch::deepest(&after, QUIET_DEPTH, QUIET_NODES);
    let lost = material(before) + value;
    let mut played = vec![*mv];
    if lost < 100 {
        return Judgement {
            verdict: Verdict::Solved,
            before: *before,
            played,
            after,
        };
    }
    played.extend(refutation(&after, QUIET_DEPTH, 2 * QUIET_NODES));
    Judgement {
        verdict: Verdict::Wrong,
        before: *before,
        played,
        after: *before,
    }
}

/// Returns the position after these good moves and the replies to them, and the good moves in it.
fn walk<'a>(puzzle: &'a Puzzle, paths: &[Vec<u8>]) -> Result<(Position, &'a [Choice]), JudgeError> {
    let mut position = puzzle.position;
    let mut choices = &puzzle.solution[..];
    for (at, path) in paths.iter().enumerate() {
        let mv = path::read_begun(&position, path).map_err(|_| JudgeError::Unclear(at))?;
        let reply = choices
            .iter()
            .find(|choice| choice.mv == mv)
            .and_then(|choice| choice.then.first())
            .ok_or(JudgeError::OffTheWay(at))?;
        position.play_unchecked(&mv);
        position.play_unchecked(&reply.mv);
        choices = &reply.then;
    }
    Ok((position, choices))
}

/// Judges a move of the solver that is not part of the solution, in a position reached by solution moves or others.
/// The judgement's `played` ends with the refutation.
pub fn refute(puzzle: &Puzzle, before: &Position, mv: &Move) -> Judgement {
    let (before, mv) = (*before, *mv);
    let mut after = before;
    after.play_unchecked(&mv);
    let after = &after;
    let mut proof = ProofSearch::new(NODES);
    let lead = (0..=DEPTH)
        .map_while(|depth| proof.value(after, depth).ok())
        .last()
        .map_or(0, |value| -value);
    let start = material(&puzzle.position);
    let verdict = if lead >= WIN || lead - start.max(0) >= 100 {
        Verdict::Lesser
    } else {
        Verdict::Wrong
    };
    let mut played = vec![mv];
    played.extend(refutation(after, DEPTH - 1, 2 * NODES));
    Judgement {
        verdict,
        after: before,
        before,
        played,
    }
}

/// Returns the refutation of a wrong move, by a search of this depth and node limit. `after` is the position after
/// the move.
pub(super) fn refutation(after: &Position, depth: u8, nodes: u64) -> Vec<Move> {
    gaining_line(after, depth, nodes, MAX_REFUTATION - 1)
}

/// Returns the best line of the side to move, at most `plies` long, by a search of this depth and node limit. It ends in the
/// first quiet position in which the other side's material is lowest.
pub fn gaining_line(position: &Position, depth: u8, nodes: u64, plies: usize) -> Vec<Move> {
    let line = ProofSearch::new(nodes).best_line(position, depth, plies);
    truncate_refutation(position, line.unwrap_or_default())
}

/// Truncates a refutation at the first quiet position in which the solver's material is lowest; keeps at least one
/// reply.
fn truncate_refutation(after: &Position, mut line: Vec<Move>) -> Vec<Move> {
    let mut here = *after;
    let mut worst: Option<(i32, usize)> = None;
    for (at, m) in line.iter().enumerate() {
        here.play_unchecked(m);
        let lead = if here.turn() == after.turn() {
            -material(&here)
        } else {
            material(&here)
        };
        if !here.must_capture() && worst.is_none_or(|(least, _)| lead < least) {
            worst = Some((lead, at + 1));
        }
    }
    line.truncate(worst.map_or(1, |(_, plies)| plies));
    line
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The quarter of the board in which the move starts.
    Quarter(Vec<Square>),
    /// The piece that moves.
    Piece(Square),
    /// The move: origin, intermediate squares, target.
    Route(Vec<Square>),
}

/// Returns the hint of this strength (1 quarter, 2 piece, 3 or more the move) after these good moves; `None` if the
/// puzzle is solved.
///
/// # Errors
/// `JudgeError` if a path is not one legal move, or not a good one.
pub fn hint(puzzle: &Puzzle, paths: &[Vec<u8>], strength: u8) -> Result<Option<Hint>, JudgeError> {
    let (position, choices) = walk(puzzle, paths)?;
    let Some(best) = choices.first().map(|choice| choice.mv) else {
        return Ok(None);
    };
    Ok(Some(hint_at(&position, &best, strength)))
}

/// Returns the hint of this strength (1 quarter, 2 piece, 3 or more the move) that points at a legal move.
pub fn hint_at(position: &Position, mv: &Move, strength: u8) -> Hint {
    match strength {
        0 | 1 => Hint::Quarter(quarter(position, mv.origin())),
        2 => Hint::Piece(mv.origin()),
        _ => Hint::Route(position.routes(mv).swap_remove(0)),
    }
}

fn quarter(position: &Position, of: Square) -> Vec<Square> {
    let squares = || (1..=position.squares()).filter_map(Square::new);
    let ends = squares().map(|square| position.coordinates(square));
    let (width, height) = ends.fold((0, 0), |(width, height), (column, row)| {
        (width.max(column + 1), height.max(row + 1))
    });
    let half = |square| {
        let (column, row) = position.coordinates(square);
        (column < width / 2, row < height / 2)
    };
    squares().filter(|square| half(*square) == half(of)).collect()
}
