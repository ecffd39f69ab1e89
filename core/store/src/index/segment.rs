//! A segment of the index, with some thousand games: posting lists from positions to games, and encoded main
//! lines for patterns.
use super::bits::{BitReader, BitWriter, put_varint, take_varint};
use super::counts::Counter;
use super::encoded_line::Steps;
use super::field::Field;
use super::replay::Stretch;
use super::tally::GameInfo;
use crate::StoreError;
use draughts::{Position, Role, Variant};
use rusqlite::{Connection, params};
use std::collections::HashSet;

/// Maximum number of games in a segment. The place of a game in it takes this many bits.
pub(super) const GAMES: usize = 1 << PLACE_BITS;
const PLACE_BITS: u32 = 12;
/// Maximum number of posting parts, and of line rows, of a segment.
const PARTS: u32 = 4096;
/// Maximum average number of entries in a part.
const ENTRIES: usize = 512;
/// Bits of the entry count of a part.
const COUNT_BITS: u32 = 24;
/// Approximate size of a row of lines, in bytes.
const LINE_BYTES: usize = 64 * 1024;

/// A segment being built.
#[derive(Debug)]
pub(super) struct Draft {
    steps: Steps,
    ids: Vec<i64>,
    /// Hash and place in the segment, each pair once per game.
    entries: Vec<u64>,
    lines: Vec<Vec<u8>>,
    counter: Counter,
}

impl Draft {
    pub(super) fn new(variant: Variant) -> Self {
        Self {
            steps: Steps::new(variant),
            ids: Vec::new(),
            entries: Vec::new(),
            lines: vec![Vec::new()],
            counter: Counter::default(),
        }
    }

    pub(super) fn games(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn ids(&self) -> &[i64] {
        &self.ids
    }

    /// Counts a game for the opening book.
    pub(super) fn count(&mut self, info: GameInfo, start: &Position, bytes: &[u8]) {
        self.counter.add(info, start, bytes);
    }

    /// Adds a game. Ids must ascend, and there may be at most [`GAMES`].
    pub(super) fn add(&mut self, id: i64, stretches: &[Stretch]) {
        let place = self.ids.len() as u64;
        self.ids.push(id);
        let from = self.entries.len();
        let mut entry = |field: &Field| self.entries.push(u64::from(field.hash()) << PLACE_BITS | place);
        let mut written = Vec::with_capacity(stretches.len());
        for Stretch { start, moves } in stretches {
            let first = Field::of(start);
            let mut field = first;
            entry(&field);
            let mut roles = Vec::with_capacity(moves.len());
            for mv in moves {
                let role = if field.is_man(mv.origin()) {
                    Role::Man
                } else {
                    Role::King
                };
                roles.push((*mv, role));
                field.play(mv);
                entry(&field);
            }
            written.push((first, roles));
        }
        // A repeated position counts once.
        self.entries[from..].sort_unstable();
        let mut kept = from;
        for at in from..self.entries.len() {
            if at == from || self.entries[at] != self.entries[kept - 1] {
                self.entries[kept] = self.entries[at];
                kept += 1;
            }
        }
        self.entries.truncate(kept);
        if self.lines.last().is_some_and(|line| line.len() > LINE_BYTES) {
            self.lines.push(Vec::new());
        }
        let line = self.lines.last_mut().expect("there is always a line");
        self.steps.write(line, &written);
    }

    /// Writes the segment. The caller owns the transaction.
    pub(super) fn write(&mut self, connection: &Connection, variant: i64) -> Result<(), StoreError> {
        self.entries.sort_unstable();
        let parts = (self.entries.len() / ENTRIES)
            .next_power_of_two()
            .min(PARTS as usize);
        let part_bits = parts.trailing_zeros();
        let mut ids = Vec::with_capacity(self.ids.len() + 8);
        let mut last = 0;
        for id in &self.ids {
            put_varint(&mut ids, (id - last) as u64);
            last = *id;
        }
        connection
            .prepare_cached(
                "INSERT INTO segment (variant_id, games, first_id, last_id, part_bits, ids) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![variant, self.ids.len() as u32, self.ids.first(), self.ids.last(), part_bits, ids])?;
        let segment = connection.last_insert_rowid();
        let mut posting = connection.prepare_cached("INSERT INTO posting (id, bytes) VALUES (?1, ?2)")?;
        let mut rest = &self.entries[..];
        for part in 0..parts {
            let end = rest.partition_point(|entry| part_of(hash_of(*entry), part_bits) <= part as u32);
            let (these, others) = rest.split_at(end);
            rest = others;
            if !these.is_empty() {
                posting.execute(params![row(segment, part), encoded(these, part_bits)])?;
            }
        }
        let mut insert = connection.prepare_cached("INSERT INTO line (id, bytes) VALUES (?1, ?2)")?;
        for (number, line) in self.lines.iter().enumerate() {
            insert.execute(params![row(segment, number), line])?;
        }
        std::mem::take(&mut self.counter).write(connection, segment)
    }
}

fn row(segment: i64, number: usize) -> i64 {
    segment * i64::from(PARTS) + number as i64
}

fn hash_of(entry: u64) -> u32 {
    (entry >> PLACE_BITS) as u32
}

fn part_of(hash: u32, part_bits: u32) -> u32 {
    (u64::from(hash) >> (32 - part_bits)) as u32
}

fn within(hash: u32, part_bits: u32) -> u32 {
    (u64::from(hash) & ((1 << (32 - part_bits)) - 1)) as u32
}

/// Encodes a part's entries, ascending: their number, the Rice parameter, then hash distances (Rice codes)
/// with places.
fn encoded(entries: &[u64], part_bits: u32) -> Vec<u8> {
    let distance = (1_u64 << (32 - part_bits)) / entries.len() as u64;
    let k = distance.max(1).ilog2().min(31);
    let mut bits = BitWriter::default();
    bits.write(entries.len() as u32, COUNT_BITS);
    bits.write(k, 5);
    let mut last = 0;
    for entry in entries {
        let hash = within(hash_of(*entry), part_bits);
        bits.write_rice(hash - last, k);
        bits.write((entry & (GAMES as u64 - 1)) as u32, PLACE_BITS);
        last = hash;
    }
    bits.finish()
}

/// Finds the places of the games with this hash.
fn places(bytes: &[u8], hash: u32, part_bits: u32, found: &mut Vec<u16>) {
    let wanted = within(hash, part_bits);
    let mut bits = BitReader::new(bytes);
    // Limited by the number of bytes, because the count may be damaged.
    let count = (bits.read(COUNT_BITS) as usize).min(8 * bytes.len() / (PLACE_BITS as usize + 1));
    let k = bits.read(5);
    let mut at = 0_u32;
    for _ in 0..count {
        at = at.saturating_add(bits.read_rice(k));
        if at > wanted {
            return;
        }
        let place = bits.read(PLACE_BITS) as u16;
        if at == wanted {
            found.push(place);
        }
    }
}

/// A stored segment.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) id: i64,
    games: u32,
    part_bits: u32,
    /// Id of its last game.
    pub(super) last: i64,
}

impl Segment {
    /// Returns the segments of a variant, newest games last.
    pub(super) fn all(connection: &Connection, variant: &str) -> Result<Vec<Self>, StoreError> {
        let mut select = connection.prepare_cached(
            "SELECT id, games, part_bits, last_id FROM segment WHERE variant_id = (SELECT id FROM variant WHERE key = ?1) ORDER BY last_id",
        )?;
        let rows = select.query_map([variant], |row| {
            Ok(Self {
                id: row.get(0)?,
                games: row.get(1)?,
                part_bits: row.get::<_, u32>(2)?.min(12),
                last: row.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the ids of a variant's segments whose counts are up to date.
    pub(super) fn counted(connection: &Connection, variant: &str) -> Result<HashSet<i64>, StoreError> {
        let mut select = connection.prepare_cached(
            "SELECT id FROM segment WHERE counted = 1 AND variant_id = (SELECT id FROM variant WHERE key = ?1)",
        )?;
        let ids = select.query_map([variant], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Returns the ids of a segment's games that have not changed since.
    pub(super) fn present(connection: &Connection, id: i64) -> Result<Vec<i64>, StoreError> {
        let select = "SELECT games, ids, coalesce(gone, x'') FROM segment WHERE id = ?1";
        connection
            .prepare_cached(select)?
            .query_row([id], |row| {
                let segment = Self {
                    id,
                    games: row.get(0)?,
                    part_bits: 0,
                    last: 0,
                };
                let gone = row.get_ref(2)?.as_blob()?;
                let ids = segment.ids(row.get_ref(1)?.as_blob()?).into_iter().enumerate();
                Ok(ids
                    .filter(|(place, _)| !is_gone(gone, *place))
                    .map(|(_, id)| id)
                    .collect())
            })
            .map_err(Into::into)
    }

    /// Adds the ids of the games that have a position with this hash.
    pub(super) fn games_with(
        &self,
        connection: &Connection,
        hash: u32,
        found: &mut Vec<i64>,
    ) -> Result<(), StoreError> {
        let part = part_of(hash, self.part_bits);
        let mut select = connection.prepare_cached("SELECT bytes FROM posting WHERE id = ?1")?;
        let mut rows = select.query([row(self.id, part as usize)])?;
        let mut seen = Vec::new();
        if let Some(row) = rows.next()? {
            places(
                row.get_ref(0)?.as_blob().unwrap_or_default(),
                hash,
                self.part_bits,
                &mut seen,
            );
        }
        self.add(connection, &seen, found)
    }

    /// Adds the ids of the games for which `next` returns true. Each call gets the lines and takes one game
    /// off.
    pub(super) fn games_passing(
        &self,
        connection: &Connection,
        mut next: impl FnMut(&mut &[u8]) -> Option<bool>,
        found: &mut Vec<i64>,
    ) -> Result<(), StoreError> {
        let mut select =
            connection.prepare_cached("SELECT bytes FROM line WHERE id BETWEEN ?1 AND ?2 ORDER BY id")?;
        let mut rows = select.query([row(self.id, 0), row(self.id, PARTS as usize - 1)])?;
        let (mut place, mut seen) = (0, Vec::new());
        while let Some(row) = rows.next()? {
            let mut bytes = row.get_ref(0)?.as_blob().unwrap_or_default();
            while let Some(passes) = next(&mut bytes) {
                if passes {
                    seen.push(place);
                }
                place += 1;
            }
        }
        self.add(connection, &seen, found)
    }

    /// Adds the ids at these places, without deleted games.
    fn add(&self, connection: &Connection, places: &[u16], found: &mut Vec<i64>) -> Result<(), StoreError> {
        if places.is_empty() {
            return Ok(());
        }
        let mut select = connection.prepare_cached("SELECT ids, gone FROM segment WHERE id = ?1")?;
        let mut rows = select.query([self.id])?;
        let Some(row) = rows.next()? else { return Ok(()) };
        let ids = self.ids(row.get_ref(0)?.as_blob().unwrap_or_default());
        let gone = row
            .get_ref(1)?
            .as_blob_or_null()
            .ok()
            .flatten()
            .unwrap_or_default();
        found.extend(
            places
                .iter()
                .map(|place| usize::from(*place))
                .filter(|place| !is_gone(gone, *place))
                .filter_map(|place| ids.get(place)),
        );
        Ok(())
    }

    fn ids(&self, mut bytes: &[u8]) -> Vec<i64> {
        let mut ids = Vec::with_capacity(self.games as usize);
        let mut last = 0_i64;
        while let Some(distance) = take_varint(&mut bytes) {
            last = last.saturating_add_unsigned(distance);
            ids.push(last);
        }
        ids
    }
}

/// True if the game at this place has changed since it was indexed.
fn is_gone(gone: &[u8], place: usize) -> bool {
    gone.get(place / 8)
        .is_some_and(|byte| byte >> (place % 8) & 1 == 1)
}

/// Removes changed games from all segments with a lower id than `below`; game ids ascend.
pub(super) fn forget(connection: &Connection, games: &[i64], below: i64) -> Result<(), StoreError> {
    let (Some(first), Some(last)) = (games.first(), games.last()) else {
        return Ok(());
    };
    let mut select = connection.prepare_cached(
        "SELECT id, games, ids, gone FROM segment WHERE last_id >= ?1 AND first_id <= ?2 AND id < ?3",
    )?;
    let mut update = connection.prepare_cached("UPDATE segment SET gone = ?2 WHERE id = ?1")?;
    let mut rows = select.query([*first, *last, below])?;
    while let Some(row) = rows.next()? {
        let segment = Segment {
            id: row.get(0)?,
            games: row.get(1)?,
            part_bits: 0,
            last: *last,
        };
        let ids = segment.ids(row.get_ref(2)?.as_blob().unwrap_or_default());
        let mut gone: Vec<u8> = row.get::<_, Option<Vec<u8>>>(3)?.unwrap_or_default();
        gone.resize(ids.len().div_ceil(8), 0);
        let before = gone.clone();
        for game in games {
            if let Ok(place) = ids.binary_search(game) {
                gone[place / 8] |= 1 << (place % 8);
            }
        }
        if gone != before {
            update.execute(params![segment.id, gone])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn exactly_the_entries_with_a_hash_are_found(mut entries in prop::collection::vec((0..1_u32 << 20, 0..4096_u64), 1..300), part_bits in 0..12_u32) {
            // Entries of one part share the first bits of their hashes.
            let mut packed: Vec<u64> = entries
                .iter()
                .map(|(hash, place)| u64::from(*hash) << PLACE_BITS | place)
                .collect();
            packed.sort_unstable();
            packed.dedup();
            let bytes = encoded(&packed, part_bits);
            entries.push((5, 0));
            for (hash, _) in entries {
                let mut found = Vec::new();
                places(&bytes, hash, part_bits, &mut found);
                let wanted: Vec<u16> = packed
                    .iter()
                    .filter(|entry| hash_of(**entry) == hash)
                    .map(|entry| (entry & 0xFFF) as u16)
                    .collect();
                prop_assert_eq!(found, wanted);
            }
        }

        #[test]
        fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..100), hash in any::<u32>()) {
            places(&bytes, hash, 4, &mut Vec::new());
        }
    }
}
