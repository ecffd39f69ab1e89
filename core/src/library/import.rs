//! Calls that import: bytes come in part by part, the report comes back.
use crate::app::App;
use crate::call::Call;
use crate::files::{self, FileKind, Wanted};
use crate::views::view;
use crate::{ApiError, ErrorKind};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use damier_store::{Duplicates, Filter, Import, Order, Search, Store, StoreError};
use draughts::notation::movetext::MoveTextError;
use draughts::notation::pdn::PdnError;

view! {
    /// What to do with a game that the library has already: same players, same moves.
    #[derive(Default)]
    #[cfg_attr(feature = "uniffi", uniffi(name = "DuplicateRule"))]
    pub enum DuplicatesView {
        /// Leave it out, unless it brings comments or variations that the stored one lacks.
        #[default]
        Skip,
        /// Store it again.
        Keep,
    }
}
view! {
    /// `beginImport` → `ImportView`: then `importChunk` with the file's bytes, piece by piece.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct BeginImport {
        /// The file's name, for the report.
        pub name: String,
        /// The file's size in bytes, where it is known: for the progress.
        pub bytes: Option<f64>,
        #[serde(default)]
        pub duplicates: DuplicatesView,
        /// A collection to put every game of the file in.
        pub collection: Option<i64>,
    }
}
view! {
    /// `importChunk {import, data, last}` → `ImportView`. `data` is base64 of the next bytes of the file as they are
    /// (whatever the encoding); 64 KiB a call keep it short. Each call stores the games that are whole by then. After `busy`
    /// the same call is made again. A file without a game in it is refused for what it is (`filePicture` at once, `fileText`
    /// at its end).
    pub struct ImportChunk { pub import: u32, pub data: String, pub last: bool }
}
view! {
    /// `cancelImport {import, undo}` → `ImportView`: ends it. With `undo` the games it had stored are deleted (and that
    /// can be undone): call it again until it is done. Without, they stay.
    pub struct CancelImport { pub import: u32, pub undo: bool }
}
view! {
    /// How far an import is; its report once it is done.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ImportState"))]
    pub struct ImportView {
        pub import: u32,
        /// What the filter's `source` finds the stored games by.
        pub source: i64,
        pub name: String,
        /// Bytes read so far, and 0 to 1 where the size is known.
        pub read: f64,
        pub progress: Option<f64>,
        /// Games met so far.
        pub games: u32,
        pub stored: u32,
        /// Left out because the library has them.
        pub duplicates: u32,
        /// Stored with a part that could not be read: what was readable is kept, the rest as text.
        pub damaged: u32,
        /// Not stored: nothing in them was a game of a variant that Damier knows.
        pub refused: u32,
        /// The first hundred problems.
        pub problems: Vec<ImportProblem>,
        /// How many there were.
        pub problem_count: u32,
        /// The game, where the file has this one only: stored now, or known before.
        pub only: Option<i64>,
        pub done: bool,
    }
}
view! {
    /// What is wrong with a part of a file.
    pub enum ImportFault {
        /// A move that cannot be played; the rest of its line is kept as text.
        Move,
        /// A position that is none.
        Fen,
        /// A game that Damier does not know.
        GameType,
        /// A capture that could be several: what follows decided.
        Ambiguous,
        /// A tag without its end or its quotes.
        Tag,
        /// A comment without its end.
        OpenComment,
        /// A comment too long to be kept whole.
        LongComment,
        /// A game too long to be kept whole.
        LongGame,
        /// A variation without its end.
        OpenVariation,
        /// The end of a variation that did not begin.
        Close,
        /// Variations in variations, too deep to be kept.
        Deep,
        /// A word that is no part of a game: kept as a comment.
        Word,
        /// A sign that has no business there.
        Stray,
        /// Tag and end of the game say different results.
        Results,
        /// So many problems more.
        More,
    }
}
view! {
    /// Something in a file that is not as it should be.
    pub struct ImportProblem {
        /// Which game of the file, 1 first.
        pub game: u32,
        /// Line and column, 1 first.
        pub line: u32,
        pub column: u32,
        pub fault: ImportFault,
        /// The part of the file that is meant: a move, a tag, a word, a number; empty where the place says it all.
        pub what: String,
    }
}

/// Bytes taken in one call, in base64.
const MOST: usize = 1 << 20;
/// Games of a cancelled import deleted in one call.
const DELETED: usize = 2_000;
/// Imports that are open at a time.
const OPEN: usize = 4;

/// The imports, oldest first.
type Imports = Vec<Importing>;

/// An import that goes on.
#[derive(Debug)]
struct Importing {
    number: u32,
    name: String,
    bytes: Option<f64>,
    import: Import,
    /// What the file is, once its first bytes have come.
    kind: FileKind,
    /// It was cancelled, and its games are being deleted.
    undoing: Option<Undoing>,
}

/// The deletion of what an import had stored.
#[derive(Debug)]
struct Undoing {
    search: Search,
    deletion: Option<i64>,
    /// How many of the games found are deleted.
    gone: usize,
}

impl Undoing {
    fn of(import: &Import, store: &Store) -> Result<Self, ApiError> {
        let filter = Filter {
            source: Some(import.source()),
            ..Filter::default()
        };
        Ok(Self {
            search: Search::new(store, filter, Order::Added, None)?,
            deletion: None,
            gone: 0,
        })
    }

    /// Finds and deletes some more; whether all are gone.
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
            damaged: report.damaged,
            refused: report.refused,
            problems: report.problems.iter().map(problem).collect(),
            problem_count: report.problem_count,
            only: report.last.filter(|_| report.games == 1),
            done,
        }
    }
}

impl From<&PdnError> for ImportFault {
    fn from(error: &PdnError) -> Self {
        match error {
            PdnError::Move(_) => Self::Move,
            PdnError::Fen(_) => Self::Fen,
            PdnError::GameType(_) => Self::GameType,
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

/// The part of the file that an error is about; empty where its place says it all.
fn what(error: &PdnError) -> String {
    match error {
        PdnError::Move(
            MoveTextError::Syntax { text, .. }
            | MoveTextError::Illegal { text, .. }
            | MoveTextError::Ambiguous { text, .. },
        ) => text.clone(),
        PdnError::Move(MoveTextError::OffBoard { square, .. }) => square.clone(),
        PdnError::Move(MoveTextError::NotOneCapture(_)) => "x".into(),
        PdnError::GameType(text) | PdnError::Ambiguous(text) | PdnError::Tag(text) | PdnError::Word(text) => {
            text.clone()
        }
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
        let importing = Importing {
            number: app.states.number(),
            import: Import::begin(&app.store, &self.name, duplicates, self.collection, app.now())?,
            name: self.name,
            bytes: self.bytes,
            kind: FileKind::Empty,
            undoing: None,
        };
        let view = importing.view(false);
        let imports: &mut Imports = app.states.of();
        imports.push(importing);
        // One that nobody went on with: its games are stored.
        if imports.len() > OPEN {
            imports.remove(0);
        }
        Ok(view)
    }
}

impl App {
    /// Takes the next bytes of a file into an import that was begun: `importChunk` for hosts that have the bytes.
    ///
    /// # Errors
    /// Where the store fails, or there is no such import.
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
        // Another program writes: the same bytes come again.
        if matches!(pushed, Err(StoreError::Busy)) {
            return Err(StoreError::Busy.into());
        }
        if pushed.is_err() || last {
            let importing = imports.remove(place);
            pushed?;
            let report = importing.import.report();
            // Not a tag and not a move in all of it.
            if report.stored + report.duplicates == 0 {
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
        if self.data.len() > MOST {
            return Err(ApiError::new(
                ErrorKind::BadParams,
                format!("at most {MOST} letters a call"),
            ));
        }
        let bytes = STANDARD
            .decode(&self.data)
            .map_err(|e| ApiError::new(ErrorKind::BadParams, format!("no base64: {e}")))?;
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
