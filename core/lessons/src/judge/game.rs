//! Judges a game against the computer with a goal. The computer's replies depend on the position alone, so
//! that judging is a pure function of the learner's moves.
use super::refutation::refutation;
use super::{Attempt, Judge, Judgement, Resolved, Verdict, WrongAnswer};
use crate::{Goal, PlayOut, SearchPending, SearchProvider, SearchQuestion, Slip, Step, Words};
use draughts::{EndReason, Game, Move, Position, Role, Side};

/// Node limit for a reply of the computer: it must be instant, in a browser too.
const REPLY: u64 = 4_000;
/// Node limit for deciding whether the goal can still be reached.
const REACH: u64 = 40_000;
/// Maximum number of refutation moves shown.
const SHOWN: usize = 3;

impl Judge<'_> {
    pub(super) fn game(&self, out: &PlayOut, paths: &[Vec<u8>]) -> Result<Judgement, WrongAnswer> {
        let (newest, earlier) = paths.split_last().expect("judge passes no empty answer");
        let (mut game, kept) = play_on(self.step, out, earlier, self.provider)?;
        let before = *game.position();
        let mut judgement = match self.resolve(&before, newest)? {
            Resolved::Refused(refusal) => {
                let mut judgement = self.refused(&before, &Attempt::refused(&before, &refusal), &refusal);
                judgement.kept = kept;
                return Ok(judgement);
            }
            Resolved::Legal(mv) => {
                let mut judgement = self.right(Verdict::GoOn, Words::of("common.play-on"));
                judgement.before = before;
                judgement.position = before;
                judgement.show(&[mv]);
                judgement
            }
        };
        let mv = judgement.played[0];
        judgement.kept = kept.clone();
        judgement.kept.push(newest.clone());
        if game.play(&mv).is_err() {
            return Err(WrongAnswer::Kind(self.step.id.clone()));
        }
        let turn = judgement.kept.len() as u8;
        let wrong = |slip: Slip, more: &[Move]| {
            let tried = Attempt {
                turn,
                slip: Some(slip),
                ..Attempt::legal(&before, &mv)
            };
            let mut judgement = self.wrong(&before, &tried, Vec::new());
            if judgement.played.len() == 1 {
                judgement.played.extend_from_slice(more);
            }
            judgement.kept.clone_from(&kept);
            judgement
        };
        let (at_once, own) = (reached(self.step, out.goal, &game), judgement.position);
        if game.outcome().is_none() {
            let found = self.provider.answer(&game, &SearchQuestion::best(REACH))?;
            if !within_reach(out.goal, -found.worth) {
                let Some(refuted) = refutation(&before, &mv, self.provider, self.plain())? else {
                    let line = found.line;
                    return Ok(wrong(Slip::LetGo, &line[..line.len().min(SHOWN)]));
                };
                let mut judgement = wrong(Slip::LetGo, &refuted.line);
                // The lesson may have a text for this move; otherwise the text names the loss.
                if judgement.played[1..] == refuted.line {
                    judgement.words = refuted.words;
                }
                return Ok(judgement);
            }
            if let Some(reply) = reply(&game, out, self.provider)? {
                judgement.show(&[reply]);
                if game.play(&reply).is_err() {
                    return Err(WrongAnswer::Kind(self.step.id.clone()));
                }
            }
        }
        let used_up = turn >= out.moves;
        if reached(self.step, out.goal, &game)
            || (used_up && out.goal == Goal::Draw && game.outcome().is_none())
        {
            (judgement.verdict, judgement.words) = (Verdict::Done, self.own("right"));
            // The last thing shown is the learner's move, if that was enough.
            if at_once {
                judgement.played.truncate(1);
                judgement.position = own;
            }
        } else if game.outcome().is_some() {
            return Ok(wrong(Slip::LetGo, &judgement.played[1..]));
        } else if used_up {
            let mut judgement = wrong(Slip::OutOfMoves, &judgement.played[1..]);
            // All moves are used up: the game restarts.
            judgement.position = self.step.position;
            judgement.kept.clear();
            return Ok(judgement);
        } else {
            judgement.words.numbers = vec![("left", out.moves - turn)];
        }
        Ok(judgement)
    }
}

/// Returns the game after the learner's moves and the replies, with the moves that counted.
pub(crate) fn play_on(
    step: &Step,
    out: &PlayOut,
    paths: &[Vec<u8>],
    provider: &dyn SearchProvider,
) -> Result<(Game, Vec<Vec<u8>>), SearchPending> {
    let mut game = Game::from_position(step.position);
    let mut kept = Vec::new();
    // No move is added after the game is over or all moves are used up.
    for path in paths.iter().take(usize::from(out.moves) - 1) {
        let Ok(mv) = draughts::notation::path::read(game.position(), path) else {
            continue;
        };
        let mut next = game.clone();
        if next.play(&mv).is_err() || next.outcome().is_some() {
            break;
        }
        if let Some(reply) = reply(&next, out, provider)?
            && (next.play(&reply).is_err() || next.outcome().is_some())
        {
            break;
        }
        game = next;
        kept.push(path.clone());
    }
    Ok((game, kept))
}

/// Returns the best move of a deeper search.
pub(crate) fn best_move(game: &Game, provider: &dyn SearchProvider) -> Result<Option<Move>, SearchPending> {
    Ok(provider.answer(game, &SearchQuestion::best(REACH))?.best)
}

/// Returns the move that hints and the checker advise after `made` moves of the learner: normally the best
/// one. If a king is wanted and the best move leaves too few moves, the best move with which a man still
/// arrives in time.
pub(crate) fn advised_move(
    game: &Game,
    out: &PlayOut,
    made: usize,
    provider: &dyn SearchProvider,
) -> Result<Option<Move>, SearchPending> {
    let best = best_move(game, provider)?;
    let left = usize::from(out.moves).saturating_sub(made + 1);
    let learner = game.position().turn();
    let arrives = |mv: &Move| {
        let mut next = game.clone();
        (next.play(mv).is_ok() && rows_to_crown(next.position(), learner) <= left).then_some(next)
    };
    let late = |mv: &Move| arrives(mv).is_none();
    if out.goal != Goal::King || !best.as_ref().is_some_and(late) {
        return Ok(best);
    }
    let mut found = (i32::MIN, best);
    for mv in game.legal_moves() {
        if let Some(next) = arrives(&mv) {
            let worth = -provider.answer(&next, &SearchQuestion::best(REACH))?.worth;
            if worth > found.0 {
                found = (worth, Some(mv));
            }
        }
    }
    Ok(found.1)
}

/// Returns the number of rows before a side's most advanced man; 0 with a king.
fn rows_to_crown(position: &Position, side: Side) -> usize {
    let last = position.board().size().1 - 1;
    let own = position.pieces().filter(|(_, piece)| piece.side == side);
    let rows = own.map(|(square, piece)| match (piece.role, side) {
        (Role::King, _) => 0,
        (Role::Man, Side::White) => position.coordinates(square).1,
        (Role::Man, Side::Black) => last - position.coordinates(square).1,
    });
    usize::from(rows.min().unwrap_or(u8::MAX))
}

fn reply(game: &Game, out: &PlayOut, provider: &dyn SearchProvider) -> Result<Option<Move>, SearchPending> {
    let question = SearchQuestion {
        nodes: REPLY,
        level: Some((out.level.clone(), game.moves().len() as u64)),
    };
    Ok(provider.answer(game, &question)?.best)
}

/// True if a goal can still be reached from a position with this score for the learner, in centipawns.
fn within_reach(goal: Goal, worth: i32) -> bool {
    let least = match goal {
        Goal::Win => 60,
        Goal::King | Goal::Gain(_) => -30,
        Goal::Draw => -150,
    };
    worth >= least
}

fn reached(step: &Step, goal: Goal, game: &Game) -> bool {
    let learner = step.position.turn();
    if let Some(outcome) = game.outcome() {
        return match outcome.winner {
            Some(winner) => winner == learner && goal != Goal::Draw,
            None => goal == Goal::Draw && outcome.reason != EndReason::Agreement,
        };
    }
    let kings = |side: Side| game.position().count(side).1;
    match goal {
        Goal::Win | Goal::Draw => false,
        Goal::King => kings(learner) > 0,
        Goal::Gain(by) => {
            balance(game.position(), learner) - balance(&step.position, learner) >= i16::from(by)
        }
    }
}

/// Returns a side's material minus the other's, in men; a king counts three.
pub(super) fn balance(position: &draughts::Position, side: Side) -> i16 {
    let worth = |piece: draughts::Piece| {
        let men = if piece.role == Role::King { 3 } else { 1 };
        if piece.side == side { men } else { -men }
    };
    position.pieces().map(|(_, piece)| worth(piece)).sum()
}
