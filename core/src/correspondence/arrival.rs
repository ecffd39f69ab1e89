//! Compares an arriving line with the game here, and takes it in. Knows no store.
use crate::correspondence::kept::{Kept, Last};
use crate::correspondence::letter::{Letter, Word};
use crate::correspondence::params::LineRefusal;
use crate::error::ApiError;
use crate::play::LoadedGame;
use draughts::Side;
use draughts::notation::movetext;

/// Relation of a line to the game here.
#[derive(Debug, PartialEq)]
pub(super) enum Fit {
    /// The line continues the game here.
    GoesOn,
    /// The line has own moves that were made on another device.
    Ahead,
    Not(LineRefusal),
}

/// Compares a line with the game of the same id.
pub(super) fn fit(open: &LoadedGame, kept: &Kept, letter: &Letter) -> Fit {
    let (here, there) = (open.game(), &letter.game);
    if here.variant() != there.variant() || here.start() != there.start() {
        return Fit::Not(LineRefusal::Altered);
    }
    let (ours, theirs) = (here.moves(), there.moves());
    if let Some(ply) = ours.iter().zip(theirs).position(|(a, b)| a != b) {
        let before = &here.positions()[ply];
        return Fit::Not(LineRefusal::Diverged {
            ply: ply as u32,
            here: movetext::write(before, &ours[ply]),
            there: movetext::write(before, &theirs[ply]),
        });
    }
    let old = Fit::Not(LineRefusal::Old {
        here: ours.len() as u32,
        there: theirs.len() as u32,
    });
    let longer = theirs.len() > ours.len();
    if letter.sender == kept.mine() {
        return if longer {
            Fit::Ahead
        } else {
            Fit::Not(LineRefusal::Own)
        };
    }
    let over = here.outcome().is_some();
    if theirs.len() < ours.len() {
        // A resignation counts even if a move has crossed it.
        return if letter.word == Word::Resigns && !over {
            Fit::GoesOn
        } else {
            old
        };
    }
    let word = kept.last.map(|last| (Side::from(last.by), last.word));
    if longer {
        let one_move = theirs.len() == ours.len() + 1 && here.position().turn() == letter.sender;
        return match (
            over,
            one_move && matches!(letter.word, Word::Moves | Word::Offers),
        ) {
            (true, _) => Fit::Not(LineRefusal::GameOver),
            (false, true) => Fit::GoesOn,
            (false, false) => Fit::Ahead,
        };
    }
    let same = word == Some((letter.sender, letter.word));
    match letter.word {
        _ if same => old,
        _ if over => Fit::Not(LineRefusal::GameOver),
        // The invitation, or the same line again without its offer.
        Word::Moves if word.is_some() => old,
        Word::Agrees if word != Some((kept.mine(), Word::Offers)) => Fit::Not(LineRefusal::NoOffer),
        Word::Claims if !is_late(kept, letter) => Fit::Not(LineRefusal::TooEarly),
        _ => Fit::GoesOn,
    }
}

/// Returns `true` if the time for the reply was over when the line was made.
fn is_late(kept: &Kept, letter: &Letter) -> bool {
    kept.deadline()
        .is_some_and(|until| until < f64::from(letter.sent) * 60_000.0)
}

/// Takes a line in; returns the conditional reply that was played.
///
/// # Errors
/// If a move is illegal.
pub(super) fn take_in(
    open: &mut LoadedGame,
    kept: &mut Kept,
    letter: &Letter,
    now: f64,
) -> Result<Option<String>, ApiError> {
    let had = open.game().moves().len();
    let planned = std::mem::take(&mut kept.replies);
    for mv in letter.game.moves().iter().skip(had) {
        open.play_move(mv)?;
    }
    match letter.word {
        Word::Moves | Word::Offers => {}
        Word::Agrees => open.agree_draw(),
        Word::Resigns => open.resign(letter.sender),
        Word::Claims => open.out_of_time(letter.sender.other()),
    }
    kept.last = Some(Last {
        by: letter.sender.into(),
        sent: letter.sent,
        word: letter.word,
    });
    (kept.before, kept.sent) = (None, true);
    let one_move = open.game().moves().len() == had + 1 && letter.sender != kept.mine();
    // The player answers a draw offer.
    if !one_move || letter.word != Word::Moves || open.game().outcome().is_some() {
        return Ok(None);
    }
    reply(open, kept, &planned, now)
}

/// Plays the reply planned for the last move, and keeps the plans after it.
fn reply(
    open: &mut LoadedGame,
    kept: &mut Kept,
    planned: &[Vec<String>],
    now: f64,
) -> Result<Option<String>, ApiError> {
    let (Some(mv), [.., before, _]) = (open.game().moves().last(), open.game().positions()) else {
        return Ok(None);
    };
    let came = movetext::write(before, mv);
    let fitting: Vec<&[String]> = planned
        .iter()
        .filter_map(|line| line.strip_prefix(std::slice::from_ref(&came)))
        .collect();
    let Some(text) = fitting.iter().find_map(|line| line.first()) else {
        return Ok(None);
    };
    let Ok(mv) = movetext::read(open.position(), text) else {
        return Ok(None);
    };
    open.play_move(&mv)?;
    kept.say(Word::Moves, now);
    let further = fitting.iter().filter_map(|line| line.get(1..));
    kept.replies = further
        .filter(|line| !line.is_empty())
        .map(<[String]>::to_vec)
        .collect();
    if open.game().outcome().is_some() {
        kept.replies.clear();
    }
    Ok(Some(text.clone()))
}
