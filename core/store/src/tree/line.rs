//! Encodes main lines: moves by their squares, read and written without a position.
use super::{CAPTURED, FORMAT, HIGHEST, REST, SETUP, TreeError, write_text};
use draughts::notation::fen;
use draughts::{Move, Position, RuleOption, RuleOptions, Square};

/// A stored move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMove {
    /// The origin square.
    pub origin: u8,
    /// The target square.
    pub target: u8,
    /// Captured squares, ascending; empty if origin and target are unambiguous. Only the origin for a quiet
    /// move with the same ends as a capture, which a house rule allows.
    pub captured: Vec<u8>,
}

impl KeptMove {
    /// Stores a move; `moves` are all that can be confused with it.
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

    /// Stores a move under a house rule so that it differs from every move of any house rule. A reader need
    /// not know the rule.
    pub fn by_house_rule(mv: &Move, before: &Position, options: RuleOptions) -> KeptMove {
        // Huffing allows every move that the other house rules allow, except those of `MenForward`.
        let all = match options.has(RuleOption::MenForward) {
            true => RuleOptions::NONE.with(RuleOption::Huffing),
            false => options,
        };
        Self::of(mv, &before.moves_under(all))
    }

    /// Returns the move among these that it stands for; `None` if none or several fit.
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

/// Takes a move off the front; `at` is the offset of the bytes.
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

/// Encodes moves.
pub fn write(moves: &[KeptMove]) -> Vec<u8> {
    write_amended(moves, &[])
}

/// Encodes moves with positions set up in mid-game. Each position has the number of moves before it,
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

/// Decodes the moves of the main line, up to the first position set up in mid-game.
///
/// # Errors
/// For any bytes that `write` and `encode` do not produce.
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
