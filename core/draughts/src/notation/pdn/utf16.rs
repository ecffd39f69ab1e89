//! UTF-16 made UTF-8: some editors write nothing else. Knows it by the mark that such a file begins with.
use std::borrow::Cow;

/// Which bytes come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Not even two bytes have come.
    Begin,
    /// Every other encoding: handed on as it is.
    Bytes,
    LittleEnd,
    BigEnd,
}

/// Takes a stream in parts of any length and hands it on, UTF-16 as UTF-8.
#[derive(Debug)]
pub(super) struct Decoder {
    form: Form,
    /// The first byte of a pair whose second has not come.
    byte: Option<u8>,
    /// The first half of a letter whose second has not come.
    half: Option<u16>,
}

impl Decoder {
    pub(super) const fn new() -> Decoder {
        Decoder {
            form: Form::Begin,
            byte: None,
            half: None,
        }
    }

    /// The next part of the stream, as it is handed on.
    pub(super) fn take<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        match self.form {
            Form::Bytes => Cow::Borrowed(bytes),
            Form::Begin => self.begin(bytes),
            Form::LittleEnd | Form::BigEnd => {
                let mut text = String::with_capacity(bytes.len());
                for &byte in bytes {
                    let Some(first) = self.byte.take() else {
                        self.byte = Some(byte);
                        continue;
                    };
                    let unit = match self.form {
                        Form::LittleEnd => u16::from_le_bytes([first, byte]),
                        _ => u16::from_be_bytes([first, byte]),
                    };
                    self.unit(unit, &mut text);
                }
                Cow::Owned(text.into_bytes())
            }
        }
    }

    /// The end of the stream: what was still waited with.
    pub(super) fn end(&mut self) -> Option<u8> {
        self.byte.take().filter(|_| self.form == Form::Begin)
    }

    fn begin<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let mut start: Vec<u8> = self.byte.take().into_iter().collect();
        start.extend(bytes.iter().take(2 - start.len()));
        self.form = match start[..] {
            [] => return Cow::Borrowed(&[]),
            [0xFF, 0xFE] => Form::LittleEnd,
            [0xFE, 0xFF] => Form::BigEnd,
            [first @ (0xFE | 0xFF)] => {
                self.byte = Some(first);
                return Cow::Borrowed(&[]);
            }
            _ => Form::Bytes,
        };
        // Of two bytes one may have come before: then one of these belongs to the mark, or none is a copy.
        match self.form {
            Form::Bytes if bytes.starts_with(&start) => Cow::Borrowed(bytes),
            Form::Bytes => Cow::Owned([&start[..1], bytes].concat()),
            _ => match bytes.starts_with(&start) {
                true => self.take(&bytes[2..]),
                false => self.take(&bytes[1..]),
            },
        }
    }

    fn unit(&mut self, unit: u16, text: &mut String) {
        let units = self.half.take().into_iter().chain([unit]);
        for letter in char::decode_utf16(units) {
            match letter {
                Ok(letter) => text.push(letter),
                Err(error) => match error.unpaired_surrogate() {
                    first @ 0xD800..=0xDBFF if first == unit => self.half = Some(first),
                    _ => text.push(char::REPLACEMENT_CHARACTER),
                },
            }
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
    fn utf_16_is_known_by_its_mark_and_the_rest_is_left_as_it_is() {
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
            // A half without its other half.
            assert_eq!(decoded(b"\xFF\xFE\x00\xD8a\x00", part), "\u{FFFD}a".as_bytes());
        }
    }
}
