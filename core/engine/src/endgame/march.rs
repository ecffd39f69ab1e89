//! How far kings have marched, numbered: in Frisian draughts a position is more than its squares. Knows no value.
//!
//! A side that has a man may not make more than three quiet moves in a row with the same king (article 17). So where a side
//! has men and kings, what may be played hangs on which king made its last moves, and how many: nothing is counted (its last
//! move was a man's, a capture, or a crowning), or one of its `k` kings has made one, two or three. Those are `1 + 3k` counts
//! of a side, and a slot for each pair of counts: 1 where nobody has both men and kings, 4 or 7 where one side has, 16 in
//! `1m1k v 1m1k`. A side without men counts nothing, and its kings go where they like.
//!
//! A quiet move changes the count of who makes it and not the other's. A man's ends it. A king's makes it 1, or one more where
//! that king was counted; so the position after it says what the count was before: of a count of two or three the same king's
//! at one less, on the square that it came from; of a count of one nothing, or another king's. Captures and crownings lead to
//! other classes with the counts that the rules leave there. All of this is what `draughts` plays by, so that the values are
//! exact; every pair of counts has its slot, those too that no game brings about.
use super::Class;
use draughts::raw::{Bits, Geometry, KingMoves, Pos, squares};

/// The numbering of the counts in one class.
#[derive(Clone, Copy, Debug)]
pub(super) struct March {
    limit: u8,
    /// How many counts a side may have: the side to move, then the other.
    sizes: [u32; 2],
}

impl March {
    /// `limit`: quiet moves in a row with one king, where the game has such a rule.
    pub(super) fn new(class: Class, limit: Option<u8>) -> March {
        let limit = limit.unwrap_or(0);
        let counts = |side: usize| match class.men[side] {
            0 => 1,
            _ => 1 + u32::from(limit) * u32::from(class.kings[side]),
        };
        March {
            limit,
            sizes: [counts(0), counts(1)],
        }
    }

    /// How many pairs of counts there are.
    #[inline]
    pub(super) const fn len(&self) -> u32 {
        self.sizes[0] * self.sizes[1]
    }

    /// The number of a position's counts.
    #[inline]
    pub(super) fn number<G: Geometry>(&self, pos: &Pos<G>) -> u32 {
        if self.len() == 1 {
            return 0;
        }
        let [ours, theirs] = [pos.turn, pos.turn.other()].map(|side| {
            let KingMoves { count, at } = pos.king_moves[side as usize];
            if count == 0 {
                return 0;
            }
            let kings = pos.kings[side as usize];
            let before = squares(kings).take_while(|&king| king != u32::from(at)).count() as u32;
            // The board is seen from the side to move.
            let rank = match pos.turn {
                draughts::Side::White => before,
                draughts::Side::Black => kings.count().saturating_sub(before + 1),
            };
            1 + rank * u32::from(self.limit) + u32::from(count.min(self.limit) - 1)
        });
        // A side that counts nothing has one count, whatever is said of it.
        ours.min(self.sizes[0] - 1) * self.sizes[1] + theirs.min(self.sizes[1] - 1)
    }

    /// Gives the counts of a number to a position with White to move.
    #[inline]
    pub(super) fn give<G: Geometry>(&self, pos: &mut Pos<G>, number: u32) {
        let numbers = [number / self.sizes[1], number % self.sizes[1]];
        for (side, number) in numbers.into_iter().enumerate() {
            let Some(counted) = number.checked_sub(1) else {
                continue;
            };
            let rank = (counted / u32::from(self.limit)) as usize;
            if let Some(at) = squares(pos.kings[side]).nth(rank) {
                pos.king_moves[side] = KingMoves {
                    count: (counted % u32::from(self.limit)) as u8 + 1,
                    at: at as u8,
                };
            }
        }
    }

    /// Whether the side that has just moved counts its kings' moves.
    pub(super) const fn counts_before(&self) -> bool {
        self.sizes[1] > 1
    }

    /// Every count of a side with these kings but those of one of them, which has just moved with a count of one.
    pub(super) fn all_but<G: Geometry>(
        &self,
        kings: G::Bits,
        moved: Option<u32>,
    ) -> impl Iterator<Item = KingMoves> {
        let limit = self.limit;
        let counted = squares(kings)
            .filter(move |&king| Some(king) != moved)
            .flat_map(move |king| {
                (1..=limit).map(move |count| KingMoves {
                    count,
                    at: king as u8,
                })
            });
        std::iter::once(KingMoves::default()).chain(counted)
    }
}
