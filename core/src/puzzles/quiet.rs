//! Quiet twins of puzzles as puzzles without a solution. The id of a twin is that of its puzzle with a tilde behind it.
use crate::App;
use draughts_puzzles::{Puzzle, QuietTwin, quiet_twin};

const TWIN: char = '~';

/// A twin with the proof that its shot fails.
#[derive(Clone, Debug)]
pub(super) struct Twin {
    /// The twin as a puzzle.
    pub(super) puzzle: Puzzle,
    /// The shot that fails, and its refutation.
    pub(super) proof: QuietTwin,
}

/// The twin asked last. To find it anew takes up to a second in a browser.
#[derive(Default)]
struct Last(Option<Twin>);

/// The id of the puzzle whose quiet twin this is; `None` for another puzzle.
pub(super) fn base_of(id: &str) -> Option<&str> {
    id.strip_suffix(TWIN)
}

/// Makes the quiet twin of a puzzle; not every puzzle has one.
pub(super) fn make(base: &Puzzle) -> Option<Twin> {
    let proof = quiet_twin(base)?;
    let puzzle = Puzzle {
        id: format!("{}{TWIN}", base.id),
        position: proof.position,
        solution: Vec::new(),
        ..base.clone()
    };
    Some(Twin { puzzle, proof })
}

/// Remembers a twin while it is solved.
pub(super) fn remember(app: &mut App, twin: &Twin) {
    app.states.of::<Last>().0 = Some(twin.clone());
}

/// Returns the twin of a puzzle: the remembered one, or made anew.
pub(super) fn find(app: &App, base: &Puzzle) -> Option<Twin> {
    let last = app.states.get::<Last>().and_then(|last| last.0.as_ref());
    let same = last.filter(|twin| base_of(&twin.puzzle.id) == Some(&base.id));
    same.cloned().or_else(|| make(base))
}
