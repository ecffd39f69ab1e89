//! A legal position of any game: the public interface of the generator. Knows no history.
use super::{
    AnyPos, BitMove, IntoAny, KingMoves, Move, MoveList, Pos, Promotion, Ruleset, Setup, SetupErrors,
    Variant, generate, routes,
};
use crate::board::{Bits, Board, Full8, Geometry, Half8, Half10, Half12, Piece, Role, Side, Square};
use crate::with_pos;
use smallvec::SmallVec;

/// Pieces on a board, the side to move and the variant. Equality is that of the repetition rule.
///
/// ```
/// use draughts::{Side, Variant};
///
/// let start = Variant::International.start();
/// assert_eq!((start.turn(), start.count(Side::White)), (Side::White, (20, 0)));
/// let mv = start.legal_moves()[0];
/// let next = start.play(&mv)?;
/// assert_eq!(next.turn(), Side::Black);
/// assert!(next.play(&mv).is_err()); // not legal any more
/// # Ok::<(), draughts::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    variant: Variant,
    pos: AnyPos,
}

/// One leg of a move: a step, a slide or a jump.
///
/// ```
/// use draughts::{Square, Variant, notation::{fen, movetext}};
///
/// let position = fen::read(Variant::International, "W:W28:B11,22")?;
/// let mv = movetext::read(&position, "28x6")?;
/// let legs = position.legs(&mv, &position.route(&mv));
/// assert_eq!(legs.len(), 2);
/// assert_eq!((legs[0].landing, legs[0].captured), (Square::new(17).unwrap(), Square::new(22)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// Square where the leg ends.
    pub landing: Square,
    /// Square of the jumped piece.
    pub captured: Option<Square>,
    /// True if a man is crowned at the end of the leg.
    pub crowns: bool,
}

/// The move is not legal in the position.
///
/// ```
/// use draughts::Variant;
///
/// let start = Variant::International.start();
/// let mv = start.legal_moves()[0];
/// let error = start.play(&mv).and_then(|next| next.play(&mv)).unwrap_err();
/// assert!(error.to_string().ends_with("is not legal here"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}{} is not legal here", .0.origin(), if .0.is_capture() { 'x' } else { '-' }, .0.target())]
pub struct IllegalMove(pub Move);

impl Variant {
    /// Returns the position from which a game starts.
    #[must_use]
    pub fn start(self) -> Position {
        Position::from_setup(self, &Setup::start(self)).expect("every game starts from a possible position")
    }
}

impl Position {
    /// Validates a setup.
    ///
    /// # Errors
    /// The setup is impossible in a game: two pieces on one square, a man on its promotion row, too many pieces of a
    /// side, or a square off the board. A side without pieces or moves is allowed: its game is over.
    pub fn from_setup(variant: Variant, setup: &Setup) -> Result<Position, SetupErrors> {
        fn place<G: IntoAny>(variant: Variant, setup: &Setup) -> AnyPos {
            let bit = |square| G::bit_of(variant.rules().board.unmirrored(square));
            let mut pos = Pos::<G>::empty(setup.turn);
            for &(square, piece) in &setup.pieces {
                let pieces = match piece.role {
                    Role::Man => &mut pos.men[piece.side as usize],
                    Role::King => &mut pos.kings[piece.side as usize],
                };
                *pieces = *pieces | G::Bits::bit(bit(square));
            }
            if let Some(limit) = variant.rules().king_move_limit {
                for side in Side::ALL {
                    if let Some((square, count)) = setup.king_moves[side as usize] {
                        pos.king_moves[side as usize] = KingMoves {
                            count: count.min(limit),
                            at: if count > 0 { bit(square) as u8 } else { 0 },
                        };
                        pos.forget_king_moves(side);
                    }
                }
            }
            G::wrap(pos)
        }
        let errors = setup.errors(variant);
        if !errors.is_empty() {
            return Err(errors);
        }
        let pos = match variant.rules().board {
            Board::Half8 | Board::Half8Mirrored => place::<Half8>(variant, setup),
            Board::Half10 => place::<Half10>(variant, setup),
            Board::Half12 | Board::Half12Mirrored => place::<Half12>(variant, setup),
            Board::Full8 => place::<Full8>(variant, setup),
        };
        Ok(Position { variant, pos })
    }

    /// Returns the position as bits, for the engine.
    #[doc(hidden)]
    pub const fn raw(&self) -> &AnyPos {
        &self.pos
    }

    /// Wraps a position on its own board. The pieces must be valid for [`Position::from_setup`].
    #[doc(hidden)]
    pub fn from_pos<G: IntoAny>(variant: Variant, pos: Pos<G>) -> Position {
        Position {
            variant,
            pos: G::wrap(pos),
        }
    }

    /// Returns the pieces and the turn as a setup, to edit and validate again.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty(self.turn());
        self.pieces().for_each(|(square, piece)| setup.put(square, piece));
        setup.king_moves = Side::ALL.map(|side| self.king_moves(side));
        setup
    }

    /// Returns the variant.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Side {
        with_pos!(self, pos => pos.turn)
    }

    /// Returns the same pieces with this side to move.
    #[must_use]
    pub fn with_turn(mut self, turn: Side) -> Position {
        match &mut self.pos {
            AnyPos::Half8(pos) => pos.turn = turn,
            AnyPos::Half10(pos) => pos.turn = turn,
            AnyPos::Half12(pos) => pos.turn = turn,
            AnyPos::Full8(pos) => pos.turn = turn,
        }
        self
    }

    /// Returns the piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        fn at<G: Geometry>(pos: &Pos<G>, square: Square) -> Option<Piece> {
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
        if square.number() > self.squares() {
            return None;
        }
        let square = self.board().unmirrored(square);
        with_pos!(self, pos => at(pos, square))
    }

    /// Returns every piece with its square, lowest number first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let position = *self;
        self.all_squares()
            .filter_map(move |square| position.piece_at(square).map(|piece| (square, piece)))
    }

    /// Returns the number of men and of kings of a side.
    #[must_use]
    pub fn count(&self, side: Side) -> (u8, u8) {
        with_pos!(self, pos => (pos.men[side as usize].count() as u8, pos.kings[side as usize].count() as u8))
    }

    /// Returns the king's square and the number of quiet moves in a row that a side has made with it. `None` if
    /// nothing is counted: no limit in the game, no man on that side, or another move came last.
    pub fn king_moves(&self, side: Side) -> Option<(Square, u8)> {
        fn of<G: Geometry>(pos: &Pos<G>, side: Side) -> Option<(Square, u8)> {
            let moves = pos.king_moves[side as usize];
            (moves.count > 0).then(|| (G::square_at(u32::from(moves.at)), moves.count))
        }
        with_pos!(self, pos => of(pos, side)).map(|(square, count)| (self.board().unmirrored(square), count))
    }

    /// Returns the board.
    pub const fn board(&self) -> Board {
        self.variant.rules().board
    }

    /// Returns the number of squares played on.
    pub fn squares(&self) -> u8 {
        self.board().squares()
    }

    /// Returns the squares played on, 1 first.
    pub fn all_squares(&self) -> impl Iterator<Item = Square> + use<> {
        (1..=self.squares()).filter_map(Square::new)
    }

    /// Returns column from the left and row from the top, both from 0, White at the bottom. The square must be on the
    /// board.
    pub fn coordinates(&self, square: Square) -> (u8, u8) {
        self.board().coordinates(square)
    }

    /// Returns every legal move, each once: two routes with the same origin, target and captured pieces are one move.
    /// Empty if the game is over: the side to move cannot move, or its opponent has no piece left.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        fn list<G: Geometry>(pos: &Pos<G>, variant: Variant) -> Vec<Move> {
            let mut moves = MoveList::new();
            generate(pos, variant.rules(), &mut moves);
            let board = variant.rules().board;
            moves.iter().map(|mv| mv.to_move(board)).collect()
        }
        with_pos!(self, pos => list(pos, self.variant))
    }

    /// Returns the legal moves from one square to another. There is more than one only if captures differ in the
    /// captured pieces.
    #[must_use]
    pub fn moves_between(&self, origin: Square, target: Square) -> SmallVec<[Move; 2]> {
        fn list<G: Geometry>(
            pos: &Pos<G>,
            variant: Variant,
            origin: Square,
            target: Square,
        ) -> SmallVec<[Move; 2]> {
            let board = variant.rules().board;
            let bit = |square| G::bit_of(board.unmirrored(square)) as u8;
            let (from, to) = (bit(origin), bit(target));
            let mut moves = MoveList::new();
            generate(pos, variant.rules(), &mut moves);
            let found = moves.iter().filter(|mv| mv.from == from && mv.to == to);
            found.map(|mv| mv.to_move(board)).collect()
        }
        if origin.number().max(target.number()) > self.squares() {
            return SmallVec::new();
        }
        with_pos!(self, pos => list(pos, self.variant, origin, target))
    }

    /// Returns true if there is a legal move.
    #[must_use]
    pub fn can_move(&self) -> bool {
        let rules = self.variant.rules();
        with_pos!(self, pos => super::has_capture(pos, rules) || super::has_quiet(pos, rules))
    }

    /// Returns true if the side to move must capture.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        with_pos!(self, pos => super::has_capture(pos, self.variant.rules()))
    }

    /// Returns true if a move is legal.
    #[must_use]
    pub fn is_legal(&self, mv: &Move) -> bool {
        self.legal_moves().contains(mv)
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn play(&self, mv: &Move) -> Result<Position, IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(*mv));
        }
        let mut next = *self;
        next.play_unchecked(mv);
        Ok(next)
    }

    /// Plays a move that the caller knows to be legal. Any other move leaves a nonsense position.
    ///
    /// ```
    /// use draughts::Variant;
    ///
    /// let mut position = Variant::International.start();
    /// let mv = position.legal_moves()[0];
    /// let checked = position.play(&mv)?;
    /// position.play_unchecked(&mv);
    /// assert_eq!(position, checked);
    /// # Ok::<(), draughts::IllegalMove>(())
    /// ```
    pub fn play_unchecked(&mut self, mv: &Move) {
        fn play<G: Geometry>(pos: &mut Pos<G>, variant: Variant, mv: &Move) {
            let mut bits = BitMove::from_move(mv, variant.rules().board);
            let by_king = pos.kings[pos.turn as usize] & G::Bits::bit(u32::from(bits.from)) != G::Bits::ZERO;
            if variant.rules().king_move_limit.is_some() && by_king && !bits.is_capture() {
                bits.king_moves = pos.king_moves_after(u32::from(bits.from));
            }
            *pos = pos.play_unchecked(&bits);
        }
        match &mut self.pos {
            AnyPos::Half8(pos) => play(pos, self.variant, mv),
            AnyPos::Half10(pos) => play(pos, self.variant, mv),
            AnyPos::Half12(pos) => play(pos, self.variant, mv),
            AnyPos::Full8(pos) => play(pos, self.variant, mv),
        }
    }

    /// Returns a hash of pieces, turn and counted king moves. It is stable between runs: equal positions of a game
    /// have equal hashes.
    #[must_use]
    pub fn hash(&self) -> u64 {
        with_pos!(self, pos => pos.hash())
    }

    /// Returns the routes of a legal move: origin, each landing square, target. The first is the one to write down: a
    /// king that continues straight lands directly behind the captured piece. At most [`Position::MOST_ROUTES`];
    /// empty if the piece cannot make the move.
    ///
    /// ```
    /// use draughts::{Variant, notation::fen};
    ///
    /// let position = fen::read(Variant::International, "W:W28:B11,22")?;
    /// let mv = position.legal_moves()[0];
    /// let route: Vec<u8> = position.routes(&mv)[0].iter().map(|square| square.number()).collect();
    /// assert_eq!(route, [28, 17, 6]);
    /// # Ok::<(), draughts::notation::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn routes(&self, mv: &Move) -> Vec<Vec<Square>> {
        self.some_routes(mv, Position::MOST_ROUTES)
    }

    /// Returns the first of the [routes](Position::routes) of a legal move.
    #[must_use]
    pub fn route(&self, mv: &Move) -> Vec<Square> {
        self.some_routes(mv, 1).pop().unwrap_or_default()
    }

    /// Returns the legs of one of the [routes](Position::routes) of a legal move. When captured pieces leave the
    /// board depends on [`Ruleset::removal`](super::Ruleset::removal).
    #[must_use]
    pub fn legs(&self, mv: &Move, route: &[Square]) -> Vec<Leg> {
        let rules = self.variant.rules();
        let mut left = mv.captured();
        let mut man = mv.promotes();
        let far_row = match self.turn() {
            Side::White => 0,
            Side::Black => self.board().size().1 - 1,
        };
        let row = |square| self.coordinates(square).1;
        // A piece that ends on another row, or jumps farther than a man, was crowned in passing, by the rules or by
        // option.
        let in_passing = rules.promotion == Promotion::Continue
            || row(mv.target()) != far_row
            || man && route.windows(2).any(|pair| !self.is_mans_jump(pair[0], pair[1]));
        let mut legs = Vec::new();
        for (i, pair) in route.windows(2).enumerate() {
            let captured = left.iter().find(|&square| self.between(pair[0], square, pair[1]));
            captured.into_iter().for_each(|square| left.remove(square));
            let crowns = man && (in_passing || i + 2 == route.len()) && row(pair[1]) == far_row;
            man &= !crowns;
            legs.push(Leg {
                landing: pair[1],
                captured,
                crowns,
            });
        }
        legs
    }

    /// Returns true if two squares are one man's jump apart.
    fn is_mans_jump(&self, from: Square, to: Square) -> bool {
        let ((x0, y0), (x1, y1)) = (self.coordinates(from), self.coordinates(to));
        let (across, down) = (x0.abs_diff(x1), y0.abs_diff(y1));
        let (columns, rows) = self.board().size();
        // On a board of dark squares, neighbours along a row or column are two apart.
        let step = if (across == 0 || down == 0) && self.squares() < columns * rows {
            2
        } else {
            1
        };
        across.max(down) == 2 * step
    }

    /// Returns true if a square lies on the straight line between two others.
    fn between(&self, from: Square, square: Square, to: Square) -> bool {
        let at = |square| {
            let (column, row) = self.coordinates(square);
            (i32::from(column), i32::from(row))
        };
        let ((x0, y0), (x, y), (x1, y1)) = (at(from), at(square), at(to));
        let inner = |a: i32, b: i32, c: i32| a.min(c) <= b && b <= a.max(c);
        (x - x0) * (y1 - y0) == (y - y0) * (x1 - x0)
            && inner(x0, x, x1)
            && inner(y0, y, y1)
            && square != from
            && square != to
    }

    fn some_routes(&self, mv: &Move, most: usize) -> Vec<Vec<Square>> {
        fn list<G: Geometry>(pos: &Pos<G>, variant: Variant, mv: &Move, most: usize) -> Vec<Vec<Square>> {
            let board = variant.rules().board;
            routes::routes(pos, variant.rules(), &BitMove::from_move(mv, board), most)
                .into_iter()
                .map(|route| {
                    let square = |bit: u8| board.unmirrored(G::square_at(u32::from(bit)));
                    route.into_iter().map(square).collect()
                })
                .collect()
        }
        if !mv.is_capture() {
            return vec![vec![mv.origin(), mv.target()]];
        }
        with_pos!(self, pos => list(pos, self.variant, mv, most))
    }

    /// Returns every complete or partial capture of the piece on a square, regardless of precedence; each
    /// continuation is a move of its own. Empty if the piece is not the mover's or cannot capture.
    #[must_use]
    pub fn partial_captures(&self, from: Square) -> Vec<Move> {
        self.partial_captures_under(self.variant.rules(), from)
    }

    /// As [`Position::partial_captures`], under other rules on the same board.
    pub(super) fn partial_captures_under(&self, rules: &Ruleset, from: Square) -> Vec<Move> {
        fn list<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, from: Square) -> Vec<Move> {
            let moves = routes::partial(pos, rules, G::bit_of(rules.board.unmirrored(from)));
            moves.into_iter().map(|mv| mv.to_move(rules.board)).collect()
        }
        if from.number() > self.squares() {
            return Vec::new();
        }
        with_pos!(self, pos => list(pos, rules, from))
    }

    /// Limit on the number of listed routes of a move.
    pub const MOST_ROUTES: usize = 2048;
}
