//! The list of calls: from it come the dispatch, the names and the TypeScript map. Runs none of them itself.
use super::App;
use super::clock::TableClock;
use super::drills::{AskCapture, AskEnding, AskSquare, CaptureTry, EndingHint, EndingMove, Endings};
use super::editor::{CheckPosition, ReadPosition, Variants};
use super::error::{ApiError, ErrorKind};
use super::exact::{ExactTables, WorkOnTables};
use super::files::CheckFile;
use super::games::CompareGames;
use super::handicap::ProposeHandicap;
use super::keeping::{CheckStep, GoOnInMemory, KeepAgain};
use super::learn::{ForgetLesson, LessonHint, LessonStep, ListLessons, OpenLesson};
use super::library::{
    AddCollection, AddGame, BeginBackup, BeginExport, BeginImport, BeginRestore, CancelImport, Collect,
    CollectFound, Collections, DeleteCollection, DeleteFound, DeleteGames, EditGame, EmptyTrash,
    EraseEverything, ExportStep, FindGames, FindMore, FoundGames, ImportChunk, IndexStep, LibraryGame,
    LibraryNames, LibraryPosition, LibraryState, Openings, RenameCollection, RestoreChunk, SetNote,
    UndoDelete, UndoEdit,
};
use super::line::ShowLine;
use super::own_lessons::{ImportLesson, OwnLessons, RemoveLesson};
use super::play::{
    CountHint, GameAt, Home, Huff, Levels, MissedWin, NewGame, OfferDraw, OpenGame, PlayMove, PlayOn, Resign,
    SetClock, SetLevel, SetProfile, SetSetting, StartPosition, TakeBack, WhyNot,
};
use super::puzzle_sets::{
    AddToSet, BeginDigging, DeleteSet, DigOn, ExportSet, OpenPuzzleSet, PuzzleSets, PuzzleSheet, RenameSet,
    TakeFromSet,
};
use super::puzzles::{ListPuzzles, OpenPuzzle, PuzzleHint, PuzzleSolution, TryPuzzleMove};
use super::review::{ReviewGame, TableFact};
use super::school::{Glossary, LessonsOfArticle, RuleTexts, RulesPage, Tracks};
use super::tabletop::ShowTable;
use super::training::{NextPuzzle, Training};
use super::views::view;
use crate::form::{self, FormError};

view! {
    /// The reply of a call that only does something.
    pub struct Done {}
}

/// A call: its parameters are the type, its answer is `Reply`.
pub trait Call: serde::de::DeserializeOwned {
    /// What the caller gets.
    type Reply: serde::Serialize;

    /// Does it. No call takes longer than 50 ms.
    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError>;
}

fn bad(name: &str, error: &FormError) -> ApiError {
    ApiError::new(ErrorKind::BadParams, format!("{name}: {error}"))
}

/// From one list: `dispatch`, the names, and the TypeScript map from name to parameters and reply.
macro_rules! calls {
    ($($name:ident: $params:ty,)*) => {
        /// The names of all calls.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// Runs the call of this name: JSON in, JSON out.
        ///
        /// # Errors
        /// `UnknownCall` and `BadParams` where the name or the JSON is wrong, else what the call answers.
        pub fn dispatch(app: &mut App, name: &str, params: &str) -> Result<String, ApiError> {
            match name {
                $(stringify!($name) => {
                    let params: $params = form::json(params).map_err(|e| bad(name, &e))?;
                    let reply = params.run(app)?;
                    serde_json::to_string(&reply)
                        .map_err(|e| ApiError::new(ErrorKind::Internal, format!("{name}: {e}")))
                })*
                _ => Err(ApiError::new(ErrorKind::UnknownCall, format!("no call is named {name:?}"))),
            }
        }

        /// What each call takes and answers: `Calls["playMove"]` is `[PlayMove, GameView]`.
        #[cfg(feature = "ts")]
        #[derive(ts_rs::TS)]
        #[ts(export, export_to = "types.ts")]
        #[allow(dead_code, non_snake_case, missing_docs, reason = "never built: it only carries the names and types")]
        pub struct Calls { $(pub $name: ($params, <$params as Call>::Reply),)* }
    };
}

calls! {
    home: Home,
    goOnInMemory: GoOnInMemory,
    keepAgain: KeepAgain,
    checkStep: CheckStep,
    setProfile: SetProfile,
    setSetting: SetSetting,
    levels: Levels,
    startPosition: StartPosition,
    newGame: NewGame,
    game: OpenGame,
    gameAt: GameAt,
    playMove: PlayMove,
    huff: Huff,
    takeBack: TakeBack,
    resign: Resign,
    offerDraw: OfferDraw,
    countHint: CountHint,
    clock: SetClock,
    tableClock: TableClock,
    setLevel: SetLevel,
    playOn: PlayOn,
    missedWin: MissedWin,
    proposeHandicap: ProposeHandicap,
    whyNot: WhyNot,
    line: ShowLine,
    lessons: ListLessons,
    lesson: OpenLesson,
    lessonStep: LessonStep,
    lessonHint: LessonHint,
    forgetLesson: ForgetLesson,
    importLesson: ImportLesson,
    ownLessons: OwnLessons,
    removeLesson: RemoveLesson,
    tracks: Tracks,
    lessonsOfArticle: LessonsOfArticle,
    ruleTexts: RuleTexts,
    rulesPage: RulesPage,
    table: ShowTable,
    glossary: Glossary,
    squareDrill: AskSquare,
    captureDrill: AskCapture,
    captureTry: CaptureTry,
    endings: Endings,
    ending: AskEnding,
    endingMove: EndingMove,
    endingHint: EndingHint,
    puzzles: ListPuzzles,
    puzzle: OpenPuzzle,
    tryPuzzleMove: TryPuzzleMove,
    puzzleHint: PuzzleHint,
    puzzleSolution: PuzzleSolution,
    reviewGame: ReviewGame,
    tableFact: TableFact,
    exactTables: ExactTables,
    workOnTables: WorkOnTables,
    training: Training,
    nextPuzzle: NextPuzzle,
    puzzleSets: PuzzleSets,
    puzzleSet: OpenPuzzleSet,
    puzzleSheet: PuzzleSheet,
    addToSet: AddToSet,
    takeFromSet: TakeFromSet,
    renameSet: RenameSet,
    deleteSet: DeleteSet,
    exportSet: ExportSet,
    beginDigging: BeginDigging,
    digOn: DigOn,
    variants: Variants,
    compareGames: CompareGames,
    checkPosition: CheckPosition,
    readPosition: ReadPosition,
    findGames: FindGames,
    findMore: FindMore,
    foundGames: FoundGames,
    libraryState: LibraryState,
    libraryNames: LibraryNames,
    openings: Openings,
    collections: Collections,
    addCollection: AddCollection,
    renameCollection: RenameCollection,
    deleteCollection: DeleteCollection,
    collect: Collect,
    collectFound: CollectFound,
    setNote: SetNote,
    deleteGames: DeleteGames,
    deleteFound: DeleteFound,
    undoDelete: UndoDelete,
    emptyTrash: EmptyTrash,
    libraryGame: LibraryGame,
    libraryPosition: LibraryPosition,
    editGame: EditGame,
    undoEdit: UndoEdit,
    addGame: AddGame,
    checkFile: CheckFile,
    beginImport: BeginImport,
    importChunk: ImportChunk,
    cancelImport: CancelImport,
    beginExport: BeginExport,
    exportStep: ExportStep,
    beginBackup: BeginBackup,
    beginRestore: BeginRestore,
    restoreChunk: RestoreChunk,
    eraseEverything: EraseEverything,
    indexStep: IndexStep,
}
