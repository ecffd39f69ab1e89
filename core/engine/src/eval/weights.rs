//! FloatWeights weights as bytes and as tables. Knows no position.
//!
//! Layout, little endian: an [artefact](draughts::raw::artefact), its body deflated: the variant's key (length `u8`, bytes), then
//! every number as two `i16`, one for the opening and one for the ending: the terms, the king's squares, and pattern by
//! pattern its large parts and its cells. A large part and a term count in tenths of a centipawn, a cell in
//! [`CELL_STEP`] of them. What follows, if anything does, is the net.
use super::nnue::{Net, NetWeights};
use super::patterns::{CELLS, PatternSet};
use super::terms::TERMS;
use crate::huge_pages::advise_huge_pages;
use draughts::Variant;
use draughts::raw::artefact::{ArtefactError, Kind, deflate, inflate};
use std::io::Read;

const KIND: Kind = Kind {
    magic: b"DamierEV",
    format: 2,
    name: "weights",
};

/// Steps of a weight in a centipawn.
pub(super) const STEPS: i32 = 10;
/// What one step of a cell is worth in steps of a weight: rare cells need no more.
const CELL_STEP: i32 = 4;

/// A weight in the opening and in the ending, in centipawns.
pub type Pair = [f32; 2];

/// What was learned of one pattern.
#[derive(Clone, Debug, Default)]
pub struct PatternWeights {
    /// For each of the shape's large parts, the weight of each number.
    pub large: Vec<Vec<Pair>>,
    /// What each number of the whole pattern adds to that of its parts.
    pub cells: Vec<Pair>,
}

/// What was learned, in centipawns, before it is rounded.
#[derive(Clone, Debug, Default)]
pub struct FloatWeights {
    /// By what is counted.
    pub terms: [Pair; TERMS],
    /// By the king's square as White sees it.
    pub kings: Vec<Pair>,
    /// By pattern.
    pub patterns: Vec<PatternWeights>,
    /// What is beside them.
    pub net: Option<NetWeights>,
}

/// Weights as the evaluation reads them.
#[derive(Debug)]
pub struct Weights {
    variant: Variant,
    pub(super) shape: PatternSet,
    /// Opening and ending, in steps.
    pub(super) terms: [[i32; 2]; TERMS],
    pub(super) kings: Vec<[i32; 2]>,
    /// Pattern after pattern.
    pub(super) cells: Vec<[i16; 2]>,
    pub(super) net: Option<Net>,
}

impl Weights {
    /// The game they are for.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The weights of these bytes.
    ///
    /// # Errors
    /// They are no weights, damaged, or from a later version.
    pub fn read(bytes: &[u8]) -> Result<Weights, ArtefactError> {
        unpack(KIND.open(bytes)?).ok_or(KIND.damaged())
    }

    /// What was learned, rounded, as the bytes of a file.
    #[must_use]
    pub fn write(variant: Variant, learned: &FloatWeights) -> Vec<u8> {
        let mut body = vec![variant.key().len() as u8];
        body.extend(variant.key().as_bytes());
        let mut put = |pairs: &[Pair], step: i32| {
            // All of the one, then all of the other: like beside like is compressed better.
            for phase in 0..2 {
                for pair in pairs {
                    let steps = (pair[phase] * (STEPS as f32 / step as f32)).round();
                    // The conversion stops where the type does.
                    body.extend((steps as i16).to_le_bytes());
                }
            }
        };
        put(&learned.terms, 1);
        put(&learned.kings, 1);
        for pattern in &learned.patterns {
            for part in &pattern.large {
                put(part, 1);
            }
            put(&pattern.cells, CELL_STEP);
        }
        if let Some(net) = &learned.net {
            net.write(&mut body);
        }
        KIND.seal(&deflate(&body))
    }
}

impl FloatWeights {
    /// What was learned but for the net, as the bytes of a file tell it.
    ///
    /// # Errors
    /// They are no weights, damaged, from a later version, or for another game.
    pub fn read(variant: Variant, bytes: &[u8]) -> Result<FloatWeights, ArtefactError> {
        let numbers = inflated(KIND.open(bytes)?).ok_or(KIND.damaged())?;
        let learned = Numbers::of(&numbers).and_then(|(own, numbers)| (own == variant).then_some(numbers));
        learned.and_then(unrounded).ok_or(KIND.damaged())
    }
}

fn inflated(body: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    inflate(body).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// What is still to be read of a file's numbers.
struct Numbers<'a> {
    shape: PatternSet,
    squares: usize,
    rest: &'a [u8],
}

impl Numbers<'_> {
    fn of(bytes: &[u8]) -> Option<(Variant, Numbers<'_>)> {
        let (&key, rest) = bytes.split_first()?;
        let (key, rest) = rest.split_at_checked(usize::from(key))?;
        let variant: Variant = std::str::from_utf8(key).ok()?.parse().ok()?;
        let numbers = Numbers {
            shape: PatternSet::of(variant.rules()),
            squares: usize::from(variant.rules().board.squares()),
            rest,
        };
        Some((variant, numbers))
    }

    /// The next so many, in steps of `step`.
    fn take(&mut self, count: usize, step: i32) -> Option<Vec<[i32; 2]>> {
        let (taken, left) = self.rest.split_at_checked(4 * count)?;
        self.rest = left;
        let (opening, ending) = taken.split_at(2 * count);
        let value = |word: &[u8]| step * i32::from(i16::from_le_bytes([word[0], word[1]]));
        let pairs = opening.chunks_exact(2).zip(ending.chunks_exact(2));
        Some(
            pairs
                .map(|(opening, ending)| [value(opening), value(ending)])
                .collect(),
        )
    }
}

fn unrounded(mut numbers: Numbers<'_>) -> Option<FloatWeights> {
    let (shape, squares) = (numbers.shape.clone(), numbers.squares);
    let mut take = |count, step| -> Option<Vec<Pair>> {
        let steps = numbers.take(count, step)?;
        let pairs = steps
            .iter()
            .map(|pair| pair.map(|steps| steps as f32 / STEPS as f32));
        Some(pairs.collect())
    };
    let terms = take(TERMS, 1)?.try_into().ok()?;
    let kings = take(squares, 1)?;
    let mut patterns = Vec::new();
    for _ in 0..shape.patterns() {
        let parts = shape.large_parts();
        patterns.push(PatternWeights {
            large: parts
                .iter()
                .map(|part| take(part.cells(), 1))
                .collect::<Option<_>>()?,
            cells: take(CELLS, CELL_STEP)?,
        });
    }
    Some(FloatWeights {
        terms,
        kings,
        patterns,
        net: None,
    })
}

fn unpack(body: &[u8]) -> Option<Weights> {
    let bytes = inflated(body)?;
    let (variant, mut numbers) = Numbers::of(&bytes)?;
    let terms = numbers.take(TERMS, 1)?.try_into().ok()?;
    let kings = numbers.take(numbers.squares, 1)?;
    let mut cells = Vec::with_capacity(numbers.shape.patterns() * CELLS);
    advise_huge_pages(cells.spare_capacity_mut());
    for _ in 0..numbers.shape.patterns() {
        let parts: Vec<_> = numbers
            .shape
            .large_parts()
            .into_iter()
            .map(|part| Some((part, numbers.take(part.cells(), 1)?)))
            .collect::<Option<_>>()?;
        let mut whole = numbers.take(CELLS, CELL_STEP)?;
        for (part, weights) in parts {
            part.each(|cell, number| {
                whole[cell][0] += weights[number][0];
                whole[cell][1] += weights[number][1];
            });
        }
        let limit = i32::from(i16::MAX);
        cells.extend(
            whole
                .iter()
                .map(|pair| pair.map(|weight| weight.clamp(-limit, limit) as i16)),
        );
    }
    let net = match numbers.rest {
        [] => None,
        rest => Some(Net::read(variant.rules(), rest)?),
    };
    Some(Weights {
        variant,
        shape: numbers.shape,
        terms,
        kings,
        cells,
        net,
    })
}
