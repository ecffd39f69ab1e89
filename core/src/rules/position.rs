//! A legal position of any game: the public face of the generator. Knows no history; that is the game's.
use super::{BitMove, Board, Move, MoveList, Pos, Setup, SetupErrors, Variant, generate, routes};
use crate::board::{Bits, Geometry, Half8, Half10, Half12, Piece, Role, Side, Square};

/// Pieces on a board, the side to move and the game they belong to. Equal as the repetition rule sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    variant: Variant,
    pub(crate) pos: AnyPos,
}

/// The position on its own board. Matched once for a call or a search, never inside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AnyPos {
    Half8(Pos<Half8>),
    Half10(Pos<Half10>),
    Half12(Pos<Half12>),
}

/// Runs the same generic code on the position of whatever board: `with_pos!(position, pos => f(pos))`.
macro_rules! with_pos {
    ($position:expr, $pos:ident => $body:expr) => {
        match &$position.pos {
            $crate::rules::AnyPos::Half8($pos) => $body,
            $crate::rules::AnyPos::Half10($pos) => $body,
            $crate::rules::AnyPos::Half12($pos) => $body,
        }
    };
}
pub(crate) use with_pos;

/// A board that a position can wrap.
pub(crate) trait IntoAny: Geometry {
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

/// The move is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}{} is not legal here", .0.origin(), if .0.is_capture() { 'x' } else { '-' }, .0.target())]
pub struct IllegalMove(pub Move);

impl Position {
    /// The position of a setup.
    ///
    /// # Errors
    /// Everything that no game can reach: two pieces on one square, a man on its promotion row, too many pieces
    /// of a side, a square off the board. A side without pieces or moves is a position: its game is over.
    pub fn from_setup(variant: Variant, setup: &Setup) -> Result<Position, SetupErrors> {
        fn place<G: IntoAny>(setup: &Setup) -> AnyPos {
            let mut pos = Pos::<G>::empty(setup.turn);
            for &(square, piece) in &setup.pieces {
                let pieces = match piece.role {
                    Role::Man => &mut pos.men[piece.side as usize],
                    Role::King => &mut pos.kings[piece.side as usize],
                };
                *pieces = *pieces | G::Bits::bit(G::bit_of(square));
            }
            G::wrap(pos)
        }
        let errors = setup.errors(variant);
        if !errors.is_empty() {
            return Err(errors);
        }
        let pos = match variant.rules().board {
            Board::Half8 => place::<Half8>(setup),
            Board::Half10 => place::<Half10>(setup),
            Board::Half12 => place::<Half12>(setup),
        };
        Ok(Position { variant, pos })
    }

    /// The pieces and the turn as a setup, to change and try again.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty(self.turn());
        self.pieces().for_each(|(square, piece)| setup.put(square, piece));
        setup
    }

    /// The game it belongs to.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Whose move it is.
    pub fn turn(&self) -> Side {
        with_pos!(self, pos => pos.turn)
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub fn with_turn(mut self, turn: Side) -> Position {
        match &mut self.pos {
            AnyPos::Half8(pos) => pos.turn = turn,
            AnyPos::Half10(pos) => pos.turn = turn,
            AnyPos::Half12(pos) => pos.turn = turn,
        }
        self
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        fn at<G: Geometry>(pos: &Pos<G>, square: Square) -> Option<Piece> {
            if square.number() > G::SQUARES {
                return None;
            }
            let bit = G::Bits::bit(G::bit_of(square));
            Side::ALL.into_iter().find_map(|side| {
                if pos.men[side as usize] & bit != G::Bits::ZERO {
                    Some(Piece {
                        side,
                        role: Role::Man,
                    })
                } else if pos.kings[side as usize] & bit != G::Bits::ZERO {
                    Some(Piece {
                        side,
                        role: Role::King,
                    })
                } else {
                    None
                }
            })
        }
        with_pos!(self, pos => at(pos, square))
    }

    /// Every piece with its square, lowest number first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let position = *self;
        self.all_squares()
            .filter_map(move |square| position.piece_at(square).map(|piece| (square, piece)))
    }

    /// How many pieces of a side: men and kings.
    pub fn count(&self, side: Side) -> (u8, u8) {
        with_pos!(self, pos => (pos.men[side as usize].count() as u8, pos.kings[side as usize].count() as u8))
    }

    /// How many squares are played on.
    pub fn squares(&self) -> u8 {
        self.variant.rules().board.squares()
    }

    /// The squares played on, 1 first.
    pub fn all_squares(&self) -> impl Iterator<Item = Square> + use<> {
        (1..=self.squares()).filter_map(Square::new)
    }

    /// Column from the left and row from the top, both from 0, White below. The square must be on the board.
    pub fn coordinates(&self, square: Square) -> (u8, u8) {
        fn of<G: Geometry>(_: &Pos<G>, square: Square) -> (u8, u8) {
            G::coordinates(square)
        }
        with_pos!(self, pos => of(pos, square))
    }

    /// Every legal move, each once: two routes with the same ends and the same captured pieces are one move.
    /// Empty where the side to move has lost.
    pub fn legal_moves(&self) -> Vec<Move> {
        fn list<G: Geometry>(pos: &Pos<G>, variant: Variant) -> Vec<Move> {
            let mut moves = MoveList::new();
            generate(pos, variant.rules(), &mut moves);
            moves.iter().map(|mv| mv.to_move()).collect()
        }
        with_pos!(self, pos => list(pos, self.variant))
    }

    /// Whether there is a legal move.
    pub fn can_move(&self) -> bool {
        with_pos!(self, pos => super::count(pos, self.variant.rules()) > 0)
    }

    /// Whether the side to move must take.
    pub fn must_capture(&self) -> bool {
        with_pos!(self, pos => super::has_capture(pos, self.variant.rules()))
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, mv: &Move) -> bool {
        self.legal_moves().contains(mv)
    }

    /// The position after a move.
    ///
    /// # Errors
    /// The move is not legal here.
    pub fn play(&self, mv: &Move) -> Result<Position, IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(*mv));
        }
        let mut next = *self;
        next.play_unchecked(mv);
        Ok(next)
    }

    /// Plays a move that the caller knows to be legal here; any other leaves a nonsense position.
    pub fn play_unchecked(&mut self, mv: &Move) {
        match &mut self.pos {
            AnyPos::Half8(pos) => *pos = pos.play_unchecked(&BitMove::from_move(mv)),
            AnyPos::Half10(pos) => *pos = pos.play_unchecked(&BitMove::from_move(mv)),
            AnyPos::Half12(pos) => *pos = pos.play_unchecked(&BitMove::from_move(mv)),
        }
    }

    /// A hash of pieces and turn, the same in every run: equal positions of a game have equal hashes.
    pub fn hash(&self) -> u64 {
        with_pos!(self, pos => pos.hash())
    }

    /// Every way to make a legal move: origin, each landing square, target. The first is the one to write down, landing
    /// directly behind a captured piece where the king goes straight on. At most [`Position::MOST_ROUTES`].
    /// Empty where the piece cannot make the move.
    pub fn routes(&self, mv: &Move) -> Vec<Vec<Square>> {
        self.some_routes(mv, Position::MOST_ROUTES)
    }

    /// The first of the [routes](Position::routes) of a legal move.
    pub fn route(&self, mv: &Move) -> Vec<Square> {
        self.some_routes(mv, 1).pop().unwrap_or_default()
    }

    fn some_routes(&self, mv: &Move, most: usize) -> Vec<Vec<Square>> {
        fn list<G: Geometry>(pos: &Pos<G>, variant: Variant, mv: &Move, most: usize) -> Vec<Vec<Square>> {
            routes::routes(pos, variant.rules(), &BitMove::from_move(mv), most)
                .into_iter()
                .map(|route| {
                    route
                        .into_iter()
                        .map(|bit| G::square_at(u32::from(bit)))
                        .collect()
                })
                .collect()
        }
        if !mv.is_capture() {
            return vec![vec![mv.origin(), mv.target()]];
        }
        with_pos!(self, pos => list(pos, self.variant, mv, most))
    }

    /// Every capture that the piece on a square can make or begin, whatever else must be taken: each jump and each
    /// continuation as a move of its own. Empty where the piece is not the mover's or can take nothing.
    pub(crate) fn partial_captures(&self, from: Square) -> Vec<Move> {
        fn list<G: Geometry>(pos: &Pos<G>, variant: Variant, from: Square) -> Vec<Move> {
            let moves = routes::partial(pos, variant.rules(), G::bit_of(from));
            moves.into_iter().map(BitMove::to_move).collect()
        }
        if from.number() > self.squares() {
            return Vec::new();
        }
        with_pos!(self, pos => list(pos, self.variant, from))
    }

    /// More ways than these to make one move are not listed.
    pub const MOST_ROUTES: usize = 256;
}
