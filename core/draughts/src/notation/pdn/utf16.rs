//! Converts UTF-16 to UTF-8, because some editors write nothing else. UTF-16 is recognised by its byte order mark.
use std::borrow::Cow;

#[derive(Clone, Copy, Debug)]
enum Encoding {
    /// Too few bytes have come to tell.
    Unknown,
    /// Not UTF-16: passed through unchanged.
    Bytes,
    /// The function turns two bytes into a code unit.
    Utf16(fn([u8; 2]) -> u16),
}

/// Converts a stream that arrives in parts of any length.
#[derive(Debug)]
pub(super) struct Decoder {
    encoding: Encoding,
    /// Bytes that cannot be converted before more have come.
    pending: Vec<u8>,
}

impl Decoder {
    pub(super) const fn new() -> Decoder {
        Decoder {
            encoding: Encoding::Unknown,
            pending: Vec::new(),
        }
    }

    /// Converts the next part of the stream.
    pub(super) fn take<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        if let Encoding::Bytes = self.encoding {
            return Cow::Borrowed(bytes);
        }
        self.pending.extend_from_slice(bytes);
        if let Encoding::Unknown = self.encoding {
            self.encoding = match self.pending[..] {
                [] | [0xFE | 0xFF] => return Cow::Borrowed(&[]),
                [0xFF, 0xFE, ..] => Encoding::Utf16(u16::from_le_bytes),
                [0xFE, 0xFF, ..] => Encoding::Utf16(u16::from_be_bytes),
                _ => Encoding::Bytes,
            };
            if let Encoding::Utf16(_) = self.encoding {
                self.pending.drain(..2);
            }
        }
        let Encoding::Utf16(unit) = self.encoding else {
            return Cow::Owned(std::mem::take(&mut self.pending));
        };
        let (pairs, _) = self.pending.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().copied().map(unit).collect();
        // The second half of a surrogate pair may come with the next part.
        units.pop_if(|last| (0xD800..=0xDBFF).contains(last));
        let text: String = char::decode_utf16(units.iter().copied())
            .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        self.pending.drain(..2 * units.len());
        Cow::Owned(text.into_bytes())
    }

    /// Ends the stream and returns its only byte if that could have begun a byte order mark.
    pub(super) fn end(&mut self) -> Option<u8> {
        match self.encoding {
            Encoding::Unknown => self.pending.pop(),
            Encoding::Bytes | Encoding::Utf16(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8], part: usize) -> Vec<u8> {
        let mut decoder = Decoder::new();
        let mut all: Vec<u8> = bytes
            .chunks(part)
            .flat_map(|part| decoder.take(part).into_owned())
            .collect();
        all.extend(decoder.end());
        all
    }

    #[test]
    fn utf_16_is_recognised_by_its_mark_and_other_bytes_pass_unchanged() {
        let text = "[White \"Zoë 𝄞\"] 1. 32-28 ½-½";
        let units = |turn: fn(u16) -> [u8; 2]| {
            let units = "\u{FEFF}".encode_utf16().chain(text.encode_utf16());
            units.flat_map(turn).collect::<Vec<u8>>()
        };
        for part in [1, 2, 3, 5, 1000] {
            for bytes in [units(u16::to_le_bytes), units(u16::to_be_bytes)] {
                assert_eq!(decoded(&bytes, part), text.as_bytes());
            }
            for bytes in [text.as_bytes(), b"\xFF", b"\xFEabc", b"x", b""] {
                assert_eq!(decoded(bytes, part), bytes);
            }
            // An unpaired surrogate.
            assert_eq!(decoded(b"\xFF\xFE\x00\xD8a\x00", part), "\u{FFFD}a".as_bytes());
        }
    }
}
