//! The end of a game, and the draw rules that are counting.
use super::board::SideView;

view! {
    /// The end of a game. `winner` is absent in a draw.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Outcome"))]
    pub struct OutcomeView {
        pub winner: Option<SideView>,
        pub reason: EndReasonView,
        /// "2-0", "1-1" or "0-2".
        pub result: String,
        /// Article of the federation's rules that ends the game, "6.2".
        pub article: Option<String>,
        /// The side that the reason concerns: blocked, resigned or without pieces. Absent in a draw.
        pub about: Option<SideView>,
        /// Number in a draw rule: moves each, or repetitions. Absent if the rule has none.
        pub number: Option<u16>,
    }
}
view! {
    /// Reason for the end of a game. See `draughts::EndReason`.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EndReason"))]
    pub enum EndReasonView {
        /// The side to move has no piece left.
        NoPieces,
        /// The side to move has pieces and no move.
        Blocked,
        /// A man reached the last row, in a game that ends there.
        FirstKing,
        /// A king against a single man, in a game where that wins.
        KingAgainstMan,
        Resignation,
        Time,
        /// A player does not accept the rules.
        RefusedRules,
        RefusesToPlay,
        UpsetBoard,
        /// The game was stopped for a deliberate fault.
        DeliberateFault,
        /// The board was turned the wrong way round: the game is void.
        BoardTurned,
        Agreement,
        /// The same position with the same side to move too often, in most games for the third time.
        Repetition,
        /// 25 moves each by kings only, without a capture.
        TwentyFiveMoves,
        /// Three pieces with a king against a lone king: 16 moves each.
        SixteenMoves,
        /// At most two pieces with a king against a lone king: 5 moves each.
        FiveMoves,
        /// The lone king stayed on the long diagonal for five moves.
        LongDiagonal,
        /// A number of moves each by kings only, without a capture.
        QuietKings,
        /// A number of moves each without a capture or a crowning.
        NoProgress,
        /// One king each, for two moves each.
        OneKingEach,
        /// One piece each, for two moves each.
        OnePieceEach,
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
        /// An ending in which no more captures are possible.
        NothingInSight,
    }
}
view! {
    /// A counting draw rule: "9 of 16 moves".
    #[cfg_attr(feature = "uniffi", uniffi(name = "DrawCount"))]
    pub struct CountView {
        pub reason: EndReasonView,
        /// Moves made since the count began (plies of both sides halved, rounded down), and the limit.
        pub moves: u16,
        pub of: u16,
        pub article: Option<String>,
    }
}
