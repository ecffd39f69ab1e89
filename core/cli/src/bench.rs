//! `damier bench`: searches fixed positions. The total of nodes changes only when the engine does.
use crate::moves::line;
use crate::{Status, clock};
use clap::Args;
use draughts_engine::{EngineAssets, bench};
use serde_json::json;
use std::io::{self, Write};

/// Search fixed positions: nodes of each, their total (the engine's signature) and the speed
#[derive(Args)]
pub(crate) struct Bench {
    /// Depth in plies
    #[arg(long, default_value_t = bench::DEPTH)]
    depth: u8,
    /// Print one line of JSON a position, and one of the total
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let start = clock::now();
        let nodes = bench::nodes(self.depth, assets);
        let seconds = (clock::now() - start) / 1000.0;
        for (position, nodes) in bench::POSITIONS.iter().zip(&nodes) {
            if self.json {
                line(out, &json!({ "fen": position, "nodes": nodes }))?;
            } else {
                writeln!(out, "{nodes:>10}  {position}")?;
            }
        }
        let total: u64 = nodes.iter().sum();
        if self.json {
            line(out, &json!({ "nodes": total, "seconds": seconds }))?;
        } else {
            let speed = total as f64 / seconds / 1e6;
            writeln!(out, "{total} nodes, {seconds:.2} s, {speed:.2} million a second")?;
        }
        Ok(Status::Good)
    }
}
