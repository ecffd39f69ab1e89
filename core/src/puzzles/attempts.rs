//! Results of attempts, and the facts about a puzzle that are stored with an attempt at it.
use damier_store::{Attempt, PuzzleFacts};
use draughts_puzzles::{Puzzle, Score, pattern};

/// The facts about a puzzle with this rating. A quiet twin has no idea: to recognise it proves no memory.
pub(super) fn facts(puzzle: &Puzzle, rating: f64) -> PuzzleFacts {
    let idea = puzzle.idea().filter(|_| !puzzle.is_quiet());
    PuzzleFacts {
        variant: puzzle.position.variant().key().to_owned(),
        idea: idea.map(|idea| idea.key().to_owned()).unwrap_or_default(),
        strength: rating,
        pattern: pattern(&puzzle.position),
    }
}

/// The result of an attempt.
pub(super) fn score(attempt: Attempt) -> Score {
    match attempt {
        Attempt { solved: false, .. } => Score::Failed,
        Attempt { hints: 0, .. } => Score::Clean,
        Attempt { .. } => Score::Helped,
    }
}
