//! `damier match`: players against each other, and the table of who beats whom by how much.
use crate::Status;
use crate::game::Rules;
use crate::match_games::{Cost, Played, Player, opening, play};
use clap::Args;
use draughts::engine::Level;
use draughts::notation::movetext;
use draughts::{Side, Variant};
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Play matches: each opening twice, colours reversed
///
/// A player is a level's key ("3"), "nodes:20000", "depth:7", or a level to be: "trial:DEPTH,NODES,SIGHT,MARGIN".
/// The same seed gives the same games.
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
    #[arg(long, default_value_t = 40)]
    games: usize,
    /// Random plies before the players begin
    #[arg(long, default_value_t = 6)]
    plies: usize,
    /// What the openings and the levels' lots depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print the games too
    #[arg(long)]
    moves: bool,
}

/// How a match went, from the first player's side.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    costs: [Cost; 2],
}

impl Match {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let pairs: Vec<[String; 2]> = if self.ladder {
            let keys = Level::all(self.rules.variant).windows(2);
            keys.map(|pair| [pair[1].key.to_owned(), pair[0].key.to_owned()])
                .collect()
        } else {
            vec![[self.players[0].clone(), self.players[1].clone()]]
        };
        writeln!(
            out,
            "| player | against | games | + | = | - | score | Elo | nodes a move | most | most ms |"
        )?;
        writeln!(out, "|---|---|---|---|---|---|---|---|---|---|---|")?;
        for names in pairs {
            let players = names
                .each_ref()
                .map(|name| Player::read(self.rules.variant, name));
            let players = match players {
                [Ok(a), Ok(b)] => [a, b],
                [Err(error), _] | [_, Err(error)] => {
                    eprintln!("error: {error}");
                    return Ok(Status::BadInput);
                }
            };
            let (tally, games) = self.play(self.rules.variant, players);
            writeln!(out, "{}", tally.row(&names))?;
            for game in games.iter().filter(|_| self.moves) {
                writeln!(out, "{}", written(game))?;
            }
            out.flush()?;
        }
        Ok(Status::Good)
    }

    fn play(&self, variant: Variant, players: [Player; 2]) -> (Tally, Vec<Played>) {
        let games = self.games.div_ceil(2) * 2;
        let next = AtomicUsize::new(0);
        let results = Mutex::new((0..games).map(|_| None).collect::<Vec<Option<Played>>>());
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            return;
                        }
                        let pair = number as u64 / 2;
                        let start = opening(
                            variant,
                            self.plies,
                            self.seed.wrapping_mul(1_000_003).wrapping_add(pair),
                        );
                        let seated = if number.is_multiple_of(2) {
                            players
                        } else {
                            [players[1], players[0]]
                        };
                        let played = play(start, seated, self.seed.wrapping_add(number as u64));
                        results.lock().expect("no game panics while it holds the list")[number] =
                            Some(played);
                    }
                });
            }
        });
        let played: Vec<Played> = results
            .into_inner()
            .expect("all threads have ended")
            .into_iter()
            .flatten()
            .collect();
        let mut tally = Tally::default();
        for (number, game) in played.iter().enumerate() {
            tally.count(
                game,
                if number.is_multiple_of(2) {
                    Side::White
                } else {
                    Side::Black
                },
            );
        }
        (tally, played)
    }
}

impl Tally {
    fn count(&mut self, game: &Played, first: Side) {
        match game.winner {
            None => self.draws += 1,
            Some(side) if side == first => self.wins += 1,
            Some(_) => self.losses += 1,
        }
        self.costs[0].add(game.cost[first as usize]);
        self.costs[1].add(game.cost[first.other() as usize]);
    }

    fn row(&self, names: &[String; 2]) -> String {
        let Tally {
            wins,
            draws,
            losses,
            costs,
        } = *self;
        let games = wins + draws + losses;
        let score = (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(games.max(1));
        // Half a game either way keeps a clean sheet finite.
        let kept = score.clamp(0.5 / f64::from(games.max(1)), 1.0 - 0.5 / f64::from(games.max(1)));
        let elo = -400.0 * (1.0 / kept - 1.0).log10();
        let cost = costs[0];
        format!(
            "| {} | {} | {games} | {wins} | {draws} | {losses} | {:.1} % | {elo:+.0} | {} | {} | {:.0} |",
            names[0],
            names[1],
            100.0 * score,
            cost.nodes / cost.moves.max(1),
            cost.most_nodes,
            cost.most_millis,
        )
    }
}

/// A game's moves and its end, on one line.
fn written(played: &Played) -> String {
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
