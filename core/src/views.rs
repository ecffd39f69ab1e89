//! What every front end sees of a board, a move and a game. Squares are the variant's own numbers (1-based).
use draughts::Variant;
use serde::{Deserialize, Serialize};

macro_rules! view {
    ($(#[$meta:meta])* pub enum $name:ident { $($body:tt)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
        #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
        #[serde(rename_all = "camelCase")]
        #[allow(missing_docs, reason = "a variant named by its word needs no sentence; those that need one have it")]
        $(#[$meta])*
        pub enum $name { $($body)* }
    };
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
        #[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
        #[serde(rename_all = "camelCase")]
        #[allow(missing_docs, reason = "a field named by its word needs no sentence; those that need one have it")]
        $(#[$meta])*
        pub struct $name { $($body)* }
    };
}
pub(crate) use view;

pub use crate::squares::Squares;

/// The games in both spellings, so that neither can lack one.
macro_rules! variants {
    ($($(#[$meta:meta])* $name:ident,)*) => {
        view! {
            /// A game of the family. In JSON its key: "international".
            #[derive(Hash)]
            #[cfg_attr(feature = "uniffi", uniffi(name = "Variant"))]
            pub enum VariantKey { $($(#[$meta])* $name,)* }
        }

        impl From<Variant> for VariantKey {
            fn from(variant: Variant) -> Self {
                match variant { $(Variant::$name => Self::$name,)* }
            }
        }

        impl From<VariantKey> for Variant {
            fn from(key: VariantKey) -> Self {
                match key { $(VariantKey::$name => Self::$name,)* }
            }
        }
    };
}
variants! {
    /// International draughts on 100 squares.
    International,
    /// Canadian draughts on 144 squares.
    Canadian,
    /// English draughts, American checkers.
    English,
    /// Brazilian draughts: the international game on 64 squares.
    Brazilian,
    /// Russian draughts, shashki.
    Russian,
    /// Italian draughts.
    Italian,
    /// Spanish draughts.
    Spanish,
    /// Turkish draughts on all 64 squares.
    Turkish,
    /// Frisian draughts: captures in eight directions.
    Frisian,
    /// Portuguese draughts: the Spanish game by another name.
    Portuguese,
    /// Czech draughts.
    Czech,
    /// American pool checkers.
    Pool,
    /// Thai draughts, makhos.
    Thai,
    /// Sri Lankan draughts: the Canadian game on the mirrored board.
    Srilankan,
    /// Frysk!: Frisian draughts with five men a side.
    Frysk,
    /// International draughts played to lose.
    Antidraughts,
    /// International draughts for the first king.
    Breakthrough,
    /// Killer draughts: a king stops behind the king it takes last.
    Killer,
}

impl From<VariantKey> for String {
    fn from(key: VariantKey) -> Self {
        Variant::from(key).key().into()
    }
}

view! {
    /// A player's colour.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Side"))]
    pub enum SideView { White, Black }
}
view! {
    /// What a piece is.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Role"))]
    pub enum RoleView { Man, King }
}
view! {
    /// A piece on its square.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Piece"))]
    pub struct PieceView {
        pub square: u8,
        pub side: SideView,
        pub role: RoleView,
    }
}
/// Where a square lies; in JSON a pair: column from the left, row from the top, 0 first, White below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    test,
    derive(ts_rs::TS),
    ts(export_to = "types.ts", type = "[number, number]")
)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[serde(from = "(u8, u8)", into = "(u8, u8)")]
#[cfg_attr(feature = "uniffi", uniffi(name = "BoardPlace"))]
pub struct PlaceView {
    /// From the left.
    pub column: u8,
    /// From the top.
    pub row: u8,
}

impl From<(u8, u8)> for PlaceView {
    fn from((column, row): (u8, u8)) -> Self {
        Self { column, row }
    }
}

impl From<PlaceView> for (u8, u8) {
    fn from(place: PlaceView) -> Self {
        (place.column, place.row)
    }
}

view! {
    /// The board of a variant: enough to draw it, nothing of its rules.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Board"))]
    pub struct BoardView {
        pub columns: u8,
        pub rows: u8,
        /// Where each played square lies, square 1 first: column from the left, row from the top, White below.
        pub squares: Vec<PlaceView>,
        /// What is written on each square, square 1 first: "1" … "50", or "a1" in algebraic games.
        pub labels: Vec<String>,
        /// Who sits below where nobody has chosen: the side that begins.
        pub below: SideView,
        /// A captured piece leaves as it is passed over; else it stands, taken, until the move is over.
        pub lifts_at_once: bool,
    }
}
view! {
    /// One legal or played move. Two routes with the same ends and victims are one move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Move"))]
    pub struct MoveView {
        pub origin: u8,
        pub target: u8,
        /// The squares of the captured pieces, in the order of the first route.
        pub captured: Squares,
        /// Every route: origin, each landing square, target. A quiet move has one route of two squares.
        pub routes: Vec<Squares>,
        /// As written: "32-28", "26x37"; with its stops where two captures share both ends.
        pub notation: String,
        /// A man becomes a king by it.
        pub promotes: bool,
        /// The landings that crown it, whatever the route: its target, or where the game crowns in passing, each square
        /// of the last row that a route comes by. Empty where nothing is crowned.
        pub crowned_on: Squares,
        /// The names of the squares of the first route: "32", "28", or "c3", "d4".
        pub names: Vec<String>,
        /// The names of the captured squares, in their order.
        pub taken_names: Vec<String>,
    }
}
view! {
    /// A king that has made quiet moves in a row, in a game that limits them.
    #[cfg_attr(feature = "uniffi", uniffi(name = "KingMoveCount"))]
    pub struct KingMovesView { pub side: SideView, pub square: u8, pub count: u8 }
}
view! {
    /// A position with everything a board needs to show it and to take a move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PositionState"))]
    pub struct PositionView {
        pub variant: VariantKey,
        pub fen: String,
        pub turn: SideView,
        pub pieces: Vec<PieceView>,
        /// Every legal move of the side to move; empty when the game is over.
        pub legal: Vec<MoveView>,
        /// The legal moves are captures: the side to move must take.
        pub must_take: bool,
        /// Where kings may make only so many quiet moves in a row: those that have made any.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<KingMovesView>>"))]
        pub king_moves: Vec<KingMovesView>,
    }
}
view! {
    /// How a game ended. `winner` is absent in a draw.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Outcome"))]
    pub struct OutcomeView {
        pub winner: Option<SideView>,
        pub reason: EndReasonView,
        /// "2-0", "1-1" or "0-2".
        pub result: String,
        /// The article of the federation's rules that ends the game, "6.2".
        pub article: Option<String>,
        /// Whom the reason is about: who is blocked, resigns or has no piece left. Absent in a draw.
        pub about: Option<SideView>,
        /// The number in a draw rule: moves each, or how often a position came. Absent where the rule has none.
        pub number: Option<u16>,
    }
}
view! {
    /// Why a game ended.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EndReason"))]
    pub enum EndReasonView {
        /// The side to move has no piece left.
        NoPieces,
        /// The side to move has pieces and no move.
        Blocked,
        /// A man reached the last row where that ends the game.
        FirstKing,
        /// A king against a lone man, where that is won.
        KingAgainstMan,
        Resignation,
        Time,
        /// A player does not submit to the rules.
        RefusedRules,
        RefusesToPlay,
        UpsetBoard,
        /// A fault on purpose: the game was stopped.
        DeliberateFault,
        /// The board lay the wrong way round: the game does not count.
        BoardTurned,
        Agreement,
        /// The same position once too often (mostly the third time), same side to move.
        Repetition,
        /// 25 moves each with kings only, nothing taken.
        TwentyFiveMoves,
        /// Three pieces with a king against a lone king: 16 moves each.
        SixteenMoves,
        /// At most two pieces with a king against a lone king: 5 moves each.
        FiveMoves,
        /// The lone king stayed on the long diagonal for five moves.
        LongDiagonal,
        /// A number of moves each with kings only, nothing taken.
        QuietKings,
        /// A number of moves each with nothing taken and nobody crowned.
        NoProgress,
        /// One king each, for two moves each.
        OneKingEach,
        /// Two kings against one: 7 moves each.
        SevenMoves,
        /// Three kings or more against one: 15 moves each.
        FifteenMoves,
        /// Four or five pieces with kings on both sides: 30 moves each.
        ThirtyMoves,
        /// Six or seven pieces with kings on both sides: 60 moves each.
        SixtyMoves,
        /// Three kings, one of them on the long diagonal, against one: 12 moves.
        TwelveMoves,
        /// Three kings against one: 13 moves.
        ThirteenMoves,
        /// An ending where nothing is to be taken any more.
        NothingInSight,
    }
}
view! {
    /// A draw rule that is counting: "9 of 16 moves".
    #[cfg_attr(feature = "uniffi", uniffi(name = "DrawCount"))]
    pub struct CountView {
        pub reason: EndReasonView,
        /// Moves (of both sides, rounded down) made since it began, and the number that ends the game.
        pub moves: u16,
        pub of: u16,
        pub article: Option<String>,
    }
}

/// Who moves the pieces of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "uniffi", uniffi(name = "Player"))]
pub enum PlayerView {
    /// A person, at this device.
    Human,
    /// The engine at the level of this key (see `levels`), or `hub:` and the name of another engine, by which the window plays.
    Computer {
        /// Its key.
        level: String,
    },
}

view! {
    /// A game, whole: what a front end shows is this and nothing it remembers.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameState"))]
    pub struct GameView {
        pub id: i64,
        pub board: BoardView,
        /// The position now; its `legal` is empty once the game is over.
        pub position: PositionView,
        pub start_fen: String,
        /// The moves played, first to last. White's first unless the start says otherwise.
        pub moves: Vec<MoveView>,
        /// How many moves were played: the `ply` that `playMove` and `takeBack` ask for.
        pub ply: u32,
        pub white: PlayerView,
        pub black: PlayerView,
        /// The squares of the men taken off before the start.
        pub removed: Squares,
        pub outcome: Option<OutcomeView>,
        /// The draw rules that are counting, nearest to its end first.
        pub counts: Vec<CountView>,
        /// Under the historic rule: the pieces that the side to move may take off the board now.
        pub huffable: Squares,
        /// After how many moves a piece was huffed, by the side that makes the next.
        pub huffed: Vec<u32>,
        pub take_backs: u32,
        pub hints: u32,
        pub terms: crate::play::conditions::TermsView,
        pub clock: Option<crate::play::conditions::ClockView>,
        /// It is played by correspondence: its moves are made by `correspond`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        pub by_letter: bool,
    }
}
view! {
    /// A game in one line.
    pub struct GameSummary {
        pub id: i64,
        pub variant: VariantKey,
        pub fen: String,
        pub ply: u32,
        pub white: PlayerView,
        pub black: PlayerView,
        pub outcome: Option<OutcomeView>,
        /// Milliseconds since 1970.
        pub updated: f64,
    }
}
view! {
    /// Which rule refuses a tried move.
    pub enum RefusalRule {
        /// There is a capture: it must be played.
        MustTake,
        /// A capture of more pieces exists, or this one goes on.
        MustTakeMore,
        /// A capture of as many pieces exists that takes more kings, or meets a king sooner.
        QualityRule,
        /// A capture of a higher value exists, where a king is worth a little less than two men.
        ValueRule,
        /// The king must capture, not the man.
        KingFirst,
        /// The king has made as many quiet moves in a row as it may.
        KingMoveLimit,
        /// A piece would be jumped a second time.
        JumpedTwice,
        /// A man does not capture a king in this game.
        ManTakesNoKing,
        /// A man captures forward only in this game.
        CapturesForward,
        /// The king stops directly behind the piece it captures.
        LandsBehind,
        /// The square is empty.
        Empty,
        /// The piece is the opponent's.
        NotYours,
        /// A man moves forward; it goes back only to capture.
        Backward,
        NeverBackward,
        /// Only along the diagonals.
        NotDiagonal,
        /// Only along rows and columns.
        NotStraight,
        /// One step at a time: a man, and a king where kings are short.
        TooFar,
        /// A piece stands there.
        Occupied,
        /// Something stands in the way (an own piece, or two in a row).
        InTheWay,
        /// Nothing is captured on this way.
        NothingTaken,
        /// The piece cannot move at all.
        CannotMove,
        /// The game is over.
        GameOver,
    }
}
view! {
    /// Why a tried move is refused, with what proves it on the board.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Refusal"))]
    pub struct RefusalView {
        pub rule: RefusalRule,
        pub origin: u8,
        /// Absent where the piece was only touched.
        pub target: Option<u8>,
        /// How many pieces the tried move takes, and how many must be taken (0 where no capture exists).
        pub has: u8,
        pub must: u8,
        /// The squares that prove it: what stands in the way, what would be jumped twice, the king that must rest.
        pub squares: Squares,
        /// The move that was tried where it would be a capture on its own (too short, too few).
        pub tried: Option<MoveView>,
        /// Every move that is allowed instead, when the rule is about captures.
        pub allowed: Vec<MoveView>,
        /// The captures that the same rule forbids, of any piece, each played to its end: at most eight.
        pub lesser: Vec<MoveView>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_is_written_by_its_key() {
        for variant in Variant::ALL {
            let key = VariantKey::from(variant);
            assert_eq!(serde_json::to_value(key).unwrap(), variant.key());
            assert_eq!(Variant::from(key), variant);
        }
    }
}
