//! The host over real sockets: access control, limits, and isolation between tables.
#![allow(
    clippy::result_large_err,
    reason = "the error of a WebSocket is as large as it is"
)]
use damier_host::{Host, HostError, Hosting, Limits, Page, Pages};
use damier_store::Store;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Error, Message, WebSocket};

/// Guards a test against hanging.
const PATIENCE: Duration = Duration::from_secs(120);

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn pages() -> Pages {
    Pages::Program(Arc::new(|name| {
        (name == "together.html").then(|| Page {
            bytes: b"<!doctype html>guests".to_vec(),
            mime: "text/html".into(),
        })
    }))
}

pub(crate) fn hosting(limits: Limits) -> Hosting {
    Hosting {
        address: HERE,
        port: 0,
        any_port: false,
        name: "Evening".into(),
        pages: pages(),
        origins: vec!["tauri://localhost".into()],
        limits,
    }
}

fn host(limits: Limits) -> Host {
    Host::begin(Store::in_memory().unwrap(), hosting(limits)).unwrap()
}

/// Limits for many guests from one address.
pub(crate) fn wide() -> Limits {
    Limits {
        lines_of_one: 320,
        people_of_one: 256,
        tables_of_one: 160,
        ..Limits::default()
    }
}

pub(crate) fn key(host: &Host) -> String {
    let address = host.guest_addresses().remove(0);
    address.rsplit('/').next().unwrap().to_owned()
}

/// A guest's browser.
pub(crate) struct Guest {
    socket: WebSocket<TcpStream>,
}

impl Guest {
    pub(crate) fn with_origin(address: SocketAddr, host: &str, origin: Option<&str>) -> Result<Self, Error> {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut request = format!("ws://{address}/line").into_client_request().unwrap();
        request
            .headers_mut()
            .insert("host", HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            request
                .headers_mut()
                .insert("origin", HeaderValue::from_str(origin).unwrap());
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Self { socket }),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(error),
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) fn new(address: SocketAddr) -> Self {
        Self::with_origin(address, &address.to_string(), Some(&format!("http://{address}"))).unwrap()
    }

    pub(crate) fn with_key(host: &Host, key: &str, name: &str) -> Self {
        let mut guest = Self::new(host.address());
        guest.say(&json!({"kind": "enter", "key": key, "name": name}));
        guest.until("entered");
        guest
    }

    fn entered(host: &Host, name: &str) -> Self {
        Self::with_key(host, &key(host), name)
    }

    pub(crate) fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// Sends a text, valid or not.
    pub(crate) fn send(&mut self, text: &str) -> Result<(), Error> {
        self.socket.send(Message::text(text))
    }

    /// Returns the next message; `None` once the connection is closed.
    pub(crate) fn hear(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Returns the next message of this kind.
    pub(crate) fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().unwrap_or_else(|| panic!("closed before {kind:?}"));
            if message["kind"] == kind {
                return message;
            }
        }
    }
}

fn terms() -> Value {
    json!({"variant": "international", "opener": "white", "handicap": {"white": 0, "black": 0}, "clock": null, "serious": false})
}

/// Two guests at their own table, and its number.
pub(crate) fn pair(host: &Host, names: [&str; 2]) -> (Guest, Guest, Value) {
    let (mut white, mut black) = (Guest::entered(host, names[0]), Guest::entered(host, names[1]));
    white.say(&json!({"kind": "openTable", "terms": terms()}));
    let table = white.until("table")["table"]["id"].clone();
    black.say(&json!({"kind": "sit", "table": table}));
    black.until("table");
    white.until("table");
    (white, black, table)
}

/// Sends raw bytes and returns the whole answer.
pub(crate) fn raw(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // A reset connection is an answer too.
    drop(stream.read_to_end(&mut answer));
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_game_continues_after_a_lost_connection() {
    let host = host(wide());
    let (mut white, mut black, table) = pair(&host, ["Ada", "Bram"]);
    white.say(&json!({"kind": "play", "table": table, "ply": 0, "path": [32, 28]}));
    assert_eq!(black.until("table")["table"]["game"]["ply"], 1);
    // The connection breaks without a goodbye; the guest returns.
    let mut again = Guest::new(host.address());
    again.say(&json!({"kind": "enter", "key": key(&host), "name": "Cato"}));
    let token = again.until("entered")["token"].clone();
    drop(again);
    let mut back = Guest::new(host.address());
    back.say(&json!({"kind": "resume", "key": key(&host), "token": token}));
    assert_eq!(back.until("entered")["name"], "Cato");
    drop(white);
    let away = loop {
        let told = black.until("table");
        if told["table"]["white"]["here"] == false {
            break told;
        }
    };
    assert_eq!(away["table"]["game"]["ply"], 1);
}

#[test]
fn the_address_names_the_evening_before_a_guest_enters() {
    let host = host(wide());
    let address = host.address();
    let ask = |key: &str| {
        raw(
            address,
            &format!("GET /evening/{key} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"),
        )
    };
    for key in [&key(&host), host.host_key()] {
        let answer = ask(key);
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.ends_with("\r\n\r\nEvening"),
            "{answer}"
        );
    }
    for key in ["AAAAAAAAAAAAAAAAAAAAAA", "x"] {
        let answer = ask(key);
        assert!(
            answer.starts_with("HTTP/1.1 404") && !answer.contains("Evening"),
            "{answer}"
        );
    }
}

#[test]
fn requests_for_other_hosts_are_refused() {
    let host = host(wide());
    let address = host.address();
    let page = raw(
        address,
        &format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"),
    );
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("guests"),
        "{page}"
    );
    assert!(
        page.contains("content-security-policy: default-src 'self'"),
        "{page}"
    );
    for bad in ["evil.example", "evil.example:80", "localhost.evil.example"] {
        let answer = raw(
            address,
            &format!("GET / HTTP/1.1\r\nhost: {bad}\r\nconnection: close\r\n\r\n"),
        );
        assert!(answer.starts_with("HTTP/1.1 421"), "{bad}: {answer}");
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/damier.db",
        "/call",
        "/line",
    ] {
        let answer = raw(
            address,
            &format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"),
        );
        assert!(answer.starts_with("HTTP/1.1 4"), "{path}: {answer}");
    }
    let answer = raw(
        address,
        &format!("POST / HTTP/1.1\r\nhost: {address}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
    );
    assert!(answer.starts_with("HTTP/1.1 405"), "{answer}");
}

#[test]
fn only_pages_of_this_host_and_of_the_window_can_connect() {
    let host = host(wide());
    let address = host.address();
    let own = address.to_string();
    for origin in [
        None,
        Some("http://evil.example"),
        Some("null"),
        Some("http://127.0.0.1:1"),
    ] {
        let refused = Guest::with_origin(address, &own, origin);
        assert!(
            matches!(refused, Err(Error::Http(ref answer)) if answer.status() == 403),
            "{origin:?}"
        );
    }
    let rebound = Guest::with_origin(address, "evil.example", Some("http://evil.example"));
    assert!(matches!(rebound, Err(Error::Http(answer)) if answer.status() == 421));
    assert!(Guest::with_origin(address, &own, Some("tauri://localhost")).is_ok());
}

#[test]
fn old_keys_are_refused_and_guests_hear_of_the_end() {
    let first = host(wide());
    let old = key(&first);
    let mut guest = Guest::entered(&first, "Ada");
    drop(first);
    assert_eq!(guest.until("refused")["refusal"], "closed");
    assert_eq!(guest.hear(), None);
    let second = host(wide());
    let mut guest = Guest::new(second.address());
    guest.say(&json!({"kind": "enter", "key": old, "name": "Ada"}));
    assert_eq!(guest.until("refused")["refusal"], "wrongKey");
    assert_eq!(guest.hear(), None);
}

#[test]
fn the_port_is_closed_before_guests_hear_of_the_end() {
    let host = host(wide());
    let address = host.address();
    let mut guest = Guest::entered(&host, "Ada");
    let off = std::thread::spawn(move || drop(host));
    assert_eq!(guest.until("refused")["refusal"], "closed");
    assert!(TcpStream::connect(address).is_err());
    off.join().unwrap();
}

#[test]
fn a_second_host_gets_an_error_or_the_next_port() {
    let first = host(wide());
    let port = first.address().port();
    let on_it = |any_port: bool| Hosting {
        port,
        any_port,
        ..hosting(wide())
    };
    let refused = Host::begin(Store::in_memory().unwrap(), on_it(false));
    assert!(matches!(refused, Err(HostError::PortTaken(address)) if address.port() == port));
    let second = Host::begin(Store::in_memory().unwrap(), on_it(true)).unwrap();
    assert_ne!(second.address().port(), port);
    // The first host continues.
    pair(&first, ["Ada", "Bram"]);
}

#[test]
fn a_host_needs_its_pages() {
    let folder = tempfile::tempdir().unwrap();
    let bare = Hosting {
        pages: Pages::Folder(folder.path().into()),
        ..hosting(wide())
    };
    let refused = Host::begin(Store::in_memory().unwrap(), bare.clone());
    assert!(matches!(refused, Err(HostError::NoPages(_))), "{refused:?}");
    std::fs::write(folder.path().join("together.html"), "hello").unwrap();
    let host = Host::begin(Store::in_memory().unwrap(), bare).unwrap();
    let address = host.address();
    let page = raw(
        address,
        &format!("GET /together.html HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"),
    );
    assert!(
        page.starts_with("HTTP/1.1 200") && page.ends_with("hello"),
        "{page}"
    );
}

#[test]
fn long_binary_and_frequent_messages_are_refused() {
    let host = host(wide());
    let mut long = Guest::entered(&host, "Long");
    long.say(&json!({"kind": "enter", "key": key(&host), "name": "x".repeat(5_000)}));
    assert_eq!(long.until("refused")["refusal"], "tooLong");
    assert_eq!(long.hear(), None);

    let mut odd = Guest::entered(&host, "Odd");
    odd.socket.send(Message::binary(vec![0, 1, 2])).unwrap();
    assert_eq!(odd.until("refused")["refusal"], "unreadable");
    odd.say(&json!({"kind": "erase"}));
    assert_eq!(odd.until("refused")["refusal"], "unreadable");

    let mut flood = Guest::entered(&host, "Flood");
    let mut sent = 0;
    // Writing fails once the connection is cut.
    while sent < 5_000 && flood.socket.send(Message::text(r#"{"kind":"leave"}"#)).is_ok() {
        sent += 1;
    }
    let mut refusals = Vec::new();
    while let Some(told) = flood.hear() {
        if told["kind"] == "refused" {
            refusals.push(told["refusal"].clone());
        }
    }
    assert!(
        refusals.iter().all(|refusal| refusal == "tooFast"),
        "{refusals:?}"
    );
    assert!(
        sent < 5_000 || !refusals.is_empty(),
        "a flood of {sent} messages was accepted"
    );
    // Other guests are not affected.
    pair(&host, ["Ada", "Bram"]);
}

#[test]
fn a_guest_who_reads_nothing_is_disconnected() {
    let host = host(Limits {
        waiting: 8,
        slowest: Duration::from_millis(500),
        messages_a_second: 100_000,
        burst: 100_000,
        ..wide()
    });
    let (mut white, mut black, table) = pair(&host, ["Ada", "Bram"]);
    let mut deaf = Guest::entered(&host, "Deaf");
    // This guest never reads: its queue is limited, then the connection is cut.
    let ask = json!({"kind": "watch", "table": table}).to_string();
    let asked = (0..20_000)
        .take_while(|_| deaf.socket.send(Message::text(ask.as_str())).is_ok())
        .count();
    let mut heard = 0;
    while deaf.hear().is_some() {
        heard += 1;
    }
    assert!(heard < asked, "the guest got all {asked} answers");
    white.say(&json!({"kind": "play", "table": table, "ply": 0, "path": [32, 28]}));
    while black.until("table")["table"]["game"]["ply"] != 1 {}
}

#[test]
fn everybody_beyond_the_limit_reads_the_whole_refusal() {
    let host = host(Limits {
        lines_of_one: 1,
        ..Limits::default()
    });
    let _inside = Guest::entered(&host, "Ada");
    let request = format!("GET / HTTP/1.1\r\nhost: {}\r\n\r\n", host.address());
    let streams: Vec<TcpStream> = (0..150)
        .map(|_| {
            let mut stream = TcpStream::connect(host.address()).unwrap();
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            drop(stream.write_all(request.as_bytes()));
            stream
        })
        .collect();
    for mut stream in streams {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 503"), "{head}");
        assert!(
            head.contains(&format!("content-length: {}", body.len())),
            "{head}"
        );
    }
}

#[test]
fn connections_from_one_address_are_limited() {
    let host = host(Limits {
        lines_of_one: 5,
        ..Limits::default()
    });
    let inside: Vec<Guest> = (0..5)
        .map(|number| Guest::entered(&host, &format!("Guest {number}")))
        .collect();
    // The sixth is told that there is no place.
    let answer = raw(
        host.address(),
        &format!("GET / HTTP/1.1\r\nhost: {}\r\n\r\n", host.address()),
    );
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    drop(inside);
    // The host notices each closed line by itself, so the next request may still come too early.
    let page = || {
        let address = host.address();
        raw(
            address,
            &format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"),
        )
    };
    crate::wait_until("room for another line", || page().starts_with("HTTP/1.1 200"));
}

/// A seeded random number generator.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// A random message, valid or not.
pub(crate) fn noise(random: &mut Random) -> String {
    let table = random.below(40);
    let square = |random: &mut Random| random.below(60);
    match random.below(14) {
        0 => json!({"kind": "openTable", "terms": terms()}).to_string(),
        1 => json!({"kind": "sit", "table": table}).to_string(),
        2 => json!({"kind": "watch", "table": table}).to_string(),
        3 => json!({"kind": "play", "table": table, "ply": random.below(4), "path": [square(random), square(random)]}).to_string(),
        4 => json!({"kind": "offerDraw", "table": table}).to_string(),
        5 => json!({"kind": "answerDraw", "table": table, "accept": true}).to_string(),
        6 => json!({"kind": "resign", "table": table}).to_string(),
        7 => json!({"kind": "claim", "table": table}).to_string(),
        8 => json!({"kind": "answerTakeBack", "table": table, "accept": true}).to_string(),
        9 => json!({"kind": "closeTable", "table": table}).to_string(),
        10 => json!({"kind": "takeHome", "table": table}).to_string(),
        11 => json!({"kind": "leave"}).to_string(),
        12 => "{\"kind\":".repeat(1 + random.below(20) as usize),
        _ => (0..random.below(60)).map(|_| char::from(random.below(127) as u8)).collect(),
    }
}

#[test]
fn random_messages_of_two_hundred_guests_do_not_affect_another_table() {
    let host = host(wide());
    let (mut white, mut black, table) = pair(&host, ["Ada", "Bram"]);
    let (address, key) = (host.address(), key(&host));
    let crowd: Vec<_> = (0..200_u64)
        .map(|number| {
            let key = key.clone();
            std::thread::Builder::new()
                .stack_size(256 * 1024)
                .spawn(move || {
                    let mut random = Random(number * 7_919 + 1);
                    let mut guest = Guest::new(address);
                    guest.say(&json!({"kind": "enter", "key": key, "name": format!("Guest {number}")}));
                    let entered = guest.until("entered");
                    for _ in 0..20 {
                        if guest.socket.send(Message::text(noise(&mut random))).is_err() {
                            break;
                        }
                    }
                    entered["kind"] == "entered"
                })
                .unwrap()
        })
        .collect();
    let moves: [[u8; 2]; 8] = [
        [32, 28],
        [19, 23],
        [28, 19],
        [14, 23],
        [37, 32],
        [10, 14],
        [41, 37],
        [14, 19],
    ];
    for (ply, path) in (0..).zip(moves) {
        let (mover, other) = if ply % 2 == 0 {
            (&mut white, &mut black)
        } else {
            (&mut black, &mut white)
        };
        mover.say(&json!({"kind": "play", "table": table, "ply": ply, "path": path}));
        for guest in [mover, other] {
            while guest.until("table")["table"]["game"]["ply"] != ply + 1 {}
        }
    }
    for guest in crowd {
        assert!(guest.join().unwrap());
    }
    // After all that noise the game at our table is unchanged.
    black.say(&json!({"kind": "resign", "table": table}));
    let over = loop {
        let told = white.until("table");
        if told["table"]["game"]["outcome"] != Value::Null {
            break told;
        }
    };
    assert_eq!(over["table"]["game"]["ply"], 8);
    assert_eq!(over["table"]["white"]["name"], "Ada");
}
