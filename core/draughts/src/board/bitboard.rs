//! Machine words as sets of squares. Knows neither boards nor rules.
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A machine word wide enough for a board.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No bit.
    const ZERO: Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The word with only this bit set.
    fn bit(number: u32) -> Self;
    /// Number of the lowest set bit; the word's width when there is none.
    fn lowest(self) -> u32;
    /// The word without its lowest set bit.
    fn without_lowest(self) -> Self;
    /// All bits below the lowest set bit; all bits when there is none.
    fn below_lowest(self) -> Self;
    /// All bits above the highest set bit; all bits when there is none. The word's own highest bit must not be set.
    fn above_highest(self) -> Self;
    /// The word's two halves, low first.
    fn halves(self) -> [u64; 2];
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const ZERO: Self = 0;
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn bit(number: u32) -> Self {
                1 << number
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn below_lowest(self) -> Self {
                !self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn above_highest(self) -> Self {
                // The highest bit of the word is no square of any board, so the doubled mask is never lost.
                !((<$word>::MAX >> 1) >> ((self << 1) | 1).leading_zeros())
            }
            #[inline(always)]
            fn halves(self) -> [u64; 2] {
                [self as u64, (u128::from(self) >> 64) as u64]
            }
        }
    };
}
bits!(u64);
bits!(u128);
