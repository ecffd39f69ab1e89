//! The line of a correspondence game: the whole game as bytes, so that both copies can be rebuilt from the last line alone.
//! Knows no store and no link.
//!
//! Bytes, numbers big-endian: id of the game (8); sender (bit 0, 1 for Black), statement (bits 1 to 3) and kind of start (bits 4
//! and 5); days for a move (1); time in minutes since 1970 (4); variant and the two names, White's first, each after its length
//! (1); the start, unless usual; number of moves (2); CRC-32 of the current FEN (4); the moves. A move is its index among the
//! legal ones, ordered by origin, target and captured squares, in the minimum number of bits: a forced move needs none.
use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use draughts::notation::fen;
use draughts::{Game, Move, Position, Setup, Side, Square, Variant};
use serde::{Deserialize, Serialize};

const CRC: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);
/// Maximum length of a name, in characters.
pub(super) const LONGEST_NAME: usize = 40;
/// Maximum length of a game in plies; longer ones fit no link.
const LONGEST_GAME: u16 = 2_000;

/// Statement of a line besides its moves. Numbers are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Word {
    /// A move only: the opponent is to move.
    Moves = 0,
    /// Offers a draw with the move.
    Offers = 1,
    /// Accepts the offered draw.
    Agrees = 2,
    /// Resigns.
    Resigns = 3,
    /// Claims the win because the opponent exceeded the time limit.
    Claims = 4,
}

/// Start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The usual start position.
    Usual,
    /// Without the men of these squares.
    Without(Vec<u8>),
    /// With two rows of men each.
    Short,
    /// A position that was set up.
    Set(Box<Position>),
}

/// Reason why bytes are not a valid line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LetterError {
    /// Written by a newer version.
    #[error("the line was made by a newer version")]
    Newer,
    /// Inconsistent: not written by this app.
    #[error("the line was altered")]
    Altered,
    /// An illegal move.
    #[error("the move after {ply} is not legal")]
    Illegal {
        /// Number of moves before it.
        ply: u32,
    },
    /// The sender was not entitled to this statement.
    #[error("it was not the sender's turn")]
    NotTheirTurn,
}

/// A line: a correspondence game as its sender left it.
#[derive(Clone, Debug, PartialEq)]
pub struct Letter {
    /// Id of the game, the same on both sides.
    pub id: u64,
    /// Days for a move; 0 for no limit.
    pub days: u8,
    /// Time at which the line was made, in minutes since 1970.
    pub sent: u32,
    /// Side of the sender.
    pub sender: Side,
    /// Statement.
    pub word: Word,
    /// White's name and Black's.
    pub players: [String; 2],
    /// Start of the game.
    pub start: Start,
    /// The game with its moves.
    pub game: Game,
}

impl Start {
    /// Start position, if it is legal.
    pub(super) fn position(&self, variant: Variant) -> Option<Position> {
        match self {
            Start::Usual => Some(variant.start()),
            Start::Without(squares) => {
                let squares: Option<Vec<Square>> =
                    squares.iter().map(|&number| Square::new(number)).collect();
                draughts::Handicap::without(variant, &squares?).ok()
            }
            Start::Short => Position::from_setup(variant, &Setup::short(variant)).ok(),
            Start::Set(position) => Some(**position),
        }
    }

    /// Shortest description of a start.
    pub(super) fn of(position: &Position, removed: &[u8]) -> Start {
        let variant = position.variant();
        let simple = [Start::Usual, Start::Without(removed.to_vec()), Start::Short];
        let same = |start: &Start| start.position(variant).as_ref() == Some(position);
        let found = simple.into_iter().find(same);
        found.unwrap_or_else(|| Start::Set(Box::new(*position)))
    }

    /// Squares of the removed men.
    pub(super) fn removed(&self) -> Vec<u8> {
        match self {
            Start::Without(squares) => squares.clone(),
            _ => Vec::new(),
        }
    }

    fn number(&self) -> u8 {
        match self {
            Start::Usual => 0,
            Start::Without(_) => 1,
            Start::Short => 2,
            Start::Set(_) => 3,
        }
    }
}

/// Legal moves in a fixed order, which is part of the format and independent of the generator's.
fn ordered(game: &Game) -> Vec<Move> {
    let mut moves = game.legal_moves();
    moves.sort_by_cached_key(|mv| {
        let captured: Vec<u8> = mv.captured().iter().map(Square::number).collect();
        (mv.origin().number(), mv.target().number(), captured)
    });
    moves
}

/// Number of bits for a number below `count`.
fn bits_for(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

fn checksum(game: &Game) -> [u8; 4] {
    CRC.checksum(fen::write(game.position()).as_bytes()).to_be_bytes()
}

impl Letter {
    /// Encodes the line. Long names are cut.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.id.to_be_bytes().to_vec();
        let black = u8::from(self.sender == Side::Black);
        bytes.push(black | (self.word as u8) << 1 | self.start.number() << 4);
        bytes.push(self.days);
        bytes.extend(self.sent.to_be_bytes());
        let [white, black] = self.players.each_ref().map(|name| named(name));
        for text in [self.game.variant().key(), &white, &black] {
            bytes.push(text.len() as u8);
            bytes.extend(text.as_bytes());
        }
        match &self.start {
            Start::Usual | Start::Short => {}
            Start::Without(squares) => {
                bytes.push(squares.len() as u8);
                bytes.extend(squares);
            }
            Start::Set(position) => {
                let text = fen::write(position);
                bytes.extend((text.len() as u16).to_be_bytes());
                bytes.extend(text.as_bytes());
            }
        }
        bytes.extend((self.game.moves().len() as u16).to_be_bytes());
        bytes.extend(checksum(&self.game));
        self.write_moves(&mut bytes);
        bytes
    }

    fn write_moves(&self, bytes: &mut Vec<u8>) {
        let (mut replayed, mut kept, mut held) = (Game::from_position(*self.game.start()), 0_u64, 0);
        for mv in self.game.moves() {
            let legal = ordered(&replayed);
            let index = legal.iter().position(|other| other == mv).unwrap_or_default();
            let bits = bits_for(legal.len());
            kept = kept << bits | index as u64;
            held += bits;
            while held >= 8 {
                held -= 8;
                bytes.push((kept >> held) as u8);
            }
            kept &= (1 << held) - 1;
            if replayed.play(mv).is_err() {
                break;
            }
        }
        if held > 0 {
            bytes.push((kept << (8 - held)) as u8);
        }
    }

    /// Decodes a line.
    ///
    /// # Errors
    /// [`LetterError`].
    pub fn read(bytes: &[u8]) -> Result<Letter, LetterError> {
        let mut rest = Rest(bytes);
        let id = u64::from_be_bytes(rest.array()?);
        let [flags, days] = rest.array()?;
        let sent = u32::from_be_bytes(rest.array()?);
        let sender = if flags & 1 == 0 { Side::White } else { Side::Black };
        let word = match flags >> 1 & 7 {
            0 => Word::Moves,
            1 => Word::Offers,
            2 => Word::Agrees,
            3 => Word::Resigns,
            4 => Word::Claims,
            _ => return Err(LetterError::Newer),
        };
        if flags >> 6 != 0 {
            return Err(LetterError::Newer);
        }
        let variant: Variant = rest.text()?.parse().map_err(|_| LetterError::Newer)?;
        let players = [rest.text()?.to_owned(), rest.text()?.to_owned()];
        if players.iter().any(|name| *name != named(name)) {
            return Err(LetterError::Altered);
        }
        let start = match flags >> 4 & 3 {
            0 => Start::Usual,
            1 => {
                let [count] = rest.array()?;
                Start::Without(rest.take(count.into())?.to_vec())
            }
            2 => Start::Short,
            _ => {
                let length = u16::from_be_bytes(rest.array()?);
                let text = std::str::from_utf8(rest.take(length.into())?);
                let position = text.ok().and_then(|text| fen::read(variant, text).ok());
                Start::Set(Box::new(position.ok_or(LetterError::Altered)?))
            }
        };
        let position = start.position(variant).ok_or(LetterError::Altered)?;
        let plies = u16::from_be_bytes(rest.array()?);
        if plies > LONGEST_GAME {
            return Err(LetterError::Altered);
        }
        let now: [u8; 4] = rest.array()?;
        let game = read_moves(position, plies, rest.0)?;
        if checksum(&game) != now {
            return Err(LetterError::Altered);
        }
        let letter = Letter {
            id,
            days,
            sent,
            sender,
            word,
            players,
            start,
            game,
        };
        letter.expect_turn()?;
        // Rejects non-canonical encodings.
        if letter.write() != bytes {
            return Err(LetterError::Altered);
        }
        Ok(letter)
    }

    /// Checks that the sender was entitled to the statement.
    fn expect_turn(&self) -> Result<(), LetterError> {
        let waits = self.game.position().turn() != self.sender;
        let over = self.game.outcome().is_some();
        let may = match self.word {
            Word::Moves => waits,
            Word::Offers => waits && !over,
            Word::Agrees => !waits && !over,
            Word::Resigns => !over,
            Word::Claims => waits && !over && self.days > 0,
        };
        if may {
            Ok(())
        } else {
            Err(LetterError::NotTheirTurn)
        }
    }
}

/// Shortens a name for a line.
pub(super) fn named(name: &str) -> String {
    let printed = name.trim().chars().filter(|letter| !letter.is_control());
    let cut: String = printed.take(LONGEST_NAME).collect();
    cut.trim().to_owned()
}

fn read_moves(start: Position, plies: u16, bytes: &[u8]) -> Result<Game, LetterError> {
    let mut game = Game::from_position(start);
    let mut at = 0;
    for ply in 0..plies.into() {
        let legal = ordered(&game);
        let mut index = 0;
        for _ in 0..bits_for(legal.len()) {
            let byte = bytes.get(at / 8).ok_or(LetterError::Altered)?;
            index = index << 1 | usize::from(byte >> (7 - at % 8) & 1);
            at += 1;
        }
        let illegal = LetterError::Illegal { ply };
        game.play(legal.get(index).ok_or(illegal)?).map_err(|_| illegal)?;
    }
    if bytes.len() == at.div_ceil(8) {
        Ok(game)
    } else {
        Err(LetterError::Altered)
    }
}

/// The unread rest.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], LetterError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(LetterError::Altered)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], LetterError> {
        self.take(N)?.try_into().map_err(|_| LetterError::Altered)
    }

    fn text(&mut self) -> Result<&'a str, LetterError> {
        let [length] = self.array()?;
        std::str::from_utf8(self.take(length.into())?).map_err(|_| LetterError::Altered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A game of chosen moves, up to its end.
    fn played(start: Position, choices: &[usize]) -> Game {
        let mut game = Game::from_position(start);
        for choice in choices {
            let legal = game.legal_moves();
            if legal.is_empty() || game.outcome().is_some() {
                break;
            }
            game.play(&legal[choice % legal.len()]).unwrap();
        }
        game
    }

    fn letter(start: Start, game: Game) -> Letter {
        Letter {
            id: 0x1234_5678_9abc_def0,
            days: 3,
            sent: 29_920_320,
            sender: game.position().turn().other(),
            word: Word::Moves,
            players: ["Anna".into(), "Bruno".into()],
            start,
            game,
        }
    }

    fn begun(variant: Variant, start: Start, choices: &[usize]) -> Letter {
        let position = start.position(variant).unwrap();
        letter(start, played(position, choices))
    }

    #[test]
    fn a_game_of_sixty_moves_is_short_enough_for_a_message() {
        let choices: Vec<usize> = (0..120).map(|at| at * 7 + 3).collect();
        let letter = begun(Variant::International, Start::Usual, &choices);
        assert!(letter.game.moves().len() > 80, "{}", letter.game.moves().len());
        assert!(letter.write().len() < 130, "{}", letter.write().len());
    }

    #[test]
    fn every_way_to_begin_is_found_again() {
        let variant = Variant::International;
        let set = fen::read(variant, "W:W28,32,37:B10,17,19").unwrap();
        for start in [
            Start::Usual,
            Start::Without(vec![1, 2]),
            Start::Short,
            Start::Set(Box::new(set)),
        ] {
            let letter = begun(variant, start.clone(), &[2, 5, 1]);
            assert_eq!(Letter::read(&letter.write()), Ok(letter.clone()));
            assert_eq!(Start::of(letter.game.start(), &start.removed()), start);
        }
    }

    #[test]
    fn what_a_line_says_must_fit_whose_turn_it_is() {
        let mut letter = begun(Variant::International, Start::Usual, &[0, 0, 0]);
        let mut said = |word, sender, days| {
            (letter.word, letter.sender, letter.days) = (word, sender, days);
            Letter::read(&letter.write()).map(|letter| letter.word)
        };
        let refused = Err(LetterError::NotTheirTurn);
        // White made the last move.
        assert_eq!(said(Word::Offers, Side::White, 3), Ok(Word::Offers));
        assert_eq!(said(Word::Moves, Side::Black, 3), refused);
        assert_eq!(said(Word::Offers, Side::Black, 3), refused);
        assert_eq!(said(Word::Agrees, Side::Black, 3), Ok(Word::Agrees));
        assert_eq!(said(Word::Agrees, Side::White, 3), refused);
        assert_eq!(said(Word::Resigns, Side::White, 3), Ok(Word::Resigns));
        assert_eq!(said(Word::Resigns, Side::Black, 3), Ok(Word::Resigns));
        assert_eq!(said(Word::Claims, Side::White, 3), Ok(Word::Claims));
        assert_eq!(said(Word::Claims, Side::White, 0), refused);
        assert_eq!(said(Word::Claims, Side::Black, 3), refused);
    }

    #[test]
    fn what_only_a_newer_version_knows_is_told_from_damage() {
        let bytes = begun(Variant::International, Start::Usual, &[0]).write();
        let with = |flags: u8| {
            let mut bytes = bytes.clone();
            bytes[8] |= flags;
            Letter::read(&bytes)
        };
        assert_eq!(with(0b1000_0000), Err(LetterError::Newer));
        assert_eq!(with(0b0000_1110), Err(LetterError::Newer));
        let mut other = bytes.clone();
        other[15] = b'j';
        assert_eq!(Letter::read(&other), Err(LetterError::Newer));
        assert_eq!(Letter::read(&[]), Err(LetterError::Altered));
        assert_eq!(Letter::read(&bytes[..20]), Err(LetterError::Altered));
        let mut longer = bytes;
        longer.push(0);
        assert_eq!(Letter::read(&longer), Err(LetterError::Altered));
    }

    #[test]
    fn a_name_is_printed_letters_and_no_more_than_forty() {
        assert_eq!(named("  Anna\n\u{7}Bo "), "AnnaBo");
        assert_eq!(named(&"é".repeat(60)).chars().count(), LONGEST_NAME);
    }

    proptest! {
        #[test]
        fn games_of_every_variant_are_rebuilt(which in 0..Variant::ALL.len(), choices in prop::collection::vec(any::<usize>(), 0..150)) {
            let letter = begun(Variant::ALL[which], Start::Usual, &choices);
            let read = Letter::read(&letter.write());
            prop_assert_eq!(read.as_ref(), Ok(&letter));
            prop_assert_eq!(read.unwrap().game.outcome(), letter.game.outcome());
        }

        #[test]
        fn another_move_is_another_position(choices in prop::collection::vec(any::<usize>(), 8..60), bit in any::<prop::sample::Index>()) {
            let letter = begun(Variant::International, Start::Usual, &choices);
            let mut bytes = letter.write();
            let bit = bit.index(8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            // Even without the link's checksum, no damaged line reads as the original.
            prop_assert_ne!(Letter::read(&bytes), Ok(letter));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(letter) = Letter::read(&bytes) {
                prop_assert_eq!(letter.write(), bytes);
            }
        }
    }
}
