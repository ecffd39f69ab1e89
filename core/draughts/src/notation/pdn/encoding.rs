//! Encodings of old files, with one byte a letter: their tables, and a guess. Knows no game.
use super::lex::{self, Token};
use std::collections::BTreeMap;
use std::str::FromStr;

/// An encoding of a text that is not UTF-8.
///
/// ```
/// use draughts::notation::pdn::Encoding;
///
/// assert_eq!(Encoding::Cp1251.decode(b"\xCF\xE5\xF2\xF0\xEE\xE2"), "Петров");
/// assert_eq!("CP850".parse(), Ok(Encoding::Cp850));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Western European, Windows. Text that is not UTF-8 is read by it if nothing else is said.
    Cp1252,
    /// Western European, DOS.
    Cp850,
    /// Cyrillic, Windows.
    Cp1251,
    /// Cyrillic, DOS.
    Cp866,
    /// Central European, Windows.
    Cp1250,
}

/// The letters from 0x80 on. `\u{fffd}` marks bytes without a letter.
const CP1252: &str = "€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}Ž\u{fffd}\u{fffd}‘’“”•–—˜™š›œ\u{fffd}žŸ\
\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";
const CP850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤\
ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
const CP1251: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{fffd}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї\
АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя";
const CP866: &str = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u{a0}";
const CP1250: &str = "€\u{fffd}‚\u{fffd}„…†‡\u{fffd}‰Š‹ŚŤŽŹ\u{fffd}‘’“”•–—\u{fffd}™š›śťžź\u{a0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{ad}®Ż\
°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙";

impl Encoding {
    /// All encodings.
    pub const ALL: [Encoding; 5] = [
        Encoding::Cp1252,
        Encoding::Cp850,
        Encoding::Cp1251,
        Encoding::Cp866,
        Encoding::Cp1250,
    ];

    /// Returns its usual name.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Cp1252 => "windows-1252",
            Encoding::Cp850 => "cp850",
            Encoding::Cp1251 => "windows-1251",
            Encoding::Cp866 => "cp866",
            Encoding::Cp1250 => "windows-1250",
        }
    }

    /// Returns the letters of the bytes from 0x80 on.
    pub(super) fn letters(self) -> Vec<char> {
        let table = match self {
            Encoding::Cp1252 => CP1252,
            Encoding::Cp850 => CP850,
            Encoding::Cp1251 => CP1251,
            Encoding::Cp866 => CP866,
            Encoding::Cp1250 => CP1250,
        };
        table.chars().collect()
    }

    /// Decodes bytes.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> String {
        let letters = self.letters();
        bytes.iter().map(|&byte| letter(&letters, byte)).collect()
    }
}

/// Returns the letter of a byte.
pub(super) fn letter(letters: &[char], byte: u8) -> char {
    match byte.checked_sub(0x80) {
        Some(at) => letters[usize::from(at)],
        None => char::from(byte),
    }
}

/// The text names no encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the encodings are windows-1252, cp850, windows-1251, cp866 and windows-1250")]
pub struct UnknownEncoding;

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Self, UnknownEncoding> {
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        let found = Encoding::ALL
            .into_iter()
            .find(|one| one.name().ends_with(&*digits));
        let known = ["windows", "cp", "ibm", "dos", "win", ""];
        let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
        found
            .filter(|_| digits.len() > 2 && known.contains(&&*letters.to_ascii_lowercase()))
            .ok_or(UnknownEncoding)
    }
}

/// A text of doubtful encoding as one encoding reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The encoding.
    pub encoding: Encoding,
    /// Some names and comments, at most four.
    pub samples: Vec<String>,
}

/// Largest number of names and comments that are compared.
const MOST: usize = 60;
/// Number of samples in a reading.
const SHOWN: usize = 4;
/// Longest part of a comment that is shown, in bytes.
const LONGEST: usize = 80;

/// Returns how each encoding reads the names and comments of a part of a file, the likeliest first; of equal readings
/// the first. Empty if the part is UTF-8 or UTF-16, or nothing in it depends on the encoding.
///
/// ```
/// use draughts::notation::pdn::{Encoding, readings};
///
/// let found = readings(b"1. c3-b4 {\xCD\xE0\xF7\xE0\xEB\xEE} d6-c5");
/// assert_eq!((found[0].encoding, &*found[0].samples[0]), (Encoding::Cp1251, "Начало"));
/// assert!(readings("1. c3-b4 {Начало}".as_bytes()).is_empty());
/// ```
#[must_use]
pub fn readings(part: &[u8]) -> Vec<Reading> {
    if is_unicode(part) {
        return Vec::new();
    }
    let samples = samples(part);
    let mut readings: Vec<(usize, Reading)> = Vec::new();
    for encoding in Encoding::ALL {
        let texts: Vec<String> = samples.iter().map(|bytes| encoding.decode(bytes)).collect();
        let strange = texts.iter().map(|text| strangeness(text)).sum();
        let shown: Vec<String> = texts.into_iter().take(SHOWN).collect();
        if !shown.is_empty() && readings.iter().all(|(_, reading)| reading.samples != shown) {
            let samples = shown;
            readings.push((strange, Reading { encoding, samples }));
        }
    }
    readings.sort_by_key(|(strange, _)| *strange);
    readings.into_iter().map(|(_, reading)| reading).collect()
}

/// Returns true for UTF-8, even if its last letter is cut off, and for UTF-16.
///
/// ```
/// use draughts::notation::pdn::is_unicode;
///
/// assert!(is_unicode("Zoë".as_bytes()) && is_unicode(b"\xFF\xFEZ\0") && !is_unicode(b"No\xEBl"));
/// ```
#[must_use]
pub fn is_unicode(bytes: &[u8]) -> bool {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") || bytes.contains(&0) {
        return true;
    }
    std::str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// Returns the different values of tags, and comments, that are not ASCII. Names come first. A text without these, such
/// as a lesson, is sampled line by line.
fn samples(part: &[u8]) -> Vec<&[u8]> {
    let mut names = BTreeMap::new();
    let mut comments = BTreeMap::new();
    let mut at = 0;
    while let Ok(lexed) = lex::next(part, at, true) {
        let (found, text) = match lexed.token {
            Token::Tag { value, .. } | Token::BrokenTag { value, .. } => (&mut names, value),
            Token::Comment { text, .. } | Token::LineComment(text) => (&mut comments, shown(text)),
            _ => (&mut comments, &b""[..]),
        };
        if !text.is_ascii() && found.len() < MOST {
            found.entry(text).or_insert(lexed.start);
        }
        at = lexed.end;
    }
    fn in_order(found: BTreeMap<&[u8], usize>) -> impl Iterator<Item = &[u8]> {
        let mut texts: Vec<(usize, &[u8])> = found.into_iter().map(|(text, at)| (at, text)).collect();
        texts.sort_unstable();
        texts.into_iter().map(|(_, text)| text)
    }
    let found: Vec<&[u8]> = in_order(names).chain(in_order(comments)).collect();
    if !found.is_empty() {
        return found;
    }
    let mut lines = BTreeMap::new();
    for line in part.split(|byte| b"\r\n".contains(byte)) {
        if let Some(text) = from_word(line).filter(|_| lines.len() < MOST) {
            let place = lines.len();
            lines.entry(shown(text)).or_insert(place);
        }
    }
    in_order(lines).collect()
}

/// Returns a line from its first word with a letter that is not ASCII: two letters in a row, and no digit. A sign
/// between numbers, or in a result, is no letter of a word.
fn from_word(line: &[u8]) -> Option<&[u8]> {
    let is_word = |word: &[u8]| {
        let letters = |run: &[u8]| run.len() > 1 && !run.is_ascii();
        !word.iter().any(u8::is_ascii_digit)
            && word
                .split(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic())
                .any(letters)
    };
    let mut at = 0;
    for word in line.split(u8::is_ascii_whitespace) {
        if is_word(word) {
            return Some(&line[at..]);
        }
        at += word.len() + 1;
    }
    None
}

/// Returns the part of a comment around its first letter that is not ASCII.
fn shown(text: &[u8]) -> &[u8] {
    let first = text.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let from = text[..first]
        .iter()
        .rposition(u8::is_ascii_whitespace)
        .map_or(0, |at| at + 1);
    let rest = &text[from..];
    let cut = &rest[..rest.len().min(LONGEST)];
    let end = match rest.len() > cut.len() {
        true => cut.iter().rposition(u8::is_ascii_whitespace).unwrap_or(cut.len()),
        false => cut.len(),
    };
    cut[..end].trim_ascii()
}

/// Scores how unlike a person's text a reading is: symbols in the place of letters, capitals after small letters, runs
/// of accents, two scripts in one word.
fn strangeness(text: &str) -> usize {
    let accented = |letter: char| matches!(letter, '\u{c0}'..='\u{24f}');
    let cyrillic = |letter: char| matches!(letter, '\u{400}'..='\u{4ff}');
    // Signs that people write; French has a fixed space before some.
    let usual = |letter: char| letter.is_whitespace() || "«»„“”‘’–—…№½°".contains(letter);
    let (mut score, mut accents) = (0, 0);
    let mut before = ' ';
    for letter in text.chars() {
        if !letter.is_ascii() && !letter.is_alphanumeric() && !usual(letter) {
            score += 3;
        }
        if before.is_lowercase() && letter.is_uppercase() {
            score += 2;
        }
        let scripts = (cyrillic(before) && letter.is_ascii_alphabetic())
            || (before.is_ascii_alphabetic() && cyrillic(letter));
        score += 3 * usize::from(scripts);
        accents = if accented(letter) { accents + 1 } else { 0 };
        score += match accents {
            3 => 3,
            4.. => 1,
            _ => 0,
        };
        before = letter;
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes a text, to test its decoding.
    fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
        let letters = encoding.letters();
        let byte = |letter: char| match letter.is_ascii() {
            true => letter as u8,
            false => 0x80 + letters.iter().position(|one| *one == letter).unwrap() as u8,
        };
        text.chars().map(byte).collect()
    }

    #[test]
    fn every_table_has_its_128_letters() {
        for encoding in Encoding::ALL {
            assert_eq!(encoding.letters().len(), 128, "{encoding:?}");
            assert_eq!(encoding.name().parse(), Ok(encoding));
        }
        assert_eq!("IBM866".parse(), Ok(Encoding::Cp866));
        assert_eq!("1251".parse(), Ok(Encoding::Cp1251));
        for wrong in ["utf-8", "", "50", "latin-1", "koi1251"] {
            assert_eq!(wrong.parse::<Encoding>(), Err(UnknownEncoding));
        }
    }

    #[test]
    fn the_likeliest_encoding_comes_first() {
        for (text, encoding) in [
            ("Jörg Müller", Encoding::Cp1252),
            ("Jörg Müller", Encoding::Cp850),
            ("René François", Encoding::Cp850),
            ("Петров Андрей", Encoding::Cp1251),
            ("Петров Андрей", Encoding::Cp866),
        ] {
            let name = encoded(&format!("[White \"{text}\"]\n1. 32-28"), encoding);
            assert_eq!(
                (readings(&name)[0].encoding, &*readings(&name)[0].samples[0]),
                (encoding, text)
            );
            let comment = encoded(&format!("[White \"A\"]\n1. 32-28 {{ {text} }} 19-23"), encoding);
            assert_eq!(
                (readings(&comment)[0].encoding, &*readings(&comment)[0].samples[0]),
                (encoding, text)
            );
        }
        for (text, encoding) in [
            ("Très bien joué!", Encoding::Cp1252),
            ("Начало Паршева?", Encoding::Cp1251),
            ("«Белые» стоят лучше", Encoding::Cp1251),
            ("Начало Паршева?", Encoding::Cp866),
            ("Schöne Kombination: weiß gewinnt", Encoding::Cp1252),
            ("é", Encoding::Cp1252),
            ("Très bien\u{a0}!", Encoding::Cp1252),
            ("«\u{a0}Forcé\u{a0}»", Encoding::Cp1252),
        ] {
            let comment = encoded(&format!("1. 32-28 {{{text}}} 19-23"), encoding);
            assert_eq!(
                readings(&comment)[0].encoding,
                encoding,
                "{text}: {:?}",
                readings(&comment)
            );
        }
    }

    #[test]
    fn a_text_without_tags_and_comments_shows_its_words() {
        for (text, encoding) in [
            ("title = \"La pièce de côté\"", Encoding::Cp1252),
            ("id = \"a\"\n# Урок для начинающих", Encoding::Cp1251),
            ("text = \"\"\"\r\nХод белых.\r\n\"\"\"", Encoding::Cp866),
            ("déjà vu", Encoding::Cp850),
            ("1. 32-28 très fort 19-23", Encoding::Cp1252),
        ] {
            let found = readings(&encoded(text, encoding));
            assert_eq!(found[0].encoding, encoding, "{text}: {found:?}");
            assert!(text.contains(&found[0].samples[0]), "{found:?}");
        }
        for result in [
            &b"1. 32-28 19-23 \xBD-\xBD"[..],
            b"A \x96 B",
            b"26\xD721 c3\xD7e5",
        ] {
            assert_eq!(readings(result), []);
        }
    }

    #[test]
    fn unicode_and_plain_text_are_not_doubtful() {
        for text in [
            "[White \"Jörg\"]".as_bytes(),
            b"\xFF\xFE[\0W\0",
            b"1. 32-28",
            b"",
            &"[White \"René".as_bytes()[.."[White \"René".len() - 1],
        ] {
            assert_eq!(readings(text), [], "{text:?}");
        }
        // No name and no comment depends on it.
        assert_eq!(readings(b"1. 26\xD721 2. 16-11"), []);
    }
}
