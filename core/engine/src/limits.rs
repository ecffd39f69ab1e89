//! The limits of a search: depth, nodes, time, a stop flag. Reads no clock; hosts pass one in.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A clock of the host, in milliseconds since any fixed moment. Must be monotonic.
pub type Clock = fn() -> f64;

/// A clock that stands still, for searches limited by depth or nodes.
#[must_use]
pub fn no_clock() -> f64 {
    0.0
}

/// The limits at which a search ends. The default has none.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u8>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// The hard limit: milliseconds after which the search stops.
    pub millis: Option<f64>,
    /// The soft limit: milliseconds after which no new iteration starts; less if the iterations agree on a move, more
    /// if they differ or the score falls.
    pub soft_millis: Option<f64>,
    /// Milliseconds that cost nothing on the clock: the search uses at least these.
    pub free_millis: f64,
    /// Searches only one ply if there is a single legal move.
    pub at_once_if_forced: bool,
}

impl Limits {
    /// Returns no limits: the search runs until it is stopped.
    #[must_use]
    pub fn infinite() -> Self {
        Self::default()
    }

    /// Limits the depth, in plies.
    #[must_use]
    pub fn depth(plies: u8) -> Self {
        Self {
            depth: Some(plies),
            ..Self::default()
        }
    }

    /// Limits the number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Limits the time, in milliseconds.
    #[must_use]
    pub fn millis(millis: f64) -> Self {
        Self {
            millis: Some(millis),
            ..Self::default()
        }
    }

    /// Manages time: a share of the time on the clock of the player to move.
    #[must_use]
    pub fn on_clock(clock: &TimeLeft) -> Self {
        let TimeLeft {
            left,
            moves,
            increment,
            delay,
        } = *clock;
        let moves = f64::from(moves.unwrap_or(MOVES_TO_GO).max(1));
        let available = (left + delay - MOVE_OVERHEAD).max(1.0);
        let share = (left / moves + increment + delay).min(available);
        // The last move before a time control may use all the time left; others leave some for the next moves.
        let most = available * if moves < 2.0 { 1.0 } else { 0.6 };
        Self {
            millis: Some((share * 2.5).min(most.max(delay - MOVE_OVERHEAD))),
            soft_millis: Some((share * 0.6).max(delay - MOVE_OVERHEAD)),
            // Unused delay is lost.
            free_millis: (delay - MOVE_OVERHEAD).max(0.0),
            at_once_if_forced: true,
            ..Self::default()
        }
    }
}

/// Maximum number of moves that one side is expected to make in the rest of a game.
const MOVES_TO_GO: u32 = 30;
/// Milliseconds reserved for the transmission of a move.
const MOVE_OVERHEAD: f64 = 50.0;

/// The clock of the player to move; times in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct TimeLeft {
    /// Time left on the clock.
    pub left: f64,
    /// Moves to the next time control, this one included; `None` without one.
    pub moves: Option<u32>,
    /// Increment after each move (Fischer).
    pub increment: f64,
    /// Free time for each move: before the clock runs (delay), or given back after the move (Bronstein).
    pub delay: f64,
}

/// A flag that stops a search from another thread; the search still returns its result.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Creates a flag that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the flag.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the flag is set.
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
        for (left, moves, delay) in [
            (1000.0, None, 0.0),
            (60_000.0, Some(1), 0.0),
            (100.0, None, 5000.0),
            (10.0, Some(40), 0.0),
        ] {
            let limits = Limits::on_clock(&TimeLeft {
                left,
                moves,
                delay,
                ..TimeLeft::default()
            });
            let hard = limits.millis.unwrap();
            assert!(
                hard <= (left + delay - 50.0).max(1.0),
                "{left} {moves:?} {delay}: {hard}"
            );
            assert!(hard > 0.0);
        }
    }

    #[test]
    fn every_kind_of_clock_lasts_for_the_game() {
        // Forty moves, each a little longer than the soft limit.
        let clocks = [
            // Sudden death, Fischer, Bronstein or delay, and a time control.
            TimeLeft {
                left: 60_000.0,
                ..TimeLeft::default()
            },
            TimeLeft {
                left: 10_000.0,
                increment: 1000.0,
                ..TimeLeft::default()
            },
            TimeLeft {
                left: 3_000.0,
                delay: 2000.0,
                ..TimeLeft::default()
            },
            TimeLeft {
                left: 40_000.0,
                moves: Some(40),
                ..TimeLeft::default()
            },
        ];
        for start in clocks {
            let mut clock = start;
            for _ in 0..40 {
                let limits = Limits::on_clock(&clock);
                let (soft, hard) = (limits.soft_millis.unwrap(), limits.millis.unwrap());
                assert!(
                    hard <= clock.left + clock.delay && soft > 0.0,
                    "{clock:?} {limits:?}"
                );
                assert!(soft >= clock.delay.min(500.0) / 2.0, "{clock:?} {limits:?}");
                clock.left += clock.increment - (hard.min(soft * 1.2) - clock.delay).max(0.0);
                clock.moves = clock.moves.map(|moves| moves.saturating_sub(1).max(1));
            }
            assert!(clock.left > 0.0, "{start:?}");
            // Most of the time is used.
            assert!(
                clock.left < start.left * 0.7 + 10.0 * start.increment,
                "{start:?} {clock:?}"
            );
        }
    }
}
