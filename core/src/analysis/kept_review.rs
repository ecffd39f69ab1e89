//! The calls that keep what was found in a game, and those that make a report of all that a person has played. Judges by
//! `review.rs`; searches nothing.
use super::review::{CauseKind, FoundView, LONGEST, PhasePlayedView, PhaseView, QualityView, judged};
use crate::app::App;
use crate::call::{Call, Done};
use crate::convert;
use crate::error::{ApiError, ErrorKind, bad_params};
use crate::library::open;
use crate::puzzles::mining::main_moves;
use crate::views::{SideView, view};
use damier_store::{GameResult, LibraryRow, Store, folded, opening_of};
use draughts::notation::pdn::{self, Clock};
use draughts::notation::tree::Note;
use draughts::{Game, Side, Variant};
use draughts_engine::review;

/// Moves of a line that are kept.
const LONGEST_KEPT: usize = 20;
/// Games that are judged in one step.
const STEP: usize = 4;

view! {
    /// `keepReview {game, moves, found}` → `{}`: keeps what was found of the positions of a game's main line.
    pub struct KeepReview { pub game: i64, pub moves: Vec<String>, pub found: Vec<Option<FoundView>> }
}
view! {
    /// `keptReview {game}` → `KeptReviewView?`; null where nothing is kept.
    pub struct ShowKeptReview { pub game: i64 }
}
view! {
    /// What was found in a game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "KeptReview"))]
    pub struct KeptReviewView {
        /// The main line that was searched, as written.
        pub moves: Vec<String>,
        /// Each position, the start first.
        pub found: Vec<Option<FoundView>>,
    }
}
view! {
    /// `playedReports {variant, language, after}` → `PlayedReports`: how a person played in the games whose review is kept, game by
    /// game. `after`: 0, then the `next` of the answer before.
    pub struct ShowPlayedReports { pub variant: String, pub language: String, pub after: i64 }
}
view! {
    /// Games looked at in one step.
    pub struct PlayedReports {
        pub games: Vec<PlayedReport>,
        /// Finished games of the person without a review, the newest first, those from files in which a player has the person's name among
        /// them. In the first answer alone.
        pub waiting: Vec<i64>,
        /// Where to go on; null at the end.
        pub next: Option<i64>,
    }
}
view! {
    /// How a person played in a game.
    pub struct PlayedReport {
        pub game: i64,
        /// When it was last played or brought here, in milliseconds since 1970.
        pub at: f64,
        pub side: SideView,
        /// What the person scored: 1, 0.5 or 0.
        pub points: f64,
        /// The name of the opening, where it has one.
        pub opening: Option<String>,
        pub accuracy: Option<f64>,
        /// Opening, middle game and ending.
        pub phases: Vec<PhasePlayedView>,
        /// The person's mistakes and blunders.
        pub mistakes: Vec<PlayedMistake>,
    }
}
view! {
    /// A mistake of a person in a game.
    pub struct PlayedMistake {
        /// Moves made before it.
        pub ply: u32,
        pub phase: PhaseView,
        pub quality: QualityView,
        pub cause: CauseKind,
        /// What makes the shot work, where it was one.
        pub themes: Vec<String>,
        /// Seconds left on the clock behind the move, where the game tells.
        pub seconds: Option<u32>,
    }
}

/// The games of a person and a variant, found once for all the steps: the library is read whole for it.
#[derive(Default)]
struct OwnGames(Option<((i64, Variant), Vec<i64>)>);

fn unreadable(e: &serde_json::Error) -> ApiError {
    ApiError::new(ErrorKind::Internal, e.to_string())
}

impl Call for KeepReview {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Done, ApiError> {
        let KeepReview {
            game,
            moves,
            mut found,
        } = self;
        if moves.len() > LONGEST || found.len() > moves.len() + 1 {
            return Err(bad_params("more was found than the game has positions"));
        }
        if app.store.library_row(game)?.is_none() {
            return Err(ApiError::new(ErrorKind::NotFound, format!("no game {game}")));
        }
        let lines = found.iter_mut().flatten();
        lines.for_each(|found| found.pv.truncate(LONGEST_KEPT));
        let kept = damier_store::KeptReview {
            moves: moves.join(" "),
            found: serde_json::to_string(&found).map_err(|e| unreadable(&e))?,
        };
        app.store.keep_review(game, &kept, app.now())?;
        Ok(Done {})
    }
}

/// What is kept of a game; nothing where it cannot be read, as then it is made again.
pub(crate) fn kept_review(store: &Store, game: i64) -> Result<Option<KeptReviewView>, ApiError> {
    let Some(kept) = store.kept_review(game)? else {
        return Ok(None);
    };
    let found = serde_json::from_str(&kept.found).ok();
    Ok(found.map(|found| KeptReviewView {
        moves: kept.moves.split_whitespace().map(str::to_owned).collect(),
        found,
    }))
}

impl Call for ShowKeptReview {
    type Reply = Option<KeptReviewView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        kept_review(&app.store, self.game)
    }
}

impl Call for ShowPlayedReports {
    type Reply = PlayedReports;

    fn run(self, app: &mut App) -> Result<PlayedReports, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let begins = self.after <= 0;
        let of = (app.profile.id, variant);
        let known = app.states.of::<OwnGames>().0.take();
        let all = match known.filter(|(known, _)| !begins && *known == of) {
            Some((_, all)) => all,
            None => own_games(app, variant.key())?,
        };
        let mut waiting = Vec::new();
        if begins {
            for id in all.iter().rev() {
                if !app.store.has_review(*id)? && side_in(app, *id)?.is_some() {
                    waiting.push(*id);
                }
            }
        }
        let mut rest = all.iter().filter(|id| **id > self.after).peekable();
        let (mut games, mut last) = (Vec::new(), self.after);
        while games.len() < STEP {
            let Some(id) = rest.next() else { break };
            last = *id;
            games.extend(report(app, *id, &self.language)?);
        }
        let next = rest.peek().map(|_| last);
        app.states.of::<OwnGames>().0 = Some((of, all));
        Ok(PlayedReports { games, waiting, next })
    }
}

/// The games of a variant that the person played here, and those brought from elsewhere in which somebody has the person's name; the
/// oldest first.
fn own_games(app: &App, variant: &str) -> Result<Vec<i64>, ApiError> {
    let mut all = app.store.played_games(app.profile.id, variant)?;
    all.extend(app.store.brought_games(&app.profile.name, variant)?);
    all.sort_unstable();
    Ok(all)
}

/// A finished game, the side that the person had in it, and its row in the library. None where that is not to be said: of a game that
/// goes on, or one of which neither player, or both, have the person's name.
fn side_in(app: &App, id: i64) -> Result<Option<(Side, LibraryRow)>, ApiError> {
    let Some(row) = app.store.library_row(id)? else {
        return Ok(None);
    };
    let game = app.store.game(id)?;
    if game.as_ref().is_some_and(|game| game.end.is_none()) {
        return Ok(None);
    }
    let own = folded(&app.profile.name);
    let is_own = |name: &str| !own.is_empty() && folded(name) == own;
    let by_name = || match (is_own(&row.facts.white), is_own(&row.facts.black)) {
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        _ => None,
    };
    let side = game
        .and_then(|game| game.start.against_computer())
        .or_else(by_name);
    Ok(side.map(|side| (side, row)))
}

/// The report of a game; none where its review is not kept, or its line was changed since.
fn report(app: &App, id: i64, language: &str) -> Result<Option<PlayedReport>, ApiError> {
    let (Some(kept), Some((side, row))) = (kept_review(&app.store, id)?, side_in(app, id)?) else {
        return Ok(None);
    };
    // A game that is damaged has no report; it is said where it is opened.
    let Ok(opened) = open(app, id) else {
        return Ok(None);
    };
    let tree = &opened.text.tree;
    let moves = main_moves(tree);
    let mut game = Game::from_position(*tree.start());
    for mv in &moves {
        if game.play(mv).is_err() {
            break;
        }
    }
    let result = match row.facts.result {
        GameResult::WhiteWins => Some(review::GameResult::Won(Side::White)),
        GameResult::BlackWins => Some(review::GameResult::Won(Side::Black)),
        GameResult::Draw => Some(review::GameResult::Drawn),
        GameResult::BothLose | GameResult::Open => None,
    };
    let written = super::search::written(game.start(), game.moves());
    if written.iter().zip(&kept.moves).any(|(own, kept)| own != kept) {
        return Ok(None);
    }
    let view = judged(&game, &kept.found, result);
    let own = if side == Side::White {
        view.white
    } else {
        view.black
    };
    let nodes: Vec<_> = tree.main_line().collect();
    let mistakes = view.moves.iter().enumerate().filter_map(|(at, one)| {
        let one = one.as_ref()?;
        let cause = one.cause.as_ref()?;
        let own = game.positions()[at].turn() == side;
        own.then(|| PlayedMistake {
            ply: at as u32,
            phase: view.phases[at],
            quality: one.quality,
            cause: cause.kind,
            themes: cause
                .shot
                .as_ref()
                .map_or_else(Vec::new, |shot| shot.themes.clone()),
            seconds: nodes
                .get(at)
                .and_then(|node| seconds_left(tree.node(*node).notes(), side)),
        })
    });
    let start = tree.start();
    Ok(Some(PlayedReport {
        game: id,
        at: row.updated,
        side: side.into(),
        points: match result {
            Some(review::GameResult::Won(winner)) if winner == side => 1.0,
            Some(review::GameResult::Won(_)) => 0.0,
            _ => 0.5,
        },
        opening: (*start == start.variant().start())
            .then(|| opening_of(start.variant(), &moves))
            .flatten()
            .map(|opening| opening.name(language).to_owned()),
        accuracy: own.accuracy,
        phases: own.phases,
        mistakes: mistakes.collect(),
    }))
}

/// Seconds that a side had left when it had moved, where the comments tell.
fn seconds_left(notes: &[Note], side: Side) -> Option<u32> {
    notes.iter().find_map(|note| {
        let Note::After(text) = note else { return None };
        pdn::clocks(text).find_map(|clock| match (clock, side) {
            (Clock::Left(seconds), _) => Some(seconds),
            (Clock::Both { white, .. }, Side::White) => white,
            (Clock::Both { black, .. }, Side::Black) => black,
            _ => None,
        })
    })
}
