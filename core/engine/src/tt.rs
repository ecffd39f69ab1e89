//! The transposition table: what was found about a position, by its hash. Knows no rules and no board.
use super::huge_pages::advise_huge_pages;
use super::score::Score;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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

/// A transposition table entry: what is known about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry {
    pub(crate) code: MoveCode,
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl TtEntry {
    /// Whether a search to this depth and window can be cut off by it.
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

/// Four entries of two words in one cache line: the position's hash mixed with what is known, and what is known. Threads
/// write without waiting for each other; a pair that two of them wrote does not fit together and is taken for empty.
const ENTRIES: usize = 4;
const WORDS: usize = 2 * ENTRIES;
const LINE: usize = WORDS * size_of::<u64>();

/// A size that every system has: larger ones are tried first.
const ALWAYS_THERE: usize = 256 << 20;

/// What is known in one word: code, score, depth, bound and age, lowest bits first. 0 = nothing.
fn pack(code: u16, score: i16, depth: i8, bound: Bound, age: u8) -> u64 {
    u64::from(code)
        | u64::from(score as u16) << 16
        | u64::from(depth as u8) << 32
        | (bound as u64) << 40
        | u64::from(age) << 48
}

const fn depth_of(known: u64) -> i8 {
    (known >> 32) as i8
}

const fn age_of(known: u64) -> u8 {
    (known >> 48) as u8
}

/// Results of earlier searches by position, of a fixed size in memory. The threads of a search share one.
pub struct TranspositionTable {
    words: Arc<[AtomicU64]>,
    /// The first word that begins a cache line.
    first: usize,
    /// The number of clusters less one, all bits below the highest set.
    mask: usize,
    age: u8,
}

impl TranspositionTable {
    /// A table of at most `mebibytes` MiB, and at least 64 KiB.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self::with_bytes(mebibytes << 20)
    }

    /// A table of at most this many bytes, rounded down to a power of two; at least 64 KiB. Smaller where the system has
    /// not so much memory.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        let mut clusters = 1 << (bytes / LINE).max(1024).ilog2();
        while clusters * LINE > ALWAYS_THERE && !is_there(clusters * LINE + LINE) {
            clusters /= 2;
        }
        let words: Arc<[AtomicU64]> = zeros(clusters * WORDS + WORDS);
        Self {
            first: words.as_ptr().align_offset(LINE) % WORDS,
            words,
            mask: clusters - 1,
            age: 0,
        }
    }

    /// The same table for another thread.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn shared(&self) -> Self {
        Self {
            words: self.words.clone(),
            ..*self
        }
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.mask + 1) * LINE
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
        self.age = 0;
    }

    /// A new search begins: what stands in the table now is old and gives way first.
    pub(crate) fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn cluster(&self, hash: u64) -> &[AtomicU64] {
        let at = self.first + (hash as usize & self.mask) * WORDS;
        &self.words[at..at + WORDS]
    }

    /// Prefetches the cluster of a position: memory takes longer than generating its moves.
    #[inline(always)]
    #[allow(unsafe_code, reason = "no safe function prefetches a cache line")]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster = self.cluster(hash).as_ptr();
            // SAFETY: the cluster is there, and a prefetch neither reads nor writes what the program can see.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        // Elsewhere a read whose result is not waited for does the same.
        #[cfg(not(target_arch = "x86_64"))]
        std::hint::black_box(self.cluster(hash)[0].load(Relaxed));
    }

    #[inline]
    pub(crate) fn probe(&self, hash: u64, ply: usize) -> Option<TtEntry> {
        let known = self.cluster(hash).chunks_exact(2).find_map(|entry| {
            let known = entry[1].load(Relaxed);
            (entry[0].load(Relaxed) ^ known == hash && known != 0).then_some(known)
        })?;
        Some(TtEntry {
            code: MoveCode(known as u16),
            score: Score::from_tt((known >> 16) as i16, ply),
            depth: i32::from(depth_of(known)),
            bound: match known >> 40 & 3 {
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
            let known = words[1].load(Relaxed);
            let same = words[0].load(Relaxed) ^ known == hash;
            if known == 0 || same {
                victim = i;
                // A bound brings no move: the one found earlier is still the first to try.
                if code == MoveCode::default() {
                    code = MoveCode(known as u16);
                }
                break;
            }
            // Old entries first, then shallow ones.
            let fresh = age_of(known) == self.age;
            let worth = i32::from(depth_of(known)) + if fresh { 256 } else { 0 };
            if worth < least {
                least = worth;
                victim = i;
            }
        }
        let depth = entry.depth.clamp(-1, 127) as i8;
        let known = pack(code.0, entry.score.to_tt(ply), depth, entry.bound, self.age);
        cluster[2 * victim].store(hash ^ known, Relaxed);
        cluster[2 * victim + 1].store(known, Relaxed);
    }
}

/// Whether the system has so many bytes to give: a refusal when they are asked for in earnest would end the program.
fn is_there(bytes: usize) -> bool {
    let mut room = Vec::<u8>::new();
    let is_there = room.try_reserve_exact(bytes).is_ok();
    // Room that nobody looks at need not be asked for at all.
    std::hint::black_box(&room);
    is_there
}

/// Words of zeros, whose memory the system hands out only when it is first used: a large table is there at once.
#[allow(
    unsafe_code,
    reason = "no safe function gives zeroed memory as atomic words without writing each"
)]
fn zeros(len: usize) -> Arc<[AtomicU64]> {
    let words: Arc<[std::mem::MaybeUninit<AtomicU64>]> = Arc::new_zeroed_slice(len);
    // SAFETY: all bits zero is the atomic word 0.
    let words = unsafe { words.assume_init() };
    advise_huge_pages(&words);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: u16, depth: i32) -> TtEntry {
        TtEntry {
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
            TtEntry {
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
    fn a_table_larger_than_the_memory_is_a_smaller_one() {
        let table = TranspositionTable::with_bytes(usize::MAX / 4);
        assert!((ALWAYS_THERE..usize::MAX / 4).contains(&table.bytes()));
    }

    #[test]
    fn a_full_cluster_gives_up_its_shallowest_old_entry() {
        let mut table = TranspositionTable::with_bytes(0);
        assert_eq!(table.bytes(), 1 << 16);
        let at = |n: u64| n << 32 | 5;
        for n in 1..=4 {
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
