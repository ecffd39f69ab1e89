//! What the calls that import do: bytes come in part by part, the report comes back.
use super::{BeginImport, CancelImport, DuplicatesView, ImportChunk, ImportProblem, ImportView};
use crate::api::app::App;
use crate::api::calls::Call;
use crate::api::{ApiError, ErrorKind};
use crate::store::{Duplicates, Filter, Import, Order, Search};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Bytes taken in one call, in base64.
const MOST: usize = 1 << 20;
/// Imports that are open at a time.
const OPEN: usize = 4;

/// An import that goes on.
#[derive(Debug)]
pub(crate) struct Importing {
    number: u32,
    name: String,
    bytes: Option<f64>,
    import: Import,
}

impl Importing {
    fn view(&self, done: bool) -> ImportView {
        let report = self.import.report();
        let read = report.read as f64;
        let problem = |problem: &crate::store::ImportProblem| ImportProblem {
            game: problem.game,
            line: problem.place.line as u32,
            column: problem.place.column as u32,
            message: problem.error.to_string(),
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
        let importing = app.library.imports.remove(place);
        if self.undo {
            let source = Some(importing.import.source());
            let mut search = Search::new(
                &app.store,
                Filter {
                    source,
                    ..Filter::default()
                },
                Order::Added,
                None,
            )?;
            while !search.is_done() {
                search.step(&app.store)?;
            }
            app.store.delete_games(search.found(), None, app.now())?;
        }
        Ok(importing.view(true))
    }
}
