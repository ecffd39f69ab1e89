//! The content that calls need besides the store: weights, tables, puzzles, lessons, texts and the search behind the
//! lessons. The host passes one value to its [`App`](crate::App). Knows no call.
use crate::error::ApiError;
use crate::resource::{Resource, install_in_engine};
use damier_store::Opening;
use draughts::Variant;
use draughts_engine::EngineAssets;
use draughts_lessons::{
    Comparison, Lesson, LocalSearch, Outline, Page, Reference, RuleText, School, SearchProvider, Shot, Term,
    Words,
};
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
    /// The bundled content, searched by the bundled engine.
    #[must_use]
    pub fn bundled() -> Assets {
        Assets::with_engine(EngineAssets::bundled())
    }

    /// The bundled content with an engine that the host shares.
    #[must_use]
    pub fn with_engine(engine: EngineAssets) -> Assets {
        let search = Arc::new(LocalSearch(engine.clone()));
        Assets::new(engine, search)
    }

    /// The bundled content with a search of the host's choice, so that a WebAssembly module without a search links
    /// none. In the browser most files arrive later: a call that needs one answers `missing` until it is
    /// [installed](Assets::install).
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

    /// Installs a file that the host fetched.
    ///
    /// # Errors
    /// `missing` with the same name if the bytes are not that file, or if no file has this name.
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

    /// Answers `missing` if a game has bundled endgame tables and they are not loaded.
    pub(crate) fn need_tables(&self, variant: Variant) -> Result<(), ApiError> {
        need(self.engine.lacks_tables(variant), Resource::Tables(variant))
    }

    /// Answers `missing` if a game has a bundled opening book and it is not loaded.
    pub(crate) fn need_book(&self, variant: Variant) -> Result<(), ApiError> {
        need(self.engine.lacks_book(variant), Resource::Book(variant))
    }

    /// Answers `missing` if the puzzles of a game are not loaded.
    pub(crate) fn need_puzzles(&self, variant: Variant) -> Result<(), ApiError> {
        need(self.puzzles.lacks(variant), Resource::Puzzles(variant))
    }

    /// Rules page of each game, or `missing`.
    pub(crate) fn rules(&self) -> Result<&[Page], ApiError> {
        need(self.reference.pages.is_empty(), Resource::Rules)?;
        Ok(&self.reference.pages)
    }

    /// Positions under the rules of two games, or `missing`.
    pub(crate) fn comparisons(&self) -> Result<&[Comparison], ApiError> {
        need(self.reference.comparisons.is_empty(), Resource::Rules)?;
        Ok(&self.reference.comparisons)
    }

    /// Rule texts with their articles, or `missing`.
    pub(crate) fn articles(&self) -> Result<&[RuleText], ApiError> {
        need(self.reference.texts.is_empty(), Resource::Articles)?;
        Ok(&self.reference.texts)
    }

    /// Glossary, or `missing`.
    pub(crate) fn glossary(&self) -> Result<&[Term], ApiError> {
        need(self.reference.terms.is_empty(), Resource::Glossary)?;
        Ok(&self.reference.terms)
    }

    /// Album of named shots, or `missing`.
    pub(crate) fn album(&self) -> Result<&[Shot], ApiError> {
        need(self.reference.shots.is_empty(), Resource::Album)?;
        Ok(&self.reference.shots)
    }

    /// Answers `missing` if the texts shared by all lessons are not loaded in a language.
    pub(crate) fn need_texts(&self, language: &str) -> Result<(), ApiError> {
        self.need_text(language, "common.seen", None)
    }

    /// Answers `missing` if a bundled lesson, or its texts in a language, are not loaded.
    pub(crate) fn need_lesson(&self, lesson: &Outline, language: &str) -> Result<(), ApiError> {
        let track = &lesson.track;
        need(
            self.school.lesson(&lesson.id).is_none(),
            Resource::Lessons(track.clone()),
        )?;
        self.need_text(language, &lesson.key("intro"), Some(track))
    }

    /// A bundled lesson without its texts, or `missing`.
    pub(crate) fn lesson_file(&self, id: &str) -> Result<&Lesson, ApiError> {
        let outline = self.school.outline(id);
        let track = outline.map(|lesson| lesson.track.clone()).unwrap_or_default();
        self.school
            .lesson(id)
            .ok_or_else(|| ApiError::missing(&Resource::Lessons(track)))
    }

    /// Returns a text shared by all lessons or of the reference, or `missing`.
    pub(crate) fn text(&self, language: &str, key: String) -> Result<String, ApiError> {
        self.need_texts(language)?;
        Ok(self.school.texts.say(language, &Words::of(key)))
    }

    /// Returns the name of an opening, or `missing`.
    pub(crate) fn opening(&self, language: &str, opening: &Opening) -> Result<String, ApiError> {
        self.text(language, format!("opening.{}", opening.key))
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
