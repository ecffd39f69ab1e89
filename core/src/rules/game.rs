//! A game: its moves, its draw counters and its end. Knows no clock and no player.
use super::{DrawRules, IllegalMove, Move, Position, Ruleset, Variant};
use crate::board::Side;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The side to move has no piece left.
    NoPieces,
    /// The side to move has pieces and no move.
    Blocked,
    /// A player gave up.
    Resignation,
    /// Both agreed to a draw.
    Agreement,
    /// The same position with the same side to move for the third time, the first position included.
    Repetition,
    /// 25 moves each with kings only and nothing taken.
    TwentyFiveMoves,
    /// Three pieces, a king among them, against a lone king: 16 moves each.
    SixteenMoves,
    /// One or two pieces, a king among them, against a lone king: 5 moves each.
    FiveMoves,
    /// The lone king stayed on the long diagonal for 5 moves (an option).
    LongDiagonal,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [EndReason; 9] = [
        EndReason::NoPieces,
        EndReason::Blocked,
        EndReason::Resignation,
        EndReason::Agreement,
        EndReason::Repetition,
        EndReason::TwentyFiveMoves,
        EndReason::SixteenMoves,
        EndReason::FiveMoves,
        EndReason::LongDiagonal,
    ];

    /// Its name in data and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            EndReason::NoPieces => "no-pieces",
            EndReason::Blocked => "blocked",
            EndReason::Resignation => "resignation",
            EndReason::Agreement => "agreement",
            EndReason::Repetition => "repetition",
            EndReason::TwentyFiveMoves => "twenty-five-moves",
            EndReason::SixteenMoves => "sixteen-moves",
            EndReason::FiveMoves => "five-moves",
            EndReason::LongDiagonal => "long-diagonal",
        }
    }

    /// The reason of this key.
    pub fn from_key(key: &str) -> Option<EndReason> {
        EndReason::ALL.into_iter().find(|reason| reason.key() == key)
    }

    /// The article of the federation's rules: for the international game FMJD, Annex 1.
    pub const fn article(self, variant: Variant) -> &'static str {
        match variant {
            Variant::International => match self {
                EndReason::Resignation => "7.2.1",
                EndReason::Blocked => "7.2.2",
                EndReason::NoPieces => "7.2.3",
                EndReason::Agreement => "7.3.1",
                EndReason::Repetition => "6.1",
                EndReason::TwentyFiveMoves => "6.2",
                EndReason::SixteenMoves | EndReason::LongDiagonal => "6.3",
                EndReason::FiveMoves => "6.4",
            },
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; `None` in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: EndReason,
}

impl Outcome {
    /// "2-0", "0-2" or "1-1", White's points first.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Side::White) => "2-0",
            Some(Side::Black) => "0-2",
            None => "1-1",
        }
    }
}

/// A draw rule that is counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawCount {
    /// The rule.
    pub reason: EndReason,
    /// Plies (moves of one side) counted so far.
    pub plies: u16,
    /// The number of plies that draws.
    pub of_plies: u16,
}

/// Readings of the draw rules between which a caller may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOptions {
    /// A capture inside the 16 moves of 6.3 starts the 5 moves of 6.4, and the 16 stay the limit (later FMJD text).
    pub sixteen_persists: bool,
    /// A lone king that makes 5 moves on the long diagonal without leaving it draws (later FMJD text, second hand).
    pub long_diagonal: bool,
}

impl Default for DrawOptions {
    fn default() -> DrawOptions {
        DrawOptions {
            sixteen_persists: true,
            long_diagonal: false,
        }
    }
}

/// Why a move could not be played in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game had ended.
    #[error("the game is over ({})", .0.reason.key())]
    GameOver(Outcome),
}

/// The counters after a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Clocks {
    quiet_kings: u16,
    three_against_king: Option<u16>,
    two_against_king: Option<u16>,
    /// Moves that the lone king of the 3-against-1 ending made on the long diagonal in a row.
    long_diagonal: u16,
}

/// What an ending is to the rules 6.3 and 6.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Three,
    Two,
    Other,
}

impl Ending {
    fn of(position: &Position) -> Ending {
        let (white, black) = (position.count(Side::White), position.count(Side::Black));
        let lone = (0, 1);
        // Men only are no class: that game is decided by play.
        let strong = if white == lone { black } else { white };
        if (white != lone && black != lone) || strong.1 == 0 {
            return Ending::Other;
        }
        match strong.0 + strong.1 {
            3 => Ending::Three,
            1 | 2 => Ending::Two,
            _ => Ending::Other,
        }
    }
}

/// A position with how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    moves: Vec<Move>,
    /// The start, then the position after each move.
    positions: Vec<Position>,
    /// One for each position.
    clocks: Vec<Clocks>,
    options: DrawOptions,
    /// Given up or agreed upon at this point.
    declared: Option<Outcome>,
}

impl Game {
    /// A game from the start.
    pub fn new(variant: Variant) -> Game {
        Game::from_position(variant.start())
    }

    /// A game from any position: what was played before counts for nothing.
    pub fn from_position(start: Position) -> Game {
        Game {
            moves: Vec::new(),
            clocks: vec![Clocks::at_start(&start)],
            positions: vec![start],
            options: DrawOptions::default(),
            declared: None,
        }
    }

    /// The same game under other readings of the draw rules.
    #[must_use]
    pub fn with_options(mut self, options: DrawOptions) -> Game {
        self.options = options;
        self
    }

    /// The readings in force.
    pub const fn options(&self) -> DrawOptions {
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

    /// The moves that may be played: none once the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            Vec::new()
        } else {
            self.position().legal_moves()
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The game is over, or the move is not legal.
    pub fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::GameOver(outcome));
        }
        let next = self.position().play(mv)?;
        let clocks = self.clock().after(self.position(), mv, &next);
        self.moves.push(*mv);
        self.positions.push(next);
        self.clocks.push(clocks);
        Ok(())
    }

    /// Takes the last move back; `None` at the start. A resignation or an agreement falls with it.
    pub fn take_back(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.clocks.pop();
        self.declared = None;
        Some(mv)
    }

    /// A side gives up; nothing where the game is over already.
    pub fn resign(&mut self, side: Side) {
        self.declare(Outcome {
            winner: Some(side.other()),
            reason: EndReason::Resignation,
        });
    }

    /// Both agree to a draw; nothing where the game is over already.
    pub fn agree_draw(&mut self) {
        self.declare(Outcome {
            winner: None,
            reason: EndReason::Agreement,
        });
    }

    fn declare(&mut self, outcome: Outcome) {
        if self.outcome().is_none() {
            self.declared = Some(outcome);
        }
    }

    /// How the game ended; `None` while it goes on. A side without a move has lost, whatever draw rule is reached.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        let winner = Some(position.turn().other());
        if position.count(position.turn()) == (0, 0) {
            return Some(Outcome {
                winner,
                reason: EndReason::NoPieces,
            });
        }
        if !position.can_move() {
            return Some(Outcome {
                winner,
                reason: EndReason::Blocked,
            });
        }
        if self.declared.is_some() {
            return self.declared;
        }
        let draws = &self.rules().draws;
        if draws
            .repetitions
            .is_some_and(|times| self.repetitions() >= u16::from(times))
        {
            return Some(Outcome {
                winner: None,
                reason: EndReason::Repetition,
            });
        }
        let reached = self
            .counts()
            .into_iter()
            .find(|count| count.plies >= count.of_plies);
        reached.map(|count| Outcome {
            winner: None,
            reason: count.reason,
        })
    }

    /// How often the position stood on the board in this game with the same side to move, now included.
    pub fn repetitions(&self) -> u16 {
        let now = self.position();
        // No position from before a capture or a man's move can come back.
        let reach = usize::from(self.clock().quiet_kings);
        self.positions
            .iter()
            .rev()
            .take(reach + 1)
            .filter(|&earlier| earlier == now)
            .count() as u16
    }

    /// The draw rules that are counting, nearest to its end first.
    pub fn counts(&self) -> Vec<DrawCount> {
        let DrawRules {
            quiet_kings,
            three_against_king,
            two_against_king,
            ..
        } = self.rules().draws;
        let clock = self.clock();
        let three = clock.three_against_king.filter(|_| {
            // Where the limit of 6.3 does not outlive a capture, 6.4 takes its place.
            self.options.sixteen_persists || clock.two_against_king.is_none()
        });
        let quiet = Some(clock.quiet_kings).filter(|&plies| plies > 0);
        let diagonal = Some(clock.long_diagonal).filter(|&plies| self.options.long_diagonal && plies > 0);
        let rules = [
            (EndReason::FiveMoves, clock.two_against_king, two_against_king),
            (EndReason::SixteenMoves, three, three_against_king),
            // 5 moves of the lone king alone.
            (EndReason::LongDiagonal, diagonal, Some(5)),
            (EndReason::TwentyFiveMoves, quiet, quiet_kings),
        ];
        let mut counts: Vec<DrawCount> = rules
            .into_iter()
            .filter_map(|(reason, plies, of)| {
                Some(DrawCount {
                    reason,
                    plies: plies?,
                    of_plies: of?,
                })
            })
            .collect();
        counts.sort_by_key(|count| count.of_plies.saturating_sub(count.plies));
        counts
    }

    fn clock(&self) -> &Clocks {
        self.clocks.last().expect("a game has at least its start")
    }

    fn rules(&self) -> &'static Ruleset {
        self.variant().rules()
    }
}

impl Clocks {
    fn at_start(start: &Position) -> Clocks {
        let ending = Ending::of(start);
        Clocks {
            three_against_king: (ending == Ending::Three).then_some(0),
            two_against_king: (ending == Ending::Two).then_some(0),
            ..Clocks::default()
        }
    }

    /// The counters after a move. The move that makes an ending is not counted in it.
    fn after(&self, before: &Position, mv: &Move, next: &Position) -> Clocks {
        let by_king = before
            .piece_at(mv.origin())
            .is_some_and(|piece| piece.role == crate::Role::King);
        let quiet = by_king && !mv.is_capture();
        let (three, two) = (
            self.three_against_king.map(|plies| plies + 1),
            self.two_against_king.map(|plies| plies + 1),
        );
        let (three, two) = match Ending::of(next) {
            Ending::Three => (three.or(Some(0)), None),
            Ending::Two => (three, two.or(Some(0))),
            Ending::Other => (None, None),
        };
        Clocks {
            quiet_kings: if quiet { self.quiet_kings + 1 } else { 0 },
            three_against_king: three,
            two_against_king: two,
            long_diagonal: self.long_diagonal_after(before, mv, next, three.is_some()),
        }
    }

    fn long_diagonal_after(&self, before: &Position, mv: &Move, next: &Position, counting: bool) -> u16 {
        let on_it = |square| {
            let (column, row) = next.coordinates(square);
            column + row + 1 == next.variant().rules().board.size().0
        };
        let mover = before.turn();
        if !counting {
            0
        } else if next.count(mover) != (0, 1) {
            self.long_diagonal
        } else if on_it(mv.origin()) && on_it(mv.target()) {
            self.long_diagonal + 1
        } else {
            0
        }
    }
}
