//! A material class: all positions with the same numbers of men and kings. Knows no square.
use draughts::Side;
use draughts::raw::{Bits, Geometry, Pos};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The material of a position, the side to move first: `0m2k v 0m1k` is two kings to move against one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// Men of the side to move, then of the opponent.
    pub men: [u8; 2],
    /// Kings of the side to move, then of the opponent.
    pub kings: [u8; 2],
}

impl Class {
    /// Maximum number of pieces of a class: a table of seven would take a terabyte.
    pub const MAX_PIECES: u8 = 6;

    /// Returns every class with this many pieces in all, the fewest men first.
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

    /// Returns the number of pieces of a side: 0 the side to move, 1 the opponent.
    pub const fn pieces(&self, side: usize) -> u8 {
        self.men[side] + self.kings[side]
    }

    /// Returns the number of pieces in all.
    pub const fn total(&self) -> u8 {
        self.pieces(0) + self.pieces(1)
    }

    /// Returns the class after the turn has passed.
    #[must_use]
    pub const fn swapped(self) -> Class {
        Class {
            men: [self.men[1], self.men[0]],
            kings: [self.kings[1], self.kings[0]],
        }
    }

    /// Returns the class of a position; `None` with more than [`Class::MAX_PIECES`].
    #[inline]
    pub(crate) fn of<G: Geometry>(pos: &Pos<G>) -> Option<Class> {
        if pos.occupied().count() > u32::from(Class::MAX_PIECES) {
            return None;
        }
        let sides: [Side; 2] = [pos.turn, pos.turn.other()];
        Some(Class {
            men: sides.map(|side| pos.men[side as usize].count() as u8),
            kings: sides.map(|side| pos.kings[side as usize].count() as u8),
        })
    }

    /// Returns these classes and every class reachable from them, for either side to move.
    pub fn reachable(classes: impl IntoIterator<Item = Class>) -> BTreeSet<Class> {
        let mut reached = BTreeSet::new();
        for class in classes {
            class.insert_reachable(&mut reached);
        }
        reached
    }

    /// Inserts the class and every class reachable from it, for either side to move.
    fn insert_reachable(self, classes: &mut BTreeSet<Class>) {
        if self.pieces(0) == 0 || self.pieces(1) == 0 || !classes.insert(self) {
            return;
        }
        self.swapped().insert_reachable(classes);
        for side in 0..2 {
            if self.men[side] > 0 {
                let mut after = self;
                after.men[side] -= 1;
                after.insert_reachable(classes);
                after.kings[side] += 1;
                after.insert_reachable(classes);
            }
            if self.kings[side] > 0 {
                let mut after = self;
                after.kings[side] -= 1;
                after.insert_reachable(classes);
            }
        }
    }

    /// Converts it to the bytes of a file.
    pub(crate) const fn to_bytes(self) -> [u8; 4] {
        [self.men[0], self.kings[0], self.men[1], self.kings[1]]
    }

    /// Reads the class of these [bytes](Class::to_bytes); `None` if they are not a class.
    pub(crate) fn from_bytes(bytes: [u8; 4]) -> Option<Class> {
        let class = Class {
            men: [bytes[0], bytes[2]],
            kings: [bytes[1], bytes[3]],
        };
        let few = bytes.iter().all(|&count| count <= Class::MAX_PIECES);
        (few && class.total() <= Class::MAX_PIECES && class.pieces(0) > 0 && class.pieces(1) > 0)
            .then_some(class)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Class { men, kings } = self;
        write!(f, "{}m{}k v {}m{}k", men[0], kings[0], men[1], kings[1])
    }
}

/// The error for a text that is not a class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a material class: write for example \"0m2k v 0m1k\", with at most six pieces in all")]
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
            .and_then(|(ours, theirs)| Class::from_bytes([ours.0, ours.1, theirs.0, theirs.1]))
            .ok_or_else(|| ParseClassError(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_classes_are_listed_and_can_be_parsed() {
        assert_eq!(Class::all(4).len(), 25);
        for class in Class::all(5) {
            assert_eq!(class.to_string().parse(), Ok(class));
        }
        assert!("0m2k v 0m0k".parse::<Class>().is_err());
        assert!("9m2k v 0m1k".parse::<Class>().is_err());
        assert!("two kings".parse::<Class>().is_err());
    }

    #[test]
    fn from_four_kings_against_one_only_kings_are_reachable() {
        let classes = Class::reachable("0m4k v 0m1k".parse());
        // 4, 3, 2 and 1 against 1, either side to move.
        assert_eq!(classes.len(), 7);
        assert!(classes.iter().all(|class| class.men == [0, 0]));
    }
}
