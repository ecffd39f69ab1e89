//! Texts of the lessons, by language and key.
use super::SourceError;
use std::collections::BTreeMap;
use toml::Value;

/// Languages of the program. Each has a file in `lessons/data/text`, and one in every track translated into
/// it.
pub const LANGUAGES: &[&str] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));
/// Languages into which every lesson is translated. The others show the lessons of some tracks in English.
const COMPLETE: [&str; 4] = ["de", "en", "fr", "nl"];

/// True if every lesson must be translated into the language.
pub(super) fn is_complete(language: &str) -> bool {
    COMPLETE.contains(&language)
}

/// A text to be shown: its key, and the values for its placeholders `{name}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// Key: "board.corner.right".
    pub key: String,
    /// Placeholders with numbers.
    pub numbers: Vec<(&'static str, u8)>,
    /// Placeholders with keys of other texts.
    pub texts: Vec<(&'static str, String)>,
}

impl Words {
    /// Creates a text without placeholders.
    pub fn of(key: impl Into<String>) -> Words {
        Words {
            key: key.into(),
            numbers: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// Adds another text by its key. A value that is not a key is inserted as it is.
    pub(super) fn with(mut self, name: &'static str, key: String) -> Words {
        self.texts.push((name, key));
        self
    }
}

/// Why a text table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// Not TOML.
    #[error("{0}")]
    Form(#[from] SourceError),
    /// A value that is neither a text nor a list of texts.
    #[error("{0} is not a text")]
    NoText(String),
    /// A language that the program does not support.
    #[error("the program does not support the language {0:?}")]
    NoLanguage(String),
}

/// Texts of all languages.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    languages: BTreeMap<String, BTreeMap<String, String>>,
}

impl Texts {
    /// Adds texts to a language, replacing those with the same key.
    pub(super) fn extend(&mut self, language: &str, table: BTreeMap<String, String>) {
        self.languages
            .entry(language.to_owned())
            .or_default()
            .extend(table);
    }

    /// Adds a file of texts. The browser's module contains only the titles and fetches the texts of its
    /// language.
    ///
    /// # Errors
    /// If it is not a table of texts or the language is not supported.
    pub fn install(&mut self, language: &str, source: &str) -> Result<(), TextError> {
        if !LANGUAGES.contains(&language) {
            return Err(TextError::NoLanguage(language.to_owned()));
        }
        self.extend(language, read(source)?);
        Ok(())
    }

    /// Returns the language whose file with this key must be [installed](Texts::install) before the text can
    /// be shown; `None` if it is installed. English replaces an unsupported language.
    #[must_use]
    pub fn lacks(&self, language: &str, key: &str) -> Option<&'static str> {
        let primary = primary(language);
        let of = LANGUAGES.iter().copied().find(|known| *known == primary);
        let is_here = |of: &&str| {
            self.languages
                .get(*of)
                .is_some_and(|table| table.contains_key(key))
        };
        Some(of.unwrap_or("en")).filter(|of| !is_here(of))
    }

    /// Returns the language in which a text is shown: the wanted one if it is translated, otherwise English,
    /// otherwise any language of a user's own lesson.
    pub fn language_of<'a>(&'a self, wanted: &str, key: &str) -> &'a str {
        let wanted = primary(wanted);
        let has = |language: &&str| {
            self.languages
                .get(*language)
                .is_some_and(|table| table.contains_key(key))
        };
        let own = self.languages().find(|language| *language == wanted);
        let mut choice = own.into_iter().chain(["en"]).chain(self.languages());
        choice.find(has).unwrap_or("en")
    }

    /// Returns the languages as two letters.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.languages.keys().map(String::as_str)
    }

    /// Returns the keys and texts of a language.
    pub fn keys(&self, language: &str) -> impl Iterator<Item = (&str, &str)> {
        let table = self.languages.get(self.spoken(language)).into_iter().flatten();
        table.map(|(key, text)| (key.as_str(), text.as_str()))
    }

    /// Returns a text, in English for an unsupported language ("fr-CA" is French); `None` if there is no
    /// text.
    pub fn get(&self, language: &str, key: &str) -> Option<&str> {
        let language = self.spoken(language);
        let own = self.languages.get(language).and_then(|table| table.get(key));
        own.map(String::as_str)
    }

    /// Returns a text with its values filled in, in [its language](Texts::language_of). Returns the key if
    /// there is no text (the tests ensure that there is).
    pub fn say(&self, language: &str, words: &Words) -> String {
        let find = |key: &str| {
            let table = self.languages.get(self.language_of(language, key));
            let text = table.and_then(|table| table.get(key));
            text.map_or(key, String::as_str).to_owned()
        };
        let put =
            |text: String, (name, key): &(&str, String)| text.replace(&format!("{{{name}}}"), &find(key));
        let text = words.texts.iter().fold(find(&words.key), put);
        let fill = |text: String, (name, value): &(&str, u8)| {
            text.replace(&format!("{{{name}}}"), &value.to_string())
        };
        words.numbers.iter().fold(text, fill)
    }

    /// Returns the primary language, or English if it has no texts.
    fn spoken<'a>(&self, language: &'a str) -> &'a str {
        let primary = primary(language);
        if self.languages.contains_key(primary) {
            primary
        } else {
            "en"
        }
    }
}

/// Returns "fr" for "fr-CA".
fn primary(language: &str) -> &str {
    language.split(['-', '_']).next().unwrap_or(language)
}

/// Parses a table. Nested tables and lists become flat keys: "board.corner.right", "board.walk.go.1".
pub(super) fn read(source: &str) -> Result<BTreeMap<String, String>, TextError> {
    flat("", super::source::read(source)?)
}

/// Flattens a table below a key.
pub(super) fn flat(below: &str, table: Value) -> Result<BTreeMap<String, String>, TextError> {
    fn flatten(key: &str, value: Value, into: &mut BTreeMap<String, String>) -> Result<(), TextError> {
        let under = |name: &str| {
            if key.is_empty() {
                name.to_owned()
            } else {
                format!("{key}.{name}")
            }
        };
        match value {
            Value::String(text) => {
                into.insert(key.to_owned(), text);
            }
            Value::Table(table) => {
                for (name, value) in table {
                    flatten(&under(&name), value, into)?;
                }
            }
            Value::Array(list) => {
                for (index, value) in list.into_iter().enumerate() {
                    flatten(&under(&(index + 1).to_string()), value, into)?;
                }
            }
            _ => return Err(TextError::NoText(key.to_owned())),
        }
        Ok(())
    }
    let mut texts = BTreeMap::new();
    flatten(below, table, &mut texts)?;
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_of_supported_languages_are_installed() {
        let mut texts = Texts::default();
        let refused =
            |texts: &mut Texts, language: &str, source: &str| texts.install(language, source).unwrap_err();
        assert!(matches!(
            refused(&mut texts, "xx", "a = \"b\""),
            TextError::NoLanguage(_)
        ));
        assert!(matches!(refused(&mut texts, "fr", "a = 3"), TextError::NoText(_)));
        assert!(matches!(refused(&mut texts, "fr", "= 3"), TextError::Form(_)));
        assert_eq!(
            (texts.lacks("fr-CA", "a"), texts.lacks("xx", "a")),
            (Some("fr"), Some("en"))
        );
        texts.install("fr", "a = \"b\"").unwrap();
        assert_eq!(
            (texts.lacks("fr-CA", "a"), texts.lacks("fr", "c")),
            (None, Some("fr"))
        );
        assert_eq!(texts.get("fr-CA", "a"), Some("b"));
    }

    #[test]
    fn untranslated_texts_fall_back_to_english_or_any_language() {
        let mut texts = Texts::default();
        for (language, source) in [
            ("de", "a = \"A\""),
            ("en", "a = \"a\"\nb = \"b\""),
            ("fr", "c = \"c\""),
        ] {
            texts.install(language, source).unwrap();
        }
        for (key, language, text) in [
            ("a", "de", "A"),
            ("b", "en", "b"),
            ("c", "fr", "c"),
            ("d", "en", "d"),
        ] {
            assert_eq!(texts.language_of("de-AT", key), language, "{key}");
            assert_eq!(texts.say("de-AT", &Words::of(key)), text);
        }
    }
}
