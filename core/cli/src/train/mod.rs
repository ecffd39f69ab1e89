//! `damier train`: trains the evaluation on self-play games.
mod descent;
mod fit;
pub(crate) mod games;
mod model;
mod net;
mod play;
mod samples;

use crate::Status;
use clap::{Args, Subcommand};
use draughts_engine::EngineAssets;
use std::io::{self, Write};

/// Teach the evaluation: play games, then fit the weights to their results
#[derive(Args)]
pub(crate) struct Train {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Fit(fit::Fit),
    Net(net::Net),
    Play(play::Play),
}

impl Train {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        match &self.command {
            Command::Fit(command) => command.run(out),
            Command::Net(command) => command.run(out),
            Command::Play(command) => command.run(assets, out),
        }
    }
}
