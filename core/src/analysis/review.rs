//! Calls that judge: a whole game from what searches found of it, and what the endgame tables prove of a position.
//! Translates; the judgement is in `analysis`.
use crate::call::Call;
use crate::error::{ApiError, ErrorKind};
use crate::views::{SideView, view};
use crate::{App, convert};
use draughts::notation::movetext;
use draughts::{Game, Side};
use draughts_engine::Score;
use draughts_engine::endgame::Value;
use draughts_engine::review::{Judged, Quality, SearchedPosition};

view! {
    /// `reviewGame` → `ReviewView`. The searches are the front end's (`search`, one position after another), so that they
    /// can be stopped and gone on with; `found` has a place for every position, the start first.
    #[cfg_attr(feature = "ts", ts(optional_fields = nullable))]
    pub struct ReviewGame {
        pub variant: String,
        pub fen: String,
        /// Moves as written, from `fen` on; those after the end of the game by its rules are left out of the answer.
        pub moves: Vec<String>,
        pub found: Vec<Option<FoundView>>,
        /// Who won, where somebody did: it was the other side's to lose.
        pub winner: Option<SideView>,
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
        /// The move that cost most (0 the first), where one was a mistake at least: the loser's, where the game has one.
        pub turning: Option<u32>,
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
    }
}
view! {
    /// `tableFact {variant, fen}` → `TableFactView?`; null where the tables do not know the position.
    pub struct TableFact { pub variant: String, pub fen: String }
}
view! {
    /// What a position is worth for sure.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ProvenValue"))]
    pub struct TableFactView {
        /// Who wins; absent in a draw.
        pub winner: Option<SideView>,
        /// Plies to the end at best play, where the tables count them.
        pub plies: Option<u16>,
        /// The side that gains by its being the other's turn.
        pub opposition: Option<SideView>,
        /// The side to move, where all hangs on its being its turn.
        pub tempo: Option<SideView>,
    }
}

/// The longest game that is judged in one call, in moves of both sides.
const LONGEST: usize = 1000;

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
        let found: Vec<Option<SearchedPosition>> = game
            .positions()
            .iter()
            .zip(self.found.iter().chain(std::iter::repeat(&None)))
            .map(|(position, found)| {
                let found = found.as_ref()?;
                let best = found
                    .pv
                    .first()
                    .and_then(|text| movetext::read(position, text).ok());
                let limit = Score::WIN.centipawns();
                Some(SearchedPosition {
                    score: Score::cp(found.score.clamp(-limit, limit)),
                    line: best.into_iter().collect(),
                })
            })
            .collect();
        let loser = self.winner.map(|winner| Side::from(winner).other());
        let review = draughts_engine::review::review(&game, &found, loser);
        let played = |side: Side| {
            let count = |wanted: Quality| {
                let moves = review.moves.iter().zip(game.positions());
                let of_side = moves.filter(|(_, position)| position.turn() == side);
                let such =
                    of_side.filter(|(judged, _)| judged.as_ref().is_some_and(|one| one.quality == wanted));
                such.count() as u32
            };
            PlayedView {
                accuracy: review.accuracy[side as usize],
                inaccuracies: count(Quality::Inaccuracy),
                mistakes: count(Quality::Mistake),
                blunders: count(Quality::Blunder),
            }
        };
        Ok(ReviewView {
            white: played(Side::White),
            black: played(Side::Black),
            turning: review.turning.map(|at| at as u32),
            expected: review.white.clone(),
            moves: review
                .moves
                .iter()
                .map(|one| one.as_ref().map(JudgedView::from))
                .collect(),
        })
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
        }
    }
}

impl Call for TableFact {
    type Reply = Option<TableFactView>;

    fn run(self, app: &mut App) -> Result<Option<TableFactView>, ApiError> {
        let position = convert::position(convert::variant(&self.variant)?, &self.fen)?;
        app.assets.need_tables(position.variant())?;
        let turn = position.turn();
        Ok(
            draughts_engine::review::fact(&position, &app.assets.engine).map(|fact| {
                let (winner, plies) = match fact.value {
                    Value::Win(plies) => (Some(turn), plies),
                    Value::Draw => (None, None),
                    Value::Loss(plies) => (Some(turn.other()), plies),
                };
                TableFactView {
                    winner: winner.map(Into::into),
                    plies,
                    opposition: fact.opposition.map(Into::into),
                    tempo: fact.tempo.map(Into::into),
                }
            }),
        )
    }
}
