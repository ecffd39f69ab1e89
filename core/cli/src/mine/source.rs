//! Sources of positions: games in files, self-play games, composing searches.
use super::arguments::{Mine, with_path};
use crate::train::games::{self, End};
use draughts::notation::pdn::{self, PdnProblem, PdnSplitter};
use draughts::notation::tree::NodeId;
use draughts::raw::Rng;
use draughts::{Game, Move, Position, Side, Variant};
use draughts_engine::{EngineAssets, Level, Search, Task, TranspositionTable, no_clock};
use draughts_puzzles::{
    MinedPuzzle, Origin, Spacing, Theme, Unproven, compose, mine, mine_lead, mine_quiet_key, vary,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The most plies of a self-play game.
const MAX_PLIES: usize = 150;
/// Lead in pieces that ends a self-play game.
const HOPELESS_LEAD: i32 = 5;
/// Maximum number of pieces of a position that is mined for kings' play.
const MOST_WITH_KINGS: u8 = 16;
/// Maximum number of puzzles of a game.
const MAX_PER_GAME: usize = 6;
/// Failed proofs at one ply before the scan goes to the next: the reason usually holds for neighbouring positions
/// too.
const MAX_FAILED_PROOFS: usize = 2;

/// A source of positions.
pub(super) enum Source {
    Files(Vec<PathBuf>),
    SelfPlay {
        games: u64,
        fresh_kings: bool,
    },
    Compose {
        searches: u64,
    },
    Vary {
        walks: u64,
        /// The puzzles that walks start from, each with the lead at its end.
        known: Vec<(Position, i32)>,
    },
}

/// One unit of work; its puzzles do not depend on other units.
pub(super) enum WorkUnit {
    /// A game. With `around`, the alternatives to its moves are scanned too.
    Played {
        start: Position,
        moves: Vec<Move>,
        around: bool,
        /// The error, if the rest of the game could not be read.
        broken: Option<String>,
    },
    SelfPlay {
        variant: Variant,
        seed: u64,
        fresh_kings: bool,
    },
    Compose {
        variant: Variant,
        seed: u64,
    },
    Vary {
        start: Position,
        /// The lead at its end, in centipawns.
        margin: i32,
        seed: u64,
    },
}

/// Numbers of scanned positions by outcome.
#[derive(Default)]
pub(super) struct Ledger(BTreeMap<&'static str, u64>);

impl Ledger {
    fn count(&mut self, outcome: &'static str, count: u64) {
        *self.0.entry(outcome).or_default() += count;
    }

    fn count_refused(&mut self, why: &Unproven) {
        let outcome = match why {
            Unproven::NoShot => "no shot",
            Unproven::NotWinning(_) => "refuted",
            Unproven::Dual(0) => "another key",
            Unproven::Dual(_) => "another way later",
            Unproven::NotForced => "not forced",
            Unproven::NoIdea => "no idea, or too short",
            Unproven::TooLarge => "too many variations",
            Unproven::Spent(_) => "too much work",
            _ => "other",
        };
        self.count(outcome, 1);
    }

    pub(super) fn add(&mut self, other: &Ledger) {
        other
            .0
            .iter()
            .for_each(|(outcome, count)| self.count(outcome, *count));
    }

    /// Number of scanned positions.
    pub(super) fn positions(&self) -> u64 {
        self.0.values().sum()
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(outcome, count)| (*outcome, *count))
    }
}

impl Source {
    /// Walks from the suitable puzzles of the files, or of the built-in ones.
    pub(super) fn vary(wanted: &Mine, walks: u64) -> Result<Source, String> {
        let known = wanted.puzzles()?.into_iter().filter(|puzzle| {
            puzzle.moves() >= wanted.least_moves
                && puzzle.rating >= wanted.least_rating
                && is_among(&puzzle.themes, &wanted.themes)
        });
        let known: Vec<(Position, i32)> = known.map(|puzzle| (puzzle.position, puzzle.margin)).collect();
        if known.is_empty() {
            return Err("no known puzzle is such as is wanted: there is nothing to vary".into());
        }
        Ok(Source::Vary { walks, known })
    }

    pub(super) fn name(&self) -> String {
        match self {
            Source::Files(files) => {
                let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
                names.join(" ")
            }
            Source::SelfPlay {
                fresh_kings: true, ..
            } => "fresh kings".into(),
            Source::SelfPlay { .. } => "self-play".into(),
            Source::Compose { .. } => "compose".into(),
            Source::Vary { .. } => "vary".into(),
        }
    }

    pub(super) fn origin(&self) -> Origin {
        match self {
            Source::Files(_) | Source::SelfPlay { .. } => Origin::Game,
            Source::Compose { .. } | Source::Vary { .. } => Origin::Composed,
        }
    }

    /// Number of units, if known.
    pub(super) fn len(&self) -> Option<u64> {
        match self {
            Source::Files(_) => None,
            Source::SelfPlay { games: count, .. }
            | Source::Compose { searches: count }
            | Source::Vary { walks: count, .. } => Some(*count),
        }
    }

    /// The units from this one on.
    pub(super) fn units<'a>(
        &'a self,
        mine: &'a Mine,
        from: u64,
    ) -> Result<Box<dyn Iterator<Item = WorkUnit> + 'a>, String> {
        let variant = mine.variant;
        // With the variant in the seed, variants with the same start position get different games.
        let of_variant = Rng::new(variant as u64).draw();
        let seed =
            move |at: u64| Rng::new(mine.seed ^ of_variant ^ at.wrapping_mul(0xd134_2543_de82_ef95)).draw();
        Ok(match self {
            Source::Files(files) => {
                let games = files.iter().map(|path| played(path, variant, mine.around));
                let games: Vec<_> = games.collect::<Result<_, _>>()?;
                Box::new(games.into_iter().flatten().skip(from as usize))
            }
            Source::SelfPlay { games, fresh_kings } => {
                Box::new((from..*games).map(move |at| WorkUnit::SelfPlay {
                    variant,
                    seed: seed(at),
                    fresh_kings: *fresh_kings,
                }))
            }
            Source::Compose { searches } => Box::new((from..*searches).map(move |at| WorkUnit::Compose {
                variant,
                seed: seed(at),
            })),
            Source::Vary { walks, known } => Box::new((from..*walks).map(move |at| {
                let (start, margin) = known[at as usize % known.len()];
                WorkUnit::Vary {
                    start,
                    margin,
                    seed: seed(at),
                }
            })),
        })
    }
}

/// Reads the games of a PDN file, or of a file of `damier train play`; the latter always with the alternatives to
/// their moves.
fn played(path: &Path, variant: Variant, around: bool) -> Result<Box<dyn Iterator<Item = WorkUnit>>, String> {
    if games::is_games_file(path) {
        let records = games::read(path, variant).map_err(|error| error.to_string())?;
        let whole = records.filter(|record| record.end != End::Unfinished);
        return Ok(Box::new(whole.map(move |record| WorkUnit::Played {
            start: variant.start(),
            moves: record.moves(variant).unwrap_or_default(),
            around: true,
            broken: None,
        })));
    }
    let bytes = fs::read(path).map_err(|error| with_path(path, &error))?;
    let mut splitter = PdnSplitter::guessing();
    splitter.push(&bytes);
    splitter.finish();
    let name = path.display().to_string();
    Ok(Box::new(std::iter::from_fn(move || {
        loop {
            let game = pdn::read_game(&splitter.next_game()?, Some(variant));
            let start = game.tree.position(NodeId::ROOT);
            if start.variant() == variant {
                let message = |problem: &PdnProblem| {
                    let place = problem.place;
                    format!("{name}:{}:{}: {}", place.line, place.column, problem.error)
                };
                return Some(WorkUnit::Played {
                    start,
                    moves: game.tree.main_moves().copied().collect(),
                    around,
                    broken: game.failure().map(message),
                });
            }
        }
    })))
}

impl WorkUnit {
    /// The error in a game that could not be read to its end.
    pub(super) fn broken(&self) -> Option<&str> {
        match self {
            WorkUnit::Played { broken, .. } => broken.as_deref(),
            WorkUnit::SelfPlay { .. } | WorkUnit::Compose { .. } | WorkUnit::Vary { .. } => None,
        }
    }

    /// Mines this unit. Returns its puzzles and the outcomes of all scanned positions.
    pub(super) fn mine(&self, wanted: &Mine, assets: &EngineAssets) -> (Vec<MinedPuzzle>, Ledger) {
        let mut batch = Batch {
            ledger: Ledger::default(),
            wanted,
            assets,
            found: Vec::new(),
            spacing: Spacing::default(),
        };
        match self {
            WorkUnit::Played {
                start, moves, around, ..
            } => {
                let mut here = *start;
                batch.scan(&here, 0);
                for (ply, mv) in moves.iter().enumerate() {
                    if batch.is_full() {
                        break;
                    }
                    if *around {
                        batch.scan_alternatives(&here, mv, ply + 1);
                        here.play_unchecked(mv);
                    } else {
                        here.play_unchecked(mv);
                        batch.scan(&here, ply + 1);
                    }
                }
            }
            WorkUnit::SelfPlay {
                variant,
                seed,
                fresh_kings: false,
            } => self_play(*variant, *seed, &mut batch),
            WorkUnit::SelfPlay { variant, seed, .. } => play_to_kings(*variant, *seed, &mut batch),
            WorkUnit::Compose { variant, seed } => {
                let (found, positions) = compose(*variant, *seed, assets);
                batch.count_composed(found, positions);
            }
            WorkUnit::Vary { start, margin, seed } => {
                let (found, positions) = vary(start, *seed, |position| {
                    let found = dig_again(position, *margin, wanted, assets).ok()?;
                    is_wanted(&found, wanted).then_some(found)
                });
                batch.count_composed(found, positions);
            }
        }
        (batch.found, batch.ledger)
    }
}

/// Mines a position for the wanted kind of puzzle.
fn dig(position: &Position, wanted: &Mine, assets: &EngineAssets) -> Result<MinedPuzzle, Unproven> {
    let dig = if wanted.quiet_keys { mine_quiet_key } else { mine };
    dig(position, wanted.least_moves, wanted.work, assets)
}

/// Mines a position similar to a known puzzle with this lead. If certain themes are wanted, tries again without the
/// screening, which misses some of the rarest.
fn dig_again(
    position: &Position,
    margin: i32,
    wanted: &Mine,
    assets: &EngineAssets,
) -> Result<MinedPuzzle, Unproven> {
    match dig(position, wanted, assets) {
        Err(Unproven::NoShot) if !wanted.themes.is_empty() => {
            mine_lead(position, margin, wanted.least_moves, wanted.work, assets)
        }
        found => found,
    }
}

/// True if a puzzle has a wanted theme and is hard enough.
fn is_wanted(found: &MinedPuzzle, wanted: &Mine) -> bool {
    is_among(&found.themes, &wanted.themes)
        && (wanted.least_rating == 0 || found.rating() >= wanted.least_rating)
}

/// True if one of the themes is wanted; without a wish all are.
fn is_among(themes: &[Theme], wanted: &[Theme]) -> bool {
    wanted.is_empty() || themes.iter().any(|theme| wanted.contains(theme))
}

/// The puzzles of one unit.
struct Batch<'a> {
    ledger: Ledger,
    wanted: &'a Mine,
    assets: &'a EngineAssets,
    found: Vec<MinedPuzzle>,
    spacing: Spacing,
}

/// Outcome of scanning a position.
enum Scan {
    Nothing,
    /// It was promising, but the proof failed.
    Failed,
    Puzzle,
}

impl Batch<'_> {
    fn is_full(&self) -> bool {
        self.found.len() >= MAX_PER_GAME
    }

    /// Scans a position.
    fn scan(&mut self, position: &Position, ply: usize) -> Scan {
        if self.spacing.rests(position.turn(), ply) {
            return Scan::Nothing;
        }
        let found = match dig(position, self.wanted, self.assets) {
            Ok(found) => found,
            Err(why) => {
                self.ledger.count_refused(&why);
                // A trivial win says nothing about neighbouring positions.
                return if matches!(why, Unproven::NoShot | Unproven::NoIdea) {
                    Scan::Nothing
                } else {
                    Scan::Failed
                };
            }
        };
        if !is_wanted(&found, self.wanted) {
            self.ledger.count("not wanted", 1);
            return Scan::Nothing;
        }
        if !self.spacing.take(&found, ply) {
            self.ledger.count("again in the same game", 1);
            return Scan::Failed;
        }
        self.ledger.count("puzzle", 1);
        self.found.push(found);
        Scan::Puzzle
    }

    /// Adds the result of a composing search over this many positions.
    fn count_composed(&mut self, found: Option<MinedPuzzle>, positions: u64) {
        let puzzles = u64::from(found.is_some());
        self.ledger.count("no shot", positions - puzzles);
        self.ledger.count("puzzle", puzzles);
        self.found.extend(found);
    }

    /// Scans the position after every move, first after the move played: a shot that was really allowed is preferred.
    fn scan_alternatives(&mut self, here: &Position, played: &Move, ply: usize) {
        let mut moves = here.legal_moves();
        moves.sort_by_key(|mv| mv != played);
        let mut failed = 0;
        for mv in moves {
            let mut after = *here;
            after.play_unchecked(&mv);
            match self.scan(&after, ply) {
                Scan::Nothing => (),
                Scan::Failed => failed += 1,
                Scan::Puzzle => return,
            }
            if failed == MAX_FAILED_PROOFS {
                return;
            }
        }
    }
}

/// Plays a game of two weak levels that search; scans the position after every legal move.
fn self_play(variant: Variant, seed: u64, batch: &mut Batch<'_>) {
    let levels = Level::all(variant).iter();
    let levels: Vec<Level> = levels.filter(|level| level.beginner.is_none()).copied().collect();
    // The weaker half, which overlooks the shots to be mined.
    let weak = &levels[..levels.len().div_ceil(2)];
    play(variant, weak, seed, HOPELESS_LEAD, |_| true, batch);
}

/// Plays a game of two beginners' levels, which soon has kings; scans positions from then on.
fn play_to_kings(variant: Variant, seed: u64, batch: &mut Batch<'_>) {
    let levels = Level::all(variant).iter();
    let rungs: Vec<Level> = levels.filter(|level| level.beginner.is_some()).copied().collect();
    let with_kings = |position: &Position| {
        let [white, black] = [Side::White, Side::Black].map(|side| position.count(side));
        let (men, kings) = (white.0 + black.0, white.1 + black.1);
        kings > 0 && men + kings <= MOST_WITH_KINGS
    };
    // The lowest levels lose so much material that one side is finished before the first king comes.
    play(variant, &rungs[2..], seed, 2 * HOPELESS_LEAD, with_kings, batch);
}

/// Plays a game. In every wanted position it scans the position after every legal move.
fn play(
    variant: Variant,
    levels: &[Level],
    seed: u64,
    hopeless: i32,
    wanted: impl Fn(&Position) -> bool,
    batch: &mut Batch<'_>,
) {
    let mut rng = Rng::new(seed);
    let players = [0, 1].map(|_| levels[rng.below(levels.len())]);
    let mut game = Game::new(variant);
    for _ in 0..2 + rng.below(9) {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return;
        }
        let at = rng.below(moves.len());
        game.play(&moves[at]).expect("a legal move of a running game");
    }
    let mut table = TranspositionTable::with_bytes(1 << 17);
    while game.outcome().is_none() && game.moves().len() < MAX_PLIES && !batch.is_full() {
        let here = *game.position();
        let ply = game.moves().len() + 1;
        let player = players[here.turn() as usize];
        let mut search = Search::new(
            &game,
            Task::level(player, rng.draw()),
            batch.assets,
            table,
            no_clock,
        );
        while !search.step(1 << 16) {}
        let best = search.result().best.expect("a game that is not over has a move");
        table = search.into_table();
        if wanted(&here) {
            batch.scan_alternatives(&here, &best, ply);
        }
        game.play(&best).expect("the engine plays legal moves");
        let count = |side| i32::from(game.position().count(side).0 + 2 * game.position().count(side).1);
        if (count(Side::White) - count(Side::Black)).abs() >= hopeless {
            return;
        }
    }
}
