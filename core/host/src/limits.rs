//! How much a host bears. Knows no person and no table.

use std::time::Duration;

/// What is allowed at most: more is refused, and costs the others nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Lines that are open at a time.
    pub lines: usize,
    /// Lines from one address: a browser opens several for a page.
    pub lines_of_one: usize,
    /// People who are known at a time.
    pub people: usize,
    /// Tables, those of finished games among them.
    pub tables: usize,
    /// Bytes of a message of a guest.
    pub message: usize,
    /// Messages a second that a guest may send for long, and so many at once.
    pub messages_a_second: u32,
    /// Messages at once.
    pub burst: u32,
    /// Messages that wait for a guest who reads slowly; with more the line is cut.
    pub waiting: usize,
    /// A guest who takes nothing for so long is cut off.
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
