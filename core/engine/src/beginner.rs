//! How a beginner judges a move: by what is gained at once, by a look at the captures that follow, and with blind spots. Makes no
//! random move and no illegal one; the choice among moves that look alike is the level's. Knows no search.
use super::eval::Eval;
use super::score::Score;
use draughts::raw::{BitMove, Bits, Geometry, MoveList, Pos, generate, has_capture, mix};
use draughts::rules::Goal;
use draughts::{Ruleset, Side};

/// What a beginner sees and misses. The figures are chosen so that the rungs stand 80 to 200 Elo apart (core/data/levels).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beginner {
    /// Of a hundred of the opponent's captures, so many are not noticed. It is drawn for each square, once a move: whoever
    /// overlooks a man in danger overlooks it whatever he plays.
    pub overlooked: u8,
    /// So many more of a hundred on the far side of the board: more than half its width from the square that is moved to.
    pub far: u8,
    /// Captures followed in the head after the own move, in plies: 1 is the opponent's, 2 the one that takes back, by the
    /// piece that stands nearest, 3 the opponent's next, and the best of those that take back.
    pub look: u8,
    /// More men than this in one capture are not counted.
    pub counts: u8,
    /// How much of the evaluation of the position is felt, in percent; what is missing is a wish to go forward.
    pub sense: u8,
    /// Centipawns that an opponent's king seems worth beyond what it is.
    pub fear: u16,
}

/// A man and a king, in centipawns.
const MAN: i32 = 100;
const KING: i32 = 300;
/// A row forward, in centipawns, for whoever feels nothing else.
const ROW: i32 = 12;
/// The most that the feeling for a position says, in centipawns: it weighs no man's loss up.
const MOST_FELT: i32 = 150;
/// Captures looked at in one position: where kings can take in thousands of ways the first few are enough.
const LOOKED_AT: usize = 32;

/// A beginner in front of a position, about to judge its moves.
pub(super) struct Judge<'a, G: Geometry> {
    pub(super) beginner: Beginner,
    pub(super) rules: &'static Ruleset,
    pub(super) eval: &'a Eval<G>,
    pub(super) root: &'a Pos<G>,
    /// Of the blind spots.
    pub(super) seed: u64,
}

impl<G: Geometry> Judge<'_, G> {
    /// What a move that does not end the game seems worth to the side that makes it.
    pub(super) fn score(&self, mv: &BitMove<G>) -> Score {
        let next = self.root.play_unchecked(mv);
        let us = self.root.turn;
        let material = self.material(&next, us);
        let felt = -self.eval.score(&next).centipawns() - material;
        let sense = i32::from(self.beginner.sense);
        let feeling = felt.clamp(-MOST_FELT, MOST_FELT) * sense / 100;
        let wish = self.rows_forward(mv) * ROW * (100 - sense) / 100;
        let followed = self.follow(&next, mv, self.beginner.look);
        Score::cp(material + followed + feeling + wish)
    }

    /// Men and kings as they seem, for this side.
    fn material(&self, pos: &Pos<G>, us: Side) -> i32 {
        let count = |side: Side, king: i32| {
            pos.men[side as usize].count() as i32 * MAN + pos.kings[side as usize].count() as i32 * king
        };
        self.wanted(count(us, KING) - count(us.other(), KING + i32::from(self.beginner.fear)))
    }

    /// Where all is to be lost, less is more.
    fn wanted(&self, centipawns: i32) -> i32 {
        match self.rules.goal {
            Goal::Lose => -centipawns,
            _ => centipawns,
        }
    }

    /// Rows that a man goes towards the opponent's side.
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

    /// What the captures in this position seem to change for the side that moved at the root, so many plies on.
    fn follow(&self, pos: &Pos<G>, last: &BitMove<G>, plies: u8) -> i32 {
        if plies == 0 || !has_capture(pos, self.rules) {
            return 0;
        }
        let mut moves = MoveList::new();
        generate(pos, self.rules, &mut moves);
        let ours = pos.turn == self.root.turn;
        let after = |mv: &BitMove<G>| {
            let next = pos.play_unchecked(mv);
            self.taken(pos, mv) + self.follow(&next, mv, plies - 1)
        };
        if !ours {
            let noticed = moves.iter().filter(|mv| self.notices(mv, last)).take(LOOKED_AT);
            return noticed.map(after).min().unwrap_or(0);
        }
        if self.beginner.look < 3 {
            // The nearest piece takes back, in the head: not always the one that should, or that must.
            let nearest = moves.iter().min_by_key(|mv| distance::<G>(mv.from, last.to));
            return nearest.map_or(0, after);
        }
        moves.iter().take(LOOKED_AT).map(after).max().unwrap_or(0)
    }

    /// What a capture seems to bring the side that moved at the root.
    fn taken(&self, pos: &Pos<G>, mv: &BitMove<G>) -> i32 {
        let ours = pos.turn == self.root.turn;
        let them = pos.turn.other() as usize;
        let kings = (pos.kings[them] & mv.captured).count() as i32;
        let men = (mv.captured.count() as i32).min(i32::from(self.beginner.counts)) - kings;
        let fear = i32::from(self.beginner.fear);
        let (taken, crowned) = if ours {
            (KING + fear, KING)
        } else {
            (KING, KING + fear)
        };
        let crown = if mv.promotes { crowned - MAN } else { 0 };
        let gain = men.max(0) * MAN + kings * taken + crown;
        self.wanted(if ours { gain } else { -gain })
    }

    /// Whether an opponent's capture is noticed by whoever has just moved to a square.
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

/// Steps between two squares, as a piece that goes in all directions would count them.
fn distance<G: Geometry>(a: u8, b: u8) -> u8 {
    let row = |bit: u8| G::coordinates(G::square_at(u32::from(bit))).1;
    columns_apart::<G>(a, b).max(row(a).abs_diff(row(b)))
}
