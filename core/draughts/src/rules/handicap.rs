//! Starts with fewer men. No federation fixes which men are removed; this order is the crate's own. Knows no player.
use super::{Position, Setup, Variant};
use crate::board::{Side, Square, SquareSet};

/// Number of men that each side gives up at the start.
///
/// ```
/// use draughts::{Handicap, Side, Square, Variant};
///
/// let start = Handicap { white: 1, black: 0 }.start(Variant::International)?;
/// assert_eq!(start.count(Side::White), (19, 0));
/// // Or with men of one's own choice:
/// let start = Handicap::without(Variant::International, &[Square::new(31).unwrap()])?;
/// assert_eq!(start.piece_at(Square::new(31).unwrap()), None);
/// # Ok::<(), draughts::HandicapError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicap {
    /// Men removed from White.
    pub white: u8,
    /// Men removed from Black.
    pub black: u8,
}

/// Why a handicap is impossible.
///
/// ```
/// use draughts::{Handicap, HandicapError, Square, Variant};
///
/// let error = Handicap { white: 11, black: 0 }.start(Variant::International).unwrap_err();
/// assert_eq!(error, HandicapError::TooMany { asked: 11, most: 10 });
/// let empty = Square::new(28).unwrap();
/// assert_eq!(Handicap::without(Variant::International, &[empty]), Err(HandicapError::NoMan(empty)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// Too many men for a side: at most ten, and at least one man must stay.
    #[error("a handicap is at most {most} men here, not {asked}")]
    TooMany {
        /// Number of men to remove.
        asked: u8,
        /// Largest number allowed.
        most: u8,
    },
    /// No man starts on this square.
    #[error("no man stands on {0} at the start")]
    NoMan(Square),
}

impl Handicap {
    /// Largest number of men that a side may give up.
    pub const MOST: u8 = 10;

    /// Returns the squares of the removed men, White's first.
    ///
    /// # Errors
    /// [`HandicapError::TooMany`].
    pub fn removed(self, variant: Variant) -> Result<Vec<Square>, HandicapError> {
        let [white, black] = [(self.white, Side::White), (self.black, Side::Black)].map(|(count, side)| {
            let order = order(variant, side);
            let most = most(order.len());
            if count > most {
                return Err(HandicapError::TooMany { asked: count, most });
            }
            Ok(order[..usize::from(count)].to_vec())
        });
        Ok([white?, black?].concat())
    }

    /// Returns the start of a game without these men.
    ///
    /// # Errors
    /// [`HandicapError::TooMany`].
    pub fn start(self, variant: Variant) -> Result<Position, HandicapError> {
        Handicap::without(variant, &self.removed(variant)?)
    }

    /// Returns the start of a game without the men on these squares. A repeated square counts once.
    ///
    /// # Errors
    /// A square holds no man at the start, or too many men of a side are named.
    pub fn without(variant: Variant, squares: &[Square]) -> Result<Position, HandicapError> {
        let mut setup = Setup::start(variant);
        let chosen: SquareSet = squares.iter().copied().collect();
        let start = variant.start();
        for side in Side::ALL {
            let own = |square: &Square| start.piece_at(*square).is_some_and(|piece| piece.side == side);
            let asked = chosen.iter().filter(own).count() as u8;
            let most = most(usize::from(start.count(side).0));
            if asked > most {
                return Err(HandicapError::TooMany { asked, most });
            }
        }
        for square in chosen.iter() {
            if start.piece_at(square).is_none() {
                return Err(HandicapError::NoMan(square));
            }
            setup.clear(square);
        }
        Ok(Position::from_setup(variant, &setup).expect("a start with fewer men is possible"))
    }
}

/// At least one man stays: a side without pieces has lost.
fn most(men: usize) -> u8 {
    Handicap::MOST.min(men.saturating_sub(1) as u8)
}

/// Returns a side's men in the order of removal: row by row from its own edge, each row from the middle outward, the
/// left one first. Black's are opposite White's.
fn order(variant: Variant, side: Side) -> Vec<Square> {
    let start = variant.start();
    let opposite = start.squares() + 1;
    let (columns, _) = variant.rules().board.size();
    let mut men: Vec<Square> = start
        .pieces()
        .filter(|(_, piece)| piece.side == Side::White)
        .map(|(square, _)| square)
        .collect();
    let row_middle = |square: Square| {
        let row: Vec<u8> = start
            .all_squares()
            .map(|at| start.coordinates(at))
            .filter(|at| at.1 == start.coordinates(square).1)
            .map(|at| at.0)
            .collect();
        row.first().copied().unwrap_or(0) + row.last().copied().unwrap_or(columns)
    };
    men.sort_by_key(|&square| {
        let (column, row) = start.coordinates(square);
        (u8::MAX - row, (2 * column).abs_diff(row_middle(square)), column)
    });
    if side == Side::Black {
        men = men
            .into_iter()
            .filter_map(|square| Square::new(opposite - square.number()))
            .collect();
    }
    men
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(squares: &[Square]) -> Vec<u8> {
        squares.iter().map(|square| square.number()).collect()
    }

    #[test]
    fn men_go_in_order_from_both_sides() {
        let all = Handicap { white: 10, black: 3 };
        let removed = all.removed(Variant::International).unwrap();
        assert_eq!(
            numbers(&removed),
            [48, 47, 49, 46, 50, 43, 42, 44, 41, 45, 3, 4, 2]
        );
        let start = all.start(Variant::International).unwrap();
        assert_eq!(
            (start.count(Side::White), start.count(Side::Black)),
            ((10, 0), (17, 0))
        );
        let eleven = Handicap { white: 11, black: 0 };
        assert_eq!(
            eleven.start(Variant::International),
            Err(HandicapError::TooMany { asked: 11, most: 10 })
        );
    }

    #[test]
    fn other_boards_go_from_the_middle_of_the_back_row_outward() {
        let first = |variant, count| {
            let handicap = Handicap {
                white: count,
                black: 0,
            };
            numbers(&handicap.removed(variant).unwrap())
        };
        assert_eq!(first(Variant::English, 6), [30, 31, 29, 32, 26, 27]);
        assert_eq!(first(Variant::Italian, 5), [30, 31, 29, 32, 26]);
        assert_eq!(first(Variant::Canadian, 7), [69, 70, 68, 71, 67, 72, 63]);
        assert_eq!(first(Variant::Turkish, 3), [52, 53, 51]);
    }

    #[test]
    fn a_man_stays() {
        for variant in Variant::ALL {
            let men = variant.start().count(Side::Black).0;
            let most = Handicap::MOST.min(men - 1);
            let start = Handicap {
                white: most,
                black: most,
            }
            .start(variant)
            .unwrap();
            assert_eq!(start.count(Side::White).0, men - most, "{variant}");
            assert!(start.can_move(), "{variant}");
            assert!(
                Handicap {
                    white: 0,
                    black: most + 1
                }
                .start(variant)
                .is_err()
            );
        }
    }

    #[test]
    fn chosen_squares_must_hold_men() {
        let at = |number| Square::new(number).unwrap();
        let start = Handicap::without(Variant::International, &[at(31), at(20), at(31)]).unwrap();
        assert_eq!(
            (start.count(Side::White), start.count(Side::Black)),
            ((19, 0), (19, 0))
        );
        assert_eq!(
            Handicap::without(Variant::International, &[at(25)]),
            Err(HandicapError::NoMan(at(25)))
        );
        let row: Vec<Square> = (1..=11).map(at).collect();
        assert_eq!(
            Handicap::without(Variant::International, &row),
            Err(HandicapError::TooMany { asked: 11, most: 10 })
        );
        assert_eq!(
            Handicap::without(Variant::International, &[at(60)]),
            Err(HandicapError::NoMan(at(60)))
        );
    }
}
