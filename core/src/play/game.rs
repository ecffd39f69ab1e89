//! A loaded game: the stored row and the replayed game, kept in step. Knows neither calls nor JSON.
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::play::params::{ClockAction, RealRuleView};
use crate::terms;
use crate::views::{
    AidsView, BoardView, ClockView, CountView, GameSummary, GameView, HouseRuleView, MoveView, OutcomeView,
    PlayerView, PositionView, RefusalView, TermsView,
};
use damier_store::tree::{self, KeptMove};
use damier_store::{GameEnd, GameRow, GameStart, KeptLetter, Store};
use draughts::clock::GameClock;
use draughts::notation::tree::{GameTree, Step};
use draughts::notation::{fen, path, pdn};
use draughts::{EndReason, Game, Move, Position, Side, Square, Variant};

/// A game in memory with its row.
#[derive(Debug)]
pub(crate) struct LoadedGame {
    row: GameRow,
    game: Game,
    kept: Vec<KeptMove>,
    terms: TermsView,
    timer: Option<GameClock>,
    /// Number of the move whose clock was just stopped, and the seconds left; not yet written.
    pressed: Option<(usize, u32)>,
    /// Views of the moves, each made when the move is played.
    shown: Vec<MoveView>,
}

/// Applies the federation's rules to the move that led to `ply`, whatever the house rule.
pub(crate) fn by_the_rule(game: &Game, ply: u32) -> Result<RealRuleView, ApiError> {
    let at = usize::try_from(ply).ok().and_then(|ply| ply.checked_sub(1));
    let at = at
        .filter(|&at| at < game.moves().len())
        .ok_or_else(|| no_move(ply))?;
    Ok(said_by_the_rule(ply, &game.positions()[at], &game.moves()[at]))
}

/// Applies the federation's rules to a move of a game from a file.
pub(crate) fn by_the_rule_in(tree: &GameTree, ply: u32) -> Result<RealRuleView, ApiError> {
    let at = usize::try_from(ply).ok().and_then(|ply| ply.checked_sub(1));
    let id = at.and_then(|at| tree.main_line().nth(at));
    let step = id.and_then(|id| Some((id, tree.node(id).step()?.as_move()?)));
    let (id, mv) = step.ok_or_else(|| no_move(ply))?;
    let before = tree
        .parent(id)
        .map_or(*tree.start(), |parent| tree.position(parent));
    Ok(said_by_the_rule(ply, &before, mv))
}

fn no_move(ply: u32) -> ApiError {
    ApiError::new(ErrorKind::NotFound, format!("the game has no move {ply}"))
}

fn said_by_the_rule(ply: u32, before: &Position, mv: &Move) -> RealRuleView {
    let refusal = draughts::why_not_move(before, mv);
    RealRuleView {
        ply,
        position: PositionView::still(before),
        refusal: refusal.map(|refusal| RefusalView::of(before, &refusal)),
    }
}

impl LoadedGame {
    /// Replays a stored game.
    pub(crate) fn read(row: GameRow) -> Result<Self, ApiError> {
        let damaged = |why: &dyn std::fmt::Display| {
            ApiError::new(
                ErrorKind::GameDamaged,
                format!("game {} cannot be replayed: {why}", row.id),
            )
        };
        let variant = convert::variant(&row.start.variant)?;
        let start = fen::read(variant, &row.start.start_fen).map_err(|e| damaged(&e))?;
        let terms = terms::read(row.start.terms.as_deref());
        let mut open = Self {
            game: Game::from_position(start).with_options(terms.options(variant)),
            kept: Vec::new(),
            terms,
            timer: None,
            pressed: None,
            shown: Vec::new(),
            row: row.clone(),
        };
        if let Some(clock) = &open.terms.clock {
            let kept = row.clock.as_deref().map(serde_json::from_str::<GameClock>);
            open.timer = Some(match kept {
                Some(timer) => timer.map_err(|e| damaged(&e))?,
                None => terms::timer(clock)?,
            });
        }
        if tree::may_set_up(&row.tree) || open.is_huffed() {
            open.replay_huffed(&row.tree).map_err(|e| damaged(&e.message))?;
        } else {
            let moves = tree::read(&row.tree).map_err(|e| damaged(&e))?;
            for (ply, kept) in moves.iter().enumerate() {
                let legal = open.game.legal_moves();
                let mv = kept.among(&legal);
                let mv = mv.ok_or_else(|| damaged(&format_args!("move {ply}")))?;
                open.push(&mv, &legal).map_err(|e| damaged(&e.message))?;
            }
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
            (Some(EndReason::Time), Some(winner)) => open.game.out_of_time(winner.other()),
            (Some(EndReason::RefusesToPlay), Some(winner)) => open.game.refuse_to_play(winner.other()),
            // The game finds every other end by itself.
            _ => {}
        }
        Ok(open)
    }

    /// Returns `true` if the game is played with huffing.
    fn is_huffed(&self) -> bool {
        self.terms.house_rule == Some(HouseRuleView::Huffing)
    }

    /// Replays the main line of a game with huffing.
    fn replay_huffed(&mut self, bytes: &[u8]) -> Result<(), ApiError> {
        let (tree, error) = tree::decode(self.game.start(), bytes);
        if let Some(error) = error {
            return Err(ApiError::new(ErrorKind::GameDamaged, error.to_string()));
        }
        for step in tree.main_line().filter_map(|id| tree.node(id).step()) {
            match step {
                Step::Move(mv) => self.push(mv, &self.game.legal_moves())?,
                Step::Setup(position) => self.game.amend(**position),
            }
        }
        Ok(())
    }

    /// First `plies` moves in the store's format, with the positions set up between them.
    fn written(&self, plies: usize) -> Vec<u8> {
        let positions = self.game.positions();
        let amended: Vec<(usize, Position)> = (0..=plies)
            .filter(|&ply| self.game.is_amended(ply))
            .map(|ply| (ply, positions[ply]))
            .collect();
        tree::write_amended(&self.kept[..plies], &amended)
    }

    pub(crate) fn id(&self) -> i64 {
        self.row.id
    }

    /// Time of the last write.
    pub(crate) fn updated(&self) -> f64 {
        self.row.updated
    }

    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Terms of the game.
    pub(crate) fn terms(&self) -> &TermsView {
        &self.terms
    }

    /// Number of moves played.
    pub(crate) fn ply(&self) -> u32 {
        u32::try_from(self.game.moves().len()).expect("a game has fewer than 2^32 moves")
    }

    /// Refuses a caller that saw another state of the game.
    pub(crate) fn expect_ply(&self, ply: u32) -> Result<(), ApiError> {
        if ply == self.ply() {
            return Ok(());
        }
        Err(ApiError::new(
            ErrorKind::Stale,
            format!("the game is at ply {}, not {ply}", self.ply()),
        ))
    }

    /// Refuses if the game is over.
    pub(crate) fn expect_going(&self) -> Result<(), ApiError> {
        match self.game.outcome() {
            None => Ok(()),
            Some(outcome) => Err(ApiError::new(
                ErrorKind::GameOver,
                format!("the game is over ({})", outcome.reason.key()),
            )),
        }
    }

    /// Level that plays a side; `None` for a person.
    fn level(&self, side: Side) -> Option<&str> {
        match side {
            Side::White => self.row.start.white_level.as_deref(),
            Side::Black => self.row.start.black_level.as_deref(),
        }
    }

    /// Returns `true` if a person plays this side.
    pub(crate) fn is_person(&self, side: Side) -> bool {
        self.level(side).is_none()
    }

    /// Plays the legal move along these squares.
    pub(crate) fn play(&mut self, path: &[u8]) -> Result<(), ApiError> {
        let moves = self.game.legal_moves();
        let mv = self.among(&moves, path)?;
        self.push(&mv, &moves)
    }

    /// Finds the legal move along these squares.
    pub(crate) fn find(&self, path: &[u8]) -> Result<Move, ApiError> {
        self.among(&self.game.legal_moves(), path)
    }

    fn among(&self, moves: &[Move], path: &[u8]) -> Result<Move, ApiError> {
        path::read_among(self.position(), moves, path).map_err(|error| {
            let kind = match error {
                path::PathError::TooShort => ErrorKind::BadParams,
                _ => ErrorKind::IllegalMove,
            };
            ApiError::new(kind, error.to_string())
        })
    }

    /// Removes a piece that missed a capture, for the side to move.
    pub(crate) fn huff(&mut self, square: u8) -> Result<(), ApiError> {
        let refused = |message: String| ApiError::new(ErrorKind::BadParams, message);
        let square = Square::new(square).ok_or_else(|| refused("the board has no such square".into()))?;
        self.game.huff(square).map_err(|e| refused(e.to_string()))
    }

    /// Plays one of the allowed moves.
    fn push(&mut self, mv: &Move, moves: &[Move]) -> Result<(), ApiError> {
        let before = *self.position();
        self.game
            .play(mv)
            .map_err(|e| ApiError::new(ErrorKind::IllegalMove, e.to_string()))?;
        self.shown.push(MoveView::among(&before, mv, moves));
        self.kept.push(self.stored(&before, mv, moves));
        Ok(())
    }

    /// A move in the store's format.
    fn stored(&self, before: &Position, mv: &Move, moves: &[Move]) -> KeptMove {
        match self.terms.house_rule {
            Some(_) => KeptMove::by_house_rule(mv, before, self.game.options()),
            None => KeptMove::of(mv, moves),
        }
    }

    /// Replaces the game by that of a real board, whose moves may break the rules.
    pub(crate) fn follow(&mut self, game: &Game) {
        self.game = game.clone();
        (self.kept, self.shown) = (Vec::new(), Vec::new());
        for (mv, before) in game.moves().iter().zip(game.positions()) {
            let moves = before.moves_under(game.options());
            self.shown.push(MoveView::among(before, mv, &moves));
            self.kept.push(self.stored(before, mv, &moves));
        }
    }

    /// Refuses if the side to move plays without hints and take-backs.
    pub(crate) fn expect_help(&self) -> Result<(), ApiError> {
        let turn = self.position().turn();
        // Against a computer only the person's terms count.
        let side = if self.is_person(turn) { turn } else { turn.other() };
        if self.terms.aids(side) == AidsView::All {
            return Ok(());
        }
        Err(ApiError::new(
            ErrorKind::BadParams,
            "this game is played without help",
        ))
    }

    /// Ends the game if a flag has fallen; returns whether it did.
    pub(crate) fn falls(&mut self, now: f64) -> bool {
        let fallen = self.timer.as_ref().and_then(|timer| timer.flag_fallen(now));
        if let Some(side) = fallen {
            self.game.out_of_time(side);
        }
        fallen.is_some()
    }

    /// Stops the clock of the player who moved. Before the first move no clock runs.
    pub(crate) fn press(&mut self, now: f64) {
        let moved = self.position().turn().other();
        self.press_clock_of(moved, now);
        if let Some(timer) = &self.timer {
            let left = (timer.remaining(moved, now) / 1000.0).clamp(0.0, f64::from(u32::MAX));
            self.pressed = Some((self.kept.len(), left as u32));
        }
    }

    /// Stops the clock of a side whose hand has left the real board. Before the first move no clock runs.
    pub(crate) fn press_clock_of(&mut self, side: Side, now: f64) {
        if let Some(timer) = &mut self.timer {
            if !timer.has_started() {
                timer.run(side, now);
            }
            timer.press(side, now);
        }
    }

    /// Starts the clock of a side.
    pub(crate) fn run_clock_of(&mut self, side: Side, now: f64) {
        if let Some(timer) = &mut self.timer {
            timer.run(side, now);
        }
    }

    /// Starts the clock of the side to move.
    pub(crate) fn run_clock(&mut self, now: f64) {
        self.run_clock_of(self.position().turn(), now);
    }

    /// Performs a clock action, after checking for a fallen flag.
    pub(crate) fn clock(&mut self, action: ClockAction, now: f64) {
        let serious = self.terms.serious;
        let turn = self.position().turn();
        let watched = action != ClockAction::Wake || serious;
        if watched && self.falls(now) {
            return;
        }
        let Some(timer) = &mut self.timer else { return };
        match action {
            ClockAction::Go if timer.has_started() => timer.resume(now),
            ClockAction::Go => timer.run(turn, now),
            ClockAction::Watch => timer.settle(now),
            ClockAction::Pause if !serious => timer.pause(now),
            ClockAction::Wake if !serious && timer.running().is_some() => timer.suspend(now),
            ClockAction::Pause | ClockAction::Wake => {}
        }
    }

    /// Changes the computer's level.
    pub(crate) fn set_level(&mut self, level: &str) -> Result<(), ApiError> {
        let start = &mut self.row.start;
        match (&mut start.white_level, &mut start.black_level) {
            (Some(own), None) | (None, Some(own)) if self.terms.adapts => {
                *own = level.into();
                Ok(())
            }
            _ => Err(ApiError::new(
                ErrorKind::BadParams,
                "the level changes only in an adapting game against one computer",
            )),
        }
    }

    /// Start and first moves of a new game that continues from one of this game's positions.
    pub(crate) fn up_to(&self, ply: u32) -> Result<(GameStart, Vec<u8>), ApiError> {
        let plies = usize::try_from(ply)
            .ok()
            .filter(|&plies| plies <= self.kept.len());
        let plies =
            plies.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("the game has no ply {ply}")))?;
        let terms = TermsView {
            short: self.terms.short,
            adapts: self.terms.adapts,
            house_rule: self.terms.house_rule,
            ballot: self.terms.ballot.clone(),
            names: self.terms.names.clone(),
            ..TermsView::default()
        };
        let start = GameStart {
            terms: terms::kept(&terms)?,
            tags: terms::tags(&terms),
            letter: None,
            ..self.row.start.clone()
        };
        Ok((start, self.written(plies)))
    }

    /// Takes back the person's last move and the computer's reply; one move in a game of two people. Returns `false`
    /// if there is none.
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
            self.unplay();
        }
        self.row.take_backs += 1;
        true
    }

    /// Takes the last move back.
    pub(crate) fn unplay(&mut self) {
        self.game.take_back();
        self.kept.pop();
        self.shown.pop();
    }

    /// Start of the game.
    pub(crate) fn start(&self) -> &GameStart {
        &self.row.start
    }

    /// State of a correspondence game.
    pub(crate) fn letter(&self) -> Option<&KeptLetter> {
        self.row.start.letter.as_ref()
    }

    /// Sets the state of a correspondence game.
    pub(crate) fn set_letter(&mut self, state: String) {
        if let Some(letter) = &mut self.row.start.letter {
            letter.state = state;
        }
    }

    /// Refuses a correspondence game, whose moves travel as lines.
    pub(crate) fn expect_at_hand(&self) -> Result<(), ApiError> {
        match self.letter() {
            None => Ok(()),
            Some(_) => Err(ApiError::new(
                ErrorKind::BadParams,
                "this game is played by correspondence",
            )),
        }
    }

    /// Plays a legal move.
    pub(crate) fn play_move(&mut self, mv: &Move) -> Result<(), ApiError> {
        self.push(mv, &self.game.legal_moves())
    }

    /// Ends the game because a side's time is up.
    pub(crate) fn out_of_time(&mut self, side: Side) {
        self.game.out_of_time(side);
    }

    pub(crate) fn resign(&mut self, side: Side) {
        self.game.resign(side);
    }

    /// Ends the game because a side refuses to play.
    pub(crate) fn refuse_to_play(&mut self, side: Side) {
        self.game.refuse_to_play(side);
    }

    /// Pauses the clock without the time since the last record.
    pub(crate) fn suspend_clock(&mut self, now: f64) {
        if let Some(timer) = self.timer.as_mut().filter(|timer| timer.running().is_some()) {
            timer.suspend(now);
        }
    }

    /// Pauses a running clock.
    pub(crate) fn pause_clock(&mut self, now: f64) {
        if let Some(timer) = self.timer.as_mut().filter(|timer| timer.running().is_some()) {
            timer.pause(now);
        }
    }

    /// Stops the clocks at the end of the game.
    pub(crate) fn stop_clock(&mut self, now: f64) {
        if let Some(timer) = &mut self.timer {
            timer.stop(now);
        }
    }

    /// Resumes a paused clock.
    pub(crate) fn resume_clock(&mut self, now: f64) {
        if let Some(timer) = self.timer.as_mut().filter(|timer| timer.is_paused()) {
            timer.resume(now);
        }
    }

    pub(crate) fn agree_draw(&mut self) {
        self.game.agree_draw();
    }

    pub(crate) fn count_hint(&mut self) {
        self.row.hints += 1;
    }

    /// Writes the game in one transaction.
    pub(crate) fn save(&mut self, store: &Store, now: f64) -> Result<(), ApiError> {
        let amended = (0..=self.kept.len()).any(|ply| self.game.is_amended(ply));
        self.row.tree = if !self.is_huffed() && !amended && tree::has_rest(&self.row.tree) {
            let moves = self.game.moves();
            tree::with_main_line(self.game.start(), &self.row.tree, moves, self.game.options())
        } else {
            self.written(self.kept.len())
        };
        // In a game with huffing, the moves alone do not determine the game.
        if let Some((ply, seconds)) = self.pressed.take().filter(|_| !self.is_huffed()) {
            let clock = pdn::write_clock(seconds);
            self.row.tree = tree::with_comment(
                self.game.start(),
                &self.row.tree,
                ply,
                &clock,
                self.game.options(),
            );
        }
        self.row.ply = self.ply();
        self.row.fen = fen::write(self.position());
        self.row.end = self.game.outcome().map(|outcome| GameEnd {
            winner: outcome.winner.map(|side| key_of(side).into()),
            reason: outcome.reason.key().into(),
        });
        if let Some(timer) = &mut self.timer {
            if self.row.end.is_some() {
                timer.stop(now);
            }
            let text = serde_json::to_string(timer);
            self.row.clock = Some(text.map_err(|e| ApiError::new(ErrorKind::Internal, e.to_string()))?);
        }
        self.row.updated = now;
        Ok(store.save_game(&mut self.row)?)
    }

    /// View of the game with its clocks at this moment.
    pub(crate) fn view(&self, now: f64) -> GameView {
        let variant = self.game.variant();
        let outcome = self.game.outcome();
        let position = self.position();
        GameView {
            id: self.row.id,
            board: BoardView::of(variant),
            position: if outcome.is_some() {
                PositionView::still(position)
            } else {
                PositionView::with_moves(position, &self.game.legal_moves())
            },
            start_fen: fen::write(self.game.start()),
            moves: self.shown.clone(),
            ply: self.ply(),
            white: player(self.level(Side::White)),
            black: player(self.level(Side::Black)),
            removed: self.row.start.removed.clone().into(),
            outcome: outcome.map(|outcome| OutcomeView::of(variant, outcome)),
            counts: self.game.counts().into_iter().map(CountView::of).collect(),
            huffable: convert::numbers(self.game.huffable()),
            huffed: (1..=self.ply())
                .filter(|&ply| self.is_huffed() && self.game.is_amended(ply as usize))
                .collect(),
            take_backs: self.row.take_backs,
            hints: self.row.hints,
            terms: self.terms.clone(),
            clock: self.timer.as_ref().map(|timer| ClockView::of(timer, now)),
            by_letter: self.letter().is_some(),
        }
    }
}

/// Summary of an unfinished game, from its row alone.
pub(crate) fn summary(variant: Variant, row: &GameRow) -> GameSummary {
    GameSummary {
        id: row.id,
        variant: variant.into(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_their_keys() {
        assert_eq!(side_of("white"), Some(Side::White));
        assert_eq!(side_of("black"), Some(Side::Black));
        assert_eq!(side_of("green"), None);
    }
}
