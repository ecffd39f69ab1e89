//! Where positions come from: games of files, games of the engine against itself, searches. Writes nothing.
use super::{Mine, told};
use crate::lot::Lot;
use draughts::engine::{Level, Search, Task, TranspositionTable, no_clock};
use draughts::notation::pdn::{self, PdnSplitter};
use draughts::notation::tree::NodeId;
use draughts::puzzle::{Choice, Found, Origin, compose, main_line, mine};
use draughts::{Game, Move, Position, Side, Variant};
use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// Plies of a game of the engine, at most.
const MOST_PLIES: usize = 150;
/// A game is given up once one side has so many pieces more.
const HOPELESS: i32 = 5;
/// Puzzles of one game, at most.
const MOST_OF_A_GAME: usize = 6;
/// Plies for which a side has no second puzzle of the same game.
const APART: usize = 6;

/// Where to dig.
pub(super) enum Pit {
    Files(Vec<PathBuf>),
    SelfPlay { games: u64 },
    Compose { searches: u64 },
}

/// One unit of work: what it digs up depends on nothing else.
pub(super) enum Vein {
    Played { start: Position, moves: Vec<Move> },
    SelfPlay { variant: Variant, seed: u64 },
    Compose { variant: Variant, seed: u64 },
}

impl Pit {
    pub(super) fn name(&self) -> String {
        match self {
            Pit::Files(files) => {
                let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
                names.join(" ")
            }
            Pit::SelfPlay { .. } => "self-play".into(),
            Pit::Compose { .. } => "compose".into(),
        }
    }

    pub(super) fn origin(&self) -> Origin {
        match self {
            Pit::Files(_) | Pit::SelfPlay { .. } => Origin::Game,
            Pit::Compose { .. } => Origin::Composed,
        }
    }

    /// How many units there are, where that is known.
    pub(super) fn len(&self) -> Option<u64> {
        match self {
            Pit::Files(_) => None,
            Pit::SelfPlay { games: count } | Pit::Compose { searches: count } => Some(*count),
        }
    }

    /// The units from this one on.
    pub(super) fn veins<'a>(
        &'a self,
        mine: &'a Mine,
        from: u64,
    ) -> Result<Box<dyn Iterator<Item = Vein> + 'a>, String> {
        let variant = mine.variant;
        let seed = move |at: u64| Lot(mine.seed ^ at.wrapping_mul(0xd134_2543_de82_ef95)).next();
        Ok(match self {
            Pit::Files(files) => {
                let mut games = Vec::new();
                for path in files {
                    let mut bytes = Vec::new();
                    File::open(path)
                        .and_then(|mut file| file.read_to_end(&mut bytes))
                        .map_err(|error| told(path, &error))?;
                    let mut splitter = PdnSplitter::new();
                    splitter.push(&bytes);
                    splitter.finish();
                    while let Some(text) = splitter.next_game() {
                        let game = pdn::read_game(&text, Some(variant));
                        let start = game.tree.position(NodeId::ROOT);
                        let moves: Vec<Move> = game.tree.main_moves().copied().collect();
                        if start.variant() == variant && !moves.is_empty() {
                            games.push(Vein::Played { start, moves });
                        }
                    }
                }
                Box::new(games.into_iter().skip(from as usize))
            }
            Pit::SelfPlay { games } => Box::new((from..*games).map(move |at| Vein::SelfPlay {
                variant,
                seed: seed(at),
            })),
            Pit::Compose { searches } => Box::new((from..*searches).map(move |at| Vein::Compose {
                variant,
                seed: seed(at),
            })),
        })
    }
}

impl Vein {
    /// The puzzles of this unit.
    pub(super) fn dig(&self, least_moves: usize, screened: &AtomicU64) -> Vec<Found> {
        let mut basket = Basket {
            screened,
            least_moves,
            found: Vec::new(),
            not_before: [0; 2],
            signatures: HashSet::new(),
        };
        match self {
            Vein::Played { start, moves } => {
                let mut here = *start;
                basket.look(&here, 0);
                for (ply, mv) in moves.iter().enumerate() {
                    here.play_unchecked(mv);
                    basket.look(&here, ply + 1);
                }
            }
            Vein::SelfPlay { variant, seed } => self_play(*variant, *seed, &mut basket),
            Vein::Compose { variant, seed } => {
                let (found, positions) = compose(*variant, *seed);
                screened.fetch_add(positions, Ordering::Relaxed);
                basket.found.extend(found);
            }
        }
        basket.found
    }
}

/// The finds of one game.
struct Basket<'a> {
    screened: &'a AtomicU64,
    least_moves: usize,
    found: Vec<Found>,
    /// By side: the ply from which it may have another puzzle.
    not_before: [usize; 2],
    signatures: HashSet<String>,
}

impl Basket<'_> {
    /// Looks at a position of the game; whether there is a puzzle.
    fn look(&mut self, position: &Position, ply: usize) -> bool {
        let side = position.turn() as usize;
        if ply < self.not_before[side] {
            return false;
        }
        self.screened.fetch_add(1, Ordering::Relaxed);
        let Some(found) = mine(position, self.least_moves) else {
            return false;
        };
        if !self.signatures.insert(signature(position, &found.solution)) {
            return false;
        }
        self.found.push(found);
        self.not_before[side] = ply + APART;
        true
    }
}

/// A game of two weakened sides; the position after every move that could have been played is looked at.
fn self_play(variant: Variant, seed: u64, basket: &mut Basket<'_>) {
    let mut lot = Lot(seed);
    let levels = Level::all(variant);
    // The weak half of the ladder, which overlooks what the miner is to find.
    let weak = &levels[..levels.len().div_ceil(2)];
    let players = [0, 1].map(|_| weak[lot.below(weak.len())]);
    let mut game = Game::new(variant);
    for _ in 0..2 + lot.below(9) {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return;
        }
        let at = lot.below(moves.len());
        game.play(&moves[at]).expect("a legal move of a running game");
    }
    let mut table = TranspositionTable::with_bytes(1 << 17);
    while game.outcome().is_none() && game.moves().len() < MOST_PLIES && basket.found.len() < MOST_OF_A_GAME {
        let here = *game.position();
        let ply = game.moves().len() + 1;
        let player = players[here.turn() as usize];
        let mut search = Search::new(&game, Task::level(player, lot.next()), table, no_clock);
        while !search.step(1 << 16) {}
        let best = search.result().best.expect("a game that is not over has a move");
        table = search.into_table();
        let mut moves = game.legal_moves();
        // What is played first: a shot that was really allowed is worth more.
        moves.sort_by_key(|mv| *mv != best);
        for mv in moves {
            let mut after = here;
            after.play_unchecked(&mv);
            if basket.look(&after, ply) {
                break;
            }
        }
        game.play(&best).expect("the engine plays legal moves");
        let count = |side| i32::from(game.position().count(side).0 + 2 * game.position().count(side).1);
        if (count(Side::White) - count(Side::Black)).abs() >= HOPELESS {
            return;
        }
    }
}

/// The main line seen from the solver: what two puzzles must not have in common too often.
pub(super) fn signature(position: &Position, solution: &[Choice]) -> String {
    let turned = position.turn() == Side::Black;
    let number = |n: u8| if turned { position.squares() + 1 - n } else { n };
    let words = main_line(solution).into_iter().map(|mv| {
        let (from, to) = (number(mv.origin().number()), number(mv.target().number()));
        format!("{from}-{to}/{}", mv.captured().len())
    });
    words.collect::<Vec<_>>().join(" ")
}
