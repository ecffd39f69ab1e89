//! Legal moves: quiet ones, single captures by men, and how many there are. Longer captures are in `capture`.
use super::{BitMove, King, MoveList, Pos, Promotion, Ruleset, Variant, capture};
use crate::board::{Bits, Dir, DirSet, Geometry, Side, for_dirs, squares};

/// Every legal move, each once, in a fixed order. A capture is compulsory.
pub(crate) fn generate<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, list: &mut MoveList<G>) {
    list.clear();
    with_mover!(rules, pos.turn, mover => for_each(pos, mover, |mv| list.push(mv)));
}

/// How many legal moves there are.
pub(crate) fn count<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> u64 {
    with_mover!(rules, pos.turn, mover => count_for(pos, mover))
}

/// How many lines of two plies there are: what most of the time of a count of lines goes into.
pub(super) fn count_two<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> u64 {
    with_mover!(rules, pos.turn, mover => {
        let mut lines = 0;
        for_each(pos, mover, |mv| lines += count_for(&pos.play_for(mover.turn(), &mv), mover.opponent()));
        lines
    })
}

/// Whether the side to move can capture.
pub(crate) fn has_capture<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> bool {
    with_mover!(rules, pos.turn, mover => {
        let board = Board::of(pos, mover.turn());
        board.jumps(mover).any() || board.king_captures(mover)
    })
}

/// Whether the side to move has a move that takes nothing (playable only where it has no capture).
pub(crate) fn has_quiet<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> bool {
    with_mover!(rules, pos.turn, mover => {
        let board = Board::of(pos, mover.turn());
        let mut steps = G::Bits::ZERO;
        for_dirs!(mover.man_moves(), DIR => steps = steps | G::step(board.men, DIR));
        for_dirs!(mover.rules().king_moves, DIR => steps = steps | G::step(board.kings, DIR));
        steps & board.empty != G::Bits::ZERO
    })
}

/// The side to move and the rules it moves by.
trait Mover: Copy {
    type Opponent: Mover;
    fn rules(&self) -> &Ruleset;
    fn turn(&self) -> Side;
    fn opponent(self) -> Self::Opponent;

    #[inline(always)]
    fn man_moves(&self) -> DirSet {
        self.rules().man_moves.seen_by(self.turn())
    }

    #[inline(always)]
    fn man_captures(&self) -> DirSet {
        self.rules().man_captures.seen_by(self.turn())
    }
}

/// The rules that code may be compiled for.
pub(super) const INTERNATIONAL: &Ruleset = Variant::International.rules();

/// White by the international rules: both known to the compiler, which makes the code several times as fast.
#[derive(Clone, Copy)]
struct InternationalWhite;

/// Black by the international rules.
#[derive(Clone, Copy)]
struct InternationalBlack;

/// A side by rules that are read as it moves.
#[derive(Clone, Copy)]
struct AnyMover<'a> {
    rules: &'a Ruleset,
    turn: Side,
}

impl Mover for InternationalWhite {
    type Opponent = InternationalBlack;
    #[inline(always)]
    fn rules(&self) -> &Ruleset {
        INTERNATIONAL
    }
    #[inline(always)]
    fn turn(&self) -> Side {
        Side::White
    }
    #[inline(always)]
    fn opponent(self) -> InternationalBlack {
        InternationalBlack
    }
}

impl Mover for InternationalBlack {
    type Opponent = InternationalWhite;
    #[inline(always)]
    fn rules(&self) -> &Ruleset {
        INTERNATIONAL
    }
    #[inline(always)]
    fn turn(&self) -> Side {
        Side::Black
    }
    #[inline(always)]
    fn opponent(self) -> InternationalWhite {
        InternationalWhite
    }
}

impl Mover for AnyMover<'_> {
    type Opponent = Self;
    #[inline(always)]
    fn rules(&self) -> &Ruleset {
        self.rules
    }
    #[inline(always)]
    fn turn(&self) -> Side {
        self.turn
    }
    #[inline(always)]
    fn opponent(self) -> Self {
        AnyMover {
            turn: self.turn.other(),
            ..self
        }
    }
}

/// Compiles code three times: for White and for Black in games that move as the international one, and for the rest.
macro_rules! with_mover {
    ($rules:expr, $turn:expr, $mover:ident => $body:expr) => {
        match ($rules.moves_as == Variant::International, $turn) {
            (true, Side::White) => {
                let $mover = InternationalWhite;
                $body
            }
            (true, Side::Black) => {
                let $mover = InternationalBlack;
                $body
            }
            (false, turn) => {
                let $mover = AnyMover { rules: $rules, turn };
                $body
            }
        }
    };
}
use with_mover;

/// A position as the side to move sees it.
struct Board<G: Geometry> {
    men: G::Bits,
    kings: G::Bits,
    targets: G::Bits,
    empty: G::Bits,
}

/// Where pieces land that jump one piece, by direction.
struct Landings<B: Bits>([B; 8]);

impl<B: Bits> Landings<B> {
    #[inline(always)]
    fn any(&self) -> bool {
        self.union() != B::ZERO
    }

    #[inline(always)]
    fn union(&self) -> B {
        let [a, b, c, d, e, f, g, h] = self.0;
        a | b | c | d | e | f | g | h
    }
}

impl<G: Geometry> Board<G> {
    #[inline(always)]
    fn of(pos: &Pos<G>, turn: Side) -> Board<G> {
        let targets = pos.pieces(turn.other());
        let (men, kings) = (pos.men[turn as usize], pos.kings[turn as usize]);
        Board {
            men,
            kings,
            targets,
            empty: G::BOARD & !(men | kings | targets),
        }
    }

    /// The captures of one piece by men.
    #[inline(always)]
    fn jumps(&self, mover: impl Mover) -> Landings<G::Bits> {
        self.jumps_of(self.men, mover.man_captures())
    }

    #[inline(always)]
    fn jumps_of(&self, pieces: G::Bits, dirs: DirSet) -> Landings<G::Bits> {
        let mut landings = [G::Bits::ZERO; 8];
        for_dirs!(dirs, DIR => {
            landings[DIR as usize] = G::step(G::step(pieces, DIR) & self.targets, DIR) & self.empty;
        });
        Landings(landings)
    }

    #[inline(always)]
    fn king_captures(&self, mover: impl Mover) -> bool {
        if self.kings == G::Bits::ZERO {
            return false;
        }
        match mover.rules().king {
            King::Short => self.jumps_of(self.kings, mover.rules().king_captures).any(),
            King::Long => {
                let mut reached = G::Bits::ZERO;
                for king in squares(self.kings) {
                    for_dirs!(mover.rules().king_captures, DIR => {
                        let (_, blocker) = G::slide(king, DIR, !self.empty);
                        reached = reached | G::step(blocker & self.targets, DIR) & self.empty;
                    });
                }
                reached != G::Bits::ZERO
            }
        }
    }

    /// Whether a man that has landed can jump another piece. It cannot jump back over the piece it came across, and
    /// it cannot land where it began, so the board as it stands tells.
    #[inline(always)]
    fn goes_on(&self, landings: &Landings<G::Bits>, mover: impl Mover) -> bool {
        let dirs = mover.man_captures();
        if mover.rules().promotion == Promotion::Continue
            && landings.union() & G::far_row(mover.turn()) != G::Bits::ZERO
        {
            return true;
        }
        let mut further = G::Bits::ZERO;
        for_dirs!(dirs, DIR => {
            let mut from = G::Bits::ZERO;
            for_dirs!(dirs.without(DIR.reverse()), CAME => from = from | landings.0[CAME as usize]);
            further = further | G::step(G::step(from, DIR) & self.targets, DIR) & self.empty;
        });
        further != G::Bits::ZERO
    }
}

/// Hands every legal move, each once, to a sink.
#[inline(always)]
fn for_each<G: Geometry>(pos: &Pos<G>, mover: impl Mover, mut sink: impl FnMut(BitMove<G>)) {
    let board = Board::of(pos, mover.turn());
    let landings = board.jumps(mover);
    if !landings.any() && !board.king_captures(mover) {
        quiet(&board, mover, sink);
    } else if board.kings == G::Bits::ZERO && !board.goes_on(&landings, mover) {
        single_captures::<G>(&landings, mover, sink);
    } else {
        let mut list = MoveList::new();
        capture::generate(pos, mover.rules(), &mut list);
        list.iter().for_each(|mv| sink(*mv));
    }
}

#[inline(always)]
fn count_for<G: Geometry>(pos: &Pos<G>, mover: impl Mover) -> u64 {
    let board = Board::of(pos, mover.turn());
    let landings = board.jumps(mover);
    let mut moves = 0;
    if !landings.any() && !board.king_captures(mover) {
        for_dirs!(mover.man_moves(), DIR => {
            moves += (G::step(board.men, DIR) & board.empty).count();
        });
        for king in squares(board.kings) {
            for_dirs!(mover.rules().king_moves, DIR => {
                moves += king_reach::<G>(king, DIR, board.empty, mover.rules().king).count();
            });
        }
    } else if board.kings == G::Bits::ZERO && !board.goes_on(&landings, mover) {
        for_dirs!(mover.man_captures(), DIR => moves += landings.0[DIR as usize].count());
    } else {
        return capture::count(pos, mover.rules());
    }
    u64::from(moves)
}

#[inline(always)]
fn single_captures<G: Geometry>(
    landings: &Landings<G::Bits>,
    mover: impl Mover,
    mut sink: impl FnMut(BitMove<G>),
) {
    for_dirs!(mover.man_captures(), DIR => {
        for to in squares(landings.0[DIR as usize]) {
            let landing = G::Bits::bit(to);
            let over = G::step(landing, DIR.reverse());
            sink(BitMove {
                captured: over,
                from: G::step(over, DIR.reverse()).lowest() as u8,
                to: to as u8,
                promotes: landing & G::far_row(mover.turn()) != G::Bits::ZERO,
                king_moves: 0,
            });
        }
    });
}

#[inline(always)]
fn quiet<G: Geometry>(board: &Board<G>, mover: impl Mover, mut sink: impl FnMut(BitMove<G>)) {
    for_dirs!(mover.man_moves(), DIR => {
        for to in squares(G::step(board.men, DIR) & board.empty) {
            let target = G::Bits::bit(to);
            sink(BitMove {
                captured: G::Bits::ZERO,
                from: G::step(target, DIR.reverse()).lowest() as u8,
                to: to as u8,
                promotes: target & G::far_row(mover.turn()) != G::Bits::ZERO,
                king_moves: 0,
            });
        }
    });
    for from in squares(board.kings) {
        let mut reach = G::Bits::ZERO;
        for_dirs!(mover.rules().king_moves, DIR => reach = reach | king_reach::<G>(from, DIR, board.empty, mover.rules().king));
        for to in squares(reach) {
            sink(BitMove {
                captured: G::Bits::ZERO,
                from: from as u8,
                to: to as u8,
                promotes: false,
                king_moves: 0,
            });
        }
    }
}

#[inline(always)]
fn king_reach<G: Geometry>(from: u32, dir: Dir, empty: G::Bits, king: King) -> G::Bits {
    match king {
        King::Short => G::step(G::Bits::bit(from), dir) & empty,
        King::Long => G::slide(from, dir, !empty).0,
    }
}
