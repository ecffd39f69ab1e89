//! Computes the proof of a step from its position and its lines.
use super::judge::after;
use super::{Lesson, LessonError, Proof, Step, Task, Worth};
use draughts::{Move, Position, Role, Side};
use draughts_puzzles::{ProofSearch, WIN};

/// Depth of the search in quiet moves, and its node limit.
const DEPTH: u8 = 4;
const NODES: u64 = 20_000;

impl Worth {
    /// Evaluates a position for this side.
    pub fn of(position: &Position, side: Side) -> Worth {
        let (_, value) = ProofSearch::deepest(position, DEPTH, NODES);
        let value = if position.turn() == side { value } else { -value };
        match value {
            WIN.. => Worth::Won,
            ..=LOSS => Worth::Lost,
            _ => Worth::Men((f64::from(value) / 100.0).round() as i8),
        }
    }
}

const LOSS: i32 = -WIN;

/// Results of the lines of a step.
#[derive(Default)]
struct LineResults {
    ends: Vec<Position>,
    played: bool,
    replied: bool,
    ambiguous: bool,
    unforced: bool,
}

impl Proof {
    /// Computes the proof of a step.
    pub fn of(step: &Step) -> Proof {
        let (figures, ends) = Proof::without_search(step);
        let side = step.position.turn();
        Proof {
            // An explanation without a line plays no move, so it has no end.
            end: figures
                .gain
                .and_then(|_| ends.iter().map(|end| Worth::of(end, side)).min()),
            ..figures
        }
    }

    /// Computes the figures that need no search, and returns the final positions of the lines.
    pub(super) fn without_search(step: &Step) -> (Proof, Vec<Position>) {
        let legal = step.position.legal_moves();
        let mut lines = LineResults::default();
        match &step.task {
            Task::Explain { line } => follow_line(step.position, line, &mut lines),
            Task::PlayMove(_) | Task::Sequence(_) => step
                .lines()
                .for_each(|line| follow(line, 0, step.position, &mut lines)),
            Task::WriteMove { line } => follow_line(step.position, line, &mut lines),
            Task::ChooseRoute { routes } => follow_routes(step.position, routes, &mut lines),
            _ => lines.ambiguous = legal.len() != 1,
        }
        let before = balance(&step.position, step);
        let worst = lines.ends.iter().map(|end| balance(end, step) - before).min();
        let figures = Proof {
            legal: legal.len() as u8,
            longest: legal.first().map_or(0, |mv| mv.captured().len() as u8),
            unique: !lines.ambiguous,
            forced: lines.replied.then_some(!lines.unforced),
            gain: worst.filter(|_| lines.played),
            end: None,
        };
        (figures, lines.ends)
    }
}

/// Follows every accepted branch.
fn follow(step: &Step, at: usize, position: Position, lines: &mut LineResults) {
    let Some(turn) = step.turns().get(at) else {
        lines.ends.push(position);
        return;
    };
    lines.played = true;
    lines.ambiguous |= position.legal_moves().len() != 1;
    for mv in turn.accepted(&position) {
        let mut reached = position;
        reached.play_unchecked(&mv);
        if turn.reply.is_some() {
            lines.replied = true;
            lines.unforced |= reached.legal_moves().len() != 1;
        }
        follow(step, at + 1, after(&position, &mv, turn).0, lines);
    }
}

/// Follows a shown line; the learner's side moves first.
fn follow_line(mut position: Position, line: &[Move], lines: &mut LineResults) {
    for (ply, mv) in line.iter().enumerate() {
        let only = position.legal_moves().len() == 1;
        lines.played = true;
        if ply % 2 == 0 {
            lines.ambiguous |= !only;
        } else {
            lines.replied = true;
            lines.unforced |= !only;
        }
        position.play_unchecked(mv);
    }
    lines.ends.push(position);
}

/// Follows one capture, along any of these routes.
fn follow_routes(position: Position, routes: &[Vec<draughts::Square>], lines: &mut LineResults) {
    lines.played = true;
    lines.ambiguous = position.legal_moves().len() != 1;
    for mv in position.legal_moves() {
        if position.routes(&mv).iter().any(|route| routes.contains(route)) {
            let mut end = position;
            end.play_unchecked(&mv);
            lines.ends.push(end);
        }
    }
}

/// Returns the learner's material minus the other side's, in men.
fn balance(position: &Position, step: &Step) -> i8 {
    let side = step.position.turn();
    let worth = |role| if role == Role::King { 3 } else { 1 };
    let signed = |piece: draughts::Piece| {
        if piece.side == side {
            worth(piece.role)
        } else {
            -worth(piece.role)
        }
    };
    position.pieces().map(|(_, piece)| signed(piece)).sum()
}

/// Returns the lesson file with the proof of every step.
///
/// # Errors
/// If the file is not a lesson.
pub fn fill_proofs(source: &str) -> Result<String, LessonError> {
    let lesson = Lesson::read(source)?;
    let mut steps = lesson.steps.iter();
    let mut filled = String::with_capacity(source.len());
    for line in source.lines().filter(|line| !line.starts_with("proof = ")) {
        filled.push_str(line);
        filled.push('\n');
        // Below the position, of which each step has exactly one.
        if line.starts_with("fen = ")
            && let Some(step) = steps.next()
        {
            filled.push_str(&format!("{}\n", Proof::of(step)));
        }
    }
    Ok(filled)
}
