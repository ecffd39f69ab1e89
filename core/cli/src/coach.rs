//! `damier coach`: what the coach says in games between levels, and whether a much longer search finds it true.
use crate::Status;
use crate::clock::{self, Times};
use crate::game::Rules;
use crate::match_games::{Openings, Player, opening, play};
use clap::Args;
use draughts::notation::{fen, movetext};
use draughts::{Game, Position};
use draughts_claims::{Claim, Effort, PlayedMove, coach};
use draughts_engine::endgame::Tables;
use draughts_engine::{EngineAssets, Limits, Search, Task, TranspositionTable, no_clock};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Loss from which a move is an error, in centipawns, and nodes of the searches that find errors.
const ERROR: i32 = 50;
const ERROR_NODES: u64 = 200_000;
/// Score from which a game is decided, in centipawns.
const DECIDED: i32 = 200;

/// Let the coach speak about every move of games between levels, and check each claim with a longer search
///
/// Printed for each kind of claim: its number, how many a search `--times` as long does not confirm, and its mean length in
/// plies. Then the errors of half a man (by searches of 200 000 positions) and how many of them have a named cause, and the time
/// of a move in milliseconds. Colours are reversed every other game.
#[derive(Args)]
pub(crate) struct Coach {
    #[command(flatten)]
    rules: Rules,
    /// The pairs of levels
    #[arg(value_delimiter = ',', default_value = "0c:0e,0f:0g,1:2,2:3,3:4,4:5,5:6,6:7")]
    pairs: Vec<String>,
    /// Number of games
    #[arg(long, default_value_t = 16)]
    games: u32,
    /// The seed of the openings and of the levels
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The search that checks a claim is this many times as long as that of its proof
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    times: u32,
    /// Search for errors of half a man
    #[arg(long)]
    errors: bool,
    /// Print each claim: the FEN, the move, the kind, the number of men, and the line
    #[arg(long)]
    claims: bool,
}

#[derive(Default)]
struct Counts {
    moves: u32,
    /// By kind: said, not confirmed, plies of the lines.
    kinds: BTreeMap<&'static str, [usize; 3]>,
    errors: u32,
    named: u32,
    times: Times,
}

impl Coach {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let variant = self.rules.variant;
        let mut pairs = Vec::new();
        for text in &self.pairs {
            let (one, other) = text.split_once(':').unwrap_or((text, text));
            match [one, other].map(|key| Player::read(variant, key)) {
                [Ok(one), Ok(other)] => pairs.push([one, other]),
                [Err(error), _] | [_, Err(error)] => {
                    eprintln!("error: {error}");
                    return Ok(Status::BadInput);
                }
            }
        }
        let tables = assets.bundled_tables(variant);
        let mut counts = Counts::default();
        for number in 0..self.games {
            let [one, other] = &pairs[number as usize % pairs.len()];
            let round = number / pairs.len() as u32;
            let seed = self
                .seed
                .wrapping_mul(1_000_003)
                .wrapping_add(u64::from(round) / 2);
            let start = opening(variant, Openings::Even, 6, seed, assets);
            let seated = if round.is_multiple_of(2) {
                [one, other]
            } else {
                [other, one]
            };
            let played = play(start, seated, assets, seed);
            self.listen(&played.game, assets, tables.as_deref(), &mut counts, out)?;
        }
        counts.print(out)?;
        Ok(Status::Good)
    }

    /// Lets the coach speak about each move of a game.
    fn listen(
        &self,
        game: &Game,
        assets: &EngineAssets,
        tables: Option<&Tables>,
        counts: &mut Counts,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut before = *game.start();
        let mut scores: Option<i32> = None;
        for mv in game.moves() {
            let begin = clock::now();
            let claim = coach(&before, mv, tables);
            counts.times.push(clock::now() - begin);
            counts.moves += 1;
            let mut after = before;
            after.play_unchecked(mv);
            if self.errors {
                let was = scores.take().unwrap_or_else(|| score(&before, assets));
                let now = score(&after, assets);
                scores = Some(now);
                let has_choice = before.legal_moves().len() > 1;
                // In a decided game a score says little.
                if has_choice && was + now >= ERROR && was.abs().min(now.abs()) <= DECIDED {
                    counts.errors += 1;
                    let is_named = claim.as_ref().is_some_and(|claim| kind(claim).1);
                    counts.named += u32::from(is_named);
                    if self.claims && !is_named {
                        let (position, text) = (fen::write(&before), movetext::write(&before, mv));
                        writeln!(out, "{position}\t{text}\tunnamed\t{was}\t{}", -now)?;
                    }
                }
            }
            if let Some(claim) = claim {
                let (kind, _) = kind(&claim);
                let played = PlayedMove { before: &before, mv };
                let stands = claim.holds(played, tables, Effort::PROOF.times(self.times));
                let (start, line) = claim.line(played);
                let men = claim.men().map_or("-".into(), |men| men.to_string());
                let count = counts.kinds.entry(kind).or_default();
                count[0] += 1;
                count[1] += usize::from(!stands);
                count[2] += line.len();
                if self.claims || !stands {
                    let fault = if stands { "" } else { "\tNOT CONFIRMED" };
                    writeln!(
                        out,
                        "{}\t{}\t{kind}\t{men}\t{}{fault}",
                        fen::write(&before),
                        movetext::write(&before, mv),
                        movetext::write_line(&start, line).join(" ")
                    )?;
                }
            }
            before = after;
        }
        out.flush()
    }
}

/// The name of a claim's kind; `true` if it names the cause of an error.
fn kind(claim: &Claim) -> (&'static str, bool) {
    match claim {
        Claim::Wins(_) => ("wins", false),
        Claim::WinsGame(_) => ("winsGame", false),
        Claim::Loses(_) => ("loses", true),
        Claim::LosesGame(_) => ("losesGame", true),
        Claim::Misses(_) => ("misses", true),
        Claim::MissesGame(_) => ("missesGame", true),
        Claim::OthersLose => ("othersLose", false),
        Claim::Threatens(_) => ("threatens", false),
        Claim::Known(_) => ("known", false),
        Claim::LetsWinGo(_) => ("letsWinGo", true),
        Claim::LetsDrawGo(_) => ("letsDrawGo", true),
    }
}

/// The score of a position for the side to move, in centipawns.
fn score(position: &Position, assets: &EngineAssets) -> i32 {
    let game = Game::from_position(*position);
    let task = Task::within(Limits::nodes(ERROR_NODES));
    let mut search = Search::new(&game, task, assets, TranspositionTable::new(8), no_clock);
    while !search.step(1 << 16) {}
    search.info().score.centipawns()
}

impl Counts {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "kind\tsaid\tnot confirmed\tmean plies")?;
        let mut all = [0; 3];
        for (kind, count) in &self.kinds {
            for (sum, one) in all.iter_mut().zip(count) {
                *sum += one;
            }
            writeln!(out, "{}", row(kind, *count))?;
        }
        writeln!(out, "{}", row("all", all))?;
        writeln!(out, "moves\t{}", self.moves)?;
        if self.errors > 0 {
            let share = 100.0 * f64::from(self.named) / f64::from(self.errors);
            writeln!(
                out,
                "errors of half a man\t{}\tnamed\t{}\t{share:.1} %",
                self.errors, self.named
            )?;
        }
        let (mean, at) = (self.times.mean(), |share| self.times.at(share));
        writeln!(
            out,
            "ms a move\tmean {mean:.0}\t95 % within {:.0}\tlongest {:.0}",
            at(0.95),
            at(1.0)
        )
    }
}

fn row(kind: &str, [said, unconfirmed, plies]: [usize; 3]) -> String {
    format!(
        "{kind}\t{said}\t{unconfirmed}\t{:.1}",
        plies as f64 / said.max(1) as f64
    )
}
