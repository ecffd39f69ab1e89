//! Imports games from a stream of PDN, part by part. Each part is one transaction of whole games.
use super::game_text::GameText;
use super::library::{Body, Facts, GameKind, insert, tags_from_bytes};
use super::names::{Names, folded};
use super::{Store, StoreError};
use draughts::notation::pdn::{self, PdnError, PdnGame, PdnSplitter, Place};
use rusqlite::{Connection, params};
use std::collections::BTreeSet;

/// Maximum number of problems listed; further ones are only counted.
const MOST_PROBLEMS: usize = 100;

/// Maximum number of games left out that are listed; further ones are only counted.
const MOST_LEFT_OUT: usize = 500;
/// Maximum number of games with the same players and moves that are compared with a new one.
const MOST_TWINS: u32 = 1_000;

/// Handling of a game that the library already has: same players, start and moves, and no other date, round or
/// event.
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

/// A game that an import left out, because the library has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Number of the game in the file, from 1.
    pub game: u32,
    /// White's name; the names and the event are empty if unknown.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The event.
    pub event: String,
    /// The date: see [`Facts::date`].
    pub date: u32,
    /// Id of the library's game.
    pub known: i64,
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
    /// The first of these.
    pub left_out: Vec<LeftOut>,
    /// Games stored although some of their moves could not be read.
    pub damaged: u32,
    /// Games on boards that this program does not have, and texts without a single move or tag.
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
    /// Numbers of the games to store; all if `None`.
    only: Option<BTreeSet<u32>>,
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
        let read = !game.tags.is_empty() || game.tree.main_moves().next().is_some();
        let (whole, some) = (game.whole, read && !game.is_refused());
        let problems = std::mem::take(&mut game.problems);
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
            only: None,
            splitter: PdnSplitter::new(),
            names: Names::default(),
            report: ImportReport::default(),
        })
    }

    /// Stores only the games with these numbers in the file, from 1.
    #[must_use]
    pub fn only(mut self, games: impl IntoIterator<Item = u32>) -> Self {
        self.only = Some(games.into_iter().collect());
        self
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
        if self
            .only
            .as_ref()
            .is_some_and(|only| !only.contains(&report.games))
        {
            return Ok(());
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
            && let Some(id) = known(connection, &game.facts, &game.body, self.source)?
        {
            report.duplicates += 1;
            report.last = Some(id);
            if report.left_out.len() < MOST_LEFT_OUT {
                report.left_out.push(LeftOut {
                    game: number,
                    white: game.facts.white,
                    black: game.facts.black,
                    event: game.facts.event,
                    date: game.facts.date,
                    known: id,
                });
            }
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
fn known(
    connection: &Connection,
    facts: &Facts,
    body: &Body,
    source: i64,
) -> Result<Option<i64>, StoreError> {
    let mut select = connection.prepare_cached(
        "SELECT game.id, date, coalesce(event.folded, ''), tags, source_id FROM game JOIN tree ON game_id = game.id
         LEFT JOIN event ON event.id = event_id
         WHERE fingerprint = ?1 AND kind = ?5 AND deletion_id IS NULL AND (NOT ?2 OR bytes = ?3) LIMIT ?4",
    )?;
    // An analysis of a game is no copy of it.
    let kind = GameKind::of(&body.tags) as u8;
    let mut twins = select.query(params![
        facts.fingerprint,
        facts.annotated,
        body.tree,
        MOST_TWINS,
        kind
    ])?;
    while let Some(row) = twins.next()? {
        let twin = Twin {
            date: row.get(1)?,
            event: row.get(2)?,
            tags: tags_from_bytes(row.get(3)?),
        };
        let here = row.get::<_, Option<i64>>(4)? == Some(source);
        if twin.is_same_game(facts, body, here) {
            return Ok(Some(row.get(0)?));
        }
    }
    Ok(None)
}

/// A stored game with the players, start and moves of a new one.
struct Twin {
    date: u32,
    /// Folded.
    event: String,
    tags: Vec<(String, String)>,
}

impl Twin {
    /// Returns true if nothing tells the games apart. `here` is true for a game of the same file.
    fn is_same_game(&self, facts: &Facts, body: &Body, here: bool) -> bool {
        let same_date_text = || match (tag(&self.tags, "Date"), tag(&body.tags, "Date")) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        let is_whole = |date: u32| !date.is_multiple_of(100);
        let event = folded(&facts.event);
        let rounds = (tag(&self.tags, "Round"), tag(&body.tags, "Round"));
        let same = agree(self.date, facts.date)
            && (is_whole(self.date) && is_whole(facts.date) || same_date_text())
            && (self.event.is_empty() || event.is_empty() || self.event == event)
            && match rounds {
                (Some(one), Some(other)) => folded(one) == folded(other),
                _ => true,
            };
        // Two games without a move are the same only if a second reading of one file is sure.
        let dated = body.start.is_some() || is_whole(facts.date) && rounds.1.is_some();
        same && (facts.plies > 0 || !here && dated && self.event == event && self.tags == body.tags)
    }
}

/// Returns the known value of a tag.
fn tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let value = tags
        .iter()
        .find(|(tag, _)| tag == name)
        .map(|(_, value)| value.trim());
    value.filter(|value| !matches!(*value, "" | "?" | "-" | "????.??.??"))
}

/// Returns true if two dates may be the same day: an unknown part agrees with every other.
fn agree(one: u32, other: u32) -> bool {
    let parts = |date: u32| [date / 10_000, date / 100 % 100, date % 100];
    let pairs = parts(one).into_iter().zip(parts(other));
    pairs.into_iter().all(|(a, b)| a == 0 || b == 0 || a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn import(store: &mut Store, text: &str) -> ImportReport {
        let mut import = Import::begin(store, "x.pdn", Duplicates::Skip, None, 1e12).unwrap();
        import.push(store, text.as_bytes(), true, 1e12).unwrap();
        import.report().clone()
    }

    fn counts(report: &ImportReport) -> (u32, u32) {
        (report.stored, report.duplicates)
    }

    fn game(tags: &[(&str, &str)], moves: &str) -> String {
        let mut text = String::from("[White \"Jansen, A.\"]\n[Black \"Peters, B.\"]\n");
        for (name, value) in tags {
            text += &format!("[{name} \"{value}\"]\n");
        }
        text + "[GameType \"20\"]\n\n" + moves + " *\n\n"
    }

    const MOVES: &str = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14";

    #[test]
    fn another_date_round_or_event_is_another_game() {
        let mut store = Store::in_memory().unwrap();
        let first = [("Event", "Club 2024"), ("Date", "2024.05.01"), ("Round", "1")];
        assert_eq!(counts(&import(&mut store, &game(&first, MOVES))), (1, 0));
        for (name, value, stored) in [
            ("Date", "2025.05.01", true),
            ("Date", "02.05.2024", true),
            ("Round", "2", true),
            ("Event", "Club 2025", true),
            ("Date", "2024.05.??", false),
            ("Date", "01.05.2024", false),
            ("Event", "CLUB, 2024", false),
            ("Event", "?", false),
            ("Round", "?", false),
        ] {
            let mut tags = first;
            tags.iter_mut()
                .filter(|tag| tag.0 == name)
                .for_each(|tag| tag.1 = value);
            let report = import(&mut store, &game(&tags, MOVES));
            assert_eq!(
                counts(&report),
                (u32::from(stored), u32::from(!stored)),
                "{name} {value}"
            );
            // Each is known from now on.
            assert_eq!(
                counts(&import(&mut store, &game(&tags, MOVES))),
                (0, 1),
                "{name} {value}"
            );
        }
        // Dates that are not certain are compared as written.
        let doubtful = |date| game(&[("Date", date), ("Event", "Open")], MOVES);
        assert_eq!(counts(&import(&mut store, &doubtful("03.07.20"))), (1, 0));
        assert_eq!(counts(&import(&mut store, &doubtful("04.07.20"))), (1, 0));
        assert_eq!(counts(&import(&mut store, &doubtful("03.07.20"))), (0, 1));
    }

    #[test]
    fn games_without_a_move_are_never_duplicates_of_each_other() {
        let mut store = Store::in_memory().unwrap();
        let forfeit = game(&[], "");
        assert_eq!(counts(&import(&mut store, &(forfeit.clone() + &forfeit))), (2, 0));
        let dated = game(&[("Date", "2024.05.08"), ("Round", "2")], "");
        assert_eq!(counts(&import(&mut store, &(dated.clone() + &dated))), (2, 0));
        // The same file again.
        assert_eq!(counts(&import(&mut store, &dated)), (0, 1));
    }

    #[test]
    fn what_is_left_out_is_listed_and_can_be_taken_in() {
        let mut store = Store::in_memory().unwrap();
        let other = game(&[("Event", "Cup"), ("Date", "2024.06.01")], "1. 33-29 19-23");
        let file = game(&[("Event", "Club"), ("Date", "2024.05.01")], MOVES) + &other;
        import(&mut store, &file);
        let report = import(&mut store, &file);
        let listed: Vec<_> = report
            .left_out
            .iter()
            .map(|game| (game.game, &*game.white, &*game.event, game.date, game.known))
            .collect();
        assert_eq!(
            listed,
            [
                (1, "Jansen, A.", "Club", 20_240_501, 1),
                (2, "Jansen, A.", "Cup", 20_240_601, 2)
            ]
        );
        let again = Import::begin(&store, "x.pdn", Duplicates::Keep, None, 1e12).unwrap();
        let mut again = again.only([2]);
        again.push(&mut store, file.as_bytes(), true, 1e12).unwrap();
        assert_eq!((again.report().stored, again.report().games), (1, 2));
        let row = store.library_row(again.report().last.unwrap()).unwrap().unwrap();
        assert_eq!(row.facts.event, "Cup");
    }

    #[test]
    fn a_game_on_a_missing_board_is_refused_by_name() {
        let mut store = Store::in_memory().unwrap();
        let report = import(
            &mut store,
            "[GameType \"41\"]\n[White \"A\"]\n1. c3-d4 *\n\n[White \"B\"]\n1. 32-28 *",
        );
        assert_eq!((report.games, report.stored, report.refused), (2, 1, 1));
        assert_eq!(
            report.problems[0].error,
            PdnError::NoBoard("Spantsiretti draughts".into())
        );
    }
}
