//! Reads one game of PDN as a tree: what is readable, with the problems by line and column. Knows no file.
mod game;
mod header;
mod moves;
mod notes;
#[cfg(test)]
mod tests;
mod word;

pub use game::{PdnGame, read_first, read_game, read_moves};

use super::lex::{self, Lexed, Token};
use super::problem::{DEEPEST, PdnError, PdnProblem};
use super::result::{GameResult, is_result};
use super::split::GameText;
use super::tags;
use crate::board::Side;
use crate::notation::sign::Signs;
use crate::notation::tree::{GameTree, NodeId, Note, Step};
use crate::notation::{fen, game_type};
use crate::rules::{Position, RuleOptions, Variant};
use header::Header;

/// Largest number of described problems. Further ones are only counted.
const MOST_PROBLEMS: usize = 100;
/// Longest text in square brackets among the moves, in bytes.
const LONGEST_BRACKET: usize = 1_000;
/// Largest number of variations tried one move earlier: each costs a replay.
const MOST_TRIES: usize = 1_000;

/// A line that is being read: the main line, or a variation of the line below it on the stack.
#[derive(Clone)]
struct OpenLine {
    /// Last node of the line; before its first move, the node where it branches.
    node: NodeId,
    /// Position at that node.
    position: Position,
    /// Position before the last move, where its variations begin.
    before: Position,
    /// True if the line has a node of its own.
    begun: bool,
    /// Notes for the next move.
    pending: Vec<Note>,
    /// Offset of the text that could not be played.
    unread: Option<usize>,
    /// True if notes belong to the next move: a number or a variation was read.
    before_next: bool,
    /// True if `...` was read.
    ellipsis: bool,
    /// Last move number that was read.
    number: Option<u32>,
}

impl OpenLine {
    fn new(node: NodeId, position: Position) -> OpenLine {
        OpenLine {
            node,
            position,
            before: position,
            begun: false,
            pending: Vec::new(),
            unread: None,
            before_next: false,
            ellipsis: false,
            number: None,
        }
    }
}

struct Reader<'a> {
    text: &'a GameText<'a>,
    header: &'a Header,
    variant: Variant,
    /// Rule options of the game.
    options: RuleOptions,
    tree: GameTree,
    line: OpenLine,
    /// Enclosing lines of the current variation.
    outer: Vec<OpenLine>,
    /// Number of open parentheses that are skipped: too deep, or after a move that could not be played.
    skipped: usize,
    /// Number of open square brackets.
    brackets: usize,
    at: usize,
    /// End of the last stray word.
    stray_end: Option<usize>,
    end_result: Option<String>,
    problems: Vec<(usize, PdnError)>,
    more_problems: usize,
    /// Offset of the problem that broke off the main line.
    failed: Option<usize>,
    has_fen: bool,
    /// True if the FEN tag could not be read.
    lost_start: bool,
    /// Remaining number of replays from the start to find the move to which a variation belongs.
    tries_left: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a GameText<'a>, header: &'a Header, variant: Variant) -> Reader<'a> {
        let start = game_type::start(variant, header.tags.get("GameType"));
        let mut reader = Reader {
            text,
            header,
            variant,
            options: header.tags.options(variant),
            tree: GameTree::new(start),
            line: OpenLine::new(NodeId::ROOT, start),
            outer: Vec::new(),
            skipped: 0,
            brackets: 0,
            at: header.body,
            stray_end: None,
            end_result: None,
            problems: header.problems.clone(),
            more_problems: 0,
            failed: None,
            has_fen: false,
            lost_start: false,
            tries_left: MOST_TRIES,
        };
        reader.set_up();
        reader
    }

    /// Sets up the start position from the FEN tag.
    fn set_up(&mut self) {
        if let Some(game_type) = self.header.tags.get("GameType")
            && game_type::variant_of(Some(game_type), self.header.tags.get("Variant")).is_none()
        {
            self.problem(self.header.type_at, PdnError::GameType(short(game_type)));
        }
        let Some(text) = self.header.tags.get("FEN") else {
            return;
        };
        self.has_fen = true;
        match fen::read(self.variant, text) {
            Ok(start) => self.start_at(start),
            Err(error) => {
                self.break_off(self.header.fen_at, error.into());
                self.line.unread = Some(self.at);
                self.lost_start = true;
            }
        }
    }

    fn start_at(&mut self, start: Position) {
        self.tree = GameTree::new(start);
        self.line = OpenLine::new(NodeId::ROOT, start);
    }

    fn problem(&mut self, at: usize, error: PdnError) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push((at, error));
        } else {
            self.more_problems += 1;
        }
    }

    /// Records a problem after which the line cannot continue.
    fn break_off(&mut self, at: usize, error: PdnError) {
        if self.outer.is_empty() && self.failed.is_none() {
            // The failure is reported even if the list of problems is full.
            self.failed = Some(at);
            self.problems.push((at, error));
        } else {
            self.problem(at, error);
        }
    }

    fn read(mut self) -> PdnGame {
        for &at in &self.header.comments {
            if let Ok(lexed) = lex::next(self.text.bytes(), at, true) {
                self.take(lexed);
            }
        }
        for (at, bytes) in self.text.dropped() {
            self.problem(at, PdnError::LongComment(bytes));
        }
        while let Ok(lexed) = lex::next(self.text.bytes(), self.at, true) {
            self.at = lexed.end;
            self.take(lexed);
        }
        self.end()
    }

    fn take(&mut self, Lexed { token, start, end }: Lexed<'a>) {
        match token {
            Token::Open => self.open(start),
            Token::Close => self.close(start),
            // Some writers put variations and times in square brackets.
            Token::Stray(b'[') if self.is_closed(start) => {
                self.brackets += 1;
                self.open(start);
            }
            Token::Stray(b']') if self.brackets > 0 => {
                self.brackets -= 1;
                self.close(start);
            }
            Token::Word(word) if self.outer.is_empty() && self.skipped == 0 && self.is_end(word, end) => {
                self.leave_unread(start);
                // Without a start no moves can be read, nor anything after the result.
                self.line.unread = self.lost_start.then_some(end);
                // "2-0 *": the star ends what the result has ended.
                if word != b"*" || self.end_result.is_none() {
                    self.end_result = Some(tags::decode(word).into_owned());
                }
            }
            // In a game without a readable start, comments are kept too, including our own that hold the moves.
            Token::Comment { text, .. } | Token::LineComment(text)
                if self.skipped == 0 && self.is_before_unread(start) =>
            {
                self.comment(text);
                self.line.unread = self.line.unread.max(Some(end));
            }
            // After a move that could not be played everything is kept verbatim.
            _ if self.skipped > 0 || self.line.unread.is_some() => {}
            Token::Word(word) => self.word(word, start),
            Token::Comment { text, closed } => {
                if !closed {
                    self.problem(start, PdnError::OpenComment);
                }
                self.comment(text);
            }
            Token::LineComment(text) => self.comment(text),
            Token::Signs(text) => self.signs(text, start),
            Token::Nag(nag) => match Signs::of_nag(nag) {
                Some(signs) if self.has_move() => self.sign(signs),
                _ => self.note(Note::Nag(nag)),
            },
            Token::Setup(text) => self.change(text, start),
            Token::Tag { name, value } | Token::BrokenTag { name, value } => {
                // A tag among the moves is not a tag of the game.
                let word = format!("[{} \"{}\"]", tags::decode(name), tags::decode(value));
                self.stray_word(start, &word);
            }
            Token::Stray(byte) => self.problem(start, PdnError::Stray(char::from(byte))),
        }
    }

    /// Returns true if the square bracket that opens here is closed soon, and not before the end of the moves.
    fn is_closed(&self, start: usize) -> bool {
        let next = self.text.bytes()[start + 1..].iter().take(LONGEST_BRACKET);
        let mut signs = next.filter(|byte| matches!(byte, b'[' | b']' | b'(' | b')' | b'{'));
        signs.next() == Some(&b']')
    }

    /// Returns true if the unplayable text has begun and is blank up to this place.
    fn is_before_unread(&self, start: usize) -> bool {
        let bytes = self.text.bytes();
        let from = self.line.unread;
        from.is_some_and(|from| start < from || lex::is_blank(&bytes[from..start]))
    }

    /// Returns true if a word is the result after the moves: a usual one, or at the very end the value of the tag.
    fn is_end(&self, word: &[u8], end: usize) -> bool {
        is_result(word)
            || (self
                .header
                .tags
                .raw("Result")
                .is_some_and(|tag| tag.as_bytes() == word)
                && lex::next(self.text.bytes(), end, true).is_err())
    }

    fn open(&mut self, start: usize) {
        if self.skipped > 0 || self.line.unread.is_some() {
            self.skipped += 1;
            return;
        }
        if self.bracketed_move() {
            return;
        }
        if self.outer.len() >= DEEPEST {
            self.problem(start, PdnError::Deep);
            self.skipped = 1;
            return;
        }
        let line = match self.tree.parent(self.line.node) {
            Some(parent) if self.line.begun => OpenLine::new(parent, self.line.before),
            _ => OpenLine::new(self.line.node, self.line.position),
        };
        self.outer.push(std::mem::replace(&mut self.line, line));
    }

    fn close(&mut self, start: usize) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        if self.outer.is_empty() {
            if self.line.unread.is_none() {
                self.problem(start, PdnError::Close);
            }
            return;
        }
        self.end_line(start);
        self.line.before_next = true;
    }

    /// Ends a variation and returns to its enclosing line.
    fn end_line(&mut self, end: usize) {
        self.leave_unread(end);
        self.settle();
        let line = self.outer.pop().expect("there is an outer line");
        self.line = line;
    }

    /// Keeps the unplayable text up to here.
    fn leave_unread(&mut self, end: usize) {
        if let Some(from) = self.line.unread.take() {
            let text = tags::decode(&self.text.bytes()[from..end]);
            let text = super::comment::lines(text.trim());
            if !text.is_empty() {
                self.settle();
                // A variation without a move of its own is stored as text beside the move it was meant to replace.
                let text = if self.has_node() {
                    text
                } else {
                    format!("({text})")
                };
                self.tree.note(self.home(), Note::Unread(text));
            }
        }
    }

    fn end(mut self) -> PdnGame {
        let end = self.text.bytes().len();
        if !self.outer.is_empty() || self.skipped > 0 {
            self.problem(end, PdnError::OpenVariation);
        }
        while !self.outer.is_empty() {
            self.end_line(end);
        }
        self.leave_unread(end);
        self.settle();
        if self.text.is_cut() {
            self.problem(end, PdnError::LongGame);
        }
        let result = self.result(end);
        if self.more_problems > 0 {
            self.problems.push((end, PdnError::More(self.more_problems)));
        }
        self.problems.sort_by_key(|(at, _)| *at);
        let broke_off = |(at, error): &(usize, PdnError)| {
            Some(*at) == self.failed && matches!(error, PdnError::Move(_) | PdnError::Fen(_))
        };
        let failure = self.problems.iter().position(broke_off);
        PdnGame {
            tags: self.header.tags.clone(),
            variant: self.variant,
            result,
            tree: self.tree,
            problems: self
                .problems
                .into_iter()
                .map(|(at, error)| PdnProblem {
                    place: self.text.place(at),
                    error,
                })
                .collect(),
            whole: self.failed.is_none(),
            failure,
        }
    }

    /// Returns the result: the tag's if both give one.
    fn result(&mut self, end: usize) -> GameResult {
        let first = self.variant.rules().first;
        let tag = self
            .header
            .tags
            .get("Result")
            .and_then(|tag| GameResult::read_tag(tag, first));
        let behind = self
            .end_result
            .as_deref()
            .and_then(|text| GameResult::read(text, first));
        let known = |result: Option<GameResult>| result.filter(|&result| result != GameResult::Unknown);
        if let (Some(one), Some(other)) = (known(tag), known(behind))
            && one != other
        {
            let error = PdnError::Results {
                tag: one.write(self.variant).into(),
                end: other.write(self.variant).into(),
            };
            self.problem(end, error);
        }
        let found = known(tag).or(known(behind)).or_else(|| known(self.said(first)));
        found.unwrap_or_default()
    }

    /// Returns the result that the last comment of the game gives, alone or as its last word.
    fn said(&self, first: Side) -> Option<GameResult> {
        let last = self.tree.main_line().last().unwrap_or(NodeId::ROOT);
        let (Note::After(text) | Note::Before(text)) = self.tree.node(last).notes().last()? else {
            return None;
        };
        let text = text.trim_end_matches(['.', '!', ')']);
        let word = text.rsplit([' ', '\n', '(']).next().unwrap_or(text);
        GameResult::read(text, first).or_else(|| GameResult::read(word, first))
    }

    /// Reads `/FEN "…"/`: a change of position, or the start at the very beginning.
    fn change(&mut self, bytes: &[u8], start: usize) {
        let text = tags::decode(bytes);
        let text = text.trim();
        let text = text
            .strip_prefix("FEN")
            .unwrap_or(text)
            .trim()
            .trim_matches('"')
            .trim();
        if matches!(text, "B::" | "W::" | "?::") {
            return self.pass();
        }
        match fen::read(self.variant, text) {
            Ok(position) if self.tree.is_empty() && self.outer.is_empty() && !self.has_fen => {
                self.has_fen = true;
                self.start_at(position);
            }
            Ok(position) => self.go(Step::Setup(Box::new(position))),
            Err(error) => {
                self.break_off(start, error.into());
                self.line.unread = Some(start);
            }
        }
    }

    /// Adds a step to the line.
    fn go(&mut self, step: Step) {
        let line = &mut self.line;
        line.before = line.position;
        match &step {
            Step::Move(mv) => line.position.play_unchecked(mv),
            Step::Setup(position) => line.position = **position,
        }
        line.node = self.tree.add(line.node, step);
        if line.begun || self.outer.is_empty() {
            // Variations written before the move itself do not take its place.
            self.tree.promote(line.node);
        }
        line.begun = true;
        line.before_next = false;
        line.ellipsis = false;
        let id = line.node;
        for note in std::mem::take(&mut line.pending) {
            self.put(id, note);
        }
    }
}

/// Returns the beginning of a text, for quoting in an error.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
