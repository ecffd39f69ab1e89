//! Counts of a position: the moves played from it and the moves that reached it.
//!
//! A row is a sequence of varints: the number of games; the number of last games, each with date and id; the
//! number of moves, each with its squares and its score; the number of incoming moves, each with its squares, its
//! games and the last of them. The squares of a move are its origin, its target, the number of captured
//! pieces, and their squares.
use super::bits::{put_varint, take_varint};
use super::field::Field;
use super::replay;
use crate::library::{GameKind, GameResult, tags_from_bytes};
use crate::tree::{self, resolve};
use draughts::{Move, Position, Square};

/// Number of last games listed for a position.
const LAST: usize = 5;
/// Maximum number of moves of a position. A row with more is invalid.
const MOST: u64 = 4_096;

/// Results of the games in which a move was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Number of games.
    pub games: u32,
    /// Games won by White.
    pub white: u32,
    /// Games won by Black.
    pub black: u32,
    /// Drawn games; the remaining games have no result.
    pub draws: u32,
    years: u64,
    dated: u32,
    strengths: u64,
    rated: u32,
}

impl Score {
    /// Returns the average year of the games with a known year.
    #[must_use]
    pub fn year(&self) -> Option<u32> {
        average(self.years, self.dated)
    }

    /// Returns the average rating of the players who made the move, over games with a rating.
    #[must_use]
    pub fn strength(&self) -> Option<u32> {
        average(self.strengths, self.rated)
    }

    fn add(&mut self, other: &Score) {
        self.games = self.games.saturating_add(other.games);
        self.white = self.white.saturating_add(other.white);
        self.black = self.black.saturating_add(other.black);
        self.draws = self.draws.saturating_add(other.draws);
        self.years = self.years.saturating_add(other.years);
        self.dated = self.dated.saturating_add(other.dated);
        self.strengths = self.strengths.saturating_add(other.strengths);
        self.rated = self.rated.saturating_add(other.rated);
    }

    fn numbers(&self) -> [u64; 8] {
        [
            self.games.into(),
            self.white.into(),
            self.black.into(),
            self.draws.into(),
            self.years,
            self.dated.into(),
            self.strengths,
            self.rated.into(),
        ]
    }
}

fn average(sum: u64, count: u32) -> Option<u32> {
    let count = u64::from(count);
    (sum + count / 2).checked_div(count).map(|mean| mean as u32)
}

/// A move by its squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    /// The origin square.
    pub origin: u8,
    /// The target square.
    pub target: u8,
    /// Captured squares, ascending.
    pub captured: Vec<u8>,
}

impl Squares {
    /// Returns the squares of a move.
    #[must_use]
    pub fn of(mv: &Move) -> Self {
        Self {
            origin: mv.origin().number(),
            target: mv.target().number(),
            captured: mv.captured().iter().map(Square::number).collect(),
        }
    }
}

/// A move by which games reached the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncomingMove {
    /// The move.
    pub squares: Squares,
    /// Number of games that reached the position by this move.
    pub games: u32,
    /// Id of the last stored one of these games.
    pub last: i64,
}

/// Facts of a game that the counts use.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameInfo {
    pub(super) id: i64,
    date: u32,
    result: GameResult,
    /// Ratings by side.
    strengths: [Option<u32>; 2],
    /// `true` if it is the tree of a repertoire and not a played game.
    kind: GameKind,
}

impl GameInfo {
    pub(super) fn new(id: i64, date: u32, result: u8, tags: Option<Vec<u8>>) -> Self {
        let tags = tags_from_bytes(tags);
        let mut strengths = [None; 2];
        for (name, value) in &tags {
            match name.as_str() {
                "WhiteRating" | "WhiteElo" => strengths[0] = strength(value),
                "BlackRating" | "BlackElo" => strengths[1] = strength(value),
                _ => {}
            }
        }
        Self {
            id,
            date,
            result: GameResult::of(result),
            strengths,
            kind: GameKind::of(&tags),
        }
    }

    /// True if it belongs in statistics: analyses and repertoires were not played.
    pub(super) fn was_played(&self) -> bool {
        self.kind == GameKind::Game
    }

    fn score(&self, mover: usize) -> Score {
        let year = self.date / 10_000;
        let strength = self.strengths[mover];
        Score {
            games: 1,
            white: u32::from(self.result == GameResult::WhiteWins),
            black: u32::from(self.result == GameResult::BlackWins),
            draws: u32::from(self.result == GameResult::Draw),
            years: year.into(),
            dated: u32::from(year > 0),
            strengths: strength.unwrap_or(0).into(),
            rated: u32::from(strength.is_some()),
        }
    }
}

/// Parses a rating as in tags: "2145", "FMJD:2145".
fn strength(value: &str) -> Option<u32> {
    let digits = value
        .rsplit(|c: char| !c.is_ascii_digit())
        .find(|part| !part.is_empty())?;
    digits
        .parse()
        .ok()
        .filter(|rating| (100..=4_000).contains(rating))
}

/// The counts of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) games: u32,
    /// Date and id of the last games, latest first.
    pub(super) last: Vec<(u32, i64)>,
    pub(super) moves: Vec<(Squares, Score)>,
    pub(super) incoming: Vec<IncomingMove>,
}

impl Tally {
    /// Adds a game that reached the position by `into` and continued with `out`.
    pub(super) fn add(&mut self, info: &GameInfo, mover: usize, into: Option<Squares>, out: Option<Squares>) {
        self.games = self.games.saturating_add(1);
        self.list(info.date, info.id);
        if let Some(out) = out {
            self.played(out, &info.score(mover));
        }
        if let Some(into) = into {
            self.reached(IncomingMove {
                squares: into,
                games: 1,
                last: info.id,
            });
        }
    }

    /// Adds the counts of other games.
    pub(super) fn merge(&mut self, other: Tally) {
        self.games = self.games.saturating_add(other.games);
        for (date, id) in other.last {
            self.list(date, id);
        }
        for (squares, score) in other.moves {
            self.played(squares, &score);
        }
        for incoming_move in other.incoming {
            self.reached(incoming_move);
        }
    }

    fn list(&mut self, date: u32, id: i64) {
        let place = self.last.partition_point(|one| *one > (date, id));
        if place < LAST {
            self.last.insert(place, (date, id));
            self.last.truncate(LAST);
        }
    }

    fn played(&mut self, squares: Squares, score: &Score) {
        match self.moves.iter_mut().find(|(known, _)| *known == squares) {
            Some((_, known)) => known.add(score),
            None => self.moves.push((squares, *score)),
        }
    }

    fn reached(&mut self, incoming_move: IncomingMove) {
        match self
            .incoming
            .iter_mut()
            .find(|known| known.squares == incoming_move.squares)
        {
            Some(known) => {
                known.games = known.games.saturating_add(incoming_move.games);
                known.last = known.last.max(incoming_move.last);
            }
            None => self.incoming.push(incoming_move),
        }
    }

    /// Encodes the counts as a row.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let put = |bytes: &mut Vec<u8>, number: u64| put_varint(bytes, number);
        let squares = |bytes: &mut Vec<u8>, squares: &Squares| {
            bytes.extend([squares.origin, squares.target, squares.captured.len() as u8]);
            bytes.extend(&squares.captured);
        };
        put(&mut bytes, self.games.into());
        put(&mut bytes, self.last.len() as u64);
        for (date, id) in &self.last {
            put(&mut bytes, (*date).into());
            put(&mut bytes, *id as u64);
        }
        put(&mut bytes, self.moves.len() as u64);
        for (mv, score) in &self.moves {
            squares(&mut bytes, mv);
            score
                .numbers()
                .into_iter()
                .for_each(|number| put(&mut bytes, number));
        }
        put(&mut bytes, self.incoming.len() as u64);
        for incoming_move in &self.incoming {
            squares(&mut bytes, &incoming_move.squares);
            put(&mut bytes, incoming_move.games.into());
            put(&mut bytes, incoming_move.last as u64);
        }
        bytes
    }

    /// Decodes a row; `None` if it is invalid.
    pub(super) fn of_bytes(mut bytes: &[u8]) -> Option<Self> {
        let bytes = &mut bytes;
        let count = |bytes: &mut &[u8]| take_varint(bytes).and_then(|number| u32::try_from(number).ok());
        let many = |bytes: &mut &[u8]| take_varint(bytes).filter(|number| *number <= MOST);
        let squares = |bytes: &mut &[u8]| {
            let ([origin, target, taken], rest) = bytes.split_first_chunk::<3>()?;
            let (captured, rest) = rest.split_at_checked(usize::from(*taken))?;
            *bytes = rest;
            Some(Squares {
                origin: *origin,
                target: *target,
                captured: captured.to_vec(),
            })
        };
        let mut tally = Tally {
            games: count(bytes)?,
            ..Tally::default()
        };
        for _ in 0..many(bytes)? {
            tally.last.push((count(bytes)?, take_varint(bytes)? as i64));
        }
        for _ in 0..many(bytes)? {
            let squares = squares(bytes)?;
            let score = Score {
                games: count(bytes)?,
                white: count(bytes)?,
                black: count(bytes)?,
                draws: count(bytes)?,
                years: take_varint(bytes)?,
                dated: count(bytes)?,
                strengths: take_varint(bytes)?,
                rated: count(bytes)?,
            };
            tally.moves.push((squares, score));
        }
        for _ in 0..many(bytes)? {
            tally.incoming.push(IncomingMove {
                squares: squares(bytes)?,
                games: count(bytes)?,
                last: take_varint(bytes)? as i64,
            });
        }
        bytes.is_empty().then_some(tally)
    }
}

/// Walks through a stored main line until `see` returns false. Passes each position with the move that led to
/// it and the move played.
pub(super) fn walk(
    start: &Position,
    bytes: &[u8],
    mut see: impl FnMut(&Field, Option<&Move>, Option<&Move>) -> bool,
) {
    if tree::may_set_up(bytes) {
        for stretch in replay::stretches(start, bytes) {
            let mut field = Field::of(&stretch.start);
            let mut into = None;
            for mv in &stretch.moves {
                if !see(&field, into, Some(mv)) {
                    return;
                }
                field.play(mv);
                into = Some(mv);
            }
            if !see(&field, into, None) {
                return;
            }
        }
        return;
    }
    let (mut position, mut field, mut into) = (*start, Field::of(start), None);
    for kept in tree::read(bytes).unwrap_or_default() {
        let Some(mv) = resolve(&position, &kept) else {
            break;
        };
        if !see(&field, into.as_ref(), Some(&mv)) {
            return;
        }
        position.play_unchecked(&mv);
        field.play(&mv);
        into = Some(mv);
    }
    see(&field, into.as_ref(), None);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn info(id: i64, date: u32, result: GameResult, tags: &[(&str, &str)]) -> GameInfo {
        let tags: Vec<(String, String)> = tags
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect();
        GameInfo::new(id, date, result as u8, crate::library::tags_to_bytes(&tags))
    }

    fn squares(origin: u8, target: u8, captured: &[u8]) -> Squares {
        Squares {
            origin,
            target,
            captured: captured.to_vec(),
        }
    }

    #[test]
    fn games_are_counted_and_a_row_round_trips() {
        let mut tally = Tally::default();
        let rated = [("WhiteRating", "FMJD:2100"), ("BlackElo", "1900")];
        let (quiet, capture) = (squares(32, 28, &[]), squares(28, 19, &[23]));
        tally.add(
            &info(7, 19_990_000, GameResult::WhiteWins, &rated),
            0,
            None,
            Some(quiet.clone()),
        );
        tally.add(
            &info(8, 20_010_501, GameResult::Draw, &[]),
            0,
            Some(capture.clone()),
            Some(quiet.clone()),
        );
        tally.add(&info(3, 0, GameResult::Open, &[]), 0, Some(capture.clone()), None);
        assert_eq!((tally.games, tally.moves.len()), (3, 1));
        let (_, score) = &tally.moves[0];
        assert_eq!((score.games, score.white, score.draws, score.black), (2, 1, 1, 0));
        assert_eq!((score.year(), score.strength()), (Some(2000), Some(2100)));
        assert_eq!(tally.last, [(20_010_501, 8), (19_990_000, 7), (0, 3)]);
        assert_eq!((tally.incoming[0].games, tally.incoming[0].last), (2, 8));
        assert_eq!(Tally::of_bytes(&tally.to_bytes()), Some(tally.clone()));
        let mut twice = tally.clone();
        twice.merge(tally.clone());
        assert_eq!(
            (twice.games, twice.moves[0].1.games, twice.incoming[0].games),
            (6, 4, 4)
        );
        assert_eq!(Score::default().year(), None);
    }

    #[test]
    fn ratings_are_parsed_from_tags() {
        for (text, rating) in [
            ("2145", Some(2145)),
            ("FMJD:2145", Some(2145)),
            ("", None),
            ("-", None),
            ("99999", None),
        ] {
            assert_eq!(strength(text), rating, "{text}");
        }
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = Tally::of_bytes(&bytes);
        }
    }
}
