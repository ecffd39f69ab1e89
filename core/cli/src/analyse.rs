//! `damier analyse`: what the engine thinks of a position.
use crate::game::Rules;
use crate::moves::line;
use crate::{Status, clock};
use clap::Args;
use draughts::Game;
use draughts::engine::{Limits, Search, SearchInfo, StopFlag, Task, TranspositionTable, analyse};
use draughts::notation::movetext;
use serde::Serialize;
use std::io::{self, Write};

/// Analyse a position: each better line as it is found, the best move last
///
/// Scores are in men for the side to move; beyond 90 the end of the game is in sight.
#[derive(Args)]
pub(crate) struct Analyse {
    #[command(flatten)]
    rules: Rules,
    /// The position; the start of the game without it
    #[arg(long)]
    fen: Option<String>,
    /// How long, in milliseconds
    #[arg(long, default_value_t = 1000, conflicts_with_all = ["depth", "nodes"])]
    time: u32,
    /// How deep, in plies
    #[arg(long)]
    depth: Option<u8>,
    /// How many positions
    #[arg(long)]
    nodes: Option<u64>,
    /// Size of the table, in MiB
    #[arg(long, default_value_t = 64)]
    table: usize,
    /// One object of JSON a line
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
}

impl Analyse {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
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
        let table = TranspositionTable::new(self.table);
        let mut search = Search::new(&game, Task::within(limits), table, clock::now);
        let mut written = Ok(());
        let result = analyse(&mut search, &StopFlag::new(), |info| {
            if written.is_ok() {
                written = self.tell(out, &found(&game, info));
            }
        });
        written?;
        let Some(best) = result.best else {
            eprintln!("error: there is no legal move");
            return Ok(Status::BadInput);
        };
        let mut last = found(&game, &result.info);
        last.best = Some(movetext::write(game.position(), &best));
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
        }
        out.flush()
    }
}

fn found(game: &Game, info: &SearchInfo) -> Found {
    let mut position = *game.position();
    let mut pv = Vec::new();
    for mv in &info.line {
        pv.push(movetext::write(&position, mv));
        position.play_unchecked(mv);
    }
    Found {
        depth: info.depth,
        score: f64::from(info.score.centipawns()) / 100.0,
        nodes: info.nodes,
        millis: info.millis as u64,
        best: None,
        pv,
    }
}
