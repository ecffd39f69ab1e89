//! The library of games: search, display, editing, import, export and restore.
//!
//! No call takes longer than 50 ms. Longer work is a loop of calls, each of which reports the progress.
mod book;
mod collect;
mod convert;
mod edit;
mod evaluations;
mod export;
mod find;
mod import;
mod marks;
mod params;
mod restore;

pub use book::{LibraryBook, LibraryBookMore, LibraryBookMoveView, LibraryBookView, RoadView};
pub use collect::{
    AddCollection, Collect, CollectFound, Collections, DeleteCollection, DeleteFound, DeleteFoundView,
    DeleteGames, EmptyTrash, LoopView, RenameCollection, SetNote, UndoDelete, UndoDeleteView,
};
pub(crate) use edit::change;
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
    FindGames, FindMore, FoundGames, GameResultView, LibraryFilter, LibraryGame, LibraryGameView,
    LibraryNames, LibraryOrder, LibraryPosition, LibraryRow, LibraryState, LibraryStateView, Manoeuvre,
    ManoeuvreKind, NameKind, NameView, NodeView, OpeningView, Openings, PatternContent, PatternSquare,
    SearchView, TagView, UndoEdit,
};
pub use restore::{
    BeginRestore, EraseEverything, IndexStep, IndexStepView, RestoreChunk, RestoreFault, RestoreProblem,
    RestoreView, themes,
};
