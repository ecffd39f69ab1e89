//! What the calls need besides the store: weights and tables, puzzles, lessons with their texts, and who searches for the
//! lessons. One value, which the host hands to its [`App`](crate::App). Knows no call.
use crate::error::ApiError;
use crate::resource::{Resource, install_in_engine};
use draughts::Variant;
use draughts_engine::EngineAssets;
use draughts_lessons::{LocalSearch, Outline, Page, Reference, RuleText, School, SearchProvider, Shot, Term};
use draughts_puzzles::{Stock, Stocks};
use std::sync::Arc;

/// The content of the program.
///
/// ```
/// use damier_core::{App, Assets, damier_store::Store};
///
/// let mut app = App::new(Store::in_memory()?, Assets::bundled(), 0.0)?;
/// let training = app.call("training", r#"{"variant": "international", "zone": 0}"#, 0.0)?;
/// assert!(training.contains("\"solved\":0"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Assets {
    /// Weights and endgame tables.
    pub engine: EngineAssets,
    /// The puzzles of every game.
    pub puzzles: Stocks,
    /// The lessons that come with the program.
    pub school: Arc<School>,
    /// Rules, articles and glossary.
    pub reference: Arc<Reference>,
    /// Searches for lessons and endings.
    pub search: Arc<dyn SearchProvider>,
}

impl Assets {
    /// What comes with the program; its own engine searches.
    #[must_use]
    pub fn bundled() -> Assets {
        Assets::with_engine(EngineAssets::bundled())
    }

    /// The same with an engine's weights and tables that the host uses besides.
    #[must_use]
    pub fn with_engine(engine: EngineAssets) -> Assets {
        let search = Arc::new(LocalSearch(engine.clone()));
        Assets::new(engine, search)
    }

    /// The same where somebody else searches: a module of the browser that makes no others holds no search. There most files
    /// are fetched later: the calls that need one answer `missing` until it is [installed](Assets::install).
    #[must_use]
    pub fn new(engine: EngineAssets, search: Arc<dyn SearchProvider>) -> Assets {
        Assets {
            engine,
            puzzles: Stocks::bundled(),
            school: School::shared(),
            reference: Reference::shared(),
            search,
        }
    }

    /// Takes in a file that was fetched.
    ///
    /// # Errors
    /// `missing` with the same name: the bytes are not that file, or the program has none of this name.
    pub fn install(&mut self, resource: &str, bytes: &[u8]) -> Result<(), ApiError> {
        let unreadable = |why: String| ApiError::unreadable(resource, &why);
        match resource.parse() {
            Ok(Resource::Puzzles(variant)) => {
                let stock = Stock::read(variant, bytes).map_err(|why| unreadable(why.to_string()))?;
                self.puzzles.install(stock);
            }
            Ok(Resource::Lessons(track)) => {
                let bundle = std::str::from_utf8(bytes).map_err(|why| unreadable(why.to_string()))?;
                let school = Arc::make_mut(&mut self.school);
                school
                    .install(&track, bundle)
                    .map_err(|why| unreadable(why.to_string()))?;
            }
            Ok(Resource::Rules | Resource::Articles | Resource::Glossary | Resource::Album) => {
                let text = std::str::from_utf8(bytes).map_err(|why| unreadable(why.to_string()))?;
                let (_, file) = resource.rsplit_once('/').unwrap_or_default();
                let reference = Arc::make_mut(&mut self.reference);
                reference
                    .install(file, text)
                    .map_err(|why| unreadable(why.to_string()))?;
            }
            Ok(Resource::Texts { language, .. }) => {
                let text = std::str::from_utf8(bytes).map_err(|why| unreadable(why.to_string()))?;
                let texts = &mut Arc::make_mut(&mut self.school).texts;
                texts
                    .install(&language, text)
                    .map_err(|why| unreadable(why.to_string()))?;
            }
            _ => install_in_engine(&self.engine, resource, bytes)?,
        }
        Ok(())
    }

    /// `missing` where the endgame tables of a game come with the program and are not here yet.
    pub(crate) fn need_tables(&self, variant: Variant) -> Result<(), ApiError> {
        need(self.engine.lacks_tables(variant), Resource::Tables(variant))
    }

    /// `missing` where the opening book of a game comes with the program and is not here yet.
    pub(crate) fn need_book(&self, variant: Variant) -> Result<(), ApiError> {
        need(self.engine.lacks_book(variant), Resource::Book(variant))
    }

    /// `missing` where the puzzles of a game are not here yet.
    pub(crate) fn need_puzzles(&self, variant: Variant) -> Result<(), ApiError> {
        need(self.puzzles.lacks(variant), Resource::Puzzles(variant))
    }

    /// The rules page of each game; `missing` where they are not here yet.
    pub(crate) fn rules(&self) -> Result<&[Page], ApiError> {
        need(self.reference.pages.is_empty(), Resource::Rules)?;
        Ok(&self.reference.pages)
    }

    /// The rule texts by their articles; `missing` where they are not here yet.
    pub(crate) fn articles(&self) -> Result<&[RuleText], ApiError> {
        need(self.reference.texts.is_empty(), Resource::Articles)?;
        Ok(&self.reference.texts)
    }

    /// The words of the game, explained; `missing` where they are not here yet.
    pub(crate) fn glossary(&self) -> Result<&[Term], ApiError> {
        need(self.reference.terms.is_empty(), Resource::Glossary)?;
        Ok(&self.reference.terms)
    }

    /// The album of named shots; `missing` where it is not here yet.
    pub(crate) fn album(&self) -> Result<&[Shot], ApiError> {
        need(self.reference.shots.is_empty(), Resource::Album)?;
        Ok(&self.reference.shots)
    }

    /// `missing` where the texts that all lessons share are not here yet in a language.
    pub(crate) fn need_texts(&self, language: &str) -> Result<(), ApiError> {
        self.need_text(language, "common.seen", None)
    }

    /// `missing` where a lesson of the program, or its texts in a language, are not here yet.
    pub(crate) fn need_lesson(&self, lesson: &Outline, language: &str) -> Result<(), ApiError> {
        let track = &lesson.track;
        need(
            self.school.lesson(&lesson.id).is_none(),
            Resource::Lessons(track.clone()),
        )?;
        self.need_text(language, &lesson.key("intro"), Some(track))
    }

    fn need_text(&self, language: &str, key: &str, track: Option<&String>) -> Result<(), ApiError> {
        match self.school.texts.lacks(language, key) {
            Some(language) => Err(ApiError::missing(&Resource::Texts {
                track: track.cloned(),
                language: language.to_owned(),
            })),
            None => Ok(()),
        }
    }
}

fn need(missing: bool, resource: Resource) -> Result<(), ApiError> {
    if missing {
        return Err(ApiError::missing(&resource));
    }
    Ok(())
}
