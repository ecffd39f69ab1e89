//! Finds the move by which a side lost a man where another kept everything, and the core of its position: as few pieces as
//! leave it a blunder.
use super::judge::refutation;
use super::mine::MAN;
use super::proof::{ProofSearch, material};
use super::thinning::Thinning;
use draughts::{Move, Position, Side};

/// Depth in quiet moves, and node limits: of the first look at a move, and of the proof that it loses a man or that another
/// keeps everything.
const DEPTH: u8 = 8;
const LOOK: u64 = 2_000;
const NODES: u64 = 20_000;

/// A move that loses a man or more, where another keeps everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Blunder {
    /// The position in which it was played.
    pub position: Position,
    /// Number of moves before it.
    pub ply: usize,
    /// The move.
    pub played: Move,
    /// The line that wins the man, the opponent's move first.
    pub refutation: Vec<Move>,
}

/// The search for the blunder of a side that decided a game. It can be interrupted and resumed.
pub struct BlunderJob {
    positions: Vec<Position>,
    moves: Vec<Move>,
    side: Side,
    /// Number of moves still to be looked at; the last come first.
    left: usize,
    /// A blunder made when the side was behind already.
    late: Option<Blunder>,
    found: Option<(Blunder, Thinning)>,
}

/// The state of the search after a step.
#[derive(Clone, Debug)]
pub enum BlunderStep {
    /// It goes on.
    Open,
    /// The side made no such move.
    None,
    /// The blunder, and its core if pieces could be taken away.
    Found(Box<Blunder>, Option<Box<Blunder>>),
}

impl BlunderJob {
    /// Starts to search a game with these legal moves for the last blunder before which the side was not behind, or else for
    /// its last blunder.
    pub fn new(start: &Position, moves: &[Move], side: Side) -> Self {
        let mut positions = vec![*start];
        let mut here = *start;
        for mv in moves {
            here.play_unchecked(mv);
            positions.push(here);
        }
        Self {
            positions,
            moves: moves.to_vec(),
            side,
            left: moves.len(),
            late: None,
            found: None,
        }
    }

    /// Returns the part of the search that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        1.0 - self.left as f64 / self.moves.len().max(1) as f64
    }

    /// Looks at one move, or tries to take away one set of pieces.
    pub fn step(&mut self) -> BlunderStep {
        if let Some((blunder, thinning)) = &mut self.found {
            if let Some(thinner) = thinning.offer() {
                // Only a position as even as the first is as plain.
                let even = material(&thinner) == material(&blunder.position);
                thinning.judge(even && proved(&thinner, &blunder.played).is_some());
                return BlunderStep::Open;
            }
            let core = thinning.take_thinnest().and_then(|position| {
                let refutation = proved(&position, &blunder.played)?;
                Some(Box::new(Blunder {
                    position,
                    refutation,
                    ..blunder.clone()
                }))
            });
            return BlunderStep::Found(Box::new(blunder.clone()), core);
        }
        let Some(ply) = self.left.checked_sub(1) else {
            return match self.late.take() {
                Some(blunder) => self.begin(blunder),
                None => BlunderStep::None,
            };
        };
        self.left = ply;
        let (position, played) = (self.positions[ply], self.moves[ply]);
        if position.turn() != self.side {
            return BlunderStep::Open;
        }
        let Some(refutation) = proved(&position, &played) else {
            return BlunderStep::Open;
        };
        let blunder = Blunder {
            position,
            ply,
            played,
            refutation,
        };
        if material(&position) >= 0 {
            return self.begin(blunder);
        }
        self.late.get_or_insert(blunder);
        BlunderStep::Open
    }

    /// Begins to take away what the blunder does not need.
    fn begin(&mut self, blunder: Blunder) -> BlunderStep {
        let line: Vec<Move> = std::iter::once(blunder.played)
            .chain(blunder.refutation.iter().copied())
            .collect();
        let thinning = Thinning::new(&blunder.position, &line);
        self.found = Some((blunder, thinning));
        BlunderStep::Open
    }
}

/// Returns the line that refutes a move, if it is proved that the move loses a man or more and that another neither loses nor
/// wins one.
fn proved(position: &Position, played: &Move) -> Option<Vec<Move>> {
    let moves = position.legal_moves();
    if moves.len() < 2 || !moves.iter().any(|mv| mv == played) {
        return None;
    }
    let now = material(position);
    let mut after = *position;
    after.play_unchecked(played);
    let loses = |nodes| now + ProofSearch::deepest(&after, DEPTH, nodes).1 >= MAN;
    if !loses(LOOK) || !loses(NODES) || ProofSearch::deepest(position, DEPTH, 2 * NODES).1 != now {
        return None;
    }
    Some(refutation(&after, DEPTH, 2 * NODES)).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use draughts::notation::{fen, movetext};

    #[test]
    fn the_last_blunder_of_a_side_and_its_core_are_found() {
        let start = fen::read(
            Variant::International,
            "W:W28,32,33,37,38,39,42,43,48,49:B8,9,12,13,16,18,19,20,24,25",
        )
        .unwrap();
        // White gives 28 away.
        let blunder = start.legal_moves().into_iter().find_map(|mv| {
            let mut job = BlunderJob::new(&start, &[mv], Side::White);
            loop {
                match job.step() {
                    BlunderStep::Open => {}
                    BlunderStep::None => return None,
                    BlunderStep::Found(blunder, core) => return Some((*blunder, core.map(|core| *core))),
                }
            }
        });
        let (blunder, core) = blunder.expect("some move of White loses a man");
        assert_eq!((blunder.ply, blunder.position), (0, start));
        let core = core.expect("some pieces are not needed");
        assert_eq!(core.played, blunder.played);
        assert!(core.position.pieces().count() < start.pieces().count());
        let mut here = core.position;
        for mv in std::iter::once(&core.played).chain(&core.refutation) {
            here = here
                .play(mv)
                .unwrap_or_else(|_| panic!("{}", movetext::write(&here, mv)));
        }
    }
}
