//! Positions as papers print them: "Blancs : 27, 28, dame 5 — Noirs : 12, 13". Understands the words of
//! French, English, Dutch, German, Spanish, Italian, Portuguese, Russian and Turkish.
//!
//! ```
//! use draughts::{Position, Side, Variant};
//! use draughts::notation::position_list::{self, ListLanguage};
//!
//! let setup = position_list::read(Variant::International, "Blancs : 27, 28, dame 5. Noirs : 12, 13")?;
//! let position = Position::from_setup(Variant::International, &setup)?;
//! assert_eq!(position.count(Side::White), (2, 1));
//! let dutch = position_list::write(&position, ListLanguage::Dutch);
//! assert_eq!(position_list::read(Variant::International, &dutch)?.pieces.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
use super::movetext::DASHES;
use super::squares::{self, NoSquare, Numbering};
use crate::board::{Piece, Role, Side, Square};
use crate::rules::{Position, Setup, Variant};
use std::fmt::Write as _;

/// Longest count in parentheses, and longest text between the ends of a range, in bytes.
const LONGEST_COUNT: usize = 12;

/// Why a text is not a position list, and where: `at` is a byte offset from 0.
///
/// ```
/// use draughts::{Variant, notation::position_list::{self, PositionListError}};
///
/// let read = |text| position_list::read(Variant::International, text).unwrap_err();
/// assert_eq!(read("27, 28"), PositionListError::NoSide);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionListError {
    /// The text names no side.
    #[error("neither White nor Black is named")]
    NoSide,
    /// The board does not have this square.
    #[error("square {square} is not on the board (at {at})")]
    OffBoard {
        /// The square as written.
        square: String,
        /// Byte offset.
        at: usize,
    },
    /// A range runs backwards.
    #[error("a range runs backwards (at {at})")]
    Range {
        /// Byte offset.
        at: usize,
    },
    /// More squares are listed than any board has. Reading stopped there.
    #[error("the list of squares does not end (at {at})")]
    TooLong {
        /// Byte offset.
        at: usize,
    },
}

/// Languages in which lists are written.
///
/// ```
/// use draughts::{Variant, notation::{fen, position_list::{self, ListLanguage}}};
///
/// let position = fen::read(Variant::International, "B:W27,K5:B12")?;
/// let text = position_list::write(&position, ListLanguage::English);
/// assert!(text.starts_with("White: 27, king 5"), "{text}");
/// # Ok::<(), draughts::notation::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListLanguage {
    /// Blancs, Noirs, dames.
    French,
    /// White, Black, kings.
    English,
    /// Wit, Zwart, dammen.
    Dutch,
    /// Weiß, Schwarz, Damen.
    German,
}

/// Meaning of a word in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Side(Side),
    /// The next square holds a king.
    King,
    /// All following squares hold kings.
    Kings,
    Men,
    /// The side named before it is to move.
    Moves,
    /// The side named after it is to move.
    Turn,
    /// Joins the ends of a range.
    To,
    /// A word without meaning: "et", "op", "the".
    Nothing,
    /// A word of other text: the list ends here.
    Other,
}

fn word(text: &str) -> Word {
    match text.to_lowercase().as_str() {
        "blanc" | "blancs" | "blanches" | "white" | "wit" | "witte" | "weiß" | "weiss" | "weiße"
        | "weisse" | "blancas" | "bianco" | "bianchi" | "brancas" | "белые" | "белых" | "beyaz"
        | "beyazda" => Word::Side(Side::White),
        "noir" | "noirs" | "noires" | "black" | "red" | "zwart" | "zwarte" | "schwarz" | "schwarze"
        | "negras" | "nero" | "neri" | "pretas" | "чёрные" | "черные" | "чёрных" | "черных" | "siyah"
        | "siyahta" => Word::Side(Side::Black),
        "dame" | "dam" | "king" | "d" | "k" | "dama" | "дамка" | "д" => Word::King,
        "dames" | "dammen" | "kings" | "damen" | "damas" | "дамки" | "damalar" => Word::Kings,
        "pion" | "pions" | "man" | "men" | "schijf" | "schijven" | "piece" | "pieces" | "pièce"
        | "pièces" | "stein" | "steine" | "peón" | "peones" | "pedina" | "pedine" | "pedra" | "pedras"
        | "шашка" | "шашки" | "простая" | "простые" | "taş" | "taşlar" => Word::Men,
        "jouent" | "joue" | "play" | "plays" | "moves" | "move" | "zet" | "speelt" | "begint"
        | "commencent" | "zug" | "zieht" | "beginnt" | "начинают" => Word::Moves,
        "trait" | "aux" | "juegan" | "muove" | "jogam" | "ход" | "sıra" => Word::Turn,
        "à" | "t" | "tot" | "to" | "through" | "bis" => Word::To,
        "et" | "les" | "le" | "la" | "de" | "des" | "en" | "and" | "the" | "on" | "at" | "op" | "aan"
        | "met" | "with" | "avec" | "m" | "a" | "au" | "sur" | "is" | "est" | "of" | "und" | "auf" | "am"
        | "die" | "las" | "los" | "il" | "al" | "e" | "y" | "as" | "i" | "и" | "на" | "ve" => {
            Word::Nothing
        }
        _ => Word::Other,
    }
}

/// Reads a list: the names of both sides and their squares, with or without separators. Kings are marked by word
/// ("dame 5", "dames : 5, 10", "dammen op 5 en 10") or by letter (`K5`, `D5`). Ranges are accepted; numbers in
/// parentheses are counts. "Trait aux noirs", "zwart aan zet", "Black to move" name the side to move; the default is
/// White, as in published problems.
///
/// # Errors
/// The text names no side, or a square that the board does not have. The position is not checked.
pub fn read(variant: Variant, text: &str) -> Result<Setup, PositionListError> {
    let mut list = List {
        variant,
        setup: Setup::empty(Side::White),
        side: None,
        last_named: None,
        role: Role::Man,
        one_king: false,
        range_from: None,
        turn_follows: false,
        named: false,
    };
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match letter {
            // A count: "Noirs (12) :"
            '(' | '[' => match rest
                .bytes()
                .take(LONGEST_COUNT)
                .position(|b| matches!(b, b')' | b']'))
            {
                Some(end) if rest[1..end].trim().bytes().all(|b| b.is_ascii_digit()) => end + 1,
                _ => 1,
            },
            '0'..='9' => list.square(&bytes[at..], at)?,
            _ if letter.is_alphabetic() => {
                let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
                // "c3", "K5", "Dc3": letters that belong to a square.
                match list.lettered(rest, length, at)? {
                    Some(taken) => taken,
                    None => {
                        list.word(&rest[..length]);
                        length
                    }
                }
            }
            _ if DASHES.contains(&letter) || matches!(letter, '/' | '.' | '…') => {
                list.dash(rest);
                letter.len_utf8()
            }
            _ => letter.len_utf8(),
        };
        at += length;
    }
    if list.named {
        Ok(list.setup)
    } else {
        Err(PositionListError::NoSide)
    }
}

struct List {
    variant: Variant,
    setup: Setup,
    /// Side whose squares are being listed.
    side: Option<Side>,
    /// Side named last, if only words followed.
    last_named: Option<Side>,
    role: Role,
    one_king: bool,
    /// First square of an unfinished range, and whether the dash was read.
    range_from: Option<(Square, Piece, bool)>,
    turn_follows: bool,
    named: bool,
}

impl List {
    fn word(&mut self, text: &str) {
        let ended_range = self.range_from;
        self.range_from = None;
        match word(text) {
            Word::Side(side) if self.turn_follows => {
                self.setup.turn = side;
                self.turn_follows = false;
                self.side = None;
            }
            Word::Side(side) => {
                // "pièces noires", "zwarte dammen": the role precedes the side.
                (self.side, self.last_named) = (Some(side), Some(side));
                (self.role, self.one_king, self.named) = (Role::Man, false, true);
            }
            Word::King => (self.role, self.one_king) = (Role::King, true),
            Word::Kings => (self.role, self.one_king) = (Role::King, false),
            Word::Men => (self.role, self.one_king) = (Role::Man, false),
            Word::Moves => {
                if let Some(side) = self.last_named.or(self.side) {
                    self.setup.turn = side;
                }
                self.side = None;
            }
            Word::Turn => self.turn_follows = true,
            Word::To => self.range_from = ended_range.map(|(square, piece, _)| (square, piece, true)),
            Word::Nothing => {}
            Word::Other => self.side = None,
        }
    }

    fn dash(&mut self, rest: &str) {
        // "31/35" and "31..35" are ranges too. A full stop ends a list only if no digit follows.
        if let Some((_, _, dashed)) = &mut self.range_from {
            let near = rest.chars().take(LONGEST_COUNT);
            let next = near
                .into_iter()
                .find(|c| !DASHES.contains(c) && !matches!(c, '/' | '.' | '…' | ' '));
            *dashed = next.is_some_and(|c| c.is_ascii_alphanumeric()) && !rest.starts_with(". ");
        }
    }

    /// Reads a square that begins with a letter, alone or after the letter of a king. Returns `None` for a word.
    fn lettered(&mut self, rest: &str, length: usize, at: usize) -> Result<Option<usize>, PositionListError> {
        let bytes = rest.as_bytes();
        let digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
        let letters = squares::has_letters(self.variant);
        let king = matches!(bytes[0], b'K' | b'D') || (!letters && matches!(bytes[0], b'k' | b'd'));
        let king = king && ((length == 1 && digit(1) && !letters) || (length == 2 && digit(2) && letters));
        if king || (length == 1 && digit(1) && letters) {
            let skip = usize::from(king);
            if king {
                let before = (self.role, self.one_king);
                (self.role, self.one_king) = (Role::King, true);
                let taken = self.square(&bytes[1..], at + 1)?;
                if before == (Role::King, false) {
                    (self.role, self.one_king) = before;
                }
                return Ok(Some(skip + taken));
            }
            return self.square(bytes, at).map(Some);
        }
        Ok(None)
    }

    fn square(&mut self, bytes: &[u8], at: usize) -> Result<usize, PositionListError> {
        let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
        let Some(side) = self.side else {
            return Ok(digits.max(1));
        };
        let off = |square: String| PositionListError::OffBoard { square, at };
        let (square, length) = match squares::take(self.variant, Numbering::Native, bytes) {
            Ok(found) => found,
            Err(NoSquare::Number(number)) => return Err(off(number.to_string())),
            Err(NoSquare::Field(column, row)) => return Err(off(format!("{column}{row}"))),
            Err(NoSquare::Syntax) => return Ok(1),
        };
        let role = self.role;
        if std::mem::take(&mut self.one_king) {
            self.role = Role::Man;
        }
        let mut piece = Piece { side, role };
        let mut low = square;
        if let Some((first, first_piece, true)) = self.range_from.take() {
            // Numbers from the bottom right run in the opposite direction.
            let (from, to) = (first.number(), square.number());
            let reversed = squares::are_reversed(self.variant, Numbering::Native);
            let written = if reversed { from > to } else { from < to };
            if !written {
                return Err(PositionListError::Range { at });
            }
            let next = if reversed { from - 1 } else { from + 1 };
            low = Square::new(next).expect("a range ends on the board");
            piece = first_piece;
        } else {
            self.range_from = Some((square, piece, false));
        }
        let (low, high) = (
            low.number().min(square.number()),
            low.number().max(square.number()),
        );
        for number in low..=high {
            let square = Square::new(number).expect("between two squares of the board");
            self.setup.put(square, piece);
        }
        self.last_named = None;
        if self.setup.pieces.len() > 4 * usize::from(self.variant.rules().board.squares()) {
            return Err(PositionListError::TooLong { at });
        }
        Ok(length)
    }
}

/// Writes a position as a list in one language, White's pieces first: "Blancs : 27, 28, dame 5. Noirs : 12, 13. Trait
/// aux blancs."
#[must_use]
pub fn write(position: &Position, language: ListLanguage) -> String {
    let (sides, king, kings, colon, turn) = match language {
        ListLanguage::French => {
            let turn = ["Trait aux blancs.", "Trait aux noirs."];
            (["Blancs", "Noirs"], "dame", "dames", "\u{a0}: ", turn)
        }
        ListLanguage::English => {
            let turn = ["White to move.", "Black to move."];
            (["White", "Black"], "king", "kings", ": ", turn)
        }
        ListLanguage::Dutch => {
            let turn = ["Wit aan zet.", "Zwart aan zet."];
            (["Wit", "Zwart"], "dam", "dammen", ": ", turn)
        }
        ListLanguage::German => {
            let turn = ["Weiß am Zug.", "Schwarz am Zug."];
            (["Weiß", "Schwarz"], "Dame", "Damen", ": ", turn)
        }
    };
    let variant = position.variant();
    let mut text = String::new();
    for side in Side::ALL {
        let names = |role: Role| {
            let own = position
                .pieces()
                .filter(|&(_, piece)| piece == Piece { side, role });
            let mut names: Vec<String> = own
                .map(|(square, _)| squares::square_name(variant, square))
                .collect();
            if squares::are_reversed(variant, Numbering::Native) {
                names.reverse();
            }
            names
        };
        let (men, crowned) = (names(Role::Man), names(Role::King));
        let mut parts = Vec::new();
        if !men.is_empty() {
            parts.push(men.join(", "));
        }
        if !crowned.is_empty() {
            let word = if crowned.len() == 1 { king } else { kings };
            parts.push(format!("{word} {}", crowned.join(", ")));
        }
        write!(text, "{}{colon}{}. ", sides[side as usize], parts.join(", "))
            .expect("a String takes any text");
    }
    text.push_str(turn[position.turn() as usize]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    fn check(variant: Variant, text: &str, expected: Result<&str, &str>) {
        let read = read(variant, text)
            .map_err(|error| error.to_string())
            .and_then(|setup| Position::from_setup(variant, &setup).map_err(|error| error.to_string()))
            .map(|position| fen::write(&position));
        assert_eq!(read, expected.map(String::from).map_err(String::from), "{text}");
    }

    #[test]
    fn lists_as_papers_print_them() {
        use Variant::International;
        for text in [
            "Blancs : 27, 28, 32, dame 5. Noirs : 12, 13, 18",
            "Blancs\u{a0}: 27 28 32 D5\nNoirs\u{a0}: 12 13 18",
            "Les Blancs (4) : pions à 27, 28 et 32 ; dame à 5.\nLes Noirs (3) : pions à 12, 13 et 18.\nTrait aux blancs",
            "Wit: 27, 28, 32, dam op 5 / Zwart: 12, 13, 18. Wit aan zet",
            "wit 27-28,32,K5 zwart 12/13,18",
            "Weiß (4): Steine 27, 28 und 32, Dame auf 5. Schwarz (3): 12, 13, 18. Weiß am Zug",
            "Blancas: peones 27, 28 y 32; dama 5. Negras: 12, 13 y 18. Juegan las blancas",
            "Bianco: 27, 28, 32, dama 5. Nero: pedine 12, 13, 18. Muove il Bianco",
            "Brancas: 27, 28, 32, dama 5. Pretas: 12, 13, 18. Jogam as brancas",
            "Белые: простые 27, 28, 32, дамка 5. Чёрные: 12, 13, 18. Ход белых",
            "Beyaz: 27, 28, 32, dama 5. Siyah: 12, 13, 18. Sıra beyazda",
            "White: men 27, 28, 32; king 5. Black: men 12, 13, 18. White to move and win.",
            "WHITE 27 28 32 K5 BLACK 12 13 18 (Diagram 7)",
            "Diagramme 31. Blancs 27 à 28, 32, dame 5 ; Noirs 12 à 13, 18. Composé en 1950.",
        ] {
            check(
                International,
                text,
                Ok("W:W27,28,32,K5:B12,13,18"
                    .replace("27,28,32,K5", "K5,27,28,32")
                    .as_str()),
            );
        }
        check(
            International,
            "Noirs : 31—35, dames 46, 47 — Blancs : D1. Trait aux noirs.",
            Ok("B:WK1:B31-35,K46,K47"),
        );
        check(International, "Wit: -. Zwart: 12. Zwart aan zet", Ok("B:W:B12"));
        check(
            International,
            "Black to move. White: 40. Black: 12.",
            Ok("B:W40:B12"),
        );
        check(Variant::Russian, "白", Err("neither White nor Black is named"));
        check(
            Variant::Russian,
            "White: a1, c3, Kd4. Black: h8 Kb8.",
            Ok("W:Wa1,c3,Kd4:BKb8,h8"),
        );
        check(Variant::Spanish, "White 1-3 Black 32", Ok("W:W1-3:B32"));
    }

    #[test]
    fn other_texts_are_not_lists() {
        use Variant::International;
        for (text, says) in [
            ("", "neither White nor Black is named"),
            ("27, 28", "neither White nor Black is named"),
            ("Blancs : 27, 51", "square 51 is not on the board (at 13)"),
            ("Blancs : 28-27", "a range runs backwards (at 12)"),
            (
                "White: 27. Black: 27",
                "impossible position: two pieces on one square (square 27)",
            ),
        ] {
            check(International, text, Err(says));
        }
        let endless = format!("White {}", "27 ".repeat(1 << 20));
        assert!(matches!(
            read(International, &endless),
            Err(PositionListError::TooLong { .. })
        ));
    }

    #[test]
    fn a_list_reads_as_it_is_written() {
        for fen in ["W:W27,28,K5:B12,13,K45,K46", "B:W:BK1", "B:WK48:B"] {
            let position = fen::read(Variant::International, fen).unwrap();
            for language in [
                ListLanguage::French,
                ListLanguage::English,
                ListLanguage::Dutch,
                ListLanguage::German,
            ] {
                let text = write(&position, language);
                check(Variant::International, &text, Ok(fen::write(&position).as_str()));
            }
        }
    }
}
