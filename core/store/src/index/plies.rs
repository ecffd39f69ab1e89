//! Walks main lines ply by ply, either from the index's bytes without rules or from a replayed game.
use super::bits::take_varint;
use super::encoded_line::{CROWNED, OTHER, SETUP, Step, Steps, TAKES};
use super::field::{Field, Squares, bit};
use super::replay::Stretch;
use draughts::{Move, Side, Square};

/// A ply as encoded in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ply {
    pub(super) origin: Square,
    pub(super) target: Square,
    pub(super) captured: Squares,
    pub(super) promotes: bool,
}

impl Ply {
    pub(super) fn of(mv: &Move) -> Self {
        let squares = mv.captured().iter();
        Self {
            origin: mv.origin(),
            target: mv.target(),
            captured: squares.fold(0, |set, square| set | bit(square.number())),
            promotes: mv.promotes(),
        }
    }

    fn step(step: &Step) -> Option<Self> {
        Some(Self {
            origin: Square::new(step.origin)?,
            target: Square::new(step.target)?,
            captured: if step.captured == 0 { 0 } else { bit(step.captured) },
            promotes: false,
        })
    }
}

/// Called for each ply with the position before it, and with `None` at the end of a line (a position may be
/// set up next). A result ends the walk.
pub(super) type Visit<'a, T> = &'a mut dyn FnMut(&Field, Option<&Ply>) -> Option<T>;

/// Walks through the next game of these bytes, which is taken off. Returns the visitor's result; outer `None`
/// if no game is left.
pub(super) fn walk<T>(steps: &Steps, bytes: &mut &[u8], visit: Visit<'_, T>) -> Option<Option<T>> {
    let length = usize::try_from(take_varint(bytes)?).ok()?;
    let (mut line, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    let mut field = steps.start;
    while let Some((code, rest)) = line.split_first() {
        line = rest;
        let ply = match *code {
            TAKES => {
                let (place, rest) = line.split_first()?;
                line = rest;
                Ply::step(steps.takes.get(usize::from(*place))?)?
            }
            OTHER => {
                let ([origin, target, count], rest) = line.split_first_chunk::<3>()?;
                let (taken, rest) = rest.split_at_checked(usize::from(count & !CROWNED))?;
                line = rest;
                let square = |number: &u8| Square::new(*number).filter(|_| (1..=128).contains(number));
                let mut captured = 0;
                for number in taken {
                    captured |= bit(square(number)?.number());
                }
                Ply {
                    origin: square(origin)?,
                    target: square(target)?,
                    captured,
                    promotes: count & CROWNED != 0,
                }
            }
            SETUP => {
                if let Some(answer) = visit(&field, None) {
                    return Some(Some(answer));
                }
                let (sets, rest) = line.split_first_chunk::<65>()?;
                line = rest;
                let set = |place: usize| {
                    let (bytes, _) = sets[16 * place..].split_first_chunk::<16>()?;
                    Some(Squares::from_le_bytes(*bytes))
                };
                (field.men, field.kings) = ([set(0)?, set(1)?], [set(2)?, set(3)?]);
                field.turn = if sets[64] & 1 == 0 {
                    Side::White
                } else {
                    Side::Black
                };
                continue;
            }
            step => Ply::step(steps.steps[field.turn as usize].get(usize::from(step))?)?,
        };
        if let Some(answer) = visit(&field, Some(&ply)) {
            return Some(Some(answer));
        }
        field.step(ply.origin, ply.target, ply.promotes, ply.captured);
    }
    Some(visit(&field, None))
}

/// Walks through a replayed game.
pub(super) fn walk_replayed<T>(stretches: &[Stretch], visit: Visit<'_, T>) -> Option<T> {
    for Stretch { start, moves } in stretches {
        let mut field = Field::of(start);
        for mv in moves {
            let ply = Ply::of(mv);
            if let Some(answer) = visit(&field, Some(&ply)) {
                return Some(answer);
            }
            field.step(ply.origin, ply.target, ply.promotes, ply.captured);
        }
        if let Some(answer) = visit(&field, None) {
            return Some(answer);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::field::Field;
    use super::*;
    use draughts::{Role, Variant};

    #[test]
    fn encoded_and_replayed_lines_give_the_same_plies() {
        let mut seed = 11_u64;
        for variant in Variant::ALL {
            let steps = Steps::new(variant);
            let mut stretches = Vec::new();
            let mut position = variant.start();
            for _ in 0..3 {
                let mut stretch = Stretch {
                    start: position,
                    moves: Vec::new(),
                };
                for _ in 0..60 {
                    let legal = position.legal_moves();
                    if legal.is_empty() {
                        break;
                    }
                    seed = seed
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    let mv = legal[(seed >> 33) as usize % legal.len()];
                    position.play_unchecked(&mv);
                    stretch.moves.push(mv);
                }
                // The next stretch begins in the middle of the same game.
                position = variant.start();
                position.play_unchecked(&position.legal_moves()[0]);
                stretches.push(stretch);
            }
            let as_written = |stretch: &Stretch| {
                let first = Field::of(&stretch.start);
                let mut field = first;
                let roles = stretch.moves.iter().map(|mv| {
                    let role = if field.is_man(mv.origin()) {
                        Role::Man
                    } else {
                        Role::King
                    };
                    field.play(mv);
                    (*mv, role)
                });
                (first, roles.collect())
            };
            let mut bytes = Vec::new();
            steps.write(&mut bytes, &stretches.iter().map(as_written).collect::<Vec<_>>());
            let (mut seen, mut wanted) = (Vec::new(), Vec::new());
            let walked = walk::<()>(&steps, &mut &bytes[..], &mut |before, ply| {
                seen.push((*before, ply.copied()));
                None
            });
            assert_eq!(walked, Some(None));
            walk_replayed::<()>(&stretches, &mut |before, ply| {
                wanted.push((*before, ply.copied()));
                None
            });
            assert_eq!(seen, wanted, "{variant:?}");
            // No bytes may cause a panic.
            for at in 0..bytes.len() {
                let mut broken = bytes.clone();
                broken[at] ^= 0xA5;
                walk::<()>(&steps, &mut &broken[..], &mut |_, _| None);
                walk::<()>(&steps, &mut &bytes[..at], &mut |_, _| None);
            }
        }
    }
}
