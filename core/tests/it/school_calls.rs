//! Calls around the lessons: tracks, articles, rules pages, glossary, drills, endings, own lessons, and repetitions.
use crate::common::{app_at, call_at};
use damier_core::{App, Assets, ErrorKind};
use damier_store::Store;
use draughts::{Game, Variant};
use draughts_engine::EngineAssets;
use draughts_lessons::{
    LANGUAGES, LocalSearch, SearchAnswer, SearchPending, SearchProvider, SearchQuestion, fill_proofs,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

const DAY: f64 = 86_400_000.0;

fn app() -> App {
    app_at(0.0)
}

fn call(app: &mut App, name: &str, params: &Value) -> Value {
    call_at(app, 1.0, name, params)
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

#[test]
fn tracks_hold_every_lesson_once_and_count_its_stars() {
    let mut app = app();
    let of = json!({"variant": "international", "language": "fr"});
    let tracks = call(&mut app, "tracks", &of);
    let lessons = call(&mut app, "lessons", &of);
    let ids = |lessons: Vec<&Value>| -> BTreeSet<String> {
        lessons.iter().map(|lesson| lesson["id"].to_string()).collect()
    };
    let held: Vec<&Value> = list(&tracks)
        .iter()
        .flat_map(|track| list(&track["lessons"]))
        .collect();
    assert_eq!(held.len(), list(&lessons).len());
    assert_eq!(ids(held), ids(list(&lessons).iter().collect()));
    for track in list(&tracks) {
        assert_eq!((&track["done"], &track["stars"]), (&json!(0), &json!(0)));
        assert_eq!(track["ofStars"], 3 * list(&track["lessons"]).len());
    }
    // By article: each lesson names the articles that it teaches.
    let taught = call(
        &mut app,
        "lessonsOfArticle",
        &json!({"variant": "international", "article": "4.13", "language": "nl"}),
    );
    assert!(
        list(&taught)
            .iter()
            .any(|lesson| lesson["id"] == "largest-number")
    );
    assert!(
        list(&taught)
            .iter()
            .all(|lesson| list(&lesson["articles"]).contains(&json!("4.13")))
    );
}

#[test]
fn every_game_has_a_page_and_every_term_a_definition_in_each_language() {
    let mut app = app();
    let mut intros = std::collections::BTreeSet::new();
    for language in LANGUAGES {
        for variant in Variant::ALL {
            let page = call(
                &mut app,
                "rulesPage",
                &json!({"variant": variant.key(), "language": language}),
            );
            assert!(!list(&page["points"]).is_empty(), "{variant}");
            assert!(
                list(&page["points"])
                    .iter()
                    .all(|point| !point["text"].as_str().expect("a text").is_empty())
            );
            assert!(!list(&page["position"]["legal"]).is_empty(), "{variant}");
            intros.insert(page["intro"].as_str().expect("a text").to_owned());
        }
        let terms = call(&mut app, "glossary", &json!({"language": language}));
        assert!(
            list(&terms)
                .iter()
                .all(|term| term["meaning"] != "" && term["name"] != "")
        );
        let king = list(&terms)
            .iter()
            .find(|term| term["key"] == "king")
            .expect("the king");
        let name = match *language {
            "fr" => "dame",
            "nl" => "dam",
            "de" => "Dame",
            "en" => "king",
            "ru" => "дамка",
            _ => "dama",
        };
        assert_eq!(king["name"], name);
        // A key without a text would be its own name.
        let openings = call(
            &mut app,
            "openings",
            &json!({"variant": "international", "language": language}),
        );
        let unnamed = |opening: &Value| opening["name"].as_str().expect("a name").starts_with("opening.");
        assert!(!list(&openings).iter().any(unnamed), "{language}");
        let texts = call(&mut app, "ruleTexts", &json!({"language": language}));
        assert_eq!(list(&texts).len(), 5);
    }
    assert_eq!(intros.len(), LANGUAGES.len() * Variant::ALL.len());
}

#[test]
fn drills_depend_on_their_seed_and_are_judged() {
    let mut app = app();
    let of = json!({"variant": "international", "seed": 7});
    let square = call(&mut app, "squareDrill", &of);
    assert_eq!(square, call(&mut app, "squareDrill", &of));
    assert_eq!(
        square["label"],
        square["square"].as_u64().expect("a number").to_string()
    );
    for seed in 0..20 {
        let ask = json!({"variant": "international", "seed": seed, "least": 3});
        let drill = call(&mut app, "captureDrill", &ask);
        assert_eq!(
            drill["position"]["legal"],
            json!([]),
            "reading the capture is the drill"
        );
        let mut answer = |square: Value, number: Value| {
            let params = json!({"variant": "international", "seed": seed, "least": 3, "square": square, "number": number});
            call(&mut app, "captureTry", &params)
        };
        let told = answer(Value::Null, Value::Null);
        let takes = told["takes"].as_u64().expect("a number");
        assert!(takes >= 2);
        let end = told["ends"][0].clone();
        let wrong_end = (1..=50)
            .map(Value::from)
            .find(|square| !list(&told["ends"]).contains(square));
        assert_eq!(answer(end.clone(), json!(takes))["right"], true);
        assert_eq!(answer(end.clone(), Value::Null)["right"], true);
        assert_eq!(answer(end, json!(takes + 1))["right"], false);
        let missed = answer(wrong_end.expect("a square"), Value::Null);
        assert_eq!(missed["right"], false);
        assert_eq!(list(&missed["shown"]["captured"]).len() as u64, takes);
    }
}

#[test]
fn an_ending_is_played_by_its_hints_and_a_slip_is_reported() {
    let mut app = app();
    let kinds = call(&mut app, "endings", &json!({"variant": "international"}));
    assert_eq!(list(&kinds).len(), 10);
    let of =
        |paths: &Value| json!({"variant": "international", "kind": "opposition", "seed": 2, "paths": paths});
    let start = call(&mut app, "ending", &of(&json!([])));
    assert_eq!(start["truth"]["result"], "win");
    let mut kept = json!([]);
    let mut slips = 0;
    for _ in 0..60 {
        let hint = call(&mut app, "endingHint", &of(&kept));
        let position_legal = if kept == json!([]) {
            start["position"]["legal"].clone()
        } else {
            Value::Null
        };
        for mv in position_legal.as_array().into_iter().flatten() {
            let mut paths = list(&kept).clone();
            paths.push(mv["routes"][0].clone());
            let reply = call(&mut app, "endingMove", &of(&json!(paths)));
            if reply["verdict"] == "wrong" {
                slips += 1;
                assert_eq!(reply["position"]["fen"], start["position"]["fen"]);
                assert!(!list(&reply["better"]).is_empty());
            }
        }
        let mut paths = list(&kept).clone();
        paths.push(hint["path"].clone());
        let reply = call(&mut app, "endingMove", &of(&json!(paths)));
        assert_eq!(reply["truth"]["result"], "win");
        kept = reply["kept"].clone();
        if reply["verdict"] == "done" {
            assert!(slips > 0, "some move lets it go");
            return;
        }
        assert_eq!(reply["verdict"], "goOn");
    }
    panic!("the ending was not won");
}

/// A valid own lesson file, "kinds".
fn own_lesson() -> String {
    let whole = fill_proofs(include_str!("../../lessons/tests/lesson/kinds.toml")).expect("a lesson");
    // Without the step whose texts belong to the program.
    let spot = whole.find("[[steps]]\nid = \"spot\"").expect("the step");
    let texts = whole.find("[text.en]").expect("the texts");
    let spot_texts = whole.find("[text.en.spot]").expect("its texts");
    format!("{}{}", &whole[..spot], &whole[texts..spot_texts])
}

/// A search that answers only from the fourth question on.
#[derive(Debug)]
struct Late {
    asked: AtomicU32,
    search: LocalSearch,
}

impl Late {
    fn new() -> Late {
        Late {
            asked: AtomicU32::new(0),
            search: LocalSearch(EngineAssets::bundled()),
        }
    }
}

impl SearchProvider for Late {
    fn answer(&self, game: &Game, question: &SearchQuestion) -> Result<SearchAnswer, SearchPending> {
        match self.asked.fetch_add(1, Ordering::Relaxed) {
            ..3 => Err(SearchPending),
            _ => self.search.answer(game, question),
        }
    }
}

#[test]
fn a_restored_lesson_is_checked_as_an_imported_one() {
    let import = json!({"name": "tracks.toml", "source": own_lesson(), "language": "en"});
    let mut app = app();
    call(&mut app, "importLesson", &import);
    let mut step = call(&mut app, "beginBackup", &json!({}));
    let mut backup = String::new();
    loop {
        backup.push_str(step["text"].as_str().expect("a text"));
        if step["done"] == true {
            break;
        }
        step = call(&mut app, "exportStep", &json!({"export": step["export"]}));
    }
    let restored = |backup: &str, other: &mut App| {
        let begun = call(other, "beginRestore", &json!({}));
        let piece = json!({"restore": begun["restore"], "text": backup, "last": true}).to_string();
        // The same piece again after a pending search.
        let reply = (0..100).find_map(|_| match other.call("restoreChunk", &piece, 1.0) {
            Err(error) if error.kind == ErrorKind::SearchWanted => None,
            reply => Some(reply.expect("a backup")),
        });
        let reply: Value = serde_json::from_str(&reply.expect("an end")).expect("JSON");
        let own = call(other, "ownLessons", &json!({"language": "en"}));
        (reply["refused"].clone(), list(&own).len())
    };
    assert_eq!(restored(&backup, &mut self::app()), (json!(0), 1));
    // Repeated, it changes nothing.
    assert_eq!(restored(&backup, &mut app), (json!(0), 1));
    // With a deferred search.
    let store = Store::in_memory().expect("a store");
    let mut late = App::new(
        store,
        Assets::new(EngineAssets::bundled(), Arc::new(Late::new())),
        0.0,
    )
    .expect("an app");
    assert_eq!(restored(&backup, &mut late), (json!(0), 1));
    // A file that fails the check, or has a bundled lesson's id, does not come in.
    for (from, to) in [
        ("id = \\\"kinds\\\"", "id = \\\"board\\\""),
        ("id = \\\"kinds\\\"", "id = \\\"../../kinds\\\""),
    ] {
        assert!(backup.contains(from), "{from}");
        let mut other = self::app();
        assert_eq!(restored(&backup.replace(from, to), &mut other), (json!(1), 0));
    }
    // A file with a faulty step comes in without the step.
    let faulty = backup.replace("moves = 4", "moves = 1");
    assert_ne!(faulty, backup);
    assert_eq!(restored(&faulty, &mut self::app()), (json!(0), 1));
    let renamed = backup.replace("\"lesson\":\"kinds\"", "\"lesson\":\"text/fr.toml\"");
    let mut other = self::app();
    assert_eq!(restored(&renamed, &mut other), (json!(0), 1));
    let of = json!({"variant": "international", "language": "fr"});
    assert_eq!(call(&mut other, "tracks", &of), call(&mut app, "tracks", &of));
}

#[test]
fn a_lesson_file_is_imported_without_its_faulty_steps() {
    let whole = own_lesson();
    let import = |source: &str| json!({"name": "kinds.toml", "source": source, "language": "en"});
    let mut app = app();
    let steps = call(&mut app, "importLesson", &import(&whole))["lesson"]["steps"].clone();
    let all = steps.as_u64().expect("a number");
    for (from, to, says) in [
        ("moves = 4", "moves = 1", "goal is not reached"),
        ("right = \"A good move.\"", "", "missing"),
        ("kind = \"choose\"", "kind = \"chose\"", "chose"),
    ] {
        let mut app = self::app();
        let faulty = whole.replacen(from, to, 1);
        let reply = call(&mut app, "importLesson", &import(&faulty));
        assert_eq!(reply["lesson"]["steps"], all - 1, "{from}: {reply}");
        let faults = list(&reply["faults"]);
        assert!(!faults.is_empty(), "{says}: {reply}");
        assert!(
            faults
                .iter()
                .all(|fault| fault["what"].as_str().expect("a text").contains(says)),
            "{says}: {reply}"
        );
        // The remaining lesson works like any other, also after a restart.
        let lesson = call(&mut app, "lesson", &json!({"id": "kinds", "language": "en"}));
        assert_eq!(list(&lesson["steps"]).len() as u64, all - 1);
        // The repaired file replaces it.
        let reply = call(&mut app, "importLesson", &import(&whole));
        assert_eq!(
            (&reply["faults"], &reply["lesson"]["steps"]),
            (&json!([]), &steps)
        );
    }
}

#[test]
fn a_lesson_file_with_a_fault_outside_its_steps_is_refused() {
    let mut app = app();
    let whole = own_lesson();
    let import = |source: &str| json!({"name": "kinds.toml", "source": source, "language": "en"});
    let of = json!({"language": "en"});
    for (from, to, says) in [
        ("id = \"kinds\"", "id = \"board\"", "another id"),
        ("id = \"kinds\"", "id = \"common\"", "cannot be its id"),
        ("id = \"kinds\"", "id = \"../../kinds\"", "cannot be its id"),
        ("id = \"kinds\"", "id = \"common.refusal\"", "cannot be its id"),
        ("title = ", "title2 = ", "missing"),
        ("level = ", "levels = ", "level"),
    ] {
        assert!(whole.contains(from), "{from}");
        let reply = call(&mut app, "importLesson", &import(&whole.replacen(from, to, 1)));
        assert_eq!(reply["lesson"], Value::Null);
        let told = list(&reply["faults"])
            .iter()
            .any(|fault| fault["what"].as_str().expect("a text").contains(says));
        assert!(told, "{says}: {reply}");
    }
    // Line numbers are those of the original file, also after a step was omitted.
    let faulty = whole.replacen("level = 2\n", "", 1);
    let faulty = faulty.replacen("kind = \"choose\"", "kind = \"chose\"", 1);
    let reply = call(&mut app, "importLesson", &import(&faulty));
    let at = faulty.lines().position(|line| line == "kind = \"chose\"");
    let at = at.expect("the step") + 1;
    let lines: Vec<&Value> = list(&reply["faults"])
        .iter()
        .map(|fault| &fault["line"])
        .collect();
    assert_eq!(lines, [&json!(at), &json!(1)], "{reply}");
    // A lesson without a task is refused: it could not be drawn, judged or hinted at.
    let [steps, texts] = ["[[steps]]", "[text.en]"].map(|head| whole.find(head).expect("a table"));
    for (steps_instead, says) in [
        ("steps = []", "no steps"),
        (
            "[[steps]]\nid = \"a\"\nkind = \"sequence\"\nfen = \"W:W28:B19\"",
            "`turns`",
        ),
        (
            "[[steps]]\nid = \"a\"\nkind = \"tapSquares\"\nfen = \"W:W28:B19\"",
            "`squares`",
        ),
    ] {
        let source = format!("{}{steps_instead}\n\n{}", &whole[..steps], &whole[texts..]);
        let reply = call(&mut app, "importLesson", &import(&source));
        let what = reply["faults"][0]["what"].as_str().expect("a text");
        assert!(what.contains(says), "{says}: {reply}");
    }
    // Excessive nesting is refused without recursion.
    for deep in [
        format!("{}b = 1", "a.".repeat(60_000)),
        format!("a = {}", "[".repeat(60_000)),
        format!("a = {}", "{a = ".repeat(30_000)),
        format!("[{}b]", "text.en.".repeat(20_000)),
    ] {
        let reply = call(&mut app, "importLesson", &import(&format!("{whole}\n{deep}\n")));
        assert_eq!(reply["lesson"], Value::Null);
    }
    assert_eq!(call(&mut app, "ownLessons", &of), json!([]));
    let reply = call(&mut app, "importLesson", &import(&whole));
    assert_eq!(reply["faults"], json!([]));
    assert_eq!(reply["lesson"]["title"], "Every kind");
    // It opens and is judged like any other lesson, but is not listed among the bundled ones.
    let lesson = call(&mut app, "lesson", &json!({"id": "kinds", "language": "fr"}));
    assert_eq!(lesson["intro"], "One step of each kind.");
    let answer = json!({"kind": "truth", "value": false});
    let step =
        json!({"lesson": "kinds", "step": 3, "answer": answer, "mistakes": 0, "hints": 0, "language": "en"});
    assert_eq!(call(&mut app, "lessonStep", &step)["verdict"], "done");
    assert_eq!(call(&mut app, "ownLessons", &of)[0]["done"], 1);
    let taught = call(
        &mut app,
        "lessons",
        &json!({"variant": "international", "language": "en"}),
    );
    assert!(!list(&taught).is_empty());
    assert!(list(&taught).iter().all(|lesson| lesson["id"] != "kinds"));
    call(&mut app, "removeLesson", &json!({"lesson": "kinds"}));
    assert_eq!(call(&mut app, "ownLessons", &of), json!([]));
    assert!(
        app.call(
            "lesson",
            &json!({"id": "kinds", "language": "en"}).to_string(),
            1.0
        )
        .is_err()
    );
}

#[test]
fn a_finished_lesson_is_repeated_by_its_hardest_step() {
    let mut app = app();
    let id = "must-take";
    let open = |app: &mut App, now: f64| call_at(app, now, "lesson", &json!({"id": id, "language": "en"}));
    let lesson = open(&mut app, 0.0);
    assert_eq!(lesson["review"], Value::Null, "not finished");
    let mut returns = 0.0;
    for index in 0..list(&lesson["steps"]).len() {
        returns = finish(&mut app, 0.0, id, index)["returns"]
            .as_f64()
            .unwrap_or(0.0);
    }
    assert!(returns >= DAY, "{returns}");
    let (mut now, mut before) = (0.0, 0.0);
    for _ in 0..3 {
        assert_eq!(open(&mut app, returns - 1.0)["review"], Value::Null);
        assert_eq!(open(&mut app, returns - 1.0)["summary"]["due"], false);
        assert!(
            returns - now > before,
            "known well, it comes back later each time"
        );
        (before, now) = (returns - now, returns);
        let due = call_at(
            &mut app,
            now,
            "today",
            &json!({"variant": "international", "language": "en", "zone": 0}),
        );
        assert_eq!(due["lessonsDue"][0]["id"], id);
        let lesson = open(&mut app, now);
        let step = lesson["review"].as_u64().expect("it is due") as usize;
        assert_ne!(lesson["steps"][step]["kind"], "explain");
        // Another step does not count.
        let other = usize::from(step == 1) + 1;
        finish(&mut app, now, id, other);
        assert_eq!(open(&mut app, now)["review"], step);
        returns = finish(&mut app, now, id, step)["returns"]
            .as_f64()
            .expect("a time");
        assert_eq!(open(&mut app, now)["review"], Value::Null);
        let after = call_at(
            &mut app,
            now,
            "today",
            &json!({"variant": "international", "language": "en", "zone": 0}),
        );
        assert_eq!(after["lessonsDue"], json!([]));
        assert_eq!(after["day"]["repeated"], 1);
        assert_eq!(after["day"]["inARow"], 1);
    }
}

/// Time of a minute of a day counted since 1970, by a clock `zone` minutes ahead of UTC.
fn time(day: u32, minute: u32, zone: i32) -> f64 {
    f64::from(day) * DAY + (f64::from(minute) - f64::from(zone)) * 60_000.0
}

#[test]
fn the_end_of_summer_time_breaks_no_streak() {
    // Summer time ends on 25 October 2026, day 20751, at 3:00. One step a day, each day at the same time.
    for minute in [10, 50, 600, 1400, 1435] {
        // The host reports the zone each day, or the calendar of the device at the end.
        for reported in [false, true] {
            let mut app = app();
            let mut lines = vec![json!({"damier": {"version": 8, "at": 9}})];
            for day in 20740..20760 {
                let zone = if day < 20751 || (day == 20751 && minute < 180) {
                    120
                } else {
                    60
                };
                let now = time(day, minute, zone);
                if reported {
                    let asked = json!({"variant": "international", "language": "en", "zone": zone});
                    call_at(&mut app, now, "today", &asked);
                }
                lines.push(json!({"lessonStep": {
                    "profile": 1, "lesson": "board", "step": day.to_string(), "mistakes": 0, "hints": 0, "done": now as i64,
                }}));
            }
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let end = time(20759, 1438, 60);
            let restore = &call_at(&mut app, end, "beginRestore", &json!({}))["restore"];
            let text = json!({"restore": restore, "text": text, "last": true});
            call_at(&mut app, end, "restoreChunk", &text);
            let mut asked = json!({"variant": "international", "language": "en", "zone": 60});
            if !reported {
                asked["changes"] = json!([
                    {"since": 0, "minutes": 60},
                    {"since": time(20541, 120, 60), "minutes": 120},
                    {"since": time(20751, 120, 60), "minutes": 60},
                ]);
            }
            let day = &call_at(&mut app, end, "today", &asked)["day"];
            assert_eq!(
                (&day["inARow"], &day["forgiven"]),
                (&json!(20), &json!(false)),
                "{minute} {reported}"
            );
            assert_eq!(day["steps"], 1, "{minute} {reported}");
        }
    }
}

#[test]
fn a_forgotten_lesson_is_repeated_sooner_by_the_step_with_mistakes() {
    let mut app = app();
    let id = "must-take";
    let steps = list(&call(&mut app, "lesson", &json!({"id": id, "language": "en"}))["steps"]).len();
    let trouble = 1;
    for index in 0..steps {
        finish_with(&mut app, 0.0, id, index, u8::from(index == trouble));
    }
    let now = 100.0 * DAY;
    let lesson = call_at(&mut app, now, "lesson", &json!({"id": id, "language": "en"}));
    assert_eq!(lesson["review"], trouble);
    let returns = finish_with(&mut app, now, id, trouble, 2)["returns"]
        .as_f64()
        .expect("a time");
    assert!(returns - now < 4.0 * DAY, "{}", (returns - now) / DAY);
}

/// Solves a step with its third hint.
fn finish(app: &mut App, now: f64, lesson: &str, index: usize) -> Value {
    finish_with(app, now, lesson, index, 0)
}

/// Solves a step with its third hint after some mistakes; returns the last reply.
fn finish_with(app: &mut App, now: f64, lesson: &str, index: usize, mistakes: u8) -> Value {
    let view = call_at(app, now, "lesson", &json!({"id": lesson, "language": "en"}));
    let step = &view["steps"][index];
    let of = |answer: &Value| {
        json!({
            "lesson": lesson, "step": index, "answer": answer, "mistakes": mistakes, "hints": 0, "language": "en", "strength": 3,
        })
    };
    let (mut squares, mut paths) = (Vec::new(), Vec::new());
    loop {
        let answer = match step["kind"].as_str().expect("a word") {
            "explain" => json!({"kind": "seen"}),
            kind => {
                let taps = kind.starts_with("tap");
                let so_far = match taps {
                    true => json!({"kind": "taps", "squares": squares}),
                    false => json!({"kind": "moves", "paths": paths}),
                };
                let hint = call_at(app, now, "lessonHint", &of(&so_far));
                if taps {
                    squares.push(hint["overlays"][0]["squares"][0].clone());
                    json!({"kind": "taps", "squares": squares})
                } else if kind == "countCapture" {
                    json!({"kind": "count", "number": list(&hint["overlays"][0]["path"]).len() - 1})
                } else {
                    paths.push(hint["overlays"][0]["path"].clone());
                    json!({"kind": "moves", "paths": paths})
                }
            }
        };
        let reply = call_at(app, now, "lessonStep", &of(&answer));
        if reply["verdict"] == "done" {
            return reply;
        }
    }
}

/// Answers all questions of the placement right at the first try, except `at_second`.
fn place(app: &mut App, at_second: Option<usize>) -> Value {
    let answers = [
        json!({"kind": "truth", "value": true}),
        json!({"kind": "pick", "option": "most"}),
        json!({"kind": "pick", "option": "decides"}),
        json!({"kind": "pick", "option": "far"}),
        json!({"kind": "pick", "option": "either"}),
        json!({"kind": "truth", "value": false}),
        json!({"kind": "pick", "option": "at-end"}),
        json!({"kind": "pick", "option": "win"}),
    ];
    for (step, answer) in answers.iter().enumerate() {
        let mistakes = u8::from(at_second == Some(step));
        let params = json!({"lesson": "beliefs", "step": step, "answer": answer, "mistakes": mistakes, "hints": 0,
            "language": "nl"});
        let reply = call(app, "lessonStep", &params);
        assert_eq!(reply["verdict"], "done", "{step}: {reply}");
    }
    let of = json!({"variant": "international", "language": "nl"});
    call(app, "placement", &of)
}

#[test]
fn right_answers_of_the_placement_skip_known_lessons() {
    let mut knows = app();
    call(&mut knows, "setProfile", &json!({"experience": "atHome"}));
    let placed = place(&mut knows, None);
    assert_eq!((&placed["answered"], &placed["right"]), (&json!(8), &json!(8)));
    assert_eq!(placed["lesson"]["id"], "draws");
    // Before the first puzzle, the answers set level and rating: more than half way from "at home" to "in a club".
    assert_eq!(placed["rating"], 1120);
    let key = |experience: &str| {
        let mut other = app();
        call(&mut other, "setProfile", &json!({"experience": experience}));
        let of = json!({"variant": "international", "language": "nl"});
        call(&mut other, "placement", &of)["level"].clone()
    };
    assert_ne!(placed["level"], key("atHome"));
    let lesson = |app: &mut App, id: &str| {
        let params = json!({"id": id, "language": "nl"});
        call(app, "lesson", &params)["summary"].clone()
    };
    assert_eq!(lesson(&mut knows, "five-differences")["known"], true);
    assert_eq!(lesson(&mut knows, "notation")["known"], false);

    // A lesson stays on the path if a question about it was missed.
    let mut errs = app();
    call(&mut errs, "setProfile", &json!({"experience": "atHome"}));
    let placed = place(&mut errs, Some(2));
    assert_eq!(
        (&placed["right"], &placed["lesson"]["id"]),
        (&json!(7), &json!("five-differences"))
    );
    assert_eq!(lesson(&mut errs, "must-take")["known"], false);
    assert_eq!(lesson(&mut errs, "winning")["known"], true);

    // An error in a later rule sends nobody back to the first steps of a man.
    let mut crowns = app();
    call(&mut crowns, "setProfile", &json!({"experience": "atHome"}));
    let placed = place(&mut crowns, Some(5));
    assert_eq!(placed["lesson"]["id"], "promotion");
    assert_eq!(lesson(&mut crowns, "man-move")["known"], true);
}

#[test]
fn the_tracks_of_the_path_come_first() {
    let first = |experience: &str| {
        let mut app = app();
        call(&mut app, "setProfile", &json!({"experience": experience}));
        let of = json!({"variant": "international", "language": "fr"});
        let tracks = call(&mut app, "tracks", &of);
        (tracks[0]["id"].clone(), tracks[1]["id"].clone())
    };
    assert_eq!(first("notYet"), (json!("first-steps"), json!("rules-in-full")));
    assert_eq!(first("atHome"), (json!("at-home"), json!("first-steps")));
}

#[test]
fn the_level_follows_the_puzzle_rating() {
    for variant in ["international", "turkish"] {
        for experience in ["notYet", "atHome", "inAClub"] {
            let mut app = app();
            call(&mut app, "setProfile", &json!({"experience": experience}));
            let placed = call(
                &mut app,
                "placement",
                &json!({"variant": variant, "language": "en"}),
            );
            let levels = call(&mut app, "levels", &json!({"variant": variant}));
            let proposed = list(&levels)
                .iter()
                .find(|level| level["proposedFor"] == experience);
            assert_eq!(
                proposed.map(|level| &level["key"]),
                Some(&placed["level"]),
                "{variant}"
            );
        }
    }
}
