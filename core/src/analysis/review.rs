//! The call that reviews a game: the positions' searches come from outside, the judgement is the engine's, and why a mistake was
//! one the lines of these searches say. Translates; searches nothing.
use crate::call::Call;
use crate::error::{ApiError, ErrorKind};
use crate::views::{PositionView, SideView, view};
use crate::{App, convert};
use draughts::notation::movetext;
use draughts::{Game, Move, Position, Side};
use draughts_engine::Score;
use draughts_engine::review::{
    self, Decided, Judged, Phase, PhasePlay, Quality, SearchedPosition, Swing, SwingKind,
};
use draughts_puzzles::{Cause, LineShot, Theme, cause};

view! {
    /// `reviewGame` → `ReviewView`. The searches are the front end's (`search`, one position after another), so that they
    /// can be stopped and gone on with; `found` has a place for every position, the start first.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct ReviewGame {
        pub variant: String,
        pub fen: String,
        /// Moves as written, from `fen` on; those after the end of the game by its rules are left out of the answer.
        pub moves: Vec<String>,
        pub found: Vec<Option<FoundView>>,
        /// Who won, where somebody did: it was the other side's to lose.
        pub winner: Option<SideView>,
        /// It ended in a draw.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        #[cfg_attr(feature = "uniffi", uniffi(default = false))]
        pub drawn: bool,
    }
}
view! {
    /// What a search said of a position: its `SearchInfo`, as far as it counts here.
    #[cfg_attr(feature = "uniffi", uniffi(name = "SearchedPosition"))]
    pub struct FoundView {
        /// Centipawns for the side to move.
        pub score: i32,
        /// The best line, as written.
        pub pv: Vec<String>,
    }
}
view! {
    /// A game, judged.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Review"))]
    pub struct ReviewView {
        /// Each move; null where a position beside it has not been searched.
        pub moves: Vec<Option<JudgedView>>,
        /// White's expected result, 0 to 1, at the start and after each move; null where it is not known.
        pub expected: Vec<Option<f64>>,
        pub white: PlayedView,
        pub black: PlayedView,
        /// The phase of the position before each move: never back to an earlier one.
        pub phases: Vec<PhaseView>,
        /// The move that cost most (0 the first), where one was a mistake at least: the loser's, where the game has one.
        pub turning: Option<u32>,
        /// Where it stood nearly won and ended otherwise.
        pub swings: Vec<SwingView>,
        /// What decided it, once all of it is judged and it has ended.
        pub decided: Option<DecidedView>,
    }
}
view! {
    /// How one side played.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PlayedMove"))]
    pub struct PlayedView {
        /// 0 to 100; absent while nothing of it is judged.
        pub accuracy: Option<f64>,
        pub inaccuracies: u32,
        pub mistakes: u32,
        pub blunders: u32,
        /// Opening, middle game and ending.
        pub phases: Vec<PhasePlayedView>,
    }
}
view! {
    /// A part of a game, by how many men are left: of 40 the opening has 31 and more, the ending 16 at most.
    pub enum PhaseView { Opening, Middle, Ending }
}
view! {
    /// How a side played a part of a game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PhasePlayed"))]
    pub struct PhasePlayedView {
        /// 0 to 100; absent where it had no choice, or nothing is judged.
        pub accuracy: Option<f64>,
        /// Judged moves.
        pub moves: u32,
        /// Expected results (0 to 1) that it gave away, added up.
        pub lost: f64,
    }
}
view! {
    /// How good a move was.
    #[cfg_attr(feature = "uniffi", uniffi(name = "MoveQuality"))]
    pub enum QualityView { Forced, Best, Good, Inaccuracy, Mistake, Blunder }
}
view! {
    /// One move, judged.
    #[cfg_attr(feature = "uniffi", uniffi(name = "JudgedMove"))]
    pub struct JudgedView {
        pub quality: QualityView,
        /// The expected result (0 to 1) of the side that moved, before it and after it.
        pub before: f64,
        pub after: f64,
        /// The sign that says so behind the move, "" for none: `?` weak, `??` very weak. A lesser fault has none.
        pub sign: String,
        /// Why it was a mistake or a blunder.
        pub cause: Option<CauseView>,
    }
}
view! {
    /// Why a move was a mistake.
    #[cfg_attr(feature = "uniffi", uniffi(name = "MistakeCause"))]
    pub struct CauseView {
        pub kind: CauseKind,
        /// Men that were to be won, or are lost, a king counting three; 0 where it is the position alone.
        pub men: u8,
        /// The shot, where it is one.
        pub shot: Option<ReviewShotView>,
    }
}
view! {
    /// What kind of mistake a move was.
    pub enum CauseKind {
        /// The side that moved had a shot.
        MissedShot,
        /// It let the other side make one.
        AllowedShot,
        /// Men could be won without giving any.
        MissedMen,
        /// Men are lost.
        LostMen,
        /// The position is worse.
        Position,
    }
}
view! {
    /// A shot that was missed in a game, or allowed.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ReviewShot"))]
    pub struct ReviewShotView {
        /// Its moves, as written.
        pub line: Vec<String>,
        /// What makes it work: "mazette".
        pub themes: Vec<String>,
        /// Where it begins, and where it ends.
        pub before: PositionView,
        pub after: PositionView,
    }
}
view! {
    /// A game that went another way than it stood.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameSwing"))]
    pub struct SwingView {
        pub side: SideView,
        /// It stood nearly lost and won; else it stood nearly won and drew.
        pub comeback: bool,
        /// Moves made before the position in which it stood worst, or best.
        pub ply: u32,
        /// The expected result of the side there, 0 to 1.
        pub expected: f64,
    }
}
view! {
    /// What decided a game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameDecided"))]
    pub struct DecidedView {
        pub by: DecidedBy,
        /// The move (0 the first), where it was one.
        pub ply: Option<u32>,
        /// What the loser could expect at the end (0 to 1), where nothing on the board decided it.
        pub expected: Option<f64>,
    }
}
view! {
    /// By what a game was decided.
    pub enum DecidedBy {
        Move,
        /// The loser gave up or ran out of time in a position that was not lost.
        OffTheBoard,
        /// No single move.
        LittleByLittle,
        /// Nothing: drawn, and no mistake.
        Nothing,
    }
}

/// The longest game that is judged in one call, in moves of both sides.
pub(super) const LONGEST: usize = 1000;
/// Moves of a line that are read to find out why a move was a mistake.
const LONGEST_LINE: usize = 20;

impl Call for ReviewGame {
    type Reply = ReviewView;

    fn run(self, _: &mut App) -> Result<ReviewView, ApiError> {
        self.judge()
    }
}

impl ReviewGame {
    /// The judgement; it needs no store.
    ///
    /// # Errors
    /// `UnknownVariant`, `BadPosition`, `IllegalMove`, `BadParams` where the game is too long.
    pub fn judge(self) -> Result<ReviewView, ApiError> {
        let variant = convert::variant(&self.variant)?;
        if self.moves.len() > LONGEST {
            let what = format!(
                "a game of {} moves; at most {LONGEST} are judged",
                self.moves.len()
            );
            return Err(ApiError::new(ErrorKind::BadParams, what));
        }
        let mut game = Game::from_position(convert::position(variant, &self.fen)?);
        for text in &self.moves {
            let illegal = |e: String| ApiError::new(ErrorKind::IllegalMove, format!("{text}: {e}"));
            let mv = movetext::read(game.position(), text).map_err(|e| illegal(e.to_string()))?;
            // What was played on after a draw by the rules is no part of the game.
            if game.play(&mv).is_err() {
                break;
            }
        }
        let result = match (self.winner, self.drawn) {
            (Some(winner), _) => Some(review::GameResult::Won(winner.into())),
            (None, true) => Some(review::GameResult::Drawn),
            (None, false) => None,
        };
        Ok(judged(&game, &self.found, result))
    }
}

/// Judges a game by what was found of its positions.
pub(super) fn judged(
    game: &Game,
    found: &[Option<FoundView>],
    result: Option<review::GameResult>,
) -> ReviewView {
    let searched: Vec<Option<SearchedPosition>> = game
        .positions()
        .iter()
        .zip(found.iter().chain(std::iter::repeat(&None)))
        .map(|(position, found)| {
            let found = found.as_ref()?;
            let limit = Score::WIN.centipawns();
            Some(SearchedPosition {
                score: Score::cp(found.score.clamp(-limit, limit)),
                line: line(position, found, 1),
            })
        })
        .collect();
    let review = review::review(game, &searched, result);
    let played = |side: Side| {
        let count = |wanted: Quality| {
            let moves = review.moves.iter().zip(game.positions());
            let of_side = moves.filter(|(_, position)| position.turn() == side);
            let such = of_side.filter(|(judged, _)| judged.as_ref().is_some_and(|one| one.quality == wanted));
            such.count() as u32
        };
        PlayedView {
            accuracy: review.accuracy[side as usize],
            inaccuracies: count(Quality::Inaccuracy),
            mistakes: count(Quality::Mistake),
            blunders: count(Quality::Blunder),
            phases: review.by_phase[side as usize].iter().map(Into::into).collect(),
        }
    };
    let moves = review.moves.iter().enumerate().map(|(at, one)| {
        let one = one.as_ref()?;
        let weak = matches!(one.quality, Quality::Mistake | Quality::Blunder);
        Some(JudgedView {
            cause: weak.then(|| why(game, found, at, one)),
            ..JudgedView::from(one)
        })
    });
    ReviewView {
        moves: moves.collect(),
        white: played(Side::White),
        black: played(Side::Black),
        phases: review.phases.iter().map(|phase| (*phase).into()).collect(),
        turning: review.turning.map(|at| at as u32),
        swings: review.swings.iter().map(Into::into).collect(),
        decided: review.decided.map(Into::into),
        expected: review.white,
    }
}

/// The best line of a position, as far as it is one, and so many moves of it at most.
fn line(position: &Position, found: &FoundView, most: usize) -> Vec<Move> {
    let mut here = *position;
    let next = |text: &String| {
        let mv = movetext::read(&here, text).ok()?;
        here.play_unchecked(&mv);
        Some(mv)
    };
    found.pv.iter().take(most).map_while(next).collect()
}

/// Why the move after so many was a mistake.
fn why(game: &Game, found: &[Option<FoundView>], at: usize, judged: &Judged) -> CauseView {
    let (before, after) = (&game.positions()[at], &game.positions()[at + 1]);
    let line_of = |position: &Position, at: usize| {
        let found = found.get(at).and_then(Option::as_ref);
        found.map_or_else(Vec::new, |found| line(position, found, LONGEST_LINE))
    };
    let (best, refutation) = (line_of(before, at), line_of(after, at + 1));
    let cause = cause(
        before,
        &game.moves()[at],
        &best,
        &refutation,
        judged.before,
        judged.after,
    );
    let (kind, men, shot) = match &cause {
        Cause::MissedShot(shot) => (CauseKind::MissedShot, shot.men, Some((before, &best, shot))),
        Cause::AllowedShot(shot) => (CauseKind::AllowedShot, shot.men, Some((after, &refutation, shot))),
        Cause::MissedMen(men) => (CauseKind::MissedMen, *men, None),
        Cause::LostMen(men) => (CauseKind::LostMen, *men, None),
        Cause::Position => (CauseKind::Position, 0, None),
    };
    CauseView {
        kind,
        men,
        shot: shot.map(|(from, moves, shot)| ReviewShotView::of(from, moves, shot)),
    }
}

impl ReviewShotView {
    fn of(from: &Position, moves: &[Move], shot: &LineShot) -> Self {
        let mut here = *from;
        let line = moves.iter().take(shot.plies).map(|mv| {
            let text = movetext::write(&here, mv);
            here.play_unchecked(mv);
            text
        });
        Self {
            line: line.collect(),
            themes: shot
                .themes
                .iter()
                .map(|theme: &Theme| theme.key().into())
                .collect(),
            before: PositionView::still(from),
            after: PositionView::still(&here),
        }
    }
}

impl From<&Judged> for JudgedView {
    fn from(judged: &Judged) -> Self {
        let quality = match judged.quality {
            Quality::Forced => QualityView::Forced,
            Quality::Best => QualityView::Best,
            Quality::Good => QualityView::Good,
            Quality::Inaccuracy => QualityView::Inaccuracy,
            Quality::Mistake => QualityView::Mistake,
            Quality::Blunder => QualityView::Blunder,
        };
        Self {
            quality,
            before: judged.before,
            after: judged.after,
            sign: judged
                .quality
                .signs()
                .strength
                .map_or_else(String::new, |sign| sign.text().into()),
            cause: None,
        }
    }
}

impl From<Phase> for PhaseView {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Opening => Self::Opening,
            Phase::Middle => Self::Middle,
            Phase::Ending => Self::Ending,
        }
    }
}

impl From<&PhasePlay> for PhasePlayedView {
    fn from(played: &PhasePlay) -> Self {
        Self {
            accuracy: played.accuracy,
            moves: played.moves,
            lost: played.lost,
        }
    }
}

impl From<&Swing> for SwingView {
    fn from(swing: &Swing) -> Self {
        Self {
            side: swing.side.into(),
            comeback: swing.kind == SwingKind::Comeback,
            ply: swing.ply as u32,
            expected: swing.expected,
        }
    }
}

impl From<Decided> for DecidedView {
    fn from(decided: Decided) -> Self {
        let (by, ply, expected) = match decided {
            Decided::Move(ply) => (DecidedBy::Move, Some(ply as u32), None),
            Decided::OffTheBoard(expected) => (DecidedBy::OffTheBoard, None, Some(expected)),
            Decided::LittleByLittle => (DecidedBy::LittleByLittle, None, None),
            Decided::Nothing => (DecidedBy::Nothing, None, None),
        };
        Self { by, ply, expected }
    }
}
