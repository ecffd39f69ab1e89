//! The lessons and texts of a school, in teaching order: those that come with the program, or files being
//! written. Reads sources passed to it, never a disk.
use super::diploma::{Diploma, Diplomas};
use super::{Fault, Lesson, LessonError, Outline, SourceError, Texts};
use draughts::Variant;
use draughts::notation::fen;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

/// Names below `core/lessons/data` and contents of all embedded files. A browser fetches lessons and texts
/// instead.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/lessons.rs"));
/// The outline of every lesson, and the titles in every language.
#[cfg(any(test, target_arch = "wasm32"))]
const INDEX: &str = include_str!(concat!(env!("OUT_DIR"), "/index.json"));

static SCHOOL: LazyLock<Arc<School>> = LazyLock::new(|| {
    #[cfg(target_arch = "wasm32")]
    let (school, faults) = School::of_index();
    #[cfg(not(target_arch = "wasm32"))]
    let (school, faults) = School::from_sources(EMBEDDED.iter().copied());
    // A lesson that cannot be read is left out of a running program; the tests fail on it.
    debug_assert!(faults.is_empty(), "{faults:?}");
    Arc::new(school)
});

/// The index of lessons that the build writes.
#[cfg(any(test, target_arch = "wasm32"))]
#[derive(Deserialize)]
struct Index {
    lessons: Vec<Outline>,
    texts: BTreeMap<String, BTreeMap<String, String>>,
}

/// Why the fetched lessons of a track cannot be installed.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// Not a list of files.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// A file is not a lesson.
    #[error("{0}")]
    Lesson(#[from] LessonError),
    /// A lesson of another track.
    #[error("{0:?} is not a lesson of this track")]
    Foreign(String),
}

/// Lessons that belong together, in teaching order.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// Id: "first-steps".
    pub id: String,
    /// Key of the variant that it teaches.
    pub variant: String,
    /// Ids of its lessons.
    pub lessons: Vec<String>,
    /// Position (FEN) of a small game that uses the content of the track, to play when it is finished.
    #[serde(rename = "match")]
    pub match_fen: Option<String>,
    /// The first lesson after which one knows enough to play a whole game.
    pub game_after: Option<String>,
}

/// The placement lesson, whose questions find the right place to start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// Id of the lesson.
    pub lesson: String,
    /// Lessons that a right answer allows to skip, by the id of the question's step.
    pub knows: BTreeMap<String, Vec<String>>,
    /// Lessons that a single right answer allows to skip, whichever the question.
    #[serde(default)]
    pub any: Vec<String>,
}

impl Placement {
    /// Returns the lessons to skip after these steps were answered right at once. All questions about a
    /// lesson must be right.
    pub fn known(&self, right: &[String]) -> BTreeSet<String> {
        let named = |by: bool| -> BTreeSet<String> {
            let steps = self.knows.iter().filter(|(step, _)| right.contains(step) == by);
            steps.flat_map(|(_, lessons)| lessons).cloned().collect()
        };
        let mut known = &named(true) - &named(false);
        if !right.is_empty() {
            known.extend(self.any.iter().cloned());
        }
        known
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tracks {
    #[serde(default)]
    paths: BTreeMap<String, Vec<String>>,
    placement: Option<Placement>,
    tracks: Vec<Track>,
}

/// Lessons with their texts. All lessons are listed; in a browser a lesson is complete only after its track
/// was fetched.
#[derive(Clone, Debug, Default)]
pub struct School {
    outlines: Vec<Outline>,
    lessons: Vec<Lesson>,
    tracks: Vec<Track>,
    /// Tracks that come first on each path, by the path's name.
    paths: BTreeMap<String, Vec<String>>,
    placement: Option<Placement>,
    diplomas: Vec<Diploma>,
    /// Exams of the diplomas. They are not listed as lessons.
    exams: Vec<Outline>,
    files: BTreeMap<String, String>,
    /// Texts by key and language.
    pub texts: Texts,
}

impl School {
    /// Returns the school that comes with the program. It is read at the first use.
    pub fn embedded() -> &'static School {
        &SCHOOL
    }

    /// Returns the embedded school as a shared pointer.
    pub fn shared() -> Arc<School> {
        Arc::clone(&SCHOOL)
    }

    /// Adds the user's own lesson files, given by name and contents with their texts. They never replace a
    /// lesson of this school. Invalid files are left out and returned as faults.
    pub fn with_own<'a>(&self, files: impl IntoIterator<Item = (&'a str, &'a str)>) -> (School, Vec<Fault>) {
        let mut school = self.clone();
        let mut faults = Vec::new();
        for (name, source) in files {
            let name = format!("own/{name}");
            let taken = read_lesson(source).and_then(|lesson| {
                if self.listed(&lesson.id).is_some() {
                    let id = &lesson.id;
                    return Err((
                        None,
                        format!("the program has a lesson {id:?}: give yours another id"),
                    ));
                }
                if lesson.texts.is_empty() {
                    let what = "it has no texts: add [text.en] or another language to the file";
                    return Err((None, what.to_owned()));
                }
                school.put(&name, lesson);
                Ok(())
            });
            faults.extend(taken.err().map(|wrong| fault(&name, wrong)));
        }
        (school, faults)
    }

    /// Returns the embedded files: name below the lessons' folder, and contents.
    pub fn embedded_files() -> &'static [(&'static str, &'static str)] {
        EMBEDDED
    }

    /// Builds a school from files: `tracks.toml`, `diplomas.toml`, text tables (`text/fr.toml`,
    /// `first-steps/text/fr.toml`), and lessons (any other name). Unreadable files are left out and returned
    /// as faults. Of two lessons or tables with the same name the later one counts.
    pub fn from_sources<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> (School, Vec<Fault>) {
        let mut school = School::default();
        let mut faults = Vec::new();
        for (name, source) in files {
            let added = school.add(name, source);
            faults.extend(added.err().map(|wrong| fault(name, wrong)));
        }
        faults.extend(school.arrange());
        (school, faults)
    }

    /// Returns the school before anything was fetched.
    #[cfg(any(test, target_arch = "wasm32"))]
    fn of_index() -> (School, Vec<Fault>) {
        let is_lesson = |name: &str| name.contains('/');
        let tables = EMBEDDED.iter().copied().filter(|(name, _)| !is_lesson(name));
        let mut school = School::default();
        let mut faults = Vec::new();
        for (name, source) in tables {
            let added = school.add(name, source);
            faults.extend(added.err().map(|wrong| fault(name, wrong)));
        }
        match serde_json::from_str::<Index>(INDEX) {
            Ok(index) => {
                school.outlines = index.lessons;
                for (language, titles) in index.texts {
                    school.texts.extend(&language, titles);
                }
            }
            Err(wrong) => faults.push(Fault::new("index.json", wrong.to_string())),
        }
        faults.extend(school.arrange());
        (school, faults)
    }

    /// Installs the fetched lessons of a track: a JSON object from file name to contents.
    ///
    /// # Errors
    /// If the JSON has another form or contains something else than lessons of this track.
    pub fn install(&mut self, track: &str, bundle: &str) -> Result<(), BundleError> {
        let files: BTreeMap<String, String> = serde_json::from_str(bundle)?;
        for source in files.values() {
            let lesson = Lesson::read(source)?;
            let listed = self.listed(&lesson.id);
            if listed.is_none_or(|outline| outline.own || outline.track != track) {
                return Err(BundleError::Foreign(lesson.id));
            }
            self.lessons.retain(|other| other.id != lesson.id);
            self.lessons.push(lesson);
        }
        Ok(())
    }

    fn add(&mut self, name: &str, source: &str) -> Result<(), FileFault> {
        if name == "tracks.toml" {
            let read = super::source::read::<Tracks>(source).map_err(fault_of)?;
            self.tracks = read.tracks;
            self.paths = read.paths;
            self.placement = read.placement;
        } else if name == "diplomas.toml" {
            self.diplomas = super::source::read::<Diplomas>(source)
                .map_err(fault_of)?
                .diplomas;
        } else if let Some(language) = text_language(name) {
            let table = super::text::read(source).map_err(|e| match e {
                super::TextError::Form(e) => fault_of(e),
                other => (None, other.to_string()),
            })?;
            self.texts.extend(language, table);
        } else if !NOT_LESSONS.contains(&name) && !NOT_LESSONS.contains(&folder_of(name)) {
            self.put(name, read_lesson(source)?);
        }
        Ok(())
    }

    /// Adds a lesson at the end, replacing the one with the same id.
    fn put(&mut self, name: &str, lesson: Lesson) {
        for (language, table) in &lesson.texts {
            self.texts.extend(language, table.clone());
        }
        self.files.insert(lesson.id.clone(), name.to_owned());
        self.outlines.retain(|other| other.id != lesson.id);
        self.outlines.push(Outline::of(&lesson));
        self.lessons.retain(|other| other.id != lesson.id);
        self.lessons.push(lesson);
    }

    /// Sorts the lessons in the order of the tracks; those without a track come last.
    fn arrange(&mut self) -> Vec<Fault> {
        let mut faults = self.separate_exams();
        let mut fault = |what: String| faults.push(Fault::new("tracks.toml", what));
        let order: Vec<&String> = self.tracks.iter().flat_map(|track| &track.lessons).collect();
        for (at, id) in order.iter().enumerate() {
            if order[..at].contains(id) {
                fault(format!("the lesson {id:?} is listed twice"));
            }
            if self.outline(id).is_none() {
                fault(format!("no file contains the lesson {id:?}"));
            }
        }
        for track in &self.tracks {
            if let Some(lesson) = track.game_after.as_ref().filter(|id| !track.lessons.contains(id)) {
                fault(format!(
                    "{:?} has no lesson {lesson:?} to play a game after",
                    track.id
                ));
            }
            let Some(text) = &track.match_fen else {
                continue;
            };
            let position = track
                .variant
                .parse::<Variant>()
                .map_err(|wrong| wrong.to_string())
                .and_then(|variant| fen::read(variant, text).map_err(|wrong| wrong.to_string()));
            match position {
                Ok(position) if position.can_move() => {}
                Ok(_) => fault(format!("the match of {:?} has no legal move", track.id)),
                Err(wrong) => fault(format!("the match of {:?}: {wrong}", track.id)),
            }
        }
        for (path, tracks) in &self.paths {
            for id in tracks {
                if !self.tracks.iter().any(|track| track.id == *id) {
                    fault(format!(
                        "the path {path:?} names the track {id:?}, which does not exist"
                    ));
                }
            }
        }
        if let Some(Placement { lesson, knows, any }) = &self.placement {
            let steps = self.outline(lesson).map_or(&[][..], |outline| &outline.steps);
            for step in knows.keys() {
                if !steps.contains(step) {
                    fault(format!(
                        "the placement names the step {step:?}, which {lesson:?} does not have"
                    ));
                }
            }
            let named = knows.values().flatten().chain(any);
            for id in named.filter(|id| self.outline(id).is_none()) {
                fault(format!(
                    "the placement names the lesson {id:?}, which does not exist"
                ));
            }
        }
        for lesson in &self.outlines {
            let track = self
                .tracks
                .iter()
                .find(|track| track.lessons.contains(&lesson.id));
            match track {
                // A file of the user's own belongs to no track.
                None if lesson.own => {}
                None => fault(format!("no track lists the lesson {:?}", lesson.id)),
                Some(track) if track.id != lesson.track || track.variant != lesson.variant.key() => {
                    fault(format!(
                        "{:?} is listed in the track {:?} ({}), but its file says {:?} ({})",
                        lesson.id,
                        track.id,
                        track.variant,
                        lesson.track,
                        lesson.variant.key()
                    ));
                }
                Some(_) => {}
            }
        }
        let place = |lesson: &str| {
            let place = order.iter().position(|id| *id == lesson);
            place.unwrap_or(usize::MAX)
        };
        self.outlines.sort_by_key(|lesson| place(&lesson.id));
        self.lessons.sort_by_key(|lesson| place(&lesson.id));
        faults
    }

    /// Moves the exams out of the listed lessons.
    fn separate_exams(&mut self) -> Vec<Fault> {
        let is_exam = |outline: &Outline| {
            self.diplomas
                .iter()
                .any(|diploma| diploma.exam == outline.id && !outline.own)
        };
        let (exams, lessons) = std::mem::take(&mut self.outlines).into_iter().partition(is_exam);
        (self.exams, self.outlines) = (exams, lessons);
        let mut faults = Vec::new();
        for diploma in &self.diplomas {
            let steps = self.exam_of(diploma).map(|exam| exam.steps.as_slice());
            let wrong = diploma.faults(steps, |id| self.outline(id).is_some());
            faults.extend(wrong.into_iter().map(|what| Fault::new("diplomas.toml", what)));
        }
        faults
    }

    /// Returns a school of other lessons (for example ones being written) with the texts of this one.
    pub fn with_lessons(&self, lessons: Vec<Lesson>) -> School {
        School {
            outlines: lessons.iter().map(Outline::of).collect(),
            lessons,
            ..self.clone()
        }
    }

    /// Returns the outlines of the lessons, in teaching order.
    pub fn outlines(&self) -> &[Outline] {
        &self.outlines
    }

    /// Returns the diplomas, lowest level first.
    pub fn diplomas(&self) -> &[Diploma] {
        &self.diplomas
    }

    /// Returns the outline of a diploma's exam.
    pub fn exam_of(&self, diploma: &Diploma) -> Option<&Outline> {
        self.exams.iter().find(|exam| exam.id == diploma.exam)
    }

    /// True if a lesson is an exam: without hints, and without a text for each wrong answer.
    pub(super) fn is_exam(&self, id: &str) -> bool {
        self.exams.iter().any(|exam| exam.id == id)
    }

    /// Returns the outline of a lesson or an exam.
    pub(super) fn listed(&self, id: &str) -> Option<&Outline> {
        self.outlines
            .iter()
            .chain(&self.exams)
            .find(|lesson| lesson.id == id)
    }

    /// Returns the lessons and exams that are complete.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// Returns the track that ends with this lesson.
    pub fn ended_by(&self, lesson: &Lesson) -> Option<&Track> {
        let ends = |track: &&Track| track.lessons.last() == Some(&lesson.id);
        self.tracks.iter().find(ends)
    }

    /// Returns whether one knows enough after this lesson to play a whole game, and more lessons follow it.
    pub fn prepares_game(&self, lesson: &Lesson) -> bool {
        let Some(track) = self
            .tracks
            .iter()
            .find(|track| track.lessons.contains(&lesson.id))
        else {
            return false;
        };
        let place = |id: &String| track.lessons.iter().position(|one| one == id);
        let (at, enough) = (place(&lesson.id), track.game_after.as_ref().and_then(place));
        enough.is_some() && at >= enough && at.is_some_and(|at| at + 1 < track.lessons.len())
    }

    /// Returns the tracks, in teaching order.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// Returns the tracks of a variant: first those of this path, then the others in teaching order.
    pub fn tracks_on(&self, variant: Variant, path: &str) -> Vec<&Track> {
        let first = self.paths.get(path).map_or(&[][..], Vec::as_slice);
        let place = |track: &&Track| first.iter().position(|id| *id == track.id).unwrap_or(first.len());
        let of = |track: &&Track| track.variant == variant.key();
        let mut tracks: Vec<&Track> = self.tracks.iter().filter(of).collect();
        // The sort is stable.
        tracks.sort_by_key(place);
        tracks
    }

    /// Returns the lessons of a variant, in teaching order.
    pub fn of(&self, variant: Variant) -> impl DoubleEndedIterator<Item = &Outline> {
        self.outlines
            .iter()
            .filter(move |lesson| lesson.variant == variant)
    }

    /// Returns the placement lesson, if there is one.
    pub fn placement(&self) -> Option<&Placement> {
        self.placement.as_ref()
    }

    /// Returns the lessons of a variant in the order of a path: the tracks that the path names, then the
    /// others. An unknown path gives teaching order.
    pub fn path(&self, variant: Variant, path: &str) -> Vec<&Outline> {
        let first = self.paths.get(path).map_or(&[][..], Vec::as_slice);
        let place = |lesson: &&Outline| {
            let place = first.iter().position(|track| *track == lesson.track);
            place.unwrap_or(first.len())
        };
        let mut lessons: Vec<&Outline> = self.of(variant).collect();
        // The sort is stable: teaching order is kept within a track.
        lessons.sort_by_key(place);
        lessons
    }

    /// Returns the lesson that shows this theme of shots ("mazette") most often.
    pub fn teaching(&self, variant: Variant, theme: &str) -> Option<&Outline> {
        let shows = self
            .of(variant)
            .filter(|lesson| lesson.themes.contains_key(theme));
        // Of several equals the first in teaching order.
        shows.rev().max_by_key(|lesson| lesson.themes.get(theme))
    }

    /// Returns the outline of a lesson; `None` for an exam.
    pub fn outline(&self, id: &str) -> Option<&Outline> {
        self.outlines.iter().find(|lesson| lesson.id == id)
    }

    /// Returns the lesson or exam with this id; `None` if it was not fetched yet.
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }

    /// Returns the name of the file that contains a lesson.
    pub fn file_of(&self, id: &str) -> Option<&str> {
        self.files.get(id).map(String::as_str)
    }

    /// Returns the next lesson of the same variant.
    pub fn after(&self, lesson: &Lesson) -> Option<&Outline> {
        self.of(lesson.variant)
            .skip_while(|other| other.id != lesson.id)
            .nth(1)
    }
}

/// A fault of a file, with its line from 1 if known.
type FileFault = (Option<usize>, String);

fn fault(name: &str, (line, what): FileFault) -> Fault {
    Fault {
        line,
        ..Fault::new(name, what)
    }
}

fn fault_of(error: SourceError) -> FileFault {
    (error.line, error.message)
}

fn read_lesson(source: &str) -> Result<Lesson, FileFault> {
    Lesson::read(source).map_err(|e| match e {
        LessonError::Form(e) => fault_of(e),
        LessonError::Step { line, .. } => (Some(line), e.to_string()),
        other => (None, other.to_string()),
    })
}

/// Files and folders beside the lessons that contain something else.
const NOT_LESSONS: [&str; 6] = [
    "album.toml",
    "articles.toml",
    "glossary.toml",
    "glossary",
    "rules.toml",
    "rules",
];

/// Returns "first-steps" for "first-steps/board.toml".
fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns "fr" for "text/fr.toml" and "first-steps/text/fr.toml".
fn text_language(name: &str) -> Option<&str> {
    let (folder, file) = name.rsplit_once('/')?;
    let is_text = folder == "text" || folder.ends_with("/text");
    file.strip_suffix(".toml").filter(|_| is_text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{LANGUAGES, is_complete};

    #[test]
    fn the_index_equals_the_outlines_of_the_lessons() {
        let (school, faults) = School::of_index();
        assert!(faults.is_empty(), "{faults:?}");
        assert!(school.lessons().is_empty());
        assert_eq!(school.outlines(), School::embedded().outlines());
        assert_eq!(school.exams, School::embedded().exams);
        for lesson in school.outlines() {
            for language in LANGUAGES.iter().filter(|language| is_complete(language)) {
                let whole = &School::embedded().texts;
                let title = whole.get(language, &lesson.key("title"));
                assert!(title.is_some(), "{language}: {}", lesson.id);
                assert_eq!(school.texts.get(language, &lesson.key("title")), title);
                let track = format!("track.{}.title", lesson.track);
                assert_eq!(school.texts.get(language, &track), whole.get(language, &track));
            }
        }
    }

    #[test]
    fn only_lessons_of_the_track_are_installed() {
        let (mut school, _) = School::of_index();
        let source = |name: &str| {
            let files = School::embedded_files().iter();
            let mut found = files.filter(|(file, _)| *file == name);
            found.next().expect("a lesson").1
        };
        let bundle = |names: &[&str]| {
            json(
                names
                    .iter()
                    .map(|name| (*name, source(name)))
                    .collect::<BTreeMap<_, _>>(),
            )
        };
        fn json(files: BTreeMap<&str, &str>) -> String {
            serde_json::to_string(&files).expect("texts")
        }
        let first = bundle(&["first-steps/man-move.toml"]);
        assert!(
            matches!(school.install("tactics", &first), Err(BundleError::Foreign(id)) if id == "man-move")
        );
        assert!(matches!(
            school.install("first-steps", "[]"),
            Err(BundleError::Form(_))
        ));
        let broken = json(BTreeMap::from([("a.toml", "id = 3")]));
        assert!(matches!(
            school.install("first-steps", &broken),
            Err(BundleError::Lesson(_))
        ));
        assert!(school.lesson("man-move").is_none());
        school.install("first-steps", &first).expect("a lesson");
        assert_eq!(
            school.lesson("man-move").map(|lesson| lesson.steps.len()),
            Some(9)
        );
    }
}
