//! The tags of a game and their text. Knows what a tag is called, not what it means.
use std::borrow::Cow;

/// The seven tags that every written game has, in their order, with what is written where nothing is known.
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Other tags that mean something to the reader.
const READ: [&str; 3] = ["GameType", "Variant", "FEN"];

/// A tag's name in the standard's letters: some programs write all of them small, or all capital.
pub(super) fn standard_name(name: &str) -> &str {
    let known = ROSTER.iter().map(|(known, _)| *known).chain(READ);
    let mut known = known.filter(|known| known.eq_ignore_ascii_case(name));
    known.next().unwrap_or(name)
}

/// Names and values in their order. A name may come twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The first value of a name; `None` where it is missing, empty or `?`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.raw(name).filter(|value| !matches!(*value, "" | "?"))
    }

    /// The first value of a name, as it stands there.
    pub fn raw(&self, name: &str) -> Option<&str> {
        self.iter().find(|(tag, _)| *tag == name).map(|(_, value)| value)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Adds one behind those that are there.
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.push((name.into(), value.into()));
    }

    /// Sets the value of a name, of its first tag where it has several.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.push(name, value),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Text of a file: UTF-8, or else the Western European encoding of old programs (Latin-1 with the signs that Windows
/// put into its gaps).
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| latin(byte)).collect()),
    }
}

fn latin(byte: u8) -> char {
    const WINDOWS: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// A tag's value without its escapes: `\"` and `\\`.
pub(super) fn unescape(bytes: &[u8]) -> String {
    let text = decode(bytes);
    if !text.contains('\\') {
        return text.into_owned();
    }
    let mut value = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        // A backslash before anything else is itself: "C:\dam".
        match letter {
            '\\' => value.push(letters.next_if(|next| matches!(next, '"' | '\\')).unwrap_or('\\')),
            other => value.push(other),
        }
    }
    value
}

/// A value as it is written between quotes: on one line.
pub(super) fn escape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            control if control.is_control() => text.push(' '),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_their_escapes() {
        for value in ["", "a \"b\" c", "C:\\dam\\", "\\\"", "Жанна ½"] {
            assert_eq!(unescape(escape(value).as_bytes()), value);
        }
        assert_eq!(unescape(b"C:\\dam"), "C:\\dam");
        assert_eq!(escape("two\nlines"), "two lines");
    }

    #[test]
    fn old_files_are_western_european() {
        assert_eq!(decode(b"Andr\xE9 \x96 \xBD"), "André – ½");
        assert_eq!(decode("André".as_bytes()), "André");
    }
}
