//! The games by name. Their rules are in `rulebook`.
use std::fmt;
use std::str::FromStr;

/// A game of the draughts family.
///
/// ```
/// use draughts::{Side, Variant};
///
/// let checkers: Variant = "english".parse()?;
/// assert_eq!(checkers, Variant::English);
/// assert_eq!(checkers.start().turn(), Side::Black); // Black moves first there
/// assert_eq!(Variant::ALL.len(), 18);
/// # Ok::<(), draughts::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// International draughts on 100 squares.
    International,
    /// Canadian draughts on 144 squares.
    Canadian,
    /// English draughts, American checkers.
    English,
    /// Brazilian draughts: the international game on 64 squares.
    Brazilian,
    /// Russian draughts, shashki.
    Russian,
    /// Italian draughts.
    Italian,
    /// Spanish draughts.
    Spanish,
    /// Turkish draughts on all 64 squares.
    Turkish,
    /// Frisian draughts: captures in eight directions.
    Frisian,
    /// Portuguese draughts: the Spanish game by another name.
    Portuguese,
    /// Czech draughts.
    Czech,
    /// American pool checkers.
    Pool,
    /// Thai draughts, makhos.
    Thai,
    /// Sri Lankan draughts: the Canadian game on the mirrored board.
    Srilankan,
    /// Frysk!: Frisian draughts with five men a side.
    Frysk,
    /// International draughts played to lose.
    Antidraughts,
    /// International draughts for the first king.
    Breakthrough,
    /// Killer draughts: a king stops behind the king it takes last.
    Killer,
}

impl Variant {
    /// Every game, the international one first.
    pub const ALL: [Variant; 18] = [
        Variant::International,
        Variant::Canadian,
        Variant::English,
        Variant::Brazilian,
        Variant::Russian,
        Variant::Italian,
        Variant::Spanish,
        Variant::Turkish,
        Variant::Frisian,
        Variant::Portuguese,
        Variant::Czech,
        Variant::Pool,
        Variant::Thai,
        Variant::Srilankan,
        Variant::Frysk,
        Variant::Antidraughts,
        Variant::Breakthrough,
        Variant::Killer,
    ];

    /// Returns its key in files, calls and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Variant::International => "international",
            Variant::Canadian => "canadian",
            Variant::English => "english",
            Variant::Brazilian => "brazilian",
            Variant::Russian => "russian",
            Variant::Italian => "italian",
            Variant::Spanish => "spanish",
            Variant::Turkish => "turkish",
            Variant::Frisian => "frisian",
            Variant::Portuguese => "portuguese",
            Variant::Czech => "czech",
            Variant::Pool => "pool",
            Variant::Thai => "thai",
            Variant::Srilankan => "srilankan",
            Variant::Frysk => "frysk",
            Variant::Antidraughts => "antidraughts",
            Variant::Breakthrough => "breakthrough",
            Variant::Killer => "killer",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// No game has this key.
///
/// ```
/// use draughts::Variant;
///
/// let error = "chess".parse::<Variant>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown variant \"chess\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant \"{0}\"")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(key: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.key() == key)
            .ok_or_else(|| UnknownVariant(key.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Goal, Ruleset};

    #[test]
    fn moves_as_agrees_with_the_other_fields() {
        for variant in Variant::ALL {
            let rules = variant.rules();
            let model = rules.moves_as.rules();
            assert_eq!(model.moves_as, rules.moves_as, "{variant}");
            let same = Ruleset {
                board: model.board,
                rows_of_men: model.rows_of_men,
                first: model.first,
                most_pieces: model.most_pieces,
                goal: if rules.goal == Goal::Lose {
                    Goal::Normal
                } else {
                    rules.goal
                },
                draws: model.draws,
                ..*rules
            };
            assert_eq!(same, *model, "{variant}");
        }
    }

    #[test]
    fn keys_are_read_as_they_are_written() {
        for variant in Variant::ALL {
            assert_eq!(variant.key().parse(), Ok(variant));
        }
        assert!("chess".parse::<Variant>().is_err());
    }
}
