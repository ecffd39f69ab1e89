//! Irregularities and incorrections, each with its articles. Knows no board.
use super::Place;
use crate::{Move, Side, Variant};
use std::fmt;

/// An edition of the rules.
///
/// ```
/// use draughts::{Variant, over_the_board::Edition};
///
/// let edition = Edition::of(Variant::Frisian);
/// assert_eq!(edition.name(), "Frisian rules, 2011");
/// assert!(edition.adjusting_needs_permission());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// The international rules in the French text of 2004, whose articles are numbered by their order in the text.
    International2004,
    /// FMJD Annex 1 of November 2015.
    International2015,
    /// The Frisian rules of 2011.
    Frisian2011,
}

impl Edition {
    /// Returns the edition used for a game at a real board. Games whose rules define no irregularities use the
    /// international edition.
    pub const fn of(variant: Variant) -> Edition {
        match variant {
            Variant::Frisian | Variant::Frysk => Edition::Frisian2011,
            Variant::International
            | Variant::Canadian
            | Variant::English
            | Variant::Brazilian
            | Variant::Russian
            | Variant::Italian
            | Variant::Spanish
            | Variant::Turkish
            | Variant::Portuguese
            | Variant::Czech
            | Variant::Pool
            | Variant::Thai
            | Variant::Srilankan
            | Variant::Antidraughts
            | Variant::Breakthrough
            | Variant::Killer => Edition::International2004,
        }
    }

    /// Returns its key in data.
    pub const fn key(self) -> &'static str {
        match self {
            Edition::International2004 => "international-2004",
            Edition::International2015 => "international-2015",
            Edition::Frisian2011 => "frisian-2011",
        }
    }

    /// Returns its printed name.
    pub const fn name(self) -> &'static str {
        match self {
            Edition::International2004 => "International rules, French text of 2004",
            Edition::International2015 => "FMJD Annex 1, November 2015",
            Edition::Frisian2011 => "Frisian rules, 2011",
        }
    }

    /// Returns true if adjusting pieces needs the opponent's permission. The international rules only ask for a
    /// notice.
    pub const fn adjusting_needs_permission(self) -> bool {
        matches!(self, Edition::Frisian2011)
    }
}

/// An article and its edition.
///
/// ```
/// use draughts::{Variant, over_the_board::IrregularityKind};
///
/// let label = IrregularityKind::PlayedTwice.label(Variant::Frisian);
/// assert_eq!(label.to_string(), "art. 27 (Frisian rules, 2011)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// Number of the article, such as "5.4.6".
    pub article: &'static str,
    /// The edition.
    pub edition: Edition,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "art. {} ({})", self.article, self.edition.name())
    }
}

/// A breach of the rules at the board. The first fifteen are those of the international text, in its order.
///
/// ```
/// use draughts::{Variant, over_the_board::IrregularityKind};
///
/// let kind = IrregularityKind::LiftedOwn;
/// assert_eq!(kind.label(Variant::International).to_string(), "art. 5.4.15 (International rules, French text of 2004)");
/// assert_eq!(IrregularityKind::from_key("lifted-own"), Some(kind));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IrregularityKind {
    /// Played twice in a row, or out of turn.
    PlayedTwice,
    /// Moved a man against the rules for men.
    IrregularMan,
    /// Moved a king against the rules for kings.
    IrregularKing,
    /// Displaced a piece or knocked it off the board by accident.
    Displaced,
    /// Played a piece of the opponent's.
    PlayedOpponentsPiece,
    /// Played a piece although a capture was possible.
    MissedCapture,
    /// Took a piece off the board, of either side, for no reason.
    LiftedWithoutReason,
    /// Captured the wrong number of pieces, or the wrong ones.
    TookWrongNumber,
    /// Stopped, or let the piece go, in the middle of a capture of several pieces.
    StoppedCapture,
    /// Took a piece off the board before the capture was over.
    LiftedDuringCapture,
    /// Took too few of the captured pieces off the board.
    LiftedTooFew,
    /// Took pieces off the board after a capture that were not captured.
    LiftedNotTaken,
    /// Took captured pieces off the board in the wrong order.
    LiftedOutOfOrder,
    /// Stopped while taking captured pieces off the board.
    StoppedLifting,
    /// Took own pieces off the board after a capture.
    LiftedOwn,
    /// The board lies the wrong way round.
    BoardTurned,
    /// The pieces were set up wrongly.
    SetupWrong,
    /// A piece stands on a square that is not played on, or left one.
    OnInactiveSquare,
    /// Touched one piece and moved another.
    TouchedAnother,
    /// Took a move back.
    TookMoveBack,
    /// Moved a promoted man that has no crown yet.
    PlayedUncrowned,
    /// Refused the correction of an irregularity.
    RefusedToSubmit,
}

use IrregularityKind as K;

impl IrregularityKind {
    /// Every kind.
    pub const ALL: [IrregularityKind; 22] = [
        K::PlayedTwice,
        K::IrregularMan,
        K::IrregularKing,
        K::Displaced,
        K::PlayedOpponentsPiece,
        K::MissedCapture,
        K::LiftedWithoutReason,
        K::TookWrongNumber,
        K::StoppedCapture,
        K::LiftedDuringCapture,
        K::LiftedTooFew,
        K::LiftedNotTaken,
        K::LiftedOutOfOrder,
        K::StoppedLifting,
        K::LiftedOwn,
        K::BoardTurned,
        K::SetupWrong,
        K::OnInactiveSquare,
        K::TouchedAnother,
        K::TookMoveBack,
        K::PlayedUncrowned,
        K::RefusedToSubmit,
    ];

    /// Returns its key in data and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            K::PlayedTwice => "played-twice",
            K::IrregularMan => "irregular-man",
            K::IrregularKing => "irregular-king",
            K::Displaced => "displaced",
            K::PlayedOpponentsPiece => "played-opponents-piece",
            K::MissedCapture => "missed-capture",
            K::LiftedWithoutReason => "lifted-without-reason",
            K::TookWrongNumber => "took-wrong-number",
            K::StoppedCapture => "stopped-capture",
            K::LiftedDuringCapture => "lifted-during-capture",
            K::LiftedTooFew => "lifted-too-few",
            K::LiftedNotTaken => "lifted-not-taken",
            K::LiftedOutOfOrder => "lifted-out-of-order",
            K::StoppedLifting => "stopped-lifting",
            K::LiftedOwn => "lifted-own",
            K::BoardTurned => "board-turned",
            K::SetupWrong => "setup-wrong",
            K::OnInactiveSquare => "on-inactive-square",
            K::TouchedAnother => "touched-another",
            K::TookMoveBack => "took-move-back",
            K::PlayedUncrowned => "played-uncrowned",
            K::RefusedToSubmit => "refused-to-submit",
        }
    }

    /// Returns the kind with this key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<IrregularityKind> {
        K::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// Returns its article in an edition; `None` if the edition does not mention it. The Frisian list ends in "and
    /// many others".
    pub const fn article(self, edition: Edition) -> Option<&'static str> {
        let [first, later, frisian] = match self {
            K::PlayedTwice => ["5.4.1", "5.4.1", "27"],
            K::IrregularMan => ["5.4.2", "5.4.2", "27.d"],
            K::IrregularKing => ["5.4.3", "5.4.2", "27.d"],
            K::Displaced => ["5.4.4", "5.5", "27"],
            K::PlayedOpponentsPiece => ["5.4.5", "5.4.5", "27.a"],
            K::MissedCapture => ["5.4.6", "5.4.6", "27.c"],
            K::LiftedWithoutReason => ["5.4.7", "5.4.7", "27"],
            K::TookWrongNumber => ["5.4.8", "5.4.8", "27.c"],
            K::StoppedCapture => ["5.4.9", "5.4.9", "27.c"],
            K::LiftedDuringCapture => ["5.4.10", "5.4.10", "14"],
            K::LiftedTooFew => ["5.4.11", "5.4.11", "27.b"],
            K::LiftedNotTaken => ["5.4.12", "5.4.12", "27.b"],
            K::LiftedOutOfOrder => ["5.4.13", "", "27"],
            K::StoppedLifting => ["5.4.14", "5.4.13", "27"],
            K::LiftedOwn => ["5.4.15", "5.4.14", "27.b"],
            K::BoardTurned => ["5.1", "5.1", "26"],
            K::SetupWrong => ["5.2", "5.2", "25"],
            K::OnInactiveSquare => ["5.3", "5.3", "27.d"],
            K::TouchedAnother => ["3.11", "5.4.3", "15"],
            K::TookMoveBack => ["3.10", "5.4.4", "27"],
            K::PlayedUncrowned => ["3.7", "5.4.16", "8"],
            K::RefusedToSubmit => ["5.5", "5.6", "20.7"],
        };
        let article = match edition {
            Edition::International2004 => first,
            Edition::International2015 => later,
            Edition::Frisian2011 => frisian,
        };
        if article.is_empty() { None } else { Some(article) }
    }

    /// Returns the article and edition that apply in a game.
    #[must_use]
    pub fn label(self, variant: Variant) -> Label {
        let edition = Edition::of(variant);
        Label {
            article: self
                .article(edition)
                .expect("each of the three texts names every kind"),
            edition,
        }
    }

    /// Returns true if the irregularity concerns the lifting of pieces after a regular capture.
    pub(super) const fn is_of_lifting(self) -> bool {
        matches!(
            self,
            K::LiftedTooFew | K::LiftedNotTaken | K::LiftedOutOfOrder | K::StoppedLifting | K::LiftedOwn
        )
    }

    /// Returns true if a capture was missed or badly executed: then the touched piece need not be played.
    pub(super) const fn is_of_capturing(self) -> bool {
        matches!(self, K::MissedCapture | K::TookWrongNumber | K::StoppedCapture)
    }
}

impl fmt::Display for IrregularityKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// An irregularity. The opponent has the right, but no duty, to have it corrected.
///
/// ```
/// use draughts::{Side, Square, Variant};
/// use draughts::over_the_board::{Action, OtbGame, Place};
///
/// let at = |number| Place::of(Variant::International, Square::new(number).unwrap());
/// let mut game = OtbGame::new(Variant::International.start());
/// game.act(None, Action::Knock(at(31), None))?;
/// let what = game.pending().next().unwrap();
/// assert_eq!((what.kind.key(), what.by, &what.places[..]), ("displaced", Side::White, &[at(31)][..]));
/// # Ok::<(), draughts::over_the_board::ActionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irregularity {
    /// Kind of the irregularity.
    pub kind: IrregularityKind,
    /// A second kind, if two apply.
    pub also: Option<IrregularityKind>,
    /// Side that committed it.
    pub by: Side,
    /// Squares of the move in order, or the emptied square.
    pub places: Vec<Place>,
    /// Legal moves at that moment, if the irregularity concerns a move.
    pub duty: Vec<Move>,
}

/// A lesser fault, called an incorrection in the rules. It has no consequence on the board.
///
/// ```
/// use draughts::{Side, Square, Variant};
/// use draughts::over_the_board::{Action, Incorrection, Note, OtbGame, Place};
///
/// let black_man = Place::of(Variant::International, Square::new(19).unwrap());
/// let mut game = OtbGame::new(Variant::International.start());
/// let notes = game.act(None, Action::Touch(black_man))?;
/// assert_eq!(notes, [Note::Incorrect(Incorrection::TouchedOutOfTurn, Side::Black, black_man)]);
/// # Ok::<(), draughts::over_the_board::ActionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Incorrection {
    /// Did not crown the opponent's man that reached the last row.
    RefusedToCrown,
    /// Touched a piece while the other side was to move.
    TouchedOutOfTurn,
}

impl Incorrection {
    /// Every kind.
    pub const ALL: [Incorrection; 2] = [Incorrection::RefusedToCrown, Incorrection::TouchedOutOfTurn];

    /// Returns its key in data and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Incorrection::RefusedToCrown => "refused-to-crown",
            Incorrection::TouchedOutOfTurn => "touched-out-of-turn",
        }
    }

    /// Returns the article and edition that apply in a game.
    #[must_use]
    pub const fn label(self, variant: Variant) -> Label {
        let edition = Edition::of(variant);
        let article = match (self, edition) {
            (Incorrection::RefusedToCrown, Edition::Frisian2011) => "8",
            (Incorrection::TouchedOutOfTurn, Edition::Frisian2011) => "24",
            (Incorrection::RefusedToCrown, _) => "3.6",
            (Incorrection::TouchedOutOfTurn, _) => "3.14",
        };
        Label { article, edition }
    }
}

impl fmt::Display for Incorrection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_key_and_a_label_in_every_game() {
        for kind in K::ALL {
            assert_eq!(K::from_key(kind.key()), Some(kind));
            for variant in Variant::ALL {
                assert!(!kind.label(variant).article.is_empty());
            }
        }
        let label = K::MissedCapture.label(Variant::International);
        assert_eq!(
            label.to_string(),
            "art. 5.4.6 (International rules, French text of 2004)"
        );
        assert_eq!(K::LiftedTooFew.label(Variant::Frisian).article, "27.b");
    }

    #[test]
    fn the_first_fifteen_are_the_list_in_its_order() {
        for (index, kind) in K::ALL[..15].iter().enumerate() {
            let article = format!("5.4.{}", index + 1);
            assert_eq!(kind.article(Edition::International2004), Some(article.as_str()));
        }
    }
}
