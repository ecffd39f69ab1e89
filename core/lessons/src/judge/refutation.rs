//! What a wrong move loses, found by a search and said by its kind: the answer where the lesson has none of its own.
use super::Words;
use super::game::balance;
use crate::{SearchPending, SearchProvider, SearchQuestion};
use draughts::notation::movetext;
use draughts::{Game, Move, Position};

/// The node limit: it must be instant, in a browser too.
const NODES: u64 = 20_000;
/// Moves that are shown at most: a shot longer than this is no answer to a beginner.
const LONGEST: usize = 5;

/// The other side's moves that punish a move, and what to say of them.
pub(super) struct Refutation {
    pub(super) line: Vec<Move>,
    pub(super) words: Words,
}

/// Why this move is bad: the shortest line after which nothing more is to be captured and the learner has less than before.
/// `None` where it loses nothing at once.
///
/// # Errors
/// The search has to be done first.
pub(super) fn refutation(
    before: &Position,
    mv: &Move,
    provider: &dyn SearchProvider,
) -> Result<Option<Refutation>, SearchPending> {
    let mut position = *before;
    position.play_unchecked(mv);
    let found = provider.answer(&Game::from_position(position), &SearchQuestion::best(NODES))?;
    let mut written: Vec<String> = Vec::new();
    for (at, reply) in found.line.iter().take(LONGEST).enumerate() {
        // A line that was cut off in the search may end anywhere, but each of its moves is legal.
        written.push(movetext::write(&position, reply).replace('x', "×"));
        position.play_unchecked(reply);
        if let Some(words) = lost(before, &position) {
            return Ok(Some(Refutation {
                line: found.line[..=at].to_vec(),
                words: words.with("line", written.join(" ")),
            }));
        }
    }
    Ok(None)
}

/// What the learner has lost on the way from one position to the other; `None` while there is a capture to make.
fn lost(before: &Position, after: &Position) -> Option<Words> {
    let learner = before.turn();
    if after.must_capture() {
        return None;
    }
    if after.turn() == learner && !after.can_move() {
        return Some(Words::of("common.loses.game"));
    }
    let kings = |position: &Position, side| position.count(side).1;
    if kings(after, !learner) > kings(before, !learner) {
        return Some(Words::of("common.loses.crown"));
    }
    match balance(before, learner) - balance(after, learner) {
        ..=0 => None,
        _ if kings(after, learner) < kings(before, learner) => Some(Words::of("common.loses.king")),
        1 => Some(Words::of("common.loses.man")),
        men => Some(Words {
            numbers: vec![("men", men as u8)],
            ..Words::of("common.loses.men")
        }),
    }
}
