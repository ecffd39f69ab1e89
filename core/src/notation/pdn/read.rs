//! One game of PDN as a tree: reads what it can, reports the rest with line and column. Knows no file.
use super::lex::{self, Lexed, Token};
use super::result::{GameResult, is_result};
use super::split::{GameText, Place};
use super::tags::{self, Tags};
use crate::notation::fen::{self, FenError};
use crate::notation::game_type;
use crate::notation::movetext::{self, MoveTextError};
use crate::notation::sign::{Signs, Verdict};
use crate::notation::squares::Numbering;
use crate::notation::tree::{GameTree, NodeId, Note, Step};
use crate::rules::{Move, Position, Variant};
use smallvec::SmallVec;

/// Variations deeper than this are passed over.
pub const DEEPEST: usize = 20_000;
/// More problems than these are counted and not described.
const MOST_PROBLEMS: usize = 100;
/// The variations of a game that are looked for a move earlier, at most: it costs a replay each time.
const MOST_TRIES: usize = 1_000;
/// Where a capture is ambiguous, so many moves behind it are tried to find out which was meant.
const LOOK_AHEAD: usize = 30;

/// Something in a file that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnProblem {
    /// Where.
    pub place: Place,
    /// What.
    pub error: PdnError,
}

/// What is not as it should be. Only some of it costs moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdnError {
    /// A move that cannot be played, and with it the rest of its line.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// The FEN of the start or of a change of position.
    #[error("FEN: {0}")]
    Fen(#[from] FenError),
    /// A game that is not known.
    #[error("game type {0:?} is not known")]
    GameType(String),
    /// Several captures were meant by one text; what follows decided.
    #[error("the capture is ambiguous: read as {0}")]
    Ambiguous(String),
    /// A tag without its end or its quotes.
    #[error("the tag {0} is damaged")]
    Tag(String),
    /// A comment without its closing brace.
    #[error("a comment without its closing brace")]
    OpenComment,
    /// A comment that was not kept whole.
    #[error("a comment too long by {0} bytes")]
    LongComment(u64),
    /// A game that was not kept whole.
    #[error(
        "a game of more than {} bytes: its end was left out",
        super::split::LONGEST_GAME
    )]
    LongGame,
    /// A variation that was not closed.
    #[error("a variation without its closing parenthesis")]
    OpenVariation,
    /// A closing parenthesis too many.
    #[error("a closing parenthesis too many")]
    Close,
    /// Variations in variations, deeper than anybody reads.
    #[error("variations more than {DEEPEST} deep are left out")]
    Deep,
    /// A word that is no part of a game: kept as a comment.
    #[error("{0:?} is no part of a game")]
    Word(String),
    /// A byte that has no business there.
    #[error("{0:?} has no business here")]
    Stray(char),
    /// Tag and end of the game say different results.
    #[error("the tag says {tag}, the end of the game {end}")]
    Results {
        /// Result of the tag.
        tag: String,
        /// Result behind the moves.
        end: String,
    },
    /// So many problems more.
    #[error("{0} more problems")]
    More(usize),
}

/// A game as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct PdnGame {
    /// Its tags, as they stand there.
    pub tags: Tags,
    /// Its rules.
    pub variant: Variant,
    /// The result by its tag, or else by what stands behind the moves.
    pub result: GameResult,
    /// Its moves, and all that was written about them.
    pub tree: GameTree,
    /// What was not as it should be, in the order of the text.
    pub problems: Vec<PdnProblem>,
    /// Whether the start and every move of the main line could be read and are legal.
    pub whole: bool,
    /// Which of the problems broke off the main line.
    failure: Option<usize>,
}

impl PdnGame {
    /// Whether there is nothing of a game in it: no tag, no move, no word.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.tree.is_empty()
    }

    /// Why the main line breaks off, where it does.
    pub fn failure(&self) -> Option<&PdnProblem> {
        self.failure.and_then(|index| self.problems.get(index))
    }
}

/// Reads a game. Without a GameType tag the variant is what the caller expects, or where it expects nothing what
/// squares and moves allow: international first.
pub fn read_game(text: &GameText<'_>, expected: Option<Variant>) -> PdnGame {
    let header = Header::read(text);
    let candidates = header.variants(text, expected);
    let mut best: Option<PdnGame> = None;
    for variant in candidates {
        let game = Reader::new(text, &header, variant).read();
        if game.whole {
            return game;
        }
        // Of those that break off, the one that goes farthest.
        if best
            .as_ref()
            .is_none_or(|best| game.tree.main_line().count() > best.tree.main_line().count())
        {
            best = Some(game);
        }
    }
    best.expect("there is at least one variant to try")
}

/// Reads moves that are played from a position, in PDN or French style, with comments and variations; no tags.
pub fn read_moves(start: &Position, text: &str) -> PdnGame {
    let text = GameText::whole(text.as_bytes());
    let header = Header::default();
    let mut reader = Reader::new(&text, &header, start.variant());
    reader.has_fen = true;
    reader.start_at(*start);
    reader.read()
}

/// The tags of a game, read before the moves: they say by which rules.
#[derive(Default)]
struct Header {
    tags: Tags,
    problems: Vec<(usize, PdnError)>,
    /// Where the FEN and the GameType stand.
    fen_at: usize,
    type_at: usize,
    /// Where the comments before and between the tags stand.
    comments: Vec<usize>,
    /// The first token that is no tag.
    body: usize,
}

impl Header {
    fn read(text: &GameText<'_>) -> Header {
        let bytes = text.bytes();
        let mut header = Header::default();
        let mut at = 0;
        let mut comments = Vec::new();
        while let Ok(Lexed { token, start, end }) = lex::next(bytes, at, true) {
            at = end;
            let (name, value, broken) = match token {
                Token::Tag { name, value } => (name, value, false),
                Token::BrokenTag { name, value } => (name, value, true),
                // Only if a tag follows it stands before the moves.
                Token::Comment { .. } | Token::LineComment(_) => {
                    comments.push(start);
                    continue;
                }
                _ => break,
            };
            header.comments.append(&mut comments);
            match name {
                b"FEN" => header.fen_at = start,
                b"GameType" => header.type_at = start,
                _ => {}
            }
            let name = tags::decode(name).into_owned();
            if broken {
                header.problems.push((start, PdnError::Tag(name.clone())));
            }
            header.tags.push(name, tags::unescape(value));
            header.body = end;
        }
        header
    }

    /// The variants to try, the likeliest first; at least one.
    fn variants(&self, text: &GameText<'_>, expected: Option<Variant>) -> Vec<Variant> {
        let by_tags = game_type::variant_of(self.tags.raw("GameType"), self.tags.get("Variant"));
        if let Some(variant) = by_tags.or(expected) {
            return vec![variant];
        }
        let mut seen = game_type::Features::default();
        if let Some(fen) = self.tags.get("FEN") {
            seen.add(fen.as_bytes());
        }
        let (mut at, mut depth) = (self.body, 0_usize);
        while let Ok(Lexed { token, end, .. }) = lex::next(text.bytes(), at, true) {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                Token::Word(word) if depth == 0 && !is_result(word) => seen.add(after_number(word).1),
                _ => {}
            }
            at = end;
        }
        seen.variants()
    }
}

/// A line of moves that is being read: the main line, or a variation of the one below it on the stack.
#[derive(Clone)]
struct Line {
    /// The last node of the line; where it has none yet, the one it branches from.
    node: NodeId,
    /// The position there.
    position: Position,
    /// The position before the last move: where a variation of it begins.
    before: Position,
    /// Whether the line has a node of its own.
    begun: bool,
    /// Notes that stand before the next move.
    pending: Vec<Note>,
    /// Where the text begins that could not be played.
    unread: Option<usize>,
    /// Whether what comes now stands before the next move: a number or a variation was read.
    before_next: bool,
    /// `...` was read.
    ellipsis: bool,
}

impl Line {
    fn new(node: NodeId, position: Position) -> Line {
        Line {
            node,
            position,
            before: position,
            begun: false,
            pending: Vec::new(),
            unread: None,
            before_next: false,
            ellipsis: false,
        }
    }
}

struct Reader<'a> {
    text: &'a GameText<'a>,
    header: &'a Header,
    variant: Variant,
    tree: GameTree,
    line: Line,
    /// The lines that the present one is a variation of.
    outer: Vec<Line>,
    /// Parentheses opened that are not followed: too deep, or behind a move that could not be played.
    skipped: usize,
    at: usize,
    end_result: Option<String>,
    problems: Vec<(usize, PdnError)>,
    more_problems: usize,
    /// Where the problem lies that broke off the main line.
    failed: Option<usize>,
    has_fen: bool,
    /// How often more a position is played through from the start to find the move that a variation belongs to.
    tries_left: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a GameText<'a>, header: &'a Header, variant: Variant) -> Reader<'a> {
        let start = variant.start();
        let mut reader = Reader {
            text,
            header,
            variant,
            tree: GameTree::new(start),
            line: Line::new(NodeId::ROOT, start),
            outer: Vec::new(),
            skipped: 0,
            at: header.body,
            end_result: None,
            problems: header.problems.clone(),
            more_problems: 0,
            failed: None,
            has_fen: false,
            tries_left: MOST_TRIES,
        };
        reader.set_up();
        reader
    }

    /// The start by the FEN tag.
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
            }
        }
    }

    fn start_at(&mut self, start: Position) {
        self.tree = GameTree::new(start);
        self.line = Line::new(NodeId::ROOT, start);
    }

    fn problem(&mut self, at: usize, error: PdnError) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push((at, error));
        } else {
            self.more_problems += 1;
        }
    }

    /// A problem behind which the line cannot be played on.
    fn break_off(&mut self, at: usize, error: PdnError) {
        if self.outer.is_empty() && self.failed.is_none() {
            // What fails the game is told however many problems came before.
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
            Token::Word(word) if self.outer.is_empty() && self.skipped == 0 && self.is_end(word, end) => {
                self.leave_unread(start);
                self.end_result = Some(tags::decode(word).into_owned());
            }
            // Ours, of a game whose start could not be read: not to be wrapped again.
            Token::Comment { text, .. } if self.skipped == 0 && self.is_all_unread(text, start) => {
                self.comment(text);
                self.line.unread = Some(end);
            }
            // Behind a move that could not be played everything is kept as it stands.
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
                // A tag among the moves is no tag of the game.
                let word = format!("[{} \"{}\"]", tags::decode(name), tags::decode(value));
                self.stray_word(start, word);
            }
            Token::Stray(byte) => self.problem(start, PdnError::Stray(char::from(byte))),
        }
    }

    /// Whether a comment holds what could not be played, and nothing else that could not be played stands before it.
    fn is_all_unread(&self, comment: &[u8], start: usize) -> bool {
        let from = self.line.unread.filter(|_| super::comment::is_unread(comment));
        from.is_some_and(|from| lex::is_blank(&self.text.bytes()[from..start]))
    }

    /// Whether a word is the result behind the moves: one of the usual ones, or at the very end what the tag says.
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
            Some(parent) if self.line.begun => Line::new(parent, self.line.before),
            _ => Line::new(self.line.node, self.line.position),
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

    /// Ends a variation and goes back to the line it belongs to.
    fn end_line(&mut self, end: usize) {
        self.leave_unread(end);
        self.settle();
        let line = self.outer.pop().expect("there is an outer line");
        self.line = line;
    }

    /// Keeps the text that could not be played, up to here.
    fn leave_unread(&mut self, end: usize) {
        if let Some(from) = self.line.unread.take() {
            let text = tags::decode(&self.text.bytes()[from..end]);
            let text = text.trim().replace("\r\n", "\n");
            if !text.is_empty() {
                self.settle();
                // A variation without a move of its own is told as text beside the move it was to replace.
                let text = if self.has_node() {
                    text
                } else {
                    format!("({text})")
                };
                self.tree.note(self.home(), Note::Unread(text));
            }
        }
    }

    /// Notes that waited for a move that did not come belong to the last one.
    fn settle(&mut self) {
        let home = self.home();
        let is_move = self
            .tree
            .node(home)
            .step()
            .is_some_and(|step| step.as_move().is_some());
        for note in std::mem::take(&mut self.line.pending) {
            let Note::Before(text) = note else {
                self.tree.note(home, note);
                continue;
            };
            // Behind a move "{+1}" is a sign.
            match Verdict::from_text(&text).filter(|_| is_move) {
                Some(verdict) => {
                    let signs = self.tree.node(home).signs();
                    let verdict = Some(verdict);
                    self.tree.set_signs(home, Signs { verdict, ..signs });
                }
                None => self.tree.note(home, Note::After(text)),
            }
        }
    }

    /// Whether the line has a node that notes can be put to: a variation without a move has none.
    fn has_node(&self) -> bool {
        self.line.begun || self.outer.is_empty()
    }

    /// The node that notes of the line belong to.
    fn home(&self) -> NodeId {
        match self.outer.last() {
            Some(outer) if !self.line.begun => outer.node,
            _ => self.line.node,
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

    /// The result of tag and end: the tag's where both say one.
    fn result(&mut self, end: usize) -> GameResult {
        let first = self.variant.rules().first;
        let tag = self
            .header
            .tags
            .get("Result")
            .and_then(|tag| GameResult::read(tag, first));
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
        known(tag).or(known(behind)).unwrap_or_default()
    }

    /// Whether what is written here belongs to the next move: behind its number, behind variations of the last move, at
    /// the beginning of a variation.
    fn waits(&self) -> bool {
        self.line.before_next || (!self.line.begun && !self.outer.is_empty())
    }

    fn note(&mut self, note: Note) {
        if self.waits() {
            self.line.pending.push(note);
        } else {
            self.tree.note(self.line.node, note);
        }
    }

    /// Whether the line ends in a move, which signs may stand behind.
    fn has_move(&self) -> bool {
        let step = self.tree.node(self.line.node).step();
        self.line.begun && step.is_some_and(|step| step.as_move().is_some())
    }

    fn sign(&mut self, signs: Signs) {
        let now = self.tree.node(self.line.node).signs();
        self.tree.set_signs(self.line.node, now.and(signs));
    }

    fn comment(&mut self, bytes: &[u8]) {
        let text = tags::decode(bytes);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        // "{+1}" is how a verdict is written where only `!` and `?` may stand behind a move.
        if self.has_move()
            && !self.line.before_next
            && let Some(verdict) = Verdict::from_text(text)
        {
            return self.sign(Signs {
                verdict: Some(verdict),
                ..Signs::NONE
            });
        }
        let waits = self.waits();
        let note = super::comment::read(text, waits);
        self.note(note);
    }

    fn signs(&mut self, bytes: &[u8], start: usize) {
        let text = tags::decode(bytes);
        match Signs::read(&text) {
            Some(signs) if self.has_move() && !self.line.before_next => self.sign(signs),
            _ => self.stray_word(start, text.into_owned()),
        }
    }

    fn stray_word(&mut self, start: usize, word: String) {
        let word = word.trim().to_string();
        // A no-break space of Latin-1 looks like a word.
        if word.is_empty() {
            return;
        }
        self.problem(start, PdnError::Word(short(&word)));
        let waits = self.waits();
        self.note(if waits {
            Note::Before(word)
        } else {
            Note::After(word)
        });
    }

    /// `/FEN "…"/`: the position is changed; at the very beginning it is the start.
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
            // Variations that were told before the move itself do not take its place.
            self.tree.promote(line.node);
        }
        line.begun = true;
        line.before_next = false;
        line.ellipsis = false;
        for note in line.pending.drain(..) {
            self.tree.note(line.node, note);
        }
    }

    fn word(&mut self, word: &'a [u8], start: usize) {
        let (number, rest) = after_number(word);
        if number {
            self.line.before_next = true;
        }
        let rest = match rest.strip_prefix("…".as_bytes()) {
            Some(after) => {
                self.line.ellipsis = true;
                after
            }
            None => {
                let dots = rest.iter().take_while(|&&b| b == b'.').count();
                self.line.ellipsis |= dots > 1;
                &rest[dots..]
            }
        };
        if rest.is_empty() {
            return;
        }
        let at = start + (word.len() - rest.len());
        if matches!(rest, b"-" | b"--") {
            // "- -": a move that was not made, in two words or one.
            if let Some((b"-", end)) = self.next_word(self.at) {
                self.at = end;
            }
            return self.pass();
        }
        if is_result(rest) {
            // The end of a variation: said in words.
            return self.note(Note::After(tags::decode(rest).into_owned()));
        }
        if !number
            && self.has_move()
            && matches!(rest[0], b'!' | b'?' | b'*' | b'+' | b'-' | b'=')
            && let Some(signs) = std::str::from_utf8(rest).ok().and_then(Signs::read)
        {
            return self.sign(signs);
        }
        let (text, end) = self.join(rest);
        let found = find(&self.line.position, &text);
        if matches!(found, Err(Unplayed::NoMove)) {
            if is_number(&text) {
                // A move number whose writer left out the dot.
                self.line.before_next = true;
                return;
            }
            return self.stray_word(at, tags::decode(rest).into_owned());
        }
        self.at = end;
        match found {
            Ok((mv, signs)) => self.play(mv, signs),
            Err(Unplayed::Ambiguous(moves, signs)) => {
                let mv = self.decide(&moves);
                let written = movetext::write(&self.line.position, &mv);
                self.problem(at, PdnError::Ambiguous(written));
                self.play(mv, signs);
            }
            Err(Unplayed::Illegal(error)) => {
                // "1. ... 19-23" of a game that White begins: White's move is not known.
                if self.line.ellipsis {
                    let passed = self.line.position.with_turn(self.line.position.turn().other());
                    if let Ok((mv, signs)) = find(&passed, &text) {
                        self.pass();
                        return self.play(mv, signs);
                    }
                }
                // Some put the variation of a move behind the answer to it.
                if let Some((earlier, mv, signs)) = self.earlier(&text) {
                    let pending = std::mem::take(&mut self.line.pending);
                    self.line = Line { pending, ..earlier };
                    return self.play(mv, signs);
                }
                self.break_off(at, error.into());
                self.line.unread = Some(start);
            }
            Err(Unplayed::NoMove) => {}
        }
    }

    /// At the beginning of a variation: where its first move is one for the move before the one it stands behind.
    fn earlier(&mut self, text: &[u8]) -> Option<(Line, Move, Signs)> {
        if self.line.begun || self.outer.is_empty() || self.tries_left == 0 {
            return None;
        }
        self.tries_left -= 1;
        let parent = self.tree.parent(self.line.node)?;
        let position = self.tree.position(parent);
        let (mv, signs) = find(&position, text).ok()?;
        Some((Line::new(parent, position), mv, signs))
    }

    fn play(&mut self, mv: Move, signs: Signs) {
        self.go(Step::Move(mv));
        if !signs.is_empty() {
            self.tree.set_signs(self.line.node, signs);
        }
    }

    /// A move that was not made: the other side is to move.
    fn pass(&mut self) {
        let passed = self.line.position.with_turn(self.line.position.turn().other());
        self.go(Step::Setup(Box::new(passed)));
    }

    /// The word behind an offset, if the next token is one, and its end.
    fn next_word(&self, at: usize) -> Option<(&'a [u8], usize)> {
        match lex::next(self.text.bytes(), at, true) {
            Ok(Lexed {
                token: Token::Word(word),
                end,
                ..
            }) => Some((word, end)),
            _ => None,
        }
    }

    /// A word, and those behind it that belong to the same move: `1- 7`, `32 - 28`, `32 28`. With its end.
    fn join(&self, word: &'a [u8]) -> (SmallVec<[u8; 32]>, usize) {
        let mut text = SmallVec::from_slice(word);
        let mut end = self.at;
        while ends_open(&text) && text.len() < 200 {
            let Some((next, next_end)) = self.next_word(end) else {
                break;
            };
            let goes_on = if is_number(&text) {
                // A number alone goes on with a sign, or with a second number.
                is_number(next) || starts_with_sign(next)
            } else {
                next.first().is_some_and(u8::is_ascii_alphanumeric) && !after_number(next).0
            };
            if !goes_on {
                break;
            }
            if is_number(&text) && is_number(next) {
                text.push(b' ');
            }
            text.extend_from_slice(next);
            end = next_end;
        }
        (text, end)
    }

    /// French scores put Black's moves in parentheses: `32-28 (19-23)`. Plays one, where it is a move of the side to
    /// move and no other move of the side that has moved.
    fn bracketed_move(&mut self) -> bool {
        let Some((word, end)) = self.next_word(self.at) else {
            return false;
        };
        let Ok(Lexed {
            token: Token::Close,
            end: closed,
            ..
        }) = lex::next(self.text.bytes(), end, true)
        else {
            return false;
        };
        if after_number(word).0 || (self.line.begun && find(&self.line.before, word).is_ok()) {
            return false;
        }
        match find(&self.line.position, word) {
            Ok((mv, signs)) => {
                self.at = closed;
                self.play(mv, signs);
                true
            }
            Err(_) => false,
        }
    }

    /// Which of several captures was meant: the one after which most of what follows can be played.
    fn decide(&self, moves: &[Move]) -> Move {
        let follows = |mv: &Move| {
            let mut position = self.line.position;
            position.play_unchecked(mv);
            let (mut at, mut depth, mut played) = (self.at, 0_usize, 0_usize);
            while played < LOOK_AHEAD
                && let Ok(Lexed { token, end, .. }) = lex::next(self.text.bytes(), at, true)
            {
                match token {
                    Token::Open => depth += 1,
                    Token::Close if depth == 0 => break,
                    Token::Close => depth -= 1,
                    Token::Word(word) if depth == 0 => match find(&position, after_number(word).1) {
                        Ok((mv, _)) => {
                            position.play_unchecked(&mv);
                            played += 1;
                        }
                        Err(Unplayed::NoMove) => {}
                        Err(_) => break,
                    },
                    _ => {}
                }
                at = end;
            }
            played
        };
        // The first of the best, so that one text always gives one game.
        let best = moves
            .iter()
            .map(follows)
            .enumerate()
            .rev()
            .max_by_key(|(_, played)| *played);
        moves[best.map_or(0, |(index, _)| index)]
    }
}

/// Why a word is no move.
enum Unplayed {
    /// It does not look like one.
    NoMove,
    /// It looks like one and cannot be played.
    Illegal(MoveTextError),
    /// It means several.
    Ambiguous(Vec<Move>, Signs),
}

/// The move that a word means in a position, and its signs.
fn find(position: &Position, word: &[u8]) -> Result<(Move, Signs), Unplayed> {
    let variant = position.variant();
    let (spelt, rest) = movetext::spell(variant, Numbering::Native, word).map_err(|error| {
        if starts_like_move(word) && !is_number(word) {
            Unplayed::Illegal(error)
        } else {
            Unplayed::NoMove
        }
    })?;
    let signs = match rest {
        [] => Signs::NONE,
        rest => {
            let signs = std::str::from_utf8(rest).ok().and_then(Signs::read);
            signs.ok_or_else(|| Unplayed::Illegal(movetext::syntax(word, word.len() - rest.len())))?
        }
    };
    match movetext::resolve(position, Numbering::Native, &spelt) {
        Ok(mv) => Ok((mv, signs)),
        Err(MoveTextError::Ambiguous { moves, .. }) => Err(Unplayed::Ambiguous(moves, signs)),
        Err(error) => Err(Unplayed::Illegal(error)),
    }
}

/// Whether a word begins as moves do: with a number, a letter and a number, or a capture sign alone.
fn starts_like_move(word: &[u8]) -> bool {
    matches!(word, [b'0'..=b'9', ..] | [b'a'..=b'l' | b'A'..=b'L', b'0'..=b'9', ..])
}

fn is_number(word: &[u8]) -> bool {
    !word.is_empty() && word.len() <= 3 && word.iter().all(u8::is_ascii_digit)
}

fn starts_with_sign(word: &[u8]) -> bool {
    matches!(word.first(), Some(b'-' | b'x' | b'X' | b':')) || word.starts_with("×".as_bytes())
}

/// Whether a move goes on behind this: it ends in a sign between squares, or is a lone number.
fn ends_open(word: &[u8]) -> bool {
    let signed = matches!(word.last(), Some(b'-' | b'x' | b'X' | b':')) || word.ends_with("×".as_bytes());
    is_number(word) || (signed && starts_like_move(word))
}

/// A word without the move number it begins with, `12.`; whether there was one.
fn after_number(word: &[u8]) -> (bool, &[u8]) {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    match word.get(digits) {
        Some(b'.') if digits > 0 => (true, &word[digits + 1..]),
        // "12…"
        Some(0xE2) if digits > 0 && word[digits..].starts_with("…".as_bytes()) => (true, &word[digits..]),
        _ => (false, word),
    }
}

/// The beginning of a text, for an error that quotes it.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pdn::{PdnSplitter, write_game};

    /// Every game of a text, handed in byte by byte, and in one piece: both must be the same.
    fn games(text: &[u8]) -> Vec<PdnGame> {
        let read = |part: usize| {
            let mut splitter = PdnSplitter::new();
            let mut games = Vec::new();
            for bytes in text.chunks(part) {
                splitter.push(bytes);
                while let Some(text) = splitter.next_game() {
                    games.push(read_game(&text, None));
                }
            }
            splitter.finish();
            while let Some(text) = splitter.next_game() {
                games.push(read_game(&text, None));
            }
            games
        };
        let games = read(text.len().max(1));
        assert_eq!(read(1), games);
        assert_eq!(read(7), games);
        games
    }

    fn game(text: &str) -> PdnGame {
        let mut games = games(text.as_bytes());
        assert_eq!(games.len(), 1, "{text}");
        games.remove(0)
    }

    /// The moves as strict PDN, without the tags; and that they read back as the same.
    fn body(game: &PdnGame) -> String {
        let text = write_game(&game.tags, game.result, &game.tree);
        let again = games(text.as_bytes());
        assert_eq!(again.len(), 1, "{text}");
        assert_eq!(again[0].tree, game.tree, "{text}");
        assert_eq!(again[0].result, game.result, "{text}");
        let (_, body) = text.split_once("\n\n").unwrap();
        body.trim_end().to_string()
    }

    fn check(text: &str, written: &str, problems: &[(u64, u64, &str)]) {
        let game = game(text);
        assert_eq!(body(&game), written, "{text}");
        let found: Vec<(u64, u64, String)> = game
            .problems
            .iter()
            .map(|problem| {
                (
                    problem.place.line,
                    problem.place.column,
                    problem.error.to_string(),
                )
            })
            .collect();
        assert_eq!(found.len(), problems.len(), "{text}: {found:?}");
        for ((line, column, error), (at_line, at_column, says)) in found.iter().zip(problems) {
            assert_eq!((line, column), (at_line, at_column), "{text}: {error}");
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn moves_are_read_in_every_habit() {
        let written = "1. 32-28 19-23 2. 28x19 14x23 *";
        for text in [
            "1. 32-28 19-23 2. 28x19 14x23",
            "1.32-28 19-23 2.28x19 14x23 *",
            "01. 32-28 19-23 02. 28:19 14:23 2-0",
            "1 32-28 19-23 2 28x19 14x23 1/2-1/2",
            "32-28 19-23 28x19 14x23 ½-½",
            "1. 32- 28 19 -23 2. 28 x 19 14x 23 1-1",
            "1. 3228 1923 2. 2819 1423 0-0",
            "1. 32 28 19 23 2. 28 19 14 23",
            "1. 32-28 (19-23) 2. 28x19 (14x23)",
            "1. 32-28 1... 19-23 2. 28×19 2… 14×23",
            "1. 32-28 19-23 2. x 14x23",
        ] {
            assert_eq!(body(&game(text)), written, "{text}");
            assert_eq!(game(text).problems, [], "{text}");
        }
    }

    #[test]
    fn signs_comments_and_glyphs_are_kept() {
        check(
            "{before} 1. 32-28! {good} 19-23(!?) $5 2. 28x19* 14x23+1 {a} {b} 3. {now} 33-28 = ",
            "{before} 1. 32-28! {good} 1... 19-23!? $5 2. 28x19 $7 14x23 {+1} {a} {b} 3.\n{now} 33-28 {=} *",
            &[],
        );
        let signs = game("1. 32-28?!* 19-23 +").tree;
        let found: Vec<String> = signs
            .main_line()
            .map(|id| signs.node(id).signs().to_string())
            .collect();
        assert_eq!(found, ["?!*", "+"]);
    }

    #[test]
    fn variations_nest_and_follow_anything() {
        check(
            "32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) 28x19 14x23",
            "1. 32-28 19-23 (1... 18-23 2. 38-32 (2. 37-32? 23-29! {Black wins}) 2... 12-18)\n2. 28x19 14x23 *",
            &[],
        );
        check(
            "1. 32-28 {a} (1. 33-28 {b}) {c} (1. 34-29) 19-23",
            "1. 32-28 {a} (1. 33-28 {b}) (1. 34-29) 1... {c} 19-23 *",
            &[],
        );
        check("(1. 33-28) 1. 32-28", "1. 32-28 (1. 33-28) *", &[]);
    }

    #[test]
    fn positions_change_in_mid_game() {
        check(
            "1. 32-28 /FEN \"W:W28,31,33-50:B1-20\"/ {again} 33-29 - - 29-24",
            "1. 32-28 /FEN \"W:W28,31,33-50:B1-20\"/ {again} 2. 33-29\n/FEN \"W:W28,29,31,34-50:B1-20\"/ 3. 29-24 *",
            &[],
        );
        let set_up = game("/FEN \"B:W31-50:B1-20\"/ 1... 19-23");
        assert!(set_up.whole && set_up.tree.len() == 2);
        // White's first move is not known.
        check("1. ... 19-23", "/FEN \"B:W31-50:B1-20\"/ 1... 19-23 *", &[]);
    }

    #[test]
    fn damage_is_reported_and_the_rest_is_kept() {
        check(
            "[White \"A\"]\n1. 32-28 19-24 2. 28-23\n(2. 28-22) 18x29 {x} 1-0",
            "1. 32-28 19-24 2. 28-23 (2. 28-22) 2... 18x29 {x} *",
            &[],
        );
    }

    #[test]
    fn comments_before_the_tags_are_kept() {
        let game = game("% made by hand\n{first} [White \"A\"] ; between\n[Black \"B\"]\n{third} 1. 32-28");
        assert_eq!((game.tags.len(), game.problems.len()), (2, 0));
        assert_eq!(body(&game), "{made by hand} {first} {between} {third} 1. 32-28 *");
    }

    #[test]
    fn results_of_every_style() {
        use crate::board::Side::{Black, White};
        for (text, result) in [
            ("2-0", GameResult::Win(White)),
            ("1-0", GameResult::Win(White)),
            ("0-2", GameResult::Win(Black)),
            ("0-1", GameResult::Win(Black)),
            ("1-1", GameResult::Draw),
            ("1/2-1/2", GameResult::Draw),
            ("½-½", GameResult::Draw),
            ("0-0", GameResult::BothLose),
            ("*", GameResult::Unknown),
        ] {
            assert_eq!(game(&format!("1. 32-28 {text}")).result, result, "{text}");
            assert_eq!(
                game(&format!("[Result \"{text}\"]\n1. 32-28")).result,
                result,
                "{text}"
            );
        }
        // In English draughts Black begins, and the first number is Black's.
        let english = game("[GameType \"21\"]\n[Result \"1-0\"]\n1. 11-15");
        assert_eq!(english.result, GameResult::Win(Black));
        assert_eq!(game("[Result \"4-6\"]\n1. 32-28 4-6").tree.len(), 2);
    }
}
