//! Refutations of wrong moves: a search finds the loss, and a text names its kind. Used if the lesson has no
//! answer of its own.
use super::Words;
use super::game::balance;
use crate::{SearchPending, SearchProvider, SearchQuestion};
use draughts::notation::movetext;
use draughts::{Game, Move, Position};

/// Node limit: the result must be instant, in a browser too.
const NODES: u64 = 20_000;
/// Maximum number of moves shown. A longer shot does not help a beginner.
const LONGEST: usize = 5;

/// The moves of the other side that refute a move, and the text.
pub(super) struct Refutation {
    pub(super) line: Vec<Move>,
    pub(super) words: Words,
}

/// Returns the shortest line after which no capture is left and the learner has lost something; `None` if the
/// move loses nothing at once. A plain text names no moves.
///
/// # Errors
/// If the search must be done first.
pub(super) fn refutation(
    before: &Position,
    mv: &Move,
    provider: &dyn SearchProvider,
    plain: bool,
) -> Result<Option<Refutation>, SearchPending> {
    let mut position = *before;
    position.play_unchecked(mv);
    let found = provider.answer(&Game::from_position(position), &SearchQuestion::best(NODES))?;
    let mut written: Vec<String> = Vec::new();
    for (at, reply) in found.line.iter().take(LONGEST).enumerate() {
        // The line may be cut off anywhere, but each of its moves is legal.
        written.push(movetext::write(&position, reply).replace('x', "×"));
        position.play_unchecked(reply);
        if let Some(words) = lost(before, &position, if plain { "loses.plain" } else { "loses" }) {
            return Ok(Some(Refutation {
                line: found.line[..=at].to_vec(),
                words: if plain {
                    words
                } else {
                    words.with("line", written.join(" "))
                },
            }));
        }
    }
    Ok(None)
}

/// Returns the text for the learner's loss between two positions; `None` if nothing is lost or a capture is
/// pending. `group` is the group of its key.
fn lost(before: &Position, after: &Position, group: &str) -> Option<Words> {
    let learner = before.turn();
    let key = |last: &str| Words::of(format!("common.{group}.{last}"));
    if after.must_capture() {
        return None;
    }
    if after.turn() == learner && !after.can_move() {
        return Some(key("game"));
    }
    let kings = |position: &Position, side| position.count(side).1;
    if kings(after, !learner) > kings(before, !learner) {
        return Some(key("crown"));
    }
    match balance(before, learner) - balance(after, learner) {
        ..=0 => None,
        _ if kings(after, learner) < kings(before, learner) => Some(key("king")),
        1 => Some(key("man")),
        men => Some(Words {
            numbers: vec![("men", men as u8)],
            ..key("men")
        }),
    }
}
