//! `damier completions`: completion scripts for shells.
use crate::Arguments;
use crate::status::Status;
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use std::io::{self, Write};

/// Print the completions of a shell
///
/// For bash: `damier completions bash > ~/.local/share/bash-completion/completions/damier`. The packages bring them along.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        // Written to memory first: the generator panics on errors, such as a closed pipe.
        let mut text = Vec::new();
        generate(self.shell, &mut Arguments::command(), "damier", &mut text);
        out.write_all(&text)?;
        Ok(Status::Good)
    }
}
