//! The lessons that come with the program: every step proved, every text present, every file listed.
use crate::ASSETS;
use draughts::Variant;
use draughts_lessons::{Lesson, LocalSearch, Report, School, Track, check, fill_proofs};
use std::path::{Path, PathBuf};

/// Returns the files of all lessons, in the folders of their tracks.
fn files() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let files_of = |track: &Track| {
        let folder = std::fs::read_dir(data.join(&track.id)).expect("the track's folder");
        let paths = folder.map(|file| file.expect("an entry").path());
        paths.filter(|path| path.is_file()).collect::<Vec<_>>()
    };
    let exams = std::fs::read_dir(data.join("diplomas")).expect("the exams");
    let exams = exams
        .map(|file| file.expect("an entry").path())
        .filter(|path| path.is_file());
    School::embedded()
        .tracks()
        .iter()
        .flat_map(files_of)
        .chain(exams)
        .collect()
}

/// Returns the content of a lesson's file.
fn source_of(lesson: &str) -> String {
    let is_it = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == lesson);
    let path = files().into_iter().find(is_it).expect("a lesson");
    std::fs::read_to_string(path).expect("a lesson file")
}

#[test]
fn every_step_is_proved_and_every_text_is_there() {
    const PARTS: usize = 4;
    let (school, assets) = (School::embedded(), ASSETS.clone());
    let part_of = |id: &str| {
        school
            .lessons()
            .iter()
            .position(|lesson| lesson.id == id)
            .map(|place| place % PARTS)
    };
    // Texts that belong to no lesson go with the first part.
    let checked = |part| {
        let wanted = |id: &str| part_of(id).unwrap_or(0) == part;
        check(school, &wanted, &LocalSearch(assets.clone()), &assets).expect("the engine answers at once")
    };
    let reports: Vec<Report> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..PARTS)
            .map(|part| scope.spawn(move || checked(part)))
            .collect();
        parts
            .into_iter()
            .map(|part| part.join().expect("a report"))
            .collect()
    });
    for report in &reports {
        println!("{report}");
    }
    let faulty = reports.iter().filter(|report| !report.faults.is_empty());
    let faulty: Vec<String> = faulty.map(ToString::to_string).collect();
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
    let lessons: usize = reports.iter().map(|report| report.lessons + report.exams).sum();
    assert_eq!(lessons, school.lessons().len());
    assert!(reports.iter().map(|report| report.wrong).sum::<usize>() > 10_000);
}

#[test]
fn every_file_is_a_lesson_of_the_school() {
    let ids: Vec<&str> = School::embedded()
        .lessons()
        .iter()
        .map(|lesson| lesson.id.as_str())
        .collect();
    let files = files();
    assert_eq!(files.len(), ids.len(), "{files:?}");
    for file in files {
        let stem = file.file_stem().and_then(|stem| stem.to_str()).expect("a word");
        assert!(ids.contains(&stem), "{stem} is not in the list of lessons");
    }
}

#[test]
fn a_theme_is_taught_by_the_lesson_that_shows_it_most() {
    let school = School::embedded();
    for (theme, lesson) in [
        ("mazette", Some("mazette")),
        ("half-turkish", Some("turkish-stroke")),
        ("heel", Some("trapdoor")),
        ("send-to-king", Some("recall")),
        ("free-tempo", Some("exchange")),
        ("no-such-theme", None),
    ] {
        let found = school.teaching(Variant::International, theme);
        assert_eq!(found.map(|lesson| lesson.id.as_str()), lesson, "{theme}");
    }
    assert!(school.teaching(Variant::Turkish, "mazette").is_none());
}

#[test]
fn the_first_lesson_begins_with_a_capture_in_two_taps() {
    let first = &School::embedded().lessons()[0].steps[0];
    let legal = first.position.legal_moves();
    assert_eq!(legal.len(), 1);
    assert_eq!(first.position.routes(&legal[0])[0].len(), 2);
    assert!(legal[0].is_capture());
}

#[test]
fn filling_proofs_again_changes_nothing() {
    let one = source_of("man-move");
    assert_eq!(fill_proofs(&one).expect("a lesson"), one);
    // Only the form of the other files: the checker computes the proof of every step above.
    for file in files() {
        let source = std::fs::read_to_string(&file).expect("a lesson file");
        let lesson = Lesson::read(&source).expect("a lesson");
        let lines: Vec<&str> = source.split_terminator('\n').collect();
        let written = lines.windows(2).filter(|two| two[0].starts_with("fen = "));
        let written: Vec<&str> = written.map(|two| two[1]).collect();
        let proofs = lesson.steps.iter().map(|step| step.proof.expect("a proof"));
        let proofs: Vec<String> = proofs.map(|proof| proof.to_string()).collect();
        assert_eq!(written, proofs, "{}", file.display());
        assert!(source.ends_with('\n'), "{}", file.display());
    }
}

#[test]
fn errors_of_invalid_files_name_the_place() {
    for (lesson, from, to, says) in [
        ("man-move", "accept = [\"32x23\"]\n", "", "first-capture"),
        ("man-move", "B4,7,8,10,14,28", "B4,7,8,10,14,32", "first-capture"),
        ("board", "squares = [46]", "squares = [51]", "corner"),
        (
            "board",
            "variant = \"international\"",
            "variant = \"chess\"",
            "chess",
        ),
        ("man-move", "requires = []", "requires = [], colour = 1", "line 5"),
        ("board", "claims = [\"base\"]", "claims = [\"bass\"]", "bass"),
    ] {
        let good = source_of(lesson);
        assert!(good.contains(from), "{from}");
        let text = Lesson::read(&good.replacen(from, to, 1))
            .expect_err(from)
            .to_string();
        assert!(text.contains(says), "{from} -> {text}");
    }
}

/// Changes one lesson in one place and returns the checker's faults.
fn faults_after(lesson: &str, from: &str, to: &str) -> Vec<String> {
    let source = source_of(lesson);
    assert!(source.contains(from), "{from}");
    let changed = Lesson::read(&source.replacen(from, to, 1)).expect("still a lesson");
    let school = School::embedded();
    let with = |known: &Lesson| {
        if known.id == lesson {
            changed.clone()
        } else {
            known.clone()
        }
    };
    // Only this lesson: the whole school is checked above and takes long.
    let school = school.with_lessons(school.lessons().iter().map(with).collect());
    let report = check(&school, &|id| id == lesson, &LocalSearch(ASSETS.clone()), &ASSETS)
        .expect("the engine answers");
    report.faults.iter().map(ToString::to_string).collect()
}

#[test]
fn the_checker_finds_false_content() {
    for (lesson, from, to, says) in [
        // A square too many, a square too few, a number that is not the longest.
        (
            "board",
            "squares = [46]",
            "squares = [46, 47]",
            "LeftCorner is not true",
        ),
        (
            "board",
            "squares = [10, 19, 37, 46]",
            "squares = [10, 19, 37]",
            "LongDiagonal is not true",
        ),
        (
            "largest-number",
            "choices = [1, 2, 3]",
            "choices = [1, 3, 4]",
            "among three or more",
        ),
        // Another legal move; a reply that cannot be played or is not forced.
        (
            "man-move",
            "claims = [\"onlyMove\"]",
            "claims = [\"quiet\"]",
            "Quiet is not true",
        ),
        (
            "capture-backward",
            "reply = \"20x29\"",
            "reply = \"20x28\"",
            "is not legal",
        ),
        (
            "chain",
            "accept = [\"28-22\"], reply = \"17x28\"",
            "accept = [\"33-29\"], reply = \"17-21\"",
            "Forced",
        ),
        (
            "man-move",
            "accept = [\"35-30\"]",
            "accept = [\"35-31\"]",
            "cannot be played",
        ),
        // An impossible mistake, a mistake without an answer, a missing text.
        (
            "man-move",
            "say = \"onto\", from = [32], to = [28]",
            "say = \"onto\", from = [11]",
            "no wrong answer matches \"onto\"",
        ),
        (
            "largest-number",
            "    { say = \"too-many\", numbers = [3] },\n",
            "",
            "without a text of its own",
        ),
        (
            "man-move",
            "say = \"onto\"",
            "say = \"into\"",
            "man-move.first-capture.wrong.into: this text is missing",
        ),
        (
            "man-move",
            "say = \"onto\"",
            "say = \"into\"",
            "man-move.first-capture.wrong.onto: nothing uses this text",
        ),
        (
            "chain",
            "refute = [\"17x26\"]",
            "refute = [\"17x27\"]",
            "refutation of \"edge-man\"",
        ),
        (
            "must-take",
            "requires = [\"capture-forward\"]",
            "requires = [\"largest-number\"]",
            "does not come before",
        ),
        // An outdated proof.
        ("board", "legal = 1,", "legal = 2,", "write `proof = "),
    ] {
        let faults = faults_after(lesson, from, to);
        assert!(
            faults.iter().any(|fault| fault.contains(says)),
            "{from} -> {to}: {faults:#?}"
        );
    }
}
