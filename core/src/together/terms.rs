//! The terms of a table.
use crate::play::Handicap;
use crate::views::{BallotListView, HouseRuleView};

message! {
    /// Colour of the person who opens a table.
    #[derive(Copy, Eq)]
    pub enum Opener { White, Black, Lot }
}
shape! {
    /// The same clock for both: minutes for the game and an increment in seconds.
    #[derive(Copy, Eq)]
    pub struct ClockChoice { pub minutes: u16, pub increment: u16 }
}
shape! {
    /// Terms of a table.
    pub struct TableTerms {
        /// Key of the variant.
        pub variant: String,
        pub opener: Opener,
        pub handicap: Handicap,
        pub clock: Option<ClockChoice>,
        /// `true` for no take-backs.
        pub serious: bool,
        /// House rule, if any.
        #[serde(default)]
        pub house_rule: Option<HouseRuleView>,
        /// `true` for a real board, where the opponent decides about irregularities.
        #[serde(default)]
        pub real_board: bool,
        /// List from which the host draws the opening of each game; none for a free opening. The handicap is ignored
        /// then.
        #[serde(default)]
        pub ballot: Option<BallotListView>,
        /// Number of the drawn opening in its list. The host draws it, whatever a guest sends.
        #[serde(default)]
        pub drawn: Option<String>,
    }
}
