//! `damier perft`: counts the lines of play at each depth.
use crate::Status;
use crate::game::Rules;
use crate::moves::line;
use clap::Args;
use serde_json::json;
use std::io::{self, Write};

/// Count the lines of play from a position: one line a depth, `N COUNT`
///
/// Draw rules are ignored. Two routes of a capture with the same ends and the same captured pieces count once.
#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    rules: Rules,
    /// The position; the start of the game without it
    #[arg(long)]
    fen: Option<String>,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Print one line of JSON a depth
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let position = match self.rules.position(self.fen.as_deref()) {
            Ok(position) => position,
            Err(error) => {
                eprintln!("error: {error}");
                return Ok(Status::BadInput);
            }
        };
        for depth in 1..=self.depth {
            let count = draughts::perft(&position, depth);
            if self.json {
                line(out, &json!({ "depth": depth, "count": count }))?;
            } else {
                writeln!(out, "{depth} {count}")?;
            }
            // The next depth takes about ten times as long.
            out.flush()?;
        }
        Ok(Status::Good)
    }
}
