//! Evenings that go wrong: floods, full houses, sleeping hosts and crashes, each from a seed. The ignored tests are the same
//! runs at full length, for `make test-deep`.
use crate::evening::{Evening, HERE, MINUTE, last, terms};
use crate::host::{Guest, Random, hosting, key, noise, pair, raw, wide};
use damier_host::{Host, Limits};
use damier_store::Store;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A guest of the simulated evening.
struct Simulated {
    line: u64,
    token: String,
    here: bool,
}

/// One evening under a simulated clock: an hour each, in which the host sleeps, its calendar jumps, it crashes and starts
/// again, and guests leave and come back. Nobody loses a move that was shown, a seat or, in an hour, a game on time.
fn simulate(seed: u64, steps: usize) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    let mut random = Random(seed * 7_919 + 1);
    let mut evening = Evening::at(&file);
    let (key, host_key) = (evening.club.key(), evening.club.host_key());
    evening.club.opened(999, HERE, evening.now);
    evening.say(999, json!({"kind": "enter", "key": host_key, "name": "Trainer"}));
    let mut lines = 0;
    let mut guests: Vec<Simulated> = (0..8)
        .map(|number| {
            lines += 1;
            let token = evening.enter(lines, &format!("Guest {number}"));
            Simulated {
                line: lines,
                token,
                here: true,
            }
        })
        .collect();
    let mut hour = terms();
    hour["clock"] = json!({"minutes": 60, "increment": 0});
    evening.say(999, json!({"kind": "pairAll", "terms": hour}));
    // The moves that somebody was shown, by table.
    let mut shown: BTreeMap<u64, u64> = BTreeMap::new();
    let mut passed = 0.0;
    for _ in 0..steps {
        let at = random.below(guests.len() as u64) as usize;
        match random.below(20) {
            0 => {
                let jump = [63_000.0, 2.0 * 60.0 * MINUTE, 1.7e12, -60.0 * MINUTE, 6_000.0];
                evening.now += jump[random.below(5) as usize];
            }
            1 => {
                let now = evening.now;
                drop(evening);
                evening = Evening::at(&file);
                evening.now = now + 1_000.0 * random.below(100_000) as f64;
                assert_eq!(evening.club.key(), key, "seed {seed}");
                guests.iter_mut().for_each(|guest| guest.here = false);
            }
            2 => {
                let guest = &mut guests[at];
                evening.club.closed(guest.line, evening.now);
                guest.here = false;
            }
            3..=9 => {
                let guest = &mut guests[at];
                if !guest.here {
                    lines += 1;
                    guest.line = lines;
                    let told = evening.resume(lines, &guest.token.clone());
                    assert_eq!(told[0]["kind"], "entered", "seed {seed}: {told:?}");
                    guest.here = true;
                }
                evening.club.heard(guest.line, evening.now);
            }
            10 => {
                let seconds = 1_000.0 * random.below(20) as f64;
                evening.pass(seconds);
                passed += seconds;
            }
            _ if guests[at].here => {
                let line = guests[at].line;
                let lobby = evening.say(line, json!({"kind": "leave"}));
                let tables = last(&lobby)["lobby"]["tables"].as_array().unwrap().clone();
                let Some(own) = tables.iter().find(|one| one["yours"] == true) else {
                    panic!("seed {seed}: the seat is gone")
                };
                let id = own["id"].as_u64().unwrap();
                let view = evening.say(line, json!({"kind": "return", "table": id}));
                let table = last(&view)["table"].clone();
                let game = &table["game"];
                let ply = game["ply"].as_u64().unwrap();
                assert!(
                    ply >= shown.get(&id).copied().unwrap_or(0),
                    "seed {seed}: a move is lost"
                );
                assert_ne!(
                    game["outcome"]["reason"], "time",
                    "seed {seed}: lost on time after {passed} ms"
                );
                if game["position"]["turn"] == table["you"] && game["outcome"] == Value::Null {
                    let legal = game["position"]["legal"].as_array().unwrap();
                    let chosen = &legal[random.below(legal.len() as u64) as usize]["routes"][0];
                    let play = json!({"kind": "play", "table": id, "ply": ply, "path": chosen});
                    let told = evening.say(line, play);
                    let now = last(&told)["table"]["game"]["ply"].as_u64();
                    shown.insert(id, now.unwrap_or_else(|| panic!("seed {seed}: {told:?}")));
                }
            }
            _ => {}
        }
    }
    assert!(shown.values().sum::<u64>() > 0);
    // Every game that was shown is in the library.
    evening.club.end();
    drop(evening);
    let store = Store::open(&file).unwrap();
    assert_eq!(store.index_state().unwrap().games, 4);
}

#[test]
fn an_evening_survives_sleeps_jumps_and_crashes() {
    for seed in 0..3 {
        simulate(seed, 300);
    }
}

#[test]
#[ignore = "long: three hundred evenings"]
fn three_hundred_evenings_survive_sleeps_jumps_and_crashes() {
    for seed in 100..400 {
        simulate(seed, 600);
    }
}

/// A player's pair goes on while others come, make noise and go.
fn game_beside(host: &Host, moves: usize, disturb: impl FnOnce() + Send + 'static) {
    let (mut white, mut black, table) = pair(host, ["Ada", "Bram"]);
    let others = std::thread::spawn(disturb);
    let mut position = {
        white.say(&json!({"kind": "return", "table": table}));
        white.until("table")
    };
    for ply in 0..moves {
        let (mover, other) = if ply % 2 == 0 {
            (&mut white, &mut black)
        } else {
            (&mut black, &mut white)
        };
        let path = &position["table"]["game"]["position"]["legal"][0]["routes"][0];
        let path = if path.is_null() {
            mover.say(&json!({"kind": "return", "table": table}));
            mover.until("table")["table"]["game"]["position"]["legal"][0]["routes"][0].clone()
        } else {
            path.clone()
        };
        mover.say(&json!({"kind": "play", "table": table, "ply": ply, "path": path}));
        position = loop {
            let told = other.until("table");
            if told["table"]["game"]["ply"] == ply + 1 {
                break told;
            }
        };
        while mover.until("table")["table"]["game"]["ply"] != ply + 1 {}
    }
    others.join().unwrap();
}

/// Enters and closes as fast as one device can.
fn flood_of_entries(host: &Host, entries: usize) {
    let (address, key) = (host.address(), key(host));
    game_beside(host, 8, move || {
        for number in 0..entries {
            let mut guest = Guest::new(address);
            guest.say(&json!({"kind": "enter", "key": key, "name": format!("x{number}")}));
            guest.until("entered");
        }
    });
    // The door is open, for guests and for the host.
    Guest::with_key(host, &self::key(host), "Late");
    Guest::with_key(host, host.host_key(), "Trainer");
}

fn house(limits: Limits) -> Host {
    Host::begin(Store::in_memory().unwrap(), hosting(limits)).unwrap()
}

#[test]
fn a_flood_of_entries_leaves_the_door_open() {
    flood_of_entries(&house(wide()), 300);
}

#[test]
#[ignore = "long: five thousand entries"]
fn a_long_flood_of_entries_leaves_the_door_open() {
    flood_of_entries(&house(wide()), 5_000);
}

/// As many guests as come, each with noise. Whoever is not let in is told so.
fn load(guests: u64, messages: usize) {
    let host = house(Limits {
        people_of_one: 400,
        ..wide()
    });
    let (address, key) = (host.address(), key(&host));
    game_beside(&host, 20, move || {
        let crowd: Vec<_> = (0..guests)
            .map(|number| {
                let key = key.clone();
                let come = move || {
                    let mut random = Random(number * 7_919 + 1);
                    let own = address.to_string();
                    let origin = format!("http://{address}");
                    let Ok(mut guest) = Guest::with_origin(address, &own, Some(&origin)) else {
                        return false;
                    };
                    guest.say(&json!({"kind": "enter", "key": key, "name": format!("Guest {number}")}));
                    let told = guest.hear().expect("an answer");
                    for _ in 0..messages {
                        if guest.send(&noise(&mut random)).is_err() {
                            break;
                        }
                    }
                    told["kind"] == "entered" || told["refusal"] == "full" || panic!("{told}")
                };
                let thread = std::thread::Builder::new().stack_size(256 * 1024);
                thread.spawn(come).unwrap()
            })
            .collect();
        let inside = crowd.into_iter().map(|guest| guest.join().unwrap());
        assert!(inside.filter(|inside| *inside).count() > 0);
    });
}

#[test]
#[ignore = "long: two hundred and a thousand guests"]
fn two_hundred_and_a_thousand_guests_disturb_no_game() {
    load(200, 60);
    load(1_000, 20);
}

/// Lines that ask for a large file and do not read it.
fn slow_readers(host: &Host, lines: usize) -> Vec<TcpStream> {
    let address = host.address();
    (0..lines)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            let request = format!("GET /together.html HTTP/1.1\r\nhost: {address}\r\n\r\n");
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect()
}

#[test]
fn whoever_finds_no_place_is_told_so() {
    let host = house(Limits {
        lines_of_one: 5,
        ..Limits::default()
    });
    let held = slow_readers(&host, 5);
    let address = host.address();
    let refused = || {
        raw(
            address,
            &format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"),
        )
    };
    crate::wait_until("a refusal", || refused().starts_with("HTTP/1.1 503"));
    let answer = refused();
    assert!(
        answer.contains("retry-after: 5") && answer.contains("no place left"),
        "{answer}"
    );
    drop(held);
    crate::wait_until("room for another line", || refused().starts_with("HTTP/1.1 200"));
}

#[test]
#[ignore = "long: waits for the time limit of slow readers"]
fn slow_readers_are_cut() {
    let host = house(Limits {
        lines_of_one: 40,
        ..Limits::default()
    });
    let mut held = slow_readers(&host, 40);
    let address = host.address();
    let page = || {
        raw(
            address,
            &format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"),
        )
    };
    assert!(page().starts_with("HTTP/1.1 503"));
    // All are cut within the limit, and the room is free for others.
    for stream in &mut held {
        stream.set_read_timeout(Some(Duration::from_secs(90))).unwrap();
        let mut rest = Vec::new();
        drop(stream.read_to_end(&mut rest));
    }
    crate::wait_until("room for another line", || page().starts_with("HTTP/1.1 200"));
}

#[test]
fn two_hosts_do_not_share_a_library() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    let begin = || Host::begin(Store::open(&file).unwrap(), hosting(wide()));
    let first = begin().unwrap();
    let second = begin();
    assert!(
        matches!(second, Err(damier_host::HostError::LibraryTaken(ref path)) if *path == file),
        "{second:?}"
    );
    // A failed start leaves the first one's mark.
    assert!(begin().is_err());
    drop(first);
    drop(begin().unwrap());
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|one| one.unwrap().file_name())
        .collect();
    assert_eq!(left, ["club.db"], "one whole file is left");
}

#[cfg(unix)]
#[test]
fn no_move_is_shown_as_kept_once_the_library_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    let mut evening = Evening::at(&file);
    evening.game(terms());
    evening.play(1, 0, &[32, 28]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(
        evening.play(2, 1, &[19, 23]),
        json!({"kind": "refused", "refusal": "notKept"})
    );
    let message = damier_host::GuestMessage::Resign { table: 1 };
    evening.club.receive(1, message, evening.now);
    assert_eq!(
        last(&evening.told(1)),
        &json!({"kind": "refused", "refusal": "notKept"})
    );
}
