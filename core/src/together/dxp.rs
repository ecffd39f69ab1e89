//! A game with another draughts program by DamExchange, as the window asks for it and shows it. Shapes alone.
use crate::views::{GameView, SideView, Squares};

message! {
    /// How the two come together.
    #[serde(tag = "kind")]
    pub enum DxpWay {
        /// The other program listens at this address; its port may be left out.
        Call { address: String },
        /// The other program calls here, on this port; from another device only where that is wanted.
        Wait { port: u16, others: bool },
    }
}
shape! {
    /// What is wanted.
    #[cfg_attr(test, ts(export))]
    pub struct DxpWish {
        pub way: DxpWay,
        /// Key of the variant: the protocol does not name it, so both programs must be set to the same.
        pub variant: String,
        /// We propose the games; else the other program does, and says who has which colour.
        pub proposes: bool,
        /// Our colour in the first game that we propose; then they change.
        pub colour: SideView,
        /// Minutes of each side for a game that we propose; 0 for none.
        pub minutes: u16,
        /// Moves of each side after which it ends; 0 for no end.
        pub moves: u16,
        /// How many games.
        pub games: u16,
        /// The level of ours that plays; a person does where there is none.
        pub level: Option<String>,
        /// The other program may take moves back.
        pub take_back: bool,
    }
}
message! {
    /// What is done by whoever sits at the window.
    #[serde(tag = "kind")]
    #[cfg_attr(test, ts(export))]
    pub enum DxpAct {
        /// Plays a move: origin, landings, target.
        Play { ply: u32, path: Squares },
        /// Gives the game up, on one's turn.
        Resign {},
        /// Proposes to end it as a draw, on one's turn: the game ends, and is a draw where the other side says so too.
        ProposeDraw {},
        /// Says something to whoever watches there; what the protocol cannot write is left out.
        Say { text: String },
    }
}
message! {
    /// How far it is.
    #[serde(tag = "kind")]
    pub enum DxpState {
        /// It is called; `pause` are the seconds until the next call, where the last was not answered.
        Calling { address: String, calls: u32, pause: Option<u32> },
        /// It is waited for.
        Waiting { address: String },
        /// The line is open, and a game not yet agreed upon.
        Met {},
        Playing {},
        /// Over, after as many games as were wanted or because of a fault.
        Over {},
    }
}
message! {
    /// Why it did not come to games, or why one was broken off.
    #[serde(tag = "kind")]
    pub enum DxpFault {
        /// No game on 50 squares.
        NoBoard {},
        BadAddress { address: String },
        NoAnswer { address: String },
        /// Another program has the port, or the system does not give it.
        NoPort { port: u16 },
        /// The line is open, and the proposal is not answered.
        Silent {},
        /// It speaks another version of the protocol.
        OtherVersion { name: String },
        /// It does not play this: another variant, mostly.
        OtherGame { name: String },
        /// It plays no games now.
        Declined { name: String },
        /// It has closed the connection.
        Gone {},
        /// A move that is not legal: it is set to another variant, mostly.
        Illegal { text: String },
        /// Not a message of the protocol.
        Nonsense {},
        /// The network.
        Broken {},
        /// The game could not be written here.
        NotKept {},
        /// No level has this name.
        NoLevel {},
    }
}
shape! {
    /// Something that was said.
    pub struct DxpWords { pub own: bool, pub text: String }
}
shape! {
    /// The line as it stands.
    #[cfg_attr(test, ts(export))]
    pub struct DxpView {
        pub state: DxpState,
        pub fault: Option<DxpFault>,
        /// The other program's name, once it has said it.
        pub opponent: String,
        /// Our colour in this game.
        pub own: SideView,
        /// The level of ours that plays.
        pub level: Option<String>,
        /// Which game it is, 1 the first; 0 before it.
        pub number: u32,
        /// The moves of each side after which the game ends; 0 for no end.
        pub moves: u16,
        /// The game last begun. Its clocks only show: each program keeps its own.
        pub game: Option<GameView>,
        /// It has ended, as both have told each other; without an outcome where the result is not known.
        pub ended: bool,
        /// The last that were said.
        pub said: Vec<DxpWords>,
    }
}
