//! A slow second generator (`oracle/slow.rs`), which shares no code with the first, must agree with it on 10 000
//! random positions of every game, with kings and crowds, and on ten times as many in `make test-deep`.
#[path = "../oracle/position.rs"]
mod position;
#[path = "../oracle/slow.rs"]
mod slow;

use draughts::{Piece, Position, Role, Setup, Side, Square, Variant, notation::fen};
use position::slow;
use slow::{Found, Game};
use std::collections::BTreeSet;

/// Checks that both generators list the same moves, each once. Returns the largest number of captured pieces.
fn check(position: &Position) -> usize {
    let legal = position.legal_moves();
    let numbers = |mv: &draughts::Move| mv.captured().iter().map(Square::number).collect();
    let found = |mv: &draughts::Move| {
        (
            mv.origin().number(),
            mv.target().number(),
            numbers(mv),
            mv.promotes(),
        )
    };
    let listed: BTreeSet<Found> = legal.iter().map(found).collect();
    let text = || {
        format!(
            "{} {} {:?}",
            position.variant(),
            fen::write(position),
            position.to_setup().king_moves
        )
    };
    assert_eq!(listed.len(), legal.len(), "{}: a move is listed twice", text());
    assert_eq!(listed, slow(position).legal(), "{}", text());
    // In a finished race no capture is compulsory.
    assert_eq!(
        position.must_capture(),
        legal.iter().any(|mv| mv.is_capture()),
        "{}",
        text()
    );
    legal.iter().map(|mv| mv.captured().len()).max().unwrap_or(0)
}

/// A random number generator with a fixed sequence.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    /// Places random pieces of both sides: at most these numbers of men and kings of the side to move and of the
    /// other, if the game allows them.
    fn position(&mut self, variant: Variant, own: (usize, usize), other: (usize, usize)) -> Position {
        let game = Game::named(variant.key());
        let turn = if self.roll(2) == 0 {
            Side::White
        } else {
            Side::Black
        };
        let mut setup = Setup::empty(turn);
        let mut squares = game.squares();
        let places = game.squares();
        for side in Side::ALL {
            let (most_men, most_kings) = if side == turn { own } else { other };
            // A king ends the race, so few positions have one.
            let kings = if game.race {
                self.roll(40) / 39
            } else {
                self.roll(most_kings + 1)
            };
            let kings = kings.min(game.most_pieces);
            let men = self.roll(most_men + 1).min(game.most_pieces - kings);
            for nth in 0..men + kings {
                let role = if nth < kings { Role::King } else { Role::Man };
                if squares.is_empty() {
                    break;
                }
                let place = squares.swap_remove(self.roll(squares.len()));
                let number = places
                    .iter()
                    .position(|&other| other == place)
                    .expect("a square of the board")
                    + 1;
                let last_row = if side == Side::White { 0 } else { game.size - 1 };
                if role == Role::King || place.1 != last_row {
                    let square = Square::new(number as u8).expect("a square of the board");
                    setup.put(square, Piece { side, role });
                    if role == Role::King && self.roll(2) == 0 {
                        setup.king_moves[side as usize] = Some((square, 1 + self.roll(3) as u8));
                    }
                }
            }
        }
        Position::from_setup(variant, &setup).expect("a possible position")
    }

    fn games(&mut self, variant: Variant, positions: usize) {
        let mut checked = 0;
        while checked < positions {
            let mut position = variant.start();
            for _ in 0..150 {
                check(&position);
                checked += 1;
                let legal = position.legal_moves();
                if legal.is_empty() || checked == positions {
                    break;
                }
                position.play_unchecked(&legal[self.roll(legal.len())]);
            }
        }
    }
}

/// Checks positions of one game: a third from random games, the others random set-ups.
fn agree(variant: Variant, positions: usize) {
    let mut dice = Dice(0x0BAD_5EED_1923_0001 + variant as u64);
    dice.games(variant, positions * 3 / 10);
    let most = Game::named(variant.key()).most_pieces;
    // Men only; men and kings; few pieces; a king or a man facing a crowd; kings facing a crowd of kings.
    let kinds = [
        ((most, 0), (most, 0), 15),
        ((most / 2, 3), (most / 2, 3), 30),
        ((3, 2), (4, 2), 10),
        ((2, 2), (most, 3), 14),
        ((2, 4), (3, most), 1),
    ];
    let mut longest = 0;
    for (own, other, share) in kinds {
        for _ in 0..positions * share / 100 {
            longest = longest.max(check(&dice.position(variant, own, other)));
        }
    }
    assert!(longest >= 3, "{variant}: the boards are too tame: {longest}");
    println!("{variant}: {positions} positions, up to {longest} captured");
}

/// Checks all games, spread over threads.
fn all(positions: usize) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(&variant) =
                    Variant::ALL.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    agree(variant, positions);
                }
            });
        }
    });
}

#[test]
fn both_generators_agree_on_every_game() {
    all(10_000);
}

#[test]
#[ignore = "minutes: make test-deep"]
fn both_generators_agree_on_a_hundred_thousand_positions_of_every_game() {
    all(100_000);
}

#[test]
fn both_generators_count_the_same_lines() {
    fn lines(position: &Position, depth: u32) -> u64 {
        if depth == 1 {
            return slow(position).legal().len() as u64;
        }
        let legal = position.legal_moves();
        let next = |mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            lines(&next, depth - 1)
        };
        legal.iter().map(next).sum()
    }
    for variant in Variant::ALL {
        let mut dice = Dice(0x0BAD_5EED_1923_0003);
        for _ in 0..12 {
            let position = dice.position(variant, (10, 2), (10, 2));
            assert_eq!(
                lines(&position, 3),
                draughts::perft(&position, 3),
                "{}",
                fen::write(&position)
            );
        }
    }
}
