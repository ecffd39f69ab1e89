//! Terms of a game that are not rules, and its clocks.
use super::board::SideView;
use draughts::RuleOption;

view! {
    /// Help that a side gets in a game.
    #[derive(Default)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "Aids"))]
    pub enum AidsView {
        /// The board marks legal moves; hints and take-backs are allowed.
        #[default]
        All,
        /// The board marks legal moves; no other help.
        Marks,
        /// No help.
        None,
    }
}
view! {
    /// A house rule agreed by two people; no federation has it. Never on by default.
    #[cfg_attr(feature = "uniffi", uniffi(name = "HouseRule"))]
    pub enum HouseRuleView {
        /// House rule: captures are optional.
        CaptureOptional,
        /// Historic rule, abolished in 1923: a player who misses a capture, or captures too few, may lose the piece.
        Huffing,
        /// House rule: men capture forward only.
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

view! {
    /// A period of a time control: moves within a number of seconds; without moves, the rest of the game.
    #[derive(Copy, Eq)]
    #[cfg_attr(test, ts(optional_fields = nullable))]
    #[cfg_attr(feature = "uniffi", uniffi(name = "Period"))]
    pub struct PeriodView { pub moves: Option<u16>, pub seconds: u32 }
}
view! {
    /// Time of a player: periods, Fischer increment and Bronstein delay, in seconds.
    #[derive(Eq)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "TimeControl"))]
    pub struct TimeControlView { pub periods: Vec<PeriodView>, pub increment: u32, pub delay: u32 }
}
view! {
    /// The clocks of both sides, which may differ.
    #[derive(Eq)]
    pub struct ClockTerms { pub white: TimeControlView, pub black: TimeControlView }
}
view! {
    /// A side whose win counts in a match only by this many pieces.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "WinBy"))]
    pub struct WinByView { pub side: SideView, pub pieces: u8 }
}
view! {
    /// A list of drawn openings.
    #[cfg_attr(feature = "uniffi", uniffi(name = "BallotList"))]
    pub enum BallotListView {
        /// Tables of moves.
        Moves,
        /// A man of each side stands on another square.
        FlyingMen,
        /// The first three moves.
        ThreeMove,
        /// A man fewer each, and a move each.
        ElevenMan,
        /// Three moves that leave both sides nearly level.
        Level,
    }
}
view! {
    /// A drawn opening, by its number in a list.
    #[derive(Eq)]
    pub struct BallotChoice { pub list: BallotListView, pub number: String }
}
view! {
    /// Names of the two people at one board.
    #[derive(Eq)]
    pub struct PairNames { pub white: String, pub black: String }
}
view! {
    /// Terms of a game. Defaults are those of a friendly game without a clock.
    #[derive(Eq, Default)]
    #[serde(default)]
    #[cfg_attr(test, ts(optional_fields = nullable))]
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameTerms"))]
    pub struct TermsView {
        /// Serious game: no help, no take-backs, no pauses.
        #[cfg_attr(feature = "uniffi", uniffi(default = false))]
        pub serious: bool,
        pub white_aids: AidsView,
        pub black_aids: AidsView,
        /// The computer adapts its strength to its opponent.
        #[cfg_attr(feature = "uniffi", uniffi(default = false))]
        pub adapts: bool,
        /// Two rows of men each.
        #[cfg_attr(feature = "uniffi", uniffi(default = false))]
        pub short: bool,
        /// Only between two people.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub house_rule: Option<HouseRuleView>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub win_by: Option<WinByView>,
        /// The drawn opening; its position is the start of the game.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub ballot: Option<BallotChoice>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub clock: Option<ClockTerms>,
        /// Only between two people; the person's own name stands for both without it.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub names: Option<PairNames>,
    }
}
view! {
    /// Clock of one side.
    #[cfg_attr(feature = "uniffi", uniffi(name = "SideClock"))]
    pub struct SideClockView {
        /// Milliseconds left at the time of the view.
        pub left: f64,
        /// Moves left before the next period; absent in the last one.
        pub moves_to_go: Option<u16>,
    }
}
view! {
    /// Clocks of a game at the time of the view.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ClockState"))]
    pub struct ClockView {
        pub white: SideClockView,
        pub black: SideClockView,
        /// Side whose clock runs.
        pub running: Option<SideView>,
        /// `true` if the clock was stopped during the game.
        pub paused: bool,
    }
}
