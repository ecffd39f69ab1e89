//! The conventional signs of the federation for the quality of a move. `!?` looks strong and is weak, `?!` looks weak
//! and is strong, unlike in chess. Knows no move and no file.
//!
//! `!?` looks strong and is weak, `?!` looks weak and is strong: not what chess means by them.
//!
//! ```
//! use draughts::notation::{Signs, Strength, Verdict};
//!
//! let signs = Signs::read("!*+1").unwrap();
//! assert_eq!((signs.strength, signs.forced), (Some(Strength::Strong), true));
//! assert_eq!(signs.verdict, Some(Verdict::Men(1))); // a man won
//! assert_eq!(signs.to_string(), "!*+1");
//! ```
use std::fmt;

/// Quality of a move.
///
/// ```
/// use draughts::notation::Strength;
///
/// assert_eq!(Strength::from_text("!!!!"), Some(Strength::VeryStrong));
/// assert_eq!(Strength::SeemsWeak.text(), "?!");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// `!`: strong.
    Strong = 1,
    /// `!!`: very well played or very strong.
    VeryStrong = 2,
    /// `?`: weak or badly played.
    Weak = 3,
    /// `??`: very weak, a blunder.
    VeryWeak = 4,
    /// `!?`: looks strong and turns out weak.
    SeemsStrong = 5,
    /// `?!`: looks weak and turns out strong.
    SeemsWeak = 6,
}

impl Strength {
    /// All signs of strength.
    pub const ALL: [Strength; 6] = [
        Strength::Strong,
        Strength::VeryStrong,
        Strength::Weak,
        Strength::VeryWeak,
        Strength::SeemsStrong,
        Strength::SeemsWeak,
    ];

    /// Returns the sign as printed after a move.
    pub const fn text(self) -> &'static str {
        match self {
            Strength::Strong => "!",
            Strength::VeryStrong => "!!",
            Strength::Weak => "?",
            Strength::VeryWeak => "??",
            Strength::SeemsStrong => "!?",
            Strength::SeemsWeak => "?!",
        }
    }

    /// Reads a sign of `!` and `?`. More than two of the same mean the same as two.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Strength> {
        let exact = Strength::ALL.into_iter().find(|strength| strength.text() == text);
        exact.or_else(|| match text.len() {
            3.. if text.bytes().all(|sign| sign == b'!') => Some(Strength::VeryStrong),
            3.. if text.bytes().all(|sign| sign == b'?') => Some(Strength::VeryWeak),
            _ => None,
        })
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Result that a move leads to.
///
/// ```
/// use draughts::notation::Verdict;
///
/// assert_eq!(Verdict::from_text("-2"), Some(Verdict::Men(-2)));
/// assert_eq!(Verdict::Wins.to_string(), "+");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// `+`: it wins the game.
    Wins,
    /// `=`: the game is level.
    Equal,
    /// `+1`, `-2`: number of men won, or lost if negative, by the last move or phase: 1 to 9.
    Men(i8),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Wins => f.write_str("+"),
            Verdict::Equal => f.write_str("="),
            Verdict::Men(men) => write!(f, "{men:+}"),
        }
    }
}

impl Verdict {
    /// Reads a verdict.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Verdict> {
        match text {
            "+" => Some(Verdict::Wins),
            "=" => Some(Verdict::Equal),
            _ => {
                let men: i8 = text.parse().ok()?;
                // A bare digit is not a sign, and two digits are a square.
                let digit = text.starts_with(['+', '-']) && text.len() == 2;
                (digit && men != 0).then_some(Verdict::Men(men))
            }
        }
    }
}

/// The signs of one move.
///
/// ```
/// use draughts::notation::{Signs, Strength};
///
/// assert_eq!(Signs::of_nag(3).unwrap().strength, Some(Strength::VeryStrong));
/// assert_eq!(Signs::of_nag(5), None); // `!?` means something else in chess
/// assert!(Signs::NONE.is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Signs {
    /// `!`, `?` and their pairs.
    pub strength: Option<Strength>,
    /// `*` attached to the move: forced, anything else loses.
    pub forced: bool,
    /// `+`, `=`, `+1`, `-1`.
    pub verdict: Option<Verdict>,
}

impl Signs {
    /// No sign.
    pub const NONE: Signs = Signs {
        strength: None,
        forced: false,
        verdict: None,
    };

    /// Returns true if there is no sign.
    pub const fn is_empty(&self) -> bool {
        self.strength.is_none() && !self.forced && self.verdict.is_none()
    }

    /// Reads signs such as `!`, `?!*`, `*+1`, alone or in parentheses. Returns `None` if the text contains anything
    /// else.
    #[must_use]
    pub fn read(text: &str) -> Option<Signs> {
        let text = text
            .strip_prefix('(')
            .and_then(|inner| inner.strip_suffix(')'))
            .unwrap_or(text);
        let mut signs = Signs::NONE;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let same = |found: fn(char) -> bool| rest.find(|c| !found(c)).unwrap_or(rest.len());
            let end = match first {
                '!' | '?' => same(|c| matches!(c, '!' | '?')),
                '*' => 1,
                _ => rest.len(),
            };
            let (sign, after) = rest.split_at(end);
            match first {
                '!' | '?' if signs.strength.is_none() => signs.strength = Some(Strength::from_text(sign)?),
                '*' if !signs.forced => signs.forced = true,
                '+' | '=' | '-' => {
                    // "+*" means the same as "*+".
                    let (verdict, forced) = match sign.strip_suffix('*') {
                        Some(verdict) if !signs.forced => (verdict, true),
                        _ => (sign, signs.forced),
                    };
                    signs.forced = forced;
                    signs.verdict = Some(Verdict::from_text(verdict)?);
                }
                _ => return None,
            }
            rest = after;
        }
        (!signs.is_empty()).then_some(signs)
    }

    /// Merges two sets of signs; `others` wins on conflict.
    #[must_use]
    pub fn and(self, others: Signs) -> Signs {
        Signs {
            strength: others.strength.or(self.strength),
            forced: self.forced || others.forced,
            verdict: others.verdict.or(self.verdict),
        }
    }

    /// Returns the signs of a numeric glyph of PDN: $1 to $4 and $7. $5 and $6 have another meaning in other games
    /// than `!?` and `?!` have here, so they stay numbers.
    pub const fn of_nag(nag: u16) -> Option<Signs> {
        let strength = match nag {
            1 => Strength::Strong,
            2 => Strength::Weak,
            3 => Strength::VeryStrong,
            4 => Strength::VeryWeak,
            7 => {
                return Some(Signs {
                    forced: true,
                    ..Signs::NONE
                });
            }
            _ => return None,
        };
        Some(Signs {
            strength: Some(strength),
            ..Signs::NONE
        })
    }
}

impl fmt::Display for Signs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.strength.map_or("", Strength::text))?;
        f.write_str(if self.forced { "*" } else { "" })?;
        self.verdict.map_or(Ok(()), |verdict| verdict.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_reads_as_it_is_written() {
        let verdicts = [
            None,
            Some(Verdict::Wins),
            Some(Verdict::Equal),
            Some(Verdict::Men(1)),
            Some(Verdict::Men(-9)),
        ];
        for strength in [None].into_iter().chain(Strength::ALL.map(Some)) {
            for forced in [false, true] {
                for verdict in verdicts {
                    let signs = Signs {
                        strength,
                        forced,
                        verdict,
                    };
                    let text = signs.to_string();
                    assert_eq!(Signs::read(&text).unwrap_or_default(), signs, "{text}");
                    assert_eq!(Signs::read(&format!("({text})")).unwrap_or_default(), signs);
                }
            }
        }
    }

    #[test]
    fn signs_keep_the_meaning_of_the_text() {
        assert_eq!(Strength::from_text("!?"), Some(Strength::SeemsStrong));
        assert_eq!(Strength::from_text("?!"), Some(Strength::SeemsWeak));
        assert_eq!(Strength::from_text("!!!"), Some(Strength::VeryStrong));
        assert_eq!(Strength::from_text("?!?"), None);
        // The chess meanings "interesting" and "dubious" are not those of these signs.
        assert_eq!((Signs::of_nag(5), Signs::of_nag(6)), (None, None));
        assert!(Signs::of_nag(7).is_some_and(|signs| signs.forced));
    }

    #[test]
    fn other_texts_are_not_signs() {
        for text in [
            "", "()", "x", "!x", "1", "+x", "+0", "-0", "+12", "**", "!*!", "(!", "é",
        ] {
            assert_eq!(Signs::read(text), None, "{text}");
        }
    }
}
