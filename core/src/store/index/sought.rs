//! A position or a pattern that is looked for in all games, step by step: in the index where it has the game, else in
//! the game itself.
use super::build::start_of;
use super::field::{Field, Mask, Pattern};
use super::line::{Runner, Steps, Word};
use super::replay::{self, Stretch};
use super::segment::Segment;
use crate::store::{Store, StoreError};
use crate::{Position, Variant};
use rusqlite::Connection;
use std::collections::HashSet;

/// Segments in which an exact position is looked up in one step.
const LOOKED_UP: usize = 1_024;
/// Segments that are run through in one step.
const RUN_THROUGH: usize = 4;
/// Games played through in one step.
const GAMES: i64 = 1_024;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
enum Question {
    Position(Field),
    Pattern(Pattern, Pattern),
}

/// A position or a pattern, and where the search for it is.
#[derive(Clone, Debug)]
pub struct Sought {
    variant: Variant,
    question: Question,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Start,
    /// The segments that are left, out of so many.
    Segments(Vec<Segment>, usize),
    /// The games that the index does not have: after this id.
    Rest(i64),
}

/// Where a game has what was looked for.
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
        }
    }

    /// Looks on for some milliseconds; games that hold it are added, in no order. True once all were looked at.
    pub(in crate::store) fn step(&mut self, store: &Store, found: &mut Vec<i64>) -> Result<bool, StoreError> {
        if let Place::Start = self.place {
            let segments = Segment::all(&store.connection, self.variant.key())?;
            let count = segments.len();
            self.place = Place::Segments(segments, count);
        }
        match &mut self.place {
            Place::Start => unreachable!("it was left above"),
            Place::Segments(segments, _) => {
                let many = match self.question {
                    Question::Position(_) => LOOKED_UP,
                    Question::Pattern(..) => RUN_THROUGH,
                };
                let these = segments.split_off(segments.len().saturating_sub(many));
                let last = segments.is_empty();
                self.look_up(&store.connection, &these, found)?;
                if !last {
                    return Ok(false);
                }
                self.place = Place::Rest(0);
                // What the index does not have is a few games, mostly: no step of their own.
                self.look_through(&store.connection, found)
            }
            Place::Rest(_) => self.look_through(&store.connection, found),
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
            if !changed.is_empty() {
                let mut place = 0;
                found.retain(|id| {
                    place += 1;
                    place <= from || !changed.contains(id)
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

    /// Plays the games through that the index does not have.
    fn look_through(&mut self, connection: &Connection, found: &mut Vec<i64>) -> Result<bool, StoreError> {
        let Place::Rest(after) = self.place else {
            return Ok(false);
        };
        let mut select = connection.prepare_cached(
            "SELECT game.id, start, bytes FROM game JOIN tree ON tree.game_id = game.id
             WHERE game.id IN (SELECT game_id FROM unindexed WHERE game_id > ?1
                               UNION SELECT game_id FROM tree WHERE game_id > (SELECT max(mark, ?1) FROM indexed)
                               ORDER BY game_id LIMIT ?2)
               AND variant_id = (SELECT id FROM variant WHERE key = ?3)
             ORDER BY game.id",
        )?;
        let mut rows = select.query((after, GAMES, self.variant.key()))?;
        while let Some(row) = rows.next()? {
            let start: Option<String> = row.get(1)?;
            let tree = row.get_ref(2)?.as_blob().unwrap_or_default();
            if self.hit(start.as_deref(), tree).is_some() {
                found.push(row.get(0)?);
            }
        }
        let mut select = connection.prepare_cached(
            "SELECT max(game_id) FROM (SELECT game_id FROM unindexed WHERE game_id > ?1
                                       UNION SELECT game_id FROM tree WHERE game_id > (SELECT max(mark, ?1) FROM indexed)
                                       ORDER BY game_id LIMIT ?2)",
        )?;
        let last: Option<i64> = select.query_row([after, GAMES], |row| row.get(0))?;
        match last {
            Some(last) => self.place = Place::Rest(last),
            None => return Ok(true),
        }
        Ok(false)
    }

    /// Where a stored game has it first.
    pub fn hit(&self, start: Option<&str>, tree: &[u8]) -> Option<Hit> {
        let start = start_of(self.variant, start)?;
        let mut ply = 0;
        for Stretch { start, moves } in replay::stretches(&start, tree) {
            let mut field = Field::of(&start);
            let mut moves = moves.iter();
            loop {
                if let Some(turned) = self.fits(&field) {
                    return Some(Hit { ply, turned });
                }
                // To set up a position is a step as well.
                ply += 1;
                match moves.next() {
                    Some(mv) => field.play(mv),
                    None => break,
                }
            }
        }
        None
    }

    /// Whether a position is what was looked for; then whether it is turned.
    fn fits(&self, field: &Field) -> Option<bool> {
        match &self.question {
            Question::Position(wanted) if wanted == field => Some(false),
            Question::Position(wanted) => (wanted.turned() == *field).then_some(true),
            Question::Pattern(pattern, _) if pattern.fits(field) => Some(false),
            Question::Pattern(_, turned) => turned.fits(field).then_some(true),
        }
    }

    /// How far it is, 0 to 1.
    pub(in crate::store) fn progress(&self) -> f64 {
        match &self.place {
            Place::Start => 0.0,
            Place::Segments(left, all) => 1.0 - left.len() as f64 / (*all).max(1) as f64,
            Place::Rest(_) => 1.0,
        }
    }
}
