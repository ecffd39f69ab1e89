//! Encodes main lines so that they can be scanned without rules: one byte for a man's step.
//!
//! A game is the length of its line, then its plies. A ply below [`TAKES`] is a step of a man of the side to
//! move: its index in the side's list of steps. [`TAKES`] and a byte is a man that takes one piece: its index
//! in the list of captures. [`OTHER`] is any other move: origin, target, the number of captured pieces (plus
//! [`CROWNED`]) and their squares. [`SETUP`] is a position: the four sets of pieces and the side to move.
use super::bits::{put_varint, take_varint};
use super::field::{Field, Squares, bit};
use draughts::{Dir, Move, Role, Side, Square, Variant};
use std::ops::{BitAnd, BitOr, BitXor, Not};

pub(super) const TAKES: u8 = 0xFD;
pub(super) const OTHER: u8 = 0xFE;
pub(super) const SETUP: u8 = 0xFF;
/// Flag: the man is crowned by the move.
pub(super) const CROWNED: u8 = 0x80;

/// A man's step or single capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) origin: u8,
    pub(super) target: u8,
    /// 0 if it takes nothing.
    pub(super) captured: u8,
}

/// Moves with a code of one byte on a variant's board.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    pub(super) start: Field,
    /// Steps by side.
    pub(super) steps: [Vec<Step>; 2],
    pub(super) takes: Vec<Step>,
}

impl Steps {
    pub(super) fn new(variant: Variant) -> Self {
        let rules = variant.rules();
        let position = variant.start();
        let squares: Vec<Square> = position.all_squares().collect();
        let (columns, rows) = rules.board.size();
        let size = i16::from(columns.max(rows));
        // Finds the next playable square in a direction.
        let next = |from: Square, dir: Dir| {
            let ((column, row), (right, down)) = (position.coordinates(from), dir.delta());
            (1..size).find_map(|far| {
                let at = (
                    i16::from(column) + far * i16::from(right),
                    i16::from(row) + far * i16::from(down),
                );
                squares.iter().copied().find(|square| {
                    let (column, row) = position.coordinates(*square);
                    (i16::from(column), i16::from(row)) == at
                })
            })
        };
        let list = |dirs: draughts::DirSet, take: bool| {
            let mut list = Vec::new();
            for &origin in &squares {
                for dir in dirs.iter() {
                    let Some(first) = next(origin, dir) else { continue };
                    let (target, captured) = match take {
                        false => (Some(first), 0),
                        true => (next(first, dir), first.number()),
                    };
                    if let Some(target) = target {
                        list.push(Step {
                            origin: origin.number(),
                            target: target.number(),
                            captured,
                        });
                    }
                }
            }
            list
        };
        let mut steps = Side::ALL.map(|side| list(rules.man_moves.seen_by(side), false));
        steps
            .iter_mut()
            .for_each(|steps| steps.truncate(usize::from(TAKES)));
        let mut takes = list(rules.man_captures, true);
        takes.extend(list(rules.man_captures.seen_by(Side::Black), true));
        takes.sort_unstable_by_key(|step| (step.origin, step.target));
        takes.dedup();
        takes.truncate(256);
        Self {
            start: Field::of(&position),
            steps,
            takes,
        }
    }

    /// Writes a game's main line. Each stretch is a position with the moves from it and the roles of the
    /// moving pieces.
    pub(super) fn write(&self, bytes: &mut Vec<u8>, stretches: &[(Field, Vec<(Move, Role)>)]) {
        let mut line = Vec::new();
        for (number, (start, moves)) in stretches.iter().enumerate() {
            if number > 0 || *start != self.start {
                line.push(SETUP);
                for set in [start.men[0], start.men[1], start.kings[0], start.kings[1]] {
                    line.extend(set.to_le_bytes());
                }
                line.push(start.turn as u8);
            }
            self.write_moves(&mut line, start.turn, moves);
        }
        put_varint(bytes, line.len() as u64);
        bytes.extend(line);
    }

    fn write_moves(&self, line: &mut Vec<u8>, mut turn: Side, moves: &[(Move, Role)]) {
        line.reserve(2 * moves.len());
        for (mv, role) in moves {
            let mut captured = mv.captured().iter().map(Square::number);
            let step = Step {
                origin: mv.origin().number(),
                target: mv.target().number(),
                captured: captured.next().unwrap_or(0),
            };
            let plain = *role == Role::Man && !mv.promotes() && captured.next().is_none();
            let list = if step.captured == 0 {
                &self.steps[turn as usize]
            } else {
                &self.takes
            };
            match list.iter().position(|one| *one == step).filter(|_| plain) {
                Some(place) if step.captured == 0 => line.push(place as u8),
                Some(place) => line.extend([TAKES, place as u8]),
                None => {
                    let crowned = if mv.promotes() { CROWNED } else { 0 };
                    line.extend([
                        OTHER,
                        step.origin,
                        step.target,
                        mv.captured().len() as u8 | crowned,
                    ]);
                    line.extend(mv.captured().iter().map(Square::number));
                }
            }
            turn = turn.other();
        }
    }
}

/// A set of squares in the smallest word that fits the board.
pub(super) trait Word:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    const NONE: Self;
    fn from_squares(set: Squares) -> Self;
    /// Counts the squares.
    fn count(self) -> u32;
}

impl Word for u64 {
    const NONE: Self = 0;
    fn from_squares(set: Squares) -> Self {
        set as Self
    }
    fn count(self) -> u32 {
        self.count_ones()
    }
}

impl Word for u128 {
    const NONE: Self = 0;
    fn from_squares(set: Squares) -> Self {
        set
    }
    fn count(self) -> u32 {
        self.count_ones()
    }
}

/// The pieces while a line is scanned.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceSets<W> {
    pub(super) men: [W; 2],
    pub(super) kings: [W; 2],
}

impl<W: Word> PieceSets<W> {
    pub(super) fn from_squares(men: [Squares; 2], kings: [Squares; 2]) -> Self {
        Self {
            men: men.map(W::from_squares),
            kings: kings.map(W::from_squares),
        }
    }
}

/// Scans lines at the speed of memory.
#[derive(Debug)]
pub(super) struct LineScanner<W> {
    start: PieceSets<W>,
    turn: Side,
    /// Changed squares of a step, by side and byte.
    steps: [[W; 256]; 2],
    /// Squares of the mover's men that a capture changes, and the captured square.
    takes: Vec<(W, W)>,
}

impl<W: Word> LineScanner<W> {
    pub(super) fn new(steps: &Steps) -> Self {
        let set = |number: u8| W::from_squares(if number == 0 { 0 } else { bit(number) });
        let ends = |step: &Step| set(step.origin) | set(step.target);
        let table = |list: &Vec<Step>| {
            let mut table = [W::NONE; 256];
            list.iter()
                .zip(&mut table)
                .for_each(|(step, ends_of)| *ends_of = ends(step));
            table
        };
        Self {
            start: PieceSets::from_squares(steps.start.men, steps.start.kings),
            turn: steps.start.turn,
            steps: [table(&steps.steps[0]), table(&steps.steps[1])],
            takes: steps
                .takes
                .iter()
                .map(|step| (ends(step), set(step.captured)))
                .collect(),
        }
    }

    /// True if a position of the next game in these bytes passes the test. The game is taken off; `None` if
    /// none is left.
    pub(super) fn passes(
        &self,
        bytes: &mut &[u8],
        test: impl Fn(&PieceSets<W>, usize) -> bool,
    ) -> Option<bool> {
        let length = usize::try_from(take_varint(bytes)?).ok()?;
        let (line, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(self.run(line, test).unwrap_or(false))
    }

    /// Returns `None` for an invalid line.
    fn run(&self, mut line: &[u8], test: impl Fn(&PieceSets<W>, usize) -> bool) -> Option<bool> {
        let (mut at, mut us) = (self.start, self.turn as usize);
        if line.first() != Some(&SETUP) && test(&at, us) {
            return Some(true);
        }
        while let Some((code, rest)) = line.split_first() {
            line = rest;
            match *code {
                TAKES => {
                    let (place, rest) = line.split_first()?;
                    line = rest;
                    let (ends, captured) = *self.takes.get(usize::from(*place))?;
                    at.men[us] = at.men[us] ^ ends;
                    at.men[1 - us] = at.men[1 - us] & !captured;
                    at.kings[1 - us] = at.kings[1 - us] & !captured;
                }
                OTHER => {
                    let ([origin, target, count], rest) = line.split_first_chunk::<3>()?;
                    let (taken, rest) = rest.split_at_checked(usize::from(count & !CROWNED))?;
                    line = rest;
                    let set = |number: &u8| matches!(number, 1..=128).then(|| W::from_squares(bit(*number)));
                    let (from, to) = (set(origin)?, set(target)?);
                    if at.men[us] & from == W::NONE {
                        at.kings[us] = at.kings[us] & !from | to;
                    } else {
                        at.men[us] = at.men[us] & !from;
                        let pieces = if count & CROWNED == 0 {
                            &mut at.men
                        } else {
                            &mut at.kings
                        };
                        pieces[us] = pieces[us] | to;
                    }
                    for number in taken {
                        at.men[1 - us] = at.men[1 - us] & !set(number)?;
                        at.kings[1 - us] = at.kings[1 - us] & !set(number)?;
                    }
                }
                SETUP => {
                    let (sets, rest) = line.split_first_chunk::<65>()?;
                    line = rest;
                    let set = |place: usize| {
                        let (bytes, _) = sets[16 * place..].split_first_chunk::<16>()?;
                        Some(Squares::from_le_bytes(*bytes))
                    };
                    at = PieceSets::from_squares([set(0)?, set(1)?], [set(2)?, set(3)?]);
                    us = usize::from(sets[64] & 1);
                    if test(&at, us) {
                        return Some(true);
                    }
                    continue;
                }
                step => at.men[us] = at.men[us] ^ self.steps[us][usize::from(step)],
            }
            us = 1 - us;
            if test(&at, us) {
                return Some(true);
            }
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::notation::fen;

    /// Plays a random game from a fixed seed, and checks that a scan visits every position in order.
    fn check(variant: Variant, start: &draughts::Position, seed: &mut u64) {
        let steps = Steps::new(variant);
        let scanner = LineScanner::<u128>::new(&steps);
        let mut position = *start;
        let (mut moves, mut fields) = (Vec::new(), vec![Field::of(&position)]);
        for _ in 0..200 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            *seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mv = legal[(*seed >> 33) as usize % legal.len()];
            moves.push((mv, position.piece_at(mv.origin()).unwrap().role));
            position.play_unchecked(&mv);
            fields.push(Field::of(&position));
        }
        let mut bytes = Vec::new();
        steps.write(&mut bytes, &[(fields[0], moves)]);
        let seen = std::cell::RefCell::new(Vec::new());
        let passed = scanner.passes(&mut &bytes[..], |sets, _| {
            seen.borrow_mut().push((sets.men, sets.kings));
            false
        });
        assert_eq!(passed, Some(false));
        let wanted: Vec<_> = fields.iter().map(|field| (field.men, field.kings)).collect();
        assert_eq!(seen.into_inner(), wanted);
        // No bytes may cause a panic.
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0xA5;
            let _ = scanner.passes(&mut &broken[..], |_, _| false);
            let _ = scanner.passes(&mut &bytes[..at], |_, _| false);
        }
    }

    #[test]
    fn a_scan_visits_every_position_of_the_game() {
        let mut seed = 7;
        for variant in Variant::ALL {
            for _ in 0..20 {
                check(variant, &variant.start(), &mut seed);
            }
        }
        let setup = fen::read(Variant::International, "B:WK3,28,38:B9,10,23,26,29,K43").unwrap();
        check(Variant::International, &setup, &mut seed);
    }

    #[test]
    fn a_step_takes_a_byte_and_a_capture_two() {
        let steps = Steps::new(Variant::International);
        let mut position = Variant::International.start();
        let mut moves = Vec::new();
        for text in ["32-28", "19-23", "28x19", "14x23"] {
            let mv = draughts::notation::movetext::read(&position, text).unwrap();
            moves.push((mv, Role::Man));
            position.play_unchecked(&mv);
        }
        let mut bytes = Vec::new();
        steps.write(&mut bytes, &[(steps.start, moves)]);
        assert_eq!(bytes.len(), 1 + 1 + 1 + 2 + 2);
    }
}
