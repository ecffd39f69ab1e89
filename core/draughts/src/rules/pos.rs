//! A position as four bit sets and a turn, for generator and search. Knows no variant's rules.
use super::BitMove;
use crate::board::{Bits, Geometry, Side};

/// Number of quiet moves in a row with the same king; all 0 if the game does not count them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KingMoves {
    /// Number of moves in a row.
    pub count: u8,
    /// Bit number of the king; 0 where the count is 0.
    pub at: u8,
}

/// Pieces and the side to move on a board known at compile time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pos<G: Geometry> {
    /// Indexed by side.
    pub men: [G::Bits; 2],
    /// Indexed by side.
    pub kings: [G::Bits; 2],
    /// Side to move.
    pub turn: Side,
    /// Indexed by side.
    pub king_moves: [KingMoves; 2],
}

impl<G: Geometry> Pos<G> {
    /// Returns an empty board.
    pub fn empty(turn: Side) -> Pos<G> {
        Pos {
            men: [G::Bits::ZERO; 2],
            kings: [G::Bits::ZERO; 2],
            turn,
            king_moves: [KingMoves::default(); 2],
        }
    }

    /// Returns all pieces of a side.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> G::Bits {
        self.men[side as usize] | self.kings[side as usize]
    }

    #[inline(always)]
    /// Returns all pieces of both sides.
    pub fn occupied(&self) -> G::Bits {
        self.pieces(Side::White) | self.pieces(Side::Black)
    }

    /// Returns the position after a move of the generator. Any other move gives a nonsense position.
    // Inlined except in WebAssembly, where it would add ten kilobytes without a gain in speed.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[must_use]
    pub fn play_unchecked(&self, mv: &BitMove<G>) -> Pos<G> {
        // With a constant side the compiler keeps the sets in registers.
        match self.turn {
            Side::White => self.play_for(Side::White, mv),
            Side::Black => self.play_for(Side::Black, mv),
        }
    }

    /// As [`Pos::play_unchecked`], with the side known at compile time.
    #[inline(always)]
    fn play_for(&self, turn: Side, mv: &BitMove<G>) -> Pos<G> {
        let (us, them) = (turn as usize, turn.other() as usize);
        let (from, to) = (G::Bits::bit(u32::from(mv.from)), G::Bits::bit(u32::from(mv.to)));
        let stays_man = self.men[us] & from != G::Bits::ZERO && !mv.promotes;
        // By value: choosing between two places in memory would be the slowest step here.
        let (man, king) = if stays_man {
            (to, G::Bits::ZERO)
        } else {
            (G::Bits::ZERO, to)
        };
        // First off, then on: a king that captures in a circle ends on its origin.
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

    /// Clears a count whose king or whose side's men are gone.
    pub(super) fn forget_king_moves(&mut self, side: Side) {
        let (men, kings) = (self.men[side as usize], self.kings[side as usize]);
        let king = G::Bits::bit(u32::from(self.king_moves[side as usize].at));
        if men == G::Bits::ZERO || kings & king == G::Bits::ZERO {
            self.king_moves[side as usize] = KingMoves::default();
        }
    }

    /// Returns the count of the side to move after a quiet move of its king on a bit, in a game that counts.
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

    /// Returns a hash for the search's own use, cheaper than [`Pos::hash`]. It may change between versions.
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

    /// Returns a hash of pieces, turn and king moves. It is stable: stored data may hold it.
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
            // Words that this board does not use are always 0.
            hash = (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            hash ^= hash >> 32;
        }
        hash ^ hash >> 29
    }
}
