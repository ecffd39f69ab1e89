//! The tags before a game, and the possible variants. Knows no move.
use super::word::after_number;
use crate::notation::game_type;
use crate::notation::pdn::PdnError;
use crate::notation::pdn::date::read_date;
use crate::notation::pdn::lex::{self, Lexed, Token};
use crate::notation::pdn::result::is_result;
use crate::notation::pdn::split::GameText;
use crate::notation::pdn::tags::{self, Tags};
use crate::notation::pdn::words;
use crate::rules::Variant;

/// The tags of a game. They are read before the moves, because they decide the rules.
#[derive(Default)]
pub(super) struct Header {
    pub(super) tags: Tags,
    pub(super) problems: Vec<(usize, PdnError)>,
    /// Offsets of the FEN and the GameType.
    pub(super) fen_at: usize,
    pub(super) type_at: usize,
    /// Offsets of the comments before and between the tags.
    pub(super) comments: Vec<usize>,
    /// Offset of the first token that is not a tag.
    pub(super) body: usize,
}

impl Header {
    pub(super) fn read(text: &GameText<'_>) -> Header {
        let bytes = text.bytes();
        let mut header = Header::default();
        let mut at = 0;
        let mut comments = Vec::new();
        while let Ok(Lexed { token, start, end }) = lex::next(bytes, at, true) {
            at = end;
            let (name, value, broken) = match token {
                Token::Tag { name, value } => (name, value, false),
                Token::BrokenTag { name, value } => (name, value, true),
                // It belongs here only if a tag follows.
                Token::Comment { .. } | Token::LineComment(_) => {
                    comments.push(start);
                    continue;
                }
                _ => break,
            };
            header.comments.append(&mut comments);
            let name = tags::decode(name);
            let name = tags::standard_name(&name).to_owned();
            match name.as_str() {
                "FEN" => header.fen_at = start,
                "GameType" => header.type_at = start,
                _ => {}
            }
            if broken {
                header.problems.push((start, PdnError::Tag(name.clone())));
            }
            header.body = end;
            let mut value = tags::unescape(value);
            if broken {
                let quote = |letter: char| letter.is_whitespace() || "'‘’“”„«»".contains(letter);
                value = value.trim_matches(quote).into();
            }
            if name == "Date" && !value.is_empty() && !read_date(&value).certain {
                header.problems.push((start, PdnError::Date(value.clone())));
            }
            // An empty tag is dropped.
            if !value.is_empty() {
                header.tags.push(name, value);
            }
        }
        header.translate();
        header
    }

    /// Adds the tags of the roster that have their names in another language. The original tags stay.
    fn translate(&mut self) {
        if tags::ROSTER.iter().all(|(name, _)| self.tags.get(name).is_some()) {
            return;
        }
        let others: Vec<(String, String)> = self
            .tags
            .iter()
            .filter(|(name, _)| !tags::is_standard(name))
            .map(|(name, value)| (words::tag_name(name), value.to_owned()))
            .collect();
        if others.is_empty() {
            return;
        }
        for (standard, foreign) in words::foreign() {
            if self.tags.get(standard).is_some() {
                continue;
            }
            let named = |name: &&str| others.iter().find(|(folded, _)| folded == name);
            if let Some((_, value)) = foreign.iter().find_map(named) {
                if standard == "Date" && !read_date(value).certain {
                    self.problems.push((0, PdnError::Date(value.clone())));
                }
                self.tags.set(standard, value.as_str());
            }
        }
    }

    /// Returns the variants that the tags name, or else the expected one.
    pub(super) fn said(&self, expected: Option<Variant>) -> Vec<Variant> {
        match &game_type::named(self.tags.raw("GameType"), self.tags.get("Variant"))[..] {
            [] => expected.into_iter().collect(),
            named => named.to_vec(),
        }
    }

    /// Returns the variants that the squares allow, the likeliest first; at least one. The flag is true if squares are
    /// named by letters.
    pub(super) fn possible(&self, text: &GameText<'_>) -> (Vec<Variant>, bool) {
        let mut seen = game_type::Features::default();
        if let Some(fen) = self.tags.get("FEN") {
            seen.add_fen(fen);
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
        let variants = game_type::of_size(self.tags.raw("GameType"), seen.variants());
        (variants, seen.has_letters())
    }
}
