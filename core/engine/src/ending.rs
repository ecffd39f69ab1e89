//! What endgame tables tell a search. They know no draw rule: where one is counting, a win must come before it.
//! Knows no move order and no depth.
use super::score::Score;
use crate::endgame::{Tables, Value};
use draughts::Side;
use draughts::raw::{BitMove, Clocks, MoveList, Pos, generate};
use draughts::raw::{Bits, Geometry};
use draughts::{RuleOptions, Ruleset};

/// Plies that a counting rule must still leave for a win of unknown length: few of four pieces take longer.
const ROOM: u16 = 20;
/// The longest line that is read off the tables.
const LONGEST: usize = 60;

/// The tables, and what they say of the position the search began from.
pub(super) struct Endings {
    tables: &'static Tables,
    rules: &'static Ruleset,
    options: RuleOptions,
    /// Positions with more pieces are in none of them.
    most: u32,
    root: Option<Known>,
}

/// A position that the tables know.
#[derive(Clone, Copy)]
struct Known {
    pieces: u32,
    turn: Side,
    value: Value,
}

/// What the tables tell of a position inside the search.
#[derive(Clone, Copy)]
pub(super) enum Told {
    /// Its score.
    Score(Score),
    /// It is worth what the root is worth, by the same tables, which do not tell how to get on: search on.
    Kept(Value),
}

impl Known {
    fn is_the_same_as(self, other: Known) -> bool {
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

impl Endings {
    pub(super) fn new<G: Geometry>(
        tables: &'static Tables,
        most: Option<u8>,
        rules: &'static Ruleset,
        options: RuleOptions,
        root: &Pos<G>,
    ) -> Endings {
        let there = tables
            .iter()
            .map(|table| table.class().total())
            .max()
            .unwrap_or(0);
        let mut endings = Endings {
            tables,
            rules,
            options,
            most: u32::from(most.unwrap_or(there).min(there)),
            root: None,
        };
        endings.root = endings.known(root);
        endings
    }

    #[inline]
    pub(super) fn may_know<G: Geometry>(&self, pos: &Pos<G>) -> bool {
        pos.occupied().count() <= self.most
    }

    fn known<G: Geometry>(&self, pos: &Pos<G>) -> Option<Known> {
        if !self.may_know(pos) {
            return None;
        }
        Some(Known {
            pieces: pos.occupied().count(),
            turn: pos.turn,
            value: self.tables.value(pos, self.rules)?,
        })
    }

    /// Whether a win in so many plies, or of unknown length, comes before the draw rules end the game.
    fn in_time<G: Geometry>(&self, pos: &Pos<G>, draws: &Clocks, plies: Option<u16>) -> bool {
        let left = draws.left(&self.rules.draws, self.options, pos);
        left.is_none_or(|left| left >= plies.unwrap_or(ROOM))
    }

    /// What the tables tell of a position so many plies below the root.
    pub(super) fn told<G: Geometry>(&self, pos: &Pos<G>, draws: &Clocks, ply: usize) -> Option<Told> {
        let known = self.known(pos)?;
        let kept = self.root.is_some_and(|root| root.is_the_same_as(known));
        match known.value {
            Value::Win(plies @ Some(far)) => self
                .in_time(pos, draws, plies)
                .then_some(Told::Score(Score::win_in(ply + usize::from(far)))),
            Value::Loss(plies @ Some(far)) => self
                .in_time(pos, draws, plies)
                .then_some(Told::Score(Score::loss_in(ply + usize::from(far)))),
            value if kept => Some(Told::Kept(value)),
            Value::Draw => Some(Told::Score(Score::DRAW)),
            Value::Win(None) => self
                .in_time(pos, draws, None)
                .then_some(Told::Score(Score::table_win(ply))),
            Value::Loss(None) => self
                .in_time(pos, draws, None)
                .then_some(Told::Score(-Score::table_win(ply))),
        }
    }

    /// Whether the tables know the end of the root's game and how far it is.
    pub(super) fn knows_the_way<G: Geometry>(&self, pos: &Pos<G>, draws: &Clocks) -> bool {
        match self.root.map(|root| root.value) {
            Some(Value::Win(plies @ Some(_)) | Value::Loss(plies @ Some(_))) => {
                self.in_time(pos, draws, plies)
            }
            _ => false,
        }
    }

    /// Whether a position is drawn by the tables.
    pub(super) fn is_draw<G: Geometry>(&self, pos: &Pos<G>) -> bool {
        self.known(pos).is_some_and(|known| known.value == Value::Draw)
    }

    /// Goes on with a line by the tables to the end of the game, where they know how far it is.
    pub(super) fn follow<G: Geometry>(&self, root: &Pos<G>, line: &mut Vec<BitMove<G>>) {
        let mut pos = line.iter().fold(*root, |pos, mv| pos.play_unchecked(mv));
        while line.len() < LONGEST {
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
