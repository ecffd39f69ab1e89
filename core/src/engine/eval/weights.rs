//! Learned weights as bytes and as tables. Knows no position.
//!
//! Layout, little endian: an [artefact](crate::artefact), its body deflated: the variant's key (length `u8`, bytes), then
//! every number as two `i16`, one for the opening and one for the ending: the terms, the king's squares, and pattern by
//! pattern its large parts and its cells. A large part and a term count in tenths of a centipawn, a cell in
//! [`CELL_STEP`] of them.
use super::shape::{CELLS, Shape};
use super::terms::TERMS;
use crate::artefact::{ArtefactError, Kind, deflate, inflate};
use crate::engine::pages::want_large_pages;
use crate::rules::Variant;
use std::io::Read;

const KIND: Kind = Kind {
    magic: b"DamierEV",
    format: 1,
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
pub struct Learned {
    /// By what is counted.
    pub terms: [Pair; TERMS],
    /// By the king's square as White sees it.
    pub kings: Vec<Pair>,
    /// By pattern.
    pub patterns: Vec<PatternWeights>,
}

/// Weights as the evaluation reads them.
#[derive(Debug)]
pub struct Weights {
    variant: Variant,
    pub(super) shape: Shape,
    /// Opening and ending, in steps.
    pub(super) terms: [[i32; 2]; TERMS],
    pub(super) kings: Vec<[i32; 2]>,
    /// Pattern after pattern.
    pub(super) cells: Vec<[i16; 2]>,
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
    pub fn write(variant: Variant, learned: &Learned) -> Vec<u8> {
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
        KIND.seal(&deflate(&body))
    }
}

fn unpack(body: &[u8]) -> Option<Weights> {
    let mut bytes = Vec::new();
    inflate(body).read_to_end(&mut bytes).ok()?;
    let (&key, mut rest) = bytes.split_first()?;
    let (key, numbers) = rest.split_at_checked(usize::from(key))?;
    rest = numbers;
    let variant: Variant = std::str::from_utf8(key).ok()?.parse().ok()?;
    let shape = Shape::of(variant.rules());
    let mut take = |count: usize| -> Option<Vec<[i32; 2]>> {
        let (taken, left) = rest.split_at_checked(4 * count)?;
        rest = left;
        let (opening, ending) = taken.split_at(2 * count);
        let value = |word: &[u8]| i32::from(i16::from_le_bytes([word[0], word[1]]));
        let pairs = opening.chunks_exact(2).zip(ending.chunks_exact(2));
        Some(
            pairs
                .map(|(opening, ending)| [value(opening), value(ending)])
                .collect(),
        )
    };
    let terms = take(TERMS)?.try_into().ok()?;
    let kings = take(usize::from(variant.rules().board.squares()))?;
    let mut cells = Vec::with_capacity(shape.patterns() * CELLS);
    want_large_pages(cells.spare_capacity_mut());
    for _ in 0..shape.patterns() {
        let parts: Vec<_> = shape
            .large_parts()
            .into_iter()
            .map(|part| Some((part, take(part.cells())?)))
            .collect::<Option<_>>()?;
        let mut whole: Vec<[i32; 2]> = take(CELLS)?
            .into_iter()
            .map(|pair| pair.map(|weight| CELL_STEP * weight))
            .collect();
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
    rest.is_empty().then_some(Weights {
        variant,
        shape,
        terms,
        kings,
        cells,
    })
}
