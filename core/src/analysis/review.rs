//! The call that reviews a game. The front end supplies the searches, the engine judges them, and the lines explain
//! the mistakes. Searches nothing.
use crate::call::Call;
use crate::error::{ApiError, ErrorKind};
use crate::views::{PositionView, SideView, view};
use crate::{App, convert};
use draughts::notation::movetext;
use draughts::{Game, Move, Position, Side};
use draughts_claims::{Cause, cause};
use draughts_engine::Score;
use draughts_engine::review::{
    self, Decided, Judged, Phase, PhasePlay, Quality, SearchedPosition, Swing, SwingKind,
};
use draughts_puzzles::{LineShot, Theme};

view! {
    /// `reviewGame` → `ReviewView`. The front end runs the searches, so that it can stop and resume: it runs the one
    /// in `next`, enters its result in `found`, and calls again, until there is none. `found` has an entry for every
    /// position, the start first.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct ReviewGame {
        pub variant: String,
        pub fen: String,
        /// Moves from `fen`; those after the end of the game by the rules are ignored.
        pub moves: Vec<String>,
        pub found: Vec<Option<FoundView>>,
        /// Winner, if any: the loser's mistakes decide the game.
        pub winner: Option<SideView>,
        /// `true` if the game was drawn.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        #[cfg_attr(feature = "uniffi", uniffi(default = false))]
        pub drawn: bool,
    }
}
view! {
    /// The part of a `SearchInfo` that a review needs.
    #[cfg_attr(feature = "uniffi", uniffi(name = "SearchedPosition"))]
    pub struct FoundView {
        /// Centipawns for the side to move.
        pub score: i32,
        /// Best line.
        pub pv: Vec<String>,
        /// Depth reached, in plies; 0 if unknown.
        #[serde(default)]
        #[cfg_attr(feature = "uniffi", uniffi(default = 0))]
        pub depth: u8,
        /// Limit on the positions visited; 0 if unknown.
        #[serde(default)]
        #[cfg_attr(feature = "uniffi", uniffi(default = 0))]
        pub nodes: u32,
    }
}
view! {
    /// A search that a review needs.
    #[cfg_attr(feature = "uniffi", uniffi(name = "NeededSearch"))]
    pub struct NeededSearchView {
        /// Number of moves before the position.
        pub ply: u32,
        /// Limit on the positions visited.
        pub nodes: u32,
        /// Number of searches that this pass still needs, this one included; later ones may turn up.
        pub left: u32,
    }
}
view! {
    /// A reviewed game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Review"))]
    pub struct ReviewView {
        /// Judgement of each move; null if a position before or after it was not searched.
        pub moves: Vec<Option<JudgedView>>,
        /// White's expected result, 0 to 1, at the start and after each move; null if unknown.
        pub expected: Vec<Option<f64>>,
        pub white: PlayedView,
        pub black: PlayedView,
        /// Phase of the position before each move; phases never go back.
        pub phases: Vec<PhaseView>,
        /// Index of the turning point. Of a lost game: the loser's last move before which its expected result was at
        /// least 0.45, or its first weak move after that. Of another game: the costliest mistake.
        pub turning: Option<u32>,
        /// Positions that were nearly won, in games that ended otherwise.
        pub swings: Vec<SwingView>,
        /// The decisive moment, once a finished game is fully judged.
        pub decided: Option<DecidedView>,
        /// Search to run next; null if the review is complete.
        pub next: Option<NeededSearchView>,
    }
}
view! {
    /// Performance of one side. Counts confirmed mistakes only.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PlayedMove"))]
    pub struct PlayedView {
        /// 0 to 100; absent while no move is judged.
        pub accuracy: Option<f64>,
        pub inaccuracies: u32,
        pub mistakes: u32,
        pub blunders: u32,
        /// Opening, middle game and ending.
        pub phases: Vec<PhasePlayedView>,
    }
}
view! {
    /// Phase of a game by the number of men left: of 40, an opening has at least 31 and an ending at most 16.
    pub enum PhaseView { Opening, Middle, Ending }
}
view! {
    /// Performance of a side in a phase.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PhasePlayed"))]
    pub struct PhasePlayedView {
        /// 0 to 100; absent if the side had no choice or no move is judged.
        pub accuracy: Option<f64>,
        /// Number of judged moves.
        pub moves: u32,
        /// Sum of the expected results (0 to 1) given away.
        pub lost: f64,
    }
}
view! {
    /// Quality of a move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "MoveQuality"))]
    pub enum QualityView { Forced, Best, Good, Inaccuracy, Mistake, Blunder }
}
view! {
    /// Judgement of a move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "JudgedMove"))]
    pub struct JudgedView {
        pub quality: QualityView,
        /// Expected result (0 to 1) of the side that moved, before and after the move.
        pub before: f64,
        pub after: f64,
        /// Annotation sign: `?` mistake, `??` blunder, "" for none.
        pub sign: String,
        /// Depth in plies of the shallower of the searches before and after the move.
        pub depth: u8,
        /// `true` if both searches were deep. Mistakes are announced only then.
        pub confirmed: bool,
        /// Cause of a mistake or blunder.
        pub cause: Option<CauseView>,
    }
}
view! {
    /// Cause of a mistake.
    #[cfg_attr(feature = "uniffi", uniffi(name = "MistakeCause"))]
    pub struct CauseView {
        pub kind: CauseKind,
        /// Men missed or lost, a king counting three; 0 for a positional mistake.
        pub men: u8,
        /// `true` if it is proved that so many men are won or lost by force. Only known at the end of the review.
        pub proved: bool,
        /// The shot, if the mistake missed or allowed one.
        pub shot: Option<ReviewShotView>,
    }
}
view! {
    /// Kind of mistake.
    pub enum CauseKind {
        /// The side that moved missed a shot.
        MissedShot,
        /// The move allowed a shot.
        AllowedShot,
        /// The move missed a gain of men without a sacrifice.
        MissedMen,
        /// The move loses men.
        LostMen,
        /// The position gets worse.
        Position,
    }
}
view! {
    /// A shot that was missed or allowed.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ReviewShot"))]
    pub struct ReviewShotView {
        /// Moves of the shot.
        pub line: Vec<String>,
        /// Themes: "mazette".
        pub themes: Vec<String>,
        /// Positions before and after the shot.
        pub before: PositionView,
        pub after: PositionView,
    }
}
view! {
    /// A game whose result differs from an earlier evaluation.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameSwing"))]
    pub struct SwingView {
        pub side: SideView,
        /// `true` for a win from a nearly lost position, `false` for a draw from a nearly won one.
        pub comeback: bool,
        /// Number of moves before the worst or best position.
        pub ply: u32,
        /// Expected result of the side there, 0 to 1.
        pub expected: f64,
    }
}
view! {
    /// The decisive moment of a game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameDecided"))]
    pub struct DecidedView {
        pub by: DecidedBy,
        /// Index of the decisive move, if any.
        pub ply: Option<u32>,
        /// Expected result of the loser at the end (0 to 1), if the game ended off the board.
        pub expected: Option<f64>,
    }
}
view! {
    /// Kind of decision.
    pub enum DecidedBy {
        Move,
        /// The loser resigned or ran out of time in a position that was not lost.
        OffTheBoard,
        /// Many small mistakes.
        LittleByLittle,
        /// A draw without a mistake.
        Nothing,
    }
}

/// Maximum length of a judged game, in plies.
pub(super) const LONGEST: usize = 1000;
/// Moves of a line that are read to explain a mistake.
const LONGEST_LINE: usize = 20;

impl Call for ReviewGame {
    type Reply = ReviewView;

    fn run(self, _: &mut App) -> Result<ReviewView, ApiError> {
        self.judge()
    }
}

impl ReviewGame {
    /// Judges the game; needs no store.
    ///
    /// # Errors
    /// `UnknownVariant`, `BadPosition`, `IllegalMove`; `BadParams` if the game is too long.
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
            // Moves played after a draw by the rules do not count.
            if game.play(&mv).is_err() {
                break;
            }
        }
        let result = match (self.winner, self.drawn) {
            (Some(winner), _) => Some(review::GameResult::Won(winner.into())),
            (None, true) => Some(review::GameResult::Drawn),
            (None, false) => None,
        };
        let mut view = judged(&game, &self.found, result);
        if view.next.is_none() {
            prove(&game, &self.found, &mut view);
        }
        Ok(view)
    }
}

/// Judges a game by the searches of its positions.
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
                depth: found.depth,
                nodes: found.nodes.into(),
            })
        })
        .collect();
    let review = review::review(game, &searched, result);
    let played = |side: Side| {
        let count = |wanted: Quality| {
            let moves = review.moves.iter().zip(game.positions());
            let of_side = moves.filter(|(_, position)| position.turn() == side);
            let is_such = |one: &Judged| one.is_confirmed && one.quality == wanted;
            let such = of_side.filter(|(judged, _)| judged.as_ref().is_some_and(is_such));
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
        let weak = one.is_confirmed && matches!(one.quality, Quality::Mistake | Quality::Blunder);
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
        next: review.next.map(|next| NeededSearchView {
            ply: next.ply as u32,
            nodes: next.nodes as u32,
            left: next.left as u32,
        }),
        expected: review.white,
    }
}

/// Best line of a position up to its first illegal move, at most `most` moves.
fn line(position: &Position, found: &FoundView, most: usize) -> Vec<Move> {
    let mut here = *position;
    let next = |text: &String| {
        let mv = movetext::read(&here, text).ok()?;
        here.play_unchecked(&mv);
        Some(mv)
    };
    found.pv.iter().take(most).map_while(next).collect()
}

/// Proves the causes of all mistakes.
fn prove(game: &Game, found: &[Option<FoundView>], view: &mut ReviewView) {
    for (at, judged) in view.moves.iter_mut().enumerate() {
        let Some(judged) = judged else {
            continue;
        };
        let (before, after) = (judged.before, judged.after);
        if let Some(view) = &mut judged.cause {
            let (cause, line) = cause_of(game, found, at, before, after);
            view.proved = cause.is_proved(&game.positions()[at], &game.moves()[at], &line);
        }
    }
}

/// Finds the cause of the mistake at move index `at`, and the line that it was read from.
fn cause_of(game: &Game, found: &[Option<FoundView>], at: usize, had: f64, has: f64) -> (Cause, Vec<Move>) {
    let (before, after) = (&game.positions()[at], &game.positions()[at + 1]);
    let line_of = |position: &Position, at: usize| {
        let found = found.get(at).and_then(Option::as_ref);
        found.map_or_else(Vec::new, |found| line(position, found, LONGEST_LINE))
    };
    let (best, refutation) = (line_of(before, at), line_of(after, at + 1));
    let cause = cause(before, &game.moves()[at], &best, &refutation, had, has);
    let read_from = match cause {
        Cause::MissedShot(_) | Cause::MissedMen(_) => best,
        Cause::AllowedShot(_) | Cause::LostMen(_) | Cause::Position => refutation,
    };
    (cause, read_from)
}

/// Explains the mistake at move index `at`.
fn why(game: &Game, found: &[Option<FoundView>], at: usize, judged: &Judged) -> CauseView {
    let (cause, line) = cause_of(game, found, at, judged.before, judged.after);
    let (before, after) = (&game.positions()[at], &game.positions()[at + 1]);
    let (kind, men, shot) = match &cause {
        Cause::MissedShot(shot) => (CauseKind::MissedShot, shot.men, Some((before, shot))),
        Cause::AllowedShot(shot) => (CauseKind::AllowedShot, shot.men, Some((after, shot))),
        Cause::MissedMen(men) => (CauseKind::MissedMen, *men, None),
        Cause::LostMen(men) => (CauseKind::LostMen, *men, None),
        Cause::Position => (CauseKind::Position, 0, None),
    };
    CauseView {
        kind,
        men,
        proved: false,
        shot: shot.map(|(from, shot)| ReviewShotView::of(from, &line, shot)),
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
            depth: judged.depth,
            confirmed: judged.is_confirmed,
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
