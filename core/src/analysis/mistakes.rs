//! Calls that ask again for a better move where the person made a mistake. The puzzles' scheduler sets the days; the
//! front end judges each try with a search and `reviewGame`.
use crate::app::App;
use crate::call::{Call, Done};
use crate::convert;
use crate::days::DAY;
use crate::error::{ApiError, ErrorKind, bad_params};
use crate::practice::{memory_of, review_of};
use crate::views::{BoardView, MoveView, PositionView, view};
use damier_store::KeptMistake;
use draughts::notation::{fen, movetext};
use draughts_puzzles::{Score, remember};

/// Maximum number of mistakes in an answer.
const MOST: usize = 50;
/// Maximum stored length of a line, in moves.
const LONGEST_LINE: usize = 20;
/// Maximum stored length of a name, in characters.
const LONGEST_NAME: usize = 120;

view! {
    /// `keepMistake` → `KeptMistakeReply`: records an answer to a mistake and schedules the next one. An answer
    /// before its due time changes nothing.
    pub struct KeepMistake {
        pub variant: String,
        /// Position before the mistake.
        pub fen: String,
        /// The mistaken move.
        pub played: String,
        /// Search of the position: centipawns for the side to move, and the best line.
        pub score: i32,
        pub best: Vec<String>,
        /// Players, empty if unknown, and number of moves before the mistake.
        pub white: String,
        pub black: String,
        pub ply: u32,
        /// `true` if a better move was found at the first try.
        pub right: bool,
    }
}
view! {
    /// Time of the next repetition.
    #[cfg_attr(feature = "uniffi", uniffi(name = "MistakeKept"))]
    pub struct KeptMistakeReply {
        /// Days until then.
        pub days: f64,
    }
}
view! {
    /// `dueMistakes {variant}` → `DueMistakes`: at most fifty due mistakes, the longest overdue first.
    pub struct ShowDueMistakes { pub variant: String }
}
view! {
    /// Mistakes to repeat.
    pub struct DueMistakes {
        pub board: BoardView,
        pub due: Vec<DueMistake>,
        /// Number of stored mistakes, due or not.
        pub kept: u32,
    }
}
view! {
    /// A mistake to repeat.
    pub struct DueMistake {
        /// Position before the mistake, with its legal moves.
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
    /// `forgetMistake {variant, fen}` → `{}`: deletes a mistake. `notFound` if it is not stored.
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
            return Err(bad_params("a mistake needs a better line"));
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

/// Due mistakes of a variant, and the number of stored ones.
fn due_now(app: &App, variant: &str) -> Result<(Vec<KeptMistake>, u32), ApiError> {
    let all = app.store.mistakes(app.profile.id, variant)?;
    let kept = all.len() as u32;
    let now = app.now();
    let due = all.into_iter().filter(|mistake| {
        let memory = memory_of(mistake.review);
        memory.due <= now && !memory.rests()
    });
    Ok((due.collect(), kept))
}

/// Number of due mistakes of a variant.
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
            // Unreadable ones are skipped.
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
