//! Calls of the board editor: the games with their boards, whether a position can be, and positions out of texts.
//! Translates; what is possible the rules know, what a text means the notation.
use super::app::App;
use super::calls::Call;
use super::error::{ApiError, ErrorKind};
use super::show;
use super::views::{BoardView, OutcomeView, PieceView, PositionView, SideView, view};
use crate::notation::fen;
use crate::{Game, Position, Setup, SetupReason, Square, Variant};

/// No position has more pieces on any board; a longer list is refused unread.
const MOST_PIECES: usize = 400;

view! {
    /// `variants {}` → `VariantView[]`, the international game first.
    pub struct Variants {}
}
view! {
    /// A game as the editor needs it. Its name is the front end's, by key.
    pub struct VariantView {
        pub key: String,
        pub board: BoardView,
        /// The start, to look at.
        pub start: PositionView,
    }
}
view! {
    /// `checkPosition {variant, turn, pieces}` → `CheckView`.
    pub struct CheckPosition { pub variant: String, pub turn: SideView, pub pieces: Vec<PieceView> }
}
view! {
    /// What makes a position impossible.
    pub enum SetupFault {
        /// A square that the board does not have.
        OffBoard,
        /// Two pieces on one square.
        TwoOnOneSquare,
        /// A man on the row where it would be a king.
        ManOnPromotionRow,
        /// More pieces of a side than the game begins with.
        TooManyPieces,
    }
}
view! {
    /// Whether a game can have a position.
    pub struct CheckView {
        /// The position with its legal moves and its FEN; absent where it is impossible.
        pub position: Option<PositionView>,
        /// The game would be over here: the side to move has no piece, or no move.
        pub over: Option<OutcomeView>,
        /// Why it is impossible; empty where it is not.
        pub faults: Vec<SetupFault>,
        /// The squares at fault.
        pub squares: Vec<u8>,
    }
}
view! {
    /// `readPosition {variant, text}` → `ReadView`: out of a FEN. `variant` is the game where the text names none.
    pub struct ReadPosition { pub variant: String, pub text: String }
}
view! {
    /// A position read from a text, possible or not.
    pub struct ReadView {
        pub variant: String,
        pub turn: SideView,
        pub pieces: Vec<PieceView>,
        pub check: CheckView,
    }
}

impl Call for Variants {
    type Reply = Vec<VariantView>;

    fn run(self, _: &mut App) -> Result<Vec<VariantView>, ApiError> {
        let view = |variant: Variant| VariantView {
            key: variant.key().into(),
            board: BoardView::of(variant),
            start: PositionView::still(&variant.start()),
        };
        Ok(Variant::ALL.into_iter().map(view).collect())
    }
}

impl Call for CheckPosition {
    type Reply = CheckView;

    fn run(self, _: &mut App) -> Result<CheckView, ApiError> {
        let variant = show::variant(&self.variant)?;
        if self.pieces.len() > MOST_PIECES {
            let message = format!("{} pieces are more than any board holds", self.pieces.len());
            return Err(ApiError::new(ErrorKind::BadParams, message));
        }
        let mut setup = Setup::empty(self.turn.into());
        for piece in &self.pieces {
            let square = Square::new(piece.square).ok_or_else(|| {
                ApiError::new(
                    ErrorKind::BadParams,
                    format!("no board has a square {}", piece.square),
                )
            })?;
            setup.put(square, piece.piece());
        }
        Ok(CheckView::of(variant, &setup))
    }
}

impl Call for ReadPosition {
    type Reply = ReadView;

    fn run(self, _: &mut App) -> Result<ReadView, ApiError> {
        let variant = show::variant(&self.variant)?;
        let setup = fen::read_setup(variant, &self.text)
            .map_err(|e| ApiError::new(ErrorKind::BadPosition, e.to_string()))?;
        Ok(ReadView {
            variant: variant.key().into(),
            turn: setup.turn.into(),
            pieces: setup.pieces.iter().map(|&piece| PieceView::of(piece)).collect(),
            check: CheckView::of(variant, &setup),
        })
    }
}

impl CheckView {
    fn of(variant: Variant, setup: &Setup) -> Self {
        match Position::from_setup(variant, setup) {
            Ok(position) => {
                let over = Game::from_position(position).outcome();
                Self {
                    position: Some(PositionView::of(&position)),
                    over: over.map(|outcome| OutcomeView::of(variant, outcome)),
                    faults: Vec::new(),
                    squares: Vec::new(),
                }
            }
            Err(errors) => Self {
                position: None,
                over: None,
                faults: errors.reasons().map(Into::into).collect(),
                squares: show::numbers(errors.squares().iter()),
            },
        }
    }
}

impl From<SetupReason> for SetupFault {
    fn from(reason: SetupReason) -> Self {
        match reason {
            SetupReason::OffBoard => Self::OffBoard,
            SetupReason::TwoOnOneSquare => Self::TwoOnOneSquare,
            SetupReason::ManOnPromotionRow => Self::ManOnPromotionRow,
            SetupReason::TooManyPieces => Self::TooManyPieces,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    fn app() -> App {
        App::new(Store::in_memory().unwrap(), 0.0).unwrap()
    }

    fn read(text: &str) -> Result<ReadView, ApiError> {
        let call = ReadPosition {
            variant: "international".into(),
            text: text.into(),
        };
        app().run(call, 0.0)
    }

    #[test]
    fn what_was_read_checks_the_same() {
        for fen in ["W:W31-50:B1-20", "B:WK3,28:B12,K47", "W:W6:B46", "W:W:B1"] {
            let read = read(fen).unwrap();
            let check = CheckPosition {
                variant: read.variant,
                turn: read.turn,
                pieces: read.pieces,
            };
            assert_eq!(app().run(check, 0.0).unwrap(), read.check, "{fen}");
        }
    }

    #[test]
    fn an_impossible_position_says_why_and_where() {
        let check = read("W:W1,31:B31,50").unwrap().check;
        assert_eq!(check.position, None);
        assert_eq!(
            check.faults,
            [SetupFault::TwoOnOneSquare, SetupFault::ManOnPromotionRow]
        );
        assert_eq!(check.squares, [1, 31, 50]);
        assert!(read("W:W1,Q").is_err());
    }

    #[test]
    fn a_side_without_a_move_ends_the_game() {
        let blocked = read("W:W46:B41,37").unwrap().check;
        assert_eq!(blocked.over.unwrap().winner, Some(SideView::Black));
        assert_eq!(read("W:W32:B19").unwrap().check.over, None);
    }

    #[test]
    fn every_variant_shows_its_start() {
        let variants = app().run(Variants {}, 0.0).unwrap();
        assert_eq!(variants.len(), Variant::ALL.len());
        for variant in variants {
            assert_eq!(variant.board.squares.len(), variant.board.labels.len());
            assert!(!variant.start.pieces.is_empty(), "{}", variant.key);
        }
    }
}
