//! When a search ends: depth, nodes, time, a stop from outside. Reads no clock; hosts pass one in.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Milliseconds since any fixed moment, from the host. Must not run backwards.
pub type Clock = fn() -> f64;

/// A clock that stands still, for searches limited by depth or nodes.
#[must_use]
pub fn no_clock() -> f64 {
    0.0
}

/// When a search ends by itself. The default never does.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u8>,
    /// Positions entered.
    pub nodes: Option<u64>,
    /// Milliseconds after which the search breaks off.
    pub millis: Option<f64>,
    /// Milliseconds after which no new depth is begun.
    pub soft_millis: Option<f64>,
    /// A move without alternative is played at once.
    pub at_once_if_forced: bool,
}

impl Limits {
    /// Until stopped.
    #[must_use]
    pub fn infinite() -> Self {
        Self::default()
    }

    /// This many plies.
    #[must_use]
    pub fn depth(plies: u8) -> Self {
        Self {
            depth: Some(plies),
            ..Self::default()
        }
    }

    /// This many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// This many milliseconds.
    #[must_use]
    pub fn millis(millis: f64) -> Self {
        Self {
            millis: Some(millis),
            ..Self::default()
        }
    }

    /// A share of the clock: `left` milliseconds for `moves` more moves (or the rest of the game), and
    /// `increment` more before each.
    #[must_use]
    pub fn clock(left: f64, moves: Option<u32>, increment: f64) -> Self {
        // A game that is still open rarely lasts longer than thirty more moves of one side.
        let moves = f64::from(moves.unwrap_or(30).max(1));
        let usable = (left + increment - 50.0).max(1.0);
        let share = (left / moves + increment).min(usable);
        Self {
            millis: Some((share * 2.5).min(usable * if moves < 2.0 { 1.0 } else { 0.6 })),
            soft_millis: Some(share * 0.6),
            ..Self::default()
        }
    }
}

/// Raised from another thread to end a search; the result is still delivered.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is down.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_overspent() {
        for (left, moves, increment) in [
            (1000.0, None, 0.0),
            (60_000.0, Some(1), 0.0),
            (100.0, None, 5000.0),
            (10.0, Some(40), 0.0),
        ] {
            let limits = Limits::clock(left, moves, increment);
            let hard = limits.millis.unwrap();
            assert!(
                hard <= (left + increment - 50.0).max(1.0),
                "{left} {moves:?} {increment}: {hard}"
            );
            assert!(hard > 0.0);
        }
    }
}
