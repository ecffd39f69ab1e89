//! The words of the lessons, by language and key. Knows no lesson.
use std::collections::BTreeMap;

/// The languages that the lessons speak, each with its table. A language is added by a line here and a file beside.
const TABLES: [(&str, &str); 2] = [
    ("en", include_str!("../../lessons/text/en.toml")),
    ("fr", include_str!("../../lessons/text/fr.toml")),
];

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
#[derive(Clone, Debug)]
pub struct Texts {
    languages: BTreeMap<&'static str, BTreeMap<String, String>>,
}

impl Texts {
    /// The tables that come with the program.
    ///
    /// # Errors
    /// A table is not of the form.
    pub fn embedded() -> Result<Texts, TextError> {
        let tables = TABLES
            .into_iter()
            .map(|(language, source)| Ok((language, read(source)?)));
        Ok(Texts {
            languages: tables.collect::<Result<_, TextError>>()?,
        })
    }

    /// The languages, by their two letters.
    pub fn languages(&self) -> impl Iterator<Item = &'static str> {
        self.languages.keys().copied()
    }

    /// The keys of a language.
    pub fn keys(&self, language: &str) -> impl Iterator<Item = (&str, &str)> {
        self.table(language)
            .iter()
            .map(|(key, text)| (key.as_str(), text.as_str()))
    }

    /// A text, in English where the language is not spoken ("fr-CA" is French); `None` where there is none.
    pub fn get(&self, language: &str, key: &str) -> Option<&str> {
        self.table(language).get(key).map(String::as_str)
    }

    /// A text with its numbers filled in; the key itself where there is none (the tests see to it that there is).
    pub fn say(&self, language: &str, words: &Words) -> String {
        let text = self.get(language, &words.key).unwrap_or(&words.key).to_owned();
        let fill = |text: String, (name, value): &(&str, u8)| {
            text.replace(&format!("{{{name}}}"), &value.to_string())
        };
        words.numbers.iter().fold(text, fill)
    }

    fn table(&self, language: &str) -> &BTreeMap<String, String> {
        let primary = language.split(['-', '_']).next().unwrap_or(language);
        let table = self.languages.get(primary).or_else(|| self.languages.get("en"));
        table.expect("English is always there")
    }
}

/// One table: nested tables and lists flattened to keys, "board.corner.right", "board.walk.go.1".
fn read(source: &str) -> Result<BTreeMap<String, String>, TextError> {
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
