//! How a game ends and by which article. Knows no position.
use super::draws::DrawRule;
use super::{Goal, RuleOptions, Variant};
use crate::board::Side;
use std::fmt;

/// Why a game ended.
///
/// ```
/// use draughts::{EndReason, Variant};
///
/// assert_eq!(EndReason::Blocked.article(Variant::International), Some("7.2.2"));
/// assert_eq!(EndReason::Repetition.number(Variant::International), Some(3)); // times
/// assert_eq!(EndReason::TwentyFiveMoves.number(Variant::International), Some(25)); // moves each
/// assert_eq!(EndReason::from_key("blocked"), Some(EndReason::Blocked));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A side has no piece left.
    NoPieces,
    /// The side to move has pieces and no move.
    Blocked,
    /// A man reached the last row in a race for the first king.
    FirstKing,
    /// A king against a lone man, in a game where that wins.
    KingAgainstMan,
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    Time,
    /// A player refused to follow the rules.
    RefusedRules,
    /// A player refused to continue.
    RefusesToPlay,
    /// A player upset the board.
    UpsetBoard,
    /// The arbiter found a deliberate fault and stopped the game.
    DeliberateFault,
    /// The board lay the wrong way round: the game does not count.
    BoardTurned,
    /// Both agreed to a draw.
    Agreement,
    /// The position with the same side to move occurred too often, the first occurrence included.
    Repetition,
    /// 25 moves each with kings only and no capture.
    TwentyFiveMoves,
    /// Three pieces, a king among them, against a lone king: 16 moves each.
    SixteenMoves,
    /// One or two pieces, a king among them, against a lone king: 5 moves each.
    FiveMoves,
    /// The lone king stayed on the long diagonal for 5 moves.
    LongDiagonal,
    /// A number of moves each with kings only and no capture.
    QuietKings,
    /// A number of moves each without capture or promotion.
    NoProgress,
    /// One king each, for two moves each.
    OneKingEach,
    /// One piece each, for two moves each.
    OnePieceEach,
    /// Two kings against one: 7 moves each.
    SevenMoves,
    /// Three kings or more against one: 15 moves each.
    FifteenMoves,
    /// Four or five pieces, kings on both sides: 30 moves each with the balance unchanged.
    ThirtyMoves,
    /// Six or seven pieces, kings on both sides: 60 moves each with the balance unchanged.
    SixtyMoves,
    /// Three kings, one of them on the long diagonal, against one: 12 moves.
    TwelveMoves,
    /// Three kings against one: 13 moves.
    ThirteenMoves,
    /// An ending in which no capture is at hand or can be forced.
    NothingInSight,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [EndReason; 28] = [
        EndReason::NoPieces,
        EndReason::Blocked,
        EndReason::FirstKing,
        EndReason::KingAgainstMan,
        EndReason::Resignation,
        EndReason::Time,
        EndReason::RefusedRules,
        EndReason::RefusesToPlay,
        EndReason::UpsetBoard,
        EndReason::DeliberateFault,
        EndReason::BoardTurned,
        EndReason::Agreement,
        EndReason::Repetition,
        EndReason::TwentyFiveMoves,
        EndReason::SixteenMoves,
        EndReason::FiveMoves,
        EndReason::LongDiagonal,
        EndReason::QuietKings,
        EndReason::NoProgress,
        EndReason::OneKingEach,
        EndReason::OnePieceEach,
        EndReason::SevenMoves,
        EndReason::FifteenMoves,
        EndReason::ThirtyMoves,
        EndReason::SixtyMoves,
        EndReason::TwelveMoves,
        EndReason::ThirteenMoves,
        EndReason::NothingInSight,
    ];

    /// Returns its key in data and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            EndReason::NoPieces => "no-pieces",
            EndReason::Blocked => "blocked",
            EndReason::FirstKing => "first-king",
            EndReason::KingAgainstMan => "king-against-man",
            EndReason::Resignation => "resignation",
            EndReason::Time => "time",
            EndReason::RefusedRules => "refused-rules",
            EndReason::RefusesToPlay => "refuses-to-play",
            EndReason::UpsetBoard => "upset-board",
            EndReason::DeliberateFault => "deliberate-fault",
            EndReason::BoardTurned => "board-turned",
            EndReason::Agreement => "agreement",
            EndReason::Repetition => "repetition",
            EndReason::TwentyFiveMoves => "twenty-five-moves",
            EndReason::SixteenMoves => "sixteen-moves",
            EndReason::FiveMoves => "five-moves",
            EndReason::LongDiagonal => "long-diagonal",
            EndReason::QuietKings => "quiet-kings",
            EndReason::NoProgress => "no-progress",
            EndReason::OneKingEach => "one-king-each",
            EndReason::OnePieceEach => "one-piece-each",
            EndReason::SevenMoves => "seven-moves",
            EndReason::FifteenMoves => "fifteen-moves",
            EndReason::ThirtyMoves => "thirty-moves",
            EndReason::SixtyMoves => "sixty-moves",
            EndReason::TwelveMoves => "twelve-moves",
            EndReason::ThirteenMoves => "thirteen-moves",
            EndReason::NothingInSight => "nothing-in-sight",
        }
    }

    /// Returns the reason with this key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<EndReason> {
        EndReason::ALL.into_iter().find(|reason| reason.key() == key)
    }

    /// Returns the article of the game's rules, in the edition named in the rule book; `None` if none is known.
    pub fn article(self, variant: Variant) -> Option<&'static str> {
        self.article_under(variant, RuleOptions::default_of(variant))
    }

    /// Returns the article of the rules under these options; `None` if none is known. Options that choose another text
    /// change it: five moves each are article 99 in Brazil and 7.2.8 in the section for 64 squares.
    pub fn article_under(self, variant: Variant, options: RuleOptions) -> Option<&'static str> {
        let known = |article: &'static str| Some(article).filter(|article| !article.is_empty());
        if self == EndReason::Repetition {
            let rule = variant.rules().draws.repetition;
            return rule.and_then(|rule| known(rule.article));
        }
        match self.rule(variant, options) {
            Some(rule) => known(rule.article),
            None => self.article_of_play(variant),
        }
    }

    /// Returns the number in the draw rule of this name: occurrences of a position, or moves of each counted side.
    /// `None` if nothing is counted.
    pub fn number(self, variant: Variant) -> Option<u16> {
        if self == EndReason::Repetition {
            return variant.rules().draws.repetition.map(|rule| u16::from(rule.times));
        }
        let rule = self.rule(variant, RuleOptions::default_of(variant))?;
        Some(rule.limit / 2).filter(|&moves| moves > 0)
    }

    /// Returns the draw rule of this name that applies under these options, or else under others.
    fn rule(self, variant: Variant, options: RuleOptions) -> Option<&'static DrawRule> {
        let named = || {
            let counted = variant.rules().draws.counted.iter();
            counted.filter(move |rule| rule.reason == self)
        };
        named()
            .find(|rule| rule.when.holds(options))
            .or_else(|| named().next())
    }

    /// Returns the article of an end that is not a draw by count or repetition.
    const fn article_of_play(self, variant: Variant) -> Option<&'static str> {
        match variant {
            Variant::International
            | Variant::Canadian
            | Variant::Srilankan
            | Variant::Killer
            | Variant::Antidraughts
            | Variant::Breakthrough => match (self, variant.rules().goal) {
                (EndReason::Resignation, _) => Some("7.2.1"),
                (EndReason::Blocked, Goal::Normal) => Some("7.2.2"),
                (EndReason::NoPieces, Goal::Normal) => Some("7.2.3"),
                (EndReason::RefusedRules | EndReason::RefusesToPlay | EndReason::UpsetBoard, _) => {
                    Some("7.2.4")
                }
                (EndReason::DeliberateFault, _) => Some("7.2.4"),
                (EndReason::BoardTurned, _) => Some("5.1"),
                (EndReason::Agreement, _) => Some("7.3.1"),
                _ => None,
            },
            Variant::Frisian | Variant::Frysk => match self {
                EndReason::NoPieces => Some("20.1"),
                EndReason::Resignation => Some("20.2"),
                EndReason::UpsetBoard => Some("20.3"),
                EndReason::RefusesToPlay => Some("20.4"),
                EndReason::Time => Some("20.5"),
                EndReason::Blocked => Some("20.6"),
                EndReason::RefusedRules | EndReason::DeliberateFault => Some("20.7"),
                EndReason::Agreement => Some("21.2"),
                EndReason::BoardTurned => Some("26"),
                _ => None,
            },
            Variant::English
            | Variant::Brazilian
            | Variant::Russian
            | Variant::Italian
            | Variant::Spanish
            | Variant::Turkish
            | Variant::Portuguese
            | Variant::Czech
            | Variant::Pool
            | Variant::Thai => None,
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// How a game ended.
///
/// ```
/// use draughts::{EndReason, Game, ResultStyle, Side, Variant};
///
/// let mut game = Game::new(Variant::International);
/// game.out_of_time(Side::White);
/// let outcome = game.outcome().unwrap();
/// assert_eq!((outcome.winner, outcome.reason), (Some(Side::Black), EndReason::Time));
/// assert_eq!((outcome.result(), outcome.written(ResultStyle::One)), ("0-2", "0-1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Winner; `None` in a draw and in an annulled game.
    pub winner: Option<Side>,
    /// Reason for the end.
    pub reason: EndReason,
}

/// Notation of a result, White's points first.
///
/// ```
/// use draughts::{EndReason, Outcome, ResultStyle};
///
/// let draw = Outcome { winner: None, reason: EndReason::Agreement };
/// assert_eq!(draw.written(ResultStyle::Two), "1-1");
/// assert_eq!(draw.written(ResultStyle::One), "1/2-1/2");
/// assert_eq!(draw.written(ResultStyle::Half), "½-½");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultStyle {
    /// 2-0, 1-1, 0-2, as the world federation does.
    Two,
    /// 1-0, 1/2-1/2, 0-1, as game files of most games do.
    One,
    /// 1-0, ½-½, 0-1, in print.
    Half,
}

impl Outcome {
    /// Whom the reason is about: the loser, but where a game is won by who cannot move, the winner. `None` in a draw.
    #[must_use]
    pub fn about(self, variant: Variant) -> Option<Side> {
        let cannot_move = matches!(self.reason, EndReason::NoPieces | EndReason::Blocked);
        let wins_so = variant.rules().goal == Goal::Lose && cannot_move;
        self.winner
            .map(|winner| if wins_so { winner } else { winner.other() })
    }

    /// "2-0", "0-2" or "1-1"; "*" for a game that does not count.
    #[must_use]
    pub const fn result(self) -> &'static str {
        self.written(ResultStyle::Two)
    }

    /// The result in a style of one's choice.
    #[must_use]
    pub const fn written(self, style: ResultStyle) -> &'static str {
        match (self.winner, style) {
            (None, _) if matches!(self.reason, EndReason::BoardTurned) => "*",
            (Some(Side::White), ResultStyle::Two) => "2-0",
            (Some(Side::White), _) => "1-0",
            (Some(Side::Black), ResultStyle::Two) => "0-2",
            (Some(Side::Black), _) => "0-1",
            (None, ResultStyle::Two) => "1-1",
            (None, ResultStyle::One) => "1/2-1/2",
            (None, ResultStyle::Half) => "½-½",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleOption;

    #[test]
    fn every_end_has_a_key_and_those_of_a_federation_an_article() {
        for reason in EndReason::ALL {
            assert_eq!(EndReason::from_key(reason.key()), Some(reason));
        }
        let articles = |variant: Variant| {
            EndReason::ALL
                .into_iter()
                .filter_map(|reason| reason.article(variant))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(
            articles(Variant::International),
            "7.2.3 7.2.2 7.2.1 7.2.4 7.2.4 7.2.4 7.2.4 5.1 7.3.1 6.1 6.2 6.3 6.4 6.3 6.4"
        );
        assert_eq!(
            articles(Variant::Frisian),
            "20.1 20.6 20.2 20.5 20.7 20.4 20.3 20.7 26 21.2 21.1 18 21.1"
        );
    }

    #[test]
    fn a_rule_knows_its_number_and_an_end_whom_it_is_about() {
        assert_eq!(EndReason::Repetition.number(Variant::Italian), Some(4));
        assert_eq!(EndReason::Repetition.number(Variant::Russian), Some(3));
        assert_eq!(EndReason::QuietKings.number(Variant::Brazilian), Some(20));
        assert_eq!(EndReason::QuietKings.number(Variant::English), Some(40));
        assert_eq!(EndReason::Blocked.number(Variant::English), None);
        let fmjd64 = RuleOptions::NONE.with(RuleOption::Fmjd64);
        let articles = |reason: EndReason| {
            let of = |options| reason.article_under(Variant::Brazilian, options);
            [of(RuleOptions::NONE), of(fmjd64)]
        };
        assert_eq!(articles(EndReason::FiveMoves), [Some("99"), Some("7.2.8")]);
        assert_eq!(articles(EndReason::LongDiagonal), [Some("100"), Some("7.2.7")]);
        assert_eq!(articles(EndReason::QuietKings), [Some("97b"), Some("7.2.5")]);
        let end = Outcome {
            winner: Some(Side::White),
            reason: EndReason::NoPieces,
        };
        assert_eq!(end.about(Variant::International), Some(Side::Black));
        assert_eq!(end.about(Variant::Antidraughts), Some(Side::White));
    }

    #[test]
    fn a_result_has_three_styles() {
        let of = |winner, reason| {
            let outcome = Outcome { winner, reason };
            [ResultStyle::Two, ResultStyle::One, ResultStyle::Half].map(|style| outcome.written(style))
        };
        assert_eq!(of(Some(Side::White), EndReason::Time), ["2-0", "1-0", "1-0"]);
        assert_eq!(of(Some(Side::Black), EndReason::Time), ["0-2", "0-1", "0-1"]);
        assert_eq!(of(None, EndReason::Agreement), ["1-1", "1/2-1/2", "½-½"]);
        assert_eq!(of(None, EndReason::BoardTurned), ["*", "*", "*"]);
    }
}
