//! The library of games: search, display, editing, import, export and restore.
//!
//! No call takes longer than 50 ms. Longer work is a loop of calls, each of which reports the progress.
mod batch;
mod book;
mod collect;
mod convert;
mod edit;
mod evaluations;
mod event;
mod export;
mod find;
mod import;
mod marks;
mod params;
mod player;
mod restore;

pub use batch::{CorrectName, CorrectedName, EditGames, EditedGames};
pub use book::{LibraryBook, LibraryBookMore, LibraryBookMoveView, LibraryBookView, RoadView};
pub use collect::{
    AddCollection, Collect, CollectFound, Collections, DeleteCollection, DeleteFound, DeleteFoundView,
    DeleteGames, EmptyTrash, LoopView, RenameCollection, SetNote, UndoDelete, UndoDeleteView,
};
pub(crate) use edit::change;
pub use event::{EventGameView, EventPage, EventPageView, EventPlayerView};
pub use export::{BeginBackup, BeginExport, ExportFormat, ExportStep, ExportStepView};
pub(crate) use find::games_found;
pub use import::{
    BeginImport, CancelImport, DuplicatesView, ImportChunk, ImportFault, ImportProblem, ImportView,
    LeftOutGame,
};
pub use marks::MarkView;
pub(crate) use marks::{read as read_marks, with as with_marks};
pub use params::{
    AddGame, BeginAnalysis, CollectionView, DeletionView, EditGame, EditView, EditedView, EndingView,
    FindGames, FindMore, FoundGames, GameKindView, GameResultView, LibraryFilter, LibraryGame,
    LibraryGameView, LibraryNames, LibraryOrder, LibraryPosition, LibraryRow, LibraryState, LibraryStateView,
    Manoeuvre, ManoeuvreKind, NameKind, NameView, NodeView, OpeningView, Openings, PatternContent,
    PatternSquare, SearchView, TagView, UndoEdit,
};
pub use player::{NamedTallyView, OpeningTallyView, PlayerPage, PlayerPageView, TallyView};
pub use restore::{
    BeginRestore, EraseEverything, IndexStep, IndexStepView, RestoreChunk, RestoreFault, RestoreProblem,
    RestoreView, themes,
};
