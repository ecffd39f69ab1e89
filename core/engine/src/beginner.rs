//! The move judgement of a beginner: the immediate gain, a look at the captures that follow, and blind spots. Makes
//! no random move and no illegal one; the level chooses among moves that look alike. Knows no search.
use super::eval::Eval;
use super::score::Score;
use draughts::raw::{BitMove, Bits, Geometry, MoveList, Pos, generate, has_capture, mix};
use draughts::rules::Goal;
use draughts::{Ruleset, Side};

/// The strengths and blind spots of a beginner. The figures are chosen so that the rungs are 80 to 200 Elo apart
/// (core/data/levels).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beginner {
    /// Percentage of the opponent's captures that go unnoticed. Drawn once a move for each square, so that a man in
    /// danger is overlooked for every candidate move.
    pub overlooked: u8,
    /// Percentage points added on the far side of the board: more than half its width from the target of the move.
    pub far: u8,
    /// Plies of captures followed after the own move. 1: the opponent's capture. 2: also the recapture, by the
    /// nearest piece. 3: also the opponent's next capture, and the best recapture.
    pub look: u8,
    /// Maximum number of men counted in one capture.
    pub counts: u8,
    /// Weight of the evaluation of the position, in percent; the rest is a wish to move forward.
    pub sense: u8,
    /// Extra value that an opponent's king seems to have, in centipawns.
    pub fear: u16,
}

/// A man and a king, in centipawns.
const MAN: i32 = 100;
const KING: i32 = 300;
/// The value of a row forward, in centipawns, for a beginner who feels nothing else.
const ROW_VALUE: i32 = 12;
/// Maximum weight of the evaluation, in centipawns: it never outweighs the loss of a man.
const MAX_FELT: i32 = 150;
/// Number of captures looked at in one position. Kings can have thousands of captures; the first few are enough.
const MAX_CAPTURES: usize = 32;

/// A beginner who judges the moves of a position.
pub(super) struct Judge<'a, G: Geometry> {
    pub(super) beginner: Beginner,
    pub(super) rules: &'static Ruleset,
    pub(super) eval: &'a Eval<G>,
    pub(super) root: &'a Pos<G>,
    /// Seed of the blind spots.
    pub(super) seed: u64,
}

impl<G: Geometry> Judge<'_, G> {
    /// Returns the apparent value of a move for the side that makes it. The move does not end the game.
    pub(super) fn score(&self, mv: &BitMove<G>) -> Score {
        let next = self.root.play_unchecked(mv);
        let us = self.root.turn;
        let material = self.material(&next, us);
        let felt = -self.eval.score(&next).centipawns() - material;
        let sense = i32::from(self.beginner.sense);
        let feeling = felt.clamp(-MAX_FELT, MAX_FELT) * sense / 100;
        let wish = self.rows_forward(mv) * ROW_VALUE * (100 - sense) / 100;
        let followed = self.captures_ahead(&next, mv, self.beginner.look);
        Score::cp(material + followed + feeling + wish)
    }

    /// Returns the apparent material of this side.
    fn material(&self, pos: &Pos<G>, us: Side) -> i32 {
        let count = |side: Side, king: i32| {
            pos.men[side as usize].count() as i32 * MAN + pos.kings[side as usize].count() as i32 * king
        };
        self.toward_goal(count(us, KING) - count(us.other(), KING + i32::from(self.beginner.fear)))
    }

    /// Negates a value in games whose goal is to lose all pieces.
    fn toward_goal(&self, centipawns: i32) -> i32 {
        match self.rules.goal {
            Goal::Lose => -centipawns,
            _ => centipawns,
        }
    }

    /// Returns the number of rows that a man moves towards the opponent's side.
    fn rows_forward(&self, mv: &BitMove<G>) -> i32 {
        let row = |bit: u8| i32::from(G::coordinates(G::square_at(u32::from(bit))).1);
        if self.root.men[self.root.turn as usize] & G::Bits::bit(u32::from(mv.from)) == G::Bits::ZERO {
            return 0;
        }
        match self.root.turn {
            Side::White => row(mv.from) - row(mv.to),
            Side::Black => row(mv.to) - row(mv.from),
        }
    }

    /// Returns the apparent change by the captures of the next `plies` plies, for the side that moved at the root.
    fn captures_ahead(&self, pos: &Pos<G>, last: &BitMove<G>, plies: u8) -> i32 {
        if plies == 0 || !has_capture(pos, self.rules) {
            return 0;
        }
        let mut moves = MoveList::new();
        generate(pos, self.rules, &mut moves);
        let ours = pos.turn == self.root.turn;
        let after = |mv: &BitMove<G>| {
            let next = pos.play_unchecked(mv);
            self.capture_gain(pos, mv) + self.captures_ahead(&next, mv, plies - 1)
        };
        if !ours {
            let noticed = moves
                .iter()
                .filter(|mv| self.notices(mv, last))
                .take(MAX_CAPTURES);
            return noticed.map(after).min().unwrap_or(0);
        }
        if self.beginner.look < 3 {
            // The nearest piece recaptures, which is not always the best or a legal choice.
            let nearest = moves.iter().min_by_key(|mv| distance::<G>(mv.from, last.to));
            return nearest.map_or(0, after);
        }
        moves.iter().take(MAX_CAPTURES).map(after).max().unwrap_or(0)
    }

    /// Returns the apparent gain of a capture for the side that moved at the root.
    fn capture_gain(&self, pos: &Pos<G>, mv: &BitMove<G>) -> i32 {
        let ours = pos.turn == self.root.turn;
        let them = pos.turn.other() as usize;
        let kings = (pos.kings[them] & mv.captured).count() as i32;
        let men = (mv.captured.count() as i32).min(i32::from(self.beginner.counts)) - kings;
        let fear = i32::from(self.beginner.fear);
        let (value, crowned) = if ours {
            (KING + fear, KING)
        } else {
            (KING, KING + fear)
        };
        let crown = if mv.promotes { crowned - MAN } else { 0 };
        let gain = men.max(0) * MAN + kings * value + crown;
        self.toward_goal(if ours { gain } else { -gain })
    }

    /// Returns `true` if the side that has just moved notices this capture of the opponent.
    fn notices(&self, mv: &BitMove<G>, last: &BitMove<G>) -> bool {
        let bit = mv.captured.lowest();
        let Beginner { overlooked, far, .. } = self.beginner;
        let is_far = columns_apart::<G>(bit as u8, last.to) > G::COLUMNS / 2;
        let rate = u64::from(overlooked) + if is_far { u64::from(far) } else { 0 };
        mix(self.seed ^ u64::from(bit)) % 100 >= rate
    }
}

fn columns_apart<G: Geometry>(a: u8, b: u8) -> u8 {
    let column = |bit: u8| G::coordinates(G::square_at(u32::from(bit))).0;
    column(a).abs_diff(column(b))
}

/// Returns the number of steps between two squares of a piece that moves in all directions.
fn distance<G: Geometry>(a: u8, b: u8) -> u8 {
    let row = |bit: u8| G::coordinates(G::square_at(u32::from(bit))).1;
    columns_apart::<G>(a, b).max(row(a).abs_diff(row(b)))
}
