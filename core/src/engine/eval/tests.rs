//! The learned evaluation against its plain meaning, with weights by lot.
use super::*;
use crate::board::Board;
use crate::lot::mix;
use crate::rules::{Position, Variant, with_pos};
use crate::{Game, Setup};

/// Weights of no game's making: every one another number, but of the cells only those of nearly empty patterns, for
/// the compressor's sake.
fn odd_weights(variant: Variant) -> Learned {
    let shape = Shape::of(variant.rules());
    let mut seed = 1;
    let mut next = || {
        seed += 1;
        [0, 1].map(|phase| (mix(seed * 2 + phase) % 400) as f32 / 10.0 - 20.0)
    };
    Learned {
        terms: [(); TERMS].map(|()| next()),
        kings: (0..variant.rules().board.squares()).map(|_| next()).collect(),
        patterns: (0..shape.patterns())
            .map(|_| PatternWeights {
                large: shape
                    .large_parts()
                    .iter()
                    .map(|part| (0..part.cells()).map(|_| next()).collect())
                    .collect(),
                cells: (0..CELLS)
                    .map(|cell| {
                        if cell.abs_diff(CELLS / 2) < 3000 {
                            next().map(|weight| (weight / 4.0).round() * 0.4)
                        } else {
                            [0.0; 2]
                        }
                    })
                    .collect(),
            })
            .collect(),
    }
}

/// Positions of games by lot.
fn positions(variant: Variant) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..6 {
        let mut game = Game::new(variant);
        while game.outcome().is_none() && game.moves().len() < 300 {
            let moves = game.legal_moves();
            let pick = mix(seed << 20 | game.moves().len() as u64) as usize % moves.len();
            game.play(&moves[pick]).unwrap();
            positions.push(*game.position());
        }
    }
    positions
}

/// The board turned by 180° and the colours swapped.
fn turned(position: &Position) -> Position {
    let setup = position.to_setup();
    let mut other = Setup::empty(setup.turn.other());
    for &(square, piece) in &setup.pieces {
        let squares = position.variant().rules().board.squares();
        let square = crate::Square::new(squares + 1 - square.number()).unwrap();
        other.put(
            square,
            crate::Piece {
                side: piece.side.other(),
                ..piece
            },
        );
    }
    Position::from_setup(position.variant(), &other).unwrap()
}

/// What the weights say of a position, term by term.
fn by_hand(learned: &Learned, look: &Look, shape: &Shape) -> f32 {
    let mut sum = [0.0; 2];
    let mut add = |pair: Pair, factor: f32| {
        sum[0] += factor * pair[0];
        sum[1] += factor * pair[1];
    };
    for (pattern, weights) in learned.patterns.iter().enumerate() {
        for (lane, sign) in [1.0, -1.0].into_iter().enumerate() {
            let number = look.patterns[2 * pattern + lane] as usize;
            add(weights.cells[number], sign);
            for (part, large) in shape.large_parts().into_iter().zip(&weights.large) {
                add(large[part.of(number)], sign);
            }
        }
    }
    for (&count, &pair) in look.terms.iter().zip(&learned.terms) {
        add(pair, count as f32);
    }
    for &(square, sign) in &look.kings {
        add(learned.kings[usize::from(square)], f32::from(sign));
    }
    let value = sum[0] * look.opening + sum[1] * (1.0 - look.opening);
    value / look.drawish[usize::from(value < 0.0)] as f32
}

#[test]
fn the_value_is_what_the_weights_say_and_the_same_for_both_sides() {
    for variant in [
        Variant::International,
        Variant::Canadian,
        Variant::English,
        Variant::Turkish,
    ] {
        let learned = odd_weights(variant);
        let bytes = Weights::write(variant, &learned);
        let weights: &'static Weights = Box::leak(Box::new(Weights::read(&bytes).unwrap()));
        let looker = Looker::new(variant);
        let value = |position: &Position| {
            fn value<G: Geometry>(pos: &Pos<G>, rules: &'static Ruleset, weights: &'static Weights) -> i32 {
                learned::Learned::new(rules, weights).value(pos)
            }
            with_pos!(position, pos => value(pos, variant.rules(), weights))
        };
        let mut kings = 0;
        for position in positions(variant) {
            let look = looker.look(&position);
            kings += look.kings.len();
            let (exact, found) = (by_hand(&learned, &look, looker.shape()), value(&position));
            assert!((exact - found as f32).abs() < 1.5, "{variant}: {exact} {found}");
            assert_eq!(value(&turned(&position)), -found, "{variant}");
        }
        assert!(kings > 20, "{variant}: {kings} kings");
    }
}

#[test]
fn a_pattern_tells_what_stands_on_its_squares() {
    for board in Board::ALL {
        let variant = Variant::ALL
            .into_iter()
            .find(|variant| variant.rules().board == board)
            .unwrap();
        let looker = Looker::new(variant);
        let start = looker.look(&variant.start());
        for pair in start.patterns.chunks_exact(2) {
            assert!(pair.iter().all(|&number| (number as usize) < CELLS));
            // The start is the same for both sides.
            assert_eq!(pair[0], pair[1], "{board:?}");
        }
        assert_eq!(start.opening, 1.0);
    }
}

#[test]
fn where_one_plays_to_lose_the_fewer_pieces_are_the_better() {
    let score = |variant: Variant, text: &str| {
        let position = crate::notation::fen::read(variant, text).unwrap();
        with_pos!(position, pos => Eval::new(variant.rules(), None).score(pos))
    };
    for text in ["W:W31,32:B1,2,3,4,5", "W:W31,32:BK1,K2", "B:WK46,40:B10,12"] {
        let losing = score(Variant::Antidraughts, text);
        assert!(
            losing > Score::cp(50),
            "{text} {losing:?} {:?}",
            score(Variant::International, text)
        );
    }
}
