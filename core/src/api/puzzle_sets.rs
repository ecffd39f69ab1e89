//! Calls for sets of puzzles: those dug out of games, in steps, and those put together by hand; as a file, and as a sheet
//! to print. Judges no move; that is `puzzles`.
use super::calls::Done;
use super::library::games_found;
use super::puzzles::{PuzzleSummary, known, summary};
use super::show::variant;
use super::views::{BoardView, PositionView, view};
use super::{ApiError, App, Call, ErrorKind};
use crate::endgame::missing;
use crate::notation::pdn::{self, GameResult, PdnSplitter, Tags};
use crate::notation::tree::{GameTree, NodeId, Step};
use crate::puzzle::{
    Choice, Origin, Puzzle, Quarry, can_mine, main_line, read_record, write_record, write_solution,
};
use crate::store::{GameText, InSet, PuzzleSet};
use crate::{Move, Variant};
use std::collections::VecDeque;

/// Positions entered in one step of digging: some 20 ms where the program is slow.
const STEP: u64 = 60_000;
/// Games of a file that are opened in one step, at most: nearly all are over at a glance.
const OPENED: usize = 16;
/// Bytes of a file of games.
const MOST: usize = 32 << 20;
/// Puzzles in a set.
const MOST_PUZZLES: u32 = 2_000;
/// Letters of a name.
const LONGEST_NAME: usize = 200;

view! {
    /// `puzzleSets {variant}` → `PuzzleSetView[]`: the one that a person's own games fill first, then the newest.
    pub struct PuzzleSets { pub variant: String }
}
view! {
    pub struct PuzzleSetView {
        pub set: i64,
        pub variant: String,
        /// Empty: the one that a person's own games fill.
        pub name: String,
        pub puzzles: u32,
        pub solved: u32,
    }
}
view! {
    /// `puzzleSet {set}` → `PuzzleSetPage`.
    pub struct OpenPuzzleSet { pub set: i64 }
}
view! {
    pub struct PuzzleSetPage {
        pub set: PuzzleSetView,
        pub board: BoardView,
        pub puzzles: Vec<PuzzleInSet>,
    }
}
view! {
    pub struct PuzzleInSet {
        pub summary: PuzzleSummary,
        /// Whose game it was; empty where it was none's.
        pub title: String,
        /// Where in the game, from 0; null where it was in none.
        pub ply: Option<u32>,
        /// The game went on with another move.
        pub missed: bool,
    }
}
view! {
    /// `puzzleSheet {set}` → `PuzzleSheetView`: to print, solutions and all. Counts as no attempt.
    pub struct PuzzleSheet { pub set: i64 }
}
view! {
    pub struct PuzzleSheetView {
        pub set: PuzzleSetView,
        pub board: BoardView,
        pub puzzles: Vec<SheetPuzzle>,
    }
}
view! {
    pub struct SheetPuzzle {
        pub position: PositionView,
        pub moves: u8,
        pub title: String,
        /// The main line, as written.
        pub solution: String,
        pub themes: Vec<String>,
    }
}
view! {
    /// `addToSet {puzzle, set?, name?}` → `PuzzleSetView`: into the set of this number, or of this name, which is made
    /// where there is none.
    #[cfg_attr(feature = "ts", ts(optional_fields = nullable))]
    pub struct AddToSet { pub puzzle: String, pub set: Option<i64>, pub name: Option<String> }
}
view! {
    /// `takeFromSet {set, puzzle}`.
    pub struct TakeFromSet { pub set: i64, pub puzzle: String }
}
view! {
    /// `renameSet {set, name}`: `badParams` where another set has the name.
    pub struct RenameSet { pub set: i64, pub name: String }
}
view! {
    /// `deleteSet {set}`: what was done with its puzzles stays known.
    pub struct DeleteSet { pub set: i64 }
}
view! {
    /// `exportSet {set}` → `SetFile`: PDN, a game a puzzle, the whole solution its moves.
    pub struct ExportSet { pub set: i64 }
}
view! {
    pub struct SetFile { pub name: String, pub text: String }
}
view! {
    /// `beginDigging` → `DiggingView`: looks for shots in stored games (`games` by id, or those of a `search`) or in the
    /// PDN of a file (`text`), of this variant; what is found goes into the set of this name at once. Without a name into
    /// that of the person's own games. Go on with `digOn`.
    #[cfg_attr(feature = "ts", ts(optional_fields = nullable))]
    pub struct BeginDigging {
        pub variant: String,
        pub games: Option<Vec<i64>>,
        pub search: Option<u32>,
        pub text: Option<String>,
        pub name: Option<String>,
    }
}
view! {
    /// `digOn {digging}` → `DiggingView`; one begun later ends it (`notFound`).
    pub struct DigOn { pub digging: u32 }
}
view! {
    pub struct DiggingView {
        pub digging: u32,
        /// 0 to 1.
        pub progress: f64,
        /// Games of the variant looked through.
        pub games: u32,
        /// Shots found, and how many of them the games missed.
        pub found: u32,
        pub missed: u32,
        /// Those that were in the set already.
        pub known: u32,
        /// Where they are; null before the first.
        pub set: Option<i64>,
        pub done: bool,
    }
}

/// Where games come from.
enum Games {
    Stored(VecDeque<i64>),
    File(PdnSplitter),
}

/// Digging that goes on from call to call.
pub(crate) struct Digging {
    number: u32,
    variant: Variant,
    name: String,
    games: Games,
    /// How many games there are, or lines of a file; and how many of them came before the game at hand.
    all: usize,
    gone: usize,
    /// The game at hand, and whose it was.
    quarry: Option<(Quarry, String)>,
    view: DiggingView,
}

impl std::fmt::Debug for Digging {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Digging")
            .field("view", &self.view)
            .finish_non_exhaustive()
    }
}

impl Digging {
    /// The next game of the variant; `None` where there is none, or `OPENED` were of another.
    fn open(&mut self, app: &App) -> Result<Option<(Quarry, String)>, ApiError> {
        for _ in 0..OPENED {
            let (start, moves, title) = match &mut self.games {
                Games::Stored(games) => {
                    let Some(id) = games.pop_front() else {
                        self.view.done = true;
                        return Ok(None);
                    };
                    self.gone = self.all - games.len() - 1;
                    let (Some(row), Some(body)) = (app.store.library_row(id)?, app.store.body(id)?) else {
                        continue;
                    };
                    let title = title(&row.facts.white, &row.facts.black);
                    match GameText::of(&row.facts, &body) {
                        Ok((game, _)) => (*game.tree.start(), main_moves(&game.tree), title),
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
                    let title = title(&tag("White"), &tag("Black"));
                    (game.tree.position(NodeId::ROOT), main_moves(&game.tree), title)
                }
            };
            if start.variant() == self.variant {
                return Ok(Some((Quarry::new(start, moves), title)));
            }
        }
        Ok(None)
    }

    fn step(&mut self, app: &App) -> Result<(), ApiError> {
        if self.quarry.is_none() {
            self.quarry = self.open(app)?;
        }
        let Some((quarry, title)) = &mut self.quarry else {
            return Ok(());
        };
        if let Some(shot) = quarry.step(STEP) {
            let profile = app.profile.id;
            let set = app
                .store
                .set_named(profile, self.variant.key(), &self.name, app.now())?;
            let puzzle = shot.found.into_puzzle(Origin::Game);
            let entry = InSet {
                record: write_record(&puzzle),
                puzzle: puzzle.id,
                title: title.clone(),
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
        if quarry.is_done() {
            self.view.games += 1;
            self.quarry = None;
        }
        Ok(())
    }

    /// How far it is. A game that has been looked through is gone only when the next is opened: never back meanwhile.
    fn advance(&mut self) {
        // What a game at hand adds is little in a file of many lines, and all of it where there is one game.
        let of_game = self.quarry.as_ref().map_or(0.0, |(quarry, _)| quarry.progress());
        let progress = (self.gone as f64 + of_game) / self.all.max(1) as f64;
        self.view.progress = if self.view.done {
            1.0
        } else {
            progress.min(1.0).max(self.view.progress)
        };
    }
}

fn title(white: &str, black: &str) -> String {
    if white.is_empty() && black.is_empty() {
        return String::new();
    }
    let name = |name: &str| {
        if name.is_empty() {
            "?".to_owned()
        } else {
            name.to_owned()
        }
    };
    format!("{} – {}", name(white), name(black))
}

fn main_moves(tree: &GameTree) -> Vec<Move> {
    tree.main_moves().copied().collect()
}

fn bad(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorKind::BadParams, message)
}

fn name(name: &str) -> Result<&str, ApiError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(bad(format!("a set's name has 1 to {LONGEST_NAME} letters")));
    }
    Ok(name)
}

impl From<PuzzleSet> for PuzzleSetView {
    fn from(set: PuzzleSet) -> Self {
        Self {
            set: set.id,
            variant: set.variant,
            name: set.name,
            puzzles: set.puzzles,
            solved: set.solved,
        }
    }
}

fn set(app: &App, id: i64) -> Result<PuzzleSet, ApiError> {
    let found = app.store.puzzle_set(app.profile.id, id)?;
    found.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("there is no set {id} of puzzles")))
}

/// The puzzles of a set that this version can read, in their order.
fn puzzles(app: &App, set: &PuzzleSet) -> Result<Vec<(InSet, Puzzle)>, ApiError> {
    let of = variant(&set.variant)?;
    let entries = app.store.in_set(set.id)?.into_iter();
    Ok(entries
        .filter_map(|entry| read_record(of, &entry.record).ok().map(|puzzle| (entry, puzzle)))
        .collect())
}

/// The first of a set that was never tried, else the first that is not solved.
pub(super) fn next_in_set(app: &App, id: i64) -> Result<Option<Puzzle>, ApiError> {
    let set = set(app, id)?;
    let mut unsolved = None;
    for (entry, puzzle) in puzzles(app, &set)? {
        let record = app.store.puzzle_record(app.profile.id, &entry.puzzle)?;
        if record.attempts == 0 {
            return Ok(Some(puzzle));
        }
        if !record.solved && unsolved.is_none() {
            unsolved = Some(puzzle);
        }
    }
    Ok(unsolved)
}

impl Call for PuzzleSets {
    type Reply = Vec<PuzzleSetView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let sets = app
            .store
            .puzzle_sets(app.profile.id, variant(&self.variant)?.key())?;
        Ok(sets.into_iter().map(Into::into).collect())
    }
}

impl Call for OpenPuzzleSet {
    type Reply = PuzzleSetPage;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let set = set(app, self.set)?;
        let of = puzzles(app, &set)?.into_iter();
        let shown = of.map(|(entry, puzzle)| {
            Ok(PuzzleInSet {
                summary: summary(app, &puzzle, PositionView::still(&puzzle.position))?,
                title: entry.title,
                ply: entry.ply,
                missed: entry.missed,
            })
        });
        Ok(PuzzleSetPage {
            puzzles: shown.collect::<Result<_, ApiError>>()?,
            board: BoardView::of(variant(&set.variant)?),
            set: set.into(),
        })
    }
}

impl Call for PuzzleSheet {
    type Reply = PuzzleSheetView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let set = set(app, self.set)?;
        let of = puzzles(app, &set)?.into_iter();
        Ok(PuzzleSheetView {
            puzzles: of
                .map(|(entry, puzzle)| SheetPuzzle {
                    position: PositionView::still(&puzzle.position),
                    moves: puzzle.moves() as u8,
                    title: entry.title,
                    solution: line_as_written(&puzzle),
                    themes: puzzle.themes.iter().map(|theme| theme.key().into()).collect(),
                })
                .collect(),
            board: BoardView::of(variant(&set.variant)?),
            set: set.into(),
        })
    }
}

/// The main line alone.
fn line_as_written(puzzle: &Puzzle) -> String {
    let line = main_line(&puzzle.solution);
    let alone = line
        .into_iter()
        .rev()
        .fold(Vec::new(), |then, mv| vec![Choice { mv, then }]);
    write_solution(&puzzle.position, &alone)
}

impl Call for AddToSet {
    type Reply = PuzzleSetView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let puzzle = known(app, &self.puzzle)?;
        let of = puzzle.position.variant();
        let id = match (self.set, &self.name) {
            (Some(id), _) => set(app, id)?.id,
            (None, Some(text)) => app
                .store
                .set_named(app.profile.id, of.key(), name(text)?, app.now())?,
            (None, None) => return Err(bad("a set, or the name of one")),
        };
        let into = set(app, id)?;
        if into.variant != of.key() || into.puzzles >= MOST_PUZZLES {
            return Err(bad(format!(
                "a set holds puzzles of one game, {MOST_PUZZLES} at most"
            )));
        }
        app.store.put_in_set(
            id,
            &InSet {
                record: write_record(&puzzle),
                puzzle: puzzle.id,
                title: String::new(),
                ply: None,
                missed: false,
            },
        )?;
        Ok(set(app, id)?.into())
    }
}

impl Call for TakeFromSet {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        app.store.take_from_set(set(app, self.set)?.id, &self.puzzle)?;
        Ok(Done {})
    }
}

impl Call for RenameSet {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let id = set(app, self.set)?.id;
        if !app.store.rename_set(app.profile.id, id, name(&self.name)?)? {
            return Err(bad("another set has this name"));
        }
        Ok(Done {})
    }
}

impl Call for DeleteSet {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let id = set(app, self.set)?.id;
        app.store.delete_set(app.profile.id, id)?;
        Ok(Done {})
    }
}

impl Call for ExportSet {
    type Reply = SetFile;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let set = set(app, self.set)?;
        let mut text = String::new();
        for (at, (entry, puzzle)) in puzzles(app, &set)?.into_iter().enumerate() {
            let mut tags = Tags::default();
            if !set.name.is_empty() {
                tags.push("Event", set.name.as_str());
            }
            tags.push("Round", (at + 1).to_string());
            if let Some((white, black)) = entry.title.split_once(" – ") {
                tags.push("White", white);
                tags.push("Black", black);
            }
            let mut tree = GameTree::new(puzzle.position);
            plant(&mut tree, NodeId::ROOT, &puzzle.solution);
            let result = GameResult::Win(puzzle.position.turn());
            text += &pdn::write_game(&tags, result, &tree);
        }
        let (year, month, day) = pdn::civil(app.now());
        Ok(SetFile {
            name: format!("damier-puzzles-{year:04}-{month:02}-{day:02}.pdn"),
            text,
        })
    }
}

fn plant(tree: &mut GameTree, under: NodeId, choices: &[Choice]) {
    for choice in choices {
        let node = tree.add(under, Step::Move(choice.mv));
        plant(tree, node, &choice.then);
    }
}

impl Call for BeginDigging {
    type Reply = DiggingView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let of = variant(&self.variant)?;
        if !can_mine(of) {
            return Err(bad(format!("no puzzles are made of {of} draughts")));
        }
        if missing(of) {
            let message = format!("the endgame tables of {of} draughts are not there yet");
            return Err(ApiError::new(ErrorKind::TablesMissing, message));
        }
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
            (None, None, Some(text)) if text.len() <= MOST => {
                let mut splitter = PdnSplitter::new();
                splitter.push(text.as_bytes());
                splitter.finish();
                (Games::File(splitter), text.lines().count())
            }
            _ => return Err(bad(format!("games, a search, or a text of {MOST} bytes at most"))),
        };
        let name = match &self.name {
            Some(text) => name(text)?.to_owned(),
            None => String::new(),
        };
        let number = app.diggings + 1;
        app.diggings = number;
        let digging = Digging {
            number,
            variant: of,
            name,
            games,
            all,
            gone: 0,
            quarry: None,
            view: DiggingView {
                digging: number,
                progress: 0.0,
                games: 0,
                found: 0,
                missed: 0,
                known: 0,
                set: None,
                done: false,
            },
        };
        let view = digging.view.clone();
        app.digging = Some(digging);
        Ok(view)
    }
}

impl Call for DigOn {
    type Reply = DiggingView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let digging = app
            .digging
            .take()
            .filter(|digging| digging.number == self.digging);
        let mut digging = digging
            .ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no digging {}", self.digging)))?;
        digging.step(app)?;
        digging.advance();
        let view = digging.view.clone();
        if !view.done {
            app.digging = Some(digging);
        }
        Ok(view)
    }
}

/// The position of a puzzle of one's own, from its line.
pub(super) fn own(app: &App, id: &str) -> Result<Option<Puzzle>, ApiError> {
    let Some((of, record)) = app.store.own_puzzle(app.profile.id, id)? else {
        return Ok(None);
    };
    Ok(read_record(variant(&of)?, &record).ok())
}
