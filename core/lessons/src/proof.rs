//! The proof of a step in a lesson file.
use serde::Deserialize;
use std::fmt;

/// Figures of a step, computed from its position and its model answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Number of legal moves in the step's position.
    pub legal: u8,
    /// Number of pieces that the longest capture takes; 0 if there is none.
    pub longest: u8,
    /// `true` if each accepted move is the only legal one.
    pub unique: bool,
    /// `true` if each reply is the only legal move; `None` without replies.
    pub forced: Option<bool>,
    /// Men gained (a king counts three) at the end of the line, in the worst case; `None` if no move is
    /// played.
    pub gain: Option<i8>,
    /// Value of the learner's final position by search, in the worst case; `None` if no move is played.
    pub end: Option<Worth>,
}

/// Value of a position for the learner, by search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub enum Worth {
    /// The game is lost within the search.
    Lost,
    /// Difference in men, a king counting three.
    Men(i8),
    /// The game is won within the search.
    Won,
}

impl TryFrom<String> for Worth {
    type Error = String;

    fn try_from(text: String) -> Result<Worth, String> {
        match text.as_str() {
            "won" => Ok(Worth::Won),
            "lost" => Ok(Worth::Lost),
            men => men
                .parse()
                .map(Worth::Men)
                .map_err(|_| format!("{text:?} is not a value: use won, lost, or a number of men")),
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Won => f.write_str("won"),
            Worth::Lost => f.write_str("lost"),
            Worth::Men(men) if *men > 0 => write!(f, "+{men}"),
            Worth::Men(men) => write!(f, "{men}"),
        }
    }
}

impl fmt::Display for Proof {
    /// Writes it as in a lesson file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "proof = {{ legal = {}, longest = {}, unique = {}",
            self.legal, self.longest, self.unique
        )?;
        if let Some(forced) = self.forced {
            write!(f, ", forced = {forced}")?;
        }
        if let Some(gain) = self.gain {
            write!(f, ", gain = {gain}")?;
        }
        if let Some(end) = self.end {
            write!(f, ", end = \"{end}\"")?;
        }
        f.write_str(" }")
    }
}
