//! The counters of the draw rules, updated move by move in a game and along the lines of a search. Repetition needs
//! the history and is handled by `Game`.
use super::draws::{Counting, DrawCount, DrawRule, DrawRules, Ending, Pieces};
use super::{BitMove, Pos, RuleOptions, Variant};
use crate::board::{Bits, Geometry, Side, squares};

/// Upper bound on the number of counting rules of a game.
const MOST_RULES: usize = 10;
/// Counter of a rule whose ending is not on the board.
const OFF: u8 = u8::MAX;
/// Counter of a rule whose ending is on the board but whose other condition is not met yet.
const WAITING: u8 = u8::MAX - 1;
/// Largest value of a counter, above every limit.
const MOST: u8 = 200;

/// Smallest limit, in plies, of the rules that count without an ending. Checked below.
const SOONEST: u16 = 30;
const _: () = {
    let mut game = 0;
    while game < Variant::ALL.len() {
        let mut rest = Variant::ALL[game].rules().draws.counted;
        while let [rule, others @ ..] = rest {
            let without = matches!(rule.counting, Counting::QuietKings(_) | Counting::NoProgress(_));
            assert!(!without || rule.limit >= SOONEST);
            rest = others;
        }
        game += 1;
    }
};

/// The counters after a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Plies since a capture or a man's move.
    pub quiet: u16,
    /// Plies since an irreversible move: only positions after it can recur.
    pub reach: u16,
    /// Plies since a capture or a promotion.
    progress: u8,
    /// Counter of each rule that counts an ending, in the order of the rules.
    endings: [u8; MOST_RULES],
}

impl Default for Clocks {
    fn default() -> Clocks {
        Clocks {
            quiet: 0,
            reach: 0,
            progress: 0,
            endings: [OFF; MOST_RULES],
        }
    }
}

/// Number of men and kings by side.
type Material = [(u8, u8); 2];

fn material<G: Geometry>(pos: &Pos<G>) -> Material {
    Side::ALL.map(|side| {
        (
            pos.men[side as usize].count() as u8,
            pos.kings[side as usize].count() as u8,
        )
    })
}

impl Ending {
    /// Returns the weaker side if the pieces match one of these pairs.
    fn weak(pairs: &[(super::draws::Force, super::draws::Force)], [white, black]: Material) -> Option<Side> {
        pairs.iter().find_map(|(weak, strong)| {
            if weak.is(white) && strong.is(black) {
                Some(Side::White)
            } else if weak.is(black) && strong.is(white) {
                Some(Side::Black)
            } else {
                None
            }
        })
    }

    pub(super) fn is_here(&self, material: Material) -> bool {
        Ending::weak(self.pairs, material).is_some()
    }
}

impl Pieces {
    fn are(self, [white, black]: Material) -> bool {
        let both = white.1 > 0 && black.1 > 0;
        let (w, b) = (white.0 + white.1, black.0 + black.1);
        match self {
            Pieces::Any => true,
            Pieces::BothKings(least, most) => both && (least..=most).contains(&(w + b)),
            Pieces::NotBothKings(least, most) => !(both && (least..=most).contains(&(w + b))),
            Pieces::EachAtMost(most) => both && w <= most && b <= most,
        }
    }
}

/// Returns true if a square, given by its bit, lies on the long diagonal. It runs from the corner at each player's
/// left, on mirrored boards from the right.
fn on_diagonal<G: Geometry>(bit: u32) -> bool {
    let (column, row) = G::coordinates(G::square_at(bit));
    column + row + 1 == G::COLUMNS
}

fn any_on_diagonal<G: Geometry>(bits: G::Bits) -> bool {
    squares(bits).any(on_diagonal::<G>)
}

/// Returns true if a man's move can be reversed: a sideways step on the Turkish board.
fn steps_aside<G: Geometry>(mv: &BitMove<G>) -> bool {
    let row = |bit: u8| G::coordinates(G::square_at(u32::from(bit))).1;
    G::SQUARES == G::COLUMNS * G::ROWS && row(mv.from) == row(mv.to)
}

impl Clocks {
    /// Returns the counters at the start of a game.
    pub fn at_start<G: Geometry>(rules: &DrawRules, start: &Pos<G>) -> Clocks {
        let mut clocks = Clocks::default();
        let material = material(start);
        for (clock, rule) in clocks.endings.iter_mut().zip(rules.counted) {
            *clock = begun(rule, start, material);
        }
        clocks
    }

    /// Returns counters with these values.
    pub fn counted(quiet: u16, endings: &[(usize, u8)]) -> Clocks {
        let mut clocks = Clocks {
            quiet,
            reach: quiet,
            ..Clocks::default()
        };
        endings
            .iter()
            .for_each(|&(rule, plies)| clocks.endings[rule] = plies);
        clocks
    }

    /// Returns the counters after a move from `pos` to `next`. The move that reaches an ending is not counted in it.
    #[inline(always)]
    pub fn after<G: Geometry>(
        &self,
        rules: &DrawRules,
        pos: &Pos<G>,
        mv: &BitMove<G>,
        next: &Pos<G>,
    ) -> Clocks {
        let by_man = pos.men[pos.turn as usize] & G::Bits::bit(u32::from(mv.from)) != G::Bits::ZERO;
        let changed = mv.is_capture() || mv.promotes;
        let kings = next.kings[0] != G::Bits::ZERO && next.kings[1] != G::Bits::ZERO;
        Clocks {
            quiet: if by_man || mv.is_capture() {
                0
            } else {
                self.quiet.saturating_add(1)
            },
            reach: if mv.is_capture() || by_man && !steps_aside(mv) {
                0
            } else {
                self.reach.saturating_add(1)
            },
            progress: if changed { 0 } else { one_more(self.progress, 1) },
            // Every counted ending has a king on each side, or one piece each.
            endings: if (changed || self.endings != [OFF; MOST_RULES])
                && (kings || next.occupied().count() == 2)
            {
                self.endings_after(rules, pos, mv, next)
            } else {
                [OFF; MOST_RULES]
            },
        }
    }

    /// Not inlined: most positions have no kings.
    #[inline(never)]
    fn endings_after<G: Geometry>(
        &self,
        rules: &DrawRules,
        pos: &Pos<G>,
        mv: &BitMove<G>,
        next: &Pos<G>,
    ) -> [u8; MOST_RULES] {
        let material = material(next);
        let mut endings = self.endings;
        for (clock, rule) in endings.iter_mut().zip(rules.counted) {
            *clock = gone_on(*clock, rule, pos, mv, next, material);
        }
        endings
    }

    /// Returns the plies counted by a rule; `None` if it does not count.
    fn plies<G: Geometry>(&self, rules: &DrawRules, index: usize, pos: &Pos<G>) -> Option<u16> {
        let rule = &rules.counted[index];
        let quiet = |plies: u16, pieces: Pieces| (plies > 0 && pieces.are(material(pos))).then_some(plies);
        match rule.counting {
            Counting::QuietKings(pieces) => {
                let rests = rules.counted.iter().zip(self.endings).any(|(other, clock)| {
                    matches!(other.counting, Counting::SinceDiagonal { .. }) && clock <= MOST
                });
                quiet(self.quiet, pieces).filter(|_| !rests)
            }
            Counting::NoProgress(pieces) => quiet(u16::from(self.progress), pieces),
            Counting::AtOnce(_) => None,
            _ => Some(self.endings[index])
                .filter(|&clock| clock <= MOST)
                .map(u16::from),
        }
    }

    /// Returns true if one of the rules has reached its limit.
    #[inline]
    pub fn over<G: Geometry>(&self, rules: &DrawRules, options: RuleOptions, pos: &Pos<G>) -> bool {
        // Fast exit for nearly all positions.
        if self.quiet.max(u16::from(self.progress)) < SOONEST && self.endings == [OFF; MOST_RULES] {
            return false;
        }
        let due = |(index, rule): (usize, &DrawRule)| {
            // `OFF` and `WAITING` become 0 here, so that only real counts reach a limit.
            let ending = self.endings[index].wrapping_add(2).saturating_sub(2);
            let near = u16::from(ending).max(self.quiet).max(u16::from(self.progress));
            near >= rule.limit
                && rule.when.holds(options)
                && self
                    .plies(rules, index, pos)
                    .is_some_and(|plies| plies >= rule.limit)
        };
        rules.counted.iter().enumerate().any(due)
    }

    /// Returns the plies until the first counting rule reaches its limit; `None` if no rule counts. The rules of a
    /// king on the long diagonal are left out: their count ends with a move that leaves the diagonal.
    pub fn left<G: Geometry>(&self, rules: &DrawRules, options: RuleOptions, pos: &Pos<G>) -> Option<u16> {
        let steady = |rule: &DrawRule| {
            !matches!(
                rule.counting,
                Counting::KingOnDiagonal { .. } | Counting::WhileOnDiagonal(_)
            )
        };
        let rules_of_all = rules.counted.iter().enumerate();
        let counting = rules_of_all
            .filter(|(_, rule)| steady(rule))
            .filter_map(|(index, rule)| {
                let plies = self
                    .plies(rules, index, pos)
                    .filter(|_| rule.when.holds(options))?;
                Some(rule.limit.saturating_sub(plies))
            });
        counting.min()
    }

    /// Returns the rules that are counting, in their order.
    pub fn counts<G: Geometry>(
        &self,
        rules: &DrawRules,
        options: RuleOptions,
        pos: &Pos<G>,
    ) -> Vec<DrawCount> {
        let counting = rules.counted.iter().enumerate().filter_map(|(index, rule)| {
            let plies = self
                .plies(rules, index, pos)
                .filter(|_| rule.when.holds(options))?;
            Some(DrawCount {
                reason: rule.reason,
                article: rule.article,
                plies,
                of_plies: rule.limit,
            })
        });
        counting.collect()
    }
}

fn one_more(count: u8, step: u8) -> u8 {
    count.saturating_add(step).min(MOST)
}

/// Returns the counter of an ending that has just arisen.
fn begun<G: Geometry>(rule: &DrawRule, pos: &Pos<G>, material: Material) -> u8 {
    match rule.counting {
        Counting::Ending(ending)
        | Counting::MovesOfStrong(ending)
        | Counting::KingOnDiagonal { ending, .. }
            if ending.is_here(material) =>
        {
            0
        }
        Counting::WhileOnDiagonal(ending) => match Ending::weak(ending.pairs, material) {
            Some(weak) if any_on_diagonal::<G>(pos.pieces(weak)) => 0,
            Some(_) => WAITING,
            None => OFF,
        },
        Counting::SinceDiagonal { ending, .. } => match Ending::weak(ending.pairs, material) {
            Some(weak) if any_on_diagonal::<G>(pos.pieces(weak.other())) => 0,
            Some(_) => WAITING,
            None => OFF,
        },
        _ => OFF,
    }
}

/// Returns the counter of a rule after a move.
fn gone_on<G: Geometry>(
    clock: u8,
    rule: &DrawRule,
    pos: &Pos<G>,
    mv: &BitMove<G>,
    next: &Pos<G>,
    material: Material,
) -> u8 {
    let (Counting::Ending(ending)
    | Counting::MovesOfStrong(ending)
    | Counting::WhileOnDiagonal(ending)
    | Counting::KingOnDiagonal { ending, .. }
    | Counting::SinceDiagonal { ending, .. }) = rule.counting
    else {
        return OFF;
    };
    let Some(weak) = Ending::weak(ending.pairs, material) else {
        let outlived = clock <= MOST && Ending::weak(ending.outlives, material).is_some();
        return if outlived { one_more(clock, 1) } else { OFF };
    };
    if clock == OFF {
        return begun(rule, next, material);
    }
    match rule.counting {
        Counting::MovesOfStrong(_) => one_more(clock, if pos.turn == weak { 0 } else { 2 }),
        Counting::KingOnDiagonal { alone, .. } => {
            let company = alone && any_on_diagonal::<G>(next.pieces(weak.other()));
            let on_it = [mv.from, mv.to]
                .into_iter()
                .all(|bit| on_diagonal::<G>(u32::from(bit)));
            if company || pos.turn == weak && !on_it {
                0
            } else {
                one_more(clock, if pos.turn == weak { 2 } else { 0 })
            }
        }
        Counting::WhileOnDiagonal(_) if !any_on_diagonal::<G>(next.pieces(weak)) => WAITING,
        Counting::WhileOnDiagonal(_) | Counting::SinceDiagonal { .. } if clock == WAITING => {
            begun(rule, next, material)
        }
        Counting::SinceDiagonal {
            strong_only: true, ..
        } => one_more(clock, if pos.turn == weak { 0 } else { 2 }),
        _ => one_more(clock, 1),
    }
}
