//! `damier pdn`: checks PDN files.
use crate::Status;
use crate::game::variant;
use clap::{Args, Subcommand};
use draughts::Variant;
use draughts::notation::pdn::{self, Encoding, PdnGame, PdnSplitter};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Read PDN files: check them
#[derive(Args)]
pub(crate) struct Pdn {
    #[command(subcommand)]
    command: PdnCommand,
}

#[derive(Subcommand)]
enum PdnCommand {
    Check(Check),
}

/// Replay every game of PDN files: one line a failed game, then one line a file
///
/// `FILE:LINE:COLUMN: game N: REASON` for a game whose start or main line cannot be played, then `FILE: N games, N
/// replayed, N failed, N remarks`. Status 1 where a game failed or a file cannot be read.
#[derive(Args)]
struct Check {
    /// The rules of games without a GameType tag; by default guessed from their squares and moves
    #[arg(long, value_parser = variant)]
    variant: Option<Variant>,
    /// Encoding of files that are not Unicode: windows-1252, cp850, windows-1251, cp866 or windows-1250; by default
    /// guessed from names and comments
    #[arg(long)]
    encoding: Option<Encoding>,
    /// List other problems: damaged tags, open comments, illegal moves in variations
    #[arg(long)]
    remarks: bool,
    /// The files; `-` for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Totals of one file.
#[derive(Default)]
struct Count {
    games: u64,
    replayed: u64,
    remarks: u64,
}

impl Pdn {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let PdnCommand::Check(check) = &self.command;
        check.run(out)
    }
}

impl Check {
    fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let mut status = Status::Good;
        for path in &self.files {
            let mut count = Count::default();
            let read = if path == Path::new("-") {
                self.read(path, io::stdin().lock(), &mut count, out)?
            } else {
                match File::open(path) {
                    Ok(file) => self.read(path, file, &mut count, out)?,
                    Err(error) => Err(error),
                }
            };
            if let Err(error) = read {
                out.flush()?;
                eprintln!("error: {}: {error}", path.display());
                status = Status::BadInput;
            }
            let failed = count.games - count.replayed;
            writeln!(
                out,
                "{}: {} games, {} replayed, {failed} failed, {} remarks",
                path.display(),
                count.games,
                count.replayed,
                count.remarks
            )?;
            if failed > 0 {
                status = Status::BadInput;
            }
        }
        Ok(status)
    }

    /// Reads one file. The outer error is of writing, the inner one of reading.
    fn read(
        &self,
        path: &Path,
        mut file: impl Read,
        count: &mut Count,
        out: &mut impl Write,
    ) -> io::Result<io::Result<()>> {
        let mut splitter = self
            .encoding
            .map_or_else(PdnSplitter::guessing, PdnSplitter::encoded);
        let mut bytes = vec![0; 256 * 1024];
        loop {
            let read = match file.read(&mut bytes) {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Ok(Err(error)),
            };
            match read {
                0 => splitter.finish(),
                _ => splitter.push(&bytes[..read]),
            }
            while let Some(text) = splitter.next_game() {
                let game = pdn::read_game(&text, self.variant);
                self.tell(path, &game, count, out)?;
            }
            if read == 0 {
                return Ok(Ok(()));
            }
        }
    }

    fn tell(&self, path: &Path, game: &PdnGame, count: &mut Count, out: &mut impl Write) -> io::Result<()> {
        // Text between games is not a game, but may be worth a remark.
        if !game.is_empty() {
            count.games += 1;
            count.replayed += u64::from(game.whole);
        }
        for problem in &game.problems {
            let fatal = game.failure() == Some(problem);
            count.remarks += u64::from(!fatal);
            if fatal || self.remarks {
                let place = problem.place;
                let path = path.display();
                writeln!(
                    out,
                    "{path}:{}:{}: game {}: {}",
                    place.line, place.column, count.games, problem.error
                )?;
            }
        }
        Ok(())
    }
}
