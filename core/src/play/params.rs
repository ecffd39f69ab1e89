//! Parameters and views of the calls for playing.
use crate::views::{
    BoardView, Experience, GameView, HouseRuleView, MoveView, PlayerView, PositionView, RefusalView,
    SideView, Squares, TermsView, view,
};

view! {
    /// `levels {variant}` → `LevelView[]`, weakest first.
    pub struct Levels { pub variant: String }
}
view! {
    /// A level of the computer. The front end names and describes it by its key.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LevelInfo"))]
    pub struct LevelView {
        pub key: String,
        /// Number of the level, from 1, the weakest.
        pub number: u8,
        /// Rating on a scale where random legal moves have 0; absent if too few games were played.
        pub rating: Option<u16>,
        /// First-run answer for which the level is proposed.
        pub proposed_for: Option<Experience>,
    }
}
view! {
    /// Action on a game's clock.
    pub enum ClockAction {
        /// Starts or resumes the clock of the side to move.
        Go,
        /// Pauses the clock, except in a serious game.
        Pause,
        /// Records the time used so far, while somebody watches.
        Watch,
        /// Resumes after a restart of the app: time since the last `Watch` does not count, and the clock is paused.
        /// The clock of a serious game has continued.
        Wake,
    }
}
view! {
    /// `clock {game, action}` → `GameView`. A fallen flag ends the game first.
    pub struct SetClock { pub game: i64, pub action: ClockAction }
}
view! {
    /// `setLevel {game, level}` → `GameView`: changes the computer's level in an adapting game.
    pub struct SetLevel { pub game: i64, pub level: String }
}
view! {
    /// `playOn {game, ply}` → `GameView`: a new game with the same players and the first `ply` moves of another. It
    /// is friendly and has no clock.
    pub struct PlayOn { pub game: i64, pub ply: u32 }
}
view! {
    /// Number of men removed from each side at the start, 0 to 10.
    #[derive(Copy, Eq, Default)]
    pub struct Handicap { pub white: u8, pub black: u8 }
}
view! {
    /// `startPosition` → `StartView`: the board before the game starts. `removed` are squares of men to remove
    /// instead of the handicap's; `short` leaves two rows of men each.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct StartPosition {
        pub variant: String,
        pub handicap: Handicap,
        pub removed: Option<Squares>,
        pub short: Option<bool>,
    }
}
view! {
    /// Start of a game, and the squares of removed men.
    #[cfg_attr(feature = "uniffi", uniffi(name = "StartingPosition"))]
    pub struct StartView {
        pub board: BoardView,
        pub position: PositionView,
        pub removed: Squares,
    }
}
view! {
    /// `newGame` → `GameView`. The front end draws a random colour.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct NewGame {
        pub variant: String,
        pub white: PlayerView,
        pub black: PlayerView,
        pub handicap: Handicap,
        /// Squares of removed men, if chosen; the handicap is ignored then.
        pub removed: Option<Squares>,
        /// Start position, if set up; the handicap is ignored then.
        pub fen: Option<String>,
        pub terms: Option<TermsView>,
    }
}
view! {
    /// `game {id}` → `GameView`; without an id the unfinished game played last.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct OpenGame { pub id: Option<i64> }
}
view! {
    /// `gameAt {game, ply}` → `PositionView`: position after this many moves, without legal moves.
    pub struct GameAt { pub game: i64, pub ply: u32 }
}
view! {
    /// `playMove` → `GameView`. `path` is origin, landing squares, target; landing squares are optional if only one
    /// legal move fits.
    pub struct PlayMove { pub game: i64, pub ply: u32, pub path: Squares }
}
view! {
    /// `huff {game, ply, square}` → `GameView`: removes a piece that missed a capture; the same side moves next.
    pub struct Huff { pub game: i64, pub ply: u32, pub square: u8 }
}
view! {
    /// `realRule {game, ply}` → `RealRuleView`: whether the federation's rules allow the move that led to `ply`, in a
    /// game with a house rule.
    pub struct RealRule { pub game: i64, pub ply: u32 }
}
view! {
    /// The federation's rules applied to a move under a house rule.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RuleAnswer"))]
    pub struct RealRuleView {
        /// Ply after the move.
        pub ply: u32,
        /// Position before the move, without legal moves.
        pub position: PositionView,
        /// Reason why the move is illegal; absent if it is legal.
        pub refusal: Option<RefusalView>,
    }
}
view! {
    /// `takeBack {game, ply}` → `GameView`: goes back to the person's last decision.
    pub struct TakeBack { pub game: i64, pub ply: u32 }
}
view! {
    /// `resign {game, side}` → `GameView`.
    pub struct Resign { pub game: i64, pub side: SideView }
}
view! {
    /// `offerDraw` → `DrawAnswer`. Against the computer, `score` is the result of a search (centipawns for the
    /// computer).
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct OfferDraw { pub game: i64, pub side: SideView, pub score: Option<i32> }
}
view! {
    /// Answer to an offer, and the game after it.
    pub struct DrawAnswer { pub accepted: bool, pub game: GameView }
}
view! {
    /// `countHint {game}` → `{}`: counts a hint that was shown.
    pub struct CountHint { pub game: i64 }
}
view! {
    /// `missedWin {game}` → `MissedWinView?`: the win that a player gave away in a drawn game, as proven by the
    /// endgame tables; null if there was none or the tables do not know.
    pub struct MissedWin { pub game: i64 }
}
view! {
    /// A missed win, for the side to move after `ply` moves.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ProvenWin"))]
    pub struct MissedWinView {
        pub ply: u32,
        pub side: SideView,
        /// A move that keeps the win.
        pub best: MoveView,
    }
}
view! {
    /// `whyNot {variant, fen, origin, target?, houseRule?}` → `RefusalView?`; null if the move, or the piece, may be
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
