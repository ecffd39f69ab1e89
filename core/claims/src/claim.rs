//! The claims and their proofs.
use crate::value::{Effort, has_king, material};
use draughts::{Move, Position, Side};
use draughts_engine::endgame::{Tables, Value};
use draughts_puzzles::{MAN, WIN};

/// A legal move and the position in which it is played.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'a> {
    /// The position before the move.
    pub before: &'a Position,
    /// The move.
    pub mv: &'a Move,
}

impl PlayedMove<'_> {
    /// Returns the position after the move.
    pub(crate) fn after(self) -> Position {
        let mut after = *self.before;
        after.play_unchecked(self.mv);
        after
    }
}

/// The gain of the side that makes the first move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// Number of men; `None` if kings take part, or if the line wins the game.
    pub men: Option<u8>,
    /// A line that wins it, with a good defence. It ends where nothing can be captured.
    pub line: Vec<Move>,
}

/// A statement about a move that has a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The move wins material by force, and not every move does.
    Wins(Gain),
    /// The move wins the game by force, and not every move does. The line begins with it.
    WinsGame(Vec<Move>),
    /// Against the move the other side wins material by force; another move would have lost a man less, or nothing. The line
    /// begins with the reply.
    Loses(Gain),
    /// Against the move the other side wins the game by force; another move would not have lost it. The line begins with the
    /// reply.
    LosesGame(Vec<Move>),
    /// Another move would have won material by force; this one wins nothing. The line begins with the other move.
    Misses(Gain),
    /// Another move would have won the game by force; this one does not. The line begins with the other move.
    MissesGame(Vec<Move>),
    /// Every other move loses material by force.
    OthersLose,
    /// If the other side passed, the side that moved would win material by force, which it could not do before. Nothing can
    /// be captured now. The line begins with the next move of that side.
    Threatens(Gain),
    /// By endgame tables: with the move a position is reached whose result they know, and the move changes nothing about it.
    /// The winner; `None` for a draw.
    Known(Option<Side>),
    /// By endgame tables: the move gives a win away. The move kept it.
    LetsWinGo(Move),
    /// By endgame tables: the move turns a draw into a loss. The move kept it.
    LetsDrawGo(Move),
}

impl Claim {
    /// Returns `true` if the claim is proved of a move with this effort. Without the tables that it rests on, a claim does not
    /// hold.
    pub fn holds(&self, played: PlayedMove<'_>, tables: Option<&Tables>, effort: Effort) -> bool {
        self.is_proved(played, tables, effort).unwrap_or(false)
    }

    /// Returns the line that shows the claim, and the position in which it begins; no moves where there is no line. A threat
    /// begins with the same side to move again.
    pub fn line(&self, played: PlayedMove<'_>) -> (Position, &[Move]) {
        let (before, after) = (*played.before, played.after());
        match self {
            Claim::Wins(gain) | Claim::Misses(gain) => (before, &gain.line),
            Claim::Loses(gain) => (after, &gain.line),
            Claim::Threatens(gain) => (after.with_turn(before.turn()), &gain.line),
            Claim::WinsGame(line) | Claim::MissesGame(line) => (before, line),
            Claim::LosesGame(line) => (after, line),
            Claim::LetsWinGo(kept) | Claim::LetsDrawGo(kept) => (before, std::slice::from_ref(kept)),
            Claim::OthersLose | Claim::Known(_) => (before, &[]),
        }
    }

    /// Returns the number of men that the claim is about; `None` if kings take part or it is about the game.
    pub fn men(&self) -> Option<u8> {
        match self {
            Claim::Wins(gain) | Claim::Loses(gain) | Claim::Misses(gain) | Claim::Threatens(gain) => gain.men,
            _ => None,
        }
    }

    /// `None` if the effort does not suffice.
    fn is_proved(&self, played: PlayedMove<'_>, tables: Option<&Tables>, effort: Effort) -> Option<bool> {
        let PlayedMove { before, mv } = played;
        let after = played.after();
        Some(match self {
            Claim::Wins(gain) => {
                let base = material(before, before.turn());
                gain.line.first() == Some(mv)
                    && gain.is_reached(before, base)
                    && -effort.value(&after)? >= base + gain.least()
                    && others(played, Effort::OTHERS)
                        .flatten()
                        .any(|value| value < base + gain.least())
            }
            Claim::WinsGame(line) => {
                line.first() == Some(mv)
                    && is_legal(before, line)
                    && -effort.value(&after)? >= WIN
                    && others(played, Effort::OTHERS).flatten().any(|value| value < WIN)
            }
            Claim::Loses(gain) => {
                let base = level(before, effort)?;
                gain.is_reached(&after, -base)
                    && effort.value(&after)? >= gain.least() - base
                    && others(played, Effort::OTHERS)
                        .flatten()
                        .any(|value| value >= base - gain.least() + MAN)
            }
            Claim::LosesGame(line) => {
                is_legal(&after, line)
                    && effort.value(&after)? >= WIN
                    && others(played, Effort::OTHERS).flatten().any(|value| value > -WIN)
            }
            Claim::Misses(gain) => {
                let base = material(before, before.turn());
                gain.line.first().is_some_and(|first| first != mv)
                    && gain.is_reached(before, base)
                    && effort.value(before)? >= base + gain.least()
                    && -effort.value(&after)? <= base
            }
            Claim::MissesGame(line) => {
                line.first().is_some_and(|first| first != mv)
                    && is_legal(before, line)
                    && effort.value(before)? >= WIN
                    && -effort.value(&after)? < WIN
            }
            Claim::OthersLose => {
                let base = level(before, effort)?;
                let loses = |value: Option<i32>| value.is_some_and(|value| value <= base - MAN);
                before.legal_moves().len() > 1 && others(played, effort).all(loses)
            }
            Claim::Threatens(gain) => {
                let passed = after.with_turn(before.turn());
                let base = material(&passed, passed.turn());
                !after.must_capture()
                    && gain.is_reached(&passed, base)
                    && effort.value(&passed)? >= base + gain.least()
                    && effort.value(before)? < base + gain.least()
            }
            Claim::Known(winner) => {
                let tables = tables?;
                let now = winner_of(&after, tables)?;
                now == *winner && winner_of(before, tables).is_none_or(|was| was == now)
            }
            Claim::LetsWinGo(kept) => {
                let tables = tables?;
                let side = Some(before.turn());
                winner_of(before, tables)? == side
                    && winner_of(&after, tables)? != side
                    && is_legal(before, &[*kept])
                    && winner_of(&PlayedMove { before, mv: kept }.after(), tables)? == side
            }
            Claim::LetsDrawGo(kept) => {
                let tables = tables?;
                winner_of(before, tables)?.is_none()
                    && winner_of(&after, tables)? == Some(!before.turn())
                    && is_legal(before, &[*kept])
                    && winner_of(&PlayedMove { before, mv: kept }.after(), tables)?.is_none()
            }
        })
    }
}

impl Gain {
    /// The least that the line wins, in centipawns.
    fn least(&self) -> i32 {
        self.men.map_or(MAN, |men| MAN * i32::from(men))
    }

    /// Returns `true` if the line is legal and ends where nothing can be captured, with so much more material than `from`
    /// for the side to move, in centipawns. With a number of men, no king stands at either end.
    fn is_reached(&self, start: &Position, from: i32) -> bool {
        let Some(end) = end_of(start, &self.line) else {
            return false;
        };
        let won = material(&end, start.turn()) - from;
        !end.must_capture()
            && match self.men {
                Some(men) => won == MAN * i32::from(men) && !has_king(start) && !has_king(&end),
                None => won >= MAN,
            }
    }
}

/// Returns the winner that the tables know; `Some(None)` for a draw.
pub(crate) fn winner_of(position: &Position, tables: &Tables) -> Option<Option<Side>> {
    let turn = position.turn();
    tables.probe(position).map(|value| match value {
        Value::Win(_) => Some(turn),
        Value::Draw => None,
        Value::Loss(_) => Some(!turn),
    })
}

/// The material that the side to move keeps with its best move, in centipawns: what stands on the board if nothing can be
/// captured, else what is left after the best exchange.
pub(crate) fn level(before: &Position, effort: Effort) -> Option<i32> {
    if before.must_capture() {
        effort.value(before)
    } else {
        Some(material(before, before.turn()))
    }
}

/// Returns the value of each legal move but the played one for the side to move, in centipawns; `None` where the effort does
/// not suffice.
pub(crate) fn others(played: PlayedMove<'_>, effort: Effort) -> impl Iterator<Item = Option<i32>> {
    let PlayedMove { before, mv } = played;
    let rest = before.legal_moves().into_iter().filter(move |other| other != mv);
    rest.map(move |other| Some(-effort.value(&PlayedMove { before, mv: &other }.after())?))
}

fn is_legal(start: &Position, line: &[Move]) -> bool {
    !line.is_empty() && end_of(start, line).is_some()
}

/// Returns the position after a line; `None` if it is not legal.
pub(crate) fn end_of(start: &Position, line: &[Move]) -> Option<Position> {
    line.iter().try_fold(*start, |here, mv| here.play(mv).ok())
}
