//! Searches that another module runs: a call that needs one fails with the question, and succeeds when repeated with
//! the answer. Searches nothing itself, so that the browser's app module links no engine.
use crate::search::{LimitsView, SearchParams, SearchResult};
use draughts::notation::movetext;
use draughts::{Game, Move, Position};
use draughts_lessons::{SearchAnswer, SearchPending, SearchProvider, SearchQuestion};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of answers kept. Checking a lesson file needs some dozens again and again.
const MOST_ANSWERS: usize = 500;

/// Questions and answers of an app that cannot search.
#[derive(Debug, Default)]
pub struct DeferredSearch(Mutex<Searches>);

#[derive(Debug, Default)]
struct Searches {
    wanted: Option<SearchParams>,
    answers: Vec<(SearchParams, SearchResult)>,
}

impl DeferredSearch {
    fn searches(&self) -> MutexGuard<'_, Searches> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the search that the last call needed and did not get.
    pub fn wanted(&self) -> Option<SearchParams> {
        self.searches().wanted.take()
    }

    /// Stores the result of such a search.
    pub fn provide(&self, params: SearchParams, result: SearchResult) {
        let mut searches = self.searches();
        if searches.answers.len() >= MOST_ANSWERS {
            searches.answers.clear();
        }
        searches.answers.push((params, result));
    }
}

impl SearchProvider for DeferredSearch {
    fn answer(&self, game: &Game, question: &SearchQuestion) -> Result<SearchAnswer, SearchPending> {
        let params = params_of(game, question);
        let mut searches = self.searches();
        match searches.answers.iter().find(|(known, _)| *known == params) {
            Some((_, result)) => Ok(answer_of(game.position(), result)),
            None => {
                searches.wanted = Some(params);
                Err(SearchPending)
            }
        }
    }
}

/// Search parameters of a question.
fn params_of(game: &Game, question: &SearchQuestion) -> SearchParams {
    let limits = LimitsView::School {
        nodes: question.nodes as u32,
        level: question.level.as_ref().map(|(level, _)| level.clone()),
        seed: question.level.as_ref().map_or(0, |(_, seed)| *seed as u32),
    };
    SearchParams::of(game, limits)
}

/// Moves of a search result; the line ends before its first illegal move.
fn answer_of(position: &Position, result: &SearchResult) -> SearchAnswer {
    let mut at = *position;
    let next = |text: &String| -> Option<Move> {
        let mv = movetext::read(&at, text).ok()?;
        at.play_unchecked(&mv);
        Some(mv)
    };
    let line: Vec<Move> = result.info.pv.iter().map_while(next).collect();
    let best = result.best.as_ref();
    SearchAnswer {
        best: best.and_then(|best| movetext::read(position, &best.notation).ok()),
        worth: result.info.score,
        line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::run;
    use draughts::notation::fen;
    use draughts_engine::{EngineAssets, StopFlag, no_clock};
    use draughts_lessons::LocalSearch;

    #[test]
    fn a_deferred_answer_is_the_one_a_local_search_gives() {
        let assets = EngineAssets::bundled();
        let here = LocalSearch(assets.clone());
        let texts = [
            "W:W31-50:B1-20",
            "W:W27,28,32,37,38:B16,18,19,23,26",
            "W:WK5,46:BK23,12",
            "B:W33:BK1",
        ];
        for text in texts {
            let mut game = Game::from_position(fen::read(draughts::Variant::International, text).unwrap());
            for _ in 0..3 {
                for level in [None, Some(("3".to_owned(), 7))] {
                    let question = SearchQuestion { nodes: 3000, level };
                    let deferred = DeferredSearch::default();
                    assert_eq!(deferred.answer(&game, &question), Err(SearchPending));
                    let params = deferred.wanted().expect("a search is wanted");
                    assert_eq!(deferred.wanted(), None);
                    let result = run(&params, &assets, no_clock, &StopFlag::new(), &mut |_| {}).unwrap();
                    deferred.provide(params, result);
                    assert_eq!(deferred.answer(&game, &question), here.answer(&game, &question));
                }
                let Some(mv) = here
                    .answer(
                        &game,
                        &SearchQuestion {
                            nodes: 500,
                            level: None,
                        },
                    )
                    .unwrap()
                    .best
                else {
                    break;
                };
                game.play(&mv).unwrap();
            }
        }
    }
}
