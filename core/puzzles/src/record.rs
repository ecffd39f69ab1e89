//! A mined puzzle as one line of tab-separated text, in the miner's files, in the packed stock and in exports.
use super::puzzle::{Origin, Puzzle, grade};
use super::solution::{SolutionError, main_line, read_solution, write_solution};
use super::themes::Theme;
use draughts::notation::fen::{self, FenError};
use draughts::{Position, Variant};
use std::ops::Range;

/// The reason why a line cannot be read as a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// A field is missing or not a number.
    #[error(
        "a puzzle is a line of ten tab-separated fields: id, FEN, rating, deviation, margin, depth, origin, moves, themes, solution"
    )]
    Fields,
    /// The position is not a FEN.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The solution cannot be read.
    #[error(transparent)]
    Solution(#[from] SolutionError),
}

/// The metadata of a puzzle: enough to choose one without reading its position and solution.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its line in the text of its stock; `None` for a hand-picked puzzle.
    line: Option<Range<usize>>,
    /// The id of a hand-picked puzzle.
    picked: Option<&'static str>,
    /// The rating of a solver who solves it half the time.
    pub rating: u16,
    /// The rating deviation.
    pub deviation: u16,
    /// Moves of the solver in the main line.
    pub moves: u8,
    /// The source of the puzzle.
    pub origin: Origin,
    /// The themes as a bit set, by index in `Theme::ALL`.
    themes: u64,
    /// The [idea](Theme::IDEAS) under which it is practised.
    pub idea: Option<Theme>,
}

const _: () = assert!(Theme::ALL.len() <= 64);

impl Card {
    pub(super) fn of(puzzle: &'static Puzzle) -> Card {
        Card {
            line: None,
            picked: Some(&puzzle.id),
            rating: puzzle.rating,
            deviation: puzzle.deviation,
            moves: puzzle.moves() as u8,
            origin: puzzle.origin,
            themes: puzzle
                .themes
                .iter()
                .fold(0, |bits, theme| bits | 1 << *theme as u64),
            idea: puzzle.idea(),
        }
    }

    /// Returns `true` if the main line has this theme.
    pub fn has(&self, theme: Theme) -> bool {
        self.themes >> theme as u64 & 1 == 1
    }

    /// Returns the themes of the main line.
    pub fn themes(&self) -> impl Iterator<Item = Theme> {
        Theme::ALL.iter().copied().filter(|theme| self.has(*theme))
    }

    /// Returns its difficulty, 1 (for beginners) to 5.
    pub fn difficulty(&self) -> u8 {
        grade(self.rating)
    }

    pub(super) fn id<'a>(&'a self, text: &'a str) -> &'a str {
        self.picked
            .or_else(|| self.line(text).and_then(|line| line.split('\t').next()))
            .unwrap_or_default()
    }

    pub(super) fn line<'a>(&self, text: &'a str) -> Option<&'a str> {
        self.line.clone().and_then(|line| text.get(line))
    }
}

/// Reads the card of a line of a text; `None` if the line is no puzzle.
pub(super) fn card(text: &str, line: Range<usize>) -> Option<Card> {
    let mut fields = text.get(line.clone())?.split('\t');
    let mut number = |skip| fields.nth(skip).and_then(|field| field.parse::<u16>().ok());
    let (rating, deviation) = (number(2)?, number(0)?);
    let origin = fields.nth(2)?;
    let moves = fields.next()?.parse().ok()?;
    let themes: Vec<Theme> = fields
        .next()?
        .split_whitespace()
        .filter_map(Theme::named)
        .collect();
    Some(Card {
        line: Some(line),
        picked: None,
        rating,
        deviation,
        origin: Origin::ALL.into_iter().find(|known| known.key() == origin)?,
        moves,
        themes: themes.iter().fold(0, |bits, theme| bits | 1 << *theme as u64),
        idea: Theme::idea(&themes),
    })
}

/// Writes a puzzle as a line.
pub fn write_record(puzzle: &Puzzle) -> String {
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.key()).collect();
    [
        puzzle.id.clone(),
        fen::write(&puzzle.position),
        puzzle.rating.to_string(),
        puzzle.deviation.to_string(),
        puzzle.margin.to_string(),
        puzzle.depth.to_string(),
        puzzle.origin.key().to_owned(),
        main_line(&puzzle.solution).len().div_ceil(2).to_string(),
        themes.join(" "),
        write_solution(&puzzle.position, &puzzle.solution),
    ]
    .join("\t")
}

/// Reads the puzzle of a line. Leaves out themes that this version does not know.
///
/// # Errors
/// `RecordError` says what is wrong with the line.
pub fn read_record(variant: Variant, line: &str) -> Result<Puzzle, RecordError> {
    let fields: Vec<&str> = line.trim_end().split('\t').collect();
    let [
        id,
        fen,
        rating,
        deviation,
        margin,
        depth,
        origin,
        _,
        themes,
        solution,
    ] = fields[..]
    else {
        return Err(RecordError::Fields);
    };
    let position = fen::read(variant, fen)?;
    Ok(Puzzle {
        id: id.to_owned(),
        position,
        rating: rating.parse().map_err(|_| RecordError::Fields)?,
        deviation: deviation.parse().map_err(|_| RecordError::Fields)?,
        margin: margin.parse().map_err(|_| RecordError::Fields)?,
        depth: depth.parse().map_err(|_| RecordError::Fields)?,
        origin: Origin::ALL
            .into_iter()
            .find(|known| known.key() == origin)
            .ok_or(RecordError::Fields)?,
        themes: Theme::ALL
            .iter()
            .copied()
            .filter(|theme| themes.split_whitespace().any(|key| key == theme.key()))
            .collect(),
        solution: read_solution(&position, solution)?,
    })
}

/// Returns the id of a mined puzzle in Crockford's base 32: one digit for the variant, since a position can be a
/// puzzle in several, and seven of the position's hash. The same position always has the same id.
pub fn mined_id(position: &Position) -> String {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let hash = position.hash();
    let variant = position.variant() as usize;
    std::iter::once(variant)
        .chain((0..7).map(|at| (hash >> (5 * at) & 31) as usize))
        .map(|digit| char::from(DIGITS[digit]))
        .collect()
}
