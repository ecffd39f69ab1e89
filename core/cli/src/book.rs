//! `damier book`: builds an opening book from self-play games, and shows entries.
use crate::game::Rules;
use crate::match_games::{Player, play};
use crate::moves::line;
use crate::{Status, clock};
use clap::{Args, Subcommand};
use draughts::notation::movetext;
use draughts::{Game, Move, Side};
use draughts_engine::EngineAssets;
use draughts_engine::book::{Book, BookBuilder};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

/// Opening books of our own
#[derive(Args)]
pub(crate) struct Command {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Build(Build),
    Show(Show),
}

/// Play games against itself and keep their beginnings
///
/// At the start, moves within --margin of the best are played too, so that the games differ; later moves are the best
/// that
/// --nodes allow. The file --keep gets one line for each game, so that an interrupted run can be continued. The same
/// seed gives the same games.
#[derive(Args)]
struct Build {
    #[command(flatten)]
    rules: Rules,
    /// The book's file, core/data/books/VARIANT.book
    #[arg(short, long)]
    output: PathBuf,
    /// The games that were played
    #[arg(long)]
    keep: PathBuf,
    /// Number of games that the book shall hold
    #[arg(long, default_value_t = 4000)]
    games: u64,
    /// Positions searched for each move
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// Centipawns by which a move at the start may be below the best
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u64).range(..=99))]
    margin: u64,
    /// Plies of each game that are kept
    #[arg(long, default_value_t = 20)]
    plies: usize,
    /// Number of games after which a move is kept
    #[arg(long, default_value_t = 4)]
    least: u32,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Print the entries of a book after some moves
#[derive(Args)]
struct Show {
    #[command(flatten)]
    rules: Rules,
    /// The book's file; by default the built-in book
    #[arg(long)]
    book: Option<PathBuf>,
    /// Print one line of JSON a move
    #[arg(long)]
    json: bool,
    /// The moves from the start, as written
    moves: Vec<String>,
}

impl Command {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        match &self.what {
            What::Build(build) => build.run(assets, out),
            What::Show(show) => show.run(assets, out),
        }
    }
}

/// A finished game: the winner, and the first moves as indices among the legal ones.
type Beginning = (Option<Side>, Vec<usize>);

impl Build {
    fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let variant = self.rules.variant;
        let mut games = self.kept()?;
        let mut log = OpenOptions::new().create(true).append(true).open(&self.keep)?;
        // The players must not use the book that is being built.
        let player = format!("trial:99,{},120,0,{}", self.nodes, self.margin);
        let player = Player::read(variant, &player).expect("a trial level");
        let start = clock::now();
        let mut played = 0;
        for number in 0..self.games {
            if games.contains_key(&number) {
                continue;
            }
            let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(number);
            let whole = play(Game::new(variant), [&player, &player], assets, seed);
            let mut game = Game::new(variant);
            let mut places = Vec::new();
            for mv in whole.game.moves().iter().take(self.plies) {
                let place = game.legal_moves().iter().position(|legal| legal == mv);
                places.push(place.expect("it was played here"));
                game.play(mv).expect("it was played");
            }
            let result = whole.winner.map_or('=', Side::letter);
            let words: Vec<String> = places.iter().map(usize::to_string).collect();
            writeln!(log, "{}{number} {result} {}", self.line_start(), words.join(" "))?;
            games.insert(number, (whole.winner, places));
            played += 1;
        }
        let mut builder = BookBuilder::new(variant);
        let (mut wins, mut draws) = (0, 0);
        for (winner, places) in games.range(..self.games).map(|(_, game)| game) {
            let Some(moves) = self.moves(places) else {
                eprintln!("error: {} holds a game that is none", self.keep.display());
                return Ok(Status::BadInput);
            };
            wins += u64::from(*winner == Some(variant.start().turn()));
            draws += u64::from(winner.is_none());
            builder.add(&moves, *winner);
        }
        let bytes = builder.write(self.least);
        fs::write(&self.output, &bytes)?;
        writeln!(
            out,
            "{} games (first player + {wins} = {draws} - {}), {played} played in {:.0} s; {} bytes in {}",
            self.games,
            self.games - wins - draws,
            (clock::now() - start) / 1000.0,
            bytes.len(),
            self.output.display()
        )?;
        Ok(Status::Good)
    }

    /// Prefix of this run's lines; games with other settings are left alone.
    fn line_start(&self) -> String {
        let Build {
            nodes,
            margin,
            plies,
            seed,
            ..
        } = self;
        format!("{} {nodes} {margin} {plies} {seed} ", self.rules.variant)
    }

    /// Reads this run's games from the file. A truncated last line is ignored, so its game is played again.
    fn kept(&self) -> io::Result<BTreeMap<u64, Beginning>> {
        let text = match fs::read_to_string(&self.keep) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            fs::write(&self.keep, &text[..whole])?;
        }
        let start = self.line_start();
        let lines = text[..whole].lines();
        Ok(lines
            .filter_map(|line| read_game(line.strip_prefix(&start)?))
            .collect())
    }

    /// Converts indices to moves.
    fn moves(&self, places: &[usize]) -> Option<Vec<Move>> {
        let mut game = Game::new(self.rules.variant);
        for &place in places {
            let mv = *game.legal_moves().get(place)?;
            game.play(&mv).ok()?;
        }
        Some(game.moves().to_vec())
    }
}

fn read_game(text: &str) -> Option<(u64, Beginning)> {
    let mut words = text.split(' ');
    let number = words.next()?.parse().ok()?;
    let winner = match words.next()? {
        "=" => None,
        "W" => Some(Side::White),
        "B" => Some(Side::Black),
        _ => return None,
    };
    let places: Option<Vec<usize>> = words.map(|word| word.parse().ok()).collect();
    Some((number, (winner, places?)))
}

impl Show {
    fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let variant = self.rules.variant;
        let file = self.book.as_ref().map(fs::read).transpose()?;
        let book = match file {
            Some(bytes) => Book::read(&bytes).map_err(|error| error.to_string()),
            None => match assets.book(variant) {
                Some(book) => Ok(Book::clone(&book)),
                None => Err(format!("the program has no book of {variant}")),
            },
        };
        let book = match book {
            Ok(book) => book,
            Err(error) => {
                eprintln!("error: {error}");
                return Ok(Status::BadInput);
            }
        };
        let mut position = book.variant().start();
        for text in &self.moves {
            match movetext::read(&position, text) {
                Ok(mv) => position.play_unchecked(&mv),
                Err(error) => {
                    eprintln!("error: {text}: {error}");
                    return Ok(Status::BadInput);
                }
            }
        }
        if !self.json {
            writeln!(out, "| move | games | score |\n|---|---|---|")?;
        }
        for found in book.moves(&position) {
            let text = movetext::write(&position, &found.mv);
            if self.json {
                let row = json!({ "move": text, "games": found.games, "score": found.share() });
                line(out, &row)?;
                continue;
            }
            writeln!(
                out,
                "| {text} | {} | {:.0} % |",
                found.games,
                100.0 * found.share()
            )?;
        }
        Ok(Status::Good)
    }
}
