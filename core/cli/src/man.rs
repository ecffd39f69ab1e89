//! `damier man`: the manual pages, made of what `--help` says.
use crate::Arguments;
use crate::status::Status;
use clap::{Args, CommandFactory};
use std::io::{self, Write};
use std::path::PathBuf;

/// Write the manual pages into a folder: damier.1 and one a command
#[derive(Args)]
pub(crate) struct Man {
    /// The folder, made where it is missing
    folder: PathBuf,
}

impl Man {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        std::fs::create_dir_all(&self.folder)?;
        // A page of its own about `help` says nothing.
        let command = Arguments::command().disable_help_subcommand(true);
        clap_mangen::generate_to(command, &self.folder)?;
        writeln!(out, "{}", self.folder.join("damier.1").display())?;
        Ok(Status::Good)
    }
}
