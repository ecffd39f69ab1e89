//! `damier train play`: the engine plays itself, fast and from openings by lot. Knows no file format and no fitting.
use super::games::{Games, Ply, Record, UNSEARCHED};
use crate::game::Rules;
use crate::{Status, clock};
use clap::Args;
use draughts::endgame::{Value, shipped};
use draughts::engine::{Limits, Search, Task, TranspositionTable, no_clock};
use draughts::{Game, Lot, Move, Role};
use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;

/// A game longer than this is called a draw.
const MOST_PLIES: usize = 240;
/// So many plies without a capture or a man's move are called a draw: what comes after teaches nothing.
const DULL: usize = 24;
/// Games a thread plays between two writes.
const BATCH: u64 = 32;

/// Play games of the engine against itself into a file; goes on where an earlier run stopped
///
/// Each game begins with a few moves by lot, and in half of them one later move is by lot too. The same seed gives the
/// same games, however many threads play them.
#[derive(Args)]
pub(super) struct Play {
    #[command(flatten)]
    rules: Rules,
    /// The file that the games are added to
    #[arg(short, long)]
    output: PathBuf,
    /// How many games it is to hold
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Positions searched for each move
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// The most plies by lot before a game begins
    #[arg(long, default_value_t = 16)]
    plies: usize,
    /// What the openings depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    threads: u64,
}

impl Play {
    pub(super) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
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
                        scope.spawn(move || self.batch(numbers))
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

    fn batch(&self, numbers: std::ops::Range<u64>) -> Vec<Record> {
        let mut table = TranspositionTable::new(1);
        let mut records = Vec::new();
        for number in numbers {
            table.clear();
            let record;
            (record, table) = self.game(number, table);
            records.push(record);
        }
        records
    }

    /// The game of a number, whole.
    fn game(&self, number: u64, mut table: TranspositionTable) -> (Record, TranspositionTable) {
        let mut lot = Lot::new(
            self.seed
                .wrapping_mul(0x0005_DEEC_E66D_1CE5)
                .wrapping_add(number << 20),
        );
        let variant = self.rules.variant;
        let opening = 2 + lot.below(self.plies.saturating_sub(1).max(1));
        let surprise = if lot.below(2) == 0 {
            usize::MAX
        } else {
            opening + 4 + lot.below(60)
        };
        let mut game = Game::new(variant);
        let mut plies: Vec<Ply> = Vec::new();
        let mut quiet = 0;
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            let position = *game.position();
            let turn = position.turn();
            match shipped(variant).and_then(|tables| tables.probe(&position)) {
                Some(Value::Win(_)) => break Some(turn),
                Some(Value::Loss(_)) => break Some(turn.other()),
                Some(Value::Draw) => break None,
                None => (),
            }
            let moves = game.legal_moves();
            if plies.len() >= MOST_PLIES || quiet >= DULL || moves.len() > usize::from(u8::MAX) {
                break None;
            }
            let (choice, score) = if plies.len() < opening || plies.len() == surprise {
                (lot.below(moves.len()), UNSEARCHED)
            } else {
                let limits = Limits {
                    at_once_if_forced: true,
                    ..Limits::nodes(self.nodes)
                };
                let mut search = Search::new(&game, Task::within(limits), table, no_clock);
                while !search.step(1 << 20) {}
                let found = search.result();
                table = search.into_table();
                let score = found.info.score;
                if let Some(plies) = score.plies_to_end() {
                    // The search has seen the end; playing it out would teach nothing.
                    break Some(if plies > 0 { turn } else { turn.other() });
                }
                let best = found.best.expect("a game that is not over has a move");
                let choice = moves
                    .iter()
                    .position(|mv| *mv == best)
                    .expect("the engine plays legal moves");
                (choice, score.centipawns() as i16)
            };
            let mv = moves[choice];
            quiet = if mv.is_capture() || is_man(&game, &mv) {
                0
            } else {
                quiet + 1
            };
            game.play(&mv).expect("a legal move of a running game");
            plies.push(Ply {
                choice: choice as u8,
                score,
            });
        };
        let last = game.position().hash() as u32;
        (Record { winner, plies, last }, table)
    }
}

fn is_man(game: &Game, mv: &Move) -> bool {
    game.position()
        .piece_at(mv.origin())
        .is_some_and(|piece| piece.role == Role::Man)
}
