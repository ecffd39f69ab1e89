//! The list of calls, from which a macro makes the dispatch, the names and the TypeScript map.
use crate::app::App;
use crate::call::Call;
use crate::error::{ApiError, ErrorKind};
use crate::{
    analysis, correspondence, files, learn, library, link, over_the_board, play, profile, puzzles, repertoire,
};

fn bad(name: &str, error: &serde_json::Error) -> ApiError {
    ApiError::new(ErrorKind::BadParams, format!("{name}: {error}"))
}

/// Generates `dispatch`, the names and the TypeScript map of parameters and replies from one list.
macro_rules! calls {
    ($($name:ident: $params:ty,)*) => {
        /// Names of all calls.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// Runs a call by its name. Parameters and reply are JSON.
        ///
        /// # Errors
        /// `UnknownCall` or `BadParams` if the name or the JSON is wrong, else any error of the call.
        pub fn dispatch(app: &mut App, name: &str, params: &str) -> Result<String, ApiError> {
            match name {
                $(stringify!($name) => {
                    let params: $params = serde_json::from_str(params).map_err(|e| bad(name, &e))?;
                    let reply = params.run(app)?;
                    serde_json::to_string(&reply)
                        .map_err(|e| ApiError::new(ErrorKind::Internal, format!("{name}: {e}")))
                })*
                _ => Err(ApiError::new(ErrorKind::UnknownCall, format!("there is no call {name:?}"))),
            }
        }

        // Its export includes every type that a call names. Types outside of calls carry `ts(export)` themselves.
        /// Parameters and reply of each call: `Calls["playMove"]` is `[PlayMove, GameView]`.
        #[cfg(test)]
        #[derive(ts_rs::TS)]
        #[ts(export, export_to = "types.ts")]
        #[allow(dead_code, non_snake_case, missing_docs, reason = "never built: it only carries the names and types")]
        pub struct Calls { $(pub $name: ($params, <$params as Call>::Reply),)* }
    };
}

calls! {
    home: profile::Home,
    today: profile::Today,
    placement: profile::ShowPlacement,
    goOnInMemory: profile::GoOnInMemory,
    keepAgain: profile::KeepAgain,
    checkStep: profile::CheckStep,
    setProfile: profile::SetProfile,
    people: profile::People,
    addPerson: profile::AddPerson,
    switchPerson: profile::SwitchPerson,
    removePerson: profile::RemovePerson,
    setSetting: profile::SetSetting,
    levels: play::Levels,
    startPosition: play::StartPosition,
    drawBallot: play::DrawBallot,
    newGame: play::NewGame,
    game: play::OpenGame,
    gameAt: play::GameAt,
    playMove: play::PlayMove,
    huff: play::Huff,
    realRule: play::RealRule,
    takeBack: play::TakeBack,
    resign: play::Resign,
    offerDraw: play::OfferDraw,
    countHint: play::CountHint,
    clock: play::SetClock,
    arbiterClock: over_the_board::ArbiterClock,
    setLevel: play::SetLevel,
    playOn: play::PlayOn,
    missedWin: play::MissedWin,
    afterLoss: play::AfterLoss,
    proposeHandicap: play::ProposeHandicap,
    levelScores: play::LevelScores,
    firsts: play::ShowFirsts,
    whyNot: play::WhyNot,
    coachMove: play::CoachMove,
    line: analysis::ShowLine,
    beginCorrespondence: correspondence::BeginCorrespondence,
    correspondences: correspondence::Correspondences,
    correspondence: correspondence::OpenCorrespondence,
    correspond: correspondence::Correspond,
    planReplies: correspondence::PlanReplies,
    receiveLine: correspondence::ReceiveLine,
    lineReminder: correspondence::LineReminder,
    makeLink: link::MakeLink,
    openLink: link::OpenLink,
    lessons: learn::ListLessons,
    nextLesson: learn::NextLesson,
    lesson: learn::OpenLesson,
    lessonStep: learn::LessonStep,
    lessonHint: learn::LessonHint,
    forgetLesson: learn::ForgetLesson,
    importLesson: learn::ImportLesson,
    ownLessons: learn::OwnLessons,
    removeLesson: learn::RemoveLesson,
    composeLesson: learn::ComposeLesson,
    lessonDraft: learn::OpenDraft,
    lessonFile: learn::SaveLessonFile,
    tracks: learn::Tracks,
    diplomas: learn::Diplomas,
    exam: learn::OpenExam,
    examMove: learn::ExamMove,
    endExam: learn::EndExam,
    examReason: learn::ExamReason,
    album: learn::Album,
    playedShots: learn::FindPlayedShots,
    lessonsOfArticle: learn::LessonsOfArticle,
    ruleTexts: learn::RuleTexts,
    rulesPage: learn::RulesPage,
    otbGame: over_the_board::ShowOtbGame,
    keepOtbGame: over_the_board::KeepOtbGame,
    unfinishedOtbGame: over_the_board::ShowUnfinishedOtbGame,
    leaveOtbGame: over_the_board::LeaveOtbGame,
    glossary: learn::Glossary,
    squareDrill: learn::AskSquare,
    captureDrill: learn::AskCapture,
    captureTry: learn::CaptureTry,
    endings: learn::Endings,
    ending: learn::AskEnding,
    endingMove: learn::EndingMove,
    endingHint: learn::EndingHint,
    puzzles: puzzles::ListPuzzles,
    puzzle: puzzles::OpenPuzzle,
    tryPuzzleMove: puzzles::TryPuzzleMove,
    puzzleHint: puzzles::PuzzleHint,
    puzzleSolution: puzzles::PuzzleSolution,
    afterPuzzle: puzzles::AfterPuzzle,
    refutePuzzleMove: puzzles::RefutePuzzleMove,
    puzzlesWith: puzzles::PuzzlesWith,
    endRun: puzzles::EndRun,
    reviewGame: analysis::ReviewGame,
    keepReview: analysis::KeepReview,
    keptReview: analysis::ShowKeptReview,
    playedReports: analysis::ShowPlayedReports,
    keepMistake: analysis::KeepMistake,
    dueMistakes: analysis::ShowDueMistakes,
    forgetMistake: analysis::ForgetMistake,
    tableFact: analysis::TableFact,
    bookMoves: analysis::BookMoves,
    exactTables: analysis::ExactTables,
    workOnTables: analysis::WorkOnTables,
    training: puzzles::Training,
    dailyPuzzle: puzzles::ShowDailyPuzzle,
    nextPuzzle: puzzles::NextPuzzle,
    puzzleSets: puzzles::PuzzleSets,
    puzzleSet: puzzles::OpenPuzzleSet,
    puzzleSheet: puzzles::PuzzleSheet,
    mixedSet: puzzles::MixedSet,
    addToSet: puzzles::AddToSet,
    takeFromSet: puzzles::TakeFromSet,
    renameSet: puzzles::RenameSet,
    deleteSet: puzzles::DeleteSet,
    exportSet: puzzles::ExportSet,
    exportResults: puzzles::ExportResults,
    beginDefence: puzzles::BeginDefence,
    defenceStep: puzzles::DefenceStepOn,
    tryDefence: puzzles::TryDefence,
    ideas: puzzles::ListIdeas,
    beginLossLesson: puzzles::BeginLossLesson,
    lossLessonStep: puzzles::LossLessonStep,
    beginFreshPuzzle: puzzles::BeginFreshPuzzle,
    freshPuzzleStep: puzzles::FreshPuzzleStep,
    beginMining: puzzles::BeginMining,
    miningStep: puzzles::MiningStep,
    beginSoundness: puzzles::BeginSoundness,
    soundnessStep: puzzles::SoundnessStep,
    saveProblem: puzzles::SaveProblem,
    variants: analysis::Variants,
    compareGames: learn::CompareGames,
    comparePositions: learn::ComparePositions,
    checkPosition: analysis::CheckPosition,
    readPosition: analysis::ReadPosition,
    findGames: library::FindGames,
    findMore: library::FindMore,
    foundGames: library::FoundGames,
    libraryBook: library::LibraryBook,
    libraryBookMore: library::LibraryBookMore,
    libraryState: library::LibraryState,
    libraryNames: library::LibraryNames,
    playerPage: library::PlayerPage,
    eventPage: library::EventPage,
    correctName: library::CorrectName,
    editGames: library::EditGames,
    openings: library::Openings,
    collections: library::Collections,
    addCollection: library::AddCollection,
    renameCollection: library::RenameCollection,
    deleteCollection: library::DeleteCollection,
    collect: library::Collect,
    collectFound: library::CollectFound,
    setNote: library::SetNote,
    deleteGames: library::DeleteGames,
    deleteFound: library::DeleteFound,
    undoDelete: library::UndoDelete,
    emptyTrash: library::EmptyTrash,
    libraryGame: library::LibraryGame,
    libraryPosition: library::LibraryPosition,
    editGame: library::EditGame,
    undoEdit: library::UndoEdit,
    addGame: library::AddGame,
    beginAnalysis: library::BeginAnalysis,
    checkFile: files::CheckFile,
    guessEncoding: files::GuessEncoding,
    decodeText: files::DecodeText,
    beginImport: library::BeginImport,
    importChunk: library::ImportChunk,
    cancelImport: library::CancelImport,
    beginExport: library::BeginExport,
    exportStep: library::ExportStep,
    beginBackup: library::BeginBackup,
    beginRestore: library::BeginRestore,
    restoreChunk: library::RestoreChunk,
    eraseEverything: library::EraseEverything,
    indexStep: library::IndexStep,
    repertoire: repertoire::ShowRepertoire,
    addToRepertoire: repertoire::AddToRepertoire,
    repertoireGaps: repertoire::RepertoireGaps,
    repertoireGapsMore: repertoire::RepertoireGapsMore,
    nextRepertoireQuestion: repertoire::NextRepertoireQuestion,
    answerRepertoire: repertoire::AnswerRepertoire,
}

impl App {
    /// Runs a call by its name. Parameters and reply are JSON; `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// See [`dispatch`].
    pub fn call(&mut self, name: &str, params: &str, now: f64) -> Result<String, ApiError> {
        self.now = now;
        self.damage.refused()?;
        // Only `goOnInMemory` answers while the file is missing.
        #[cfg(not(target_family = "wasm"))]
        if name != "goOnInMemory" {
            self.store.expect_file()?;
        }
        self.surviving(|app| dispatch(app, name, params).map_err(|error| app.recover(error)))
    }

    /// Runs a call; `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// Any error of the call.
    pub fn run<C: Call>(&mut self, call: C, now: f64) -> Result<C::Reply, ApiError> {
        self.now = now;
        self.damage.refused()?;
        self.surviving(|app| call.run(app).map_err(|error| app.recover(error)))
    }
}
