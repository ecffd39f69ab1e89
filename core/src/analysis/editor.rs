//! Calls of the board editor: variants with their boards, checks of positions, and positions read from text.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::views::{
    BoardView, KingMovesView, OutcomeView, PieceView, PositionView, SideView, Squares, VariantKey, view,
};
use draughts::notation::pdn::{self, GameResult, Tags};
use draughts::notation::{GameTree, fen, position_list};
use draughts::{Game, Position, Setup, SetupReason, Side, Square, Variant};

/// Maximum number of pieces in a request; no board has more.
const MOST_PIECES: usize = 400;

view! {
    /// `variants {}` → `VariantView[]`, the international game first.
    pub struct Variants {}
}
view! {
    /// A variant as the editor needs it. The front end names it by its key.
    #[cfg_attr(feature = "uniffi", uniffi(name = "VariantInfo"))]
    pub struct VariantView {
        pub key: VariantKey,
        pub board: BoardView,
        /// Start position, without legal moves.
        pub start: PositionView,
    }
}
view! {
    /// `checkPosition {variant, turn, pieces, kingMoves?}` → `CheckView`. A count without its king is dropped.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct CheckPosition {
        pub variant: String,
        pub turn: SideView,
        pub pieces: Vec<PieceView>,
        pub king_moves: Option<Vec<KingMovesView>>,
    }
}
view! {
    /// Reason why a position is impossible.
    pub enum SetupFault {
        /// The board has no such square.
        OffBoard,
        /// Two pieces on one square.
        TwoOnOneSquare,
        /// A man on its promotion row.
        ManOnPromotionRow,
        /// A side has more pieces than at the start.
        TooManyPieces,
    }
}
view! {
    /// Result of a position check.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PositionCheck"))]
    pub struct CheckView {
        /// The position with its legal moves; absent if it is impossible.
        pub position: Option<PositionView>,
        /// Set if the game is over in this position: the side to move has no piece or no move.
        pub over: Option<OutcomeView>,
        /// Reasons why the position is impossible; empty if it is possible.
        pub faults: Vec<SetupFault>,
        /// The squares at fault.
        pub squares: Squares,
        /// A PDN game without moves that starts in the position; absent if the position is impossible.
        pub pdn: Option<String>,
    }
}
view! {
    /// `readPosition {variant, text}` → `ReadView`: reads a FEN, a printed list of pieces ("Blancs : 27, 28 …"), or
    /// the final position of a PDN game. `variant` applies if the text names none.
    pub struct ReadPosition { pub variant: String, pub text: String }
}
view! {
    /// A position read from a text; it may be impossible.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PositionReading"))]
    pub struct ReadView {
        pub variant: VariantKey,
        pub turn: SideView,
        pub pieces: Vec<PieceView>,
        pub king_moves: Vec<KingMovesView>,
        pub check: CheckView,
    }
}

impl Call for Variants {
    type Reply = Vec<VariantView>;

    fn run(self, _: &mut App) -> Result<Vec<VariantView>, ApiError> {
        let view = |variant: Variant| VariantView {
            key: variant.into(),
            board: BoardView::of(variant),
            start: PositionView::still(&variant.start()),
        };
        Ok(Variant::ALL.into_iter().map(view).collect())
    }
}

impl Call for CheckPosition {
    type Reply = CheckView;

    fn run(self, _: &mut App) -> Result<CheckView, ApiError> {
        let variant = convert::variant(&self.variant)?;
        if self.pieces.len() > MOST_PIECES {
            let message = format!("{} pieces: no board holds as many", self.pieces.len());
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
        for moves in self.king_moves.iter().flatten() {
            let square =
                Square::new(moves.square).filter(|square| square.number() <= variant.rules().board.squares());
            setup.king_moves[Side::from(moves.side) as usize] = square.map(|square| (square, moves.count));
        }
        Ok(CheckView::of(variant, &setup))
    }
}

impl Call for ReadPosition {
    type Reply = ReadView;

    fn run(self, _: &mut App) -> Result<ReadView, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let (variant, setup) = match fen::read_setup(variant, &self.text) {
            Ok(setup) => (variant, setup),
            // Games come first: a game with words in its comments is no list, and a list has neither tags nor moves.
            Err(error) => read_game(variant, &self.text)
                .or_else(|| read_list(variant, &self.text))
                .ok_or_else(|| ApiError::new(ErrorKind::BadPosition, error.to_string()))?,
        };
        Ok(ReadView {
            variant: variant.into(),
            turn: setup.turn.into(),
            pieces: setup.pieces.iter().map(|&piece| PieceView::of(piece)).collect(),
            king_moves: king_moves(&setup),
            check: CheckView::of(variant, &setup),
        })
    }
}

fn king_moves(setup: &Setup) -> Vec<KingMovesView> {
    let of = |side: Side| {
        let (square, count) = setup.king_moves[side as usize]?;
        Some(KingMovesView {
            side: side.into(),
            square: square.number(),
            count,
        })
    };
    Side::ALL.into_iter().filter_map(of).collect()
}

/// Returns the final position of the first PDN game of a text.
fn read_game(variant: Variant, text: &str) -> Option<(Variant, Setup)> {
    let game = convert::pasted_game(variant, text).ok()?;
    let end = game.tree.main_line().last();
    let position = end.map_or_else(|| *game.tree.start(), |end| game.tree.position(end));
    Some((game.variant, position.to_setup()))
}

/// Parses a list that names at least one piece.
fn read_list(variant: Variant, text: &str) -> Option<(Variant, Setup)> {
    let setup = position_list::read(variant, text).ok()?;
    (!setup.pieces.is_empty()).then_some((variant, setup))
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
                    squares: Squares::default(),
                    pdn: Some(pdn::write_game(
                        &Tags::default(),
                        GameResult::Unknown,
                        &GameTree::new(position),
                    )),
                }
            }
            Err(errors) => Self {
                position: None,
                over: None,
                faults: errors.reasons().map(Into::into).collect(),
                squares: convert::numbers(errors.squares().iter()),
                pdn: None,
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
    use crate::Assets;
    use damier_store::Store;

    fn app() -> App {
        App::new(Store::in_memory().unwrap(), Assets::bundled(), 0.0).unwrap()
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
            checks_the_same(read(fen).unwrap());
        }
    }

    fn checks_the_same(read: ReadView) {
        let check = CheckPosition {
            variant: read.variant.into(),
            turn: read.turn,
            pieces: read.pieces,
            king_moves: Some(read.king_moves),
        };
        assert_eq!(app().run(check, 0.0).unwrap(), read.check);
    }

    #[test]
    fn counted_king_moves_are_kept() {
        let text = "[GameType \"40\"]\n[FEN \"W:WK28,32:BK3,4:H0:F1:+203+128\"]\n*";
        let read = read(text).unwrap();
        assert_eq!(
            read.king_moves,
            [(SideView::White, 28, 1), (SideView::Black, 3, 2)].map(|(side, square, count)| KingMovesView {
                side,
                square,
                count
            })
        );
        let fen = read.check.position.as_ref().unwrap().fen.clone();
        assert!(fen.ends_with(":+203+128"), "{fen}");
        checks_the_same(read);
    }

    #[test]
    fn a_count_without_its_king_lapses() {
        let mut read = read("[GameType \"40\"]\n[FEN \"W:WK28,32:BK3,4:+203+128\"]\n*").unwrap();
        read.pieces.retain(|piece| piece.square != 28);
        let check = CheckPosition {
            variant: read.variant.into(),
            turn: read.turn,
            pieces: read.pieces,
            king_moves: Some(read.king_moves),
        };
        let fen = app().run(check, 0.0).unwrap().position.unwrap().fen;
        assert!(fen.ends_with(":+203+0"), "{fen}");
    }

    #[test]
    fn nothing_is_lost_where_a_square_is_on_no_board() {
        let check = CheckPosition {
            variant: "frisian".into(),
            turn: SideView::White,
            pieces: Vec::new(),
            king_moves: Some(vec![KingMovesView {
                side: SideView::White,
                square: 99,
                count: 9,
            }]),
        };
        assert!(app().run(check, 0.0).unwrap().position.is_some());
    }

    #[test]
    fn an_impossible_position_says_why_and_where() {
        let check = read("W:W1,31:B31,50").unwrap().check;
        assert_eq!(check.position, None);
        assert_eq!(
            check.faults,
            [SetupFault::TwoOnOneSquare, SetupFault::ManOnPromotionRow]
        );
        assert_eq!(*check.squares, [1, 31, 50]);
        assert!(read("W:W1,Q").is_err());
    }

    #[test]
    fn a_game_leads_to_its_last_position_and_names_its_rules() {
        let end = read("[White \"Ada\"]\n1. 32-28 19-23 2. 28x19 (2. 33-29) 14x23 *").unwrap();
        assert_eq!(end.check.position.unwrap().fen, "W:W31,33-50:B1-13,15-18,20,23");
        let frisian = read("[GameType \"40\"]\n[FEN \"B:W28:BK3\"]\n*").unwrap();
        assert_eq!(
            (frisian.variant, frisian.turn),
            (VariantKey::Frisian, SideView::Black)
        );
        for nothing in ["", "hello", "[White \"Ada\"] *", "1. 47-28"] {
            assert!(read(nothing).is_err(), "{nothing}");
        }
    }

    #[test]
    fn lists_as_papers_print_them_are_read_in_three_languages() {
        for list in [
            "Blancs : 27, 28, dame 5. Noirs : 12, 13.",
            "Noirs : 12 13 — Blancs : 27 28 D5",
            "White: 27, 28, K5. Black: 12, 13",
            "Wit: 27, 28, dam op 5; Zwart: 12, 13",
        ] {
            let check = read(list).unwrap().check;
            assert_eq!(
                check.position.map(|position| position.fen),
                Some("W:WK5,27,28:B12,13".into()),
                "{list}"
            );
        }
    }

    #[test]
    fn a_position_is_copied_as_a_game_that_is_read_back() {
        let check = read("B:WK3,28:B12,K47").unwrap().check;
        let again = read(&check.pdn.unwrap()).unwrap().check;
        assert_eq!(again.position, check.position);
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
            assert!(!variant.start.pieces.is_empty(), "{:?}", variant.key);
        }
    }
}
