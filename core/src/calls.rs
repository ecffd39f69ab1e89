//! The list of calls: from it come the dispatch, the names and the TypeScript map. Runs none of them itself.
use crate::analysis::{
    BookMoves, CheckPosition, ExactTables, ForgetMistake, KeepMistake, KeepReview, ReadPosition, ReviewGame,
    ShowDueMistakes, ShowKeptReview, ShowLine, ShowPlayedReports, TableFact, Variants, WorkOnTables,
};
use crate::app::App;
use crate::call::Call;
use crate::correspondence::{
    BeginCorrespondence, Correspond, Correspondences, LineReminder, OpenCorrespondence, PlanReplies,
    ReceiveLine,
};
use crate::error::{ApiError, ErrorKind};
use crate::files::CheckFile;
use crate::learn::{
    Album, AskCapture, AskEnding, AskSquare, CaptureTry, CompareGames, ComposeLesson, Diplomas, EndExam,
    EndingHint, EndingMove, Endings, ExamMove, ExamReason, FindPlayedShots, ForgetLesson, Glossary,
    ImportLesson, LessonHint, LessonStep, LessonsOfArticle, ListLessons, NextLesson, OpenDraft, OpenExam,
    OpenLesson, OwnLessons, RemoveLesson, RuleTexts, RulesPage, SaveLessonFile, Tracks,
};
use crate::library::{
    AddCollection, AddGame, BeginAnalysis, BeginBackup, BeginExport, BeginImport, BeginRestore, CancelImport,
    Collect, CollectFound, Collections, DeleteCollection, DeleteFound, DeleteGames, EditGame, EmptyTrash,
    EraseEverything, ExportStep, FindGames, FindMore, FoundGames, ImportChunk, IndexStep, LibraryBook,
    LibraryBookMore, LibraryGame, LibraryNames, LibraryPosition, LibraryState, Openings, RenameCollection,
    RestoreChunk, SetNote, UndoDelete, UndoEdit,
};
use crate::link::{MakeLink, OpenLink};
use crate::over_the_board::{ArbiterClock, ShowOtbGame};
use crate::play::{
    AfterLoss, CountHint, GameAt, Huff, Levels, MissedWin, NewGame, OfferDraw, OpenGame, PlayMove, PlayOn,
    ProposeHandicap, RealRule, Resign, SetClock, SetLevel, StartPosition, TakeBack, WhyNot,
};
use crate::profile::{
    AddPerson, CheckStep, GoOnInMemory, Home, KeepAgain, People, RemovePerson, SetProfile, SetSetting,
    ShowPlacement, SwitchPerson, Today,
};
use crate::puzzles::{
    AddToSet, AfterPuzzle, BeginDefence, BeginMining, BeginSoundness, BringBack, DefenceStepOn, DeleteSet,
    EndRun, ExportResults, ExportSet, ListPuzzles, MiningStep, NextPuzzle, OpenPuzzle, OpenPuzzleSet,
    PuzzleHint, PuzzleSets, PuzzleSheet, PuzzleSolution, PuzzlesWith, RefutePuzzleMove, RenameSet,
    RestingPuzzles, SaveProblem, ShowDailyPuzzle, SoundnessStep, TakeFromSet, Training, TryDefence,
    TryPuzzleMove,
};
use crate::repertoire::{
    AddToRepertoire, AnswerRepertoire, NextRepertoireQuestion, RepertoireGaps, RepertoireGapsMore,
    ShowRepertoire,
};

fn bad(name: &str, error: &serde_json::Error) -> ApiError {
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
                    let params: $params = serde_json::from_str(params).map_err(|e| bad(name, &e))?;
                    let reply = params.run(app)?;
                    serde_json::to_string(&reply)
                        .map_err(|e| ApiError::new(ErrorKind::Internal, format!("{name}: {e}")))
                })*
                _ => Err(ApiError::new(ErrorKind::UnknownCall, format!("no call is named {name:?}"))),
            }
        }

        // Its export brings every type that a call names; those that cross without a call say `ts(export)` themselves.
        /// What each call takes and answers: `Calls["playMove"]` is `[PlayMove, GameView]`.
        #[cfg(test)]
        #[derive(ts_rs::TS)]
        #[ts(export, export_to = "types.ts")]
        #[allow(dead_code, non_snake_case, missing_docs, reason = "never built: it only carries the names and types")]
        pub struct Calls { $(pub $name: ($params, <$params as Call>::Reply),)* }
    };
}

calls! {
    home: Home,
    today: Today,
    placement: ShowPlacement,
    goOnInMemory: GoOnInMemory,
    keepAgain: KeepAgain,
    checkStep: CheckStep,
    setProfile: SetProfile,
    people: People,
    addPerson: AddPerson,
    switchPerson: SwitchPerson,
    removePerson: RemovePerson,
    setSetting: SetSetting,
    levels: Levels,
    startPosition: StartPosition,
    newGame: NewGame,
    game: OpenGame,
    gameAt: GameAt,
    playMove: PlayMove,
    huff: Huff,
    realRule: RealRule,
    takeBack: TakeBack,
    resign: Resign,
    offerDraw: OfferDraw,
    countHint: CountHint,
    clock: SetClock,
    arbiterClock: ArbiterClock,
    setLevel: SetLevel,
    playOn: PlayOn,
    missedWin: MissedWin,
    afterLoss: AfterLoss,
    proposeHandicap: ProposeHandicap,
    whyNot: WhyNot,
    line: ShowLine,
    beginCorrespondence: BeginCorrespondence,
    correspondences: Correspondences,
    correspondence: OpenCorrespondence,
    correspond: Correspond,
    planReplies: PlanReplies,
    receiveLine: ReceiveLine,
    lineReminder: LineReminder,
    makeLink: MakeLink,
    openLink: OpenLink,
    lessons: ListLessons,
    nextLesson: NextLesson,
    lesson: OpenLesson,
    lessonStep: LessonStep,
    lessonHint: LessonHint,
    forgetLesson: ForgetLesson,
    importLesson: ImportLesson,
    ownLessons: OwnLessons,
    removeLesson: RemoveLesson,
    composeLesson: ComposeLesson,
    lessonDraft: OpenDraft,
    lessonFile: SaveLessonFile,
    tracks: Tracks,
    diplomas: Diplomas,
    exam: OpenExam,
    examMove: ExamMove,
    endExam: EndExam,
    examReason: ExamReason,
    album: Album,
    playedShots: FindPlayedShots,
    lessonsOfArticle: LessonsOfArticle,
    ruleTexts: RuleTexts,
    rulesPage: RulesPage,
    otbGame: ShowOtbGame,
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
    afterPuzzle: AfterPuzzle,
    refutePuzzleMove: RefutePuzzleMove,
    puzzlesWith: PuzzlesWith,
    endRun: EndRun,
    reviewGame: ReviewGame,
    keepReview: KeepReview,
    keptReview: ShowKeptReview,
    playedReports: ShowPlayedReports,
    keepMistake: KeepMistake,
    dueMistakes: ShowDueMistakes,
    forgetMistake: ForgetMistake,
    tableFact: TableFact,
    bookMoves: BookMoves,
    exactTables: ExactTables,
    workOnTables: WorkOnTables,
    training: Training,
    dailyPuzzle: ShowDailyPuzzle,
    nextPuzzle: NextPuzzle,
    puzzleSets: PuzzleSets,
    puzzleSet: OpenPuzzleSet,
    puzzleSheet: PuzzleSheet,
    addToSet: AddToSet,
    takeFromSet: TakeFromSet,
    renameSet: RenameSet,
    deleteSet: DeleteSet,
    exportSet: ExportSet,
    exportResults: ExportResults,
    beginDefence: BeginDefence,
    defenceStep: DefenceStepOn,
    tryDefence: TryDefence,
    restingPuzzles: RestingPuzzles,
    bringBack: BringBack,
    beginMining: BeginMining,
    miningStep: MiningStep,
    beginSoundness: BeginSoundness,
    soundnessStep: SoundnessStep,
    saveProblem: SaveProblem,
    variants: Variants,
    compareGames: CompareGames,
    checkPosition: CheckPosition,
    readPosition: ReadPosition,
    findGames: FindGames,
    findMore: FindMore,
    foundGames: FoundGames,
    libraryBook: LibraryBook,
    libraryBookMore: LibraryBookMore,
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
    beginAnalysis: BeginAnalysis,
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
    repertoire: ShowRepertoire,
    addToRepertoire: AddToRepertoire,
    repertoireGaps: RepertoireGaps,
    repertoireGapsMore: RepertoireGapsMore,
    nextRepertoireQuestion: NextRepertoireQuestion,
    answerRepertoire: AnswerRepertoire,
}

impl App {
    /// Runs the call of this name, JSON in and JSON out; `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// See [`dispatch`].
    pub fn call(&mut self, name: &str, params: &str, now: f64) -> Result<String, ApiError> {
        self.now = now;
        self.damage.refused()?;
        // Whoever was told goes on in memory.
        #[cfg(not(target_family = "wasm"))]
        if name != "goOnInMemory" {
            self.store.expect_file()?;
        }
        self.surviving(|app| dispatch(app, name, params).map_err(|error| app.see_to(error)))
    }

    /// Runs a call; `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// What the call answers.
    pub fn run<C: Call>(&mut self, call: C, now: f64) -> Result<C::Reply, ApiError> {
        self.now = now;
        self.damage.refused()?;
        self.surviving(|app| call.run(app).map_err(|error| app.see_to(error)))
    }
}
