//! What the page "Today" shows: the games that go on, where learning goes on, what comes back, and how the last game went.
//! All of it is read from the store.
use crate::analysis::mistakes_due;
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::correspondence;
use crate::days::{DAY, day, days_in_a_row};
use crate::error::ApiError;
use crate::learn::{LessonSummary, lessons_due, next_lesson};
use crate::play::summary;
use crate::puzzles::due as puzzles_due;
use crate::repertoire::due as repertoire_due;
use crate::views::{BoardView, GameSummary, OutcomeView, PositionView, view};
use damier_store::GameRow;
use draughts::Variant;

/// Running games that are shown.
const MOST_GAMES: u32 = 4;

view! {
    /// `today {variant, language, zone}` → `TodayView`. `variant` is the game last chosen, `zone` the minutes by which local
    /// time is ahead of universal time.
    pub struct Today { pub variant: String, pub language: String, pub zone: i32 }
}
view! {
    /// What the day begins with. What there is none of is absent.
    #[cfg_attr(feature = "uniffi", uniffi(name = "TodayState"))]
    pub struct TodayView {
        /// The games that go on, the last played first, at most four.
        pub games: Vec<GamePreview>,
        /// Games by correspondence in which a move is to be made, or a line to be sent.
        pub letters: u32,
        /// Where learning goes on: in the chosen game, else in international draughts.
        pub lesson: Option<LessonSummary>,
        /// The board of that lesson's game.
        pub lesson_board: Option<BoardView>,
        /// Finished lessons whose time to be repeated has come.
        pub lessons_due: Vec<LessonSummary>,
        /// Puzzles of the chosen game that were failed, and whose time to be repeated has come.
        pub puzzles_due: u32,
        /// Positions of the chosen game's repertoires that are to be answered today.
        pub repertoire_due: u32,
        /// Mistakes of the chosen game that were tried once, and whose time to be bettered again has come.
        pub mistakes_due: u32,
        /// What was done of this day's work.
        pub day: DayView,
        /// The game that ended last.
        pub last: Option<GamePreview>,
    }
}
view! {
    /// A day of learning.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Day"))]
    pub struct DayView {
        /// Steps of lessons that were done today.
        pub steps: u32,
        /// Lessons and puzzles that were repeated today.
        pub repeated: u32,
        /// Days in a row on which something was learned or played.
        pub in_a_row: u32,
        /// One of these days was missed, within the last week, and is forgiven.
        pub forgiven: bool,
    }
}
view! {
    /// A game with its board as it stands, to be drawn small.
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
        Ok(TodayView {
            letters: correspondence::waiting(app)?,
            games: running.iter().map(running_game).collect::<Result<_, _>>()?,
            lesson_board: lesson
                .as_ref()
                .map(|lesson| BoardView::of(lesson.position.variant.into())),
            lesson,
            lessons_due: lessons_due(app, &self.language)?,
            puzzles_due: puzzles_due(app, variant)?.len() as u32,
            mistakes_due: mistakes_due(app, variant.key())?,
            repertoire_due: repertoire_due(app, variant.key(), self.zone)?,
            day: day_of(app, self.zone)?,
            last: last_game(app)?,
        })
    }
}

/// What was done today, where local time is ahead by so many minutes.
fn day_of(app: &App, zone: i32) -> Result<DayView, ApiError> {
    let today = day(app.now(), zone);
    let since = f64::from(today) * DAY - f64::from(zone) * 60_000.0;
    let done = app.store.done_since(app.profile.id, since)?;
    let run = days_in_a_row(&app.store.active_days(app.profile.id, zone)?, today);
    Ok(DayView {
        steps: done.steps,
        repeated: done.repeated,
        in_a_row: run.days,
        forgiven: run.forgiven,
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
