//! Game clocks: time controls and the time left to each side. Reads no system clock: every method takes `now` in
//! milliseconds since any fixed moment. Knows no rule of draughts.
use crate::Side;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A period of a time control.
///
/// ```
/// use draughts::clock::Period;
///
/// let forty_moves_in_two_hours = Period { moves: Some(40), seconds: 7_200 };
/// let rest_of_the_game = Period { moves: None, seconds: 3_600 };
/// assert_ne!(forty_moves_in_two_hours, rest_of_the_game);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// Number of moves to make in the period; `None` for the rest of the game.
    pub moves: Option<u16>,
    /// Seconds for these moves.
    pub seconds: u32,
}

/// The time of a player.
///
/// ```
/// use draughts::clock::{Period, TimeControl};
///
/// let control = TimeControl {
///     periods: vec![Period { moves: Some(40), seconds: 7200 }, Period { moves: None, seconds: 3600 }],
///     increment: 0,
///     delay: 0,
/// };
/// control.check()?;
/// assert_eq!(control.to_string(), "40/7200:3600");
/// # Ok::<(), draughts::clock::TimeControlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Consecutive periods. If the last one counts moves, it repeats as long as the game goes on.
    pub periods: Vec<Period>,
    /// Fischer increment: seconds added after every move.
    pub increment: u32,
    /// Bronstein delay: seconds given back after every move, at most the time that the move took.
    pub delay: u32,
}

/// Why a time control is invalid.
///
/// ```
/// use draughts::clock::{TimeControl, TimeControlError};
///
/// let control = TimeControl { periods: Vec::new(), increment: 2, delay: 0 };
/// assert_eq!(control.check(), Err(TimeControlError::Periods));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// There must be one to [`TimeControl::MOST_PERIODS`] periods.
    #[error("a time control has one to {} periods", TimeControl::MOST_PERIODS)]
    Periods,
    /// Only the last period may be unlimited in moves, and no period may have 0 moves.
    #[error("every period but the last has its number of moves")]
    Moves,
    /// A period lasts from one second to a day, an increment or a delay at most an hour.
    #[error("a period lasts from one second to a day, an increment or a delay up to an hour")]
    Seconds,
}

impl TimeControl {
    /// Largest number of periods.
    pub const MOST_PERIODS: usize = 4;

    /// Checks the time control.
    ///
    /// # Errors
    /// [`TimeControlError`].
    pub fn check(&self) -> Result<(), TimeControlError> {
        const DAY: u32 = 86_400;
        const HOUR: u32 = 3_600;
        if self.periods.is_empty() || self.periods.len() > Self::MOST_PERIODS {
            return Err(TimeControlError::Periods);
        }
        let last = self.periods.len() - 1;
        for (i, period) in self.periods.iter().enumerate() {
            if period.moves == Some(0) || (period.moves.is_none() && i < last) {
                return Err(TimeControlError::Moves);
            }
            if period.seconds == 0 || period.seconds > DAY {
                return Err(TimeControlError::Seconds);
            }
        }
        if self.increment > HOUR || self.delay > HOUR {
            return Err(TimeControlError::Seconds);
        }
        Ok(())
    }

    fn period(&self, index: usize) -> Period {
        self.periods[index.min(self.periods.len() - 1)]
    }
}

/// Formats as game files do: "40/7200:3600", "180+2"; a delay, for which they have no notation, as "300d3".
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, period) in self.periods.iter().enumerate() {
            if i > 0 {
                f.write_str(":")?;
            }
            if let Some(moves) = period.moves {
                write!(f, "{moves}/")?;
            }
            write!(f, "{}", period.seconds)?;
            if self.increment > 0 {
                write!(f, "+{}", self.increment)?;
            }
            if self.delay > 0 {
                write!(f, "d{}", self.delay)?;
            }
        }
        Ok(())
    }
}

/// The clock of one player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct SideClock {
    /// Milliseconds left at the last settlement.
    left: f64,
    period: usize,
    /// Number of moves made in the current period.
    made: u16,
}

/// Two clocks, of which at most one runs.
///
/// ```
/// use draughts::{Side, clock::{GameClock, Period, TimeControl}};
///
/// let minute = TimeControl { periods: vec![Period { moves: None, seconds: 60 }], increment: 0, delay: 0 };
/// let mut clock = GameClock::new([minute.clone(), minute])?;
/// clock.run(Side::White, 0.0);
/// clock.pause(10_000.0);
/// clock.resume(99_000.0);
/// assert_eq!(clock.running(), Some(Side::White));
/// assert_eq!(clock.remaining(Side::White, 100_000.0), 49_000.0);
/// assert_eq!(clock.flag_fallen(149_000.0), Some(Side::White));
/// # Ok::<(), draughts::clock::TimeControlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameClock {
    controls: [TimeControl; 2],
    #[serde(rename = "hands")]
    sides: [SideClock; 2],
    /// Side whose clock runs, or would run without the pause: 0 White, 1 Black.
    turn: Option<u8>,
    paused: bool,
    /// Time of the last settlement.
    settled: f64,
    /// Milliseconds of this turn used up to the last settlement.
    spent: f64,
}

impl GameClock {
    /// Creates two stopped clocks, White's control first.
    ///
    /// # Errors
    /// A time control is invalid.
    pub fn new(controls: [TimeControl; 2]) -> Result<GameClock, TimeControlError> {
        for control in &controls {
            control.check()?;
        }
        let sides = controls.each_ref().map(|control| SideClock {
            left: f64::from(control.period(0).seconds) * 1000.0,
            period: 0,
            made: 0,
        });
        Ok(GameClock {
            controls,
            sides,
            turn: None,
            paused: false,
            settled: 0.0,
            spent: 0.0,
        })
    }

    /// Checks clocks read from a file: deserialising does not validate the time controls.
    ///
    /// # Errors
    /// A time control is invalid.
    pub fn check(&self) -> Result<(), TimeControlError> {
        self.controls.iter().try_for_each(TimeControl::check)
    }

    /// Returns the milliseconds that a side has left, at least 0.
    #[must_use]
    pub fn remaining(&self, side: Side, now: f64) -> f64 {
        let used = if self.running() == Some(side) {
            (now - self.settled).max(0.0)
        } else {
            0.0
        };
        (self.sides[side as usize].left - used).max(0.0)
    }

    /// Returns the number of moves that a side must still make in its period; `None` if the period lasts for the
    /// game.
    #[must_use]
    pub fn moves_to_go(&self, side: Side) -> Option<u16> {
        let clock = self.sides[side as usize];
        let moves = self.controls[side as usize].period(clock.period).moves?;
        Some(moves.saturating_sub(clock.made))
    }

    /// Returns the time control of a side.
    #[must_use]
    pub fn control(&self, side: Side) -> &TimeControl {
        &self.controls[side as usize]
    }

    /// Returns the side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.turn
            .filter(|_| !self.paused)
            .and_then(|turn| Side::ALL.get(usize::from(turn)).copied())
    }

    /// Returns true if the clock is paused in mid-game.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused && self.turn.is_some()
    }

    /// Returns true once a clock has run.
    #[must_use]
    pub fn has_started(&self) -> bool {
        self.turn.is_some()
    }

    /// Returns the side that has no time left.
    #[must_use]
    pub fn flag_fallen(&self, now: f64) -> Option<Side> {
        self.running().filter(|&side| self.remaining(side, now) <= 0.0)
    }

    /// Records the time used so far. The clock runs on.
    pub fn settle(&mut self, now: f64) {
        if let Some(side) = self.running() {
            // A system clock that was set back must not add time.
            let used = (now - self.settled).max(0.0);
            self.sides[side as usize].left = (self.sides[side as usize].left - used).max(0.0);
            self.spent += used;
        }
        self.settled = now;
    }

    /// Ends a side's turn: its clock stops with the increment or delay of a move, and the other's runs. The very
    /// first move is free, because no clock runs before it.
    pub fn press(&mut self, side: Side, now: f64) {
        self.settle(now);
        let control = &self.controls[side as usize];
        let clock = &mut self.sides[side as usize];
        let back = self.spent.min(f64::from(control.delay) * 1000.0);
        clock.left += back + f64::from(control.increment) * 1000.0;
        clock.made = clock.made.saturating_add(1);
        if control
            .period(clock.period)
            .moves
            .is_some_and(|moves| clock.made >= moves)
        {
            clock.period = (clock.period + 1).min(control.periods.len() - 1);
            clock.made = 0;
            clock.left += f64::from(control.period(clock.period).seconds) * 1000.0;
        }
        self.run(side.other(), now);
    }

    /// Starts the clock of this side, whichever ran before: at the beginning, and after a move was taken back. The
    /// times stay.
    pub fn run(&mut self, side: Side, now: f64) {
        self.settle(now);
        self.turn = Some(side as u8);
        self.paused = false;
        self.spent = 0.0;
    }

    /// Stops the running clock until [`GameClock::resume`].
    pub fn pause(&mut self, now: f64) {
        self.settle(now);
        self.paused = true;
    }

    /// Restarts a paused clock.
    pub fn resume(&mut self, now: f64) {
        self.settle(now);
        self.paused = false;
    }

    /// Stops the clock and discards the time since the last settlement, for example after the app was closed.
    pub fn suspend(&mut self, now: f64) {
        self.settled = now;
        self.paused = true;
    }

    /// Stops the clocks at the end of the game.
    pub fn stop(&mut self, now: f64) {
        self.settle(now);
        self.turn = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(periods: &[(Option<u16>, u32)], increment: u32, delay: u32) -> TimeControl {
        let period = |&(moves, seconds)| Period { moves, seconds };
        TimeControl {
            periods: periods.iter().map(period).collect(),
            increment,
            delay,
        }
    }

    fn clock(of: &TimeControl) -> GameClock {
        GameClock::new([of.clone(), of.clone()]).unwrap()
    }

    #[test]
    fn whole_game_fischer_and_bronstein() {
        let mut plain = clock(&control(&[(None, 60)], 0, 0));
        plain.run(Side::White, 1_000.0);
        assert_eq!(
            (
                plain.remaining(Side::White, 6_000.0),
                plain.remaining(Side::Black, 6_000.0)
            ),
            (55_000.0, 60_000.0)
        );
        plain.press(Side::White, 6_000.0);
        assert_eq!(
            (
                plain.remaining(Side::White, 9_000.0),
                plain.remaining(Side::Black, 9_000.0)
            ),
            (55_000.0, 57_000.0)
        );

        let mut fischer = clock(&control(&[(None, 60)], 5, 0));
        fischer.run(Side::White, 0.0);
        fischer.press(Side::White, 2_000.0);
        assert_eq!(fischer.remaining(Side::White, 2_000.0), 63_000.0);

        let mut bronstein = clock(&control(&[(None, 60)], 0, 5));
        bronstein.run(Side::White, 0.0);
        bronstein.press(Side::White, 2_000.0);
        assert_eq!(
            bronstein.remaining(Side::White, 2_000.0),
            60_000.0,
            "never more than it took"
        );
        bronstein.press(Side::Black, 10_000.0);
        assert_eq!(
            bronstein.remaining(Side::Black, 10_000.0),
            57_000.0,
            "8 seconds, 5 of them given back"
        );
    }

    #[test]
    fn periods_follow_each_other_and_the_last_begins_again() {
        let mut clock = clock(&control(&[(Some(2), 100), (Some(1), 50)], 0, 0));
        let mut now = 0.0;
        clock.run(Side::White, now);
        let mut left = Vec::new();
        for _ in 0..4 {
            now += 10_000.0;
            clock.press(Side::White, now);
            left.push((
                clock.remaining(Side::White, now) / 1000.0,
                clock.moves_to_go(Side::White),
            ));
            clock.press(Side::Black, now);
        }
        assert_eq!(
            left,
            [
                (90.0, Some(1)),
                (130.0, Some(1)),
                (170.0, Some(1)),
                (210.0, Some(1))
            ]
        );
        assert_eq!(clock.control(Side::White).to_string(), "2/100:1/50");
    }

    #[test]
    fn a_flag_falls_although_the_app_slept() {
        let mut clock = clock(&control(&[(None, 10)], 0, 0));
        assert_eq!(clock.flag_fallen(1e9), None, "no clock runs yet");
        clock.run(Side::Black, 0.0);
        assert_eq!(clock.flag_fallen(9_999.0), None);
        assert_eq!(clock.flag_fallen(3_600_000.0), Some(Side::Black));
        assert_eq!(clock.remaining(Side::Black, 3_600_000.0), 0.0);
    }

    #[test]
    fn a_pause_and_a_rest_cost_nothing_and_a_bad_clock_gives_nothing() {
        let mut clock = clock(&control(&[(None, 60)], 0, 10));
        clock.run(Side::White, 0.0);
        clock.pause(4_000.0);
        assert_eq!(
            (clock.remaining(Side::White, 9e9), clock.is_paused()),
            (56_000.0, true)
        );
        clock.resume(9e9);
        assert_eq!(clock.remaining(Side::White, 9e9 + 1_000.0), 55_000.0);
        clock.settle(9e9 + 1_000.0);
        clock.suspend(9e9 + 60_000.0);
        assert_eq!(clock.remaining(Side::White, 9e9 + 60_000.0), 55_000.0);
        clock.resume(9e9 + 60_000.0);
        clock.settle(5.0);
        assert_eq!(clock.remaining(Side::White, 5.0), 55_000.0);
        clock.press(Side::White, 5.0);
        assert_eq!(
            clock.remaining(Side::White, 5.0),
            60_000.0,
            "the turn took 5 seconds in all"
        );
    }

    #[test]
    fn serialized_and_read_back_it_is_the_same() {
        let mut clock = clock(&control(&[(Some(40), 7200), (None, 3600)], 0, 0));
        clock.run(Side::White, 123.0);
        clock.press(Side::White, 456.0);
        let text = serde_json::to_string(&clock).unwrap();
        assert_eq!(serde_json::from_str::<GameClock>(&text).unwrap(), clock);
    }

    #[test]
    fn invalid_time_controls_are_refused() {
        let refused = |of: &TimeControl| of.check().unwrap_err();
        assert_eq!(refused(&control(&[], 0, 0)), TimeControlError::Periods);
        assert_eq!(
            refused(&control(&[(None, 60), (None, 60)], 0, 0)),
            TimeControlError::Moves
        );
        assert_eq!(refused(&control(&[(Some(0), 60)], 0, 0)), TimeControlError::Moves);
        assert_eq!(refused(&control(&[(None, 0)], 0, 0)), TimeControlError::Seconds);
        assert_eq!(
            refused(&control(&[(None, 60)], 3_601, 0)),
            TimeControlError::Seconds
        );
        assert_eq!(control(&[(None, 180)], 2, 0).to_string(), "180+2");
    }
}
