//! Indexing: the slot of a position in the table of its class, and back. Knows no value.
//!
//! The board is rotated so that the side to move plays upwards: one table serves both colours. A group of like pieces
//! is a combination of squares, ranked in colexicographic order (the combinatorial number system): the squares a < b
//! < c have the rank C(a,1) + C(b,2) + C(c,3). The men of both sides are ranked independently, so some slots would
//! hold two men on one square and belong to no position. The kings are ranked on the squares that the men leave. If
//! the rules limit the moves of a king, their count comes last ([`March`]).
use super::Class;
use super::coded::Group;
use super::march::March;
use draughts::raw::{Bits, Geometry, Pos, squares};
use draughts::{Ruleset, Side, Square};
use std::sync::OnceLock;

/// Maximum number of pieces in a group: of one kind and side.
const MAX_GROUP: usize = Class::MAX_PIECES as usize - 1;
/// One more than the number of squares of the largest board.
const MAX_SQUARES: usize = 73;

/// Binomial coefficients: `BINOMIALS[k][n]` is n choose k.
static BINOMIALS: [[u32; MAX_SQUARES]; MAX_GROUP + 1] = binomials();

const fn binomials() -> [[u32; MAX_SQUARES]; MAX_GROUP + 1] {
    let mut table = [[0; MAX_SQUARES]; MAX_GROUP + 1];
    let mut n = 0;
    while n < MAX_SQUARES {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MAX_GROUP && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// A few squares in ascending order, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SquareList {
    squares: [u8; MAX_GROUP],
    len: u8,
}

impl SquareList {
    const NONE: SquareList = SquareList {
        squares: [0; MAX_GROUP],
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

    /// Returns the number of squares in the list below `square`.
    #[inline]
    fn below(&self, square: u8) -> u8 {
        self.as_slice()
            .iter()
            .map(|&other| u8::from(other < square))
            .sum()
    }

    /// Returns the rank of this combination after `lowered` has been applied to each square.
    #[inline]
    fn rank(&self, lowered: impl Fn(u8) -> u8) -> u32 {
        let mut rank = 0;
        for (k, &square) in self.as_slice().iter().enumerate() {
            rank += BINOMIALS[k + 1][usize::from(lowered(square))];
        }
        rank
    }

    /// Returns the combination of a rank.
    #[inline]
    fn from_rank(len: u8, mut rank: u32) -> SquareList {
        let mut list = SquareList::NONE;
        list.len = len;
        for k in (1..=usize::from(len)).rev() {
            let row = &BINOMIALS[k];
            let square = match k {
                1 => rank as usize,
                2 => pairs()[rank as usize] as usize,
                _ => row.partition_point(|&count| count <= rank) - 1,
            };
            list.squares[k - 1] = square as u8;
            rank -= row[square];
        }
        list
    }
}

/// The upper square of each pair by the pair's rank: a lookup is faster than the search, and most groups are pairs.
fn pairs() -> &'static [u8] {
    static PAIRS: OnceLock<Vec<u8>> = OnceLock::new();
    PAIRS.get_or_init(|| {
        (1..MAX_SQUARES as u8)
            .flat_map(|upper| std::iter::repeat_n(upper, usize::from(upper)))
            .collect()
    })
}

/// The indexing of one class on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indexing {
    class: Class,
    squares: u8,
    /// Number of squares in the promotion row.
    row: u8,
    /// Number of ranks of each group: men of the side to move, men of the opponent, kings of the side to move, kings
    /// of the opponent.
    sizes: [u32; 4],
    pub(super) march: March,
}

impl Indexing {
    pub(super) fn new<G: Geometry>(class: Class, rules: &Ruleset) -> Indexing {
        let row = G::far_row(Side::White).count() as u8;
        let men = class.men[0] + class.men[1];
        let choose = |k: u8, n: u8| BINOMIALS[usize::from(k)][usize::from(n)];
        Indexing {
            class,
            squares: G::SQUARES,
            row,
            sizes: [
                choose(class.men[0], G::SQUARES - row),
                choose(class.men[1], G::SQUARES - row),
                choose(class.kings[0], G::SQUARES - men),
                choose(class.kings[1], G::SQUARES - men - class.kings[0]),
            ],
            march: March::new(class, rules.king_move_limit),
        }
    }

    /// Returns the number of slots, including those of no position.
    pub(super) fn len(&self) -> u64 {
        let squares: u64 = self.sizes.iter().map(|&size| u64::from(size)).product();
        squares * u64::from(self.march.len())
    }

    /// Returns the groups of like pieces, slowest first; a slot is the ranks of all.
    pub(super) fn groups(&self) -> [Group; 5] {
        let Class { men, kings } = self.class;
        let pieces = [men[0], men[1], kings[0], kings[1], 1].map(usize::from);
        let sizes = [
            self.sizes[0],
            self.sizes[1],
            self.sizes[2],
            self.sizes[3],
            self.march.len(),
        ];
        std::array::from_fn(|at| Group {
            size: sizes[at] as usize,
            pieces: pieces[at],
        })
    }

    /// Returns the slot of a position of this class, for either colour to move.
    #[inline]
    pub(super) fn slot<G: Geometry>(&self, pos: &Pos<G>) -> usize {
        let (us, them) = (pos.turn, pos.turn.other());
        let rotated = us == Side::Black;
        let list = |bits: G::Bits| -> SquareList {
            let mut list = SquareList::NONE;
            for bit in squares(bits) {
                list.push(G::square_at(bit).index() as u8);
            }
            if rotated {
                for square in &mut list.squares[..usize::from(list.len)] {
                    *square = self.squares - 1 - *square;
                }
                list.squares[..usize::from(list.len)].reverse();
            }
            list
        };
        let men = [list(pos.men[us as usize]), list(pos.men[them as usize])];
        let kings = [list(pos.kings[us as usize]), list(pos.kings[them as usize])];
        let men_below = |square: u8| men[0].below(square) + men[1].below(square);
        let mut slot = u64::from(men[0].rank(|square| square - self.row));
        slot = slot * u64::from(self.sizes[1]) + u64::from(men[1].rank(|square| square));
        slot =
            slot * u64::from(self.sizes[2]) + u64::from(kings[0].rank(|square| square - men_below(square)));
        slot = slot * u64::from(self.sizes[3])
            + u64::from(kings[1].rank(|square| square - men_below(square) - kings[0].below(square)));
        slot = slot * u64::from(self.march.len()) + u64::from(self.march.number(pos));
        slot as usize
    }

    /// Returns the position of a slot, White to move; `None` if two men would stand on one square.
    #[inline]
    pub(super) fn position<G: Geometry>(&self, slot: usize) -> Option<Pos<G>> {
        let mut rest = slot as u64;
        let mut part = |size: u32| {
            let rank = rest % u64::from(size);
            rest /= u64::from(size);
            rank as u32
        };
        let counts = part(self.march.len());
        let [_, other_men, kings, other_kings] = self.sizes;
        let other_kings = SquareList::from_rank(self.class.kings[1], part(other_kings));
        let kings = SquareList::from_rank(self.class.kings[0], part(kings));
        let other_men = SquareList::from_rank(self.class.men[1], part(other_men));
        let men = SquareList::from_rank(self.class.men[0], rest as u32);

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
        // A king's rank counts free squares only: each piece below it raises its square by one.
        let mut taken = [0u8; Class::MAX_PIECES as usize];
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
        self.march.give(&mut pos, counts);
        Some(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use draughts::raw::{Half8, Half10, Half12, KingMoves};

    /// Returns the position with the board rotated and the colours swapped.
    fn turned<G: Geometry>(pos: &Pos<G>) -> Pos<G> {
        let bit = |bit: u32| {
            let square = G::SQUARES + 1 - G::square_at(bit).number();
            G::bit_of(Square::new(square).unwrap())
        };
        let all =
            |bits: G::Bits| squares(bits).fold(G::Bits::ZERO, |turned, at| turned | G::Bits::bit(bit(at)));
        let count = |KingMoves { count, at }| match count {
            0 => KingMoves::default(),
            _ => KingMoves {
                count,
                at: bit(u32::from(at)) as u8,
            },
        };
        Pos {
            men: [all(pos.men[1]), all(pos.men[0])],
            kings: [all(pos.kings[1]), all(pos.kings[0])],
            turn: pos.turn.other(),
            king_moves: [count(pos.king_moves[1]), count(pos.king_moves[0])],
        }
    }

    fn round_trip<G: Geometry>(variant: Variant, class: &str, step: usize) {
        let slots = Indexing::new::<G>(class.parse().unwrap(), variant.rules());
        let mut positions = 0;
        for slot in (0..slots.len() as usize).step_by(step) {
            let Some(pos) = slots.position::<G>(slot) else {
                continue;
            };
            positions += 1;
            assert_eq!(slots.slot(&pos), slot, "{class}");
            assert_eq!(slots.slot(&turned(&pos)), slot, "{class}");
            assert_eq!(Class::of(&pos), class.parse().ok());
            assert_eq!((pos.men[0] & G::far_row(Side::White)).count(), 0);
            assert_eq!((pos.men[1] & G::far_row(Side::Black)).count(), 0);
        }
        assert!(positions > 100);
    }

    #[test]
    fn slot_and_position_are_inverse() {
        const INTERNATIONAL: Variant = Variant::International;
        for class in ["0m1k v 0m1k", "1m0k v 1m0k", "1m1k v 1m0k", "0m2k v 2m0k"] {
            round_trip::<Half10>(INTERNATIONAL, class, 1);
            round_trip::<Half8>(Variant::Russian, class, 1);
        }
        round_trip::<Half10>(INTERNATIONAL, "1m1k v 1m1k", 997);
        round_trip::<Half10>(INTERNATIONAL, "0m1k v 0m4k", 997);
        round_trip::<Half10>(INTERNATIONAL, "3m0k v 0m2k", 9_973);
        round_trip::<Half12>(Variant::Canadian, "0m5k v 1m0k", 99_991);
    }

    #[test]
    fn counted_kings_have_slots_of_their_own() {
        for (class, counts) in [
            ("0m2k v 0m1k", 1),
            ("1m1k v 0m1k", 4),
            ("0m1k v 1m1k", 4),
            ("1m2k v 0m1k", 7),
            ("1m1k v 1m1k", 16),
        ] {
            let with = |variant: Variant| Indexing::new::<Half10>(class.parse().unwrap(), variant.rules());
            assert_eq!(
                with(Variant::Frisian).len(),
                counts * with(Variant::International).len()
            );
            round_trip::<Half10>(Variant::Frisian, class, if counts < 7 { 1 } else { 997 });
        }
    }

    #[test]
    fn classes_have_the_known_number_of_positions() {
        // 8 845 and 806 300 positions of two and three pieces, White to move.
        for (pieces, known) in [(2, 8_845), (3, 806_300)] {
            let counted: usize = Class::all(pieces)
                .into_iter()
                .map(|class| {
                    let slots = Indexing::new::<Half10>(class, Variant::International.rules());
                    (0..slots.len() as usize)
                        .filter(|&slot| slots.position::<Half10>(slot).is_some())
                        .count()
                })
                .sum();
            assert_eq!(counted, known);
        }
    }
}
