//! Properties of every game: legality agrees with the list of moves, an undone move leaves no trace, the hash is that
//! of the same position set up anew, a route consists of legs, and the engine finds a move.
use draughts::{Game, Move, Position, Side, Variant};
use draughts_engine::{EngineAssets, Limits, Search, StopFlag, Task, TranspositionTable, analyse, no_clock};
use std::collections::BTreeSet;

/// A deterministic random number generator.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    /// Visits the positions of random games, each with its legal moves.
    fn games(&mut self, variant: Variant, games: usize, mut look: impl FnMut(&Position, &[Move])) {
        for _ in 0..games {
            let mut position = variant.start();
            for _ in 0..120 {
                let legal = position.legal_moves();
                look(&position, &legal);
                if legal.is_empty() {
                    break;
                }
                position.play_unchecked(&legal[self.roll(legal.len())]);
            }
        }
    }
}

fn each_game(check: impl Fn(Variant, &mut Dice)) {
    for variant in Variant::ALL {
        check(variant, &mut Dice(0x51DE_D00D + variant as u64));
    }
}

#[test]
fn a_move_is_legal_exactly_where_it_is_listed() {
    each_game(|variant, dice| {
        let mut earlier: Vec<Move> = Vec::new();
        dice.games(variant, 6, |position, legal| {
            for mv in legal {
                assert!(position.is_legal(mv) && position.play(mv).is_ok());
            }
            for mv in &earlier {
                assert_eq!(position.play(mv).is_ok(), legal.contains(mv), "{variant} {mv:?}");
            }
            earlier = legal.to_vec();
        });
    });
}

#[test]
fn a_played_position_equals_the_same_setup() {
    each_game(|variant, dice| {
        dice.games(variant, 6, |position, legal| {
            let anew =
                Position::from_setup(variant, &position.to_setup()).expect("a played position is legal");
            assert_eq!((anew, anew.hash()), (*position, position.hash()), "{variant}");
            assert_eq!(anew.legal_moves(), legal);
            let turned = position.with_turn(position.turn().other());
            assert_ne!(turned.hash(), position.hash());
        });
    });
}

#[test]
fn an_undone_move_leaves_no_trace() {
    each_game(|variant, dice| {
        let mut game = Game::new(variant);
        let mut seen = vec![*game.position()];
        while game.outcome().is_none() && seen.len() < 100 {
            let legal = game.legal_moves();
            let Some(mv) = legal.get(dice.roll(legal.len().max(1))) else {
                break;
            };
            game.play(mv).expect("the move is legal");
            seen.push(*game.position());
        }
        assert!(seen.len() > 5, "{variant}");
        while game.take_back().is_some() {
            seen.pop();
            let before = seen.last().expect("the start position remains");
            assert_eq!(
                (game.position(), game.position().hash()),
                (before, before.hash()),
                "{variant}"
            );
        }
        assert_eq!(seen.len(), 1);
    });
}

#[test]
fn a_route_is_made_of_the_legs_of_its_move() {
    each_game(|variant, dice| {
        dice.games(variant, 12, |position, legal| {
            let distinct: BTreeSet<_> = legal
                .iter()
                .map(|mv| (mv.origin(), mv.target(), mv.captured().iter().collect::<Vec<_>>()))
                .collect();
            assert_eq!(distinct.len(), legal.len());
            for mv in legal {
                let routes = position.routes(mv);
                assert_eq!(routes.first(), Some(&position.route(mv)), "{variant} {mv:?}");
                for route in routes {
                    let legs = position.legs(mv, &route);
                    let captured: BTreeSet<_> = legs.iter().filter_map(|leg| leg.captured).collect();
                    assert_eq!(captured, mv.captured().iter().collect(), "{variant} {route:?}");
                    assert_eq!(legs.last().map(|leg| leg.landing), Some(mv.target()));
                    let crowned = legs.iter().filter(|leg| leg.crowns).count();
                    assert_eq!(crowned, usize::from(mv.promotes()), "{variant} {route:?}");
                }
            }
        });
    });
}

#[test]
fn the_limit_of_king_moves_is_counted_and_lifted() {
    // Frisian art. 17: at most three moves in a row with the same king while its side has a man.
    let position =
        draughts::notation::fen::read(Variant::Frisian, "W:WK46,36:B3,4").expect("a legal position");
    let step = |position: &Position, from: u8, to: u8| {
        let legal = position.legal_moves();
        let mv = legal
            .iter()
            .find(|mv| (mv.origin().number(), mv.target().number()) == (from, to));
        position
            .play(mv.unwrap_or_else(|| panic!("{from}-{to} is not legal")))
            .expect("the move is legal")
    };
    let mut here = position;
    for (white, black) in [((46, 41), (3, 8)), ((41, 46), (8, 13)), ((46, 41), (4, 9))] {
        here = step(&step(&here, white.0, white.1), black.0, black.1);
    }
    assert_eq!(
        here.king_moves(Side::White)
            .map(|(square, moves)| (square.number(), moves)),
        Some((41, 3))
    );
    assert_eq!(here.king_moves(Side::Black), None, "men are not counted");
    assert!(
        here.legal_moves().iter().all(|mv| mv.origin().number() == 36),
        "the king has used up its moves"
    );
    let lifted = step(&step(&here, 36, 31), 13, 18);
    assert_eq!(lifted.king_moves(Side::White), None);
    assert!(lifted.legal_moves().iter().any(|mv| mv.origin().number() == 41));
    // The count is part of the position.
    let setup = here.to_setup();
    let mut fresh = setup.clone();
    fresh.king_moves = [None; 2];
    let fresh = Position::from_setup(Variant::Frisian, &fresh).expect("a legal position");
    assert_ne!(fresh, here);
    assert_ne!(fresh.hash(), here.hash());
    assert_eq!(Position::from_setup(Variant::Frisian, &setup), Ok(here));
}

#[test]
fn the_race_ends_with_the_first_king() {
    let over =
        draughts::notation::fen::read(Variant::Breakthrough, "W:W30:BK9,10").expect("a legal position");
    assert!(over.legal_moves().is_empty() && !over.can_move() && !over.must_capture());
}

#[test]
fn the_engine_finds_a_move_in_every_game() {
    for variant in Variant::ALL {
        let mut search = Search::new(
            &Game::new(variant),
            Task::within(Limits {
                nodes: Some(2000),
                ..Limits::default()
            }),
            &EngineAssets::bundled(),
            TranspositionTable::new(1),
            no_clock,
        );
        let best = analyse(&mut search, &StopFlag::new(), |_| {}).best;
        assert!(best.is_some_and(|mv| variant.start().is_legal(&mv)), "{variant}");
    }
}

/// Kings before crowds, found by hill climbing for the slowest generation. Each would take hours if the generator
/// visited states again.
#[test]
fn a_crowd_is_captured_in_bounded_time() {
    let crowds = [
        (
            Variant::Frisian,
            "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47",
        ),
        (
            Variant::Frisian,
            "W:WK47:BK4,6,K7,10,K12,K13,15,K17,20,23,26,K28,K29,K30,K31,K32,K37,K41,K43,K48",
        ),
        (
            Variant::Frisian,
            "W:WK50:BK2,K10,12,K14,K16,K17,K21,K23,K27,K29,32,K35,K36,K37,38,K39,40,K43,K48",
        ),
        (
            Variant::Turkish,
            "W:WK36:BK7,9,12,14-16,K18,K20,K28,33,K37,K44,K51,K53,K58,K62",
        ),
        (
            Variant::International,
            "W:WK2:B5,K7,K8,16,K19,22,K23,29,K30,31,K32,K34,K35,K40,43,K50",
        ),
    ];
    for (variant, text) in crowds {
        let position =
            draughts::notation::fen::read_numbered(variant, draughts::notation::Numbering::TopLeft, text)
                .expect("a legal position");
        let legal = position.legal_moves();
        assert!(!legal.is_empty(), "{variant} {text}");
        for mv in &legal {
            assert!(!position.routes(mv).is_empty(), "{variant} {text}");
        }
    }
}
