//! Parses TOML sources into types; errors have the line.
use serde::de::DeserializeOwned;
use std::fmt;

/// The source is not TOML, or does not have the form of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceError {
    /// Line of the error, from 1, if known.
    pub line: Option<usize>,
    /// The error in a sentence.
    pub message: String,
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for SourceError {}

impl SourceError {
    pub(super) fn of(source: &str, error: &toml::de::Error) -> SourceError {
        SourceError {
            line: error.span().map(|span| line_of(source, span.start)),
            message: error.message().to_owned(),
        }
    }
}

/// Parses a source.
pub(super) fn read<T: DeserializeOwned>(source: &str) -> Result<T, SourceError> {
    toml::from_str(source).map_err(|e| SourceError::of(source, &e))
}

/// Returns the line of a byte offset, from 1.
pub(super) fn line_of(source: &str, at: usize) -> usize {
    1 + source.bytes().take(at).filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "the test only checks whether it is read")]
    struct File {
        name: String,
        #[serde(default)]
        counts: Vec<u8>,
        #[serde(default)]
        goals: Vec<Goal>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code, reason = "the test only checks whether it is read")]
    enum Goal {
        Win,
        Gain(u8),
    }

    #[test]
    fn an_error_has_its_line() {
        for (source, line, part) in [
            (
                "name = 'a'\ncounts = [1,\n 300]",
                3,
                "invalid value: integer `300`, expected u8",
            ),
            ("name = 'a'\n\nnaem = 'b'", 3, "unknown field `naem`"),
            ("\nname = 3", 2, "invalid type: integer `3`, expected a string"),
            ("name = 'a'\ngoals = ['win', 'won']", 2, "unknown variant `won`"),
            ("name = 'a'\ngoals = ['gain']", 2, "invalid type: unit variant"),
            ("name = 'é'\r\ngoals = [{ gain = 3 }]\r\n= 3", 3, ""),
            ("goals = []", 1, "missing field `name`"),
        ] {
            let error = read::<File>(source).unwrap_err();
            assert_eq!(error.line, Some(line), "{source}: {error}");
            assert!(error.message.contains(part), "{source}: {error}");
        }
    }
}
