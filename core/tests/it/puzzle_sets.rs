//! Sets of puzzles: mined in steps, put together by hand, exported and imported, and in a backup.
use crate::common::{NOW, app, call};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use damier_core::{App, ErrorKind};
use draughts::Variant;
use draughts::notation::movetext;
use serde_json::{Value, json};

/// A shot that was played, a shot that was missed, and a game without one.
const GAMES: &str = r#"
[White "Ann"]
[Black "Ben"]
[FEN "W:W28,32,37:B10,17,19"]

1. 28-22 17x28 2. 32x5 *

[White "Cas"]
[Black "Dirk"]
[FEN "W:W27,32,34,36,38,40,45:B6,11,12,16,18,23,25"]

1. 38-33 11-17 *

1. 32-28 18-23 2. 38-32 *
"#;

/// Mines to the end; returns the last view.
fn dig(app: &mut App, begin: &Value) -> Value {
    let mut view = call(app, "beginMining", begin);
    let mut progress = 0.0;
    while view["done"] == false {
        view = call(app, "miningStep", &json!({"mining": view["mining"]}));
        assert!(view["progress"].as_f64().unwrap() >= progress, "{view}");
        progress = view["progress"].as_f64().unwrap();
    }
    view
}

fn from_file(app: &mut App) -> i64 {
    let view = dig(
        app,
        &json!({"variant": "international", "text": GAMES, "name": "Club"}),
    );
    assert_eq!(
        (&view["games"], &view["found"], &view["missed"]),
        (&json!(3), &json!(2), &json!(1))
    );
    view["set"].as_i64().unwrap()
}

fn next(app: &mut App, set: i64) -> Value {
    let params = json!({"variant": "international", "mode": "set", "set": set, "zone": 0});
    call(app, "nextPuzzle", &params)
}

#[test]
fn a_file_of_games_becomes_a_set_solved_puzzle_by_puzzle() {
    let mut app = app();
    let set = from_file(&mut app);
    let page = call(&mut app, "puzzleSet", &json!({"set": set}));
    assert_eq!(page["set"]["name"], "Club");
    assert_eq!(page["puzzles"][0]["white"], "Ann");
    assert_eq!(page["puzzles"][0]["black"], "Ben");
    assert_eq!(page["puzzles"][0]["missed"], false);
    assert_eq!(page["puzzles"][1]["missed"], true);
    let first = next(&mut app, set);
    assert_eq!(first["summary"]["position"]["fen"], "W:W28,32,37:B10,17,19");
    let id = first["summary"]["id"].clone();
    let mut try_moves = |moves: Value| {
        let params = json!({"puzzle": id, "moves": moves, "hints": 0});
        call(&mut app, "tryPuzzleMove", &params)
    };
    assert_eq!(try_moves(json!([[28, 23]]))["verdict"], "wrong");
    assert_eq!(try_moves(json!([[28, 22]]))["verdict"], "goOn");
    let done = try_moves(json!([[28, 22], [32, 5]]));
    assert_eq!(done["verdict"], "done");
    assert!(done["tree"].as_str().unwrap().starts_with("28-22 17x28"));
    let second = next(&mut app, set);
    assert_ne!(second["summary"]["id"], id);
    let shown = json!({"puzzle": second["summary"]["id"]});
    call(&mut app, "puzzleSolution", &shown);
    // A puzzle whose solution was shown is not solved and stays next.
    assert_eq!(next(&mut app, set)["summary"]["id"], second["summary"]["id"]);
    let sets = call(&mut app, "puzzleSets", &json!({"variant": "international"}));
    assert_eq!((&sets[0]["puzzles"], &sets[0]["solved"]), (&json!(2), &json!(1)));
}

#[test]
fn mining_reports_the_outcome_of_every_position() {
    let mut app = app();
    let view = dig(
        &mut app,
        &json!({"variant": "international", "text": GAMES, "name": "Club"}),
    );
    let outcomes = view["outcomes"].as_array().unwrap();
    let of = |reason: &str| {
        outcomes
            .iter()
            .find(|outcome| outcome["reason"] == reason)
            .map_or(0, |outcome| outcome["count"].as_u64().unwrap())
    };
    // Each game is searched before every move and at its end.
    let positions = 4 + 3 + 4;
    assert_eq!(view["positions"], json!(positions));
    let all: u64 = outcomes
        .iter()
        .map(|outcome| outcome["count"].as_u64().unwrap())
        .sum();
    assert_eq!((all, of("found")), (positions, 2));
    assert!(of("quiet") + of("ahead") > 0, "{view}");
}

#[test]
fn the_games_of_the_player_are_mined() {
    let mut app = app();
    let none = dig(&mut app, &json!({"variant": "international"}));
    assert_eq!((&none["games"], &none["done"]), (&json!(0), &json!(true)));
    let players = |of: &str| {
        json!({"variant": of, "white": {"kind": "human"}, "black": {"kind": "human"},
            "handicap": {"white": 0, "black": 0}})
    };
    let game = call(&mut app, "newGame", &players("international"));
    let played = json!({"game": game["id"], "ply": 0, "path": [32, 28]});
    call(&mut app, "playMove", &played);
    call(&mut app, "newGame", &players("russian"));
    let view = dig(&mut app, &json!({"variant": "international"}));
    assert_eq!((&view["games"], &view["positions"]), (&json!(1), &json!(2)));
}

#[test]
fn games_of_every_variant_that_counts_men_are_mined() {
    for of in Variant::ALL {
        let mut app = app();
        let mut here = of.start();
        let mut text = String::new();
        for ply in 0..24 {
            let moves = here.legal_moves();
            let Some(mv) = moves.get(ply % moves.len().max(1)) else {
                break;
            };
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            text += &format!("{} ", movetext::write(&here, mv));
            here.play_unchecked(mv);
        }
        let begin = json!({"variant": of.key(), "text": text + "*", "name": "Club"});
        if !draughts_puzzles::can_mine(of) {
            assert!(app.call("beginMining", &begin.to_string(), NOW).is_err(), "{of}");
            continue;
        }
        let view = dig(&mut app, &begin);
        assert_eq!(view["games"], 1, "{of}: {begin}");
        assert!(view["positions"].as_u64().unwrap() > 10, "{of}: {view}");
    }
}

#[test]
fn an_imported_set_is_proved_again() {
    let mut app = app();
    let set = from_file(&mut app);
    let file = call(&mut app, "exportSet", &json!({"set": set}));
    let text = file["text"].as_str().unwrap();
    assert!(
        text.contains("28-22 17x28") && text.contains("[White \"Cas\"]"),
        "{text}"
    );
    let sheet = call(&mut app, "puzzleSheet", &json!({"set": set}));
    assert_eq!(sheet["puzzles"][0]["solution"], "28-22 17x28 32x5");
    let mut other = self::app();
    let view = dig(
        &mut other,
        &json!({"variant": "international", "text": text, "name": "Club"}),
    );
    assert_eq!((&view["found"], &view["missed"]), (&json!(2), &json!(0)));
    let ids = |app: &mut App, set: &Value| -> Vec<Value> {
        let page = call(app, "puzzleSet", &json!({"set": set}));
        let puzzles = page["puzzles"].as_array().unwrap().iter();
        puzzles.map(|puzzle| puzzle["summary"]["id"].clone()).collect()
    };
    assert_eq!(ids(&mut other, &view["set"]), ids(&mut app, &json!(set)));
}

#[test]
fn a_step_of_an_ended_search_does_not_end_the_next_one() {
    let mut app = app();
    let begin = json!({"variant": "international", "text": GAMES, "name": "Club"});
    let old = call(&mut app, "beginMining", &begin);
    let new = call(&mut app, "beginMining", &begin);
    let stale = app.call("miningStep", &json!({"mining": old["mining"]}).to_string(), NOW);
    assert_eq!(stale.unwrap_err().kind, ErrorKind::NotFound);
    call(&mut app, "miningStep", &json!({"mining": new["mining"]}));

    let old = call(&mut app, "beginRestore", &json!({}));
    let new = call(&mut app, "beginRestore", &json!({}));
    let chunk = |of: &Value| json!({"restore": of["restore"], "text": "", "last": false});
    let stale = app.call("restoreChunk", &chunk(&old).to_string(), NOW);
    assert_eq!(stale.unwrap_err().kind, ErrorKind::NotFound);
    call(&mut app, "restoreChunk", &chunk(&new));
}

#[test]
fn missed_shots_of_a_stored_game_go_into_the_players_own_set() {
    let mut app = app();
    let begun = call(
        &mut app,
        "beginImport",
        &json!({"name": "x.pdn", "duplicates": "skip"}),
    );
    let data = STANDARD.encode(GAMES);
    call(
        &mut app,
        "importChunk",
        &json!({"import": begun["import"], "data": data, "last": true}),
    );
    let games: Vec<i64> = (1..=3).collect();
    let view = dig(&mut app, &json!({"variant": "international", "games": games}));
    assert_eq!((&view["found"], &view["missed"]), (&json!(2), &json!(1)));
    let sets = call(&mut app, "puzzleSets", &json!({"variant": "international"}));
    assert_eq!(sets[0]["name"], "");
    let again = dig(&mut app, &json!({"variant": "international", "games": games}));
    assert_eq!((&again["found"], &again["known"]), (&json!(0), &json!(2)));
    assert_eq!(
        again["shots"],
        json!([]),
        "they are told where one game alone is looked through"
    );
    let one = dig(&mut app, &json!({"variant": "international", "games": [1]}));
    assert_eq!(
        (&one["shots"][0]["ply"], &one["shots"][0]["missed"]),
        (&json!(0), &json!(false))
    );
    assert!(
        one["shots"][0]["themes"]
            .as_array()
            .unwrap()
            .contains(&json!("mazette"))
    );
    assert!(
        call(
            &mut app,
            "puzzle",
            &json!({"id": one["shots"][0]["puzzle"], "variant": "international"})
        )["moves"]
            == 2
    );
    // A puzzle of another variant does not fit the set; a losing game has no puzzles.
    let other = dig(&mut app, &json!({"variant": "frisian", "games": games}));
    assert_eq!(other["games"], 0);
    assert_eq!(other["others"][0]["variant"], "international");
    assert_eq!(other["others"][0]["games"], games.len());
    let refused = app.call(
        "beginMining",
        &json!({"variant": "antidraughts", "games": games}).to_string(),
        NOW,
    );
    assert!(refused.is_err());
}

#[test]
fn games_of_another_variant_are_named_and_make_a_set_there() {
    let mut app = app();
    // The last game is of a variant without puzzles; the text before the games is none.
    let text = r#"
% kept by the club
[White "Orlov"]
[Black "Petrov"]
[GameType "25"]
[FEN "W:Wa1,c3,e3:Bb4,e5,g7"]

1. c3xa5 *

[White "Orlov"]
1. c3-d4 d6-c5 2. b2-c3 f6-g5 *

[GameType "20"]
1. 32-28 18-23 2. 38-32 *

[GameType "98"]
1. 32-28 19-23 *
"#;
    let of = |variant| json!({"variant": variant, "text": text, "name": "Club"});
    let view = dig(&mut app, &of("international"));
    assert_eq!(
        (&view["games"], &view["others"]),
        (
            &json!(1),
            &json!([{"variant": "russian", "games": 2, "minable": true}, {"variant": "antidraughts", "games": 1, "minable": false}])
        )
    );
    let russian = dig(&mut app, &of("russian"));
    assert_eq!(
        (&russian["games"], &russian["others"][0]["games"]),
        (&json!(2), &json!(1))
    );
    // A text without games has none of any variant.
    let none = json!({"variant": "international", "text": "\n\n", "name": "Club"});
    let view = dig(&mut app, &none);
    assert_eq!((&view["games"], &view["others"]), (&json!(0), &json!([])));
}

#[test]
fn sets_are_created_changed_deleted_and_backed_up() {
    let mut app = app();
    let set = call(
        &mut app,
        "addToSet",
        &json!({"puzzle": "birch", "name": "Friday"}),
    );
    call(
        &mut app,
        "addToSet",
        &json!({"puzzle": "holly", "set": set["set"]}),
    );
    call(
        &mut app,
        "takeFromSet",
        &json!({"set": set["set"], "puzzle": "birch"}),
    );
    call(
        &mut app,
        "renameSet",
        &json!({"set": set["set"], "name": "Saturday"}),
    );
    let mut backup = String::new();
    let mut step = call(&mut app, "beginBackup", &json!({}));
    loop {
        backup.push_str(step["text"].as_str().unwrap());
        if step["done"] == true {
            break;
        }
        step = call(&mut app, "exportStep", &json!({"export": step["export"]}));
    }
    let mut other = self::app();
    let restore = call(&mut other, "beginRestore", &json!({"bytes": backup.len()}));
    let part = json!({"restore": restore["restore"], "text": backup, "last": true});
    call(&mut other, "restoreChunk", &part);
    let sets = call(&mut other, "puzzleSets", &json!({"variant": "international"}));
    assert_eq!(sets[0]["name"], "Saturday");
    let page = call(&mut other, "puzzleSet", &json!({"set": sets[0]["set"]}));
    assert_eq!(page["puzzles"][0]["summary"]["id"], "holly");
    call(&mut app, "deleteSet", &json!({"set": set["set"]}));
    assert_eq!(
        call(&mut app, "puzzleSets", &json!({"variant": "international"})),
        json!([])
    );
}
