//! Splits a stream of PDN bytes into games, in bounded memory for any input. Reads no file: the caller supplies
//! bytes.
use super::encoding::Encoding;
use super::lex::{self, Lexed, NoToken, Token};
use super::result::is_result;
use super::utf16::Decoder;

/// Largest kept comment in bytes. The rest is dropped and reported.
pub const LONGEST_COMMENT: usize = 1 << 20;
/// Largest kept game in bytes. The rest is dropped and reported.
pub const LONGEST_GAME: usize = 8 << 20;

/// A place in a file as editors show it: line and column from 1, columns in characters.
///
/// ```
/// use draughts::notation::pdn::GameText;
///
/// let text = GameText::whole(b"1. 32-28\n19-23 *");
/// let place = text.place(9);
/// assert_eq!((place.line, place.column), (2, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1, in characters.
    pub column: u64,
}

/// A dropped part of a comment.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// Offset from the beginning of the game.
    at: usize,
    lines: u64,
    bytes: u64,
    /// Last dropped byte.
    last: u8,
}

/// The text of one game, with its place in the file.
///
/// ```
/// use draughts::notation::pdn::{self, GameText};
///
/// let text = GameText::whole(b"1. 32-28 19-23 *");
/// assert_eq!(pdn::read_game(&text, None).tree.main_moves().count(), 2);
/// assert!(!text.is_cut());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GameText<'a> {
    bytes: &'a [u8],
    start: Place,
    gaps: &'a [Gap],
    cut: bool,
}

impl<'a> GameText<'a> {
    /// Wraps a text that is a single game.
    pub const fn whole(bytes: &'a [u8]) -> GameText<'a> {
        GameText {
            bytes,
            start: Place { line: 1, column: 1 },
            gaps: &[],
            cut: false,
        }
    }

    /// Returns the text as in the file.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the place where it begins.
    pub const fn start(&self) -> Place {
        self.start
    }

    /// Returns true if its end was dropped because the game is too long.
    pub const fn is_cut(&self) -> bool {
        self.cut
    }

    /// Returns the dropped parts of comments: byte offset and number of bytes.
    pub(super) fn dropped(&self) -> impl Iterator<Item = (usize, u64)> {
        self.gaps.iter().map(|gap| (gap.at, gap.bytes))
    }

    /// Returns the place of a byte of the game.
    pub fn place(&self, offset: usize) -> Place {
        let before = &self.bytes[..offset.min(self.bytes.len())];
        let lines = line_ends(before, 0);
        let last_line = last_line(before);
        let column = characters(&before[last_line..]) + 1;
        let dropped: u64 = self
            .gaps
            .iter()
            .filter(|gap| gap.at <= offset)
            .map(|gap| gap.lines)
            .sum();
        Place {
            line: self.start.line + lines + dropped,
            column: if lines == 0 && dropped == 0 {
                column + self.start.column - 1
            } else {
                column
            },
        }
    }
}

/// Counts line ends: LF, CR, or both together. `before` is the byte before these.
fn line_ends(bytes: &[u8], before: u8) -> u64 {
    let feeds = bytes.iter().filter(|&&b| b == b'\n').count();
    if before != b'\r' && !bytes.contains(&b'\r') {
        return feeds as u64;
    }
    let returns = bytes.iter().filter(|&&b| b == b'\r').count();
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    let both: usize = pairs
        .map(|(&one, &next)| usize::from((one == b'\r') & (next == b'\n')))
        .sum();
    let begun = before == b'\r' && bytes.first() == Some(&b'\n');
    (feeds + returns - both - usize::from(begun)) as u64
}

/// Returns the offset of the last line.
fn last_line(bytes: &[u8]) -> usize {
    let end = bytes.iter().rposition(|&b| matches!(b, b'\n' | b'\r'));
    end.map_or(0, |at| at + 1)
}

fn has_line_end(bytes: &[u8]) -> bool {
    bytes.iter().any(|b| matches!(b, b'\n' | b'\r'))
}

/// Counts characters. Continuation bytes of UTF-8 do not count; Latin-1 text has hardly any such bytes.
fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u64
}

/// Part of a game that the splitter has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Tags and comments only: the hash of the first tag's name, and true if one was named Event.
    Header { first: Option<u64>, event: bool },
    /// The moves.
    Body,
    /// After the result: only the rest of its line belongs to the game.
    Ended,
}

const HEADER: Part = Part::Header {
    first: None,
    event: false,
};

/// Hashes a tag's name without regard to capitals.
fn hash(name: &[u8]) -> u64 {
    name.iter().fold(0, |hash: u64, byte| {
        hash.wrapping_mul(0x100_0000_01B3) ^ u64::from(byte.to_ascii_lowercase())
    })
}

/// State of the current game.
#[derive(Clone, Copy, Debug)]
struct State {
    part: Part,
    /// Number of open variations.
    depth: u32,
    /// Highest move number.
    number: u32,
}

impl State {
    const NEW: State = State {
        part: HEADER,
        depth: 0,
        number: 0,
    };

    /// Returns the end of the game if it ended before this token.
    fn ends_before(&self, token: Token<'_>, between: &[u8], start: usize) -> Option<usize> {
        let blank_line = || line_ends(between, 0) > 1;
        let ends = match (self.part, token) {
            (Part::Ended, Token::Comment { .. } | Token::LineComment(_) | Token::Nag(_)) => {
                has_line_end(between)
            }
            (Part::Ended, Token::Word(word)) => has_line_end(between) || !is_result(word),
            (Part::Ended, _) => true,
            (Part::Body, Token::Tag { .. }) => true,
            (Part::Body, Token::BrokenTag { name, .. }) => has_line_end(between) && is_roster(name),
            (Part::Body, Token::Word(word)) => {
                self.depth == 0 && self.number > 1 && number(word) == Some(1) && blank_line()
            }
            (Part::Header { event, first }, Token::Tag { name, .. }) => {
                let again = first == Some(hash(name)) || (event && name.eq_ignore_ascii_case(b"Event"));
                again && blank_line()
            }
            _ => false,
        };
        ends.then_some(start)
    }

    /// Adds a token to the game. Returns true if it ends the game.
    fn ends_with(&mut self, token: Token<'_>) -> bool {
        match token {
            Token::Tag { name, .. } | Token::BrokenTag { name, .. } => {
                if let Part::Header { event, first } = self.part {
                    let event = event || name.eq_ignore_ascii_case(b"Event");
                    let first = first.or_else(|| Some(hash(name)));
                    self.part = Part::Header { first, event };
                }
                return false;
            }
            Token::Comment { .. } | Token::LineComment(_) | Token::Stray(_) => return false,
            Token::Open => self.depth = self.depth.saturating_add(1),
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Word(word) if self.depth == 0 && is_result(word) => return true,
            Token::Word(word) => self.number = self.number.max(number(word).unwrap_or(0)),
            // After a change of position, moves may be numbered from 1 again.
            Token::Setup(_) => self.number = 0,
            Token::Signs(_) | Token::Nag(_) => {}
        }
        if self.part != Part::Ended {
            self.part = Part::Body;
        }
        false
    }
}

/// Splits a stream of bytes into games: [`push`](PdnSplitter::push) bytes in parts of at most a few hundred
/// kilobytes, take the games with [`next_game`](PdnSplitter::next_game), and [`finish`](PdnSplitter::finish) at the
/// end.
///
/// A game ends at its result or a single `*`, at the tags of the next game, or where the moves begin again at 1 after
/// a blank line. Memory holds at most [`LONGEST_GAME`] bytes and one part.
///
/// ```
/// use draughts::notation::pdn::PdnSplitter;
///
/// let mut splitter = PdnSplitter::new();
/// for part in [&b"[Event \"A\"]\n1. 32-28 *\n[Ev"[..], b"ent \"B\"]\n1. 33-29 *\n"] {
///     splitter.push(part);
/// }
/// splitter.finish();
/// let mut lines = Vec::new();
/// while let Some(game) = splitter.next_game() {
///     lines.push(game.start().line);
/// }
/// assert_eq!(lines, [1, 3]);
/// ```
#[derive(Debug)]
pub struct PdnSplitter {
    buffer: Vec<u8>,
    /// Start of the current game; earlier bytes were returned already.
    start: usize,
    /// End of the tokens read so far.
    at: usize,
    /// Place of `start`, and the byte before it.
    place: Place,
    last: u8,
    whole: bool,
    state: State,
    gaps: Vec<Gap>,
    /// Gaps of the game returned last.
    given_gaps: Vec<Gap>,
    /// True inside a comment that is too long.
    dropping: bool,
    /// End of a game that is too long; the rest is skipped.
    cut_at: Option<usize>,
    decoder: Decoder,
}

impl Default for PdnSplitter {
    fn default() -> PdnSplitter {
        PdnSplitter::new()
    }
}

impl PdnSplitter {
    /// Starts at the beginning of a stream.
    #[must_use]
    pub const fn new() -> PdnSplitter {
        PdnSplitter {
            buffer: Vec::new(),
            start: 0,
            at: 0,
            place: Place { line: 1, column: 1 },
            last: 0,
            whole: false,
            state: State::NEW,
            gaps: Vec::new(),
            given_gaps: Vec::new(),
            dropping: false,
            cut_at: None,
            decoder: Decoder::new(),
        }
    }

    /// Starts at the beginning of a stream in an old encoding. UTF-16 is recognised all the same.
    #[must_use]
    pub fn encoded(encoding: Encoding) -> PdnSplitter {
        PdnSplitter {
            decoder: Decoder::encoded(encoding),
            ..PdnSplitter::new()
        }
    }

    /// Starts at the beginning of a stream whose encoding is guessed, if it is not Unicode, from the first part with a name
    /// or a comment that depends on it.
    ///
    /// ```
    /// use draughts::notation::pdn::{Encoding, PdnSplitter};
    ///
    /// let mut splitter = PdnSplitter::guessing();
    /// splitter.push(b"1. c3-b4 {\xCD\xE0\xF7\xE0\xEB\xEE} d6-c5 *");
    /// assert_eq!(splitter.encoding(), Some(Encoding::Cp1251));
    /// ```
    #[must_use]
    pub fn guessing() -> PdnSplitter {
        PdnSplitter {
            decoder: Decoder::guessing(),
            ..PdnSplitter::new()
        }
    }

    /// Returns the old encoding that was given or guessed; `None` for Unicode, and before a guess.
    pub const fn encoding(&self) -> Option<Encoding> {
        self.decoder.chosen()
    }

    /// Adds the next part of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        let decoded = self.decoder.take(bytes);
        let mut bytes = &*decoded;
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.at -= self.start;
            self.start = 0;
        }
        if self.dropping {
            let kept = self.keep_from(bytes);
            let (dropped, rest) = bytes.split_at(kept);
            let gap = self.gaps.last_mut().expect("dropping begins with a gap");
            gap.bytes += dropped.len() as u64;
            gap.lines += line_ends(dropped, gap.last);
            gap.last = dropped.last().copied().unwrap_or(gap.last);
            self.dropping = rest.is_empty();
            bytes = rest;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the length of the dropped comment in this part: up to its brace, or to a line that may be a tag.
    fn keep_from(&self, bytes: &[u8]) -> usize {
        let ends = |(at, &byte): (usize, &u8)| match byte {
            b'}' => true,
            b'[' => at > 0 && matches!(bytes[at - 1], b'\n' | b'\r'),
            _ => false,
        };
        match bytes.iter().enumerate().position(ends) {
            // The line end stays with the bracket: only at the start of a line can it begin a tag.
            Some(at) if bytes[at] == b'[' => at - 1,
            Some(at) => at,
            None => bytes.len(),
        }
    }

    /// Ends the stream. The remaining bytes are a game too.
    pub fn finish(&mut self) {
        self.buffer.extend(self.decoder.end());
        self.whole = true;
    }

    /// Returns the next game; `None` if more bytes are needed, or at the end after [`finish`](PdnSplitter::finish).
    #[must_use]
    pub fn next_game(&mut self) -> Option<GameText<'_>> {
        let end = self.find_end()?;
        let (start, place) = (self.start, self.place);
        let cut = self.cut_at.take();
        self.pass(end);
        std::mem::swap(&mut self.gaps, &mut self.given_gaps);
        self.gaps.clear();
        self.state = State::NEW;
        Some(GameText {
            bytes: &self.buffer[start..cut.unwrap_or(end)],
            start: place,
            gaps: &self.given_gaps,
            cut: cut.is_some(),
        })
    }

    /// Advances the start of the game.
    fn pass(&mut self, end: usize) {
        let gone = &self.buffer[self.start..end];
        self.place.line += self.gaps.iter().map(|gap| gap.lines).sum::<u64>();
        let lines = line_ends(gone, self.last);
        if has_line_end(gone) {
            self.place.line += lines;
            self.place.column = 1;
        }
        self.place.column += characters(&gone[last_line(gone)..]);
        self.last = gone.last().copied().unwrap_or(self.last);
        self.start = end;
        self.at = self.at.max(end);
    }

    /// Reads tokens up to the end of the game.
    fn find_end(&mut self) -> Option<usize> {
        loop {
            let Lexed { token, start, end } = match lex::next(&self.buffer, self.at, self.whole) {
                Ok(lexed) => lexed,
                Err(NoToken::More { start }) => {
                    self.wait(start);
                    return None;
                }
                Err(NoToken::End) if !self.whole => return None,
                Err(NoToken::End) => {
                    let end = self.buffer.len();
                    if self.state.part == HEADER && self.at == self.start {
                        self.pass(end);
                        return None;
                    }
                    self.at = end;
                    return Some(end);
                }
            };
            let between = &self.buffer[self.at..start];
            if let Some(cut) = self.state.ends_before(token, between, start) {
                self.at = start;
                return Some(cut);
            }
            self.at = end;
            if self.state.ends_with(token) {
                // A result without a game: skip it.
                if self.state.part == HEADER && lex::is_blank(&self.buffer[self.start..start]) {
                    self.pass(end);
                    continue;
                }
                self.state.part = Part::Ended;
            }
            self.limit(end);
        }
    }

    /// Drops the excess of an endless comment or game while waiting for more bytes.
    fn wait(&mut self, token: usize) {
        let held = self.buffer.len() - token;
        if held > LONGEST_COMMENT && self.buffer[token] == b'{' {
            let end = token + LONGEST_COMMENT;
            let dropped = &self.buffer[end..];
            self.gaps.push(Gap {
                at: end - self.start,
                lines: line_ends(dropped, self.buffer[end - 1]),
                bytes: dropped.len() as u64,
                last: dropped.last().copied().unwrap_or(0),
            });
            self.buffer.truncate(end);
            self.dropping = true;
        }
    }

    /// Skips the excess of a game token by token.
    fn limit(&mut self, end: usize) {
        match self.cut_at {
            None if end - self.start > LONGEST_GAME => self.cut_at = Some(end),
            // Bytes after the cut are discarded at once.
            Some(cut) if end - cut > LONGEST_COMMENT => {
                let dropped = &self.buffer[cut..end];
                self.gaps.push(Gap {
                    at: cut - self.start,
                    lines: line_ends(dropped, self.buffer[cut - 1]),
                    bytes: dropped.len() as u64,
                    last: dropped.last().copied().unwrap_or(0),
                });
                self.buffer.drain(cut..end);
                self.at = cut;
            }
            _ => {}
        }
    }
}

/// Returns the number of a move number such as `12.` or `1.32-28`.
fn number(word: &[u8]) -> Option<u32> {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    let dotted = word.get(digits) == Some(&b'.') && (1..=5).contains(&digits);
    dotted.then(|| {
        word[..digits]
            .iter()
            .fold(0, |sum, &b| 10 * sum + u32::from(b - b'0'))
    })
}

/// Returns true if a tag belongs to the roster of seven, or is another that begins games.
fn is_roster(name: &[u8]) -> bool {
    matches!(
        name,
        b"Event" | b"Site" | b"Date" | b"Round" | b"White" | b"Black" | b"Result" | b"GameType" | b"FEN"
    )
}
