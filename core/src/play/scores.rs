//! Results of the person: the score against each level, and what a game is the first to have.
use super::LoadedGame;
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::ApiError;
use crate::views::view;
use damier_store::GameRow;
use draughts::Side;

view! {
    /// `levelScores {variant}` → `LevelScoreView[]`: the person's even games against each level played, in no order.
    /// Games with a handicap or from a position that was set up do not count.
    pub struct LevelScores { pub variant: String }
}
view! {
    /// Even games against one level, by result, from the person's view.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LevelScore"))]
    pub struct LevelScoreView {
        /// Key of the level.
        pub level: String,
        pub won: u32,
        pub drawn: u32,
        pub lost: u32,
    }
}
view! {
    /// `firsts {game}` → `FirstsView`: what no other finished game of the person against the computer has. A game
    /// that goes on, or between two people, has no firsts.
    pub struct ShowFirsts { pub game: i64 }
}
view! {
    /// The firsts of a game.
    #[derive(Copy, Eq, Default)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "Firsts"))]
    pub struct FirstsView {
        /// The person's only win.
        pub win: bool,
        /// The only game in which the person has made a king.
        pub king: bool,
    }
}

/// Number of finished games after which nothing counts as a first any more: reading them would take too long.
const MOST: u32 = 100;

impl Call for LevelScores {
    type Reply = Vec<LevelScoreView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let scores = app.store.level_scores(app.profile.id, variant)?;
        let view = |score: damier_store::LevelScore| LevelScoreView {
            level: score.level,
            won: score.won,
            drawn: score.drawn,
            lost: score.lost,
        };
        Ok(scores.into_iter().map(view).collect())
    }
}

impl Call for ShowFirsts {
    type Reply = FirstsView;

    fn run(self, app: &mut App) -> Result<FirstsView, ApiError> {
        // Refuses a game that does not exist.
        app.game(self.game)?;
        let games = app.store.ended_games(app.profile.id, 0, MOST)?;
        let is_this = |row: &&GameRow| row.id == self.game;
        let Some(this) = games.iter().find(is_this).filter(|_| games.len() < MOST as usize) else {
            return Ok(FirstsView::default());
        };
        let others = || games.iter().filter(|row| !is_this(row));
        Ok(FirstsView {
            win: is_won(this) && !others().any(is_won),
            king: has_king(this) && !others().any(has_king),
        })
    }
}

fn is_won(row: &GameRow) -> bool {
    let winner = row.end.as_ref().and_then(|end| end.winner.as_deref());
    let person = row.start.against_computer();
    person.is_some_and(|side| winner == Some(if side == Side::White { "white" } else { "black" }))
}

/// The person made a king in a game against the computer. An unreadable game has none.
fn has_king(row: &GameRow) -> bool {
    let Some(person) = row.start.against_computer() else {
        return false;
    };
    let Ok(game) = LoadedGame::read(row.clone()) else {
        return false;
    };
    let game = game.game();
    let made = game.moves().iter().zip(game.positions());
    made.into_iter()
        .any(|(mv, before)| mv.promotes() && before.turn() == person)
}
