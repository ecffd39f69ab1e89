//! A game: its moves, its history and its end. Knows no clock and no player.
use super::draws::Clocks;
use super::{
    DrawCount, DrawOptions, DrawRules, EndReason, IllegalMove, Move, Outcome, Position, Ruleset, Variant,
};
use crate::board::Side;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{fen, movetext};

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::from_position(fen::read(Variant::International, fen).unwrap());
        for text in moves.split_whitespace() {
            let mv = movetext::read(game.position(), text).unwrap();
            game.play(&mv).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
        game
    }

    fn end(game: &Game) -> Option<(Option<Side>, EndReason)> {
        game.outcome().map(|end| (end.winner, end.reason))
    }

    fn counts(game: &Game) -> Vec<(EndReason, u16, u16)> {
        game.counts()
            .iter()
            .map(|count| (count.reason, count.plies, count.of_plies))
            .collect()
    }

    #[test]
    fn who_has_no_piece_or_no_move_has_lost() {
        assert_eq!(
            end(&game("W:W28:B22", "28x17")),
            Some((Some(Side::White), EndReason::NoPieces))
        );
        assert_eq!(
            end(&game("W:W6:B1", "")),
            Some((Some(Side::Black), EndReason::Blocked))
        );
        assert_eq!(
            end(&game("W:W:B1", "")),
            Some((Some(Side::Black), EndReason::NoPieces))
        );
        // A loss comes before a draw that the same move would reach.
        let mut lost = game("W:WK1:BK50", "1-7 50-44 7-12 44-39 12-1 39-50 1-7 50-44 7-1");
        assert_eq!(end(&lost), None);
        lost.resign(Side::Black);
        assert_eq!(end(&lost), Some((Some(Side::White), EndReason::Resignation)));
    }

    #[test]
    fn twenty_five_moves_each_with_kings_only() {
        // Two kings and a man a side: no ending of 6.3 or 6.4. The kings wander without repeating a position.
        let mut game = game("W:WK46,K47,6:BK5,K4,45", "");
        let mut seen = std::collections::HashSet::new();
        while game.outcome().is_none() {
            let here = *game.position();
            let next = here
                .legal_moves()
                .into_iter()
                .filter(|mv| {
                    here.piece_at(mv.origin()).unwrap().role == crate::Role::King && !mv.is_capture()
                })
                .find(|mv| {
                    let after = here.play(mv).unwrap();
                    !after.must_capture() && seen.insert(after)
                });
            game.play(&next.unwrap()).unwrap();
        }
        assert_eq!(game.moves().len(), 50);
        assert_eq!(end(&game), Some((None, EndReason::TwentyFiveMoves)));
        assert_eq!(counts(&game), [(EndReason::TwentyFiveMoves, 50, 50)]);
        assert_eq!(game.take_back().map(|_| end(&game)), Some(None));
        assert_eq!(counts(&game), [(EndReason::TwentyFiveMoves, 49, 50)]);
    }

    #[test]
    fn a_man_that_moves_ends_the_twenty_five_moves_and_not_the_sixteen() {
        let game = game("W:WK47,K48,36:BK45", "47-42 45-50 36-31 50-45");
        assert_eq!(
            counts(&game),
            [
                (EndReason::SixteenMoves, 4, 32),
                (EndReason::TwentyFiveMoves, 1, 50)
            ],
            "nearest to its end first"
        );
    }

    #[test]
    fn men_alone_are_no_ending_until_one_is_crowned() {
        let mut ending = game("W:W7,36:BK5", "");
        assert_eq!(counts(&ending), []);
        for text in ["7-1", "5-46"] {
            let mv = movetext::read(ending.position(), text).unwrap();
            ending.play(&mv).unwrap();
        }
        // The move that crowns is not counted.
        assert_eq!(counts(&ending)[0], (EndReason::FiveMoves, 1, 10));
    }

    #[test]
    fn a_capture_starts_the_five_moves() {
        let ending = game("B:WK1,K2,K33:BK50", "50x28 1-6");
        assert_eq!(
            counts(&ending),
            [
                (EndReason::FiveMoves, 1, 10),
                (EndReason::SixteenMoves, 2, 32),
                (EndReason::TwentyFiveMoves, 1, 50)
            ]
        );
        let options = DrawOptions {
            sixteen_persists: false,
            ..DrawOptions::default()
        };
        let ending = ending.with_options(options);
        assert_eq!(
            counts(&ending).iter().map(|count| count.0).collect::<Vec<_>>(),
            [EndReason::FiveMoves, EndReason::TwentyFiveMoves]
        );
    }

    #[test]
    fn the_long_diagonal_draws_only_where_it_is_asked_for() {
        let moves = "49-44 5-10 44-49 10-14 49-44 14-19 44-49 19-23 49-44 23-28";
        let option = DrawOptions {
            long_diagonal: true,
            ..DrawOptions::default()
        };
        let ending = game("W:WK49,K6,K16:BK5", moves);
        assert_eq!(end(&ending), None);
        assert_eq!(
            end(&ending.with_options(option)),
            Some((None, EndReason::LongDiagonal))
        );
    }

    #[test]
    fn the_start_counts_as_the_first_time() {
        let to_and_fro = "1-6 50-45 6-1 45-50";
        assert_eq!(end(&game("W:WK1,31:BK50,20", to_and_fro)), None);
        let twice = game("W:WK1,31:BK50,20", &[to_and_fro, to_and_fro].join(" "));
        assert_eq!(end(&twice), Some((None, EndReason::Repetition)));
        assert_eq!(twice.repetitions(), 3);
    }

    #[test]
    fn a_game_that_is_over_takes_no_move_and_no_second_end() {
        let mut over = Game::new(Variant::International);
        let first = over.legal_moves()[0];
        over.agree_draw();
        over.resign(Side::White);
        assert_eq!(end(&over), Some((None, EndReason::Agreement)));
        assert!(over.legal_moves().is_empty());
        assert!(matches!(over.play(&first), Err(PlayError::GameOver(_))));
        assert_eq!(over.outcome().map(|end| end.result()), Some("1-1"));
    }

    #[test]
    fn taking_back_takes_the_resignation_with_it() {
        let mut game = game("W:W31-50:B1-20", "32-28");
        game.resign(Side::Black);
        assert_eq!(game.outcome().map(|end| end.result()), Some("2-0"));
        assert!(game.take_back().is_some());
        assert_eq!((end(&game), game.take_back()), (None, None));
        assert_eq!(*game.position(), Variant::International.start());
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = game("W:W31-50:B1-20", "32-28 19-23");
        let before = game.clone();
        let elsewhere = Variant::International.start().legal_moves()[0];
        assert!(matches!(game.play(&elsewhere), Err(PlayError::Illegal(_))));
        assert_eq!(game, before);
    }

    #[test]
    fn every_end_has_a_key_and_an_article() {
        for reason in EndReason::ALL {
            assert_eq!(EndReason::from_key(reason.key()), Some(reason));
            assert!(!reason.article(Variant::International).is_empty());
        }
    }
}
