//! Recognises a diagram that was seen before, also mirrored, shifted or with the colours exchanged.
use draughts::raw::mix;
use draughts::{Position, Role, Side};

/// Returns the key of a position's pattern. Two positions have the same key if one is the other mirrored from left to
/// right, shifted on the board, or with the colours exchanged, or any of these together: to the memory of a person they
/// are one picture. Different patterns have the same key with a probability of 2⁻⁶⁴.
///
/// # Examples
/// ```
/// use draughts::{Variant, notation::fen};
/// use draughts_puzzles::pattern;
///
/// let read = |text| fen::read(Variant::International, text).unwrap();
/// let seen = pattern(&read("W:W28,32,37:B10,17,19"));
/// // Each number 51 - n, and the colours exchanged.
/// assert_eq!(seen, pattern(&read("B:W41,34,32:B23,19,14")));
/// assert_ne!(seen, pattern(&read("W:W28,32,37:B10,17,18")));
/// ```
pub fn pattern(position: &Position) -> u64 {
    let turned = position.turn() == Side::Black;
    // From the side of the solver: column, row, and the kind of the piece.
    let pieces: Vec<(i32, i32, u8)> = position
        .pieces()
        .map(|(square, piece)| {
            let (column, row) = position.coordinates(square);
            let (column, row) = (i32::from(column), i32::from(row));
            let sign = if turned { -1 } else { 1 };
            let own = piece.side == position.turn();
            (
                sign * column,
                sign * row,
                2 * u8::from(own) + u8::from(piece.role == Role::King),
            )
        })
        .collect();
    let mirrored = pieces.iter().map(|&(column, row, kind)| (-column, row, kind));
    key(pieces.iter().copied()).min(key(mirrored))
}

/// Hashes pieces by their places relative to each other.
fn key(pieces: impl Iterator<Item = (i32, i32, u8)>) -> u64 {
    let mut pieces: Vec<_> = pieces.collect();
    let left = pieces.iter().map(|piece| piece.0).min().unwrap_or(0);
    let top = pieces.iter().map(|piece| piece.1).min().unwrap_or(0);
    pieces.sort_unstable();
    pieces.iter().fold(0, |hash, &(column, row, kind)| {
        mix(hash ^ ((column - left) as u64) << 16 ^ ((row - top) as u64) << 8 ^ u64::from(kind))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stocks;
    use draughts::Variant;
    use draughts::notation::fen;
    use std::collections::HashMap;

    #[test]
    fn mirrors_shifts_and_colours_are_one_picture() {
        let of = |text| pattern(&fen::read(Variant::International, text).unwrap());
        let seen = of("W:W38,43:B28,33");
        // Two columns to the left.
        assert_eq!(seen, of("W:W37,42:B27,32"));
        // Two rows up.
        assert_eq!(seen, of("W:W28,33:B18,23"));
        // Mirrored: 38 and 43 go up to the left, 37 and 41 up to the right.
        assert_eq!(of("W:W38,43:B18"), of("W:W37,41:B17"));
        // A king, and pieces of the other side, make other pictures.
        for other in ["W:WK38,43:B28,33", "W:W28,33:B38,43", "W:W38,43:B28"] {
            assert_ne!(seen, of(other), "{other}");
        }
    }

    #[test]
    fn few_bundled_puzzles_share_a_pattern() {
        let stocks = Stocks::bundled();
        let stock = stocks.of(Variant::International);
        let mut all: HashMap<u64, u32> = HashMap::new();
        for card in stock.cards() {
            *all.entry(pattern(&stock.puzzle(card).unwrap().position))
                .or_default() += 1;
        }
        let shared = stock.cards().len() - all.len();
        assert!(shared * 100 < stock.cards().len(), "{shared}");
    }
}
