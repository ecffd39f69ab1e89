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
    /// Tables, including those of finished games.
    pub tables: usize,
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

impl Default for Limits {
    fn default() -> Self {
        Self {
            lines: 320,
            lines_of_one: 64,
            people: 256,
            tables: 160,
            message: 2_048,
            messages_a_second: 8,
            burst: 30,
            waiting: 64,
            slowest: Duration::from_secs(10),
        }
    }
}
