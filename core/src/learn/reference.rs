//! Calls for the texts around the lessons: tracks, articles, rules pages, glossary.
use crate::app::App;
use crate::assets::Assets;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::learn::params::LessonSummary;
use crate::learn::summaries;
use crate::views::{BoardView, MoveView, Overlay, PieceView, PositionView, VariantKey, view};
use damier_store::Experience;
use draughts::Variant;
use draughts_lessons::{Article, Chapter, Figure, LANGUAGES, Outline, Picture, Point, RuleText, Term};

view! {
    /// `tracks {variant, language}` → `TrackView[]`: those on the person's path first, the others in teaching order.
    pub struct Tracks { pub variant: String, pub language: String }
}
view! {
    /// A track of lessons.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Track"))]
    pub struct TrackView {
        /// Id: "first-steps".
        pub id: String,
        pub title: String,
        pub lessons: Vec<LessonSummary>,
        /// Number of finished lessons.
        pub done: u8,
        pub stars: u8,
        /// Maximum number of stars.
        pub of_stars: u8,
        /// Position (FEN) of a small game to practise the track.
        pub match_fen: Option<String>,
    }
}
view! {
    /// `lessonsOfArticle {variant, article, language}` → `LessonSummary[]`: lessons that teach an article, "4.13".
    pub struct LessonsOfArticle { pub variant: String, pub article: String, pub language: String }
}
view! {
    /// `ruleTexts {language}` → `RuleTextView[]`: where the app covers each article of each text.
    pub struct RuleTexts { pub language: String }
}
view! {
    /// An official text of the rules.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RuleText"))]
    pub struct RuleTextView {
        pub id: String,
        pub name: String,
        pub variant: VariantKey,
        pub articles: Vec<ArticleView>,
    }
}
view! {
    /// The place in the app that covers an article: lessons, a screen, an option, or none.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Article"))]
    pub struct ArticleView {
        pub number: String,
        /// Keys of the points of the rules page that say it.
        pub rules: Vec<String>,
        /// Game whose rules page has them.
        pub game: VariantKey,
        pub lessons: Vec<String>,
        pub screen: Option<String>,
        pub option: Option<String>,
    }
}
view! {
    /// `rulesPage {variant, language}` → `RulesPageView`: the rules of a variant in a few points.
    pub struct RulesPage { pub variant: String, pub language: String }
}
view! {
    /// The rules of a variant on one page.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameRules"))]
    pub struct RulesPageView {
        pub variant: VariantKey,
        pub intro: String,
        /// Federation and year.
        pub edition: String,
        /// Lesson that teaches the variant.
        pub lesson: Option<String>,
        pub board: BoardView,
        /// Position to try the rules in.
        pub position: PositionView,
        pub points: Vec<PointView>,
    }
}
view! {
    /// A rule.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RulePoint"))]
    pub struct PointView {
        /// Key: "majority".
        pub key: String,
        pub chapter: ChapterView,
        pub text: String,
        /// Articles that say it, those of the edition first.
        pub articles: Vec<PointArticle>,
        pub figure: Option<FigureView>,
    }
}
view! {
    /// An article that states a rule.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RulePointArticle"))]
    pub struct PointArticle {
        /// Name of the text; null if it is the edition of the page.
        pub text: Option<String>,
        pub number: String,
        /// Page of the program that shows it: "table".
        pub screen: Option<String>,
    }
}
view! {
    /// A chapter of the rule book, in the order of a page.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RuleChapter"))]
    pub enum ChapterView { Board, Moving, Capturing, King, Result, Draw, Conduct, Irregularities, Notation, Clock, Ways }
}
view! {
    /// The picture of a rule: a position on the board of the page, a drawing, or a sign of the notation.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RuleFigure"))]
    pub struct FigureView {
        pub position: Option<PositionView>,
        pub overlays: Vec<Overlay>,
        /// Moves of both sides, from the position.
        pub moves: Vec<MoveView>,
        /// Lesson that plays the rule, with the number of the step, from 1.
        pub lesson: Option<String>,
        pub step: Option<u32>,
        /// Something that is no move: "clock".
        pub drawing: Option<String>,
        /// A sign of the notation: "!?".
        pub sign: Option<String>,
    }
}
view! {
    /// `glossary {language}` → `TermView[]`: all terms, with their names in other languages.
    pub struct Glossary { pub language: String }
}
view! {
    /// A term of the game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GlossaryTerm"))]
    pub struct TermView {
        /// Key: "mazette".
        pub key: String,
        pub name: String,
        pub meaning: String,
        /// Diagram, if any.
        pub position: Option<PositionView>,
        pub overlays: Vec<Overlay>,
        /// Names in other languages.
        pub elsewhere: Vec<TermNameView>,
    }
}
view! {
    /// A name in a language (ISO 639-1 code).
    #[cfg_attr(feature = "uniffi", uniffi(name = "GlossaryName"))]
    pub struct TermNameView { pub language: String, pub name: String }
}
impl Call for Tracks {
    type Reply = Vec<TrackView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let school = app.school()?;
        let path = app.profile.experience.unwrap_or(Experience::NotYet).key();
        school
            .tracks_on(variant, path)
            .into_iter()
            .map(|track| {
                let lessons = track.lessons.iter().filter_map(|id| school.outline(id));
                let lessons = summaries::summaries(app, &school, lessons, &self.language)?;
                Ok(TrackView {
                    id: track.id.clone(),
                    title: summaries::track_title(&school, &track.id, &self.language),
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
        // Lessons named by the table of articles; others name the article themselves.
        let listed: Vec<String> = found
            .filter(|article| article.number == self.article)
            .flat_map(|article| article.lessons.iter().cloned())
            .collect();
        let teaches =
            |lesson: &&Outline| lesson.articles.contains(&self.article) || listed.contains(&lesson.id);
        let school = app.school()?;
        let lessons = school.of(variant).filter(teaches);
        summaries::summaries(app, &school, lessons, &self.language)
    }
}

impl Call for RuleTexts {
    type Reply = Vec<RuleTextView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let article = |article: &Article, game: VariantKey| ArticleView {
            number: article.number.clone(),
            rules: article.rules.clone(),
            game,
            lessons: article.lessons.clone(),
            screen: article.screen.clone(),
            option: article.option.clone(),
        };
        let texts = app.assets.articles()?.iter().map(|rules| {
            let articles = rules.articles.iter().map(|one| {
                let game = one.game.as_ref().unwrap_or(&rules.variant);
                Ok(article(one, convert::variant(game)?.into()))
            });
            Ok(RuleTextView {
                id: rules.id.clone(),
                name: app.assets.text(&self.language, rules.name_key())?,
                variant: convert::variant(&rules.variant)?.into(),
                articles: articles.collect::<Result<_, ApiError>>()?,
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
        let page =
            page.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no page for {variant}")))?;
        let names = app.assets.articles()?.iter().map(|text| {
            let name = app.assets.text(&self.language, text.name_key())?;
            Ok((text, name))
        });
        let names = names.collect::<Result<Vec<_>, ApiError>>()?;
        let points = page.points.iter().map(|point| {
            Ok(PointView {
                key: point.key.clone(),
                chapter: point.chapter.into(),
                text: app.assets.text(&self.language, point.text_key())?,
                articles: articles_of(point, variant, &names),
                figure: point
                    .figure
                    .as_ref()
                    .map(|figure| figure_view(&app.assets, figure))
                    .transpose()?,
            })
        });
        Ok(RulesPageView {
            variant: variant.into(),
            intro: app.assets.text(&self.language, page.intro_key())?,
            edition: page.edition.clone(),
            lesson: page.lesson.clone(),
            board: BoardView::of(variant),
            position: PositionView::of(&page.position),
            points: points.collect::<Result<_, ApiError>>()?,
        })
    }
}

/// Returns the articles that state a rule. `texts` are all rule texts with their names.
fn articles_of(point: &Point, variant: Variant, texts: &[(&RuleText, String)]) -> Vec<PointArticle> {
    let of_edition = point.article.iter().map(|number| PointArticle {
        text: None,
        number: number.clone(),
        screen: None,
    });
    // The first text of a game is its edition.
    let edition = texts.iter().find(|(text, _)| text.variant == variant.key());
    let edition = edition.map(|(text, _)| text.id.as_str());
    let of_texts = texts.iter().flat_map(|(text, name)| {
        let says = move |article: &&Article| {
            let game = article.game.as_ref().unwrap_or(&text.variant);
            game == variant.key() && article.rules.contains(&point.key)
        };
        let name = (edition != Some(text.id.as_str())).then_some(name);
        let articles = text.articles.iter().filter(says);
        articles.map(move |article| PointArticle {
            text: name.cloned(),
            number: article.number.clone(),
            screen: article.screen.clone(),
        })
    });
    of_edition.chain(of_texts).collect()
}

fn figure_view(assets: &Assets, figure: &Figure) -> Result<FigureView, ApiError> {
    let mut view = FigureView {
        position: None,
        overlays: Vec::new(),
        moves: Vec::new(),
        lesson: None,
        step: None,
        drawing: None,
        sign: None,
    };
    let (id, own) = match figure {
        Figure::Drawing(drawing) => {
            view.drawing = Some(drawing.clone());
            return Ok(view);
        }
        Figure::Sign(sign) => {
            view.sign = Some(sign.clone());
            return Ok(view);
        }
        Figure::Step(step) => (step, None),
        Figure::Own { picture, step } => (step, Some((**picture).clone())),
    };
    let lesson = assets.lesson_file(&id.lesson)?;
    let (index, step) = id
        .find(lesson)
        .ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("{} has no such step", id.lesson)))?;
    let picture = own.unwrap_or_else(|| Picture::of(step));
    let mut position = PositionView::still(&picture.position);
    if let Some(after) = &picture.after {
        position.pieces = after.iter().copied().map(PieceView::of).collect();
    }
    view.overlays = picture.marks.iter().map(Overlay::of).collect();
    view.moves = MoveView::line(&picture.position, &picture.line);
    view.position = Some(position);
    view.lesson = Some(id.lesson.clone());
    view.step = Some(index as u32 + 1);
    Ok(view)
}

impl From<Chapter> for ChapterView {
    fn from(chapter: Chapter) -> Self {
        match chapter {
            Chapter::Board => Self::Board,
            Chapter::Moving => Self::Moving,
            Chapter::Capturing => Self::Capturing,
            Chapter::King => Self::King,
            Chapter::Result => Self::Result,
            Chapter::Draw => Self::Draw,
            Chapter::Conduct => Self::Conduct,
            Chapter::Irregularities => Self::Irregularities,
            Chapter::Notation => Self::Notation,
            Chapter::Clock => Self::Clock,
            Chapter::Ways => Self::Ways,
        }
    }
}

/// Names of a term in languages that call it differently.
pub(crate) fn elsewhere(assets: &Assets, term: &Term, language: &str) -> Result<Vec<TermNameView>, ApiError> {
    let key = term.name_key();
    let name = assets.text(language, key.clone())?;
    let names = LANGUAGES.iter().filter_map(|language| {
        let name = assets.school.texts.get(language, &key)?;
        Some((*language, name))
    });
    let others = names.filter(|(_, other)| *other != name);
    Ok(others
        .map(|(language, name)| TermNameView {
            language: language.to_owned(),
            name: name.to_owned(),
        })
        .collect())
}

impl Call for Glossary {
    type Reply = Vec<TermView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let view = |term: &Term| {
            Ok(TermView {
                key: term.key.clone(),
                name: app.assets.text(&self.language, term.name_key())?,
                meaning: app.assets.text(&self.language, term.meaning_key())?,
                position: term
                    .diagram
                    .as_ref()
                    .map(|(position, _)| PositionView::still(position)),
                overlays: term
                    .diagram
                    .iter()
                    .flat_map(|(_, marks)| marks.iter().map(Overlay::of))
                    .collect(),
                elsewhere: elsewhere(&app.assets, term, &self.language)?,
            })
        };
        app.assets.glossary()?.iter().map(view).collect()
    }
}
