//! The review of a game, move by move, from the search of each position.
use super::phase::Phase;
use super::quality::{Quality, move_accuracy};
use super::story::{Decided, GameResult, Swing, decided, of, swings};
use crate::{Score, expected};
use draughts::{Game, Move, Side, Variant};

/// Limit on the nodes of the first search of a position.
pub const FIRST_NODES: u64 = 150_000;
/// Limit on the nodes of the searches that confirm a mark.
pub const CONFIRMING_NODES: u64 = 2_000_000;

/// The search result of a position, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedPosition {
    /// The score.
    pub score: Score,
    /// The best line.
    pub line: Vec<Move>,
    /// The depth reached, in plies.
    pub depth: u8,
    /// The limit on its nodes; a search may end earlier, such as by an entry of the endgame tables.
    pub nodes: u64,
}

/// A search that a review needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeededSearch {
    /// Number of moves before the position.
    pub ply: usize,
    /// The limit on its nodes.
    pub nodes: u64,
    /// Number of searches that this pass still needs, this one included; later ones may turn up.
    pub left: usize,
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
    /// The depth in plies of the shallower of the two searches; that of the other if the game ended with the move.
    pub depth: u8,
    /// True if the positions before and after it were both searched with [`CONFIRMING_NODES`]. Weak moves are
    /// announced only then.
    pub is_confirmed: bool,
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
    /// 0.45, or its first weak move after that. Of another game: the most expensive mistake or blunder.
    pub turning: Option<usize>,
    /// The comebacks and missed wins.
    pub swings: Vec<Swing>,
    /// The reason for the result, once every move is judged and the game has ended.
    pub decided: Option<Decided>,
    /// The search to run next; `None` if the review is complete.
    pub next: Option<NeededSearch>,
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
///
/// A review takes two passes. First every position is searched with [`FIRST_NODES`], then the positions around every
/// move that looks weak, and around the last position that the loser held, with [`CONFIRMING_NODES`]: the caller runs
/// the search in [`Review::next`] and asks again, until there is none.
pub fn review(game: &Game, found: &[Option<SearchedPosition>], result: Option<GameResult>) -> Review {
    let loser = match result {
        Some(GameResult::Won(winner)) => Some(winner.other()),
        _ => None,
    };
    let variant = game.variant();
    let count = game.moves().len();
    let scores = backed_up(game, found);
    let score = |at: usize| scores[at];
    let best = |at: usize| {
        found
            .get(at)
            .and_then(Option::as_ref)
            .and_then(|found| found.line.first())
    };
    let search = |at: usize| found.get(at).and_then(Option::as_ref);
    let moves: Vec<Option<Judged>> = (0..count)
        .map(|at| {
            let (before, after) = (score(at)?, -score(at + 1)?);
            let forced = game.positions()[at].legal_moves().len() == 1;
            let played_best = best(at) == Some(&game.moves()[at]);
            let (quality, accuracy) = judge(variant, before, after, forced, played_best);
            let depths = [at, at + 1].into_iter().filter_map(search).map(|one| one.depth);
            Some(Judged {
                quality,
                accuracy,
                before: expected(variant, before),
                after: expected(variant, after),
                depth: depths.min().unwrap_or(0),
                is_confirmed: is_deep(found, at) && is_deep(found, at + 1),
            })
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
    let held = loser.and_then(|side| Some((side, last_held(side, &white)?)));
    let turning = match held {
        // A loser who never stood well, with fewer men, still has its worst move.
        None => most_expensive(),
        Some((side, held)) => {
            // Its own move in the last position that it held, or the first weak one after that.
            let from = if game.positions()[held].turn() == side {
                held
            } else {
                held.saturating_sub(1)
            };
            let is_weak = |at: &usize| moves[*at].as_ref().is_some_and(|judged| judged.quality.is_weak());
            (from..count)
                .filter(|at| game.positions()[*at].turn() == side)
                .find(is_weak)
                .filter(|_| held < count)
        }
    };
    let next = next_search(&moves, &scores, found, held.map(|(_, held)| held));
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
        next,
    }
}

/// Returns the search that the review of a game needs next. `held` is the last position that its loser held.
fn next_search(
    moves: &[Option<Judged>],
    scores: &[Option<Score>],
    found: &[Option<SearchedPosition>],
    held: Option<usize>,
) -> Option<NeededSearch> {
    let count = moves.len();
    let mut unsearched = (0..=count).filter(|at| scores[*at].is_none());
    if let Some(ply) = unsearched.next() {
        return Some(NeededSearch {
            ply,
            nodes: FIRST_NODES,
            left: 1 + unsearched.count(),
        });
    }
    let doubted = |at: usize| moves.get(at).and_then(Option::as_ref).is_some_and(is_doubtful);
    // A move is judged by the positions before and after it. The loser may have held the game once more.
    let near_held = |at: usize| held.is_some_and(|held| (held..=held + 2).contains(&at));
    let is_doubtful = |at: usize| doubted(at) || at.checked_sub(1).is_some_and(doubted) || near_held(at);
    let mut doubtful = (0..=count).filter(|at| !is_deep(found, *at) && is_doubtful(*at));
    // The last first: its result may make the position before it doubtful, or certain.
    let ply = doubtful.next_back()?;
    Some(NeededSearch {
        ply,
        nodes: CONFIRMING_NODES,
        left: 1 + doubtful.count(),
    })
}

/// True if the score of a position is good enough to confirm a mark. The end of a finished game, which needs no search, is
/// certain.
fn is_deep(found: &[Option<SearchedPosition>], at: usize) -> bool {
    let search = found.get(at).and_then(Option::as_ref);
    search.is_none_or(|search| search.nodes >= CONFIRMING_NODES)
}

/// The loss of expected result, by the first search, from which a move is searched again.
const DOUBTFUL: f64 = 0.02;

/// True if a move looks weak, or might by deeper searches.
fn is_doubtful(judged: &Judged) -> bool {
    judged.quality.is_weak()
        || (judged.quality != Quality::Forced && judged.before - judged.after >= DOUBTFUL)
}

/// The expected result from which on a side holds the game.
const HELD: f64 = 0.45;

/// The number of moves before the last position in which a side held the game.
fn last_held(side: Side, white: &[Option<f64>]) -> Option<usize> {
    white
        .iter()
        .rposition(|known| known.is_some_and(|white| of(side, white) >= HELD))
}

/// Returns the score of each position for the side to move, if known. A shallow score gives way to that of the move
/// played if a deeper search found it better.
fn backed_up(game: &Game, found: &[Option<SearchedPosition>]) -> Vec<Option<Score>> {
    let count = game.moves().len();
    let search = |at: usize| found.get(at).and_then(Option::as_ref);
    let mut scores: Vec<Option<Score>> = (0..=count)
        .map(|at| match search(at) {
            Some(search) => Some(search.score),
            None if at == count => ended(game),
            None => None,
        })
        .collect();
    for at in (0..count).rev() {
        let (Some(here), Some(next)) = (search(at), search(at + 1)) else {
            continue;
        };
        if next.nodes > here.nodes {
            scores[at] = scores[at].max(scores[at + 1].map(|score| -score));
        }
    }
    scores
}

fn judge(
    variant: Variant,
    before: Score,
    after: Score,
    forced: bool,
    played_best: bool,
) -> (Quality, Option<f64>) {
    match (forced, played_best) {
        (true, _) => (Quality::Forced, None),
        // The searches before and after the best move may disagree; it counts as best nevertheless.
        (_, true) => (Quality::Best, Some(100.0)),
        _ => {
            let accuracy = move_accuracy(expected(variant, before), expected(variant, after));
            (Quality::of(variant, before, after), Some(accuracy))
        }
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
                depth: 20,
                nodes: CONFIRMING_NODES,
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
    fn weak_moves_are_confirmed_by_deeper_searches_of_the_positions_around_them() {
        let game = game("32-28 20-25 37-32 14-20 41-37 10-14");
        let mut searched = found(&[0, 0, 0, 90, -90, 90, -90]);
        for found in searched.iter_mut().flatten() {
            found.nodes = FIRST_NODES;
        }
        let confirmed = |searched: &[Option<SearchedPosition>]| {
            let judged = review(&game, searched, None);
            let moves = judged.moves.into_iter().flatten();
            (moves.map(|one| one.is_confirmed).collect::<Vec<_>>(), judged.next)
        };
        let wanted = |ply, left| {
            Some(NeededSearch {
                ply,
                nodes: CONFIRMING_NODES,
                left,
            })
        };
        assert_eq!(confirmed(&searched), (vec![false; 6], wanted(3, 2)));
        let mut deepen = |at: usize, score: i32| {
            let found = searched[at].as_mut().unwrap();
            (found.score, found.nodes) = (Score::cp(score), CONFIRMING_NODES);
            confirmed(&searched)
        };
        assert_eq!(deepen(3, 95).1, wanted(2, 1));
        // The loss was there before: the move before it becomes doubtful.
        assert_eq!(deepen(2, -90).1, wanted(1, 2));
        let (moves, next) = deepen(1, 80);
        assert_eq!(moves, [false, true, true, false, false, false]);
        assert_eq!(next, wanted(0, 1));
        assert_eq!(deepen(0, -80).1, None);
    }

    #[test]
    fn the_position_that_the_loser_held_last_is_searched_again_though_no_move_looks_weak() {
        let game = game("32-28 20-25 37-32 14-20 41-37 10-14");
        let mut searched = found(&[-6, 8, -10, 12, -14, 16, -18]);
        for found in searched.iter_mut().flatten() {
            found.nodes = FIRST_NODES;
        }
        let mut asked = Vec::new();
        while let Some(next) = review(&game, &searched, Some(GameResult::Won(Side::Black))).next {
            asked.push(next.ply);
            searched[next.ply].as_mut().unwrap().nodes = next.nodes;
        }
        assert_eq!(asked, [6, 5]);
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
                next: Some(NeededSearch {
                    ply: 0,
                    nodes: FIRST_NODES,
                    left: 4,
                }),
                ..Review::default()
            }
        );
        let next = partial.next.unwrap();
        assert_eq!((next.ply, next.nodes), (1, FIRST_NODES));
    }

    #[test]
    fn the_best_move_is_best_even_if_the_next_search_disagrees() {
        let game = game("32-28");
        let line = game.moves().to_vec();
        let start = SearchedPosition {
            score: Score::cp(40),
            line,
            depth: 12,
            nodes: FIRST_NODES,
        };
        let after = SearchedPosition {
            score: Score::cp(60),
            line: Vec::new(),
            depth: 11,
            nodes: FIRST_NODES,
        };
        let review = review(&game, &[Some(start), Some(after)], None);
        assert_eq!(
            review.moves[0].as_ref().map(|judged| judged.quality),
            Some(Quality::Best)
        );
        assert_eq!(review.accuracy[0], Some(100.0));
    }
}
