//! A clock without a game, for real boards. The caller keeps its state.
use crate::app::App;
use crate::call::Call;
use crate::error::{ApiError, ErrorKind};
use crate::terms;
use crate::views::{ClockTerms, ClockView, SideView, view};
use draughts::Side;
use draughts::clock::GameClock;

view! {
    /// Action on the clock.
    pub enum ArbiterClockAction {
        /// Sets a new clock by its terms; it is stopped.
        Set,
        /// `side` has moved: its clock stops and the other's starts. The first press starts the other's.
        Press,
        Pause,
        Go,
        /// Reads the clock.
        Look,
    }
}
view! {
    /// `arbiterClock` → `ArbiterClockView`. `kept` is that of the last reply; `terms` set a new clock.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct ArbiterClock {
        pub action: ArbiterClockAction,
        pub kept: Option<String>,
        pub terms: Option<ClockTerms>,
        pub side: Option<SideView>,
    }
}
view! {
    /// State of the clock.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ArbiterClockState"))]
    pub struct ArbiterClockView {
        /// Value for the next call.
        pub kept: String,
        pub clock: ClockView,
        /// Side whose flag has fallen.
        pub fallen: Option<SideView>,
    }
}

impl Call for ArbiterClock {
    type Reply = ArbiterClockView;

    fn run(self, app: &mut App) -> Result<ArbiterClockView, ApiError> {
        let now = app.now();
        let bad = |message: &str| ApiError::new(ErrorKind::BadParams, message);
        let mut timer: GameClock = match (self.action, &self.terms, &self.kept) {
            (ArbiterClockAction::Set, Some(terms), _) => terms::timer(terms)?,
            (ArbiterClockAction::Set, None, _) | (_, _, None) => return Err(bad("there is no clock to set")),
            (_, _, Some(kept)) => serde_json::from_str(kept).map_err(|e| bad(&e.to_string()))?,
        };
        timer.check().map_err(|e| bad(&e.to_string()))?;
        let fallen = timer.flag_fallen(now);
        match self.action {
            _ if fallen.is_some() => timer.settle(now),
            ArbiterClockAction::Press => {
                let side: Side = self.side.ok_or_else(|| bad("`side` is missing"))?.into();
                // Ignored if the side's own clock is stopped.
                match timer.running() {
                    Some(running) if running == side => timer.press(side, now),
                    None if !timer.has_started() => timer.run(side.other(), now),
                    _ => {}
                }
            }
            ArbiterClockAction::Pause => timer.pause(now),
            ArbiterClockAction::Go => timer.resume(now),
            ArbiterClockAction::Set | ArbiterClockAction::Look => {}
        }
        let kept = serde_json::to_string(&timer);
        Ok(ArbiterClockView {
            kept: kept.map_err(|e| ApiError::new(ErrorKind::Internal, e.to_string()))?,
            clock: ClockView::of(&timer, now),
            fallen: fallen.map(Into::into),
        })
    }
}
