//! The tags before a game, and the possible variants. Knows no move.
use super::word::after_number;
use crate::notation::game_type;
use crate::notation::pdn::PdnError;
use crate::notation::pdn::lex::{self, Lexed, Token};
use crate::notation::pdn::result::is_result;
use crate::notation::pdn::split::GameText;
use crate::notation::pdn::tags::{self, Tags};
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
            let value = tags::unescape(value);
            // An empty tag is dropped.
            if !value.is_empty() {
                header.tags.push(name, value);
            }
        }
        header
    }

    /// Returns the variants to try, the likeliest first; at least one.
    pub(super) fn variants(&self, text: &GameText<'_>, expected: Option<Variant>) -> Vec<Variant> {
        let by_tags = game_type::variant_of(self.tags.raw("GameType"), self.tags.get("Variant"));
        if let Some(variant) = by_tags.or(expected) {
            return vec![variant];
        }
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
        seen.variants()
    }
}
