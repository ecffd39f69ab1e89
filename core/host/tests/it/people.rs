//! Names, seats, and the places that people take from each other.
use crate::evening::{Evening, HERE, MINUTE, blitz, class, last, refused, terms};
use damier_host::{GuestMessage, Limits};
use damier_store::Store;
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};

/// A device in the room, by a number.
fn device(number: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(192, 168, 43, number))
}

/// Tries to enter from an address.
fn try_entering(evening: &mut Evening, line: u64, from: IpAddr, key: &str, name: &str) -> Value {
    evening.club.opened(line, from, evening.now);
    let told = evening.say(line, json!({"kind": "enter", "key": key, "name": name}));
    told[0].clone()
}

/// Ids of the people in the lobby, by name.
fn id_of(evening: &mut Evening, line: u64, name: &str) -> u64 {
    let lobby = evening.say(line, json!({"kind": "leave"}));
    let people = last(&lobby)["lobby"]["people"].as_array().unwrap().clone();
    let found = people.iter().find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} among {people:?}"))["id"]
        .as_u64()
        .unwrap()
}

#[test]
fn who_enters_and_leaves_shuts_the_door_on_no_one() {
    for addresses in [1, 2, 5, 40] {
        let mut evening = crate::evening::evening();
        let (key, host_key) = (evening.club.key(), evening.club.host_key());
        let honest = try_entering(&mut evening, 1, device(200), &key, "Ada")["token"].clone();
        for number in 0..700_u64 {
            let line = 100 + number;
            let from = device((number % addresses) as u8);
            try_entering(&mut evening, line, from, &key, &format!("x{number}"));
            evening.club.closed(line, evening.now);
        }
        let late = try_entering(&mut evening, 2, device(201), &key, "Bram");
        assert_eq!(late["kind"], "entered", "{late}");
        let host = try_entering(&mut evening, 3, HERE, &host_key, "Trainer");
        assert_eq!(host["host"], true, "{host}");
        evening.club.closed(1, evening.now);
        evening.club.opened(4, device(200), evening.now);
        let back = evening.say(4, json!({"kind": "resume", "key": key, "token": honest}));
        assert_eq!(back[0]["name"], "Ada", "{back:?}");
        // A minute later all of them are forgotten.
        evening.pass(MINUTE + 5_000.0);
        let lobby = evening.say(4, json!({"kind": "leave"}));
        assert_eq!(last(&lobby)["lobby"]["people"].as_array().unwrap().len(), 3);
    }
}

#[test]
fn one_address_has_its_share_and_the_host_a_place() {
    let limits = Limits {
        people: 64,
        people_of_one: 20,
        ..Limits::default()
    };
    let mut evening = Evening::with(Store::in_memory().unwrap(), limits);
    let (key, host_key) = (evening.club.key(), evening.club.host_key());
    let mut inside = 0;
    for number in 0..80_u64 {
        let from = device((number / 25) as u8);
        match try_entering(&mut evening, number, from, &key, &format!("x{number}")) {
            told if told["kind"] == "entered" => inside += 1,
            told => assert_eq!(told, refused("full")),
        }
    }
    // Twenty of each of three addresses, and two of the last; two places are the host's.
    assert_eq!(inside, 62);
    assert_eq!(
        try_entering(&mut evening, 900, device(9), &key, "late"),
        refused("full")
    );
    assert_eq!(
        try_entering(&mut evening, 901, HERE, &host_key, "Trainer")["host"],
        true
    );
}

#[test]
fn finished_tables_give_way_and_the_host_closes_them() {
    let limits = Limits {
        tables: 4,
        ..Limits::default()
    };
    let mut evening = Evening::with(Store::in_memory().unwrap(), limits);
    let host_key = evening.club.host_key();
    for line in 1..=4 {
        evening.enter(line, &format!("Guest {line}"));
    }
    for table in 1..=30 {
        let opened = evening.say(1, json!({"kind": "openTable", "terms": terms()}));
        assert_eq!(last(&opened)["table"]["id"], table, "{opened:?}");
        evening.say(2, json!({"kind": "sit", "table": table}));
        evening.say(2, json!({"kind": "resign", "table": table}));
        evening.pass(1_000.0);
    }
    // A table that is looked at stays longest.
    evening.say(3, json!({"kind": "watch", "table": 27}));
    evening.say(1, json!({"kind": "openTable", "terms": terms()}));
    let watched = evening.say(3, json!({"kind": "watch", "table": 27}));
    assert_eq!(last(&watched)["kind"], "table");
    let key = host_key;
    evening.club.opened(9, HERE, evening.now);
    evening.say(9, json!({"kind": "enter", "key": key, "name": "Trainer"}));
    assert_eq!(
        evening.say(4, json!({"kind": "closeTable", "table": 30})),
        [refused("notYours")]
    );
    evening.say(9, json!({"kind": "closeTable", "table": 30}));
    assert_eq!(
        evening.say(4, json!({"kind": "watch", "table": 30})),
        [refused("noSuchTable")]
    );
    // A game that goes on is closed only when both have left it.
    evening.say(2, json!({"kind": "sit", "table": 31}));
    assert_eq!(
        evening.say(9, json!({"kind": "closeTable", "table": 31})),
        [refused("goesOn")]
    );
    evening.club.closed(1, evening.now);
    evening.club.closed(2, evening.now);
    evening.say(9, json!({"kind": "closeTable", "table": 31}));
    assert_eq!(
        evening.say(4, json!({"kind": "watch", "table": 31})),
        [refused("noSuchTable")]
    );
}

#[test]
fn one_address_cannot_take_all_tables() {
    let limits = Limits {
        tables: 20,
        tables_of_one: 5,
        ..Limits::default()
    };
    let mut evening = Evening::with(Store::in_memory().unwrap(), limits);
    let key = evening.club.key();
    for number in 0..30_u64 {
        try_entering(&mut evening, number, device(1), &key, &format!("x{number}"));
        evening.say(number, json!({"kind": "openTable", "terms": terms()}));
    }
    try_entering(&mut evening, 50, device(2), &key, "Ada");
    let opened = evening.say(50, json!({"kind": "openTable", "terms": terms()}));
    assert_eq!(last(&opened)["table"]["id"], 6, "{opened:?}");
}

#[test]
fn the_hosts_key_opens_on_this_machine_only_unless_allowed() {
    let mut evening = crate::evening::evening();
    let key = evening.club.host_key();
    for from in [
        device(7),
        IpAddr::V4(Ipv4Addr::new(10, 8, 0, 2)),
        "fe80::1".parse().unwrap(),
    ] {
        assert_eq!(
            try_entering(&mut evening, 1, from, &key, "Eve"),
            refused("hostHereOnly")
        );
    }
    let entered = try_entering(&mut evening, 2, HERE, &key, "Trainer");
    assert_eq!(entered["host"], true);
    // Neither does the host's token.
    for key in [key.clone(), evening.club.key()] {
        evening.club.opened(3, device(7), evening.now);
        let told = evening.say(
            3,
            json!({"kind": "resume", "key": key, "token": entered["token"]}),
        );
        assert_eq!(told, [refused("hostHereOnly")]);
    }
    let limits = Limits {
        host_here_only: false,
        ..Limits::default()
    };
    let mut evening = Evening::with(Store::in_memory().unwrap(), limits);
    let key = evening.club.host_key();
    assert_eq!(
        try_entering(&mut evening, 1, device(7), &key, "Trainer")["host"],
        true
    );
}

#[test]
fn a_lost_seat_is_handed_to_another_device() {
    let mut evening = crate::evening::evening();
    let host_key = evening.club.host_key();
    let [_, old] = evening.game(blitz());
    evening.play(1, 0, &[32, 28]);
    evening.club.opened(9, HERE, evening.now);
    evening.say(9, json!({"kind": "enter", "key": host_key, "name": "Trainer"}));
    // Bram's tab is gone, and with it the token.
    evening.club.closed(2, evening.now);
    evening.enter(7, "Bram");
    let (seat, newcomer) = (id_of(&mut evening, 9, "Bram"), id_of(&mut evening, 9, "Bram 2"));
    let hand = json!({"kind": "handOver", "person": seat, "to": newcomer});
    assert_eq!(evening.say(1, hand.clone()), [refused("hostOnly")]);
    for (person, to, refusal) in [
        (99, newcomer, "noSuchPerson"),
        (seat, 99, "noSuchPerson"),
        (seat, seat, "notBothHere"),
        (newcomer, newcomer, "noSuchPerson"),
        (seat, 1, "playsAlready"),
    ] {
        let told = evening.say(9, json!({"kind": "handOver", "person": person, "to": to}));
        assert_eq!(told, [refused(refusal)], "{person} {to}");
    }
    let message = GuestMessage::read(&hand.to_string()).unwrap();
    evening.club.receive(9, message, evening.now);
    let told = evening.told(7);
    assert_eq!(
        (&told[0]["name"], &last(&told)["table"]["you"]),
        (&json!("Bram"), &json!("black")),
        "{told:?}"
    );
    assert_eq!(evening.play(7, 1, &[19, 23])["table"]["game"]["ply"], 2);
    assert_eq!(evening.resume(8, &old), [refused("unknownToken")]);
    let token = told[0]["token"].as_str().unwrap().to_owned();
    evening.club.closed(7, evening.now);
    assert_eq!(evening.resume(8, &token)[0]["name"], "Bram");
}

#[test]
fn the_host_renames_and_shows_out() {
    let mut evening = class();
    let (one, two) = (
        id_of(&mut evening, 9, "Pupil 1"),
        id_of(&mut evening, 9, "Pupil 2"),
    );
    evening.say(
        9,
        json!({"kind": "pairTwo", "white": one, "black": two, "terms": terms()}),
    );
    for (person, name, refusal) in [
        (one, "Pupil 2", "nameTaken"),
        (one, "PUPIL 2", "nameTaken"),
        (one, "\u{3164}", "noName"),
        (99, "Ada", "noSuchPerson"),
    ] {
        let told = evening.say(9, json!({"kind": "rename", "person": person, "name": name}));
        assert_eq!(told, [refused(refusal)], "{name}");
    }
    let rename =
        GuestMessage::read(&json!({"kind": "rename", "person": one, "name": "Ada"}).to_string()).unwrap();
    evening.club.receive(9, rename, evening.now);
    let told = evening.told(1);
    assert_eq!(
        (&told[0]["kind"], &told[0]["name"]),
        (&json!("entered"), &json!("Ada"))
    );
    assert_eq!(last(&told)["table"]["white"]["name"], "Ada");
    assert_eq!(
        evening.say(3, json!({"kind": "remove", "person": one})),
        [refused("hostOnly")]
    );
    let host = id_of(&mut evening, 9, "Trainer");
    assert_eq!(
        evening.say(9, json!({"kind": "remove", "person": host})),
        [refused("noSuchPerson")]
    );
    let remove = GuestMessage::read(&json!({"kind": "remove", "person": one}).to_string()).unwrap();
    evening.club.receive(9, remove, evening.now);
    let out = evening.club.take_outgoing();
    let removed = out.iter().find(|one| one.to == 1).unwrap();
    assert!(removed.last && removed.text.contains("removed"), "{removed:?}");
    // The opponent need not wait.
    let over = evening.say(2, json!({"kind": "claim", "table": 1}));
    assert_eq!(last(&over)["table"]["game"]["outcome"]["winner"], "black");
}

#[test]
fn look_alike_names_are_told_apart() {
    let mut evening = crate::evening::evening();
    let key = evening.club.key();
    let names = [
        "Paul",
        "\u{0420}\u{0430}ul",
        "PAUL",
        "Pa\u{3164}ul",
        "Pau1",
        "Paula",
    ];
    let given: Vec<Value> = (1..)
        .zip(names)
        .map(|(line, name)| try_entering(&mut evening, line, HERE, &key, name)["name"].clone())
        .collect();
    assert_eq!(
        given,
        [
            "Paul",
            "\u{0420}\u{0430}ul 2",
            "PAUL 3",
            "Paul 4",
            "Pau1 5",
            "Paula"
        ]
    );
    for name in ["\u{3164}", "\u{115F}\u{1160}", "\u{2800}\u{2800}"] {
        assert_eq!(
            try_entering(&mut evening, 20, HERE, &key, name),
            refused("noName")
        );
    }
}

#[test]
fn a_players_name_is_confirmed_on_its_first_device() {
    let mut evening = class();
    for line in 3..=6 {
        evening.club.closed(line, evening.now);
    }
    evening.say(
        9,
        json!({"kind": "beginTournament", "system": "roundRobin", "rounds": 0, "terms": terms()}),
    );
    evening.say(9, json!({"kind": "addPlayer", "name": "Nora"}));
    let shown = evening.say(9, json!({"kind": "addPlayer", "name": "Wood"}));
    let players = last(&shown)["tournament"]["players"].clone();
    assert_eq!(
        (&players[0]["here"], &players[2]["here"], &players[2]["asks"]),
        (&json!(true), &json!(false), &Value::Null)
    );
    assert_eq!(
        evening.say(9, json!({"kind": "addPlayer", "name": "NORA"})),
        [refused("nameTaken")]
    );
    // Somebody comes under her name, and is not seated in her game.
    evening.enter(20, "Nora");
    let shown = evening.say(9, json!({"kind": "nextRound"}));
    let tournament = last(&shown)["tournament"].clone();
    let player = |name: &str| {
        let players = tournament["players"].as_array().unwrap();
        players.iter().find(|one| one["name"] == name).unwrap().clone()
    };
    let nora = player("Nora");
    assert_eq!((&nora["here"], nora["asks"].is_u64()), (&json!(false), true));
    let told = evening.say(20, json!({"kind": "leave"}));
    assert_eq!(last(&told)["kind"], "lobby");
    // It is told all the same what her pairing is.
    assert_eq!(last(&told)["lobby"]["pairing"]["round"], 1);
    // The real Nora comes next, and the host confirms her; the other one gets a number.
    evening.enter(21, "Nora");
    let real = id_of(&mut evening, 9, "Nora 2");
    let number = nora["number"].clone();
    evening.say(9, json!({"kind": "lookAtTournament"}));
    assert_eq!(
        evening.say(
            1,
            json!({"kind": "confirmPlayer", "number": number, "person": real})
        ),
        [refused("hostOnly")]
    );
    let shown = evening.say(
        9,
        json!({"kind": "confirmPlayer", "number": number, "person": real}),
    );
    let players = last(&shown)["tournament"]["players"].as_array().unwrap().clone();
    let nora = players.iter().find(|one| one["name"] == "Nora").unwrap();
    assert_eq!((&nora["here"], &nora["asks"]), (&json!(true), &Value::Null));
    assert_eq!(id_of(&mut evening, 9, "Nora"), real);
    id_of(&mut evening, 9, "Nora 3");
    // Away for long, she is still the player.
    evening.club.closed(21, evening.now);
    evening.pass(30.0 * MINUTE);
    assert_eq!(id_of(&mut evening, 9, "Nora"), real);
}

#[test]
fn whoever_is_paired_at_a_wooden_board_is_told() {
    let mut evening = class();
    for line in 2..=6 {
        evening.club.closed(line, evening.now);
    }
    evening.say(
        9,
        json!({"kind": "beginTournament", "system": "monrad", "rounds": 2, "terms": terms()}),
    );
    evening.say(9, json!({"kind": "addPlayer", "name": "Wood"}));
    // The guest looks at a finished game.
    evening.enter(20, "Guest");
    evening.say(1, json!({"kind": "openTable", "terms": terms()}));
    evening.say(20, json!({"kind": "sit", "table": 1}));
    evening.say(20, json!({"kind": "resign", "table": 1}));
    let next = GuestMessage::read(r#"{"kind":"nextRound"}"#).unwrap();
    evening.club.receive(9, next, evening.now);
    let told = evening.told(1);
    let pairing = &last(&told)["lobby"]["pairing"];
    assert_eq!(
        (&pairing["round"], &pairing["board"], &pairing["opponent"]),
        (&json!(1), &json!(1), &json!("Wood")),
        "{told:?}"
    );
    let side = if pairing["side"] == "white" {
        "whiteWins"
    } else {
        "blackWins"
    };
    evening.say(
        9,
        json!({"kind": "setScore", "round": 0, "board": 0, "score": side}),
    );
    let lobby = evening.say(1, json!({"kind": "leave"}));
    assert_eq!(last(&lobby)["lobby"]["pairing"], Value::Null);
    let other = evening.say(20, json!({"kind": "leave"}));
    assert_eq!(last(&other)["lobby"]["pairing"], Value::Null);
}
