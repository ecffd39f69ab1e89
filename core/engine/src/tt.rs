//! The transposition table: search results by the hash of the position. Knows no rules and no board.
use super::huge_pages::advise_huge_pages;
use super::score::Score;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// The true score is exactly this.
    Exact = 3,
}

/// Origin and target of a move in 16 bits: enough for move ordering, not enough to play it. 0 means no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct MoveCode(u16);

impl MoveCode {
    /// Creates the code of a move between these bits of a bitboard.
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

/// A transposition table entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry {
    pub(crate) code: MoveCode,
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl TtEntry {
    /// Returns `true` if it cuts off a search with this depth and window.
    #[inline(always)]
    pub(super) fn allows_cutoff(&self, depth: i32, alpha: Score, beta: Score) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score >= beta,
                Bound::Upper => self.score <= alpha,
            }
    }
}

/// A cluster is one cache line of four entries of two words each: the hash XOR the data, and the data. Threads write
/// without locks; an entry torn between two writers fails the XOR check and counts as empty.
const ENTRIES_PER_CLUSTER: usize = 4;
const WORDS_PER_CLUSTER: usize = 2 * ENTRIES_PER_CLUSTER;
const CLUSTER_BYTES: usize = WORDS_PER_CLUSTER * size_of::<u64>();

/// Up to this size the table is allocated without a check for free memory.
const UNCHECKED_BYTES: usize = 32 << 20;

/// Returns the data word of an entry: move code, score, depth, bound and age, from the lowest bits. 0 is an empty
/// entry.
fn pack(code: u16, score: i16, depth: i8, bound: Bound, age: u8) -> u64 {
    u64::from(code)
        | u64::from(score as u16) << 16
        | u64::from(depth as u8) << 32
        | (bound as u64) << 40
        | u64::from(age) << 48
}

const fn depth_of(data: u64) -> i8 {
    (data >> 32) as i8
}

const fn age_of(data: u64) -> u8 {
    (data >> 48) as u8
}

/// The transposition table, of a fixed size. The threads of a search share one.
pub struct TranspositionTable {
    words: Arc<[AtomicU64]>,
    /// The index of the first word of a cache line.
    first: usize,
    /// The number of clusters, a power of two, minus one.
    mask: usize,
    age: u8,
}

impl TranspositionTable {
    /// Creates a table of at most `mebibytes` MiB, and at least 64 KiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self::with_bytes(mebibytes << 20)
    }

    /// Creates a table of at most this many bytes, rounded down to a power of two, and at least 64 KiB. It is smaller
    /// if memory is scarce.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        let mut clusters = 1 << (bytes / CLUSTER_BYTES).max(1024).ilog2();
        while clusters * CLUSTER_BYTES > UNCHECKED_BYTES
            && !can_allocate(clusters * CLUSTER_BYTES + CLUSTER_BYTES)
        {
            clusters /= 2;
        }
        let words: Arc<[AtomicU64]> = zeroed(clusters * WORDS_PER_CLUSTER + WORDS_PER_CLUSTER);
        Self {
            first: words.as_ptr().align_offset(CLUSTER_BYTES) % WORDS_PER_CLUSTER,
            words,
            mask: clusters - 1,
            age: 0,
        }
    }

    /// Returns a handle to the same table for another thread.
    pub(super) fn shared(&self) -> Self {
        Self {
            words: self.words.clone(),
            ..*self
        }
    }

    /// Returns its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.mask + 1) * CLUSTER_BYTES
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
        self.age = 0;
    }

    /// Starts a new search: entries of earlier ones are replaced first.
    pub(crate) fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn cluster(&self, hash: u64) -> &[AtomicU64] {
        let at = self.first + (hash as usize & self.mask) * WORDS_PER_CLUSTER;
        &self.words[at..at + WORDS_PER_CLUSTER]
    }

    /// Prefetches the cluster of a position; fetching it takes longer than generating the moves.
    #[inline(always)]
    #[allow(unsafe_code, reason = "no safe function prefetches a cache line")]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster = self.cluster(hash).as_ptr();
            // SAFETY: the pointer is inside the table, and a prefetch has no effect on the program's memory.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        // On other processors a read with an unused result does the same.
        #[cfg(not(target_arch = "x86_64"))]
        std::hint::black_box(self.cluster(hash)[0].load(Relaxed));
    }

    #[inline]
    pub(crate) fn probe(&self, hash: u64, ply: usize) -> Option<TtEntry> {
        let data = self.cluster(hash).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Relaxed);
            (entry[0].load(Relaxed) ^ data == hash && data != 0).then_some(data)
        })?;
        Some(TtEntry {
            code: MoveCode(data as u16),
            score: Score::from_tt((data >> 16) as i16, ply),
            depth: i32::from(depth_of(data)),
            bound: match data >> 40 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        })
    }

    #[inline(always)]
    pub(crate) fn store(&self, hash: u64, ply: usize, entry: TtEntry) {
        let cluster = self.cluster(hash);
        let mut victim = 0;
        let mut least = i32::MAX;
        let mut code = entry.code;
        for (i, words) in cluster.chunks_exact(2).enumerate() {
            let data = words[1].load(Relaxed);
            let same = words[0].load(Relaxed) ^ data == hash;
            if data == 0 || same {
                victim = i;
                // An upper bound has no move, so the earlier hash move stays.
                if code == MoveCode::default() {
                    code = MoveCode(data as u16);
                }
                break;
            }
            // Replaces old entries first, then shallow ones.
            let fresh = age_of(data) == self.age;
            let value = i32::from(depth_of(data)) + if fresh { 256 } else { 0 };
            if value < least {
                least = value;
                victim = i;
            }
        }
        let depth = entry.depth.clamp(-1, 127) as i8;
        let data = pack(code.0, entry.score.to_tt(ply), depth, entry.bound, self.age);
        cluster[2 * victim].store(hash ^ data, Relaxed);
        cluster[2 * victim + 1].store(data, Relaxed);
    }
}

/// Returns `true` if this many bytes can be allocated. A failed allocation of the table itself would abort the
/// program.
fn can_allocate(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let can_allocate = memory.try_reserve_exact(bytes).is_ok();
    // Otherwise the optimiser may remove the allocation.
    std::hint::black_box(&memory);
    can_allocate
}

/// Returns zeroed words. The system maps the memory on first use, so creating a large table takes no time.
#[allow(
    unsafe_code,
    reason = "no safe function gives zeroed memory as atomic words without writing each"
)]
fn zeroed(len: usize) -> Arc<[AtomicU64]> {
    let words: Arc<[std::mem::MaybeUninit<AtomicU64>]> = Arc::new_zeroed_slice(len);
    // SAFETY: all bits zero is the atomic word 0.
    let words = unsafe { words.assume_init() };
    advise_huge_pages(&words);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(code: u16, depth: i32) -> TtEntry {
        TtEntry {
            code: MoveCode(code),
            score: Score::cp(12),
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn stores_entries_and_keeps_the_move_when_a_bound_has_none() {
        let mut table = TranspositionTable::new(1);
        assert_eq!(table.bytes(), 1 << 20);
        let hash = 0x1234_5678_9abc_def0;
        assert!(table.probe(hash, 0).is_none());
        table.store(hash, 3, entry(77, 5));
        table.store(
            hash,
            3,
            TtEntry {
                bound: Bound::Upper,
                ..entry(0, 6)
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
    fn a_table_larger_than_the_memory_is_reduced() {
        let table = TranspositionTable::with_bytes(usize::MAX / 4);
        assert!((UNCHECKED_BYTES..usize::MAX / 4).contains(&table.bytes()));
    }

    #[test]
    fn a_full_cluster_replaces_its_shallowest_old_entry() {
        let mut table = TranspositionTable::with_bytes(0);
        assert_eq!(table.bytes(), 1 << 16);
        let at = |n: u64| n << 32 | 5;
        for n in 1..=4 {
            table.store(at(n), 0, entry(n as u16, if n == 3 { 1 } else { 9 }));
        }
        table.new_search();
        table.store(at(6), 0, entry(6, 2));
        assert!(table.probe(at(3), 0).is_none());
        // Now an old deep entry is replaced, not the new shallow one.
        table.store(at(7), 0, entry(7, 2));
        assert!(table.probe(at(6), 0).is_some() && table.probe(at(7), 0).is_some());
    }
}
