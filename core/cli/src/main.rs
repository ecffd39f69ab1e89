//! `damier`: draughts on the command line. Parses arguments and picks the command.
mod analyse;
mod bench;
mod bench_library;
mod book;
mod clock;
mod coach;
mod completions;
mod dxp;
mod endgame;
mod export;
mod game;
mod handicap;
mod hub;
mod hub_settings;
mod import;
mod lesson;
mod loss_lessons;
mod man;
mod match_games;
mod match_log;
mod match_mistakes;
mod match_openings;
mod match_table;
mod mine;
mod moves;
mod pdn;
mod perft;
mod play;
mod play_table;
mod repetition;
mod review;
mod serve;
mod solve;
mod status;
mod train;
mod weights_file;

use clap::{Parser, Subcommand};
use draughts_engine::EngineAssets;
use draughts_engine::endgame::TableFile;
use status::Status;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Draughts: count and list moves, play games through, analyse, serve other programs.
///
/// Exit status: 0 good, 1 some input was bad, 2 wrong usage.
#[derive(Parser)]
#[command(name = "damier", version, about, max_term_width = 100)]
struct Arguments {
    /// Weights of an evaluation (`damier train fit`) to use instead of the built-in ones; "none" for the handcrafted
    /// evaluation
    #[arg(long, global = true, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Endgame tables (`damier endgame build` or `endgame pack`) that searches probe besides the built-in ones
    #[arg(long, global = true, value_name = "FILE")]
    endgame_tables: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Analyse(analyse::Analyse),
    Bench(bench::Bench),
    BenchLibrary(bench_library::BenchLibrary),
    Book(book::Command),
    Completions(completions::Completions),
    Coach(coach::Coach),
    Dxp(dxp::Dxp),
    Export(export::Export),
    Endgame(endgame::Endgame),
    Handicap(handicap::Handicap),
    Hub(hub::Hub),
    Import(import::Import),
    Lesson(lesson::Lesson),
    LossLessons(loss_lessons::LossLessons),
    Man(man::Man),
    Match(match_table::Match),
    Mine(mine::Mine),
    Perft(perft::Perft),
    Moves(moves::Moves),
    Pdn(pdn::Pdn),
    Play(play::Play),
    Repetition(repetition::Repetition),
    Review(review::Review),
    Serve(serve::Serve),
    Solve(solve::Solve),
    Train(train::Train),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let assets = match arguments.weights.as_deref() {
        Some(name) if name == Path::new("none") => EngineAssets::handcrafted(),
        Some(file) => match weights_file::read(file) {
            Ok(weights) => EngineAssets::with_weights(weights),
            Err(error) => {
                eprintln!("error: {error}");
                return ExitCode::from(1);
            }
        },
        None => EngineAssets::bundled(),
    };
    if let Some(file) = &arguments.endgame_tables {
        match TableFile::read(file) {
            Ok(tables) => {
                let pieces = tables.iter().map(|table| table.class().total()).max();
                assets.set_larger(tables.variant(), pieces.unwrap_or_default(), Some(tables));
            }
            Err(error) => {
                eprintln!("error: {}: {error}", file.display());
                return ExitCode::from(1);
            }
        }
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let run = match arguments.command {
        Command::Analyse(command) => command.run(&assets, &mut out),
        Command::Bench(command) => command.run(&assets, &mut out),
        Command::BenchLibrary(command) => command.run(&mut out),
        Command::Book(command) => command.run(&assets, &mut out),
        Command::Completions(command) => command.run(&mut out),
        Command::Coach(command) => command.run(&assets, &mut out),
        Command::Dxp(command) => command.run(&assets, &mut out),
        Command::Export(command) => command.run(&mut out),
        Command::Endgame(command) => command.run(&assets, &mut out),
        Command::Handicap(command) => command.run(&assets, &mut out),
        Command::Hub(command) => command.run(&assets, &mut out),
        Command::Import(command) => command.run(&mut out),
        Command::Lesson(command) => command.run(&assets, &mut out),
        Command::LossLessons(command) => command.run(&assets, &mut out),
        Command::Man(command) => command.run(&mut out),
        Command::Match(command) => command.run(&assets, &mut out),
        Command::Mine(command) => command.run(&assets, &mut out),
        Command::Perft(command) => command.run(&mut out),
        Command::Moves(command) => command.run(&mut out),
        Command::Pdn(command) => command.run(&mut out),
        Command::Play(command) => command.run(&mut out),
        Command::Repetition(command) => command.run(&mut out),
        Command::Review(command) => command.run(&assets, &mut out),
        Command::Serve(command) => command.run(&mut out),
        Command::Solve(command) => command.run(&assets, &mut out),
        Command::Train(command) => command.run(&assets, &mut out),
    };
    match run.and_then(|status| out.flush().map(|()| status)) {
        Ok(Status::Good) => ExitCode::SUCCESS,
        Ok(Status::BadInput) => ExitCode::from(1),
        // The reader closed the pipe, as in `damier moves --stdin
        //  head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(1)
        }
    }
}
