//! The review of a game, move by move, from the search of each position.
use super::phase::Phase;
use super::quality::{Quality, move_accuracy};
use super::story::{Decided, GameResult, Swing, decided, of, swings};
use crate::{Score, expected};
use draughts::{Game, Move, Side, Variant};

/// The search result of a position, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedPosition {
    /// The score.
    pub score: Score,
    /// The best line.
    pub line: Vec<Move>,
}

/// The review of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its quality.
    pub quality: Quality,
    /// Its accuracy, 0 to 100; `None` for a forced move.
    pub accuracy: Option<f64>,
    /// The expected result before it, 0 to 1, for the side that made it.
    pub before: f64,
    /// The expected result after it.
    pub after: f64,
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Review {
    /// The review of each move; `None` if the position before or after it has not been searched.
    pub moves: Vec<Option<Judged>>,
    /// White's expected result, 0 to 1, at the start and after each move, if it is known.
    pub white: Vec<Option<f64>>,
    /// The accuracy of White and of Black, 0 to 100.
    pub accuracy: [Option<f64>; 2],
    /// The phase of the position before each move.
    pub phases: Vec<Phase>,
    /// The play of White and of Black in each phase.
    pub by_phase: [[PhasePlay; 3]; 2],
    /// The index of the turning point. Of a lost game: the loser's last move before which its expected result was at least
    /// 0.45, if it was weak. Of another game: the most expensive mistake or blunder.
    pub turning: Option<usize>,
    /// The comebacks and missed wins.
    pub swings: Vec<Swing>,
    /// The reason for the result, once every move is judged and the game has ended.
    pub decided: Option<Decided>,
}

/// The play of a side in a part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PhasePlay {
    /// Its accuracy, 0 to 100; `None` if no move with a choice is judged.
    pub accuracy: Option<f64>,
    /// Number of its judged moves.
    pub moves: u32,
    /// Sum of the expected results it gave away.
    pub lost: f64,
}

/// Reviews a game. `found` has an entry for every position, the start first; the end of a finished game needs no
/// search. `result` is the result of the game, if it has ended.
pub fn review(game: &Game, found: &[Option<SearchedPosition>], result: Option<GameResult>) -> Review {
    let loser = match result {
        Some(GameResult::Won(winner)) => Some(winner.other()),
        _ => None,
    };
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
    let cost = |judged: &Judged| judged.before - judged.after;
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
    let most_expensive = || {
        (0..count)
            .filter(|&at| loser.is_none_or(|side| game.positions()[at].turn() == side))
            .filter_map(|at| Some((at, moves[at].as_ref()?)))
            .filter(|(_, judged)| matches!(judged.quality, Quality::Mistake | Quality::Blunder))
            .max_by(|(_, a), (_, b)| cost(a).total_cmp(&cost(b)))
            .map(|(at, _)| at)
    };
    let turning = match loser.map(|side| (side, last_held(side, &white))) {
        // A loser who never stood well, with fewer men, still has its worst move.
        None | Some((_, None)) => most_expensive(),
        Some((side, Some(held))) => {
            let own = if game.positions()[held].turn() == side {
                Some(held)
            } else {
                held.checked_sub(1)
            };
            let is_weak = |at: usize| moves[at].as_ref().is_some_and(|judged| judged.quality.is_weak());
            own.filter(|at| held < count && is_weak(*at))
        }
    };
    let phases: Vec<Phase> = game.positions()[..count].iter().map(Phase::of).collect();
    let played = |side: Side, part: Option<Phase>| {
        let of_side = (0..count).filter(|at| game.positions()[*at].turn() == side);
        let of_part = of_side.filter(|at| part.is_none_or(|part| phases[*at] == part));
        let judged: Vec<(usize, &Judged)> =
            of_part.filter_map(|at| Some((at, moves[at].as_ref()?))).collect();
        let weighted: Vec<(f64, f64)> = judged
            .iter()
            .filter_map(|(at, judged)| Some((judged.accuracy?, weight(&white, *at))))
            .collect();
        let given = judged.iter().filter(|(_, judged)| judged.accuracy.is_some());
        PhasePlay {
            accuracy: overall(&weighted),
            moves: judged.len() as u32,
            lost: given.map(|(_, judged)| cost(judged).max(0.0)).sum(),
        }
    };
    Review {
        accuracy: Side::ALL.map(|side| played(side, None).accuracy),
        by_phase: Side::ALL.map(|side| Phase::ALL.map(|part| played(side, Some(part)))),
        swings: swings(&white, result),
        decided: decided(&white, result, turning),
        phases,
        moves,
        white,
        turning,
    }
}

/// The expected result from which on a side holds the game.
const HELD: f64 = 0.45;

/// The number of moves before the last position in which a side held the game.
fn last_held(side: Side, white: &[Option<f64>]) -> Option<usize> {
    white
        .iter()
        .rposition(|known| known.is_some_and(|white| of(side, white) >= HELD))
}

fn judge(variant: Variant, before: Score, after: Score, forced: bool, played_best: bool) -> Judged {
    let (had, has) = (expected(variant, before), expected(variant, after));
    let (quality, accuracy) = match (forced, played_best) {
        (true, _) => (Quality::Forced, None),
        // The searches before and after the best move may disagree; it counts as best nevertheless.
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

/// Returns the score of the last position of a finished game, for the side to move.
fn ended(game: &Game) -> Option<Score> {
    let end = game.outcome()?;
    Some(match end.winner {
        None => Score::DRAW,
        Some(side) if side == game.position().turn() => Score::WIN,
        Some(_) => -Score::WIN,
    })
}

/// Returns the weight of a move: the standard deviation of the expected results around it, so that critical phases
/// count more.
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

/// Returns the average of the weighted mean and the harmonic mean, which a single blunder lowers most.
fn overall(accuracies: &[(f64, f64)]) -> Option<f64> {
    if accuracies.is_empty() {
        return None;
    }
    let weights: f64 = accuracies.iter().map(|(_, weight)| weight).sum();
    let weighted = accuracies
        .iter()
        .map(|(accuracy, weight)| accuracy * weight)
        .sum::<f64>()
        / weights;
    let harmonic = accuracies.len() as f64
        / accuracies
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
    fn the_move_that_lost_a_man_is_the_turning_point() {
        let game = game("32-28 19-23 28x19 14x23 34-29 23x34 40x29");
        // The scores judge 19-23 and 34-29; forced captures are not judged.
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
    fn the_turning_point_of_a_lost_game_is_a_move_of_the_loser() {
        let game = game("32-28 20-25 37-32 14-20");
        // Black's mistake was larger than White's.
        let searched = found(&[0, 0, 300, -60, 60]);
        let of = |result| review(&game, &searched, result);
        assert_eq!(of(None).turning, Some(1));
        assert_eq!(of(Some(GameResult::Won(Side::White))).turning, Some(1));
        let won = of(Some(GameResult::Won(Side::Black)));
        // White held the game to its end: no move turned it.
        assert_eq!(won.turning, None);
        // Black stood nearly lost after its own mistake.
        assert_eq!((won.swings[0].side, won.swings[0].ply), (Side::Black, 2));
        // Black resigned, or lost on time, in a better position.
        assert!(matches!(won.decided, Some(Decided::OffTheBoard(_))), "{won:?}");
        assert_eq!(
            of(Some(GameResult::Won(Side::White))).decided,
            Some(Decided::Move(1))
        );
        assert_eq!(of(None).decided, None);
    }

    #[test]
    fn the_turning_point_is_the_last_weak_move_before_which_the_loser_held_the_game() {
        let game = game("32-28 20-25 37-32 14-20 41-37 10-14");
        // White gives a man away, gets it back, and gives two: the second time decides.
        let searched = found(&[0, 100, 100, 0, 10, 250, -260]);
        let review = review(&game, &searched, Some(GameResult::Won(Side::Black)));
        assert_eq!(review.turning, Some(4));
        assert_eq!(review.decided, Some(Decided::Move(4)));
    }

    #[test]
    fn each_phase_is_judged_by_its_own_moves() {
        // Twenty-nine men are left after the capture: the middle game begins.
        let start =
            draughts::notation::fen::read(Variant::International, "W:W32,34-37,39-41,43-50:B1-12,19,20,24");
        let mut game = Game::from_position(start.unwrap());
        for text in ["32-28", "19-23", "28x30"] {
            let mv = movetext::read(game.position(), text).unwrap();
            game.play(&mv).unwrap();
        }
        for _ in 0..2 {
            let mv = game.legal_moves()[0];
            game.play(&mv).unwrap();
        }
        let searched = found(&vec![0; game.moves().len() + 1]);
        let review = review(&game, &searched, None);
        let middle = review.phases.iter().filter(|phase| **phase == Phase::Middle);
        assert!(review.phases.is_sorted());
        assert!(middle.count() > 0, "{:?}", review.phases);
        let [white, _] = review.by_phase;
        let moves: u32 = white.iter().map(|played| played.moves).sum();
        assert_eq!(moves as usize, game.moves().len().div_ceil(2));
        assert_eq!(white[2], PhasePlay::default());
        assert_eq!(white[0].lost, 0.0);
    }

    #[test]
    fn moves_without_a_search_are_not_judged() {
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
                phases: vec![Phase::Opening; 3],
                ..Review::default()
            }
        );
    }

    #[test]
    fn the_best_move_is_best_even_if_the_next_search_disagrees() {
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
