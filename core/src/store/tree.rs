//! A game's moves as bytes. Knows squares as numbers; whether a move is legal is for the reader to find out.
//!
//! Format 1: the byte 1, then each move of the main line as origin and target; where several captures join the two,
//! [`CAPTURED`], how many pieces, and their squares follow. Bytes from 240 up are signs, of which only `CAPTURED` is
//! used so far: variations, comments, annotations and clocks have theirs to come, in the same format.

/// What the first byte says.
const FORMAT: u8 = 1;
/// The captured squares follow, because origin and target do not say which move it is.
const CAPTURED: u8 = 0xF0;
/// The highest square number (12×12 boards have 72, a full 12×12 board 144).
const HIGHEST: u8 = 144;

/// A move as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMove {
    /// The square it left.
    pub origin: u8,
    /// The square it came to.
    pub target: u8,
    /// The captured squares, ascending; empty where origin and target say it all.
    pub captured: Vec<u8>,
}

/// Why bytes are no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// There is not even a format.
    #[error("no bytes")]
    Empty,
    /// A format of a newer version.
    #[error("format {0} is not known")]
    Format(u8),
    /// The bytes end inside a move.
    #[error("the bytes end inside a move")]
    Truncated,
    /// No square and no sign.
    #[error("byte {at} is no square")]
    Square {
        /// Where, 0 the format byte.
        at: usize,
    },
}

/// Moves to bytes.
pub fn write(moves: &[KeptMove]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + 2 * moves.len());
    bytes.push(FORMAT);
    for m in moves {
        bytes.extend([m.origin, m.target]);
        if !m.captured.is_empty() {
            let count = u8::try_from(m.captured.len()).expect("a board has fewer than 256 pieces");
            bytes.extend([CAPTURED, count]);
            bytes.extend(&m.captured);
        }
    }
    bytes
}

/// Bytes to moves.
///
/// # Errors
/// For any bytes that `write` does not write.
pub fn read(bytes: &[u8]) -> Result<Vec<KeptMove>, TreeError> {
    let mut bytes = bytes.iter().copied().enumerate().peekable();
    match bytes.next() {
        None => return Err(TreeError::Empty),
        Some((_, FORMAT)) => {}
        Some((_, other)) => return Err(TreeError::Format(other)),
    }
    let square = |next: Option<(usize, u8)>| match next {
        None => Err(TreeError::Truncated),
        Some((_, number @ 1..=HIGHEST)) => Ok(number),
        Some((at, _)) => Err(TreeError::Square { at }),
    };
    let mut moves = Vec::new();
    while let Some(first) = bytes.next() {
        let origin = square(Some(first))?;
        let target = square(bytes.next())?;
        let mut captured = Vec::new();
        if bytes.next_if(|(_, byte)| *byte == CAPTURED).is_some() {
            let (_, count) = bytes.next().ok_or(TreeError::Truncated)?;
            captured = (0..count)
                .map(|_| square(bytes.next()))
                .collect::<Result<_, _>>()?;
        }
        moves.push(KeptMove {
            origin,
            target,
            captured,
        });
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kept() -> impl Strategy<Value = KeptMove> {
        (
            1..=HIGHEST,
            1..=HIGHEST,
            prop::collection::vec(1..=HIGHEST, 0..20),
        )
            .prop_map(|(origin, target, captured)| KeptMove {
                origin,
                target,
                captured,
            })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(moves in prop::collection::vec(kept(), 0..60)) {
            prop_assert_eq!(read(&write(&moves)), Ok(moves));
        }

        #[test]
        fn any_bytes_are_moves_or_an_error(mut bytes in prop::collection::vec(any::<u8>(), 0..200), good in any::<bool>()) {
            if good && !bytes.is_empty() {
                bytes[0] = FORMAT;
            }
            let _ = read(&bytes);
        }

        #[test]
        fn a_cut_tree_gives_its_first_moves_or_an_error(moves in prop::collection::vec(kept(), 1..20), cut in 0..100usize) {
            let bytes = write(&moves);
            if let Ok(read) = read(&bytes[..cut.min(bytes.len())]) {
                prop_assert!(read.iter().zip(&moves).all(|(r, m)| (r.origin, r.target) == (m.origin, m.target)));
            }
        }
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(read(&[]), Err(TreeError::Empty));
        assert_eq!(read(&[2, 32, 28]), Err(TreeError::Format(2)));
        assert_eq!(read(&[1, 32]), Err(TreeError::Truncated));
        assert_eq!(read(&[1, 32, 0]), Err(TreeError::Square { at: 2 }));
        assert_eq!(read(&[1, 32, 28, CAPTURED]), Err(TreeError::Truncated));
        assert_eq!(read(&[1, 32, 28, CAPTURED, 2, 23]), Err(TreeError::Truncated));
    }
}
