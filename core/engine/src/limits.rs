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

    /// A share of what the clock of the player to move shows.
    #[must_use]
    pub fn on_clock(clock: &TimeLeft) -> Self {
        let TimeLeft {
            left,
            moves,
            increment,
            delay,
        } = *clock;
        let moves = f64::from(moves.unwrap_or(MOVES).max(1));
        let usable = (left + delay - LAG).max(1.0);
        let share = (left / moves + increment + delay).min(usable);
        // The last move before more time comes may use what is left; others leave some for the next.
        let most = usable * if moves < 2.0 { 1.0 } else { 0.6 };
        Self {
            millis: Some((share * 2.5).min(most.max(delay - LAG))),
            // What nobody gets back may be used up.
            soft_millis: Some((share * 0.6).max(delay - LAG)),
            ..Self::default()
        }
    }
}

/// A game that is still open rarely lasts longer than so many more moves of one side.
const MOVES: u32 = 30;
/// Milliseconds of a move that may be lost on the way.
const LAG: f64 = 50.0;

/// What the clock of the player to move shows, and how it runs; times in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct TimeLeft {
    /// Left on the clock.
    pub left: f64,
    /// Moves to make in that time, this one among them; the rest of the game without.
    pub moves: Option<u32>,
    /// What each move adds when it is made (Fischer).
    pub increment: f64,
    /// What each move may take for nothing: before the clock runs (delay), or given back after it (Bronstein).
    pub delay: f64,
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
        // Forty moves, each a little longer than no new depth is begun.
        let clocks = [
            // The whole game; Fischer; Bronstein or delay; moves in a time.
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
            // Nor is most of it left unused.
            assert!(
                clock.left < start.left * 0.7 + 10.0 * start.increment,
                "{start:?} {clock:?}"
            );
        }
    }
}
