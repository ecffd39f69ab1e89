//! The evaluation of games for which no weights were learned: material and where it stands, men's structure, mobility,
//! drawish endings. Linear and in centipawns.
use super::wings::Wings;
use draughts::raw::{Bits, Geometry, Pos, squares};
use draughts::rules::Goal;
use draughts::{Dir, DirSet, Ruleset, Side, Square};

/// A value for the opening (many men) and one for the ending, blended by how many men are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Weight {
    opening: i32,
    ending: i32,
}

const fn weight(opening: i32, ending: i32) -> Weight {
    Weight { opening, ending }
}

impl Weight {
    /// PackedAccumulators in one number, so that a sum of weights is one addition.
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
/// What the first king is worth beyond the further ones: it alone commands the long diagonals.
const FIRST_KING: i32 = 110;
const KING: i32 = 210;
/// By rows advanced from the own first row: first slowly, towards promotion fast.
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
/// By columns from the nearer edge: a man on the edge commands half as much.
const CENTRE: [Weight; 6] = [
    weight(-7, -3),
    weight(-2, 0),
    weight(1, 1),
    weight(3, 1),
    weight(4, 1),
    weight(4, 1),
];
/// The man on the square where the opponent's way to the long diagonal ends (48 and 3) stays longest.
const GOLDEN: Weight = weight(8, 4);
/// A man with an own man diagonally behind it cannot be jumped from there.
const BACKED: Weight = weight(2, 2);
/// A man that can step now.
const FREE: Weight = weight(2, 4);
/// A man that no own move frees: both ways forward are closed by enemy men.
const LOCKED: Weight = weight(-3, -8);
/// Each man by which one wing outnumbers the other.
const LOPSIDED: Weight = weight(-3, -1);
/// It is one's turn.
const TURN: i32 = 3;

/// Hand-set weights on one board.
pub(crate) struct Handcrafted<G: Geometry> {
    /// For each side, each byte of a board word and each value of that byte: the men's packed weights, summed.
    men: [Vec<[i32; 256]>; 2],
    wings: Wings<G>,
    forward: [DirSet; 2],
    most_men: i32,
    goal: Goal,
}

impl<G: Geometry> Handcrafted<G> {
    pub(super) fn new(rules: &Ruleset) -> Handcrafted<G> {
        Handcrafted {
            men: Side::ALL.map(|side| Self::sums(side)),
            wings: Wings::new(),
            forward: Side::ALL.map(|side| rules.man_moves.seen_by(side)),
            most_men: 2 * i32::from(rules.rows_of_men) * i32::from(G::COLUMNS) / 2,
            goal: rules.goal,
        }
    }

    /// A man's weight by its square; 0 for bits that are no square.
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
            GOLDEN.packed()
        } else {
            0
        };
        MAN.packed() + ADVANCE[usize::from(advance)].packed() + CENTRE[usize::from(edge)].packed() + golden
    }

    fn sums(side: Side) -> Vec<[i32; 256]> {
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

    /// The value for White in centipawns.
    #[inline]
    pub(super) fn value(&self, pos: &Pos<G>) -> i32 {
        let men = [pos.men[0].count() as i32, pos.men[1].count() as i32];
        let sum = Weight::unpack(self.structure(pos, Side::White) - self.structure(pos, Side::Black));
        let phase = men[0] + men[1];
        let mut value = (sum.opening * phase + sum.ending * (self.most_men - phase)) / self.most_men;
        let kings = [pos.kings[0].count() as i32, pos.kings[1].count() as i32];
        if self.goal == Goal::Lose {
            // Whoever is rid of his pieces wins: what serves elsewhere harms here, kings above all.
            value = -value - kings_worth(kings);
        } else if kings != [0, 0] {
            value = with_kings(value, men, kings);
        }
        value + if pos.turn == Side::White { TURN } else { -TURN }
    }

    /// The packed weight of a side's men.
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
        sum + self.wings.skew(own) * LOPSIDED.packed()
    }
}

/// White's kings less Black's.
fn kings_worth(kings: [i32; 2]) -> i32 {
    let [white, black] = kings.map(|n| n * KING + if n > 0 { FIRST_KING } else { 0 });
    white - black
}

/// Adds the kings; shrinks leads that hardly ever win.
fn with_kings(men_value: i32, men: [i32; 2], kings: [i32; 2]) -> i32 {
    let value = men_value + kings_worth(kings);
    let (ahead, behind) = if value >= 0 { (0, 1) } else { (1, 0) };
    if kings[behind] == 0 {
        return value;
    }
    // Three pieces hardly ever catch a king that is free to run, and one man more seldom tells.
    if men[ahead] + kings[ahead] <= 3 {
        value / 8
    } else if kings[0] == kings[1] && (men[ahead] - men[behind]) <= 1 {
        value / 2
    } else {
        value
    }
}
