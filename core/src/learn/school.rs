//! Calls for what surrounds the lessons: tracks, articles, rules pages, glossary. Translates; judges nothing.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::learn::lessons;
use crate::learn::params::{LessonSummary, Overlay};
use crate::views::{BoardView, PositionView, VariantKey, view};
use draughts_lessons::{Article, Outline, Page, Term, spoken};

view! {
    /// `tracks {variant, language}` → `TrackView[]` in teaching order.
    pub struct Tracks { pub variant: String, pub language: String }
}
view! {
    /// Lessons that belong together.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Track"))]
    pub struct TrackView {
        /// A word: "first-steps".
        pub id: String,
        pub title: String,
        pub lessons: Vec<LessonSummary>,
        /// Lessons finished.
        pub done: u8,
        pub stars: u8,
        /// The most stars there are.
        pub of_stars: u8,
        /// The position (FEN) of a small game that uses what was taught.
        pub match_fen: Option<String>,
    }
}
view! {
    /// `lessonsOfArticle {variant, article, language}` → `LessonSummary[]`: those that teach it, "4.13".
    pub struct LessonsOfArticle { pub variant: String, pub article: String, pub language: String }
}
view! {
    /// `ruleTexts {language}` → `RuleTextView[]`: where each article of each text is found.
    pub struct RuleTexts { pub language: String }
}
view! {
    /// A text of rules.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RuleText"))]
    pub struct RuleTextView {
        pub id: String,
        pub name: String,
        pub variant: VariantKey,
        pub articles: Vec<ArticleView>,
    }
}
view! {
    /// Where an article is found: lessons, a screen, an option, or nowhere yet.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Article"))]
    pub struct ArticleView {
        pub number: String,
        pub lessons: Vec<String>,
        pub screen: Option<String>,
        pub option: Option<String>,
    }
}
view! {
    /// `rulesPage {variant, language}` → `RulesPageView`: the rules of a game in a few points.
    pub struct RulesPage { pub variant: String, pub language: String }
}
view! {
    /// The rules of a game, on a page.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameRules"))]
    pub struct RulesPageView {
        pub variant: VariantKey,
        pub intro: String,
        /// Whose rules, of what year.
        pub edition: String,
        /// The lesson that teaches it.
        pub lesson: Option<String>,
        pub board: BoardView,
        /// To try it on.
        pub position: PositionView,
        pub points: Vec<PointView>,
    }
}
view! {
    /// One rule.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RulePoint"))]
    pub struct PointView {
        /// A word: "majority".
        pub key: String,
        pub text: String,
        /// Of the edition: "4.13".
        pub article: Option<String>,
    }
}
view! {
    /// `glossary {language}` → `TermView[]`: every term in this language, and what others call it.
    pub struct Glossary { pub language: String }
}
view! {
    /// A term of the game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GlossaryTerm"))]
    pub struct TermView {
        /// A word: "mazette".
        pub key: String,
        pub name: String,
        pub meaning: String,
        /// A diagram, where it helps.
        pub position: Option<PositionView>,
        pub overlays: Vec<Overlay>,
        /// What other languages call it.
        pub elsewhere: Vec<TermNameView>,
    }
}
view! {
    /// A name in a language, by its two letters.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GlossaryName"))]
    pub struct TermNameView { pub language: String, pub name: String }
}
impl Call for Tracks {
    type Reply = Vec<TrackView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let school = app.school()?;
        let tracks = school
            .tracks()
            .iter()
            .filter(|track| track.variant == variant.key());
        tracks
            .map(|track| {
                let lessons = track.lessons.iter().filter_map(|id| school.outline(id));
                let lessons = lessons::summaries(app, &school, lessons, &self.language)?;
                Ok(TrackView {
                    id: track.id.clone(),
                    title: lessons::track_title(&school, &track.id, &self.language),
                    done: lessons.iter().filter(|lesson| lesson.stars > 0).count() as u8,
                    stars: lessons.iter().map(|lesson| lesson.stars).sum(),
                    of_stars: 3 * lessons.len() as u8,
                    match_fen: track.match_fen.clone(),
                    lessons,
                })
            })
            .collect()
    }
}

impl Call for LessonsOfArticle {
    type Reply = Vec<LessonSummary>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let texts = app.assets.articles()?;
        let of_game = texts.iter().filter(|text| text.variant == self.variant);
        let found = of_game.flat_map(|text| &text.articles);
        // What a table of articles says of a lesson, and what the lesson says of itself.
        let listed: Vec<String> = found
            .filter(|article| article.number == self.article)
            .flat_map(|article| article.lessons.iter().cloned())
            .collect();
        let teaches =
            |lesson: &&Outline| lesson.articles.contains(&self.article) || listed.contains(&lesson.id);
        let school = app.school()?;
        let lessons = school.of(variant).filter(teaches);
        lessons::summaries(app, &school, lessons, &self.language)
    }
}

impl Call for RuleTexts {
    type Reply = Vec<RuleTextView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let article = |article: &Article| ArticleView {
            number: article.number.clone(),
            lessons: article.lessons.clone(),
            screen: article.screen.clone(),
            option: article.option.clone(),
        };
        let texts = app.assets.articles()?.iter().map(|rules| {
            Ok(RuleTextView {
                id: rules.id.clone(),
                name: spoken(&rules.name, &self.language).to_owned(),
                variant: convert::variant(&rules.variant)?.into(),
                articles: rules.articles.iter().map(article).collect(),
            })
        });
        texts.collect()
    }
}

impl Call for RulesPage {
    type Reply = RulesPageView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let page = app.assets.rules()?.iter().find(|page| page.variant == variant);
        let Page {
            edition,
            intro,
            lesson,
            position,
            points,
            ..
        } = page.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no page for {variant}")))?;
        let point = |point: &draughts_lessons::Point| PointView {
            key: point.key.clone(),
            text: spoken(&point.text, &self.language).to_owned(),
            article: point.article.clone(),
        };
        Ok(RulesPageView {
            variant: variant.into(),
            intro: spoken(intro, &self.language).to_owned(),
            edition: edition.clone(),
            lesson: lesson.clone(),
            board: BoardView::of(variant),
            position: PositionView::of(position),
            points: points.iter().map(point).collect(),
        })
    }
}

/// What other languages call a term, where they call it otherwise.
pub(crate) fn elsewhere(term: &Term, language: &str) -> Vec<TermNameView> {
    let name = spoken(&term.name, language);
    let others = term.name.iter().filter(|(_, other)| other.as_str() != name);
    others
        .map(|(language, name)| TermNameView {
            language: language.clone(),
            name: name.clone(),
        })
        .collect()
}

impl Call for Glossary {
    type Reply = Vec<TermView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let view = |term: &Term| {
            let name = spoken(&term.name, &self.language);
            TermView {
                key: term.key.clone(),
                name: name.to_owned(),
                meaning: spoken(&term.meaning, &self.language).to_owned(),
                position: term
                    .diagram
                    .as_ref()
                    .map(|(position, _)| PositionView::still(position)),
                overlays: term
                    .diagram
                    .iter()
                    .flat_map(|(_, marks)| marks.iter().map(Overlay::of))
                    .collect(),
                elsewhere: elsewhere(term, &self.language),
            }
        };
        Ok(app.assets.glossary()?.iter().map(view).collect())
    }
}
