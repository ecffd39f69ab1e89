//! Calls that store the searches of a game's review, and reports on all games of a person. `review.rs` judges;
//! nothing is searched here.
use super::review::{CauseKind, FoundView, LONGEST, PhasePlayedView, PhaseView, QualityView, judged};
use crate::app::App;
use crate::call::{Call, Done};
use crate::convert;
use crate::error::{ApiError, ErrorKind, bad_params};
use crate::stored_game::{main_moves, open};
use crate::views::{SideView, view};
use damier_store::{GameResult, LibraryRow, Store, folded, opening_of};
use draughts::notation::movetext;
use draughts::notation::pdn::{self, Clock};
use draughts::notation::tree::Note;
use draughts::{Game, Side, Variant};
use draughts_engine::review;

/// Maximum stored length of a line, in moves.
const LONGEST_KEPT: usize = 20;
/// Number of games judged per step.
const STEP: usize = 4;

view! {
    /// `keepReview {game, moves, found}` → `{}`: stores the searches of the positions of a game's main line.
    pub struct KeepReview { pub game: i64, pub moves: Vec<String>, pub found: Vec<Option<FoundView>> }
}
view! {
    /// `keptReview {game}` → `KeptReviewView?`; null if nothing is stored.
    pub struct ShowKeptReview { pub game: i64 }
}
view! {
    /// Stored searches of a game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "KeptReview"))]
    pub struct KeptReviewView {
        /// The main line that was searched.
        pub moves: Vec<String>,
        /// Search result of each position, the start first.
        pub found: Vec<Option<FoundView>>,
    }
}
view! {
    /// `playedReports {variant, language, after}` → `PlayedReports`: reports on the person's reviewed games, in
    /// steps. `after` is 0, then `next` of the previous answer.
    pub struct ShowPlayedReports { pub variant: String, pub language: String, pub after: i64 }
}
view! {
    /// Reports of one step.
    pub struct PlayedReports {
        pub games: Vec<PlayedReport>,
        /// The person's finished games of this step without a complete review, oldest first; imported games in which a
        /// player has the person's name are among them.
        pub waiting: Vec<i64>,
        /// Value for `after` in the next call; null at the end.
        pub next: Option<i64>,
    }
}
view! {
    /// Report on the person's play in a game.
    pub struct PlayedReport {
        pub game: i64,
        /// Time of the last move or of the import, in milliseconds since 1970.
        pub at: f64,
        pub side: SideView,
        /// Score of the person: 1, 0.5 or 0.
        pub points: f64,
        /// Name of the opening, if it has one.
        pub opening: Option<String>,
        pub accuracy: Option<f64>,
        /// Opening, middle game and ending.
        pub phases: Vec<PhasePlayedView>,
        /// Mistakes and blunders of the person.
        pub mistakes: Vec<PlayedMistake>,
    }
}
view! {
    /// A mistake of the person.
    pub struct PlayedMistake {
        /// Number of moves before it.
        pub ply: u32,
        pub phase: PhaseView,
        pub quality: QualityView,
        pub cause: CauseKind,
        /// Themes of the shot, if the mistake missed or allowed one.
        pub themes: Vec<String>,
        /// Seconds left on the clock after the move, if known.
        pub seconds: Option<u32>,
    }
}

/// Games of a person in a variant, cached for all steps because finding them reads the whole library.
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
            return Err(bad_params("there are more searches than positions"));
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

/// Reads the stored review of a game; `None` if it is missing or unreadable, so that it is made anew.
pub(crate) fn kept_review_of(store: &Store, game: i64) -> Result<Option<KeptReviewView>, ApiError> {
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
        kept_review_of(&app.store, self.game)
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
        let mut rest = all.iter().filter(|id| **id > self.after).peekable();
        let (mut games, mut waiting, mut last, mut judged) = (Vec::new(), Vec::new(), self.after, 0);
        while judged < STEP {
            let Some(id) = rest.next() else { break };
            last = *id;
            let has_review = app.store.has_review(*id)?;
            judged += usize::from(has_review);
            match report(app, *id, &self.language)? {
                Some(report) => games.push(report),
                None if side_in(app, *id)?.is_some() => waiting.push(*id),
                None => {}
            }
        }
        let next = rest.peek().map(|_| last);
        app.states.of::<OwnGames>().0 = Some((of, all));
        Ok(PlayedReports { games, waiting, next })
    }
}

/// Games of a variant that the person played here, and imported ones with the person's name; oldest first.
fn own_games(app: &App, variant: &str) -> Result<Vec<i64>, ApiError> {
    let mut all = app.store.played_games(app.profile.id, variant)?;
    all.extend(app.store.brought_games(&app.profile.name, variant)?);
    all.sort_unstable();
    Ok(all)
}

/// Returns the person's side in a finished game, and its library row. `None` for a running game, or if not exactly
/// one player has the person's name.
pub(crate) fn side_in(app: &App, id: i64) -> Result<Option<(Side, LibraryRow)>, ApiError> {
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

/// Reports on a game; `None` without a complete review, or if its main line has changed since.
fn report(app: &App, id: i64, language: &str) -> Result<Option<PlayedReport>, ApiError> {
    let (Some(kept), Some((side, row))) = (kept_review_of(&app.store, id)?, side_in(app, id)?) else {
        return Ok(None);
    };
    // A damaged game has no report; opening it shows the damage.
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
    let written = movetext::write_line(game.start(), game.moves());
    if written.iter().zip(&kept.moves).any(|(own, kept)| own != kept) {
        return Ok(None);
    }
    let view = judged(&game, &kept.found, result);
    if view.next.is_some() {
        return Ok(None);
    }
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
            .map(|opening| app.assets.opening(language, opening))
            .transpose()?,
        accuracy: own.accuracy,
        phases: own.phases,
        mistakes: mistakes.collect(),
    }))
}

/// Seconds left for a side after its move, if the comments state them.
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
