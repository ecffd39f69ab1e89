//! The trained evaluation compared with a slow reference, with random weights.
use super::nnue::LAZY_MARGIN;
use super::*;
use draughts::raw::{mix, with_pos};
use draughts::{Board, Game, Position, Setup, Variant};

/// Returns random weights. Only nearly empty patterns have residuals, so that they compress fast.
fn random_weights(variant: Variant) -> FloatWeights {
    let pattern_set = PatternSet::of(variant.rules());
    let mut seed = 1;
    let mut next = || {
        seed += 1;
        [0, 1].map(|phase| (mix(seed * 2 + phase) % 400) as f32 / 10.0 - 20.0)
    };
    FloatWeights {
        terms: [(); TERMS].map(|()| next()),
        kings: (0..variant.rules().board.squares()).map(|_| next()).collect(),
        patterns: (0..pattern_set.patterns())
            .map(|_| PatternWeights {
                large: pattern_set
                    .large_parts()
                    .iter()
                    .map(|part| (0..part.indices()).map(|_| next()).collect())
                    .collect(),
                residuals: (0..PATTERN_INDICES)
                    .map(|index| {
                        if index.abs_diff(PATTERN_INDICES / 2) < 3000 {
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

/// Returns a random net with weights small enough that only some neurons of the accumulators are clipped.
fn random_net(variant: Variant) -> NetWeights {
    let feature_set = FeatureSet::of(variant.rules());
    let mut seed = 7;
    let mut next = |most: f32| {
        seed += 1;
        (mix(seed) % 2001) as f32 / 1000.0 * most - most
    };
    NetWeights {
        features: (0..feature_set.rectangles() * RECTANGLE_FEATURES)
            .map(|_| [(); ACCUMULATOR_SIZE].map(|()| next(0.15)))
            .collect(),
        kings: (0..feature_set.king_features())
            .map(|_| [(); ACCUMULATOR_SIZE].map(|()| next(0.5)))
            .collect(),
        bias: [(); ACCUMULATOR_SIZE].map(|()| next(0.5)),
        buckets: (0..OUTPUT_BUCKETS)
            .map(|_| BucketWeights {
                hidden: [(); HIDDEN].map(|()| [(); 2 * ACCUMULATOR_SIZE].map(|()| next(0.5))),
                hidden_bias: [(); HIDDEN].map(|()| next(0.5)),
                output: [(); HIDDEN].map(|()| next(40.0)),
                output_bias: next(10.0),
            })
            .collect(),
    }
}

/// Returns the value of a net for the side to move, computed in floats and square by square.
fn reference_net(net: &NetWeights, position: &Position) -> f32 {
    let rules = position.variant().rules();
    let feature_set = FeatureSet::of(rules);
    let squares = usize::from(rules.board.squares());
    let row = usize::from(rules.board.row());
    let accumulator = |side: draughts::Side| {
        let own = if side == draughts::Side::White {
            *position
        } else {
            flipped(position)
        };
        let mut board = vec![0; squares];
        let mut sum = net.bias;
        let mut add = |row: &[f32; ACCUMULATOR_SIZE]| (0..ACCUMULATOR_SIZE).for_each(|i| sum[i] += row[i]);
        for (square, piece) in own.pieces() {
            // The side of this perspective now has the white pieces.
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
                let feature = places.fold(0, |feature, place| 3 * feature + board[place]);
                add(&net.features[(top * (row - 1) + left) * RECTANGLE_FEATURES + feature]);
            }
        }
        sum.map(|neuron| neuron.clamp(0.0, 1.0))
    };
    let (own, other) = (accumulator(position.turn()), accumulator(position.turn().other()));
    let men = draughts::Side::ALL.map(|side| u32::from(position.count(side).0));
    let bucket = &net.buckets[feature_set.bucket(men[0] + men[1])];
    let hidden = (0..HIDDEN).map(|neuron| {
        let weights = &bucket.hidden[neuron];
        let sum: f32 = (0..ACCUMULATOR_SIZE)
            .map(|i| own[i] * weights[i] + other[i] * weights[ACCUMULATOR_SIZE + i])
            .sum();
        (bucket.hidden_bias[neuron] + sum).max(0.0) * bucket.output[neuron]
    });
    bucket.output_bias + hidden.sum::<f32>()
}

#[test]
fn a_quantised_net_agrees_with_its_weights_and_is_the_same_for_both_sides() {
    for variant in [
        Variant::International,
        Variant::Canadian,
        Variant::English,
        Variant::Turkish,
    ] {
        let trained = FloatWeights {
            net: Some(random_net(variant)),
            ..random_weights(variant)
        };
        let bytes = Weights::write(variant, &trained);
        let weights = Arc::new(Weights::read(&bytes).unwrap());
        let value = |position: &Position| {
            let net = weights.net.as_ref().unwrap();
            with_pos!(position, pos => net.value(pos))
        };
        let net = trained.net.unwrap();
        let mut spread = 0.0f32;
        for position in positions(variant) {
            let exact = reference_net(&net, &position);
            spread = spread.max(exact.abs());
            // Quantisation rounds to parts of 128.
            assert!(
                (exact - value(&position) as f32).abs() < 12.0,
                "{variant}: {exact} {}",
                value(&position)
            );
            assert_eq!(value(&flipped(&position)), value(&position), "{variant}");
        }
        assert!(spread > 60.0, "{variant}: {spread}");
        assert!(Weights::read(&bytes[..bytes.len() - 1]).is_err());
    }
}

#[test]
fn lazy_evaluation_skips_the_net_and_then_all_but_the_material() {
    let variant = Variant::International;
    let weights = |net| {
        let trained = FloatWeights {
            net,
            ..random_weights(variant)
        };
        Arc::new(Weights::read(&Weights::write(variant, &trained)).unwrap())
    };
    let (with, without) = (weights(Some(random_net(variant))), weights(None));
    let score = |weights: &Arc<Weights>, position: &Position, alpha: Score, beta: Score| -> Score {
        with_pos!(position, pos => Eval::new(variant.rules(), Some(Arc::clone(weights))).score_within(pos, alpha, beta))
    };
    let (worst, best) = (-Score::INFINITE, Score::INFINITE);
    let [mut by_net, mut by_patterns, mut by_material] = [0; 3];
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
        let margin = LAZY_MARGIN[FeatureSet::of(variant.rules()).bucket(u32::from(own.0 + their.0))];
        let (alpha, beta) = (patterns + margin, patterns - margin);
        let nearer = alpha - 1;
        if lead > nearer - 150 {
            by_net += u32::from(net != patterns);
            assert_eq!(score(&with, &position, nearer, best), net);
        }
        let mut check = |found: Score, by_material_alone: bool, material: Score| {
            *if by_material_alone {
                &mut by_material
            } else {
                &mut by_patterns
            } += 1;
            assert_eq!(found, if by_material_alone { material } else { patterns });
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
        by_net > 0 && by_patterns > 0 && by_material > 0,
        "{by_net} {by_patterns} {by_material}"
    );
}

/// Returns positions of random games.
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

/// Returns the position with the board rotated by 180° and the colours swapped.
fn flipped(position: &Position) -> Position {
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

/// Returns the value of a position for White, computed in floats and term by term.
fn reference_value(weights: &FloatWeights, features: &ExtractedFeatures, pattern_set: &PatternSet) -> f32 {
    let mut sum = [0.0; 2];
    let mut add = |pair: Pair, factor: f32| {
        sum[0] += factor * pair[0];
        sum[1] += factor * pair[1];
    };
    for (pattern, weights) in weights.patterns.iter().enumerate() {
        for (lane, sign) in [1.0, -1.0].into_iter().enumerate() {
            let index = features.patterns[2 * pattern + lane] as usize;
            add(weights.residuals[index], sign);
            for (part, large) in pattern_set.large_parts().into_iter().zip(&weights.large) {
                add(large[part.index_in(index)], sign);
            }
        }
    }
    for (&count, &pair) in features.terms.iter().zip(&weights.terms) {
        add(pair, count as f32);
    }
    for &(square, sign) in &features.kings {
        add(weights.kings[usize::from(square)], f32::from(sign));
    }
    let value = sum[0] * features.opening + sum[1] * (1.0 - features.opening);
    value / features.drawish[usize::from(value < 0.0)] as f32
}

#[test]
fn the_quantised_value_agrees_with_the_weights_and_is_the_same_for_both_sides() {
    for variant in [
        Variant::International,
        Variant::Canadian,
        Variant::English,
        Variant::Turkish,
    ] {
        let trained = random_weights(variant);
        let bytes = Weights::write(variant, &trained);
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
            let features = extractor.extract(&position);
            kings += features.kings.len();
            let white = reference_value(&trained, &features, extractor.pattern_set());
            let found = value(&position);
            let exact = if position.turn() == draughts::Side::White {
                white
            } else {
                -white
            };
            assert!((exact - found as f32).abs() < 1.5, "{variant}: {exact} {found}");
            assert_eq!(value(&flipped(&position)), found, "{variant}");
        }
        assert!(kings > 20, "{variant}: {kings} kings");
    }
}

#[test]
fn patterns_of_the_start_are_in_range_and_the_same_for_both_sides() {
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
            assert!(pair.iter().all(|&index| (index as usize) < PATTERN_INDICES));
            assert_eq!(pair[0], pair[1], "{board:?}");
        }
        assert_eq!(start.opening, 1.0);
    }
}
