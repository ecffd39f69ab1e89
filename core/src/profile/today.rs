//! The page "Today": running games, the next lesson, due repetitions and the last game, all read from the store.
use crate::analysis::mistakes_due;
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::correspondence;
use crate::days::{Zones, days_in_a_row};
use crate::error::ApiError;
use crate::learn::{LessonSummary, lessons_due, next_lesson};
use crate::play::summary;
use crate::puzzles::due as puzzles_due;
use crate::repertoire::due as repertoire_due;
use crate::views::{BoardView, GameSummary, OutcomeView, PositionView, view};
use damier_store::GameRow;
use draughts::Variant;
use std::collections::BTreeSet;

/// Maximum number of running games shown.
const MOST_GAMES: u32 = 4;

view! {
    /// `today {variant, language, zone, changes?}` → `TodayView`. `variant` is the game chosen last, `zone` the minutes
    /// by which local time is ahead of UTC, `changes` the times at which the device's calendar has changed them. A past
    /// day keeps the zone of its time.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct Today {
        pub variant: String,
        pub language: String,
        pub zone: i32,
        pub changes: Option<Vec<ZoneChange>>,
    }
}
view! {
    /// A change of the device's offset from UTC.
    pub struct ZoneChange {
        /// When it began, in milliseconds since 1970.
        pub since: f64,
        /// Minutes by which local time is ahead of UTC from then on.
        pub minutes: i32,
    }
}
view! {
    /// Contents of the page; absent where there is nothing.
    #[cfg_attr(feature = "uniffi", uniffi(name = "TodayState"))]
    pub struct TodayView {
        /// Running games, the last played first, at most four.
        pub games: Vec<GamePreview>,
        /// Number of correspondence games that wait for a move or a message.
        pub letters: u32,
        /// Next lesson: in the chosen variant, else in international draughts.
        pub lesson: Option<LessonSummary>,
        /// Board of that lesson's variant.
        pub lesson_board: Option<BoardView>,
        /// Finished lessons due for repetition.
        pub lessons_due: Vec<LessonSummary>,
        /// Number of failed puzzles of the chosen variant due for repetition.
        pub puzzles_due: u32,
        /// Number of repertoire positions of the chosen variant due today.
        pub repertoire_due: u32,
        /// Number of mistakes of the chosen variant due for repetition.
        pub mistakes_due: u32,
        /// Work done today.
        pub day: DayView,
        /// Game that ended last.
        pub last: Option<GamePreview>,
    }
}
view! {
    /// A day of learning.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Day"))]
    pub struct DayView {
        /// Number of lesson steps done today.
        pub steps: u32,
        /// Number of lessons and puzzles repeated today.
        pub repeated: u32,
        /// Length of the current streak, in days.
        pub in_a_row: u32,
        /// `true` if a missed day of the last week was forgiven.
        pub forgiven: bool,
        /// The last seven days, today last: `true` for a day with something learned.
        pub week: Vec<bool>,
    }
}
view! {
    /// A game with its current board, for a small diagram.
    pub struct GamePreview { pub game: GameSummary, pub board: BoardView, pub position: PositionView }
}
impl Call for Today {
    type Reply = TodayView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let running = app.store.running_games(app.profile.id, MOST_GAMES)?;
        let mut lesson = next_lesson(app, variant, &self.language)?;
        if lesson.is_none() && variant != Variant::International {
            lesson = next_lesson(app, Variant::International, &self.language)?;
        }
        let changes = self.changes.iter().flatten();
        let changes: Vec<_> = changes.map(|change| (change.since, change.minutes)).collect();
        let zones = Zones::kept(app, self.zone, &changes)?;
        Ok(TodayView {
            letters: correspondence::waiting(app)?,
            games: running.iter().map(running_game).collect::<Result<_, _>>()?,
            lesson_board: lesson
                .as_ref()
                .map(|lesson| BoardView::of(lesson.position.variant.into())),
            lesson,
            lessons_due: lessons_due(app, &self.language)?,
            puzzles_due: puzzles_due(app, variant)?,
            mistakes_due: mistakes_due(app, variant.key())?,
            repertoire_due: repertoire_due(app, variant.key(), &zones)?,
            day: day_of(app, &zones)?,
            last: last_game(app)?,
        })
    }
}

/// Work done today.
fn day_of(app: &App, zones: &Zones) -> Result<DayView, ApiError> {
    let today = zones.day(app.now());
    let done = app.store.done_since(app.profile.id, zones.start(today))?;
    let active = app.store.active_times(app.profile.id)?;
    let active: BTreeSet<u32> = active.into_iter().map(|time| zones.day(time)).collect();
    let run = days_in_a_row(&active, today);
    Ok(DayView {
        steps: done.steps,
        repeated: done.repeated,
        in_a_row: run.days,
        forgiven: run.forgiven,
        week: (0..7)
            .rev()
            .map(|ago| today.checked_sub(ago).is_some_and(|day| active.contains(&day)))
            .collect(),
    })
}

fn running_game(row: &GameRow) -> Result<GamePreview, ApiError> {
    let variant = convert::variant(&row.start.variant)?;
    Ok(GamePreview {
        game: summary(variant, row),
        board: BoardView::of(variant),
        position: PositionView::still(&convert::position(variant, &row.fen)?),
    })
}

fn last_game(app: &mut App) -> Result<Option<GamePreview>, ApiError> {
    let Some(row) = app.store.last_ended_game(app.profile.id)? else {
        return Ok(None);
    };
    let game = app.game(row.id)?;
    let variant = game.position().variant();
    let outcome = game
        .game()
        .outcome()
        .map(|outcome| OutcomeView::of(variant, outcome));
    Ok(Some(GamePreview {
        board: BoardView::of(variant),
        position: PositionView::still(game.position()),
        game: GameSummary {
            outcome,
            ..summary(variant, &row)
        },
    }))
}
