//! The header and compression of the project's binary files (weights, puzzles, endgame tables). Knows no path and no
//! content.
//!
//! Layout, little endian: magic, format `u16`, length `u32` and CRC-32 `u32` of the body, the body.
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read, Write};

const MAGIC: usize = 8;
/// Offset of the body in bytes.
pub const HEADER: usize = MAGIC + 2 + 4 + 4;

/// Why bytes are not a valid artefact. Each variant carries the name of the expected kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArtefactError {
    /// The bytes are something else.
    #[error("these are not {0}")]
    Alien(&'static str),
    /// Written by a later version of the program, in this format.
    #[error("the {0} have format {1}, which is newer than this program")]
    Newer(&'static str, u16),
    /// Truncated or changed.
    #[error("the {0} are damaged: make or fetch them again")]
    Damaged(&'static str),
}

/// A kind of artefact.
pub struct Kind {
    pub magic: &'static [u8; MAGIC],
    /// Newest readable format; also the format written.
    pub format: u16,
    /// Name in errors, a plural.
    pub name: &'static str,
}

impl Kind {
    pub const fn alien(&self) -> ArtefactError {
        ArtefactError::Alien(self.name)
    }

    pub const fn damaged(&self) -> ArtefactError {
        ArtefactError::Damaged(self.name)
    }

    /// Returns a body with its header.
    pub fn seal(&self, body: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(self.magic);
        bytes.extend(self.format.to_le_bytes());
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(checksum(body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Checks an artefact and returns its body.
    pub fn open<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], ArtefactError> {
        match self.first(bytes)? {
            (body, []) => Ok(body),
            _ => Err(self.damaged()),
        }
    }

    /// Checks the first of several concatenated artefacts. Returns its body and the bytes after it.
    pub fn first<'a>(&self, bytes: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), ArtefactError> {
        let rest = bytes.strip_prefix(self.magic).ok_or(self.alien())?;
        let (&format, rest) = rest.split_first_chunk().ok_or(self.damaged())?;
        let format = u16::from_le_bytes(format);
        if format > self.format {
            return Err(ArtefactError::Newer(self.name, format));
        }
        let (&length, rest) = rest.split_first_chunk().ok_or(self.damaged())?;
        let (&sum, rest) = rest.split_first_chunk().ok_or(self.damaged())?;
        let (body, behind) = rest
            .split_at_checked(u32::from_le_bytes(length) as usize)
            .ok_or(self.damaged())?;
        if checksum(body) != u32::from_le_bytes(sum) {
            return Err(self.damaged());
        }
        Ok((body, behind))
    }

    /// Returns true if the bytes are the beginning of an artefact whose end is missing, as after a program was killed
    /// while writing.
    pub fn is_torn(&self, bytes: &[u8]) -> bool {
        let magic = bytes.len().min(MAGIC);
        let length = bytes.get(MAGIC + 2..MAGIC + 6).map(|length| {
            let length: [u8; 4] = length.try_into().expect("four bytes were taken");
            HEADER + u32::from_le_bytes(length) as usize
        });
        bytes[..magic] == self.magic[..magic] && length.is_none_or(|length| bytes.len() < length)
    }
}

/// CRC-32 as in zlib, half a byte at a time: a library's version would add a table of sixteen kilobytes to each
/// WebAssembly module.
fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 16] = {
        let mut table = [0; 16];
        let mut at = 0;
        while at < 16 {
            let mut sum = at as u32;
            let mut bit = 0;
            while bit < 4 {
                sum = (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg());
                bit += 1;
            }
            table[at] = sum;
            at += 1;
        }
        table
    };
    let half = |sum: u32| TABLE[(sum & 15) as usize] ^ (sum >> 4);
    !bytes
        .iter()
        .fold(!0, |sum, &byte| half(half(sum ^ u32::from(byte))))
}

/// Compresses bytes with the best ratio of deflate.
pub fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(bytes)
        .and_then(|()| encoder.finish())
        .expect("memory can be written to")
}

/// Decompresses bytes. Reading fails if they are not a deflate stream.
pub fn inflate(bytes: &[u8]) -> impl Read {
    DeflateDecoder::new(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind {
        magic: b"DamierXX",
        format: 1,
        name: "samples",
    };

    #[test]
    fn the_sum_is_the_one_everybody_has() {
        assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn sealed_bytes_open_and_damage_is_detected() {
        let body = b"international\na\tW:W28:B17\n";
        let bytes = KIND.seal(body);
        assert_eq!(KIND.open(&bytes), Ok(&body[..]));
        assert_eq!(KIND.open(b"something else altogether"), Err(KIND.alien()));
        assert_eq!(KIND.open(&[]), Err(KIND.alien()));
        for len in MAGIC..bytes.len() {
            assert_eq!(KIND.open(&bytes[..len]), Err(KIND.damaged()), "{len}");
        }
        for at in MAGIC + 2..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert_eq!(KIND.open(&changed), Err(KIND.damaged()), "{at}");
        }
        for len in 0..bytes.len() {
            assert!(KIND.is_torn(&bytes[..len]), "{len}");
        }
        assert!(!KIND.is_torn(&bytes) && !KIND.is_torn(b"something"));
        let two = [&bytes[..], &bytes[..]].concat();
        assert_eq!(KIND.first(&two), Ok((&body[..], &bytes[..])));
        assert_eq!(KIND.open(&two), Err(KIND.damaged()));
        let mut newer = bytes;
        newer[MAGIC] = 9;
        assert_eq!(KIND.open(&newer), Err(ArtefactError::Newer("samples", 9)));
    }

    #[test]
    fn deflated_bytes_inflate() {
        let text = "28x19 ".repeat(1000);
        let bytes = deflate(text.as_bytes());
        assert!(bytes.len() < 200);
        let mut read = String::new();
        inflate(&bytes).read_to_string(&mut read).unwrap();
        assert_eq!(read, text);
    }
}
