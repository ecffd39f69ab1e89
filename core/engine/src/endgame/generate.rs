//! Retrograde analysis: solves classes of positions backwards from the end of the game (Ströhlein 1970, Thompson
//! 1986). Reads and writes no file.
//!
//! A class is solved together with its swapped class, since quiet moves alternate between the two. Captures and
//! promotions lead to classes solved before and are probed once. Then, ply by ply, the value of each newly decided
//! position is propagated back over the quiet moves that lead to it: a predecessor of a lost position is won, and a
//! position is lost once all its moves are known to lead to won positions.
use super::compression::CompressedValues;
use super::indexing::Indexing;
use super::table::{DRAW, NO_POSITION, code_of, is_win};
use super::{Class, ClassTable, Tables, counted};
use draughts::raw::{BitMove, Bits, Geometry, KingMoves, MoveList, Pos, generate, squares, with_pos};
use draughts::rules::{Goal, King};
use draughts::{Dir, Ruleset, Variant};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The count of undecided moves for slots that propagation skips: no position, a pending capture, or already decided.
const SKIPPED: u8 = u8::MAX;
/// The count of undecided moves for positions with a promotion that does not lose: they may still be won.
const NEVER_LOST: u8 = u8::MAX - 1;

/// Slots processed between two calls of the observer: some milliseconds.
const CHECK_INTERVAL: usize = 1 << 14;

/// Maximum memory for all classes that are solved at the same time, in bytes.
const MAX_MEMORY: u64 = 2 << 30;
/// Bytes per slot while its class is solved: a value, a count, and usually less than two in the queues.
const BYTES_PER_SLOT: u64 = 4;

/// Maximum number of slots of a pair of classes: it takes less than four gigabytes.
const MAX_SLOTS: u64 = 1 << 30;

/// A class that is too large to be solved at once. Splitting it is not implemented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} has too many positions to be solved at once: choose fewer pieces or a smaller class")]
pub struct TooLarge(pub Class);

/// Follows the progress of a build.
pub trait BuildObserver: Sync {
    /// Called often, with the number of slots processed since the last call. Returning `false` ends the build;
    /// classes that are not solved by then remain to be solved.
    fn goes_on(&self, slots: u64) -> bool {
        let _ = slots;
        true
    }

    /// Called when a class and its swapped class are solved.
    fn solved(&self, pair: &[ClassTable]) {
        let _ = pair;
    }
}

/// Ignores the progress.
impl BuildObserver for () {}

/// A set of tables being built, class by class, from few pieces to more.
pub struct Build {
    tables: Tables,
    /// The classes to solve, by pieces and men: moves from a class lead to its swapped class and to lower levels.
    levels: BTreeMap<(u8, u8), Vec<Class>>,
}

/// Builds every table of up to `pieces` pieces on one thread.
///
/// # Errors
/// [`TooLarge`] if a class is too large.
pub fn build(variant: Variant, pieces: u8) -> Result<Tables, TooLarge> {
    let mut build = Build::new(Tables::empty(variant), (2..=pieces).flat_map(Class::all))?;
    while build.step(1, &()) {}
    Ok(build.finish())
}

impl Build {
    /// Prepares a build of these classes and all that their moves lead to, given the tables that exist already. Full
    /// tables are not built again.
    ///
    /// # Errors
    /// [`TooLarge`] if a class is too large.
    pub fn new(tables: Tables, classes: impl IntoIterator<Item = Class>) -> Result<Build, TooLarge> {
        let rules = tables.variant().rules();
        let mut needed = Class::reachable(classes);
        needed.retain(|class| {
            // If the first king wins, a king ends the game.
            let over = rules.goal == Goal::FirstKing && class.kings != [0, 0];
            *class <= class.swapped() && !over && !tables.table(*class).is_some_and(ClassTable::is_full)
        });
        let mut levels: BTreeMap<(u8, u8), Vec<Class>> = BTreeMap::new();
        for class in needed {
            if slots_of_pair(tables.variant(), class) > MAX_SLOTS {
                return Err(TooLarge(class));
            }
            levels
                .entry((class.total(), class.men[0] + class.men[1]))
                .or_default()
                .push(class);
        }
        Ok(Build { tables, levels })
    }

    /// Returns the number of classes still to be solved, a class and its swapped class counted as one.
    pub fn left(&self) -> usize {
        self.levels.values().map(Vec::len).sum()
    }

    /// Returns the number of slots of those classes.
    pub fn slots_left(&self) -> u64 {
        let classes = self.levels.values().flatten();
        classes
            .map(|&class| slots_of_pair(self.tables.variant(), class))
            .sum()
    }

    /// Solves the classes of the next level, on this many threads or as many as there is memory for. Returns `false`
    /// if none is left, or the observer has ended the build.
    pub fn step(&mut self, threads: usize, observer: &dyn BuildObserver) -> bool {
        let Some((&key, level)) = self.levels.first_key_value() else {
            return false;
        };
        let slots = |&class: &Class| slots_of_pair(self.tables.variant(), class);
        let largest = level.iter().map(slots).max();
        let fit = MAX_MEMORY / (BYTES_PER_SLOT * largest.unwrap_or(1).max(1));
        let threads = threads.min(level.len()).min(fit as usize);
        let (next, solved) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some(&class) = level.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Some(pair) = solve(&self.tables, class, observer) else {
                    return;
                };
                observer.solved(&pair);
                solved
                    .lock()
                    .expect("no thread panics while holding the lock")
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
            .expect("no thread panics while holding the lock")
        {
            self.tables.insert(table);
        }
        // The next level needs only some of the values decompressed for this one.
        self.tables.free_values();
        let level = self.levels.entry(key).or_default();
        level.retain(|&class| !self.tables.table(class).is_some_and(ClassTable::is_full));
        let done = level.is_empty();
        if done {
            self.levels.remove(&key);
        }
        done
    }

    /// Returns the tables so far; all of them when no class is left.
    pub fn finish(self) -> Tables {
        self.tables
    }
}

/// Returns the number of slots of a class.
pub(super) fn slots_of(variant: Variant, class: Class) -> u64 {
    fn of<G: Geometry>(_: &Pos<G>, class: Class, rules: &Ruleset) -> u64 {
        Indexing::new::<G>(class, rules).len()
    }
    with_pos!(variant.start(), board => of(board, class, variant.rules()))
}

/// Returns the number of slots of a class and its swapped class.
fn slots_of_pair(variant: Variant, class: Class) -> u64 {
    let classes = if class == class.swapped() { 1 } else { 2 };
    classes * slots_of(variant, class)
}

/// Solves a class and its swapped class; `None` if the observer has ended the build.
fn solve(known: &Tables, class: Class, observer: &dyn BuildObserver) -> Option<Vec<ClassTable>> {
    with_pos!(known.variant().start(), board => Solver::solve(board, known, class, observer))
}

/// One of the two classes while they are being solved.
struct ClassState {
    indexing: Indexing,
    values: Vec<u8>,
    /// For each slot, the moves not yet known to lose.
    undecided_moves: Vec<u8>,
}

/// Slots of both classes that a promotion decides, by the distance at which it does.
#[derive(Default)]
struct PlyQueue(Vec<[Vec<u32>; 2]>);

impl PlyQueue {
    fn add(&mut self, plies: usize, state: usize, slot: usize) {
        if self.0.len() <= plies {
            self.0.resize_with(plies + 1, Default::default);
        }
        self.0[plies][state].push(slot as u32);
    }

    fn take(&mut self, plies: usize) -> [Vec<u32>; 2] {
        self.0.get_mut(plies).map(std::mem::take).unwrap_or_default()
    }
}

struct Solver<'a, G: Geometry> {
    known: &'a Tables,
    rules: &'static Ruleset,
    losing: bool,
    observer: &'a dyn BuildObserver,
    states: Vec<ClassState>,
    /// The largest distance so far; propagation goes up to it.
    last: usize,
    /// Positions that a promotion wins at this distance, if no quiet move wins sooner.
    won: PlyQueue,
    /// Positions all of whose promotions lose, by the slowest loss.
    lost_promotions: PlyQueue,
    board: std::marker::PhantomData<G>,
}

impl<'a, G: Geometry> Solver<'a, G> {
    /// Solves a class and its swapped class. `board` only selects the board.
    fn solve(
        board: &Pos<G>,
        known: &'a Tables,
        class: Class,
        observer: &'a dyn BuildObserver,
    ) -> Option<Vec<ClassTable>> {
        let mut classes = vec![class];
        if class != class.swapped() {
            classes.push(class.swapped());
        }
        let rules = known.variant().rules();
        let indexing = Indexing::new::<G>(class, rules);
        if let Some(limit) = counted::limit::<G>(known.variant(), &indexing) {
            return counted::solve(board, known, &classes, limit, observer);
        }
        let mut solver = Solver::<G> {
            known,
            rules,
            losing: rules.goal == Goal::Lose,
            observer,
            states: classes
                .iter()
                .map(|&class| {
                    let indexing = Indexing::new::<G>(class, rules);
                    let len = indexing.len() as usize;
                    ClassState {
                        indexing,
                        values: vec![DRAW; len],
                        undecided_moves: vec![SKIPPED; len],
                    }
                })
                .collect(),
            last: 0,
            won: PlyQueue::default(),
            lost_promotions: PlyQueue::default(),
            board: std::marker::PhantomData,
        };
        for state in 0..solver.states.len() {
            solver.initialise(state)?;
        }
        solver.propagate()?;
        let states = classes.into_iter().zip(solver.states);
        let table = |(class, state): (Class, ClassState)| {
            ClassTable::new(
                board,
                class,
                rules,
                CompressedValues::of(&state.values, true, true),
            )
        };
        Some(states.map(table).collect())
    }

    fn goes_on(&self, slots: usize) -> Option<()> {
        self.observer.goes_on(slots as u64).then_some(())
    }

    /// Decides positions with captures or without moves, counts the moves of all others and queues their promotions.
    fn initialise(&mut self, state: usize) -> Option<()> {
        let mut moves = MoveList::<G>::new();
        let all = self.states[state].values.len();
        for slot in 0..all {
            if slot % CHECK_INTERVAL == CHECK_INTERVAL - 1 {
                self.goes_on(CHECK_INTERVAL)?;
            }
            let Some(pos) = self.states[state].indexing.position::<G>(slot) else {
                self.states[state].values[slot] = NO_POSITION;
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
                match code_after_leaving(self.known, &pos, mv) {
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
                self.decide(state, slot, plies);
                continue;
            }
            self.states[state].undecided_moves[slot] = match (win, draw, loss) {
                (Some(plies), ..) => {
                    self.won.add(plies + 1, state, slot);
                    NEVER_LOST
                }
                (None, true, _) => NEVER_LOST,
                (None, false, Some(plies)) => {
                    self.lost_promotions.add(plies, state, slot);
                    quiet + 1
                }
                (None, false, None) => quiet,
            };
        }
        self.goes_on(all % CHECK_INTERVAL)
    }

    fn decide(&mut self, state: usize, slot: usize, plies: usize) {
        self.states[state].values[slot] = code_of(plies);
        self.last = self.last.max(plies);
    }

    fn propagate(&mut self) -> Option<()> {
        let mut plies = 0;
        while plies <= self.last || plies < self.won.0.len().max(self.lost_promotions.0.len()) {
            for (state, slots) in self.won.take(plies).into_iter().enumerate() {
                for slot in slots {
                    if self.states[state].values[slot as usize] == DRAW {
                        self.decide(state, slot as usize, plies);
                    }
                }
            }
            for (state, slots) in self.lost_promotions.take(plies).into_iter().enumerate() {
                for slot in slots {
                    self.decrement(state, slot as usize, plies);
                }
            }
            for state in 0..self.states.len() {
                self.propagate_from_class(state, plies)?;
            }
            plies += 1;
        }
        Some(())
    }

    fn propagate_from_class(&mut self, state: usize, plies: usize) -> Option<()> {
        let (wanted, all) = (code_of(plies), self.states[state].values.len());
        for from in (0..all).step_by(CHECK_INTERVAL) {
            self.goes_on(0)?;
            for slot in from..all.min(from + CHECK_INTERVAL) {
                if self.states[state].values[slot] == wanted {
                    self.propagate_from_position(state, slot, plies);
                }
            }
        }
        Some(())
    }

    /// Records that one more move of a position loses: it leads to a position won at this distance.
    fn decrement(&mut self, state: usize, slot: usize, plies: usize) {
        let undecided_moves = &mut self.states[state].undecided_moves[slot];
        if *undecided_moves == NEVER_LOST {
            return;
        }
        *undecided_moves -= 1;
        if *undecided_moves == 0 {
            self.decide(state, slot, plies + 1);
        }
    }

    fn propagate_from_position(&mut self, state: usize, slot: usize, plies: usize) {
        let pos = self.states[state]
            .indexing
            .position::<G>(slot)
            .expect("only positions are decided");
        let before = if self.states.len() == 1 { 0 } else { 1 - state };
        let won = is_win(code_of(plies), self.losing);
        let mover = pos.turn.other();
        let empty = G::BOARD & !pos.occupied();
        let mut back = pos;
        back.turn = mover;
        let visit = |solver: &mut Self, back: &Pos<G>| {
            let slot = solver.states[before].indexing.slot(back);
            if solver.states[before].undecided_moves[slot] == SKIPPED {
                return;
            }
            if won {
                solver.decrement(before, slot, plies);
            } else if solver.states[before].values[slot] == DRAW {
                solver.decide(before, slot, plies + 1);
            }
        };
        let side = mover as usize;
        let march = self.states[state].indexing.march;
        let counted = pos.king_moves[side];
        if counted.count == 0 {
            // A man's move ends any count.
            let counts = || march.all_but::<G>(pos.kings[side], None);
            let steps = self.rules.man_moves.seen_by(mover);
            for man in squares(pos.men[side]) {
                let man = G::Bits::bit(man);
                for dir in steps.iter() {
                    // No man stands on the promotion row.
                    let from = G::step(man, dir.reverse()) & empty & !G::far_row(mover);
                    if from == G::Bits::ZERO {
                        continue;
                    }
                    back.men[side] = pos.men[side] & !man | from;
                    if march.counts_before() {
                        for count in counts() {
                            back.king_moves[side] = count;
                            visit(self, &back);
                        }
                    } else {
                        visit(self, &back);
                    }
                }
            }
            back.men[side] = pos.men[side];
            back.king_moves[side] = counted;
        }
        for king in squares(pos.kings[side]) {
            // If king moves are counted, they are those of the king that has moved.
            if march.counts_before() && (counted.count == 0 || u32::from(counted.at) != king) {
                continue;
            }
            let without = pos.kings[side] & !G::Bits::bit(king);
            for dir in self.rules.king_moves.iter() {
                for from in squares(reach::<G>(king, dir, empty, self.rules.king)) {
                    back.kings[side] = without | G::Bits::bit(from);
                    match counted.count {
                        0 => visit(self, &back),
                        1 => {
                            for count in march.all_but::<G>(pos.kings[side], Some(king)) {
                                back.king_moves[side] = count;
                                visit(self, &back);
                            }
                        }
                        more => {
                            back.king_moves[side] = KingMoves {
                                count: more - 1,
                                at: from as u8,
                            };
                            visit(self, &back);
                        }
                    }
                }
            }
        }
    }
}

/// Returns the value for the opponent after a capture or a promotion, which leads to a solved class.
pub(super) fn code_after_leaving<G: Geometry>(known: &Tables, pos: &Pos<G>, mv: &BitMove<G>) -> u8 {
    if mv.promotes && known.variant().rules().goal == Goal::FirstKing {
        return code_of(0);
    }
    let next = pos.play_unchecked(mv);
    if next.pieces(next.turn) == G::Bits::ZERO {
        return code_of(0);
    }
    let class = Class::of(&next).expect("a move adds no piece");
    let table = known
        .table(class)
        .expect("smaller classes have been solved before");
    table.code(&next)
}

fn reach<G: Geometry>(from: u32, dir: Dir, empty: G::Bits, king: King) -> G::Bits {
    match king {
        King::Short => G::step(G::Bits::bit(from), dir) & empty,
        King::Long => G::slide(from, dir, !empty).0,
    }
}
