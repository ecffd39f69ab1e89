//! Calls for puzzle training: the next puzzle by strength, theme or length, streaks, the daily puzzle, repetitions,
//! and statistics.
use crate::convert::variant;
use crate::days::Zones;
use crate::puzzles::ideas::{due, repetition};
use crate::puzzles::runs::{RunKind, best};
use crate::puzzles::sets::next_in_set;
use crate::puzzles::solving::{
    PuzzleView, mined, opened, rating_kind, read, returned, strength, usual_rating,
};
use crate::views::{BoardView, PositionView, view};
use crate::{ApiError, App, Call, ErrorKind};
use damier_store::Experience;
use draughts::Variant;
use draughts::raw::mix;
use draughts_puzzles::{Card, Stock, Theme};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Points between two difficulties.
const APART: f64 = 300.0;
/// Number of closest puzzles from which one is drawn at random.
const AMONG: usize = 12;
/// A streak's first rating, and the increase per puzzle.
const STREAK: (f64, f64) = (400.0, 40.0);
/// A storm's first rating, the increase per puzzle, and the maximum number of moves.
const STORM: (f64, f64, u8) = (400.0, 18.0, 3);
/// A climb starts this far below the solver's strength, and rises by this much per solved puzzle.
const CLIMB: (f64, f64) = (400.0, 50.0);
/// Ratings of daily puzzles.
const DAILY: std::ops::RangeInclusive<u16> = 700..=1700;
/// Ratings of a beginner's daily puzzles.
const SMALL: std::ops::RangeInclusive<u16> = 0..=450;
/// A beginner with this rating gets the daily puzzles of everybody.
const GROWN: f64 = 700.0;
/// Puzzles of at least this many moves count as one length.
const LONG: u8 = 6;

view! {
    /// `training {variant, zone}` → `TrainingView`. `zone` is the number of minutes by which local time is ahead of
    /// UTC.
    pub struct Training { pub variant: String, pub zone: i32 }
}
view! {
    /// The person's puzzle statistics in a variant.
    #[cfg_attr(feature = "uniffi", uniffi(name = "TrainingState"))]
    pub struct TrainingView {
        /// Rating; null before the first puzzle.
        pub rating: Option<StrengthView>,
        /// Number of puzzles, and of those solved.
        pub puzzles: u32,
        pub solved: u32,
        /// Number of ideas due for repetition.
        pub due: u32,
        /// Longest streak.
        pub streak: u32,
        /// Records in the storm and the climb.
        pub storm: u32,
        pub climb: u32,
        /// Daily puzzle; null without puzzles.
        pub daily: Option<DailyPuzzle>,
        /// Themes with puzzles.
        pub themes: Vec<ThemeStrength>,
        /// By number of the solver's moves; the last entry includes longer ones.
        pub lengths: Vec<LengthCount>,
        /// A point for each day with a rated attempt, oldest first.
        pub history: Vec<RatingPoint>,
        /// An entry for each day with an attempt, oldest first.
        pub calendar: Vec<DayCount>,
    }
}
view! {
    /// A Glicko-2 rating with its deviation.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PuzzleStrength"))]
    pub struct StrengthView { pub rating: u16, pub deviation: u16 }
}
view! {
    /// The daily puzzle: whether it was ever solved, and whether it was tried.
    pub struct DailyPuzzle { pub id: String, pub solved: bool, pub tried: bool }
}
view! {
    /// `dailyPuzzle {variant, zone}` → `DailyPreview`, or null without puzzles. `zone` as in `training`.
    pub struct ShowDailyPuzzle { pub variant: String, pub zone: i32 }
}
view! {
    /// The daily puzzle for a small diagram.
    pub struct DailyPreview {
        pub id: String,
        pub board: BoardView,
        pub position: PositionView,
        pub rating: u16,
        /// `true` for a beginner's easy puzzle instead of everybody's.
        pub small: bool,
        pub solved: bool,
        pub tried: bool,
    }
}
view! {
    /// Results with a theme.
    pub struct ThemeStrength {
        pub theme: String,
        pub puzzles: u32,
        /// First attempts, and how many were right.
        pub tried: u32,
        pub right: u32,
    }
}
view! {
    /// Number of puzzles with this many moves.
    pub struct LengthCount { pub moves: u8, pub puzzles: u32 }
}
view! {
    /// Rating on a day.
    pub struct RatingPoint {
        /// Days since 1970, local time.
        pub day: u32,
        /// Rating at the end of the day.
        pub rating: u16,
    }
}
view! {
    /// Puzzles tried and solved on a day.
    pub struct DayCount {
        /// Days since 1970, local time.
        pub day: u32,
        pub tried: u32,
        pub solved: u32,
    }
}
view! {
    /// Choice of the next puzzle.
    pub enum PuzzleMode {
        /// Near the person's strength.
        Rated,
        /// With `theme`, near the person's strength.
        Theme,
        /// With `moves` moves (the highest includes longer ones), near the person's strength.
        Length,
        /// After `streak` solved in a row, with rising difficulty.
        Streak,
        /// Against the clock, after `streak` solved: short, with rising difficulty. Moves are tried as `casual`.
        Storm,
        /// After `streak` solved: from below the person's strength, harder after each solved one.
        Climb,
        /// With one of the `themes` (any if empty), rated between `from` and `to`.
        Mix,
        /// The same for everybody on a day.
        Daily,
        /// Of an idea that is due, in a position that the person has not seen; sometimes a quiet position, where nothing
        /// works. Null if none is due, or if a position must be composed first: see `beginFreshPuzzle`.
        Repeat,
        /// From an own `set`, in order.
        Set,
    }
}
view! {
    /// Difficulty relative to the person's strength, in steps of 300 points. Normally two of three puzzles are
    /// solved.
    #[derive(Default)]
    pub enum PuzzleDifficulty {
        Easiest,
        Easier,
        #[default]
        Normal,
        Harder,
        Hardest,
    }
}

impl PuzzleDifficulty {
    /// Points by which puzzles are harder than usual.
    pub(super) fn points(self) -> f64 {
        APART * (self as u8 as f64 - PuzzleDifficulty::Normal as u8 as f64)
    }
}
view! {
    /// `nextPuzzle {variant, mode, zone, theme?, moves?, streak?, set?, difficulty?, seen?, themes?, from?, to?}` →
    /// `PuzzleView`, or null if there is none. `difficulty` applies to the modes rated, theme and length. `seen`
    /// lists ids to skip.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct NextPuzzle {
        pub variant: String,
        pub mode: PuzzleMode,
        pub zone: i32,
        pub theme: Option<String>,
        pub moves: Option<u8>,
        pub streak: Option<u32>,
        pub set: Option<i64>,
        pub difficulty: Option<PuzzleDifficulty>,
        pub seen: Option<Vec<String>>,
        pub themes: Option<Vec<String>>,
        pub from: Option<u16>,
        pub to: Option<u16>,
    }
}

/// Returns whether the person is a beginner, who gets a small daily puzzle.
fn gets_small(app: &App, variant: Variant) -> Result<bool, ApiError> {
    if app.profile.experience != Some(Experience::NotYet) {
        return Ok(false);
    }
    let rating = app.store.rating(app.profile.id, &rating_kind(variant))?;
    Ok(rating.is_none_or(|own| own.rating < GROWN))
}

/// The daily puzzle: a random one of medium difficulty, or an easy one for beginners; the same for the same stock.
fn daily(stock: &Stock, day: u32, small: bool) -> Option<&Card> {
    let range = if small { SMALL } else { DAILY };
    let fit: Vec<&Card> = stock
        .cards()
        .iter()
        .filter(|card| range.contains(&card.rating))
        .collect();
    let all: Vec<&Card> = stock.cards().iter().collect();
    let among = if fit.is_empty() { all } else { fit };
    // By id, so that a new rating of one puzzle does not move the others.
    let lot = |card: &&&Card| {
        mix(u64::from(day)
            ^ stock
                .id(card)
                .bytes()
                .fold(7, |sum, byte| mix(sum ^ u64::from(byte))))
    };
    among.iter().min_by_key(lot).copied()
}

impl Call for Training {
    type Reply = TrainingView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = variant(&self.variant)?;
        app.assets.need_puzzles(variant)?;
        let stock = app.assets.puzzles.of(variant);
        let zones = Zones::of(app, self.zone)?;
        let profile = app.profile.id;
        let known: HashMap<&str, &Card> = stock.cards().iter().map(|card| (stock.id(card), card)).collect();
        let mut themes = vec![[0_u32; 3]; Theme::ALL.len()];
        let mut lengths: BTreeMap<u8, u32> = BTreeMap::new();
        for card in stock.cards() {
            card.themes().for_each(|theme| themes[theme as usize][0] += 1);
            *lengths.entry(card.moves.min(LONG)).or_default() += 1;
        }
        let (mut seen, mut solved) = (HashSet::new(), HashSet::new());
        let mut days: BTreeMap<u32, (u32, u32, Option<f64>)> = BTreeMap::new();
        let own: HashSet<String> = app
            .store
            .own_puzzles(profile, variant.key())?
            .into_iter()
            .collect();
        for attempt in app.store.puzzle_attempts(profile)? {
            let of_stock = known.get_key_value(attempt.puzzle.as_str());
            if of_stock.is_none() && !own.contains(&attempt.puzzle) {
                continue;
            }
            let of_day = days.entry(zones.day(attempt.at)).or_default();
            of_day.0 += 1;
            of_day.1 += u32::from(attempt.solved);
            of_day.2 = attempt.rating.or(of_day.2);
            let Some((id, card)) = of_stock else {
                continue;
            };
            if attempt.solved {
                solved.insert(*id);
            }
            if seen.insert(*id) {
                for theme in card.themes() {
                    themes[theme as usize][1] += 1;
                    themes[theme as usize][2] += u32::from(attempt.solved);
                }
            }
        }
        let points = |value: f64| value.round().clamp(0.0, 9999.0) as u16;
        let today = daily(&stock, zones.day(app.now()), gets_small(app, variant)?).map(|card| stock.id(card));
        Ok(TrainingView {
            rating: app
                .store
                .rating(profile, &rating_kind(variant))?
                .map(|own| StrengthView {
                    rating: points(own.rating),
                    deviation: points(own.deviation),
                }),
            puzzles: stock.cards().len() as u32,
            solved: solved.len() as u32,
            due: due(app, variant)?,
            streak: app.store.best_streak(profile, variant.key())?,
            storm: best(app, variant, RunKind::Storm)?,
            climb: best(app, variant, RunKind::Climb)?,
            daily: today.map(|id| DailyPuzzle {
                id: id.to_owned(),
                solved: solved.contains(id),
                tried: seen.contains(id),
            }),
            themes: Theme::ALL
                .iter()
                .filter(|theme| themes[**theme as usize][0] > 0)
                .map(|theme| {
                    let [puzzles, tried, right] = themes[*theme as usize];
                    ThemeStrength {
                        theme: theme.key().into(),
                        puzzles,
                        tried,
                        right,
                    }
                })
                .collect(),
            lengths: lengths
                .into_iter()
                .map(|(moves, puzzles)| LengthCount { moves, puzzles })
                .collect(),
            history: days
                .iter()
                .filter_map(|(day, (_, _, rating))| {
                    rating.map(|rating| RatingPoint {
                        day: *day,
                        rating: points(rating),
                    })
                })
                .collect(),
            calendar: days
                .iter()
                .map(|(day, (tried, solved, _))| DayCount {
                    day: *day,
                    tried: *tried,
                    solved: *solved,
                })
                .collect(),
        })
    }
}

impl Call for ShowDailyPuzzle {
    type Reply = Option<DailyPreview>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = variant(&self.variant)?;
        app.assets.need_puzzles(variant)?;
        let stock = app.assets.puzzles.of(variant);
        let small = gets_small(app, variant)?;
        let Some(card) = daily(&stock, Zones::of(app, self.zone)?.day(app.now()), small) else {
            return Ok(None);
        };
        let puzzle = read(&stock, card)?;
        let attempts = app.store.puzzle_attempts(app.profile.id)?;
        let of_this = || attempts.iter().filter(|attempt| attempt.puzzle == puzzle.id);
        Ok(Some(DailyPreview {
            id: puzzle.id.clone(),
            board: BoardView::of(variant),
            position: PositionView::still(&puzzle.position),
            rating: card.rating,
            small,
            solved: of_this().any(|attempt| attempt.solved),
            tried: of_this().next().is_some(),
        }))
    }
}

impl Call for NextPuzzle {
    type Reply = Option<PuzzleView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = variant(&self.variant)?;
        if let PuzzleMode::Set = self.mode {
            let id = self
                .set
                .ok_or_else(|| ApiError::new(ErrorKind::BadParams, "the mode `set` requires `set`"))?;
            let next = next_in_set(app, id)?;
            return next.map(|puzzle| opened(app, &puzzle)).transpose();
        }
        app.assets.need_puzzles(variant)?;
        let stock = app.assets.puzzles.of(variant);
        let profile = app.profile.id;
        let strength = strength(app, variant)?.rating;
        let wanted = usual_rating(app, variant)? + self.difficulty.unwrap_or_default().points();
        let solved = f64::from(self.streak.unwrap_or(0).min(100));
        let seen = self.seen.as_deref().unwrap_or_default();
        let card = match self.mode {
            PuzzleMode::Rated => near(app, &stock, wanted, seen, |_| true)?,
            PuzzleMode::Theme => near(app, &stock, wanted, seen, |card| {
                card.themes()
                    .any(|known| Some(known.key()) == self.theme.as_deref())
            })?,
            PuzzleMode::Length => near(app, &stock, wanted, seen, |card| {
                self.moves
                    .is_some_and(|moves| card.moves.min(LONG) == moves.min(LONG))
            })?,
            PuzzleMode::Streak => {
                app.store
                    .keep_streak(profile, variant.key(), self.streak.unwrap_or(0))?;
                near(app, &stock, STREAK.0 + STREAK.1 * solved, seen, |_| true)?
            }
            PuzzleMode::Storm => near(app, &stock, STORM.0 + STORM.1 * solved, seen, |card| {
                card.moves <= STORM.2
            })?,
            PuzzleMode::Climb => {
                let begin = (strength - CLIMB.0).max(STREAK.0);
                near(app, &stock, begin + CLIMB.1 * solved, seen, |_| true)?
            }
            PuzzleMode::Mix => {
                let themes = self.themes.as_deref().unwrap_or_default();
                let (from, to) = (self.from.unwrap_or(0), self.to.unwrap_or(u16::MAX));
                let fits = |card: &Card| fits(card, themes, from, to);
                let wanted = spread_over(&stock, wanted, seen.len(), fits);
                near(app, &stock, wanted, seen, fits)?
            }
            PuzzleMode::Daily => daily(
                &stock,
                Zones::of(app, self.zone)?.day(app.now()),
                gets_small(app, variant)?,
            ),
            PuzzleMode::Repeat => {
                let found = repetition(app, variant, wanted, seen)?;
                return found
                    .map(|(puzzle, returns)| returned(app, &puzzle, returns))
                    .transpose();
            }
            PuzzleMode::Set => None,
        };
        let Some(card) = card else {
            return Ok(None);
        };
        mined(app, &read(&stock, card)?).map(Some)
    }
}

/// True if a puzzle has one of the themes (any without themes), and a rating in the range.
pub(super) fn fits(card: &Card, themes: &[String], from: u16, to: u16) -> bool {
    let named = card
        .themes()
        .any(|theme| themes.iter().any(|key| key == theme.key()));
    (from..=to).contains(&card.rating) && (themes.is_empty() || named)
}

/// The rating of the next puzzle of a mix, after a number of them: near the wanted one if the mix has it, else spread over the
/// ratings of the mix.
fn spread_over(stock: &Stock, wanted: f64, solved: usize, kind: impl Fn(&Card) -> bool) -> f64 {
    let ratings = || {
        stock
            .cards()
            .iter()
            .filter(|card| kind(card))
            .map(|card| f64::from(card.rating))
    };
    let (lowest, highest) = ratings().fold((f64::MAX, f64::MIN), |(low, high), rating| {
        (low.min(rating), high.max(rating))
    });
    if (lowest..=highest).contains(&wanted) || lowest > highest {
        return wanted;
    }
    // Multiples of the golden ratio cover the range evenly, however many there are.
    let share = (solved as f64 * 0.618_033_988_75 + 0.5).fract();
    lowest + share * (highest - lowest)
}

/// A random puzzle among those closest to a rating that the person has neither `seen` in this run nor tried; any
/// puzzle once all were tried.
fn near<'a>(
    app: &App,
    stock: &'a Stock,
    rating: f64,
    seen: &[String],
    kind: impl Fn(&Card) -> bool,
) -> Result<Option<&'a Card>, ApiError> {
    let attempts = app.store.puzzle_attempts(app.profile.id)?;
    let tried: HashSet<&str> = attempts.iter().map(|attempt| attempt.puzzle.as_str()).collect();
    let mut fit: Vec<&Card> = stock.cards().iter().filter(|card| kind(card)).collect();
    let unseen = |card: &&Card| !seen.iter().any(|id| id == stock.id(card));
    if fit.iter().any(unseen) {
        fit.retain(unseen);
    }
    if fit.iter().any(|card| !tried.contains(stock.id(card))) {
        fit.retain(|card| !tried.contains(stock.id(card)));
    }
    fit.sort_by_key(|card| (f64::from(card.rating) - rating).abs() as u32);
    fit.truncate(AMONG);
    let lot = mix(app.now() as u64 ^ (attempts.len() + seen.len()) as u64) as usize;
    Ok((!fit.is_empty()).then(|| fit[lot % fit.len()]))
}
