//! The arguments of `damier mine`, and the puzzles that they select.
use crate::game::variant;
use clap::Args;
use draughts::Variant;
use draughts::raw::Rng;
use draughts_puzzles::{Puzzle, Stock, Theme, WORK, read_record};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Mine puzzles from games: certified, with a complete solution tree and themes
///
/// Scans every position of PDN files, of files of `damier train play`, or with --self-play of games between weakened levels
/// from random openings; there it scans the position after every legal move, so that every shot that a player might allow is
/// found. With --compose it composes shots by a random search over positions: Turkish strokes, and in Turkish draughts, which
/// has none, any shots. With --vary it composes by walking away from known puzzles, a man or two at a time, as long as the wanted
/// puzzle can be proved: more of a mechanism that is rare in games.
///
/// A puzzle is written as one line of ten tab-separated fields: id, FEN, rating, deviation, margin, depth, origin, moves,
/// themes, solution. It is proved that one first move leads by the margin (centipawns, 10000 if the opponent is left without
/// a move) against every defence, to the given depth in quiet moves, with captures played out and endgame tables; that every
/// other first move leads by less than a man; and that later too only one move wins, apart from the order of moves and the
/// landing square of the last capture. The rating says what the puzzle demands of people, on a scale from 400 to 2400
/// (core/puzzles/src/difficulty.rs); --pack computes ratings anew. --agreement prints how far the order of the ratings
/// agrees with a narrow search, with the levels for beginners, and with the order in which courses teach the named shots.
///
/// At the end it prints how many positions were scanned and why candidates were refused. If a game cannot be read to its
/// end, it prints the place, mines the part before it, and ends with status 1.
///
/// Add mined puzzles to a stock by `damier mine --pack STOCK STOCK FILE`: each puzzle once, those of the stock first. With
/// --without VERDICTS those that failed --verify are left out.
///
/// An interrupted run continues when it is started again (FILE.state; --verify by the content of FILE). The same seed
/// gives the same puzzles, with any number of threads.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Mine {
    /// Files of games to mine, PDN or of `damier train play`; with --vary, --verify, --agreement, --pack and --statistics files of puzzles, also packed ones
    pub(super) files: Vec<PathBuf>,
    /// The variant, also of PDN files without a GameType tag
    #[arg(long, default_value_t = Variant::International, value_parser = variant)]
    pub(super) variant: Variant,
    /// The file to append the puzzles to, with --verify the verdicts
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Mine this many self-play games
    #[arg(long, value_name = "GAMES", conflicts_with = "compose")]
    pub(super) self_play: Option<u64>,
    /// Compose shots: this many searches
    #[arg(long, value_name = "SEARCHES")]
    pub(super) compose: Option<u64>,
    /// Compose variations: this many walks, each from one of the puzzles of the files, or of the built-in ones, that are themselves such as are wanted
    #[arg(long, value_name = "WALKS", conflicts_with_all = ["self_play", "compose"])]
    pub(super) vary: Option<u64>,
    /// Also in PDN files, scan the position after every legal move, not only those of the game
    #[arg(long)]
    pub(super) around: bool,
    /// The seed of games and positions
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Stop once the file holds this many puzzles
    #[arg(long, value_name = "PUZZLES")]
    pub(super) want: Option<usize>,
    /// The fewest moves of the solver: most shots in games are short
    #[arg(long, value_name = "MOVES", default_value_t = 2)]
    pub(super) least_moves: usize,
    /// Mine puzzles whose first move takes nothing and forces nothing, instead of shots that begin with an offer or a capture
    #[arg(long, conflicts_with = "compose")]
    pub(super) quiet_keys: bool,
    /// With --self-play: games of beginners' levels, mined only where sixteen pieces or fewer are left and a king is among them
    #[arg(long, requires = "self_play")]
    pub(super) fresh_kings: bool,
    /// Only puzzles with this theme, or with one of several
    #[arg(long = "theme", value_name = "THEME", value_parser = theme)]
    pub(super) themes: Vec<Theme>,
    /// Only puzzles with at least this rating
    #[arg(long, value_name = "RATING", default_value_t = 0)]
    pub(super) least_rating: u16,
    /// The node limit of a proof: with a lower limit more puzzles per minute are found, but only easy proofs
    #[arg(long, value_name = "POSITIONS", default_value_t = WORK)]
    pub(super) work: u64,
    /// The number of threads; by default the number of cores
    #[arg(long)]
    pub(super) threads: Option<usize>,
    /// Prove puzzles again: those of the files, or the built-in ones
    #[arg(long, group = "instead")]
    pub(super) verify: bool,
    /// Only a random sample of this many puzzles
    #[arg(long, value_name = "PUZZLES", requires = "instead")]
    pub(super) sample: Option<usize>,
    /// With --verify: search up to this many quiet moves deeper, with ten times the node limit
    #[arg(long, value_name = "MOVES", requires = "verify", default_value_t = 0)]
    pub(super) deeper: u8,
    /// Compare the order of the ratings with three others: those of the files, or the built-in ones
    #[arg(long, group = "instead")]
    pub(super) agreement: bool,
    /// Pack the puzzles of the files into a stock file, as it is built into the program
    #[arg(long, value_name = "BIN", group = "instead")]
    pub(super) pack: Option<PathBuf>,
    /// With --pack: leave out the puzzles that fell, by this file of --verify
    #[arg(long, value_name = "VERDICTS", requires = "pack")]
    pub(super) without: Option<PathBuf>,
    /// Count the puzzles of the files, or the built-in ones, by theme, rating and length
    #[arg(long, group = "instead")]
    pub(super) statistics: bool,
    /// With --statistics: print one line of JSON a count
    #[arg(long, requires = "statistics")]
    pub(super) json: bool,
}

impl Mine {
    /// The number of threads.
    pub(super) fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or(cores).max(1)
    }

    /// The puzzles to work on: all, or a random sample.
    pub(super) fn puzzles(&self) -> Result<Vec<Puzzle>, String> {
        let mut puzzles = self.all_puzzles()?;
        if let Some(sample) = self.sample {
            Rng::new(self.seed).shuffle(&mut puzzles);
            puzzles.truncate(sample);
        }
        Ok(puzzles)
    }

    /// The puzzles of the files, each once; the built-in ones where no file is given.
    fn all_puzzles(&self) -> Result<Vec<Puzzle>, String> {
        if self.files.is_empty() {
            let stock = draughts_puzzles::Stocks::bundled().of(self.variant);
            let all = stock.cards().iter().map(|card| stock.puzzle(card));
            return all.collect::<Result<_, _>>().map_err(|error| error.to_string());
        }
        let mut seen = HashSet::new();
        let mut puzzles = Vec::new();
        for path in &self.files {
            for puzzle in read(self.variant, path)? {
                if seen.insert(puzzle.id.clone()) {
                    puzzles.push(puzzle);
                }
            }
        }
        Ok(puzzles)
    }
}

/// The theme of this name.
fn theme(name: &str) -> Result<Theme, String> {
    let known = Theme::ALL.iter().find(|theme| theme.key() == name);
    known.copied().ok_or_else(|| {
        let all: Vec<&str> = Theme::ALL.iter().map(|theme| theme.key()).collect();
        format!("no theme; there are {}", all.join(", "))
    })
}

/// An error message with the path of its file.
pub(super) fn with_path(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// The puzzles of a file: lines of text, or a stock file as `--pack` writes it.
pub(super) fn read(variant: Variant, path: &Path) -> Result<Vec<Puzzle>, String> {
    let bytes = fs::read(path).map_err(|error| with_path(path, &error))?;
    if let Ok(stock) = Stock::read(variant, &bytes) {
        let all = stock.cards().iter().map(|card| stock.puzzle(card));
        return all
            .collect::<Result<_, _>>()
            .map_err(|error| with_path(path, &error));
    }
    let text = String::from_utf8(bytes).map_err(|error| with_path(path, &error))?;
    let lines = text.lines().enumerate();
    lines
        .map(|(at, line)| {
            read_record(variant, line).map_err(|error| format!("{}:{}: {error}", path.display(), at + 1))
        })
        .collect()
}
