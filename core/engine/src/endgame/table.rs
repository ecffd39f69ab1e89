//! Tables in memory and what they say of a position. Knows no file and no search.
use super::slots::Slots;
use super::{Class, pack};
use draughts::raw::artefact::ArtefactError;
use draughts::raw::{Bits, Geometry, IntoAny, MoveList, Pos, generate, has_capture, with_pos};
use draughts::rules::Goal;
use draughts::{Position, Ruleset, Variant};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Neither side wins.
pub(super) const DRAW: u8 = 0;
/// The slot belongs to no position.
pub(super) const NO_POSITION: u8 = u8::MAX;

/// What a slot says of a position decided after so many plies. Whether it is won or lost the parity tells.
pub(super) fn code(plies: usize) -> u8 {
    u8::try_from(plies + 1)
        .ok()
        .filter(|&code| code != NO_POSITION)
        .expect("no ending is 254 plies long")
}

/// Whether a position that is not drawn is won for the side to move: the game ends before a move of the loser, so a
/// win is an odd number of plies away; where he who cannot move has won it is the other way round.
pub(super) const fn is_win(code: u8, losing: bool) -> bool {
    code.is_multiple_of(2) != losing
}

/// What a position is worth to the side to move. Distances are plies to the end of the game; a table may know the
/// result alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Won, at best play by both after so many plies.
    Win(Option<u16>),
    /// Neither side can win.
    Draw,
    /// Lost, at best play by both after so many plies.
    Loss(Option<u16>),
}

impl Value {
    fn of_code(code: u8, losing: bool) -> Value {
        match code {
            DRAW => Value::Draw,
            _ if is_win(code, losing) => Value::Win(Some(u16::from(code) - 1)),
            _ => Value::Loss(Some(u16::from(code) - 1)),
        }
    }

    /// The value for the side that has just moved there.
    #[must_use]
    pub fn before_the_move(self) -> Value {
        let later = |plies: Option<u16>| plies.map(|plies| plies + 1);
        match self {
            Value::Win(plies) => Value::Loss(later(plies)),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(later(plies)),
        }
    }

    /// Whether two sources say the same, as far as both say it: one may know no distance.
    #[must_use]
    pub fn agrees_with(self, other: Value) -> bool {
        let same = |a: Option<u16>, b: Option<u16>| a.is_none() || b.is_none() || a == b;
        match (self, other) {
            (Value::Win(a), Value::Win(b)) | (Value::Loss(a), Value::Loss(b)) => same(a, b),
            (Value::Draw, Value::Draw) => true,
            _ => false,
        }
    }

    /// How good it is for the side to move: more is better. A fast win beats a slow one, a slow loss a fast one.
    fn rank(self) -> i32 {
        let distance = |plies: Option<u16>| plies.map_or(1000, i32::from);
        match self {
            Value::Win(plies) => 10_000 - distance(plies),
            Value::Draw => 0,
            Value::Loss(plies) => distance(plies) - 10_000,
        }
    }

    /// The better of two for the side to move.
    #[must_use]
    pub fn better(self, other: Value) -> Value {
        if other.rank() > self.rank() { other } else { self }
    }
}

/// The values of a class, one a slot.
pub(super) enum Cells {
    /// [`DRAW`], [`NO_POSITION`] or one more than the plies to the end.
    Distance(Vec<u8>),
    /// 0 draw, 1 win, 2 loss; four to a byte, lowest bits first.
    Outcome(Vec<u8>),
}

impl Cells {
    fn value(&self, slot: usize, losing: bool) -> Value {
        match self {
            Cells::Distance(cells) => Value::of_code(cells[slot], losing),
            Cells::Outcome(cells) => match cells[slot / 4] >> (2 * (slot % 4)) & 3 {
                1 => Value::Win(None),
                2 => Value::Loss(None),
                _ => Value::Draw,
            },
        }
    }
}

/// The table of one class.
pub struct Table {
    pub(super) class: Class,
    pub(super) slots: Slots,
    /// As files hold it.
    pub(super) packed: pack::CompressedCells,
    /// Opened when it is asked for the first time.
    cells: OnceLock<Cells>,
}

impl Table {
    /// A table of a file, or as a file will hold it. Any position tells the board.
    pub(super) fn new<G: Geometry>(_: &Pos<G>, class: Class, packed: pack::CompressedCells) -> Table {
        Table {
            class,
            slots: Slots::new::<G>(class),
            packed,
            cells: OnceLock::new(),
        }
    }

    /// The material it is about.
    pub const fn class(&self) -> Class {
        self.class
    }

    /// Whether positions with a capture to make are in it too; elsewhere their captures tell.
    pub const fn is_complete(&self) -> bool {
        self.packed.complete
    }

    /// Whether it is as it was built: others can be built upon it.
    pub(super) const fn is_whole(&self) -> bool {
        self.is_complete() && self.has_distances()
    }

    /// Whether it knows distances, not results alone.
    pub const fn has_distances(&self) -> bool {
        self.packed.distances
    }

    pub(super) fn cells(&self) -> &Cells {
        self.cells
            .get_or_init(|| self.packed.open(self.slots.len() as usize))
    }

    /// The code of a position in a table that was built here.
    pub(super) fn complete_value<G: Geometry>(&self, pos: &Pos<G>) -> u8 {
        match self.cells() {
            Cells::Distance(cells) => cells[self.slots.slot(pos)],
            Cells::Outcome(_) => unreachable!("only tables with distances are built upon"),
        }
    }
}

/// How many positions of a class are won, drawn and lost for the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All of them.
    pub total: u64,
    /// Won.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost.
    pub loss: u64,
    /// The longest win.
    pub longest: Option<Longest>,
}

/// A win that takes as long as any of its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Plies to the end.
    pub plies: u16,
    /// A position of that length, White to move.
    pub position: Position,
}

/// The tables of one game, by class.
pub struct Tables {
    variant: Variant,
    tables: BTreeMap<Class, Table>,
}

impl Tables {
    /// No table yet.
    pub const fn empty(variant: Variant) -> Tables {
        Tables {
            variant,
            tables: BTreeMap::new(),
        }
    }

    /// The tables of a file, opened one by one as they are asked for.
    ///
    /// # Errors
    /// It is no such file, of another format, cut short or damaged.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Tables, ArtefactError> {
        pack::read(bytes.into())
    }

    /// The tables of a file that may still be growing, and how many of its bytes they are: fewer than all where the
    /// program that wrote it was ended in the middle of a class. No tables where it had not come to one.
    ///
    /// # Errors
    /// As [`Tables::read`].
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn read_whole(bytes: Vec<u8>) -> Result<(Option<Tables>, usize), ArtefactError> {
        pack::read_whole(Cow::Owned(bytes))
    }

    /// What a file grows by: these tables, whole.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn write_some(variant: Variant, tables: &[Table]) -> Vec<u8> {
        pack::write(variant, tables.iter(), true, |_| true)
    }

    /// A file of these classes. Positions with a capture to make are left out unless the tables are to be `complete`,
    /// distances unless `distances` of the class says so.
    pub fn write(&self, complete: bool, distances: impl Fn(Class) -> bool) -> Vec<u8> {
        pack::write(self.variant, self.tables.values(), complete, distances)
    }

    /// Closes every table: it is opened again when it is asked for. Five pieces opened all at once are 1.6 GB.
    pub(super) fn close(&mut self) {
        for table in self.tables.values_mut() {
            table.cells.take();
        }
    }

    /// The game.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Every table.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// The table of a class.
    pub fn table(&self, class: Class) -> Option<&Table> {
        self.tables.get(&class)
    }

    pub(super) fn insert(&mut self, table: Table) {
        self.tables.insert(table.class, table);
    }

    #[cfg(test)]
    pub(super) fn take(&mut self, class: Class) -> Option<Table> {
        self.tables.remove(&class)
    }

    /// Takes over the tables of another set, which replace those of the same class.
    pub fn extend(&mut self, other: Tables) {
        self.tables.extend(other.tables);
    }

    /// What a position is worth, where a table knows it. Draw rules are not looked at.
    pub fn probe(&self, position: &Position) -> Option<Value> {
        if position.variant() != self.variant {
            return None;
        }
        with_pos!(position, pos => self.value(pos, self.variant.rules()))
    }

    /// [`Tables::probe`] inside a search.
    #[doc(hidden)]
    pub fn value<G: Geometry>(&self, pos: &Pos<G>, rules: &Ruleset) -> Option<Value> {
        let losing = rules.goal == Goal::Lose;
        let crowned = rules.goal == Goal::FirstKing && pos.kings[pos.turn.other() as usize] != G::Bits::ZERO;
        if crowned || pos.pieces(pos.turn) == G::Bits::ZERO {
            return Some(Value::of_code(code(0), losing));
        }
        let table = self.tables.get(&Class::of(pos)?)?;
        if table.is_complete() || !has_capture(pos, rules) {
            return Some(table.cells().value(table.slots.slot(pos), losing));
        }
        let mut moves = MoveList::<G>::new();
        generate(pos, rules, &mut moves);
        let mut best: Option<Value> = None;
        for mv in &moves {
            let value = self.value(&pos.play_unchecked(mv), rules)?.before_the_move();
            best = Some(best.map_or(value, |best| best.better(value)));
        }
        best
    }

    /// How many positions of a class are won, drawn and lost; needs a complete table with distances.
    pub fn counts(&self, class: Class) -> Option<Counts> {
        let table = self.table(class).filter(|table| table.is_complete())?;
        let Cells::Distance(cells) = table.cells() else {
            return None;
        };
        let losing = self.variant.rules().goal == Goal::Lose;
        let mut counts = Counts::default();
        let mut longest: Option<(u8, usize)> = None;
        for (slot, &cell) in cells.iter().enumerate() {
            match cell {
                NO_POSITION => continue,
                DRAW => counts.draw += 1,
                _ if is_win(cell, losing) => {
                    counts.win += 1;
                    if longest.is_none_or(|(most, _)| cell > most) {
                        longest = Some((cell, slot));
                    }
                }
                _ => counts.loss += 1,
            }
        }
        counts.total = counts.win + counts.draw + counts.loss;
        counts.longest = longest.map(|(cell, slot)| Longest {
            plies: u16::from(cell) - 1,
            position: self.position(table, slot).expect("a won slot is a position"),
        });
        Some(counts)
    }

    /// How many slots a class has, and the position of one, White to move: for those who check every one.
    pub fn slots(&self, class: Class) -> u64 {
        self.table(class).map_or(0, |table| table.slots.len())
    }

    /// The position of a slot of a class; `None` where no position has it.
    pub fn position_at(&self, class: Class, slot: u64) -> Option<Position> {
        let table = self.table(class)?;
        (slot < table.slots.len()).then(|| self.position(table, slot as usize))?
    }

    fn position(&self, table: &Table, slot: usize) -> Option<Position> {
        fn at<G: IntoAny>(_: &Pos<G>, slots: &Slots, slot: usize, variant: Variant) -> Option<Position> {
            slots
                .position::<G>(slot)
                .map(|pos| Position::from_pos(variant, pos))
        }
        with_pos!(self.variant.start(), board => at(board, &table.slots, slot, self.variant))
    }
}
