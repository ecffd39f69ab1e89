//! A club with a simulated clock. Tests send messages on connections and read the answers.
use damier_host::{Club, ConnectionId, GuestMessage, Limits};
use damier_store::Store;
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

pub(crate) const MINUTE: f64 = 60_000.0;

/// The address of all connections where a test does not care.
pub(crate) const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A club with a simulated clock.
pub(crate) struct Evening {
    pub(crate) club: Club,
    pub(crate) now: f64,
}

impl Evening {
    pub(crate) fn over(store: Store) -> Self {
        Self::with(store, Limits::default())
    }

    pub(crate) fn with(store: Store, limits: Limits) -> Self {
        let now = 1.8e12;
        Self {
            club: Club::begin("The Walnut King", store, limits, now).unwrap(),
            now,
        }
    }

    pub(crate) fn at(path: &Path) -> Self {
        Self::over(Store::open(path).unwrap())
    }

    /// Sends a message and returns the answers on the same connection.
    pub(crate) fn say(&mut self, line: ConnectionId, message: Value) -> Vec<Value> {
        let message = GuestMessage::read(&message.to_string()).expect("a message");
        self.club.receive(line, message, self.now);
        self.told(line)
    }

    /// Removes all outgoing messages and returns those of this connection.
    pub(crate) fn told(&mut self, line: ConnectionId) -> Vec<Value> {
        let out = self.club.take_outgoing();
        let own = out.iter().filter(|one| one.to == line);
        own.map(|one| serde_json::from_str(&one.text).unwrap()).collect()
    }

    /// Lets time pass in steps short enough for a host that is there.
    pub(crate) fn pass(&mut self, millis: f64) {
        let until = self.now + millis;
        while self.now < until {
            self.now = (self.now + 4_000.0).min(until);
            self.club.tick(self.now);
        }
    }

    /// Lets the host's clock jump, as after a sleep of its machine.
    pub(crate) fn jump(&mut self, millis: f64) {
        self.now += millis;
        self.club.tick(self.now);
    }

    /// Enters a guest; returns the token for coming back.
    pub(crate) fn enter(&mut self, line: ConnectionId, name: &str) -> String {
        let key = self.club.key();
        self.club.opened(line, HERE, self.now);
        let told = self.say(line, json!({"kind": "enter", "key": key, "name": name}));
        assert_eq!(told[0]["kind"], "entered", "{told:?}");
        told[0]["token"].as_str().unwrap().to_owned()
    }

    pub(crate) fn resume(&mut self, line: ConnectionId, token: &str) -> Vec<Value> {
        let key = self.club.key();
        self.club.opened(line, HERE, self.now);
        self.say(line, json!({"kind": "resume", "key": key, "token": token}))
    }

    /// Seats two people on connections 1 (White) and 2 at table 1 and begins a game. Returns their tokens.
    pub(crate) fn game(&mut self, terms: Value) -> [String; 2] {
        let tokens = [self.enter(1, "Ada"), self.enter(2, "Bram")];
        let opened = self.say(1, json!({"kind": "openTable", "terms": terms}));
        assert_eq!(last(&opened)["table"]["you"], "white", "{opened:?}");
        let told = self.say(2, json!({"kind": "sit", "table": 1}));
        assert_eq!(last(&told)["table"]["you"], "black", "{told:?}");
        assert_eq!(last(&told)["table"]["game"]["ply"], 0);
        tokens
    }

    pub(crate) fn play(&mut self, line: ConnectionId, ply: u32, path: &[u8]) -> Value {
        let told = self.say(
            line,
            json!({"kind": "play", "table": 1, "ply": ply, "path": path}),
        );
        last(&told).clone()
    }
}

pub(crate) fn last(told: &[Value]) -> &Value {
    told.last().expect("something was told")
}

pub(crate) fn refused(refusal: &str) -> Value {
    json!({"kind": "refused", "refusal": refusal})
}

pub(crate) fn terms() -> Value {
    json!({"variant": "international", "opener": "white", "handicap": {"white": 0, "black": 0}, "clock": null, "serious": false})
}

pub(crate) fn blitz() -> Value {
    let mut terms = terms();
    terms["clock"] = json!({"minutes": 5, "increment": 3});
    terms
}

pub(crate) fn evening() -> Evening {
    Evening::over(Store::in_memory().unwrap())
}

/// The host on connection 9 and six guests on connections 1 to 6, all in the lobby.
pub(crate) fn class() -> Evening {
    let mut evening = evening();
    let key = evening.club.host_key();
    evening.club.opened(9, HERE, evening.now);
    evening.say(9, json!({"kind": "enter", "key": key, "name": "Trainer"}));
    for line in 1..=6 {
        evening.enter(line, &format!("Pupil {line}"));
    }
    evening
}
