//! A store: games, people, settings. One method for each call.
use crate::clock::Clock;
use crate::engine::engine_assets;
use crate::error::DraughtsError;
use crate::lessons::Lessons;
use crate::library::GameLibrary;
use crate::puzzles::Puzzles;
use crate::shared_app::{SharedApp, calls};
use damier_core::analysis::{
    BookMoves, CheckPosition, ExactTables, ForgetMistake, FoundView, KeepMistake, KeepReview, ReadPosition,
    ReviewGame, ShowDueMistakes, ShowKeptReview, ShowLine, ShowPlayedReports, TableFact, TablesWish,
    Variants, WorkOnTables, kept_in,
};
use damier_core::correspondence::{
    BeginCorrespondence, Correspond, Correspondences, LetterAct, LineReminder, OpenCorrespondence,
    PlanReplies, ReceiveLine,
};
use damier_core::learn::{CompareGames, ComparePositions};
use damier_core::link::{Linked, MakeLink, OpenLink};
use damier_core::over_the_board::{
    ActionView, ArbiterClock, ArbiterClockAction, KeepOtbGame, LeaveOtbGame, OtbJournal, ShowOtbGame,
    ShowUnfinishedOtbGame,
};
use damier_core::play::{
    AfterLoss, ClockAction, CoachMove, CountHint, DrawBallot, GameAt, Handicap, Huff, LevelScores, Levels,
    MissedWin, NewGame, OfferDraw, OpenGame, PairView, PlayMove, PlayOn, ProposeHandicap, RealRule, Resign,
    SetClock, SetLevel, ShowFirsts, StartPosition, TakeBack, WhyNot,
};
use damier_core::profile::{
    AddPerson, CheckStep, GoOnInMemory, Home, KeepAgain, People, RemovePerson, SetProfile, SetSetting,
    ShowPlacement, SwitchPerson, Today,
};
use damier_core::views::{
    BallotListView, ClockTerms, Experience, HouseRuleView, KingMovesView, PieceView, PlayerView, SideView,
    Squares, TermsView, VariantKey,
};
use damier_core::{Call, ErrorKind};
use std::path::Path;
use std::sync::Arc;

/// Games with their players, settings and clocks. Safe to use from several threads. A call takes some milliseconds at
/// most, unless it says otherwise. Methods with a `ply` take the game's ply as last seen, and raise `Stale` if the
/// game has changed since.
#[derive(Debug, uniffi::Object)]
pub struct Store {
    app: Arc<SharedApp>,
}

#[uniffi::export]
impl Store {
    /// Opens the store in this file; creates it if it does not exist. `clock` replaces the system's clock.
    #[uniffi::constructor(default(clock = None))]
    pub fn open(path: String, clock: Option<Arc<dyn Clock>>) -> Result<Arc<Self>, DraughtsError> {
        let tables = Path::new(&path)
            .parent()
            .map(|folder| kept_in(folder, engine_assets()))
            .unwrap_or_default();
        let app = SharedApp::over(damier_store::Store::open(path)?, tables, clock)?;
        Ok(Arc::new(Self { app }))
    }

    /// Creates a store in memory.
    #[uniffi::constructor(default(clock = None))]
    pub fn in_memory(clock: Option<Arc<dyn Clock>>) -> Result<Arc<Self>, DraughtsError> {
        let app = SharedApp::over(damier_store::Store::in_memory()?, Vec::new(), clock)?;
        Ok(Arc::new(Self { app }))
    }

    /// All saved games: search, import, edit, export.
    pub fn library(&self) -> Arc<GameLibrary> {
        Arc::new(GameLibrary::at(&self.app))
    }

    /// Lessons, drills and reference, with the person's progress.
    pub fn lessons(&self) -> Arc<Lessons> {
        Arc::new(Lessons::at(&self.app))
    }

    /// Puzzles, with the person's rating.
    pub fn puzzles(&self) -> Arc<Puzzles> {
        Arc::new(Puzzles::at(&self.app))
    }
}

calls! { Store {
    /// Returns the person, the settings, and the unfinished work.
    home() -> Home {}

    /// Continues in memory after a method failed because of the disk (`Full`, `ReadOnly`, `Denied`, `Gone`,
    /// `Storage`). That method can then be called again.
    go_on_in_memory(why: ErrorKind) -> GoOnInMemory { why }

    /// Tries to save the changes in memory to the file.
    keep_again() -> KeepAgain {}

    /// Checks more of the file for some milliseconds. Call it until done, once after opening: it finds damage early
    /// and raises `Rescued`.
    check_step() -> CheckStep {}

    /// Returns today's overview: games in progress, the next lesson, repetitions, finished work, the last game.
    /// `zone`: offset of local time from UTC in minutes.
    today(variant: VariantKey, language: String, zone: i32) -> Today { variant: variant.into(), language, zone, changes: None }

    /// Returns the state of the placement test (questions about the rules, puzzles) and its outcome: a lesson, a
    /// level, a rating.
    placement(variant: VariantKey, language: String) -> ShowPlacement { variant: variant.into(), language }

    /// Sets the person's name, colour, or experience.
    #[uniffi::method(default(name = None, experience = None, colour = None))]
    set_profile(name: Option<String>, experience: Option<Experience>, colour: Option<u8>)
        -> SetProfile { name, experience, colour }

    /// Lists all people on this device, by name, with their progress.
    people() -> People {}

    /// Adds a person and switches to them.
    add_person(name: String, colour: u8) -> AddPerson { name, colour }

    /// Switches to this person.
    switch_person(id: i64) -> SwitchPerson { id }

    /// Removes a person other than the present one, with all progress. The games stay in the library.
    remove_person(id: i64) -> RemovePerson { id }

    /// Saves a setting.
    set_setting(key: String, value: String) -> SetSetting { key, value }

    /// Lists the variants, each with its board and start position.
    variants() -> Variants {}

    /// Returns a comparison of the variants, for a table.
    compare_games() -> CompareGames {}

    /// Returns positions in which the rules of two games differ.
    compare_positions(language: String) -> ComparePositions { language }

    /// Lists the computer's levels, weakest first.
    levels(variant: VariantKey) -> Levels { variant: variant.into() }

    /// Returns the board before a game. `removed`: squares of men taken off in place of those of the handicap;
    /// `is_short`: the game with two rows of men each.
    #[uniffi::method(default(removed = None, is_short = None))]
    start_position(variant: VariantKey, handicap: Handicap, removed: Option<Squares>, is_short: Option<bool>)
        -> StartPosition { variant: variant.into(), handicap, removed, short: is_short }

    /// Draws an opening from a list of a game on 64 squares. `seed` is a random number.
    draw_ballot(variant: VariantKey, list: BallotListView, seed: u32)
        -> DrawBallot { variant: variant.into(), list, seed }

    /// Begins a game. It is saved from its first move on. `fen`: a start position; `removed`: squares of men taken
    /// off; with either the handicap does not count.
    #[uniffi::method(default(removed = None, fen = None, terms = None))]
    new_game(
        variant: VariantKey, white: PlayerView, black: PlayerView, handicap: Handicap, removed: Option<Squares>,
        fen: Option<String>, terms: Option<TermsView>
    ) -> NewGame { variant: variant.into(), white, black, handicap, removed, fen, terms }

    /// Returns a game by its id; without an id the unfinished game last played.
    #[uniffi::method(default(id = None))]
    game(id: Option<i64>) -> OpenGame { id }

    /// Returns the position of a game after this many moves; 0 is the start.
    game_at(game: i64, ply: u32) -> GameAt { game, ply }

    /// Plays the move over these squares: origin, landings, target. Landings may be omitted if only one move fits.
    play_move(game: i64, ply: u32, path: Squares) -> PlayMove { game, ply, path }

    /// Huffs (a historic rule): removes a piece that missed a capture. The same side then moves.
    huff(game: i64, ply: u32, square: u8) -> Huff { game, ply, square }

    /// Applies the standard rules to the move that led to `ply`, in a game with a house rule.
    real_rule(game: i64, ply: u32) -> RealRule { game, ply }

    /// Goes back to the person's last decision, or one move if two people play.
    take_back(game: i64, ply: u32) -> TakeBack { game, ply }

    /// Resigns for a side.
    resign(game: i64, side: SideView) -> Resign { game, side }

    /// Offers a draw for a side. `score`: a search's score for the computer, in centipawns, if the computer is asked.
    #[uniffi::method(default(score = None))]
    offer_draw(game: i64, side: SideView, score: Option<i32>) -> OfferDraw { game, side, score }

    /// Records that a hint was shown in this game.
    count_hint(game: i64) -> CountHint { game }

    /// Starts, stops or reads a game's clock. A fallen flag ends the game.
    clock(game: i64, action: ClockAction) -> SetClock { game, action }

    /// Runs a clock without a game. `kept` is the last answer's; `terms` set a new clock.
    #[uniffi::method(default(kept = None, terms = None, side = None))]
    arbiter_clock(action: ArbiterClockAction, kept: Option<String>, terms: Option<ClockTerms>, side: Option<SideView>)
        -> ArbiterClock { action, kept, terms, side }

    /// Changes the computer's level in an adapting game.
    set_level(game: i64, level: String) -> SetLevel { game, level }

    /// Begins a new game of the same players with the first `ply` moves of another.
    play_on(game: i64, ply: u32) -> PlayOn { game, ply }

    /// Finds a missed win in a drawn game by the endgame tables; nothing if there is none or they do not know it.
    missed_win(game: i64) -> MissedWin { game }

    /// Suggests help after a loss against the computer: a lesson on the shot that lost the game (its `themes`), and
    /// the number of losses in a row.
    after_loss(variant: VariantKey, themes: Vec<String>, language: String) -> AfterLoss { variant: variant.into(), themes, language }

    /// Proposes a handicap that should make a game of these two even.
    propose_handicap(variant: VariantKey, pair: PairView) -> ProposeHandicap { variant: variant.into(), pair }

    /// Counts the person's even games against each level, by result.
    level_scores(variant: VariantKey) -> LevelScores { variant: variant.into() }

    /// Says what a finished game against the computer is the first to have: a win, a king.
    firsts(game: i64) -> ShowFirsts { game }

    /// Explains why the piece on `origin` may not move to `target`; nothing if it may. `Position.why_not` needs no
    /// store. `house_rule`: that of the game.
    #[uniffi::method(default(target = None, house_rule = None))]
    why_not(
        variant: VariantKey, fen: String, origin: u8, target: Option<u8>, house_rule: Option<HouseRuleView>
    ) -> WhyNot { variant: variant.into(), fen, origin, target, house_rule }

    /// Returns what a coach says about a move in the position before it, if something is proved. `only_loss`: only that it
    /// loses something.
    #[uniffi::method(default(only_loss = false))]
    coach_move(variant: VariantKey, fen: String, played: String, only_loss: bool) -> CoachMove {
        variant: variant.into(), fen, played, only_loss
    }

    /// Writes a line of moves as notation, from a position or the start.
    #[uniffi::method(default(fen = None))]
    line(variant: VariantKey, moves: Vec<String>, fen: Option<String>) -> ShowLine { variant: variant.into(), fen, moves }

    /// Begins a correspondence game. `id`: 64 random bits as 16 hexadecimal digits; `days` for a move, 0 for no
    /// limit.
    #[uniffi::method(default(removed = None, is_short = None, fen = None))]
    begin_correspondence(
        id: String, variant: VariantKey, side: SideView, name: String, opponent: String, days: u8,
        handicap: Handicap, removed: Option<Squares>, is_short: Option<bool>, fen: Option<String>
    ) -> BeginCorrespondence {
        id, variant: variant.into(), side, name, opponent, days, handicap, removed, short: is_short, fen
    }

    /// Lists the correspondence games: first those with one's own turn, ended games last.
    correspondences() -> Correspondences {}

    /// Returns a correspondence game.
    correspondence(game: i64) -> OpenCorrespondence { game }

    /// Acts in a correspondence game: a move, a draw offer, or handing over the line.
    correspond(game: i64, ply: u32, act: LetterAct) -> Correspond { game, ply, act }

    /// Sets conditional replies, each a line of moves in notation, the opponent's first. They are played once the
    /// opponent's line arrives.
    plan_replies(game: i64, ply: u32, replies: Vec<Vec<String>>) -> PlanReplies { game, ply, replies }

    /// Reads a received line: a code, an address, or a message with it. Raises `LinkDamaged`, `LinkForeign` or
    /// `LinkNewer`. `accept`: accepts the opponent's open offer.
    #[uniffi::method(default(accept = None))]
    receive_line(line: String, accept: Option<bool>) -> ReceiveLine { line, accept }

    /// Returns the deadline of the side to move as a calendar file.
    line_reminder(game: i64, title: String) -> LineReminder { game, title }

    /// Creates a link: its code follows `#/link/` or `damier://link/`.
    make_link(what: Linked) -> MakeLink { what }

    /// Reads a link, given its code or its whole address. Raises `LinkDamaged`, `LinkForeign` or `LinkNewer` if it
    /// cannot be opened.
    open_link(link: String) -> OpenLink { link }

    /// Plays on a real board, with pieces touched, carried and lifted by hand, and returns the irregularities.
    /// `actions`: all actions, the newest last.
    #[uniffi::method(default(fen = None))]
    otb_game(variant: VariantKey, arbiter: bool, actions: Vec<ActionView>, language: String, fen: Option<String>)
        -> ShowOtbGame { variant: variant.into(), fen, arbiter, actions, language }

    /// Files a game on a real board in the library, and keeps it to go on later. With `id` it replaces the game filed
    /// under this id.
    #[uniffi::method(default(id = None))]
    keep_otb_game(journal: OtbJournal, id: Option<i64>) -> KeepOtbGame { id, journal }

    /// The game on a real board that was not finished, if there is one.
    unfinished_otb_game(variant: VariantKey) -> ShowUnfinishedOtbGame { variant: variant.into() }

    /// Forgets the unfinished game on a real board; what was filed stays in the library.
    leave_otb_game(variant: VariantKey) -> LeaveOtbGame { variant: variant.into() }

    /// Checks if a position is possible in a game, and names the obstacle.
    #[uniffi::method(default(king_moves = None))]
    check_position(variant: VariantKey, turn: SideView, pieces: Vec<PieceView>, king_moves: Option<Vec<KingMovesView>>)
        -> CheckPosition { variant: variant.into(), turn, pieces, king_moves }

    /// Reads a position from a FEN, a list as papers print it, or the end of a PDN game. `variant` applies if the
    /// text names none.
    read_position(variant: VariantKey, text: String) -> ReadPosition { variant: variant.into(), text }

    /// Reviews a game from search results: `found` has an entry for each position, the start first. `Engine.review`
    /// also searches. `winner`: who won, if anyone; `drawn`: true for a draw.
    #[uniffi::method(default(winner = None, drawn = false))]
    review_game(
        variant: VariantKey, fen: String, moves: Vec<String>, found: Vec<Option<FoundView>>, winner: Option<SideView>, drawn: bool
    ) -> ReviewGame { variant: variant.into(), fen, moves, found, winner, drawn }

    /// Saves the search results of a game's main line.
    keep_review(game: i64, moves: Vec<String>, found: Vec<Option<FoundView>>) -> KeepReview { game, moves, found }

    /// Returns the saved review of a game; nothing if there is none.
    kept_review(game: i64) -> ShowKeptReview { game }

    /// Reports on the person's play in reviewed games, some at a time. `after`: 0, then the `next` of the previous
    /// answer.
    played_reports(variant: VariantKey, language: String, after: i64) -> ShowPlayedReports { variant: variant.into(), language, after }

    /// Records an answer to a question about a mistake, and schedules the next one. `right`: a better move was found
    /// at the first try.
    keep_mistake(
        variant: VariantKey, fen: String, played: String, score: i32, best: Vec<String>, white: String, black: String, ply: u32,
        right: bool
    ) -> KeepMistake { variant: variant.into(), fen, played, score, best, white, black, ply, right }

    /// Lists the mistakes to repeat now.
    due_mistakes(variant: VariantKey) -> ShowDueMistakes { variant: variant.into() }

    /// Stops asking about a mistake.
    forget_mistake(variant: VariantKey, fen: String) -> ForgetMistake { variant: variant.into(), fen }

    /// Looks a position up in the endgame tables; nothing if they do not know it.
    table_fact(variant: VariantKey, fen: String) -> TableFact { variant: variant.into(), fen }

    /// Looks a position up in the opening book.
    book_moves(variant: VariantKey, fen: String) -> BookMoves { variant: variant.into(), fen }

    /// Returns the progress of building the endgame tables for this many pieces, 4 or 5, beside the store's file.
    exact_tables(pieces: u8) -> ExactTables { pieces }

    /// Starts, stops or deletes the build, which continues between calls. Its file is beside the store's.
    work_on_tables(pieces: u8, wish: TablesWish) -> WorkOnTables { pieces, wish }
} }
