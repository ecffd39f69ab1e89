//! Limits on guests.

use std::time::Duration;

/// Upper limits of a host. It refuses any excess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Open connections.
    pub lines: usize,
    /// Connections from one address; a browser opens several for a page.
    pub lines_of_one: usize,
    /// Known people.
    pub people: usize,
    /// Known people from one address.
    pub people_of_one: usize,
    /// Tables, including those of finished games.
    pub tables: usize,
    /// Tables that wait or play, with a guest from one address.
    pub tables_of_one: usize,
    /// True if the host's key opens from this machine only.
    pub host_here_only: bool,
    /// Bytes of a message.
    pub message: usize,
    /// Messages per second in the long run.
    pub messages_a_second: u32,
    /// Messages at once.
    pub burst: u32,
    /// Messages queued for a slow reader; more cut the connection.
    pub waiting: usize,
    /// Time after which a guest who reads nothing is disconnected.
    pub slowest: Duration,
}

impl Limits {
    /// The part of `places` that is kept free for the host.
    pub(crate) fn kept_for_host(places: usize) -> usize {
        places / 32
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            lines: 320,
            lines_of_one: 64,
            people: 256,
            people_of_one: 64,
            tables: 160,
            tables_of_one: 40,
            host_here_only: true,
            message: 2_048,
            messages_a_second: 8,
            burst: 30,
            waiting: 64,
            slowest: Duration::from_secs(10),
        }
    }
}
