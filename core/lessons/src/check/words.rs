//! Checks texts: every key in every language, none unused, short, and in the terms of the game.
use super::Spoken;
use super::figures::said;
use super::language::Words;
use crate::spelling::RULES;
use crate::text::is_complete;
use crate::{Claim, Fault, Reference, Report, School, Step, Subject, Task};
use draughts::over_the_board::{Incorrection, IrregularityKind};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the words of a text that are not terms of the game: French *jeton, reine, manger*, Dutch *dame,
/// pion*, English *pawn, queen*, German *Bauer, Königin*.
pub fn forbidden_words(language: &str, text: &str) -> Vec<&'static str> {
    let lower = text.to_lowercase();
    let stands = |word: &&str| {
        lower.match_indices(word).any(|(at, _)| {
            let before = lower[..at].chars().next_back();
            let after = lower[at + word.len()..].chars().next();
            !before.is_some_and(char::is_alphabetic) && !after.is_some_and(char::is_alphabetic)
        })
    };
    let words = Words::of(language).map_or(&[][..], |words| &words.forbidden);
    words.iter().map(String::as_str).filter(stands).collect()
}

/// Texts used by the judge and the hints.
const COMMON: [&str; 29] = [
    "seen",
    "left",
    "captures-left",
    "again",
    "not-this",
    "loses.man",
    "loses.men",
    "loses.king",
    "loses.crown",
    "loses.game",
    "loses.plain.man",
    "loses.plain.men",
    "loses.plain.king",
    "loses.plain.crown",
    "loses.plain.game",
    "hint.piece",
    "hint.move",
    "hint.one",
    "hint.all",
    "hint.squares-one",
    "hint.squares-all",
    "hint.count-start",
    "hint.count-route",
    "hint.true",
    "hint.false",
    "hint.option",
    "hint.write",
    "play-on",
    "which-route",
];

/// Checks the texts; for a part of the lessons only theirs.
pub(super) fn check(
    school: &School,
    wanted: &dyn Fn(&str) -> bool,
    spoken: &Spoken,
    by_hand: &[String],
    report: &mut Report,
) {
    let whole = school.outlines().iter().all(|lesson| wanted(&lesson.id));
    let mine = |key: &str| whole || key.split('.').next().is_some_and(wanted);
    let mut read: BTreeMap<&str, bool> = (by_hand.iter())
        .filter(|key| key.split('.').next().is_some_and(wanted))
        .map(|key| (key.as_str(), false))
        .collect();
    let mut numbers = 0;
    let mut used = used(school);
    used.retain(|key| mine(key));
    for language in school.texts.languages() {
        let texts = school.texts.keys(language).filter(|(key, _)| mine(key));
        let table: BTreeMap<&str, &str> = texts.collect();
        report.texts.insert(language.to_owned(), table.len());
        let tells = |track: &str| {
            school
                .texts
                .get(language, &format!("track.{track}.title"))
                .is_some()
        };
        if whole {
            let tracks = school.tracks().iter().map(|track| track.id.as_str());
            let untold = tracks.filter(|track| !tells(track)).map(str::to_owned);
            report.untold.insert(language.to_owned(), untold.collect());
        }
        let mut fault = |key: &str, what: String| {
            report.faults.push(Fault {
                place: key.to_owned(),
                ..Fault::new(&file_of(school, language, key), what)
            });
        };
        let unspoken = |key: &String| {
            let lesson = key.split('.').next().and_then(|id| school.lesson(id));
            match lesson.filter(|lesson| !lesson.texts.is_empty()) {
                // A lesson file of the user's own may be in any language.
                Some(own) => !own.texts.contains_key(language),
                None => !is_complete(language) && track_of(school, key).is_some_and(|track| !tells(track)),
            }
        };
        let missing = used
            .iter()
            .filter(|key| !table.contains_key(key.as_str()) && !unspoken(key));
        for key in missing {
            fault(key, "this text is missing".to_owned());
        }
        for (key, text) in &table {
            if !used.contains(*key) {
                fault(key, "nothing uses this text".to_owned());
            }
            for what in faults_of(language, key, text) {
                fault(key, what);
            }
            let mut wrong = BTreeSet::new();
            if let Some(shown) = spoken.get(*key) {
                let said = said(language, text);
                numbers += said.len();
                wrong.extend(shown.iter().flat_map(|figures| figures.false_numbers(&said)));
            }
            match read.get_mut(*key) {
                Some(needed) => *needed |= !wrong.is_empty(),
                None => wrong.iter().for_each(|what| fault(key, what.clone())),
            }
        }
        for (key, number) in unnamed(school, &table) {
            fault(&key, format!("the text does not say {number}"));
        }
        for twin in twins(&table) {
            fault(twin, "another mistake of the step has the same text".to_owned());
        }
    }
    report.numbers = numbers;
    report.read = read.len();
    let proved = read.into_iter().filter(|(_, needed)| !needed);
    report.faults.extend(proved.map(|(key, _)| Fault {
        place: key.to_owned(),
        ..Fault::new(
            "read-by-hand.toml",
            "the checker proves this text, or it has no number".to_owned(),
        )
    }));
}

/// Returns the track that a text belongs to; `None` for shared texts.
fn track_of<'a>(school: &'a School, key: &'a str) -> Option<&'a str> {
    let mut parts = key.split('.');
    let first = parts.next().unwrap_or_default();
    let of_track = (first == "track").then(|| parts.next()).flatten();
    let exams = || {
        school
            .diplomas()
            .iter()
            .filter_map(|diploma| school.exam_of(diploma))
    };
    let of_subject = (first == "subject").then(|| exams().next()).flatten();
    let lesson = of_subject.or_else(|| school.listed(first));
    of_track.or_else(|| Some(lesson?.track.as_str()))
}

/// Returns the file in which a text belongs.
fn file_of(school: &School, language: &str, key: &str) -> String {
    match track_of(school, key) {
        Some(track) => format!("{track}/text/{language}.toml"),
        None => format!("text/{language}.toml"),
    }
}

/// Returns all keys in use.
fn used(school: &School) -> BTreeSet<String> {
    let mut keys: BTreeSet<String> = COMMON.iter().map(|last| format!("common.{last}")).collect();
    let kinds = IrregularityKind::ALL.map(IrregularityKind::key);
    let lesser = Incorrection::ALL.map(Incorrection::key);
    keys.extend(
        kinds
            .iter()
            .chain(&lesser)
            .map(|kind| format!("irregularity.{kind}")),
    );
    keys.extend(RULES.iter().map(|(_, name)| format!("common.refusal.{name}")));
    keys.extend(Reference::embedded().text_keys());
    // The list of openings is the store's: a test of `damier-core` finds the name of each.
    let english = school.texts.keys("en").map(|(key, _)| key.to_owned());
    keys.extend(english.filter(|key| key.starts_with("opening.")));
    let subjects = school.diplomas().iter().flat_map(|diploma| &diploma.subjects);
    keys.extend(subjects.map(Subject::key));
    for lesson in school.lessons() {
        let exam = school.is_exam(&lesson.id);
        keys.insert(format!("track.{}.title", lesson.track));
        let told: &[&str] = if exam {
            &["title", "intro"]
        } else {
            &["title", "intro", "outro"]
        };
        keys.extend(told.iter().map(|last| lesson.key(last)));
        for step in &lesson.steps {
            let options = step.options().map_or(&[][..], |options| &options.all);
            keys.extend(options.iter().map(|option| lesson.option_key(step, option)));
            keys.extend(
                step_keys(step, exam)
                    .into_iter()
                    .map(|last| lesson.step_key(step, &last)),
            );
            for variation in &step.variations {
                let own = variation_keys(variation).into_iter();
                keys.extend(own.map(|last| lesson.step_key(variation, &last)));
            }
        }
    }
    keys
}

/// Returns the last parts of the keys of a step. An exam has no hints and no texts between the moves.
fn step_keys(step: &Step, exam: bool) -> Vec<String> {
    let mut keys = vec!["text".to_owned()];
    if step.is_interactive() {
        keys.push("right".to_owned());
    }
    match &step.task {
        Task::Explain { .. } => {}
        _ if exam => {}
        Task::Sequence(turns) => {
            keys.extend((1..=turns.len()).map(|turn| format!("hint.{turn}")));
            keys.extend((1..turns.len()).map(|turn| format!("go.{turn}")));
        }
        Task::TrueFalse { .. } | Task::Choose(_) | Task::WriteMove { .. } | Task::SpotIrregularity { .. } => {
            keys.extend(["hint", "look"].map(str::to_owned))
        }
        _ => keys.push("hint".to_owned()),
    }
    keys.extend(wrong_keys(step));
    keys
}

fn wrong_keys(step: &Step) -> impl Iterator<Item = String> {
    step.mistakes
        .iter()
        .map(|mistake| format!("wrong.{}", mistake.say))
}

/// Returns the last parts of the keys of a variation: texts from the other reply on.
fn variation_keys(variation: &Step) -> Vec<String> {
    let before = variation.shared.as_ref().map_or(0, |shared| shared.turns);
    let turns = variation.turns().len();
    let mut keys = vec!["right".to_owned()];
    keys.extend((before + 1..=turns).map(|turn| format!("hint.{turn}")));
    keys.extend((before..turns).map(|turn| format!("go.{turn}")));
    keys.extend(wrong_keys(variation));
    keys
}

/// Returns the faults of a text.
fn faults_of(language: &str, key: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    // Openings and games have the names that people know: "checkers".
    if !key.starts_with("opening.") && !key.starts_with("game.") {
        let words = forbidden_words(language, text);
        faults.extend(
            words
                .iter()
                .map(|word| format!("{word:?} is not a word of the game")),
        );
    }
    if sentences(text) > 2 {
        faults.push("more than two sentences".to_owned());
    }
    if text.chars().count() > 200 {
        faults.push("longer than 200 letters".to_owned());
    }
    if text.contains('\'') {
        faults.push("the apostrophe is ’".to_owned());
    }
    if language == "fr" {
        for sign in [':', ';', '!', '?', '»'] {
            // After a number, ! and ? are signs of a move: 33-28!?
            let of_a_move = |before: &str| {
                ['!', '?'].contains(&sign)
                    && before
                        .trim_end_matches(['!', '?'])
                        .ends_with(|c: char| c.is_ascii_digit())
            };
            let spaced = |(at, _): (usize, &str)| text[..at].ends_with('\u{a0}') || of_a_move(&text[..at]);
            if !text.match_indices(sign).map(|(at, _)| (at, "")).all(spaced) {
                faults.push(format!("no-break space before {sign}"));
            }
        }
        if text
            .match_indices('«')
            .any(|(at, sign)| !text[at + sign.len()..].starts_with('\u{a0}'))
        {
            faults.push("no-break space after «".to_owned());
        }
    }
    faults
}

/// Counts sentences: final punctuation at the end, or before a space and anything but a lower-case letter.
pub(crate) fn sentences(text: &str) -> usize {
    let ends = |(at, sign): (usize, &str)| {
        let mut rest = text[at + sign.len()..].chars();
        match (rest.next(), rest.next()) {
            (None, _) => true,
            (Some(' '), Some(next)) => !next.is_lowercase(),
            _ => false,
        }
    };
    let ended = text
        .match_indices(['.', '?', '!'])
        .filter(|hit| ends(*hit))
        .count();
    ended + usize::from(!text.ends_with(['.', '?', '!']))
}

/// Returns the texts without a number that their step claims they say.
fn unnamed(school: &School, table: &BTreeMap<&str, &str>) -> Vec<(String, u8)> {
    let mut missing = Vec::new();
    for lesson in school.lessons() {
        for step in &lesson.steps {
            let key = lesson.step_key(step, "text");
            let Some(text) = table.get(key.as_str()) else {
                continue;
            };
            let said: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).collect();
            for claim in &step.claims {
                if let Claim::Numbered(numbers) = claim {
                    let unsaid = numbers
                        .iter()
                        .filter(|number| !said.contains(&number.to_string().as_str()));
                    missing.extend(unsaid.map(|number| (key.clone(), *number)));
                }
            }
        }
    }
    missing
}

/// Returns the keys of mistakes with the same text as another mistake of their step.
fn twins<'a>(table: &BTreeMap<&'a str, &str>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    let mut twins = Vec::new();
    for (key, text) in table {
        if let Some((step, _)) = key.split_once(".wrong.")
            && !seen.insert((step, *text))
        {
            twins.push(*key);
        }
    }
    twins
}
