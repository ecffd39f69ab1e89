//! Searches all games for a position, boards or a manoeuvre, step by step. Uses the index, and replays games
//! that are not indexed.
use super::build::start_of;
use super::encoded_line::{LineScanner, PieceSets, Steps, Word};
use super::field::{Field, Squares};
use super::manoeuvre::{Manoeuvre, Tracker};
use super::pattern::{Boards, Mask};
use super::plies;
use super::replay::{self, Stretch};
use super::segment::Segment;
use crate::{Store, StoreError};
use draughts::{Position, Variant};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::collections::HashSet;

/// Segments searched in one step for an exact position.
const LOOKED_UP: usize = 1_024;
/// Segments scanned in one step for boards, and followed for a manoeuvre.
const SCANNED: usize = 2;
const FOLLOWED: usize = 1;
/// Games replayed in one step.
const GAMES: usize = 1_024;

/// The query.
#[derive(Clone, Debug)]
enum Question {
    Position(Field),
    /// As asked, followed by its mirror image if that counts too.
    Lines(Vec<Asked>),
}

/// Boards to match in a line, or a manoeuvre that starts on them.
#[derive(Clone, Debug)]
struct Asked {
    boards: Boards,
    manoeuvre: Option<Manoeuvre>,
}

/// A search for a position, boards or a manoeuvre, and its progress.
#[derive(Clone, Debug)]
pub struct PositionSearch {
    variant: Variant,
    question: Question,
    place: Place,
    /// Remaining segments, newest games last, and their number at the start.
    segments: Vec<Segment>,
    all: usize,
    /// Games that had changed since they were indexed when the search started.
    changed: HashSet<i64>,
}

#[derive(Clone, Debug)]
enum Place {
    Start,
    /// The remaining changed games. Games after this id were never indexed.
    Changed(Vec<i64>, i64),
    /// Games that were never indexed, newest first: before the first id and after the second.
    New(i64, i64),
    Segments,
}

/// A match in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Number of plies before the first match.
    pub ply: u32,
    /// `true` if the match has the colours exchanged and the board turned.
    pub turned: bool,
}

impl PositionSearch {
    /// Searches for this position with its side to move, from either colour.
    pub fn position(position: &Position) -> Self {
        Self::new(position.variant(), Question::Position(Field::of(position)))
    }

    /// Searches for a position that matches boards, or in which a manoeuvre starts. With `mirrored` the
    /// colours may be exchanged and the board turned.
    pub fn lines(variant: Variant, boards: Boards, manoeuvre: Option<Manoeuvre>, mirrored: bool) -> Self {
        let squares = variant.rules().board.squares();
        let turned = mirrored.then(|| Asked {
            boards: boards.turned(squares),
            manoeuvre: manoeuvre.as_ref().map(|manoeuvre| manoeuvre.turned(squares)),
        });
        let asked = Asked { boards, manoeuvre };
        Self::new(
            variant,
            Question::Lines([Some(asked), turned].into_iter().flatten().collect()),
        )
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

    /// Searches for some milliseconds, newest games first. Matching games are added in no particular order.
    /// Returns true once all games have been searched.
    pub(crate) fn step(&mut self, store: &Store, found: &mut Vec<i64>) -> Result<bool, StoreError> {
        match &mut self.place {
            Place::Start => {
                // A snapshot of the index: games indexed later are replayed.
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
                let many = match &self.question {
                    Question::Position(_) => LOOKED_UP,
                    Question::Lines(asked) if asked.iter().any(|asked| asked.manoeuvre.is_some()) => FOLLOWED,
                    Question::Lines(_) => SCANNED,
                };
                let these = self.segments.split_off(self.segments.len().saturating_sub(many));
                self.look_up(&store.connection, &these, found)?;
                Ok(self.segments.is_empty())
            }
        }
    }

    /// Returns an upper bound: no game with a higher id will be found any more.
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
            Question::Lines(asked) if asked.iter().any(|asked| asked.manoeuvre.is_some()) => {
                self.follow(connection, segments, asked, found)?;
            }
            // A browser downloads one of the two variants, the one for all boards.
            Question::Lines(asked)
                if !cfg!(target_family = "wasm") && self.variant.rules().board.squares() <= 64 =>
            {
                self.scan::<u64>(connection, segments, asked, found)?;
            }
            Question::Lines(asked) => self.scan::<u128>(connection, segments, asked, found)?,
        }
        // The index has the old state of games that were changed since.
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

    fn scan<W: Word>(
        &self,
        connection: &Connection,
        segments: &[Segment],
        asked: &[Asked],
        found: &mut Vec<i64>,
    ) -> Result<(), StoreError> {
        let masks: Vec<_> = asked.iter().map(|asked| Mask::<W>::of(&asked.boards)).collect();
        let scanner = LineScanner::<W>::new(&Steps::new(self.variant));
        for segment in segments {
            let next = |lines: &mut &[u8]| {
                scanner.passes(lines, |sets, turn| masks.iter().any(|mask| mask.fits(sets, turn)))
            };
            segment.games_passing(connection, next, found)?;
        }
        Ok(())
    }

    /// Follows the games of these segments ply by ply.
    fn follow(
        &self,
        connection: &Connection,
        segments: &[Segment],
        asked: &[Asked],
        found: &mut Vec<i64>,
    ) -> Result<(), StoreError> {
        let steps = Steps::new(self.variant);
        let mut trackers = trackers(asked);
        for segment in segments {
            let next = |lines: &mut &[u8]| {
                trackers.iter_mut().for_each(Tracker::begin);
                let hit = plies::walk(&steps, lines, &mut |before, ply| {
                    let mut hit = None;
                    for tracker in &mut trackers {
                        hit = tracker.visit(before, ply).or(hit);
                    }
                    hit
                });
                hit.map(|hit| hit.is_some())
            };
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

    /// Returns the first match in a stored game: the position, or the one in which the manoeuvre starts.
    pub fn hit(&self, start: Option<&str>, tree: &[u8]) -> Option<Hit> {
        let Question::Lines(asked) = &self.question else {
            return self.hit_that(start, tree, |_| true);
        };
        let mut trackers = trackers(asked);
        if trackers.is_empty() {
            return self.hit_that(start, tree, |_| true);
        }
        let start = start_of(self.variant, start)?;
        plies::walk_replayed(&replay::stretches(&start, tree), &mut |before, ply| {
            let mut hit = None;
            for (tracker, turned) in trackers.iter_mut().zip([false, true]) {
                let began = tracker.visit(before, ply);
                hit = hit.or(began.map(|ply| Hit { ply, turned }));
            }
            hit
        })
    }

    /// Returns the position in a stored game after this many plies, counted as in [`Hit`].
    pub fn position_at(&self, start: Option<&str>, tree: &[u8], ply: u32) -> Option<Position> {
        let start = start_of(self.variant, start)?;
        let mut left = ply as usize;
        for Stretch { start, moves } in replay::stretches(&start, tree) {
            if let Some(moves) = moves.get(..left) {
                let mut position = start;
                moves.iter().for_each(|mv| position.play_unchecked(mv));
                return Some(position);
            }
            left -= moves.len() + 1;
        }
        None
    }

    /// Returns the first match in a stored game without exchanged colours.
    pub fn hit_as_it_stands(&self, start: Option<&str>, tree: &[u8]) -> Option<Hit> {
        self.hit_that(start, tree, |turned| !turned)
    }

    fn hit_that(&self, start: Option<&str>, tree: &[u8], counts: impl Fn(bool) -> bool) -> Option<Hit> {
        let start = start_of(self.variant, start)?;
        let masks = match &self.question {
            Question::Position(_) => Vec::new(),
            Question::Lines(asked) => asked.iter().map(|asked| Mask::of(&asked.boards)).collect(),
        };
        let mut ply = 0;
        for Stretch { start, moves } in replay::stretches(&start, tree) {
            let mut field = Field::of(&start);
            let mut moves = moves.iter();
            loop {
                if let Some(turned) = self.fits(&field, &masks).filter(|turned| counts(*turned)) {
                    return Some(Hit { ply, turned });
                }
                // A position that is set up counts as a ply too.
                ply += 1;
                match moves.next() {
                    Some(mv) => field.play(mv),
                    None => break,
                }
            }
        }
        None
    }

    /// Returns whether a matching position has reversed colours; `None` if it does not match.
    fn fits(&self, field: &Field, masks: &[Mask<Squares>]) -> Option<bool> {
        match &self.question {
            Question::Position(wanted) if wanted == field => Some(false),
            Question::Position(wanted) => (wanted.turned() == *field).then_some(true),
            Question::Lines(_) => {
                let sets = PieceSets::from_squares(field.men, field.kings);
                let mut masks = masks.iter();
                let fitting = masks.position(|mask| mask.fits(&sets, field.turn as usize));
                fitting.map(|at| at > 0)
            }
        }
    }

    /// Returns the progress, 0 to 1.
    pub(crate) fn progress(&self) -> f64 {
        match &self.place {
            Place::Segments => 1.0 - self.segments.len() as f64 / self.all.max(1) as f64,
            _ => 0.0,
        }
    }
}

fn trackers(asked: &[Asked]) -> Vec<Tracker<'_>> {
    asked
        .iter()
        .filter_map(|asked| Some(Tracker::new(asked.manoeuvre.as_ref()?, &asked.boards)))
        .collect()
}

/// Returns the last indexed game, and the games up to it that were changed since, newest last.
pub(super) fn unindexed(connection: &Connection) -> Result<(i64, Vec<i64>), StoreError> {
    let mark = connection.query_row("SELECT max(mark) FROM indexed", [], |row| row.get(0))?;
    let mut select =
        connection.prepare_cached("SELECT game_id FROM unindexed WHERE game_id <= ?1 ORDER BY game_id")?;
    let changed = select.query_map([mark], |row| row.get(0))?;
    Ok((mark, changed.collect::<Result<_, _>>()?))
}
