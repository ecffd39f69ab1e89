//! A position as four bit sets and a turn: what generator and search copy and play on. Knows no variant's rules.
use super::BitMove;
use crate::board::{Bits, Geometry, Side};

/// How many quiet moves in a row a side has made with the same king; all 0 where no game counts them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KingMoves {
    /// Moves in a row.
    pub count: u8,
    /// Bit number of the king; 0 where the count is 0.
    pub at: u8,
}

/// Pieces and the side to move on a board known at compile time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pos<G: Geometry> {
    /// By side.
    pub men: [G::Bits; 2],
    /// By side.
    pub kings: [G::Bits; 2],
    /// Who moves.
    pub turn: Side,
    /// By side. Part of what makes positions equal: it decides what is legal.
    pub king_moves: [KingMoves; 2],
}

impl<G: Geometry> Pos<G> {
    /// No piece at all.
    pub fn empty(turn: Side) -> Pos<G> {
        Pos {
            men: [G::Bits::ZERO; 2],
            kings: [G::Bits::ZERO; 2],
            turn,
            king_moves: [KingMoves::default(); 2],
        }
    }

    /// Every piece of a side.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> G::Bits {
        self.men[side as usize] | self.kings[side as usize]
    }

    #[inline(always)]
    /// Every piece of both sides.
    pub fn occupied(&self) -> G::Bits {
        self.pieces(Side::White) | self.pieces(Side::Black)
    }

    /// The position after a move that the generator gave for this one; any other move leaves nonsense.
    // In its place wherever it stands, but not in what every visitor downloads: ten kilobytes for nothing there.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[must_use]
    pub fn play_unchecked(&self, mv: &BitMove<G>) -> Pos<G> {
        // Whose turn it is, is distinguished here: the compiler then knows every place, and the sets stay in registers.
        match self.turn {
            Side::White => self.play_for(Side::White, mv),
            Side::Black => self.play_for(Side::Black, mv),
        }
    }

    /// The same where the compiler knows whose turn it is.
    #[inline(always)]
    fn play_for(&self, turn: Side, mv: &BitMove<G>) -> Pos<G> {
        let (us, them) = (turn as usize, turn.other() as usize);
        let (from, to) = (G::Bits::bit(u32::from(mv.from)), G::Bits::bit(u32::from(mv.to)));
        let stays_man = self.men[us] & from != G::Bits::ZERO && !mv.promotes;
        // Both by value: a choice between two places in memory takes longer than anything else here.
        let (man, king) = if stays_man {
            (to, G::Bits::ZERO)
        } else {
            (G::Bits::ZERO, to)
        };
        // In a circle the king ends where it began: first off, then on.
        let mut next = *self;
        next.turn = turn.other();
        next.men[us] = self.men[us] & !from | man;
        next.kings[us] = self.kings[us] & !from | king;
        next.men[them] = next.men[them] & !mv.captured;
        next.kings[them] = next.kings[them] & !mv.captured;
        next.king_moves[us] = KingMoves {
            count: mv.king_moves,
            at: if mv.king_moves > 0 { mv.to } else { 0 },
        };
        if self.king_moves[them].count > 0 {
            next.forget_king_moves(turn.other());
        }
        next
    }

    /// Clears a count that has lost its king or the men on which it depends.
    pub(super) fn forget_king_moves(&mut self, side: Side) {
        let (men, kings) = (self.men[side as usize], self.kings[side as usize]);
        let king = G::Bits::bit(u32::from(self.king_moves[side as usize].at));
        if men == G::Bits::ZERO || kings & king == G::Bits::ZERO {
            self.king_moves[side as usize] = KingMoves::default();
        }
    }

    /// What the count of the side to move becomes when its king on a bit makes a quiet move, in a game that counts.
    #[inline]
    pub(super) fn king_moves_after(&self, from: u32) -> u8 {
        let moves = self.king_moves[self.turn as usize];
        if self.men[self.turn as usize] == G::Bits::ZERO {
            0
        } else if moves.count > 0 && u32::from(moves.at) == from {
            moves.count + 1
        } else {
            1
        }
    }

    /// A hash for a search's own use, made in fewer steps than [`Pos::hash`], which stays what it once was.
    #[inline]
    pub fn key(&self) -> u64 {
        const FACTORS: [u64; 8] = [
            0x9E37_79B9_7F4A_7C15,
            0xBF58_476D_1CE4_E5B9,
            0x94D0_49BB_1331_11EB,
            0xD6E8_FEB8_6659_FD93,
            0xA076_1D64_78BD_642F,
            0xE703_7ED1_A0B4_28DB,
            0x8EBC_6AF0_9C88_C6E3,
            0x5899_65CC_7537_4CC3,
        ];
        let [white, black] = self
            .king_moves
            .map(|moves| u64::from(moves.count) << 8 | u64::from(moves.at));
        let mut key = self.turn as u64 ^ white << 16 ^ black << 32;
        let words = [self.men[0], self.men[1], self.kings[0], self.kings[1]].map(Bits::halves);
        for (i, &[low, high]) in words.iter().enumerate() {
            key ^= low.wrapping_mul(FACTORS[i]).rotate_left(16 * i as u32);
            key ^= high.wrapping_mul(FACTORS[i + 4]).rotate_left(16 * i as u32 + 8);
        }
        key = (key ^ key >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        key ^ key >> 29
    }

    /// A hash of pieces, turn and king moves: equal positions have equal hashes, in every run and on every machine.
    #[inline]
    pub fn hash(&self) -> u64 {
        let [white, black] = self
            .king_moves
            .map(|moves| u64::from(moves.count) << 8 | u64::from(moves.at));
        let mut hash = 0x9E37_79B9_7F4A_7C15 ^ self.turn as u64 ^ white << 16 ^ black << 32;
        for word in [self.men[0], self.men[1], self.kings[0], self.kings[1]]
            .into_iter()
            .flat_map(Bits::halves)
        {
            // Words that this board does not have are 0 on every position of it.
            hash = (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            hash ^= hash >> 32;
        }
        hash ^ hash >> 29
    }
}
