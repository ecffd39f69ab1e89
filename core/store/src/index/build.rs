//! Builds the index in the background, some games in each step, until it is up to date with the library.
use super::counts::Recount;
use super::replay;
use super::segment::{Draft, GAMES, forget};
use super::tally::GameInfo;
use crate::{Store, StoreError};
use draughts::notation::fen;
use draughts::{Move, Position, Variant};
use rusqlite::{Connection, Transaction};
use std::collections::HashMap;

/// Games replayed in one step: some milliseconds.
const STEP: i64 = 256;
/// Minimum number of games in a segment. Fewer games are searched without an index.
const FEWEST: usize = 512;

/// Detects themes: returns the keys of the themes in a main line.
pub type Themes<'a> = &'a dyn Fn(&Position, &[Move]) -> Vec<&'static str>;

/// Indexing in progress. If it is dropped, only the current segment is lost.
#[derive(Debug, Default)]
pub struct Indexer {
    /// First and last game mark of the games read but not yet written.
    span: Option<(i64, i64)>,
    /// Drafts by variant id.
    drafts: Vec<(i64, Draft)>,
    themes: Vec<(i64, Vec<&'static str>)>,
    /// The segment being recounted, once every game is in a segment.
    recount: Option<Recount>,
}

impl Indexer {
    /// Indexes some more games; returns true when too few are left for a segment.
    ///
    /// # Errors
    /// If the store fails; then the current segment is started again.
    pub fn step(&mut self, store: &mut Store, themes: Themes<'_>) -> Result<bool, StoreError> {
        let done = self.try_step(store, themes);
        if !matches!(done, Ok(false)) {
            *self = Self::default();
        }
        done
    }

    /// Counts some games of a segment whose games have changed; returns true when all segments are counted.
    fn recount(&mut self, store: &mut Store) -> Result<bool, StoreError> {
        let mut recount = match self.recount.take() {
            Some(recount) => recount,
            None => match Recount::begin(store)? {
                Some(recount) => recount,
                None => return Ok(true),
            },
        };
        if !recount.step(store)? {
            self.recount = Some(recount);
        }
        Ok(false)
    }

    fn games(&self) -> usize {
        self.drafts.iter().map(|(_, draft)| draft.games()).sum()
    }

    fn try_step(&mut self, store: &mut Store, themes: Themes<'_>) -> Result<bool, StoreError> {
        if self.recount.is_some() {
            return self.recount(store);
        }
        let (from, after) = match self.span {
            Some(span) => span,
            None => {
                let mark = store
                    .connection
                    .query_row("SELECT mark FROM indexed", [], |row| row.get(0))?;
                (mark, mark)
            }
        };
        let (read, last) = self.read(
            &store.connection,
            "SELECT game.id, variant_id, variant.key, start, bytes, date, result, tags, deletion_id IS NULL AND plies > 0
             FROM game JOIN tree ON game_id = game.id
             JOIN variant ON variant.id = variant_id WHERE game.id > ?1 ORDER BY game.id LIMIT ?2",
            after,
            themes,
        )?;
        let after = last.unwrap_or(after);
        self.span = Some((from, after));
        let at_end = read < STEP;
        if self.games() + STEP as usize > GAMES || at_end && self.games() >= FEWEST {
            let transaction = store.connection.transaction()?;
            let moved = transaction.execute(
                "UPDATE indexed SET mark = ?2, themed = max(themed, ?2) WHERE mark = ?1",
                [from, after],
            )?;
            // Another program may have indexed these games in the meantime.
            if moved > 0 {
                self.write(&transaction)?;
                transaction.commit()?;
            }
            *self = Self::default();
            return Ok(false);
        }
        if !at_end {
            return Ok(false);
        }
        self.changed(store, themes)
    }

    /// Indexes changed games again once there are enough of them; otherwise only updates their themes.
    fn changed(&mut self, store: &mut Store, themes: Themes<'_>) -> Result<bool, StoreError> {
        let (count, mark, themed): (u32, i64, i64) = store.connection.query_row(
            "SELECT (SELECT count(*) FROM unindexed), mark, themed FROM indexed",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
        let newest = self.span.map_or(mark, |(_, newest)| newest);
        let enough = count as usize >= FEWEST;
        if !enough && themed >= newest {
            return self.recount(store);
        }
        if enough {
            *self = Self::default();
        }
        let mut after = 0;
        while enough && self.games() < FEWEST || !enough && themed < mark {
            let (read, last) = self.read(
                &store.connection,
                "SELECT game.id, variant_id, variant.key, start, bytes, date, result, tags, deletion_id IS NULL AND plies > 0
                 FROM unindexed
                 JOIN game ON game.id = unindexed.game_id JOIN tree ON tree.game_id = game.id
                 JOIN variant ON variant.id = variant_id WHERE game.id > ?1 ORDER BY game.id LIMIT ?2",
                after,
                themes,
            )?;
            after = last.unwrap_or(after);
            if read < STEP {
                break;
            }
        }
        let transaction = store.connection.transaction()?;
        if enough {
            self.write(&transaction)?;
            transaction.execute("DELETE FROM unindexed WHERE game_id <= ?1", [after])?;
        } else {
            self.write_themes(&transaction)?;
            transaction.execute("UPDATE indexed SET themed = ?1", [newest])?;
        }
        transaction.commit()?;
        *self = Self::default();
        if enough { Ok(false) } else { self.recount(store) }
    }

    /// Reads some games into the drafts; returns the number of rows and the last id.
    fn read(
        &mut self,
        connection: &Connection,
        select: &str,
        after: i64,
        themes: Themes<'_>,
    ) -> Result<(i64, Option<i64>), StoreError> {
        let mut select = connection.prepare_cached(select)?;
        let mut rows = select.query([after, STEP])?;
        let (mut read, mut last) = (0, None);
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            (read, last) = (read + 1, Some(id));
            let variant_id: i64 = row.get(1)?;
            let Ok(variant) = row.get::<_, String>(2)?.parse::<Variant>() else {
                continue;
            };
            let start: Option<String> = row.get(3)?;
            let Some(start) = start_of(variant, start.as_deref()) else {
                continue;
            };
            let bytes = row.get_ref(4)?.as_blob().unwrap_or_default();
            let stretches = replay::stretches(&start, bytes);
            let place = self.drafts.iter().position(|(of, _)| *of == variant_id);
            let place = place.unwrap_or_else(|| {
                self.drafts.push((variant_id, Draft::new(variant)));
                self.drafts.len() - 1
            });
            let draft = &mut self.drafts[place].1;
            draft.add(id, &stretches);
            if row.get(8)? {
                draft.count(
                    GameInfo::new(id, row.get(5)?, row.get(6)?, row.get(7)?),
                    &start,
                    bytes,
                );
            }
            self.themes.push((id, themes(&start, &stretches[0].moves)));
        }
        Ok((read, last))
    }

    fn write(&mut self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        let below: i64 =
            transaction.query_row("SELECT coalesce(max(id), 0) + 1 FROM segment", [], |row| {
                row.get(0)
            })?;
        for (variant, draft) in &mut self.drafts {
            forget(transaction, draft.ids(), below)?;
            draft.write(transaction, *variant)?;
        }
        self.write_themes(transaction)
    }

    fn write_themes(&self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        let mut known =
            transaction.prepare_cached("INSERT INTO theme (key) VALUES (?1) ON CONFLICT DO NOTHING")?;
        let mut bit = transaction.prepare_cached("SELECT 1 << (id - 1) FROM theme WHERE key = ?1")?;
        let mut update =
            transaction.prepare_cached("UPDATE game SET themes = ?2 WHERE id = ?1 AND themes <> ?2")?;
        let mut bits = HashMap::new();
        for (id, themes) in &self.themes {
            let mut set = 0_i64;
            for theme in themes {
                if !bits.contains_key(theme) {
                    known.execute([theme])?;
                    bits.insert(*theme, bit.query_row([theme], |row| row.get::<_, i64>(0))?);
                }
                set |= bits[theme];
            }
            update.execute([*id, set])?;
        }
        Ok(())
    }
}

/// Returns the starting position of a stored game.
pub(super) fn start_of(variant: Variant, start: Option<&str>) -> Option<Position> {
    match start {
        Some(text) => fen::read(variant, text).ok(),
        None => Some(variant.start()),
    }
}
