//! The evening's own clock: the calendar moves nothing, and the time in which the host was away does not count.
use crate::evening::{Evening, HERE, MINUTE, blitz, last, refused, terms};
use damier_core::together::Moment;
use damier_host::{Club, GuestMessage, Limits};
use damier_store::Store;
use serde_json::{Value, json};

fn one_minute() -> Value {
    let mut terms = terms();
    terms["clock"] = json!({"minutes": 1, "increment": 0});
    terms
}

/// The clock of a table as a looker-on sees it.
fn clock(evening: &mut Evening, line: u64) -> Value {
    last(&evening.say(line, json!({"kind": "watch", "table": 1})))["table"]["game"]["clock"].clone()
}

#[test]
fn a_jump_of_the_hosts_clock_costs_no_one_time_or_place() {
    for jump in [
        2.0 * 60.0 * MINUTE,
        13.0 * 60.0 * MINUTE,
        1.7e12,
        63_000.0,
        -MINUTE,
        -1.7e12,
    ] {
        let mut evening = crate::evening::evening();
        evening.game(one_minute());
        evening.play(1, 0, &[32, 28]);
        let absent = evening.enter(3, "Cato");
        evening.say(3, json!({"kind": "watch", "table": 1}));
        evening.club.closed(3, evening.now);
        evening.pass(10_000.0);
        evening.jump(jump);
        // Nothing was heard of either player since: after a sleep the clock stands.
        let table = evening.enter(4, "Dora");
        assert!(!table.is_empty());
        let shown = clock(&mut evening, 4);
        assert_eq!(shown["black"]["left"], 50_000.0, "{jump}");
        assert_eq!(shown["paused"], jump > 0.0, "{jump}");
        evening.pass(20_000.0);
        let shown = clock(&mut evening, 4);
        let waited = if jump > 0.0 { 50_000.0 } else { 30_000.0 };
        assert_eq!(shown["black"]["left"], waited, "{jump}");
        // One player alone does not start it.
        evening.club.heard(1, evening.now);
        evening.pass(4_000.0);
        evening.club.heard(2, evening.now);
        evening.pass(1_000.0);
        let shown = clock(&mut evening, 4);
        let left = if jump > 0.0 {
            waited - 1_000.0
        } else {
            waited - 5_000.0
        };
        assert_eq!(
            (&shown["black"]["left"], &shown["paused"]),
            (&json!(left), &json!(false)),
            "{jump}"
        );
        assert_eq!(evening.resume(5, &absent)[0]["name"], "Cato", "{jump}");
    }
}

#[test]
fn a_move_that_came_while_the_host_slept_counts() {
    let mut evening = crate::evening::evening();
    evening.game(one_minute());
    evening.play(1, 0, &[32, 28]);
    evening.pass(5_000.0);
    // The first that the host hears after the sleep is the move.
    evening.now += 63_000.0;
    let table = evening.play(2, 1, &[19, 23]);
    let game = &table["table"]["game"];
    assert_eq!(
        (&game["ply"], &game["outcome"]),
        (&json!(2), &Value::Null),
        "{table}"
    );
    assert_eq!(game["clock"]["black"]["left"], 55_000.0);
    assert_eq!(game["clock"]["paused"], true);
    evening.club.heard(1, evening.now);
    evening.pass(2_000.0);
    evening.enter(3, "Cato");
    let shown = clock(&mut evening, 3);
    assert_eq!(
        (&shown["white"]["left"], &shown["running"]),
        (&json!(58_000.0), &json!("white"))
    );
}

#[test]
fn an_evening_goes_on_after_a_crash_whatever_the_calendar_says() {
    for calendar in [1.8e12 + 13.0 * 60.0 * MINUTE, 3.0e12, 0.0] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("club.db");
        let mut evening = Evening::at(&file);
        let [ada, bram] = evening.game(blitz());
        evening.play(1, 0, &[32, 28]);
        let key = evening.club.key();
        drop(evening);
        let store = Store::open(&file).unwrap();
        let now = Moment { clock: 7.0, calendar };
        let mut club = Club::begin("The Walnut King", store, Limits::default(), now).unwrap();
        assert_eq!(club.key(), key);
        for (line, token) in [(1, ada), (2, bram)] {
            club.opened(line, HERE, now);
            club.receive(
                line,
                GuestMessage::Resume {
                    key: key.clone(),
                    token,
                },
                now,
            );
        }
        let told = club.take_outgoing();
        let shown: Value = serde_json::from_str(&told.last().unwrap().text).unwrap();
        let game = &shown["table"]["game"];
        assert_eq!(
            (&game["ply"], &game["clock"]["running"]),
            (&json!(1), &json!("black")),
            "{shown}"
        );
    }
}

#[test]
fn the_calendar_dates_the_games_and_moves_no_clock() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    // A machine without a clock begins in 1970 and then learns the date.
    let mut clock = 0.0;
    let mut now = |calendar: f64| {
        clock += 100.0;
        Moment { clock, calendar }
    };
    let mut club = Club::begin("", Store::open(&file).unwrap(), Limits::default(), now(1_000.0)).unwrap();
    let today = 1.8e12;
    let key = club.key();
    for (line, name) in [(1, "Ada"), (2, "Bram")] {
        club.opened(line, HERE, now(today));
        club.receive(
            line,
            GuestMessage::Enter {
                key: key.clone(),
                name: name.into(),
            },
            now(today),
        );
    }
    for (line, text) in [
        (1, json!({"kind": "openTable", "terms": one_minute()})),
        (2, json!({"kind": "sit", "table": 1})),
        (1, json!({"kind": "play", "table": 1, "ply": 0, "path": [32, 28]})),
    ] {
        club.receive(line, GuestMessage::read(&text.to_string()).unwrap(), now(today));
    }
    for hour in 0..20 {
        club.tick(now(today + 3_600_000.0 * f64::from(hour)));
    }
    club.receive(
        2,
        GuestMessage::Play {
            table: 1,
            ply: 1,
            path: vec![19, 23].into(),
        },
        now(1.0),
    );
    let told = club.take_outgoing();
    let shown: Value = serde_json::from_str(&told.last().unwrap().text).unwrap();
    assert_eq!(
        (&shown["table"]["game"]["ply"], &shown["table"]["game"]["outcome"]),
        (&json!(2), &Value::Null)
    );
    club.receive(1, GuestMessage::TakeHome { table: 1 }, now(today));
    let home = club.take_outgoing();
    assert!(home.last().unwrap().text.contains("2027.01.15"), "{home:?}");
}

#[test]
fn a_clock_that_stands_begins_only_when_both_are_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    let mut evening = Evening::at(&file);
    let [ada, bram] = evening.game(one_minute());
    evening.play(1, 0, &[32, 28]);
    evening.play(2, 1, &[19, 23]);
    drop(evening);
    // White alone is back, and has the move.
    let mut evening = Evening::at(&file);
    evening.resume(1, &ada);
    for (message, refusal) in [
        (
            json!({"kind": "play", "table": 1, "ply": 0, "path": [32, 28]}),
            "stale",
        ),
        (
            json!({"kind": "play", "table": 1, "ply": 9, "path": [32, 28]}),
            "stale",
        ),
        (
            json!({"kind": "play", "table": 1, "ply": 2, "path": [31, 27]}),
            "illegalMove",
        ),
        (
            json!({"kind": "huff", "table": 1, "ply": 2, "square": 3}),
            "illegalMove",
        ),
    ] {
        assert_eq!(evening.say(1, message.clone()), [refused(refusal)], "{message}");
        evening.pass(2.0 * MINUTE);
    }
    let table = evening.play(1, 2, &[28, 19]);
    let shown = &table["table"]["game"]["clock"];
    assert_eq!(
        (&shown["paused"], &shown["black"]["left"]),
        (&json!(true), &json!(MINUTE))
    );
    evening.pass(5.0 * MINUTE);
    let back = evening.resume(2, &bram);
    let game = &last(&back)["table"]["game"];
    assert_eq!((&game["ply"], &game["outcome"]), (&json!(3), &Value::Null));
    assert_eq!(
        (
            &game["clock"]["running"],
            &game["clock"]["black"]["left"],
            &game["clock"]["white"]["left"]
        ),
        (&json!("black"), &json!(MINUTE), &json!(MINUTE))
    );
    evening.pass(MINUTE + 1_000.0);
    let over = evening.told(1);
    assert_eq!(last(&over)["table"]["game"]["outcome"]["reason"], "time");
}
