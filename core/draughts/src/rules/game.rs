//! A game: its moves, its history and its end. Knows no clock and no player.
#[cfg(test)]
mod tests;

use super::clocks::Clocks;
use super::draws::Counting;
use super::{
    BitMove, DrawCount, EndReason, Goal, IllegalMove, Move, Outcome, Pos, Position, RuleOption, RuleOptions,
    Ruleset, Variant,
};
use crate::board::{Geometry, Side, Square};
use crate::with_pos;

/// Why a move cannot be played in a game.
///
/// ```
/// use draughts::{Game, PlayError, Side, Variant};
///
/// let mut game = Game::new(Variant::International);
/// let mv = game.legal_moves()[0];
/// game.play(&mv)?;
/// assert!(matches!(game.play(&mv), Err(PlayError::Illegal(_))));
/// game.resign(Side::Black);
/// assert!(matches!(game.play(&mv), Err(PlayError::GameOver(_))));
/// # Ok::<(), PlayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game is over.
    #[error("the game is over ({})", .0.reason.key())]
    GameOver(Outcome),
}

/// The piece on this square cannot be huffed: it missed no capture in the last move, or the option is off.
///
/// ```
/// use draughts::{Game, NotHuffable, Square, Variant};
///
/// let square = Square::new(28).unwrap();
/// let mut game = Game::new(Variant::International);
/// assert_eq!(game.huff(square), Err(NotHuffable(square))); // not played unless chosen
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no capture was missed by a piece on {0}")]
pub struct NotHuffable(pub Square);

/// A position with the moves that led to it.
///
/// ```
/// use draughts::{EndReason, Game, Variant, notation::movetext};
///
/// let mut game = Game::new(Variant::International);
/// for text in ["32-28", "19-23", "28x19"] {
///     let mv = movetext::read(game.position(), text)?;
///     game.play(&mv)?;
/// }
/// assert_eq!(game.legal_moves().len(), 2); // 14x23 and 13x24
/// game.take_back();
/// assert_eq!(game.moves().len(), 2);
/// game.agree_draw();
/// assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(EndReason::Agreement));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    moves: Vec<Move>,
    /// Positions: the start, then one after each move.
    positions: Vec<Position>,
    /// Draw counters of each position.
    clocks: Vec<Clocks>,
    /// Lengths of `positions` at which the last position was replaced by [`Game::amend`].
    amended: Vec<usize>,
    /// Moves taken back, the last one first.
    undone: Vec<Undone>,
    options: RuleOptions,
    /// Outcome declared by a player or an arbiter at this point.
    declared: Option<Outcome>,
}

/// A move that was taken back, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Undone {
    mv: Move,
    position: Position,
    clocks: Clocks,
    amended: bool,
}

impl Game {
    /// Starts a game.
    #[must_use]
    pub fn new(variant: Variant) -> Game {
        Game::from_position(variant.start())
    }

    /// Starts a game from any position. Earlier moves are not known and count for nothing.
    #[must_use]
    pub fn from_position(start: Position) -> Game {
        Game {
            moves: Vec::new(),
            clocks: vec![clocks_at(&start)],
            positions: vec![start],
            amended: Vec::new(),
            undone: Vec::new(),
            options: RuleOptions::default_of(start.variant()),
            declared: None,
        }
    }

    /// Sets the rule options. House rules may allow moves from now on that were not legal before.
    #[must_use]
    pub fn with_options(mut self, options: RuleOptions) -> Game {
        self.options = options;
        self
    }

    /// Returns the rule options.
    pub const fn options(&self) -> RuleOptions {
        self.options
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has at least its start")
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the variant.
    pub fn variant(&self) -> Variant {
        self.start().variant()
    }

    /// Returns the moves played, first to last.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Positions: the start, then one after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the moves that may be played; none once the game is over. If a house rule lets a player leave a
    /// capture, the moves that do so come last.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.moves_here()
    }

    fn moves_here(&self) -> Vec<Move> {
        self.position().moves_under(self.options)
    }

    /// Returns true if the position after this number of moves was replaced by [`Game::amend`].
    pub fn is_amended(&self, ply: usize) -> bool {
        self.amended.contains(&(ply + 1))
    }

    /// Plays a move. Moves taken back are forgotten, unless this move is the next of them.
    ///
    /// # Errors
    /// The game is over, or the move is not legal.
    pub fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::GameOver(outcome));
        }
        if !self.moves_here().contains(mv) {
            return Err(IllegalMove(*mv).into());
        }
        if self
            .undone
            .pop()
            .is_none_or(|undone| undone.mv != *mv || undone.amended)
        {
            self.undone.clear();
        }
        let mut next = *self.position();
        next.play_unchecked(mv);
        let clocks = clocks_after(self.clock(), self.position(), mv);
        self.push(*mv, next, clocks);
        Ok(())
    }

    fn push(&mut self, mv: Move, position: Position, clocks: Clocks) {
        self.moves.push(mv);
        self.positions.push(position);
        self.clocks.push(clocks);
        self.declared = None;
    }

    /// Takes the last move back; `None` at the start. A later resignation, agreement or amendment is undone too.
    pub fn take_back(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        let amended = self.amended.last() == Some(&self.positions.len());
        if amended {
            self.amended.pop();
        }
        self.declared = None;
        self.undone.push(Undone {
            mv,
            position: self.positions.pop().expect("a move has its position"),
            clocks: self.clocks.pop().expect("a move has its counters"),
            amended,
        });
        Some(mv)
    }

    /// Plays the move that was taken back last; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let undone = self.undone.pop()?;
        self.push(undone.mv, undone.position, undone.clocks);
        if undone.amended {
            self.amended.push(self.positions.len());
        }
        Some(undone.mv)
    }

    /// Replaces the current position, for example when players accept an irregularity. Draw counts and repetition
    /// restart from it.
    pub fn amend(&mut self, position: Position) {
        let last = self.positions.len() - 1;
        self.clocks[last] = clocks_at(&position);
        self.positions[last] = position;
        if self.amended.last() != Some(&self.positions.len()) {
            self.amended.push(self.positions.len());
        }
        self.undone.clear();
        self.declared = None;
    }

    /// Returns the pieces that the side to move may remove under the historic rule of huffing: the opponent's pieces
    /// that missed a capture in the last move, on their current squares.
    #[must_use]
    pub fn huffable(&self) -> Vec<Square> {
        let (Some(mv), [.., before, _]) = (self.moves.last(), &self.positions[..]) else {
            return Vec::new();
        };
        let done = self.amended.last() == Some(&self.positions.len());
        if done || !self.options.has(RuleOption::Huffing) || self.outcome().is_some() {
            return Vec::new();
        }
        let duties = before.duties_under(self.options);
        if duties.contains(mv) {
            return Vec::new();
        }
        let now = |at: Square| if at == mv.origin() { mv.target() } else { at };
        let mut squares: Vec<Square> = duties.iter().map(|duty| now(duty.origin())).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// Removes a piece that missed a capture. The side to move then plays its own move. Huffing is optional: a move
    /// accepts the missed capture.
    ///
    /// # Errors
    /// [`NotHuffable`].
    pub fn huff(&mut self, square: Square) -> Result<(), NotHuffable> {
        if !self.huffable().contains(&square) {
            return Err(NotHuffable(square));
        }
        let mut setup = self.position().to_setup();
        setup.clear(square);
        let position =
            Position::from_setup(self.variant(), &setup).expect("a position with a piece fewer is possible");
        self.amend(position);
        Ok(())
    }

    /// A side resigns. Like the following methods, it does nothing if the game is over.
    pub fn resign(&mut self, side: Side) {
        self.lose(side, EndReason::Resignation);
    }

    /// A side's time ran out.
    pub fn out_of_time(&mut self, side: Side) {
        self.lose(side, EndReason::Time);
    }

    /// A side refuses to follow the rules.
    pub fn refuse_rules(&mut self, side: Side) {
        self.lose(side, EndReason::RefusedRules);
    }

    /// A side refuses to continue.
    pub fn refuse_to_play(&mut self, side: Side) {
        self.lose(side, EndReason::RefusesToPlay);
    }

    /// A side upset the board.
    pub fn upset_board(&mut self, side: Side) {
        self.lose(side, EndReason::UpsetBoard);
    }

    /// A side committed a deliberate fault, and the game was stopped.
    pub fn stop_for_fault(&mut self, side: Side) {
        self.lose(side, EndReason::DeliberateFault);
    }

    /// The board lay the wrong way round: the game does not count.
    pub fn annul(&mut self) {
        self.declare(Outcome {
            winner: None,
            reason: EndReason::BoardTurned,
        });
    }

    /// Both players agree to a draw.
    pub fn agree_draw(&mut self) {
        self.declare(Outcome {
            winner: None,
            reason: EndReason::Agreement,
        });
    }

    fn lose(&mut self, side: Side, reason: EndReason) {
        self.declare(Outcome {
            winner: Some(side.other()),
            reason,
        });
    }

    fn declare(&mut self, outcome: Outcome) {
        if self.outcome().is_none() {
            self.declared = Some(outcome);
        }
    }

    /// Returns how the game ended; `None` while it goes on. The goal and a side without moves come first, before any
    /// draw rule (unless [`RuleOption::DrawBeforeWin`]); then declared results; then the draw rules.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let draw = |reason| Outcome { winner: None, reason };
        decided(self.position(), self.options)
            .map(|won| self.drawn_by_its_last_move().map_or(won, draw))
            .or(self.declared)
            .or_else(|| self.drawn().map(draw))
    }

    /// Returns the count that the last move completed, under [`RuleOption::DrawBeforeWin`].
    fn drawn_by_its_last_move(&self) -> Option<EndReason> {
        let ([.., clocks, _], [.., before, _]) = (&self.clocks[..], &self.positions[..]) else {
            return None;
        };
        if !self.options.has(RuleOption::DrawBeforeWin) {
            return None;
        }
        self.counts_of(clocks, before)
            .into_iter()
            .find(|count| {
                matches!(count.reason, EndReason::FiveMoves | EndReason::SixteenMoves)
                    && count.plies + 1 >= count.of_plies
            })
            .map(|count| count.reason)
    }

    fn drawn(&self) -> Option<EndReason> {
        let rules = &self.rules().draws;
        if rules
            .repetition
            .is_some_and(|rule| rule.when.holds(self.options) && self.repetitions() >= u16::from(rule.times))
        {
            return Some(EndReason::Repetition);
        }
        let reached = self
            .counts()
            .into_iter()
            .find(|count| count.plies >= count.of_plies);
        if let Some(count) = reached {
            return Some(count.reason);
        }
        let position = self.position();
        let material = Side::ALL.map(|side| position.count(side));
        let at_once = rules.counted.iter().find(|rule| {
            matches!(rule.counting, Counting::AtOnce(ending) if ending.is_here(material))
                && rule.when.holds(self.options)
                && !capture_in_sight(position)
        });
        at_once.map(|rule| rule.reason)
    }

    /// Returns the number of occurrences of the current position with the same side to move, including this one.
    #[must_use]
    pub fn repetitions(&self) -> u16 {
        let now = self.position();
        let reach = usize::from(self.clock().reach);
        self.positions
            .iter()
            .rev()
            .take(reach + 1)
            .filter(|&earlier| earlier == now)
            .count() as u16
    }

    /// Returns the number of occurrences that draws; `None` if repetition does not draw.
    pub fn repetitions_that_draw(&self) -> Option<u8> {
        let rule = self.rules().draws.repetition?;
        rule.when.holds(self.options).then_some(rule.times)
    }

    /// Returns the draw rules that are counting, the one nearest to its limit first.
    #[must_use]
    pub fn counts(&self) -> Vec<DrawCount> {
        let mut counts = self.counts_of(self.clock(), self.position());
        counts.sort_by_key(|count| count.of_plies.saturating_sub(count.plies));
        counts
    }

    fn counts_of(&self, clocks: &Clocks, position: &Position) -> Vec<DrawCount> {
        with_pos!(position, pos => clocks.counts(&self.rules().draws, self.options, pos))
    }

    #[doc(hidden)]
    pub fn clock(&self) -> &Clocks {
        self.clocks.last().expect("a game has at least its start")
    }

    fn rules(&self) -> &'static Ruleset {
        self.variant().rules()
    }
}

/// Returns the outcome that the position itself decides.
fn decided(position: &Position, options: RuleOptions) -> Option<Outcome> {
    let rules = position.variant().rules();
    let turn = position.turn();
    // The side that has just moved comes first: a first king ends the game.
    let first_king = [turn.other(), turn]
        .into_iter()
        .find(|&side| position.count(side).1 > 0);
    if let (Goal::FirstKing, Some(side)) = (rules.goal, first_king) {
        return Some(Outcome {
            winner: Some(side),
            reason: EndReason::FirstKing,
        });
    }
    let stuck = |side: Side, reason| {
        let winner = match rules.goal {
            Goal::Lose => side,
            Goal::Normal | Goal::FirstKing => side.other(),
        };
        Some(Outcome {
            winner: Some(winner),
            reason,
        })
    };
    if let Some(side) = [turn, turn.other()]
        .into_iter()
        .find(|&side| position.count(side) == (0, 0))
    {
        return stuck(side, EndReason::NoPieces);
    }
    let can_move = if options.turns_men(position.variant()) {
        !position.duties_under(options).is_empty()
    } else {
        position.can_move()
    };
    if !can_move {
        return stuck(turn, EndReason::Blocked);
    }
    let (when, _) = rules.draws.king_beats_man?;
    let king = match Side::ALL.map(|side| position.count(side)) {
        [(0, 1), (1, 0)] => Side::White,
        [(1, 0), (0, 1)] => Side::Black,
        _ => return None,
    };
    let quiet = !position.must_capture() && !position.with_turn(turn.other()).must_capture();
    // A man that its next move crowns is not lost.
    let crowns = || {
        let moves = position.with_turn(king.other()).legal_moves();
        moves.iter().any(Move::promotes)
    };
    (when.holds(options) && quiet && !crowns()).then_some(Outcome {
        winner: Some(king),
        reason: EndReason::KingAgainstMan,
    })
}

/// Returns true if a capture is at hand or can be forced: the side to move can capture, can offer a piece that must
/// be captured and then capture, or has no move that stops the opponent from doing so.
fn capture_in_sight(position: &Position) -> bool {
    fn takes(position: &Position) -> bool {
        position.must_capture() || position.legal_moves().iter().any(|mv| shoots(position, mv))
    }
    fn after(position: &Position, mv: &Move) -> Position {
        let mut next = *position;
        next.play_unchecked(mv);
        next
    }
    fn shoots(position: &Position, mv: &Move) -> bool {
        let offered = after(position, mv);
        offered.must_capture()
            && offered
                .legal_moves()
                .iter()
                .all(|reply| after(&offered, reply).must_capture())
    }
    takes(position)
        || position
            .legal_moves()
            .iter()
            .all(|mv| takes(&after(position, mv)))
}

fn clocks_at(position: &Position) -> Clocks {
    let rules = &position.variant().rules().draws;
    with_pos!(position, pos => Clocks::at_start(rules, pos))
}

fn clocks_after(clocks: &Clocks, before: &Position, mv: &Move) -> Clocks {
    fn after<G: Geometry>(clocks: &Clocks, variant: Variant, pos: &Pos<G>, mv: &Move) -> Clocks {
        let rules = variant.rules();
        let bits = BitMove::from_move(mv, rules.board);
        clocks.after(&rules.draws, pos, &bits, &pos.play_unchecked(&bits))
    }
    with_pos!(before, pos => after(clocks, before.variant(), pos, mv))
}
