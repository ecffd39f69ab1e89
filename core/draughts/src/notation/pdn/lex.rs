//! Splits PDN bytes into tokens without copying. Every byte belongs to some token, garbage too. Knows no move.
use super::result::{begins_result, is_result, may_go_on};

/// A token of PDN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, the value still escaped.
    Tag { name: &'a [u8], value: &'a [u8] },
    /// `[Name "value` without an end or without quotes: as much of the line as could be read.
    BrokenTag { name: &'a [u8], value: &'a [u8] },
    /// `{…}` without its braces. Not closed at the end of the text or before the tags of the next game.
    Comment { text: &'a [u8], closed: bool },
    /// `%…` or `;…` to the end of the line.
    LineComment(&'a [u8]),
    /// `(`
    Open,
    /// `)`
    Close,
    /// Signs in parentheses such as `(?)`, parentheses included.
    Signs(&'a [u8]),
    /// `/…/` without its slashes.
    Setup(&'a [u8]),
    /// `$7`
    Nag(u16),
    /// Any other text between blanks and the signs above: numbers, moves, garbage; a result with its blanks.
    Word(&'a [u8]),
    /// A single byte that PDN does not allow here.
    Stray(u8),
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lexed<'a> {
    pub(super) token: Token<'a>,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Why there is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoToken {
    /// Only blanks are left.
    End,
    /// A token begins at this offset, but its end has not arrived.
    More { start: usize },
}

/// Longest word in bytes. A longer one is split: it is neither a move nor a name.
const LONGEST_WORD: usize = 400;
/// Largest number of words of a result: `1 1/2 - 1/2`, the last fraction in two words.
const MOST_RESULT_WORDS: usize = 5;
/// A longer word is no part of a result.
const LONGEST_RESULT_WORD: usize = 8;
/// Longest setup in bytes: a full 12×12 board takes fewer than 400.
const LONGEST_SETUP: usize = 2_000;
/// Longest tag in bytes. A longer one is cut off.
const LONGEST_TAG: usize = 64 * 1024;
/// Longest name of a tag in bytes.
const LONGEST_NAME: usize = 256;
/// Longest tag value without quotes, in bytes.
const LONGEST_BARE_TAG: usize = 120;
/// Upper bound on the length of signs in parentheses.
const LONGEST_SIGNS: usize = 12;

/// Returns the next token from an offset. `whole` means that no more bytes follow.
pub(super) fn next(bytes: &[u8], from: usize, whole: bool) -> Result<Lexed<'_>, NoToken> {
    let start = from + blanks(&bytes[from..]);
    let rest = &bytes[start..];
    let Some(&first) = rest.first() else {
        return Err(NoToken::End);
    };
    let more = Err(NoToken::More { start });
    let found = match first {
        b'{' => match comment(rest, whole) {
            Some(found) => found,
            None => return more,
        },
        b'%' | b';' => match line_end(rest) {
            Some(end) => (Token::LineComment(trim(&rest[1..end])), end),
            None if whole => (Token::LineComment(trim(&rest[1..])), rest.len()),
            None => return more,
        },
        b'(' => {
            let inner = rest[1..]
                .iter()
                .take(LONGEST_SIGNS)
                .take_while(|&&b| is_sign(b))
                .count();
            match rest.get(1 + inner) {
                Some(b')') if inner > 0 && !rest[1].is_ascii_digit() => {
                    (Token::Signs(&rest[..inner + 2]), inner + 2)
                }
                None if !whole => return more,
                _ => (Token::Open, 1),
            }
        }
        b')' => (Token::Close, 1),
        b'[' => match tag(rest, whole) {
            Some(found) => found,
            None => return more,
        },
        b'/' => match rest[1..]
            .iter()
            .take(LONGEST_SETUP)
            .position(|&b| matches!(b, b'/' | b'{' | b'['))
        {
            Some(end) if rest[1 + end] == b'/' => (Token::Setup(&rest[1..1 + end]), end + 2),
            None if !whole && rest.len() <= LONGEST_SETUP => return more,
            _ => (Token::Stray(first), 1),
        },
        b'$' => {
            let digits = rest[1..]
                .iter()
                .take(LONGEST_WORD)
                .take_while(|b| b.is_ascii_digit())
                .count();
            let number = std::str::from_utf8(&rest[1..1 + digits]).unwrap_or_default();
            match number.parse() {
                _ if !whole && digits + 1 == rest.len() => return more,
                Ok(nag) => (Token::Nag(nag), 1 + digits),
                Err(_) => (Token::Stray(first), 1),
            }
        }
        b']' | b'}' | b'"' => (Token::Stray(first), 1),
        _ => {
            let end = word_end(&rest[..rest.len().min(LONGEST_WORD)]).max(1);
            if end == rest.len() && end < LONGEST_WORD && !whole {
                return more;
            }
            match spaced_result(rest, end, whole) {
                Some(end) => (Token::Word(&rest[..end]), end),
                None => return more,
            }
        }
    };
    let (token, length) = found;
    Ok(Lexed {
        token,
        start,
        end: start + length,
    })
}

/// Returns the end of a result in several words that begins with this one, such as `2 - 0` or `1 1/2 - 1/2`; else the
/// end of the word. `None` if more bytes are needed to tell.
fn spaced_result(bytes: &[u8], word: usize, whole: bool) -> Option<usize> {
    let mut found = word;
    if !begins_result(&bytes[..word]) {
        return Some(found);
    }
    let mut end = word;
    for _ in 1..MOST_RESULT_WORDS {
        let start = end + blanks(&bytes[end..]);
        let length = word_end(&bytes[start..bytes.len().min(start + LONGEST_RESULT_WORD)]);
        if !whole && start + length == bytes.len() {
            return None;
        }
        if start == end || length == 0 || !may_go_on(&bytes[start..start + length]) {
            break;
        }
        end = start + length;
        if is_result(&bytes[..end]) {
            found = end;
        }
    }
    Some(found)
}

/// Returns true if the bytes are all blanks.
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    blanks(bytes) == bytes.len()
}

/// Returns the number of leading bytes that are blanks, UTF-8 no-break spaces and byte order marks included.
fn blanks(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += match bytes[at..] {
            [b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C | 0, ..] => 1,
            // A no-break space in UTF-8, or alone in Latin-1: no UTF-8 character begins with it.
            [0xC2, 0xA0, ..] => 2,
            [0xA0, ..] => 1,
            [0xEF, 0xBB, 0xBF, ..] => 3,
            ref rest if is_thin(rest) => 3,
            _ => return at,
        };
    }
}

/// Returns true if a text begins with a blank of a fixed width in UTF-8, visible or not: U+2000 to U+200B, U+202F.
fn is_thin(bytes: &[u8]) -> bool {
    matches!(bytes, [0xE2, 0x80, 0x80..=0x8B | 0xAF, ..])
}

/// Returns the end of a word: a blank, a no-break space or a sign of the format.
fn word_end(bytes: &[u8]) -> usize {
    let mut before = 0_u8;
    for (at, &byte) in bytes.iter().enumerate() {
        // After an ASCII letter it is a Latin-1 no-break space; elsewhere it may be the second byte of a letter, as
        // in à (C3 A0).
        if !is_word(byte) || (byte == 0xA0 && before < 0x80) || (byte == 0xE2 && is_thin(&bytes[at..])) {
            return at;
        }
        if byte == 0xA0 && before == 0xC2 {
            return at - 1;
        }
        before = byte;
    }
    bytes.len()
}

const fn is_word(byte: u8) -> bool {
    !matches!(
        byte,
        0..=b' ' | b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'"'
    )
}

const fn is_sign(byte: u8) -> bool {
    matches!(byte, b'!' | b'?' | b'*' | b'+' | b'-' | b'=' | b'0'..=b'9')
}

/// Removes blanks at both ends.
fn trim(bytes: &[u8]) -> &[u8] {
    bytes.trim_ascii()
}

fn line_end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&b| matches!(b, b'\n' | b'\r'))
}

/// Returns true if the first line of a text is complete, or too long for a tag.
fn has_line(bytes: &[u8]) -> bool {
    bytes.len() > LONGEST_TAG || line_end(bytes).is_some()
}

/// Reads a comment from its brace. Comments do not nest, unless a surplus closing brace shows that they do: `{ a { b
/// } c }`.
fn comment(bytes: &[u8], whole: bool) -> Option<(Token<'_>, usize)> {
    let mut inner = 0_usize;
    let mut closed_at = None;
    let mut at = 1;
    let done = |end: usize, closed: bool| {
        let text = &bytes[1..end - usize::from(closed)];
        Some((Token::Comment { text, closed }, end))
    };
    while at < bytes.len() {
        // Only braces and line ends matter.
        at += bytes[at..]
            .iter()
            .position(|&b| matches!(b, b'{' | b'}' | b'\n' | b'\r'))
            .unwrap_or(bytes.len() - at);
        match bytes.get(at) {
            Some(b'{') if closed_at.is_some() => break,
            Some(b'{') => inner += 1,
            Some(b'}') if inner == 0 => return done(at + 1, true),
            Some(b'}') => {
                inner -= 1;
                closed_at.get_or_insert(at + 1);
            }
            Some(_) if closed_at.is_some() => break,
            // An incomplete line that may be a tag.
            Some(_) if !whole && bytes.get(at + 1) == Some(&b'[') && !has_line(&bytes[at + 1..]) => {
                return None;
            }
            // The next game begins: the comment was never closed.
            Some(_)
                if tag(&bytes[at + 1..], true)
                    .is_some_and(|(token, _)| matches!(token, Token::Tag { .. })) =>
            {
                return done(at + 1, false);
            }
            Some(_) => {}
            None => break,
        }
        at += 1;
    }
    match closed_at {
        // No surplus brace on the line: the comment ended at the first one.
        Some(end) if at < bytes.len() || whole => done(end, true),
        None if whole => done(bytes.len(), false),
        _ => None,
    }
}

/// Reads a tag from its bracket; a stray bracket if it is not a tag.
fn tag(bytes: &[u8], whole: bool) -> Option<(Token<'_>, usize)> {
    let stray = Some((Token::Stray(b'['), 1));
    let blank = |from: usize| {
        from + bytes[from..]
            .iter()
            .take_while(|b| matches!(b, b' ' | b'\t'))
            .count()
    };
    let [b'[', ..] = bytes else {
        return stray;
    };
    let name_at = blank(1);
    let name_length = bytes[name_at..]
        .iter()
        .take(LONGEST_NAME)
        // A name may be Cyrillic, or have an accent.
        .take_while(|&&b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-') || !b.is_ascii())
        .count();
    let name = &bytes[name_at..name_at + name_length];
    let mut quote = blank(name_at + name_length);
    // [White: "A"], [White="A"]
    if matches!(bytes.get(quote), Some(b':' | b'=')) {
        quote = blank(quote + 1);
    }
    if !whole && quote == bytes.len() && bytes.len() < LONGEST_TAG {
        return None;
    }
    if !name
        .first()
        .is_some_and(|first| first.is_ascii_alphabetic() || !first.is_ascii())
        // In UTF-8 it would be up to three times as long.
        || (name_length > LONGEST_NAME / 3 && std::str::from_utf8(name).is_err())
    {
        return stray;
    }
    let quoted = bytes.get(quote) == Some(&b'"');
    let longest = if quoted { LONGEST_TAG } else { LONGEST_BARE_TAG };
    let line = &bytes[..bytes.len().min(longest)];
    let line = &line[..line_end(line).unwrap_or(line.len())];
    if !whole && line.len() == bytes.len() && line.len() < longest {
        return None;
    }
    if !quoted {
        // [Event Something]: a tag without quotes, if the line looks like one.
        let value = line.get(quote..).and_then(|rest| trim(rest).strip_suffix(b"]"));
        return match value {
            Some(value) if quote > name_at + name_length && !value.contains(&b']') => Some((
                Token::BrokenTag {
                    name,
                    value: trim(value),
                },
                line.len(),
            )),
            _ => stray,
        };
    }
    // The value ends at an unescaped quote; "C:\" ends in a backslash if a bracket follows.
    let value = quote + 1;
    let mut at = value;
    while at < line.len() {
        match line[at] {
            b'\\' if line.get(at + 1) == Some(&b'"') && trim(&line[at + 2..]) != b"]" => at += 1,
            b'\\' if line.get(at + 1) == Some(&b'\\') => at += 1,
            b'"' => {
                let bracket = blank(at + 1);
                if line.get(bracket) == Some(&b']') {
                    let value = &line[value..at];
                    return Some((Token::Tag { name, value }, bracket + 1));
                }
            }
            _ => {}
        }
        at += 1;
    }
    // [Event "Something], [Event "Something"
    let rest = trim(&line[value..]);
    let rest = rest.strip_suffix(b"]").unwrap_or(rest);
    let rest = rest.strip_suffix(b"\"").unwrap_or(rest);
    Some((Token::BrokenTag { name, value: rest }, line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tokens(text: &str) -> Vec<String> {
        let bytes = text.as_bytes();
        let mut at = 0;
        let mut found = Vec::new();
        while let Ok(lexed) = next(bytes, at, true) {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            found.push(match lexed.token {
                Token::Tag { name, value } => format!("tag {}={}", text(name), text(value)),
                Token::BrokenTag { name, value } => format!("broken {}={}", text(name), text(value)),
                Token::Comment { text: inner, closed } => {
                    format!(
                        "{}{}",
                        if closed { "comment" } else { "open comment" },
                        text(inner)
                    )
                }
                Token::LineComment(inner) => format!("line {}", text(inner)),
                Token::Open => "(".into(),
                Token::Close => ")".into(),
                Token::Signs(inner) => format!("signs {}", text(inner)),
                Token::Setup(inner) => format!("setup {}", text(inner)),
                Token::Nag(nag) => format!("${nag}"),
                Token::Word(word) => text(word),
                Token::Stray(byte) => format!("stray {}", byte as char),
            });
            at = lexed.end;
        }
        found
    }

    #[test]
    fn tokens_of_every_kind() {
        let text = "\u{feff}[Event \"a \\\"b\\\"\"]\n1.32-28!? (?) {c} (18-23 $7) /FEN \"B::\"/ % rest\n1/2-1/2 ; end";
        assert_eq!(
            tokens(text),
            [
                "tag Event=a \\\"b\\\"",
                "1.32-28!?",
                "signs (?)",
                "commentc",
                "(",
                "18-23",
                "$7",
                ")",
                "setup FEN \"B::\"",
                "line rest",
                "1/2-1/2",
                "line end"
            ]
        );
    }

    #[test]
    fn comments_end_at_the_intended_brace() {
        assert_eq!(tokens("{ a { b } c } d"), ["comment a { b } c ", "d"]);
        assert_eq!(tokens("{ a { b } c d"), ["comment a { b ", "c", "d"]);
        assert_eq!(
            tokens("{ a { b } c\n{ d }"),
            ["comment a { b ", "c", "comment d "]
        );
        assert_eq!(tokens("{ a } }"), ["comment a ", "stray }"]);
        assert_eq!(
            tokens("{ never closed\n[Event \"x\"]"),
            ["open comment never closed\n", "tag Event=x"]
        );
        assert_eq!(
            tokens("{ [%clk 1:00:00]\n [x] }"),
            ["comment [%clk 1:00:00]\n [x] "]
        );
    }

    #[test]
    fn broken_tags_give_their_readable_part() {
        assert_eq!(
            tokens("[Site \"Delft]\n[Round \"1\""),
            ["broken Site=Delft", "broken Round=1"]
        );
        assert_eq!(tokens("[Site Delft, NL]\nx"), ["broken Site=Delft, NL", "x"]);
        assert_eq!(tokens("[Path \"C:\\\"]"), ["tag Path=C:\\"]);
        assert_eq!(tokens("[Event \"a\" b \"]"), ["tag Event=a\" b "]);
        assert_eq!(
            tokens("[ Event  \"x\" ] [1] []"),
            ["tag Event=x", "stray [", "1", "stray ]", "stray [", "stray ]"]
        );
    }

    proptest! {
        #[test]
        fn bytes_that_come_in_parts_give_the_same_tokens(bytes in prop::collection::vec(prop::sample::select(&b"{}()[]/$%;\"\\ \n1x-A!?*\xC2\xA0"[..]), 0..60), cut in 0..60usize) {
            let cut = cut.min(bytes.len());
            // A token found in the first part is also a token of the whole.
            if let Ok(lexed) = next(&bytes[..cut], 0, false) {
                prop_assert_eq!(next(&bytes, 0, true), Ok(lexed));
            }
            let mut at = 0;
            while let Ok(lexed) = next(&bytes, at, true) {
                prop_assert!(lexed.end > at && lexed.start >= at && lexed.end <= bytes.len());
                at = lexed.end;
            }
        }
    }
}
