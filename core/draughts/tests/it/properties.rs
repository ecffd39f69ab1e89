//! Properties of positions, moves and texts, on random input.
use draughts::notation::{fen, movetext};
use draughts::{Game, Move, Piece, Position, Role, Setup, Side, Square, Variant};
use proptest::prelude::*;

/// A position with fewer than 30 pieces.
fn position() -> impl Strategy<Value = Position> {
    let piece = (1_u8..=50, any::<bool>(), prop::bool::weighted(0.2));
    (prop::collection::vec(piece, 0..30), any::<bool>()).prop_map(|(pieces, white)| {
        let mut setup = Setup::empty(if white { Side::White } else { Side::Black });
        for (number, white, king) in pieces {
            let (square, side) = (
                Square::new(number).unwrap(),
                if white { Side::White } else { Side::Black },
            );
            let promotion_row = if white { number <= 5 } else { number > 45 };
            let full = setup
                .pieces
                .iter()
                .filter(|(_, piece)| piece.side == side)
                .count()
                == 20;
            let role = if king || promotion_row {
                Role::King
            } else {
                Role::Man
            };
            if !full && setup.pieces.iter().all(|&(at, _)| at != square) {
                setup.put(square, Piece { side, role });
            }
        }
        Position::from_setup(Variant::International, &setup).unwrap()
    })
}

/// A game of random moves.
fn game() -> impl Strategy<Value = Game> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..120).prop_map(|choices| {
        let mut game = Game::new(Variant::International);
        for choice in choices {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            game.play(&legal[choice.index(legal.len())]).unwrap();
        }
        game
    })
}

/// Rebuilds the position from its text, without any history.
fn afresh(position: &Position) -> Position {
    fen::read(position.variant(), &fen::write(position)).unwrap()
}

proptest! {
    #[test]
    fn a_move_is_legal_exactly_if_it_is_listed(here in position(), there in position()) {
        let listed = here.legal_moves();
        for mv in &listed {
            prop_assert!(here.play(mv).is_ok());
        }
        for mv in there.legal_moves() {
            prop_assert_eq!(here.play(&mv).is_ok(), listed.contains(&mv));
        }
    }

    #[test]
    fn take_back_gives_the_position_back(mut game in game()) {
        let mut positions = game.positions().to_vec();
        let last = game.clone();
        let mut moves: Vec<Move> = Vec::new();
        while let Some(mv) = game.take_back() {
            positions.pop();
            moves.push(mv);
            prop_assert_eq!(game.position(), positions.last().unwrap());
            prop_assert_eq!(game.position().hash(), positions.last().unwrap().hash());
        }
        for mv in moves.iter().rev() {
            game.play(mv).unwrap();
        }
        prop_assert_eq!(game, last);
    }

    #[test]
    fn a_played_position_hashes_as_one_set_up(game in game()) {
        for position in game.positions() {
            prop_assert_eq!(afresh(position), *position);
            prop_assert_eq!(afresh(position).hash(), position.hash());
        }
    }

    #[test]
    fn other_positions_have_other_hashes(here in position(), there in position()) {
        prop_assert_eq!(here == there, here.hash() == there.hash());
        prop_assert_ne!(here.hash(), here.with_turn(here.turn().other()).hash());
    }

    #[test]
    fn a_move_reads_as_it_is_written(position in position()) {
        for mv in position.legal_moves() {
            let text = movetext::write(&position, &mv);
            prop_assert_eq!(movetext::read(&position, &text), Ok(mv), "{}", text);
            // The whole route is read too, with any sign and leading zeros.
            for route in position.routes(&mv).iter().take(1) {
                let route: Vec<String> = route.iter().map(|square| format!("{:02}", square.number())).collect();
                prop_assert_eq!(movetext::read(&position, &route.join(":")), Ok(mv), "{:?}", route);
            }
        }
    }

    #[test]
    fn every_route_is_a_way_to_make_the_move(position in position()) {
        for mv in position.legal_moves() {
            let routes = position.routes(&mv);
            prop_assert!(!routes.is_empty());
            for route in &routes {
                prop_assert_eq!((route[0], route[route.len() - 1]), (mv.origin(), mv.target()));
                prop_assert_eq!(route.len() - 1, mv.captured().len().max(1));
            }
            prop_assert_eq!(&position.route(&mv), &routes[0]);
        }
    }

    #[test]
    fn the_fen_reader_never_panics(text in ".{0,80}", pieces in "[WBKwbk0-9,:. -]{0,60}") {
        for text in [text, pieces.clone(), format!("W:W{pieces}:B1-20"), format!("B:WK{pieces}")] {
            if let Ok(position) = fen::read(Variant::International, &text) {
                prop_assert_eq!(afresh(&position), position);
            }
        }
    }

    #[test]
    fn the_move_reader_never_panics(position in position(), text in ".{0,40}", digits in "[0-9x:×. -]{0,20}") {
        for text in [text, digits] {
            if let Ok(mv) = movetext::read(&position, &text) {
                prop_assert!(position.play(&mv).is_ok());
            }
        }
    }
}
