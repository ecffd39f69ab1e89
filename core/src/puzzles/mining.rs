//! Calls that dig puzzles out of games, step by step, into a set. What a shot is, the miner knows.
use crate::convert::variant;
use crate::error::bad_params;
use crate::files::LARGEST_SHOTS;
use crate::library::games_found;
use crate::puzzles::sets::{MOST_PUZZLES, name};
use crate::puzzles::solving::themes;
use crate::stored_game::main_moves;
use crate::views::view;
use crate::{ApiError, App, Call, ErrorKind};
use damier_store::{GameText, InSet};
use draughts::Variant;
use draughts::notation::pdn::{self, PdnSplitter};
use draughts::notation::tree::NodeId;
use draughts_puzzles::{GameScanner, Origin, ScanOutcome, ScanTally, can_mine, write_record};
use std::collections::VecDeque;

/// Positions entered in one step of mining: some 20 ms where the program is slow.
pub(super) const STEP: u64 = 60_000;
/// Games of a file that are opened in one step, at most: nearly all are over at a glance.
const OPENED: usize = 16;

view! {
    /// `beginMining` → `MiningView`: looks for shots in stored games (`games` by id, or those of a `search`) or in the
    /// PDN of a file (`text`), else in all that the person has played, of this variant; what is found goes into the set of this name at once. Without a name into
    /// that of the person's own games. Go on with `miningStep`.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct BeginMining {
        pub variant: String,
        pub games: Option<Vec<i64>>,
        pub search: Option<u32>,
        pub text: Option<String>,
        pub name: Option<String>,
    }
}
view! {
    /// `miningStep {mining}` → `MiningView`; one begun later ends it (`notFound`).
    pub struct MiningStep { pub mining: u32 }
}
view! {
    /// How far the search for shots in games is.
    #[cfg_attr(feature = "uniffi", uniffi(name = "MiningState"))]
    pub struct MiningView {
        pub mining: u32,
        /// 0 to 1.
        pub progress: f64,
        /// Games of the variant looked through.
        pub games: u32,
        /// Positions looked at, and what came of them; what came of none is left out.
        pub positions: u32,
        pub outcomes: Vec<MiningOutcome>,
        /// Shots found, and how many of them the games missed.
        pub found: u32,
        pub missed: u32,
        /// Those that were in the set already.
        pub known: u32,
        /// Where they are; null before the first.
        pub set: Option<i64>,
        /// The shots themselves, where one game alone is looked through.
        pub shots: Vec<MinedShot>,
        pub done: bool,
    }
}
view! {
    /// What came of so many positions.
    pub struct MiningOutcome { pub reason: MiningReason, pub count: u32 }
}
view! {
    /// What came of a position, and why it is no puzzle.
    #[derive(PartialOrd, Ord)]
    pub enum MiningReason {
        /// A puzzle.
        Found,
        /// Nothing forces a gain.
        Quiet,
        /// The side to move is ahead already: what it wins decides nothing.
        Ahead,
        /// A shot wins one man, where two decide.
        TooSmall,
        /// What looked like a shot is refuted.
        Refuted,
        /// Another first move wins as well.
        NotUnique,
        /// A later move can be replaced by another.
        Dual,
        /// It wins, but by no line that is forced to its end.
        NotForced,
        /// One move solves it, or captures alone.
        NoIdea,
        /// More variations, or more work, than a puzzle may have.
        TooLarge,
        /// The game had the same shot a few moves before.
        Repeated,
    }
}
view! {
    /// A shot that was found in a game.
    pub struct MinedShot {
        /// The puzzle it became, by its id.
        pub puzzle: String,
        /// Moves made before it, from 0.
        pub ply: u32,
        /// The game went on with another move.
        pub missed: bool,
        /// What makes it work: "mazette".
        pub themes: Vec<String>,
    }
}

/// Where games come from.
enum Games {
    Stored(VecDeque<i64>),
    File(PdnSplitter),
}

/// Whose a game was; empty where it is not known.
struct Players {
    white: String,
    black: String,
}

/// Mining that goes on from call to call.
struct Mining {
    number: u32,
    variant: Variant,
    name: String,
    games: Games,
    /// How many games there are, or lines of a file; and how many of them came before the game at hand.
    all: usize,
    gone: usize,
    /// The game at hand, and whose it was.
    scanner: Option<(GameScanner, Players)>,
    /// What came of the positions of the games before it.
    tally: ScanTally,
    view: MiningView,
}

/// What came of these positions.
fn outcomes(tally: &ScanTally) -> Vec<MiningOutcome> {
    let reason = |outcome| match outcome {
        ScanOutcome::Found => MiningReason::Found,
        ScanOutcome::Quiet => MiningReason::Quiet,
        ScanOutcome::Ahead => MiningReason::Ahead,
        ScanOutcome::TooSmall => MiningReason::TooSmall,
        ScanOutcome::Refuted => MiningReason::Refuted,
        ScanOutcome::NotUnique => MiningReason::NotUnique,
        ScanOutcome::Dual => MiningReason::Dual,
        ScanOutcome::NotForced => MiningReason::NotForced,
        ScanOutcome::NoIdea => MiningReason::NoIdea,
        ScanOutcome::TooLarge => MiningReason::TooLarge,
        ScanOutcome::Repeated => MiningReason::Repeated,
    };
    ScanOutcome::ALL
        .into_iter()
        .map(|outcome| MiningOutcome {
            reason: reason(outcome),
            count: tally.count(outcome),
        })
        .filter(|outcome| outcome.count > 0)
        .collect()
}

impl Mining {
    /// The next game of the variant; `None` where there is none, or `OPENED` were of another.
    fn open(&mut self, app: &App) -> Result<Option<(GameScanner, Players)>, ApiError> {
        for _ in 0..OPENED {
            let (start, moves, players) = match &mut self.games {
                Games::Stored(games) => {
                    let Some(id) = games.pop_front() else {
                        self.view.done = true;
                        return Ok(None);
                    };
                    self.gone = self.all - games.len() - 1;
                    let (Some(row), Some(body)) = (app.store.library_row(id)?, app.store.body(id)?) else {
                        continue;
                    };
                    let players = Players {
                        white: row.facts.white.clone(),
                        black: row.facts.black.clone(),
                    };
                    match GameText::of(&row.facts, &body) {
                        Ok((game, _)) => (*game.tree.start(), main_moves(&game.tree), players),
                        Err(_) => continue,
                    }
                }
                Games::File(splitter) => {
                    let Some(text) = splitter.next_game() else {
                        self.view.done = true;
                        return Ok(None);
                    };
                    self.gone = text.start().line as usize;
                    let game = pdn::read_game(&text, Some(self.variant));
                    let tag = |name| game.tags.get(name).unwrap_or_default().trim().to_owned();
                    let players = Players {
                        white: tag("White"),
                        black: tag("Black"),
                    };
                    (game.tree.position(NodeId::ROOT), main_moves(&game.tree), players)
                }
            };
            if start.variant() == self.variant {
                return Ok(Some((
                    GameScanner::new(start, moves, app.assets.engine.clone()),
                    players,
                )));
            }
        }
        Ok(None)
    }

    fn step(&mut self, app: &App) -> Result<(), ApiError> {
        if self.scanner.is_none() {
            self.scanner = self.open(app)?;
        }
        let Some((scanner, players)) = &mut self.scanner else {
            return Ok(());
        };
        if let Some(shot) = scanner.step(STEP) {
            let profile = app.profile.id;
            let set = app
                .store
                .set_named(profile, self.variant.key(), &self.name, app.now())?;
            let puzzle = shot.found.into_puzzle(Origin::Game);
            if self.all == 1 {
                self.view.shots.push(MinedShot {
                    puzzle: puzzle.id.clone(),
                    ply: shot.ply as u32,
                    missed: shot.missed,
                    themes: themes(&puzzle),
                });
            }
            let entry = InSet {
                record: write_record(&puzzle),
                puzzle: puzzle.id,
                white: players.white.clone(),
                black: players.black.clone(),
                ply: Some(shot.ply as u32),
                missed: shot.missed,
            };
            let full = app
                .store
                .puzzle_set(profile, set)?
                .is_some_and(|set| set.puzzles >= MOST_PUZZLES);
            self.view.set = Some(set);
            if full {
                self.view.done = true;
            } else if app.store.put_in_set(set, &entry)? {
                self.view.found += 1;
                self.view.missed += u32::from(entry.missed);
            } else {
                self.view.known += 1;
            }
        }
        let mut tally = self.tally;
        tally.add(scanner.tally());
        self.view.positions = tally.positions();
        self.view.outcomes = outcomes(&tally);
        if scanner.is_done() {
            self.view.games += 1;
            self.tally = tally;
            self.scanner = None;
        }
        Ok(())
    }

    /// How far it is. A game that has been looked through is gone only when the next is opened: never back meanwhile.
    fn advance(&mut self) {
        // What a game at hand adds is little in a file of many lines, and all of it where there is one game.
        let of_game = self
            .scanner
            .as_ref()
            .map_or(0.0, |(scanner, _)| scanner.progress());
        let progress = (self.gone as f64 + of_game) / self.all.max(1) as f64;
        self.view.progress = if self.view.done {
            1.0
        } else {
            progress.min(1.0).max(self.view.progress)
        };
    }
}

impl Call for BeginMining {
    type Reply = MiningView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let of = variant(&self.variant)?;
        if !can_mine(of) {
            return Err(bad_params(format!("no puzzles are made of {of} draughts")));
        }
        app.assets.need_tables(of)?;
        let (games, all) = match (self.games, self.search, self.text) {
            (Some(games), ..) => {
                let games: VecDeque<i64> = games.into();
                let all = games.len();
                (Games::Stored(games), all)
            }
            (None, Some(search), _) => {
                let games = VecDeque::from(games_found(app, search)?);
                let all = games.len();
                (Games::Stored(games), all)
            }
            (None, None, Some(text)) if text.len() <= LARGEST_SHOTS => {
                let mut splitter = PdnSplitter::new();
                splitter.push(text.as_bytes());
                splitter.finish();
                (Games::File(splitter), text.lines().count())
            }
            (None, None, Some(_)) => {
                return Err(bad_params(format!("a text of {LARGEST_SHOTS} bytes at most")));
            }
            (None, None, None) => {
                let games = VecDeque::from(app.store.played_games(app.profile.id, of.key())?);
                let all = games.len();
                (Games::Stored(games), all)
            }
        };
        let name = match &self.name {
            Some(text) => name(text)?.to_owned(),
            None => String::new(),
        };
        let number = app.states.number();
        let mining = Mining {
            number,
            variant: of,
            name,
            games,
            all,
            gone: 0,
            scanner: None,
            tally: ScanTally::default(),
            view: MiningView {
                mining: number,
                progress: 0.0,
                games: 0,
                positions: 0,
                outcomes: Vec::new(),
                found: 0,
                missed: 0,
                known: 0,
                set: None,
                shots: Vec::new(),
                done: false,
            },
        };
        let view = mining.view.clone();
        *app.states.of() = Some(mining);
        Ok(view)
    }
}

impl Call for MiningStep {
    type Reply = MiningView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let mining = app
            .states
            .of::<Option<Mining>>()
            .take_if(|mining| mining.number == self.mining);
        let mut mining =
            mining.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no mining {}", self.mining)))?;
        mining.step(app)?;
        mining.advance();
        let view = mining.view.clone();
        if !view.done {
            *app.states.of() = Some(mining);
        }
        Ok(view)
    }
}
