//! Outlines: the data of a lesson that lists and progress need before it is opened.
use super::{Claim, Lesson};
use draughts::notation::fen;
use draughts::{Position, Variant};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A lesson in a list.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Row")]
pub struct Outline {
    /// Id: "man-move".
    pub id: String,
    /// The variant that it teaches.
    pub variant: Variant,
    /// Id of its track: "first-steps".
    pub track: String,
    /// Difficulty: 1 (no rules known) to 5 (for club players).
    pub level: u8,
    /// Articles of the federation's rules that it teaches: "4.13".
    pub articles: Vec<String>,
    /// Ids of its steps, in order; at least one.
    pub steps: Vec<String>,
    /// Position of its first step.
    pub position: Position,
    /// Number of its steps that show a theme of shots: 3 of "mazette".
    pub themes: BTreeMap<String, usize>,
    /// `true` for a lesson file of the user, which contains its texts and belongs to no track.
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
    /// Builds the outline of a lesson.
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

    /// Returns the key of one of the lesson's texts.
    pub fn key(&self, last: &str) -> String {
        format!("{}.{last}", self.id)
    }
}
