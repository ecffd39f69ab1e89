//! Why a tried move is not allowed, with the proof. Contains no wording.
#[cfg(test)]
mod tests;

use super::{King, Move, Position, Precedence, RuleOption, RuleOptions, Ruleset};
use crate::board::{DirSet, Piece, Role, Side, Square, SquareSet};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;

/// The rule that refuses a tried move.
///
/// ```
/// use draughts::{RefusalRule, Square, Variant, why_not};
///
/// let start = Variant::International.start();
/// let rule = |from, to| why_not(&start, Square::new(from).unwrap(), Square::new(to)).map(|refusal| refusal.rule);
/// assert_eq!(rule(32, 28), None); // legal
/// assert_eq!(rule(28, 23), Some(RefusalRule::Empty));
/// assert_eq!(rule(19, 23), Some(RefusalRule::NotYours));
/// assert_eq!(rule(32, 23), Some(RefusalRule::TooFar));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalRule {
    /// A capture exists and must be played.
    MustTake,
    /// A capture of more pieces exists, or this one continues.
    MustTakeMore,
    /// A capture of the same number of pieces exists that is worth more.
    QualityRule,
    /// The king must capture, not the man.
    KingFirst,
    /// The king has used up its quiet moves in a row.
    KingMoveLimit,
    /// A piece would be jumped twice.
    JumpedTwice,
    /// A man does not capture a king in this game.
    ManTakesNoKing,
    /// A man captures forward only in this game.
    CapturesForward,
    /// The king stops directly behind the piece it captures.
    LandsBehind,
    /// The square is empty.
    Empty,
    /// The piece is the opponent's.
    NotYours,
    /// A man moves forward; it goes back only to capture.
    Backward,
    /// A man moves and captures forward only.
    NeverBackward,
    /// Pieces move along diagonals only.
    NotDiagonal,
    /// Pieces move along rows and columns only.
    NotStraight,
    /// The piece moves one step at a time.
    TooFar,
    /// The target square is occupied.
    Occupied,
    /// The way is blocked: an own piece, or two pieces in a row.
    InTheWay,
    /// The move captures nothing.
    NothingTaken,
    /// The piece cannot move at all.
    CannotMove,
    /// The game is over.
    GameOver,
}

impl RefusalRule {
    /// Returns its key on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            RefusalRule::MustTake => "must-capture",
            RefusalRule::MustTakeMore => "must-capture-more",
            RefusalRule::QualityRule => "quality-rule",
            RefusalRule::KingFirst => "king-first",
            RefusalRule::KingMoveLimit => "king-move-limit",
            RefusalRule::JumpedTwice => "jumped-twice",
            RefusalRule::ManTakesNoKing => "man-takes-no-king",
            RefusalRule::CapturesForward => "captures-forward",
            RefusalRule::LandsBehind => "lands-behind",
            RefusalRule::Empty => "empty",
            RefusalRule::NotYours => "not-your-piece",
            RefusalRule::Backward => "wrong-direction-backward",
            RefusalRule::NeverBackward => "never-backward",
            RefusalRule::NotDiagonal => "wrong-direction-not-diagonal",
            RefusalRule::NotStraight => "wrong-direction-not-straight",
            RefusalRule::TooFar => "too-far",
            RefusalRule::Occupied => "occupied",
            RefusalRule::InTheWay => "blocked-in-the-way",
            RefusalRule::NothingTaken => "nothing-taken",
            RefusalRule::CannotMove => "blocked-cannot-move",
            RefusalRule::GameOver => "game-over",
        }
    }
}

impl fmt::Display for RefusalRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// A refusal and its proof.
///
/// ```
/// use draughts::{RefusalRule, Square, Variant, notation::fen, why_not};
///
/// let position = fen::read(Variant::International, "W:W28,33:B11,22,29")?;
/// let at = |number| Square::new(number).unwrap();
/// let refusal = why_not(&position, at(33), Some(at(24))).unwrap();
/// assert_eq!(refusal.rule, RefusalRule::MustTakeMore);
/// assert_eq!((refusal.has, refusal.must), (1, 2));
/// assert_eq!(refusal.allowed, position.legal_moves());
/// # Ok::<(), draughts::notation::fen::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule.
    pub rule: RefusalRule,
    /// Origin of the tried move.
    pub from: Square,
    /// Target of the tried move; `None` if the piece was only touched.
    pub to: Option<Square>,
    /// Number of pieces that the tried move captures.
    pub has: u8,
    /// Number of pieces that must be captured; 0 if none can be.
    pub must: u8,
    /// The tried move, if it is a capture of too few pieces or one that stops too early.
    pub tried: Option<Move>,
    /// The moves that are allowed instead, if the rule concerns captures.
    pub allowed: Vec<Move>,
    /// Other captures that may not be played, each complete, by any piece; the longest first, at most eight.
    pub lesser: Vec<Move>,
    /// Squares that prove the refusal: the blocking piece, the piece jumped twice, the king that must rest.
    pub squares: SquareSet,
}

impl Refusal {
    fn new(rule: RefusalRule, from: Square, to: Option<Square>) -> Refusal {
        Refusal {
            rule,
            from,
            to,
            has: 0,
            must: 0,
            tried: None,
            allowed: Vec::new(),
            lesser: Vec::new(),
            squares: SquareSet::EMPTY,
        }
    }

    fn proved_by(mut self, squares: impl IntoIterator<Item = Square>) -> Refusal {
        self.squares = squares.into_iter().collect();
        self
    }
}

/// Limit on the listed inferior captures.
const MOST_LESSER: usize = 8;

/// Returns why the piece on `from` may not be touched (`to` is `None`) or may not go to `to`; `None` if it may.
/// Impossible moves are reported before the duty to capture. [`RefusalRule::GameOver`] means a side without moves.
#[must_use]
pub fn why_not(position: &Position, from: Square, to: Option<Square>) -> Option<Refusal> {
    why_not_under(position, RuleOptions::NONE, from, to)
}

/// As [`why_not`], under rule options. If a house rule makes captures optional, the duty to capture refuses nothing.
#[must_use]
pub fn why_not_under(
    position: &Position,
    options: RuleOptions,
    from: Square,
    to: Option<Square>,
) -> Option<Refusal> {
    let rules = options.rules_of(position.variant());
    let legal = position.duties_under(options);
    let fits = |mv: &Move| mv.origin() == from && to.is_none_or(|to| mv.target() == to);
    let may_leave = options.has(RuleOption::CaptureOptional) || options.has(RuleOption::Huffing);
    if legal.iter().any(fits) || may_leave && position.moves_under(options).iter().any(fits) {
        return None;
    }
    let refuse = |rule| Refusal::new(rule, from, to);
    if legal.is_empty() {
        return Some(refuse(RefusalRule::GameOver));
    }
    let Some(piece) = position.piece_at(from) else {
        return Some(refuse(RefusalRule::Empty));
    };
    if piece.side != position.turn() {
        return Some(refuse(RefusalRule::NotYours).proved_by([from]));
    }
    let must = must_take(&legal, None);
    // The tried move as a capture of the most pieces, even if it stops early.
    let begun = position.partial_captures_under(&rules, from);
    let tried = begun
        .iter()
        .filter(|mv| to.is_none_or(|to| mv.target() == to))
        .max_by_key(|mv| mv.captured().len())
        .copied();
    if let Some(tried) = tried {
        return Some(Refusal {
            has: tried.captured().len() as u8,
            must: must_take(&legal, Some(&tried)),
            tried: Some(tried),
            squares: tried.captured(),
            lesser: lesser(position, &rules, &legal),
            ..short_of(position, piece, &tried, &legal, &begun, refuse)
        });
    }
    if let Some(refusal) = to.and_then(|to| impossible(position, &rules, piece, from, to, &begun)) {
        return Some(refusal);
    }
    Some(if must > 0 && !may_leave {
        Refusal {
            must,
            lesser: lesser(position, &rules, &legal),
            allowed: legal,
            ..refuse(RefusalRule::MustTake)
        }
    } else if position.must_rest(from) {
        refuse(RefusalRule::KingMoveLimit).proved_by([from])
    } else {
        refuse(RefusalRule::CannotMove)
    })
}

/// Returns why a move is not legal under the game's own rules, such as one played by a house rule; `None` if it is
/// legal.
///
/// ```
/// use draughts::{RefusalRule, RuleOption, RuleOptions, Variant, notation::fen, why_not_move};
///
/// let position = fen::read(Variant::International, "W:W28,40:B22")?;
/// let free = RuleOptions::NONE.with(RuleOption::CaptureOptional);
/// let quiet = *position.moves_under(free).last().unwrap();
/// assert_eq!(why_not_move(&position, &quiet).map(|refusal| refusal.rule), Some(RefusalRule::MustTake));
/// assert_eq!(why_not_move(&position, &position.legal_moves()[0]), None);
/// # Ok::<(), draughts::notation::fen::FenError>(())
/// ```
#[must_use]
pub fn why_not_move(position: &Position, mv: &Move) -> Option<Refusal> {
    let legal = position.legal_moves();
    if legal.contains(mv) {
        return None;
    }
    let (from, to) = (mv.origin(), mv.target());
    why_not(position, from, Some(to)).or_else(|| {
        // A legal move has the same ends but captures other pieces.
        let rule = if mv.is_capture() {
            RefusalRule::MustTakeMore
        } else {
            RefusalRule::MustTake
        };
        Some(Refusal {
            has: mv.captured().len() as u8,
            must: must_take(&legal, None),
            tried: Some(*mv).filter(Move::is_capture),
            allowed: legal,
            ..Refusal::new(rule, from, Some(to))
        })
    })
}

/// Returns why a piece may not move along these squares, its own first: the refusal of its ends by [`why_not`], or
/// [`RefusalRule::JumpedTwice`] if the way passes a piece twice. `None` if a legal move goes this way, or fewer than
/// two squares are given.
///
/// ```
/// use draughts::{RefusalRule, Square, Variant, notation::fen, why_not_along};
///
/// let position = fen::read(Variant::International, "W:W28:B11,22")?;
/// let path = |squares: &[u8]| squares.iter().copied().filter_map(Square::new).collect::<Vec<_>>();
/// assert_eq!(why_not_along(&position, &path(&[28, 17, 6])), None);
/// let stopped = why_not_along(&position, &path(&[28, 17])).unwrap();
/// assert_eq!(stopped.rule, RefusalRule::MustTakeMore);
/// # Ok::<(), draughts::notation::fen::FenError>(())
/// ```
#[must_use]
pub fn why_not_along(position: &Position, path: &[Square]) -> Option<Refusal> {
    let [from, .., to] = path[..] else {
        return None;
    };
    let legal = position.legal_moves();
    let goes = |mv: &&Move| mv.origin() == from && mv.target() == to && goes_along(position, mv, path);
    if legal.iter().any(|mv| goes(&mv)) {
        return None;
    }
    let own = position
        .piece_at(from)
        .is_some_and(|piece| piece.side == position.turn());
    if own {
        let mut passed = SquareSet::EMPTY;
        for leg in path.windows(2) {
            for square in between(position, leg[0], leg[1]).filter(|&square| square != from) {
                if position.piece_at(square).is_none() {
                    continue;
                }
                if passed.contains(square) {
                    let refusal = Refusal::new(RefusalRule::JumpedTwice, from, Some(to)).proved_by([square]);
                    return Some(refusal);
                }
                passed.insert(square);
            }
        }
    }
    let ends = why_not(position, from, Some(to));
    // The ends match a legal move, the way does not.
    ends.or_else(|| Some(Refusal::new(RefusalRule::NothingTaken, from, Some(to))))
}

/// Returns true if a move has a route that passes these squares in this order.
pub(crate) fn goes_along(position: &Position, mv: &Move, path: &[Square]) -> bool {
    position.routes(mv).iter().any(|route| {
        let mut route = route.iter();
        path.iter().all(|square| route.any(|at| at == square))
    })
}

/// Returns the complete captures of the side to move that are not legal.
fn lesser(position: &Position, rules: &Ruleset, legal: &[Move]) -> Vec<Move> {
    let mut known: HashSet<(Square, SquareSet)> =
        legal.iter().map(|mv| (mv.origin(), mv.captured())).collect();
    let mut found: Vec<Move> = Vec::new();
    for from in position.all_squares() {
        let begun = position.partial_captures_under(rules, from);
        let begins_another: HashSet<SquareSet> = begun
            .iter()
            .flat_map(|mv| {
                mv.captured().iter().map(|last| {
                    let mut rest = mv.captured();
                    rest.remove(last);
                    rest
                })
            })
            .collect();
        for mv in begun {
            if !begins_another.contains(&mv.captured()) && known.insert((from, mv.captured())) {
                found.push(mv);
            }
        }
    }
    found.sort_by_key(|mv| Reverse(mv.captured().len()));
    found.truncate(MOST_LESSER);
    found
}

/// Returns the number of pieces that must be captured, by the legal captures that continue the tried one if there are
/// any.
fn must_take(legal: &[Move], tried: Option<&Move>) -> u8 {
    let goes_on = |mv: &&Move| {
        tried.is_none_or(|tried| {
            mv.origin() == tried.origin()
                && mv.captured().len() > tried.captured().len()
                && tried
                    .captured()
                    .iter()
                    .all(|square| mv.captured().contains(square))
        })
    };
    let least = |moves: &mut dyn Iterator<Item = &Move>| moves.map(|mv| mv.captured().len()).min();
    least(&mut legal.iter().filter(goes_on))
        .or_else(|| least(&mut legal.iter()))
        .unwrap_or(0) as u8
}

/// Returns the rule that prefers other captures to the tried one.
fn short_of(
    position: &Position,
    piece: Piece,
    tried: &Move,
    legal: &[Move],
    begun: &[Move],
    refuse: impl Fn(RefusalRule) -> Refusal,
) -> Refusal {
    let kings = |mv: &Move| {
        let is_king = |&square: &Square| position.piece_at(square).is_some_and(|p| p.role == Role::King);
        mv.captured().iter().filter(is_king).count()
    };
    let has = tried.captured().len();
    let goes_on = begun.iter().any(|mv| {
        mv.captured().len() == has + 1
            && tried
                .captured()
                .iter()
                .all(|square| mv.captured().contains(square))
            && mv.target() != tried.target()
    });
    let by_king = |mv: &Move| {
        position
            .piece_at(mv.origin())
            .is_some_and(|p| p.role == Role::King)
    };
    let man_instead = piece.role == Role::Man && legal.iter().all(by_king);
    let same = |mv: &Move| mv.captured() == tried.captured() && mv.origin() == tried.origin();
    let least = legal.iter().map(|mv| mv.captured().len()).min().unwrap_or(0);
    let rule = match position.variant().rules().precedence {
        // A legal move captures the same pieces and only ends elsewhere.
        _ if legal.iter().any(same) && !goes_on => RefusalRule::LandsBehind,
        Precedence::Free => RefusalRule::MustTakeMore,
        Precedence::KingFirst if man_instead => RefusalRule::KingFirst,
        Precedence::KingFirst | Precedence::Most => RefusalRule::MustTakeMore,
        Precedence::MostThenKings if has < least => RefusalRule::MustTakeMore,
        Precedence::MostThenKings => RefusalRule::QualityRule,
        Precedence::Italian if has < least => RefusalRule::MustTakeMore,
        Precedence::Italian if man_instead => RefusalRule::KingFirst,
        Precedence::Italian => RefusalRule::QualityRule,
        Precedence::Frisian => {
            let best = legal.iter().map(kings).max().unwrap_or(0);
            if has < least && kings(tried) == 0 && best == 0 {
                RefusalRule::MustTakeMore
            } else if man_instead && has == least && kings(tried) == best {
                RefusalRule::KingFirst
            } else {
                RefusalRule::QualityRule
            }
        }
    };
    Refusal {
        allowed: legal.to_vec(),
        ..refuse(rule)
    }
}

/// Returns the squares strictly between two squares on a line; none if they share no line.
pub(crate) fn between(position: &Position, from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (x0, y0) = position.coordinates(from);
    let (x1, y1) = position.coordinates(to);
    let (dx, dy) = (x1 as i8 - x0 as i8, y1 as i8 - y0 as i8);
    let on_line = dx.abs() == dy.abs() || dx == 0 || dy == 0;
    let steps = if on_line { dx.abs().max(dy.abs()) } else { 0 };
    let board = position.board();
    (1..steps).filter_map(move |step| {
        let (x, y) = (x0 as i8 + step * dx.signum(), y0 as i8 + step * dy.signum());
        board.square_at(x as u8, y as u8)
    })
}

/// Returns the rule that forbids a move without capture, even if no capture is compulsory.
fn impossible(
    position: &Position,
    rules: &Ruleset,
    piece: Piece,
    from: Square,
    to: Square,
    begun: &[Move],
) -> Option<Refusal> {
    let refuse = |rule| Some(Refusal::new(rule, from, Some(to)));
    if to.number() > position.squares() || position.piece_at(to).is_some() {
        return refuse(RefusalRule::Occupied).map(|refusal| refusal.proved_by([to]));
    }
    let (x0, y0) = position.coordinates(from);
    let (x1, y1) = position.coordinates(to);
    let (dx, dy) = (i32::from(x1) - i32::from(x0), i32::from(y1) - i32::from(y0));
    let full = position.board().is_full();
    let (diagonal, straight) = (dx.abs() == dy.abs(), dx == 0 || dy == 0);
    let in_the_way: Vec<Square> = between(position, from, to)
        .filter(|&square| position.piece_at(square).is_some())
        .collect();
    let backward = match piece.side {
        Side::White => dy > 0,
        Side::Black => dy < 0,
    };
    // On a board of dark squares, neighbours along a row or column are two apart.
    let step = if straight && !full { 2 } else { 1 };
    let jump = dx.abs().max(dy.abs()) == 2 * step;
    if let [only] = in_the_way[..]
        && position
            .piece_at(only)
            .is_some_and(|over| over.side != piece.side)
        && (diagonal || straight)
    {
        let over = position.piece_at(only).map(|over| over.role);
        if piece.role == Role::Man && jump && over == Some(Role::King) && !rules.man_takes_king {
            return refuse(RefusalRule::ManTakesNoKing).map(|refusal| refusal.proved_by([only]));
        }
        if piece.role == Role::Man && jump && backward && diagonal != full {
            return refuse(RefusalRule::CapturesForward).map(|refusal| refusal.proved_by([only]));
        }
        let lands_elsewhere = |mv: &Move| mv.captured().len() == 1 && mv.captured().contains(only);
        if piece.role == Role::King && begun.iter().any(lands_elsewhere) {
            return refuse(RefusalRule::LandsBehind).map(|refusal| refusal.proved_by([only]));
        }
    }
    if full && !straight {
        return refuse(RefusalRule::NotStraight);
    }
    if !full && !diagonal {
        // If men capture along rows and columns, two of their squares look like a capture.
        let looks = straight && jump && rules.man_captures == DirSet::ALL;
        return refuse(if looks {
            RefusalRule::NothingTaken
        } else {
            RefusalRule::NotDiagonal
        });
    }
    if !in_the_way.is_empty() {
        return refuse(RefusalRule::InTheWay).map(|refusal| refusal.proved_by(in_the_way));
    }
    if piece.role == Role::Man && backward {
        let captures_back = rules.man_captures == DirSet::DIAGONALS || rules.man_captures == DirSet::ALL;
        if !captures_back {
            return refuse(RefusalRule::NeverBackward);
        }
        // Two steps back look like a capture: answer that nothing is captured.
        return refuse(if dx.abs().max(dy.abs()) == 2 {
            RefusalRule::NothingTaken
        } else {
            RefusalRule::Backward
        });
    }
    let one_step = piece.role == Role::Man || rules.king == King::Short;
    if one_step && dx.abs().max(dy.abs()) > 1 {
        return refuse(RefusalRule::TooFar);
    }
    None
}
