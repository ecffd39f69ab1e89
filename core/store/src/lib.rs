//! The app's data in one SQLite file: people, games, progress, attempts, ratings and settings.
//!
//! The store makes no decision about draughts. It keeps game trees as bytes and replays them only to find
//! positions.
mod backup;
mod check;
mod collections;
mod connection;
#[cfg(not(target_family = "wasm"))]
mod disk;
mod error;
mod fallback;
mod find;
mod game_text;
mod games;
#[cfg(not(target_family = "wasm"))]
mod header;
mod import;
mod index;
mod library;
mod memory;
mod migrate;
mod names;
mod openings;
mod people;
mod players;
mod progress;
mod puzzle_sets;
mod puzzles;
mod ranges;
mod repertoire;
mod rescue;
mod reviews;
mod scale;
mod store;
pub mod tree;

pub use backup::{Backup, LineFault, LineProblem, Restore, Restored, RestoredLesson};
pub use check::Check;
pub use collections::{Collection, Deletion};
pub use error::StoreError;
pub use find::{Filter, Order, Search};
pub use game_text::{GameText, GameTextError, written_date};
pub use games::{ComputerResult, GameEnd, GameRow, GameStart, KeptLetter, LevelScore, PeopleResult};
pub use import::{Duplicates, Import, ImportProblem, ImportReport, LeftOut, ReadyGame};
pub use index::{
    Action, Boards, Book, BookLine, BookRows, Content, Hit, IncomingMove, IndexState, Indexer, LONGEST_ROUTE,
    Manoeuvre, Pattern, PositionSearch, Score, Squares, Themes,
};
pub use library::{Body, Ending, Facts, GameKind, GameResult, LibraryRow};
pub use memory::WriteBack;
pub use names::folded;
pub use openings::{Opening, opening_of, openings};
pub use people::{Experience, PersonRow, Profile};
pub use players::{EventGame, NameOf, PlayerGame};
pub use progress::{DoneSince, StepDone};
pub use puzzle_sets::{InSet, PuzzleSet};
pub use puzzles::{Attempt, AttemptRow, KnownAttempt, PuzzleFacts, PuzzleRecord, Rated, Rating, Review};
pub use rescue::{RawFile, RawFiles, Reopened, Rescue};
pub use reviews::{KeptMistake, KeptReview};
pub use store::Store;
