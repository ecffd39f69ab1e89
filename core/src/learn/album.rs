//! Calls for the album of named shots: one card for each shot, and the person's games in which it was played.
use crate::app::App;
use crate::call::Call;
use crate::error::ApiError;
use crate::learn::LessonSummary;
use crate::learn::reference::{TermNameView, elsewhere};
use crate::learn::summaries::summary;
use crate::stored_game::main_moves;
use crate::views::{BoardView, MoveView, PositionView, view};
use damier_store::{GameRow, GameText};
use draughts::Variant;
use draughts_lessons::SHOTS;
use draughts_puzzles::{Theme, played_shots};
use std::collections::HashSet;

/// Number of games searched per step; one takes some milliseconds on a slow machine.
const GAMES: u32 = 8;

view! {
    /// `album {language}` → `ShotView[]`: the named shots of international draughts, in the album's order.
    pub struct Album { pub language: String }
}
view! {
    /// A card of the album.
    #[cfg_attr(feature = "uniffi", uniffi(name = "AlbumShot"))]
    pub struct ShotView {
        /// Theme of the puzzles and term of the glossary: "mazette".
        pub key: String,
        pub name: String,
        /// Explanation in one sentence.
        pub meaning: String,
        /// Names in other languages.
        pub elsewhere: Vec<TermNameView>,
        /// Background; may be empty.
        pub known: String,
        pub board: BoardView,
        pub position: PositionView,
        pub line: Vec<MoveView>,
        /// Number of bundled puzzles with the shot, and of those the person has solved.
        pub puzzles: u32,
        pub solved: u32,
        pub lesson: Option<LessonSummary>,
    }
}
view! {
    /// `playedShots {after}` → `PlayedShots`: shots of the album that the person played against the computer, in
    /// steps. `after` is 0, then `next` of the previous answer.
    pub struct FindPlayedShots { pub after: i64 }
}
view! {
    /// Shots of one step.
    pub struct PlayedShots {
        pub shots: Vec<PlayedShotView>,
        /// Last game searched: the value for `after` once more games have ended.
        pub last: i64,
        /// Value for `after` in the next call; null at the end.
        pub next: Option<i64>,
    }
}
view! {
    /// A shot in a played game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PlayedShot"))]
    pub struct PlayedShotView {
        /// Key of the shot: "mazette".
        pub key: String,
        pub game: i64,
        /// Number of moves before it.
        pub ply: u32,
    }
}

/// Returns the first of the themes that has a card in the album.
pub(crate) fn card_of(variant: Variant, themes: &[&str]) -> Option<String> {
    let found = themes.iter().find(|theme| SHOTS.contains(theme));
    found
        .filter(|_| variant == Variant::International)
        .map(|theme| (*theme).to_owned())
}

impl Call for Album {
    type Reply = Vec<ShotView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = Variant::International;
        app.assets.need_puzzles(variant)?;
        let school = app.school()?;
        let stock = app.assets.puzzles.of(variant);
        let attempts = app.store.puzzle_attempts(app.profile.id)?;
        let solved = attempts.iter().filter(|attempt| attempt.solved);
        let solved: HashSet<&str> = solved.map(|attempt| attempt.puzzle.as_str()).collect();
        let terms = app.assets.glossary()?;
        let mut cards = Vec::new();
        for shot in app.assets.album()? {
            let Some(term) = terms.iter().find(|term| term.key == shot.key) else {
                continue;
            };
            let theme = Theme::ALL.iter().find(|theme| theme.key() == shot.key);
            let with = stock
                .cards()
                .iter()
                .filter(|card| theme.is_some_and(|theme| card.has(*theme)));
            let (mut puzzles, mut own) = (0, 0);
            for card in with {
                puzzles += 1;
                own += u32::from(solved.contains(stock.id(card)));
            }
            let lesson = school.teaching(variant, &shot.key);
            let known = shot.known_key().map(|key| app.assets.text(&self.language, key));
            cards.push(ShotView {
                key: shot.key.clone(),
                name: app.assets.text(&self.language, term.name_key())?,
                meaning: app.assets.text(&self.language, term.meaning_key())?,
                elsewhere: elsewhere(&app.assets, term, &self.language)?,
                known: known.transpose()?.unwrap_or_default(),
                board: BoardView::of(variant),
                line: MoveView::line(&shot.position, &shot.line),
                position: PositionView::still(&shot.position),
                puzzles,
                solved: own,
                lesson: lesson
                    .map(|lesson| summary(app, &school, lesson, &self.language))
                    .transpose()?,
            });
        }
        Ok(cards)
    }
}

/// Finds the shots of the album in a game.
fn shots_in(app: &App, game: &GameRow) -> Result<Vec<PlayedShotView>, ApiError> {
    let none = Ok(Vec::new());
    let international = game.start.variant == Variant::International.key();
    let Some(side) = game.start.against_computer().filter(|_| international) else {
        return none;
    };
    let (Some(row), Some(body)) = (app.store.library_row(game.id)?, app.store.body(game.id)?) else {
        return none;
    };
    // An unreadable game has none.
    let Ok((text, _)) = GameText::of(&row.facts, &body) else {
        return none;
    };
    let found = played_shots(text.tree.start(), &main_moves(&text.tree), side);
    let view = |ply: usize, theme: &Theme| PlayedShotView {
        key: theme.key().to_owned(),
        game: game.id,
        ply: ply as u32,
    };
    let is_card = |theme: &&Theme| SHOTS.contains(&theme.key());
    let shots = found.iter().flat_map(|shot| {
        let named = shot.themes.iter().filter(is_card);
        named.map(|theme| view(shot.ply, theme))
    });
    Ok(shots.collect())
}

impl Call for FindPlayedShots {
    type Reply = PlayedShots;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let games = app.store.ended_games(app.profile.id, self.after, GAMES)?;
        let mut shots = Vec::new();
        for game in &games {
            shots.extend(shots_in(app, game)?);
        }
        let is_whole = games.len() == GAMES as usize;
        Ok(PlayedShots {
            shots,
            last: games.last().map_or(self.after, |game| game.id),
            next: games.last().filter(|_| is_whole).map(|game| game.id),
        })
    }
}
