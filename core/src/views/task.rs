//! Verdict and hint for a task of a lesson or a puzzle.
use super::squares::Squares;
use draughts_lessons::Mark;
use serde::{Deserialize, Serialize};

/// A drawing over the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[allow(missing_docs, reason = "the variants say what their fields are")]
pub enum Overlay {
    /// Rings around squares.
    Ring { squares: Squares },
    /// A route; the label is the number of pieces it captures.
    Route { path: Squares, label: Option<String> },
    /// Crosses on captured or forbidden squares.
    Cross { squares: Squares },
    /// An arrow between two squares.
    Arrow { origin: u8, target: u8 },
}
view! {
    /// Verdict on an answer.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Verdict"))]
    pub enum VerdictView {
        /// Right, and more is expected.
        GoOn,
        /// The step or puzzle is solved.
        Done,
        /// Good, but a better solution exists (puzzles).
        Lesser,
        /// Wrong: try again from the same position.
        Wrong,
    }
}
view! {
    /// A hint: text if the lesson has one, and drawings. Strength 1 shows the area, 2 the piece, 3 the move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Hint"))]
    pub struct HintView { pub text: Option<String>, pub overlays: Vec<Overlay> }
}

impl Overlay {
    pub(crate) fn of(mark: &Mark) -> Self {
        let numbers = |squares: &[draughts::Square]| squares.iter().copied().collect();
        match mark {
            Mark::Ring(squares) => Self::Ring {
                squares: numbers(squares),
            },
            Mark::Cross(squares) => Self::Cross {
                squares: numbers(squares),
            },
            Mark::Arrow(from, to) => Self::Arrow {
                origin: from.number(),
                target: to.number(),
            },
            Mark::Route(path, taken) => Self::Route {
                path: numbers(path),
                label: taken.map(|taken| taken.to_string()),
            },
        }
    }
}
