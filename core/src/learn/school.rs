//! The lessons and texts that come with the program, in teaching order. Knows no learner.
use super::{Lesson, Texts};
use crate::Variant;
use std::sync::LazyLock;

macro_rules! embedded {
    ($folder:literal: $($id:literal),* $(,)?) => {
        [$(($id, include_str!(concat!("../../lessons/", $folder, "/", $id, ".toml")))),*]
    };
}

/// Teaching order.
pub(super) const INTERNATIONAL: [(&str, &str); 10] = embedded!["international":
    "board",
    "man-move",
    "capture-forward",
    "capture-backward",
    "must-take",
    "chain",
    "largest-number",
    "promotion",
    "king-move",
    "king-capture",
];

static SCHOOL: LazyLock<School> = LazyLock::new(|| {
    let lessons = INTERNATIONAL.iter().map(|(id, source)| {
        Lesson::read(source).unwrap_or_else(|e| panic!("lesson {id}, embedded and tested: {e}"))
    });
    School {
        lessons: lessons.collect(),
        texts: Texts::embedded().expect("the tests read every table"),
    }
});

/// Every lesson with its words.
#[derive(Clone, Debug)]
pub struct School {
    lessons: Vec<Lesson>,
    /// The words, by key and language.
    pub texts: Texts,
}

impl School {
    /// The one that comes with the program, read when it is first asked for.
    pub fn embedded() -> &'static School {
        &SCHOOL
    }

    /// A school of other lessons (one that is being written, say) with the words of this one.
    pub fn with_lessons(&self, lessons: Vec<Lesson>) -> School {
        School {
            lessons,
            texts: self.texts.clone(),
        }
    }

    /// Every lesson, in teaching order.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// The lessons of a game, in teaching order.
    pub fn of(&self, variant: Variant) -> impl Iterator<Item = &Lesson> {
        self.lessons
            .iter()
            .filter(move |lesson| lesson.variant == variant)
    }

    /// The lesson of this id.
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }

    /// The lesson after this one, of the same game.
    pub fn after(&self, lesson: &Lesson) -> Option<&Lesson> {
        self.of(lesson.variant)
            .skip_while(|other| other.id != lesson.id)
            .nth(1)
    }
}
