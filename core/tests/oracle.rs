//! A slow second generator, square by square, written from the text of the rules alone: it shares no code with the
//! first and must agree with it on thousands of random positions, kings and crowds included.
use draughts::{Piece, Position, Role, Setup, Side, Square, Variant};
use std::collections::BTreeSet;

/// From, to, captured squares ascending.
type Found = (u8, u8, Vec<u8>);

/// What stands on the 100 squares, by column and row from the top left; light squares stay empty.
struct Board {
    white_to_move: bool,
    /// (is white, is king)
    at: [[Option<(bool, bool)>; 10]; 10],
}

const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn place(number: u8) -> (i32, i32) {
    let (row, nth) = (i32::from(number - 1) / 5, i32::from(number - 1) % 5);
    // The first dark square of the top row is the second of the row.
    (if row % 2 == 0 { 2 * nth + 1 } else { 2 * nth }, row)
}

fn number(column: i32, row: i32) -> u8 {
    (row * 5 + column / 2 + 1) as u8
}

impl Board {
    fn of(position: &Position) -> Board {
        let mut at = [[None; 10]; 10];
        for (square, piece) in position.pieces() {
            let (column, row) = place(square.number());
            at[row as usize][column as usize] = Some((piece.side == Side::White, piece.role == Role::King));
        }
        Board {
            white_to_move: position.turn() == Side::White,
            at,
        }
    }

    fn inside(column: i32, row: i32) -> bool {
        (0..10).contains(&column) && (0..10).contains(&row)
    }

    fn get(&self, column: i32, row: i32) -> Option<(bool, bool)> {
        self.at[row as usize][column as usize]
    }

    fn free(&self, column: i32, row: i32) -> bool {
        Board::inside(column, row) && self.get(column, row).is_none()
    }

    fn legal(&mut self) -> BTreeSet<Found> {
        let mut captures: Vec<Found> = Vec::new();
        let mut quiet: Vec<Found> = Vec::new();
        for from in 1..=50 {
            let (column, row) = place(from);
            let Some((white, king)) = self.get(column, row) else {
                continue;
            };
            if white != self.white_to_move {
                continue;
            }
            // The piece is in the hand while it captures: its square is free.
            self.at[row as usize][column as usize] = None;
            self.capture(from, (column, row), king, &mut Vec::new(), &mut captures);
            self.at[row as usize][column as usize] = Some((white, king));
            for (dx, dy) in DIAGONALS {
                if !king && (dy < 0) != white {
                    continue;
                }
                let (mut x, mut y) = (column + dx, row + dy);
                while self.free(x, y) {
                    quiet.push((from, number(x, y), Vec::new()));
                    if !king {
                        break;
                    }
                    (x, y) = (x + dx, y + dy);
                }
            }
        }
        let most = captures.iter().map(|(.., taken)| taken.len()).max();
        match most {
            None => quiet.into_iter().collect(),
            Some(most) => captures
                .into_iter()
                .filter(|(.., taken)| taken.len() == most)
                .collect(),
        }
    }

    /// Every capture from here on, the unfinished ones too: only those of the most pieces are kept in the end.
    fn capture(&self, from: u8, here: (i32, i32), king: bool, taken: &mut Vec<u8>, found: &mut Vec<Found>) {
        for (dx, dy) in DIAGONALS {
            let (mut x, mut y) = (here.0 + dx, here.1 + dy);
            while king && self.free(x, y) {
                (x, y) = (x + dx, y + dy);
            }
            let enemy = Board::inside(x, y)
                && self
                    .get(x, y)
                    .is_some_and(|(white, _)| white != self.white_to_move);
            if !enemy || taken.contains(&number(x, y)) {
                continue;
            }
            taken.push(number(x, y));
            (x, y) = (x + dx, y + dy);
            while self.free(x, y) {
                let mut ascending = taken.clone();
                ascending.sort_unstable();
                found.push((from, number(x, y), ascending));
                self.capture(from, (x, y), king, taken, found);
                if !king {
                    break;
                }
                (x, y) = (x + dx, y + dy);
            }
            taken.pop();
        }
    }
}

/// A generator of numbers that gives the same ones in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    /// Some pieces of both sides, a share of them kings, on a board as full as asked.
    fn position(&mut self, most_men: usize, most_kings: usize) -> Position {
        let turn = if self.roll(2) == 0 {
            Side::White
        } else {
            Side::Black
        };
        let mut setup = Setup::empty(turn);
        let mut squares: Vec<u8> = (1..=50).collect();
        for side in [Side::White, Side::Black] {
            let kings = self.roll(most_kings + 1);
            let men = self.roll(most_men + 1).min(20 - kings);
            for nth in 0..men + kings {
                let role = if nth < kings { Role::King } else { Role::Man };
                let number = squares.swap_remove(self.roll(squares.len()));
                let promotion_row = match side {
                    Side::White => number <= 5,
                    Side::Black => number >= 46,
                };
                if role == Role::King || !promotion_row {
                    setup.put(
                        Square::new(number).expect("a square of the board"),
                        Piece { side, role },
                    );
                }
            }
        }
        Position::from_setup(Variant::International, &setup).expect("a possible position")
    }
}

/// Whether both generators list the same moves, each once. Returns the most pieces captured.
fn check(position: &Position) -> usize {
    let legal = position.legal_moves();
    let listed: BTreeSet<Found> = legal
        .iter()
        .map(|mv| {
            (
                mv.origin().number(),
                mv.target().number(),
                mv.captured().iter().map(Square::number).collect(),
            )
        })
        .collect();
    let fen = draughts::notation::fen::write(position);
    assert_eq!(listed.len(), legal.len(), "{fen}: a move is listed twice");
    assert_eq!(listed, Board::of(position).legal(), "{fen}");
    assert_eq!(
        position.must_capture(),
        legal.iter().any(|mv| mv.is_capture()),
        "{fen}"
    );
    assert_eq!(draughts::perft(position, 1), legal.len() as u64, "{fen}");
    legal.iter().map(|mv| mv.captured().len()).max().unwrap_or(0)
}

#[test]
fn both_generators_agree_on_random_games() {
    let mut dice = Dice(0x0BAD_5EED_1923_0001);
    let mut positions = 0;
    while positions < 20_000 {
        let mut position = Variant::International.start();
        for _ in 0..200 {
            check(&position);
            positions += 1;
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.play_unchecked(&legal[dice.roll(legal.len())]);
        }
    }
}

#[test]
fn both_generators_agree_on_random_boards() {
    let mut dice = Dice(0x0BAD_5EED_1923_0002);
    // Men only; men and kings; many kings; kings before a crowd.
    for (men, kings, boards) in [(20, 0, 10_000), (12, 3, 20_000), (4, 10, 5_000), (18, 2, 10_000)] {
        let longest = (0..boards)
            .map(|_| check(&dice.position(men, kings)))
            .max()
            .unwrap();
        assert!(longest >= 5, "the boards are too tame: {longest}");
    }
}

#[test]
fn both_generators_count_the_same_lines() {
    fn lines(position: &Position, depth: u32) -> u64 {
        let legal = position.legal_moves();
        if depth == 1 {
            return Board::of(position).legal().len() as u64;
        }
        legal
            .iter()
            .map(|mv| {
                let mut next = *position;
                next.play_unchecked(mv);
                lines(&next, depth - 1)
            })
            .sum()
    }
    let mut dice = Dice(0x0BAD_5EED_1923_0003);
    for _ in 0..200 {
        let position = dice.position(10, 2);
        assert_eq!(lines(&position, 3), draughts::perft(&position, 3));
    }
}
