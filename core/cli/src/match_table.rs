//! `damier match`: matches between players, and the table of their results.
use crate::Status;
use crate::game::Rules;
use crate::match_games::{Cost, Openings, Played, Player, opening, play};
use crate::match_log::{GameLine, MatchLog};
use crate::match_mistakes::Mistakes;
use crate::match_openings::Spread;
use crate::moves::line;
use clap::Args;
use draughts::notation::movetext;
use draughts::{Side, Variant};
use draughts_engine::{EngineAssets, Level};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Play matches: each opening twice, colours reversed
///
/// A player is the key of a level ("3"), "nodes:20000", "depth:7", "time:100" (milliseconds a move), "clock:10+0.1" (seconds for the game and
/// for each move; who oversteps them loses), an experimental level
/// "trial:DEPTH,NODES,SIGHT,MARGIN[,SPREAD[,BOOK]]" or "beginner:OVERLOOKED,FAR,LOOK,COUNTS,SENSE,FEAR,MARGIN", "nodes:20000@FILE" with the
/// weights of that file, "random" (any legal move) or "exchange" (looks one exchange ahead). The same seed gives the same
/// games. Elo differences are given with a 95 % confidence interval, computed from the pairs of games.
///
/// --sprt 0 10 ends a match as soon as the sequential probability ratio test decides whether the first player is stronger by 0
/// or by 10 Elo (both errors 5 %), after --games at the latest.
///
/// --openings plays only the first eight plies from the start, and prints how far they spread.
///
/// --ladder plays every level against the one below, the lowest against the random mover, from unbalanced openings and ends with
/// a table of ratings, the random mover at 0. With --keep an interrupted run is continued.
#[derive(Args)]
pub(crate) struct Match {
    #[command(flatten)]
    rules: Rules,
    /// The two players
    #[arg(num_args = 2, required_unless_present = "ladder", conflicts_with = "ladder")]
    players: Vec<String>,
    /// Every level against the one below
    #[arg(long)]
    ladder: bool,
    /// Games a pair (rounded up to an even number)
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Openings with a lead of up to a man, so that more games are decided; always with --ladder
    #[arg(long)]
    unbalanced: bool,
    /// Stop when a sequential probability ratio test decides between two differences in Elo
    #[arg(long, num_args = 2, value_names = ["LESS", "MORE"], allow_negative_numbers = true, conflicts_with = "ladder")]
    sprt: Option<Vec<f64>>,
    /// Log each finished game in this file, and do not play games again that are in it. Delete it when the engine has changed
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    keep: Option<PathBuf>,
    /// Random plies at the start of a game: after too many hardly any opening is balanced
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(..=20))]
    plies: u8,
    /// The seed of the openings and of the levels
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print the games too
    #[arg(long)]
    moves: bool,
    /// Print the first player's mistakes in a hundred moves with a choice: hanging men, missed shots of two and of
    /// three own moves, quiet mistakes of half a man
    #[arg(long, conflicts_with = "keep")]
    mistakes: bool,
    /// Play only the first eight plies from the start, each game with its own seed, and print the number of different
    /// beginnings
    #[arg(long, conflicts_with_all = ["ladder", "sprt", "keep", "moves", "mistakes", "unbalanced"])]
    openings: bool,
    /// Print one line of JSON a match, and with --ladder one a level
    #[arg(long, conflicts_with_all = ["moves", "mistakes", "openings"])]
    json: bool,
}

/// The result of a match for the first player.
#[derive(Clone, Debug, Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Points of each pair of games, 0 to 2.
    pairs: Vec<f64>,
    costs: [Cost; 2],
}

impl Match {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let variant = self.rules.variant;
        if let Some(&[less, more]) = self.sprt.as_deref()
            && less >= more
        {
            eprintln!(
                "error: --sprt needs the lesser difference before the greater: {less} is not below {more}"
            );
            return Ok(Status::BadInput);
        }
        let pairs: Vec<[String; 2]> = if self.ladder {
            let keys = Level::all(variant).iter().map(|level| level.key);
            let below = std::iter::once("random").chain(keys.clone());
            keys.zip(below)
                .map(|pair| [pair.0.to_owned(), pair.1.to_owned()])
                .collect()
        } else {
            vec![[self.players[0].clone(), self.players[1].clone()]]
        };
        if self.openings {
            let players = [0, 1].map(|index| Player::read(variant, &self.players[index]));
            let [Ok(a), Ok(b)] = &players else {
                players
                    .iter()
                    .filter_map(|player| player.as_ref().err())
                    .for_each(|error| eprintln!("error: {error}"));
                return Ok(Status::BadInput);
            };
            let spread = Spread::of(variant, [a, b], self.games, self.seed, assets);
            writeln!(out, "{}", spread.table(&self.players))?;
            return Ok(Status::Good);
        }
        let log = self
            .keep
            .as_deref()
            .map(MatchLog::open)
            .transpose()?
            .map(Mutex::new);
        if !self.json {
            writeln!(
                out,
                "| player | against | games | + | = | - | score | Elo | nodes a move | most | most ms |"
            )?;
            writeln!(out, "|---|---|---|---|---|---|---|---|---|---|---|")?;
        }
        let mut elos = Vec::new();
        let mut mistakes = Vec::new();
        for names in pairs {
            let players = names.each_ref().map(|name| Player::read(variant, name));
            let players = match players {
                [Ok(a), Ok(b)] => [a, b],
                [Err(error), _] | [_, Err(error)] => {
                    eprintln!("error: {error}");
                    return Ok(Status::BadInput);
                }
            };
            let (tally, games) = self.play(variant, &players, assets, log.as_ref())?;
            if self.json {
                line(out, &tally.json(&names))?;
            } else {
                writeln!(out, "{}", tally.row(&names))?;
            }
            elos.push(tally.elo());
            for game in games.iter().filter(|_| self.moves) {
                writeln!(out, "{}", game_text(game))?;
            }
            if self.mistakes {
                let mut made = Mistakes::default();
                for (number, game) in games.iter().enumerate() {
                    let first = [Side::White, Side::Black][number % 2];
                    made.count(game, first, assets);
                }
                mistakes.push(made.row(&names[0]));
            }
            out.flush()?;
        }
        if self.mistakes {
            writeln!(
                out,
                "\n| player | moves | hanging | shot of 2 | shot of 3 | quiet |"
            )?;
            writeln!(out, "|---|---|---|---|---|---|")?;
            writeln!(out, "{}", mistakes.join("\n"))?;
        }
        if self.ladder {
            ratings(variant, &elos, self.json, out)?;
        }
        Ok(Status::Good)
    }

    fn openings(&self) -> Openings {
        if self.ladder || self.unbalanced {
            Openings::Unbalanced
        } else {
            Openings::Even
        }
    }

    /// Plays the games that are not in the log, and returns them too.
    fn play(
        &self,
        variant: Variant,
        players: &[Player; 2],
        assets: &EngineAssets,
        log: Option<&Mutex<MatchLog>>,
    ) -> io::Result<(Tally, Vec<Played>)> {
        let games = (self.games as usize).next_multiple_of(2);
        let openings = self.openings();
        let [a, b] = players.each_ref().map(Player::figures);
        let key = |number| {
            format!(
                "{variant} {a} {b} {} {} {} {number}",
                openings.key(),
                self.plies,
                self.seed
            )
        };
        let next = AtomicUsize::new(0);
        let lines = Mutex::new(vec![None::<GameLine>; games]);
        let whole = Mutex::new((0..games).map(|_| None).collect::<Vec<Option<Played>>>());
        let failed = Mutex::new(None);
        let held = "no game panics while it holds the list";
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            return;
                        }
                        let known = log.and_then(|log| log.lock().expect(held).get(&key(number)));
                        if known.is_some() {
                            lines.lock().expect(held)[number] = known;
                            continue;
                        }
                        let pair = number as u64 / 2;
                        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(pair);
                        let start = opening(variant, openings, self.plies.into(), seed, assets);
                        let [first, second] = players.each_ref();
                        let seated = if number.is_multiple_of(2) {
                            [first, second]
                        } else {
                            [second, first]
                        };
                        let played = play(start, seated, assets, self.seed.wrapping_add(number as u64));
                        let line = GameLine::from(&played);
                        if let Some(log) = log
                            && let Err(error) = log.lock().expect(held).put(&key(number), &line)
                        {
                            *failed.lock().expect(held) = Some(error);
                            next.store(games, Ordering::Relaxed);
                        }
                        let mut lines = lines.lock().expect(held);
                        lines[number] = Some(line);
                        if self
                            .sprt
                            .as_deref()
                            .is_some_and(|bounds| is_decided(&Tally::of(&lines), bounds))
                        {
                            next.store(games, Ordering::Relaxed);
                        }
                        drop(lines);
                        whole.lock().expect(held)[number] = Some(played);
                    }
                });
            }
        });
        if let Some(error) = failed.into_inner().expect("all threads have ended") {
            return Err(error);
        }
        let tally = Tally::of(&lines.into_inner().expect("all threads have ended"));
        let whole = whole.into_inner().expect("all threads have ended");
        Ok((tally, whole.into_iter().flatten().collect()))
    }
}

/// Sequential probability ratio test: true if the pairs of games decide between two differences in Elo, by a normal
/// approximation (both errors 5 %).
fn is_decided(tally: &Tally, bounds: &[f64]) -> bool {
    /// ln(0.95 / 0.05).
    const CERTAIN: f64 = 2.94;
    /// With fewer pairs the variance is unknown.
    const MIN_PAIRS: usize = 16;
    let &[less, more] = bounds else { return false };
    let share = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    let count = tally.pairs.len();
    let (mean, variance) = tally.spread();
    if count < MIN_PAIRS {
        return false;
    }
    // If all pairs are equal, the variance is estimated from one missing half point.
    let variance = variance.max(0.25 / count as f64);
    let (less, more) = (share(less), share(more));
    let likelihood = count as f64 * (more - less) * (mean - f64::midpoint(less, more)) / variance;
    likelihood.abs() >= CERTAIN
}

impl Tally {
    /// Counts the complete pairs of games in their order.
    fn of(lines: &[Option<GameLine>]) -> Tally {
        let mut tally = Tally::default();
        for pair in lines.chunks_exact(2) {
            if let [Some(white), Some(black)] = pair {
                tally.count(white, Side::White);
                tally.count(black, Side::Black);
            }
        }
        tally
    }

    /// The mean share of the points in a pair, and its variance.
    fn spread(&self) -> (f64, f64) {
        let count = self.pairs.len().max(1) as f64;
        let mean = self.pairs.iter().sum::<f64>() / 2.0 / count;
        let square = |points: &f64| (points / 2.0 - mean).powi(2);
        (
            mean,
            self.pairs.iter().map(square).sum::<f64>() / (count - 1.0).max(1.0),
        )
    }

    fn count(&mut self, game: &GameLine, first: Side) {
        let points = match game.winner {
            None => {
                self.draws += 1;
                0.5
            }
            Some(side) if side == first => {
                self.wins += 1;
                1.0
            }
            Some(_) => {
                self.losses += 1;
                0.0
            }
        };
        // The games come in pairs, White first.
        match self.pairs.last_mut() {
            Some(last) if first == Side::Black => *last += points,
            _ => self.pairs.push(points),
        }
        self.costs[0].add(game.cost[first as usize]);
        self.costs[1].add(game.cost[first.other() as usize]);
    }

    /// The first player's share of the points.
    fn score(&self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games.max(1))
    }

    /// The first player's lead in Elo, and half the width of the 95 % confidence interval.
    fn elo(&self) -> (f64, f64) {
        let count = self.pairs.len().max(1) as f64;
        // Half a game from either end keeps the difference finite.
        let least = 0.25 / count;
        let (score, variance) = self.spread();
        let clamped = score.clamp(least, 1.0 - least);
        // If all games have the same result, the variance of a binomial distribution is used.
        let variance = if clamped == score {
            variance
        } else {
            clamped * (1.0 - clamped) / 2.0
        };
        let bar = 1.96 * (variance / count).sqrt();
        let elo = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
        // The derivative of the Elo curve converts the interval.
        let slope = 400.0 / std::f64::consts::LN_10 / (clamped * (1.0 - clamped));
        (elo(clamped), bar * slope)
    }

    fn json(&self, [player, against]: &[String; 2]) -> Value {
        let (elo, bar) = self.elo();
        let cost = self.costs[0];
        json!({
            "player": player, "against": against,
            "wins": self.wins, "draws": self.draws, "losses": self.losses,
            "score": self.score(), "elo": elo, "bar": bar,
            "nodesAMove": cost.nodes / cost.moves.max(1),
            "mostNodes": cost.most_nodes, "mostMillis": cost.most_millis,
        })
    }

    fn row(&self, names: &[String; 2]) -> String {
        let games = self.wins + self.draws + self.losses;
        let (elo, bar) = self.elo();
        let cost = self.costs[0];
        format!(
            "| {} | {} | {games} | {} | {} | {} | {:.1} % | {elo:+.0} ± {bar:.0} | {} | {} | {:.0} |",
            names[0],
            names[1],
            self.wins,
            self.draws,
            self.losses,
            100.0 * self.score(),
            cost.nodes / cost.moves.max(1),
            cost.most_nodes,
            cost.most_millis,
        )
    }
}

/// Prints the levels with their ratings, the sums of the differences.
fn ratings(variant: Variant, steps: &[(f64, f64)], json: bool, out: &mut impl Write) -> io::Result<()> {
    if !json {
        writeln!(out, "\n| level | key | depth | nodes | sight | margin | rating |")?;
        writeln!(out, "|---|---|---|---|---|---|---|")?;
    }
    // The random mover has rating 0.
    let mut rating = 0.0;
    for (level, (step, _)) in Level::all(variant).iter().zip(steps) {
        rating += step;
        let Level {
            key,
            number,
            depth,
            nodes,
            sight,
            margin,
            ..
        } = level;
        if json {
            line(out, &json!({ "level": number, "key": key, "rating": rating }))?;
            continue;
        }
        writeln!(
            out,
            "| {number} | {key} | {depth} | {nodes} | {sight} | {margin} | {rating:.0} |"
        )?;
    }
    Ok(())
}

/// The moves and the end of a game, on one line.
fn game_text(played: &Played) -> String {
    let mut position = *played.game.start();
    let mut words = Vec::new();
    for mv in played.game.moves() {
        words.push(movetext::write(&position, mv));
        position.play_unchecked(mv);
    }
    let end = played.game.outcome();
    words.push(end.map_or("*", |end| end.result()).to_owned());
    words.push(end.map_or("(too long)", |end| end.reason.key()).to_owned());
    words.join(" ")
}
