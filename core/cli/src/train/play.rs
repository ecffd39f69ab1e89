//! `damier train play`: fast self-play from random openings.
use super::games::{End, Games, Ply, Record, UNSEARCHED};
use crate::game::Rules;
use crate::{Status, clock};
use clap::Args;
use draughts::raw::Rng;
use draughts::{Game, Move, Role, Side};
use draughts_engine::EngineAssets;
use draughts_engine::endgame::Value;
use draughts_engine::{Limits, Search, Task, TranspositionTable, no_clock};
use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;

/// A game that reaches this length is a draw.
const MAX_PLIES: usize = 240;
/// Plies without a capture or a man's move that make a game a draw: the rest would teach nothing.
const NO_PROGRESS: usize = 24;
/// Games that a thread plays between two writes.
const BATCH: u64 = 32;
/// The most plies of the detour that begins a side line.
const MAX_DETOUR: usize = 6;
/// Plies searched at the end of a side line.
const SEARCHED_PLIES: usize = 4;
/// Positions searched for a move in a detour: enough to recapture.
const GLANCE_NODES: u64 = 60;

/// Play self-play games and append them to a file; an interrupted run is continued
///
/// Each game begins with a few random moves, and half of them have one more random move later. The same seed gives the same
/// games on any number of threads.
#[derive(Args)]
pub(super) struct Play {
    #[command(flatten)]
    rules: Rules,
    /// The file that the games are appended to
    #[arg(short, long)]
    output: PathBuf,
    /// Number of games that the file shall hold
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Positions searched for each move
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// The most random plies at the start of a game
    #[arg(long, default_value_t = 16)]
    plies: usize,
    /// Side lines for each game: from one of its positions one side plays a few random moves, then a few moves are searched
    #[arg(long, default_value_t = 0)]
    side_lines: usize,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    threads: u64,
}

impl Play {
    pub(super) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let mut games = Games::open(&self.output, self.rules.variant)?;
        let (first, start) = (games.count, clock::now());
        let mut plies = 0;
        while games.count < self.games {
            let threads = self.threads.max(1);
            let next = games.count;
            let batch: Vec<Record> = thread::scope(|scope| {
                let workers: Vec<_> = (0..threads)
                    .map(|worker| {
                        let from = next + worker * BATCH;
                        let numbers = from..(from + BATCH).min(self.games);
                        scope.spawn(move || self.batch(numbers, assets))
                    })
                    .collect();
                workers
                    .into_iter()
                    .flat_map(|worker| worker.join().expect("the engine plays legal moves"))
                    .collect()
            });
            for game in &batch {
                plies += game.plies.len();
                games.add(game)?;
            }
        }
        let (played, seconds) = (games.count - first, (clock::now() - start) / 1000.0);
        writeln!(
            out,
            "{played} games, {plies} plies, {seconds:.0} s; {} games in {}",
            games.count,
            self.output.display()
        )?;
        Ok(Status::Good)
    }

    fn batch(&self, numbers: std::ops::Range<u64>, assets: &EngineAssets) -> Vec<Record> {
        let mut records = Vec::new();
        for number in numbers {
            let mut table = None;
            let mut rng = Rng::new(
                self.seed
                    .wrapping_mul(0x0005_DEEC_E66D_1CE5)
                    .wrapping_add(number << 20),
            );
            let (game, whole) = self.game(&mut rng, assets, &mut table);
            for _ in 0..self.side_lines {
                records.extend(self.side_line(&game, &mut rng, assets, &mut table));
            }
            records.push(whole);
        }
        records
    }

    /// A whole game.
    fn game(
        &self,
        rng: &mut Rng,
        assets: &EngineAssets,
        table: &mut Option<TranspositionTable>,
    ) -> (Game, Record) {
        let opening = 2 + rng.below(self.plies.saturating_sub(1).max(1));
        let surprise = if rng.below(2) == 0 {
            usize::MAX
        } else {
            opening + 4 + rng.below(60)
        };
        let mut game = Game::new(self.rules.variant);
        let mut plies: Vec<Ply> = Vec::new();
        let mut quiet = 0;
        let end = loop {
            if let Some(end) = known_end(&game, assets) {
                break end;
            }
            let moves = game.legal_moves();
            if plies.len() >= MAX_PLIES || quiet >= NO_PROGRESS || moves.len() > usize::from(u8::MAX) {
                break End::Drawn;
            }
            let ply = if plies.len() < opening || plies.len() == surprise {
                random_ply(moves.len(), rng)
            } else {
                match search(&game, &moves, self.nodes, assets, table) {
                    Ok(ply) => ply,
                    // The search has found the end; playing on would teach nothing.
                    Err(winner) => break End::Won(winner),
                }
            };
            let mv = moves[usize::from(ply.choice)];
            quiet = if mv.is_capture() || is_man(&game, &mv) {
                0
            } else {
                quiet + 1
            };
            game.play(&mv).expect("a legal move of a running game");
            plies.push(ply);
        };
        let last = game.position().hash() as u32;
        (game, Record { end, plies, last })
    }

    /// Plays a side line into positions that searches meet but games hardly ever reach: one side plays random moves,
    /// the other those of a shallow search.
    fn side_line(
        &self,
        whole: &Game,
        rng: &mut Rng,
        assets: &EngineAssets,
        table: &mut Option<TranspositionTable>,
    ) -> Option<Record> {
        let mut game = Game::new(self.rules.variant);
        let played = whole.moves();
        let from = 4 + rng.below(played.len().saturating_sub(4).max(1));
        let mut plies = Vec::new();
        for mv in played.iter().take(from) {
            let choice = game.legal_moves().iter().position(|legal| legal == mv)?;
            plies.push(Ply {
                choice: choice as u8,
                score: UNSEARCHED,
            });
            game.play(mv).ok()?;
        }
        let careless = if rng.below(2) == 0 {
            Side::White
        } else {
            Side::Black
        };
        let detour = 1 + rng.below(MAX_DETOUR);
        let mut searched = 0;
        while searched < SEARCHED_PLIES {
            let moves = game.legal_moves();
            if known_end(&game, assets).is_some() || moves.len() > usize::from(u8::MAX) {
                break;
            }
            let in_detour = plies.len() < from + detour;
            let ply = if in_detour && game.position().turn() == careless {
                random_ply(moves.len(), rng)
            } else {
                let nodes = if in_detour { GLANCE_NODES } else { self.nodes };
                let Ok(ply) = search(&game, &moves, nodes, assets, table) else {
                    break;
                };
                if in_detour {
                    Ply {
                        score: UNSEARCHED,
                        ..ply
                    }
                } else {
                    searched += 1;
                    ply
                }
            };
            game.play(&moves[usize::from(ply.choice)]).ok()?;
            plies.push(ply);
        }
        let last = game.position().hash() as u32;
        (searched > 0).then_some(Record {
            end: End::Unfinished,
            plies,
            last,
        })
    }
}

/// The end of a game, if known by the rules or by the endgame tables.
fn known_end(game: &Game, assets: &EngineAssets) -> Option<End> {
    if let Some(outcome) = game.outcome() {
        return Some(outcome.winner.map_or(End::Drawn, End::Won));
    }
    let position = game.position();
    let turn = position.turn();
    Some(
        match assets.bundled_tables(position.variant())?.probe(position)? {
            Value::Win(_) => End::Won(turn),
            Value::Loss(_) => End::Won(turn.other()),
            Value::Draw => End::Drawn,
        },
    )
}

fn random_ply(moves: usize, rng: &mut Rng) -> Ply {
    Ply {
        choice: rng.below(moves) as u8,
        score: UNSEARCHED,
    }
}

/// Returns the move that a search finds, with its score; the winner if the search sees the end of the game.
fn search(
    game: &Game,
    moves: &[Move],
    nodes: u64,
    assets: &EngineAssets,
    table: &mut Option<TranspositionTable>,
) -> Result<Ply, Side> {
    let limits = Limits {
        at_once_if_forced: true,
        ..Limits::nodes(nodes)
    };
    let memory = table.take().unwrap_or_else(|| TranspositionTable::new(1));
    let mut search = Search::new(game, Task::within(limits), assets, memory, no_clock);
    while !search.step(1 << 20) {}
    let found = search.result();
    *table = Some(search.into_table());
    let turn = game.position().turn();
    if let Some(plies) = found.info.score.plies_to_end() {
        return Err(if plies > 0 { turn } else { turn.other() });
    }
    let best = found.best.expect("a game that is not over has a move");
    let choice = moves
        .iter()
        .position(|mv| *mv == best)
        .expect("the engine plays legal moves");
    Ok(Ply {
        choice: choice as u8,
        score: found.info.score.centipawns() as i16,
    })
}

fn is_man(game: &Game, mv: &Move) -> bool {
    game.position()
        .piece_at(mv.origin())
        .is_some_and(|piece| piece.role == Role::Man)
}
