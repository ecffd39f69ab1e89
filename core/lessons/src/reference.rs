//! The reference: rules page of each game, glossary, album, and the place where each article of the rule
//! texts is taught. A browser fetches it when it is opened.
use super::Mark;
use super::read::{read_line, squares};
use super::rules_page::{Comparison, Page, Point, RawPages};
use draughts::notation::fen;
use draughts::{Move, Position, Variant};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

/// The whole reference, without its texts: those are in the school's texts, under the keys that the parts give.
/// Each part is empty until it is installed.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    /// Rules page of each game.
    pub pages: Vec<Page>,
    /// Positions under the rules of two games.
    pub comparisons: Vec<Comparison>,
    /// All terms, in the order in which they are listed.
    pub terms: Vec<Term>,
    /// Rule texts, article by article.
    pub texts: Vec<RuleText>,
    /// Album of named shots, in its order.
    pub shots: Vec<Shot>,
}

/// A term of the game.
#[derive(Clone, Debug)]
pub struct Term {
    /// Id: "mazette".
    pub key: String,
    /// A diagram, if it helps.
    pub diagram: Option<(Position, Vec<Mark>)>,
}

impl Term {
    /// Returns the key of its name.
    pub fn name_key(&self) -> String {
        format!("term.{}.name", self.key)
    }

    /// Returns the key of its meaning.
    pub fn meaning_key(&self) -> String {
        format!("term.{}.meaning", self.key)
    }
}

/// A card of the album: a named shot, played once. Its name and mechanism are in the glossary under the same
/// key.
#[derive(Clone, Debug)]
pub struct Shot {
    /// Theme of puzzles and term of the glossary: "mazette".
    pub key: String,
    /// Position before the shot.
    pub position: Position,
    /// Moves of both sides.
    pub line: Vec<Move>,
    /// True if there is a text about other names or facts.
    pub known: bool,
}

impl Shot {
    /// Returns the key of the text about other names or facts, if there is one.
    pub fn known_key(&self) -> Option<String> {
        self.known.then(|| format!("shot.{}", self.key))
    }
}

/// A text of rules, by its articles.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleText {
    /// Id: "international".
    pub id: String,
    /// Key of the variant.
    pub variant: String,
    /// All articles, in order.
    pub articles: Vec<Article>,
}

impl RuleText {
    /// Returns the key of its name.
    pub fn name_key(&self) -> String {
        format!("rule-text.{}", self.id)
    }
}

/// An article of a rule text, and at least one place in this program where it is found.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Article {
    /// Number as in the text: "4.13".
    pub number: String,
    /// Subject in a few words.
    pub about: String,
    /// Keys of the rules that say it in the rule book.
    pub rules: Vec<String>,
    /// Game whose rule book has them, if it is not the text's own.
    pub game: Option<String>,
    /// Ids of the lessons that teach it.
    #[serde(default)]
    pub lessons: Vec<String>,
    /// Screen that shows it.
    pub screen: Option<String>,
    /// Option that switches it.
    pub option: Option<String>,
    /// Command that deals with it.
    pub command: Option<String>,
}

static REFERENCE: LazyLock<Arc<Reference>> = LazyLock::new(|| {
    let mut reference = Reference::default();
    for (file, source) in super::School::embedded_files() {
        if FILES.contains(file) {
            reference
                .install(file, source)
                .expect("the tests read every entry");
        }
    }
    Arc::new(reference)
});

/// Keys of the album's shots, in its order. They are available before the album is installed.
pub const SHOTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/shots.rs"));

/// Files of the reference below `core/lessons/data`.
const FILES: [&str; 4] = ["rules.toml", "glossary.toml", "album.toml", "articles.toml"];

/// Why the reference cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {what}")]
pub struct ReferenceError {
    /// Name of the file.
    pub file: String,
    /// The error in a sentence.
    pub what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTerms {
    terms: Vec<RawTerm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTerm {
    key: String,
    fen: Option<String>,
    cross: Option<Vec<u8>>,
    ring: Option<Vec<u8>>,
    route: Option<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawShots {
    shots: Vec<RawShot>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawShot {
    key: String,
    fen: String,
    line: Vec<String>,
    #[serde(default)]
    known: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTexts {
    texts: Vec<RuleText>,
}

impl Reference {
    /// Returns the reference that comes with the program. It is read at the first use.
    pub fn embedded() -> &'static Reference {
        &REFERENCE
    }

    /// Returns the embedded reference as a shared pointer.
    pub fn shared() -> Arc<Reference> {
        Arc::clone(&REFERENCE)
    }

    /// Installs one of its files, by the name below `core/lessons/data`: "rules.toml".
    ///
    /// # Errors
    /// If no file has this name or an entry cannot be read.
    pub fn install(&mut self, file: &str, source: &str) -> Result<(), ReferenceError> {
        let wrong = |what: String| ReferenceError {
            file: file.to_owned(),
            what,
        };
        fn parse<T: serde::de::DeserializeOwned>(source: &str) -> Result<T, String> {
            super::source::read(source).map_err(|e| e.to_string())
        }
        match file {
            "rules.toml" => {
                let raw: RawPages = parse(source).map_err(wrong)?;
                self.pages = raw.read().map_err(wrong)?;
                self.comparisons = raw.comparisons().map_err(wrong)?;
            }
            "glossary.toml" => {
                let RawTerms { terms } = parse(source).map_err(wrong)?;
                let term =
                    |raw: &RawTerm| read_term(raw).map_err(|what| wrong(format!("{}: {what}", raw.key)));
                self.terms = terms.iter().map(term).collect::<Result<_, _>>()?;
            }
            "album.toml" => {
                let RawShots { shots } = parse(source).map_err(wrong)?;
                let shot = |raw: RawShot| {
                    let key = raw.key.clone();
                    read_shot(raw).map_err(|what| wrong(format!("{key}: {what}")))
                };
                self.shots = shots.into_iter().map(shot).collect::<Result<_, _>>()?;
            }
            "articles.toml" => self.texts = parse::<RawTexts>(source).map_err(wrong)?.texts,
            _ => return Err(wrong("the reference has no such file".to_owned())),
        }
        Ok(())
    }

    /// Returns the keys of all its texts.
    pub(super) fn text_keys(&self) -> BTreeSet<String> {
        let terms = self.terms.iter();
        let terms = terms.flat_map(|term| [term.name_key(), term.meaning_key()]);
        let shots = self.shots.iter().filter_map(Shot::known_key);
        let texts = self.texts.iter().map(RuleText::name_key);
        let games = self.pages.iter().map(Page::intro_key);
        let rules = self
            .pages
            .iter()
            .flat_map(|page| &page.points)
            .map(Point::text_key);
        let compared = self.comparisons.iter().map(Comparison::text_key);
        terms
            .chain(shots)
            .chain(texts)
            .chain(games)
            .chain(rules)
            .chain(compared)
            .collect()
    }

    /// Returns the rules page of a game.
    pub fn page(&self, variant: Variant) -> Option<&Page> {
        self.pages.iter().find(|page| page.variant == variant)
    }

    /// Returns the term with this key.
    pub fn term(&self, key: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.key == key)
    }
}

fn read_shot(raw: RawShot) -> Result<Shot, String> {
    let position = fen::read(Variant::International, &raw.fen).map_err(|e| e.to_string())?;
    Ok(Shot {
        line: read_line(&position, &raw.line)?,
        key: raw.key,
        position,
        known: raw.known,
    })
}

fn read_term(raw: &RawTerm) -> Result<Term, String> {
    let diagram = raw.fen.as_ref().map(|fen| {
        let position = fen::read(Variant::International, fen).map_err(|e| e.to_string())?;
        let on = |numbers: &Option<Vec<u8>>| {
            let numbers = numbers.as_ref().map(|numbers| squares(&position, numbers));
            numbers.transpose()
        };
        let marks = [
            on(&raw.cross)?.map(Mark::Cross),
            on(&raw.ring)?.map(Mark::Ring),
            on(&raw.route)?.map(|path| Mark::Route(path, None)),
        ];
        Ok::<_, String>((position, marks.into_iter().flatten().collect()))
    });
    Ok(Term {
        key: raw.key.clone(),
        diagram: diagram.transpose()?,
    })
}
