//! Retrograde analysis: solves classes of positions backwards from their ends (Ströhlein 1970, Thompson 1986). Reads and writes no file.
//!
//! A class is solved together with the one that has the sides changed, since quiet moves lead to and fro between the
//! two. Captures and promotions lead to classes solved before and are looked up once. Then, ply by ply, each position
//! whose value has become known passes it back over the quiet moves that lead to it: before a lost one stands a won
//! one, and a position is lost when the last of its moves is known to lead to a won one.
use super::pack::CompressedCells;
use super::slots::Slots;
use super::table::{DRAW, NO_POSITION, code, is_win};
use super::{Class, Table, Tables};
use draughts::raw::{BitMove, Bits, Geometry, MoveList, Pos, generate, squares, with_pos};
use draughts::rules::{Goal, King};
use draughts::{Dir, Ruleset, Variant};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Not reached over a quiet move: no position, a capture to make, or decided.
const FIXED: u8 = u8::MAX;
/// Has a move that does not lose: may be won later, never lost.
const SAFE: u8 = u8::MAX - 1;

/// Slots looked at between two questions whether to go on: some milliseconds.
const TICK: usize = 1 << 14;

/// Memory that classes solved at the same time may take together, in bytes.
const ROOM: u64 = 2 << 30;
/// Bytes a slot takes while its class is solved: a value, a count, and most often less than two for what waits.
const BYTES: u64 = 4;

/// The most slots of a pair: with what else is needed it stays below four gigabytes.
const LARGEST: u64 = 1 << 30;

/// Why tables cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// The variant has rules that the squares of the pieces do not tell.
    #[error(
        "endgame tables for {0} would not be exact: how often a king may move depends on the moves before"
    )]
    Rules(Variant),
    /// A class would have to be cut into parts, which is not done.
    #[error("{0} has more positions than are solved at once: fewer pieces, or a smaller class")]
    Size(Class),
}

/// Who follows a build.
pub trait BuildObserver: Sync {
    /// So many more slots are looked at, often. `false` ends the build; what is not solved by then stays to be done.
    fn goes_on(&self, slots: u64) -> bool {
        let _ = slots;
        true
    }

    /// A class is solved, and with it the one that has the sides changed.
    fn solved(&self, pair: &[Table]) {
        let _ = pair;
    }
}

/// Nobody does.
impl BuildObserver for () {}

/// A set of tables being built, class by class, from few pieces to more.
pub struct Build {
    tables: Tables,
    /// What is left, by pieces and men: each class of a level leads to its own, with the sides changed, and to lower ones.
    levels: BTreeMap<(u8, u8), Vec<Class>>,
}

/// Builds every table of up to `pieces` pieces at once, on one thread.
///
/// # Errors
/// The variant's values cannot be told by the pieces alone.
pub fn build(variant: Variant, pieces: u8) -> Result<Tables, Unsupported> {
    let mut build = Build::new(Tables::empty(variant), (2..=pieces).flat_map(Class::all))?;
    while build.step(1, &()) {}
    Ok(build.finish())
}

impl Build {
    /// Goes on from tables that have been built before to those of these classes and of all that their moves lead to.
    /// Tables that are complete and have distances are not built again.
    ///
    /// # Errors
    /// The variant's values cannot be told by the pieces alone, or a class is too large.
    pub fn new(tables: Tables, classes: impl IntoIterator<Item = Class>) -> Result<Build, Unsupported> {
        let rules = tables.variant().rules();
        if rules.king_move_limit.is_some() {
            return Err(Unsupported::Rules(tables.variant()));
        }
        let mut needed = BTreeSet::new();
        for class in classes {
            class.with_all_it_leads_to(&mut needed);
        }
        needed.retain(|class| {
            // Where the first king wins, no game goes on with one.
            let over = rules.goal == Goal::FirstKing && class.kings != [0, 0];
            *class <= class.swapped() && !over && !tables.table(*class).is_some_and(Table::is_whole)
        });
        let mut levels: BTreeMap<(u8, u8), Vec<Class>> = BTreeMap::new();
        for class in needed {
            if slots_of_pair(tables.variant(), class) > LARGEST {
                return Err(Unsupported::Size(class));
            }
            levels
                .entry((class.total(), class.men[0] + class.men[1]))
                .or_default()
                .push(class);
        }
        Ok(Build { tables, levels })
    }

    /// How many classes are still to be solved, each with the one that has the sides changed.
    pub fn left(&self) -> usize {
        self.levels.values().map(Vec::len).sum()
    }

    /// How many slots those classes have.
    pub fn slots_left(&self) -> u64 {
        let classes = self.levels.values().flatten();
        classes
            .map(|&class| slots_of_pair(self.tables.variant(), class))
            .sum()
    }

    /// Solves the next few classes, on this many threads or as many as there is memory for. `false` when none is left,
    /// or when who watches has ended it.
    pub fn step(&mut self, threads: usize, watch: &dyn BuildObserver) -> bool {
        let Some((&key, level)) = self.levels.first_key_value() else {
            return false;
        };
        let slots = |&class: &Class| slots_of_pair(self.tables.variant(), class);
        let largest = level.iter().map(slots).max();
        let fit = ROOM / (BYTES * largest.unwrap_or(1).max(1));
        let threads = threads.min(level.len()).min(fit as usize);
        let (next, solved) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some(&class) = level.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Some(pair) = solve(&self.tables, class, watch) else {
                    return;
                };
                watch.solved(&pair);
                solved
                    .lock()
                    .expect("no thread panics while it holds the list")
                    .extend(pair);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        for table in solved
            .into_inner()
            .expect("no thread panics while it holds the list")
        {
            self.tables.insert(table);
        }
        // What it opened is larger than what the next level needs of it.
        self.tables.close();
        let level = self.levels.entry(key).or_default();
        level.retain(|&class| !self.tables.table(class).is_some_and(Table::is_whole));
        let done = level.is_empty();
        if done {
            self.levels.remove(&key);
        }
        done
    }

    /// The tables so far; all of them when none is left.
    pub fn finish(self) -> Tables {
        self.tables
    }
}

/// How many slots a class has, with the one that has the sides changed.
fn slots_of_pair(variant: Variant, class: Class) -> u64 {
    fn of<G: Geometry>(_: &Pos<G>, class: Class) -> u64 {
        let classes = if class == class.swapped() { 1 } else { 2 };
        classes * Slots::new::<G>(class).len()
    }
    with_pos!(variant.start(), board => of(board, class))
}

/// A class and the one that has the sides changed; `None` where who watches has ended it.
fn solve(known: &Tables, class: Class, watch: &dyn BuildObserver) -> Option<Vec<Table>> {
    with_pos!(known.variant().start(), board => Solver::solve(board, known, class, watch))
}

/// One of the two classes of a pair.
struct Half {
    slots: Slots,
    values: Vec<u8>,
    /// Quiet moves not yet known to lose.
    left: Vec<u8>,
}

/// Slots of both halves of which a promotion tells something, by the number of plies at which it becomes known.
#[derive(Default)]
struct Agenda(Vec<[Vec<u32>; 2]>);

impl Agenda {
    fn add(&mut self, plies: usize, half: usize, slot: usize) {
        if self.0.len() <= plies {
            self.0.resize_with(plies + 1, Default::default);
        }
        self.0[plies][half].push(slot as u32);
    }

    fn take(&mut self, plies: usize) -> [Vec<u32>; 2] {
        self.0.get_mut(plies).map(std::mem::take).unwrap_or_default()
    }
}

struct Solver<'a, G: Geometry> {
    known: &'a Tables,
    rules: &'static Ruleset,
    losing: bool,
    watch: &'a dyn BuildObserver,
    halves: Vec<Half>,
    /// The most plies at which a position is decided: each is found by its value then.
    last: usize,
    /// Positions won by a promotion after so many plies, if not sooner.
    won: Agenda,
    /// Positions all of whose promotions lose, by the longest of them.
    lost_promotions: Agenda,
    board: std::marker::PhantomData<G>,
}

impl<'a, G: Geometry> Solver<'a, G> {
    /// Any position tells the board.
    fn solve(
        board: &Pos<G>,
        known: &'a Tables,
        class: Class,
        watch: &'a dyn BuildObserver,
    ) -> Option<Vec<Table>> {
        let mut classes = vec![class];
        if class != class.swapped() {
            classes.push(class.swapped());
        }
        let rules = known.variant().rules();
        let mut solver = Solver::<G> {
            known,
            rules,
            losing: rules.goal == Goal::Lose,
            watch,
            halves: classes
                .iter()
                .map(|&class| {
                    let slots = Slots::new::<G>(class);
                    let len = slots.len() as usize;
                    Half {
                        slots,
                        values: vec![DRAW; len],
                        left: vec![FIXED; len],
                    }
                })
                .collect(),
            last: 0,
            won: Agenda::default(),
            lost_promotions: Agenda::default(),
            board: std::marker::PhantomData,
        };
        for half in 0..solver.halves.len() {
            solver.look_forward(half)?;
        }
        solver.pass_back()?;
        let halves = classes.into_iter().zip(solver.halves);
        let table = |(class, half): (Class, Half)| {
            Table::new(board, class, CompressedCells::of(&half.values, true, true))
        };
        Some(halves.map(table).collect())
    }

    fn goes_on(&self, slots: usize) -> Option<()> {
        self.watch.goes_on(slots as u64).then_some(())
    }

    /// Values of positions that their captures, or the lack of moves, decide; and what promotions are worth.
    fn look_forward(&mut self, half: usize) -> Option<()> {
        let mut moves = MoveList::<G>::new();
        let all = self.halves[half].values.len();
        for slot in 0..all {
            if slot % TICK == TICK - 1 {
                self.goes_on(TICK)?;
            }
            let Some(pos) = self.halves[half].slots.position::<G>(slot) else {
                self.halves[half].values[slot] = NO_POSITION;
                continue;
            };
            generate(&pos, self.rules, &mut moves);
            let forced = moves.first().is_none_or(BitMove::is_capture);
            let (mut quiet, mut draw, mut win, mut loss) = (0u8, false, None::<usize>, None::<usize>);
            for mv in &moves {
                if !forced && !mv.promotes {
                    quiet += 1;
                    continue;
                }
                match self.after(&pos, mv) {
                    DRAW => draw = true,
                    value => {
                        let plies = usize::from(value - 1);
                        if is_win(value, self.losing) {
                            loss = loss.max(Some(plies));
                        } else {
                            win = Some(win.map_or(plies, |best: usize| best.min(plies)));
                        }
                    }
                }
            }
            if forced || quiet == 0 {
                let plies = match (win, draw, loss) {
                    (Some(plies), ..) => plies + 1,
                    (None, true, _) => continue,
                    (None, false, Some(plies)) => plies + 1,
                    (None, false, None) => 0,
                };
                self.decide(half, slot, plies);
                continue;
            }
            self.halves[half].left[slot] = match (win, draw, loss) {
                (Some(plies), ..) => {
                    self.won.add(plies + 1, half, slot);
                    SAFE
                }
                (None, true, _) => SAFE,
                (None, false, Some(plies)) => {
                    self.lost_promotions.add(plies, half, slot);
                    quiet + 1
                }
                (None, false, None) => quiet,
            };
        }
        self.goes_on(all % TICK)
    }

    /// The value for the opponent after a capture or a promotion.
    fn after(&self, pos: &Pos<G>, mv: &BitMove<G>) -> u8 {
        if mv.promotes && self.rules.goal == Goal::FirstKing {
            return code(0);
        }
        let next = pos.play_unchecked(mv);
        if next.pieces(next.turn) == G::Bits::ZERO {
            return code(0);
        }
        let class = Class::of(&next).expect("a move adds no piece");
        let table = self
            .known
            .table(class)
            .expect("smaller classes have been solved before");
        table.complete_value(&next)
    }

    fn decide(&mut self, half: usize, slot: usize, plies: usize) {
        self.halves[half].values[slot] = code(plies);
        self.last = self.last.max(plies);
    }

    fn pass_back(&mut self) -> Option<()> {
        let mut plies = 0;
        while plies <= self.last || plies < self.won.0.len().max(self.lost_promotions.0.len()) {
            for (half, slots) in self.won.take(plies).into_iter().enumerate() {
                for slot in slots {
                    if self.halves[half].values[slot as usize] == DRAW {
                        self.decide(half, slot as usize, plies);
                    }
                }
            }
            for (half, slots) in self.lost_promotions.take(plies).into_iter().enumerate() {
                for slot in slots {
                    self.one_less(half, slot as usize, plies);
                }
            }
            for half in 0..self.halves.len() {
                self.pass_back_all(half, plies)?;
            }
            plies += 1;
        }
        Some(())
    }

    fn pass_back_all(&mut self, half: usize, plies: usize) -> Option<()> {
        let (wanted, all) = (code(plies), self.halves[half].values.len());
        for from in (0..all).step_by(TICK) {
            self.goes_on(0)?;
            for slot in from..all.min(from + TICK) {
                if self.halves[half].values[slot] == wanted {
                    self.pass_back_from(half, slot, plies);
                }
            }
        }
        Some(())
    }

    /// One more of the moves of a position leads to a position won after so many plies.
    fn one_less(&mut self, half: usize, slot: usize, plies: usize) {
        let left = &mut self.halves[half].left[slot];
        if *left == SAFE {
            return;
        }
        *left -= 1;
        if *left == 0 {
            self.decide(half, slot, plies + 1);
        }
    }

    fn pass_back_from(&mut self, half: usize, slot: usize, plies: usize) {
        let pos = self.halves[half]
            .slots
            .position::<G>(slot)
            .expect("only positions are decided");
        let before = if self.halves.len() == 1 { 0 } else { 1 - half };
        let won = is_win(code(plies), self.losing);
        let mover = pos.turn.other();
        let empty = G::BOARD & !pos.occupied();
        let mut back = pos;
        back.turn = mover;
        let visit = |solver: &mut Self, back: &Pos<G>| {
            let slot = solver.halves[before].slots.slot(back);
            if solver.halves[before].left[slot] == FIXED {
                return;
            }
            if won {
                solver.one_less(before, slot, plies);
            } else if solver.halves[before].values[slot] == DRAW {
                solver.decide(before, slot, plies + 1);
            }
        };
        let side = mover as usize;
        let steps = self.rules.man_moves.seen_by(mover);
        for man in squares(pos.men[side]) {
            let man = G::Bits::bit(man);
            for dir in steps.iter() {
                // No man stands on the row where men are crowned.
                let from = G::step(man, dir.reverse()) & empty & !G::far_row(mover);
                if from != G::Bits::ZERO {
                    back.men[side] = pos.men[side] & !man | from;
                    visit(self, &back);
                }
            }
        }
        back.men[side] = pos.men[side];
        for king in squares(pos.kings[side]) {
            let without = pos.kings[side] & !G::Bits::bit(king);
            for dir in self.rules.king_moves.iter() {
                for from in squares(reach::<G>(king, dir, empty, self.rules.king)) {
                    back.kings[side] = without | G::Bits::bit(from);
                    visit(self, &back);
                }
            }
        }
    }
}

fn reach<G: Geometry>(from: u32, dir: Dir, empty: G::Bits, king: King) -> G::Bits {
    match king {
        King::Short => G::step(G::Bits::bit(from), dir) & empty,
        King::Long => G::slide(from, dir, !empty).0,
    }
}
