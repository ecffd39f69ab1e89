//! The checker's part about texts: every key in every language, none unused, short, in the field's words.
use super::{Fault, Report};
use crate::learn::read::RULES;
use crate::learn::{School, Step, Task};
use std::collections::{BTreeMap, BTreeSet};

/// Words that no text uses, by language: another game's, or not the federation's.
const FORBIDDEN: [(&str, &[&str]); 3] = [
    (
        "fr",
        &[
            "jeton",
            "reine",
            "mange",
            "manger",
            "mangez",
            "échec",
            "échecs",
            "checker",
            "soufflet",
            "case noire",
            "cases noires",
        ],
    ),
    (
        "nl",
        &[
            "dame", "dames", "pion", "pionnen", "reus", "pak", "pakken", "pakt",
        ],
    ),
    (
        "en",
        &[
            "pawn", "pawns", "queen", "queens", "checker", "checkers", "jump", "jumps", "jumped", "jumping",
        ],
    ),
];

/// The texts that the judge and the hints say of themselves.
const COMMON: [&str; 12] = [
    "seen",
    "left",
    "captures-left",
    "again",
    "not-this",
    "hint.piece",
    "hint.move",
    "hint.one",
    "hint.all",
    "hint.squares-one",
    "hint.squares-all",
    "hint.count-start",
];

/// Languages that are being written: what they lack is counted, and no fault yet.
const UNFINISHED: [&str; 1] = ["nl"];

/// Checks the texts; of a part of the lessons only theirs.
pub(super) fn check(school: &School, wanted: &dyn Fn(&str) -> bool, report: &mut Report) {
    let whole = school.lessons().iter().all(|lesson| wanted(&lesson.id));
    let mine = |key: &str| whole || key.split('.').next().is_some_and(wanted);
    let mut used = used(school);
    used.retain(|key| mine(key));
    for language in school.texts.languages() {
        let texts = school.texts.keys(language).filter(|(key, _)| mine(key));
        let table: BTreeMap<&str, &str> = texts.collect();
        report.texts.insert(language.to_owned(), table.len());
        let mut fault = |key: &str, what: String| {
            report.faults.push(Fault {
                place: key.to_owned(),
                ..Fault::new(&format!("text/{language}.toml"), what)
            });
        };
        let missing = used.iter().filter(|key| !table.contains_key(key.as_str()));
        let missing: Vec<String> = missing.cloned().collect();
        if !UNFINISHED.contains(&language) {
            for key in &missing {
                fault(key, "this text is missing".to_owned());
            }
        } else if !missing.is_empty() {
            report.missing.insert(language.to_owned(), missing);
        }
        for (key, text) in &table {
            if !used.contains(*key) {
                fault(key, "nothing uses this text".to_owned());
            }
            for what in faults_of(language, text) {
                fault(key, what);
            }
        }
        for twin in twins(&table) {
            fault(twin, "another mistake of the step has the same text".to_owned());
        }
    }
}

/// Every key that something says.
fn used(school: &School) -> BTreeSet<String> {
    let mut keys: BTreeSet<String> = COMMON.iter().map(|last| format!("common.{last}")).collect();
    keys.insert("common.hint.count-route".to_owned());
    keys.extend(RULES.iter().map(|(_, name)| format!("common.refusal.{name}")));
    for lesson in school.lessons() {
        keys.insert(format!("track.{}.title", lesson.track));
        keys.extend(["title", "intro", "outro"].map(|last| lesson.key(last)));
        for step in &lesson.steps {
            keys.extend(
                step_keys(step)
                    .into_iter()
                    .map(|last| lesson.step_key(step, &last)),
            );
        }
    }
    keys
}

fn step_keys(step: &Step) -> Vec<String> {
    let mut keys = vec!["text".to_owned()];
    if step.is_interactive() {
        keys.push("right".to_owned());
    }
    match &step.task {
        Task::Explain { .. } => {}
        Task::Sequence(turns) => {
            keys.extend((1..=turns.len()).map(|turn| format!("hint.{turn}")));
            keys.extend((1..turns.len()).map(|turn| format!("go.{turn}")));
        }
        _ => keys.push("hint".to_owned()),
    }
    keys.extend(
        step.mistakes
            .iter()
            .map(|mistake| format!("wrong.{}", mistake.say)),
    );
    keys
}

/// What is wrong with a text.
fn faults_of(language: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let forbidden = FORBIDDEN
        .iter()
        .find(|(of, _)| *of == language)
        .map_or(&[][..], |(_, words)| words);
    let lower = format!(" {} ", text.to_lowercase());
    for word in forbidden {
        let found = lower.match_indices(word).any(|(at, _)| {
            let before = lower[..at].chars().next_back();
            let after = lower[at + word.len()..].chars().next();
            !before.is_some_and(char::is_alphabetic) && !after.is_some_and(char::is_alphabetic)
        });
        if found {
            faults.push(format!("{word:?} is not a word of the game"));
        }
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
            let spaced = |(at, _): (usize, &str)| text[..at].ends_with('\u{a0}');
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

/// How many sentences: a sign that ends one, then the end or a blank with what is no small letter behind it.
fn sentences(text: &str) -> usize {
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

/// The keys of mistakes that say the same as another mistake of their step.
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
