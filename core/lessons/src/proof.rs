//! The proof that a lesson file holds for a step. Knows no step: others compute it.
use serde::Deserialize;
use std::fmt;

/// Figures of a step, computed from its position and its model answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Legal moves in the step's position.
    pub legal: u8,
    /// Pieces that the longest capture takes; 0 where nothing can be taken.
    pub longest: u8,
    /// At each of the learner's moves the accepted one is the only legal one.
    pub unique: bool,
    /// Every reply of the other side is its only legal move; absent where it does not reply.
    pub forced: Option<bool>,
    /// Men gained (a king counts three) when the line is over, at worst; absent where nothing is played.
    pub gain: Option<i8>,
    /// The value of the learner's position at the end, at worst, by search; absent where nothing is played.
    pub end: Option<Worth>,
}

/// The value of a position for the learner, by search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub enum Worth {
    /// The game is lost within the search.
    Lost,
    /// So many men more than the other side, a king as three.
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
                .map_err(|_| format!("{text:?} is no worth: won, lost, or men")),
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
    /// As it stands in a lesson file.
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
