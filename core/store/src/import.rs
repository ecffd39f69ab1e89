//! Imports games from a stream of PDN, part by part. Each part is one transaction of whole games.
use super::game_text::GameText;
use super::library::{Body, Facts, insert};
use super::names::Names;
use super::{Store, StoreError};
use draughts::notation::pdn::{self, PdnError, PdnGame, PdnSplitter, Place};
use rusqlite::{Connection, OptionalExtension, params};

/// Maximum number of problems listed; further ones are only counted.
const MOST_PROBLEMS: usize = 100;

/// Handling of a game that the library already has (same players, start and moves).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// Skip it, unless it has comments or variations that the stored game lacks.
    #[default]
    Skip,
    /// Store it again.
    Keep,
}

/// A problem in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportProblem {
    /// Number of the game in the file, from 1.
    pub game: u32,
    /// Position in the file.
    pub place: Place,
    /// The error.
    pub error: PdnError,
}

/// The report of an import so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Bytes read.
    pub read: u64,
    /// Games found.
    pub games: u32,
    /// Games stored.
    pub stored: u32,
    /// Games skipped because the library has them.
    pub duplicates: u32,
    /// Games stored although some of their moves could not be read.
    pub damaged: u32,
    /// Texts without a single move or tag.
    pub refused: u32,
    /// The first problems.
    pub problems: Vec<ImportProblem>,
    /// Number of all problems.
    pub problem_count: u32,
    /// The game last stored, or last found to be a duplicate.
    pub last: Option<i64>,
}

/// An import in progress.
#[derive(Debug)]
pub struct Import {
    source: i64,
    duplicates: Duplicates,
    collection: Option<i64>,
    splitter: PdnSplitter,
    names: Names,
    report: ImportReport,
}

/// A game that is ready to be stored.
#[derive(Debug)]
pub struct ReadyGame {
    facts: Facts,
    body: Body,
    problems: Vec<(Place, PdnError)>,
    whole: bool,
    /// `true` if there is something to store.
    some: bool,
}

impl ReadyGame {
    /// Prepares a game that was read from PDN.
    pub fn new(mut game: PdnGame) -> Self {
        let problems = std::mem::take(&mut game.problems);
        let (whole, some) = (
            game.whole,
            !game.tags.is_empty() || game.tree.main_moves().next().is_some(),
        );
        let (facts, body) = GameText::from(game).to_kept(0);
        Self {
            facts,
            body,
            problems: problems
                .into_iter()
                .map(|problem| (problem.place, problem.error))
                .collect(),
            whole,
            some,
        }
    }
}

impl From<GameText> for ReadyGame {
    fn from(game: GameText) -> Self {
        let (facts, body) = game.to_kept(0);
        Self {
            facts,
            body,
            problems: Vec::new(),
            whole: true,
            some: true,
        }
    }
}

impl Import {
    /// Starts an import of a file with this name. Games are added to `collection` if it is given.
    pub fn begin(
        store: &Store,
        name: &str,
        duplicates: Duplicates,
        collection: Option<i64>,
        now: f64,
    ) -> Result<Self, StoreError> {
        store.connection.execute(
            "INSERT INTO source (name, begun) VALUES (?1, ?2)",
            params![name, now as i64],
        )?;
        Ok(Self {
            source: store.connection.last_insert_rowid(),
            duplicates,
            collection,
            splitter: PdnSplitter::new(),
            names: Names::default(),
            report: ImportReport::default(),
        })
    }

    /// Reads the next bytes and stores the complete games in one transaction.
    ///
    /// # Errors
    /// If the store fails: none of these games is stored, and the import is over. After [`StoreError::Busy`]
    /// the same call can be repeated.
    pub fn push(&mut self, store: &mut Store, bytes: &[u8], last: bool, now: f64) -> Result<(), StoreError> {
        // First, because nothing has been read yet if another program is writing, and the caller can try
        // again.
        let transaction = store.connection.transaction()?;
        self.report.read += bytes.len() as u64;
        self.splitter.push(bytes);
        if last {
            self.splitter.finish();
        }
        while let Some(text) = self.splitter.next_game() {
            let game = ReadyGame::new(pdn::read_game(&text, None));
            self.keep(&transaction, game, now)?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Stores games that were read elsewhere, in one transaction. `read` is their size in bytes.
    ///
    /// # Errors
    /// If the store fails; then none of them is stored.
    pub fn store(
        &mut self,
        store: &mut Store,
        games: Vec<ReadyGame>,
        read: u64,
        now: f64,
    ) -> Result<(), StoreError> {
        let transaction = store.connection.transaction()?;
        self.report.read += read;
        for game in games {
            self.keep(&transaction, game, now)?;
        }
        transaction.commit()?;
        Ok(())
    }

    fn keep(&mut self, connection: &Connection, game: ReadyGame, now: f64) -> Result<(), StoreError> {
        let report = &mut self.report;
        if game.some || !game.problems.is_empty() {
            report.games += 1;
        }
        report.problem_count += game.problems.len() as u32;
        let room = MOST_PROBLEMS - report.problems.len();
        let number = report.games;
        report.problems.extend(
            game.problems
                .into_iter()
                .take(room)
                .map(|(place, error)| ImportProblem {
                    game: number,
                    place,
                    error,
                }),
        );
        if !game.some {
            report.refused += u32::from(number > report.stored + report.duplicates + report.refused);
            return Ok(());
        }
        if self.duplicates == Duplicates::Skip
            && let Some(id) = known(connection, &game.facts, &game.body)?
        {
            report.duplicates += 1;
            report.last = Some(id);
            return Ok(());
        }
        let id = insert(
            connection,
            &mut self.names,
            &game.facts,
            &game.body,
            Some(self.source),
            now,
        )?;
        if let Some(collection) = self.collection {
            connection
                .prepare_cached("INSERT INTO collected (collection_id, game_id) VALUES (?1, ?2)")?
                .execute([collection, id])?;
        }
        self.report.stored += 1;
        self.report.last = Some(id);
        self.report.damaged += u32::from(!game.whole);
        Ok(())
    }

    /// Returns the report so far.
    pub fn report(&self) -> &ImportReport {
        &self.report
    }

    /// Returns the source by which the stored games are found: [`super::Filter::source`].
    pub fn source(&self) -> i64 {
        self.source
    }
}

/// Finds the same game in the library, with the same comments and variations if it is annotated.
fn known(connection: &Connection, facts: &Facts, body: &Body) -> Result<Option<i64>, StoreError> {
    let mut select = connection.prepare_cached(
        "SELECT game.id FROM game JOIN tree ON game_id = game.id
         WHERE fingerprint = ?1 AND deletion_id IS NULL AND (NOT ?2 OR bytes = ?3) LIMIT 1",
    )?;
    let known = params![facts.fingerprint, facts.annotated, body.tree];
    Ok(select.query_row(known, |row| row.get(0)).optional()?)
}
