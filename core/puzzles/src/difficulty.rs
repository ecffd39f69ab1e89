//! How hard a shot is for people: what it demands of whoever has to see it, and the points of each demand. An absolute scale,
//! fitted to no stock: the same puzzle has the same rating whatever stands beside it. Searches nothing beyond a glance.
//!
//! Levels of the engine see every short shot at once, so that nothing could be fitted to them. The points are judgements,
//! anchored at two places: a two for one with few pieces on the board lies between 400 and 600, a shot of six moves with a
//! quiet move on the way at 2000 or more. `damier mine --agreement` compares their order with three others.
use super::line::{Ply, PuzzleLine};
use super::proof::material;
use super::solution::Choice;
use super::themes::Theme;
use draughts::{Move, Position, Role};

/// The scale: nothing that is a puzzle at all is easier, and harder ones people do not tell apart.
pub const LOWEST: u16 = 400;
/// The upper end of the scale.
pub const HIGHEST: u16 = 2400;

macro_rules! demands {
    ($($(#[$why:meta])* $name:ident $points:literal;)*) => {
        /// What a puzzle demands of its solver, each in its own unit.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct Demands { $($(#[$why])* pub $name: f64,)* }

        impl Demands {
            /// The name of each demand and the points that one unit of it adds.
            pub const POINTS: &[(&'static str, f64)] = &[$((stringify!($name), $points),)*];

            /// How much there is of each, in the order of [`POINTS`](Self::POINTS).
            pub fn amounts(&self) -> [f64; Self::POINTS.len()] {
                [$(self.$name,)*]
            }
        }
    };
}

demands! {
    /// Moves to choose after the second. Each asks for a look at a board that differs more from the one in sight.
    chosen 170.0;
    /// Moves after the second that are the only legal ones: nothing to choose, but they too have to be seen from afar.
    compelled 90.0;
    /// Men by which the key seems to lose at a glance, after the reply and the best capture in return: what looks like a blunder
    /// is dropped first.
    dear 60.0;
    /// Men given before the last capture, after the first. Each is a reason to stop looking.
    given 30.0;
    /// Men that the defender takes beyond one a capture: the longer he walks, the more of the board has to be imagined.
    walks 30.0;
    /// The key takes nothing and forces nothing. People look at captures first, at offers then, at quiet moves last.
    quiet_key 320.0;
    /// A move on the way that takes nothing and forces nothing. Whoever calculates an exchange stops where nothing is to be taken.
    quiet_later 380.0;
    /// Moves made while the defender still has an earlier capture to make: that there is time for them is easily overlooked.
    free_moves 80.0;
    /// Steps backward in captures by men: the eye goes forward.
    backward 30.0;
    /// Turns in the solver's captures beyond one each.
    turns 20.0;
    /// Men of the last capture beyond three.
    long 20.0;
    /// Captures by a king of either side: it comes from afar and may stop anywhere.
    flights 60.0;
    /// The defender is given a king: most stop there.
    king_given 100.0;
    /// A king that captures is stopped by men it has taken, which still stand until its move ends.
    taken_men_stop 350.0;
    /// Captures to which the rule of the majority compels the defender against the smaller one in sight.
    majority 50.0;
    /// Captures of which only one landing, or one way, wins.
    routes 80.0;
    /// Doublings of the first moves that look as good at a glance as the key.
    tries 60.0;
    /// The same at the later moves, all together.
    later_tries 30.0;
    /// Doublings of the replies that the defender has, all together: each has to be answered.
    defences 50.0;
    /// Pieces on the board beyond six: more to look at, and more that may come between.
    crowd 8.0;
    /// Steps beyond three from where the key ends to the first man of the last capture: people look near the last move.
    far 20.0;
    /// It ends without a capture: what was gained is not on the board yet.
    ends_quietly 120.0;
}

impl Demands {
    /// The demands of a puzzle along its main line, by its solution tree. `None` where that cannot be played.
    pub fn of(position: &Position, solution: &[Choice]) -> Option<Demands> {
        let line = PuzzleLine::of(position, solution)?;
        let mut demands = of_line(&line);
        demands.crowd = (position.pieces().count() as f64 - 6.0).max(0.0);
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

    /// Adds the solver's choice in a position, the `at`-th from 0.
    fn add_choice(&mut self, here: &Position, choices: &[Choice], at: usize) {
        let main = &choices[0];
        let moves = here.legal_moves();
        if at >= 2 {
            *(if moves.len() > 1 {
                &mut self.chosen
            } else {
                &mut self.compelled
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
            self.dear = (f64::from(material(here) - promised) / 100.0).clamp(0.0, 4.0);
        } else {
            self.later_tries += doublings;
        }
    }

    /// The rating of a solver who finds it half the time, between [`LOWEST`] and [`HIGHEST`].
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

/// What the moves of the line themselves demand.
fn of_line(line: &PuzzleLine) -> Demands {
    let count = |n: usize| n as f64;
    let beyond = |n: usize, least: usize| count(n.saturating_sub(least));
    let captures = || line.solver().filter(|(_, ply)| !ply.quiet()).map(|(_, ply)| ply);
    let last = line.last_capture().map(|at| &line.plies[at]);
    let is_king = |ply: &&Ply| ply.role == Role::King && !ply.quiet();
    let stroke = |theme: Theme| f64::from(u8::from(theme.is_in(line)));
    Demands {
        given: beyond(line.sacrificed(), 1),
        walks: line.defender().map(|(_, ply)| beyond(ply.count(), 1)).sum(),
        free_moves: count(
            line.defender()
                .filter(|(at, ply)| line.plies[at - 1].quiet() && !ply.quiet() && ply.waited)
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
        long: last.map_or(0.0, |ply| beyond(ply.count(), 3)),
        flights: count(line.plies.iter().filter(is_king).count()),
        king_given: f64::from(u8::from(line.defender().any(|(_, ply)| ply.promotes))),
        taken_men_stop: stroke(Theme::TurkishStroke)
            + stroke(Theme::SwissStroke)
            + stroke(Theme::HalfTurkish) / 2.0,
        majority: count(line.defender().filter(|(_, ply)| ply.majority).count()),
        routes: count(
            line.solver()
                .filter(|(_, ply)| ply.right_landing || ply.right_way)
                .count(),
        ),
        far: last.map_or(0.0, |ply| {
            let struck = ply.routes[0].taken[0];
            beyond(line.grid.distance(line.plies[0].to, struck), 3)
        }),
        ..Demands::default()
    }
}

/// The steps of a capture, each from square to square.
fn steps(ply: &Ply) -> impl Iterator<Item = (u8, u8)> {
    ply.routes[0].stops.windows(2).map(|step| (step[0], step[1]))
}

/// What a move seems to be worth at a glance, in centipawns: the lead of its side after the capture that it must suffer and the best
/// one in return.
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
    fn the_scale_stands_where_it_is_anchored() {
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
    fn each_demand_is_counted_where_it_is() {
        let quiet = demands("W:W30,41,42,48:B22,23,25,31", "41-36 25x34 36x40");
        assert_eq!((quiet.quiet_key, quiet.free_moves), (0.0, 1.0));
        let recall = demands("W:W28,32,33,37,38:B8,9,18,19,26", "28-23 19x39 38-33 39x28 32x14");
        assert_eq!((recall.walks, recall.majority > 0.0), (1.0, true), "{recall:?}");
        assert_eq!(
            (recall.chosen + recall.compelled, recall.given),
            (1.0, 2.0),
            "{recall:?}"
        );
    }
}
