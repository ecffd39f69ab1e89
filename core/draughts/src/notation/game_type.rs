//! The GameType of PDN: numbers of games, and the notation of their captures and results. Knows no file.
use crate::board::Side;
use crate::rules::{Position, Variant};

/// Returns the number that PDN or common practice gives a game. A game without one has the number of the game on the
/// same board, with a Variant tag.
///
/// ```
/// use draughts::{Variant, notation::pdn};
///
/// assert_eq!(pdn::game_type(Variant::Russian), "25");
/// assert_eq!(pdn::variant_of(Some("25"), None), Some(Variant::Russian));
/// assert_eq!(pdn::variant_of(Some("20"), Some("Killer")), Some(Variant::Killer));
/// ```
pub const fn game_type(variant: Variant) -> &'static str {
    match variant {
        Variant::English => "21",
        Variant::Italian => "22",
        Variant::Pool => "23",
        Variant::Spanish => "24",
        Variant::Russian => "25",
        Variant::Brazilian => "26",
        Variant::Canadian => "27",
        Variant::Srilankan => "27,W,12,12,N2,1",
        Variant::Portuguese => "28",
        Variant::Czech => "29",
        Variant::Turkish => "30",
        Variant::Thai => "31",
        Variant::Frisian => "40",
        Variant::Breakthrough => "96",
        Variant::Frysk => "97",
        Variant::Antidraughts => "98",
        Variant::International | Variant::Killer => "20",
    }
}

/// Returns the Variant tag of a game whose GameType does not identify it.
pub const fn variant_tag(variant: Variant) -> Option<&'static str> {
    match variant {
        Variant::Killer => Some("Killer"),
        Variant::Srilankan => Some("Srilankan"),
        Variant::Breakthrough => Some("Breakthrough"),
        Variant::Frysk => Some("Frysk!"),
        Variant::Antidraughts => Some("Antidraughts"),
        Variant::International
        | Variant::Canadian
        | Variant::English
        | Variant::Brazilian
        | Variant::Russian
        | Variant::Italian
        | Variant::Spanish
        | Variant::Turkish
        | Variant::Frisian
        | Variant::Portuguese
        | Variant::Czech
        | Variant::Pool
        | Variant::Thai => None,
    }
}

/// Returns the variant named by the tags GameType and Variant; `None` if neither is known.
pub fn variant_of(game_type: Option<&str>, variant: Option<&str>) -> Option<Variant> {
    let by_name = variant.and_then(by_name);
    let number = game_type.and_then(|text| text.split(',').next()?.trim().parse().ok());
    let by_number = number.and_then(|number: u32| by_number(number, game_type.unwrap_or_default()));
    match (by_number, by_name) {
        // The name is more precise: number 20 stands for all games on the international board.
        (Some(by_number), Some(by_name)) if by_number.rules().board == by_name.rules().board => Some(by_name),
        (by_number, by_name) => by_number.or(by_name),
    }
}

fn by_name(name: &str) -> Option<Variant> {
    let bare: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let key = match bare.as_str() {
        "standard" | "international" | "fromposition" => "international",
        "american" | "checkers" => "english",
        "anti" | "losing" | "suicide" => "antidraughts",
        "fries" => "frisian",
        other => other,
    };
    key.parse().ok()
}

fn by_number(number: u32, whole: &str) -> Option<Variant> {
    Some(match number {
        20 | 99 => Variant::International,
        21 => Variant::English,
        22 => Variant::Italian,
        23 => Variant::Pool,
        24 => Variant::Spanish,
        25 => Variant::Russian,
        26 => Variant::Brazilian,
        27 if whole.trim_end().ends_with(",1") => Variant::Srilankan,
        27 => Variant::Canadian,
        28 => Variant::Portuguese,
        29 => Variant::Czech,
        30 => Variant::Turkish,
        31 => Variant::Thai,
        40 => Variant::Frisian,
        96 => Variant::Breakthrough,
        97 => Variant::Frysk,
        98 => Variant::Antidraughts,
        _ => return None,
    })
}

/// Returns the start of a game by its GameType. Only in unified pool, `23,W,…`, another side begins.
pub(super) fn start(variant: Variant, game_type: Option<&str>) -> Position {
    let first = game_type.and_then(|text| text.split(',').nth(1)).map(str::trim);
    match (variant, first) {
        (Variant::Pool, Some("W")) => variant.start().with_turn(Side::White),
        _ => variant.start(),
    }
}

/// Returns the sign between the squares of a capture.
pub const fn capture_sign(variant: Variant) -> char {
    match variant {
        Variant::Russian => ':',
        Variant::Thai => '-',
        _ => 'x',
    }
}

/// Returns true if a win counts 2 points (`2-0`, `1-1`), not 1.
pub const fn counts_two(variant: Variant) -> bool {
    matches!(
        variant,
        Variant::International
            | Variant::Canadian
            | Variant::Srilankan
            | Variant::Antidraughts
            | Variant::Breakthrough
            | Variant::Killer
    )
}

/// Clues to the board from the squares of a game without a GameType.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    letters: bool,
    highest: u32,
}

impl Features {
    /// Adds the squares of a move.
    pub(super) fn add(&mut self, text: &[u8]) {
        let mut number = 0_u32;
        for (index, &byte) in text.iter().enumerate() {
            match byte {
                b'0'..=b'9' => {
                    // A square has at most two digits: "3228" is two squares.
                    number = number % 10 * 10 + u32::from(byte - b'0');
                    self.highest = self.highest.max(number);
                }
                _ => {
                    number = 0;
                    let field =
                        matches!(byte, b'a'..=b'h') && text.get(index + 1).is_some_and(u8::is_ascii_digit);
                    self.letters |= field;
                }
            }
        }
    }

    /// Adds the squares of a FEN. Its colours may be small letters: "b:w31-50:b1-20" contains no square b1.
    pub(super) fn add_fen(&mut self, fen: &str) {
        for field in fen.split(':') {
            self.add(field.trim_start().as_bytes().get(1..).unwrap_or_default());
        }
    }

    /// Returns the games to try, the likeliest first.
    pub(super) fn variants(self) -> Vec<Variant> {
        use Variant::*;
        let variants: &[Variant] = match self {
            Features { letters: true, .. } => &[Russian, Brazilian, Czech, Pool, Turkish],
            Features { highest: 0, .. } => &[International],
            Features { highest: 51.., .. } => &[Canadian, Srilankan, International],
            Features { highest: 33..=50, .. } => &[International, Frisian],
            _ => &[English, International, Italian, Spanish, Pool, Thai, Frisian],
        };
        variants.to_vec()
    }
}
