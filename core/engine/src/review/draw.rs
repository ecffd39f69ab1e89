//! Draw offers: whether the computer accepts or makes one.
use super::facts::fact;
use crate::endgame::Value;
use crate::{EngineAssets, Score};
use draughts::Game;

/// The computer accepts a draw with at most this lead, in centipawns.
const MAX_LEAD: i32 = 10;
/// The computer offers a draw without progress only if neither side leads by more than this, in centipawns.
const MAX_IMBALANCE: i32 = 40;
/// No draw is accepted before this many plies, unless there are few pieces.
const MIN_PLIES: usize = 40;
const FEW_PIECES: usize = 8;
/// Plies of quiet king moves that count as no progress.
const NO_PROGRESS: u16 = 20;

/// Returns `true` if the computer accepts a draw; `score` is the search score for its side.
#[inline]
pub fn accepts_draw(game: &Game, score: Score, assets: &EngineAssets) -> bool {
    match is_proven_draw(game, assets) {
        // A draw is better than a lost ending.
        Some(drawn) => drawn || score.centipawns() < 0,
        None if is_without_progress(game, score) => true,
        None => {
            let late = game.moves().len() >= MIN_PLIES || game.position().pieces().count() <= FEW_PIECES;
            late && score.centipawns() <= MAX_LEAD
        }
    }
}

/// Returns `true` if the computer offers a draw, since neither side can make progress. `score` is the search score
/// for its side.
#[inline]
pub fn offers_draw(game: &Game, score: Score, assets: &EngineAssets) -> bool {
    game.outcome().is_none()
        && match is_proven_draw(game, assets) {
            // Even in a drawn ending the opponent gets some moves to go wrong.
            Some(drawn) => drawn && game.clock().quiet >= NO_PROGRESS / 2,
            None => is_without_progress(game, score),
        }
}

/// Returns `true` if the tables prove a draw; `None` if they do not have the position.
// Inlined for the same reason as `Tables::probe`, which it calls.
#[inline]
fn is_proven_draw(game: &Game, assets: &EngineAssets) -> Option<bool> {
    fact(game.position(), assets).map(|fact| fact.value == Value::Draw)
}

fn is_without_progress(game: &Game, score: Score) -> bool {
    game.clock().quiet >= NO_PROGRESS && score.centipawns().abs() <= MAX_IMBALANCE
}

#[cfg(test)]
mod tests {
    use super::{EngineAssets, Game, Score};
    use draughts::Variant;
    use draughts::notation::{fen, movetext};

    fn accepts_draw(game: &Game, score: Score) -> bool {
        super::accepts_draw(game, score, &EngineAssets::bundled())
    }

    fn offers_draw(game: &Game, score: Score) -> bool {
        super::offers_draw(game, score, &EngineAssets::bundled())
    }

    fn game(text: &str, moves: &str) -> Game {
        let mut game = Game::from_position(fen::read(Variant::International, text).unwrap());
        for text in moves.split_whitespace() {
            let mv = movetext::read(game.position(), text).unwrap();
            game.play(&mv).unwrap();
        }
        game
    }

    #[test]
    fn a_drawn_ending_is_offered_as_a_draw_after_some_moves_and_a_won_one_never() {
        let drawn = "W:WK2,K7:BK45";
        assert!(accepts_draw(&game(drawn, ""), Score::cp(120)));
        assert!(!offers_draw(&game(drawn, ""), Score::cp(0)));
        let won = game("W:WK46,K47,K48,K49:BK3", "");
        assert!(!accepts_draw(&won, Score::cp(0)) && !offers_draw(&won, Score::cp(0)));
        // The losing side accepts.
        let lost = Score::cp(-8_900);
        assert!(accepts_draw(&won, lost) && !offers_draw(&won, lost));
    }

    #[test]
    fn offers_a_draw_where_only_kings_move() {
        let start = "W:WK15,35,45:BK36,6,16";
        let wander = "15-47 36-27 47-20 27-4 20-14 4-15 14-41 15-4 41-14 4-27 14-41 27-4 41-47 4-31 47-15 31-4 15-47 \
                      4-15 47-36 15-47";
        assert!(!offers_draw(&game(start, ""), Score::cp(10)));
        assert!(!offers_draw(&game(start, &wander[..44]), Score::cp(10)));
        assert!(offers_draw(&game(start, wander), Score::cp(10)));
        assert!(accepts_draw(&game(start, wander), Score::cp(30)));
        assert!(!offers_draw(&game(start, wander), Score::cp(90)));
        let young = game("W:W31-50:B1-20", "32-28 19-23");
        assert!(!accepts_draw(&young, Score::cp(0)) && !offers_draw(&young, Score::cp(0)));
    }
}
