//! Difficulty of a shot for people: the demands on the solver, and the points of each demand. The scale is absolute:
//! a puzzle's rating does not depend on the other puzzles of a stock. Looks no further than one exchange.
//!
//! The engine's levels see every short shot at once, so the scale could not be fitted to them. The points are
//! judgements, anchored at two places: a two-for-one with few pieces on the board lies between 400 and 600, a shot of
//! six moves with a quiet move on the way at 2000 or more. `damier mine --agreement` compares their order with three
//! others.
use super::line::{Ply, PuzzleLine};
use super::proof::material;
use super::solution::Choice;
use super::themes::Theme;
use draughts::{Move, Position, Role};

/// The lower end of the scale: no puzzle is easier.
pub const LOWEST: u16 = 400;
/// The upper end of the scale: people do not tell harder puzzles apart.
pub const HIGHEST: u16 = 2400;

macro_rules! demands {
    ($($(#[$why:meta])* $name:ident $points:literal;)*) => {
        /// The demands of a puzzle on its solver, each in its own unit.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct Demands { $($(#[$why])* pub $name: f64,)* }

        impl Demands {
            /// The name of each demand and the points that one unit of it adds.
            pub const POINTS: &[(&'static str, f64)] = &[$((stringify!($name), $points),)*];

            /// Returns the amount of each demand, in the order of [`POINTS`](Self::POINTS).
            pub fn amounts(&self) -> [f64; Self::POINTS.len()] {
                [$(self.$name,)*]
            }
        }
    };
}

demands! {
    /// Moves with a choice after the second. The board to imagine differs more and more from the one in sight.
    choices_made 170.0;
    /// Forced moves after the second: no choice, but the solver must foresee them.
    forced_moves 90.0;
    /// Men that the key seems to lose at a glance, after the reply and the best capture in return. People drop an
    /// apparent blunder first.
    apparent_loss 60.0;
    /// Men given before the last capture, after the first. Each is a reason to stop looking.
    sacrifices 30.0;
    /// Men that the defender takes beyond one per capture: a longer route means more of the board to imagine.
    extra_captures 30.0;
    /// The key neither captures nor forces. People look at captures first, then at offers, and last at quiet moves.
    quiet_key 320.0;
    /// Later moves that neither capture nor force. People stop calculating an exchange when no capture is left.
    quiet_later 380.0;
    /// Moves made while the defender still has an earlier capture to make. People easily overlook that there is time
    /// for them.
    free_moves 80.0;
    /// Steps backward in captures by men; people look forward.
    backward 30.0;
    /// Turns in the solver's captures beyond one each.
    turns 20.0;
    /// Men of the last capture beyond three.
    long_capture 20.0;
    /// Captures by a king of either side: it comes from afar and may have several landing squares.
    king_captures 60.0;
    /// The defender is given a king; most people stop there.
    king_given 100.0;
    /// A capturing king is stopped by men it has taken, which stay on the board until its move ends.
    taken_men_stop 350.0;
    /// Captures in which the majority rule forbids the defender a smaller capture.
    majority 50.0;
    /// Captures of which only one landing square, or one route, wins.
    routes 80.0;
    /// Binary logarithm of the number of first moves, the key included, that look at least as good at a glance.
    tries 60.0;
    /// The sum of the same logarithm over the later moves.
    later_tries 30.0;
    /// The sum over the replies of the binary logarithm of their number: each needs an answer.
    defences 50.0;
    /// Pieces on the board beyond six: more to look at, and more that may interfere.
    pieces_on_board 8.0;
    /// Steps beyond three from the target of the key to the first man of the last capture: people look near the last
    /// move.
    distance_to_capture 20.0;
    /// The line ends without a capture: the gain is not on the board yet.
    ends_quietly 120.0;
}

impl Demands {
    /// Returns the demands of a puzzle along the main line of its solution tree; `None` if that cannot be played.
    pub fn of(position: &Position, solution: &[Choice]) -> Option<Demands> {
        let line = PuzzleLine::of(position, solution)?;
        let mut demands = of_line(&line);
        demands.pieces_on_board = (position.pieces().count() as f64 - 6.0).max(0.0);
        let mut here = *position;
        let mut choices = solution;
        for at in 0.. {
            let Some(main) = choices.first() else {
                break;
            };
            demands.add_choice(&here, choices, at);
            here.play_unchecked(&main.mv);
            let Some(reply) = main.then.first() else {
                break;
            };
            demands.defences += (main.then.len() as f64).log2();
            here.play_unchecked(&reply.mv);
            choices = &reply.then;
        }
        Some(demands)
    }

    /// Adds the demands of the solver's choice in a position; `at` is its index from 0.
    fn add_choice(&mut self, here: &Position, choices: &[Choice], at: usize) {
        let main = &choices[0];
        let moves = here.legal_moves();
        if at >= 2 {
            *(if moves.len() > 1 {
                &mut self.choices_made
            } else {
                &mut self.forced_moves
            }) += 1.0;
        }
        let mut after = *here;
        after.play_unchecked(&main.mv);
        let is_last = main.then.is_empty();
        if !main.mv.is_capture() && !after.must_capture() && !is_last {
            *(if at == 0 {
                &mut self.quiet_key
            } else {
                &mut self.quiet_later
            }) += 1.0;
        }
        if is_last && !main.mv.is_capture() {
            self.ends_quietly = 1.0;
        }
        let promised = glance(here, &main.mv);
        let wins = |mv: &Move| choices.iter().any(|choice| choice.mv == *mv);
        let tempting = moves
            .iter()
            .filter(|mv| !wins(mv) && glance(here, mv) >= promised);
        let doublings = (1.0 + tempting.count() as f64).log2();
        if at == 0 {
            self.tries = doublings;
            self.apparent_loss = (f64::from(material(here) - promised) / 100.0).clamp(0.0, 4.0);
        } else {
            self.later_tries += doublings;
        }
    }

    /// Returns the rating of a solver who solves it half the time, between [`LOWEST`] and [`HIGHEST`].
    pub fn rating(&self) -> u16 {
        let points: f64 = Self::POINTS
            .iter()
            .zip(self.amounts())
            .map(|((_, points), amount)| points * amount)
            .sum();
        (f64::from(LOWEST) + points)
            .clamp(f64::from(LOWEST), f64::from(HIGHEST))
            .round() as u16
    }
}

/// Returns the demands of the moves of the line alone.
fn of_line(line: &PuzzleLine) -> Demands {
    let count = |n: usize| n as f64;
    let beyond = |n: usize, least: usize| count(n.saturating_sub(least));
    let captures = || line.solver().filter(|(_, ply)| !ply.quiet()).map(|(_, ply)| ply);
    let last = line.last_capture().map(|at| &line.plies[at]);
    let is_king = |ply: &&Ply| ply.role == Role::King && !ply.quiet();
    let stroke = |theme: Theme| f64::from(u8::from(theme.is_in(line)));
    Demands {
        sacrifices: beyond(line.sacrificed(), 1),
        extra_captures: line.defender().map(|(_, ply)| beyond(ply.count(), 1)).sum(),
        free_moves: count(
            line.defender()
                .filter(|(at, ply)| line.plies[at - 1].quiet() && !ply.quiet() && ply.capture_pending)
                .count(),
        ),
        backward: captures()
            .filter(|ply| ply.role == Role::Man)
            .map(|ply| {
                count(
                    steps(ply)
                        .filter(|(from, to)| line.grid.row(*to) > line.grid.row(*from))
                        .count(),
                )
            })
            .sum(),
        turns: captures()
            .map(|ply| {
                let ways: Vec<_> = steps(ply)
                    .map(|(from, to)| line.grid.direction(from, to))
                    .collect();
                beyond(ways.windows(2).filter(|two| two[0] != two[1]).count(), 1)
            })
            .sum(),
        long_capture: last.map_or(0.0, |ply| beyond(ply.count(), 3)),
        king_captures: count(line.plies.iter().filter(is_king).count()),
        king_given: f64::from(u8::from(line.defender().any(|(_, ply)| ply.promotes))),
        taken_men_stop: stroke(Theme::TurkishStroke)
            + stroke(Theme::SwissStroke)
            + stroke(Theme::HalfTurkish) / 2.0,
        majority: count(line.defender().filter(|(_, ply)| ply.majority).count()),
        routes: count(
            line.solver()
                .filter(|(_, ply)| ply.only_landing || ply.only_route)
                .count(),
        ),
        distance_to_capture: last.map_or(0.0, |ply| {
            let struck = ply.routes[0].taken[0];
            beyond(line.grid.distance(line.plies[0].to, struck), 3)
        }),
        ..Demands::default()
    }
}

/// Returns the steps of a capture, each from square to square.
fn steps(ply: &Ply) -> impl Iterator<Item = (u8, u8)> {
    ply.routes[0].stops.windows(2).map(|step| (step[0], step[1]))
}

/// Returns the value of a move at a glance, in centipawns: the lead of its side after the capture that it must suffer
/// and the best capture in return.
fn glance(position: &Position, mv: &Move) -> i32 {
    let mut after = *position;
    after.play_unchecked(mv);
    if !after.must_capture() {
        return -material(&after);
    }
    let suffered = |reply: &Move| {
        let mut here = after;
        here.play_unchecked(reply);
        if !here.must_capture() {
            return material(&here);
        }
        let end = |back: &Move| {
            let mut end = here;
            end.play_unchecked(back);
            -material(&end)
        };
        let back = here.legal_moves();
        back.iter().map(end).max().unwrap_or_else(|| material(&here))
    };
    after
        .legal_moves()
        .iter()
        .map(suffered)
        .min()
        .unwrap_or_else(|| -material(&after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::read_solution;
    use draughts::Variant;
    use draughts::notation::fen;

    fn demands(position: &str, solution: &str) -> Demands {
        let position = fen::read(Variant::International, position).unwrap();
        Demands::of(&position, &read_solution(&position, solution).unwrap()).unwrap()
    }

    #[test]
    fn the_scale_keeps_its_anchors() {
        let two_for_one = demands("W:W25,30,42:B10,28,29", "30-24 29x20 25x5").rating();
        assert!((400..=600).contains(&two_for_one), "{two_for_one}");
        let mazette = demands("W:W28,32,37:B10,17,19", "28-22 17x28 32x5").rating();
        assert!((400..=600).contains(&mazette), "{mazette}");
        let philippe = demands(
            "W:W27,32,34,36,38,40,45:B6,11,12,16,18,23,25",
            "27-22 18x27 32x21 16x27 34-30 25x34 40x16",
        )
        .rating();
        assert!((1000..=1400).contains(&philippe), "{philippe}");
    }

    #[test]
    fn demands_are_counted() {
        let quiet = demands("W:W30,41,42,48:B22,23,25,31", "41-36 25x34 36x40");
        assert_eq!((quiet.quiet_key, quiet.free_moves), (0.0, 1.0));
        let recall = demands("W:W28,32,33,37,38:B8,9,18,19,26", "28-23 19x39 38-33 39x28 32x14");
        assert_eq!(
            (recall.extra_captures, recall.majority > 0.0),
            (1.0, true),
            "{recall:?}"
        );
        assert_eq!(
            (recall.choices_made + recall.forced_moves, recall.sacrifices),
            (1.0, 2.0),
            "{recall:?}"
        );
    }
}
