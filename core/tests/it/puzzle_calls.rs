//! Puzzles through the calls: what is hidden, and what is stored when.
use crate::common::{NOW, app, call, refused};
use damier_core::App;
use draughts::notation::{fen, movetext};
use draughts::{Position, Side, Variant};
use draughts_puzzles::{Stocks, Theme, pattern, quiet_twin};
use serde_json::{Value, json};

fn open(app: &mut App, id: Option<&str>) -> Value {
    call(app, "puzzle", &json!({"id": id, "variant": "international"}))
}

fn attempt(app: &mut App, puzzle: &str, moves: &Value, hints: u8) -> Value {
    call(
        app,
        "tryPuzzleMove",
        &json!({"puzzle": puzzle, "moves": moves, "hints": hints}),
    )
}

#[test]
fn the_list_hides_the_solutions() {
    let mut app = app();
    let list = call(&mut app, "puzzles", &json!({"variant": "international"}));
    let list = list.as_array().unwrap();
    assert!(list.len() >= 12);
    for puzzle in list {
        assert_eq!(puzzle["solved"], false);
        assert_eq!(puzzle["attempts"], 0);
        assert_eq!(puzzle["themes"], json!([]));
    }
    let first = open(&mut app, None);
    assert_eq!(first["summary"]["id"], list[0]["id"]);
    assert_eq!(first["number"], 1);
    assert_eq!(first["of"], list.len());
    assert_eq!(first["next"], list[1]["id"]);
    assert!(
        !first["summary"]["position"]["legal"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let last = open(&mut app, list.last().unwrap()["id"].as_str());
    assert_eq!(last["next"], list[0]["id"], "the first is not solved yet");
}

#[test]
fn a_solved_puzzle_is_stored_once_and_shows_its_themes() {
    let mut app = app();
    let good = attempt(&mut app, "birch", &json!([[28, 22]]), 0);
    assert_eq!(good["verdict"], "goOn");
    assert_eq!(good["themes"], json!([]));
    assert_eq!(good["played"].as_array().unwrap().len(), 2);
    assert_eq!(good["played"][1]["notation"], "17x28");
    assert_eq!(good["position"]["mustTake"], true);
    assert_eq!(open(&mut app, Some("birch"))["summary"]["attempts"], 0);
    for _ in 0..2 {
        let done = attempt(&mut app, "birch", &json!([[28, 22], [32, 23, 14, 5]]), 0);
        assert_eq!(done["verdict"], "done");
        assert!(done["themes"].as_array().unwrap().contains(&json!("mazette")));
        assert_eq!(done["position"]["legal"], json!([]));
    }
    let view = open(&mut app, Some("birch"));
    assert_eq!(view["summary"]["solved"], true);
    assert_eq!(view["summary"]["attempts"], 1);
    assert!(
        view["summary"]["themes"]
            .as_array()
            .unwrap()
            .contains(&json!("mazette"))
    );
    // A wrong move afterwards changes nothing.
    attempt(&mut app, "birch", &json!([[28, 23]]), 0);
    assert_eq!(open(&mut app, Some("birch"))["summary"]["attempts"], 1);
    assert_ne!(open(&mut app, None)["summary"]["id"], "birch");
}

#[test]
fn the_first_wrong_move_and_a_later_solution_are_both_stored() {
    let mut app = app();
    let wrong = attempt(&mut app, "birch", &json!([[28, 23]]), 0);
    assert_eq!(wrong["verdict"], "wrong");
    assert_eq!(wrong["played"][0]["notation"], "28-23");
    assert!(wrong["played"].as_array().unwrap().len() > 1);
    assert_eq!(
        wrong["position"]["fen"],
        open(&mut app, Some("birch"))["summary"]["position"]["fen"]
    );
    attempt(&mut app, "birch", &json!([[37, 31]]), 0);
    let view = open(&mut app, Some("birch"));
    assert_eq!(
        (&view["summary"]["attempts"], &view["summary"]["solved"]),
        (&json!(1), &json!(false))
    );
    attempt(&mut app, "birch", &json!([[28, 22], [32, 5]]), 1);
    let view = open(&mut app, Some("birch"));
    assert_eq!(
        (&view["summary"]["attempts"], &view["summary"]["solved"]),
        (&json!(2), &json!(true))
    );
}

#[test]
fn a_shown_solution_counts_as_not_solved() {
    let mut app = app();
    let shown = call(&mut app, "puzzleSolution", &json!({"puzzle": "birch"}));
    let line: Vec<&str> = shown["line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["notation"].as_str().unwrap())
        .collect();
    assert_eq!(line, ["28-22", "17x28", "32x5"]);
    assert!(shown["themes"].as_array().unwrap().contains(&json!("mazette")));
    let view = open(&mut app, Some("birch"));
    assert_eq!(view["summary"]["solved"], false);
    assert_eq!(view["summary"]["attempts"], 1);
    assert!(!view["summary"]["themes"].as_array().unwrap().is_empty());
}

#[test]
fn hints_go_from_the_quarter_to_the_move() {
    let mut app = app();
    let mut overlays = |strength: u8| {
        let params = json!({"puzzle": "birch", "moves": [[28, 22]], "strength": strength});
        call(&mut app, "puzzleHint", &params)["overlays"].clone()
    };
    assert_eq!(overlays(1)[0]["kind"], "ring");
    assert!(overlays(1)[0]["squares"].as_array().unwrap().len() > 10);
    assert_eq!(overlays(2), json!([{"kind": "ring", "squares": [32]}]));
    assert_eq!(
        overlays(3),
        json!([{"kind": "route", "path": [32, 23, 14, 5], "label": null}])
    );
}

#[test]
fn invalid_calls_are_refused_with_their_kind() {
    let mut app = app();
    let mut kind = |moves: Value| {
        let params = json!({"puzzle": "birch", "moves": moves, "hints": 0});
        refused(&mut app, "tryPuzzleMove", &params)
    };
    assert_eq!(kind(json!([])), "badParams");
    assert_eq!(kind(json!([[28, 50]])), "illegalMove");
    assert_eq!(kind(json!([[200, 0]])), "illegalMove");
    assert_eq!(kind(json!([[28, 23], [32, 28]])), "badParams");
    let unknown = json!({"puzzle": "no-such", "moves": [[1, 2]], "hints": 0, "strength": 1});
    for name in ["tryPuzzleMove", "puzzleHint", "puzzleSolution"] {
        assert_eq!(refused(&mut app, name, &unknown), "notFound");
    }
    assert_eq!(
        refused(
            &mut app,
            "puzzle",
            &json!({"id": "no-such", "variant": "international"})
        ),
        "notFound"
    );
    assert_eq!(
        refused(&mut app, "puzzles", &json!({"variant": "chess"})),
        "unknownVariant"
    );
}

#[test]
fn the_answer_at_the_first_run_sets_the_difficulty_of_the_first_puzzles() {
    let first = |experience: &str| {
        let mut app = app();
        call(&mut app, "setProfile", &json!({"experience": experience}));
        let rated = json!({"variant": "international", "mode": "rated", "zone": 0});
        let id = call(&mut app, "nextPuzzle", &rated)["summary"]["id"].clone();
        let puzzle = Stocks::bundled().find(id.as_str().unwrap()).unwrap();
        let rating = puzzle.strength().rating;
        let training = call(
            &mut app,
            "training",
            &json!({"variant": "international", "zone": 0}),
        );
        assert_eq!(training["rating"], Value::Null, "nothing was measured yet");
        rating
    };
    let [not_yet, at_home, in_a_club] = ["notYet", "atHome", "inAClub"].map(first);
    assert!(not_yet < 500.0, "a beginner's first puzzle is easy: {not_yet}");
    assert!(not_yet + 100.0 < at_home, "{not_yet} {at_home}");
    assert!(
        in_a_club >= 1200.0,
        "a club player is given what takes looking: {in_a_club}"
    );
}

#[test]
fn today_shows_the_running_games_and_the_last_result() {
    let mut app = app();
    let of = json!({"variant": "international", "language": "en", "zone": 0});
    let game = json!({"variant": "russian", "white": {"kind": "human"}, "black": {"kind": "computer", "level": "1"},
        "handicap": {"white": 0, "black": 0}});
    let id = call(&mut app, "newGame", &game)["id"].clone();
    assert_eq!(
        call(&mut app, "today", &of)["games"],
        json!([]),
        "before its first move"
    );
    let path = call(&mut app, "game", &json!({"id": id}))["position"]["legal"][0]["routes"][0].clone();
    call(&mut app, "playMove", &json!({"game": id, "ply": 0, "path": path}));
    let today = call(&mut app, "today", &of);
    assert_eq!(today["games"][0]["game"]["id"], id);
    assert_eq!(today["games"][0]["board"]["columns"], 8);
    assert_eq!(today["games"][0]["position"]["turn"], "black");
    assert_eq!(today["last"], Value::Null);
    call(&mut app, "resign", &json!({"game": id, "side": "white"}));
    let today = call(&mut app, "today", &of);
    assert_eq!(today["games"], json!([]));
    assert_eq!(today["last"]["game"]["id"], id);
    assert_eq!(today["last"]["game"]["outcome"]["winner"], "black");
}

#[test]
fn a_puzzle_reveals_its_solution_only_when_it_is_over() {
    let mut app = app();
    let after = json!({"puzzle": "birch", "language": "en"});
    assert_eq!(refused(&mut app, "afterPuzzle", &after), "badParams");
    assert_eq!(
        refused(
            &mut app,
            "refutePuzzleMove",
            &json!({"puzzle": "birch", "line": [[37, 31]]})
        ),
        "badParams"
    );
    attempt(&mut app, "birch", &json!([[37, 31]]), 0);
    attempt(&mut app, "birch", &json!([[28, 22], [32, 5]]), 0);
    let told = call(&mut app, "afterPuzzle", &after);
    let moves = told["moves"].as_array().unwrap();
    assert_eq!(moves[0]["answers"], Value::Null);
    assert_eq!(moves[1]["answers"], 0);
    assert_eq!(moves[0]["position"]["turn"], "black");
    let due = told["due"].as_f64().unwrap();
    assert!(due > NOW, "it was missed first, so it comes back");
    assert!(told["alike"].as_u64().unwrap() > 0 && told["theme"].is_string());

    let wrong = json!({"puzzle": "birch", "line": [[37, 31]]});
    let refuted = call(&mut app, "refutePuzzleMove", &wrong);
    assert_eq!(refuted["verdict"], "wrong");
    assert!(refuted["played"].as_array().unwrap().len() > 1);
    assert_eq!(
        open(&mut app, Some("birch"))["summary"]["attempts"],
        2,
        "to ask is no attempt"
    );
}

/// A call at a time after `NOW`, in days.
fn later(app: &mut App, days: f64, name: &str, params: &Value) -> Value {
    let reply = app.call(name, &params.to_string(), NOW + days * 86_400_000.0);
    serde_json::from_str(&reply.unwrap_or_else(|e| panic!("{name}: {e}"))).unwrap()
}

fn repeat() -> Value {
    json!({"variant": "international", "zone": 0, "mode": "repeat"})
}

#[test]
fn an_idea_comes_back_in_a_position_that_was_never_seen() {
    let mut app = app();
    attempt(&mut app, "birch", &json!([[37, 31]]), 0);
    assert_eq!(
        later(&mut app, 0.1, "nextPuzzle", &repeat()),
        Value::Null,
        "not yet"
    );
    let training = json!({"variant": "international", "zone": 0});
    assert_eq!(later(&mut app, 3.0, "training", &training)["due"], 1);
    let stocks = Stocks::bundled();
    let mut seen = vec![pattern(&stocks.find("birch").unwrap().position)];
    let (mut quiet, mut days) = (0, 3.0);
    for _ in 0..24 {
        let puzzle = later(&mut app, days, "nextPuzzle", &repeat());
        if puzzle.is_null() {
            days += 1.0;
            continue;
        }
        assert_eq!(puzzle["returns"]["idea"], "mazette");
        let summary = &puzzle["summary"];
        let id = summary["id"].as_str().unwrap();
        let position = fen::read(
            Variant::International,
            summary["position"]["fen"].as_str().unwrap(),
        )
        .unwrap();
        assert!(!seen.contains(&pattern(&position)), "{id} was seen");
        seen.push(pattern(&position));
        assert!(puzzle["moves"].as_u64().unwrap() > 1);
        // It is missed each time, so that it comes back soon.
        let twin = id.ends_with('~');
        quiet += u32::from(twin);
        let shown = later(&mut app, days, "puzzleSolution", &json!({"puzzle": id}));
        assert_eq!(shown["line"].as_array().unwrap().is_empty(), twin);
        days += 1.0;
    }
    assert!(seen.len() > 12, "{}", seen.len());
    assert!((1..=9).contains(&quiet), "{quiet}");
    let ideas = later(&mut app, days, "ideas", &json!({"variant": "international"}));
    let memory = &ideas["ideas"][0]["memory"];
    assert_eq!(ideas["ideas"][0]["idea"], "mazette");
    assert!(memory["missed"].as_u64().unwrap() > 5, "{memory}");
    assert!(memory["recallNextWeek"].as_u64() < memory["recall"].as_u64());
    assert!(ideas["ideas"].as_array().unwrap().len() >= 20);
}

#[test]
fn nothing_works_in_a_quiet_twin_and_its_shot_is_refuted() {
    let mut app = app();
    let stocks = Stocks::bundled();
    let stock = stocks.of(Variant::International);
    let (puzzle, found) = stock
        .cards()
        .iter()
        .rev()
        .map(|card| stock.puzzle(card).unwrap())
        .find_map(|puzzle| quiet_twin(&puzzle).map(|twin| (puzzle, twin)))
        .unwrap();
    let twin = format!("{}~", puzzle.id);
    let said = |app: &mut App, id: &str| {
        let nothing = json!({"puzzle": id, "moves": [], "hints": 0, "nothing": true});
        call(app, "tryPuzzleMove", &nothing)["verdict"].clone()
    };
    let key = &found.position.routes(&found.key)[0];
    let path: Vec<u8> = key.iter().map(|square| square.number()).collect();
    let refuted = attempt(&mut app, &twin, &json!([path]), 0);
    assert_eq!(refuted["verdict"], "wrong");
    assert!(refuted["played"].as_array().unwrap().len() > 1);
    assert_eq!(said(&mut app, &twin), "done");
    let training = json!({"variant": "international", "zone": 0});
    assert_eq!(
        call(&mut app, "training", &training)["rating"],
        Value::Null,
        "it is not rated"
    );
    assert_eq!(said(&mut app, &puzzle.id), "wrong");
    assert!(call(&mut app, "training", &training)["rating"].is_object());
    let after = call(
        &mut app,
        "afterPuzzle",
        &json!({"puzzle": twin, "language": "en"}),
    );
    assert_eq!(
        after["moves"].as_array().unwrap().len(),
        1 + found.refutation.len()
    );
    assert_eq!(
        refused(
            &mut app,
            "puzzle",
            &json!({"id": "birch~~~", "variant": "international"})
        ),
        "notFound"
    );
}

#[test]
fn a_fresh_position_is_composed_where_the_stock_has_none() {
    let mut app = app();
    // Everything in the stock with this idea near the rating was tried.
    let stocks = Stocks::bundled();
    let stock = stocks.of(Variant::Russian);
    let rated = stock
        .cards()
        .iter()
        .filter(|card| card.idea == Some(Theme::DirectShot));
    let ids: Vec<&str> = rated.map(|card| stock.id(card)).collect();
    for id in &ids {
        call(&mut app, "puzzleSolution", &json!({"puzzle": id}));
    }
    let ask = json!({"variant": "russian", "zone": 0, "mode": "repeat"});
    assert_eq!(later(&mut app, 9.0, "nextPuzzle", &ask), Value::Null);
    let ideas = json!({"variant": "russian"});
    assert_eq!(later(&mut app, 9.0, "ideas", &ideas)["wanting"], "direct-shot");
    let begin = json!({"variant": "russian", "name": "Fresh"});
    let mut step = later(&mut app, 9.0, "beginFreshPuzzle", &begin);
    while step["done"] == false {
        step = later(&mut app, 9.0, "freshPuzzleStep", &json!({"job": step["job"]}));
    }
    let puzzle = later(&mut app, 9.0, "nextPuzzle", &ask);
    assert_eq!(puzzle["returns"]["idea"], "direct-shot");
    let id = puzzle["summary"]["id"].as_str().unwrap().trim_end_matches('~');
    assert!(!ids.contains(&id));
    assert_eq!(step["puzzle"], id);
    assert_eq!(puzzle["returns"]["near"], true);
}

#[test]
fn casual_attempts_do_not_count() {
    let mut app = app();
    let wrong = json!({"puzzle": "birch", "moves": [[37, 31]], "hints": 0, "casual": true});
    assert_eq!(call(&mut app, "tryPuzzleMove", &wrong)["verdict"], "wrong");
    assert_eq!(open(&mut app, Some("birch"))["summary"]["attempts"], 0);
}

/// Id and rating of the next puzzle.
fn next(app: &mut App, params: &Value) -> (String, u64) {
    let mut asked = json!({"variant": "international", "zone": 0});
    let all = asked.as_object_mut().unwrap();
    all.extend(params.as_object().unwrap().clone());
    let puzzle = call(app, "nextPuzzle", &asked);
    let summary = &puzzle["summary"];
    (
        summary["id"].as_str().unwrap().to_owned(),
        summary["rating"].as_u64().unwrap(),
    )
}

#[test]
fn puzzles_get_harder_on_request_and_during_a_run() {
    let mut app = app();
    let rated = |app: &mut App, difficulty| next(app, &json!({"mode": "rated", "difficulty": difficulty})).1;
    let (easy, usual, hard) = (
        rated(&mut app, "easiest"),
        rated(&mut app, "normal"),
        rated(&mut app, "hardest"),
    );
    assert!(easy < usual && usual < hard, "{easy} {usual} {hard}");
    for mode in ["storm", "climb"] {
        let at = |app: &mut App, solved| next(app, &json!({"mode": mode, "streak": solved})).1;
        let ratings = [at(&mut app, 0), at(&mut app, 15), at(&mut app, 30)];
        assert!(
            ratings.is_sorted() && ratings[0] < ratings[2],
            "{mode} {ratings:?}"
        );
    }
}

#[test]
fn no_puzzle_comes_twice_in_a_run() {
    let mut app = app();
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..40 {
        let (id, _) = next(&mut app, &json!({"mode": "storm", "streak": 0, "seen": seen}));
        assert!(!seen.contains(&id));
        seen.push(id);
    }
}

#[test]
fn a_puzzle_is_found_by_any_position_of_its_solution() {
    let mut app = app();
    let mut from = json!(0);
    let mut found = Vec::new();
    while !from.is_null() {
        let asked = json!({"variant": "international", "fen": "W:W32,37:B10,19,28", "from": from});
        let step = call(&mut app, "puzzlesWith", &asked);
        found.extend(step["puzzles"].as_array().unwrap().clone());
        from = step["next"].clone();
    }
    assert!(found.contains(&json!("birch")), "{found:?}");
}

#[test]
fn a_defence_is_found_in_steps_and_only_one_move_holds() {
    let mut app = app();
    let mut find = |seen: Vec<Value>| {
        let mut view = call(
            &mut app,
            "beginDefence",
            &json!({"variant": "international", "seen": seen}),
        );
        assert_eq!(
            refused(
                &mut app,
                "tryDefence",
                &json!({"defence": view["defence"], "path": [31, 26]})
            ),
            "badParams"
        );
        while view["done"] == false {
            view = call(&mut app, "defenceStep", &json!({"defence": view["defence"]}));
        }
        let legal = view["question"]["position"]["legal"].as_array().unwrap().clone();
        assert!(legal.len() >= 4);
        let tried = |mv: &Value| {
            let squares = mv["routes"].get(0).unwrap_or(&Value::Null).clone();
            json!({"defence": view["defence"], "path": squares})
        };
        let replies: Vec<Value> = legal
            .iter()
            .map(|mv| call(&mut app, "tryDefence", &tried(mv)))
            .collect();
        let held: Vec<&Value> = replies.iter().filter(|reply| reply["held"] == true).collect();
        assert_eq!(held.len(), 1);
        assert_eq!(held[0]["played"].as_array().unwrap().len(), 1);
        assert!(replies.iter().all(|reply| reply["only"] == held[0]["only"]));
        // A move that does not hold is refuted; if that takes too long, no loss is shown.
        let refuted = |reply: &&Value| reply["lost"].as_i64().unwrap() > 0;
        assert!(replies.iter().filter(refuted).count() * 2 > replies.len());
        assert_eq!(
            refused(&mut app, "defenceStep", &json!({"defence": 4711})),
            "notFound"
        );
        view["question"]["puzzle"].clone()
    };
    let first = find(Vec::new());
    assert_ne!(find(vec![first.clone()]), first);
}

/// Makes the lesson of a game from a position with these moves, for White.
fn loss_lesson(app: &mut App, position: &Position, moves: &str) -> Value {
    let text = format!("[FEN \"{}\"]\n\n{moves} *", fen::write(position));
    let game = call(
        app,
        "beginAnalysis",
        &json!({"variant": "international", "text": text}),
    );
    let side = if position.turn() == Side::White {
        "white"
    } else {
        "black"
    };
    let mut lesson = call(app, "beginLossLesson", &json!({"game": game["id"], "side": side}));
    while lesson["done"] == false {
        lesson = call(app, "lossLessonStep", &json!({"job": lesson["job"]}));
    }
    lesson
}

/// The kinds of the steps of a lesson.
fn kinds(lesson: &Value) -> Vec<&str> {
    let steps = lesson["steps"].as_array().unwrap();
    steps.iter().map(|step| step["kind"].as_str().unwrap()).collect()
}

#[test]
fn a_missed_shot_becomes_a_lesson_of_four_puzzles() {
    let mut app = app();
    let stocks = Stocks::bundled();
    let stock = stocks.of(Variant::International);
    let crowded = stock
        .cards()
        .iter()
        .step_by(37)
        .filter_map(|card| stock.puzzle(card).ok())
        .filter(|puzzle| puzzle.position.pieces().count() > 22 && puzzle.idea().is_some());
    let (puzzle, lesson) = crowded
        .map(|puzzle| {
            let key = puzzle.solution[0].mv;
            let legal = puzzle.position.legal_moves();
            let other = legal.iter().find(|mv| **mv != key).unwrap();
            let moves = format!("1. {}", movetext::write(&puzzle.position, other));
            let lesson = loss_lesson(&mut app, &puzzle.position, &moves);
            (puzzle, lesson)
        })
        .find(|(_, lesson)| kinds(lesson) == ["core", "own", "elsewhere", "quiet"])
        .expect("some game gives a whole lesson");
    let moment = &lesson["moment"];
    assert_eq!(
        (&moment["kind"], &moment["ply"], &moment["mistake"]),
        (&json!("missed"), &json!(0), &json!(0))
    );
    assert_eq!(moment["idea"], puzzle.idea().unwrap().key());
    // Each can be solved: the shots have a solution, and in the twin nothing works.
    for step in lesson["steps"].as_array().unwrap() {
        let id = &step["puzzle"];
        let view = call(&mut app, "puzzle", &json!({"id": id, "variant": "international"}));
        let quiet = step["kind"] == "quiet";
        assert_eq!(view["mayBeQuiet"], quiet);
        let solution = call(&mut app, "puzzleSolution", &json!({"puzzle": id}));
        assert_eq!(solution["line"].as_array().unwrap().is_empty(), quiet);
        call(&mut app, "afterPuzzle", &json!({"puzzle": id, "language": "en"}));
    }
    // Its idea will be repeated.
    let ideas = call(&mut app, "ideas", &json!({"variant": "international"}));
    assert_eq!(ideas["ideas"][0]["idea"], moment["idea"]);
}

#[test]
fn a_blunder_becomes_a_lesson_and_an_even_game_none() {
    let mut app = app();
    // 28-23 gives the man away.
    let start = fen::read(
        Variant::International,
        "W:W28,32,33,37,38,39,42,43,48,49:B8,9,12,13,16,18,19,20,24,25",
    )
    .unwrap();
    let lesson = loss_lesson(&mut app, &start, "1. 28-22 18x27");
    assert_eq!(lesson["moment"]["kind"], "blunder");
    assert_eq!(kinds(&lesson), ["core", "own"]);
    let own = &lesson["steps"][1]["puzzle"];
    let hint = json!({"puzzle": own, "moves": [], "strength": 3});
    assert_eq!(
        call(&mut app, "puzzleHint", &hint)["overlays"][0]["path"],
        json!([28, 22])
    );
    let tried = |app: &mut App, path: [u8; 2]| {
        let params = json!({"puzzle": own, "moves": [path], "hints": 0});
        call(app, "tryPuzzleMove", &params)["verdict"].clone()
    };
    assert_eq!(tried(&mut app, [28, 22]), "wrong");
    assert_eq!(tried(&mut app, [33, 29]), "wrong");
    assert_eq!(tried(&mut app, [37, 31]), "done");
    let after = call(&mut app, "afterPuzzle", &json!({"puzzle": own, "language": "en"}));
    assert_eq!(after["moves"][0]["played"]["notation"], "28-22");
    let nothing = loss_lesson(&mut app, &start, "1. 37-31");
    assert_eq!((&nothing["moment"], kinds(&nothing).len()), (&Value::Null, 0));
}
