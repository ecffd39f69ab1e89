//! Calls that restore, erase and index the store.
use crate::app::App;
use crate::call::{Call, Done};
use crate::learn::keep_restored;
use crate::views::view;
use crate::{ApiError, ErrorKind};
use damier_store::{Indexer, LineFault, LineProblem, Restore};
use draughts::{Move, Position};
use draughts_puzzles::{PuzzleLine, detect};

view! {
    /// `beginRestore {bytes?}` → `RestoreView`. A restore adds rows that the store lacks and overwrites nothing; an
    /// interrupted one can be repeated.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct BeginRestore { pub bytes: Option<f64> }
}
view! {
    /// `restoreChunk {restore, text, last}` → `RestoreView`: the next piece of the backup, up to 64 KiB. Lesson files
    /// are checked as by `importLesson`; if that needs a search, send the same piece again.
    pub struct RestoreChunk { pub restore: u32, pub text: String, pub last: bool }
}
view! {
    /// Progress of a restore.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RestoreState"))]
    pub struct RestoreView {
        pub restore: u32,
        /// Number of games added, and of games already present.
        pub games: u32,
        pub known: u32,
        /// Number of lesson files that the checker refused.
        pub refused: u32,
        /// Number of unusable lines, and the first hundred of them.
        pub bad: u32,
        pub problems: Vec<RestoreProblem>,
        /// Number of lines missing from the backup.
        pub missing: u32,
        /// `true` if the end of the backup is missing.
        pub cut: bool,
        /// Progress from 0 to 1; absent if the size is unknown.
        pub progress: Option<f64>,
        pub done: bool,
    }
}
view! {
    /// An unusable line of a backup.
    pub struct RestoreProblem {
        /// Line number, from 1.
        pub line: u32,
        pub fault: RestoreFault,
        /// Description in English, for people who examine the file.
        pub what: String,
    }
}
view! {
    /// Reason why a line is unusable.
    pub enum RestoreFault {
        /// Damaged or truncated.
        Unreadable,
        /// Unknown or missing content.
        Form,
        /// Illegal moves.
        Moves,
        /// Contradicts rows of the store.
        Contradicts,
        /// Above the length limit.
        TooLong,
    }
}
view! {
    /// `eraseEverything {sure}` → `{}`: deletes all games, people, settings and progress for good. `sure` must be
    /// "erase".
    pub struct EraseEverything { pub sure: String }
}
view! {
    /// `indexStep {}` → `IndexStepView`: deletes games that have been in the trash for thirty days, and extends the
    /// position index, for some milliseconds. Call it in idle time until `done`; searches work without the index, but
    /// slower.
    pub struct IndexStep {}
}
view! {
    /// Progress of the index.
    #[cfg_attr(feature = "uniffi", uniffi(name = "IndexProgress"))]
    pub struct IndexStepView { pub games: u32, pub indexed: u32, pub done: bool }
}

/// Maximum length of a piece, in bytes.
const MOST: usize = 1 << 20;

/// A running restore.
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
                format!("at most {MOST} bytes per call"),
            ));
        }
        let restoring = app
            .states
            .of::<Option<Restoring>>()
            .take_if(|restoring| restoring.number == self.restore);
        let mut restoring = restoring
            .ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no restore {}", self.restore)))?;
        // Lessons left from the last call were waiting for a search; this piece was taken then and comes again.
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
            return Err(ApiError::new(ErrorKind::BadParams, "`sure` must be \"erase\""));
        }
        app.store.erase()?;
        app.begin_anew()?;
        Ok(Done {})
    }
}

/// Time in the trash, in milliseconds: thirty days.
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

/// Themes of a game: those of each line in which one side sacrifices men and then captures three or more at once.
pub fn themes(start: &Position, moves: &[Move]) -> Vec<&'static str> {
    let mut found = Vec::new();
    for (at, mv) in moves.iter().enumerate() {
        if mv.captured().len() < 3 {
            continue;
        }
        // Back over the opponent's forced captures to the first sacrifice.
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
