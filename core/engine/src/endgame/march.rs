//! Numbers the counts of king moves, which belong to a position of Frisian draughts. Knows no value.
//!
//! A side that has a man may not make more than three quiet moves in a row with the same king (article 17). So a side
//! with men and kings has a count. It is empty after a man's move, a capture or a promotion, or it is one, two or
//! three moves of one of its `k` kings. That gives `1 + 3k` counts of a side, and a slot for each pair of counts: 1
//! if neither side has both men and kings, 4 or 7 if one side has, 16 in `1m1k v 1m1k`. A side without men has no
//! limit.
//!
//! A quiet move changes only the mover's count. A man's move empties it. A king's move makes it 1, or one more if
//! that king was counted. So the count after the move determines the count before: after two or three, the same king
//! at one less, on its origin; after one, empty or another king's. Captures and promotions lead to other classes,
//! with the counts that the rules leave there. The crate `draughts` plays by the same rules, so the values are exact.
//! Every pair of counts has its slot, even if no game reaches it.
use super::Class;
use draughts::raw::{Bits, Geometry, KingMoves, Pos, squares};

/// The numbering of the counts in one class.
#[derive(Clone, Copy, Debug)]
pub(super) struct March {
    limit: u8,
    /// Number of counts of the side to move, then of the opponent.
    sizes: [u32; 2],
}

impl March {
    /// Creates the numbering. `limit` is the maximum number of quiet moves in a row with one king, if the game has
    /// such a rule.
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

    /// Returns the number of pairs of counts.
    #[inline]
    pub(super) const fn len(&self) -> u32 {
        self.sizes[0] * self.sizes[1]
    }

    /// Returns the number of a position's counts.
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
        // A side without a limit has one count, whatever the position says.
        ours.min(self.sizes[0] - 1) * self.sizes[1] + theirs.min(self.sizes[1] - 1)
    }

    /// Sets the counts of a number in a position with White to move.
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

    /// Returns `true` if the moves of the side that has just moved are counted.
    pub(super) const fn counts_before(&self) -> bool {
        self.sizes[1] > 1
    }

    /// Returns every count of a side with these kings, except those of one king, which has just moved and has a count
    /// of one.
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
