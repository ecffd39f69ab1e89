//! Tournaments and shared positions in the club.
use crate::evening::{Evening, HERE, MINUTE, class, evening, last, refused, terms};
use serde_json::{Value, json};

fn begin(evening: &mut Evening, system: &str, rounds: u32) -> Vec<Value> {
    evening.say(
        9,
        json!({"kind": "beginTournament", "system": system, "rounds": rounds, "terms": terms()}),
    )
}

fn tournament(told: &[Value]) -> &Value {
    let told = told.iter().rev().find(|one| one["kind"] == "tournament");
    &told.expect("the tournament is told")["tournament"]
}

fn look(evening: &mut Evening, line: u64) -> Value {
    let told = evening.say(line, json!({"kind": "lookAtTournament"}));
    tournament(&told).clone()
}

/// The connection of the guest with this tournament number; the guests' names end in it.
fn line_of(shown: &Value, number: &Value) -> u64 {
    let name = &shown["players"][number.as_u64().unwrap() as usize - 1]["name"];
    name.as_str()
        .unwrap()
        .rsplit(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap()
}

#[test]
fn each_round_draws_one_opening_for_all_its_boards() {
    let mut evening = class();
    let mut ballots = terms();
    ballots["variant"] = json!("russian");
    ballots["ballot"] = json!("flyingMen");
    let message = json!({"kind": "beginTournament", "system": "roundRobin", "rounds": 0, "terms": ballots});
    evening.say(9, message);
    evening.say(9, json!({"kind": "nextRound"}));
    let starts: Vec<Value> = (1..=3)
        .map(|table| {
            let told = evening.say(9, json!({"kind": "watch", "table": table}));
            last(&told)["table"]["game"]["startFen"].clone()
        })
        .collect();
    assert!(starts[0].is_string(), "{starts:?}");
    assert!(starts.iter().all(|start| *start == starts[0]), "{starts:?}");
}

#[test]
fn a_round_is_paired_seated_and_scored_automatically() {
    let mut evening = class();
    assert_eq!(
        evening.say(9, json!({"kind": "nextRound"})),
        [refused("noTournament")]
    );
    let opened = begin(&mut evening, "roundRobin", 0);
    let shown = tournament(&opened);
    assert_eq!(
        (shown["players"].as_array().unwrap().len(), &shown["rounds"]),
        (6, &json!(5))
    );
    assert_eq!(begin(&mut evening, "monrad", 3), [refused("tournamentAlready")]);
    for kind in ["nextRound", "endTournament"] {
        assert_eq!(evening.say(1, json!({"kind": kind})), [refused("hostOnly")]);
    }
    evening.say(9, json!({"kind": "nextRound"}));
    assert_eq!(
        evening.say(9, json!({"kind": "nextRound"})),
        [refused("roundGoesOn")]
    );
    let shown = look(&mut evening, 9);
    let first = shown["pairings"][0][0].clone();
    let table = first["table"].clone();
    assert!(table.is_u64(), "{shown}");
    // White resigns; the result is in the standings and in the game.
    let white = line_of(&shown, &first["white"]);
    evening.say(white, json!({"kind": "resign", "table": table}));
    let shown = look(&mut evening, 9);
    assert_eq!(shown["pairings"][0][0]["score"], "blackWins");
    let black = shown["players"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["number"] == first["black"])
        .unwrap();
    assert_eq!((&black["rank"], &black["points"]), (&json!(1), &json!(2)));
    let home = evening.say(white, json!({"kind": "takeHome", "table": table}));
    assert!(last(&home)["text"].as_str().unwrap().contains("[Round \"1\"]"));
    // A game of a tournament has no rematch.
    let again = evening.say(white, json!({"kind": "again", "table": table}));
    assert_eq!(again, [refused("tournamentGame")]);
    let watched = evening.say(white, json!({"kind": "watch", "table": table}));
    assert_eq!(last(&watched)["table"]["tournament"], true);
    // The organiser enters and corrects results of wooden boards, then pairs the next round.
    for board in [1, 2] {
        evening.say(
            9,
            json!({"kind": "setScore", "round": 0, "board": board, "score": "whiteWins"}),
        );
    }
    evening.say(
        9,
        json!({"kind": "setScore", "round": 0, "board": 0, "score": "draw"}),
    );
    assert_eq!(look(&mut evening, 9)["ready"], true);
    evening.say(9, json!({"kind": "nextRound"}));
    assert_eq!(look(&mut evening, 3)["pairings"].as_array().unwrap().len(), 2);
}

#[test]
fn the_host_takes_part_if_asked_to() {
    let mut evening = class();
    let message = json!({"kind": "beginTournament", "system": "monrad", "rounds": 2, "terms": terms(), "hostPlays": true});
    let opened = evening.say(9, message);
    let shown = tournament(&opened);
    assert_eq!(shown["players"].as_array().unwrap().len(), 7, "{shown}");
    evening.say(9, json!({"kind": "endTournament"}));
    // Six guests and the host: three tables, and one person is left over.
    evening.say(9, json!({"kind": "pairAll", "terms": terms(), "hostPlays": true}));
    let told = evening.say(9, json!({"kind": "lookAround"}));
    let boards = last(&told)["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 3, "{told:?}");
    assert!(boards.iter().all(|board| board["clock"].is_null()));
}

#[test]
fn an_absent_entrant_plays_after_arriving_and_being_confirmed() {
    let mut evening = evening();
    let key = evening.club.host_key();
    evening.club.opened(9, HERE, evening.now);
    evening.say(9, json!({"kind": "enter", "key": key, "name": "Trainer"}));
    begin(&mut evening, "monrad", 3);
    for name in ["Pupil 1", "Pupil 2"] {
        evening.say(9, json!({"kind": "addPlayer", "name": name}));
    }
    assert_eq!(
        evening.say(9, json!({"kind": "addPlayer", "name": "Pupil 1"})),
        [refused("nameTaken")]
    );
    evening.say(9, json!({"kind": "nextRound"}));
    let seat = json!({"kind": "seatPairing", "board": 0});
    assert_eq!(evening.say(9, seat.clone()), [refused("notBothHere")]);
    evening.enter(1, "Pupil 1");
    evening.enter(2, "Pupil 2");
    // The host has to say that it is they.
    assert_eq!(look(&mut evening, 9)["pairings"][0][0]["canBegin"], false);
    assert_eq!(evening.say(9, seat.clone()), [refused("notBothHere")]);
    evening.say(9, json!({"kind": "confirmPlayers"}));
    assert_eq!(look(&mut evening, 9)["pairings"][0][0]["canBegin"], true);
    evening.say(9, seat.clone());
    assert!(look(&mut evening, 9)["pairings"][0][0]["table"].is_u64());
    assert_eq!(evening.say(9, seat), [refused("noSuchPairing")]);
}

#[test]
fn a_tournament_survives_a_crash_and_the_end_of_the_evening() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    let mut evening = Evening::at(&file);
    let key = evening.club.host_key();
    evening.club.opened(9, HERE, evening.now);
    let told = evening.say(9, json!({"kind": "enter", "key": key, "name": "Trainer"}));
    let trainer = told[0]["token"].as_str().unwrap().to_owned();
    let mut tokens = vec![evening.enter(1, "Pupil 1"), evening.enter(2, "Pupil 2")];
    begin(&mut evening, "roundRobin", 0);
    evening.say(9, json!({"kind": "addPlayer", "name": "Wood"}));
    evening.say(9, json!({"kind": "nextRound"}));
    // A late guest without a game.
    tokens.push(evening.enter(3, "Pupil 3"));
    let before = look(&mut evening, 9);
    let (key, host_key, now) = (evening.club.key(), evening.club.host_key(), evening.now);
    drop(evening);

    let mut evening = Evening::at(&file);
    evening.now = now + MINUTE;
    assert_eq!(
        (evening.club.key(), evening.club.host_key()),
        (key, host_key.clone())
    );
    // All return by their tokens with the same identity.
    let told = evening.resume(9, &trainer);
    assert_eq!(
        (&told[0]["name"], &told[0]["host"]),
        (&json!("Trainer"), &json!(true))
    );
    for (line, token) in (1..).zip(&tokens) {
        let told = evening.resume(line, token);
        assert_eq!(told[0]["name"], json!(format!("Pupil {line}")), "{told:?}");
    }
    let after = look(&mut evening, 9);
    assert_eq!(
        (&after["players"], &after["pairings"]),
        (&before["players"], &before["pairings"])
    );

    // Another evening with other keys continues the same tournament.
    evening.club.end();
    drop(evening);
    let mut evening = Evening::at(&file);
    assert_ne!(evening.club.host_key(), host_key);
    let key = evening.club.host_key();
    evening.club.opened(9, HERE, evening.now);
    evening.say(9, json!({"kind": "enter", "key": key, "name": "Trainer"}));
    assert_eq!(look(&mut evening, 9)["pairings"].as_array().unwrap().len(), 1);
    let ended = evening.say(9, json!({"kind": "endTournament"}));
    assert_eq!(last(&ended)["lobby"]["tournament"], Value::Null);
}

#[test]
fn the_host_pairs_two_free_guests_by_hand() {
    let mut evening = class();
    let pair =
        |white: u32, black: u32| json!({"kind": "pairTwo", "white": white, "black": black, "terms": terms()});
    assert_eq!(evening.say(1, pair(2, 3)), [refused("hostOnly")]);
    assert_eq!(evening.say(9, pair(2, 2)), [refused("notBothHere")]);
    assert_eq!(evening.say(9, pair(2, 99)), [refused("notBothHere")]);
    evening.say(9, pair(2, 3));
    assert_eq!(evening.say(9, pair(3, 4)), [refused("notBothHere")]);
    let looked = evening.say(1, json!({"kind": "watch", "table": 1}));
    let table = &last(&looked)["table"];
    assert_eq!(
        (&table["white"]["name"], &table["black"]["name"]),
        (&json!("Pupil 1"), &json!("Pupil 2"))
    );
}

fn shot(told: &[Value]) -> &Value {
    let told = told.iter().rev().find(|one| one["kind"] == "shot");
    &told.expect("the position is told")["shot"]
}

/// 28-22 17x28 32x5.
const SHOT: &str = "W:W28,32,37:B10,17,19";

#[test]
fn a_shared_position_reaches_all_idle_guests_and_counts_attempts() {
    let mut evening = class();
    evening.say(
        9,
        json!({"kind": "pairTwo", "white": 2, "black": 3, "terms": terms()}),
    );
    let puzzle =
        json!({"kind": "sendShot", "shot": {"kind": "stock", "variant": "international", "difficulty": 1}});
    assert_eq!(evening.say(3, puzzle.clone()), [refused("hostOnly")]);
    let message = damier_host::GuestMessage::read(&puzzle.to_string()).unwrap();
    evening.club.receive(9, message, evening.now);
    let out = evening.club.take_outgoing();
    let mut led: Vec<u64> = out
        .iter()
        .filter(|one| one.text.contains("\"kind\":\"shot\""))
        .map(|one| one.to)
        .collect();
    led.sort_unstable();
    // Guests 1 and 2 are playing.
    assert_eq!(led, [3, 4, 5, 6, 9]);
    let mut view: Value = serde_json::from_str(&out.iter().find(|one| one.to == 3).unwrap().text).unwrap();
    let view = view["shot"].take();
    assert_eq!(
        (&view["judged"], &view["solution"], &view["solvers"]),
        (&json!(true), &Value::Null, &json!([]))
    );

    // Guest 3 tries every first move until one is right; wrong ones count and change nothing.
    let mut found = 0;
    let mut wrong = 0;
    let mut here = view["start"].clone();
    'solving: loop {
        let moves = here["legal"].as_array().unwrap().clone();
        for mv in moves {
            evening.now += 1000.0;
            let told = evening.say(
                3,
                json!({"kind": "tryShot", "shot": view["id"], "found": found, "path": mv["routes"][0]}),
            );
            let told = shot(&told);
            match told["reply"]["verdict"].as_str().unwrap() {
                "done" => break 'solving,
                "goOn" => {
                    found += 1;
                    here = told["position"].clone();
                    continue 'solving;
                }
                _ => wrong += 1,
            }
        }
        panic!("no move is right");
    }
    evening.pass(200.0);
    let wall = evening.told(9);
    let wall = shot(&wall);
    assert_eq!(wall["tally"], json!({"here": 6, "tried": 1, "solved": 1}));
    let solver = &wall["solvers"][0];
    assert_eq!(
        (&solver["name"], &solver["tries"]),
        (&json!("Pupil 3"), &json!(wrong + 1))
    );
    assert!(solver["seconds"].as_f64().unwrap() >= f64::from(wrong));
    let more = json!({"kind": "tryShot", "shot": view["id"], "found": found, "path": [1, 2]});
    assert_eq!(evening.say(3, more.clone()), [refused("shotIsOver")]);
    assert_eq!(
        evening.say(4, more),
        [refused(if found == 0 { "illegalMove" } else { "stale" })]
    );
    // A returning guest still has the position; a guest who was playing can find it.
    let back = evening.say(1, json!({"kind": "lookAtShot"}));
    assert_eq!(shot(&back)["id"], view["id"]);
    let shown = evening.say(9, json!({"kind": "showSolution"}));
    assert!(!shot(&shown)["solution"]["line"].as_array().unwrap().is_empty());
    assert_eq!(
        evening.say(
            5,
            json!({"kind": "tryShot", "shot": view["id"], "found": 0, "path": [1, 2]})
        ),
        [refused("shotIsOver")]
    );
    let ended = evening.say(9, json!({"kind": "endShot"}));
    assert_eq!(last(&ended)["lobby"]["shot"], false);
}

#[test]
fn moves_are_counted_in_a_position_without_a_shot() {
    let mut evening = class();
    let send = |fen: &str| json!({"kind": "sendShot", "shot": {"kind": "position", "variant": "international", "fen": fen}});
    for bad in ["", "nonsense", "W:W:B1"] {
        assert_eq!(evening.say(9, send(bad)), [refused("badPosition")], "{bad}");
    }
    let start = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20";
    let sent = evening.say(9, send(start));
    let id = shot(&sent)["id"].clone();
    assert_eq!(shot(&sent)["judged"], false);
    for (line, path) in [(1, [32, 28]), (2, [32, 28]), (3, [31, 26])] {
        evening.say(
            line,
            json!({"kind": "tryShot", "shot": id, "found": 0, "path": path}),
        );
    }
    // The guest changes the answer.
    let told = evening.say(
        3,
        json!({"kind": "tryShot", "shot": id, "found": 0, "path": [34, 29]}),
    );
    assert_eq!(
        (&shot(&told)["answer"], &shot(&told)["answers"]),
        (&json!("34-29"), &json!([]))
    );
    let shown = evening.say(9, json!({"kind": "showSolution"}));
    assert_eq!(
        shot(&shown)["answers"],
        json!([{"notation": "32-28", "count": 2}, {"notation": "34-29", "count": 1}])
    );
    // If a shot is proved, moves are judged.
    let again = evening.say(9, send(SHOT));
    assert_ne!(shot(&again)["id"], id);
    let id = shot(&again)["id"].clone();
    assert_eq!(
        (&shot(&again)["judged"], &shot(&again)["moves"]),
        (&json!(true), &json!(2))
    );
    let told = evening.say(
        1,
        json!({"kind": "tryShot", "shot": id, "found": 0, "path": [37, 31]}),
    );
    assert_eq!(shot(&told)["reply"]["verdict"], "wrong");
    let told = evening.say(
        1,
        json!({"kind": "tryShot", "shot": id, "found": 0, "path": [28, 22]}),
    );
    assert_eq!(
        (&shot(&told)["reply"]["verdict"], &shot(&told)["found"]),
        (&json!("goOn"), &json!(1))
    );
}
