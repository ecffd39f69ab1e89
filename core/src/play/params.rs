//! Calls for playing: what goes in. What comes out is in `views`.
use crate::views::{
    BoardView, Experience, GameView, HouseRuleView, MoveView, PlayerView, PositionView, RefusalView,
    SideView, Squares, TermsView, view,
};

view! {
    /// `levels {variant}` → `LevelView[]`, weakest first.
    pub struct Levels { pub variant: String }
}
view! {
    /// A strength of the computer. Names and descriptions are the front end's, by key.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LevelInfo"))]
    pub struct LevelView {
        pub key: String,
        /// Which level it is, 1 the weakest.
        pub number: u8,
        /// Points of its ladder, a player who makes any legal move having 0; absent where too few games were played.
        pub rating: Option<u16>,
        /// The level is proposed to somebody who answered the first-run question so.
        pub proposed_for: Option<Experience>,
    }
}
view! {
    /// What is done to a game's clock.
    pub enum ClockAction {
        /// The one of the side to move starts or goes on.
        Go,
        /// Stops, in a game that is not serious.
        Pause,
        /// Somebody watches: the time used so far is written down.
        Watch,
        /// The app was closed and is open again: the time since somebody watched counts for nothing, and the clock
        /// stands. That of a serious game has run on.
        Wake,
    }
}
view! {
    /// `clock {game, action}` → `GameView`. A flag that has fallen ends the game, whatever was to be done.
    pub struct SetClock { pub game: i64, pub action: ClockAction }
}
view! {
    /// `setLevel {game, level}` → `GameView`: the computer of an adapting game plays at another level from now on.
    pub struct SetLevel { pub game: i64, pub level: String }
}
view! {
    /// `playOn {game, ply}` → `GameView`: a new game of the same players that has the first `ply` moves of another. It is
    /// friendly and has no clock.
    pub struct PlayOn { pub game: i64, pub ply: u32 }
}
view! {
    /// How many men fewer each side starts with, 0 to 10.
    #[derive(Copy, Eq, Default)]
    pub struct Handicap { pub white: u8, pub black: u8 }
}
view! {
    /// `startPosition` → `StartView`: what the board shows before the game begins. `removed` are squares of men chosen to be
    /// taken off instead of those of the handicap; `short` is the game of two rows of men each.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct StartPosition {
        pub variant: String,
        pub handicap: Handicap,
        pub removed: Option<Squares>,
        pub short: Option<bool>,
    }
}
view! {
    /// The start of a game, with the squares of the men taken off.
    #[cfg_attr(feature = "uniffi", uniffi(name = "StartingPosition"))]
    pub struct StartView {
        pub board: BoardView,
        pub position: PositionView,
        pub removed: Squares,
    }
}
view! {
    /// `newGame` → `GameView`. The colour "by lot" is drawn by the front end.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct NewGame {
        pub variant: String,
        pub white: PlayerView,
        pub black: PlayerView,
        pub handicap: Handicap,
        /// The squares of the men taken off, where they were chosen; the handicap is then not counted.
        pub removed: Option<Squares>,
        /// A set-up position to begin from instead of the start; a handicap is then not counted.
        pub fen: Option<String>,
        pub terms: Option<TermsView>,
    }
}
view! {
    /// `game {id}` → `GameView`; without an id the unfinished game last played.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct OpenGame { pub id: Option<i64> }
}
view! {
    /// `gameAt {game, ply}` → `PositionView` after that many moves (0 = the start), without legal moves.
    pub struct GameAt { pub game: i64, pub ply: u32 }
}
view! {
    /// `playMove` → `GameView`. `path` is origin, landings, target; it may leave out landings while it fits one legal move.
    pub struct PlayMove { pub game: i64, pub ply: u32, pub path: Squares }
}
view! {
    /// `huff {game, ply, square}` → `GameView`: a piece that missed a capture goes off the board; the same side moves.
    pub struct Huff { pub game: i64, pub ply: u32, pub square: u8 }
}
view! {
    /// `realRule {game, ply}` → `RealRuleView`: what the rules say of the move that led to `ply`, in a game by a house rule, played here
    /// or brought from a file.
    pub struct RealRule { pub game: i64, pub ply: u32 }
}
view! {
    /// What the rules say of a move that a house rule let be played.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RuleAnswer"))]
    pub struct RealRuleView {
        /// The move is the one that led to this ply.
        pub ply: u32,
        /// The position before it, without its legal moves.
        pub position: PositionView,
        /// Why it is against the rules; absent where it follows them.
        pub refusal: Option<RefusalView>,
    }
}
view! {
    /// `takeBack {game, ply}` → `GameView` at the person's last decision (their move and the computer's reply are gone).
    pub struct TakeBack { pub game: i64, pub ply: u32 }
}
view! {
    /// `resign {game, side}` → `GameView`: this side gives the game up.
    pub struct Resign { pub game: i64, pub side: SideView }
}
view! {
    /// `offerDraw` → `DrawAnswer`. Against the computer `score` is what a search just said (centipawns for the computer's side).
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct OfferDraw { pub game: i64, pub side: SideView, pub score: Option<i32> }
}
view! {
    /// The answer to an offer, and the game as it then stands.
    pub struct DrawAnswer { pub accepted: bool, pub game: GameView }
}
view! {
    /// `countHint {game}` → `{}`: a hint was shown in this game.
    pub struct CountHint { pub game: i64 }
}
view! {
    /// `missedWin {game}` → `MissedWinView?`: where a drawn game had a win that the endgame tables prove and that its
    /// player let go; null where there was none, or they know nothing of it.
    pub struct MissedWin { pub game: i64 }
}
view! {
    /// A win that was there: before the move after `ply` moves, for the side to move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ProvenWin"))]
    pub struct MissedWinView {
        pub ply: u32,
        pub side: SideView,
        /// A move that would have kept it.
        pub best: MoveView,
    }
}
view! {
    /// `whyNot {variant, fen, origin, target?, houseRule?}` → `RefusalView?`; null when the move (or the piece) may be
    /// played.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct WhyNot {
        pub variant: String,
        pub fen: String,
        pub origin: u8,
        pub target: Option<u8>,
        pub house_rule: Option<HouseRuleView>,
    }
}
