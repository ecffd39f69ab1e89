//! A whole game judged, move by move, from what a search found of each of its positions.
use super::quality::{Quality, move_accuracy};
use crate::{Score, expected};
use draughts::{Game, Move, Side, Variant};

/// A position with what a search found of it, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedPosition {
    /// Its worth.
    pub score: Score,
    /// The best line.
    pub line: Vec<Move>,
}

/// One move, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// How good it was.
    pub quality: Quality,
    /// How exact it was, 0 to 100; none where there was no choice.
    pub accuracy: Option<f64>,
    /// The result to be expected before it, 0 to 1, for the side that made it.
    pub before: f64,
    /// The same after it.
    pub after: f64,
}

/// A game, judged.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Review {
    /// Each move; `None` where a position beside it has not been searched.
    pub moves: Vec<Option<Judged>>,
    /// White's expected result, 0 to 1, at the start and after each move, where it is known.
    pub white: Vec<Option<f64>>,
    /// How exact White and Black were, 0 to 100.
    pub accuracy: [Option<f64>; 2],
    /// The move that cost most, where one was a mistake at least: the loser's, where the game has one.
    pub turning: Option<usize>,
}

/// Judges a game. `found` holds a place for every position, the start first; the end of a finished game is known. `loser`
/// is the side that lost it, where one did.
pub fn review(game: &Game, found: &[Option<SearchedPosition>], loser: Option<Side>) -> Review {
    let variant = game.variant();
    let count = game.moves().len();
    let score = |at: usize| match found.get(at).and_then(Option::as_ref) {
        Some(found) => Some(found.score),
        None if at == count => ended(game),
        None => None,
    };
    let best = |at: usize| {
        found
            .get(at)
            .and_then(Option::as_ref)
            .and_then(|found| found.line.first())
    };
    let moves: Vec<Option<Judged>> = (0..count)
        .map(|at| {
            let (before, after) = (score(at)?, -score(at + 1)?);
            let forced = game.positions()[at].legal_moves().len() == 1;
            let played_best = best(at) == Some(&game.moves()[at]);
            Some(judge(variant, before, after, forced, played_best))
        })
        .collect();
    let worth = |judged: &Judged| judged.before - judged.after;
    let turning = (0..count)
        .filter(|&at| loser.is_none_or(|side| game.positions()[at].turn() == side))
        .filter_map(|at| Some((at, moves[at].as_ref()?)))
        .filter(|(_, judged)| matches!(judged.quality, Quality::Mistake | Quality::Blunder))
        .max_by(|(_, a), (_, b)| worth(a).total_cmp(&worth(b)))
        .map(|(at, _)| at);
    let white: Vec<Option<f64>> = (0..=count)
        .map(|at| {
            let side = game.positions()[at].turn();
            let expected = expected(variant, score(at)?);
            Some(if side == Side::White {
                expected
            } else {
                1.0 - expected
            })
        })
        .collect();
    let accuracy = Side::ALL.map(|side| {
        let of_side = (0..count).filter(|at| game.positions()[*at].turn() == side);
        let exact: Vec<(f64, f64)> = of_side
            .filter_map(|at| Some((moves[at].as_ref()?.accuracy?, weight(&white, at))))
            .collect();
        overall(&exact)
    });
    Review {
        moves,
        white,
        accuracy,
        turning,
    }
}

fn judge(variant: Variant, before: Score, after: Score, forced: bool, played_best: bool) -> Judged {
    let (had, has) = (expected(variant, before), expected(variant, after));
    let (quality, accuracy) = match (forced, played_best) {
        (true, _) => (Quality::Forced, None),
        // Two searches of different depth may differ about the same move.
        (_, true) => (Quality::Best, Some(100.0)),
        _ => (Quality::of(variant, before, after), Some(move_accuracy(had, has))),
    };
    Judged {
        quality,
        accuracy,
        before: had,
        after: has,
    }
}

/// The worth of the last position of a finished game, for the side to move there.
fn ended(game: &Game) -> Option<Score> {
    let end = game.outcome()?;
    Some(match end.winner {
        None => Score::DRAW,
        Some(side) if side == game.position().turn() => Score::WIN,
        Some(_) => -Score::WIN,
    })
}

/// How much a move counts: more where the game swings.
fn weight(whites: &[Option<f64>], at: usize) -> f64 {
    let length = (whites.len() / 10).clamp(2, 8);
    let from = (at + 1).saturating_sub(length);
    let window: Vec<f64> = whites[from..=at + 1]
        .iter()
        .flatten()
        .map(|share| share * 100.0)
        .collect();
    let mean = window.iter().sum::<f64>() / window.len().max(1) as f64;
    let variance =
        window.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / window.len().max(1) as f64;
    variance.sqrt().clamp(0.5, 12.0)
}

/// The middle between the weighted mean and the harmonic mean, which one gross error pulls down.
fn overall(exact: &[(f64, f64)]) -> Option<f64> {
    if exact.is_empty() {
        return None;
    }
    let weights: f64 = exact.iter().map(|(_, weight)| weight).sum();
    let weighted = exact
        .iter()
        .map(|(accuracy, weight)| accuracy * weight)
        .sum::<f64>()
        / weights;
    let harmonic = exact.len() as f64
        / exact
            .iter()
            .map(|(accuracy, _)| 1.0 / accuracy.max(1.0))
            .sum::<f64>();
    Some((weighted + harmonic) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::notation::movetext;

    fn game(moves: &str) -> Game {
        let mut game = Game::new(Variant::International);
        for text in moves.split_whitespace() {
            let mv = movetext::read(game.position(), text).unwrap();
            game.play(&mv).unwrap();
        }
        game
    }

    fn found(scores: &[i32]) -> Vec<Option<SearchedPosition>> {
        let one = |&score: &i32| {
            Some(SearchedPosition {
                score: Score::cp(score),
                line: Vec::new(),
            })
        };
        scores.iter().map(one).collect()
    }

    #[test]
    fn the_move_that_lost_a_man_is_found() {
        let game = game("32-28 19-23 28x19 14x23 34-29 23x34 40x29");
        // 19-23 and 34-29 are judged by what the scores say, captures without a choice by nobody.
        let searched = found(&[0, 0, 5, 0, -10, 150, -150, 150]);
        let review = review(&game, &searched, None);
        let qualities: Vec<Quality> = review
            .moves
            .iter()
            .flatten()
            .map(|judged| judged.quality)
            .collect();
        assert_eq!(qualities[0], Quality::Good);
        assert_eq!(qualities[2], Quality::Forced);
        assert_eq!(qualities[4], Quality::Blunder);
        assert_eq!(review.turning, Some(4));
        let [white, black] = review.accuracy.map(Option::unwrap);
        assert!(white < 70.0 && black > 95.0, "{white} {black}");
    }

    #[test]
    fn a_game_that_was_lost_turned_by_its_loser() {
        let game = game("32-28 20-25 37-32 14-20");
        // Black gave more away than White, and was let off.
        let searched = found(&[0, 0, 300, -60, 60]);
        let turning = |loser| review(&game, &searched, loser).turning;
        assert_eq!(turning(None), Some(1));
        assert_eq!(turning(Some(Side::Black)), Some(1));
        assert_eq!(turning(Some(Side::White)), Some(2));
    }

    #[test]
    fn what_was_not_searched_is_not_judged() {
        let game = game("32-28 19-23 28x19");
        let mut all = found(&[0, 0, 0, 0]);
        all[1] = None;
        let partial = review(&game, &all, None);
        assert_eq!(
            partial.moves.iter().map(Option::is_some).collect::<Vec<_>>(),
            [false, false, true]
        );
        assert_eq!(partial.accuracy, [None, None]);
        assert_eq!(
            review(&game, &[], None),
            Review {
                moves: vec![None; 3],
                white: vec![None; 4],
                ..Review::default()
            }
        );
    }

    #[test]
    fn the_best_move_is_best_whatever_the_next_search_says() {
        let game = game("32-28");
        let line = game.moves().to_vec();
        let start = SearchedPosition {
            score: Score::cp(40),
            line,
        };
        let after = SearchedPosition {
            score: Score::cp(60),
            line: Vec::new(),
        };
        let review = review(&game, &[Some(start), Some(after)], None);
        assert_eq!(
            review.moves[0].as_ref().map(|judged| judged.quality),
            Some(Quality::Best)
        );
        assert_eq!(review.accuracy[0], Some(100.0));
    }
}
