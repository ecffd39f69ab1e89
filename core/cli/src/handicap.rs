//! `damier handicap`: measures handicaps between levels. Its file of games can be continued.
use crate::Status;
use crate::game::Rules;
use crate::match_games::{Player, handicap_opening, play};
use crate::moves::line;
use clap::Args;
use draughts::{Handicap as Fewer, Side, Variant};
use draughts_engine::{EngineAssets, handicap_table};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;

/// Measure handicaps: the stronger of two levels starts with fewer men, alternately as White and as Black
///
/// Each game is appended to FILE as soon as it is over, so that an interrupted match can be continued. The same seed gives the
/// same games. --table prints the content of FILE in the form of core/data/handicap.
#[derive(Args)]
pub(crate) struct Handicap {
    #[command(flatten)]
    rules: Rules,
    /// The file to append the games to
    #[arg(long)]
    file: PathBuf,
    /// Cells to play: STRONGER:WEAKER:MEN, such as 8:6:2
    cells: Vec<String>,
    /// Games for each cell
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Random plies before the players begin
    #[arg(long, default_value_t = 4)]
    plies: usize,
    /// The seed of the openings and of the levels
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Let the men follow each result, as the app proposes them to two people; the file stays as it is
    #[arg(long, conflicts_with = "table")]
    follow: bool,
    /// Print the table of all cells in the file
    #[arg(long)]
    table: bool,
    /// Print one line of JSON a cell
    #[arg(long, conflicts_with = "table")]
    json: bool,
}

/// A cell of the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    stronger: String,
    weaker: String,
    men: u8,
}

impl Name {
    fn read(text: &str) -> Option<Name> {
        let mut parts = text.split(':');
        let (stronger, weaker, men) = (parts.next()?, parts.next()?, parts.next()?.parse().ok()?);
        let name = Name {
            stronger: stronger.into(),
            weaker: weaker.into(),
            men,
        };
        parts.next().is_none().then_some(name)
    }
}

/// Games in the file by cell: their numbers, and the stronger player's results.
type Known = BTreeMap<Name, (BTreeSet<u32>, handicap_table::Tally)>;

impl Handicap {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let mut known = self.known()?;
        for text in &self.cells {
            let Some(name) = Name::read(text) else {
                eprintln!("error: {text:?} is no cell: STRONGER:WEAKER:MEN");
                return Ok(Status::BadInput);
            };
            let players = [&name.stronger, &name.weaker].map(|key| Player::read(self.rules.variant, key));
            let players = match players {
                [Ok(stronger), Ok(weaker)] => [stronger, weaker],
                [Err(error), _] | [_, Err(error)] => {
                    eprintln!("error: {error}");
                    return Ok(Status::BadInput);
                }
            };
            if self.follow {
                self.series(&name, &players, assets, out)?;
                continue;
            }
            let (over, tally) = known.entry(name.clone()).or_default();
            for number in (0..self.games)
                .filter(|number| !over.contains(number))
                .collect::<Vec<_>>()
            {
                let Some((points, _)) = self.game(name.men as i8, &players, assets, number) else {
                    eprintln!("error: {} men are too many", name.men);
                    return Ok(Status::BadInput);
                };
                self.note(&name, number, points)?;
                tally.add(points);
                over.insert(number);
            }
            if self.json {
                let Name {
                    stronger,
                    weaker,
                    men,
                } = &name;
                let handicap_table::Tally { wins, draws, losses } = *tally;
                let cell = json!({
                    "stronger": stronger, "weaker": weaker, "men": men,
                    "wins": wins, "draws": draws, "losses": losses,
                    "score": tally.score(), "error": tally.error(),
                });
                line(out, &cell)?;
            } else {
                writeln!(out, "{}", row(&name, *tally))?;
            }
            out.flush()?;
        }
        if self.table {
            write!(out, "{}", table(self.rules.variant, &known))?;
        }
        Ok(Status::Good)
    }

    /// Plays a series in which the men follow each result, and prints its score and the men of its second half.
    fn series(
        &self,
        name: &Name,
        players: &[Player; 2],
        assets: &EngineAssets,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let (mut men, mut all, mut tally) = (name.men as i8, Vec::new(), handicap_table::Tally::default());
        for number in 0..self.games {
            let Some((points, margin)) = self.game(men, players, assets, number) else {
                break;
            };
            tally.add(points);
            all.push(men);
            men = handicap_table::followed(men, 2 - points, margin);
        }
        let late = &all[all.len() / 2..];
        let mean = late.iter().map(|&men| f64::from(men)).sum::<f64>() / late.len().max(1) as f64;
        let text = row(name, tally);
        writeln!(out, "{text}, following; {mean:.1} men in the second half")
    }

    /// Plays one game in which the stronger gives `men`, and returns the stronger player's half points, 2 for a win, and the
    /// difference of pieces at the end. `None` if the side has too few men.
    fn game(
        &self,
        men: i8,
        players: &[Player; 2],
        assets: &EngineAssets,
        number: u32,
    ) -> Option<(u8, usize)> {
        let variant = self.rules.variant;
        let stronger = if number.is_multiple_of(2) {
            Side::White
        } else {
            Side::Black
        };
        let (given, taken) = (men.max(0) as u8, (-men).max(0) as u8);
        let fewer = match stronger {
            Side::White => Fewer {
                white: given,
                black: taken,
            },
            Side::Black => Fewer {
                white: taken,
                black: given,
            },
        };
        let start = fewer.start(variant).ok()?;
        let seed = self
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(u64::from(number) / 2);
        let opening = handicap_opening(&start, self.plies, seed, assets);
        let [one, other] = players;
        let seated = if stronger == Side::White {
            [one, other]
        } else {
            [other, one]
        };
        let played = play(opening, seated, assets, self.seed.wrapping_add(u64::from(number)));
        let points = match played.winner {
            None => 1,
            Some(side) if side == stronger => 2,
            Some(_) => 0,
        };
        let white = played
            .game
            .position()
            .pieces()
            .filter(|(_, piece)| piece.side == Side::White);
        let (white, all) = (white.count(), played.game.position().pieces().count());
        Some((points, white.abs_diff(all - white)))
    }

    fn note(&self, name: &Name, number: u32, points: u8) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.file)?;
        let Name {
            stronger,
            weaker,
            men,
        } = name;
        writeln!(
            file,
            "{}\t{stronger}\t{weaker}\t{men}\t{number}\t{points}",
            self.rules.variant
        )
    }

    /// Reads the games in the file. The game of a truncated line is played again.
    fn known(&self) -> io::Result<Known> {
        let text = match std::fs::read_to_string(&self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let mut known = Known::new();
        for line in text
            .split_inclusive('\n')
            .filter_map(|line| line.strip_suffix('\n'))
        {
            let fields: Vec<&str> = line.split('\t').collect();
            let [variant, stronger, weaker, men, number, points] = fields[..] else {
                continue;
            };
            let (Ok(men), Ok(number), Ok(points)) = (men.parse(), number.parse(), points.parse()) else {
                continue;
            };
            let name = Name {
                stronger: stronger.into(),
                weaker: weaker.into(),
                men,
            };
            if variant == self.rules.variant.key() {
                let (over, tally) = known.entry(name).or_default();
                if over.insert(number) {
                    tally.add(points);
                }
            }
        }
        Ok(known)
    }
}

fn row(name: &Name, tally: handicap_table::Tally) -> String {
    let Name {
        stronger,
        weaker,
        men,
    } = name;
    let handicap_table::Tally { wins, draws, losses } = tally;
    format!(
        "{stronger} gives {weaker} {men}: +{wins} ={draws} -{losses}, {:.1} ± {:.1} %",
        100.0 * tally.score(),
        100.0 * tally.error()
    )
}

/// The table in the format that the program reads.
fn table(variant: Variant, known: &Known) -> String {
    let cells = known.iter().map(|(Name { stronger, weaker, men }, (_, tally))| {
        let handicap_table::Tally { wins, draws, losses } = tally;
        format!(
            "\n[[cell]]\nstronger = {stronger:?}\nweaker = {weaker:?}\nmen = {men}\nwins = {wins}\ndraws = {draws}\nlosses = {losses}\n"
        )
    });
    format!(
        "# Handicaps in {variant} draughts: games between levels, the stronger with fewer men.\n# Made by `damier handicap`; won, drawn and lost by the stronger.\n{}",
        cells.collect::<String>()
    )
}
