//! Converts UTF-16 and old encodings to UTF-8. UTF-16 is recognised by its byte order mark, because some editors write
//! nothing else; an old encoding is given.
use super::encoding::{self, Encoding, is_unicode, readings};
use std::borrow::Cow;

#[derive(Clone, Copy, Debug)]
enum Form {
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
    form: Form,
    /// Bytes that cannot be converted before more have come.
    pending: Vec<u8>,
    /// Letters from 0x80 on of the encoding of the text; empty for UTF-8.
    letters: Vec<char>,
    chosen: Option<Encoding>,
    /// True until a part shows the encoding.
    guesses: bool,
}

impl Decoder {
    pub(super) const fn new() -> Decoder {
        Decoder {
            form: Form::Unknown,
            pending: Vec::new(),
            letters: Vec::new(),
            chosen: None,
            guesses: false,
        }
    }

    /// Starts a stream in an encoding with one byte a letter, unless it turns out to be UTF-16.
    pub(super) fn encoded(encoding: Encoding) -> Decoder {
        Decoder {
            letters: encoding.letters(),
            chosen: Some(encoding),
            ..Decoder::new()
        }
    }

    /// Starts a stream whose encoding is guessed from the first part that shows it.
    pub(super) fn guessing() -> Decoder {
        Decoder {
            guesses: true,
            ..Decoder::new()
        }
    }

    /// Returns the encoding that was given or guessed; `None` for Unicode, and before a guess.
    pub(super) const fn chosen(&self) -> Option<Encoding> {
        self.chosen
    }

    /// Converts bytes that are not UTF-16.
    fn plain<'a>(&mut self, bytes: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        if bytes.is_ascii() {
            return bytes;
        }
        if self.guesses {
            self.chosen = readings(&bytes).first().map(|reading| reading.encoding);
            self.letters = self.chosen.map(Encoding::letters).unwrap_or_default();
            // A part in which nothing depends on the encoding does not tell.
            self.guesses = self.chosen.is_none() && !is_unicode(&bytes);
        }
        if self.letters.is_empty() {
            return bytes;
        }
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
        // Most bytes of a file are ASCII.
        for run in bytes.chunk_by(|one, other| one.is_ascii() == other.is_ascii()) {
            match std::str::from_utf8(run) {
                Ok(ascii) if run[0].is_ascii() => text.push_str(ascii),
                _ => text.extend(run.iter().map(|&byte| encoding::letter(&self.letters, byte))),
            }
        }
        Cow::Owned(text.into_bytes())
    }

    /// Converts the next part of the stream.
    pub(super) fn take<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        if let Form::Bytes = self.form {
            return self.plain(Cow::Borrowed(bytes));
        }
        self.pending.extend_from_slice(bytes);
        if let Form::Unknown = self.form {
            self.form = match self.pending[..] {
                [] | [0xFE | 0xFF] => return Cow::Borrowed(&[]),
                [0xFF, 0xFE, ..] => Form::Utf16(u16::from_le_bytes),
                [0xFE, 0xFF, ..] => Form::Utf16(u16::from_be_bytes),
                _ => Form::Bytes,
            };
            if let Form::Utf16(_) = self.form {
                self.pending.drain(..2);
            }
        }
        let Form::Utf16(unit) = self.form else {
            let bytes = std::mem::take(&mut self.pending);
            return self.plain(Cow::Owned(bytes));
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
        match self.form {
            Form::Unknown => self.pending.pop(),
            Form::Bytes | Form::Utf16(_) => None,
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
    fn an_old_encoding_is_given_or_guessed() {
        let text = b"[White \"\xCF\xE5\xF2\xF0\xEE\xE2\"]";
        let mut given = Decoder::encoded(Encoding::Cp1251);
        assert_eq!(given.take(text), "[White \"Петров\"]".as_bytes());
        let mut guessing = Decoder::guessing();
        assert_eq!(
            (guessing.take(b"1. 32-28 "), guessing.chosen()),
            ((&b"1. 32-28 "[..]).into(), None)
        );
        assert_eq!(guessing.take(text), "[White \"Петров\"]".as_bytes());
        assert_eq!(guessing.chosen(), Some(Encoding::Cp1251));
        let mut late = Decoder::guessing();
        assert_eq!(late.take(b"1. 26\xD721 "), &b"1. 26\xD721 "[..]);
        assert_eq!(late.take(text), "[White \"Петров\"]".as_bytes());
        // A text that begins in UTF-8 stays so.
        let mut unicode = Decoder::guessing();
        unicode.take("[White \"Zoë\"]".as_bytes());
        assert_eq!((unicode.take(text), unicode.chosen()), ((&text[..]).into(), None));
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
