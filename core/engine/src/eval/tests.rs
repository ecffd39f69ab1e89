//! The learned evaluation against its plain meaning, with weights at random.
use super::nnue::LAZY_MARGIN;
use super::*;
use draughts::raw::{mix, with_pos};
use draughts::{Board, Game, Position, Setup, Variant};

/// Weights of no game's making: every one another number, but of the cells only those of nearly empty patterns, for
/// the compressor's sake.
fn odd_weights(variant: Variant) -> FloatWeights {
    let shape = PatternSet::of(variant.rules());
    let mut seed = 1;
    let mut next = || {
        seed += 1;
        [0, 1].map(|phase| (mix(seed * 2 + phase) % 400) as f32 / 10.0 - 20.0)
    };
    FloatWeights {
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
        net: None,
    }
}

/// A net of no game's making, its vectors small enough that some of their sums are cut and some are not.
fn odd_net(variant: Variant) -> NetWeights {
    let grid = FeatureSet::of(variant.rules());
    let mut seed = 7;
    let mut next = |most: f32| {
        seed += 1;
        (mix(seed) % 2001) as f32 / 1000.0 * most - most
    };
    NetWeights {
        features: (0..grid.rectangles() * RECTANGLE_FEATURES)
            .map(|_| [(); ACCUMULATOR_SIZE].map(|()| next(0.15)))
            .collect(),
        kings: (0..grid.kings())
            .map(|_| [(); ACCUMULATOR_SIZE].map(|()| next(0.5)))
            .collect(),
        start: [(); ACCUMULATOR_SIZE].map(|()| next(0.5)),
        buckets: (0..OUTPUT_BUCKETS)
            .map(|_| BucketWeights {
                hidden: [(); HIDDEN].map(|()| [(); 2 * ACCUMULATOR_SIZE].map(|()| next(0.5))),
                start: [(); HIDDEN].map(|()| next(0.5)),
                out: [(); HIDDEN].map(|()| next(40.0)),
                out_start: next(10.0),
            })
            .collect(),
    }
}

/// What a net says for the side to move, square by square.
fn net_by_hand(net: &NetWeights, position: &Position) -> f32 {
    let rules = position.variant().rules();
    let grid = FeatureSet::of(rules);
    let squares = usize::from(rules.board.squares());
    let row = usize::from(rules.board.row());
    let sum = |side: draughts::Side| {
        let own = if side == draughts::Side::White {
            *position
        } else {
            turned(position)
        };
        let mut board = vec![0; squares];
        let mut sum = net.start;
        let mut add =
            |vector: &[f32; ACCUMULATOR_SIZE]| (0..ACCUMULATOR_SIZE).for_each(|i| sum[i] += vector[i]);
        for (square, piece) in own.pieces() {
            // The side that looks is White now.
            let (place, mine) = (
                usize::from(square.number()) - 1,
                piece.side == draughts::Side::White,
            );
            match piece.role {
                draughts::Role::Man => board[place] = if mine { 1 } else { 2 },
                draughts::Role::King => add(&net.kings[if mine { place } else { squares + place }]),
            }
        }
        for top in 0..squares / row - 3 {
            for left in 0..row - 1 {
                let places = (0..8).map(|i| (top + i / 2) * row + left + i % 2);
                let number = places.fold(0, |number, place| 3 * number + board[place]);
                add(&net.features[(top * (row - 1) + left) * RECTANGLE_FEATURES + number]);
            }
        }
        sum.map(|number| number.clamp(0.0, 1.0))
    };
    let (own, other) = (sum(position.turn()), sum(position.turn().other()));
    let men = draughts::Side::ALL.map(|side| u32::from(position.count(side).0));
    let bucket = &net.buckets[grid.bucket(men[0] + men[1])];
    let hidden = (0..HIDDEN).map(|number| {
        let weights = &bucket.hidden[number];
        let sum: f32 = (0..ACCUMULATOR_SIZE)
            .map(|i| own[i] * weights[i] + other[i] * weights[ACCUMULATOR_SIZE + i])
            .sum();
        (bucket.start[number] + sum).max(0.0) * bucket.out[number]
    });
    bucket.out_start + hidden.sum::<f32>()
}

#[test]
fn a_net_says_what_its_vectors_say_and_the_same_to_both_sides() {
    for variant in [
        Variant::International,
        Variant::Canadian,
        Variant::English,
        Variant::Turkish,
    ] {
        let learned = FloatWeights {
            net: Some(odd_net(variant)),
            ..odd_weights(variant)
        };
        let bytes = Weights::write(variant, &learned);
        let weights = Arc::new(Weights::read(&bytes).unwrap());
        let found = |position: &Position| {
            let net = weights.net.as_ref().unwrap();
            with_pos!(position, pos => net.value(pos))
        };
        let net = learned.net.unwrap();
        let mut spread = 0.0f32;
        for position in positions(variant) {
            let exact = net_by_hand(&net, &position);
            spread = spread.max(exact.abs());
            // Vectors are rounded to parts of 128.
            assert!(
                (exact - found(&position) as f32).abs() < 12.0,
                "{variant}: {exact} {}",
                found(&position)
            );
            assert_eq!(found(&turned(&position)), found(&position), "{variant}");
        }
        assert!(spread > 60.0, "{variant}: {spread}");
        assert!(Weights::read(&bytes[..bytes.len() - 1]).is_err());
    }
}

#[test]
fn far_from_what_is_asked_the_net_is_left_out_and_then_all_but_the_men() {
    let variant = Variant::International;
    let weights = |net| {
        let learned = FloatWeights {
            net,
            ..odd_weights(variant)
        };
        Arc::new(Weights::read(&Weights::write(variant, &learned)).unwrap())
    };
    let (with, without) = (weights(Some(odd_net(variant))), weights(None));
    let score = |weights: &Arc<Weights>, position: &Position, alpha: Score, beta: Score| -> Score {
        with_pos!(position, pos => Eval::new(variant.rules(), Some(Arc::clone(weights))).score_within(pos, alpha, beta))
    };
    let (worst, best) = (-Score::INFINITE, Score::INFINITE);
    let [mut by_net, mut by_patterns, mut by_men] = [0; 3];
    for position in positions(variant) {
        let ([own, their], turn) = (
            draughts::Side::ALL.map(|side| position.count(side)),
            position.turn(),
        );
        if (own.1, their.1) != (0, 0) {
            continue;
        }
        let lead = 100 * (i32::from(own.0) - i32::from(their.0));
        let lead = Score::cp(if turn == draughts::Side::White {
            lead
        } else {
            -lead
        });
        let patterns = score(&without, &position, worst, best);
        let net = score(&with, &position, worst, best);
        let far = LAZY_MARGIN[FeatureSet::of(variant.rules()).bucket(u32::from(own.0 + their.0))];
        let (alpha, beta) = (patterns + far, patterns - far);
        let nearer = alpha - 1;
        if lead > nearer - 150 {
            by_net += u32::from(net != patterns);
            assert_eq!(score(&with, &position, nearer, best), net);
        }
        let mut check = |found: Score, hopeless: bool, claimed: Score| {
            *if hopeless { &mut by_men } else { &mut by_patterns } += 1;
            assert_eq!(found, if hopeless { claimed } else { patterns });
        };
        check(
            score(&with, &position, alpha, best),
            lead <= alpha - 150,
            lead + 100,
        );
        check(
            score(&with, &position, worst, beta),
            lead >= beta + 150,
            lead - 100,
        );
    }
    assert!(
        by_net > 0 && by_patterns > 0 && by_men > 0,
        "{by_net} {by_patterns} {by_men}"
    );
}

/// Positions of games at random.
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
        let square = draughts::Square::new(squares + 1 - square.number()).unwrap();
        other.put(
            square,
            draughts::Piece {
                side: piece.side.other(),
                ..piece
            },
        );
    }
    Position::from_setup(position.variant(), &other).unwrap()
}

/// What the weights say of a position, term by term.
fn by_hand(learned: &FloatWeights, look: &ExtractedFeatures, shape: &PatternSet) -> f32 {
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
        let weights = Arc::new(Weights::read(&bytes).unwrap());
        let extractor = FeatureExtractor::new(variant);
        let value = |position: &Position| {
            fn value<G: Geometry>(pos: &Pos<G>, rules: &'static Ruleset, weights: &Arc<Weights>) -> i32 {
                Eval::new(rules, Some(Arc::clone(weights)))
                    .score(pos)
                    .centipawns()
            }
            with_pos!(position, pos => value(pos, variant.rules(), &weights))
        };
        let mut kings = 0;
        for position in positions(variant) {
            let look = extractor.extract(&position);
            kings += look.kings.len();
            let (white, found) = (by_hand(&learned, &look, extractor.shape()), value(&position));
            let exact = if position.turn() == draughts::Side::White {
                white
            } else {
                -white
            };
            assert!((exact - found as f32).abs() < 1.5, "{variant}: {exact} {found}");
            assert_eq!(value(&turned(&position)), found, "{variant}");
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
        let extractor = FeatureExtractor::new(variant);
        let start = extractor.extract(&variant.start());
        assert!(
            start.patterns.len() > 1 && start.patterns.len().is_multiple_of(2),
            "{board:?}"
        );
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
        let position = draughts::notation::fen::read(variant, text).unwrap();
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
