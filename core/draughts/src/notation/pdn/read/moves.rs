//! Words that are moves: numbers, signs, moves in several words, in brackets, or meant for an earlier place.
use super::word::{self, Captures, Unplayed, after_number, ends_open, is_number, is_square};
use super::{OpenLine, Reader};
use crate::notation::movetext::{self, MoveTextError};
use crate::notation::pdn::lex::{self, Lexed, Token};
use crate::notation::pdn::result::is_result;
use crate::notation::pdn::{PdnError, tags};
use crate::notation::sign::Signs;
use crate::notation::squares;
use crate::notation::tree::{Note, Step};
use crate::rules::{Move, Position};
use smallvec::SmallVec;

/// Number of following moves tried to resolve an ambiguous capture.
const LOOK_AHEAD: usize = 30;

impl<'a> Reader<'a> {
    pub(super) fn word(&mut self, word: &'a [u8], start: usize) {
        let (number, rest) = after_number(word);
        if number {
            self.line.before_next = true;
            let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
            self.line.number = std::str::from_utf8(&word[..digits])
                .ok()
                .and_then(|text| text.parse().ok());
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
            // "- -": a null move, in two words or one.
            if let Some((b"-", end)) = self.next_word(self.at) {
                self.at = end;
            }
            return self.pass();
        }
        if is_result(rest) {
            // The end of a variation in words.
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
        let found = self.find(&self.line.position, &text);
        if matches!(found, Err(Unplayed::NoMove)) {
            if is_number(&text) {
                // A move number without its dot.
                self.line.before_next = true;
                return;
            }
            return self.stray_word(at, &tags::decode(rest));
        }
        self.at = end;
        match found {
            Ok((mv, signs)) => self.play(mv, signs),
            Err(Unplayed::Ambiguous(captures, signs)) => {
                let mv = self.decide(&captures);
                if captures.exact != Some(mv) {
                    let all = self.line.position.moves_under(self.options);
                    let written = movetext::write_among(&self.line.position, &mv, &all);
                    self.problem(at, PdnError::Ambiguous(written));
                }
                self.play(mv, signs);
            }
            Err(Unplayed::Illegal(error)) => {
                if let Some((mv, signs, length)) = self.with_tail(rest) {
                    self.at = at + length;
                    return self.play(mv, signs);
                }
                // A variation may stand before the move that it replaces.
                if let Some((mv, signs)) = self.next_instead(&text) {
                    return self.play(mv, signs);
                }
                // "1. ... 19-23" in a game that White begins: White's move is unknown.
                if self.line.ellipsis {
                    let passed = self.line.position.with_turn(self.line.position.turn().other());
                    if let Ok((mv, signs)) = self.find_exact(&passed, &text) {
                        self.pass();
                        return self.play(mv, signs);
                    }
                }
                // Some writers put the variation of a move after the answer to it.
                if let Some((earlier, mv, signs)) = self.earlier(&text) {
                    let pending = std::mem::take(&mut self.line.pending);
                    self.line = OpenLine { pending, ..earlier };
                    return self.play(mv, signs);
                }
                self.break_off(at, error.into());
                self.line.unread = Some(start);
            }
            Err(Unplayed::NoMove) => {}
        }
    }

    /// Returns the move of a word under the game's rule options.
    fn find(&self, position: &Position, word: &[u8]) -> Result<(Move, Signs), Unplayed> {
        word::find(position, self.options, word)
    }

    /// Returns the move of a word with text directly behind it, and the length of what was read: "32-28,", "32-28,19-23",
    /// "26-22White lost on time". The rest is a word of its own.
    fn with_tail(&self, word: &[u8]) -> Option<(Move, Signs, usize)> {
        let Err(Unplayed::Illegal(MoveTextError::Syntax { at, .. })) = self.find(&self.line.position, word)
        else {
            return None;
        };
        let (mv, signs) = self.find_exact(&self.line.position, word.get(..at)?).ok()?;
        let mark = matches!(word[at], b',' | b'.' | b':' | b'#');
        Some((mv, signs, at + usize::from(mark)))
    }

    /// As [`find`](Self::find); of several captures the one that the text means by the standard.
    fn find_exact(&self, position: &Position, word: &[u8]) -> Result<(Move, Signs), Unplayed> {
        match self.find(position, word) {
            Err(Unplayed::Ambiguous(Captures { exact: Some(mv), .. }, signs)) => Ok((mv, signs)),
            found => found,
        }
    }

    /// Returns the move if a variation begins with one of the side to move. The variation then branches at the end of its
    /// enclosing line, and replaces the move that follows there.
    fn next_instead(&mut self, text: &[u8]) -> Option<(Move, Signs)> {
        let outer = self
            .outer
            .last()
            .filter(|outer| !self.line.begun && outer.begun)?;
        let (node, position) = (outer.node, outer.position);
        // With the number of a move that has been answered it belongs to that move.
        if let (Some(own), Some(last)) = (self.line.number, outer.number) {
            let begins = position.turn() == self.variant.rules().first;
            if own < last.saturating_add(u32::from(begins)) {
                return None;
            }
        }
        let found = match self.find_exact(&position, text) {
            Ok(found) => found,
            Err(Unplayed::Ambiguous(captures, signs)) => (captures.exact.unwrap_or(captures.all[0]), signs),
            Err(_) => return None,
        };
        let pending = std::mem::take(&mut self.line.pending);
        self.line = OpenLine {
            pending,
            number: self.line.number,
            ..OpenLine::new(node, position)
        };
        Some(found)
    }

    /// Returns the earlier line if the first move of a variation replaces the move before the last one.
    fn earlier(&mut self, text: &[u8]) -> Option<(OpenLine, Move, Signs)> {
        if self.line.begun || self.outer.is_empty() || self.tries_left == 0 {
            return None;
        }
        self.tries_left -= 1;
        let parent = self.tree.parent(self.line.node)?;
        let position = self.tree.position(parent);
        let (mv, signs) = self.find_exact(&position, text).ok()?;
        Some((OpenLine::new(parent, position), mv, signs))
    }

    pub(super) fn play(&mut self, mv: Move, signs: Signs) {
        self.go(Step::Move(mv));
        if !signs.is_empty() {
            self.sign(signs);
        }
    }

    /// Plays a null move: the other side is to move.
    pub(super) fn pass(&mut self) {
        let passed = self.line.position.with_turn(self.line.position.turn().other());
        self.go(Step::Setup(Box::new(passed)));
    }

    /// Returns the word at an offset, if the next token is one, and its end.
    pub(super) fn next_word(&self, at: usize) -> Option<(&'a [u8], usize)> {
        match lex::next(self.text.bytes(), at, true) {
            Ok(Lexed {
                token: Token::Word(word),
                end,
                ..
            }) => Some((word, end)),
            _ => None,
        }
    }

    /// Joins a word with those after it that belong to the same move: `1- 7`, `32 - 28`, `32 28`. Returns the end
    /// too.
    fn join(&self, word: &'a [u8]) -> (SmallVec<[u8; 32]>, usize) {
        let mut text = SmallVec::from_slice(word);
        let mut end = self.at;
        while ends_open(&text) && text.len() < 200 {
            let Some((next, next_end)) = self.next_word(end) else {
                break;
            };
            let goes_on = if is_square(&text) {
                // A square alone continues with a sign or a second square.
                (is_square(next) && is_number(next) == is_number(&text)) || movetext::begins_with_sign(next)
            } else {
                squares::begins(next) && !after_number(next).0
            };
            if !goes_on {
                break;
            }
            if is_square(&text) && is_square(next) {
                text.push(b' ');
            }
            text.extend_from_slice(next);
            end = next_end;
        }
        (text, end)
    }

    /// Plays Black's move in parentheses as in French scores: `32-28 (19-23)`. It must be a move of the side to move,
    /// and not also one of the side that has moved.
    pub(super) fn bracketed_move(&mut self) -> bool {
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
        if after_number(word).0 || (self.line.begun && self.find_exact(&self.line.before, word).is_ok()) {
            return false;
        }
        match self.find_exact(&self.line.position, word) {
            // "32-28 (18-23) 19-23": another move of the same side follows, so the first is a variation.
            Ok((mv, _)) if self.follow(closed, &mv, 1).broken && self.goes_on(closed) => false,
            Ok((mv, signs)) => {
                self.at = closed;
                self.play(mv, signs);
                true
            }
            Err(_) => false,
        }
    }

    /// Returns true if the next word that is a move can be played in the position of the line.
    fn goes_on(&self, mut at: usize) -> bool {
        let mut depth = 0_usize;
        while let Ok(Lexed { token, end, .. }) = lex::next(self.text.bytes(), at, true) {
            match token {
                Token::Open => depth += 1,
                Token::Close if depth == 0 => return false,
                Token::Close => depth -= 1,
                Token::Word(word) if depth == 0 => {
                    match self.find_exact(&self.line.position, after_number(word).1) {
                        Ok(_) | Err(Unplayed::Ambiguous(..)) => return true,
                        Err(Unplayed::NoMove) => {}
                        Err(_) => return false,
                    }
                }
                _ => {}
            }
            at = end;
        }
        false
    }

    /// Decides between several captures: the one after which most of the following moves can be played. The capture
    /// that the text means by the standard gives way only if a following move is illegal after it.
    fn decide(&self, captures: &Captures) -> Move {
        if let Some(exact) = captures.exact
            && !self.follow(self.at, &exact, LOOK_AHEAD).broken
        {
            return exact;
        }
        let played = |mv: &Move| {
            (
                self.follow(self.at, mv, LOOK_AHEAD).played,
                Some(*mv) == captures.exact,
            )
        };
        // The first of the best, so that a text always gives the same game.
        let best = captures.all.iter().rev().max_by_key(|mv| played(mv));
        *best.expect("an ambiguous text matches a move")
    }

    /// Counts the moves after `at` that can be played after a move of the line, up to `most`.
    fn follow(&self, at: usize, mv: &Move, most: usize) -> Follow {
        let mut position = self.line.position;
        position.play_unchecked(mv);
        let mut follow = Follow::default();
        let (mut at, mut depth) = (at, 0_usize);
        while follow.played < most
            && let Ok(Lexed { token, end, .. }) = lex::next(self.text.bytes(), at, true)
        {
            match token {
                Token::Open => depth += 1,
                Token::Close if depth == 0 => break,
                Token::Close => depth -= 1,
                Token::Setup(_) if depth == 0 => break,
                Token::Word(word) if depth == 0 && is_result(word) => break,
                Token::Word(word) if depth == 0 => match self.find_exact(&position, after_number(word).1) {
                    Ok((mv, _)) => {
                        position.play_unchecked(&mv);
                        follow.played += 1;
                    }
                    Err(Unplayed::NoMove) => {}
                    Err(Unplayed::Illegal(_)) => {
                        follow.broken = true;
                        break;
                    }
                    Err(_) => break,
                },
                _ => {}
            }
            at = end;
        }
        follow
    }
}

/// The moves that follow a move.
#[derive(Clone, Copy, Debug, Default)]
struct Follow {
    /// Number of those that can be played.
    played: usize,
    /// True if the next one is illegal.
    broken: bool,
}
