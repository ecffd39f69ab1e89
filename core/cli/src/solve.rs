//! `damier solve`: the winning move of a position, and whether it is the only one.
use crate::game::Rules;
use crate::moves::line;
use crate::{Status, clock};
use clap::Args;
use draughts::engine::{Limits, Score, Search, SearchResult, StopFlag, Task, TranspositionTable, analyse};
use draughts::notation::movetext;
use draughts::{Game, Move, Position};
use serde::Serialize;
use std::io::{self, Write};

/// Moves this near to the best, in centipawns, are as good.
const SAME: i32 = 50;

/// Solve a position: the best move, its line, and every other first move that is as good
///
/// Half the time goes to the best move, half to the others. Another move is as good when it is less than half a man
/// worse, or when both win with the end of the game in sight.
#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    rules: Rules,
    /// The position
    #[arg(long)]
    fen: String,
    /// How long in all, in milliseconds
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    time: u32,
    /// Size of the table, in MiB
    #[arg(long, default_value_t = 64)]
    table: usize,
    /// One object of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Solved {
    #[serde(rename = "move")]
    best: String,
    pv: Vec<String>,
    /// Men for the side to move; beyond 90 the end of the game is in sight.
    score: f64,
    unique: bool,
    duals: Vec<String>,
}

impl Solve {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let position = match self.rules.read(&self.fen) {
            Ok(position) => position,
            Err(error) => {
                eprintln!("error: {error}");
                return Ok(Status::BadInput);
            }
        };
        let Some(solved) = self.solve(&position) else {
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

    /// `None` where there is no legal move.
    fn solve(&self, position: &Position) -> Option<Solved> {
        let others = position.legal_moves().len().saturating_sub(1);
        let time = f64::from(self.time) / if others == 0 { 1.0 } else { 2.0 };
        let (result, mut table) = search(position, time, TranspositionTable::new(self.table));
        let best = result.best?;
        let score = result.info.score;
        let mut duals = Vec::new();
        for m in position.legal_moves().into_iter().filter(|m| *m != best) {
            let (lead, used) = lead_after(position, &m, time / others as f64, table);
            table = used;
            if as_good(lead, score) {
                duals.push(movetext::write(position, &m));
            }
        }
        Some(Solved {
            best: movetext::write(position, &best),
            pv: written(position, &result.info.line),
            score: f64::from(score.centipawns()) / 100.0,
            unique: duals.is_empty(),
            duals,
        })
    }
}

fn search(position: &Position, millis: f64, table: TranspositionTable) -> (SearchResult, TranspositionTable) {
    let game = Game::from_position(*position);
    let mut search = Search::new(&game, Task::within(Limits::millis(millis)), table, clock::now);
    let result = analyse(&mut search, &StopFlag::new(), |_| {});
    (result, search.into_table())
}

/// What a first move is worth to the side that makes it.
fn lead_after(
    position: &Position,
    m: &Move,
    millis: f64,
    table: TranspositionTable,
) -> (Score, TranspositionTable) {
    let mut after = *position;
    after.play_unchecked(m);
    if !after.can_move() {
        return (Score::WIN, table);
    }
    let (result, table) = search(&after, millis, table);
    (-result.info.score, table)
}

fn as_good(other: Score, best: Score) -> bool {
    let wins = |score: Score| score >= Score::DECIDED;
    (wins(other) && wins(best)) || (other.centipawns() >= best.centipawns() - SAME)
}

fn written(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut here = *position;
    moves
        .iter()
        .map(|m| {
            let text = movetext::write(&here, m);
            here.play_unchecked(m);
            text
        })
        .collect()
}
