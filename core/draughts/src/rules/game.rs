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

/// Why a move could not be played in a game.
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
    /// The game had ended.
    #[error("the game is over ({})", .0.reason.key())]
    GameOver(Outcome),
}

/// The piece on a square cannot be huffed: it missed no capture in the last move, or the historic rule is not played.
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

/// A position with how it came about.
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
    /// The start, then the position after each move.
    positions: Vec<Position>,
    /// One for each position.
    clocks: Vec<Clocks>,
    /// Plies after which the board was changed otherwise than by a move.
    amended: Vec<usize>,
    /// What was taken back, the last first.
    undone: Vec<Undone>,
    options: RuleOptions,
    /// Given up or agreed upon at this point.
    declared: Option<Outcome>,
}

/// A move that was taken back, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Undone {
    mv: Move,
    position: Position,
    clocks: Clocks,
    amended: bool,
}

impl Game {
    /// A game from the start.
    #[must_use]
    pub fn new(variant: Variant) -> Game {
        Game::from_position(variant.start())
    }

    /// A game from any position: what was played before counts for nothing.
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

    /// The same game under other choices. House rules let moves be played from now on that were not legal before.
    #[must_use]
    pub fn with_options(mut self, options: RuleOptions) -> Game {
        self.options = options;
        self
    }

    /// The choices in force.
    pub const fn options(&self) -> RuleOptions {
        self.options
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has at least its start")
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The game's rules.
    pub fn variant(&self) -> Variant {
        self.start().variant()
    }

    /// The moves played, first to last.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start, then the position after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves that may be played: none once the game is over. Where a house rule lets a player leave a capture,
    /// the moves that do so come after the others.
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

    /// Whether the position after so many moves was put in the place of the one that the moves lead to.
    pub fn is_amended(&self, ply: usize) -> bool {
        self.amended.contains(&(ply + 1))
    }

    /// Plays a move. What had been taken back is forgotten, unless it begins with this move.
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

    /// Takes the last move back; `None` at the start. A resignation or an agreement falls with it, and what was done
    /// to the board after it.
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

    /// Plays again what was taken back last; `None` where nothing was, or another move was played since.
    pub fn redo(&mut self) -> Option<Move> {
        let undone = self.undone.pop()?;
        self.push(undone.mv, undone.position, undone.clocks);
        if undone.amended {
            self.amended.push(self.positions.len());
        }
        Some(undone.mv)
    }

    /// Puts another position in the place of the present one, as when players let an irregularity stand. Counting and
    /// repetition begin again from it.
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

    /// The pieces that the side to move may take off the board because they missed a capture in the last move, under
    /// the historic rule of huffing: those that should have captured, where they stand now.
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

    /// Takes a piece that missed a capture off the board. The side to move then plays its own move. It need not huff:
    /// playing on lets the missed capture stand.
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

    /// A side gives up; nothing where the game is over already, as with all that follows.
    pub fn resign(&mut self, side: Side) {
        self.lose(side, EndReason::Resignation);
    }

    /// A side's time ran out.
    pub fn out_of_time(&mut self, side: Side) {
        self.lose(side, EndReason::Time);
    }

    /// A side does not submit to the rules.
    pub fn refuse_rules(&mut self, side: Side) {
        self.lose(side, EndReason::RefusedRules);
    }

    /// A side does not go on playing.
    pub fn refuse_to_play(&mut self, side: Side) {
        self.lose(side, EndReason::RefusesToPlay);
    }

    /// A side upset the board.
    pub fn upset_board(&mut self, side: Side) {
        self.lose(side, EndReason::UpsetBoard);
    }

    /// A side committed a fault on purpose, and the game was stopped.
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

    /// Both agree to a draw.
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

    /// How the game ended; `None` while it goes on. The goal comes first, then a side without a move, whatever draw
    /// rule is reached (unless [`RuleOption::DrawBeforeWin`]); then what the players declared; then the draw rules.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let draw = |reason| Outcome { winner: None, reason };
        decided(self.position(), self.options)
            .map(|won| self.drawn_by_its_last_move().map_or(won, draw))
            .or(self.declared)
            .or_else(|| self.drawn().map(draw))
    }

    /// The count of moves in an ending that the last move completed, where that comes before what the move won.
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

    /// How often the position stood on the board in this game with the same side to move, now included.
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

    /// How often a position must come to draw the game; `None` where repetition does not.
    pub fn repetitions_that_draw(&self) -> Option<u8> {
        let rule = self.rules().draws.repetition?;
        rule.when.holds(self.options).then_some(rule.times)
    }

    /// The draw rules that are counting, nearest to its end first.
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

/// The end that the board itself shows.
fn decided(position: &Position, options: RuleOptions) -> Option<Outcome> {
    let rules = position.variant().rules();
    let turn = position.turn();
    // Who has just moved comes first: nobody moves again after a first king.
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
    (quiet && when.holds(options)).then_some(Outcome {
        winner: Some(king),
        reason: EndReason::KingAgainstMan,
    })
}

/// Whether a capture is at hand or can be forced: the side to move can take, can offer a piece that must be taken and
/// then take, or has no move that keeps the opponent from doing so.
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
