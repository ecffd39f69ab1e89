//! Actions at the tables, without sockets.
use crate::evening::{Evening, HERE, MINUTE, blitz, class, last, refused, terms};
use damier_core::ErrorKind;
use damier_core::together::SharedGame;
use damier_host::{GuestMessage, HostMessage, Limits};
use damier_store::Store;
use proptest::prelude::*;
use serde_json::{Value, json};

#[test]
fn a_resigned_game_is_in_the_library_with_both_names() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    let mut evening = Evening::at(&file);
    evening.game(terms());
    assert_eq!(evening.play(2, 0, &[20, 24]), refused("notYours"));
    assert_eq!(evening.play(1, 0, &[32, 22]), refused("illegalMove"));
    let table = evening.play(1, 0, &[32, 28]);
    assert_eq!(table["table"]["game"]["moves"][0]["notation"], "32-28");
    assert_eq!(evening.play(1, 0, &[32, 28]), refused("stale"));
    assert_eq!(evening.play(2, 1, &[19, 23])["table"]["game"]["ply"], 2);
    let why = evening.say(
        1,
        json!({"kind": "askWhy", "table": 1, "origin": 31, "target": 27}),
    );
    assert_eq!(last(&why)["refusal"]["rule"], "mustTake");
    let before = evening.say(1, json!({"kind": "lookAt", "table": 1, "ply": 1}));
    assert_eq!(last(&before)["position"]["turn"], "black");
    let over = evening.say(2, json!({"kind": "resign", "table": 1}));
    assert_eq!(last(&over)["table"]["game"]["outcome"]["reason"], "resignation");
    assert_eq!(evening.play(1, 2, &[28, 19]), refused("gameOver"));
    let home = evening.say(1, json!({"kind": "takeHome", "table": 1}));
    let text = last(&home)["text"].as_str().unwrap();
    for part in [
        "[White \"Ada\"]",
        "[Black \"Bram\"]",
        "[Event \"The Walnut King\"]",
        "[Result \"2-0\"]",
        "1. 32-28 19-23",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // The host's games do not appear in the app's home.
    drop(evening);
    let store = Store::open(&file).unwrap();
    let (person, host) = (store.profile(2e12).unwrap(), store.host(2e12).unwrap().0);
    assert_ne!(person.id, host);
    assert_eq!(store.running_games(person.id, 9).unwrap(), []);
}

#[test]
fn every_game_can_be_played_with_handicap_and_clock() {
    let variants = damier_core::draughts::Variant::ALL;
    let mut evening = crate::evening::evening();
    evening.enter(1, "Ada");
    evening.enter(2, "Bram");
    for (number, variant) in (1..).zip(variants) {
        let mut terms = blitz();
        terms["variant"] = json!(variant.key());
        terms["handicap"]["black"] = json!(1);
        let opened = evening.say(1, json!({"kind": "openTable", "terms": terms}));
        assert_eq!(
            last(&opened)["table"]["id"],
            number,
            "{}: {opened:?}",
            variant.key()
        );
        let told = evening.say(2, json!({"kind": "sit", "table": number}));
        let game = &last(&told)["table"]["game"];
        assert_eq!(game["position"]["variant"], variant.key());
        assert_eq!(game["removed"].as_array().unwrap().len(), 1);
        assert_eq!(game["clock"]["white"]["left"], 5.0 * MINUTE);
        let beginner = if game["position"]["turn"] == "white" { 1 } else { 2 };
        let path = game["position"]["legal"][0]["routes"][0].clone();
        let made = evening.say(
            beginner,
            json!({"kind": "play", "table": number, "ply": 0, "path": path}),
        );
        assert_eq!(last(&made)["table"]["game"]["ply"], 1, "{made:?}");
        evening.say(1, json!({"kind": "resign", "table": number}));
        evening.say(1, json!({"kind": "closeTable", "table": number}));
    }
}

#[test]
fn invalid_terms_are_refused() {
    let mut evening = crate::evening::evening();
    evening.enter(1, "Ada");
    for (field, value) in [
        ("variant", json!("chess")),
        ("handicap", json!({"white": 99, "black": 0})),
        ("clock", json!({"minutes": 0, "increment": 3})),
        ("clock", json!({"minutes": 60_000, "increment": 3})),
        ("clock", json!({"minutes": 5, "increment": 60_000})),
    ] {
        let mut terms = terms();
        terms[field] = value;
        let told = evening.say(1, json!({"kind": "openTable", "terms": terms}));
        assert_eq!(told, [refused("badTerms")], "{terms}");
    }
}

#[test]
fn draws_and_take_backs_need_both_players() {
    let mut evening = crate::evening::evening();
    evening.game(terms());
    let take_back = json!({"kind": "askTakeBack", "table": 1});
    assert_eq!(evening.say(1, take_back.clone()), [refused("noMove")]);
    evening.play(1, 0, &[32, 28]);
    evening.play(2, 1, &[19, 23]);
    assert_eq!(
        last(&evening.say(1, take_back.clone()))["table"]["takeBack"],
        "white"
    );
    assert_eq!(evening.say(1, take_back.clone()), [refused("askedAlready")]);
    let answer = |accept: bool| json!({"kind": "answerTakeBack", "table": 1, "accept": accept});
    assert_eq!(evening.say(1, answer(true)), [refused("nothingAsked")]);
    // White's last move and Black's answer are taken back.
    assert_eq!(last(&evening.say(2, answer(true)))["table"]["game"]["ply"], 0);
    evening.play(1, 0, &[32, 28]);
    evening.say(1, take_back);
    assert_eq!(last(&evening.say(2, answer(false)))["table"]["game"]["ply"], 1);
    // A move withdraws the offer.
    evening.say(1, json!({"kind": "offerDraw", "table": 1}));
    assert_eq!(evening.play(2, 1, &[19, 23])["table"]["draw"], Value::Null);
    let accept = json!({"kind": "answerDraw", "table": 1, "accept": true});
    assert_eq!(evening.say(1, accept.clone()), [refused("nothingAsked")]);
    evening.say(2, json!({"kind": "offerDraw", "table": 1}));
    let over = evening.say(1, accept);
    assert_eq!(last(&over)["table"]["game"]["outcome"]["reason"], "agreement");
    // A rematch with colours reversed, once both want it.
    let again = json!({"kind": "again", "table": 1});
    assert_eq!(last(&evening.say(1, again.clone()))["table"]["again"], "white");
    let begun = evening.say(2, again);
    assert_eq!(
        (
            &last(&begun)["table"]["you"],
            &last(&begun)["table"]["game"]["ply"]
        ),
        (&json!("white"), &json!(0))
    );
}

/// Terms under which the opening is drawn. A guest who sends a number chooses nothing.
fn ballots() -> Value {
    let mut terms = terms();
    terms["variant"] = json!("english");
    terms["ballot"] = json!("elevenMan");
    terms["drawn"] = json!("a choice");
    terms
}

#[test]
fn both_games_of_a_pair_have_the_same_drawn_opening() {
    let mut evening = crate::evening::evening();
    evening.game(ballots());
    let mut starts = Vec::new();
    for _ in 0..3 {
        let over = evening.say(1, json!({"kind": "resign", "table": 1}));
        let table = &last(&over)["table"];
        assert_eq!(
            table["game"]["terms"]["ballot"]["number"],
            table["terms"]["drawn"]
        );
        starts.push((table["terms"]["drawn"].clone(), table["game"]["startFen"].clone()));
        for line in [1, 2] {
            evening.say(line, json!({"kind": "again", "table": 1}));
        }
    }
    assert_eq!(starts[0], starts[1]);
    assert_ne!(
        starts[1], starts[2],
        "another pair, another opening (one of 2253)"
    );
    let mut foreign = ballots();
    foreign["ballot"] = json!("moves");
    evening.enter(3, "Cleo");
    assert_eq!(
        evening.say(3, json!({"kind": "openTable", "terms": foreign})),
        [refused("badTerms")]
    );
}

#[test]
fn games_that_begin_together_have_the_same_drawn_opening() {
    let mut evening = class();
    evening.say(9, json!({"kind": "pairAll", "terms": ballots()}));
    let boards = evening.say(9, json!({"kind": "lookAround"}));
    let boards = last(&boards)["boards"].as_array().unwrap();
    let men = |board: &Value| board["position"]["pieces"].clone();
    assert_eq!(boards.len(), 3);
    assert!(boards.iter().all(|board| men(board) == men(&boards[0])));
    assert_eq!(men(&boards[0]).as_array().unwrap().len(), 22);
}

#[test]
fn a_serious_game_allows_no_take_back() {
    let mut evening = crate::evening::evening();
    let mut terms = terms();
    terms["serious"] = json!(true);
    evening.game(terms);
    evening.play(1, 0, &[32, 28]);
    assert_eq!(
        evening.say(1, json!({"kind": "askTakeBack", "table": 1})),
        [refused("serious")]
    );
}

#[test]
fn an_absent_players_clock_runs_and_the_opponent_can_claim_after_ten_minutes() {
    let mut evening = crate::evening::evening();
    evening.game(terms());
    evening.play(1, 0, &[32, 28]);
    evening.club.closed(2, evening.now);
    let shown = evening.told(1);
    assert_eq!(last(&shown)["table"]["black"]["here"], false);
    let claim = json!({"kind": "claim", "table": 1});
    evening.pass(9.9 * MINUTE);
    assert_eq!(last(&evening.say(1, claim.clone())), &refused("notAway"));
    evening.pass(0.2 * MINUTE);
    let over = evening.say(1, claim);
    let outcome = &last(&over)["table"]["game"]["outcome"];
    assert_eq!(
        (&outcome["winner"], &outcome["reason"]),
        (&json!("white"), &json!("refusesToPlay"))
    );

    let mut evening = crate::evening::evening();
    evening.game(blitz());
    evening.play(1, 0, &[32, 28]);
    evening.club.closed(2, evening.now);
    evening.pass(4.0 * MINUTE);
    evening.pass(1.1 * MINUTE);
    let told = evening.told(1);
    assert_eq!(last(&told)["table"]["game"]["outcome"]["reason"], "time");
}

#[test]
fn a_returning_person_continues_also_on_another_connection() {
    let mut evening = crate::evening::evening();
    let [ada, bram] = evening.game(blitz());
    evening.play(1, 0, &[32, 28]);
    evening.club.closed(2, evening.now);
    evening.pass(9.0 * MINUTE / 2.0);
    let back = evening.resume(7, &bram);
    assert_eq!(back[0]["name"], "Bram");
    let game = &last(&back)["table"]["game"];
    assert_eq!(
        (&game["ply"], &game["clock"]["black"]["left"]),
        (&json!(1), &json!(0.5 * MINUTE))
    );
    assert_eq!(evening.play(7, 1, &[19, 23])["table"]["game"]["ply"], 2);
    // A second tab takes over; the first gets a message.
    let key = evening.club.key();
    evening.club.opened(8, HERE, evening.now);
    let message = GuestMessage::Resume { key, token: ada };
    evening.club.receive(8, message, evening.now);
    let out = evening.club.take_outgoing();
    let first = out
        .iter()
        .find(|one| one.to == 1)
        .expect("the first line is told");
    assert!(first.last && first.text.contains("elsewhere"), "{first:?}");
}

#[test]
fn a_crash_loses_no_move_and_no_clock_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    let mut evening = Evening::at(&file);
    let tokens = evening.game(blitz());
    evening.play(1, 0, &[32, 28]);
    evening.pass(MINUTE);
    evening.play(2, 1, &[19, 23]);
    let key = evening.club.key();
    let now = evening.now;
    // A crash: no goodbye.
    drop(evening);

    let mut evening = Evening::at(&file);
    evening.now = now + 3_600_000.0;
    assert_eq!(evening.club.key(), key, "the address still leads there");
    let back = evening.resume(1, &tokens[0]);
    let game = &last(&back)["table"]["game"];
    assert_eq!(
        (&game["ply"], &game["clock"]["paused"]),
        (&json!(2), &json!(true)),
        "{back:?}"
    );
    let both = evening.resume(2, &tokens[1]);
    let clock = &last(&both)["table"]["game"]["clock"];
    assert_eq!(clock["running"], "white");
    assert_eq!(
        (&clock["white"]["left"], &clock["black"]["left"]),
        (&json!(5.0 * MINUTE + 3_000.0), &json!(4.0 * MINUTE + 3_000.0))
    );
    assert_eq!(evening.play(1, 2, &[28, 19])["table"]["game"]["ply"], 3);

    // After a regular end the keys are invalid; the game stays in the library.
    evening.club.end();
    drop(evening);
    let mut evening = Evening::at(&file);
    assert_ne!(evening.club.key(), key);
    evening.club.opened(1, HERE, evening.now);
    let told = evening.say(1, json!({"kind": "resume", "key": key, "token": tokens[0]}));
    assert_eq!(told, [refused("wrongKey")]);
    drop(evening);
    let store = Store::open(&file).unwrap();
    assert_eq!(SharedGame::read(&store, 1, false).unwrap().ply(), 3);
    assert_eq!(
        SharedGame::read(&store, 99, false).unwrap_err().kind,
        ErrorKind::NotFound
    );
}

#[test]
fn keys_tokens_and_names_are_checked() {
    let mut evening = crate::evening::evening();
    let key = evening.club.key();
    let other = damier_host::Key::draw().unwrap().text();
    let tries = [
        (json!({"kind": "enter", "key": other, "name": "Eve"}), "wrongKey"),
        (json!({"kind": "enter", "key": "", "name": "Eve"}), "wrongKey"),
        (
            json!({"kind": "enter", "key": key, "name": "\u{202e} \u{0}"}),
            "noName",
        ),
        (
            json!({"kind": "resume", "key": key, "token": other}),
            "unknownToken",
        ),
        (
            json!({"kind": "resume", "key": other, "token": other}),
            "wrongKey",
        ),
        (json!({"kind": "openTable", "terms": terms()}), "notEntered"),
        (
            json!({"kind": "play", "table": 1, "ply": 0, "path": [32, 28]}),
            "notEntered",
        ),
    ];
    for (line, (message, refusal)) in (1..).zip(tries) {
        evening.club.opened(line, HERE, evening.now);
        assert_eq!(
            evening.say(line, message.clone()),
            [refused(refusal)],
            "{message}"
        );
    }
    evening.enter(20, "Ada");
    evening.enter(21, "Ada");
    let told = evening.say(20, json!({"kind": "leave"}));
    let names: Vec<&Value> = last(&told)["lobby"]["people"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names, ["Ada", "Ada 2"]);
    assert_eq!(
        evening.say(20, json!({"kind": "enter", "key": key, "name": "Eve"})),
        [refused("askedAlready")]
    );
}

#[test]
fn silent_or_absent_people_and_their_tables_are_forgotten() {
    let mut evening = crate::evening::evening();
    evening.club.opened(1, HERE, evening.now);
    evening.pass(31_000.0);
    let out = evening.club.take_outgoing();
    assert!(
        out.iter()
            .any(|one| one.to == 1 && one.last && one.text.contains("notEntered")),
        "{out:?}"
    );

    let token = evening.enter(2, "Ada");
    evening.say(2, json!({"kind": "openTable", "terms": terms()}));
    evening.enter(3, "Bram");
    evening.club.closed(2, evening.now);
    evening.pass(9.0 * MINUTE);
    assert_eq!(
        last(&evening.told(3))["lobby"]["tables"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    evening.pass(2.0 * MINUTE);
    let lobby = evening.told(3);
    assert_eq!(last(&lobby)["lobby"]["tables"], json!([]));
    assert_eq!(evening.resume(4, &token), [refused("unknownToken")]);
}

#[test]
fn people_and_tables_are_limited_and_only_the_host_plays_several_games() {
    let limits = Limits {
        people: 4,
        tables: 3,
        ..Limits::default()
    };
    let mut evening = Evening::with(Store::in_memory().unwrap(), limits);
    evening.enter(1, "Ada");
    evening.enter(2, "Bram");
    evening.enter(3, "Cato");
    let open = json!({"kind": "openTable", "terms": terms()});
    evening.say(1, open.clone());
    assert_eq!(evening.say(1, open.clone()), [refused("playsAlready")]);
    assert_eq!(
        evening.say(1, json!({"kind": "sit", "table": 1})),
        [refused("notYours")]
    );
    evening.say(2, json!({"kind": "sit", "table": 1}));
    assert_eq!(
        evening.say(3, json!({"kind": "sit", "table": 1})),
        [refused("taken")]
    );
    assert_eq!(
        evening.say(3, json!({"kind": "resign", "table": 1})),
        [refused("notYours")]
    );
    assert_eq!(
        evening.say(3, json!({"kind": "closeTable", "table": 9})),
        [refused("noSuchTable")]
    );
    let key = evening.club.host_key();
    evening.club.opened(4, HERE, evening.now);
    let entered = evening.say(4, json!({"kind": "enter", "key": key, "name": "Trainer"}));
    assert_eq!(entered[0]["host"], true);
    evening.say(4, open.clone());
    evening.say(4, open.clone());
    assert_eq!(evening.say(4, open), [refused("full")]);
    let key = evening.club.key();
    evening.club.opened(5, HERE, evening.now);
    assert_eq!(
        evening.say(5, json!({"kind": "enter", "key": key, "name": "Dora"})),
        [refused("full")]
    );
}

#[test]
fn changing_the_system_clock_disconnects_no_one() {
    let mut evening = crate::evening::evening();
    evening.game(blitz());
    evening.play(1, 0, &[32, 28]);
    evening.jump(-3_600_000.0);
    let table = evening.play(2, 1, &[19, 23]);
    assert_eq!(
        table["table"]["game"]["clock"]["black"]["left"],
        5.0 * MINUTE + 3_000.0
    );
    assert_eq!(table["table"]["black"]["away"], 0.0);
}

#[test]
fn an_idle_evening_sends_nothing() {
    let mut evening = class();
    evening.pass(250.0);
    evening.club.take_outgoing();
    for _ in 0..40 {
        evening.pass(250.0);
        assert!(evening.club.take_outgoing().is_empty());
    }
}

#[test]
fn the_host_pairs_all_at_random_and_sees_all_boards() {
    let mut evening = class();
    let pair = json!({"kind": "pairAll", "terms": terms()});
    assert_eq!(evening.say(1, pair.clone()), [refused("hostOnly")]);
    assert_eq!(
        evening.say(1, json!({"kind": "lookAround"})),
        [refused("hostOnly")]
    );
    evening.say(9, pair.clone());
    assert_eq!(evening.say(9, pair), [refused("nobodyFree")]);
    let boards = evening.say(9, json!({"kind": "lookAround"}));
    let boards = last(&boards)["boards"].as_array().unwrap();
    let mut seated: Vec<&str> = boards
        .iter()
        .flat_map(|board| [&board["white"], &board["black"]])
        .map(|name| name.as_str().unwrap())
        .collect();
    seated.sort_unstable();
    assert_eq!(
        seated,
        ["Pupil 1", "Pupil 2", "Pupil 3", "Pupil 4", "Pupil 5", "Pupil 6"]
    );
    // The host sees a move at the next tick.
    let path = json!([32, 28]);
    for line in 1..=6 {
        evening.say(line, json!({"kind": "play", "table": 1, "ply": 0, "path": path}));
    }
    evening.pass(200.0);
    let shown = evening.told(9);
    let boards = last(&shown)["boards"].as_array().unwrap();
    let turns: Vec<&Value> = boards.iter().map(|board| &board["position"]["turn"]).collect();
    assert_eq!(turns, ["black", "white", "white"]);
}

#[test]
fn the_host_plays_a_simultaneous_exhibition() {
    let mut evening = class();
    let told = evening.say(9, json!({"kind": "playAll", "terms": terms()}));
    let table = &last(&told)["table"];
    assert_eq!(
        (&table["id"], &table["you"], &table["waiting"]),
        (&json!(1), &json!("white"), &json!(5))
    );
    for table in 1..=6 {
        let made = evening.say(
            9,
            json!({"kind": "play", "table": table, "ply": 0, "path": [32, 28]}),
        );
        assert_eq!(last(&made)["table"]["game"]["ply"], 1, "{made:?}");
        let next = evening.say(9, json!({"kind": "nextBoard"}));
        if table < 6 {
            assert_eq!(last(&next)["table"]["id"], table + 1);
        } else {
            assert_eq!(next, [refused("noBoard")]);
        }
    }
    // After a reply at the third board, that board waits for the host.
    for line in 1..=6 {
        evening.say(
            line,
            json!({"kind": "play", "table": 3, "ply": 1, "path": [19, 23]}),
        );
    }
    evening.pass(200.0);
    assert_eq!(last(&evening.told(9))["table"]["waiting"], 1);
    let next = evening.say(9, json!({"kind": "nextBoard"}));
    assert_eq!(last(&next)["table"]["id"], 3);
}

/// Random messages, mostly valid, at tables that may exist.
fn said() -> impl Strategy<Value = Value> {
    let table = 0..5_u32;
    let asked = prop_oneof![
        Just("sit"),
        Just("watch"),
        Just("return"),
        Just("closeTable"),
        Just("offerDraw"),
        Just("askTakeBack"),
        Just("resign"),
        Just("claim"),
        Just("again"),
        Just("takeHome"),
    ];
    prop_oneof![
        (asked, table.clone()).prop_map(|(kind, table)| json!({"kind": kind, "table": table})),
        (table.clone(), any::<bool>(), any::<bool>()).prop_map(|(table, draw, accept)| {
            json!({"kind": if draw { "answerDraw" } else { "answerTakeBack" }, "table": table, "accept": accept})
        }),
        (table.clone(), 0..4_u32, 0..60_u8, 0..60_u8)
            .prop_map(|(table, ply, from, to)| json!({"kind": "play", "table": table, "ply": ply, "path": [from, to]})),
        (table.clone(), 0..4_u32, 0..2_usize).prop_map(|(table, ply, which)| {
            let path = [[32, 28], [19, 23]][which];
            json!({"kind": "play", "table": table, "ply": ply, "path": path})
        }),
        (table.clone(), 0..60_u8, prop::option::of(0..60_u8))
            .prop_map(|(table, origin, target)| json!({"kind": "askWhy", "table": table, "origin": origin, "target": target})),
        (table, 0..6_u32).prop_map(|(table, ply)| json!({"kind": "lookAt", "table": table, "ply": ply})),
        prop_oneof![Just("openTable"), Just("pairAll"), Just("playAll")]
            .prop_map(|kind| json!({"kind": kind, "terms": blitz()})),
        prop_oneof![Just("leave"), Just("nextBoard"), Just("lookAround")].prop_map(|kind| json!({"kind": kind})),
        prop_oneof![
            Just("nextRound"),
            Just("endTournament"),
            Just("lookAtTournament"),
            Just("lookAtShot"),
            Just("showSolution"),
            Just("endShot"),
        ]
        .prop_map(|kind| json!({"kind": kind})),
        (any::<bool>(), 0..4_u32).prop_map(|(robin, rounds)| {
            json!({"kind": "beginTournament", "system": if robin { "roundRobin" } else { "monrad" }, "rounds": rounds, "terms": blitz()})
        }),
        (0..7_u32, 0..7_u32).prop_map(|(white, black)| json!({"kind": "pairTwo", "white": white, "black": black, "terms": blitz()})),
        (0..5_u32, any::<bool>()).prop_map(|(number, plays)| json!({"kind": "setPlaying", "number": number, "plays": plays})),
        (0..3_u32, 0..3_u32).prop_map(|(round, board)| json!({"kind": "setScore", "round": round, "board": board, "score": "draw"})),
        (0..3_u32).prop_map(|board| json!({"kind": "seatPairing", "board": board})),
        (0..3_u32).prop_map(|name| json!({"kind": "addPlayer", "name": format!("x {name}")})),
        (1..6_u8).prop_map(|difficulty| {
            json!({"kind": "sendShot", "shot": {"kind": "stock", "variant": "international", "difficulty": difficulty}})
        }),
        (0..3_u32, 0..2_u32, 0..60_u8, 0..60_u8)
            .prop_map(|(shot, found, from, to)| json!({"kind": "tryShot", "shot": shot, "found": found, "path": [from, to]})),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_said_in_whatever_order_the_club_stays_within_its_bounds(
        evening in prop::collection::vec((0..7_u64, prop_oneof![
            8 => said().prop_map(Some),
            1 => Just(None),
        ], -400_000.0..400_000.0_f64), 1..80)
    ) {
        let limits = Limits { people: 6, tables: 4, ..Limits::default() };
        let mut club = Evening::with(Store::in_memory().unwrap(), limits);
        let keys = [club.club.key(), club.club.host_key()];
        for (line, message, millis) in evening {
            match message {
                Some(message) => drop(club.say(line, message)),
                // Enters, or leaves and enters again.
                None => {
                    club.club.closed(line, club.now);
                    club.club.opened(line, HERE, club.now);
                    let key = &keys[usize::from(line == 0)];
                    club.say(line, json!({"kind": "enter", "key": key, "name": "x"}));
                }
            }
            club.now += millis;
            club.club.tick(club.now);
            for outgoing in club.club.take_outgoing() {
                let told: HostMessage = serde_json::from_str(&outgoing.text).expect("what is told is a message");
                if let HostMessage::Lobby { lobby } = told {
                    prop_assert!(lobby.people.len() <= 6 && lobby.tables.len() <= 4);
                }
            }
        }
    }
}
