//! The words of the lessons, by language and key. Knows no lesson.
use std::collections::BTreeMap;

/// A text to be said: its key, and the numbers that stand in it as `{name}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The key: "board.corner.right".
    pub key: String,
    /// Names and values.
    pub numbers: Vec<(&'static str, u8)>,
}

impl Words {
    /// A text without numbers.
    pub fn of(key: impl Into<String>) -> Words {
        Words {
            key: key.into(),
            numbers: Vec::new(),
        }
    }
}

/// Why a text table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// Not TOML.
    #[error("{0}")]
    Form(#[from] toml::de::Error),
    /// A value that is neither a text nor a list of texts.
    #[error("{0} is no text")]
    NoText(String),
}

/// The texts of every language.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    languages: BTreeMap<String, BTreeMap<String, String>>,
}

impl Texts {
    /// Gives a language its table, in place of the one it had.
    pub(super) fn set(&mut self, language: &str, table: BTreeMap<String, String>) {
        self.languages.insert(language.to_owned(), table);
    }

    /// The languages, by their two letters.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.languages.keys().map(String::as_str)
    }

    /// The keys of a language.
    pub fn keys(&self, language: &str) -> impl Iterator<Item = (&str, &str)> {
        let table = self.table(language).into_iter().flatten();
        table.map(|(key, text)| (key.as_str(), text.as_str()))
    }

    /// A text, in English where the language is not spoken ("fr-CA" is French); `None` where there is none.
    pub fn get(&self, language: &str, key: &str) -> Option<&str> {
        self.table(language)?.get(key).map(String::as_str)
    }

    /// A text with its numbers filled in; the key itself where there is none (the tests see to it that there is).
    pub fn say(&self, language: &str, words: &Words) -> String {
        let text = self
            .get(language, &words.key)
            .or_else(|| self.get("en", &words.key));
        let text = text.unwrap_or(&words.key).to_owned();
        let fill = |text: String, (name, value): &(&str, u8)| {
            text.replace(&format!("{{{name}}}"), &value.to_string())
        };
        words.numbers.iter().fold(text, fill)
    }

    fn table(&self, language: &str) -> Option<&BTreeMap<String, String>> {
        let primary = language.split(['-', '_']).next().unwrap_or(language);
        self.languages.get(primary).or_else(|| self.languages.get("en"))
    }
}

/// One table: nested tables and lists flattened to keys, "board.corner.right", "board.walk.go.1".
pub(super) fn read(source: &str) -> Result<BTreeMap<String, String>, TextError> {
    fn flatten(key: &str, value: toml::Value, into: &mut BTreeMap<String, String>) -> Result<(), TextError> {
        let under = |name: &str| {
            if key.is_empty() {
                name.to_owned()
            } else {
                format!("{key}.{name}")
            }
        };
        match value {
            toml::Value::String(text) => {
                into.insert(key.to_owned(), text);
            }
            toml::Value::Table(table) => {
                for (name, value) in table {
                    flatten(&under(&name), value, into)?;
                }
            }
            toml::Value::Array(list) => {
                for (index, value) in list.into_iter().enumerate() {
                    flatten(&under(&(index + 1).to_string()), value, into)?;
                }
            }
            _ => return Err(TextError::NoText(key.to_owned())),
        }
        Ok(())
    }
    let mut texts = BTreeMap::new();
    flatten("", toml::Value::Table(toml::from_str(source)?), &mut texts)?;
    Ok(texts)
}
