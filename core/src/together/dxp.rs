//! Messages of the window for games with another program by DamExchange.
use crate::views::{GameView, SideView, Squares};

message! {
    /// Direction of the connection.
    #[serde(tag = "kind")]
    pub enum DxpWay {
        /// Calls the other program at this address; the port is optional.
        Call { address: String },
        /// Waits for a call on this port; `others` admits other devices.
        Wait { port: u16, others: bool },
    }
}
shape! {
    /// Settings of a match.
    #[cfg_attr(test, ts(export))]
    pub struct DxpWish {
        pub way: DxpWay,
        /// Key of the variant. The protocol does not name it, so that both programs must agree.
        pub variant: String,
        /// `true` if this side proposes the games; otherwise the other program does and assigns colours.
        pub proposes: bool,
        /// Own colour in the first proposed game; colours alternate.
        pub colour: SideView,
        /// Minutes of each side in a proposed game; 0 for none.
        pub minutes: u16,
        /// Moves of each side after which the game ends; 0 for no end.
        pub moves: u16,
        /// Number of games.
        pub games: u16,
        /// Level that plays for this side; absent for a person.
        pub level: Option<String>,
        /// `true` if the other program may take moves back.
        pub take_back: bool,
    }
}
message! {
    /// Action of the person at the window.
    #[serde(tag = "kind")]
    #[cfg_attr(test, ts(export))]
    pub enum DxpAct {
        /// Plays a move: origin, landing squares, target.
        Play { ply: u32, path: Squares },
        /// Resigns, on the own turn.
        Resign {},
        /// Ends the game with a proposed draw, on the own turn; it is a draw if the opponent agrees.
        ProposeDraw {},
        /// Sends a text to the other side; letters lose their accents.
        Say { text: String },
    }
}
message! {
    /// State of the connection.
    #[serde(tag = "kind")]
    pub enum DxpState {
        /// Calling; `pause` is the number of seconds until the next try.
        Calling { address: String, calls: u32, pause: Option<u32> },
        /// Waiting for a call.
        Waiting { address: String },
        /// Connected, but no game is agreed.
        Met {},
        Playing {},
        /// Over: all games were played, or a fault occurred.
        Over {},
    }
}
message! {
    /// Reason why the games did not start or were broken off.
    #[serde(tag = "kind")]
    pub enum DxpFault {
        /// The variant is not played on 50 squares.
        NoBoard {},
        BadAddress { address: String },
        NoAnswer { address: String },
        /// The port is in use or not permitted.
        NoPort { port: u16 },
        /// Connected, but the proposal was not answered.
        Silent {},
        /// The program speaks another version of the protocol.
        OtherVersion { name: String },
        /// The program declines the game, usually because of another variant.
        OtherGame { name: String },
        /// The program declines to play now.
        Declined { name: String },
        /// The program closed the connection.
        Gone {},
        /// An illegal or unreadable move, usually because of another variant.
        Illegal { text: String },
        /// The caller is no draughts program.
        Nonsense {},
        /// A network error.
        Broken {},
        /// The game could not be stored.
        NotKept {},
        /// No such level.
        NoLevel {},
    }
}
shape! {
    /// A text that was sent.
    pub struct DxpWords { pub own: bool, pub text: String }
}
shape! {
    /// State of the connection and its game.
    #[cfg_attr(test, ts(export))]
    pub struct DxpView {
        pub state: DxpState,
        pub fault: Option<DxpFault>,
        /// Name of the other program, once known.
        pub opponent: String,
        /// Own colour in this game.
        pub own: SideView,
        /// Level that plays for this side.
        pub level: Option<String>,
        /// Number of the game, from 1; 0 before the first.
        pub number: u32,
        /// Moves of each side after which the game ends; 0 for no end.
        pub moves: u16,
        /// The last game. Its clocks are informal: each program keeps its own.
        pub game: Option<GameView>,
        /// `true` once both sides have ended the game; without an outcome if the result is unknown.
        pub ended: bool,
        /// The last texts.
        pub said: Vec<DxpWords>,
        /// Number of texts that were no message of the protocol and were passed over.
        pub unread: u32,
    }
}
