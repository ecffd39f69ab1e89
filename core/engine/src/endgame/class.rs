//! A class of positions: how many men and kings each side has. Knows no square.
use draughts::Side;
use draughts::raw::{Bits, Geometry, Pos};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The material of a position, the side to move first: `0m2k v 0m1k` is two kings to move against one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// Men of the side to move, then of the other.
    pub men: [u8; 2],
    /// Kings of the side to move, then of the other.
    pub kings: [u8; 2],
}

impl Class {
    /// More pieces than these have no class: a table of seven would be a terabyte.
    pub const MOST_PIECES: u8 = 6;

    /// Every class of this many pieces in all, the fewest men first.
    pub fn all(pieces: u8) -> Vec<Class> {
        let mut classes = Vec::new();
        for ours in 1..pieces {
            for men in 0..=ours {
                for other_men in 0..=pieces - ours {
                    classes.push(Class {
                        men: [men, other_men],
                        kings: [ours - men, pieces - ours - other_men],
                    });
                }
            }
        }
        classes.sort_by_key(|class| (class.men[0] + class.men[1], class.pieces(0), class.men));
        classes
    }

    /// How many pieces a side has: 0 the side to move, 1 the other.
    pub const fn pieces(&self, side: usize) -> u8 {
        self.men[side] + self.kings[side]
    }

    /// How many pieces there are.
    pub const fn total(&self) -> u8 {
        self.pieces(0) + self.pieces(1)
    }

    /// The class after the turn has passed.
    #[must_use]
    pub const fn swapped(self) -> Class {
        Class {
            men: [self.men[1], self.men[0]],
            kings: [self.kings[1], self.kings[0]],
        }
    }

    /// The class of a position; `None` with more than [`Class::MOST_PIECES`].
    #[inline]
    pub(crate) fn of<G: Geometry>(pos: &Pos<G>) -> Option<Class> {
        if pos.occupied().count() > u32::from(Class::MOST_PIECES) {
            return None;
        }
        let sides: [Side; 2] = [pos.turn, pos.turn.other()];
        Some(Class {
            men: sides.map(|side| pos.men[side as usize].count() as u8),
            kings: sides.map(|side| pos.kings[side as usize].count() as u8),
        })
    }

    /// Adds the class and every class that moves lead to from it, all with the sides changed too.
    pub(super) fn with_all_it_leads_to(self, classes: &mut BTreeSet<Class>) {
        if self.pieces(0) == 0 || self.pieces(1) == 0 || !classes.insert(self) {
            return;
        }
        self.swapped().with_all_it_leads_to(classes);
        for side in 0..2 {
            if self.men[side] > 0 {
                let mut fewer = self;
                fewer.men[side] -= 1;
                fewer.with_all_it_leads_to(classes);
                fewer.kings[side] += 1;
                fewer.with_all_it_leads_to(classes);
            }
            if self.kings[side] > 0 {
                let mut fewer = self;
                fewer.kings[side] -= 1;
                fewer.with_all_it_leads_to(classes);
            }
        }
    }

    /// Its place among all classes, for files.
    pub(crate) const fn code(self) -> [u8; 4] {
        [self.men[0], self.kings[0], self.men[1], self.kings[1]]
    }

    /// The class of a [code](Class::code); `None` where there is none.
    pub(crate) fn from_code(code: [u8; 4]) -> Option<Class> {
        let class = Class {
            men: [code[0], code[2]],
            kings: [code[1], code[3]],
        };
        let few = code.iter().all(|&count| count <= Class::MOST_PIECES);
        (few && class.total() <= Class::MOST_PIECES && class.pieces(0) > 0 && class.pieces(1) > 0)
            .then_some(class)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Class { men, kings } = self;
        write!(f, "{}m{}k v {}m{}k", men[0], kings[0], men[1], kings[1])
    }
}

/// The text names no class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no class of pieces: write for example \"0m2k v 0m1k\", at most six pieces in all")]
pub struct ParseClassError(String);

impl FromStr for Class {
    type Err = ParseClassError;

    fn from_str(text: &str) -> Result<Class, ParseClassError> {
        let side = |text: &str| -> Option<(u8, u8)> {
            let (men, kings) = text.trim().strip_suffix('k')?.split_once('m')?;
            Some((men.parse().ok()?, kings.parse().ok()?))
        };
        text.split_once('v')
            .and_then(|(ours, theirs)| Some((side(ours)?, side(theirs)?)))
            .and_then(|(ours, theirs)| Class::from_code([ours.0, ours.1, theirs.0, theirs.1]))
            .ok_or_else(|| ParseClassError(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_all_there_and_can_be_read() {
        assert_eq!(Class::all(4).len(), 25);
        for class in Class::all(5) {
            assert_eq!(class.to_string().parse(), Ok(class));
        }
        assert!("0m2k v 0m0k".parse::<Class>().is_err());
        assert!("9m2k v 0m1k".parse::<Class>().is_err());
        assert!("two kings".parse::<Class>().is_err());
    }

    #[test]
    fn four_kings_against_one_need_kings_only() {
        let mut classes = BTreeSet::new();
        "0m4k v 0m1k"
            .parse::<Class>()
            .unwrap()
            .with_all_it_leads_to(&mut classes);
        // 4, 3, 2 and 1 against 1, seen from either side.
        assert_eq!(classes.len(), 7);
        assert!(classes.iter().all(|class| class.men == [0, 0]));
    }
}
