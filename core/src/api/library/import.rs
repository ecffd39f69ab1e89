//! What the calls that import do: bytes come in part by part, the report comes back.
use super::{BeginImport, CancelImport, DuplicatesView, ImportChunk, ImportFault, ImportProblem, ImportView};
use crate::api::app::App;
use crate::api::calls::Call;
use crate::api::{ApiError, ErrorKind};
use crate::notation::movetext::MoveTextError;
use crate::notation::pdn::PdnError;
use crate::store::{Duplicates, Filter, Import, Order, Search, Store};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Bytes taken in one call, in base64.
const MOST: usize = 1 << 20;
/// Games of a cancelled import deleted in one call.
const DELETED: usize = 2_000;
/// Imports that are open at a time.
const OPEN: usize = 4;

/// An import that goes on.
#[derive(Debug)]
pub(crate) struct Importing {
    number: u32,
    name: String,
    bytes: Option<f64>,
    import: Import,
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
        let problem = |problem: &crate::store::ImportProblem| ImportProblem {
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

fn place(app: &App, number: u32) -> Result<usize, ApiError> {
    let place = app
        .library
        .imports
        .iter()
        .position(|import| import.number == number);
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
            number: app.library.number(),
            import: Import::begin(&app.store, &self.name, duplicates, self.collection, app.now())?,
            name: self.name,
            bytes: self.bytes,
            undoing: None,
        };
        let view = importing.view(false);
        app.library.imports.push(importing);
        // One that nobody went on with: its games are stored.
        if app.library.imports.len() > OPEN {
            app.library.imports.remove(0);
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
        let place = place(self, import)?;
        let importing = &mut self.library.imports[place];
        if importing.undoing.is_some() {
            return Err(ApiError::new(
                ErrorKind::BadParams,
                format!("import {import} was cancelled"),
            ));
        }
        let pushed = importing.import.push(&mut self.store, bytes, last, now);
        if pushed.is_err() || last {
            let importing = self.library.imports.remove(place);
            return pushed.map(|()| importing.view(true)).map_err(Into::into);
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
        let place = place(app, self.import)?;
        let now = app.now();
        let importing = &mut app.library.imports[place];
        if self.undo {
            let undoing = match &mut importing.undoing {
                Some(undoing) => undoing,
                none => none.insert(Undoing::of(&importing.import, &app.store)?),
            };
            if !undoing.step(&mut app.store, now)? {
                return Ok(importing.view(false));
            }
        }
        Ok(app.library.imports.remove(place).view(true))
    }
}
