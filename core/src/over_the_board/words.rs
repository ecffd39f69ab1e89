//! Texts of actions and irregularities in a language. Judges nothing.
use super::board::{IrregularityView, OtbNoteKind, OtbNoteView, places};
use draughts::notation::movetext;
use draughts::over_the_board::{Irregularity, IrregularityKind, Label, Note, Place};
use draughts::{Position, Side, Variant};
use draughts_lessons::{School, Words};

/// Names of irregularities in a language.
pub(crate) struct Says<'a> {
    pub(crate) school: &'a School,
    pub(crate) language: &'a str,
    pub(crate) variant: Variant,
}

impl Says<'_> {
    fn word(&self, key: &str) -> String {
        let words = Words::of(format!("irregularity.{key}"));
        self.school.texts.say(self.language, &words)
    }

    fn kinds(&self, kinds: &[IrregularityKind]) -> String {
        let named: Vec<String> = kinds.iter().map(|kind| self.word(kind.key())).collect();
        named.join("; ")
    }

    pub(super) fn irregularity(&self, before: &Position, what: &Irregularity) -> IrregularityView {
        let Label { article, edition } = what.kind.label(self.variant);
        IrregularityView {
            key: what.kind.key().to_owned(),
            text: self.word(what.kind.key()),
            also: what.also.map(|kind| self.word(kind.key())),
            article: article.to_owned(),
            edition: edition.key().to_owned(),
            by: what.by.into(),
            places: places(&what.places),
            instead: what.duty.iter().map(|mv| movetext::write(before, mv)).collect(),
        }
    }

    pub(super) fn note(&self, before: &Position, note: &Note) -> OtbNoteView {
        use OtbNoteKind as N;
        let plain = |kind| OtbNoteView {
            kind,
            text: String::new(),
            side: None,
            place: None,
            article: None,
            edition: None,
        };
        let at = |kind, place: Place| OtbNoteView {
            place: Some(place.into()),
            ..plain(kind)
        };
        let by = |kind, side: Side| OtbNoteView {
            side: Some(side.into()),
            ..plain(kind)
        };
        let labelled = |kind, word: &str, side, label: Label| OtbNoteView {
            text: self.word(word),
            article: Some(label.article.to_owned()),
            edition: Some(label.edition.key().to_owned()),
            ..by(kind, side)
        };
        match note {
            Note::Played(mv) => OtbNoteView {
                text: movetext::write(before, mv),
                ..plain(N::Played)
            },
            Note::Irregular(what) => labelled(
                N::Irregular,
                what.kind.key(),
                what.by,
                what.kind.label(self.variant),
            ),
            Note::Incorrect(what, side, place) => OtbNoteView {
                place: Some((*place).into()),
                ..labelled(N::Incorrect, what.key(), *side, what.label(self.variant))
            },
            Note::Accepted(kinds) => OtbNoteView {
                text: self.kinds(kinds),
                ..plain(N::Accepted)
            },
            Note::Corrected(kinds) => OtbNoteView {
                text: self.kinds(kinds),
                ..plain(N::Corrected)
            },
            Note::MustPlay(place) => at(N::MustPlay, *place),
            Note::MayLeave(place) => at(N::MayLeave, *place),
            Note::MayAdjust(side) => by(N::MayAdjust, *side),
            Note::AsksToAdjust(side) => by(N::AsksToAdjust, *side),
            Note::InHand(place) => at(N::InHand, *place),
            Note::Lifted(place) => at(N::Lifted, *place),
            Note::AllLifted => plain(N::AllLifted),
            Note::Crowned(place) => at(N::Crowned, *place),
            Note::SetUpAgain => plain(N::SetUpAgain),
            Note::NoConsequence => plain(N::NoConsequence),
        }
    }
}
