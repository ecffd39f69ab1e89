//! Messages of guests to a host, in any order: no panic, all output is valid messages, and the club keeps its limits.
//! Each input line is a message: its first letter selects the sender; `KEY`, `HOST` and `TOKEN` stand for real ones.
#![no_main]
use damier_core::damier_store::Store;
use damier_host::{Club, GuestMessage, HostMessage, Limits};
use libfuzzer_sys::fuzz_target;
use std::net::{IpAddr, Ipv4Addr};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let limits = Limits {
        people: 6,
        tables: 4,
        ..Limits::default()
    };
    let store = Store::in_memory().expect("memory");
    let mut now = 1.8e12;
    let mut club = Club::begin("Fuzz", store, limits, now).expect("a club");
    let (key, host) = (club.key(), club.host_key());
    let mut token = String::new();
    for line in text.lines() {
        let mut letters = line.chars();
        let who = u64::from(letters.next().map_or(0, |letter| u32::from(letter) % 8));
        let rest = letters.as_str();
        now += 1000.0;
        match rest {
            "open" => club.opened(who, IpAddr::V4(Ipv4Addr::LOCALHOST), now),
            "close" => club.closed(who, now),
            "wait" => (0..200).for_each(|_| {
                now += 4_000.0;
                club.tick(now);
            }),
            "sleep" => now += 700_000.0,
            "back" => now -= 7_200_000.0,
            _ => {
                let said = rest.replace("KEY", &key).replace("HOST", &host).replace("TOKEN", &token);
                if let Ok(message) = GuestMessage::read(&said) {
                    let written = serde_json::to_string(&message).expect("a message is JSON");
                    assert_eq!(GuestMessage::read(&written), Ok(message.clone()));
                    club.receive(who, message, now);
                }
            }
        }
        club.tick(now);
        for outgoing in club.take_outgoing() {
            let told: HostMessage = serde_json::from_str(&outgoing.text).expect("a message");
            match told {
                HostMessage::Entered { token: given, .. } => token = given,
                HostMessage::Lobby { lobby } => {
                    assert!(lobby.people.len() <= limits.people && lobby.tables.len() <= limits.tables);
                }
                _ => {}
            }
        }
    }
});
