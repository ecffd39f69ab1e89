//! Where a position stands in its table: positions of one class are numbered without a search. Knows no value.
//!
//! The side to move is turned to play upwards, so that one table serves both colours. A group of like pieces on the
//! squares open to it is a combination, numbered in the colexicographic order: the squares a < b < c have the number
//! C(a,1) + C(b,2) + C(c,3). Men of both sides are numbered apart, so a few slots hold two men on one square and
//! belong to no position; kings are numbered on the squares that are left.
use super::Class;
use draughts::raw::{Bits, Geometry, Pos, squares};
use draughts::{Side, Square};
use std::sync::OnceLock;

/// The most pieces of one kind and side.
const MOST: usize = Class::MOST_PIECES as usize - 1;
/// More squares than any board has.
const WIDTH: usize = 73;

/// Numbers of combinations: `CHOOSE[k][n]` ways to take k of n.
static CHOOSE: [[u32; WIDTH]; MOST + 1] = choose();

const fn choose() -> [[u32; WIDTH]; MOST + 1] {
    let mut table = [[0; WIDTH]; MOST + 1];
    let mut n = 0;
    while n < WIDTH {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// A few squares by their place from 0, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Few {
    squares: [u8; MOST],
    len: u8,
}

impl Few {
    const NONE: Few = Few {
        squares: [0; MOST],
        len: 0,
    };

    #[inline]
    fn push(&mut self, square: u8) {
        self.squares[usize::from(self.len)] = square;
        self.len += 1;
    }

    #[inline]
    fn as_slice(&self) -> &[u8] {
        &self.squares[..usize::from(self.len)]
    }

    /// How many of them lie below a square.
    #[inline]
    fn below(&self, square: u8) -> u8 {
        self.as_slice()
            .iter()
            .map(|&other| u8::from(other < square))
            .sum()
    }

    /// The number of this combination after each square has been lowered as told.
    #[inline]
    fn number(&self, lowered: impl Fn(u8) -> u8) -> u32 {
        let mut number = 0;
        for (k, &square) in self.as_slice().iter().enumerate() {
            number += CHOOSE[k + 1][usize::from(lowered(square))];
        }
        number
    }

    /// The combination of a number. The tables of all combinations of up to three squares are kept; larger ones are
    /// taken apart square by square.
    #[inline]
    fn of_number(len: u8, mut number: u32) -> Few {
        let mut few = Few::NONE;
        few.len = len;
        for k in (1..=usize::from(len)).rev() {
            let row = &CHOOSE[k];
            let square = match k {
                1 => number as usize,
                2 => pairs()[number as usize] as usize,
                _ => row.partition_point(|&count| count <= number) - 1,
            };
            few.squares[k - 1] = square as u8;
            number -= row[square];
        }
        few
    }
}

/// The upper square of each pair by the pair's number: what most positions ask for.
fn pairs() -> &'static [u8] {
    static PAIRS: OnceLock<Vec<u8>> = OnceLock::new();
    PAIRS.get_or_init(|| {
        (1..WIDTH as u8)
            .flat_map(|upper| std::iter::repeat_n(upper, usize::from(upper)))
            .collect()
    })
}

/// The numbering of one class on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    class: Class,
    squares: u8,
    /// Squares in the row where men are crowned.
    row: u8,
    /// How many numbers each group has: men of the mover, men of the other, kings of the mover, of the other.
    sizes: [u32; 4],
}

impl Slots {
    pub(super) fn new<G: Geometry>(class: Class) -> Slots {
        let row = G::far_row(Side::White).count() as u8;
        let men = class.men[0] + class.men[1];
        let ways = |k: u8, n: u8| CHOOSE[usize::from(k)][usize::from(n)];
        Slots {
            class,
            squares: G::SQUARES,
            row,
            sizes: [
                ways(class.men[0], G::SQUARES - row),
                ways(class.men[1], G::SQUARES - row),
                ways(class.kings[0], G::SQUARES - men),
                ways(class.kings[1], G::SQUARES - men - class.kings[0]),
            ],
        }
    }

    /// How many slots there are, those of no position included.
    pub(super) fn len(&self) -> u64 {
        self.sizes.iter().map(|&size| u64::from(size)).product()
    }

    /// The slot of a position of this class, of either colour's turn.
    #[inline]
    pub(super) fn slot<G: Geometry>(&self, pos: &Pos<G>) -> usize {
        let (us, them) = (pos.turn, pos.turn.other());
        let turned = us == Side::Black;
        let list = |bits: G::Bits| -> Few {
            let mut few = Few::NONE;
            for bit in squares(bits) {
                few.push(G::square_at(bit).index() as u8);
            }
            if turned {
                for square in &mut few.squares[..usize::from(few.len)] {
                    *square = self.squares - 1 - *square;
                }
                few.squares[..usize::from(few.len)].reverse();
            }
            few
        };
        let men = [list(pos.men[us as usize]), list(pos.men[them as usize])];
        let kings = [list(pos.kings[us as usize]), list(pos.kings[them as usize])];
        let under = |square: u8| men[0].below(square) + men[1].below(square);
        let mut slot = u64::from(men[0].number(|square| square - self.row));
        slot = slot * u64::from(self.sizes[1]) + u64::from(men[1].number(|square| square));
        slot = slot * u64::from(self.sizes[2]) + u64::from(kings[0].number(|square| square - under(square)));
        slot = slot * u64::from(self.sizes[3])
            + u64::from(kings[1].number(|square| square - under(square) - kings[0].below(square)));
        slot as usize
    }

    /// The position of a slot, White to move; `None` where two men would stand on one square.
    #[inline]
    pub(super) fn position<G: Geometry>(&self, slot: usize) -> Option<Pos<G>> {
        let mut rest = slot as u64;
        let mut part = |size: u32| {
            let number = rest % u64::from(size);
            rest /= u64::from(size);
            number as u32
        };
        let [_, other_men, kings, other_kings] = self.sizes;
        let other_kings = Few::of_number(self.class.kings[1], part(other_kings));
        let kings = Few::of_number(self.class.kings[0], part(kings));
        let other_men = Few::of_number(self.class.men[1], part(other_men));
        let men = Few::of_number(self.class.men[0], rest as u32);

        let bit = |square: u8| {
            let square = Square::new(square + 1).expect("slots hold squares of the board");
            G::Bits::bit(G::bit_of(square))
        };
        let mut pos = Pos::<G>::empty(Side::White);
        for &square in men.as_slice() {
            pos.men[0] = pos.men[0] | bit(square + self.row);
        }
        for &square in other_men.as_slice() {
            pos.men[1] = pos.men[1] | bit(square);
        }
        if pos.men[0] & pos.men[1] != G::Bits::ZERO {
            return None;
        }
        // A king's place among the free squares becomes its square: each piece below it lifts it by one.
        let mut taken = [0u8; Class::MOST_PIECES as usize];
        let mut count = 0;
        let take = |square: u8, taken: &mut [u8], count: &mut usize| {
            let at = taken[..*count].partition_point(|&other| other < square);
            taken.copy_within(at..*count, at + 1);
            taken[at] = square;
            *count += 1;
        };
        for &square in men.as_slice() {
            take(square + self.row, &mut taken, &mut count);
        }
        for &square in other_men.as_slice() {
            take(square, &mut taken, &mut count);
        }
        for (side, kings) in [(0, kings), (1, other_kings)] {
            let before = (taken, count);
            for &place in kings.as_slice() {
                let mut square = place;
                for &other in &before.0[..before.1] {
                    square += u8::from(other <= square);
                }
                pos.kings[side] = pos.kings[side] | bit(square);
                take(square, &mut taken, &mut count);
            }
        }
        Some(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::raw::{Half8, Half10, Half12};

    fn round_trip<G: Geometry>(class: &str, step: usize) {
        let slots = Slots::new::<G>(class.parse().unwrap());
        let mut positions = 0;
        for slot in (0..slots.len() as usize).step_by(step) {
            let Some(pos) = slots.position::<G>(slot) else {
                continue;
            };
            positions += 1;
            assert_eq!(slots.slot(&pos), slot, "{class}");
            assert_eq!(Class::of(&pos), class.parse().ok());
            assert_eq!((pos.men[0] & G::far_row(Side::White)).count(), 0);
            assert_eq!((pos.men[1] & G::far_row(Side::Black)).count(), 0);
        }
        assert!(positions > 100);
    }

    #[test]
    fn every_slot_is_one_position() {
        for class in ["0m1k v 0m1k", "1m0k v 1m0k", "1m1k v 1m0k", "0m2k v 2m0k"] {
            round_trip::<Half10>(class, 1);
            round_trip::<Half8>(class, 1);
        }
        round_trip::<Half10>("1m1k v 1m1k", 997);
        round_trip::<Half10>("0m1k v 0m4k", 997);
        round_trip::<Half10>("3m0k v 0m2k", 9_973);
        round_trip::<Half12>("0m5k v 1m0k", 99_991);
    }

    #[test]
    fn a_table_holds_the_known_number_of_positions() {
        // 8 845 and 806 300 positions of two and three pieces, White to move.
        for (pieces, known) in [(2, 8_845), (3, 806_300)] {
            let counted: usize = Class::all(pieces)
                .into_iter()
                .map(|class| {
                    let slots = Slots::new::<Half10>(class);
                    (0..slots.len() as usize)
                        .filter(|&slot| slots.position::<Half10>(slot).is_some())
                        .count()
                })
                .sum();
            assert_eq!(counted, known);
        }
    }
}
