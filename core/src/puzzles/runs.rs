//! The call that ends a run of puzzles (a storm, a climb) and keeps the best of each kind. Chooses no puzzle.
use crate::convert::variant;
use crate::views::view;
use crate::{ApiError, App, Call};
use draughts::Variant;

/// Puzzles solved in a run, at most: nobody is that fast.
const MOST: u32 = 10_000;

view! {
    /// Which run it was.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PuzzleRun"))]
    pub enum RunKind { Storm, Climb }
}
view! {
    /// `endRun {variant, run, solved}` → `RunView`: a run is over after so many puzzles solved; the best is kept.
    pub struct EndRun { pub variant: String, pub run: RunKind, pub solved: u32 }
}
view! {
    /// How a run compares with those before.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PuzzleRunResult"))]
    pub struct RunView {
        /// The best of all, this one among them.
        pub best: u32,
        /// No other was as good.
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

/// The name under which the best is kept, among a person's settings: a number a game and kind.
fn place(variant: Variant, run: RunKind) -> String {
    format!("best:{}:{}", run.key(), variant.key())
}

/// The most that this person has solved in such a run; 0 before the first.
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
