//! Settings that an engine declares.
use draughts::notation::hub::HubLine;
use serde::{Deserialize, Serialize};

/// Longest value, and most values of a choice: limits what an engine can make us store.
const LONGEST: usize = 400;
const CHOICES: usize = 100;

/// A setting of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// The engine's name for it.
    pub name: String,
    /// The engine's default.
    pub usual: String,
    /// Type and range.
    pub kind: SettingKind,
}

/// Type and range of a setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SettingKind {
    /// `true` or `false`.
    Bool,
    /// An integer.
    Int {
        /// Minimum.
        min: Option<i64>,
        /// Maximum.
        max: Option<i64>,
    },
    /// A number.
    Real {
        /// Minimum.
        min: Option<f64>,
        /// Maximum.
        max: Option<f64>,
    },
    /// One of these values.
    Choice(Vec<String>),
    /// Any text on one line.
    Text,
}

impl Setting {
    /// Reads a `param` line; `None` if it has no name.
    pub(super) fn read(line: &HubLine) -> Option<Self> {
        let cut = |text: &str| text.chars().take(LONGEST).collect::<String>();
        let name = line.value("name").filter(|name| !name.is_empty())?;
        let (min, max) = (line.value("min"), line.value("max"));
        let kind = match line.value("type") {
            Some("bool") => SettingKind::Bool,
            Some("int") => SettingKind::Int {
                min: min.and_then(|text| text.parse().ok()),
                max: max.and_then(|text| text.parse().ok()),
            },
            Some("real") => SettingKind::Real {
                min: min.and_then(|text| text.parse().ok()),
                max: max.and_then(|text| text.parse().ok()),
            },
            Some("enum") => {
                let values = line.value("values").unwrap_or_default();
                SettingKind::Choice(values.split_whitespace().take(CHOICES).map(cut).collect())
            }
            _ => SettingKind::Text,
        };
        Some(Self {
            name: cut(name),
            usual: cut(line.value("value").unwrap_or_default()),
            kind,
        })
    }

    /// True if the setting accepts this value.
    #[must_use]
    pub fn takes(&self, value: &str) -> bool {
        // NaN would pass both range checks, so it needs its own.
        match &self.kind {
            SettingKind::Bool => matches!(value, "true" | "false"),
            SettingKind::Int { min, max } => value.parse::<i64>().is_ok_and(|number| {
                min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max)
            }),
            SettingKind::Real { min, max } => value.parse::<f64>().is_ok_and(|number| {
                number.is_finite()
                    && min.is_none_or(|min| number >= min)
                    && max.is_none_or(|max| number <= max)
            }),
            SettingKind::Choice(values) => values.iter().any(|one| one == value),
            SettingKind::Text => {
                value.len() <= LONGEST && !value.contains(|letter: char| letter.is_control() || letter == '"')
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(line: &str) -> Setting {
        Setting::read(&HubLine::read(line).unwrap()).unwrap()
    }

    #[test]
    fn a_setting_takes_what_its_engine_declares() {
        let threads = setting("param name=threads value=1 type=int min=1 max=16");
        assert_eq!(
            ["1", "16", "0", "17", "x", ""].map(|value| threads.takes(value)),
            [true, true, false, false, false, false]
        );
        let margin = setting("param name=book-margin value=0.04 type=real min=0 max=1");
        assert_eq!(
            ["0.5", "nan", "inf", "2"].map(|value| margin.takes(value)),
            [true, false, false, false]
        );
        let game = setting("param name=variant value=normal type=enum values=\"normal killer\"");
        assert_eq!(["killer", "chess"].map(|value| game.takes(value)), [true, false]);
        let book = setting("param name=book value=true type=bool");
        assert_eq!(["false", "no"].map(|value| book.takes(value)), [true, false]);
        let file = setting("param name=book-file value=\"\" type=string");
        assert_eq!(
            ["a b.txt", "", "two\nlines", "a\"b"].map(|value| file.takes(value)),
            [true, true, false, false]
        );
        assert_eq!(Setting::read(&HubLine::read("param value=1").unwrap()), None);
    }
}
