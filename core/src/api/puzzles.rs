//! Calls for the puzzles: the solution stays here until it is found or asked for.
use super::learn::{HintView, VerdictView};
use super::views::{BoardView, MoveView, PositionView, view};

view! {
    /// `puzzles {variant}` → `PuzzleSummary[]`, easiest first.
    pub struct Puzzles { pub variant: String }
}
view! {
    pub struct PuzzleSummary {
        pub id: String,
        pub position: PositionView,
        /// 1 (a beginner's) to 5.
        pub difficulty: u8,
        pub solved: bool,
        pub attempts: u32,
        /// Theme keys; empty until it is solved or its solution was shown (a name gives it away).
        pub themes: Vec<String>,
    }
}
view! {
    /// `puzzle {id?}` → `PuzzleView`; without an id the next one not yet solved.
    #[cfg_attr(feature = "ts", ts(optional_fields = nullable))]
    pub struct OpenPuzzle { pub id: Option<String>, pub variant: String }
}
view! {
    pub struct PuzzleView {
        pub summary: PuzzleSummary,
        pub board: BoardView,
        /// How many moves the solver makes in the main line.
        pub moves: u8,
        pub number: u32,
        pub of: u32,
        pub next: Option<String>,
    }
}
view! {
    /// `tryPuzzleMove` → `PuzzleReply`. `moves` are the solver's paths so far, the new one last.
    pub struct TryPuzzleMove {
        pub puzzle: String,
        pub moves: Vec<Vec<u8>>,
        pub hints: u8,
    }
}
view! {
    pub struct PuzzleReply {
        pub verdict: VerdictView,
        /// To animate from where the solver moved: the move, then the reply or the refutation.
        pub played: Vec<MoveView>,
        /// Where to go on; for a wrong move, where to try again.
        pub position: PositionView,
        /// Filled when it is over.
        pub themes: Vec<String>,
    }
}
view! {
    /// `puzzleHint {puzzle, moves, strength 1..3}` → `HintView`.
    pub struct PuzzleHint { pub puzzle: String, pub moves: Vec<Vec<u8>>, pub strength: u8 }
}
view! {
    /// `puzzleSolution {puzzle}` → `SolutionView`; counts as not solved.
    pub struct PuzzleSolution { pub puzzle: String }
}
view! {
    /// The main line from the puzzle's position.
    pub struct SolutionView { pub line: Vec<MoveView>, pub themes: Vec<String> }
}

/// The hint type of puzzles is that of the lessons.
pub type PuzzleHintReply = HintView;
