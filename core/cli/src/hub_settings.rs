//! The settings of a Hub session.
use draughts::notation::hub;
use draughts::{Game, Position, Role, Side, Variant};
use draughts_engine::Level;
use draughts_engine::endgame::Class;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The settings of a session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Table size as other engines give it: the binary logarithm of its number of 16-byte entries.
    tt_size: u32,
    /// The variant.
    pub(crate) variant: Variant,
    /// Level to play at; `None` for full strength.
    pub(crate) level: Option<Level>,
    /// Number of search threads.
    pub(crate) threads: u8,
    /// Maximum number of pieces for probing endgame tables.
    pub(crate) table_pieces: u8,
    /// True to choose randomly among good moves at the start, in place of an opening book.
    book: bool,
    /// Number of plies with such a choice.
    book_ply: u32,
    /// Maximum loss of a chosen move, in centipawns.
    book_margin: u16,
    /// Seed of a level's random choices: the same seed gives the same games; 0 draws a new one for each game.
    pub(crate) seed: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tt_size: 22,
            variant: Variant::International,
            level: None,
            threads: 1,
            table_pieces: TABLE_PIECES,
            book: false,
            book_ply: 4,
            book_margin: 4,
            seed: 0,
        }
    }
}

const TT_SIZE: RangeInclusive<u32> = 16..=30;
const THREADS: RangeInclusive<u8> = 1..=16;
/// Size of the largest possible endgame tables.
const TABLE_PIECES: u8 = Class::MAX_PIECES;
const SEED: RangeInclusive<u32> = 0..=u32::MAX;
const BOOK_PLY: RangeInclusive<u32> = 0..=20;
/// In men.
const BOOK_MARGIN: RangeInclusive<f64> = 0.0..=1.0;

impl Settings {
    pub(crate) fn table_bytes(&self) -> usize {
        16 << self.tt_size
    }

    /// True if the next move is chosen at random among good moves.
    pub(crate) fn varies(&self, game: &Game) -> bool {
        self.book && plies_from_start(game).is_some_and(|plies| plies < self.book_ply)
    }

    /// Full strength, except for the random choice among moves that are nearly as good.
    pub(crate) fn variety(&self) -> Level {
        Level {
            key: "book",
            number: 0,
            depth: 99,
            nodes: u64::MAX,
            sight: u8::MAX,
            margin: self.book_margin,
            spread: 0,
            beginner: None,
        }
    }

    /// The lines from `id` to `wait`.
    pub(crate) fn greeting(&self) -> String {
        let levels: Vec<&str> = Level::all(self.variant).iter().map(|level| level.key).collect();
        let levels = hub::value(&format!("full {}", levels.join(" ")));
        let variants: Vec<&str> = hub::variant_names().collect();
        let variants = hub::value(&variants.join(" "));
        [
            format!(
                "id name=Damier version={} author={} country=FR",
                env!("CARGO_PKG_VERSION"),
                hub::value("the Damier authors")
            ),
            format!(
                "param name=variant value={} type=enum values={variants}",
                hub::variant_name(self.variant).unwrap_or("normal")
            ),
            format!("param name=book value={} type=bool", self.book),
            int("book-ply", self.book_ply, &BOOK_PLY),
            format!(
                "param name=book-margin value={:.2} type=real min={} max={}",
                f64::from(self.book_margin) / 100.0,
                BOOK_MARGIN.start(),
                BOOK_MARGIN.end()
            ),
            "param name=ponder value=false type=bool".into(),
            int("threads", self.threads, &THREADS),
            int("tt-size", self.tt_size, &TT_SIZE),
            int("bb-size", self.table_pieces, &(0..=TABLE_PIECES)),
            format!(
                "param name=level value={} type=enum values={levels}",
                self.level.map_or("full", |level| level.key)
            ),
            int("seed", self.seed, &SEED),
            "wait".into(),
        ]
        .join("\n")
    }

    /// Sets a parameter; an invalid value is an error.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let refused = || Err(format!("{name} cannot be {value:?}"));
        match (name, value) {
            ("variant", name) => match hub::variant_named(name) {
                Some(variant) => {
                    self.variant = variant;
                    // Levels differ by variant.
                    self.level = self.level.and_then(|level| Level::by_key(variant, level.key));
                    Ok(())
                }
                None => refused(),
            },
            // Pondering is requested by `go ponder`.
            ("ponder", "true" | "false") => Ok(()),
            ("book", "true" | "false") => {
                self.book = value == "true";
                Ok(())
            }
            ("book-ply", value) => within(value, &BOOK_PLY).map_or_else(refused, |plies| {
                self.book_ply = plies;
                Ok(())
            }),
            ("book-margin", value) => within(value, &BOOK_MARGIN).map_or_else(refused, |men| {
                self.book_margin = (men * 100.0).round() as u16;
                Ok(())
            }),
            ("seed", value) => within(value, &SEED).map_or_else(refused, |seed| {
                self.seed = seed;
                Ok(())
            }),
            ("threads", value) => within(value, &THREADS).map_or_else(refused, |threads| {
                self.threads = threads;
                Ok(())
            }),
            // Other engines have larger tables: a larger number asks for all that exist.
            ("bb-size", value) => within(value, &(0..=u8::MAX)).map_or_else(refused, |pieces| {
                self.table_pieces = pieces.min(TABLE_PIECES);
                Ok(())
            }),
            ("tt-size", value) => within(value, &TT_SIZE).map_or_else(refused, |size| {
                self.tt_size = size;
                Ok(())
            }),
            ("level", "full") => {
                self.level = None;
                Ok(())
            }
            ("level", key) => match Level::by_key(self.variant, key) {
                Some(level) => {
                    self.level = Some(level);
                    Ok(())
                }
                None => refused(),
            },
            ("book" | "ponder", _) => refused(),
            _ => Err(format!("no parameter is named {name:?}")),
        }
    }
}

/// Declares an integer parameter.
fn int<T: std::fmt::Display>(name: &str, value: T, range: &RangeInclusive<T>) -> String {
    let (least, most) = (range.start(), range.end());
    format!("param name={name} value={value} type=int min={least} max={most}")
}

fn within<T: FromStr + PartialOrd>(value: &str, range: &RangeInclusive<T>) -> Option<T> {
    value.parse().ok().filter(|value| range.contains(value))
}

/// Plies since the start of the game, counted by the advance of the men; `None` after the first capture or promotion.
fn plies_from_start(game: &Game) -> Option<u32> {
    // All variants of this protocol have rows of five squares.
    const ROW: i32 = 5;
    let advance = |position: &Position| {
        position.pieces().try_fold(0, |sum, (square, piece)| {
            let line = (i32::from(square.number()) - 1) / ROW;
            match (piece.role, piece.side) {
                (Role::King, _) => None,
                (Role::Man, Side::White) => Some(sum - line),
                (Role::Man, Side::Black) => Some(sum + line),
            }
        })
    };
    let (now, start) = (game.position(), game.variant().start());
    if Side::ALL.iter().any(|&side| now.count(side) != start.count(side)) {
        return None;
    }
    Some(advance(now)?.abs_diff(advance(&start)?))
}
