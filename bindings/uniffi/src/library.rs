//! The library of games. One method a call.
use crate::error::DraughtsError;
use crate::shared_app::{SharedApp, calls};
use damier_core::Call;
use damier_core::files::{CheckFile, Wanted};
use damier_core::library::{
    AddCollection, AddGame, BeginAnalysis, BeginBackup, BeginExport, BeginImport, BeginRestore, CancelImport,
    Collect, CollectFound, Collections, DeleteCollection, DeleteFound, DeleteGames, DuplicatesView, EditGame,
    EditView, EmptyTrash, EraseEverything, ExportFormat, ExportStep, FindGames, FindMore, FoundGames,
    ImportChunk, IndexStep, LibraryBook, LibraryBookMore, LibraryFilter, LibraryGame, LibraryNames,
    LibraryOrder, LibraryPosition, LibraryState, NameKind, Openings, RenameCollection, RestoreChunk, SetNote,
    UndoDelete, UndoEdit,
};
use damier_core::repertoire::{
    AddToRepertoire, AnswerRepertoire, NextRepertoireQuestion, RepertoireGaps, RepertoireGapsMore,
    ShowRepertoire,
};
use damier_core::views::{SideView, Squares, VariantKey};
use std::sync::Arc;

/// Every game that is kept: played here, imported, entered. What takes long goes in steps, each of some milliseconds: begin
/// it, then call its step until the answer says `done`.
#[derive(Debug, uniffi::Object)]
pub struct GameLibrary {
    app: Arc<SharedApp>,
}

impl GameLibrary {
    pub(crate) fn at(app: &Arc<SharedApp>) -> Self {
        Self { app: Arc::clone(app) }
    }
}

calls! { GameLibrary {
    /// Begins to look for games; then `find_more` until it is done. `found_games` shows what there is so far.
    find_games(filter: LibraryFilter, order: LibraryOrder) -> FindGames { filter, order }

    /// Looks on for some milliseconds. `NotFound` where the search is too old: the last four are kept.
    find_more(search: u32) -> FindMore { search }

    /// Rows of a search by their place in the list, 0 the first; at most 500.
    found_games(search: u32, first: u32, limit: u32) -> FoundGames { search, from: first, limit }

    /// What the library's games played in a position, of those that pass a filter where there is one; then `library_book_more`
    /// until it is done.
    #[uniffi::method(default(filter = None))]
    library_book(variant: VariantKey, fen: String, filter: Option<LibraryFilter>) -> LibraryBook { variant: variant.into(), fen, filter }

    /// Counts on for some milliseconds. `NotFound` where another book was asked for since.
    library_book_more(book: u32) -> LibraryBookMore { book }

    /// What the library holds.
    library_state() -> LibraryState {}

    /// Names of players or events that hold a text, those with most games first.
    library_names(kind: NameKind, text: String, limit: u32) -> LibraryNames { kind, text, limit }

    /// The openings that have a name.
    openings(variant: VariantKey, language: String) -> Openings { variant: variant.into(), language }

    /// A game whole, with its variations.
    library_game(id: i64) -> LibraryGame { id }

    /// The position after a node's move; without a node before the first move.
    #[uniffi::method(default(node = None))]
    library_position(id: i64, node: Option<u32>) -> LibraryPosition { id, node }

    /// Changes a game. `Stale` where it was changed since this `revision`.
    edit_game(id: i64, revision: u32, edit: EditView) -> EditGame { id, revision, edit }

    /// Undoes the last edit.
    undo_edit(id: i64, revision: u32) -> UndoEdit { id, revision }

    /// An empty game to enter moves into.
    #[uniffi::method(default(fen = None))]
    add_game(variant: VariantKey, white: String, black: String, fen: Option<String>)
        -> AddGame { variant: variant.into(), fen, white, black }

    /// A game of one's own to analyse in: from a text, a copy of a game, a position, or the start.
    #[uniffi::method(default(fen = None, text = None, game = None))]
    begin_analysis(variant: VariantKey, fen: Option<String>, text: Option<String>, game: Option<i64>)
        -> BeginAnalysis { variant: variant.into(), fen, text, game }

    /// A note of the person's own about a game; empty takes it away.
    set_note(id: i64, text: String) -> SetNote { id, text }

    /// The collections, by name.
    collections() -> Collections {}

    /// Adds a collection; the one there is where the name is taken.
    add_collection(name: String) -> AddCollection { name }

    /// Gives a collection another name.
    rename_collection(id: i64, name: String) -> RenameCollection { id, name }

    /// Takes a collection away; its games stay.
    delete_collection(id: i64) -> DeleteCollection { id }

    /// Puts games into a collection, or takes them out; at most 1000.
    collect(collection: i64, games: Vec<i64>, put: bool) -> Collect { collection, games, put }

    /// Puts the games of a search into a collection, in steps: `first` is 0, then the `next` of the last answer.
    collect_found(collection: i64, search: u32, first: u32) -> CollectFound { collection, search, from: first }

    /// Deletes games, at most 1000. They can be had back for thirty days.
    delete_games(games: Vec<i64>) -> DeleteGames { games }

    /// Deletes the games of a search as one deletion, in steps: `first` is 0, then the `next` of the last answer.
    #[uniffi::method(default(deletion = None))]
    delete_found(search: u32, first: u32, deletion: Option<i64>) -> DeleteFound { search, deletion, from: first }

    /// Brings deleted games back, in steps.
    undo_delete(deletion: i64) -> UndoDelete { deletion }

    /// Makes a deletion (or every one) final, in steps.
    #[uniffi::method(default(deletion = None))]
    empty_trash(deletion: Option<i64>) -> EmptyTrash { deletion }

    /// Whether a file may be what is wanted, by its first bytes in base64 (up to 4096) and its size; an error says what it is.
    #[uniffi::method(default(bytes = None))]
    check_file(wanted: Wanted, head: String, bytes: Option<f64>) -> CheckFile { wanted, head, bytes }

    /// Begins to read a PDN file; then `import_chunk` with its bytes, piece by piece.
    #[uniffi::method(default(bytes = None, collection = None))]
    begin_import(name: String, duplicates: DuplicatesView, bytes: Option<f64>, collection: Option<i64>)
        -> BeginImport { name, bytes, duplicates, collection }

    /// The next bytes of the file, in base64; 64 KiB keep a call short.
    import_chunk(import: u32, data: String, last: bool) -> ImportChunk { import, data, last }

    /// Ends an import. With `undo` what it stored is deleted, in steps.
    cancel_import(import: u32, undo: bool) -> CancelImport { import, undo }

    /// Begins to write games: those of a search, or these, or without both every one. Then `export_step` until it is done;
    /// the texts put together are the file.
    /// With `evaluations` a PDN tells in comments what is kept of the games' reviews.
    #[uniffi::method(default(search = None, games = None, evaluations = None))]
    begin_export(format: ExportFormat, search: Option<u32>, games: Option<Vec<i64>>, evaluations: Option<bool>)
        -> BeginExport { format, search, games, evaluations }

    /// The next piece of an export or backup.
    export_step(export: u32) -> ExportStep { export }

    /// Begins a backup of everything as one text; go on with `export_step`.
    begin_backup() -> BeginBackup {}

    /// Begins to restore a backup. What is there already stays as it is.
    #[uniffi::method(default(bytes = None))]
    begin_restore(bytes: Option<f64>) -> BeginRestore { bytes }

    /// The next piece of the backup's text, up to 64 KiB.
    restore_chunk(restore: u32, text: String, last: bool) -> RestoreChunk { restore, text, last }

    /// Empties the store for good. `sure` is the word "erase".
    erase_everything(sure: String) -> EraseEverything { sure }

    /// Takes games away that were deleted thirty days ago, and works on the position index, for some milliseconds. Call it
    /// while nothing else is to be done, until it is done.
    index_step() -> IndexStep {}

    /// What a person means to play in a game with each colour, and what of it is due.
    repertoire(variant: VariantKey, zone: i32) -> ShowRepertoire { variant: variant.into(), zone }

    /// Adds to a repertoire: of a game the line to a node or the whole, or the games of a PDN text; without any of them it is made.
    #[uniffi::method(default(game = None, node = None, whole = false, text = None))]
    add_to_repertoire(
        variant: VariantKey, side: SideView, name: String, game: Option<i64>, node: Option<u32>, whole: bool, text: Option<String>
    ) -> AddToRepertoire { variant: variant.into(), side, name, game, node, whole, text }

    /// What a repertoire lacks, held against the book; then `repertoire_gaps_more` until it is done.
    repertoire_gaps(variant: VariantKey, side: SideView) -> RepertoireGaps { variant: variant.into(), side }

    /// Looks some more positions up. `NotFound` where another was begun since.
    repertoire_gaps_more(gaps: u32) -> RepertoireGapsMore { gaps }

    /// The next position of the repertoires that is due; none where none is.
    #[uniffi::method(default(side = None, after = None))]
    next_repertoire_question(variant: VariantKey, zone: i32, side: Option<SideView>, after: Option<String>)
        -> NextRepertoireQuestion { variant: variant.into(), side, zone, after }

    /// Answers it; without a path the answer is shown.
    #[uniffi::method(default(path = None, helped = false, again = false))]
    answer_repertoire(
        variant: VariantKey, side: SideView, fen: String, path: Option<Squares>, helped: bool, again: bool
    ) -> AnswerRepertoire { variant: variant.into(), side, fen, path, helped, again }
} }
