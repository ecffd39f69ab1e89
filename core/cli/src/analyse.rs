//! `damier analyse`: the engine's analysis of a position.
use crate::game::Rules;
use crate::moves::{line, written};
use crate::{Status, clock};
use clap::Args;
use draughts::Game;
use draughts::notation::Numbering;
use draughts_engine::{
    EngineAssets, Limits, Search, SearchInfo, StopFlag, Task, TranspositionTable, analyse,
};
use serde::Serialize;
use std::io::{self, Write};

/// Analyse a position: each better line as it is found, the best move last
///
/// `{"depth", "score", "nodes", "millis", "pv"}` a line, the last with "best"; with --multipv also "lines", each with its
/// "move", "score", "depth" and "pv". Moves are written as players of the game do. Scores are in men for the side to move;
/// beyond 90 a win is in sight, 100 less a hundredth for each ply to the end. Status 1: no such position, or no legal move.
#[derive(Args)]
pub(crate) struct Analyse {
    #[command(flatten)]
    rules: Rules,
    /// The position; the start of the game without it
    #[arg(long)]
    fen: Option<String>,
    /// Time limit in milliseconds
    #[arg(long, default_value_t = 1000, conflicts_with_all = ["depth", "nodes"], value_parser = clap::value_parser!(u32).range(1..))]
    time: u32,
    /// Depth limit in plies
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..))]
    depth: Option<u8>,
    /// Limit on the number of positions
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of best moves to show, each with its line and score
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=50))]
    multipv: u8,
    /// Size of the table, in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Found {
    depth: u8,
    score: f64,
    nodes: u64,
    millis: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    pv: Vec<String>,
    /// The best moves, best first, if more than one is asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<FoundLine>,
}

#[derive(Serialize)]
struct FoundLine {
    #[serde(rename = "move")]
    first: String,
    score: f64,
    depth: u8,
    pv: Vec<String>,
}

impl Analyse {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let game = match self.rules.position(self.fen.as_deref()) {
            Ok(position) => Game::from_position(position),
            Err(error) => {
                eprintln!("error: {error}");
                return Ok(Status::BadInput);
            }
        };
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            millis: (self.depth.is_none() && self.nodes.is_none()).then_some(f64::from(self.time)),
            ..Limits::infinite()
        };
        let mut table = TranspositionTable::new(usize::from(self.table));
        // Touches the memory once, so that the clock does not include its allocation.
        table.clear();
        let mut search = Search::new(
            &game,
            Task {
                threads: self.threads,
                ..Task::within(limits).with_lines(self.multipv)
            },
            assets,
            table,
            clock::now,
        );
        let numbering = Numbering::from(self.rules.numbering);
        let mut told = Ok(());
        let result = analyse(&mut search, &StopFlag::new(), |info| {
            if told.is_ok() {
                told = self.tell(out, &found(&game, info, numbering));
            }
        });
        told?;
        let Some(best) = result.best else {
            eprintln!("error: there is no legal move");
            return Ok(Status::BadInput);
        };
        let mut last = found(&game, &result.info, numbering);
        last.best = written(game.position(), &[best], numbering).pop();
        self.tell(out, &last)?;
        Ok(Status::Good)
    }

    fn tell(&self, out: &mut impl Write, found: &Found) -> io::Result<()> {
        if self.json {
            line(out, found)?;
        } else {
            let best = found
                .best
                .as_ref()
                .map(|best| format!("best {best}  "))
                .unwrap_or_default();
            let Found {
                depth,
                score,
                nodes,
                millis,
                pv,
                ..
            } = found;
            writeln!(
                out,
                "{best}depth {depth}  score {score:+.2}  nodes {nodes}  ms {millis}  {}",
                pv.join(" ")
            )?;
            for FoundLine { score, depth, pv, .. } in &found.lines {
                writeln!(out, "  {score:+.2}  depth {depth}  {}", pv.join(" "))?;
            }
        }
        out.flush()
    }
}

fn found(game: &Game, info: &SearchInfo, numbering: Numbering) -> Found {
    let lines = info.lines.iter().map(|line| {
        let pv = written(game.position(), &line.moves, numbering);
        FoundLine {
            first: pv.first().cloned().unwrap_or_default(),
            score: f64::from(line.score.centipawns()) / 100.0,
            depth: line.depth,
            pv,
        }
    });
    Found {
        lines: if info.lines.len() > 1 {
            lines.collect()
        } else {
            Vec::new()
        },
        depth: info.depth,
        score: f64::from(info.score.centipawns()) / 100.0,
        nodes: info.nodes,
        millis: info.millis as u64,
        best: None,
        pv: written(game.position(), &info.line, numbering),
    }
}
