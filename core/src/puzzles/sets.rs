//! Calls for sets of puzzles, mined or put together by hand, with export to files and print.
use crate::call::Done;
use crate::convert::variant;
use crate::error::bad_params;
use crate::files::file_name;
use crate::puzzles::own::read;
use crate::puzzles::solving::{PuzzleSummary, known, summary, themes};
use crate::views::{BoardView, PositionView, VariantKey, view};
use crate::{ApiError, App, Call, ErrorKind};
use damier_store::{InSet, PuzzleSet};
use draughts::Variant;
use draughts::notation::pdn::{self, GameResult, Tags};
use draughts::notation::tree::{GameTree, NodeId, Step};
use draughts_puzzles::{Choice, Puzzle, main_line, write_record, write_solution};
use std::collections::HashSet;

/// Maximum number of puzzles in a set.
pub(super) const MOST_PUZZLES: u32 = 2_000;
/// Maximum length of a name, in characters.
const LONGEST_NAME: usize = 200;

view! {
    /// `puzzleSets {variant}` → `PuzzleSetView[]`: the set of the person's own games first, then the newest.
    pub struct PuzzleSets { pub variant: String }
}
view! {
    /// A set, with its number of puzzles and of those solved.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PuzzleSet"))]
    pub struct PuzzleSetView {
        pub set: i64,
        pub variant: VariantKey,
        /// Empty for the set of the person's own games.
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
    /// A set with its puzzles in order of arrival.
    pub struct PuzzleSetPage {
        pub set: PuzzleSetView,
        pub board: BoardView,
        pub puzzles: Vec<PuzzleInSet>,
    }
}
view! {
    /// A puzzle of a set with its origin.
    pub struct PuzzleInSet {
        pub summary: PuzzleSummary,
        /// Players, empty if unknown.
        pub white: String,
        pub black: String,
        /// Number of moves before it in the game; null without a game.
        pub ply: Option<u32>,
        /// `true` if the game continued with another move.
        pub missed: bool,
    }
}
view! {
    /// `puzzleSheet {set}` → `PuzzleSheetView`: a set for print, with solutions. Does not count as an attempt.
    pub struct PuzzleSheet { pub set: i64 }
}
view! {
    /// A set for print.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PrintedPuzzles"))]
    pub struct PuzzleSheetView {
        pub set: PuzzleSetView,
        pub board: BoardView,
        pub puzzles: Vec<SheetPuzzle>,
    }
}
view! {
    /// A puzzle for print, with the number of the solver's moves and the solution.
    pub struct SheetPuzzle {
        pub position: PositionView,
        pub moves: u8,
        pub white: String,
        pub black: String,
        /// Main line.
        pub solution: String,
        pub themes: Vec<String>,
    }
}
view! {
    /// `addToSet {puzzle, set?, name?}` → `PuzzleSetView`: adds a puzzle to the set with this number, or this name,
    /// created if needed.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct AddToSet { pub puzzle: String, pub set: Option<i64>, pub name: Option<String> }
}
view! {
    /// `takeFromSet {set, puzzle}` → `{}`: removes a puzzle from a set.
    pub struct TakeFromSet { pub set: i64, pub puzzle: String }
}
view! {
    /// `renameSet {set, name}`; `badParams` if another set has the name.
    pub struct RenameSet { pub set: i64, pub name: String }
}
view! {
    /// `deleteSet {set}`: deletes a set; the attempts at its puzzles stay.
    pub struct DeleteSet { pub set: i64 }
}
view! {
    /// `exportSet {set}` → `SetFile`: PDN with one game per puzzle, whose moves are the solution.
    pub struct ExportSet { pub set: i64 }
}
view! {
    /// A set as a PDN file.
    pub struct SetFile { pub name: String, pub text: String }
}
pub(super) fn name(name: &str) -> Result<&str, ApiError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(bad_params(format!(
            "a set's name has 1 to {LONGEST_NAME} characters"
        )));
    }
    Ok(name)
}

fn view(set: PuzzleSet) -> Result<PuzzleSetView, ApiError> {
    Ok(PuzzleSetView {
        set: set.id,
        variant: variant(&set.variant)?.into(),
        name: set.name,
        puzzles: set.puzzles,
        solved: set.solved,
    })
}

fn set(app: &App, id: i64) -> Result<PuzzleSet, ApiError> {
    let found = app.store.puzzle_set(app.profile.id, id)?;
    found.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("there is no set {id} of puzzles")))
}

/// Readable puzzles of a set, in order.
fn puzzles(app: &App, set: &PuzzleSet) -> Result<Vec<(InSet, Puzzle)>, ApiError> {
    let of = variant(&set.variant)?;
    let entries = app.store.in_set(set.id)?.into_iter();
    Ok(entries
        .filter_map(|entry| read(of, &entry.record).map(|puzzle| (entry, puzzle)))
        .collect())
}

/// First untried puzzle of a set, or else the first unsolved.
pub(crate) fn next_in_set(app: &App, id: i64) -> Result<Option<Puzzle>, ApiError> {
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
        sets.into_iter().map(view).collect()
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
                white: entry.white,
                black: entry.black,
                ply: entry.ply,
                missed: entry.missed,
            })
        });
        Ok(PuzzleSetPage {
            puzzles: shown.collect::<Result<_, ApiError>>()?,
            board: BoardView::of(variant(&set.variant)?),
            set: view(set)?,
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
                    white: entry.white,
                    black: entry.black,
                    solution: line_as_written(&puzzle),
                    themes: themes(&puzzle),
                })
                .collect(),
            board: BoardView::of(variant(&set.variant)?),
            set: view(set)?,
        })
    }
}

/// Main line in notation.
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
        put(app, &puzzle, self.set, self.name.as_deref())
    }
}

/// Creates a set with a name, with a number behind it if another set has the name already.
pub(super) fn named(app: &mut App, variant: Variant, text: &str) -> Result<i64, ApiError> {
    let wanted = name(text)?.to_owned();
    let taken: HashSet<String> = app
        .store
        .puzzle_sets(app.profile.id, variant.key())?
        .into_iter()
        .map(|set| set.name)
        .collect();
    let numbered = (2..).map(|number| format!("{wanted} ({number})"));
    let free = std::iter::once(wanted.clone())
        .chain(numbered)
        .find(|name| !taken.contains(name))
        .unwrap_or(wanted);
    Ok(app
        .store
        .set_named(app.profile.id, variant.key(), &free, app.now())?)
}

/// Adds a puzzle without a game to the set with a number or a name.
pub(super) fn put(
    app: &mut App,
    puzzle: &Puzzle,
    number: Option<i64>,
    named: Option<&str>,
) -> Result<PuzzleSetView, ApiError> {
    let of = puzzle.position.variant();
    let id = match (number, named) {
        (Some(id), _) => set(app, id)?.id,
        (None, Some(text)) => app
            .store
            .set_named(app.profile.id, of.key(), name(text)?, app.now())?,
        (None, None) => return Err(bad_params("either `set` or `name` is required")),
    };
    let into = set(app, id)?;
    if into.variant != of.key() || into.puzzles >= MOST_PUZZLES {
        return Err(bad_params(format!(
            "a set holds puzzles of one variant, at most {MOST_PUZZLES}"
        )));
    }
    app.store.put_in_set(
        id,
        &InSet {
            record: write_record(puzzle),
            puzzle: puzzle.id.clone(),
            white: String::new(),
            black: String::new(),
            ply: None,
            missed: false,
        },
    )?;
    view(set(app, id)?)
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
            return Err(bad_params("another set has this name"));
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
            // The writer fills in unknown names.
            tags.push("White", entry.white);
            tags.push("Black", entry.black);
            let mut tree = GameTree::new(puzzle.position);
            plant(&mut tree, NodeId::ROOT, &puzzle.solution);
            let result = GameResult::Win(puzzle.position.turn());
            text += &pdn::write_game(&tags, result, &tree);
        }
        Ok(SetFile {
            name: file_name(&[&set.name], &format!("damier-puzzles-{}", app.day()), "pdn"),
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
