//! The handcrafted evaluation, for variants without trained weights: material, piece-square tables, structure of the
//! men, mobility, drawish endings. Tapered between opening and ending, in centipawns. In games whose goal is to lose
//! all pieces it counts little: the search finds forced lines, and no premise about the rest holds for a whole game.
use super::wings::Wings;
use draughts::raw::{Bits, Geometry, Pos, squares};
use draughts::rules::Goal;
use draughts::{Dir, DirSet, Ruleset, Side, Square};

/// Tapered evaluation: a weight for the opening (many men) and one for the ending, blended by the number of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Weight {
    opening: i32,
    ending: i32,
}

const fn weight(opening: i32, ending: i32) -> Weight {
    Weight { opening, ending }
}

impl Weight {
    /// Packs both into one number, so that adding two weights is one addition.
    const fn packed(self) -> i32 {
        (self.opening << 16) + self.ending
    }

    const fn unpack(packed: i32) -> Weight {
        let ending = packed as i16 as i32;
        Weight {
            opening: (packed - ending) >> 16,
            ending,
        }
    }
}

const MAN: Weight = weight(100, 100);
/// The extra value of a side's first king: the first to command the long diagonals.
const FIRST_KING: i32 = 110;
const KING: i32 = 210;
/// In losing games a man is a tempo in hand, so it has a small positive value.
const MAN_TO_LOSE: i32 = 5;
/// In losing games a king is hard to get rid of and can be made to capture.
const KING_TO_LOSE: i32 = -25;
/// By rows advanced from the own first row: little at first, much towards promotion.
const ADVANCE: [Weight; 12] = [
    weight(6, -4),
    weight(0, 0),
    weight(0, 2),
    weight(1, 4),
    weight(3, 7),
    weight(4, 11),
    weight(5, 16),
    weight(8, 24),
    weight(16, 38),
    weight(20, 50),
    weight(24, 60),
    weight(28, 70),
];
/// By columns from the nearer edge: a man on the edge controls half as many squares.
const CENTRE: [Weight; 6] = [
    weight(-7, -3),
    weight(-2, 0),
    weight(1, 1),
    weight(3, 1),
    weight(4, 1),
    weight(4, 1),
];
/// The golden piece: the man on 48 (for Black on 3), the best guard of the first row.
const GOLDEN_PIECE: Weight = weight(8, 4);
/// A man with an own man diagonally behind it, which cannot be jumped from that side.
const BACKED: Weight = weight(2, 2);
/// A man that can move.
const FREE: Weight = weight(2, 4);
/// A man whose moves forward are all blocked by enemy men.
const LOCKED: Weight = weight(-3, -8);
/// Each man by which one wing outnumbers the other.
const WING_IMBALANCE: Weight = weight(-3, -1);
/// A tempo: the side to move.
const TEMPO: i32 = 3;

/// The handcrafted evaluation on one board.
pub(crate) struct Handcrafted<G: Geometry> {
    /// For each side, each byte of a board word and each value of that byte, the sum of its men's packed weights.
    men: [Vec<[i32; 256]>; 2],
    wings: Wings<G>,
    forward: [DirSet; 2],
    men_at_start: i32,
    goal: Goal,
}

impl<G: Geometry> Handcrafted<G> {
    pub(super) fn new(rules: &Ruleset) -> Handcrafted<G> {
        Handcrafted {
            men: Side::ALL.map(|side| Self::byte_sums(side)),
            wings: Wings::new(),
            forward: Side::ALL.map(|side| rules.man_moves.seen_by(side)),
            men_at_start: 2 * i32::from(rules.rows_of_men) * i32::from(G::COLUMNS) / 2,
            goal: rules.goal,
        }
    }

    /// Returns the packed weight of a man on a square.
    fn man(side: Side, bit: u32) -> i32 {
        let square = G::square_at(bit);
        let (column, row) = G::coordinates(square);
        let advance = if side == Side::White {
            G::ROWS - 1 - row
        } else {
            row
        };
        let edge = column.min(G::COLUMNS - 1 - column);
        let golden = match side {
            Side::White => G::SQUARES - G::COLUMNS / 4,
            Side::Black => G::COLUMNS / 4 + 1,
        };
        let golden = if Square::new(golden) == Some(square) {
            GOLDEN_PIECE.packed()
        } else {
            0
        };
        MAN.packed() + ADVANCE[usize::from(advance)].packed() + CENTRE[usize::from(edge)].packed() + golden
    }

    fn byte_sums(side: Side) -> Vec<[i32; 256]> {
        let mut table = vec![[0; 256]; size_of::<G::Bits>()];
        for bit in squares(G::BOARD) {
            let man = Self::man(side, bit);
            for (value, sum) in table[bit as usize / 8].iter_mut().enumerate() {
                if value >> (bit % 8) & 1 == 1 {
                    *sum += man;
                }
            }
        }
        table
    }

    /// Returns the value for White in centipawns.
    #[inline]
    pub(super) fn value(&self, pos: &Pos<G>) -> i32 {
        let men = [pos.men[0].count() as i32, pos.men[1].count() as i32];
        let kings = [pos.kings[0].count() as i32, pos.kings[1].count() as i32];
        let tempo = if pos.turn == Side::White { TEMPO } else { -TEMPO };
        if self.goal == Goal::Lose {
            return MAN_TO_LOSE * (men[0] - men[1]) + KING_TO_LOSE * (kings[0] - kings[1]) + tempo;
        }
        let sum = Weight::unpack(self.structure(pos, Side::White) - self.structure(pos, Side::Black));
        let phase = men[0] + men[1];
        let mut value = (sum.opening * phase + sum.ending * (self.men_at_start - phase)) / self.men_at_start;
        if kings != [0, 0] {
            value = with_kings(value, men, kings);
        }
        value + tempo
    }

    /// Returns the packed weight of a side's men.
    #[inline(always)]
    fn structure(&self, pos: &Pos<G>, side: Side) -> i32 {
        let own = pos.men[side as usize];
        let enemy = pos.men[side.other() as usize];
        let empty = G::BOARD & !pos.occupied();
        let mut sum = 0;
        for (half, word) in own
            .halves()
            .into_iter()
            .enumerate()
            .take(size_of::<G::Bits>() / 8)
        {
            for (byte, value) in word.to_le_bytes().into_iter().enumerate() {
                sum += self.men[side as usize][half * 8 + byte][usize::from(value)];
            }
        }
        let [mut free, mut backed, mut unlocked] = [G::Bits::ZERO; 3];
        for dir in Dir::DIAGONALS {
            if self.forward[side as usize].contains(dir) {
                free = free | G::step(empty, dir.reverse());
                unlocked = unlocked | G::step(G::BOARD & !enemy, dir.reverse());
                backed = backed | G::step(own, dir);
            }
        }
        let count = |bits: G::Bits| bits.count() as i32;
        sum += count(own & free) * FREE.packed();
        sum += count(own & !unlocked) * LOCKED.packed();
        sum += count(own & backed) * BACKED.packed();
        sum + self.wings.imbalance(own) * WING_IMBALANCE.packed()
    }
}

/// Returns the value of White's kings minus Black's.
fn kings_value(kings: [i32; 2]) -> i32 {
    let [white, black] = kings.map(|n| n * KING + if n > 0 { FIRST_KING } else { 0 });
    white - black
}

/// Adds the kings, and scales down leads that hardly ever win.
fn with_kings(men_value: i32, men: [i32; 2], kings: [i32; 2]) -> i32 {
    let value = men_value + kings_value(kings);
    let (ahead, behind) = if value >= 0 { (0, 1) } else { (1, 0) };
    if kings[behind] == 0 {
        return value;
    }
    // Three pieces hardly ever catch a free king, and a lead of one man is seldom enough.
    if men[ahead] + kings[ahead] <= 3 {
        value / 8
    } else if kings[0] == kings[1] && (men[ahead] - men[behind]) <= 1 {
        value / 2
    } else {
        value
    }
}
