//! Levels: the errors of a weaker opponent. It searches less deep, overlooks long shots and picks at random among
//! good moves. The lowest levels judge as beginners do and overlook captures at a given rate. Defines the levels; the
//! search applies them.
use super::beginner::Beginner;
use super::limits::Limits;
use super::score::Score;
use draughts::raw::mix;
use draughts::{Board, Game, Variant};

/// A strength of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name in stored games; it never changes.
    pub key: &'static str,
    /// Its number, 1 the weakest; it changes when levels are inserted.
    pub number: u8,
    /// Maximum depth of its searches, in plies.
    pub depth: u8,
    /// Maximum number of nodes of its searches.
    pub nodes: u64,
    /// Maximum length of the shots it sees, in plies: forced moves extend the search no further.
    pub sight: u8,
    /// It may choose a move up to this many centipawns below the best.
    pub margin: u16,
    /// The larger margin at the start of a game, which varies the openings. In centipawns of the international game;
    /// scaled up in games with fewer good openings.
    pub spread: u16,
    /// The beginner's judgement that replaces the search's scores, if any.
    pub beginner: Option<Beginner>,
}

/// Plies from the start in which a level's [spread](Level::spread) applies.
const OPENING_PLIES: usize = 10;
/// The spread of every level that searches, in centipawns (core/data/levels/openings.md).
const SPREAD: u16 = 12;
/// Returns the percentage by which a game scales the spread: more where few moves are nearly as good as the best.
const fn spread_percent(variant: Variant) -> u16 {
    match variant {
        Variant::Italian => 200,
        Variant::Spanish | Variant::Portuguese | Variant::Czech => 150,
        _ => 100,
    }
}

/// The rungs: beginners' levels, below the levels that search. On 100 squares.
const RUNGS_ON_100: [Level; 7] = [
    rung("0a", 1, [87, 10, 1, 1, 0], 100, 60),
    rung("0b", 2, [64, 14, 1, 1, 11], 92, 56),
    rung("0c", 3, [49, 15, 2, 2, 21], 75, 51),
    rung("0d", 4, [34, 14, 2, 2, 34], 48, 47),
    rung("0e", 5, [20, 12, 2, 3, 45], 30, 45),
    rung("0f", 6, [11, 9, 3, 3, 57], 17, 43),
    rung("0g", 7, [4, 5, 3, 4, 71], 5, 42),
];

/// On the dark squares of 64 a blunder costs fewer games, so the first rung overlooks more still.
const RUNGS_ON_64: [Level; 7] = [
    rung("0a", 1, [96, 4, 1, 1, 0], 100, 60),
    rung("0b", 2, [63, 14, 1, 1, 12], 92, 56),
    rung("0c", 3, [48, 15, 2, 2, 22], 74, 51),
    rung("0d", 4, [33, 14, 2, 2, 35], 47, 47),
    rung("0e", 5, [20, 12, 2, 3, 46], 29, 45),
    rung("0f", 6, [10, 9, 3, 3, 58], 16, 43),
    rung("0g", 7, [3, 4, 3, 4, 74], 2, 42),
];

/// On 144 squares a blunder costs more games.
const RUNGS_ON_144: [Level; 7] = [
    rung("0a", 1, [87, 10, 1, 1, 0], 100, 60),
    rung("0b", 2, [66, 14, 1, 1, 10], 92, 56),
    rung("0c", 3, [57, 15, 2, 2, 17], 82, 53),
    rung("0d", 4, [39, 14, 2, 2, 30], 55, 48),
    rung("0e", 5, [25, 12, 2, 3, 42], 34, 46),
    rung("0f", 6, [15, 10, 3, 3, 53], 20, 44),
    rung("0g", 7, [6, 6, 3, 4, 68], 7, 42),
];

/// Turkish draughts needs a set of its own, since its last steps would be too long.
const RUNGS_IN_TURKISH: [Level; 7] = [
    rung("0a", 1, [87, 10, 1, 1, 0], 100, 60),
    rung("0b", 2, [67, 14, 1, 1, 9], 93, 56),
    rung("0c", 3, [50, 15, 2, 2, 20], 77, 52),
    rung("0d", 4, [30, 14, 2, 2, 37], 44, 47),
    rung("0e", 5, [16, 11, 2, 3, 51], 23, 44),
    rung("0f", 6, [7, 7, 3, 3, 64], 11, 42),
    rung("0g", 7, [3, 4, 3, 4, 78], 2, 41),
];

/// On 100 squares; calibrated by `damier match --ladder` (core/data/levels).
const ABOVE_ON_100: [Level; 15] = [
    level("1", 8, 1, 10_000, 0, 70),
    level("1b", 9, 1, 10_000, 2, 60),
    level("2", 10, 2, 10_000, 1, 70),
    level("2b", 11, 3, 20_000, 1, 60),
    level("3", 12, 3, 20_000, 2, 50),
    level("3b", 13, 4, 30_000, 2, 60),
    level("4", 14, 4, 30_000, 4, 45),
    level("4b", 15, 5, 40_000, 6, 40),
    level("5", 16, 6, 60_000, 9, 34),
    level("5b", 17, 7, 80_000, 14, 26),
    level("6", 18, 8, 130_000, 24, 16),
    level("6b", 19, 10, 220_000, 44, 8),
    level("7", 20, 12, 450_000, 70, 3),
    level("7b", 21, 14, 800_000, 95, 1),
    level("8", 22, 40, 2_000_000, 120, 0),
];

/// On the dark squares of 64, where games are shorter and more often drawn, so the levels differ by more.
const ABOVE_ON_64: [Level; 15] = [
    level("1", 8, 1, 10_000, 0, 70),
    level("1b", 9, 1, 10_000, 2, 60),
    level("2", 10, 2, 10_000, 2, 65),
    level("2b", 11, 2, 10_000, 4, 60),
    level("3", 12, 3, 20_000, 3, 58),
    level("3b", 13, 3, 20_000, 6, 48),
    level("4", 14, 4, 40_000, 7, 45),
    level("4b", 15, 5, 60_000, 9, 38),
    level("5", 16, 6, 80_000, 14, 28),
    level("5b", 17, 7, 120_000, 22, 19),
    level("6", 18, 9, 220_000, 36, 10),
    level("6b", 19, 13, 700_000, 70, 2),
    level("7", 20, 15, 1_000_000, 85, 1),
    level("7b", 21, 17, 1_400_000, 100, 1),
    level("8", 22, 40, 2_000_000, 120, 0),
];

/// On 144 squares and in Turkish draughts, where one more ply is worth most.
const ABOVE_ON_144_AND_IN_TURKISH: [Level; 15] = [
    level("1", 8, 1, 10_000, 0, 70),
    level("1b", 9, 1, 10_000, 2, 60),
    level("2", 10, 2, 10_000, 1, 50),
    level("2b", 11, 3, 20_000, 1, 75),
    level("3", 12, 3, 20_000, 2, 50),
    level("3b", 13, 4, 30_000, 2, 60),
    level("4", 14, 4, 30_000, 4, 55),
    level("4b", 15, 4, 30_000, 6, 36),
    level("5", 16, 5, 40_000, 6, 40),
    level("5b", 17, 6, 60_000, 9, 34),
    level("6", 18, 7, 80_000, 14, 26),
    level("6b", 19, 8, 130_000, 24, 16),
    level("7", 20, 10, 220_000, 44, 8),
    level("7b", 21, 13, 600_000, 80, 2),
    level("8", 22, 40, 2_000_000, 120, 0),
];

/// Joins the rungs and the levels that search.
const fn ladder(rungs: [Level; 7], above: [Level; 15]) -> [Level; 22] {
    let mut levels = [above[0]; 22];
    let mut at = 0;
    while at < levels.len() {
        levels[at] = if at < rungs.len() {
            rungs[at]
        } else {
            above[at - rungs.len()]
        };
        at += 1;
    }
    levels
}

static ON_100_SQUARES: [Level; 22] = ladder(RUNGS_ON_100, ABOVE_ON_100);
static ON_64_SQUARES: [Level; 22] = ladder(RUNGS_ON_64, ABOVE_ON_64);
static ON_144_SQUARES: [Level; 22] = ladder(RUNGS_ON_144, ABOVE_ON_144_AND_IN_TURKISH);
static IN_TURKISH: [Level; 22] = ladder(RUNGS_IN_TURKISH, ABOVE_ON_144_AND_IN_TURKISH);

/// The ratings of the levels in the ladder of their variant. The anchor is a player of random legal moves, with 0
/// points. Levels without a rating have played too few games (core/data/levels).
const RATINGS: [(Variant, &[u16]); 9] = [
    (
        Variant::International,
        &[
            88, 197, 350, 460, 593, 733, 858, 985, 1121, 1235, 1432, 1524, 1627, 1779, 1981, 2122, 2230,
            2332, 2436, 2517, 2552, 2621,
        ],
    ),
    (
        Variant::Canadian,
        &[
            99, 271, 450, 606, 756, 898, 1083, 1221, 1377, 1561, 1752, 1891, 1989, 2162, 2260, 2435, 2626,
            2815, 2944, 3093,
        ],
    ),
    (
        Variant::English,
        &[
            61, 232, 328, 440, 548, 722, 862, 986, 1113, 1295, 1422, 1520, 1612, 1794, 1945, 2098, 2237,
            2386, 2577, 2615,
        ],
    ),
    (
        Variant::Brazilian,
        &[
            37, 144, 238, 347, 452, 558, 673, 754, 867, 969, 1080, 1182, 1256, 1383, 1506, 1575, 1636, 1723,
            1799, 1809,
        ],
    ),
    (
        Variant::Russian,
        &[
            31, 151, 257, 362, 470, 602, 743, 829, 966, 1091, 1160, 1251, 1321, 1462, 1566, 1646, 1722, 1791,
            1869, 1881,
        ],
    ),
    (
        Variant::Italian,
        &[
            19, 150, 251, 352, 435, 543, 647, 793, 964, 1087, 1195, 1280, 1358, 1491, 1653, 1794, 1923, 2070,
            2223, 2286,
        ],
    ),
    (
        Variant::Spanish,
        &[
            53, 162, 254, 360, 449, 553, 687, 770, 923, 1109, 1183, 1302, 1389, 1526, 1665, 1790, 1898, 2056,
            2187, 2256,
        ],
    ),
    (
        Variant::Turkish,
        &[
            21, 110, 212, 365, 516, 674, 761, 910, 1019, 1164, 1389, 1502, 1598, 1794, 1965, 2133, 2326,
            2490, 2607, 2754,
        ],
    ),
    (
        Variant::Frisian,
        &[
            44, 163, 318, 417, 519, 650, 745, 857, 967, 1174, 1376, 1471, 1562, 1730, 1954, 2089, 2236, 2379,
            2522, 2622,
        ],
    ),
];

const fn level(key: &'static str, number: u8, depth: u8, nodes: u64, sight: u8, margin: u16) -> Level {
    Level {
        key,
        number,
        depth,
        nodes,
        sight,
        margin,
        spread: SPREAD,
        beginner: None,
    }
}

/// Returns a rung. `seen` holds [overlooked, far, look, counts, sense] of [`Beginner`]; fear and margin are in
/// centipawns.
const fn rung(key: &'static str, number: u8, seen: [u8; 5], fear: u16, margin: u16) -> Level {
    let [overlooked, far, look, counts, sense] = seen;
    let beginner = Beginner {
        overlooked,
        far,
        look,
        counts,
        sense,
        fear,
    };
    Level::beginner(key, number, beginner, margin)
}

impl Level {
    /// Returns a level that judges as a beginner does.
    #[must_use]
    pub const fn beginner(key: &'static str, number: u8, beginner: Beginner, margin: u16) -> Level {
        Level {
            beginner: Some(beginner),
            ..level(key, number, 1, 10_000, 0, margin)
        }
    }

    /// True at the start of a game, where levels vary their openings.
    #[must_use]
    pub fn varies(game: &Game) -> bool {
        game.start() == &game.variant().start() && game.moves().len() < OPENING_PLIES
    }

    /// Returns the level as it plays in the current position of a game: at the start its margin may be wider.
    pub(crate) fn at(self, game: &Game) -> Level {
        let opening = Level::varies(game);
        let spread = self.spread * spread_percent(game.variant()) / 100;
        if opening && self.beginner.is_none() && spread > self.margin {
            Level {
                margin: spread,
                spread,
                ..self
            }
        } else {
            self
        }
    }

    /// Returns `true` if its margin is that of the start of a game.
    pub(crate) fn is_spreading(&self) -> bool {
        self.spread > 0 && self.margin == self.spread
    }

    /// Returns the levels of a variant, weakest first.
    #[must_use]
    pub fn all(variant: Variant) -> &'static [Level] {
        match variant.rules().board {
            Board::Half8 | Board::Half8Mirrored => &ON_64_SQUARES,
            Board::Half10 => &ON_100_SQUARES,
            Board::Half12 | Board::Half12Mirrored => &ON_144_SQUARES,
            Board::Full8 => &IN_TURKISH,
        }
    }

    /// Returns its rating in the ladder of this variant; `None` if it has none.
    #[must_use]
    pub fn rating(&self, variant: Variant) -> Option<u16> {
        let (_, ratings) = RATINGS.iter().find(|(of, _)| *of == variant)?;
        ratings.get(usize::from(self.number).checked_sub(1)?).copied()
    }

    /// Returns the level with this key.
    #[must_use]
    pub fn by_key(variant: Variant, key: &str) -> Option<Level> {
        Level::all(variant).iter().copied().find(|level| level.key == key)
    }

    /// Returns the limits of its search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            depth: Some(self.depth),
            nodes: Some(self.nodes),
            at_once_if_forced: true,
            ..Limits::default()
        }
    }

    /// Returns the minimum time for its reply in milliseconds, 400 to 900, so that its move does not surprise the
    /// user. The same seed gives the same time.
    #[must_use]
    pub fn pause(&self, seed: u64) -> u32 {
        400 + (mix(seed ^ 0x9a05e) % 501) as u32
    }

    /// Chooses a root move by the scores: a random one within the margin, but the best one if the game is decided.
    /// Returns `None` without moves.
    pub(crate) fn choose(&self, scores: &[Score], seed: u64) -> Option<usize> {
        let best = *scores.iter().max()?;
        let margin = i32::from(self.margin);
        if best.is_decided() {
            return scores.iter().position(|&score| score == best);
        }
        let candidates = scores
            .iter()
            .enumerate()
            .filter(|(_, score)| **score >= best - margin)
            .map(|(i, &score)| {
                let noise = mix(seed.wrapping_add(i as u64 + 1)) % (u64::from(self.margin) + 1);
                (score + noise as i32, i)
            });
        candidates
            .max_by_key(|&(score, i)| (score, std::cmp::Reverse(i)))
            .map(|(_, i)| i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_within_the_margin_and_by_seed() {
        let level = level("x", 1, 1, 1, 1, 30);
        let scores = [Score::cp(10), Score::cp(-25), Score::cp(5), Score::cp(-15)];
        let mut seen = [0; 4];
        for seed in 0..400 {
            let i = level.choose(&scores, mix(seed)).unwrap();
            assert_eq!(level.choose(&scores, mix(seed)), Some(i));
            seen[i] += 1;
        }
        assert!(
            seen[0] > seen[2] && seen[2] > seen[3] && seen[3] > 0 && seen[1] == 0,
            "{seen:?}"
        );
        assert_eq!(
            level.choose(&[Score::cp(3), Score::win_in(3), Score::win_in(5)], 1),
            Some(1)
        );
        assert_eq!(level.choose(&[], 1), None);
    }

    #[test]
    fn a_level_waits_before_it_answers_and_never_long() {
        for level in Variant::ALL.iter().flat_map(|&variant| Level::all(variant)) {
            assert!((0..1_000).all(|seed| (400..=900).contains(&level.pause(seed))));
        }
    }

    #[test]
    fn the_wider_margin_applies_only_at_the_start() {
        let variant = Variant::International;
        let margin = |key: &str, game: &Game| Level::by_key(variant, key).unwrap().at(game).margin;
        let mut game = Game::new(variant);
        assert_eq!(
            [margin("8", &game), margin("5", &game), margin("0a", &game)],
            [SPREAD, 34, 60]
        );
        let later = Game::from_position(draughts::notation::fen::read(variant, "W:W31,37:B1,7").unwrap());
        assert_eq!(margin("8", &later), 0);
        for _ in 0..OPENING_PLIES {
            assert_eq!(margin("8", &game), SPREAD);
            let mv = game.legal_moves()[0];
            game.play(&mv).unwrap();
        }
        assert_eq!(margin("8", &game), 0);
    }

    #[test]
    fn keys_and_numbers_are_consistent() {
        for variant in Variant::ALL {
            let levels = Level::all(variant);
            assert!(levels.len() >= 12);
            for (i, level) in levels.iter().enumerate() {
                assert_eq!(level.number as usize, i + 1);
                assert_eq!(Level::by_key(variant, level.key), Some(*level));
                assert!((400..=900).contains(&level.pause(i as u64)));
            }
        }
        assert_eq!(Level::by_key(Variant::International, "99"), None);
        // Stored games contain these keys.
        for key in 1..=8 {
            assert!(Level::by_key(Variant::International, &key.to_string()).is_some());
        }
        for (variant, ratings) in RATINGS {
            assert!(ratings[0] > 0 && ratings.is_sorted() && ratings.len() <= Level::all(variant).len());
            let beginners = Level::all(variant)
                .iter()
                .filter(|level| level.beginner.is_some());
            let steps = ratings.windows(2).take(beginners.count());
            for step in steps {
                assert!((80..=200).contains(&(step[1] - step[0])), "{variant}: {step:?}");
            }
        }
    }
}
