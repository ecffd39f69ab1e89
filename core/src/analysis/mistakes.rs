//! The calls that ask for a better move where a game had a mistake, days later: when each comes back, the scheduler of the puzzles
//! says. Whether a try is better the front end has judged, by a search and `reviewGame`.
use crate::app::App;
use crate::call::{Call, Done};
use crate::convert;
use crate::error::{ApiError, ErrorKind, bad_params};
use crate::profile::days::DAY;
use crate::puzzles::solving::{memory_of, review_of};
use crate::views::{BoardView, MoveView, PositionView, view};
use damier_store::KeptMistake;
use draughts::notation::{fen, movetext};
use draughts_puzzles::{Score, remember};

/// Mistakes that are handed out at a time.
const MOST: usize = 50;
/// Moves of a line that are kept.
const LONGEST_LINE: usize = 20;
/// Letters of a name that are kept.
const LONGEST_NAME: usize = 120;

view! {
    /// `keepMistake` → `KeptMistakeReply`: a mistake of a game was asked about. It comes back by what is remembered of it; where it
    /// was asked before its time, nothing changes.
    pub struct KeepMistake {
        pub variant: String,
        /// The position before it.
        pub fen: String,
        /// The move that was played, as written.
        pub played: String,
        /// What was found of the position: centipawns for the side to move, and the best line.
        pub score: i32,
        pub best: Vec<String>,
        /// Whose game it was; empty where it is not known. Moves played before it.
        pub white: String,
        pub black: String,
        pub ply: u32,
        /// A better move was found at the first try.
        pub right: bool,
    }
}
view! {
    /// When a mistake comes back.
    #[cfg_attr(feature = "uniffi", uniffi(name = "MistakeKept"))]
    pub struct KeptMistakeReply {
        /// In so many days.
        pub days: f64,
    }
}
view! {
    /// `dueMistakes {variant}` → `DueMistakes`: those whose time has come, the longest due first and no more than fifty.
    pub struct ShowDueMistakes { pub variant: String }
}
view! {
    /// Mistakes that come back.
    pub struct DueMistakes {
        pub board: BoardView,
        pub due: Vec<DueMistake>,
        /// How many are kept, those that are not due among them.
        pub kept: u32,
    }
}
view! {
    /// A mistake that comes back.
    pub struct DueMistake {
        /// The position before it, with its legal moves.
        pub position: PositionView,
        pub played: MoveView,
        pub score: i32,
        pub best: Vec<String>,
        pub white: String,
        pub black: String,
        pub ply: u32,
    }
}
view! {
    /// `forgetMistake {variant, fen}` → `{}`: it is not asked any more. `notFound` where it is not kept.
    pub struct ForgetMistake { pub variant: String, pub fen: String }
}

impl Call for KeepMistake {
    type Reply = KeptMistakeReply;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let position = convert::position(variant, &self.fen)?;
        let illegal = |e: movetext::MoveTextError| ApiError::new(ErrorKind::IllegalMove, e.to_string());
        movetext::read(&position, &self.played).map_err(illegal)?;
        let mut here = position;
        for text in self.best.iter().take(LONGEST_LINE) {
            let mv = movetext::read(&here, text).map_err(illegal)?;
            here.play_unchecked(&mv);
        }
        if self.best.is_empty() {
            return Err(bad_params("a mistake is kept with what was better"));
        }
        let (profile, now) = (app.profile.id, app.now());
        let written = fen::write(&position);
        let before = app.store.mistake(profile, variant.key(), &written)?;
        let memory = before.map(|kept| memory_of(kept.review));
        let memory = match memory.filter(|memory| memory.due > now) {
            Some(kept) => kept,
            None => {
                let score = if self.right { Score::Clean } else { Score::Failed };
                remember(memory, score, now)
            }
        };
        let name = |text: &str| text.chars().take(LONGEST_NAME).collect();
        let kept = KeptMistake {
            position: written,
            played: self.played,
            score: self.score,
            best: self.best[..self.best.len().min(LONGEST_LINE)].join(" "),
            white: name(&self.white),
            black: name(&self.black),
            ply: self.ply,
            review: review_of(memory),
        };
        app.store.keep_mistake(profile, variant.key(), &kept)?;
        Ok(KeptMistakeReply {
            days: (memory.due - now) / DAY,
        })
    }
}

/// The mistakes of a game that are to be bettered now, and how many are kept.
fn due_now(app: &App, variant: &str) -> Result<(Vec<KeptMistake>, u32), ApiError> {
    let all = app.store.mistakes(app.profile.id, variant)?;
    let kept = all.len() as u32;
    let now = app.now();
    let due = all.into_iter().filter(|mistake| {
        let memory = memory_of(mistake.review);
        memory.due <= now && memory.rest().is_none()
    });
    Ok((due.collect(), kept))
}

/// How many mistakes of a game are to be bettered now.
pub(crate) fn mistakes_due(app: &App, variant: &str) -> Result<u32, ApiError> {
    Ok(due_now(app, variant)?.0.len() as u32)
}

impl Call for ShowDueMistakes {
    type Reply = DueMistakes;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let (due, kept) = due_now(app, variant.key())?;
        let read = |mistake: KeptMistake| {
            let position = convert::position(variant, &mistake.position).ok()?;
            let played = movetext::read(&position, &mistake.played).ok()?;
            Some(DueMistake {
                position: PositionView::of(&position),
                played: MoveView::of(&position, &played),
                score: mistake.score,
                best: mistake.best.split_whitespace().map(str::to_owned).collect(),
                white: mistake.white,
                black: mistake.black,
                ply: mistake.ply,
            })
        };
        Ok(DueMistakes {
            board: BoardView::of(variant),
            // One that cannot be read is passed over.
            due: due.into_iter().filter_map(read).take(MOST).collect(),
            kept,
        })
    }
}

impl Call for ForgetMistake {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Done, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let fen = fen::write(&convert::position(variant, &self.fen)?);
        if app.store.forget_mistake(app.profile.id, variant.key(), &fen)? {
            return Ok(Done {});
        }
        Err(ApiError::new(
            ErrorKind::NotFound,
            "no mistake of this position is kept",
        ))
    }
}
