//! Tables in memory, and probing them. Knows no file and no search.
use super::compression::Form;
use super::indexing::Indexing;
use super::{Class, compression, packed};
use draughts::raw::artefact::ArtefactError;
use draughts::raw::{Bits, Geometry, IntoAny, MoveList, Pos, generate, has_capture, with_pos};
use draughts::rules::Goal;
use draughts::{Position, Ruleset, Variant};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Neither side wins.
pub(super) const DRAW: u8 = 0;
/// The slot belongs to no position.
pub(super) const NO_POSITION: u8 = u8::MAX;

/// Returns the byte of a position with this distance to the end. The parity says whether it is won or lost.
pub(super) fn code_of(distance: usize) -> u8 {
    u8::try_from(distance + 1)
        .ok()
        .filter(|&code| code != NO_POSITION)
        .expect("no ending is 254 plies long")
}

/// Returns `true` if a position that is not drawn is won for the side to move. The game ends when the loser cannot
/// move, so a win is an odd number of plies away; in `losing` games, where the side that cannot move has won, an even
/// number.
pub(super) const fn is_win(code: u8, losing: bool) -> bool {
    code.is_multiple_of(2) != losing
}

/// The value of a position for the side to move. Distances are plies to the end of the game; a table may hold results only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Won in this many plies with best play by both sides.
    Win(Option<u16>),
    /// Neither side can win.
    Draw,
    /// Lost in this many plies with best play by both sides.
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

    /// Returns the value of a result in a table without distances.
    const fn of_result(result: u8) -> Value {
        match result {
            1 => Value::Win(None),
            2 => Value::Loss(None),
            _ => Value::Draw,
        }
    }

    /// Returns the value before the move that led here, for the side that made it.
    #[must_use]
    pub fn before_the_move(self) -> Value {
        let later = |plies: Option<u16>| plies.map(|plies| plies + 1);
        match self {
            Value::Win(plies) => Value::Loss(later(plies)),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(later(plies)),
        }
    }

    /// Returns `true` if two values have the same result, and the same distance if both have one.
    #[must_use]
    pub fn agrees_with(self, other: Value) -> bool {
        let same = |a: Option<u16>, b: Option<u16>| a.is_none() || b.is_none() || a == b;
        match (self, other) {
            (Value::Win(a), Value::Win(b)) | (Value::Loss(a), Value::Loss(b)) => same(a, b),
            (Value::Draw, Value::Draw) => true,
            _ => false,
        }
    }

    /// Returns the result without its distance.
    #[must_use]
    pub const fn without_distance(self) -> Value {
        match self {
            Value::Win(_) => Value::Win(None),
            Value::Draw => Value::Draw,
            Value::Loss(_) => Value::Loss(None),
        }
    }

    /// Orders values for the side to move: a fast win is better than a slow one, a slow loss better than a fast one.
    fn rank(self) -> i32 {
        let distance = |plies: Option<u16>| plies.map_or(1000, i32::from);
        match self {
            Value::Win(plies) => 10_000 - distance(plies),
            Value::Draw => 0,
            Value::Loss(plies) => distance(plies) - 10_000,
        }
    }

    /// Returns the better of two values for the side to move.
    #[must_use]
    pub fn better(self, other: Value) -> Value {
        if other.rank() > self.rank() { other } else { self }
    }
}

/// The values of a class, decompressed.
pub(super) enum TableValues {
    /// A byte for each slot: [`DRAW`], [`NO_POSITION`] or one more than the plies to the end.
    Distance(Vec<u8>),
    /// Two bits for each slot, lowest bits first: 0 draw, 1 win, 2 loss.
    Outcome(Vec<u8>),
}

impl TableValues {
    fn value(&self, slot: usize, losing: bool) -> Value {
        match self {
            TableValues::Distance(values) => Value::of_code(values[slot], losing),
            TableValues::Outcome(_) => Value::of_result(self.result(slot)),
        }
    }

    /// Returns the result at a slot of a table without distances.
    pub(super) fn result(&self, slot: usize) -> u8 {
        match self {
            TableValues::Distance(_) => DRAW,
            TableValues::Outcome(values) => values[slot / 4] >> (2 * (slot % 4)) & 3,
        }
    }
}

/// The table of one class.
pub struct ClassTable {
    pub(super) class: Class,
    pub(super) indexing: Indexing,
    pub(super) compressed: compression::CompressedValues,
    /// The values, decompressed at the first probe.
    values: OnceLock<TableValues>,
}

impl ClassTable {
    /// Creates a table of compressed values. The position only selects the board.
    pub(super) fn new<G: Geometry>(
        _: &Pos<G>,
        class: Class,
        rules: &Ruleset,
        compressed: compression::CompressedValues,
    ) -> ClassTable {
        ClassTable {
            class,
            indexing: Indexing::new::<G>(class, rules),
            compressed,
            values: OnceLock::new(),
        }
    }

    /// The material class.
    pub const fn class(&self) -> Class {
        self.class
    }

    /// Returns `true` if it includes positions with a capture. Otherwise these are probed by playing their captures.
    pub const fn is_complete(&self) -> bool {
        self.compressed.complete
    }

    /// Returns `true` if it is as it was built, so that other tables can be built from it.
    pub(super) const fn is_full(&self) -> bool {
        self.is_complete() && self.has_distances()
    }

    /// Returns `true` if its results are packed and probed without decompression.
    pub const fn is_packed(&self) -> bool {
        self.compressed.packed
    }

    /// Returns `true` if it has distances, not results only.
    pub const fn has_distances(&self) -> bool {
        self.compressed.distances
    }

    /// Returns the values of a table that is not packed.
    pub(super) fn values(&self) -> &TableValues {
        self.values
            .get_or_init(|| self.compressed.decompress(self.indexing.len() as usize))
    }

    /// Returns the value of a position that the table holds.
    #[inline]
    fn value<G: Geometry>(&self, pos: &Pos<G>, losing: bool) -> Value {
        let slot = self.indexing.slot(pos);
        if self.compressed.packed {
            let bytes = self.compressed.as_slice();
            return Value::of_result(packed::result(bytes, self.indexing.len() as usize, slot));
        }
        self.values().value(slot, losing)
    }

    /// Returns the code of a position in a full table, or in one of counts.
    pub(super) fn code<G: Geometry>(&self, pos: &Pos<G>) -> u8 {
        match self.values() {
            TableValues::Distance(values) => values[self.indexing.slot(pos)],
            // Such a table is never used for building, and a valid file has no count without its plies.
            TableValues::Outcome(_) => DRAW,
        }
    }
}

/// Frees the decompressed values of a table that no clone shares.
fn free(table: &mut Arc<ClassTable>) {
    if let Some(table) = Arc::get_mut(table) {
        table.values.take();
    }
}

/// Numbers of positions of a class that are won, drawn and lost for the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All positions.
    pub total: u64,
    /// Won positions.
    pub win: u64,
    /// Drawn positions.
    pub draw: u64,
    /// Lost positions.
    pub loss: u64,
    /// The longest win.
    pub longest: Option<Longest>,
}

/// The longest win of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Plies to the end.
    pub plies: u16,
    /// A position of that length, White to move.
    pub position: Position,
}

/// The tables of one variant, by class. Clones share decompressed values.
#[derive(Clone)]
pub struct Tables {
    variant: Variant,
    tables: BTreeMap<Class, Arc<ClassTable>>,
    /// The plies that results need of the count of a draw rule, if the tables are exact for it.
    counts: BTreeMap<Class, Arc<ClassTable>>,
}

impl Tables {
    /// Creates a set without tables.
    pub const fn empty(variant: Variant) -> Tables {
        Tables {
            variant,
            tables: BTreeMap::new(),
            counts: BTreeMap::new(),
        }
    }

    /// Reads the tables of a file; each is decompressed at its first probe.
    ///
    /// # Errors
    /// [`ArtefactError`] if the file is of another kind or format, truncated or damaged.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Tables, ArtefactError> {
        compression::read(bytes.into())
    }

    /// Reads the tables of a file that may be incomplete, and the length of its complete part. That is less than the
    /// whole if the writing program ended in the middle of a class. The tables are `None` without a complete class.
    ///
    /// # Errors
    /// As [`Tables::read`].
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn read_growing(bytes: Vec<u8>) -> Result<(Option<Tables>, usize), ArtefactError> {
        compression::read_growing(Cow::Owned(bytes))
    }

    /// Returns the bytes to append to a file of full tables.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn write_some(variant: Variant, tables: &[ClassTable]) -> Vec<u8> {
        let full = Form {
            distances: true,
            complete: true,
            packed: false,
        };
        compression::write(variant, &tables.iter().collect::<Vec<_>>(), |_| full)
    }

    /// Returns the bytes of a file. Omits positions with a capture unless `complete`, and distances unless
    /// `distances` of the class is `true`.
    pub fn write(&self, complete: bool, distances: impl Fn(Class) -> bool) -> Vec<u8> {
        compression::write(self.variant, &self.all(), |class| Form {
            distances: distances(class),
            complete,
            packed: false,
        })
    }

    /// Returns the bytes of a file with the packed results of one class of a full table. They are probed without
    /// decompression and take no more memory than the file. `None` without a full table of the class. Frees the
    /// decompressed values of the table.
    #[must_use]
    pub fn pack(&mut self, class: Class) -> Option<Vec<u8>> {
        let table = self.tables.get_mut(&class).filter(|table| table.is_full())?;
        let packed = Form {
            distances: false,
            complete: false,
            packed: true,
        };
        let bytes = compression::write(self.variant, &[table], |_| packed);
        free(table);
        Some(bytes)
    }

    /// Returns the bytes of a file with the coded results of one class of a full table: less than half of the packed
    /// ones, which [`Tables::read`] makes of them. `None` without a full table of the class. Frees the decompressed
    /// values of the table.
    #[must_use]
    pub fn encode(&mut self, class: Class) -> Option<Vec<u8>> {
        let table = self.tables.get_mut(&class).filter(|table| table.is_full())?;
        let bytes = compression::code(self.variant, table);
        free(table);
        Some(bytes)
    }

    fn all(&self) -> Vec<&ClassTable> {
        let tables = self.tables.values().chain(self.counts.values());
        tables.map(Arc::as_ref).collect()
    }

    /// Frees the decompressed values of every table; the next probe decompresses them again. Those of five pieces
    /// take 1.6 GB.
    pub(super) fn free_values(&mut self) {
        self.tables
            .values_mut()
            .chain(self.counts.values_mut())
            .for_each(free);
    }

    /// The variant.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Every table.
    pub fn iter(&self) -> impl Iterator<Item = &ClassTable> {
        self.tables.values().map(Arc::as_ref)
    }

    /// Returns the table of a class.
    pub fn table(&self, class: Class) -> Option<&ClassTable> {
        self.tables.get(&class).map(Arc::as_ref)
    }

    /// Keeps only the tables of these classes.
    pub fn retain(&mut self, keep: impl Fn(Class) -> bool) {
        self.tables.retain(|&class, _| keep(class));
        self.counts.retain(|&class, _| keep(class));
    }

    pub(super) fn insert(&mut self, table: ClassTable) {
        let tables = if table.compressed.count {
            &mut self.counts
        } else {
            &mut self.tables
        };
        tables.insert(table.class, Arc::new(table));
    }

    #[cfg(test)]
    pub(super) fn take(&mut self, class: Class) -> Option<ClassTable> {
        Arc::into_inner(self.tables.remove(&class)?)
    }

    /// Adds tables, which replace those of the same class.
    pub fn extend(&mut self, other: Tables) {
        self.tables.extend(other.tables);
        self.counts.extend(other.counts);
    }

    /// Returns the value of a position; `None` if no table has it. Ignores draw rules, except in Frisian draughts:
    /// there two kings against one have their value as the count of the seven moves starts
    /// ([`Tables::plies_of_count`]).
    // Inlined into its caller's crate, so that a program without a search contains no second move generator.
    #[inline]
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
        let has_king = pos.kings[pos.turn.other() as usize] != G::Bits::ZERO;
        if rules.goal == Goal::FirstKing && has_king || pos.pieces(pos.turn) == G::Bits::ZERO {
            return Some(Value::of_code(code_of(0), losing));
        }
        let table = self.tables.get(&Class::of(pos)?)?;
        if table.is_complete() || !has_capture(pos, rules) {
            return Some(table.value(pos, losing));
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

    /// Returns the plies of a draw rule's count that a win or a loss needs; with fewer left it is a draw. `None` if
    /// the tables are not exact for a rule that counts, or the position is drawn.
    #[inline]
    pub fn plies_of_count(&self, position: &Position) -> Option<u16> {
        if position.variant() != self.variant {
            return None;
        }
        with_pos!(position, pos => self.count_of(pos))
    }

    /// Returns `true` if the tables are exact for a draw rule that counts the plies of this ending.
    #[must_use]
    pub fn counts_plies(&self, class: Class) -> bool {
        self.counts.contains_key(&class)
    }

    /// [`Tables::plies_of_count`] inside a search.
    #[doc(hidden)]
    pub fn count_of<G: Geometry>(&self, pos: &Pos<G>) -> Option<u16> {
        if self.counts.is_empty() {
            return None;
        }
        let code = self.counts.get(&Class::of(pos)?)?.code(pos);
        (code != DRAW).then(|| u16::from(code) - 1)
    }

    /// Returns the numbers of won, drawn and lost positions of a class; `None` without a full table of it.
    pub fn counts(&self, class: Class) -> Option<Counts> {
        let table = self.table(class).filter(|table| table.is_complete())?;
        let TableValues::Distance(values) = table.values() else {
            return None;
        };
        let losing = self.variant.rules().goal == Goal::Lose;
        let mut counts = Counts::default();
        let mut longest: Option<(u8, usize)> = None;
        for (slot, &code) in values.iter().enumerate() {
            match code {
                NO_POSITION => continue,
                DRAW => counts.draw += 1,
                _ if is_win(code, losing) => {
                    counts.win += 1;
                    if longest.is_none_or(|(most, _)| code > most) {
                        longest = Some((code, slot));
                    }
                }
                _ => counts.loss += 1,
            }
        }
        counts.total = counts.win + counts.draw + counts.loss;
        counts.longest = longest.map(|(code, slot)| Longest {
            plies: u16::from(code) - 1,
            position: self.position(table, slot).expect("a won slot is a position"),
        });
        Some(counts)
    }

    /// Returns the number of slots of a class; with [`position_at`](Tables::position_at) every position can be
    /// visited.
    pub fn slots(&self, class: Class) -> u64 {
        self.table(class).map_or(0, |table| table.indexing.len())
    }

    /// Returns the position of a slot, White to move; `None` if the slot belongs to no position.
    pub fn position_at(&self, class: Class, slot: u64) -> Option<Position> {
        let table = self.table(class)?;
        (slot < table.indexing.len()).then(|| self.position(table, slot as usize))?
    }

    fn position(&self, table: &ClassTable, slot: usize) -> Option<Position> {
        fn at<G: IntoAny>(
            _: &Pos<G>,
            indexing: &Indexing,
            slot: usize,
            variant: Variant,
        ) -> Option<Position> {
            indexing
                .position::<G>(slot)
                .map(|pos| Position::from_pos(variant, pos))
        }
        with_pos!(self.variant.start(), board => at(board, &table.indexing, slot, self.variant))
    }
}
