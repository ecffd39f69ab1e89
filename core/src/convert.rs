//! Converts domain types to views. Derives nothing that the domain does not state.
use crate::error::{ApiError, ErrorKind};
use crate::views::{
    BoardView, CountView, EndReasonView, KingMovesView, MoveView, OutcomeView, PieceView, PositionView,
    RefusalRule, RefusalView, RoleView, SideView, Squares,
};
use draughts::notation::pdn::{self, PdnGame};
use draughts::notation::{fen, movetext, square_name};
use draughts::rules::{Precedence, Removal};
use draughts::{DrawCount, EndReason, Move, Outcome, Piece, Position, Refusal, Role, Side, Square, Variant};
use std::collections::BTreeSet;

/// Parses the key of a variant.
///
/// # Errors
/// [`ErrorKind::UnknownVariant`].
pub(crate) fn variant(key: &str) -> Result<Variant, ApiError> {
    key.parse()
        .map_err(|e: draughts::UnknownVariant| ApiError::new(ErrorKind::UnknownVariant, e.to_string()))
}

/// Parses a FEN.
///
/// # Errors
/// [`ErrorKind::BadPosition`], with the place and the reason.
pub(crate) fn position(variant: Variant, text: &str) -> Result<Position, ApiError> {
    fen::read(variant, text).map_err(|e| ApiError::new(ErrorKind::BadPosition, e.to_string()))
}

/// Reads the first PDN game of a text that a person pasted. Without a GameType tag it may be of another variant that
/// allows its squares and moves; a text without a position and moves is no game.
///
/// # Errors
/// [`ErrorKind::UnknownVariant`] for a game on a board that is missing, [`ErrorKind::BadPosition`] if there is no game.
pub(crate) fn pasted_game(variant: Variant, text: &str) -> Result<PdnGame, ApiError> {
    let game = pdn::read_first(text, Some(variant))
        .filter(|game| game.whole)
        .or_else(|| pdn::read_first(text, None));
    match game {
        Some(game) if game.is_refused() => {
            let reason = game.failure().map(|problem| problem.error.to_string());
            Err(ApiError::new(
                ErrorKind::UnknownVariant,
                reason.unwrap_or_default(),
            ))
        }
        Some(game) if game.tags.get("FEN").is_some() || game.tree.main_moves().next().is_some() => Ok(game),
        _ => Err(ApiError::new(
            ErrorKind::BadPosition,
            "there is no game in the text",
        )),
    }
}

/// The store's word for a colour.
pub(crate) fn side_word(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// Parses the store's word for a colour.
pub(crate) fn side_of(word: &str) -> Option<SideView> {
    let side = Side::ALL.into_iter().find(|side| side_word(*side) == word)?;
    Some(side.into())
}

/// Numbers of squares.
pub(crate) fn numbers(squares: impl IntoIterator<Item = Square>) -> Squares {
    squares.into_iter().collect()
}

impl BoardView {
    /// The board of a variant.
    pub fn of(variant: Variant) -> Self {
        let (columns, rows) = variant.rules().board.size();
        let start = variant.start();
        Self {
            columns,
            rows,
            squares: start
                .all_squares()
                .map(|square| start.coordinates(square).into())
                .collect(),
            labels: start
                .all_squares()
                .map(|square| square_name(variant, square))
                .collect(),
            below: variant.rules().first.into(),
            lifts_at_once: variant.rules().removal == Removal::AtOnce,
        }
    }
}

impl PositionView {
    /// A position with its legal moves.
    pub fn of(position: &Position) -> Self {
        Self::with_moves(position, &position.legal_moves())
    }

    /// A position with the moves that may be played in it, which a house rule can change.
    pub(crate) fn with_moves(position: &Position, moves: &[Move]) -> Self {
        Self {
            must_take: !moves.is_empty() && moves.iter().all(Move::is_capture),
            legal: moves
                .iter()
                .map(|mv| MoveView::among(position, mv, moves))
                .collect(),
            ..Self::still(position)
        }
    }

    /// A position without its legal moves, for display only.
    pub(crate) fn still(position: &Position) -> Self {
        Self {
            variant: position.variant().into(),
            fen: fen::write(position),
            turn: position.turn().into(),
            pieces: position.pieces().map(PieceView::of).collect(),
            legal: Vec::new(),
            must_take: false,
            king_moves: Side::ALL
                .into_iter()
                .filter_map(|side| Some((side, position.king_moves(side)?)))
                .map(|(side, (square, count))| KingMovesView {
                    side: side.into(),
                    square: square.number(),
                    count,
                })
                .collect(),
        }
    }
}

impl PieceView {
    /// A piece on its square.
    pub(crate) fn of((square, piece): (Square, Piece)) -> Self {
        Self {
            square: square.number(),
            side: piece.side.into(),
            role: match piece.role {
                Role::Man => RoleView::Man,
                Role::King => RoleView::King,
            },
        }
    }

    /// The piece without its square.
    pub(crate) fn piece(&self) -> Piece {
        Piece {
            side: self.side.into(),
            role: match self.role {
                RoleView::Man => Role::Man,
                RoleView::King => Role::King,
            },
        }
    }
}

impl MoveView {
    /// A legal move of a position.
    pub fn of(position: &Position, mv: &Move) -> Self {
        Self::among(position, mv, &position.legal_moves())
    }

    /// The moves of a line, played one after another from a position.
    pub(crate) fn line(start: &Position, moves: &[Move]) -> Vec<Self> {
        let mut here = *start;
        let view = |mv: &Move| {
            let view = Self::of(&here, mv);
            here.play_unchecked(mv);
            view
        };
        moves.iter().map(view).collect()
    }

    /// A move, with a notation that is unique among `moves`.
    pub(crate) fn among(position: &Position, mv: &Move, moves: &[Move]) -> Self {
        let routes = position.routes(mv);
        let first = routes.first().map(Vec::as_slice).unwrap_or_default();
        let captured: Vec<Square> = position
            .legs(mv, first)
            .iter()
            .filter_map(|leg| leg.captured)
            .collect();
        let names = |squares: &[Square]| {
            let name = |&square| square_name(position.variant(), square);
            squares.iter().map(name).collect()
        };
        Self {
            origin: mv.origin().number(),
            target: mv.target().number(),
            names: names(first),
            taken_names: names(&captured),
            captured: numbers(captured),
            crowned_on: crowned_on(position, mv, &routes),
            routes: routes.into_iter().map(numbers).collect(),
            notation: movetext::write_among(position, mv, moves),
            promotes: mv.promotes(),
        }
    }
}

/// Landing squares on which the man is crowned, each once.
fn crowned_on(position: &Position, mv: &Move, routes: &[Vec<Square>]) -> Squares {
    if !mv.promotes() {
        return Squares::default();
    }
    let crowns = |route: &Vec<Square>| position.legs(mv, route).into_iter().find(|leg| leg.crowns);
    let squares: BTreeSet<Square> = routes.iter().filter_map(crowns).map(|leg| leg.landing).collect();
    numbers(squares)
}

impl From<Side> for SideView {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

impl From<SideView> for Side {
    fn from(side: SideView) -> Self {
        match side {
            SideView::White => Self::White,
            SideView::Black => Self::Black,
        }
    }
}

impl From<EndReason> for EndReasonView {
    fn from(reason: EndReason) -> Self {
        match reason {
            EndReason::NoPieces => Self::NoPieces,
            EndReason::Blocked => Self::Blocked,
            EndReason::FirstKing => Self::FirstKing,
            EndReason::KingAgainstMan => Self::KingAgainstMan,
            EndReason::Resignation => Self::Resignation,
            EndReason::Time => Self::Time,
            EndReason::RefusedRules => Self::RefusedRules,
            EndReason::RefusesToPlay => Self::RefusesToPlay,
            EndReason::UpsetBoard => Self::UpsetBoard,
            EndReason::DeliberateFault => Self::DeliberateFault,
            EndReason::BoardTurned => Self::BoardTurned,
            EndReason::Agreement => Self::Agreement,
            EndReason::Repetition => Self::Repetition,
            EndReason::TwentyFiveMoves => Self::TwentyFiveMoves,
            EndReason::SixteenMoves => Self::SixteenMoves,
            EndReason::FiveMoves => Self::FiveMoves,
            EndReason::LongDiagonal => Self::LongDiagonal,
            EndReason::QuietKings => Self::QuietKings,
            EndReason::NoProgress => Self::NoProgress,
            EndReason::OneKingEach => Self::OneKingEach,
            EndReason::OnePieceEach => Self::OnePieceEach,
            EndReason::SevenMoves => Self::SevenMoves,
            EndReason::FifteenMoves => Self::FifteenMoves,
            EndReason::ThirtyMoves => Self::ThirtyMoves,
            EndReason::SixtyMoves => Self::SixtyMoves,
            EndReason::TwelveMoves => Self::TwelveMoves,
            EndReason::ThirteenMoves => Self::ThirteenMoves,
            EndReason::NothingInSight => Self::NothingInSight,
        }
    }
}

impl OutcomeView {
    /// The end of a game of a variant.
    pub fn of(variant: Variant, outcome: Outcome) -> Self {
        Self {
            about: outcome.about(variant).map(Into::into),
            number: outcome.reason.number(variant),
            winner: outcome.winner.map(Into::into),
            reason: outcome.reason.into(),
            result: outcome.result().into(),
            article: outcome.reason.article(variant).map(Into::into),
        }
    }
}

impl CountView {
    /// A counting draw rule in moves: two plies each, rounded down.
    pub fn of(count: DrawCount) -> Self {
        Self {
            reason: count.reason.into(),
            moves: count.plies / 2,
            of: count.of_plies / 2,
            article: Some(count.article)
                .filter(|article| !article.is_empty())
                .map(Into::into),
        }
    }
}

impl RefusalView {
    /// The refusal of a move in a position.
    pub fn of(position: &Position, refusal: &Refusal) -> Self {
        let rule = match refusal.rule {
            draughts::RefusalRule::MustTake => RefusalRule::MustTake,
            draughts::RefusalRule::MustTakeMore => RefusalRule::MustTakeMore,
            draughts::RefusalRule::QualityRule
                if position.variant().rules().precedence == Precedence::Frisian =>
            {
                RefusalRule::ValueRule
            }
            draughts::RefusalRule::QualityRule => RefusalRule::QualityRule,
            draughts::RefusalRule::KingFirst => RefusalRule::KingFirst,
            draughts::RefusalRule::KingMoveLimit => RefusalRule::KingMoveLimit,
            draughts::RefusalRule::JumpedTwice => RefusalRule::JumpedTwice,
            draughts::RefusalRule::ManTakesNoKing => RefusalRule::ManTakesNoKing,
            draughts::RefusalRule::CapturesForward => RefusalRule::CapturesForward,
            draughts::RefusalRule::LandsBehind => RefusalRule::LandsBehind,
            draughts::RefusalRule::Empty => RefusalRule::Empty,
            draughts::RefusalRule::NotYours => RefusalRule::NotYours,
            draughts::RefusalRule::Backward => RefusalRule::Backward,
            draughts::RefusalRule::NeverBackward => RefusalRule::NeverBackward,
            draughts::RefusalRule::NotDiagonal => RefusalRule::NotDiagonal,
            draughts::RefusalRule::NotStraight => RefusalRule::NotStraight,
            draughts::RefusalRule::TooFar => RefusalRule::TooFar,
            draughts::RefusalRule::Occupied => RefusalRule::Occupied,
            draughts::RefusalRule::InTheWay => RefusalRule::InTheWay,
            draughts::RefusalRule::NothingTaken => RefusalRule::NothingTaken,
            draughts::RefusalRule::CannotMove => RefusalRule::CannotMove,
            draughts::RefusalRule::GameOver => RefusalRule::GameOver,
        };
        let views = |moves: &[Move]| moves.iter().map(|mv| MoveView::of(position, mv)).collect();
        Self {
            rule,
            origin: refusal.from.number(),
            target: refusal.to.map(Square::number),
            has: refusal.has,
            must: refusal.must,
            squares: numbers(refusal.squares.iter()),
            tried: refusal.tried.as_ref().map(|mv| MoveView::of(position, mv)),
            allowed: views(&refusal.allowed),
            lesser: views(&refusal.lesser),
        }
    }
}
