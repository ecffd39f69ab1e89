//! The search for a position or a pattern in all games, step by step: by the index, or by replaying games that are not
//! indexed.
use super::build::start_of;
use super::field::{Field, Mask, Pattern};
use super::line::{Runner, Steps, Word};
use super::replay::{self, Stretch};
use super::segment::Segment;
use crate::{Store, StoreError};
use draughts::{Position, Variant};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::collections::HashSet;

/// Segments searched in one step for an exact position.
const LOOKED_UP: usize = 1_024;
/// Segments searched in one step for a pattern.
const RUN_THROUGH: usize = 2;
/// Games replayed in one step.
const GAMES: usize = 1_024;

/// The query.
#[derive(Clone, Copy, Debug)]
enum Question {
    Position(Field),
    Pattern(Pattern, Pattern),
}

/// A search for a position or a pattern, and its progress.
#[derive(Clone, Debug)]
pub struct Sought {
    variant: Variant,
    question: Question,
    place: Place,
    /// The remaining segments, those with the newest games last, and their number at the start.
    segments: Vec<Segment>,
    all: usize,
    /// Games that had been changed since they were indexed when the search started.
    changed: HashSet<i64>,
}

#[derive(Clone, Debug)]
enum Place {
    Start,
    /// The remaining changed games; the games after this id were never indexed.
    Changed(Vec<i64>, i64),
    /// The games that the index does not have, the newest first: before the one id and after the other.
    New(i64, i64),
    Segments,
}

/// A match in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// After how many plies first.
    pub ply: u32,
    /// With the colours exchanged and the board turned.
    pub turned: bool,
}

impl Sought {
    /// This position with its side to move, from either colour.
    pub fn position(position: &Position) -> Self {
        Self::new(position.variant(), Question::Position(Field::of(position)))
    }

    /// A position with these squares, from either colour.
    pub fn pattern(variant: Variant, pattern: &Pattern) -> Self {
        let turned = pattern.turned(variant.rules().board.squares());
        Self::new(variant, Question::Pattern(*pattern, turned))
    }

    fn new(variant: Variant, question: Question) -> Self {
        Self {
            variant,
            question,
            place: Place::Start,
            segments: Vec::new(),
            all: 0,
            changed: HashSet::new(),
        }
    }

    /// Searches for some milliseconds, the newest games first; matching games are added in no particular order. True once all games
    /// have been searched.
    pub(crate) fn step(&mut self, store: &Store, found: &mut Vec<i64>) -> Result<bool, StoreError> {
        match &mut self.place {
            Place::Start => {
                // A snapshot of the index: games that are indexed later are replayed.
                let (mark, changed) = unindexed(&store.connection)?;
                self.segments = Segment::all(&store.connection, self.variant.key())?;
                self.all = self.segments.len();
                self.changed = changed.iter().copied().collect();
                self.place = Place::Changed(changed, mark);
                // Usually only a few games are not indexed, so they need no step of their own.
                self.step(store, found)
            }
            Place::Changed(games, mark) => {
                let these = games.split_off(games.len().saturating_sub(GAMES));
                let (last, mark) = (games.is_empty(), *mark);
                self.look_at(&store.connection, &these, found)?;
                if !last {
                    return Ok(false);
                }
                self.place = Place::New(i64::MAX, mark);
                self.look_through(&store.connection, found)
            }
            Place::New(..) => self.look_through(&store.connection, found),
            Place::Segments => {
                let many = match self.question {
                    Question::Position(_) => LOOKED_UP,
                    Question::Pattern(..) => RUN_THROUGH,
                };
                let these = self.segments.split_off(self.segments.len().saturating_sub(many));
                self.look_up(&store.connection, &these, found)?;
                Ok(self.segments.is_empty())
            }
        }
    }

    /// No game above this id will be found any more.
    pub(crate) fn bound(&self) -> i64 {
        let segments = self.segments.last().map_or(i64::MIN, |segment| segment.last);
        match &self.place {
            Place::Start | Place::Changed(..) => i64::MAX,
            Place::New(before, _) => segments.max(before - 1),
            Place::Segments => segments,
        }
    }

    fn look_up(
        &self,
        connection: &Connection,
        segments: &[Segment],
        found: &mut Vec<i64>,
    ) -> Result<(), StoreError> {
        let from = found.len();
        match &self.question {
            Question::Position(field) => {
                let hash = field.hash();
                for segment in segments {
                    segment.games_with(connection, hash, found)?;
                }
            }
            Question::Pattern(..) if self.variant.rules().board.squares() <= 64 => {
                self.run_through::<u64>(connection, segments, found)?;
            }
            Question::Pattern(..) => self.run_through::<u128>(connection, segments, found)?,
        }
        // Of games that were changed since, the index knows nothing.
        if found.len() > from {
            let mut select = connection.prepare_cached("SELECT game_id FROM unindexed")?;
            let changed: HashSet<i64> = select
                .query_map([], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            if !changed.is_empty() || !self.changed.is_empty() {
                let mut place = 0;
                found.retain(|id| {
                    place += 1;
                    place <= from || !(changed.contains(id) || self.changed.contains(id))
                });
            }
        }
        Ok(())
    }

    fn run_through<W: Word>(
        &self,
        connection: &Connection,
        segments: &[Segment],
        found: &mut Vec<i64>,
    ) -> Result<(), StoreError> {
        let Question::Pattern(pattern, turned) = &self.question else {
            return Ok(());
        };
        let (pattern, turned) = (Mask::<W>::of(pattern), Mask::<W>::of(turned));
        let runner = Runner::<W>::new(&Steps::new(self.variant));
        for segment in segments {
            let next =
                |lines: &mut &[u8]| runner.passes(lines, |sets| pattern.fits(sets) || turned.fits(sets));
            segment.games_passing(connection, next, found)?;
        }
        Ok(())
    }

    /// Replays these games.
    fn look_at(
        &self,
        connection: &Connection,
        games: &[i64],
        found: &mut Vec<i64>,
    ) -> Result<(), StoreError> {
        let mut select = connection.prepare_cached(
            "SELECT start, bytes FROM game JOIN tree ON tree.game_id = game.id
             WHERE game.id = ?1 AND variant_id = (SELECT id FROM variant WHERE key = ?2)",
        )?;
        for id in games {
            let mut rows = select.query((id, self.variant.key()))?;
            if let Some(row) = rows.next()? {
                self.look(row.get(0)?, row.get_ref(1)?, *id, found);
            }
        }
        Ok(())
    }

    fn look(&self, start: Option<String>, tree: ValueRef<'_>, id: i64, found: &mut Vec<i64>) {
        let tree = tree.as_blob().unwrap_or_default();
        if self.hit(start.as_deref(), tree).is_some() {
            found.push(id);
        }
    }

    /// Replays the games that were never indexed.
    fn look_through(&mut self, connection: &Connection, found: &mut Vec<i64>) -> Result<bool, StoreError> {
        let Place::New(before, mark) = self.place else {
            return Ok(false);
        };
        let mut select = connection.prepare_cached(
            "SELECT game.id, start, bytes FROM game JOIN tree ON tree.game_id = game.id
             WHERE game.id IN (SELECT game_id FROM tree WHERE game_id < ?1 AND game_id > ?2 ORDER BY game_id DESC LIMIT ?3)
               AND variant_id = (SELECT id FROM variant WHERE key = ?4)",
        )?;
        let mut rows = select.query((before, mark, GAMES as i64, self.variant.key()))?;
        while let Some(row) = rows.next()? {
            self.look(row.get(1)?, row.get_ref(2)?, row.get(0)?, found);
        }
        let mut select = connection.prepare_cached(
            "SELECT min(game_id), count(*) FROM
             (SELECT game_id FROM tree WHERE game_id < ?1 AND game_id > ?2 ORDER BY game_id DESC LIMIT ?3)",
        )?;
        let (first, games): (Option<i64>, usize) = select.query_row((before, mark, GAMES as i64), |row| {
            Ok((row.get(0)?, row.get::<_, i64>(1)? as usize))
        })?;
        self.place = match first {
            Some(first) if games == GAMES => Place::New(first, mark),
            _ => Place::Segments,
        };
        Ok(matches!(self.place, Place::Segments) && self.segments.is_empty())
    }

    /// The first match in a stored game.
    pub fn hit(&self, start: Option<&str>, tree: &[u8]) -> Option<Hit> {
        self.hit_that(start, tree, |_| true)
    }

    /// The first match in a stored game that is not with colours exchanged.
    pub fn hit_as_it_stands(&self, start: Option<&str>, tree: &[u8]) -> Option<Hit> {
        self.hit_that(start, tree, |turned| !turned)
    }

    fn hit_that(&self, start: Option<&str>, tree: &[u8], counts: impl Fn(bool) -> bool) -> Option<Hit> {
        let start = start_of(self.variant, start)?;
        let mut ply = 0;
        for Stretch { start, moves } in replay::stretches(&start, tree) {
            let mut field = Field::of(&start);
            let mut moves = moves.iter();
            loop {
                if let Some(turned) = self.fits(&field).filter(|turned| counts(*turned)) {
                    return Some(Hit { ply, turned });
                }
                // Setting up a position counts as a step too.
                ply += 1;
                match moves.next() {
                    Some(mv) => field.play(mv),
                    None => break,
                }
            }
        }
        None
    }

    /// Whether a position matches, and if so, with colours reversed.
    fn fits(&self, field: &Field) -> Option<bool> {
        match &self.question {
            Question::Position(wanted) if wanted == field => Some(false),
            Question::Position(wanted) => (wanted.turned() == *field).then_some(true),
            Question::Pattern(pattern, _) if pattern.fits(field) => Some(false),
            Question::Pattern(_, turned) => turned.fits(field).then_some(true),
        }
    }

    /// How far it is, 0 to 1.
    pub(crate) fn progress(&self) -> f64 {
        match &self.place {
            Place::Segments => 1.0 - self.segments.len() as f64 / self.all.max(1) as f64,
            _ => 0.0,
        }
    }
}

/// Up to which game the index goes, and the games before it that were changed since, the newest last.
pub(super) fn unindexed(connection: &Connection) -> Result<(i64, Vec<i64>), StoreError> {
    let mark = connection.query_row("SELECT max(mark) FROM indexed", [], |row| row.get(0))?;
    let mut select =
        connection.prepare_cached("SELECT game_id FROM unindexed WHERE game_id <= ?1 ORDER BY game_id")?;
    let changed = select.query_map([mark], |row| row.get(0))?;
    Ok((mark, changed.collect::<Result<_, _>>()?))
}
