//! What is known of a lesson before it is opened: enough to list it, and to say how far one has come. Knows no words.
use super::{Claim, Lesson};
use draughts::notation::fen;
use draughts::{Position, Variant};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A lesson in a list.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Row")]
pub struct Outline {
    /// Its id: "man-move".
    pub id: String,
    /// The variant that it teaches.
    pub variant: Variant,
    /// The course it belongs to: "first-steps".
    pub track: String,
    /// Its difficulty: 1 (no rules known) to 5 (for club players).
    pub level: u8,
    /// The articles of the federation's rules that it teaches: "4.13".
    pub articles: Vec<String>,
    /// The ids of its steps, first to last: one at least.
    pub steps: Vec<String>,
    /// The position of its first step.
    pub position: Position,
    /// How many of its steps show a theme of shots, proven by the checker: 3 of "mazette".
    pub themes: BTreeMap<String, usize>,
    /// A file of one's own, with its texts in it: it stands in no track.
    pub own: bool,
}

/// A row of the index that the build writes.
#[derive(Deserialize)]
struct Row {
    id: String,
    variant: String,
    track: String,
    level: u8,
    articles: Vec<String>,
    steps: Vec<String>,
    fen: String,
    themes: BTreeMap<String, usize>,
}

impl TryFrom<Row> for Outline {
    type Error = String;

    fn try_from(row: Row) -> Result<Outline, String> {
        let variant: Variant = row.variant.parse().map_err(|wrong| format!("{wrong}"))?;
        let position = fen::read(variant, &row.fen).map_err(|wrong| wrong.to_string())?;
        Ok(Outline {
            id: row.id,
            variant,
            track: row.track,
            level: row.level,
            articles: row.articles,
            steps: row.steps,
            position,
            themes: row.themes,
            own: false,
        })
    }
}

impl Outline {
    /// That of a lesson.
    pub(super) fn of(lesson: &Lesson) -> Outline {
        let mut themes = BTreeMap::new();
        for claim in lesson.steps.iter().flat_map(|step| &step.claims) {
            if let Claim::Theme(theme) = claim {
                *themes.entry(theme.clone()).or_default() += 1;
            }
        }
        Outline {
            id: lesson.id.clone(),
            variant: lesson.variant,
            track: lesson.track.clone(),
            level: lesson.level,
            articles: lesson.articles.clone(),
            steps: lesson.steps.iter().map(|step| step.id.clone()).collect(),
            position: lesson.steps[0].position,
            themes,
            own: !lesson.texts.is_empty(),
        }
    }

    /// The key of one of the lesson's texts.
    pub fn key(&self, last: &str) -> String {
        format!("{}.{last}", self.id)
    }
}
