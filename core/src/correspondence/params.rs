//! Parameters and views of the calls for correspondence games.
use crate::play::Handicap;
use crate::views::{BoardView, GameView, OutcomeView, PositionView, SideView, Squares, VariantKey, view};
use serde::{Deserialize, Serialize};

view! {
    /// `beginCorrespondence` → `CorrespondenceView`. The opponent will see the names.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct BeginCorrespondence {
        /// Id of the game on both sides: 64 random bits as 16 hexadecimal digits, drawn by the front end.
        pub id: String,
        pub variant: String,
        /// Side played here.
        pub side: SideView,
        pub name: String,
        pub opponent: String,
        /// Days for a move; 0 for no limit.
        pub days: u8,
        pub handicap: Handicap,
        /// Squares of removed men, if chosen; the handicap is ignored then.
        pub removed: Option<Squares>,
        /// Two rows of men each.
        pub short: Option<bool>,
        /// Start position, if set up; the handicap is ignored then.
        pub fen: Option<String>,
    }
}
view! {
    /// `correspondences` → `CorrespondenceSummary[]`: games with the person to move first, finished games last.
    pub struct Correspondences {}
}
view! {
    /// `correspondence {game}` → `CorrespondenceView`.
    pub struct OpenCorrespondence { pub game: i64 }
}
/// Action in a correspondence game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum LetterAct {
    /// Plays a move along these squares, as in `playMove`.
    Move {
        /// Origin, landing squares, target.
        path: Squares,
    },
    /// Adds a draw offer to the unsent line, or removes it.
    Offer {
        /// `true` to offer.
        on: bool,
    },
    /// Accepts the offered draw.
    Agree,
    /// Resigns.
    Resign,
    /// Claims the win because the opponent exceeded the time limit.
    Claim,
    /// Takes the unsent move back.
    TakeBack,
    /// Marks the line as sent, which makes it final.
    Sent,
}
view! {
    /// `correspond {game, ply, act}` → `CorrespondenceView`.
    pub struct Correspond { pub game: i64, pub ply: u32, pub act: LetterAct }
}
view! {
    /// `planReplies {game, ply, replies}` → `CorrespondenceView`: sets conditional replies. Each is a line of moves
    /// that starts with the opponent's and ends with an own one: ["19-23", "28x19"]. They stay on this device until
    /// the opponent's line arrives.
    pub struct PlanReplies { pub game: i64, pub ply: u32, pub replies: Vec<Vec<String>> }
}
view! {
    /// `receiveLine {line, accept?}` → `LineAnswer`: reads a code, an address or a message with one. `accept`
    /// confirms the question of the last answer. `linkDamaged`, `linkForeign` or `linkNewer` if it is not a valid
    /// line.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct ReceiveLine { pub line: String, pub accept: Option<bool> }
}
view! {
    /// `lineReminder {game, title}` → `ReminderView`: the deadline of the side to move, for a calendar.
    pub struct LineReminder { pub game: i64, pub title: String }
}
view! {
    /// A calendar file (iCalendar, RFC 5545).
    pub struct ReminderView { pub name: String, pub text: String }
}
view! {
    /// Statement of a line besides its moves.
    pub enum LetterWord { Moves, Offers, Agrees, Resigns, Claims }
}
view! {
    /// A correspondence game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "CorrespondenceState"))]
    pub struct CorrespondenceView {
        pub game: GameView,
        pub white: String,
        pub black: String,
        /// Side played here.
        pub side: SideView,
        /// Days for a move; 0 for no limit.
        pub days: u8,
        /// `true` if the person is to move.
        pub my_turn: bool,
        /// Statement of the last line and its sender; absent before the first.
        pub word: Option<LetterWord>,
        pub by: Option<SideView>,
        /// Time of the last line, in milliseconds since 1970.
        pub since: Option<f64>,
        /// Deadline of the side to move, in milliseconds since 1970.
        pub deadline: Option<f64>,
        /// `true` if the opponent's draw offer can be accepted now.
        pub offered: bool,
        /// `true` if the opponent exceeded the time limit, so that the win can be claimed.
        pub claimable: bool,
        /// `true` if the own last line is unsent and can be taken back.
        pub unsent: bool,
        /// Text and code of the last line, if it is the own.
        pub text: Option<String>,
        pub code: Option<String>,
        /// Conditional replies in the form of `planReplies`.
        pub replies: Vec<Vec<String>>,
    }
}
view! {
    /// Summary of a correspondence game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "CorrespondenceLine"))]
    pub struct CorrespondenceSummary {
        pub game: i64,
        pub variant: VariantKey,
        pub white: String,
        pub black: String,
        pub side: SideView,
        pub ply: u32,
        pub my_turn: bool,
        pub unsent: bool,
        pub offered: bool,
        pub deadline: Option<f64>,
        pub outcome: Option<OutcomeView>,
        pub board: BoardView,
        /// Position without legal moves.
        pub position: PositionView,
    }
}
view! {
    /// A game that an arriving line offers.
    pub struct LineOffer {
        pub variant: VariantKey,
        pub white: String,
        pub black: String,
        /// Side that would be played here.
        pub side: SideView,
        pub days: u8,
        pub ply: u32,
        pub board: BoardView,
        /// Position without legal moves.
        pub position: PositionView,
    }
}
/// Result of receiving a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[allow(
    clippy::large_enum_variant,
    reason = "one answer is made, and written out at once"
)]
pub enum LineAnswer {
    /// The line was taken in.
    #[serde(rename_all = "camelCase")]
    Arrived {
        /// The game after it.
        game: CorrespondenceView,
        /// The conditional reply that was played.
        replied: Option<String>,
    },
    /// The game is not on this device; it can begin here, as the recipient.
    Unknown {
        /// The offered game.
        offer: LineOffer,
    },
    /// The line has own moves from another device, which can be taken over.
    Ahead {
        /// The game here.
        game: i64,
        /// The offered game.
        offer: LineOffer,
    },
    /// The line was refused.
    Refused {
        /// Reason.
        why: LineRefusal,
        /// The game that it belongs to.
        game: Option<i64>,
    },
}
/// Reason why a line is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum LineRefusal {
    /// A link of this app, but not a line.
    OtherLink,
    /// The own line, which is for the opponent.
    Own,
    /// The game here is at least as far.
    Old {
        /// Plies in the line.
        there: u32,
        /// Plies in the game here.
        here: u32,
    },
    /// Altered: inconsistent, or with another start than the game here.
    Altered,
    /// An illegal move.
    Illegal {
        /// Number of plies before it.
        ply: u32,
    },
    /// The moves differ from the game here.
    Diverged {
        /// Number of common plies.
        ply: u32,
        /// Next move here.
        here: String,
        /// Next move of the line.
        there: String,
    },
    /// The sender was not entitled to this statement.
    NotTheirTurn,
    /// The game here is over.
    GameOver,
    /// A claim of the win on time, before the deadline.
    TooEarly,
    /// Acceptance of a draw that was not offered.
    NoOffer,
}
