//! Calls about the whole store: restore, erase, index.
use crate::app::App;
use crate::call::{Call, Done};
use crate::learn::keep_restored;
use crate::views::view;
use crate::{ApiError, ErrorKind};
use damier_store::{Indexer, LineFault, LineProblem, Restore};
use draughts::{Move, Position};
use draughts_puzzles::{PuzzleLine, detect};

view! {
    /// `beginRestore {bytes?}` → `RestoreView`. Restoring adds what the backup has and the store lacks; nothing in the
    /// store is overwritten, and one that was interrupted is simply done again.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct BeginRestore { pub bytes: Option<f64> }
}
view! {
    /// `restoreChunk {restore, text, last}` → `RestoreView`: the next piece of the backup's text, up to 64 KiB. Lesson
    /// files in it are checked as `importLesson` does: where that wants a search, the same piece is sent again.
    pub struct RestoreChunk { pub restore: u32, pub text: String, pub last: bool }
}
view! {
    /// How far a restore is.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RestoreState"))]
    pub struct RestoreView {
        pub restore: u32,
        /// Games added so far, and those that were there already.
        pub games: u32,
        pub known: u32,
        /// Lesson files so far that the checker does not pass, and that were left out.
        pub refused: u32,
        /// Lines that could not be taken in, and the first hundred of them: all others were.
        pub bad: u32,
        pub problems: Vec<RestoreProblem>,
        /// Lines that the backup once had and that are gone from it.
        pub missing: u32,
        /// Its end is missing: what it has was restored.
        pub cut: bool,
        /// 0 to 1; absent where nobody said how long the backup is.
        pub progress: Option<f64>,
        pub done: bool,
    }
}
view! {
    /// A line of a backup that was left out.
    pub struct RestoreProblem {
        /// 1 the first.
        pub line: u32,
        pub fault: RestoreFault,
        /// The same in English, for whoever looks into the file.
        pub what: String,
    }
}
view! {
    /// Why a line of a backup is left out.
    pub enum RestoreFault {
        /// Letters are changed, or its end is missing.
        Unreadable,
        /// It says something that this version does not know, or lacks something.
        Form,
        /// The moves of its game.
        Moves,
        /// It contradicts what is there.
        Contradicts,
        /// It is longer than a line can be.
        TooLong,
    }
}
view! {
    /// `eraseEverything {sure}` → `{}`: the store is as new, every game, person, setting and progress gone for good.
    /// `sure` is the word "erase".
    pub struct EraseEverything { pub sure: String }
}
view! {
    /// `indexStep {}` → `IndexStepView`: takes games away that were deleted thirty days ago, and works on the position index,
    /// for some milliseconds. Call it while the app is idle until
    /// it is done; searches find every game before, too, only slower.
    pub struct IndexStep {}
}
view! {
    /// How far the index is.
    #[cfg_attr(feature = "uniffi", uniffi(name = "IndexProgress"))]
    pub struct IndexStepView { pub games: u32, pub indexed: u32, pub done: bool }
}

/// Text taken in one call, in bytes.
const MOST: usize = 1 << 20;

/// A restore that goes on.
#[derive(Debug)]
pub(crate) struct Restoring {
    number: u32,
    bytes: Option<f64>,
    restore: Restore,
    refused: u32,
}

impl Restoring {
    fn view(&self, done: bool) -> RestoreView {
        let restored = self.restore.restored();
        RestoreView {
            restore: self.number,
            games: restored.games,
            known: restored.known,
            refused: self.refused,
            bad: restored.bad,
            problems: self.restore.problems().iter().map(Into::into).collect(),
            missing: u32::try_from(restored.missing).unwrap_or(u32::MAX),
            cut: done && !restored.ended,
            progress: if done {
                Some(1.0)
            } else {
                self.bytes
                    .map(|all| (restored.bytes as f64 / all.max(1.0)).min(1.0))
            },
            done,
        }
    }
}

impl From<&LineProblem> for RestoreProblem {
    fn from(problem: &LineProblem) -> Self {
        Self {
            line: u32::try_from(problem.line).unwrap_or(u32::MAX),
            fault: match problem.fault {
                LineFault::Unreadable => RestoreFault::Unreadable,
                LineFault::Form => RestoreFault::Form,
                LineFault::Moves => RestoreFault::Moves,
                LineFault::Contradicts => RestoreFault::Contradicts,
                LineFault::TooLong => RestoreFault::TooLong,
            },
            what: problem.what.clone(),
        }
    }
}

impl Call for BeginRestore {
    type Reply = RestoreView;

    fn run(self, app: &mut App) -> Result<RestoreView, ApiError> {
        let restoring = Restoring {
            number: app.states.number(),
            bytes: self.bytes,
            restore: Restore::default(),
            refused: 0,
        };
        let view = restoring.view(false);
        *app.states.of() = Some(restoring);
        Ok(view)
    }
}

impl Call for RestoreChunk {
    type Reply = RestoreView;

    fn run(self, app: &mut App) -> Result<RestoreView, ApiError> {
        if self.text.len() > MOST {
            return Err(ApiError::new(
                ErrorKind::BadParams,
                format!("at most {MOST} bytes a call"),
            ));
        }
        let restoring = app
            .states
            .of::<Option<Restoring>>()
            .take_if(|restoring| restoring.number == self.restore);
        let mut restoring = restoring
            .ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no restore {}", self.restore)))?;
        // Lessons are left over where a search was wanted for one: then this piece was taken in, and comes again.
        let pushed = match restoring.restore.lessons().is_empty() {
            true => restoring.restore.push(&mut app.store, &self.text, self.last),
            false => Ok(()),
        };
        let lessons = restoring.restore.lessons();
        let kept = keep_restored(lessons, &app.store, &app.assets, &mut restoring.refused);
        pushed?;
        if let Err(error) = kept {
            *app.states.of() = Some(restoring);
            return Err(error);
        }
        let view = restoring.view(self.last);
        if self.last {
            app.begin_again()?;
            app.forget_school();
        } else {
            *app.states.of() = Some(restoring);
        }
        Ok(view)
    }
}

impl Call for EraseEverything {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Done, ApiError> {
        if self.sure != "erase" {
            return Err(ApiError::new(ErrorKind::BadParams, "say \"erase\" to be sure"));
        }
        app.store.erase()?;
        app.begin_anew()?;
        Ok(Done {})
    }
}

/// Deleted games can be had back for so long: thirty days, in milliseconds.
const TRASH: f64 = 30.0 * 86_400_000.0;

impl Call for IndexStep {
    type Reply = IndexStepView;

    fn run(self, app: &mut App) -> Result<IndexStepView, ApiError> {
        let now = app.now();
        let done = app.store.empty_trash(None, now - TRASH)? == 0
            && app.states.of::<Indexer>().step(&mut app.store, &themes)?;
        let state = app.store.index_state()?;
        Ok(IndexStepView {
            games: state.games,
            indexed: state.indexed,
            done,
        })
    }
}

/// The themes of a game: of each line in which one side gives men and then takes three or more at once.
pub fn themes(start: &Position, moves: &[Move]) -> Vec<&'static str> {
    let mut found = Vec::new();
    for (at, mv) in moves.iter().enumerate() {
        if mv.captured().len() < 3 {
            continue;
        }
        // Back over the forced captures of the other side to the move that offered the first man.
        let mut first = at;
        while first >= 2 && moves[first - 1].is_capture() {
            first -= 2;
        }
        if first == at {
            continue;
        }
        let mut position = *start;
        moves[..first].iter().for_each(|mv| position.play_unchecked(mv));
        let Some(line) = PuzzleLine::new(&position, &moves[first..=at]) else {
            continue;
        };
        for theme in detect(&line) {
            if !found.contains(&theme.key()) {
                found.push(theme.key());
            }
        }
    }
    found
}
