//! Machine words as sets of squares. Knows no board and no rule.
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A machine word wide enough for a board. Bits are numbered from 0.
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
    /// The empty set.
    const ZERO: Self;
    /// Returns the number of set bits.
    fn count(self) -> u32;
    /// Returns the word with only this bit set.
    fn bit(number: u32) -> Self;
    /// Returns the number of the lowest set bit; the word's width if there is none.
    fn lowest(self) -> u32;
    /// Returns the word without its lowest set bit.
    fn without_lowest(self) -> Self;
    /// Returns all bits below the lowest set bit; all bits if there is none.
    fn below_lowest(self) -> Self;
    /// Returns all bits above the highest set bit; all bits if there is none. The word's own highest bit must not be
    /// set.
    fn above_highest(self) -> Self;
    /// Returns the low and the high 64 bits.
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
                // The highest bit of the word is not a square, so doubling loses nothing.
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
