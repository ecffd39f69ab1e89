//! How long a move is on its way, and what a full evening costs: twenty boards at once, one against thirty. Guests and host are one
//! process here, so that what is measured is more than the host alone uses.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
#![allow(clippy::disallowed_methods, reason = "how long it takes is what is asked")]
use damier_host::{Host, Hosting, Limits, Page, Pages};
use damier_store::Store;
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A move is to be at the other device within so many milliseconds, in the median; without optimisation, beside other tests, later.
const MOVE: u128 = if cfg!(debug_assertions) { 400 } else { 100 };
/// The host may use so many megabytes, and idle so much of a core.
const MEMORY: u64 = 150;
const IDLE: f64 = 0.1;

struct Guest(WebSocket<TcpStream>);

impl Guest {
    fn enter(host: &Host, key: &str, name: &str) -> Self {
        let address = host.address();
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut request = format!("ws://{address}/line").into_client_request().unwrap();
        let origin = format!("http://{address}").parse().unwrap();
        request.headers_mut().insert("origin", origin);
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        let mut guest = Self(socket);
        guest.say(&json!({"kind": "enter", "key": key, "name": name}));
        guest.until(|told| told["kind"] == "entered");
        guest
    }

    fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                let told: Value = serde_json::from_str(&text).unwrap();
                assert_ne!(told["kind"], "refused", "{told}");
                if wanted(&told) {
                    return told;
                }
            }
        }
    }

    fn at_ply(&mut self, table: u64, ply: u64) -> Value {
        self.until(|told| told["table"]["id"] == table && told["table"]["game"]["ply"] == ply)
    }
}

/// A host over a library in a file, as a club has it.
fn host(folder: &std::path::Path) -> Host {
    let limits = Limits {
        lines_of_one: 320,
        ..Limits::default()
    };
    let hosting = Hosting {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        any_port: false,
        name: "Evening".into(),
        pages: Pages::Program(Arc::new(|name| {
            (name == "together.html").then(|| Page {
                bytes: Vec::new(),
                mime: "text/html".into(),
            })
        })),
        origins: Vec::new(),
        limits,
    };
    Host::begin(Store::open(folder.join("club.db")).unwrap(), hosting).unwrap()
}

fn guest_key(host: &Host) -> String {
    host.guest_addresses()[0].rsplit('/').next().unwrap().to_owned()
}

fn terms() -> Value {
    json!({"variant": "international", "opener": "white", "handicap": {"white": 0, "black": 0}, "clock": null, "serious": true})
}

fn a_route(told: &Value) -> Value {
    told["table"]["game"]["position"]["legal"][0]["routes"][0].clone()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Seconds of processor time that this process has used.
#[cfg(target_os = "linux")]
fn used() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = text.rsplit(") ").next().unwrap().split(' ').collect();
    let ticks: f64 = fields[11..13]
        .iter()
        .map(|ticks| ticks.parse::<f64>().unwrap())
        .sum();
    ticks / 100.0
}

/// Megabytes in memory.
#[cfg(target_os = "linux")]
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

#[test]
fn a_move_is_at_the_other_device_in_time_with_twenty_boards_and_thirty_and_an_idle_host_rests() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(folder.path());
    let key = guest_key(&host);
    let mut organiser = Guest::enter(&host, host.host_key(), "Organiser");

    // A round of twenty boards, paired by the organiser; each move waits for the other device.
    let mut guests: Vec<Guest> = (0..40)
        .map(|at| Guest::enter(&host, &key, &format!("Guest {at}")))
        .collect();
    organiser.say(&json!({"kind": "beginTournament", "system": "monrad", "rounds": 3, "terms": terms()}));
    organiser.say(&json!({"kind": "nextRound"}));
    let mut boards: Vec<(Guest, Guest, Value)> = Vec::new();
    let mut seated: Vec<(u64, Guest, Value)> = guests
        .drain(..)
        .map(|mut guest| {
            let told = guest.until(|told| told["kind"] == "table");
            (told["table"]["id"].as_u64().unwrap(), guest, told)
        })
        .collect();
    seated.sort_by_key(|(table, _, told)| (*table, told["table"]["you"] == "black"));
    let mut seated = seated.into_iter();
    while let (Some((_, white, told)), Some((_, black, _))) = (seated.next(), seated.next()) {
        boards.push((white, black, told));
    }
    assert_eq!(boards.len(), 20);
    let threads: Vec<_> = boards
        .into_iter()
        .map(|(mut mover, mut waiter, mut told)| {
            std::thread::spawn(move || {
                let table = told["table"]["id"].as_u64().unwrap();
                let mut times = Vec::new();
                for ply in 0..8_u64 {
                    let message = json!({"kind": "play", "table": table, "ply": ply, "path": a_route(&told)});
                    let begun = Instant::now();
                    mover.say(&message);
                    told = waiter.at_ply(table, ply + 1);
                    times.push(begun.elapsed());
                    mover.at_ply(table, ply + 1);
                    std::mem::swap(&mut mover, &mut waiter);
                    // Nobody sends faster than the host hears them.
                    std::thread::sleep(Duration::from_millis(250));
                }
                (times, mover, waiter)
            })
        })
        .collect();
    let mut times = Vec::new();
    let mut lines = Vec::new();
    for thread in threads {
        let (own, mover, waiter) = thread.join().unwrap();
        times.extend(own);
        lines.extend([mover, waiter]);
    }
    let round = median(times);
    assert!(round.as_millis() < MOVE, "twenty boards: {round:?}");

    // Idle, with forty lines open.
    #[cfg(target_os = "linux")]
    {
        let (before, since) = (used(), Instant::now());
        std::thread::sleep(Duration::from_secs(2));
        let idle = (used() - before) / since.elapsed().as_secs_f64();
        println!(
            "twenty boards: {round:?}; idle {idle:.3} of a core, {} MB with the guests",
            memory()
        );
        assert!(idle < IDLE, "idle: {idle}");
        assert!(memory() < MEMORY, "memory: {} MB", memory());
    }

    // One against thirty others.
    drop(lines);
    let mut guests: Vec<Guest> = (0..30)
        .map(|at| Guest::enter(&host, &key, &format!("Pupil {at}")))
        .collect();
    organiser.say(&json!({"kind": "playAll", "terms": terms()}));
    let mut times = Vec::new();
    for guest in &mut guests {
        let told = guest.until(|told| told["kind"] == "table");
        let table = told["table"]["id"].as_u64().unwrap();
        let begun = Instant::now();
        organiser.say(&json!({"kind": "play", "table": table, "ply": 0, "path": [32, 28]}));
        guest.at_ply(table, 1);
        times.push(begun.elapsed());
        std::thread::sleep(Duration::from_millis(130));
    }
    let simultaneous = median(times);
    println!("one against thirty: {simultaneous:?}");
    assert!(
        simultaneous.as_millis() < MOVE,
        "one against thirty: {simultaneous:?}"
    );
}
