//! Finds games by a filter, in short steps. The index finds positions.
use super::index::PositionSearch;
use super::library::{Ending, GameKind, GameResult};
use super::names::folded;
use super::{Store, StoreError, tree};
use rusqlite::{Statement, ToSql};
use std::collections::{HashMap, HashSet};

/// Rows checked in one step (some milliseconds). The first step checks fewer, so that a list appears at once.
const ROWS: i64 = 20_000;
const FIRST: i64 = 1_000;
/// Candidates from the index checked in one step.
const CANDIDATES: usize = 8_000;
/// Rows checked in one step if comments are searched, which takes most of the time.
const READ: i64 = 1_000;

/// A filter for games; all given conditions must hold. Names and comments match by substring. Without a kind it
/// matches games only, but every kind of a collection or an import.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the names say what a game must have")]
pub struct Filter {
    pub player: Option<String>,
    pub opponent: Option<String>,
    pub white: Option<String>,
    pub black: Option<String>,
    pub event: Option<String>,
    pub year_from: Option<u16>,
    pub year_to: Option<u16>,
    pub result: Option<GameResult>,
    pub variant: Option<String>,
    pub opening: Option<u16>,
    pub plies_from: Option<u32>,
    pub plies_to: Option<u32>,
    pub ending: Option<Ending>,
    pub theme: Option<String>,
    pub collection: Option<i64>,
    pub source: Option<i64>,
    pub played: Option<bool>,
    pub comment: Option<String>,
    pub kind: Option<GameKind>,
}

/// The order of the results. Games of which the field is unknown come last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Last stored first.
    #[default]
    Added,
    /// Latest date first.
    Date,
    /// By White's name.
    White,
    /// By Black's name.
    Black,
    /// By event.
    Event,
    /// Won by White, drawn, won by Black, others.
    Result,
    /// By the number of the opening.
    Opening,
    /// Longest first.
    Length,
}

macro_rules! conditions {
    () => {
        // A game played here is only listed after its first move.
        "deletion_id IS NULL AND (NOT :annotated OR annotated) AND (plies > 0 OR NOT EXISTS (SELECT 1 FROM play WHERE game_id = game.id))
 AND (kind = :kind OR :kind IS NULL AND (kind = 0 OR :collection IS NOT NULL OR :source IS NOT NULL))
 AND (:result IS NULL OR result = :result)
 AND (:variant IS NULL OR variant_id = (SELECT id FROM variant WHERE key = :variant))
 AND (:from IS NULL OR date >= :from) AND (:to IS NULL OR date BETWEEN 1 AND :to)
 AND (:short IS NULL OR plies >= :short) AND (:long IS NULL OR plies <= :long)
 AND (:opening IS NULL OR opening = :opening)
 AND (:ending IS NULL OR ending = :ending OR ending = :turned)
 AND (:theme IS NULL OR themes & (SELECT 1 << (id - 1) FROM theme WHERE key = :theme) <> 0)
 AND (:source IS NULL OR source_id = :source)
 AND (:white IS NULL OR white_id IN (SELECT id FROM player WHERE instr(folded, :white)))
 AND (:black IS NULL OR black_id IN (SELECT id FROM player WHERE instr(folded, :black)))
 AND (:event IS NULL OR event_id IN (SELECT id FROM event WHERE instr(folded, :event)))
 AND (:player IS NULL OR CASE WHEN :opponent IS NULL
      THEN white_id IN (SELECT id FROM player WHERE instr(folded, :player))
        OR black_id IN (SELECT id FROM player WHERE instr(folded, :player))
      ELSE white_id IN (SELECT id FROM player WHERE instr(folded, :player))
       AND black_id IN (SELECT id FROM player WHERE instr(folded, :opponent))
        OR black_id IN (SELECT id FROM player WHERE instr(folded, :player))
       AND white_id IN (SELECT id FROM player WHERE instr(folded, :opponent)) END)
 AND (:played IS NULL OR :played = EXISTS (SELECT 1 FROM play WHERE game_id = game.id))
 AND (:collection IS NULL OR EXISTS (SELECT 1 FROM collected WHERE collection_id = :collection AND game_id = game.id))"
    };
}

const BY_ID: &str = concat!(
    "SELECT id FROM game WHERE id <= :start AND id > :floor AND ",
    conditions!(),
    " ORDER BY id DESC"
);
const BY_DATE: &str = concat!(
    // `ifnull`: the condition is NULL if a player is unknown. Such a game does not match.
    "SELECT id, date, ifnull(",
    conditions!(),
    ", 0) FROM game INDEXED BY game_by_date
     WHERE (date, id) < (:date, :start) ORDER BY date DESC, id DESC LIMIT :rows"
);
const AMONG: &str = concat!(") AND ", conditions!());

/// Folds a text for the search; `None` for an empty condition.
fn text(name: &Option<String>) -> Option<String> {
    name.as_deref().map(folded).filter(|name| !name.is_empty())
}

/// Binds the filter's values, once for many rows.
fn bind(statement: &mut Statement<'_>, filter: &Filter) -> rusqlite::Result<()> {
    // A filter with an opponent but no player is a filter by player.
    let (player, opponent) = match (text(&filter.player), text(&filter.opponent)) {
        (None, only) => (only, None),
        both => both,
    };
    let year = |year: Option<u16>, day: u32| year.map(|year| u32::from(year) * 10_000 + day);
    let values: [(&str, &dyn ToSql); 20] = [
        (":kind", &filter.kind.map(|kind| kind as u8)),
        (":annotated", &text(&filter.comment).is_some()),
        (":result", &filter.result.map(|result| result as u8)),
        (":variant", &filter.variant),
        (":from", &year(filter.year_from, 0)),
        (":to", &year(filter.year_to, 9_999)),
        (":short", &filter.plies_from),
        (":long", &filter.plies_to),
        (":opening", &filter.opening),
        (":ending", &filter.ending.map(Ending::packed)),
        (":turned", &filter.ending.map(|ending| ending.turned().packed())),
        (":theme", &filter.theme),
        (":source", &filter.source),
        (":white", &text(&filter.white)),
        (":black", &text(&filter.black)),
        (":event", &text(&filter.event)),
        (":player", &player),
        (":opponent", &opponent),
        (":played", &filter.played),
        (":collection", &filter.collection),
    ];
    for (name, value) in values {
        set(statement, name, value)?;
    }
    Ok(())
}

fn set(statement: &mut Statement<'_>, name: &str, value: impl ToSql) -> rusqlite::Result<()> {
    let at = statement
        .parameter_index(name)?
        .expect("every statement here has the parameter");
    statement.raw_bind_parameter(at, value)
}

/// The cursor of a search.
#[derive(Debug)]
enum Cursor {
    /// Goes down from this id.
    Id(i64),
    /// Goes down from this date and id.
    Date(i64, i64),
    /// Gets candidates from the index; false once all have been given.
    Seeking(Box<PositionSearch>, bool),
    /// Checks the index's candidates from this position on.
    Candidates(usize),
    /// All matches are collected and must be sorted.
    Sorting,
    Done,
}

/// A search: its query and its results so far.
#[derive(Debug)]
pub struct Search {
    filter: Filter,
    order: Order,
    reversed: bool,
    cursor: Cursor,
    /// Candidates from the index that cannot be listed yet, since newer games may follow.
    candidates: Vec<i64>,
    /// Candidates that come next, newest last.
    ready: Vec<i64>,
    /// Ids that no plain list of games has; loaded when first needed.
    unlisted: Option<HashSet<i64>>,
    /// Matches that must still be sorted.
    unsorted: Vec<i64>,
    found: Vec<i64>,
    most: i64,
    /// Text that a comment must contain.
    comment: Option<String>,
}

impl Search {
    /// Starts a search. `reversed` turns the order round; `position_search` adds the search for a position.
    pub fn new(
        store: &Store,
        filter: Filter,
        order: Order,
        reversed: bool,
        position_search: Option<PositionSearch>,
    ) -> Result<Self, StoreError> {
        let most: i64 = store
            .connection
            .query_row("SELECT coalesce(max(id), 0) FROM game", [], |row| row.get(0))?;
        let cursor = match (position_search, order) {
            (Some(position_search), _) => Cursor::Seeking(Box::new(position_search), true),
            (None, Order::Date) if !reversed => Cursor::Date(i64::MAX, i64::MAX),
            (None, _) => Cursor::Id(most),
        };
        Ok(Self {
            comment: text(&filter.comment),
            filter,
            order,
            reversed,
            cursor,
            candidates: Vec::new(),
            ready: Vec::new(),
            unlisted: None,
            unsorted: Vec::new(),
            found: Vec::new(),
            most,
        })
    }

    /// Searches for some milliseconds.
    ///
    /// # Errors
    /// If the store fails; the search can be continued.
    pub fn step(&mut self, store: &Store) -> Result<(), StoreError> {
        self.cursor = match std::mem::replace(&mut self.cursor, Cursor::Done) {
            Cursor::Id(start) => self.by_id(store, start)?,
            Cursor::Date(date, id) => self.by_date(store, date, id)?,
            Cursor::Seeking(position_search, more) => self.seek(store, position_search, more)?,
            Cursor::Candidates(from) => self.by_candidate(store, from)?,
            Cursor::Sorting => {
                self.sort(store)?;
                Cursor::Done
            }
            Cursor::Done => Cursor::Done,
        };
        Ok(())
    }

    fn by_id(&mut self, store: &Store, start: i64) -> Result<Cursor, StoreError> {
        let mut select = store.connection.prepare_cached(BY_ID)?;
        let rows = if start == self.most { FIRST } else { self.rows() };
        let floor = (start - rows).max(0);
        bind(&mut select, &self.filter)?;
        set(&mut select, ":start", start)?;
        set(&mut select, ":floor", floor)?;
        let mut rows = select.raw_query();
        while let Some(row) = rows.next()? {
            let id = row.get(0)?;
            if self.comment_matches(store, id)? {
                match self.is_streamed() {
                    true => self.found.push(id),
                    false => self.unsorted.push(id),
                }
            }
        }
        Ok(if floor == 0 && self.is_streamed() {
            Cursor::Done
        } else if floor == 0 {
            Cursor::Sorting
        } else {
            Cursor::Id(floor)
        })
    }

    fn by_date(&mut self, store: &Store, date: i64, id: i64) -> Result<Cursor, StoreError> {
        let mut select = store.connection.prepare_cached(BY_DATE)?;
        bind(&mut select, &self.filter)?;
        set(&mut select, ":date", date)?;
        set(&mut select, ":start", id)?;
        let most = if date == i64::MAX { FIRST } else { self.rows() };
        set(&mut select, ":rows", most)?;
        let mut rows = select.raw_query();
        let (mut seen, mut last) = (0, (date, id));
        while let Some(row) = rows.next()? {
            seen += 1;
            last = (row.get(1)?, row.get(0)?);
            if row.get(2)? && self.comment_matches(store, last.1)? {
                self.found.push(last.1);
            }
        }
        Ok(if seen < most {
            Cursor::Done
        } else {
            Cursor::Date(last.0, last.1)
        })
    }

    /// Gets more candidates from the index. When ordering by storage time, candidates newer than the search's
    /// bound are final.
    fn seek(
        &mut self,
        store: &Store,
        mut position_search: Box<PositionSearch>,
        more: bool,
    ) -> Result<Cursor, StoreError> {
        let more = more && !(self.ready.is_empty() && position_search.step(store, &mut self.candidates)?);
        if !self.is_streamed() || self.order == Order::Date {
            if more {
                return Ok(Cursor::Seeking(position_search, more));
            }
            self.candidates.sort_unstable_by(|a, b| b.cmp(a));
            self.candidates.dedup();
            return Ok(Cursor::Candidates(0));
        }
        if self.ready.is_empty() {
            let bound = if more { position_search.bound() } else { i64::MIN };
            let newer = |id: &i64| *id > bound;
            self.ready = self.candidates.extract_if(.., |id| newer(id)).collect();
            self.ready.sort_unstable();
            self.ready.dedup();
        }
        self.check_ready(store)?;
        Ok(if more || !self.ready.is_empty() {
            Cursor::Seeking(position_search, more)
        } else {
            Cursor::Done
        })
    }

    /// Checks the next candidates. If the filter has no other condition, it is enough that a game is not
    /// deleted and was played.
    fn check_ready(&mut self, store: &Store) -> Result<(), StoreError> {
        // The index only returns games of the variant.
        let variant = self.filter.variant.clone();
        let only = Filter {
            variant,
            ..Filter::default()
        };
        if self.filter == only {
            let unlisted = match &mut self.unlisted {
                Some(unlisted) => unlisted,
                none => none.insert(unlisted(store)?),
            };
            let ready = std::mem::take(&mut self.ready);
            self.found
                .extend(ready.into_iter().rev().filter(|id| !unlisted.contains(id)));
            return Ok(());
        }
        let these = self
            .ready
            .split_off(self.ready.len().saturating_sub(self.candidates_a_step()));
        let passing = self.passing(store, &these)?;
        self.found
            .extend(these.into_iter().rev().filter(|id| passing.contains(id)));
        Ok(())
    }

    fn rows(&self) -> i64 {
        if self.comment.is_some() { READ } else { ROWS }
    }

    fn candidates_a_step(&self) -> usize {
        if self.comment.is_some() {
            READ as usize
        } else {
            CANDIDATES
        }
    }

    /// True if a comment of the game contains the wanted text.
    fn comment_matches(&self, store: &Store, id: i64) -> Result<bool, StoreError> {
        let Some(wanted) = &self.comment else {
            return Ok(true);
        };
        let select = "SELECT bytes FROM tree WHERE game_id = ?1";
        let mut select = store.connection.prepare_cached(select)?;
        let mut rows = select.query([id])?;
        let said = |bytes: &[u8]| tree::says(bytes, |comment| folded(comment).contains(wanted));
        Ok(match rows.next()? {
            Some(row) => said(row.get_ref(0)?.as_blob().unwrap_or_default()),
            None => false,
        })
    }

    /// Returns the games among these that pass the filter. Names are looked up once for all of them.
    fn passing(&self, store: &Store, ids: &[i64]) -> Result<HashSet<i64>, StoreError> {
        let list: Vec<String> = ids.iter().map(ToString::to_string).collect();
        let select = format!("SELECT id FROM game WHERE id IN ({}{AMONG}", list.join(","));
        let mut select = store.connection.prepare(&select)?;
        bind(&mut select, &self.filter)?;
        let mut rows = select.raw_query();
        let mut passing = HashSet::new();
        while let Some(row) = rows.next()? {
            let id = row.get(0)?;
            if self.comment_matches(store, id)? {
                passing.insert(id);
            }
        }
        Ok(passing)
    }

    fn by_candidate(&mut self, store: &Store, from: usize) -> Result<Cursor, StoreError> {
        let to = self.candidates.len().min(from + self.candidates_a_step());
        let passing = self.passing(store, &self.candidates[from..to])?;
        self.unsorted.extend(passing);
        if to < self.candidates.len() {
            return Ok(Cursor::Candidates(to));
        }
        self.candidates = Vec::new();
        self.sort(store)?;
        Ok(Cursor::Done)
    }

    /// True if matches come in the order wanted, so that they are final at once.
    const fn is_streamed(&self) -> bool {
        matches!(self.order, Order::Added | Order::Date) && !self.reversed
    }

    /// Sorts the collected matches.
    fn sort(&mut self, store: &Store) -> Result<(), StoreError> {
        let keys = self.keys(store)?;
        // The usual direction: the latest or longest first, names from A to Z.
        let falls = matches!(self.order, Order::Added | Order::Date | Order::Length) != self.reversed;
        let place = |id: &i64| {
            let key = keys.get(id).copied();
            let ordered = key.map(|key| if falls { -key } else { key });
            (key.is_none(), ordered, -id)
        };
        let mut sorted = std::mem::take(&mut self.unsorted);
        sorted.sort_by_cached_key(place);
        self.found.extend(sorted);
        Ok(())
    }

    /// Returns the value by which each game is ordered; a game of which it is unknown has none.
    fn keys(&self, store: &Store) -> Result<HashMap<i64, i64>, StoreError> {
        let ranked = |kind: &str, column: &str| {
            format!(
                "SELECT game.id, place FROM game JOIN (SELECT id, row_number() OVER (ORDER BY folded) AS place FROM {kind}) AS name
                 ON name.id = {column}"
            )
        };
        let select = match self.order {
            Order::Added => "SELECT id, id FROM game".to_owned(),
            Order::Date => "SELECT id, date FROM game WHERE date > 0".to_owned(),
            Order::Length => "SELECT id, plies FROM game".to_owned(),
            Order::Opening => "SELECT id, opening FROM game WHERE opening > 0".to_owned(),
            Order::Result => "SELECT id, result FROM game".to_owned(),
            Order::White => ranked("player", "white_id"),
            Order::Black => ranked("player", "black_id"),
            Order::Event => ranked("event", "event_id"),
        };
        let mut select = store.connection.prepare_cached(&select)?;
        let keys = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let keys: HashMap<i64, i64> = keys.collect::<Result<_, _>>()?;
        if self.order != Order::Result {
            return Ok(keys);
        }
        let place = |result: i64| match GameResult::of(result as u8) {
            GameResult::WhiteWins => 0,
            GameResult::Draw => 1,
            GameResult::BlackWins => 2,
            GameResult::BothLose => 3,
            GameResult::Open => 4,
        };
        Ok(keys.into_iter().map(|(id, result)| (id, place(result))).collect())
    }

    /// Returns the ids found so far, in order.
    pub fn found(&self) -> &[i64] {
        &self.found
    }

    /// True if the search is complete.
    pub fn is_done(&self) -> bool {
        matches!(self.cursor, Cursor::Done)
    }

    /// Returns the progress, 0 to 1.
    pub fn progress(&self) -> f64 {
        match &self.cursor {
            Cursor::Id(at) => 1.0 - *at as f64 / (self.most.max(1)) as f64,
            // An estimate: dates are not spread evenly.
            Cursor::Date(date, _) => (1.0 - *date as f64 / 20_300_000.0).clamp(0.0, 0.99),
            Cursor::Seeking(position_search, _) => position_search.progress() * 0.9,
            Cursor::Sorting => 0.99,
            Cursor::Candidates(at) => 0.9 + 0.1 * *at as f64 / self.candidates.len().max(1) as f64,
            Cursor::Done => 1.0,
        }
    }

    /// Removes deleted games from the results.
    pub fn forget(&mut self, ids: &HashSet<i64>) {
        self.found.retain(|id| !ids.contains(id));
    }
}

/// Returns the deleted games that can be restored, the analyses and the repertoires.
fn unlisted(store: &Store) -> Result<HashSet<i64>, StoreError> {
    let mut select = store.connection.prepare_cached(
        "SELECT id FROM game WHERE deletion_id IS NOT NULL UNION SELECT id FROM game WHERE kind <> 0",
    )?;
    let unlisted = select.query_map([], |row| row.get(0))?;
    Ok(unlisted.collect::<Result<_, _>>()?)
}
