//! Calls that mine puzzles from games into a set, in steps. `draughts-puzzles` finds the shots.
use crate::convert::variant;
use crate::error::bad_params;
use crate::files::LARGEST_SHOTS;
use crate::library::games_found;
use crate::puzzles::sets::{MOST_PUZZLES, name};
use crate::puzzles::solving::themes;
use crate::stored_game::main_moves;
use crate::views::{VariantKey, view};
use crate::{ApiError, App, Call, ErrorKind};
use damier_store::{GameText, InSet};
use draughts::Variant;
use draughts::notation::pdn::{self, PdnSplitter};
use draughts::notation::tree::NodeId;
use draughts_puzzles::{GameScanner, Origin, ScanOutcome, ScanTally, can_mine, write_record};
use std::collections::VecDeque;

/// Number of positions per step: about 20 ms on a slow machine.
pub(super) const STEP: u64 = 60_000;
/// Maximum number of games opened per step; most end at once.
const OPENED: usize = 16;

view! {
    /// `beginMining` → `MiningView`: starts to search for shots in stored games (`games` by id, or those of a
    /// `search`), in a PDN file (`text`), or else in all games of the person in this variant. Shots go into the set
    /// with this name, without a name into that of the person's own games. Continue with `miningStep`.
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
    /// `miningStep {mining}` → `MiningView`; a later run ends it (`notFound`).
    pub struct MiningStep { pub mining: u32 }
}
view! {
    /// Progress of mining.
    #[cfg_attr(feature = "uniffi", uniffi(name = "MiningState"))]
    pub struct MiningView {
        pub mining: u32,
        /// Progress from 0 to 1.
        pub progress: f64,
        /// Number of games searched.
        pub games: u32,
        /// Games of other variants, which are not searched.
        pub others: Vec<OtherGames>,
        /// Number of positions searched, and their outcomes without zeros.
        pub positions: u32,
        pub outcomes: Vec<MiningOutcome>,
        /// Number of shots found, and of those that the games missed.
        pub found: u32,
        pub missed: u32,
        /// Number of shots that the set had already.
        pub known: u32,
        /// Set with the shots; null before the first.
        pub set: Option<i64>,
        /// The shots, if only one game is searched.
        pub shots: Vec<MinedShot>,
        pub done: bool,
    }
}
view! {
    /// Games of another variant.
    pub struct OtherGames {
        pub variant: VariantKey,
        pub games: u32,
        /// `true` if they can be searched: the variant has puzzles.
        pub minable: bool,
    }
}
view! {
    /// Number of positions with an outcome.
    pub struct MiningOutcome { pub reason: MiningReason, pub count: u32 }
}
view! {
    /// Outcome of a position. See `draughts_puzzles::ScanOutcome`.
    #[derive(PartialOrd, Ord)]
    pub enum MiningReason {
        /// It became a puzzle.
        Found,
        /// Nothing is gained by force.
        Quiet,
        /// The side to move is already ahead, so that a gain decides nothing.
        Ahead,
        /// A shot gains one man, and two are needed.
        TooSmall,
        /// The apparent shot is refuted.
        Refuted,
        /// Another first move wins as well.
        NotUnique,
        /// A later move can be replaced.
        Dual,
        /// It wins, but no line is forced to its end.
        NotForced,
        /// The solution is a single move, or only captures.
        NoIdea,
        /// Too many variations, or too much work.
        TooLarge,
        /// The same shot occurred a few moves earlier.
        Repeated,
    }
}
view! {
    /// A shot in a game.
    pub struct MinedShot {
        /// Id of its puzzle.
        pub puzzle: String,
        /// Number of moves before it.
        pub ply: u32,
        /// `true` if the game continued with another move.
        pub missed: bool,
        /// Themes: "mazette".
        pub themes: Vec<String>,
    }
}

/// Source of the games.
enum Games {
    Stored(VecDeque<i64>),
    File(PdnSplitter),
}

/// Players of a game; empty if unknown.
struct Players {
    white: String,
    black: String,
}

/// A running search.
struct Mining {
    number: u32,
    variant: Variant,
    name: String,
    games: Games,
    /// Number of games, or lines of a file, and of those before the current game.
    all: usize,
    gone: usize,
    /// Current game and its players.
    scanner: Option<(GameScanner, Players)>,
    /// Outcomes of the previous games.
    tally: ScanTally,
    view: MiningView,
}

/// Outcomes with their counts.
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
    /// Opens the next game of the variant; `None` at the end, or after `OPENED` others.
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
                    let mut game = pdn::read_game(&text, Some(self.variant));
                    // Without the tag GameType the moves tell which game it is.
                    if game.failure().is_some() {
                        let guessed = pdn::read_game(&text, None);
                        if guessed.failure().is_none() {
                            game = guessed;
                        }
                    }
                    let moves = main_moves(&game.tree);
                    // Text between games, or a game of which nothing can be played.
                    if game.is_empty() || moves.is_empty() && game.failure().is_some() {
                        continue;
                    }
                    let tag = |name| game.tags.get(name).unwrap_or_default().trim().to_owned();
                    let players = Players {
                        white: tag("White"),
                        black: tag("Black"),
                    };
                    (game.tree.position(NodeId::ROOT), moves, players)
                }
            };
            if start.variant() == self.variant {
                return Ok(Some((
                    GameScanner::new(start, moves, app.assets.engine.clone()),
                    players,
                )));
            }
            self.pass_over(start.variant());
        }
        Ok(None)
    }

    /// Counts a game of another variant.
    fn pass_over(&mut self, of: Variant) {
        let others = &mut self.view.others;
        match others.iter_mut().find(|other| other.variant == of.into()) {
            Some(other) => other.games += 1,
            None => others.push(OtherGames {
                variant: of.into(),
                games: 1,
                minable: can_mine(of),
            }),
        }
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

    /// Updates the progress, which never goes back: a game counts when the next one is opened.
    fn advance(&mut self) {
        // The current game adds its fraction.
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
            return Err(bad_params(format!("there are no puzzles in {of} draughts")));
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
                return Err(bad_params(format!("a text has at most {LARGEST_SHOTS} bytes")));
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
                others: Vec::new(),
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
