//! The tags of a game and their text. Of their meaning it knows only the rule options.
use crate::rules::{RuleOption, RuleOptions, Variant};
use std::borrow::Cow;

/// The seven tags of every written game in order, with the value for unknown.
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tag of a game under a house rule or a historic rule; its value is the key of a [`RuleOption`]. Our own extension,
/// in no standard.
pub const HOUSE_RULE: &str = "HouseRule";

/// Other tags that the reader interprets.
const READ: [&str; 4] = ["GameType", "Variant", "FEN", HOUSE_RULE];

/// Returns a tag's name in the standard's spelling: some programs write all letters small or capital.
pub(super) fn standard_name(name: &str) -> &str {
    let known = ROSTER.iter().map(|(known, _)| *known).chain(READ);
    let mut known = known.filter(|known| known.eq_ignore_ascii_case(name));
    known.next().unwrap_or(name)
}

/// Returns true if a name is the standard's, in its spelling.
pub(super) fn is_standard(name: &str) -> bool {
    const MORE: [&str; 8] = [
        "SetUp",
        "PlyCount",
        "Time",
        "TimeControl",
        "WhiteTime",
        "BlackTime",
        "EventDate",
        "ECO",
    ];
    ROSTER.iter().any(|(roster, _)| *roster == name) || READ.contains(&name) || MORE.contains(&name)
}

/// Names and values in order. A name may occur twice.
///
/// ```
/// use draughts::notation::pdn::Tags;
///
/// let mut tags = Tags::default();
/// tags.push("White", "Ada");
/// tags.set("White", "Ada Lovelace");
/// assert_eq!((tags.get("White"), tags.len()), (Some("Ada Lovelace"), 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Returns the first value of a name; `None` if it is missing, empty or `?`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.raw(name).filter(|value| !matches!(*value, "" | "?"))
    }

    /// Returns the first value of a name unchanged.
    pub fn raw(&self, name: &str) -> Option<&str> {
        self.iter().find(|(tag, _)| *tag == name).map(|(_, value)| value)
    }

    /// Returns the rule options of a game of a variant with these tags. Unknown house rules are ignored.
    pub fn options(&self, variant: Variant) -> RuleOptions {
        let usual = RuleOptions::default_of(variant);
        let rule = self
            .get(HOUSE_RULE)
            .and_then(|key| key.parse::<RuleOption>().ok());
        rule.filter(|rule| rule.label().is_some())
            .map_or(usual, |rule| usual.with(rule))
    }

    /// Returns all names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Appends a tag.
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.push((name.into(), value.into()));
    }

    /// Sets the value of a name; of its first tag if there are several.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.push(name, value),
        }
    }

    /// Returns the number of tags.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there is no tag.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Decodes text of a file: UTF-8, or else the Western European encoding of old programs (Windows-1252).
pub(in crate::notation) fn decode(bytes: &[u8]) -> Cow<'_, str> {
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

/// Removes the escapes `\"` and `\\` from a tag's value, and joins its lines.
pub(super) fn unescape(bytes: &[u8]) -> String {
    let text = decode(bytes);
    if !text.contains(|letter: char| letter == '\\' || letter.is_control()) {
        return text.into_owned();
    }
    let mut value = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        // A backslash before any other character is literal: "C:\dam".
        match letter {
            '\\' => value.push(letters.next_if(|next| matches!(next, '"' | '\\')).unwrap_or('\\')),
            control if control.is_control() => value.push(' '),
            other => value.push(other),
        }
    }
    value
}

/// Escapes a value for quotes, on one line.
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
        assert_eq!(unescape(b"two\nlines"), "two lines");
        assert_eq!(escape("two\nlines"), "two lines");
    }

    #[test]
    fn old_files_are_western_european() {
        assert_eq!(decode(b"Andr\xE9 \x96 \xBD"), "André – ½");
        assert_eq!(decode("André".as_bytes()), "André");
    }
}
