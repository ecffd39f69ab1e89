//! `damier review`: the review of games, and its check against deeper searches.
use crate::Status;
use crate::game::variant;
use clap::Args;
use draughts::notation::movetext;
use draughts::notation::pdn::{self, GameResult as PdnResult};
use draughts::{Game, Variant};
use draughts_engine::review::{self, GameResult, Judged, Quality, Review as Reviewed, SearchedPosition};
use draughts_engine::{EngineAssets, Limits, Score, Search, Task, TranspositionTable, no_clock};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Size of the table of a review, in MiB, as in the app.
const TABLE: usize = 16;
/// Size of the table of a check, in MiB. It is kept from position to position.
const CHECKING_TABLE: usize = 256;
/// Loss from which a move is an error that a review should mark, in centipawns.
const ERROR: i32 = 50;
/// Part of the loss of an inaccuracy that deep searches must find to confirm a mark: a loss just below it is no false mark.
const CONFIRMING: f64 = 2.0 / 3.0;
/// A check first searches each position with this part of its nodes.
const SCREENING: u64 = 5;
/// Loss by that first search from which a move is checked with all its nodes, in centipawns.
const SUSPECT: i32 = 25;

/// Review the games of PDN files: weak moves and the turning point, as the app does
///
/// `FILE:N: MOVES moves`, then a line for each weak move: its number, the move, `?` or `??` (an inaccuracy has no
/// sign, since `?!` is praise in draughts), the expected results before and after it in percent, the depth, and `turning
/// point` behind one of them.
///
/// --check NODES compares each review with searches of its own. It searches every position with a choice with a fifth of NODES,
/// from the end of the game to its start, then with NODES those around each mark, each loss of a quarter of a man and each turning
/// point. It prints the share of the marks that these searches confirm (with at least two thirds of the loss from which a move is
/// marked), of the errors of half a man (that they would mark) without a mark, and of the games with the same turning point. --log
/// keeps the scores of each game as a line of JSON; games in it are reviewed again, but not searched again.
#[derive(Args)]
pub(crate) struct Review {
    /// The rules of games without a GameType tag; by default guessed from their squares and moves
    #[arg(long, value_parser = variant)]
    variant: Option<Variant>,
    /// Compare with searches of this many positions
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    check: Option<u64>,
    /// Keep the scores of a check in this file, and do not search games again that are in it
    #[arg(long, value_name = "FILE", requires = "check")]
    log: Option<PathBuf>,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The files
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// A game of a file.
struct Listed {
    /// The file's name and the number of the game in it.
    name: String,
    game: Game,
    result: Option<GameResult>,
}

/// The scores of a game's positions by deep searches, in centipawns. They take long, so they are logged.
#[derive(Serialize, Deserialize)]
struct Truth {
    name: String,
    deep: Vec<Option<i32>>,
}

/// A checked game: moves by number, 0 the first.
struct Checked {
    name: String,
    variant: Variant,
    moves: usize,
    /// The marked moves.
    marks: Vec<usize>,
    /// The marks that the deep searches confirm.
    confirmed: Vec<usize>,
    /// Errors of half a man by the deep searches.
    errors: Vec<usize>,
    /// The turning point by the review, and by the deep searches.
    turning: [Option<usize>; 2],
}

impl Review {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let mut games = Vec::new();
        for path in &self.files {
            match fs::read(path) {
                Ok(bytes) => {
                    let file = path.file_name().unwrap_or_default().to_string_lossy();
                    games.extend(self.listed(&file, &bytes));
                }
                Err(error) => {
                    eprintln!("error: {}: {error}", path.display());
                    return Ok(Status::BadInput);
                }
            }
        }
        if let Some(nodes) = self.check {
            return self.check(&games, nodes, assets, out);
        }
        for listed in &games {
            let review = reviewed(listed, assets);
            tell(listed, &review, out)?;
        }
        Ok(Status::Good)
    }

    fn listed(&self, file: &str, bytes: &[u8]) -> Vec<Listed> {
        let mut splitter = pdn::PdnSplitter::guessing();
        splitter.push(bytes);
        splitter.finish();
        let mut games = Vec::new();
        while let Some(text) = splitter.next_game() {
            let read = pdn::read_game(&text, self.variant);
            if read.is_empty() || !read.whole {
                continue;
            }
            let ended = read.game();
            // Without its result, so that the last position is searched.
            let mut game = Game::from_position(*ended.start()).with_options(ended.options());
            for mv in ended.moves() {
                if game.play(mv).is_err() {
                    break;
                }
            }
            games.push(Listed {
                name: format!("{file}:{}", games.len() + 1),
                game,
                result: match read.result {
                    PdnResult::Win(side) => Some(GameResult::Won(side)),
                    PdnResult::Draw => Some(GameResult::Drawn),
                    PdnResult::BothLose | PdnResult::Unknown => None,
                },
            });
        }
        games
    }

    fn check(
        &self,
        games: &[Listed],
        nodes: u64,
        assets: &EngineAssets,
        out: &mut impl Write,
    ) -> io::Result<Status> {
        let mut known: HashMap<String, Truth> = HashMap::new();
        if let Some(log) = self.log.as_ref().filter(|log| log.exists()) {
            for line in BufReader::new(File::open(log)?).lines() {
                let truth: Truth = serde_json::from_str(&line?)?;
                known.insert(truth.name.clone(), truth);
            }
        }
        let (next, checked) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            let work = || -> io::Result<()> {
                while let Some(listed) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let review = reviewed(listed, assets);
                    let found = known.get(&listed.name).map(|truth| truth.deep.clone());
                    let is_new = found.is_none();
                    let truth = Truth {
                        name: listed.name.clone(),
                        deep: found.unwrap_or_else(|| deep_scores(listed, &review, nodes, assets)),
                    };
                    let one = compare(listed, &review, &truth.deep);
                    let mut checked = checked.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some(log) = self.log.as_ref().filter(|_| is_new) {
                        let mut file = OpenOptions::new().create(true).append(true).open(log)?;
                        writeln!(file, "{}", serde_json::to_string(&truth)?)?;
                    }
                    checked.push(one);
                }
                Ok(())
            };
            let threads: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().expect("a check does not panic"))
        })?;
        let mut checked = checked.into_inner().unwrap_or_else(PoisonError::into_inner);
        checked.sort_by(|a: &Checked, b| (a.variant.key(), &a.name).cmp(&(b.variant.key(), &b.name)));
        print(&checked, out)?;
        Ok(Status::Good)
    }
}

/// Reviews a game as the app does.
fn reviewed(listed: &Listed, assets: &EngineAssets) -> Reviewed {
    let mut found: Vec<Option<SearchedPosition>> = vec![None; listed.game.positions().len()];
    loop {
        let review = review::review(&listed.game, &found, listed.result);
        let Some(next) = review.next else { return review };
        let table = TranspositionTable::new(TABLE);
        found[next.ply] = Some(search(&listed.game, next.ply, next.nodes, assets, table).0);
    }
}

fn search(
    game: &Game,
    ply: usize,
    nodes: u64,
    assets: &EngineAssets,
    table: TranspositionTable,
) -> (SearchedPosition, TranspositionTable) {
    let mut before = Game::from_position(*game.start()).with_options(game.options());
    for mv in &game.moves()[..ply] {
        before.play(mv).expect("it was played");
    }
    let mut search = Search::new(
        &before,
        Task::within(Limits::nodes(nodes)),
        assets,
        table,
        no_clock,
    );
    while !search.step(1 << 16) {}
    let info = search.info();
    let searched = SearchedPosition {
        score: info.score,
        line: info.line,
        depth: info.depth,
        nodes,
    };
    (searched, search.into_table())
}

/// Searches the positions of a game deeply.
fn deep_scores(listed: &Listed, review: &Reviewed, nodes: u64, assets: &EngineAssets) -> Vec<Option<i32>> {
    let game = &listed.game;
    let marks: Vec<usize> = weak(review).collect();
    let count = game.moves().len();
    let mut found: Vec<Option<SearchedPosition>> = vec![None; count + 1];
    let mut table = TranspositionTable::new(CHECKING_TABLE);
    let mut look = |found: &mut Vec<Option<SearchedPosition>>, ply: usize, nodes: u64| {
        let next = found.get(ply + 1).and_then(Option::as_ref);
        if let Some(next) = next
            && game.positions()[ply].legal_moves().len() == 1
        {
            let mut forced = next.clone();
            forced.score = -next.score;
            forced.line = vec![game.moves()[ply]];
            found[ply] = Some(forced);
            return;
        }
        let used = std::mem::replace(&mut table, TranspositionTable::new(0));
        let (mut searched, used) = search(game, ply, nodes, assets, used);
        table = used;
        // The better of two equally deep searches holds.
        if let Some(next) = next.filter(|next| next.nodes >= nodes) {
            searched.score = searched.score.max(-next.score);
        }
        searched.nodes = nodes;
        found[ply] = Some(searched);
    };
    let last = if game.outcome().is_some() {
        count
    } else {
        count + 1
    };
    for ply in (0..last).rev() {
        look(&mut found, ply, nodes / SCREENING);
    }
    let lost = |found: &[Option<SearchedPosition>], at: usize| {
        let score = |at: usize| Some(found.get(at)?.as_ref()?.score.centipawns());
        score(at).zip(score(at + 1)).map(|(before, after)| before + after)
    };
    loop {
        let screened = review::review(game, &found, listed.result);
        let suspects = (0..count).filter(|at| lost(&found, *at).is_none_or(|lost| lost >= SUSPECT));
        let turning = [review.turning, screened.turning].into_iter().flatten();
        let around: HashSet<usize> = suspects
            .chain(marks.iter().copied())
            .chain(turning.flat_map(|at| [at, at + 1]))
            .flat_map(|at| [at, at + 1])
            .collect();
        let is_left = |at: usize| found[at].as_ref().is_some_and(|searched| searched.nodes < nodes);
        let Some(ply) = (0..last).rev().find(|at| around.contains(at) && is_left(*at)) else {
            break;
        };
        // The value of a forced move is that of the position after it.
        let is_forced = |at: &usize| game.positions()[*at].legal_moves().len() == 1;
        let choice = (ply..last - 1).find(|at| !is_forced(at)).unwrap_or(last - 1);
        for at in (ply..=choice).rev() {
            look(&mut found, at, nodes);
        }
    }
    found
        .iter()
        .map(|found| found.as_ref().map(|found| found.score.centipawns()))
        .collect()
}

/// Compares a review with deep scores.
fn compare(listed: &Listed, review: &Reviewed, deep: &[Option<i32>]) -> Checked {
    let game = &listed.game;
    let variant = game.variant();
    let found: Vec<Option<SearchedPosition>> = deep
        .iter()
        .map(|score| {
            let score = Score::cp((*score)?);
            Some(SearchedPosition {
                score,
                line: Vec::new(),
                depth: 0,
                nodes: review::CONFIRMING_NODES,
            })
        })
        .collect();
    let truth = review::review(game, &found, listed.result);
    let lost = |at: usize| match (deep[at], deep.get(at + 1).copied().flatten()) {
        (Some(before), Some(after)) => before + after,
        _ => i32::MAX,
    };
    let marks: Vec<usize> = weak(review).collect();
    let holds = |at: &usize| {
        let judged = truth.moves[*at].as_ref();
        // The chance, -1 to 1, falls by twice as much as the expected result.
        let dropped = |judged: &Judged| 2.0 * (judged.before - judged.after);
        judged.is_some_and(|judged| {
            judged.quality.is_weak() || dropped(judged) >= CONFIRMING * Quality::INACCURATE
        })
    };
    Checked {
        name: listed.name.clone(),
        variant,
        moves: game.moves().len(),
        confirmed: marks.iter().copied().filter(holds).collect(),
        marks,
        errors: weak(&truth).filter(|at| lost(*at) >= ERROR).collect(),
        turning: [review.turning, truth.turning],
    }
}

/// The weak moves of a review by number, 0 the first.
fn weak(review: &Reviewed) -> impl Iterator<Item = usize> {
    let moves = review.moves.iter().enumerate();
    moves.filter_map(|(at, judged)| judged.as_ref()?.quality.is_weak().then_some(at))
}

fn tell(listed: &Listed, review: &Reviewed, out: &mut impl Write) -> io::Result<()> {
    let game = &listed.game;
    writeln!(out, "{}: {} moves", listed.name, game.moves().len())?;
    for at in weak(review) {
        let Some(judged) = &review.moves[at] else { continue };
        let position = &game.positions()[at];
        let first = game.start().turn() != position.variant().rules().first;
        let number = (at + usize::from(first)) / 2 + 1;
        let dots = if position.turn() == position.variant().rules().first {
            "."
        } else {
            "…"
        };
        let percent = |share: f64| (100.0 * share).round();
        writeln!(
            out,
            "  {number}{dots} {}{}  {} % to {} %  depth {}{}",
            movetext::write(position, &game.moves()[at]),
            judged.quality.signs().strength.map_or("", |sign| sign.text()),
            percent(judged.before),
            percent(judged.after),
            judged.depth,
            if review.turning == Some(at) {
                "  turning point"
            } else {
                ""
            }
        )?;
    }
    Ok(())
}

/// Prints a table by variant, and the games that differ.
fn print(checked: &[Checked], out: &mut impl Write) -> io::Result<()> {
    let mut rows: Vec<(&str, Vec<&Checked>)> = Vec::new();
    for one in checked {
        match rows.iter_mut().find(|row| row.0 == one.variant.key()) {
            Some(row) => row.1.push(one),
            None => rows.push((one.variant.key(), vec![one])),
        }
    }
    rows.push(("all", checked.iter().collect()));
    writeln!(
        out,
        "| game | games | moves | marks | confirmed | errors | missed | same turning point |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|")?;
    for (name, games) in &rows {
        let sum = |count: fn(&Checked) -> usize| games.iter().map(|one| count(one)).sum::<usize>();
        let share = |part: usize, whole: usize| match whole {
            0 => "–".to_owned(),
            _ => format!("{part} ({:.1} %)", 100.0 * part as f64 / whole as f64),
        };
        let (marks, errors) = (sum(|one| one.marks.len()), sum(|one| one.errors.len()));
        writeln!(
            out,
            "| {name} | {} | {} | {marks} | {} | {errors} | {} | {} |",
            games.len(),
            sum(|one| one.moves),
            share(sum(|one| one.confirmed.len()), marks),
            share(sum(|one| missed(one).count()), errors),
            share(
                sum(|one| usize::from(one.turning[0] == one.turning[1])),
                games.len()
            ),
        )?;
    }
    writeln!(out)?;
    for one in checked {
        let doubted: Vec<&usize> = one
            .marks
            .iter()
            .filter(|at| !one.confirmed.contains(at))
            .collect();
        let missed: Vec<&usize> = missed(one).collect();
        let same = one.turning[0] == one.turning[1];
        if !doubted.is_empty() || !missed.is_empty() || !same {
            let turning = if same {
                String::new()
            } else {
                format!(
                    ", turning point {:?} instead of {:?}",
                    one.turning[0], one.turning[1]
                )
            };
            writeln!(
                out,
                "{}: not confirmed {doubted:?}, missed {missed:?}{turning}",
                one.name
            )?;
        }
    }
    Ok(())
}

/// The errors without a mark.
fn missed(one: &Checked) -> impl Iterator<Item = &usize> {
    one.errors.iter().filter(|at| !one.marks.contains(at))
}
