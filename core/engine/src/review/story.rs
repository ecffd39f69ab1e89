//! The course of a game: comebacks, missed wins, and the reason for the result. Uses expected results alone.
use draughts::Side;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side won.
    Won(Side),
    /// The game was drawn.
    Drawn,
}

/// A game whose result differs from what an earlier position promised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// The side that came back, or missed the win.
    pub side: Side,
    /// Its kind.
    pub kind: SwingKind,
    /// Number of moves made before the position in which it stood worst, or best.
    pub ply: usize,
    /// The expected result of the side there, 0 to 1.
    pub expected: f64,
}

/// The kinds of swings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwingKind {
    /// The side stood nearly lost, and won.
    Comeback,
    /// The side stood nearly won, and drew.
    Squandered,
}

/// The reason for the result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decided {
    /// This move (0 the first).
    Move(usize),
    /// Nothing on the board: the loser resigned, or lost on time, although its expected result was still this high.
    OffTheBoard(f64),
    /// No single move: the game was lost gradually.
    LittleByLittle,
    /// Nothing: a draw without a mistake.
    Nothing,
}

/// From this expected result on a side stands nearly won.
const NEARLY_WON: f64 = 0.8;
/// From this expected result on a position is not lost.
const NOT_LOST: f64 = 0.35;

/// The expected result of a side, from that of White.
pub(super) fn of(side: Side, white: f64) -> f64 {
    match side {
        Side::White => white,
        Side::Black => 1.0 - white,
    }
}

/// Returns the position in which a side stood best, as the number of moves before it, with its expected result.
fn best_of(side: Side, white: &[Option<f64>]) -> Option<(usize, f64)> {
    let known = white
        .iter()
        .enumerate()
        .filter_map(|(ply, share)| Some((ply, of(side, (*share)?))));
    // The first of equal ones.
    known.reduce(|best, other| if other.1 > best.1 { other } else { best })
}

/// Returns the swings of a game with these expected results of White.
pub(super) fn swings(white: &[Option<f64>], result: Option<GameResult>) -> Vec<Swing> {
    let nearly = |side| best_of(side, white).filter(|(_, share)| *share >= NEARLY_WON);
    match result {
        Some(GameResult::Won(side)) => nearly(side.other())
            .map(|(ply, share)| Swing {
                side,
                kind: SwingKind::Comeback,
                ply,
                expected: 1.0 - share,
            })
            .into_iter()
            .collect(),
        Some(GameResult::Drawn) => Side::ALL
            .into_iter()
            .filter_map(|side| {
                let (ply, expected) = nearly(side)?;
                Some(Swing {
                    side,
                    kind: SwingKind::Squandered,
                    ply,
                    expected,
                })
            })
            .collect(),
        None => Vec::new(),
    }
}

/// Returns the reason for the result of a game with these expected results of White and this turning point.
pub(super) fn decided(
    white: &[Option<f64>],
    result: Option<GameResult>,
    turning: Option<usize>,
) -> Option<Decided> {
    if white.iter().any(Option::is_none) {
        return None;
    }
    let last = (*white.last()?)?;
    Some(match (result?, turning) {
        (GameResult::Won(winner), _) if of(winner.other(), last) >= NOT_LOST => {
            Decided::OffTheBoard(of(winner.other(), last))
        }
        (_, Some(ply)) => Decided::Move(ply),
        (GameResult::Won(_), None) => Decided::LittleByLittle,
        (GameResult::Drawn, None) => Decided::Nothing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loser_who_nearly_won_gives_the_winner_a_comeback() {
        let white = [0.5, 0.9, 0.85, 0.2, 0.0].map(Some);
        let found = swings(&white, Some(GameResult::Won(Side::Black)));
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].side, found[0].kind, found[0].ply),
            (Side::Black, SwingKind::Comeback, 1)
        );
        assert!((found[0].expected - 0.1).abs() < 1e-9);
        assert_eq!(swings(&white, None), []);
        let level = [0.5, 0.6, 1.0].map(Some);
        assert_eq!(swings(&level, Some(GameResult::Won(Side::White))), []);
    }

    #[test]
    fn both_sides_may_squander_a_win_in_a_draw() {
        let white = [Some(0.5), Some(0.85), None, Some(0.1), Some(0.5)];
        let found = swings(&white, Some(GameResult::Drawn));
        let found: Vec<_> = found.iter().map(|swing| (swing.side, swing.ply)).collect();
        assert_eq!(found, [(Side::White, 1), (Side::Black, 3)]);
        assert_eq!(swings(&[0.5, 0.6, 0.4].map(Some), Some(GameResult::Drawn)), []);
    }

    #[test]
    fn the_reason_for_the_result() {
        let lost = [0.5, 0.4, 0.05].map(Some);
        let black = Some(GameResult::Won(Side::Black));
        assert_eq!(decided(&lost, black, Some(1)), Some(Decided::Move(1)));
        assert_eq!(decided(&lost, black, None), Some(Decided::LittleByLittle));
        let even = [0.5, 0.5].map(Some);
        assert_eq!(decided(&even, black, Some(0)), Some(Decided::OffTheBoard(0.5)));
        assert_eq!(
            decided(&even, Some(GameResult::Drawn), None),
            Some(Decided::Nothing)
        );
        assert_eq!(decided(&even, None, Some(0)), None);
        assert_eq!(decided(&[Some(0.5), None], black, None), None);
    }
}
