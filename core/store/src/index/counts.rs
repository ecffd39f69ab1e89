//! Counts the moves played in a segment, for the opening book. Positions with enough games get a row.
use super::build::start_of;
use super::segment::Segment;
use super::tally::{GameInfo, Squares, Tally, walk};
use crate::{Store, StoreError};
use draughts::{Move, Position, Variant};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

/// Minimum number of a segment's games for a position to get a row. Posting lists find rarer positions as
/// fast.
const FEWEST: usize = 8;
/// Positions after more plies get no row: games rarely share them.
const DEEPEST: usize = 60;
/// Games counted in one step: some milliseconds.
const STEP: usize = 256;

/// A position in a game, with the moves into and out of it.
#[derive(Debug)]
struct Seen {
    position: i64,
    game: u32,
    mover: u8,
    into: Option<Move>,
    out: Option<Move>,
}

/// The games of a segment counted so far.
#[derive(Debug, Default)]
pub(super) struct Counter {
    games: Vec<GameInfo>,
    seen: Vec<Seen>,
}

impl Counter {
    /// Adds a game.
    pub(super) fn add(&mut self, info: GameInfo, start: &Position, bytes: &[u8]) {
        if !info.was_played() {
            return;
        }
        let game = self.games.len() as u32;
        self.games.push(info);
        let from = self.seen.len();
        walk(start, bytes, |field, into, out| {
            self.seen.push(Seen {
                position: field.key(),
                game,
                mover: field.turn as u8,
                into: into.copied(),
                out: out.copied(),
            });
            self.seen.len() - from <= DEEPEST
        });
    }

    /// Writes the rows of a segment that has none. The caller owns the transaction.
    pub(super) fn write(mut self, connection: &Connection, segment: i64) -> Result<(), StoreError> {
        // The sort is stable: a repeated position counts where it came first.
        self.seen.sort_by_key(|seen| (seen.position, seen.game));
        self.seen.dedup_by_key(|seen| (seen.position, seen.game));
        let mut insert = connection.prepare_cached(
            "INSERT OR REPLACE INTO played (position, segment_id, bytes) VALUES (?1, ?2, ?3)",
        )?;
        for group in self.seen.chunk_by(|a, b| a.position == b.position) {
            if group.len() < FEWEST {
                continue;
            }
            let mut tally = Tally::default();
            for seen in group {
                let info = &self.games[seen.game as usize];
                let squares = |mv: &Option<Move>| mv.as_ref().map(Squares::of);
                tally.add(info, seen.mover.into(), squares(&seen.into), squares(&seen.out));
            }
            insert.execute(params![group[0].position, segment, tally.to_bytes()])?;
        }
        connection.execute("UPDATE segment SET counted = 1 WHERE id = ?1", [segment])?;
        Ok(())
    }
}

/// A segment being counted again.
#[derive(Debug)]
pub(super) struct Recount {
    segment: i64,
    variant: Variant,
    /// Games still to be counted, the next ones last.
    ids: Vec<i64>,
    counter: Counter,
}

impl Recount {
    /// Starts with a segment that is not counted; `None` if all are.
    pub(super) fn begin(store: &Store) -> Result<Option<Self>, StoreError> {
        let connection = &store.connection;
        let next: Option<(i64, String)> = connection
            .prepare_cached(
                "SELECT segment.id, key FROM segment JOIN variant ON variant.id = variant_id
                 WHERE counted <> 1 ORDER BY segment.id DESC LIMIT 1",
            )?
            .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((segment, key)) = next else {
            return Ok(None);
        };
        connection.execute("UPDATE segment SET counted = 2 WHERE id = ?1", [segment])?;
        let Ok(variant) = key.parse() else {
            // A variant of a newer version cannot be replayed here.
            connection.execute("UPDATE segment SET counted = 1 WHERE id = ?1", [segment])?;
            return Self::begin(store);
        };
        Ok(Some(Self {
            segment,
            variant,
            ids: Segment::present(connection, segment)?,
            counter: Counter::default(),
        }))
    }

    /// Counts some more games; returns true if the segment is done or was changed meanwhile.
    pub(super) fn step(&mut self, store: &mut Store) -> Result<bool, StoreError> {
        let these = self.ids.split_off(self.ids.len().saturating_sub(STEP));
        {
            let mut select = store.connection.prepare_cached(
                "SELECT date, result, tags, start, bytes FROM game JOIN tree ON tree.game_id = game.id
                 WHERE game.id = ?1 AND deletion_id IS NULL AND plies > 0
                   AND game.id NOT IN (SELECT game_id FROM unindexed)",
            )?;
            for id in these {
                let mut rows = select.query([id])?;
                let Some(row) = rows.next()? else { continue };
                let info = GameInfo::new(id, row.get(0)?, row.get(1)?, row.get(2)?);
                let start: Option<String> = row.get(3)?;
                if let Some(start) = start_of(self.variant, start.as_deref()) {
                    let bytes = row.get_ref(4)?.as_blob().unwrap_or_default();
                    self.counter.add(info, &start, bytes);
                }
            }
        }
        if !self.ids.is_empty() {
            return Ok(false);
        }
        let transaction = store.connection.transaction()?;
        self.finish(&transaction)?;
        transaction.commit()?;
        Ok(true)
    }

    fn finish(&mut self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        let same = "SELECT counted = 2 FROM segment WHERE id = ?1";
        let same: Option<bool> = transaction
            .query_row(same, [self.segment], |row| row.get(0))
            .optional()?;
        if same == Some(true) {
            transaction.execute("DELETE FROM played WHERE segment_id = ?1", [self.segment])?;
            std::mem::take(&mut self.counter).write(transaction, self.segment)?;
        }
        Ok(())
    }
}

/// Marks the segment of a changed game for a recount. The caller owns the transaction.
pub(super) fn changed(connection: &Connection, game: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE segment SET counted = 0 WHERE counted <> 0 AND first_id <= ?1 AND last_id >= ?1",
        )?
        .execute([game])?;
    Ok(())
}

/// Marks the segments of a deletion's games for a recount. The caller owns the transaction.
pub(crate) fn deleted(connection: &Connection, deletion: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE segment SET counted = 0 WHERE counted <> 0 AND EXISTS
             (SELECT 1 FROM game WHERE deletion_id = ?1 AND game.id BETWEEN first_id AND last_id)",
        )?
        .execute([deletion])?;
    Ok(())
}
