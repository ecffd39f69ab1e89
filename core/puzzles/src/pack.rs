//! The file format of a stock of mined puzzles: one line of text per puzzle, compressed together. Knows no path.
//!
//! Layout: an [artefact](draughts::raw::artefact) whose body is the deflated text. The first line of the text is
//! the variant's key.
use draughts::raw::artefact::{ArtefactError, Kind, deflate, inflate};
use std::io::Read;

pub(super) const KIND: Kind = Kind {
    magic: b"DamierPZ",
    format: 1,
    name: "puzzles",
};
/// The maximum length of the decompressed text, in bytes.
const MAX_LEN: u64 = 64 << 20;

/// Compresses a text.
pub(super) fn pack(text: &str) -> Vec<u8> {
    KIND.seal(&deflate(text.as_bytes()))
}

/// Decompresses a text.
pub(super) fn unpack(bytes: &[u8]) -> Result<String, ArtefactError> {
    let mut text = String::new();
    inflate(KIND.open(bytes)?)
        .take(MAX_LEN)
        .read_to_string(&mut text)
        .map_err(|_| KIND.damaged())?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpack_is_the_inverse_of_pack() {
        let text = "international\na\tW:W28:B17\n";
        assert_eq!(unpack(&pack(text)).as_deref(), Ok(text));
        assert_eq!(unpack(&KIND.seal(b"not deflated")), Err(KIND.damaged()));
    }
}
