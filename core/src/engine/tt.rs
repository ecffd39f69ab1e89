//! The transposition table: what was found about a position, by its hash. Knows no rules and no board.
use super::score::Score;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// At most this.
    Upper = 1,
    /// At least this.
    Lower = 2,
    /// Exactly this.
    Exact = 3,
}

/// Origin and target of a move in 16 bits: enough to try it first, not enough to play it. 0 = none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct MoveCode(u16);

impl MoveCode {
    /// The move between these bits of the board's word.
    #[inline]
    pub(crate) fn new(origin: u32, target: u32) -> MoveCode {
        MoveCode((origin << 8 | target) as u16)
    }

    #[inline]
    pub(crate) fn origin(self) -> usize {
        usize::from(self.0 >> 8)
    }

    #[inline]
    pub(crate) fn target(self) -> usize {
        usize::from(self.0 & 0xff)
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) code: MoveCode,
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    lock: u32,
    code: u16,
    score: i16,
    depth: i8,
    /// 0 = the entry is empty.
    bound: u8,
    date: u8,
}

/// Five entries in one cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Cluster([Entry; 5]);

const _: () = assert!(size_of::<Cluster>() == 64);

/// Results of earlier searches by position, of a fixed size in memory.
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    date: u8,
}

impl TranspositionTable {
    /// A table of at most `mebibytes` MiB, and at least 64 KiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self::with_bytes(mebibytes << 20)
    }

    /// A table of at most this many bytes, rounded down to a power of two; at least 64 KiB.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        let wanted = (bytes / size_of::<Cluster>()).max(1024);
        let clusters = 1 << wanted.ilog2();
        Self {
            clusters: vec![Cluster::default(); clusters],
            date: 0,
        }
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clusters.fill(Cluster::default());
        self.date = 0;
    }

    /// A new search begins: what stands in the table now is old and gives way first.
    pub(crate) fn new_search(&mut self) {
        self.date = self.date.wrapping_add(1);
    }

    fn index(&self, hash: u64) -> usize {
        hash as usize & (self.clusters.len() - 1)
    }

    pub(crate) fn probe(&self, hash: u64, ply: usize) -> Option<Found> {
        let lock = (hash >> 32) as u32;
        let entry = self.clusters[self.index(hash)]
            .0
            .iter()
            .find(|e| e.lock == lock && e.bound != 0)?;
        Some(Found {
            code: MoveCode(entry.code),
            score: Score::from_table(entry.score, ply),
            depth: i32::from(entry.depth),
            bound: match entry.bound {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        })
    }

    pub(crate) fn store(&mut self, hash: u64, ply: usize, found: Found) {
        let lock = (hash >> 32) as u32;
        let (index, date) = (self.index(hash), self.date);
        let cluster = &mut self.clusters[index].0;
        let mut victim = 0;
        let mut least = i32::MAX;
        for (i, e) in cluster.iter().enumerate() {
            if e.bound == 0 || e.lock == lock {
                victim = i;
                break;
            }
            // Old entries first, then shallow ones.
            let worth = i32::from(e.depth) + if e.date == date { 256 } else { 0 };
            if worth < least {
                least = worth;
                victim = i;
            }
        }
        let entry = &mut cluster[victim];
        let same = entry.bound != 0 && entry.lock == lock;
        let keep_code = same && found.code == MoveCode::default();
        *entry = Entry {
            lock,
            code: if keep_code { entry.code } else { found.code.0 },
            score: found.score.to_table(ply),
            depth: found.depth.clamp(-1, 127) as i8,
            bound: found.bound as u8,
            date,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: u16, depth: i32) -> Found {
        Found {
            code: MoveCode(code),
            score: Score::cp(12),
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn keeps_what_was_stored_and_the_move_when_a_bound_brings_none() {
        let mut table = TranspositionTable::new(1);
        assert_eq!(table.bytes(), 1 << 20);
        let hash = 0x1234_5678_9abc_def0;
        assert!(table.probe(hash, 0).is_none());
        table.store(hash, 3, found(77, 5));
        table.store(
            hash,
            3,
            Found {
                bound: Bound::Upper,
                ..found(0, 6)
            },
        );
        let entry = table.probe(hash, 3).unwrap();
        assert_eq!(
            (entry.code, entry.depth, entry.bound),
            (MoveCode(77), 6, Bound::Upper)
        );
        table.clear();
        assert!(table.probe(hash, 3).is_none());
    }

    #[test]
    fn a_full_cluster_gives_up_its_shallowest_old_entry() {
        let mut table = TranspositionTable::with_bytes(0);
        let at = |n: u64| n << 32 | 5;
        for n in 1..=5 {
            table.store(at(n), 0, found(n as u16, if n == 3 { 1 } else { 9 }));
        }
        table.new_search();
        table.store(at(6), 0, found(6, 2));
        assert!(table.probe(at(3), 0).is_none());
        // Now one of the old deep ones goes, not the young shallow one.
        table.store(at(7), 0, found(7, 2));
        assert!(table.probe(at(6), 0).is_some() && table.probe(at(7), 0).is_some());
    }
}
