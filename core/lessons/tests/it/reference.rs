//! The reference: complete, with valid links. The check of the lessons proves its texts.
use draughts::Variant;
use draughts::over_the_board::Place;
use draughts_lessons::{Figure, LANGUAGES, Mark, Reference, School, forbidden_words};
use draughts_puzzles::{PuzzleLine, Theme, detect};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Pages of the app that an article may name.
const SCREENS: [&str; 11] = [
    "boards", "clock", "endings", "handicap", "letters", "library", "play", "rules", "settings", "squares",
    "table",
];
/// Options that an article may name.
const OPTIONS: [&str; 5] = ["clock", "handicap", "readAloud", "serious", "sight"];

#[test]
fn every_article_is_covered_somewhere() {
    let listed = include_str!("../golden/articles.txt");
    let listed: Vec<(&str, &str)> = listed
        .lines()
        .filter_map(|line| line.split_once(' ').filter(|(text, _)| *text != "#"))
        .collect();
    let table: Vec<(&str, &str)> = Reference::embedded()
        .texts
        .iter()
        .flat_map(|text| {
            text.articles
                .iter()
                .map(|article| (text.id.as_str(), article.number.as_str()))
        })
        .collect();
    assert_eq!(table, listed);
    let school = School::embedded();
    let mut faults = Vec::new();
    let (mut lessons, mut screens, mut options) = (0, 0, 0);
    let reference = Reference::embedded();
    for text in &Reference::embedded().texts {
        text.variant.parse::<Variant>().expect("a game");
        for article in &text.articles {
            let place = format!("{} {}", text.id, article.number);
            lessons += usize::from(!article.lessons.is_empty());
            screens += usize::from(article.screen.is_some());
            options += usize::from(article.option.is_some());
            let nowhere = article.lessons.is_empty()
                && article.screen.is_none()
                && article.option.is_none()
                && article.command.is_none();
            if nowhere || article.about.is_empty() {
                faults.push(format!("{place} is found nowhere"));
            }
            let game = article.game.as_ref().unwrap_or(&text.variant);
            let page = reference.page(game.parse().expect("a game")).expect("a page");
            for rule in &article.rules {
                let point = page.points.iter().find(|point| point.key == *rule);
                if point.is_none_or(|point| point.figure.is_none()) {
                    faults.push(format!(
                        "{place}: {rule:?} has no picture in the rule book of {game}"
                    ));
                }
            }
            if article.rules.is_empty() {
                faults.push(format!("{place}: no rule"));
            }
            for id in &article.lessons {
                if school.lesson(id).is_none() {
                    faults.push(format!("{place}: there is no lesson {id:?}"));
                }
            }
            if article
                .screen
                .as_deref()
                .is_some_and(|screen| !SCREENS.contains(&screen))
            {
                faults.push(format!("{place}: there is no screen {:?}", article.screen));
            }
            if article
                .option
                .as_deref()
                .is_some_and(|option| !OPTIONS.contains(&option))
            {
                faults.push(format!("{place}: there is no option {:?}", article.option));
            }
        }
    }
    println!(
        "{} articles: {lessons} in lessons, {screens} on screens, {options} by options",
        listed.len()
    );
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_game_has_its_rules_page() {
    let reference = Reference::embedded();
    let mut faults = Vec::new();
    for variant in Variant::ALL {
        let page = reference
            .page(variant)
            .unwrap_or_else(|| panic!("{variant} has no page"));
        let place = format!("rules of {variant}");
        for point in &page.points {
            let place = format!("{place}, {}", point.key);
            check_figure(&place, variant, point.figure.as_ref(), &mut faults);
        }
        if page.points.len() < 3 || page.edition.is_empty() {
            faults.push(format!("{place}: too short"));
        }
        if !page.position.can_move() {
            faults.push(format!("{place}: nothing to try"));
        }
        if let Some(id) = &page.lesson
            && School::embedded().lesson(id).is_none()
        {
            faults.push(format!("{place}: there is no lesson {id:?}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The pictures that the pages draw.
const DRAWINGS: [&str; 24] = [
    "adjust",
    "arbiter",
    "astray",
    "clock",
    "crown",
    "handicap",
    "handshake",
    "knocked",
    "let-go",
    "letters",
    "lift",
    "lots",
    "players",
    "relief",
    "score",
    "several",
    "sheet",
    "signs",
    "silence",
    "sweep",
    "touch",
    "turned",
    "unseen",
    "unseen-several",
];

/// A picture is one that the pages can draw, on the board of its page, and leads to a step.
fn check_figure(place: &str, variant: Variant, figure: Option<&Figure>, faults: &mut Vec<String>) {
    let step = match figure {
        // A game without lessons of its own borrows the pictures that fit.
        None if School::embedded().of(variant).next().is_none() => return,
        None => return faults.push(format!("{place}: no picture")),
        Some(Figure::Drawing(drawing)) if !DRAWINGS.contains(&drawing.as_str()) => {
            return faults.push(format!("{place}: no drawing {drawing:?}"));
        }
        Some(Figure::Drawing(_) | Figure::Sign(_)) => return,
        Some(Figure::Step(step) | Figure::Own { step, .. }) => step,
    };
    let Some(lesson) = School::embedded().lesson(&step.lesson) else {
        return faults.push(format!("{place}: no lesson {:?}", step.lesson));
    };
    if step.find(lesson).is_none() {
        faults.push(format!("{place}: no step {step:?}"));
    }
    let board = |variant: Variant| variant.rules().board;
    if matches!(figure, Some(Figure::Step(_))) && board(lesson.variant) != board(variant) {
        faults.push(format!("{place}: {} is on another board", step.lesson));
    }
}

#[test]
fn a_comparison_shows_one_position_and_a_difference() {
    for comparison in &Reference::embedded().comparisons {
        let places = comparison.sides.map(|side| {
            let place = |(square, piece)| (Place::of(side.variant(), square), piece);
            side.pieces().map(place).collect::<BTreeMap<_, _>>()
        });
        let moves = comparison.sides.map(|side| {
            let place =
                |mv: draughts::Move| [mv.origin(), mv.target()].map(|at| Place::of(side.variant(), at));
            side.legal_moves().into_iter().map(place).collect::<BTreeSet<_>>()
        });
        let [one, other] = comparison.sides.map(|side| side.variant());
        let name = format!("{one} and {other}");
        // The Italian and the Spanish board are one board, numbered from its two ends.
        assert_eq!(
            places[0].keys().collect::<Vec<_>>(),
            places[1].keys().collect::<Vec<_>>(),
            "{name}"
        );
        assert_ne!(moves[0], moves[1], "{name}");
    }
}

#[test]
fn no_two_terms_have_one_name() {
    let terms = &Reference::embedded().terms;
    let texts = &School::embedded().texts;
    let mut faults = Vec::new();
    let mut keys = BTreeSet::new();
    let mut names: BTreeMap<(&str, &str), &str> = BTreeMap::new();
    for term in terms {
        assert!(keys.insert(&term.key), "{} twice", term.key);
        for &language in LANGUAGES {
            let name = texts.get(language, &term.name_key()).unwrap_or_default();
            if let Some(other) = names.insert((language, name), &term.key) {
                faults.push(format!("{other} and {} are both {name:?}", term.key));
            }
        }
        if let Some((position, marks)) = &term.diagram {
            for mark in marks {
                let (Mark::Ring(squares) | Mark::Cross(squares) | Mark::Route(squares, _)) = mark else {
                    continue;
                };
                assert!(!squares.is_empty(), "{}", term.key);
                assert!(squares.iter().all(|square| square.number() <= position.squares()));
            }
        }
    }
    let drawn = terms.iter().filter(|term| term.diagram.is_some()).count();
    println!("{} terms, {drawn} with a diagram", terms.len());
    // Only the clock and “j’adoube” cannot be shown on a board.
    assert!(terms.len() >= 60 && drawn + 2 >= terms.len());
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_interface_uses_no_forbidden_word() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/i18n");
    let mut faults = Vec::new();
    for &language in LANGUAGES {
        let file = folder.join(format!("{language}.json"));
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let table: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        walk(&table, &mut |text| {
            let bad = forbidden_words(language, text);
            if !bad.is_empty() {
                faults.push(format!("{language}: {text:?} ({bad:?})"));
            }
        });
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Passes every text of a JSON value to `say`.
fn walk(value: &serde_json::Value, say: &mut dyn FnMut(&str)) {
    match value {
        serde_json::Value::String(text) => say(text),
        serde_json::Value::Array(list) => list.iter().for_each(|value| walk(value, say)),
        serde_json::Value::Object(table) => table.values().for_each(|value| walk(value, say)),
        _ => {}
    }
}

#[test]
fn forbidden_words_match_whole_words_of_their_language() {
    assert_eq!(
        forbidden_words("fr", "Il faut manger la reine."),
        ["reine", "manger"]
    );
    assert_eq!(forbidden_words("nl", "De dame slaat een pion."), ["dame", "pion"]);
    assert_eq!(
        forbidden_words("en", "A pawn becomes a queen."),
        ["pawn", "queen"]
    );
    assert_eq!(
        forbidden_words("de", "Ein Bauer wird Königin."),
        ["bauer", "königin"]
    );
    assert!(forbidden_words("fr", "Le pion devient dame.").is_empty());
    assert!(forbidden_words("en", "The spawn of a queenly game").is_empty());
}

#[test]
fn every_card_of_the_album_shows_its_theme() {
    let reference = Reference::embedded();
    let mut faults = Vec::new();
    for shot in &reference.shots {
        let line = PuzzleLine::new(&shot.position, &shot.line).expect("legal moves");
        let themes: Vec<&str> = detect(&line).into_iter().map(Theme::key).collect();
        if !themes.contains(&shot.key.as_str()) {
            faults.push(format!("{}: the detectors find {themes:?}", shot.key));
        }
        if reference.term(&shot.key).is_none() {
            faults.push(format!("the glossary has no {:?}", shot.key));
        }
    }
    let keys: BTreeSet<&str> = reference.shots.iter().map(|shot| shot.key.as_str()).collect();
    assert!(
        keys.len() == reference.shots.len() && keys.len() >= 18,
        "{keys:?}"
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
