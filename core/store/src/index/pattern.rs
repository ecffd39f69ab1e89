//! Patterns of positions: squares that must match, may match or must not match, the side to move, and
//! material.
use super::encoded_line::{PieceSets, Word};
use super::field::{Squares, bit, turned};
use draughts::{Position, Role, Side, Square};
use std::ops::RangeInclusive;

/// Content that a square of a pattern must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// No piece.
    Empty,
    /// A piece, of this side and role if they are given.
    Piece(Option<Side>, Option<Role>),
}

/// Squares by side (the third index is either side), then by role (the third index is either role).
type Pieces<W> = [[W; 3]; 3];

/// Squares with the content they must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    empty: Squares,
    pieces: Pieces<Squares>,
}

impl Pattern {
    /// Adds a square.
    pub fn put(&mut self, square: Square, content: Content) {
        let set = match content {
            Content::Empty => &mut self.empty,
            Content::Piece(side, role) => {
                let side = side.map_or(2, |side| side as usize);
                &mut self.pieces[side][role.map_or(2, |role| usize::from(role == Role::King))]
            }
        };
        *set |= bit(square.number());
    }

    /// Requires every square of a position as it is.
    fn exactly(position: &Position) -> Self {
        let mut pattern = Self::default();
        for square in position.all_squares() {
            let content = position.piece_at(square).map_or(Content::Empty, |piece| {
                Content::Piece(Some(piece.side), Some(piece.role))
            });
            pattern.put(square, content);
        }
        pattern
    }

    /// Exchanges the colours and turns the board with this many squares.
    fn turned(&self, squares: u8) -> Self {
        let turn = |set: Squares| turned(set, squares);
        let [white, black, either] = self.pieces.map(|sets| sets.map(turn));
        Self {
            empty: turn(self.empty),
            pieces: [black, white, either],
        }
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A query for positions; all given conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Boards {
    /// Squares that must all match.
    pub look: Pattern,
    /// Squares of which at least one must match, if any is given.
    pub or: Pattern,
    /// Squares that must not match.
    pub exclude: Pattern,
    /// Side to move.
    pub turn: Option<Side>,
    /// Number of men and kings: by side, then men and kings. Unlimited if `None`.
    pub material: [[Option<RangeInclusive<u8>>; 2]; 2],
}

impl Boards {
    /// Matches this position and no other.
    #[must_use]
    pub fn exactly(position: &Position) -> Self {
        Self {
            look: Pattern::exactly(position),
            turn: Some(position.turn()),
            ..Self::default()
        }
    }

    /// True if every position matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the query from the other side: colours exchanged, board with this many squares turned.
    #[must_use]
    pub(super) fn turned(&self, squares: u8) -> Self {
        let [white, black] = self.material.clone();
        Self {
            look: self.look.turned(squares),
            or: self.or.turned(squares),
            exclude: self.exclude.turned(squares),
            turn: self.turn.map(Side::other),
            material: [black, white],
        }
    }
}

/// A query prepared for matching many positions.
#[derive(Clone, Debug)]
pub(super) struct Mask<W> {
    look: PatternSets<W>,
    /// `true` if only men and kings of the first board are asked for.
    is_plain: bool,
    or: Option<PatternSets<W>>,
    exclude: Option<PatternSets<W>>,
    turn: Option<usize>,
    counts: Vec<(usize, usize, u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct PatternSets<W> {
    empty: W,
    pieces: Pieces<W>,
}

impl<W: Word> PatternSets<W> {
    fn of(pattern: &Pattern) -> Self {
        Self {
            empty: W::from_squares(pattern.empty),
            pieces: pattern.pieces.map(|sets| sets.map(W::from_squares)),
        }
    }

    /// Returns the pieces by side and role, indexed as in a pattern.
    #[inline]
    fn held(sets: &PieceSets<W>) -> Pieces<W> {
        let of = |men: W, kings: W| [men, kings, men | kings];
        let ([white, black], [kings, others]) = (sets.men, sets.kings);
        [
            of(white, kings),
            of(black, others),
            of(white | black, kings | others),
        ]
    }

    /// Returns the squares that do not match.
    #[inline]
    fn misses(&self, held: &Pieces<W>) -> W {
        self.fold(self.empty & held[2][2], held, |wanted, held| wanted & !held)
    }

    /// Returns the squares that match.
    #[inline]
    fn hits(&self, held: &Pieces<W>) -> W {
        self.fold(self.empty & !held[2][2], held, |wanted, held| wanted & held)
    }

    #[inline]
    fn fold(&self, mut sum: W, held: &Pieces<W>, of: impl Fn(W, W) -> W) -> W {
        for (wanted, held) in self.pieces.as_flattened().iter().zip(held.as_flattened()) {
            sum = sum | of(*wanted, *held);
        }
        sum
    }
}

impl<W: Word> Mask<W> {
    #[inline(never)]
    pub(super) fn of(boards: &Boards) -> Self {
        let some = |pattern: &Pattern| (!pattern.is_empty()).then(|| PatternSets::of(pattern));
        let mut counts = Vec::new();
        for (side, kinds) in boards.material.iter().enumerate() {
            for (kind, count) in kinds.iter().enumerate() {
                if let Some(count) = count {
                    counts.push((side, kind, (*count.start()).into(), (*count.end()).into()));
                }
            }
        }
        let mut plain = Boards::default();
        for side in [0, 1] {
            plain.look.pieces[side][..2].copy_from_slice(&boards.look.pieces[side][..2]);
        }
        Self {
            look: PatternSets::of(&boards.look),
            is_plain: plain == *boards,
            or: some(&boards.or),
            exclude: some(&boards.exclude),
            turn: boards.turn.map(|side| side as usize),
            counts,
        }
    }

    /// True if a position with this side to move matches. Compares men and kings first, since they exclude
    /// most positions.
    #[inline(always)]
    pub(super) fn fits(&self, sets: &PieceSets<W>, turn: usize) -> bool {
        let [[white, kings, _], [black, others, _], _] = self.look.pieces;
        let men = white & !sets.men[0] | black & !sets.men[1];
        let kings = kings & !sets.kings[0] | others & !sets.kings[1];
        men | kings == W::NONE && (self.is_plain || self.fits_further(sets, turn))
    }

    #[inline(never)]
    fn fits_further(&self, sets: &PieceSets<W>, turn: usize) -> bool {
        let held = PatternSets::held(sets);
        self.turn.is_none_or(|wanted| wanted == turn)
            && self.look.misses(&held) == W::NONE
            && self.or.is_none_or(|or| or.hits(&held) != W::NONE)
            && self.exclude.is_none_or(|exclude| exclude.hits(&held) == W::NONE)
            && self.counts.iter().all(|&(side, kind, least, most)| {
                let set = if kind == 0 {
                    sets.men[side]
                } else {
                    sets.kings[side]
                };
                (least..=most).contains(&set.count())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::Field;
    use super::*;
    use draughts::Variant;
    use draughts::notation::fen;

    const WHITE: Option<Side> = Some(Side::White);
    const BLACK: Option<Side> = Some(Side::Black);

    fn field(text: &str) -> Field {
        Field::of(&fen::read(Variant::International, text).unwrap())
    }

    fn pattern(squares: &[(u8, Content)]) -> Pattern {
        let mut pattern = Pattern::default();
        for (number, content) in squares {
            pattern.put(Square::new(*number).unwrap(), *content);
        }
        pattern
    }

    /// Matches the query, and asserts that the turned query matches the turned position alike.
    fn fits(boards: &Boards, field: &Field) -> bool {
        let of = |boards: &Boards, field: &Field| {
            Mask::<u64>::of(boards).fits(
                &PieceSets::from_squares(field.men, field.kings),
                field.turn as usize,
            )
        };
        let fits = of(boards, field);
        assert_eq!(of(&boards.turned(50), &field.turned()), fits, "{boards:?}");
        fits
    }

    #[test]
    fn a_square_matches_its_content() {
        let position = field("W:W28,K46:B13,19,K5");
        for (square, content, fit) in [
            (28, Content::Piece(WHITE, Some(Role::Man)), true),
            (28, Content::Piece(WHITE, Some(Role::King)), false),
            (28, Content::Piece(WHITE, None), true),
            (28, Content::Piece(BLACK, None), false),
            (28, Content::Piece(None, Some(Role::Man)), true),
            (28, Content::Piece(None, Some(Role::King)), false),
            (46, Content::Piece(WHITE, Some(Role::King)), true),
            (5, Content::Piece(None, Some(Role::King)), true),
            (5, Content::Piece(None, None), true),
            (6, Content::Piece(None, None), false),
            (6, Content::Empty, true),
            (5, Content::Empty, false),
        ] {
            let given = pattern(&[(square, content)]);
            let look = Boards {
                look: given,
                ..Boards::default()
            };
            assert_eq!(fits(&look, &position), fit, "{square} {content:?}");
            let or = Boards {
                or: given,
                ..Boards::default()
            };
            assert_eq!(fits(&or, &position), fit, "or {square} {content:?}");
            let exclude = Boards {
                exclude: given,
                ..Boards::default()
            };
            assert_eq!(fits(&exclude, &position), !fit, "not {square} {content:?}");
        }
    }

    #[test]
    fn one_square_of_or_suffices_and_one_of_exclude_refuses() {
        let man = |side| Content::Piece(side, Some(Role::Man));
        let boards = Boards {
            look: pattern(&[(28, man(WHITE))]),
            or: pattern(&[(19, man(BLACK)), (23, man(BLACK)), (19, Content::Empty)]),
            exclude: pattern(&[(37, man(WHITE)), (38, man(WHITE))]),
            ..Boards::default()
        };
        assert!(fits(&boards, &field("W:W28,32:B19")));
        assert!(fits(&boards, &field("W:W28:B23")));
        assert!(!fits(&boards, &field("W:W28:BK19")), "neither man nor empty");
        assert!(!fits(&boards, &field("W:W28,38:B19,23")));
        assert!(!fits(&boards, &field("W:W27:B19")));
    }

    #[test]
    fn side_to_move_and_material_must_match() {
        let mut boards = Boards {
            turn: BLACK,
            ..Boards::default()
        };
        boards.material[0] = [Some(1..=2), Some(1..=1)];
        boards.material[1][0] = Some(0..=2);
        assert!(fits(&boards, &field("B:W28,K46:B13,19,K5")));
        assert!(!fits(&boards, &field("W:W28,K46:B13,19,K5")), "the turn");
        assert!(!fits(&boards, &field("B:WK46:B13,19,K5")), "no man");
        assert!(!fits(&boards, &field("B:W28,K46:B13,14,19")), "three men");
        assert!(!fits(&boards, &field("B:W28,K46,K47:B13,19")), "two kings");
    }

    #[test]
    fn an_exact_pattern_matches_only_its_position() {
        let text = "B:W28,K46:B13,19,K5";
        let exactly = Boards::exactly(&fen::read(Variant::International, text).unwrap());
        assert!(fits(&exactly, &field(text)));
        for other in [
            "W:W28,K46:B13,19,K5",
            "B:W28,46:B13,19,K5",
            "B:W28,27,K46:B13,19,K5",
            "B:W28,K46:B13,K5",
        ] {
            assert!(!fits(&exactly, &field(other)), "{other}");
        }
        assert!(Boards::default().is_empty() && !exactly.is_empty());
    }
}
