//! The call that ends a run of puzzles (storm or climb) and stores the record.
use crate::convert::variant;
use crate::views::view;
use crate::{ApiError, App, Call};
use draughts::Variant;

/// Maximum number of puzzles in a run; more is not plausible.
const MOST: u32 = 10_000;

view! {
    /// Kind of run.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PuzzleRun"))]
    pub enum RunKind { Storm, Climb }
}
view! {
    /// `endRun {variant, run, solved}` → `RunView`: ends a run with this many solved puzzles and stores the record.
    pub struct EndRun { pub variant: String, pub run: RunKind, pub solved: u32 }
}
view! {
    /// Comparison with earlier runs.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PuzzleRunResult"))]
    pub struct RunView {
        /// Record, this run included.
        pub best: u32,
        /// `true` for a new record.
        pub record: bool,
    }
}

impl RunKind {
    fn key(self) -> &'static str {
        match self {
            RunKind::Storm => "storm",
            RunKind::Climb => "climb",
        }
    }
}

/// Key of the record among the person's settings.
fn place(variant: Variant, run: RunKind) -> String {
    format!("best:{}:{}", run.key(), variant.key())
}

/// The person's record; 0 before the first run.
pub(super) fn best(app: &App, variant: Variant, run: RunKind) -> Result<u32, ApiError> {
    let settings = app.store.settings(app.profile.id)?;
    Ok(settings
        .get(&place(variant, run))
        .and_then(|best| best.parse().ok())
        .unwrap_or(0))
}

impl Call for EndRun {
    type Reply = RunView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = variant(&self.variant)?;
        let solved = self.solved.min(MOST);
        let before = best(app, variant, self.run)?;
        let record = solved > before;
        if record {
            app.store
                .set_setting(app.profile.id, &place(variant, self.run), &solved.to_string())?;
        }
        Ok(RunView {
            best: before.max(solved),
            record,
        })
    }
}
