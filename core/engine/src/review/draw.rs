//! When a draw is due: what the computer answers to an offer, and when it offers one itself.
use super::facts::fact;
use crate::endgame::Value;
use crate::{EngineAssets, Score};
use draughts::Game;

/// The computer takes a draw with at most this lead, in centipawns.
const EQUAL: i32 = 10;
/// Neither side is ahead by more than this where nothing can be undertaken.
const QUIET: i32 = 40;
/// Plies before which the game is too young for a draw, few pieces apart.
const YOUNG: usize = 40;
const FEW_PIECES: usize = 8;
/// Plies of king moves alone after which nobody makes progress.
const NO_PROGRESS: u16 = 20;

/// Whether the computer takes a draw that it is offered; `score` is what a search says for its side.
pub fn accepts_draw(game: &Game, score: Score, assets: &EngineAssets) -> bool {
    match proven(game, assets) {
        // Half a point is more than a lost ending brings.
        Some(drawn) => drawn || score.centipawns() < 0,
        None if stuck(game, score) => true,
        None => {
            let late = game.moves().len() >= YOUNG || game.position().pieces().count() <= FEW_PIECES;
            late && score.centipawns() <= EQUAL
        }
    }
}

/// Whether the computer offers a draw by itself: neither side can make progress. `score` is what a search says for
/// its side.
pub fn offers_draw(game: &Game, score: Score, assets: &EngineAssets) -> bool {
    game.outcome().is_none()
        && match proven(game, assets) {
            // A drawn ending may still be played badly: the other side gets some moves to try.
            Some(drawn) => drawn && game.clock().quiet >= NO_PROGRESS / 2,
            None => stuck(game, score),
        }
}

/// Whether the tables say that neither side wins; `None` where they do not know the position.
fn proven(game: &Game, assets: &EngineAssets) -> Option<bool> {
    fact(game.position(), assets).map(|fact| fact.value == Value::Draw)
}

fn stuck(game: &Game, score: Score) -> bool {
    game.clock().quiet >= NO_PROGRESS && score.centipawns().abs() <= QUIET
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
    fn a_drawn_ending_is_given_up_after_some_moves_and_a_won_one_never() {
        let drawn = "W:WK2,K7:BK45";
        assert!(accepts_draw(&game(drawn, ""), Score::cp(120)));
        assert!(!offers_draw(&game(drawn, ""), Score::cp(0)));
        let won = game("W:WK46,K47,K48,K49:BK3", "");
        assert!(!accepts_draw(&won, Score::cp(0)) && !offers_draw(&won, Score::cp(0)));
        // Nor refused by the side that loses it.
        let lost = Score::cp(-8_900);
        assert!(accepts_draw(&won, lost) && !offers_draw(&won, lost));
    }

    #[test]
    fn where_kings_only_wander_it_offers() {
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
