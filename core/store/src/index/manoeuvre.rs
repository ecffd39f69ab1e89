//! Manoeuvres: queries for actions in a game, followed ply by ply.
use super::encoded_line::PieceSets;
use super::field::{Field, Squares, bit};
use super::pattern::{Boards, Mask};
use super::plies::Ply;
use draughts::{Side, Square};

/// Maximum number of squares of a route.
pub const LONGEST_ROUTE: usize = 16;

/// The action of a manoeuvre.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// One move takes at least `least` pieces, from and to these squares if they are given.
    Takes {
        /// Minimum number of pieces.
        least: u8,
        /// Origin of the move.
        from: Option<Square>,
        /// Target of the move.
        to: Option<Square>,
    },
    /// A side gives at least `least` pieces before the first is taken back, and it is not a plain exchange:
    /// when the captures are over, the sides have not lost the same, or a piece was crowned on the way.
    Gives {
        /// Minimum number of pieces.
        least: u8,
    },
    /// A man is crowned.
    Crowns {
        /// Origin of its last move.
        from: Option<Square>,
        /// Square where it becomes a king.
        to: Option<Square>,
    },
    /// One piece visits these squares in order, possibly with others in between. At most [`LONGEST_ROUTE`].
    Route(Vec<Square>),
}

/// An action and the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manoeuvre {
    /// The acting side; either side if `None`.
    pub side: Option<Side>,
    /// The action.
    pub action: Action,
}

impl Manoeuvre {
    /// Returns the manoeuvre of the other side: colours exchanged, board with this many squares turned.
    #[must_use]
    pub(super) fn turned(&self, squares: u8) -> Self {
        let turn = |square: Square| Square::new(squares + 1 - square.number()).unwrap_or(square);
        let action = match &self.action {
            Action::Takes { least, from, to } => Action::Takes {
                least: *least,
                from: from.map(turn),
                to: to.map(turn),
            },
            Action::Gives { least } => Action::Gives { least: *least },
            Action::Crowns { from, to } => Action::Crowns {
                from: from.map(turn),
                to: to.map(turn),
            },
            Action::Route(squares) => Action::Route(squares.iter().copied().map(turn).collect()),
        };
        Self {
            side: self.side.map(Side::other),
            action,
        }
    }
}

/// Pieces that a side has given since its last quiet move.
#[derive(Clone, Copy, Debug)]
struct Gift {
    /// Number of plies before the move that started it.
    since: u32,
    /// `true` if the position before it matches the boards.
    fits: bool,
    /// Pieces given before the first was taken back.
    given: u32,
    taken: bool,
    balance: i32,
    crowned: bool,
}

/// Follows one manoeuvre through a game.
#[derive(Clone, Debug)]
pub(super) struct Tracker<'a> {
    wanted: &'a Manoeuvre,
    /// Pattern of the position before it.
    from: Option<Mask<Squares>>,
    ply: u32,
    gifts: [Option<Gift>; 2],
    /// Pieces on the route: current square, number of route squares visited, and plies before the piece left
    /// the first square.
    on_way: Vec<(Square, usize, u32)>,
}

impl<'a> Tracker<'a> {
    pub(super) fn new(wanted: &'a Manoeuvre, boards: &Boards) -> Self {
        Self {
            wanted,
            from: (!boards.is_empty()).then(|| Mask::of(boards)),
            ply: 0,
            gifts: [None; 2],
            on_way: Vec::new(),
        }
    }

    /// Starts another game.
    pub(super) fn begin(&mut self) {
        self.ply = 0;
    }

    /// Visits a ply, or the end of a line. Returns the number of plies before a manoeuvre that is complete
    /// now.
    #[inline(never)]
    pub(super) fn visit(&mut self, before: &Field, ply: Option<&Ply>) -> Option<u32> {
        let at = self.ply;
        // A position that is set up counts as a ply.
        self.ply += 1;
        let Some(ply) = ply else {
            self.on_way.clear();
            let settled = self.gifts.map(|gift| self.settled(gift));
            self.gifts = [None; 2];
            return settled.into_iter().flatten().min();
        };
        let (us, them) = (before.turn as usize, before.turn.other() as usize);
        if let Action::Gives { .. } = self.wanted.action {
            let gone = self.take(them, ply.captured.count_ones());
            return gone.or(self.give(us, before, ply, at));
        }
        if self.wanted.side.is_some_and(|side| side != before.turn) {
            self.on_way
                .retain(|(square, ..)| bit(square.number()) & ply.captured == 0);
            return None;
        }
        let ends = |from: &Option<Square>, to: &Option<Square>| {
            from.is_none_or(|from| from == ply.origin) && to.is_none_or(|to| to == ply.target)
        };
        match &self.wanted.action {
            Action::Takes { least, from, to } => {
                let enough = ply.captured.count_ones() >= u32::from(*least);
                (enough && ends(from, to) && self.fits(before)).then_some(at)
            }
            Action::Crowns { from, to } => {
                (ply.promotes && ends(from, to) && self.fits(before)).then_some(at)
            }
            Action::Gives { .. } => None,
            Action::Route(squares) => self.walk(squares, before, ply, at),
        }
    }

    #[inline(never)]
    fn fits(&self, before: &Field) -> bool {
        let sets = || PieceSets::from_squares(before.men, before.kings);
        self.from
            .as_ref()
            .is_none_or(|mask| mask.fits(&sets(), before.turn as usize))
    }

    fn walk(&mut self, squares: &[Square], before: &Field, ply: &Ply, at: u32) -> Option<u32> {
        self.on_way
            .retain(|(square, ..)| bit(square.number()) & ply.captured == 0);
        let place = self.on_way.iter().position(|(square, ..)| *square == ply.origin);
        let known = place.map(|place| self.on_way.swap_remove(place));
        let (mut behind, mut since) = known.map_or((0, at), |(_, behind, since)| (behind, since));
        // A piece that returns to the first square starts again.
        if behind <= 1 && squares.first() == Some(&ply.origin) && self.fits(before) {
            (behind, since) = (1, at);
        }
        if behind == 0 {
            return None;
        }
        if squares.get(behind) == Some(&ply.target) {
            behind += 1;
        }
        if behind == squares.len() {
            return Some(since);
        }
        self.on_way.push((ply.target, behind, since));
        None
    }

    /// Handles the other side's ply: a capture takes one more piece, any other move ends the gift.
    fn take(&mut self, them: usize, captured: u32) -> Option<u32> {
        let gift = self.gifts[them].as_mut()?;
        if captured == 0 {
            return self.gifts[them].take().and_then(|gift| self.settled(Some(gift)));
        }
        gift.balance -= captured as i32;
        if !gift.taken {
            gift.given += captured;
        }
        None
    }

    fn give(&mut self, us: usize, before: &Field, ply: &Ply, at: u32) -> Option<u32> {
        let captured = ply.captured.count_ones();
        let gift = self.gifts[us].as_mut();
        if let Some(gift) = gift {
            gift.crowned |= ply.promotes;
            gift.balance += captured as i32;
            gift.taken |= captured > 0;
            // A quiet move after the first capture starts another gift.
            if captured > 0 || !gift.taken {
                return None;
            }
        } else if captured > 0 {
            return None;
        }
        let over = self.gifts[us].take();
        if self.wanted.side.is_none_or(|side| side == before.turn) {
            self.gifts[us] = Some(Gift {
                since: at,
                fits: self.fits(before),
                given: 0,
                taken: false,
                balance: 0,
                crowned: ply.promotes,
            });
        }
        self.settled(over)
    }

    /// Returns the ply at which a finished gift began, if it matches the query.
    fn settled(&self, gift: Option<Gift>) -> Option<u32> {
        let (Some(gift), Action::Gives { least }) = (gift, &self.wanted.action) else {
            return None;
        };
        let enough = gift.given >= u32::from(*least).max(1);
        (enough && gift.fits && (gift.balance != 0 || gift.crowned)).then_some(gift.since)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern::{Content, Pattern};
    use super::super::plies::walk_replayed;
    use super::super::replay::Stretch;
    use super::*;
    use draughts::notation::{fen, movetext};
    use draughts::{Role, Variant};

    fn square(number: u8) -> Option<Square> {
        Square::new(number)
    }

    /// Returns the number of plies before a manoeuvre in a game. Asserts the same result from the other side.
    fn began(start: &str, moves: &str, side: Option<Side>, action: Action, from: &Boards) -> Option<u32> {
        let start = fen::read(Variant::International, start).unwrap();
        let mut position = start;
        let moves: Vec<_> = moves
            .split(' ')
            .map(|text| {
                let mv = movetext::read(&position, text).unwrap();
                position.play_unchecked(&mv);
                mv
            })
            .collect();
        let stretches = [Stretch { start, moves }];
        let wanted = Manoeuvre { side, action };
        let mut tracker = Tracker::new(&wanted, from);
        let began = walk_replayed(&stretches, &mut |before, ply| tracker.visit(before, ply));
        let (turned, turned_from) = (wanted.turned(50), from.turned(50));
        assert_eq!(
            (turned.turned(50), turned_from.turned(50)),
            (wanted.clone(), from.clone())
        );
        let mut tracker = Tracker::new(&turned, &turned_from);
        let turn = |number: Square| Square::new(51 - number.number()).unwrap();
        let mirrored = walk_replayed(&stretches, &mut |before, ply| {
            let ply = ply.map(|ply| Ply {
                origin: turn(ply.origin),
                target: turn(ply.target),
                captured: ply.captured.reverse_bits() >> (Squares::BITS - 50),
                promotes: ply.promotes,
            });
            tracker.visit(&before.turned(), ply.as_ref())
        });
        assert_eq!(mirrored, began);
        began
    }

    const START: &str = "W:W31-50:B1-20";
    const WHITE: Option<Side> = Some(Side::White);
    const BLACK: Option<Side> = Some(Side::Black);

    #[test]
    fn a_capture_matches_by_squares_and_number_of_pieces() {
        let takes = |least, from, to, side| {
            let action = Action::Takes { least, from, to };
            began(START, "32-28 19-23 28x19 14x23", side, action, &Boards::default())
        };
        assert_eq!(takes(1, None, None, WHITE), Some(2));
        assert_eq!(takes(1, square(28), square(19), None), Some(2));
        assert_eq!(takes(1, square(28), square(18), WHITE), None);
        assert_eq!(takes(1, None, None, BLACK), Some(3));
        assert_eq!(takes(2, None, None, None), None);
    }

    #[test]
    fn a_manoeuvre_starts_on_the_wanted_boards() {
        let action = || Action::Takes {
            least: 1,
            from: None,
            to: None,
        };
        let mut look = Pattern::default();
        look.put(Square::new(19).unwrap(), Content::Piece(WHITE, Some(Role::Man)));
        let from = Boards {
            look,
            ..Boards::default()
        };
        let moves = "32-28 19-23 28x19 14x23";
        assert_eq!(began(START, moves, None, action(), &from), Some(3));
        assert_eq!(began(START, moves, WHITE, action(), &from), None);
    }

    #[test]
    fn an_exchange_is_not_a_gift() {
        let gives = |start, moves, least, side| {
            began(start, moves, side, Action::Gives { least }, &Boards::default())
        };
        assert_eq!(
            gives(START, "32-28 19-23 28x19 14x23 37-32 10-14", 1, None),
            None,
            "one for one"
        );
        let lost = "32-28 23x32 50-45 5-10";
        assert_eq!(gives("W:W32,50:B5,23", lost, 1, WHITE), Some(0));
        assert_eq!(gives("W:W32,50:B5,23", lost, 2, WHITE), None);
        assert_eq!(gives("W:W32,50:B5,23", lost, 1, BLACK), None);
        // Two pieces given in two moves: it starts at the first.
        let twice = "27-22 18x27 37-31 27x36 50-45 5-10";
        assert_eq!(gives("W:W27,37,50:B5,18", twice, 2, WHITE), Some(0));
        assert_eq!(gives("W:W27,37,50:B5,18", twice, 3, WHITE), None);
        // One for one, and a king.
        let crowned = "18-13 19x8 12x3 5-10";
        assert_eq!(gives("W:W12,17,18,50:B5,19", crowned, 1, WHITE), Some(0));
        // The line ends before the captures are over.
        assert_eq!(gives("W:W32,50:B5,23", "32-28 23x32", 1, WHITE), Some(0));
    }

    #[test]
    fn a_man_is_crowned() {
        let crowns = |from, to, side| {
            let action = Action::Crowns { from, to };
            began("W:W7,50:B20", "7-1 20-25 1-6", side, action, &Boards::default())
        };
        assert_eq!(crowns(None, None, None), Some(0));
        assert_eq!(crowns(square(7), square(1), WHITE), Some(0));
        assert_eq!(crowns(None, square(2), WHITE), None);
        assert_eq!(crowns(None, None, BLACK), None);
    }

    #[test]
    fn a_route_belongs_to_one_piece() {
        let goes = |moves, squares: &[u8], side| {
            let squares = squares.iter().map(|number| Square::new(*number).unwrap());
            began(
                START,
                moves,
                side,
                Action::Route(squares.collect()),
                &Boards::default(),
            )
        };
        let moves = "34-30 20-25 32-28 25x34 40x29 17-22 28x17";
        assert_eq!(goes(moves, &[32, 28, 17], WHITE), Some(2));
        assert_eq!(goes(moves, &[32, 17], WHITE), Some(2), "over other squares");
        assert_eq!(goes(moves, &[40, 17], WHITE), None, "another piece");
        assert_eq!(goes(moves, &[20, 25, 34], BLACK), Some(1));
        assert_eq!(goes(moves, &[20, 25, 34], WHITE), None);
        assert_eq!(goes(moves, &[34, 30, 24], None), None, "not yet");
        // A captured piece goes no further, although another one comes to its square.
        let taken = "32-28 19-23 28x19 14x23 37-32 10-14 32-28 23x32 38x27";
        assert_eq!(goes(taken, &[32, 28, 27], WHITE), None);
        assert_eq!(goes(taken, &[37, 32, 28], WHITE), Some(4));
    }
}
