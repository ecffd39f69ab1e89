//! The main line as bytes: moves by their squares, read and written without a position. Knows no variation and no note.
use super::{CAPTURED, FORMAT, HIGHEST, REST, SETUP, TreeError, write_text};
use draughts::notation::fen;
use draughts::{Move, Position, RuleOption, RuleOptions, Square};

/// A stored move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMove {
    /// The square it left.
    pub origin: u8,
    /// The square it came to.
    pub target: u8,
    /// The captured squares, ascending; empty where origin and target are unambiguous. The origin alone for a quiet move with the
    /// same ends as a capture, which a house rule allows.
    pub captured: Vec<u8>,
}

impl KeptMove {
    /// Stores one of these moves.
    pub fn of(mv: &Move, moves: &[Move]) -> KeptMove {
        let ends = |other: &&Move| other.origin() == mv.origin() && other.target() == mv.target();
        let twins = moves.iter().filter(ends).count() > 1;
        let captured = match (twins, mv.is_capture()) {
            (false, _) => Vec::new(),
            (true, false) => vec![mv.origin().number()],
            (true, true) => mv.captured().iter().map(Square::number).collect(),
        };
        KeptMove {
            origin: mv.origin().number(),
            target: mv.target().number(),
            captured,
        }
    }

    /// Stores a move of a game by a house rule so that it is told from every move that any house rule lets be played: whoever
    /// reads it need not know the rule.
    pub fn by_house_rule(mv: &Move, before: &Position, options: RuleOptions) -> KeptMove {
        // Under huffing may be played whatever may be by the others.
        let all = match options.has(RuleOption::MenForward) {
            true => RuleOptions::NONE.with(RuleOption::Huffing),
            false => options,
        };
        Self::of(mv, &before.moves_under(all))
    }

    /// The one of these moves that it stands for; `None` where there is none, or more than one.
    pub fn among(&self, moves: &[Move]) -> Option<Move> {
        let mut meant = moves.iter().filter(|mv| {
            (mv.origin().number(), mv.target().number()) == (self.origin, self.target)
                && match &self.captured[..] {
                    [] => true,
                    [origin] if *origin == self.origin => !mv.is_capture(),
                    squares => mv
                        .captured()
                        .iter()
                        .map(Square::number)
                        .eq(squares.iter().copied()),
                }
        });
        meant.next().filter(|_| meant.next().is_none()).copied()
    }
}

/// Takes a move off the front; `at` is where that is.
pub(super) fn take_move(bytes: &mut &[u8], at: usize) -> Result<KeptMove, TreeError> {
    let all = bytes.len();
    let square = |bytes: &mut &[u8]| match bytes.split_first() {
        None => Err(TreeError::Truncated),
        Some((&number @ 1..=HIGHEST, rest)) => {
            *bytes = rest;
            Ok(number)
        }
        Some(_) => Err(TreeError::Square {
            at: at + all - bytes.len(),
        }),
    };
    let (origin, target) = (square(bytes)?, square(bytes)?);
    let mut captured = Vec::new();
    if let Some((&CAPTURED, rest)) = bytes.split_first() {
        let (count, rest) = rest.split_first().ok_or(TreeError::Truncated)?;
        *bytes = rest;
        captured = (0..*count).map(|_| square(bytes)).collect::<Result<_, _>>()?;
    }
    Ok(KeptMove {
        origin,
        target,
        captured,
    })
}

/// Moves to bytes.
pub fn write(moves: &[KeptMove]) -> Vec<u8> {
    write_amended(moves, &[])
}

/// Moves to bytes, with the positions put in the place of those they lead to: each with how many moves come before it,
/// ascending.
pub fn write_amended(moves: &[KeptMove], amended: &[(usize, Position)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + 2 * moves.len());
    bytes.push(FORMAT);
    let mut amended = amended.iter().peekable();
    let mut set_up = |bytes: &mut Vec<u8>, ply: usize| {
        if let Some((_, position)) = amended.next_if(|(after, _)| *after == ply) {
            bytes.push(SETUP);
            write_text(bytes, &fen::write(position));
        }
    };
    set_up(&mut bytes, 0);
    for (before, m) in moves.iter().enumerate() {
        write_kept(&mut bytes, m);
        set_up(&mut bytes, before + 1);
    }
    bytes
}

/// Bytes to the moves of the main line, up to a position set up in mid-game where there is one.
///
/// # Errors
/// For any bytes that `write` and `encode` do not write.
pub fn read(mut bytes: &[u8]) -> Result<Vec<KeptMove>, TreeError> {
    let all = bytes.len();
    match bytes.split_first() {
        None => return Err(TreeError::Empty),
        Some((&FORMAT, rest)) => bytes = rest,
        Some((&other, _)) => return Err(TreeError::Format(other)),
    }
    let mut moves = Vec::with_capacity(bytes.len() / 2);
    while !matches!(bytes.first(), None | Some(&(REST | SETUP))) {
        let at = all - bytes.len();
        moves.push(take_move(&mut bytes, at)?);
    }
    Ok(moves)
}

pub(super) fn write_kept(bytes: &mut Vec<u8>, kept: &KeptMove) {
    bytes.extend([kept.origin, kept.target]);
    if !kept.captured.is_empty() {
        let count = u8::try_from(kept.captured.len()).expect("a board has fewer than 256 pieces");
        bytes.extend([CAPTURED, count]);
        bytes.extend(&kept.captured);
    }
}
