//! Rule options: readings of disputed articles, and house rules. Knows no position.
use super::Variant;
use std::fmt;
use std::str::FromStr;

/// An option that is on or off. [`RuleOptions::default_of`] lists the defaults of a game.
///
/// ```
/// use draughts::{RuleOption, Variant};
///
/// let option: RuleOption = "strict".parse()?;
/// assert!(option.is_for(Variant::Frisian) && !option.is_for(Variant::English));
/// assert_eq!(RuleOption::Huffing.label(), Some("historic rule, given up in 1923"));
/// # Ok::<(), draughts::UnknownOption>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleOption {
    /// One or two pieces against a lone king draw as soon as no capture is possible (two French club texts), not
    /// after five moves each.
    ImmediateWhenQuiet,
    /// A capture within the 16 moves does not lengthen them (later FMJD text).
    SixteenPersists,
    /// Five moves of a lone king on the long diagonal without leaving it draw (later FMJD text, second hand).
    LongDiagonal5,
    /// The last of the five or sixteen moves draws even if it wins: section 6 of the text of 2015 names no exception.
    /// Otherwise the win counts, as in the annexes of 2024 (second hand).
    DrawBeforeWin,
    /// The counters of lidraughts: a capture within the 16 moves starts five new ones.
    LidraughtsCompat,
    /// The short list of draws of the Quebec federation: three kings against one, and repetition.
    QcShort,
    /// Frisian article 21 by the letter: one king each is a draw at once, unless a capture is at hand or can be
    /// forced.
    Strict,
    /// Threefold repetition draws.
    Threefold,
    /// A number of moves each with kings only and no capture draws.
    QuietKing,
    /// Brazilian draughts with the draws of the FMJD section for 64 squares.
    Fmjd64,
    /// Article 7.2.5 (15 moves) also applies in endings of four to seven pieces.
    Literal725,
    /// The Portuguese draws in the edition of 2021.
    Fpd2021,
    /// A Turkish man that reaches the last row while it captures continues as a king.
    TurkishContinue,
    /// A Turkish king wins against a lone man that its next move does not crown (encyclopedias). Otherwise one piece each
    /// is a draw.
    TurkishKingVManWins,
    /// House rule: captures are optional.
    CaptureOptional,
    /// Historic rule, given up in 1923: a piece that does not capture, or captures too few, may be removed
    /// (souffler).
    Huffing,
    /// House rule: men capture forwards only, in a game that lets them capture backwards.
    MenForward,
}

impl RuleOption {
    /// Every option.
    pub const ALL: [RuleOption; 17] = [
        RuleOption::ImmediateWhenQuiet,
        RuleOption::SixteenPersists,
        RuleOption::LongDiagonal5,
        RuleOption::DrawBeforeWin,
        RuleOption::LidraughtsCompat,
        RuleOption::QcShort,
        RuleOption::Strict,
        RuleOption::Threefold,
        RuleOption::QuietKing,
        RuleOption::Fmjd64,
        RuleOption::Literal725,
        RuleOption::Fpd2021,
        RuleOption::TurkishContinue,
        RuleOption::TurkishKingVManWins,
        RuleOption::CaptureOptional,
        RuleOption::Huffing,
        RuleOption::MenForward,
    ];

    /// Returns its key in data and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            RuleOption::ImmediateWhenQuiet => "immediate_when_quiet",
            RuleOption::SixteenPersists => "sixteen_persists",
            RuleOption::LongDiagonal5 => "long_diagonal_5",
            RuleOption::DrawBeforeWin => "draw_before_win",
            RuleOption::LidraughtsCompat => "lidraughts_compat",
            RuleOption::QcShort => "qc_short",
            RuleOption::Strict => "strict",
            RuleOption::Threefold => "threefold",
            RuleOption::QuietKing => "quiet_king",
            RuleOption::Fmjd64 => "fmjd64",
            RuleOption::Literal725 => "literal_7_2_5",
            RuleOption::Fpd2021 => "fpd2021",
            RuleOption::TurkishContinue => "turkish_continue",
            RuleOption::TurkishKingVManWins => "turkish_king_v_man_wins",
            RuleOption::CaptureOptional => "capture_optional",
            RuleOption::Huffing => "huffing",
            RuleOption::MenForward => "men_forward",
        }
    }

    /// Returns the label to show with a rule of no federation; `None` for readings of rules in force.
    pub const fn label(self) -> Option<&'static str> {
        match self {
            RuleOption::CaptureOptional | RuleOption::MenForward => {
                Some("house rule, in no federation's rules")
            }
            RuleOption::Huffing => Some("historic rule, given up in 1923"),
            RuleOption::TurkishKingVManWins => {
                Some("as encyclopedias describe it; by the Turkish players' rules one piece each is a draw")
            }
            _ => None,
        }
    }

    /// Returns true if the option has a meaning in a game.
    pub const fn is_for(self, variant: Variant) -> bool {
        use Variant as V;
        match self {
            RuleOption::ImmediateWhenQuiet
            | RuleOption::SixteenPersists
            | RuleOption::LongDiagonal5
            | RuleOption::DrawBeforeWin
            | RuleOption::LidraughtsCompat => {
                matches!(variant, V::International | V::Canadian | V::Srilankan | V::Killer)
            }
            RuleOption::QcShort => matches!(variant, V::Canadian | V::Srilankan),
            RuleOption::Strict => matches!(variant, V::Frisian | V::Frysk),
            RuleOption::Threefold | RuleOption::QuietKing => {
                matches!(variant, V::Frisian | V::Frysk | V::Thai)
            }
            RuleOption::Fmjd64 => matches!(variant, V::Brazilian),
            RuleOption::Literal725 => matches!(variant, V::Russian | V::Brazilian),
            RuleOption::Fpd2021 => matches!(variant, V::Spanish | V::Portuguese),
            RuleOption::TurkishContinue | RuleOption::TurkishKingVManWins => {
                matches!(variant, V::Turkish)
            }
            RuleOption::CaptureOptional | RuleOption::Huffing => true,
            // Games in which men capture backwards and the most pieces must be captured.
            RuleOption::MenForward => matches!(
                variant,
                V::International
                    | V::Canadian
                    | V::Srilankan
                    | V::Antidraughts
                    | V::Breakthrough
                    | V::Killer
                    | V::Brazilian
            ),
        }
    }
}

impl fmt::Display for RuleOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// No option has this key.
///
/// ```
/// use draughts::RuleOption;
///
/// assert_eq!("flying".parse::<RuleOption>().unwrap_err().to_string(), "unknown option \"flying\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown option \"{0}\"")]
pub struct UnknownOption(pub String);

impl FromStr for RuleOption {
    type Err = UnknownOption;

    fn from_str(key: &str) -> Result<RuleOption, UnknownOption> {
        RuleOption::ALL
            .into_iter()
            .find(|option| option.key() == key)
            .ok_or_else(|| UnknownOption(key.chars().take(40).collect()))
    }
}

/// The options that are on.
///
/// ```
/// use draughts::{Game, RuleOption, RuleOptions, Variant, notation::fen};
///
/// let position = fen::read(Variant::International, "W:W28,40:B22")?;
/// let options = RuleOptions::default_of(Variant::International).with(RuleOption::CaptureOptional);
/// let game = Game::from_position(position);
/// assert_eq!(game.legal_moves().len(), 1); // the capture
/// assert!(game.with_options(options).legal_moves().len() > 1);
/// # Ok::<(), draughts::notation::fen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RuleOptions(u32);

impl RuleOptions {
    /// No option.
    pub const NONE: RuleOptions = RuleOptions(0);

    /// Returns the default options of a game: the reading that the federation's own text supports best.
    pub const fn default_of(variant: Variant) -> RuleOptions {
        let options = RuleOptions::NONE;
        match variant {
            Variant::International | Variant::Canadian | Variant::Srilankan | Variant::Killer => {
                options.with(RuleOption::SixteenPersists)
            }
            Variant::Thai => options.with(RuleOption::Threefold).with(RuleOption::QuietKing),
            Variant::English
            | Variant::Brazilian
            | Variant::Russian
            | Variant::Italian
            | Variant::Spanish
            | Variant::Turkish
            | Variant::Frisian
            | Variant::Portuguese
            | Variant::Czech
            | Variant::Pool
            | Variant::Frysk
            | Variant::Antidraughts
            | Variant::Breakthrough => options,
        }
    }

    /// Returns these options with one more.
    #[must_use]
    pub const fn with(self, option: RuleOption) -> RuleOptions {
        RuleOptions(self.0 | 1 << option as u16)
    }

    /// Returns these options without one.
    #[must_use]
    pub const fn without(self, option: RuleOption) -> RuleOptions {
        RuleOptions(self.0 & !(1 << option as u16))
    }

    /// Returns true if an option is on.
    pub const fn has(self, option: RuleOption) -> bool {
        self.0 >> option as u16 & 1 == 1
    }

    /// Returns the first house rule or historic rule that is on: a rule that changes the moves.
    pub fn house_rule(self) -> Option<RuleOption> {
        use RuleOption::{CaptureOptional, Huffing, MenForward};
        self.iter()
            .find(|option| matches!(option, CaptureOptional | Huffing | MenForward))
    }

    /// The options that are on.
    pub fn iter(self) -> impl Iterator<Item = RuleOption> {
        RuleOption::ALL
            .into_iter()
            .filter(move |&option| self.has(option))
    }
}

impl fmt::Debug for RuleOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        for option in RuleOption::ALL {
            assert_eq!(option.key().parse(), Ok(option));
            assert!(Variant::ALL.into_iter().any(|variant| option.is_for(variant)));
        }
        assert!("quiet".parse::<RuleOption>().is_err());
    }

    #[test]
    fn defaults_apply_to_their_game_and_include_no_house_rule() {
        for variant in Variant::ALL {
            for option in RuleOptions::default_of(variant).iter() {
                assert!(option.is_for(variant), "{variant} {option}");
                assert_eq!(option.label(), None);
            }
        }
    }
}
