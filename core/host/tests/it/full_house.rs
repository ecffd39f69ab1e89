//! A full evening over real sockets: a round of twenty boards, and one player against thirty.
use crate::host::{Guest, hosting, key, wide};
use damier_host::{Host, Limits};
use damier_store::Store;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A host over a library in a file, as a club has it.
fn host(folder: &std::path::Path, limits: Limits) -> Host {
    Host::begin(Store::open(folder.join("club.db")).unwrap(), hosting(limits)).unwrap()
}

fn terms() -> Value {
    json!({"variant": "international", "opener": "white", "handicap": {"white": 0, "black": 0}, "clock": null, "serious": true})
}

fn first_route(message: &Value) -> Value {
    message["table"]["game"]["position"]["legal"][0]["routes"][0].clone()
}

fn until_ply(guest: &mut Guest, table: u64, ply: u64) -> Value {
    loop {
        let message = guest.until("table");
        if message["table"]["id"] == table && message["table"]["game"]["ply"] == ply {
            return message;
        }
    }
}

fn organiser(host: &Host) -> Guest {
    Guest::with_key(host, host.host_key(), "Organiser")
}

/// Plays eight plies at each of twenty boards at once. Returns the time each move took to the other device, and the open lines.
#[allow(clippy::disallowed_methods, reason = "the ignored test prints the times")]
fn twenty_boards(host: &Host, organiser: &mut Guest, pause: Duration) -> (Vec<Duration>, Vec<Guest>) {
    let guests: Vec<Guest> = (0..40)
        .map(|at| Guest::with_key(host, &key(host), &format!("Guest {at}")))
        .collect();
    organiser.say(&json!({"kind": "beginTournament", "system": "monrad", "rounds": 3, "terms": terms()}));
    organiser.say(&json!({"kind": "nextRound"}));
    let mut seated: Vec<(u64, Guest, Value)> = guests
        .into_iter()
        .map(|mut guest| {
            let message = guest.until("table");
            (message["table"]["id"].as_u64().unwrap(), guest, message)
        })
        .collect();
    seated.sort_by_key(|(table, _, message)| (*table, message["table"]["you"] == "black"));
    let mut boards: Vec<(Guest, Guest, Value)> = Vec::new();
    let mut seated = seated.into_iter();
    while let (Some((_, white, message)), Some((_, black, _))) = (seated.next(), seated.next()) {
        boards.push((white, black, message));
    }
    assert_eq!(boards.len(), 20);
    let threads: Vec<_> = boards
        .into_iter()
        .map(|(mut mover, mut waiter, mut message)| {
            std::thread::spawn(move || {
                let table = message["table"]["id"].as_u64().unwrap();
                let mut times = Vec::new();
                for ply in 0..8_u64 {
                    let play =
                        json!({"kind": "play", "table": table, "ply": ply, "path": first_route(&message)});
                    let begun = Instant::now();
                    mover.say(&play);
                    message = until_ply(&mut waiter, table, ply + 1);
                    times.push(begun.elapsed());
                    until_ply(&mut mover, table, ply + 1);
                    std::mem::swap(&mut mover, &mut waiter);
                    std::thread::sleep(pause);
                }
                (times, [mover, waiter])
            })
        })
        .collect();
    let (mut times, mut lines) = (Vec::new(), Vec::new());
    for thread in threads {
        let (own, guests) = thread.join().unwrap();
        times.extend(own);
        lines.extend(guests);
    }
    (times, lines)
}

/// The organiser plays a move at each of thirty boards. Returns the time each move took to the other device.
#[allow(clippy::disallowed_methods, reason = "the ignored test prints the times")]
fn one_against_thirty(host: &Host, organiser: &mut Guest, pause: Duration) -> Vec<Duration> {
    let mut guests: Vec<Guest> = (0..30)
        .map(|at| Guest::with_key(host, &key(host), &format!("Pupil {at}")))
        .collect();
    organiser.say(&json!({"kind": "playAll", "terms": terms()}));
    guests
        .iter_mut()
        .map(|guest| {
            let table = guest.until("table")["table"]["id"].as_u64().unwrap();
            let begun = Instant::now();
            organiser.say(&json!({"kind": "play", "table": table, "ply": 0, "path": [32, 28]}));
            until_ply(guest, table, 1);
            let time = begun.elapsed();
            std::thread::sleep(pause);
            time
        })
        .collect()
}

#[test]
fn every_move_of_twenty_boards_and_of_one_against_thirty_reaches_the_other_device() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        messages_a_second: 100_000,
        burst: 100_000,
        ..wide()
    };
    let host = host(folder.path(), limits);
    let mut organiser = organiser(&host);
    let (times, lines) = twenty_boards(&host, &mut organiser, Duration::ZERO);
    assert_eq!((times.len(), lines.len()), (160, 40));
    drop(lines);
    assert_eq!(
        one_against_thirty(&host, &mut organiser, Duration::ZERO).len(),
        30
    );
}

/// Prints the median delay of a move, the processor share of an idle host, and the memory of host and guests together.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "a measurement: prints figures and checks none"]
#[allow(clippy::disallowed_methods, reason = "this measures time")]
fn figures() {
    fn median(mut times: Vec<Duration>) -> Duration {
        times.sort_unstable();
        times[times.len() / 2]
    }
    /// Seconds of processor time that this process has used.
    fn processor_seconds() -> f64 {
        let text = std::fs::read_to_string("/proc/self/stat").unwrap();
        let fields: Vec<&str> = text.rsplit(") ").next().unwrap().split(' ').collect();
        let ticks = fields[11..13].iter().map(|ticks| ticks.parse::<f64>().unwrap());
        ticks.sum::<f64>() / 100.0
    }
    /// Resident memory of this process, in megabytes.
    fn megabytes() -> u64 {
        let text = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = text.lines().find(|line| line.starts_with("VmRSS")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    }
    let folder = tempfile::tempdir().unwrap();
    let host = host(folder.path(), wide());
    let mut organiser = organiser(&host);
    // The pauses keep each guest below the rate limit.
    let (times, lines) = twenty_boards(&host, &mut organiser, Duration::from_millis(250));
    println!("twenty boards: {:?}", median(times));
    let (before, since) = (processor_seconds(), Instant::now());
    std::thread::sleep(Duration::from_secs(2));
    let idle = (processor_seconds() - before) / since.elapsed().as_secs_f64();
    println!(
        "idle with {} lines: {idle:.3} of a core, {} MB",
        lines.len() + 1,
        megabytes()
    );
    drop(lines);
    let times = one_against_thirty(&host, &mut organiser, Duration::from_millis(130));
    println!("one against thirty: {:?}", median(times));
}
