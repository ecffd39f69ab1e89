//! A position on any of the boards. Dispatches to code that is generic over the board. Knows no variant.
use super::Pos;
use crate::board::{Full8, Geometry, Half8, Half10, Half12};

/// A position on its own board. Matched once per call or search, never inside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyPos {
    /// 32 squares.
    Half8(Pos<Half8>),
    /// 50 squares.
    Half10(Pos<Half10>),
    /// 72 squares.
    Half12(Pos<Half12>),
    /// 64 squares.
    Full8(Pos<Full8>),
}

/// Runs generic code on a position of any board: `with_pos!(position, pos => f(pos))`.
#[doc(hidden)]
#[macro_export]
macro_rules! with_pos {
    ($position:expr, $pos:ident => $body:expr) => {
        match $position.raw() {
            $crate::raw::AnyPos::Half8($pos) => $body,
            $crate::raw::AnyPos::Half10($pos) => $body,
            $crate::raw::AnyPos::Half12($pos) => $body,
            $crate::raw::AnyPos::Full8($pos) => $body,
        }
    };
}

/// A board whose positions [`AnyPos`] can hold.
pub trait IntoAny: Geometry {
    /// Wraps the position.
    fn wrap(pos: Pos<Self>) -> AnyPos;
}
impl IntoAny for Half8 {
    fn wrap(pos: Pos<Half8>) -> AnyPos {
        AnyPos::Half8(pos)
    }
}
impl IntoAny for Half10 {
    fn wrap(pos: Pos<Half10>) -> AnyPos {
        AnyPos::Half10(pos)
    }
}
impl IntoAny for Half12 {
    fn wrap(pos: Pos<Half12>) -> AnyPos {
        AnyPos::Half12(pos)
    }
}
impl IntoAny for Full8 {
    fn wrap(pos: Pos<Full8>) -> AnyPos {
        AnyPos::Full8(pos)
    }
}
