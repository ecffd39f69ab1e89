//! Quiet positions as puzzles without a solution: twins of puzzles, and positions of games in which a move was a blunder. Their
//! ids end with a tilde; the id of a twin is that of its puzzle with a tilde behind it.
use crate::App;
use draughts::{Move, Position};
use draughts_puzzles::{Blunder, LOWEST, Origin, Puzzle, mined_id, quiet_twin};

const QUIET: char = '~';
/// Number of quiet positions remembered. To find a twin anew takes up to a second in a browser.
const REMEMBERED: usize = 8;

/// A quiet position with the move that fails in it.
#[derive(Clone, Debug)]
pub(super) struct Quiet {
    /// The position as a puzzle.
    pub(super) puzzle: Puzzle,
    /// The move that loses a man or more, and its refutation.
    pub(super) failing: Vec<Move>,
}

/// The quiet positions asked last, the newest at the end.
#[derive(Default)]
struct Remembered(Vec<Quiet>);

/// The id of the puzzle whose quiet twin this would be; `None` for a puzzle with a solution.
pub(super) fn base_of(id: &str) -> Option<&str> {
    id.strip_suffix(QUIET)
}

/// Makes the quiet twin of a puzzle; not every puzzle has one.
pub(super) fn twin(base: &Puzzle) -> Option<Quiet> {
    let twin = quiet_twin(base)?;
    let puzzle = Puzzle {
        id: format!("{}{QUIET}", base.id),
        position: twin.position,
        solution: Vec::new(),
        ..base.clone()
    };
    Some(Quiet {
        puzzle,
        failing: with(twin.key, twin.refutation),
    })
}

/// Makes a quiet position of a blunder.
pub(super) fn of_blunder(blunder: &Blunder) -> Quiet {
    let position: Position = blunder.position;
    let puzzle = Puzzle {
        id: format!("{}{QUIET}", mined_id(&position)),
        position,
        // It is never rated.
        rating: LOWEST,
        deviation: 0,
        origin: Origin::Game,
        margin: 0,
        depth: 0,
        solution: Vec::new(),
        themes: Vec::new(),
    };
    Quiet {
        puzzle,
        failing: with(blunder.played, blunder.refutation.clone()),
    }
}

fn with(first: Move, mut rest: Vec<Move>) -> Vec<Move> {
    rest.insert(0, first);
    rest
}

/// Remembers a quiet position while it is solved.
pub(super) fn remember(app: &mut App, quiet: &Quiet) {
    let remembered = &mut app.states.of::<Remembered>().0;
    remembered.retain(|known| known.puzzle.id != quiet.puzzle.id);
    remembered.push(quiet.clone());
    let old = remembered.len().saturating_sub(REMEMBERED);
    remembered.drain(..old);
}

/// Returns the remembered quiet position with this id.
pub(super) fn remembered(app: &App, id: &str) -> Option<Quiet> {
    let remembered = app.states.get::<Remembered>()?;
    remembered.0.iter().find(|quiet| quiet.puzzle.id == id).cloned()
}
