//! The rule that refuses a move.
use super::board::MoveView;
use super::squares::Squares;

view! {
    /// Rule that refuses a move. See `draughts::RefusalRule`.
    pub enum RefusalRule {
        /// A capture is possible and obligatory.
        MustTake,
        /// A capture of more pieces exists, or this one must continue.
        MustTakeMore,
        /// An equally long capture takes more kings, or meets a king sooner.
        QualityRule,
        /// A capture of higher value exists; a king is worth a little less than two men.
        ValueRule,
        /// The king must capture, not the man.
        KingFirst,
        /// The king has made the maximum of quiet moves in a row.
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
        /// A man moves backward only to capture.
        Backward,
        NeverBackward,
        /// The piece moves along diagonals only.
        NotDiagonal,
        /// The piece moves along rows and columns only.
        NotStraight,
        /// The piece moves one step at a time.
        TooFar,
        /// A piece stands there.
        Occupied,
        /// A piece blocks the way: an own one, or two in a row.
        InTheWay,
        /// No piece is captured on this way.
        NothingTaken,
        /// The piece cannot move at all.
        CannotMove,
        /// The game is over.
        GameOver,
    }
}
view! {
    /// The refusal of a move, with its evidence on the board.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Refusal"))]
    pub struct RefusalView {
        pub rule: RefusalRule,
        pub origin: u8,
        /// Absent if the piece was only touched.
        pub target: Option<u8>,
        /// Pieces that the tried move takes, and pieces that must be taken (0 if no capture exists).
        pub has: u8,
        pub must: u8,
        /// Squares that prove it: the blocking pieces, the piece jumped twice, the king that must rest.
        pub squares: Squares,
        /// The tried move, if it is a capture that is too short.
        pub tried: Option<MoveView>,
        /// Allowed moves, if the rule concerns captures.
        pub allowed: Vec<MoveView>,
        /// Captures by any piece that the same rule forbids, each complete; at most eight.
        pub lesser: Vec<MoveView>,
    }
}
