//! The terms of a table.
use crate::play::Handicap;
use crate::views::HouseRuleView;

message! {
    /// Which side somebody takes who opens a table.
    #[derive(Copy, Eq)]
    pub enum Opener { White, Black, Lot }
}
shape! {
    /// A clock for each: minutes for the whole game, and seconds more for every move.
    #[derive(Copy, Eq)]
    pub struct ClockChoice { pub minutes: u16, pub increment: u16 }
}
shape! {
    /// What is played at a table.
    pub struct TableTerms {
        /// Key of the variant.
        pub variant: String,
        pub opener: Opener,
        pub handicap: Handicap,
        pub clock: Option<ClockChoice>,
        /// Nothing is taken back.
        pub serious: bool,
        /// A rule that no federation has.
        #[serde(default)]
        pub house_rule: Option<HouseRuleView>,
        /// At a real board: hands may do anything, and the opponent decides about what is irregular.
        #[serde(default)]
        pub real_board: bool,
    }
}
