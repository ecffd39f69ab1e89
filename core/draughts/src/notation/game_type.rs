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
    named(game_type, variant).first().copied()
}

/// Returns the variants that the tags GameType and Variant name, the likelier first. A name is more precise than a
/// number: 20 stands for all games on the international board, and sites have numbers of their own.
pub(super) fn named(game_type: Option<&str>, variant: Option<&str>) -> Vec<Variant> {
    let game_type = game_type.unwrap_or_default();
    let fits = |variant: &Variant| size(game_type).is_none_or(|size| size == variant.rules().board.size());
    let by_number = number(game_type)
        .and_then(|number| by_number(number, game_type))
        .filter(fits);
    let name = variant.map(plain).unwrap_or_default();
    let by_name = match (&*name, by_number) {
        // The usual start of whatever the number says, or another start.
        ("standard" | "fromposition", Some(_)) => None,
        ("standard" | "fromposition", None) => Some(Variant::International),
        _ => by_name(&name),
    };
    let mut variants: Vec<Variant> = by_name.into_iter().chain(by_number).collect();
    variants.dedup();
    variants
}

/// Returns the name of the game if the tags GameType and Variant name one that this program does not have.
pub(super) fn foreign(game_type: Option<&str>, variant: Option<&str>) -> Option<String> {
    if game_type.is_none() && variant.is_none() {
        return None;
    }
    let game_type = game_type.unwrap_or_default();
    let by_number = match number(game_type) {
        Some(0) => Some("chess"),
        Some(1) => Some("Chinese chess"),
        Some(41) => Some("Spantsiretti draughts"),
        Some(50) => Some("Othello"),
        // Pool checkers on the mirrored board.
        Some(23) if game_type.split(',').nth(5).is_some_and(|flag| flag.trim() == "1") => {
            Some("Jamaican draughts")
        }
        _ => None,
    };
    if let Some(name) = by_number {
        return Some(name.into());
    }
    if let Some(name) = variant
        && FOREIGN.iter().any(|foreign| plain(name).contains(foreign))
    {
        return Some(name.into());
    }
    let (columns, rows) = size(game_type)?;
    let has = |variant: &Variant| variant.rules().board.size() == (columns, rows);
    (!Variant::ALL.iter().any(has)).then(|| format!("{columns}×{rows}"))
}

/// Parts of the names of games of which this program has neither the board nor the rules.
const FOREIGN: [&str; 16] = [
    "spantsireti",
    "spantsiretti",
    "spancireti",
    "spancirety",
    "armenian",
    "bashni",
    "dameo",
    "lasca",
    "laska",
    "gothic",
    "jamaican",
    "ghanaian",
    "malaysian",
    "singaporean",
    "filipino",
    "othello",
];

fn number(game_type: &str) -> Option<u32> {
    game_type.split(',').next()?.trim().parse().ok()
}

/// Returns the columns and rows that a GameType gives.
fn size(game_type: &str) -> Option<(u8, u8)> {
    let mut fields = game_type
        .split(',')
        .skip(2)
        .map(|field| field.trim().parse().ok());
    let size = (fields.next()??, fields.next()??);
    // Some programs write 0 for both.
    (size != (0, 0)).then_some(size)
}

/// Returns those of the variants that have the board of a GameType, or else all that have it; all if it gives none.
pub(super) fn of_size(game_type: Option<&str>, variants: Vec<Variant>) -> Vec<Variant> {
    let Some(size) = size(game_type.unwrap_or_default()) else {
        return variants;
    };
    let has = |variant: &Variant| variant.rules().board.size() == size;
    let likely: Vec<Variant> = variants.iter().copied().filter(has).collect();
    match likely[..] {
        [] => Variant::ALL.into_iter().filter(has).collect(),
        _ => likely,
    }
}

/// Returns a name in small letters without blanks and signs.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

fn by_name(name: &str) -> Option<Variant> {
    let key = match name {
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
    /// Number of columns with letters, and the highest row beside one.
    columns: u8,
    rows: u32,
    highest: u32,
}

impl Features {
    /// Adds the squares of a move.
    pub(super) fn add(&mut self, text: &[u8]) {
        let mut number = 0_u32;
        let mut row = None;
        for (index, &byte) in text.iter().enumerate() {
            match byte {
                b'0'..=b'9' => {
                    let digit = u32::from(byte - b'0');
                    if let Some(value) = row {
                        row = Some(value * 10 + digit).filter(|value| *value <= 12);
                        self.rows = self.rows.max(row.unwrap_or(0));
                        continue;
                    }
                    // A square has at most two digits: "3228" is two squares.
                    number = number % 10 * 10 + digit;
                    self.highest = self.highest.max(number);
                }
                b'a'..=b'j' | b'A'..=b'J' if text.get(index + 1).is_some_and(u8::is_ascii_digit) => {
                    number = 0;
                    row = Some(0);
                    self.columns = self.columns.max(byte.to_ascii_lowercase() - b'a' + 1);
                }
                _ => {
                    number = 0;
                    row = None;
                }
            }
        }
    }

    /// Adds the squares of a FEN. Its colours may be small letters: "b:w31-50:b1-20" contains no square b1.
    pub(super) fn add_fen(&mut self, fen: &str) {
        for field in fen.split(':') {
            // Capitals there mark kings and captured men: "K25", "G18".
            let squares = field
                .trim_start()
                .replace(|letter: char| letter.is_ascii_uppercase(), " ");
            self.add(squares.as_bytes().get(1..).unwrap_or_default());
        }
    }

    /// Returns true if squares were named by letters.
    pub(super) const fn has_letters(self) -> bool {
        self.columns > 0
    }

    /// Returns the games to try, the likeliest first.
    pub(super) fn variants(self) -> Vec<Variant> {
        use Variant::*;
        let variants: &[Variant] = match self {
            Features { columns: 11.., .. } | Features { rows: 11.., .. } => &[Canadian, Srilankan],
            Features { columns: 9.., .. } | Features { rows: 9.., .. } => &[International, Frisian],
            Features { columns: 1.., .. } => &[
                Russian, Brazilian, Czech, Pool, Turkish, Italian, Spanish, English, Portuguese,
            ],
            Features { highest: 0, .. } => &[International],
            Features { highest: 51.., .. } => &[Canadian, Srilankan, International],
            Features { highest: 33..=50, .. } => &[International, Frisian],
            _ => &[
                English,
                International,
                Italian,
                Spanish,
                Pool,
                Russian,
                Brazilian,
                Portuguese,
                Thai,
                Czech,
                Frisian,
            ],
        };
        variants.to_vec()
    }
}
