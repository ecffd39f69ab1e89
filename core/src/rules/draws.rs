//! The counters of the draw rules. Knows no history: repetition is the game's.
use super::{EndReason, Move, Position};
use crate::board::{Role, Side};

/// A draw rule that is counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawCount {
    /// The rule.
    pub reason: EndReason,
    /// Plies (moves of one side) counted so far.
    pub plies: u16,
    /// The number of plies that draws.
    pub of_plies: u16,
}

/// Readings of the draw rules between which a caller may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOptions {
    /// A capture inside the 16 moves of 6.3 starts the 5 moves of 6.4, and the 16 stay the limit (later FMJD text).
    pub sixteen_persists: bool,
    /// A lone king that makes 5 moves on the long diagonal without leaving it draws (later FMJD text, second hand).
    pub long_diagonal: bool,
}

impl Default for DrawOptions {
    fn default() -> DrawOptions {
        DrawOptions {
            sixteen_persists: true,
            long_diagonal: false,
        }
    }
}

/// The counters after a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Clocks {
    pub(super) quiet_kings: u16,
    pub(super) three_against_king: Option<u16>,
    pub(super) two_against_king: Option<u16>,
    /// Moves that the lone king of the 3-against-1 ending made on the long diagonal in a row.
    pub(super) long_diagonal: u16,
}

/// What an ending is to the rules 6.3 and 6.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Three,
    Two,
    Other,
}

impl Ending {
    fn of(position: &Position) -> Ending {
        let (white, black) = (position.count(Side::White), position.count(Side::Black));
        let lone = (0, 1);
        // Men only are no class: that game is decided by play.
        let strong = if white == lone { black } else { white };
        if (white != lone && black != lone) || strong.1 == 0 {
            return Ending::Other;
        }
        match strong.0 + strong.1 {
            3 => Ending::Three,
            1 | 2 => Ending::Two,
            _ => Ending::Other,
        }
    }
}

impl Clocks {
    pub(super) fn at_start(start: &Position) -> Clocks {
        let ending = Ending::of(start);
        Clocks {
            three_against_king: (ending == Ending::Three).then_some(0),
            two_against_king: (ending == Ending::Two).then_some(0),
            ..Clocks::default()
        }
    }

    /// The counters after a move. The move that makes an ending is not counted in it.
    pub(super) fn after(&self, before: &Position, mv: &Move, next: &Position) -> Clocks {
        let by_king = before
            .piece_at(mv.origin())
            .is_some_and(|piece| piece.role == Role::King);
        let quiet = by_king && !mv.is_capture();
        let (three, two) = (
            self.three_against_king.map(|plies| plies + 1),
            self.two_against_king.map(|plies| plies + 1),
        );
        let (three, two) = match Ending::of(next) {
            Ending::Three => (three.or(Some(0)), None),
            Ending::Two => (three, two.or(Some(0))),
            Ending::Other => (None, None),
        };
        Clocks {
            quiet_kings: if quiet { self.quiet_kings + 1 } else { 0 },
            three_against_king: three,
            two_against_king: two,
            long_diagonal: self.long_diagonal_after(before, mv, next, three.is_some()),
        }
    }

    fn long_diagonal_after(&self, before: &Position, mv: &Move, next: &Position, counting: bool) -> u16 {
        let on_it = |square| {
            let (column, row) = next.coordinates(square);
            column + row + 1 == next.variant().rules().board.size().0
        };
        let mover = before.turn();
        if !counting {
            0
        } else if next.count(mover) != (0, 1) {
            self.long_diagonal
        } else if on_it(mv.origin()) && on_it(mv.target()) {
            self.long_diagonal + 1
        } else {
            0
        }
    }
}
