//! The open game: the stored row and the same game replayed, kept in step. Knows neither calls nor JSON.
use super::error::{ApiError, ErrorKind};
use super::show;
use super::views::{
    BoardView, CountView, GameSummary, GameView, MoveView, OutcomeView, PlayerView, PositionView,
};
use crate::notation::{fen, path};
use crate::store::tree::{self, KeptMove};
use crate::store::{GameEnd, GameRow, Store};
use crate::{EndReason, Game, Move, Position, Side, Square};

/// A game in memory, with what its row says.
#[derive(Debug)]
pub(crate) struct OpenGame {
    row: GameRow,
    game: Game,
    kept: Vec<KeptMove>,
    /// The moves played, as shown: made once, when they are played.
    shown: Vec<MoveView>,
}

impl OpenGame {
    /// Replays a stored game.
    pub(crate) fn read(row: GameRow) -> Result<Self, ApiError> {
        let damaged = |why: &dyn std::fmt::Display| {
            ApiError::new(
                ErrorKind::Damaged,
                format!("game {} cannot be replayed: {why}", row.id),
            )
        };
        let variant = show::variant(&row.start.variant)?;
        let start = fen::read(variant, &row.start.start_fen).map_err(|e| damaged(&e))?;
        let moves = tree::read(&row.tree).map_err(|e| damaged(&e))?;
        let mut open = Self {
            game: Game::from_position(start),
            kept: Vec::new(),
            shown: Vec::new(),
            row: row.clone(),
        };
        for (ply, kept) in moves.iter().enumerate() {
            let mv = found(open.position(), kept).ok_or_else(|| damaged(&format_args!("move {ply}")))?;
            open.push(&mv).map_err(|e| damaged(&e.message))?;
        }
        let winner = row
            .end
            .as_ref()
            .and_then(|end| end.winner.as_deref())
            .and_then(side_of);
        match (
            row.end.as_ref().and_then(|end| EndReason::from_key(&end.reason)),
            winner,
        ) {
            (Some(EndReason::Resignation), Some(winner)) => open.game.resign(winner.other()),
            (Some(EndReason::Agreement), _) => open.game.agree_draw(),
            // Every other end the game finds by itself.
            _ => {}
        }
        Ok(open)
    }

    pub(crate) fn id(&self) -> i64 {
        self.row.id
    }

    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// How many moves were played.
    pub(crate) fn ply(&self) -> u32 {
        u32::try_from(self.game.moves().len()).expect("a game has fewer than 2^32 moves")
    }

    /// Refuses a caller who saw another state of the game.
    pub(crate) fn expect_ply(&self, ply: u32) -> Result<(), ApiError> {
        if ply == self.ply() {
            return Ok(());
        }
        Err(ApiError::new(
            ErrorKind::Stale,
            format!("the game is at ply {}, not {ply}", self.ply()),
        ))
    }

    /// Refuses where the game is over.
    pub(crate) fn expect_going(&self) -> Result<(), ApiError> {
        match self.game.outcome() {
            None => Ok(()),
            Some(outcome) => Err(ApiError::new(
                ErrorKind::GameOver,
                format!("the game is over ({})", outcome.reason.key()),
            )),
        }
    }

    /// The level that plays a side; `None` where a person does.
    fn level(&self, side: Side) -> Option<&str> {
        match side {
            Side::White => self.row.start.white_level.as_deref(),
            Side::Black => self.row.start.black_level.as_deref(),
        }
    }

    /// A person plays this side.
    pub(crate) fn is_person(&self, side: Side) -> bool {
        self.level(side).is_none()
    }

    /// Plays the legal move over these squares.
    pub(crate) fn play(&mut self, path: &[u8]) -> Result<(), ApiError> {
        let mv = path::read(self.position(), path).map_err(|error| {
            let kind = match error {
                path::PathError::TooShort => ErrorKind::BadParams,
                _ => ErrorKind::IllegalMove,
            };
            ApiError::new(kind, error.to_string())
        })?;
        self.push(&mv)
    }

    fn push(&mut self, mv: &Move) -> Result<(), ApiError> {
        let before = *self.position();
        self.game
            .play(mv)
            .map_err(|e| ApiError::new(ErrorKind::IllegalMove, e.to_string()))?;
        self.shown.push(MoveView::of(&before, mv));
        self.kept.push(kept(&before, mv));
        Ok(())
    }

    /// Goes back to the person's last decision: their move and what the computer answered are gone. Where two
    /// people play it is one move. False where there is none.
    pub(crate) fn take_back(&mut self) -> bool {
        let one_person = self.is_person(Side::White) != self.is_person(Side::Black);
        let turns = self
            .game
            .positions()
            .iter()
            .rev()
            .skip(1)
            .map(|before| before.turn());
        let Some(back) = turns
            .into_iter()
            .position(|turn| !one_person || self.is_person(turn))
        else {
            return false;
        };
        for _ in 0..=back {
            self.game.take_back();
            self.kept.pop();
            self.shown.pop();
        }
        self.row.take_backs += 1;
        true
    }

    pub(crate) fn resign(&mut self, side: Side) {
        self.game.resign(side);
    }

    pub(crate) fn agree_draw(&mut self) {
        self.game.agree_draw();
    }

    pub(crate) fn count_hint(&mut self) {
        self.row.hints += 1;
    }

    /// Writes the game as it stands, in one transaction.
    pub(crate) fn save(&mut self, store: &Store, now: f64) -> Result<(), ApiError> {
        self.row.tree = if tree::has_rest(&self.row.tree) {
            tree::with_main_line(self.game.start(), &self.row.tree, self.game.moves())
        } else {
            tree::write(&self.kept)
        };
        self.row.ply = self.ply();
        self.row.fen = fen::write(self.position());
        self.row.end = self.game.outcome().map(|outcome| GameEnd {
            winner: outcome.winner.map(|side| key_of(side).into()),
            reason: outcome.reason.key().into(),
        });
        self.row.updated = now;
        Ok(store.save_game(&mut self.row)?)
    }

    /// The whole game as shown.
    pub(crate) fn view(&self) -> GameView {
        let variant = self.game.variant();
        let outcome = self.game.outcome();
        let position = self.position();
        GameView {
            id: self.row.id,
            board: BoardView::of(variant),
            position: if outcome.is_some() {
                PositionView::still(position)
            } else {
                PositionView::of(position)
            },
            start_fen: fen::write(self.game.start()),
            moves: self.shown.clone(),
            ply: self.ply(),
            white: player(self.level(Side::White)),
            black: player(self.level(Side::Black)),
            removed: self.row.start.removed.clone(),
            outcome: outcome.map(|outcome| OutcomeView::of(variant, outcome)),
            counts: self.game.counts().into_iter().map(CountView::of).collect(),
            take_backs: self.row.take_backs,
            hints: self.row.hints,
        }
    }
}

/// An unfinished game in one line, from its row alone.
pub(crate) fn summary(row: &GameRow) -> GameSummary {
    GameSummary {
        id: row.id,
        variant: row.start.variant.clone(),
        fen: row.fen.clone(),
        ply: row.ply,
        white: player(row.start.white_level.as_deref()),
        black: player(row.start.black_level.as_deref()),
        outcome: None,
        updated: row.updated,
    }
}

fn player(level: Option<&str>) -> PlayerView {
    match level {
        None => PlayerView::Human,
        Some(level) => PlayerView::Computer { level: level.into() },
    }
}

fn key_of(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

fn side_of(key: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| key_of(*side) == key)
}

/// A move as it is kept: with its victims only where other moves share its ends.
fn kept(position: &Position, mv: &Move) -> KeptMove {
    let ends = |other: &&Move| other.origin() == mv.origin() && other.target() == mv.target();
    let twins = position.legal_moves().iter().filter(ends).count() > 1;
    KeptMove {
        origin: mv.origin().number(),
        target: mv.target().number(),
        captured: if twins {
            show::numbers(mv.captured().iter())
        } else {
            Vec::new()
        },
    }
}

/// The one legal move that a kept move means.
fn found(position: &Position, kept: &KeptMove) -> Option<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|mv| {
        (mv.origin().number(), mv.target().number()) == (kept.origin, kept.target)
            && (kept.captured.is_empty()
                || mv
                    .captured()
                    .iter()
                    .map(Square::number)
                    .eq(kept.captured.iter().copied()))
    });
    match moves[..] {
        [only] => Some(only),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_with_a_twin_is_kept_with_its_victims_and_found_again() {
        let fork = fen::read(crate::Variant::International, "W:WK3:B9,10,23,26,29,43").unwrap();
        for mv in fork.legal_moves() {
            let kept = kept(&fork, &mv);
            assert_eq!(kept.captured.len(), 3);
            assert_eq!(found(&fork, &kept), Some(mv));
        }
        let start = crate::Variant::International.start();
        for mv in start.legal_moves() {
            let kept = kept(&start, &mv);
            assert!(kept.captured.is_empty());
            assert_eq!(found(&start, &kept), Some(mv));
        }
        let no_move = KeptMove {
            origin: 3,
            target: 49,
            captured: vec![9],
        };
        assert_eq!(found(&fork, &no_move), None);
    }

    #[test]
    fn sides_have_their_keys() {
        assert_eq!(side_of("white"), Some(Side::White));
        assert_eq!(side_of("black"), Some(Side::Black));
        assert_eq!(side_of("green"), None);
    }
}
