//! Probes the endgame tables inside a search. The tables ignore the counts of draw rules; while one runs, a win must
//! come before its limit. Knows no move ordering and no depth.
use super::score::Score;
use crate::endgame::{Tables, Value};
use draughts::raw::{BitMove, Bits, Clocks, Geometry, MoveList, Pos, generate};
use draughts::{RuleOptions, Ruleset, Side};
use std::sync::Arc;

/// Plies that a counting rule must still leave for a win of unknown length. Few wins with four pieces take longer.
const MIN_PLIES_LEFT: u16 = 20;
/// Maximum length of a line read from the tables.
const MAX_LINE: usize = 60;

/// The endgame tables as a search probes them, with the value of its root.
pub(super) struct Tablebase {
    tables: Arc<Tables>,
    rules: &'static Ruleset,
    options: RuleOptions,
    /// Maximum number of pieces; positions with more are not probed.
    max_pieces: u32,
    root: Option<KnownValue>,
}

/// The value of a position in the tables.
#[derive(Clone, Copy)]
struct KnownValue {
    pieces: u32,
    turn: Side,
    value: Value,
}

/// The result of a probe in the search.
#[derive(Clone, Copy)]
pub(super) enum TablebaseHit {
    /// Its score.
    Score(Score),
    /// The position has the root's material and result, and the tables know no distance. Neither side has gained
    /// anything, so the search must go on to make progress.
    SameAsRoot(Value),
}

impl KnownValue {
    fn has_result_of(self, other: KnownValue) -> bool {
        let as_first = if self.turn == other.turn {
            other.value
        } else {
            other.value.before_the_move()
        };
        let result = |value| match value {
            Value::Win(_) => 1,
            Value::Draw => 0,
            Value::Loss(_) => -1,
        };
        self.pieces == other.pieces && result(self.value) == result(as_first)
    }
}

impl Tablebase {
    pub(super) fn new<G: Geometry>(
        tables: Arc<Tables>,
        max_pieces: Option<u8>,
        rules: &'static Ruleset,
        options: RuleOptions,
        root: &Pos<G>,
    ) -> Tablebase {
        let largest = tables
            .iter()
            .map(|table| table.class().total())
            .max()
            .unwrap_or(0);
        let mut tablebase = Tablebase {
            tables,
            rules,
            options,
            max_pieces: u32::from(max_pieces.unwrap_or(largest).min(largest)),
            root: None,
        };
        tablebase.root = tablebase.known(root);
        tablebase
    }

    #[inline]
    pub(super) fn covers<G: Geometry>(&self, pos: &Pos<G>) -> bool {
        pos.occupied().count() <= self.max_pieces
    }

    fn known<G: Geometry>(&self, pos: &Pos<G>) -> Option<KnownValue> {
        if !self.covers(pos) {
            return None;
        }
        Some(KnownValue {
            pieces: pos.occupied().count(),
            turn: pos.turn,
            value: self.tables.value(pos, self.rules)?,
        })
    }

    /// Returns `true` if a win in `plies` plies, or of unknown length, comes before the draw rules end the game.
    fn in_time<G: Geometry>(&self, pos: &Pos<G>, draws: &Clocks, plies: Option<u16>) -> bool {
        let left = draws.left(&self.rules.draws, self.options, pos);
        left.is_none_or(|left| left >= self.tables.count_of(pos).or(plies).unwrap_or(MIN_PLIES_LEFT))
    }

    /// Probes a position `ply` plies below the root.
    pub(super) fn probe<G: Geometry>(
        &self,
        pos: &Pos<G>,
        draws: &Clocks,
        ply: usize,
    ) -> Option<TablebaseHit> {
        let known = self.known(pos)?;
        let same_as_root = self.root.is_some_and(|root| root.has_result_of(known));
        match known.value {
            Value::Win(plies @ Some(far)) => self
                .in_time(pos, draws, plies)
                .then_some(TablebaseHit::Score(Score::win_in(ply + usize::from(far)))),
            Value::Loss(plies @ Some(far)) => self
                .in_time(pos, draws, plies)
                .then_some(TablebaseHit::Score(Score::loss_in(ply + usize::from(far)))),
            value if same_as_root => Some(TablebaseHit::SameAsRoot(value)),
            Value::Draw => Some(TablebaseHit::Score(Score::DRAW)),
            Value::Win(None) => self
                .in_time(pos, draws, None)
                .then_some(TablebaseHit::Score(Score::table_win(ply))),
            Value::Loss(None) => self
                .in_time(pos, draws, None)
                .then_some(TablebaseHit::Score(-Score::table_win(ply))),
        }
    }

    /// Returns `true` if the tables know the result of the root and its distance.
    pub(super) fn knows_distance<G: Geometry>(&self, pos: &Pos<G>, draws: &Clocks) -> bool {
        match self.root.map(|root| root.value) {
            Some(Value::Win(plies @ Some(_)) | Value::Loss(plies @ Some(_))) => {
                self.in_time(pos, draws, plies)
            }
            _ => false,
        }
    }

    /// Returns `true` if the position is drawn by the tables.
    pub(super) fn is_draw<G: Geometry>(&self, pos: &Pos<G>) -> bool {
        self.known(pos).is_some_and(|known| known.value == Value::Draw)
    }

    /// Extends a line by best play to the end of the game, if the tables know the distance.
    pub(super) fn extend<G: Geometry>(&self, root: &Pos<G>, line: &mut Vec<BitMove<G>>) {
        let mut pos = line.iter().fold(*root, |pos, mv| pos.play_unchecked(mv));
        while line.len() < MAX_LINE {
            let value = self.known(&pos).map(|known| known.value);
            let Some(Value::Win(Some(1..)) | Value::Loss(Some(1..))) = value else {
                return;
            };
            let mut moves = MoveList::new();
            generate(&pos, self.rules, &mut moves);
            let best = moves.iter().find(|mv| {
                let after = self.known(&pos.play_unchecked(mv));
                after.map(|known| known.value.before_the_move()) == value
            });
            let Some(mv) = best else { return };
            pos = pos.play_unchecked(mv);
            line.push(*mv);
        }
    }
}
