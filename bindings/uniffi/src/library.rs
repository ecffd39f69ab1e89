//! The library of games. One method a call.
use crate::error::DraughtsError;
use crate::shared_app::{SharedApp, calls};
use damier_core::Call;
use damier_core::files::{CheckFile, DecodeText, EncodingView, GuessEncoding, Wanted};
use damier_core::library::{
    AddCollection, AddGame, BeginAnalysis, BeginBackup, BeginExport, BeginImport, BeginRestore, CancelImport,
    Collect, CollectFound, Collections, CorrectName, DeleteCollection, DeleteFound, DeleteGames,
    DuplicatesView, EditGame, EditGames, EditView, EmptyTrash, EraseEverything, EventPage, ExportFormat,
    ExportStep, FindGames, FindMore, FoundGames, ImportChunk, IndexStep, LibraryBook, LibraryBookMore,
    LibraryFilter, LibraryGame, LibraryNames, LibraryOrder, LibraryPosition, LibraryState, NameKind,
    Openings, PlayerPage, RenameCollection, RestoreChunk, SetNote, TagView, UndoDelete, UndoEdit,
};
use damier_core::repertoire::{
    AddToRepertoire, AnswerRepertoire, NextRepertoireQuestion, RepertoireGaps, RepertoireGapsMore,
    ShowRepertoire,
};
use damier_core::views::{SideView, Squares, VariantKey};
use std::sync::Arc;

/// All saved games: played here, imported or entered. Long tasks go in steps of some milliseconds: begin the task,
/// then call its step until the answer says `done`.
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
    /// Begins a search for games; continue with `find_more` until done. `found_games` returns the rows found so far.
    #[uniffi::method(default(reversed = false))]
    find_games(filter: LibraryFilter, order: LibraryOrder, reversed: bool) -> FindGames { filter, order, reversed }

    /// Continues a search for some milliseconds. Raises `NotFound` for an old search: the last four are kept.
    find_more(search: u32) -> FindMore { search }

    /// Returns rows of a search, starting at `first` (from 0); at most 500.
    found_games(search: u32, first: u32, limit: u32) -> FoundGames { search, from: first, limit }

    /// Begins to count the library's moves in a position, over the games that pass the filter; continue with
    /// `library_book_more` until done.
    #[uniffi::method(default(filter = None))]
    library_book(variant: VariantKey, fen: String, filter: Option<LibraryFilter>) -> LibraryBook { variant: variant.into(), fen, filter }

    /// Continues the count for some milliseconds. Raises `NotFound` if another book was begun since.
    library_book_more(book: u32) -> LibraryBookMore { book }

    /// Returns the size and state of the library.
    library_state() -> LibraryState {}

    /// Lists names of players or events that contain a text, the most frequent first.
    library_names(kind: NameKind, text: String, limit: u32) -> LibraryNames { kind, text, limit }

    /// Sums up the games of the player with exactly this name. Raises `NotFound` if there is none.
    player_page(name: String) -> PlayerPage { name }

    /// Returns the table and the games of the event with exactly this name, of one year or of the last. Raises
    /// `NotFound` if there is none.
    #[uniffi::method(default(year = None))]
    event_page(name: String, year: Option<u16>) -> EventPage { name, year }

    /// Gives some games another name; call it until done. If the new name exists already, both become one, which
    /// cannot be undone.
    correct_name(kind: NameKind, name: String, new_name: String) -> CorrectName { kind, name, new_name }

    /// Sets tags of at most 200 games; an empty value removes a tag.
    edit_games(games: Vec<i64>, tags: Vec<TagView>) -> EditGames { games, tags }

    /// Lists the named openings.
    openings(variant: VariantKey, language: String) -> Openings { variant: variant.into(), language }

    /// Returns a game with its variations.
    library_game(id: i64) -> LibraryGame { id }

    /// Returns the position after a node's move; without a node the start.
    #[uniffi::method(default(node = None))]
    library_position(id: i64, node: Option<u32>) -> LibraryPosition { id, node }

    /// Edits a game. Raises `Stale` if it was changed since this `revision`.
    edit_game(id: i64, revision: u32, edit: EditView) -> EditGame { id, revision, edit }

    /// Undoes the last edit.
    undo_edit(id: i64, revision: u32) -> UndoEdit { id, revision }

    /// An empty game to enter moves into.
    #[uniffi::method(default(fen = None))]
    add_game(variant: VariantKey, white: String, black: String, fen: Option<String>)
        -> AddGame { variant: variant.into(), fen, white, black }

    /// Creates a game for analysis: from a text, a copy of a game, a position, or the start.
    #[uniffi::method(default(fen = None, text = None, game = None))]
    begin_analysis(variant: VariantKey, fen: Option<String>, text: Option<String>, game: Option<i64>)
        -> BeginAnalysis { variant: variant.into(), fen, text, game }

    /// Sets the person's note about a game; an empty text removes it.
    set_note(id: i64, text: String) -> SetNote { id, text }

    /// Lists the collections by name.
    collections() -> Collections {}

    /// Adds a collection, or returns the existing one with this name.
    add_collection(name: String) -> AddCollection { name }

    /// Renames a collection.
    rename_collection(id: i64, name: String) -> RenameCollection { id, name }

    /// Deletes a collection; its games stay.
    delete_collection(id: i64) -> DeleteCollection { id }

    /// Adds games to a collection, or removes them; at most 1000.
    collect(collection: i64, games: Vec<i64>, put: bool) -> Collect { collection, games, put }

    /// Adds the games of a search to a collection, in steps: `first` is 0, then the `next` of the last answer.
    collect_found(collection: i64, search: u32, first: u32) -> CollectFound { collection, search, from: first }

    /// Deletes games, at most 1000. They can be restored for thirty days.
    delete_games(games: Vec<i64>) -> DeleteGames { games }

    /// Deletes the games of a search as one deletion, in steps: `first` is 0, then the `next` of the last answer.
    #[uniffi::method(default(deletion = None))]
    delete_found(search: u32, first: u32, deletion: Option<i64>) -> DeleteFound { search, deletion, from: first }

    /// Restores deleted games, in steps.
    undo_delete(deletion: i64) -> UndoDelete { deletion }

    /// Makes a deletion (or every one) final, in steps.
    #[uniffi::method(default(deletion = None))]
    empty_trash(deletion: Option<i64>) -> EmptyTrash { deletion }

    /// Checks by a file's first bytes in base64 (up to 4096) and its size if it can be imported. The error names the
    /// kind of file.
    #[uniffi::method(default(bytes = None))]
    check_file(wanted: Wanted, head: String, bytes: Option<f64>) -> CheckFile { wanted, head, bytes }

    /// Guesses the encoding of a text from a part in base64, best the first that is not ASCII; the likeliest comes first.
    guess_encoding(data: String) -> GuessEncoding { data }

    /// Decodes a part of a text, in base64.
    decode_text(data: String, encoding: EncodingView) -> DecodeText { data, encoding }

    /// Begins to import a PDN file; continue with `import_chunk`, piece by piece. `only` names the games to store, from
    /// 1: those that an earlier import left out.
    #[uniffi::method(default(bytes = None, collection = None, only = None))]
    begin_import(name: String, duplicates: DuplicatesView, bytes: Option<f64>, collection: Option<i64>, only: Option<Vec<u32>>)
        -> BeginImport { name, bytes, duplicates, collection, only }

    /// Imports the next bytes of the file, in base64; pieces of 64 KiB keep a call short.
    import_chunk(import: u32, data: String, last: bool) -> ImportChunk { import, data, last }

    /// Ends an import. With `undo` its games are deleted, in steps.
    cancel_import(import: u32, undo: bool) -> CancelImport { import, undo }

    /// Begins an export: of a search, of these games, or without both of all games. Continue with `export_step` until
    /// done; the concatenated texts are the file. With `evaluations`, PDN comments include the scores of saved
    /// reviews.
    #[uniffi::method(default(search = None, games = None, evaluations = None))]
    begin_export(format: ExportFormat, search: Option<u32>, games: Option<Vec<i64>>, evaluations: Option<bool>)
        -> BeginExport { format, search, games, evaluations }

    /// Returns the next piece of an export or backup.
    export_step(export: u32) -> ExportStep { export }

    /// Begins a backup of everything as one text; continue with `export_step`.
    begin_backup() -> BeginBackup {}

    /// Begins to restore a backup. Existing data stays unchanged.
    #[uniffi::method(default(bytes = None))]
    begin_restore(bytes: Option<f64>) -> BeginRestore { bytes }

    /// Restores the next piece of the backup's text, up to 64 KiB.
    restore_chunk(restore: u32, text: String, last: bool) -> RestoreChunk { restore, text, last }

    /// Erases the whole store for good. `sure` is the word "erase".
    erase_everything(sure: String) -> EraseEverything { sure }

    /// Removes games deleted thirty days ago, and updates the position index, for some milliseconds. Call it while
    /// idle, until done.
    index_step() -> IndexStep {}

    /// Returns a person's repertoire for each colour, and the positions to repeat.
    repertoire(variant: VariantKey, zone: i32) -> ShowRepertoire { variant: variant.into(), zone }

    /// Adds to a repertoire: the line to a node of a game, the whole game, or the games of a PDN text. Without any of
    /// them creates the repertoire.
    #[uniffi::method(default(game = None, node = None, whole = false, text = None))]
    add_to_repertoire(
        variant: VariantKey, side: SideView, name: String, game: Option<i64>, node: Option<u32>, whole: bool, text: Option<String>
    ) -> AddToRepertoire { variant: variant.into(), side, name, game, node, whole, text }

    /// Begins to compare a repertoire with the opening book; continue with `repertoire_gaps_more` until done.
    repertoire_gaps(variant: VariantKey, side: SideView) -> RepertoireGaps { variant: variant.into(), side }

    /// Looks up more positions. Raises `NotFound` if another comparison was begun since.
    repertoire_gaps_more(gaps: u32) -> RepertoireGapsMore { gaps }

    /// Returns the next position of the repertoires to repeat; nothing if there is none.
    #[uniffi::method(default(side = None, after = None))]
    next_repertoire_question(variant: VariantKey, zone: i32, side: Option<SideView>, after: Option<String>)
        -> NextRepertoireQuestion { variant: variant.into(), side, zone, after }

    /// Answers it; without a path the answer is shown.
    #[uniffi::method(default(path = None, helped = false, again = false))]
    answer_repertoire(
        variant: VariantKey, side: SideView, fen: String, path: Option<Squares>, helped: bool, again: bool
    ) -> AnswerRepertoire { variant: variant.into(), side, fen, path, helped, again }
} }
