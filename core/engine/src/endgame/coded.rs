//! Coded results: the smallest form of a table, for files. A model predicts each result from those of positions that
//! differ by one square, and a range coder writes what it did not foresee (G. N. N. Martin, "Range encoding", 1979).
//! Decoding yields every result of a class, in order. Knows no position.
//!
//! Layout of the values: the fastest group of the index is a row. First comes a bit that says whether the row repeats
//! the row before it; if not, each of its results follows as "a draw?" and, if it is none, "a win?". The coder chooses
//! the results of slots that are never probed, so that they cost least.
use std::ops::Range;

/// Results: draw, win, loss.
const RESULTS: usize = 3;
/// Neighbours in the context of each of the two models, and what the second adds: the place in the row.
const NEAR: usize = RESULTS.pow(7);
const PLACED: usize = RESULTS.pow(6) * PLACES;
const PLACES: usize = 30;

/// The numbers of combinations of each group of like pieces, slowest first, and of pieces in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) size: usize,
    pub(super) pieces: usize,
}

/// A class as a grid: the distances in slots between neighbours.
struct Grid {
    slots: usize,
    row: usize,
    /// Distances between neighbours in each group, fastest first: 1, a row, …; `None` if there is no such group.
    strides: [Option<usize>; 4],
    /// For each rank of the fastest group of several pieces, the distance in slots to the combination whose uppermost
    /// piece stands one square lower; 0 if there is none.
    upper: Vec<usize>,
    /// The distance in slots between two ranks of that group.
    upper_stride: usize,
}

impl Grid {
    fn new(groups: &[Group]) -> Grid {
        let mut strides = [None; 4];
        let (mut slots, mut row, mut filled) = (1, 1, 0);
        let (mut upper, mut upper_stride) = (vec![0], 1);
        let mut fastest: Vec<&Group> = groups.iter().filter(|group| group.size > 1).collect();
        fastest.reverse();
        for (at, group) in fastest.iter().enumerate() {
            strides[filled] = Some(slots);
            filled += 1;
            // Only the two fastest groups are asked for it.
            if at < 2 && group.pieces > 1 && upper.len() == 1 {
                upper = lower_uppermost(group);
                upper.iter_mut().for_each(|distance| *distance *= slots);
                upper_stride = slots;
            }
            slots *= group.size;
            if at == 0 {
                row = slots;
            }
        }
        Grid {
            slots,
            row,
            strides,
            upper,
            upper_stride,
        }
    }

    /// Returns the distance to the neighbour whose uppermost piece of a group of several stands one square lower.
    #[inline]
    fn upper(&self, slot: usize) -> Option<usize> {
        let distance = self.upper[slot / self.upper_stride % self.upper.len()];
        (distance > 0).then_some(distance)
    }
}

/// For each rank of a group, in colexicographic order, the number of ranks down to the combination whose uppermost
/// piece stands one square lower; 0 if that square is taken.
fn lower_uppermost(group: &Group) -> Vec<usize> {
    let choose = |n: usize, k: usize| (0..k).fold(1, |product, at| product * (n - at) / (at + 1));
    let mut distances = Vec::with_capacity(group.size);
    for square in group.pieces - 1.. {
        // The ranks whose uppermost piece stands on this square, and those one square lower.
        let here = choose(square, group.pieces - 1);
        let below = if square >= group.pieces {
            choose(square - 1, group.pieces - 1)
        } else {
            0
        };
        for rank in 0..here {
            if distances.len() == group.size {
                return distances;
            }
            distances.push(if rank < below { here.min(below) } else { 0 });
        }
    }
    distances
}

/// The probability of a bit in 65 536ths, as a fast and a slow average.
#[derive(Clone, Copy)]
struct Probability {
    fast: u16,
    slow: u16,
}

impl Probability {
    const EVEN: Probability = Probability {
        fast: 1 << 15,
        slow: 1 << 15,
    };

    #[inline]
    fn sum(self) -> u32 {
        u32::from(self.fast) + u32::from(self.slow)
    }

    #[inline]
    fn learn(&mut self, bit: bool) {
        if bit {
            self.fast += (u16::MAX - self.fast) >> 4;
            self.slow += (u16::MAX - self.slow) >> 7;
        } else {
            self.fast -= self.fast >> 4;
            self.slow -= self.slow >> 7;
        }
    }
}

/// Keeps a probability away from certainty.
#[inline]
fn bounded(probability: u32) -> u32 {
    const LEAST: u32 = 24;
    probability.clamp(LEAST, (1 << 16) - LEAST)
}

/// Writes bits, or reads them.
trait Coder {
    /// Codes a bit that is set with this probability. A writer takes the wanted bit.
    fn bit(&mut self, probability: u32, wanted: impl FnOnce() -> bool) -> bool;
}

/// Codes all results of a class. `wanted` gives the result of a slot, `None` where any will do; a reader ignores it.
fn code(coder: &mut impl Coder, grid: &Grid, wanted: impl Fn(usize) -> Option<u8>) -> Vec<u8> {
    let even = |count| vec![Probability::EVEN; count];
    let (mut draws, mut wins) = (even(NEAR), even(NEAR));
    let (mut placed_draws, mut placed_wins) = (even(PLACED), even(PLACED));
    let mut repeats = even(4);
    let mut recent = 0;
    let mut results = vec![0u8; grid.slots];
    let [_, above, second, third] = grid.strides;
    for start in (0..grid.slots).step_by(grid.row) {
        let row = start..start + grid.row;
        if let Some(above) = above.filter(|&above| above <= start) {
            let chance = &mut repeats[recent];
            let all = |row: Range<usize>, results: &[u8]| {
                row.into_iter()
                    .all(|slot| wanted(slot).is_none_or(|result| result == results[slot - above]))
            };
            let repeated = coder.bit(bounded(chance.sum() / 2), || all(row.clone(), &results));
            chance.learn(repeated);
            recent = recent << 1 & 3 | usize::from(repeated);
            if repeated {
                results.copy_within(start - above..start - above + grid.row, start);
                continue;
            }
        }
        for slot in row {
            // The result this many slots before; a draw before the first.
            let before = |distance: Option<usize>| {
                let at = distance.and_then(|distance| slot.checked_sub(distance));
                at.map_or(0, |at| usize::from(results[at]))
            };
            let last = before(Some(1));
            let up = before(above);
            let up_next = before(above.map(|above| above - 1));
            let up_last = before(above.map(|above| above + 1));
            let far = before(second);
            let farther = before(third.or_else(|| above.map(|above| 2 * above)));
            let lower = grid
                .upper(slot)
                .map_or(up_last, |distance| before(Some(distance)));
            let near = [last, before(Some(2)), up, up_next, lower, far, farther];
            let near = near
                .into_iter()
                .fold(0, |context, result| context * RESULTS + result);
            let place = (slot - start).min(PLACES - 1);
            let placed = [last, up, far, farther, lower, up_last];
            let placed = placed
                .into_iter()
                .fold(0, |context, result| context * RESULTS + result)
                * PLACES
                + place;
            let chance = |one: &[Probability], other: &[Probability]| {
                bounded((one[near].sum() + other[placed].sum()) / 4)
            };
            let likely = |chance: u32| chance >= 1 << 15;
            let draw = chance(&draws, &placed_draws);
            let win = chance(&wins, &placed_wins);
            let is_draw = coder.bit(draw, || {
                wanted(slot).map_or_else(|| likely(draw), |result| result == 0)
            });
            draws[near].learn(is_draw);
            placed_draws[placed].learn(is_draw);
            if is_draw {
                continue;
            }
            let is_win = coder.bit(win, || {
                wanted(slot).map_or_else(|| likely(win), |result| result == 1)
            });
            wins[near].learn(is_win);
            placed_wins[placed].learn(is_win);
            results[slot] = if is_win { 1 } else { 2 };
        }
    }
    results
}

/// Writes bits.
struct Writer {
    low: u64,
    range: u32,
    /// The last byte, which a carry may still change, and the bytes of ones after it.
    held: u8,
    ones: usize,
    bytes: Vec<u8>,
}

impl Writer {
    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        if carry != 0 || self.low < 0xff00_0000 {
            self.bytes.push(self.held.wrapping_add(carry));
            for _ in 0..self.ones {
                self.bytes.push(0xffu8.wrapping_add(carry));
            }
            self.ones = 0;
            self.held = (self.low >> 24) as u8;
        } else {
            self.ones += 1;
        }
        self.low = self.low << 8 & 0xffff_ffff;
    }
}

impl Coder for Writer {
    fn bit(&mut self, probability: u32, wanted: impl FnOnce() -> bool) -> bool {
        let bit = wanted();
        let bound = (self.range >> 16) * probability;
        if bit {
            self.range = bound;
        } else {
            self.low += u64::from(bound);
            self.range -= bound;
        }
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

/// Reads bits; zeros after the last byte.
struct Reader<'a> {
    bytes: std::slice::Iter<'a, u8>,
    code: u32,
    range: u32,
}

impl Reader<'_> {
    fn next(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

impl Coder for Reader<'_> {
    #[inline]
    fn bit(&mut self, probability: u32, _: impl FnOnce() -> bool) -> bool {
        let bound = (self.range >> 16) * probability;
        let bit = self.code < bound;
        if bit {
            self.range = bound;
        } else {
            self.code = self.code.wrapping_sub(bound);
            self.range -= bound;
        }
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.next();
        }
        bit
    }
}

/// Codes the results of a class: 0 draw, 1 win, 2 loss, `None` for a slot that is never probed.
pub(super) fn encode(groups: &[Group], wanted: impl Fn(usize) -> Option<u8>) -> Vec<u8> {
    let mut writer = Writer {
        low: 0,
        range: u32::MAX,
        held: 0,
        ones: 0,
        bytes: Vec::new(),
    };
    code(&mut writer, &Grid::new(groups), wanted);
    for _ in 0..5 {
        writer.shift();
    }
    // The first byte is the one held before any bit.
    writer.bytes.split_off(1)
}

/// Returns the result of every slot. Bytes that [`encode`] did not write give some results.
pub(super) fn decode(groups: &[Group], bytes: &[u8]) -> Vec<u8> {
    let mut reader = Reader {
        bytes: bytes.iter(),
        code: 0,
        range: u32::MAX,
    };
    for _ in 0..4 {
        reader.next();
    }
    code(&mut reader, &Grid::new(groups), |_| None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::raw::Rng;

    fn groups(sizes: &[(usize, usize)]) -> Vec<Group> {
        sizes
            .iter()
            .map(|&(size, pieces)| Group { size, pieces })
            .collect()
    }

    /// The shapes of 2m1k v 1m0k, 1m0k v 2m0k, 0m1k v 0m2k and of a class of one group.
    fn shapes() -> [Vec<Group>; 4] {
        [
            groups(&[(378, 2), (28, 1), (29, 1), (1, 0)]),
            groups(&[(28, 1), (378, 2), (1, 0), (1, 0)]),
            groups(&[(1, 0), (1, 0), (32, 1), (465, 2)]),
            groups(&[(496, 2)]),
        ]
    }

    #[test]
    fn results_are_read_as_they_were_written() {
        for (seed, shape) in shapes().iter().enumerate() {
            let slots = shape.iter().map(|group| group.size).product::<usize>();
            let mut rng = Rng::new(seed as u64 + 1);
            let mut wanted: Vec<Option<u8>> = Vec::new();
            while wanted.len() < slots {
                let result = [None, Some(0), Some(1), Some(2)][rng.below(4)];
                let longest = [2, 40, 3000][rng.below(3)];
                wanted.extend(vec![result; 1 + rng.below(longest)]);
            }
            wanted.truncate(slots);
            let bytes = encode(shape, |slot| wanted[slot]);
            let read = decode(shape, &bytes);
            assert_eq!(read.len(), slots);
            for (slot, &result) in wanted.iter().enumerate() {
                assert!(
                    result.is_none_or(|result| result == read[slot]),
                    "{slot} of {slots}"
                );
            }
        }
    }

    #[test]
    fn what_repeats_or_does_not_matter_costs_next_to_nothing() {
        let shape = &shapes()[0];
        assert!(encode(shape, |_| None).len() < 60);
        assert!(encode(shape, |slot| Some((slot % 29 % 3) as u8)).len() < 200);
    }

    #[test]
    fn a_carry_runs_through_bytes_of_ones() {
        // Bits that keep the low end of the range just below a carry.
        let shape = groups(&[(28, 1), (4000, 3)]);
        let mut rng = Rng::new(9);
        let results: Vec<u8> = (0..28 * 4000).map(|_| rng.below(3) as u8).collect();
        let bytes = encode(&shape, |slot| Some(results[slot]));
        assert!(bytes.contains(&0xff));
        assert_eq!(decode(&shape, &bytes), results);
    }

    #[test]
    fn other_bytes_give_some_results() {
        for shape in shapes() {
            for bytes in [&[][..], &[255; 50], &[0; 3]] {
                assert!(decode(&shape, bytes).iter().all(|&result| result < 3));
            }
        }
    }

    #[test]
    fn a_lower_uppermost_piece_is_found_by_the_order_of_combinations() {
        // Pairs: 01, 02, 12, 03, 13, 23.
        let pairs = Group { size: 6, pieces: 2 };
        assert_eq!(lower_uppermost(&pairs), [0, 1, 0, 2, 2, 0]);
    }
}
