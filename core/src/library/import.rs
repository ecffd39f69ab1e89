//! Calls that import a file in chunks and report on it.
use crate::app::App;
use crate::call::Call;
use crate::files::{self, FileKind, Wanted};
use crate::views::view;
use crate::{ApiError, ErrorKind};
use damier_store::{Duplicates, Filter, Import, LeftOut, Order, Search, Store, StoreError, written_date};
use draughts::notation::movetext::MoveTextError;
use draughts::notation::pdn::PdnError;

view! {
    /// Treatment of a game that the library has already: same players, same moves.
    #[derive(Default)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "DuplicateRule"))]
    pub enum DuplicatesView {
        /// Skip it, unless it has comments or variations that the stored game lacks.
        #[default]
        Skip,
        /// Store it again.
        Keep,
    }
}
view! {
    /// `beginImport` → `ImportView`; then send the file with `importChunk`.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct BeginImport {
        /// File name, for the report.
        pub name: String,
        /// File size in bytes, if known, for the progress.
        pub bytes: Option<f64>,
        #[serde(default)]
        pub duplicates: DuplicatesView,
        /// Collection for all games of the file.
        pub collection: Option<i64>,
        /// Numbers of the games to store, from 1; all if missing.
        pub only: Option<Vec<u32>>,
    }
}
view! {
    /// `importChunk {import, data, last}` → `ImportView`. `data` is base64 of the next bytes of the file in any
    /// encoding; 64 KiB per call keep it short. Each call stores the games that are complete. Repeat a call that
    /// answers `busy`. A file without games is refused by its kind: `filePicture` at once, `fileText` at its end.
    pub struct ImportChunk { pub import: u32, pub data: String, pub last: bool }
}
view! {
    /// `cancelImport {import, undo}` → `ImportView`: ends the import. With `undo` its games are deleted, which can be
    /// undone; call it until `done`.
    pub struct CancelImport { pub import: u32, pub undo: bool }
}
view! {
    /// Progress of an import, and its report at the end.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ImportState"))]
    pub struct ImportView {
        pub import: u32,
        /// Value of the filter's `source` for these games.
        pub source: i64,
        pub name: String,
        /// Number of bytes read, and the progress from 0 to 1 if the size is known.
        pub read: f64,
        pub progress: Option<f64>,
        /// Number of games read.
        pub games: u32,
        pub stored: u32,
        /// Number of games skipped as duplicates, and the first five hundred of them.
        pub duplicates: u32,
        pub left_out: Vec<LeftOutGame>,
        /// Number of games stored with an unreadable part, which is kept as text.
        pub damaged: u32,
        /// Number of games not stored because no part is a game of a known variant.
        pub refused: u32,
        /// First hundred problems.
        pub problems: Vec<ImportProblem>,
        /// Number of problems.
        pub problem_count: u32,
        /// Id of the game if the file has only one, new or already known.
        pub only: Option<i64>,
        pub done: bool,
    }
}
view! {
    /// A game that an import left out, because the library has it. `only` of another import takes it in.
    pub struct LeftOutGame {
        /// Number of the game in the file, from 1.
        pub game: u32,
        /// Players and event; empty if unknown.
        pub white: String,
        pub black: String,
        pub event: String,
        /// Year, month and day: "2024.05.01"; empty if unknown.
        pub date: String,
        /// Id of the library's game.
        pub known: i64,
    }
}
view! {
    /// Kind of problem in a file.
    pub enum ImportFault {
        /// An illegal move; the rest of its line is kept as text.
        Move,
        /// An invalid position.
        Fen,
        /// An unknown variant.
        GameType,
        /// The tags name another game than the moves.
        OtherGame,
        /// A game on a board that the app does not have.
        NoBoard,
        /// A date that can be read in several ways or in none, kept as text.
        Date,
        /// An ambiguous capture, resolved by the following moves.
        Ambiguous,
        /// A tag without its end or its quotes.
        Tag,
        /// A comment without its end.
        OpenComment,
        /// A comment above the length limit.
        LongComment,
        /// A game above the length limit.
        LongGame,
        /// A variation without its end.
        OpenVariation,
        /// The end of a variation that was not opened.
        Close,
        /// Variations nested too deeply.
        Deep,
        /// A word that belongs to no game, kept as a comment.
        Word,
        /// A stray character.
        Stray,
        /// Tag and end of the game give different results.
        Results,
        /// Number of further problems.
        More,
    }
}
view! {
    /// A problem in a file.
    pub struct ImportProblem {
        /// Number of the game in the file, from 1.
        pub game: u32,
        /// Line and column, from 1.
        pub line: u32,
        pub column: u32,
        pub fault: ImportFault,
        /// The move, tag, word or number in question; empty if the place is enough.
        pub what: String,
    }
}

/// Maximum length of a chunk, in bytes of base64.
const MOST: usize = 1 << 20;
/// Number of games that a cancelled import deletes per call.
const DELETED: usize = 2_000;
/// Maximum number of open imports.
const OPEN: usize = 4;

/// Open imports, oldest first.
type Imports = Vec<Importing>;

/// An open import.
#[derive(Debug)]
struct Importing {
    number: u32,
    name: String,
    bytes: Option<f64>,
    import: Import,
    /// Kind of the file by its first bytes.
    kind: FileKind,
    /// Set once the import was cancelled and its games are being deleted.
    undoing: Option<Undoing>,
}

/// Deletion of the games of an import.
#[derive(Debug)]
struct Undoing {
    search: Search,
    deletion: Option<i64>,
    /// Number of games deleted.
    gone: usize,
}

impl Undoing {
    fn of(import: &Import, store: &Store) -> Result<Self, ApiError> {
        let filter = Filter {
            source: Some(import.source()),
            ..Filter::default()
        };
        Ok(Self {
            search: Search::new(store, filter, Order::Added, false, None)?,
            deletion: None,
            gone: 0,
        })
    }

    /// Finds and deletes more games. Returns `true` when all are gone.
    fn step(&mut self, store: &mut Store, now: f64) -> Result<bool, ApiError> {
        if !self.search.is_done() {
            self.search.step(store)?;
        }
        let games = &self.search.found()[self.gone..];
        let games = &games[..games.len().min(DELETED)];
        if !games.is_empty() {
            self.deletion = Some(store.delete_games(games, self.deletion, now)?);
            self.gone += games.len();
        }
        Ok(self.search.is_done() && self.gone == self.search.found().len())
    }
}

impl Importing {
    fn view(&self, done: bool) -> ImportView {
        let report = self.import.report();
        let read = report.read as f64;
        let problem = |problem: &damier_store::ImportProblem| ImportProblem {
            game: problem.game,
            line: problem.place.line as u32,
            column: problem.place.column as u32,
            fault: (&problem.error).into(),
            what: what(&problem.error),
        };
        ImportView {
            import: self.number,
            source: self.import.source(),
            name: self.name.clone(),
            read,
            progress: if done {
                Some(1.0)
            } else {
                self.bytes.map(|all| (read / all.max(1.0)).min(1.0))
            },
            games: report.games,
            stored: report.stored,
            duplicates: report.duplicates,
            left_out: report.left_out.iter().map(Into::into).collect(),
            damaged: report.damaged,
            refused: report.refused,
            problems: report.problems.iter().map(problem).collect(),
            problem_count: report.problem_count,
            only: report.last.filter(|_| report.games == 1),
            done,
        }
    }
}

impl From<&LeftOut> for LeftOutGame {
    fn from(game: &LeftOut) -> Self {
        Self {
            game: game.game,
            white: game.white.clone(),
            black: game.black.clone(),
            event: game.event.clone(),
            date: match game.date {
                0 => String::new(),
                date => written_date(date),
            },
            known: game.known,
        }
    }
}

impl From<&PdnError> for ImportFault {
    fn from(error: &PdnError) -> Self {
        match error {
            PdnError::Move(_) => Self::Move,
            PdnError::Fen(_) => Self::Fen,
            PdnError::GameType(_) => Self::GameType,
            PdnError::OtherGame { .. } => Self::OtherGame,
            PdnError::NoBoard(_) => Self::NoBoard,
            PdnError::Date(_) => Self::Date,
            PdnError::Ambiguous(_) => Self::Ambiguous,
            PdnError::Tag(_) => Self::Tag,
            PdnError::OpenComment => Self::OpenComment,
            PdnError::LongComment(_) => Self::LongComment,
            PdnError::LongGame => Self::LongGame,
            PdnError::OpenVariation => Self::OpenVariation,
            PdnError::Close => Self::Close,
            PdnError::Deep => Self::Deep,
            PdnError::Word(_) => Self::Word,
            PdnError::Stray(_) => Self::Stray,
            PdnError::Results { .. } => Self::Results,
            PdnError::More(_) => Self::More,
        }
    }
}

/// Part of the file that an error concerns; empty if the place is enough.
fn what(error: &PdnError) -> String {
    match error {
        PdnError::Move(
            MoveTextError::Syntax { text, .. }
            | MoveTextError::Illegal { text, .. }
            | MoveTextError::Ambiguous { text, .. },
        ) => text.clone(),
        PdnError::Move(MoveTextError::OffBoard { square, .. }) => square.clone(),
        PdnError::Move(MoveTextError::NotOneCapture(_)) => "x".into(),
        PdnError::GameType(text)
        | PdnError::NoBoard(text)
        | PdnError::Date(text)
        | PdnError::Ambiguous(text)
        | PdnError::Tag(text)
        | PdnError::Word(text)
        | PdnError::OtherGame { said: text, .. } => text.clone(),
        PdnError::Stray(sign) => sign.to_string(),
        PdnError::Results { tag, end } => format!("{tag} / {end}"),
        PdnError::More(count) => count.to_string(),
        PdnError::Fen(_)
        | PdnError::OpenComment
        | PdnError::LongComment(_)
        | PdnError::LongGame
        | PdnError::OpenVariation
        | PdnError::Close
        | PdnError::Deep => String::new(),
    }
}

fn place(imports: &[Importing], number: u32) -> Result<usize, ApiError> {
    let place = imports.iter().position(|import| import.number == number);
    place.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no import {number}")))
}

impl Call for BeginImport {
    type Reply = ImportView;

    fn run(self, app: &mut App) -> Result<ImportView, ApiError> {
        let duplicates = match self.duplicates {
            DuplicatesView::Skip => Duplicates::Skip,
            DuplicatesView::Keep => Duplicates::Keep,
        };
        if let Some(collection) = self.collection
            && app.store.collection(collection)?.is_none()
        {
            return Err(ApiError::new(
                ErrorKind::NotFound,
                format!("no collection {collection}"),
            ));
        }
        let mut import = Import::begin(&app.store, &self.name, duplicates, self.collection, app.now())?;
        if let Some(only) = self.only {
            import = import.only(only);
        }
        let importing = Importing {
            number: app.states.number(),
            import,
            name: self.name,
            bytes: self.bytes,
            kind: FileKind::Empty,
            undoing: None,
        };
        let view = importing.view(false);
        let imports: &mut Imports = app.states.of();
        imports.push(importing);
        // The oldest import was abandoned; its games are stored.
        if imports.len() > OPEN {
            imports.remove(0);
        }
        Ok(view)
    }
}

impl App {
    /// Takes the next bytes of a file: `importChunk` for hosts that have the bytes.
    ///
    /// # Errors
    /// If the store fails, or if there is no such import.
    pub fn import_bytes(
        &mut self,
        import: u32,
        bytes: &[u8],
        last: bool,
        now: f64,
    ) -> Result<ImportView, ApiError> {
        let imports: &mut Imports = self.states.of();
        let place = place(imports, import)?;
        let importing = &mut imports[place];
        if importing.undoing.is_some() {
            return Err(ApiError::new(
                ErrorKind::BadParams,
                format!("import {import} was cancelled"),
            ));
        }
        if importing.import.report().read == 0 {
            importing.kind = FileKind::of(bytes);
        }
        let pushed = match files::may_be(Wanted::Games, importing.kind) || !last && bytes.is_empty() {
            true => importing.import.push(&mut self.store, bytes, last, now),
            false => {
                let importing = imports.remove(place);
                return Err(files::wrong(Wanted::Games, importing.kind));
            }
        };
        // Another program is writing: the same bytes come again.
        if matches!(pushed, Err(StoreError::Busy)) {
            return Err(StoreError::Busy.into());
        }
        if pushed.is_err() || last {
            let importing = imports.remove(place);
            pushed?;
            let report = importing.import.report();
            let no_board =
                |problem: &damier_store::ImportProblem| matches!(problem.error, PdnError::NoBoard(_));
            // The file has neither a tag nor a move.
            if report.stored + report.duplicates == 0 && !report.problems.iter().any(no_board) {
                return Err(files::wrong(Wanted::Games, importing.kind));
            }
            return Ok(importing.view(true));
        }
        Ok(importing.view(false))
    }
}

impl Call for ImportChunk {
    type Reply = ImportView;

    fn run(self, app: &mut App) -> Result<ImportView, ApiError> {
        let bytes = files::bytes_of(&self.data, MOST)?;
        let now = app.now();
        app.import_bytes(self.import, &bytes, self.last, now)
    }
}

impl Call for CancelImport {
    type Reply = ImportView;

    fn run(self, app: &mut App) -> Result<ImportView, ApiError> {
        let now = app.now();
        let imports: &mut Imports = app.states.of();
        let place = place(imports, self.import)?;
        let importing = &mut imports[place];
        if self.undo {
            let undoing = match &mut importing.undoing {
                Some(undoing) => undoing,
                none => none.insert(Undoing::of(&importing.import, &app.store)?),
            };
            if !undoing.step(&mut app.store, now)? {
                return Ok(importing.view(false));
            }
        }
        Ok(imports.remove(place).view(true))
    }
}
