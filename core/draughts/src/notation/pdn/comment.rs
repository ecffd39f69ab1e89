//! Comments and the commands in them: clocks, and content that has no other place in PDN. Knows no move.
use crate::notation::tree::Note;

/// Marks the rest of a line that could not be played.
const UNREAD: &str = "[%unread]";

/// Converts a comment to a note.
pub(super) fn read(text: &str, before: bool) -> Note {
    if let Some(unread) = text.strip_prefix(UNREAD) {
        return Note::Unread(unescape(unread.trim()));
    }
    let text = unescape(text);
    if before {
        Note::Before(text)
    } else {
        Note::After(text)
    }
}

/// Writes a comment in braces, keeping its lines. A line that begins with a bracket gets a leading blank, which
/// reading removes: if the closing brace were lost, the line would look like a tag of the next game.
pub(super) fn write(text: &str) -> String {
    let safe = escape_braces(text.trim());
    let mut written = String::from("{");
    for (index, line) in safe.split('\n').enumerate() {
        if index > 0 {
            written.push('\n');
            if begins_with_bracket(line) {
                written.push(' ');
            }
        }
        written.push_str(line);
    }
    written.push('}');
    written
}

fn begins_with_bracket(line: &str) -> bool {
    line.trim_start_matches(' ').starts_with('[')
}

/// Writes text that could not be played as a comment.
pub(super) fn write_unread(text: &str) -> String {
    write(&format!("{UNREAD} {text}"))
}

/// Returns the lines of a text without carriage returns before their ends.
pub(super) fn lines(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    lines.join("\n")
}

fn unescape(text: &str) -> String {
    let mut plain = lines(text);
    if plain.contains("\n ") {
        let lines: Vec<&str> = plain
            .split('\n')
            .enumerate()
            .map(|(index, line)| match line.strip_prefix(' ') {
                Some(rest) if index > 0 && begins_with_bracket(rest) => rest,
                _ => line,
            })
            .collect();
        plain = lines.join("\n");
    }
    if plain.contains("[%") {
        unescape_braces(&plain)
    } else {
        plain
    }
}

/// Recognises `[%lb]` and `[%rb]`, which stand for braces. Additional percent signs escape text that looks like such
/// a sign. Returns the number of percent signs, the brace and the length.
fn brace_sign(text: &str) -> Option<(usize, char, usize)> {
    let signs = text.strip_prefix('[')?.bytes().take_while(|&b| b == b'%').count();
    let brace = match text.get(1 + signs..signs + 4)? {
        "lb]" => '{',
        "rb]" => '}',
        _ => return None,
    };
    (signs > 0).then_some((signs, brace, signs + 4))
}

fn escape_braces(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => safe.push_str("[%lb]"),
            '}' => safe.push_str("[%rb]"),
            '[' if brace_sign(&text[at..]).is_some() => safe.push_str("[%"),
            other => safe.push(other),
        }
    }
    safe
}

fn unescape_braces(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("[%") {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match brace_sign(rest) {
            Some((1, brace, length)) => {
                plain.push(brace);
                length
            }
            Some(_) => {
                plain.push('[');
                2
            }
            None => {
                plain.push_str("[%");
                2
            }
        };
        rest = &rest[length..];
    }
    plain.push_str(rest);
    plain
}

/// A time in a comment, such as `[%clk 1:55:21]`.
///
/// ```
/// use draughts::notation::pdn::{self, Clock};
///
/// let comment = "[%clk 1:55:21] a good move";
/// assert_eq!(pdn::clocks(comment).collect::<Vec<_>>(), [Clock::Left(6921)]);
/// assert_eq!(pdn::plain(comment), "a good move");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// `clk`: seconds left to the side that moved.
    Left(u32),
    /// `mct`: seconds on a mechanical clock, counted up.
    Shown(u32),
    /// `egt`: seconds of the game so far.
    Game(u32),
    /// `emt`: seconds used for the move.
    Move(u32),
    /// `clock`: seconds on both clocks, and the running clock.
    Both {
        /// Seconds of White; `None` if only Black's are given.
        white: Option<u32>,
        /// Seconds of Black.
        black: Option<u32>,
        /// True if White's clock runs, false if Black's; `None` if not given.
        white_runs: Option<bool>,
    },
}

/// A command in a comment: `[%name value]`.
///
/// ```
/// use draughts::notation::pdn;
///
/// let commands: Vec<_> = pdn::commands("[%eval 0.3] even").collect();
/// assert_eq!((commands[0].name, commands[0].value, commands[0].span), ("eval", "0.3", (0, 11)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// Name, such as `clk`, `eval`, `csl`.
    pub name: &'a str,
    /// Value.
    pub value: &'a str,
    /// Byte offsets of its beginning and end in the comment.
    pub span: (usize, usize),
}

/// Returns the commands of a comment in order.
pub fn commands(text: &str) -> impl Iterator<Item = Command<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + text.get(from..)?.find("[%")?;
            from = start + 2;
            let inner = &text[from..];
            let Some(length) = inner.find(']') else {
                continue;
            };
            let inner = &inner[..length];
            let split = inner.find(char::is_whitespace).unwrap_or(inner.len());
            let (name, value) = inner.split_at(split);
            if !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
                from += length + 1;
                return Some(Command {
                    name,
                    value: value.trim(),
                    span: (start, from),
                });
            }
        }
    })
}

/// Returns a comment without its commands, for people.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut from = 0;
    for command in commands(text) {
        plain.push_str(&text[from..command.span.0]);
        from = command.span.1;
    }
    plain.push_str(&text[from..]);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the times in a comment.
pub fn clocks(text: &str) -> impl Iterator<Item = Clock> {
    commands(text).filter_map(|command| match command.name {
        "clk" => seconds(command.value).map(Clock::Left),
        "mct" => seconds(command.value).map(Clock::Shown),
        "egt" => seconds(command.value).map(Clock::Game),
        "emt" => seconds(command.value).map(Clock::Move),
        "clock" => both(command.value),
        _ => None,
    })
}

/// Writes the time left to the side that moved.
///
/// ```
/// use draughts::notation::pdn;
///
/// assert_eq!(pdn::write_clock(6921), "[%clk 1:55:21]");
/// ```
#[must_use]
pub fn write_clock(seconds: u32) -> String {
    format!(
        "[%clk {}:{:02}:{:02}]",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// Reads `w0:10:03 B0:05:47`: a capital letter marks the running clock.
fn both(value: &str) -> Option<Clock> {
    let (mut white, mut black, mut white_runs) = (None, None, None);
    let mut colour_known = false;
    for word in value.split_whitespace() {
        let (colour, time) = word.split_at_checked(1)?;
        match colour {
            "w" | "W" => white = Some(seconds(time)?),
            "b" | "B" => black = Some(seconds(time)?),
            // Without a colour it is the clock of the side that moved.
            _ => return seconds(word).map(Clock::Left),
        }
        colour_known = true;
        match colour {
            "W" => white_runs = Some(true),
            "B" => white_runs = Some(false),
            _ => {}
        }
    }
    colour_known.then_some(Clock::Both {
        white,
        black,
        white_runs,
    })
}

/// Reads `h:mm:ss`, `mm:ss` or seconds. Fractions of a second are cut off.
fn seconds(time: &str) -> Option<u32> {
    let whole = time.split(['.', ',']).next()?;
    let mut sum = 0_u32;
    for (parts, part) in whole.split(':').enumerate() {
        let part: u32 = part.trim().parse().ok().filter(|_| parts < 3)?;
        sum = sum.checked_mul(60)?.checked_add(part)?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_every_kind() {
        let all = |text| clocks(text).collect::<Vec<_>>();
        assert_eq!(all("[%clk 1:55:21]"), [Clock::Left(6921)]);
        assert_eq!(
            all("a [%emt 0:00:05.3] b [%egt 12:30]"),
            [Clock::Move(5), Clock::Game(750)]
        );
        assert_eq!(
            all("[%clock w0:10:03 B0:05:47]"),
            [Clock::Both {
                white: Some(603),
                black: Some(347),
                white_runs: Some(false)
            }]
        );
        assert_eq!(all("[%clock 0:49:11]"), [Clock::Left(2951)]);
        assert_eq!(
            all("[%clk x] [%clk 1:2:3:4] [%clk 99999999999] [%eval 0.35] [% ] [%clk"),
            []
        );
    }

    #[test]
    fn people_read_a_comment_without_its_commands() {
        assert_eq!(
            plain("[%clk 1:00:00] forced,\n see [%cal G3228]below"),
            "forced, see below"
        );
        assert_eq!(plain("50 [%"), "50 [%");
    }

    #[test]
    fn braces_survive() {
        for text in [
            "a { b } c",
            "}",
            "[Event \"x\"]",
            "two\n lines",
            "[%rb] [%%lb]{[%lb][%x]} [%",
            "a\n[Event \"x\"]\n  [%clk 1]\n {",
        ] {
            let written = write(text);
            assert_eq!(written.matches(['{', '}']).count(), 2, "{written}");
            assert_eq!(
                read(&written[1..written.len() - 1], false),
                Note::After(text.into())
            );
        }
        let written = write_unread("33-29x ( 3 {a}");
        assert_eq!(
            read(&written[1..written.len() - 1], true),
            Note::Unread("33-29x ( 3 {a}".into())
        );
        assert_eq!(write("a\n[Event \"x\"]"), "{a\n [Event \"x\"]}");
    }
}
