//! The words of each language by which texts are checked. They are data: `data/words`.
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Language and contents of each file of words.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/words.rs"));

static LANGUAGES: LazyLock<BTreeMap<&str, Words>> = LazyLock::new(|| {
    let read = |(language, source): &(&'static str, &str)| {
        let words = serde_json::from_str(source).expect("the tests read every file");
        (*language, words)
    };
    FILES.iter().map(read).collect()
});

/// Words of a language, in lower case. Each list has all forms of its words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    /// Words that are wrong for draughts: terms of other games, or terms that the federation does not use.
    pub forbidden: Vec<String>,
    /// Number words from one to twelve.
    pub numbers: [Vec<String>; 12],
    /// Articles of a single piece: "loses a man".
    pub articles: Vec<String>,
    /// Verbs of taking, losing and winning: a number after one of them is a number of pieces taken.
    pub taking: Vec<String>,
    /// Words that may stand between such a verb and its number.
    pub between: Vec<String>,
    /// Of these, the words that make one a number: "takes just one".
    pub only: Vec<String>,
    /// Words after a number of pieces taken: "two for one", "three given, six taken".
    pub behind: Vec<String>,
    /// Words for a piece.
    pub pieces: Vec<String>,
    /// True if the verb comes after the number: "üç taş alır".
    #[serde(default)]
    pub verb_last: bool,
}

impl Words {
    /// Returns the words of a language, if it has a file.
    pub(super) fn of(language: &str) -> Option<&'static Words> {
        LANGUAGES.get(language)
    }
}

/// Returns whether a list has a word.
pub(super) fn contains(list: &[String], word: &str) -> bool {
    list.iter().any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_its_words() {
        let languages: Vec<&str> = LANGUAGES.keys().copied().collect();
        assert_eq!(languages, crate::text::LANGUAGES);
    }
}
