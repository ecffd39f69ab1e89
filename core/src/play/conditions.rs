//! What a game is played under beside its rules, and its clocks, as every front end sees them.
use crate::views::{SideView, view};
use draughts::RuleOption;
#[cfg(feature = "store")]
use draughts::{RuleOptions, Variant};

view! {
    /// How much help a side has in a game.
    #[derive(Default)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "Aids"))]
    pub enum AidsView {
        /// The board shows where a piece may go; hints and take-backs are to be had.
        #[default]
        All,
        /// The board shows where a piece may go, and nothing else helps.
        Marks,
        /// Nothing helps.
        None,
    }
}
view! {
    /// A rule that no federation has, agreed upon by two people. Never on by itself.
    #[cfg_attr(feature = "uniffi", uniffi(name = "HouseRule"))]
    pub enum HouseRuleView {
        /// House rule: nobody need capture.
        CaptureOptional,
        /// Historic rule, given up in 1923: who does not capture, or captures too few, may lose the piece.
        Huffing,
        /// House rule: men capture forwards only.
        MenForward,
    }
}
impl From<HouseRuleView> for RuleOption {
    fn from(rule: HouseRuleView) -> Self {
        match rule {
            HouseRuleView::CaptureOptional => Self::CaptureOptional,
            HouseRuleView::Huffing => Self::Huffing,
            HouseRuleView::MenForward => Self::MenForward,
        }
    }
}

/// The choices that a game of a variant is played under, by a house rule or by none.
#[cfg(feature = "store")]
pub(crate) fn options(variant: Variant, rule: Option<HouseRuleView>) -> RuleOptions {
    let usual = RuleOptions::default_of(variant);
    rule.map_or(usual, |rule| usual.with(rule.into()))
}

view! {
    /// A part of a time control: moves to be made in so many seconds; without moves, for the rest of the game.
    #[derive(Copy, Eq)]
    #[cfg_attr(test, ts(optional_fields = nullable))]
    #[cfg_attr(feature = "uniffi", uniffi(name = "Period"))]
    pub struct PeriodView { pub moves: Option<u16>, pub seconds: u32 }
}
view! {
    /// How much time a player has: periods, Fischer's increment and Bronstein's delay in seconds.
    #[derive(Eq)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "TimeControl"))]
    pub struct TimeControlView { pub periods: Vec<PeriodView>, pub increment: u32, pub delay: u32 }
}
view! {
    /// A clock for each side; they differ where one gives the other time.
    #[derive(Eq)]
    pub struct ClockTerms { pub white: TimeControlView, pub black: TimeControlView }
}
view! {
    /// A side that must win by so many pieces for the win to count in a match.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "WinBy"))]
    pub struct WinByView { pub side: SideView, pub pieces: u8 }
}
view! {
    /// What a game is played under beside its rules. What is left out is as in a friendly game without a clock.
    #[derive(Eq, Default)]
    #[serde(default)]
    #[cfg_attr(test, ts(optional_fields = nullable))]
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameTerms"))]
    pub struct TermsView {
        /// A serious game: no help for anybody, nothing taken back, the clock never stopped.
        #[cfg_attr(feature = "uniffi", uniffi(default = false))]
        pub serious: bool,
        pub white_aids: AidsView,
        pub black_aids: AidsView,
        /// The computer grows weaker or stronger with its opponent.
        #[cfg_attr(feature = "uniffi", uniffi(default = false))]
        pub adapts: bool,
        /// Two rows of men each.
        #[cfg_attr(feature = "uniffi", uniffi(default = false))]
        pub short: bool,
        /// Between two people only.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub house_rule: Option<HouseRuleView>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub win_by: Option<WinByView>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub clock: Option<ClockTerms>,
    }
}
view! {
    /// One side's clock.
    #[cfg_attr(feature = "uniffi", uniffi(name = "SideClock"))]
    pub struct SideClockView {
        /// Milliseconds left when the view was made.
        pub left: f64,
        /// Moves to be made before the next period; absent in the last one.
        pub moves_to_go: Option<u16>,
    }
}
view! {
    /// The clocks of a game as they stood when the view was made.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ClockState"))]
    pub struct ClockView {
        pub white: SideClockView,
        pub black: SideClockView,
        /// Whose clock runs.
        pub running: Option<SideView>,
        /// It was stopped in mid-game.
        pub paused: bool,
    }
}
