//! What the page "Today" shows: the games that go on, where learning goes on, what comes back, and how the last game went.
//! All of it is read from the store.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::ApiError;
use crate::learn::LessonSummary;
use crate::learn::lessons::{lessons_due, next_lesson};
use crate::play::game::summary;
use crate::views::{BoardView, GameSummary, OutcomeView, PositionView, view};
use damier_store::GameRow;
use draughts::Variant;

/// Running games that are shown.
const MOST_GAMES: u32 = 4;

view! {
    /// `today {variant, language}` → `TodayView`. `variant` is the game last chosen.
    pub struct Today { pub variant: String, pub language: String }
}
view! {
    /// What the day begins with. What there is none of is absent.
    #[cfg_attr(feature = "uniffi", uniffi(name = "TodayState"))]
    pub struct TodayView {
        /// The games that go on, the last played first, at most four.
        pub games: Vec<GamePreview>,
        /// Where learning goes on: in the chosen game, else in international draughts.
        pub lesson: Option<LessonSummary>,
        /// The board of that lesson's game.
        pub lesson_board: Option<BoardView>,
        /// Finished lessons whose time to be repeated has come.
        pub lessons_due: Vec<LessonSummary>,
        /// Puzzles of the chosen game that were failed, and whose time to be repeated has come.
        pub puzzles_due: u32,
        /// The game that ended last.
        pub last: Option<GamePreview>,
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
            games: running.iter().map(running_game).collect::<Result<_, _>>()?,
            lesson_board: lesson
                .as_ref()
                .map(|lesson| convert::variant(&lesson.position.variant).map(BoardView::of))
                .transpose()?,
            lesson,
            lessons_due: lessons_due(app, &self.language)?,
            puzzles_due: app
                .store
                .puzzles_due(app.profile.id, variant.key(), app.now())?
                .len() as u32,
            last: last_game(app)?,
        })
    }
}

fn running_game(row: &GameRow) -> Result<GamePreview, ApiError> {
    let variant = convert::variant(&row.start.variant)?;
    Ok(GamePreview {
        game: summary(row),
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
            ..summary(&row)
        },
    }))
}
