//! The lines of a backup as they stand in its text. Knows no store.
use serde::{Deserialize, Serialize};

/// One line of a backup.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(in crate::store) enum Line {
    /// The first: the form, and when it was written.
    Damier {
        version: u32,
        at: i64,
    },
    Profile {
        id: i64,
        name: String,
        colour: i64,
        experience: Option<String>,
        created: i64,
        used: i64,
    },
    Setting {
        profile: i64,
        key: String,
        value: String,
    },
    LessonStep {
        profile: i64,
        lesson: String,
        step: String,
        mistakes: i64,
        hints: i64,
        done: i64,
    },
    PuzzleAttempt {
        profile: i64,
        puzzle: String,
        solved: bool,
        shown: bool,
        hints: i64,
        at: i64,
        /// The person's rating afterwards, where the attempt was rated; not known before form 3.
        rating: Option<f64>,
    },
    Rating {
        profile: i64,
        kind: String,
        rating: f64,
        deviation: f64,
        volatility: f64,
        updated: i64,
    },
    PuzzleReview {
        profile: i64,
        puzzle: String,
        variant: String,
        due: i64,
        last: i64,
        stability: f64,
        difficulty: f64,
        times: i64,
        lapses: i64,
    },
    PuzzleInSet {
        profile: i64,
        variant: String,
        set: String,
        made: i64,
        puzzle: String,
        record: String,
        /// Not known before form 4.
        #[serde(default)]
        white: String,
        #[serde(default)]
        black: String,
        ply: Option<i64>,
        missed: bool,
    },
    // What follows, but for collections and games, came with form 3.
    PuzzleRating {
        puzzle: String,
        rating: f64,
        deviation: f64,
        volatility: f64,
    },
    PuzzleStreak {
        profile: i64,
        variant: String,
        best: i64,
    },
    LessonReview {
        profile: i64,
        lesson: String,
        times: i64,
        done: i64,
    },
    OwnLesson {
        lesson: String,
        source: String,
        added: i64,
    },
    Collection {
        name: String,
        created: i64,
    },
    Game(Box<GameLine>),
    /// The last: how many lines there were before it.
    End {
        lines: u64,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::store) struct GameLine {
    pub(super) variant: String,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) event: String,
    pub(super) date: u32,
    pub(super) result: u8,
    pub(super) plies: u32,
    pub(super) opening: u16,
    pub(super) ending: i64,
    pub(super) annotated: bool,
    pub(super) fingerprint: i64,
    pub(super) created: i64,
    pub(super) updated: i64,
    pub(super) start: Option<String>,
    /// Base64.
    pub(super) tree: String,
    pub(super) tags: Vec<(String, String)>,
    pub(super) note: Option<String>,
    pub(super) collections: Vec<String>,
    pub(super) play: Option<PlayLine>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayLine {
    pub(super) profile: i64,
    pub(super) white_level: Option<String>,
    pub(super) black_level: Option<String>,
    pub(super) removed: Vec<u8>,
    pub(super) winner: Option<String>,
    pub(super) reason: Option<String>,
    pub(super) fen: String,
    pub(super) take_backs: u32,
    pub(super) hints: u32,
    pub(super) terms: Option<String>,
    pub(super) clock: Option<String>,
}
