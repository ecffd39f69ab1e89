//! Solves classes of positions backwards from their ends (Ströhlein 1970, Thompson 1986). Reads and writes no file.
//!
//! A class is solved together with the one that has the sides changed, since quiet moves lead to and fro between the
//! two. Captures and crownings lead to classes solved before and are looked up once. Then, ply by ply, each position
//! whose value has become known passes it back over the quiet moves that lead to it: before a lost one stands a won
//! one, and a position is lost when the last of its moves is known to lead to a won one.
use super::slots::Slots;
use super::table::{Cells, DRAW, NO_POSITION, code, is_win};
use super::{Class, Table, Tables};
use crate::board::{Bits, Dir, Geometry, squares};
use crate::rules::{BitMove, Goal, King, MoveList, Pos, Ruleset, Variant, generate, with_pos};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Not reached over a quiet move: no position, a capture to make, or decided.
const FIXED: u8 = u8::MAX;
/// Has a move that does not lose: may be won later, never lost.
const SAFE: u8 = u8::MAX - 1;

/// The variant has rules that the squares of the pieces do not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("endgame tables for {0} would not be exact: how often a king may move depends on the moves before")]
pub struct Unsupported(pub Variant);

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
    while build.step(1, &|_| {}) {}
    Ok(build.finish())
}

impl Build {
    /// Goes on from tables that have been built before to those of these classes and of all that their moves lead to.
    /// Tables that are complete and have distances are not built again.
    ///
    /// # Errors
    /// The variant's values cannot be told by the pieces alone.
    pub fn new(tables: Tables, classes: impl IntoIterator<Item = Class>) -> Result<Build, Unsupported> {
        let rules = tables.variant().rules();
        if rules.king_move_limit.is_some() {
            return Err(Unsupported(tables.variant()));
        }
        let mut needed = BTreeSet::new();
        for class in classes {
            class.with_all_it_leads_to(&mut needed);
        }
        needed.retain(|class| {
            // Where the first king wins, no game goes on with one.
            let over = rules.goal == Goal::FirstKing && class.kings != [0, 0];
            let there = |table: &Table| table.is_complete() && table.has_distances();
            *class <= class.swapped() && !over && !tables.table(*class).is_some_and(there)
        });
        let mut levels: BTreeMap<(u8, u8), Vec<Class>> = BTreeMap::new();
        for class in needed {
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

    /// Solves the next few classes, on this many threads, and tells of each as it is done. `false` when none is left.
    pub fn step(&mut self, threads: usize, on_class: &(dyn Fn(Class) + Sync)) -> bool {
        let Some((_, level)) = self.levels.pop_first() else {
            return false;
        };
        let (next, solved) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some(&class) = level.get(next.fetch_add(1, Ordering::Relaxed)) {
                let pair = solve(&self.tables, class);
                solved
                    .lock()
                    .expect("no thread panics while it holds the list")
                    .extend(pair);
                on_class(class);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(level.len()) {
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
        true
    }

    /// The tables so far.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The tables, done.
    pub fn finish(self) -> Tables {
        self.tables
    }
}

fn solve(known: &Tables, class: Class) -> Vec<Table> {
    with_pos!(known.variant().start(), board => Solver::solve(board, known, class))
}

/// One of the two classes of a pair.
struct Half {
    slots: Slots,
    values: Vec<u8>,
    /// Quiet moves not yet known to lose.
    left: Vec<u8>,
}

/// Slots of both halves, by the number of plies at which something becomes known of them.
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
    halves: Vec<Half>,
    /// Decided positions by their distance.
    decided: Agenda,
    /// Positions won by a crowning after so many plies, if not sooner.
    won: Agenda,
    /// Positions all of whose crownings lose, by the longest of them.
    lost_crownings: Agenda,
    board: std::marker::PhantomData<G>,
}

impl<'a, G: Geometry> Solver<'a, G> {
    /// Any position tells the board.
    fn solve(_: &Pos<G>, known: &'a Tables, class: Class) -> Vec<Table> {
        let mut classes = vec![class];
        if class != class.swapped() {
            classes.push(class.swapped());
        }
        let rules = known.variant().rules();
        let mut solver = Solver::<G> {
            known,
            rules,
            losing: rules.goal == Goal::Lose,
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
            decided: Agenda::default(),
            won: Agenda::default(),
            lost_crownings: Agenda::default(),
            board: std::marker::PhantomData,
        };
        for half in 0..solver.halves.len() {
            solver.look_forward(half);
        }
        solver.pass_back();
        let halves = classes.into_iter().zip(solver.halves);
        halves
            .map(|(class, half)| Table::new::<G>(class, Cells::Distance(half.values)))
            .collect()
    }

    /// Values of positions that their captures, or the lack of moves, decide; and what crownings are worth.
    fn look_forward(&mut self, half: usize) {
        let mut moves = MoveList::<G>::new();
        for slot in 0..self.halves[half].values.len() {
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
                    self.lost_crownings.add(plies, half, slot);
                    quiet + 1
                }
                (None, false, None) => quiet,
            };
        }
    }

    /// The value for the opponent after a capture or a crowning.
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
        self.decided.add(plies, half, slot);
    }

    fn pass_back(&mut self) {
        let mut plies = 0;
        while plies
            < self
                .decided
                .0
                .len()
                .max(self.won.0.len())
                .max(self.lost_crownings.0.len())
        {
            for (half, slots) in self.won.take(plies).into_iter().enumerate() {
                for slot in slots {
                    if self.halves[half].values[slot as usize] == DRAW {
                        self.decide(half, slot as usize, plies);
                    }
                }
            }
            for (half, slots) in self.lost_crownings.take(plies).into_iter().enumerate() {
                for slot in slots {
                    self.one_less(half, slot as usize, plies);
                }
            }
            for (half, slots) in self.decided.take(plies).into_iter().enumerate() {
                for slot in slots {
                    self.pass_back_from(half, slot as usize, plies);
                }
            }
            plies += 1;
        }
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
