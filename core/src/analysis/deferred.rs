//! Searches that another module does: a call that needs one fails, says which, and succeeds when it is made again
//! with the answer at hand. Searches nothing itself, so that the browser's app module holds no engine.
use crate::analysis::search::{LimitsView, SearchParams, SearchResult};
use draughts::notation::movetext;
use draughts::{Game, Move, Position};
use draughts_lessons::{Question, Thinker, Thought, Unthought};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Answers that are kept: a lesson file that is checked needs some dozens of them again and again.
const KEPT: usize = 500;

/// Whom the app asks where it cannot search itself.
#[derive(Debug, Default)]
pub struct Elsewhere(Mutex<Desk>);

#[derive(Debug, Default)]
struct Desk {
    wanted: Option<SearchParams>,
    answers: Vec<(SearchParams, SearchResult)>,
}

impl Elsewhere {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The search that the newest call wanted and did not get.
    pub fn wanted(&self) -> Option<SearchParams> {
        self.desk().wanted.take()
    }

    /// What such a search found.
    pub fn hand_over(&self, params: SearchParams, result: SearchResult) {
        let mut desk = self.desk();
        if desk.answers.len() >= KEPT {
            desk.answers.clear();
        }
        desk.answers.push((params, result));
    }
}

impl Thinker for Elsewhere {
    fn think(&self, game: &Game, question: &Question) -> Result<Thought, Unthought> {
        let params = asked(game, question);
        let mut desk = self.desk();
        match desk.answers.iter().find(|(known, _)| *known == params) {
            Some((_, result)) => Ok(thought(game.position(), result)),
            None => {
                desk.wanted = Some(params);
                Err(Unthought)
            }
        }
    }
}

/// A question as the search module takes it.
fn asked(game: &Game, question: &Question) -> SearchParams {
    let limits = LimitsView::School {
        nodes: question.nodes as u32,
        level: question.level.as_ref().map(|(level, _)| level.clone()),
        seed: question.level.as_ref().map_or(0, |(_, seed)| *seed as u32),
    };
    SearchParams::of(game, limits)
}

/// What came back, as moves; a line is read as far as it is one.
fn thought(position: &Position, result: &SearchResult) -> Thought {
    let mut at = *position;
    let next = |text: &String| -> Option<Move> {
        let mv = movetext::read(&at, text).ok()?;
        at.play_unchecked(&mv);
        Some(mv)
    };
    let line: Vec<Move> = result.info.pv.iter().map_while(next).collect();
    let best = result.best.as_ref();
    Thought {
        best: best.and_then(|best| movetext::read(position, &best.notation).ok()),
        worth: result.info.score,
        line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::search::run;
    use draughts::notation::fen;
    use draughts_engine::{StopFlag, no_clock};
    use draughts_lessons::Engine;

    #[test]
    fn an_answer_from_elsewhere_is_the_engines_own() {
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
                    let question = Question { nodes: 3000, level };
                    let elsewhere = Elsewhere::default();
                    assert_eq!(elsewhere.think(&game, &question), Err(Unthought));
                    let params = elsewhere.wanted().expect("a search is wanted");
                    assert_eq!(elsewhere.wanted(), None);
                    let result = run(&params, no_clock, &StopFlag::new(), &mut |_| {}).unwrap();
                    elsewhere.hand_over(params, result);
                    assert_eq!(elsewhere.think(&game, &question), Engine.think(&game, &question));
                }
                let Some(mv) = Engine
                    .think(
                        &game,
                        &Question {
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
