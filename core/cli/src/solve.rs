//! `damier solve`: the winning move of a position, and whether it is the only one.
use crate::game::Rules;
use crate::moves::{line, written};
use crate::{Status, clock};
use clap::Args;
use draughts::notation::Numbering;
use draughts::{Game, Move, Position};
use draughts_engine::{EngineAssets, Limits, Score, Search, SearchResult, Task, TranspositionTable};
use serde::Serialize;
use std::io::{self, Write};

/// Moves within this distance of the best, in centipawns, count as equally good.
const SAME: i32 = 50;
/// Share of the time for the best move.
const SHARE_OF_BEST: f64 = 0.75;
/// Minimum number of positions for the best move, about ten milliseconds' worth: a busy machine may give a program
/// hardly any of its time.
const LEAST: u64 = 50_000;
/// The same for each other move.
const LEAST_OF_OTHERS: u64 = 1000;

/// Solve a position: the best move, its line, and every other first move that is as good
///
/// `{"move", "pv", "score", "unique", "duals"}`: moves in the notation of the variant; the score in men for the side
/// to move, 100 less a hundredth for each ply to the end once a win is in sight, 89.99 less a hundredth for each ply
/// to a win by the endgame tables. Of these two the one found first, at the lower depth, counts. Another move is as
/// good (a dual) if both win for certain (the end in sight, or by the endgame tables), or if it is at most half a man
/// worse. Three quarters of the time go to the best move, the rest to the others; on a busy machine the best move
/// gets more time, until 50 000 positions are searched.
#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    rules: Rules,
    /// The position
    #[arg(long)]
    fen: String,
    /// Total time in milliseconds
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    time: u32,
    /// Size of the table, in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Solved {
    #[serde(rename = "move")]
    best: String,
    pv: Vec<String>,
    /// In men for the side to move; beyond 90 the end of the game is in sight.
    score: f64,
    unique: bool,
    duals: Vec<String>,
}

impl Solve {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let position = match self.rules.read(&self.fen) {
            Ok(position) => position,
            Err(error) => {
                eprintln!("error: {error}");
                return Ok(Status::BadInput);
            }
        };
        let Some(solved) = self.solve(&position, assets) else {
            eprintln!("error: there is no legal move");
            return Ok(Status::BadInput);
        };
        if self.json {
            line(out, &solved)?;
        } else {
            let duals = if solved.unique {
                "unique".to_owned()
            } else {
                format!("as good: {}", solved.duals.join(" "))
            };
            let Solved { best, score, pv, .. } = solved;
            writeln!(out, "{best}  score {score:+.2}  {duals}  {}", pv.join(" "))?;
        }
        Ok(Status::Good)
    }

    /// Returns `None` without a legal move.
    fn solve(&self, position: &Position, assets: &EngineAssets) -> Option<Solved> {
        let numbering = Numbering::from(self.rules.numbering);
        let start = clock::now();
        let table = TranspositionTable::new(usize::from(self.table));
        let time = f64::from(self.time);
        let legal = position.legal_moves();
        let alone = legal.len() < 2;
        let share = if alone { 1.0 } else { SHARE_OF_BEST };
        let (result, mut table) = search(position, time * share, LEAST, assets, table);
        let best = result.best?;
        let score = result.info.score;
        let mut others: Vec<Move> = legal.into_iter().filter(|m| *m != best).collect();
        let mut duals = Vec::new();
        while let Some(m) = others.pop() {
            // Time that one move leaves over goes to the next.
            let left = time - (clock::now() - start);
            let (lead, used) = lead_after(
                position,
                &m,
                left.max(1.0) / (others.len() + 1) as f64,
                assets,
                table,
            );
            table = used;
            if as_good(lead, score) {
                duals.extend(written(position, &[m], numbering));
            }
        }
        duals.reverse();
        Some(Solved {
            best: written(position, &[best], numbering).pop()?,
            pv: written(position, &result.info.line, numbering),
            score: f64::from(score.centipawns()) / 100.0,
            unique: duals.is_empty(),
            duals,
        })
    }
}

/// Searches for this many milliseconds, and at least this many positions.
fn search(
    position: &Position,
    millis: f64,
    least: u64,
    assets: &EngineAssets,
    table: TranspositionTable,
) -> (SearchResult, TranspositionTable) {
    let game = Game::from_position(*position);
    let mut search = Search::new(&game, Task::within(Limits::infinite()), assets, table, clock::now);
    let end = clock::now() + millis;
    while !search.slice((end - clock::now()).clamp(0.0, 1.0)) {
        if clock::now() >= end && search.info().nodes >= least {
            search.stop();
        }
    }
    (search.result(), search.into_table())
}

/// The value of a first move for the side that makes it.
fn lead_after(
    position: &Position,
    m: &Move,
    millis: f64,
    assets: &EngineAssets,
    table: TranspositionTable,
) -> (Score, TranspositionTable) {
    let mut after = *position;
    after.play_unchecked(m);
    if let Some(end) = Game::from_position(after).outcome() {
        let won = end.winner.map(|winner| winner == position.turn());
        return (
            won.map_or(Score::DRAW, |won| if won { Score::WIN } else { -Score::WIN }),
            table,
        );
    }
    let (result, table) = search(&after, millis, LEAST_OF_OTHERS, assets, table);
    (-result.info.score, table)
}

fn as_good(other: Score, best: Score) -> bool {
    (other.is_won() && best.is_won()) || other.centipawns() >= best.centipawns() - SAME
}
