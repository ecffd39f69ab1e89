//! A store: games played and kept, and who plays. One method a call.
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
use damier_core::learn::CompareGames;
use damier_core::link::{Linked, MakeLink, OpenLink};
use damier_core::over_the_board::{ActionView, ArbiterClock, ArbiterClockAction, ShowOtbGame};
use damier_core::play::{
    AfterLoss, ClockAction, CountHint, GameAt, Handicap, Huff, Levels, MissedWin, NewGame, OfferDraw,
    OpenGame, PlayMove, PlayOn, ProposeHandicap, RealRule, Resign, SetClock, SetLevel, StartPosition,
    TakeBack, WhyNot,
};
use damier_core::profile::{
    AddPerson, CheckStep, GoOnInMemory, Home, KeepAgain, People, RemovePerson, SetProfile, SetSetting,
    ShowPlacement, SwitchPerson, Today,
};
use damier_core::views::{
    ClockTerms, Experience, HouseRuleView, KingMovesView, PieceView, PlayerView, SideView, Squares,
    TermsView, VariantKey,
};
use damier_core::{Call, ErrorKind};
use std::path::Path;
use std::sync::Arc;

/// Games played and kept, with their players, settings and clocks. Safe to use from several threads; a call takes some
/// milliseconds at most, unless it says otherwise. Methods that take a `ply` take the game's, as last seen, and raise
/// `Stale` where the game has moved on since.
#[derive(Debug, uniffi::Object)]
pub struct Store {
    app: Arc<SharedApp>,
}

#[uniffi::export]
impl Store {
    /// The store in this file, which is made where there is none. `clock` takes the place of the system's.
    #[uniffi::constructor(default(clock = None))]
    pub fn open(path: String, clock: Option<Arc<dyn Clock>>) -> Result<Arc<Self>, DraughtsError> {
        let tables = Path::new(&path)
            .parent()
            .map(|folder| kept_in(folder, engine_assets()))
            .unwrap_or_default();
        let app = SharedApp::over(damier_store::Store::open(path)?, tables, clock)?;
        Ok(Arc::new(Self { app }))
    }

    /// A store that is gone with the object.
    #[uniffi::constructor(default(clock = None))]
    pub fn in_memory(clock: Option<Arc<dyn Clock>>) -> Result<Arc<Self>, DraughtsError> {
        let app = SharedApp::over(damier_store::Store::in_memory()?, Vec::new(), clock)?;
        Ok(Arc::new(Self { app }))
    }

    /// All games that are kept: to find, import, edit, export.
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
    /// Who plays, the settings, and what is there to go on with.
    home() -> Home {}

    /// Goes on in memory, after a method failed for the disk's fault (`Full`, `ReadOnly`, `Denied`, `Gone`, `Storage`): it
    /// can then be called again.
    go_on_in_memory(why: ErrorKind) -> GoOnInMemory { why }

    /// Tries to bring what was changed in memory into the file.
    keep_again() -> KeepAgain {}

    /// Reads on in the file for some milliseconds. Called until it is done, once after it was opened, it finds damage before
    /// somebody needs what it hit, and raises `Rescued`.
    check_step() -> CheckStep {}

    /// The games that go on, where learning goes on, what comes back, what was done of this day's work, and how the last game
    /// went. `zone`: minutes by which local time is ahead of universal time.
    today(variant: VariantKey, language: String, zone: i32) -> Today { variant: variant.into(), language, zone }

    /// How far the person has come in the placement (questions about the rules, puzzles), and where that leads: a lesson, a
    /// level, a rating.
    placement(variant: VariantKey, language: String) -> ShowPlacement { variant: variant.into(), language }

    /// Sets the person's name, colour, or what they know of draughts.
    #[uniffi::method(default(name = None, experience = None, colour = None))]
    set_profile(name: Option<String>, experience: Option<Experience>, colour: Option<u8>)
        -> SetProfile { name, experience, colour }

    /// Everybody on this device, by name, and how far each is.
    people() -> People {}

    /// Somebody new, who is here from now on.
    add_person(name: String, colour: u8) -> AddPerson { name, colour }

    /// This person is here from now on.
    switch_person(id: i64) -> SwitchPerson { id }

    /// Removes somebody else than who is here, with all progress. The games stay in the library.
    remove_person(id: i64) -> RemovePerson { id }

    /// Keeps a setting.
    set_setting(key: String, value: String) -> SetSetting { key, value }

    /// The games that are played, each with its board and its start.
    variants() -> Variants {}

    /// What tells the games apart, to put in a table.
    compare_games() -> CompareGames {}

    /// The strengths of the computer, weakest first.
    levels(variant: VariantKey) -> Levels { variant: variant.into() }

    /// What the board shows before a game. `removed`: squares of men taken off instead of those of the handicap;
    /// `is_short`: the game of two rows of men each.
    #[uniffi::method(default(removed = None, is_short = None))]
    start_position(variant: VariantKey, handicap: Handicap, removed: Option<Squares>, is_short: Option<bool>)
        -> StartPosition { variant: variant.into(), handicap, removed, short: is_short }

    /// Begins a game. It is kept from its first move on. `fen`: a position to begin from; `removed`: squares of men taken
    /// off; with either the handicap is not counted.
    #[uniffi::method(default(removed = None, fen = None, terms = None))]
    new_game(
        variant: VariantKey, white: PlayerView, black: PlayerView, handicap: Handicap, removed: Option<Squares>,
        fen: Option<String>, terms: Option<TermsView>
    ) -> NewGame { variant: variant.into(), white, black, handicap, removed, fen, terms }

    /// A game by its id; without one the unfinished game last played.
    #[uniffi::method(default(id = None))]
    game(id: Option<i64>) -> OpenGame { id }

    /// The position of a game after so many moves, 0 the start.
    game_at(game: i64, ply: u32) -> GameAt { game, ply }

    /// Plays the move over these squares: origin, landings, target. Landings may be left out while only one move fits.
    play_move(game: i64, ply: u32, path: Squares) -> PlayMove { game, ply, path }

    /// By the historic rule of huffing: takes a piece that missed a capture off the board. The same side then moves.
    huff(game: i64, ply: u32, square: u8) -> Huff { game, ply, square }

    /// What the rules say of the move that led to `ply`, in a game by a house rule.
    real_rule(game: i64, ply: u32) -> RealRule { game, ply }

    /// Goes back to the person's last decision, or one move where two people play.
    take_back(game: i64, ply: u32) -> TakeBack { game, ply }

    /// A side gives up.
    resign(game: i64, side: SideView) -> Resign { game, side }

    /// A side offers a draw. `score`: what a search says for the computer, in centipawns, where it is the one asked.
    #[uniffi::method(default(score = None))]
    offer_draw(game: i64, side: SideView, score: Option<i32>) -> OfferDraw { game, side, score }

    /// A hint was shown in this game.
    count_hint(game: i64) -> CountHint { game }

    /// Starts, stops or looks at a game's clock. A flag that has fallen ends the game.
    clock(game: i64, action: ClockAction) -> SetClock { game, action }

    /// A clock without a game. `kept` is what the last answer said; `terms` set a new clock.
    #[uniffi::method(default(kept = None, terms = None, side = None))]
    arbiter_clock(action: ArbiterClockAction, kept: Option<String>, terms: Option<ClockTerms>, side: Option<SideView>)
        -> ArbiterClock { action, kept, terms, side }

    /// The computer of an adapting game plays at another level from now on.
    set_level(game: i64, level: String) -> SetLevel { game, level }

    /// A new game of the same players that has the first `ply` moves of another.
    play_on(game: i64, ply: u32) -> PlayOn { game, ply }

    /// Where a drawn game had a win that the endgame tables prove; nothing where there was none, or they do not know it.
    missed_win(game: i64) -> MissedWin { game }

    /// What helps a person who has just lost against the computer: a lesson of what lost the game (`themes` of the shot), and how many
    /// games were lost one after the other.
    after_loss(variant: VariantKey, themes: Vec<String>, language: String) -> AfterLoss { variant: variant.into(), themes, language }

    /// A handicap that should make a game against this level even.
    propose_handicap(variant: VariantKey, level: String) -> ProposeHandicap { variant: variant.into(), level }

    /// Why the piece on `origin` may not go to `target`; nothing where it may. `Position.why_not` needs no store.
    /// `house_rule`: the one that the game is played by.
    #[uniffi::method(default(target = None, house_rule = None))]
    why_not(
        variant: VariantKey, fen: String, origin: u8, target: Option<u8>, house_rule: Option<HouseRuleView>
    ) -> WhyNot { variant: variant.into(), fen, origin, target, house_rule }

    /// A line of moves as written, from a position or the start.
    #[uniffi::method(default(fen = None))]
    line(variant: VariantKey, moves: Vec<String>, fen: Option<String>) -> ShowLine { variant: variant.into(), fen, moves }

    /// Begins a game by correspondence. `id`: 64 random bits as 16 hexadecimal digits; `days` a move, 0 for no limit.
    #[uniffi::method(default(removed = None, is_short = None, fen = None))]
    begin_correspondence(
        id: String, variant: VariantKey, side: SideView, name: String, opponent: String, days: u8,
        handicap: Handicap, removed: Option<Squares>, is_short: Option<bool>, fen: Option<String>
    ) -> BeginCorrespondence {
        id, variant: variant.into(), side, name, opponent, days, handicap, removed, short: is_short, fen
    }

    /// The games by correspondence: where it is one's own turn first, ended games last.
    correspondences() -> Correspondences {}

    /// A game by correspondence.
    correspondence(game: i64) -> OpenCorrespondence { game }

    /// Does something in a game by correspondence: a move, an offer of a draw, the line handed on.
    correspond(game: i64, ply: u32, act: LetterAct) -> Correspond { game, ply, act }

    /// Conditional replies, each a line of moves as written, the other's first. They are played when the other's line has come.
    plan_replies(game: i64, ply: u32, replies: Vec<Vec<String>>) -> PlanReplies { game, ply, replies }

    /// Takes a line in: a code, an address or a message with it. Raises `LinkDamaged`, `LinkForeign` or `LinkNewer` where it is none.
    /// `accept`: what was asked before is accepted.
    #[uniffi::method(default(accept = None))]
    receive_line(line: String, accept: Option<bool>) -> ReceiveLine { line, accept }

    /// The day by which the side to move has to answer, as a calendar file.
    line_reminder(game: i64, title: String) -> LineReminder { game, title }

    /// A link to hand on: its code goes behind `#/link/` or `damier://link/`.
    make_link(what: Linked) -> MakeLink { what }

    /// What a link carries, given its code or its whole address. Raises `LinkDamaged`, `LinkForeign` or `LinkNewer` where it cannot be
    /// opened.
    open_link(link: String) -> OpenLink { link }

    /// A real board, where pieces are touched, carried and lifted by hand, with the irregularities that come of it.
    /// `actions`: all that was done, the newest last.
    #[uniffi::method(default(fen = None))]
    otb_game(variant: VariantKey, arbiter: bool, actions: Vec<ActionView>, language: String, fen: Option<String>)
        -> ShowOtbGame { variant: variant.into(), fen, arbiter, actions, language }

    /// Whether a game can have this position, and what makes it impossible.
    #[uniffi::method(default(king_moves = None))]
    check_position(variant: VariantKey, turn: SideView, pieces: Vec<PieceView>, king_moves: Option<Vec<KingMovesView>>)
        -> CheckPosition { variant: variant.into(), turn, pieces, king_moves }

    /// The position out of a FEN, a list as papers print it, or the end of a PDN game. `variant` is the game where the text
    /// names none.
    read_position(variant: VariantKey, text: String) -> ReadPosition { variant: variant.into(), text }

    /// Judges a game from what searches found of its positions; `found` has a place for each, the start first.
    /// `Engine.review` searches too.
    /// `winner` is who won the game, where somebody did; `drawn` that nobody did.
    #[uniffi::method(default(winner = None, drawn = false))]
    review_game(
        variant: VariantKey, fen: String, moves: Vec<String>, found: Vec<Option<FoundView>>, winner: Option<SideView>, drawn: bool
    ) -> ReviewGame { variant: variant.into(), fen, moves, found, winner, drawn }

    /// Keeps what was found of the positions of a game's main line.
    keep_review(game: i64, moves: Vec<String>, found: Vec<Option<FoundView>>) -> KeepReview { game, moves, found }

    /// What is kept of a game; nothing where it was not looked at.
    kept_review(game: i64) -> ShowKeptReview { game }

    /// How the person played in the games whose review is kept, some at a time. `after`: 0, then the `next` of the answer before.
    played_reports(variant: VariantKey, language: String, after: i64) -> ShowPlayedReports { variant: variant.into(), language, after }

    /// A mistake of a game was asked about: when it comes back. `right` says that a better move was found at the first try.
    keep_mistake(
        variant: VariantKey, fen: String, played: String, score: i32, best: Vec<String>, white: String, black: String, ply: u32,
        right: bool
    ) -> KeepMistake { variant: variant.into(), fen, played, score, best, white, black, ply, right }

    /// The mistakes whose time to be bettered has come.
    due_mistakes(variant: VariantKey) -> ShowDueMistakes { variant: variant.into() }

    /// A mistake is not asked any more.
    forget_mistake(variant: VariantKey, fen: String) -> ForgetMistake { variant: variant.into(), fen }

    /// What the endgame tables prove of a position; nothing where they do not know it.
    table_fact(variant: VariantKey, fen: String) -> TableFact { variant: variant.into(), fen }

    /// What the opening book says of a position.
    book_moves(variant: VariantKey, fen: String) -> BookMoves { variant: variant.into(), fen }

    /// How far the endgame tables of so many pieces, 4 or 5, are that are built beside the store's file.
    exact_tables(pieces: u8) -> ExactTables { pieces }

    /// Begins, ends or undoes their building, which goes on between calls; its file is kept beside the store's.
    work_on_tables(pieces: u8, wish: TablesWish) -> WorkOnTables { pieces, wish }
} }
