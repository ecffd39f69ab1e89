//! Trained weights: quantised and compressed in a file, and decompressed for the evaluation. Knows no position.
//!
//! Layout, little endian: an [artefact](draughts::raw::artefact) with a deflated body. The body is the variant's key
//! (length `u8`, bytes), then every weight as two `i16`, one for the opening and one for the ending: the terms, the
//! king's squares, and pattern by pattern its large parts and its residuals. All are in tenths of a centipawn, the
//! residuals in [`RESIDUAL_STEP`] of these. The rest, if any, is the net.
use super::nnue::{Net, NetWeights};
use super::patterns::{PATTERN_INDICES, PatternSet};
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

/// Quantisation: the value of a centipawn in a weight.
pub(super) const WEIGHT_SCALE: i32 = 10;
/// A step of a residual in the file, in units of a weight. A coarser step compresses better, and rare patterns need
/// no finer one.
const RESIDUAL_STEP: i32 = 4;

/// A weight in the opening and in the ending, in centipawns.
pub type Pair = [f32; 2];

/// The weights of one pattern, factorised: a weight is the sum of its residual and those of its large parts.
#[derive(Clone, Debug, Default)]
pub struct PatternWeights {
    /// For each large part, the weight of each of its indices.
    pub large: Vec<Vec<Pair>>,
    /// For each index of the pattern, the difference from the weights of its parts.
    pub residuals: Vec<Pair>,
}

/// Trained weights in centipawns, before quantisation.
#[derive(Clone, Debug, Default)]
pub struct FloatWeights {
    /// Weights by term.
    pub terms: [Pair; TERMS],
    /// Weights by the king's square from White's perspective.
    pub kings: Vec<Pair>,
    /// Weights by pattern.
    pub patterns: Vec<PatternWeights>,
    /// The net beside them.
    pub net: Option<NetWeights>,
}

/// Quantised weights, laid out for evaluation.
#[derive(Debug)]
pub struct Weights {
    variant: Variant,
    pub(super) pattern_set: PatternSet,
    /// Opening and ending, in units of 1 / [`WEIGHT_SCALE`] centipawns, like all that follow.
    pub(super) terms: [[i32; 2]; TERMS],
    pub(super) kings: Vec<[i32; 2]>,
    /// For each pattern, the weight of each of its indices.
    pub(super) patterns: Vec<[i16; 2]>,
    pub(super) net: Option<Net>,
}

impl Weights {
    /// The variant of the weights.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Reads the weights in the bytes of a file.
    ///
    /// # Errors
    /// [`ArtefactError`] if the bytes are not weights, damaged, or from a later version.
    pub fn read(bytes: &[u8]) -> Result<Weights, ArtefactError> {
        parse(KIND.open(bytes)?).ok_or(KIND.damaged())
    }

    /// Quantises weights and returns the bytes of a file.
    #[must_use]
    pub fn write(variant: Variant, weights: &FloatWeights) -> Vec<u8> {
        let mut body = vec![variant.key().len() as u8];
        body.extend(variant.key().as_bytes());
        let mut put = |pairs: &[Pair], step: i32| {
            // All opening weights first, then all ending weights: this compresses better.
            for phase in 0..2 {
                for pair in pairs {
                    let steps = (pair[phase] * (WEIGHT_SCALE as f32 / step as f32)).round();
                    // The conversion saturates.
                    body.extend((steps as i16).to_le_bytes());
                }
            }
        };
        put(&weights.terms, 1);
        put(&weights.kings, 1);
        for pattern in &weights.patterns {
            for part in &pattern.large {
                put(part, 1);
            }
            put(&pattern.residuals, RESIDUAL_STEP);
        }
        if let Some(net) = &weights.net {
            net.write(&mut body);
        }
        KIND.seal(&deflate(&body))
    }
}

impl FloatWeights {
    /// Reads the weights in the bytes of a file, without the net.
    ///
    /// # Errors
    /// [`ArtefactError`] if the bytes are not weights, damaged, from a later version, or for another variant.
    pub fn read(variant: Variant, bytes: &[u8]) -> Result<FloatWeights, ArtefactError> {
        let body = decompress(KIND.open(bytes)?).ok_or(KIND.damaged())?;
        let reader = WeightReader::new(&body).and_then(|(own, reader)| (own == variant).then_some(reader));
        reader.and_then(dequantise).ok_or(KIND.damaged())
    }
}

fn decompress(body: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    inflate(body).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Reads the quantised weights of a file one table after another.
struct WeightReader<'a> {
    pattern_set: PatternSet,
    squares: usize,
    rest: &'a [u8],
}

impl WeightReader<'_> {
    fn new(bytes: &[u8]) -> Option<(Variant, WeightReader<'_>)> {
        let (&key, rest) = bytes.split_first()?;
        let (key, rest) = rest.split_at_checked(usize::from(key))?;
        let variant: Variant = std::str::from_utf8(key).ok()?.parse().ok()?;
        let reader = WeightReader {
            pattern_set: PatternSet::of(variant.rules()),
            squares: usize::from(variant.rules().board.squares()),
            rest,
        };
        Some((variant, reader))
    }

    /// Returns the next weights, which are in units of `step`.
    fn take(&mut self, count: usize, step: i32) -> Option<Vec<[i32; 2]>> {
        let (taken, rest) = self.rest.split_at_checked(4 * count)?;
        self.rest = rest;
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

fn dequantise(mut reader: WeightReader<'_>) -> Option<FloatWeights> {
    let (pattern_set, squares) = (reader.pattern_set.clone(), reader.squares);
    let mut take = |count, step| -> Option<Vec<Pair>> {
        let weights = reader.take(count, step)?;
        let pairs = weights
            .iter()
            .map(|pair| pair.map(|weight| weight as f32 / WEIGHT_SCALE as f32));
        Some(pairs.collect())
    };
    let terms = take(TERMS, 1)?.try_into().ok()?;
    let kings = take(squares, 1)?;
    let mut patterns = Vec::new();
    for _ in 0..pattern_set.patterns() {
        let parts = pattern_set.large_parts();
        patterns.push(PatternWeights {
            large: parts
                .iter()
                .map(|part| take(part.indices(), 1))
                .collect::<Option<_>>()?,
            residuals: take(PATTERN_INDICES, RESIDUAL_STEP)?,
        });
    }
    Some(FloatWeights {
        terms,
        kings,
        patterns,
        net: None,
    })
}

fn parse(body: &[u8]) -> Option<Weights> {
    let bytes = decompress(body)?;
    let (variant, mut reader) = WeightReader::new(&bytes)?;
    let terms = reader.take(TERMS, 1)?.try_into().ok()?;
    let kings = reader.take(reader.squares, 1)?;
    let mut patterns = Vec::with_capacity(reader.pattern_set.patterns() * PATTERN_INDICES);
    advise_huge_pages(patterns.spare_capacity_mut());
    for _ in 0..reader.pattern_set.patterns() {
        let parts: Vec<_> = reader
            .pattern_set
            .large_parts()
            .into_iter()
            .map(|part| Some((part, reader.take(part.indices(), 1)?)))
            .collect::<Option<_>>()?;
        let mut pattern = reader.take(PATTERN_INDICES, RESIDUAL_STEP)?;
        for (part, weights) in parts {
            part.for_each(|pattern_index, index| {
                pattern[pattern_index][0] += weights[index][0];
                pattern[pattern_index][1] += weights[index][1];
            });
        }
        let limit = i32::from(i16::MAX);
        patterns.extend(
            pattern
                .iter()
                .map(|pair| pair.map(|weight| weight.clamp(-limit, limit) as i16)),
        );
    }
    let net = match reader.rest {
        [] => None,
        rest => Some(Net::read(variant.rules(), rest)?),
    };
    Some(Weights {
        variant,
        pattern_set: reader.pattern_set,
        terms,
        kings,
        patterns,
        net,
    })
}
