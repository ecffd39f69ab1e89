//! A stock of mined puzzles as bytes: one line of text each, all compressed together. Knows no path.
//!
//! Layout, little endian: magic, format `u16`, length `u32` and CRC-32 `u32` of all that follows: the deflated text, its
//! first line the variant's key.
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use std::io::{Read, Write};

const MAGIC: &[u8; 8] = b"DamierPZ";
const FORMAT: u16 = 1;
const HEADER: usize = MAGIC.len() + 2 + 4 + 4;
/// More text than this is no stock of puzzles.
const MOST: u64 = 64 << 20;

/// The bytes are no stock of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// Something else.
    #[error("these are no puzzles")]
    Alien,
    /// From a later version of the program.
    #[error("the puzzles have format {0}, which is newer than this program")]
    Newer(u16),
    /// Cut short, or changed on the way.
    #[error("the puzzles are damaged: fetch them again")]
    Damaged,
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The bytes of a text.
pub(super) fn pack(text: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let body = encoder
        .write_all(text.as_bytes())
        .and_then(|()| encoder.finish())
        .expect("memory can be written to");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(checksum(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The text of bytes.
pub(super) fn unpack(bytes: &[u8]) -> Result<String, PackError> {
    let (head, body) = bytes.split_at_checked(HEADER).ok_or(PackError::Alien)?;
    if !head.starts_with(MAGIC) {
        return Err(PackError::Alien);
    }
    let number = |from: usize, len: usize| {
        head[from..from + len]
            .iter()
            .rev()
            .fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte))
    };
    let format = number(8, 2) as u16;
    if format > FORMAT {
        return Err(PackError::Newer(format));
    }
    if body.len() != number(10, 4) as usize || checksum(body) != number(14, 4) {
        return Err(PackError::Damaged);
    }
    let mut text = String::new();
    DeflateDecoder::new(body)
        .take(MOST)
        .read_to_string(&mut text)
        .map_err(|_| PackError::Damaged)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_and_damage_is_seen() {
        let text = "international\na\tW:W28:B17\n";
        let bytes = pack(text);
        assert_eq!(unpack(&bytes).as_deref(), Ok(text));
        assert_eq!(unpack(b"something else altogether"), Err(PackError::Alien));
        assert_eq!(unpack(&[]), Err(PackError::Alien));
        assert_eq!(unpack(&bytes[..bytes.len() - 1]), Err(PackError::Damaged));
        for at in HEADER..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert_eq!(unpack(&changed), Err(PackError::Damaged), "{at}");
        }
        let mut newer = bytes;
        newer[8] = 9;
        assert_eq!(unpack(&newer), Err(PackError::Newer(9)));
    }
}
