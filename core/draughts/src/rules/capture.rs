//! The captures of a position. Finds every complete capture and keeps those that the precedence allows, each once.
use super::mover::{Mover, Rules};
use super::view::{Jumps, View, can_capture_from};
use super::{BitMove, King, Landing, MoveList, Precedence, Promotion, Removal};
use crate::board::{Bits, Dir, Geometry, for_dirs, squares};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::marker::PhantomData;

/// Adds the legal captures to an empty list. Not inlined: most positions have only quiet moves or captures of one
/// piece, and their code is faster without this one.
#[inline(never)]
pub(super) fn generate<G: Geometry, M: Mover>(
    view: View<G, M>,
    jumps: Jumps<G::Bits>,
    list: &mut MoveList<G>,
) {
    walk(&view, &jumps, list);
}

/// Adds the legal captures to an empty list and returns the finished search, whose counters the tests read.
#[inline(always)]
fn walk<'a, G: Geometry, M: Mover>(
    view: &View<G, M>,
    jumps: &Jumps<G::Bits>,
    list: &'a mut MoveList<G>,
) -> Search<'a, G, M::Rules> {
    let mut search = Search::<G, M::Rules> {
        targets: view.targets,
        man_targets: view.man_targets(),
        their_kings: view.their_kings,
        empty: view.empty,
        from: 0,
        man: true,
        best: 0,
        order: 0,
        jumps: 0,
        visited: HashSet::default(),
        list,
        rules: PhantomData,
    };
    // If the most pieces must be captured and a man can take two, skip the men that can take one.
    let mut going_on = G::Bits::ZERO;
    for_dirs!(M::MAN_CAPTURES, DIR => going_on = going_on | view.going_on(jumps, DIR));
    let only_going_on = M::RULES.precedence.counts_pieces()
        && M::RULES.promotion != Promotion::Continue
        && going_on != G::Bits::ZERO;
    for_dirs!(M::MAN_CAPTURES, DIR => {
        let men = if only_going_on { view.going_on(jumps, DIR) } else { view.men & jumps.0[DIR as usize] };
        for from in squares(men) {
            let origin = G::Bits::bit(from);
            let over = G::step(origin, DIR);
            search.start(from, view.empty | origin);
            search.man_lands::<M>(G::step(over, DIR), over);
        }
    });
    search.man = false;
    let jumps = view.king_jumps();
    for king in squares(jumps.within(M::RULES.king_captures)) {
        search.start(king, view.empty | G::Bits::bit(king));
        for_dirs!(M::RULES.king_captures, DIR => {
            if jumps.0[DIR as usize] & G::Bits::bit(king) != G::Bits::ZERO {
                search.king_captures_towards::<{ DIR as usize }>(king, G::Bits::ZERO);
            }
        });
    }
    search
}

/// Number of jumps of one piece after which the search remembers the states it has visited. Only crowded positions
/// that no game reaches get there: their pieces can be captured in millions of orders.
const JUMPS_WITHOUT_MEMORY: u32 = 2_000;

/// A depth-first search over the captures of one piece after another.
struct Search<'a, G: Geometry, R: Rules> {
    targets: G::Bits,
    man_targets: G::Bits,
    their_kings: G::Bits,
    /// Free squares, the origin of the moving piece among them.
    empty: G::Bits,
    from: u32,
    /// True if the piece began the move as a man.
    man: bool,
    /// Highest rank of a capture so far, if the precedence ranks captures.
    best: u32,
    /// Captured kings (1) and men (0) in the order of capture, one bit each. Used by the Italian precedence only.
    order: u32,
    /// Number of jumps of the moving piece.
    jumps: u32,
    /// Visited states of the moving piece: square, direction of arrival, captured pieces. All continuations from them
    /// are in the list.
    visited: HashSet<(u8, u8, G::Bits), BuildHasherDefault<DefaultHasher>>,
    list: &'a mut MoveList<G>,
    rules: PhantomData<R>,
}

impl<G: Geometry, R: Rules> Search<'_, G, R> {
    /// Starts the captures of the piece on a square.
    #[inline(always)]
    fn start(&mut self, from: u32, empty: G::Bits) {
        self.from = from;
        self.empty = empty;
        if self.jumps > JUMPS_WITHOUT_MEMORY {
            self.visited.clear();
        }
        self.jumps = 0;
    }

    /// Returns the free squares. Captured pieces block until the move is over, or leave at once.
    #[inline(always)]
    fn free(&self, captured: G::Bits) -> G::Bits {
        match R::RULES.removal {
            Removal::AfterMove => self.empty,
            Removal::AtOnce => self.empty | captured,
        }
    }

    /// Returns true if the moving piece was here before, from the same direction and with the same pieces captured.
    #[inline(always)]
    fn was_visited(&mut self, at: u32, way: u8, captured: G::Bits) -> bool {
        self.jumps += 1;
        // The Italian precedence depends on the order of capture, so equal states differ. Short kings on 64 squares
        // have few captures.
        self.jumps > JUMPS_WITHOUT_MEMORY
            && R::RULES.precedence != Precedence::Italian
            && self.remember(at, way, captured)
    }

    #[cold]
    fn remember(&mut self, at: u32, way: u8, captured: G::Bits) -> bool {
        !self.visited.insert((at as u8, way, captured))
    }

    /// Records a captured piece for the Italian precedence.
    #[inline(always)]
    fn push_order(&mut self, over: G::Bits) {
        if R::RULES.precedence == Precedence::Italian {
            self.order = self.order << 1 | u32::from(over & self.their_kings != G::Bits::ZERO);
        }
    }

    #[inline(always)]
    fn pop_order(&mut self) {
        if R::RULES.precedence == Precedence::Italian {
            self.order >>= 1;
        }
    }

    /// Continues the capture of a man that has jumped a piece, or completes it.
    fn man_lands<M: Mover<Rules = R>>(&mut self, at: G::Bits, captured: G::Bits) {
        const AS_MAN: u8 = 8;
        if self.was_visited(at.lowest(), AS_MAN, captured) {
            return;
        }
        let at_far_row = at & G::far_row(M::SIDE) != G::Bits::ZERO;
        let goes_on = match R::RULES.promotion {
            Promotion::Stop if at_far_row => false,
            Promotion::Continue if at_far_row => self.crowned(at, captured),
            _ => self.man::<M>(at, captured),
        };
        if !goes_on {
            self.complete(at, captured, at_far_row);
        }
    }

    /// Continues as a man. Returns false if there is nothing more to capture from here.
    #[inline(always)]
    fn man<M: Mover<Rules = R>>(&mut self, at: G::Bits, captured: G::Bits) -> bool {
        let mut goes_on = false;
        // A piece already captured is no target any more.
        let targets = self.man_targets & !captured;
        let free = self.free(captured);
        for_dirs!(M::MAN_CAPTURES, DIR => {
            let over = G::step(at, DIR) & targets;
            let landing = G::step(over, DIR) & free;
            if landing != G::Bits::ZERO {
                goes_on = true;
                self.man_lands::<M>(landing, captured | over);
            }
        });
        goes_on
    }

    /// Continues as a king from the square where the man was crowned. Returns false if there is nothing to capture.
    /// Not inlined: most men continue as men.
    #[inline(never)]
    fn crowned(&mut self, at: G::Bits, captured: G::Bits) -> bool {
        let mut goes_on = false;
        let (targets, free) = (self.targets & !captured, self.free(captured));
        for_dirs!(R::RULES.king_captures, DIR => {
            if at & can_capture_from::<G, R>(targets, free, DIR) != G::Bits::ZERO {
                goes_on = true;
                self.king_captures_towards::<{ DIR as usize }>(at.lowest(), captured);
            }
        });
        goes_on
    }

    /// Jumps the first piece that a king meets in a direction; the caller knows that it can be captured. A flying
    /// king (`King::Long`) captures from any distance, a short king only the adjacent piece.
    #[inline(always)]
    fn king_captures_towards<const DIR: usize>(&mut self, at: u32, captured: G::Bits) {
        let dir = Dir::ALL[DIR];
        let over = match R::RULES.king {
            King::Short => G::step(G::Bits::bit(at), dir),
            King::Long => G::slide(at, dir, !self.free(captured)).1,
        };
        self.push_order(over);
        self.king_lands::<DIR>(over, captured | over);
        self.pop_order();
    }

    /// Continues the capture of a king that has jumped a piece, from every square where it may land, or completes it
    /// on each of them. A flying king lands on any free square behind the piece, unless `landing` restricts it.
    fn king_lands<const DIR: usize>(&mut self, over: G::Bits, captured: G::Bits) {
        let dir = Dir::ALL[DIR];
        if self.was_visited(over.lowest(), dir as u8, captured) {
            return;
        }
        let free = self.free(captured);
        let behind = G::step(over, dir);
        let (landings, next) = match (R::RULES.king, R::RULES.landing) {
            (King::Short, _) => (behind, G::step(behind, dir)),
            (King::Long, Landing::Behind) => (behind, G::slide(over.lowest(), dir, !free).1),
            (King::Long, _) => G::slide(over.lowest(), dir, !free),
        };
        // Straight ahead, every landing square meets the same next piece.
        let targets = self.targets & !captured;
        let next = next & targets;
        let mut goes_on = G::step(next, dir) & free != G::Bits::ZERO;
        if goes_on {
            self.push_order(next);
            self.king_lands::<DIR>(next, captured | next);
            self.pop_order();
        }
        let turns = R::RULES.king_captures.without(dir);
        let turns = if R::RULES.turns_back {
            turns
        } else {
            turns.without(dir.reverse())
        };
        let mut jumps = Jumps([G::Bits::ZERO; 8]);
        for_dirs!(turns, TURN => jumps.0[TURN as usize] = landings & can_capture_from::<G, R>(targets, free, TURN));
        for landing in squares(jumps.within(turns)) {
            goes_on = true;
            for_dirs!(turns, TURN => {
                if jumps.0[TURN as usize] & G::Bits::bit(landing) != G::Bits::ZERO {
                    self.king_captures_towards::<{ TURN as usize }>(landing, captured);
                }
            });
        }
        if !goes_on {
            let held =
                R::RULES.landing == Landing::BehindLastKing && over & self.their_kings != G::Bits::ZERO;
            self.complete(if held { behind } else { landings }, captured, self.man);
        }
    }

    /// Returns the rank of a capture. Only captures of the highest rank may be played.
    #[inline(always)]
    fn rank(&self, captured: G::Bits) -> u32 {
        let pieces = captured.count();
        let kings = (captured & self.their_kings).count();
        let by_king = u32::from(!self.man);
        match R::RULES.precedence {
            Precedence::Free => 0,
            Precedence::Most => pieces,
            Precedence::MostThenKings => pieces << 8 | kings,
            Precedence::KingFirst => by_king,
            // With equal numbers of pieces and kings, the order that captures a king earlier is the higher number.
            Precedence::Italian => ((pieces << 1 | by_king) << 4 | kings) << 12 | self.order,
            // 199 lies between 2 - 1/n and 2 men for every number of kings n below 100.
            Precedence::Frisian => ((pieces - kings) * 100 + kings * 199) << 1 | by_king,
        }
    }

    /// Adds a complete capture to the list, once for each square where it may end, if the precedence allows it.
    #[inline(always)]
    fn complete(&mut self, ends: G::Bits, captured: G::Bits, promotes: bool) {
        if R::RULES.precedence != Precedence::Free {
            let rank = self.rank(captured);
            if rank < self.best {
                return;
            }
            if rank > self.best {
                self.best = rank;
                self.list.clear();
            }
        }
        // At most two captured pieces: only one order connects the same ends, so no duplicate is possible.
        let once = captured.without_lowest().without_lowest() == G::Bits::ZERO;
        for to in squares(ends) {
            let mv = BitMove {
                captured,
                from: self.from as u8,
                to: to as u8,
                promotes,
                king_moves: 0,
            };
            if once || !self.list.contains(&mv) {
                self.list.push(mv);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::rules::mover::with_mover;
    use crate::rules::{Pos, Position, Ruleset, Setup, Variant};
    use crate::{Piece, Role, Square, with_pos};

    /// Returns the number of jumps and of remembered states in the search of a position where one piece can capture.
    fn work(position: &Position) -> (u32, usize) {
        fn of<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> (u32, usize) {
            let mut list = MoveList::new();
            with_mover!(G, rules, pos.turn, M => {
                let view = View::<G, M>::of(pos);
                let search = walk(&view, &view.jumps(), &mut list);
                (search.jumps, search.visited.len())
            })
        }
        with_pos!(position, pos => of(pos, position.variant().rules()))
    }

    /// Builds a position with one white king, and men and kings of Black.
    fn alone(variant: Variant, king: u8, theirs: impl IntoIterator<Item = (u8, Role)>) -> Position {
        let mut setup = Setup::empty(Side::White);
        let mut put = |square, side, role| setup.put(Square::new(square).unwrap(), Piece { side, role });
        put(king, Side::White, Role::King);
        theirs
            .into_iter()
            .for_each(|(square, role)| put(square, Side::Black, role));
        Position::from_setup(variant, &setup).unwrap()
    }

    /// Limits for a search, however crowded the board. Without the memory the worst of these positions takes more
    /// than a thousand million jumps.
    const MOST_JUMPS: u32 = 2_000_000;
    const MOST_REMEMBERED: usize = 1_000_000;

    #[track_caller]
    fn check(position: &Position) -> u32 {
        let (jumps, remembered) = work(position);
        assert!(jumps <= MOST_JUMPS, "{jumps} jumps in {position:?}");
        assert!(
            remembered <= MOST_REMEMBERED,
            "{remembered} places in {position:?}"
        );
        jumps
    }

    #[test]
    fn the_work_for_a_crowd_is_bounded() {
        use Role::{King, Man};
        // A position that hung another program, and the slowest found by hill climbing.
        let known = [
            3, 7, 10, 12, 13, 14, 17, 20, 21, 23, 25, 30, 32, 36, 38, 39, 41, 43,
        ]
        .map(|at| (at, Man));
        check(&alone(
            Variant::Frisian,
            50,
            known.into_iter().chain([(47, King)]),
        ));
        let kings = [
            4, 6, 7, 10, 12, 13, 15, 17, 20, 23, 26, 28, 29, 30, 31, 32, 37, 41, 43, 48,
        ];
        let worst = check(&alone(Variant::Frisian, 47, kings.map(|at| (at, King))));
        assert!(
            worst > JUMPS_WITHOUT_MEMORY,
            "the memory was not needed: {worst} jumps"
        );
        let kings = [7, 9, 12, 14, 15, 16, 18, 20, 28, 33, 37, 44, 51, 53, 58, 62];
        check(&alone(Variant::Turkish, 36, kings.map(|at| (at, King))));
    }

    #[test]
    fn the_work_is_bounded_on_random_crowded_boards() {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        let mut random = move |below: u8| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % u64::from(below)) as u8
        };
        for variant in [
            Variant::Frisian,
            Variant::Turkish,
            Variant::International,
            Variant::Canadian,
        ] {
            let rules = variant.rules();
            for _ in 0..1_500 {
                let mut squares: Vec<u8> = (1..=rules.board.squares()).collect();
                for i in (1..squares.len()).rev() {
                    squares.swap(i, usize::from(random(i as u8 + 1)));
                }
                // Crowds of every size: the slow positions have room between the pieces.
                let crowd = rules.most_pieces - random(rules.most_pieces / 2);
                let theirs = squares[1..=usize::from(crowd)]
                    .iter()
                    .map(|&square| (square, Role::King));
                check(&alone(variant, squares[0], theirs));
            }
        }
    }
}
