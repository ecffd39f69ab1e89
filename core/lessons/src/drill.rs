//! Generated drills: find a square, name a square, count a capture. Each depends only on its seed, so that
//! the same drill can be requested again.
use draughts::raw::Rng;
use draughts::{Move, Piece, Position, Role, Setup, Side, Square, SquareSet, Variant};
use std::collections::BTreeMap;

/// A square to find or to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareDrill {
    /// `true` to name the square, `false` to find it.
    pub name: bool,
    /// The square.
    pub square: Square,
}

/// A capture to calculate: the number of pieces it takes, and where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureDrill {
    /// The position: White to move, with a capture.
    pub position: Position,
    /// Number of pieces that the longest capture takes.
    pub takes: u8,
    /// Squares where a longest capture ends.
    pub ends: SquareSet,
}

/// Returns the square drill of this seed, on the board of a variant.
pub fn square_drill(variant: Variant, seed: u64) -> SquareDrill {
    let mut rng = Rng::new(seed);
    let squares: Vec<Square> = variant.start().all_squares().collect();
    SquareDrill {
        name: rng.below(2) == 0,
        square: squares[rng.below(squares.len())],
    }
}

/// Returns the capture drill of this seed, with at least `least` pieces (2 to 8), or fewer after many failed
/// tries.
pub fn capture_drill(variant: Variant, seed: u64, least: u8) -> CaptureDrill {
    let mut rng = Rng::new(seed);
    let mut least = least.clamp(1, 8);
    for attempt in 1.. {
        if let Some(drill) = try_capture(variant, &mut rng, least) {
            return drill;
        }
        if attempt % 100 == 0 {
            least = (least - 1).max(1);
        }
    }
    unreachable!("a man beside a man comes up sooner or later")
}

/// Builds a capture by a random walk, adds other pieces, and takes the result of the move generator.
fn try_capture(variant: Variant, rng: &mut Rng, least: u8) -> Option<CaptureDrill> {
    let board = variant.start();
    let at: BTreeMap<(i8, i8), Square> = board
        .all_squares()
        .map(|square| {
            let (column, row) = board.coordinates(square);
            ((column as i8, row as i8), square)
        })
        .collect();
    let last_row = at.keys().map(|(_, row)| *row).max()?;
    let places: Vec<(i8, i8)> = at.keys().copied().collect();
    let is_king = rng.below(4) == 0;
    let start = places[rng.below(places.len())];
    if !is_king && start.1 == 0 {
        return None;
    }
    let (mut here, mut prey, mut visited) = (start, Vec::new(), vec![start]);
    // Sometimes longer by one, so that the answer is not always `least`.
    for _ in 0..usize::from(least) + rng.below(2) {
        let mut ways = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        rng.shuffle(&mut ways);
        let reach = if is_king { rng.below(3) as i8 } else { 0 };
        let jump = |(dx, dy): (i8, i8)| {
            let step = |n: i8| (here.0 + dx * n, here.1 + dy * n);
            let (over, landing) = (step(reach + 1), step(reach + 2));
            let free = |place: &(i8, i8)| at.contains_key(place) && !prey.contains(place);
            let clear = (1..=reach).all(|n| free(&step(n)));
            let man = free(&over) && !visited.contains(&over) && (1..last_row).contains(&over.1);
            (clear && man && free(&landing)).then_some((over, landing))
        };
        let Some((over, landing)) = ways.into_iter().find_map(jump) else {
            break;
        };
        prey.push(over);
        visited.push(landing);
        here = landing;
    }
    let mut setup = Setup::empty(Side::White);
    let role = if is_king { Role::King } else { Role::Man };
    setup.put(
        at[&start],
        Piece {
            side: Side::White,
            role,
        },
    );
    let man = |side| Piece {
        side,
        role: Role::Man,
    };
    for place in &prey {
        setup.put(at[place], man(Side::Black));
    }
    let (mut white, mut black) = (1, prey.len());
    for (place, square) in &at {
        if visited.contains(place) || prey.contains(place) || rng.below(5) > 0 {
            continue;
        }
        if rng.below(2) == 0 && place.1 > 0 && white < 12 {
            setup.put(*square, man(Side::White));
            white += 1;
        } else if place.1 < last_row && black < 12 {
            setup.put(*square, man(Side::Black));
            black += 1;
        }
    }
    let position = Position::from_setup(variant, &setup).ok()?;
    let legal = position.legal_moves();
    let takes = legal.iter().map(|mv| mv.captured().len()).max()?;
    let longest = legal.iter().filter(|mv| mv.captured().len() == takes);
    let ends: SquareSet = longest.map(Move::target).collect();
    // A king may have several landing squares; with too many, any guess would be right.
    (takes >= usize::from(least) && ends.len() <= 3).then_some(CaptureDrill {
        position,
        takes: takes as u8,
        ends,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_reproducible_and_all_squares_come_up() {
        let mut seen = SquareSet::EMPTY;
        let mut named = 0;
        for seed in 0..2000 {
            let drill = square_drill(Variant::International, seed);
            assert_eq!(drill, square_drill(Variant::International, seed));
            seen.insert(drill.square);
            named += usize::from(drill.name);
        }
        assert_eq!(seen.len(), 50);
        assert!((800..1200).contains(&named));
    }

    #[test]
    fn capture_drills_are_valid_and_different() {
        for variant in [Variant::International, Variant::Canadian, Variant::Brazilian] {
            let mut different = std::collections::HashSet::new();
            for seed in 0..200 {
                let least = 2 + (seed % 4) as u8;
                let drill = capture_drill(variant, seed, least);
                let legal = drill.position.legal_moves();
                assert!(drill.position.must_capture());
                assert!(
                    legal
                        .iter()
                        .all(|mv| mv.captured().len() == usize::from(drill.takes))
                );
                assert!(legal.iter().all(|mv| drill.ends.contains(mv.target())));
                assert!(drill.takes >= least.min(3), "{seed}: {} of {least}", drill.takes);
                assert_eq!(drill, capture_drill(variant, seed, least));
                different.insert(draughts::notation::fen::write(&drill.position));
            }
            assert_eq!(different.len(), 200);
        }
    }
}
