//! Opening books: the first moves of games between strong players, and the results of the games. Knows no search.
//!
//! A file is `DBK1`, the game's key with its length before it (one byte), the number of games, and a tree of moves
//! from the start of the game. A node is the number of its moves (one byte), then for each move: origin and target (a
//! byte each, as the board numbers its squares), an index among the moves with this origin and target (one byte),
//! games, half points of the side that moves, and the node after the move. Numbers of games and points are LEB128:
//! seven bits a byte, the low ones first.
use draughts::{Move, Position, Side, Square, Variant};
use std::collections::HashMap;

const MAGIC: &[u8; 4] = b"DBK1";
/// Maximum depth of a tree, in plies.
const MAX_PLIES: usize = 60;
/// Two standard errors of the points of one game, if three in five games are drawn.
const TWO_ERRORS: f64 = 0.62;

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Number of games with this move.
    pub games: u32,
    /// Half points scored in these games by the side that played it: 2 for a win, 1 for a draw.
    pub half_points: u32,
}

impl BookMove {
    /// Returns the share of the points scored by the side that played it, 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from(self.half_points) / f64::from(self.games.max(1)) / 2.0
    }

    /// Returns the 95 % confidence interval of the share.
    fn share_interval(&self) -> (f64, f64) {
        let error = TWO_ERRORS / f64::from(self.games.max(1)).sqrt();
        (self.share() - error, self.share() + error)
    }

    fn add(&mut self, games: u32, half_points: u32) {
        self.games = self.games.saturating_add(games);
        self.half_points = self.half_points.saturating_add(half_points);
    }
}

/// The reason why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The bytes do not begin as a book of this version.
    #[error("not an opening book, or of another version")]
    NoBook,
    /// The game is unknown.
    #[error("the book belongs to an unknown game")]
    UnknownGame,
    /// The book is truncated, or longer than its contents.
    #[error("the book is damaged at byte {0}")]
    Damaged(usize),
    /// A move is illegal in its position.
    #[error("the book has an illegal move at byte {0}")]
    IllegalMove(usize),
}

/// An opening book, probed by position, so that transpositions meet.
#[derive(Clone, Debug)]
pub struct Book {
    variant: Variant,
    games: u32,
    positions: HashMap<u64, Vec<BookMove>>,
}

impl Book {
    /// Reads the bytes of a book.
    ///
    /// # Errors
    /// [`BookError`].
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take(MAGIC.len()) != Ok(MAGIC) {
            return Err(BookError::NoBook);
        }
        let length = usize::from(reader.byte()?);
        let key = std::str::from_utf8(reader.take(length)?).map_err(|_| BookError::UnknownGame)?;
        let variant: Variant = key.parse().map_err(|_| BookError::UnknownGame)?;
        let games = reader.number()?;
        let mut book = Book {
            variant,
            games,
            positions: HashMap::new(),
        };
        reader.node(&mut book.positions, &variant.start(), MAX_PLIES)?;
        if reader.at != bytes.len() {
            return Err(BookError::Damaged(reader.at));
        }
        for moves in book.positions.values_mut() {
            moves.sort_by_key(|found| std::cmp::Reverse(found.games));
        }
        Ok(book)
    }

    /// The variant of its games.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the number of games it was made from.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Returns the moves played in a position, the most frequent first; empty if the book does not have the position.
    #[must_use]
    pub fn moves(&self, position: &Position) -> &[BookMove] {
        self.positions.get(&position.hash()).map_or(&[], Vec::as_slice)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BookError> {
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.get(..count));
        let taken = taken.ok_or(BookError::Damaged(self.at))?;
        self.at += count;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, BookError> {
        Ok(self.take(1)?[0])
    }

    fn number(&mut self) -> Result<u32, BookError> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_| BookError::Damaged(self.at));
            }
        }
        Err(BookError::Damaged(self.at))
    }

    /// Reads a node and its subtree. Adds up the games of transpositions.
    fn node(
        &mut self,
        positions: &mut HashMap<u64, Vec<BookMove>>,
        position: &Position,
        deepest: usize,
    ) -> Result<(), BookError> {
        let count = self.byte()?;
        let too_deep = BookError::Damaged(self.at);
        for _ in 0..count {
            let at = self.at;
            let (origin, target, which) = (self.byte()?, self.byte()?, usize::from(self.byte()?));
            let (games, half_points) = (self.number()?, self.number()?);
            let squares = Square::new(origin).zip(Square::new(target));
            let mv = squares.and_then(|(origin, target)| {
                let between = position.moves_between(origin, target);
                between.get(which).copied()
            });
            let mv = mv.ok_or(BookError::IllegalMove(at))?;
            let moves = positions.entry(position.hash()).or_default();
            match moves.iter_mut().find(|known| known.mv == mv) {
                Some(known) => known.add(games, half_points),
                None => moves.push(BookMove {
                    mv,
                    games,
                    half_points,
                }),
            }
            let mut next = *position;
            next.play_unchecked(&mv);
            let deepest = deepest.checked_sub(1).ok_or(too_deep)?;
            self.node(positions, &next, deepest)?;
        }
        Ok(())
    }
}

/// Builds a book: a tree of the first moves of games.
#[derive(Clone, Debug)]
pub struct BookBuilder {
    variant: Variant,
    games: u32,
    root: Node,
}

#[derive(Clone, Debug, Default)]
struct Node(Vec<(BookMove, Node)>);

impl BookBuilder {
    /// Creates a book without games.
    #[must_use]
    pub fn new(variant: Variant) -> BookBuilder {
        BookBuilder {
            variant,
            games: 0,
            root: Node::default(),
        }
    }

    /// Adds the first moves and the winner of a game from the start.
    pub fn add(&mut self, moves: &[Move], winner: Option<Side>) {
        self.games += 1;
        let mut turn = self.variant.start().turn();
        let mut node = &mut self.root;
        for mv in moves.iter().take(MAX_PLIES) {
            let half_points = match winner {
                None => 1,
                Some(side) => 2 * u32::from(side == turn),
            };
            let known = node.0.iter().position(|(known, _)| known.mv == *mv);
            let at = known.unwrap_or_else(|| {
                let new = BookMove {
                    mv: *mv,
                    games: 0,
                    half_points: 0,
                };
                node.0.push((new, Node::default()));
                node.0.len() - 1
            });
            let (known, below) = &mut node.0[at];
            known.add(1, half_points);
            node = below;
            turn = turn.other();
        }
    }

    /// Writes the bytes of the book. Of each position it keeps the moves with at least `least_games` games whose
    /// score does not prove them worse than the best.
    #[must_use]
    pub fn write(&self, least_games: u32) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let key = self.variant.key();
        bytes.push(key.len() as u8);
        bytes.extend_from_slice(key.as_bytes());
        number(self.games, &mut bytes);
        self.root
            .write(&self.variant.start(), least_games.max(1), &mut bytes);
        bytes
    }
}

impl Node {
    fn write(&self, position: &Position, least_games: u32, bytes: &mut Vec<u8>) {
        let common = |(found, _): &&(BookMove, Node)| found.games >= least_games;
        let shares = self
            .0
            .iter()
            .filter(common)
            .map(|(found, _)| found.share_interval().0);
        let best = shares.fold(f64::MIN, f64::max);
        let mut kept: Vec<_> = self
            .0
            .iter()
            .filter(common)
            .filter(|(found, _)| found.share_interval().1 >= best)
            .collect();
        kept.sort_by_key(|(found, _)| std::cmp::Reverse(found.games));
        kept.truncate(usize::from(u8::MAX));
        bytes.push(kept.len() as u8);
        for (found, below) in kept {
            let (origin, target) = (found.mv.origin(), found.mv.target());
            let between = position.moves_between(origin, target);
            let which = between.iter().position(|mv| *mv == found.mv);
            let which = which.expect("the builder only holds legal moves") as u8;
            bytes.extend([origin.number(), target.number(), which]);
            number(found.games, bytes);
            number(found.half_points, bytes);
            let mut next = *position;
            next.play_unchecked(&found.mv);
            below.write(&next, least_games, bytes);
        }
    }
}

fn number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::notation::movetext;

    fn line(text: &str) -> Vec<Move> {
        let mut position = Variant::International.start();
        text.split(' ')
            .map(|word| {
                let mv = movetext::read(&position, word).expect("a move");
                position.play_unchecked(&mv);
                mv
            })
            .collect()
    }

    fn built() -> Vec<u8> {
        let mut builder = BookBuilder::new(Variant::International);
        for _ in 0..200 {
            builder.add(&line("32-28 19-23 28x19 14x23"), Some(Side::White));
            builder.add(&line("33-28 18-23 32-27"), None);
            builder.add(&line("33-28 18-22 32-27"), Some(Side::White));
        }
        builder.add(&line("31-26 19-23"), Some(Side::White));
        builder.write(2)
    }

    #[test]
    fn games_and_points_are_those_of_the_side_to_move() {
        let book = Book::read(&built()).expect("a book");
        assert_eq!((book.variant(), book.games()), (Variant::International, 601));
        let start = Variant::International.start();
        let moves = book.moves(&start);
        // 33-28 scored 75 %, too far below 32-28; 31-26 was played only once.
        assert_eq!((moves.len(), moves[0].games, moves[0].half_points), (1, 200, 400));
        assert_eq!(moves[0].share(), 1.0);
        let mut next = start;
        next.play_unchecked(&moves[0].mv);
        assert_eq!(book.moves(&next)[0].share(), 0.0);
    }

    #[test]
    fn transpositions_add_up_and_the_most_frequent_move_is_first() {
        let mut builder = BookBuilder::new(Variant::International);
        for _ in 0..3 {
            builder.add(&line("32-28 17-21 33-29 11-17"), None);
        }
        builder.add(&line("33-29 17-21 32-28 11-17"), None);
        let book = Book::read(&builder.write(1)).expect("a book");
        let start = Variant::International.start();
        let after = |text: &str| {
            line(text).iter().fold(start, |mut position, mv| {
                position.play_unchecked(mv);
                position
            })
        };
        let first: Vec<_> = book
            .moves(&start)
            .iter()
            .map(|found| (found.mv, found.games))
            .collect();
        assert_eq!(first, [(line("32-28")[0], 3), (line("33-29")[0], 1)]);
        let met = book.moves(&after("33-29 17-21 32-28"));
        assert_eq!((met.len(), met[0].games, met[0].half_points), (1, 4, 4));
        assert_eq!(book.moves(&after("35-30")), []);
    }

    #[test]
    fn damaged_bytes_never_give_an_illegal_move() {
        let bytes = built();
        assert_eq!(Book::read(b"DBK0").unwrap_err(), BookError::NoBook);
        assert_eq!(
            Book::read(b"DBK1\x05chess\0\0").unwrap_err(),
            BookError::UnknownGame
        );
        for length in 0..bytes.len() {
            assert!(Book::read(&bytes[..length]).is_err(), "{length}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(Book::read(&longer).unwrap_err(), BookError::Damaged(bytes.len()));
        for at in 18..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x55;
            // A book that can be read has only legal moves.
            if let Ok(book) = Book::read(&broken) {
                let start = Variant::International.start();
                assert!(book.moves(&start).iter().all(|found| start.is_legal(&found.mv)));
            }
        }
    }
}
