//! Calls for games by correspondence: what goes in and what comes out.
use crate::play::Handicap;
use crate::views::{BoardView, GameView, OutcomeView, PositionView, SideView, Squares, VariantKey, view};
use serde::{Deserialize, Serialize};

view! {
    /// `beginCorrespondence` → `CorrespondenceView`. The names are those that the other will read.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct BeginCorrespondence {
        /// Drawn by the front end: 64 bits as 16 hexadecimal digits. It tells the game from all others, on both sides.
        pub id: String,
        pub variant: String,
        /// The side that is played here.
        pub side: SideView,
        pub name: String,
        pub opponent: String,
        /// Days a move; 0 for no limit.
        pub days: u8,
        pub handicap: Handicap,
        /// The squares of the men taken off, where they were chosen; the handicap is then not counted.
        pub removed: Option<Squares>,
        /// Two rows of men each.
        pub short: Option<bool>,
        /// A set-up position to begin from; a handicap is then not counted.
        pub fen: Option<String>,
    }
}
view! {
    /// `correspondences` → `CorrespondenceSummary[]`: where it is one's own turn first, ended games last.
    pub struct Correspondences {}
}
view! {
    /// `correspondence {game}` → `CorrespondenceView`.
    pub struct OpenCorrespondence { pub game: i64 }
}
/// What is done in a game by correspondence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum LetterAct {
    /// The move over these squares, as `playMove` takes them.
    Move {
        /// Origin, landings, target.
        path: Squares,
    },
    /// A draw is offered with the line that is not sent yet, or no longer.
    Offer {
        /// Offered.
        on: bool,
    },
    /// The draw that the other offered is accepted.
    Agree,
    /// The game is given up.
    Resign,
    /// The other has let the days pass: the game is won.
    Claim,
    /// The move that is not sent yet is taken back.
    TakeBack,
    /// The line was handed on: what it says stands.
    Sent,
}
view! {
    /// `correspond {game, ply, act}` → `CorrespondenceView`.
    pub struct Correspond { pub game: i64, pub ply: u32, pub act: LetterAct }
}
view! {
    /// `planReplies {game, ply, replies}` → `CorrespondenceView`: conditional replies. Each is a line of moves as written, the other's
    /// first, one's own last: ["19-23", "28x19"]. They stay on this device, and are played when the other's line has come.
    pub struct PlanReplies { pub game: i64, pub ply: u32, pub replies: Vec<Vec<String>> }
}
view! {
    /// `receiveLine {line, accept?}` → `LineAnswer`: a code, an address or a message with it. `accept`: what the answer asked
    /// before is accepted. `linkDamaged`, `linkForeign` or `linkNewer` where it is no line.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct ReceiveLine { pub line: String, pub accept: Option<bool> }
}
view! {
    /// `lineReminder {game, title}` → `ReminderView`: the day by which the side to move has to answer, for a calendar.
    pub struct LineReminder { pub game: i64, pub title: String }
}
view! {
    /// A calendar file (iCalendar, RFC 5545).
    pub struct ReminderView { pub name: String, pub text: String }
}
view! {
    /// What a line says beside its moves.
    pub enum LetterWord { Moves, Offers, Agrees, Resigns, Claims }
}
view! {
    /// A game by correspondence, whole.
    #[cfg_attr(feature = "uniffi", uniffi(name = "CorrespondenceState"))]
    pub struct CorrespondenceView {
        pub game: GameView,
        pub white: String,
        pub black: String,
        /// The side that is played here.
        pub side: SideView,
        /// Days a move; 0 for no limit.
        pub days: u8,
        /// It is one's own turn.
        pub my_turn: bool,
        /// What the last line said, and whose it was; absent before the first.
        pub word: Option<LetterWord>,
        pub by: Option<SideView>,
        /// When the last line was made, in milliseconds since 1970.
        pub since: Option<f64>,
        /// Until when the side to move has to answer, in milliseconds since 1970.
        pub deadline: Option<f64>,
        /// The other has offered a draw, which may be accepted now.
        pub offered: bool,
        /// The other has let the days pass: the win may be claimed.
        pub claimable: bool,
        /// One's own last line has not been handed on yet: it can be taken back.
        pub unsent: bool,
        /// One's own last line, where the last was one's own: what stands in front of the link, and its code.
        pub text: Option<String>,
        pub code: Option<String>,
        /// Conditional replies, each as `planReplies` takes them.
        pub replies: Vec<Vec<String>>,
    }
}
view! {
    /// A game by correspondence in one line.
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
        /// Without its legal moves.
        pub position: PositionView,
    }
}
view! {
    /// A game that a line would bring here.
    pub struct LineOffer {
        pub variant: VariantKey,
        pub white: String,
        pub black: String,
        /// The side that would be played here.
        pub side: SideView,
        pub days: u8,
        pub ply: u32,
        pub board: BoardView,
        /// Without its legal moves.
        pub position: PositionView,
    }
}
/// What became of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[allow(
    clippy::large_enum_variant,
    reason = "one answer is made, and written out at once"
)]
pub enum LineAnswer {
    /// It was taken in.
    #[serde(rename_all = "camelCase")]
    Arrived {
        /// The game as it is now.
        game: CorrespondenceView,
        /// The conditional reply that was played.
        replied: Option<String>,
    },
    /// The game is not here: it can be begun, as the one to whom the line goes.
    Unknown {
        /// What would come.
        offer: LineOffer,
    },
    /// It is ahead of the game here by moves of one's own, made on another device: they can be taken over.
    Ahead {
        /// The game here.
        game: i64,
        /// What would come.
        offer: LineOffer,
    },
    /// It does not fit.
    Refused {
        /// Why.
        why: LineRefusal,
        /// The game that it is of.
        game: Option<i64>,
    },
}
/// Why a line does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum LineRefusal {
    /// It is a link of this app, and of no game.
    OtherLink,
    /// One's own line, which is for the other.
    Own,
    /// The game here is at least as far.
    Old {
        /// Half-moves in the line.
        there: u32,
        /// Half-moves in the game here.
        here: u32,
    },
    /// It contradicts itself, or begins otherwise than the game here: somebody changed it.
    Altered,
    /// A move that cannot be played where it stands.
    Illegal {
        /// Half-moves before it.
        ply: u32,
    },
    /// Another game was played there.
    Diverged {
        /// Half-moves that both have.
        ply: u32,
        /// The next one here.
        here: String,
        /// The next one there.
        there: String,
    },
    /// Its sender could not say that: it was not their turn.
    NotTheirTurn,
    /// The game here is over.
    GameOver,
    /// It claims a win by time, and there is still time.
    TooEarly,
    /// It accepts a draw that nobody offered.
    NoOffer,
}
