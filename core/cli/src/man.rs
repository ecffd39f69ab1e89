//! `damier man`: manual pages generated from the help texts.
use crate::Arguments;
use crate::status::Status;
use clap::{Args, CommandFactory};
use std::io::{self, Write};
use std::path::PathBuf;

/// Write the manual pages into a folder: damier.1 and one a command
#[derive(Args)]
pub(crate) struct Man {
    /// The folder, created if it does not exist
    folder: PathBuf,
}

impl Man {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        std::fs::create_dir_all(&self.folder)?;
        // A page about `help` would add nothing.
        let command = Arguments::command().disable_help_subcommand(true);
        clap_mangen::generate_to(command, &self.folder)?;
        writeln!(out, "{}", self.folder.join("damier.1").display())?;
        Ok(Status::Good)
    }
}
