//! Packed results: a class as runs of equal results, which are probed without decompression, so that tables of five
//! pieces take no more memory than their file. Knows no position.
//!
//! Layout: for each block of [`BLOCK`] slots the offset of its runs from the first run, as `u32` little endian; then
//! the runs, a byte each: three times the index of its length in [`LENGTHS`], plus its result (0 draw, 1 win, 2
//! loss). A longer run is split; no run continues into the next block.

/// Slots of a block: a probe reads half a block's runs on average, and each block costs four bytes.
const BLOCK: usize = 1024;
/// Number of results.
const RESULTS: usize = 3;
/// Number of lengths that a byte can encode.
const NAMED: usize = 256 / RESULTS;
/// Every length up to this one can be encoded.
const SHORT: usize = 28;

/// The lengths of runs that a byte can encode, ascending: all short ones, then each about 6 % longer than the last.
static LENGTHS: [u16; NAMED] = lengths();

const fn lengths() -> [u16; NAMED] {
    let mut lengths = [0; NAMED];
    let mut at = 0;
    while at < NAMED {
        lengths[at] = if at < SHORT {
            at + 1
        } else if at == NAMED - 1 {
            BLOCK
        } else {
            // From there nearly to a block in about equal ratios.
            lengths[at - 1] as usize * 1060 / 1000 + 1
        } as u16;
        at += 1;
    }
    lengths
}

/// Packs these results, one for each slot.
pub(super) fn pack(results: impl Iterator<Item = u8>, slots: usize) -> Vec<u8> {
    let blocks = slots.div_ceil(BLOCK);
    let (mut index, mut runs) = (Vec::with_capacity(4 * blocks), Vec::new());
    let (mut result, mut length) = (0, 0);
    for (slot, next) in results.enumerate() {
        if slot % BLOCK == 0 {
            write_run(&mut runs, result, length);
            index.extend((runs.len() as u32).to_le_bytes());
            length = 0;
        }
        if length > 0 && next != result {
            write_run(&mut runs, result, length);
            length = 0;
        }
        (result, length) = (next, length + 1);
    }
    write_run(&mut runs, result, length);
    index.extend(runs);
    index
}

/// Writes a run as encodable lengths, the longest possible first.
fn write_run(runs: &mut Vec<u8>, result: u8, mut length: usize) {
    while length > 0 {
        let place = LENGTHS.partition_point(|&named| usize::from(named) <= length) - 1;
        runs.push((place * RESULTS) as u8 + result);
        length -= usize::from(LENGTHS[place]);
    }
}

/// Returns the result at a slot of a class with `slots` slots; a draw if the bytes were not written by [`pack`].
#[inline]
pub(super) fn result(bytes: &[u8], slots: usize, slot: usize) -> u8 {
    let index = 4 * (slot / BLOCK);
    let Some(first) = bytes.get(index..).and_then(|bytes| bytes.first_chunk()) else {
        return 0;
    };
    let first = 4 * slots.div_ceil(BLOCK) + u32::from_le_bytes(*first) as usize;
    let mut left = slot % BLOCK;
    for &run in bytes.get(first..).unwrap_or_default() {
        let length = LENGTHS
            .get(usize::from(run) / RESULTS)
            .copied()
            .map_or(BLOCK, usize::from);
        if left < length {
            return run % RESULTS as u8;
        }
        left -= length;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::raw::Rng;

    #[test]
    fn lengths_ascend_to_a_block() {
        assert!(LENGTHS.is_sorted_by(|a, b| a < b), "{LENGTHS:?}");
        assert_eq!((LENGTHS[0], usize::from(LENGTHS[NAMED - 1])), (1, BLOCK));
    }

    #[test]
    fn packed_results_are_unchanged() {
        for (seed, slots) in [
            (1, 1),
            (2, BLOCK - 1),
            (3, BLOCK),
            (4, BLOCK + 1),
            (5, 20 * BLOCK + 7),
        ] {
            let mut rng = Rng::new(seed);
            let mut results: Vec<u8> = Vec::new();
            while results.len() < slots {
                let longest = [2, 40, 3000][rng.below(3)];
                results.extend(vec![rng.below(RESULTS) as u8; 1 + rng.below(longest)]);
            }
            results.truncate(slots);
            let bytes = pack(results.iter().copied(), slots);
            for (slot, &known) in results.iter().enumerate() {
                assert_eq!(result(&bytes, slots, slot), known, "{slot} of {slots}");
            }
        }
    }

    #[test]
    fn invalid_runs_read_as_draws() {
        let bytes = pack([1; 3000].into_iter(), 3000);
        for cut in 0..bytes.len() {
            for slot in [0, 1500, 2999, 5_000_000] {
                assert!(result(&bytes[..cut], 3000, slot) < 3);
            }
        }
        assert_eq!(result(&[255; 64], 3000, 2000), 0);
    }
}
