//! A line of moves from a position, without a game. Keeps nothing.
use crate::call::Call;
use crate::error::{ApiError, ErrorKind};
use crate::views::{BoardView, MoveView, PositionView, view};
use crate::{App, convert};
use draughts::notation::movetext;

/// Maximum length of a line, in moves; longer ones are opened as games.
const LONGEST: usize = 300;

view! {
    /// `line {variant, fen?, moves}` → `LineView`. Without a FEN it starts from the start position; moves are in
    /// notation: "32-28", "26x37".
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct ShowLine { pub variant: String, pub fen: Option<String>, pub moves: Vec<String> }
}
view! {
    /// A line with the positions before and after it.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ShownLine"))]
    pub struct LineView {
        pub board: BoardView,
        pub start: PositionView,
        pub moves: Vec<MoveView>,
        /// Position after the line, with its legal moves.
        pub position: PositionView,
    }
}

impl Call for ShowLine {
    type Reply = LineView;

    fn run(self, _: &mut App) -> Result<LineView, ApiError> {
        let variant = convert::variant(&self.variant)?;
        if self.moves.len() > LONGEST {
            let what = format!(
                "a line of {} moves; at most {LONGEST} are shown",
                self.moves.len()
            );
            return Err(ApiError::new(ErrorKind::BadParams, what));
        }
        let start = match &self.fen {
            Some(fen) => convert::position(variant, fen)?,
            None => variant.start(),
        };
        let (mut position, mut moves) = (start, Vec::new());
        for text in &self.moves {
            let mv = movetext::read(&position, text)
                .map_err(|e| ApiError::new(ErrorKind::IllegalMove, e.to_string()))?;
            moves.push(MoveView::of(&position, &mv));
            position.play_unchecked(&mv);
        }
        Ok(LineView {
            board: BoardView::of(variant),
            start: PositionView::of(&start),
            moves,
            position: PositionView::of(&position),
        })
    }
}
