//! The side to move and its rules, both known at compile time. The generator is compiled once for each side of each
//! game that moves in its own way, which makes it several times as fast. Knows no position.
use super::{Ruleset, Variant};
use crate::board::{DirSet, Geometry, Side};

/// The rules of a game, for code that is the same for both sides.
pub(super) trait Rules: Copy {
    const RULES: &'static Ruleset;
}

/// Rules of the game with this index in [`Variant::ALL`].
#[derive(Clone, Copy)]
pub(super) struct RulesOf<const GAME: usize>;

impl<const GAME: usize> Rules for RulesOf<GAME> {
    const RULES: &'static Ruleset = Variant::ALL[GAME].rules();
}

/// A side under the rules of a game.
pub(super) trait Mover: Copy {
    type Rules: Rules;
    const RULES: &'static Ruleset = Self::Rules::RULES;
    const SIDE: Side;
    const MAN_MOVES: DirSet = Self::RULES.man_moves.seen_by(Self::SIDE);
    const MAN_CAPTURES: DirSet = Self::RULES.man_captures.seen_by(Self::SIDE);
}

/// White under the rules of the game with this index in [`Variant::ALL`].
#[derive(Clone, Copy)]
pub(super) struct White<const GAME: usize>;

/// Black under the rules of the game with this index in [`Variant::ALL`].
#[derive(Clone, Copy)]
pub(super) struct Black<const GAME: usize>;

impl<const GAME: usize> Mover for White<GAME> {
    type Rules = RulesOf<GAME>;
    const SIDE: Side = Side::White;
}

impl<const GAME: usize> Mover for Black<GAME> {
    type Rules = RulesOf<GAME>;
    const SIDE: Side = Side::Black;
}

/// True if the generator of a game is needed on this board.
pub(super) const fn plays_on<G: Geometry>(game: Variant) -> bool {
    match game {
        // Games on other boards move as the international one.
        Variant::International => G::SQUARES < G::COLUMNS * G::ROWS,
        game => G::SQUARES == game.rules().board.squares(),
    }
}

/// Compiles code for each side of each game that moves in its own way on the board `G`:
/// `with_mover!(G, rules, turn, M => f::<G, M>(…))`.
///
/// The first list holds the games with a generator of their own, the second the games whose `moves_as` is another game.
macro_rules! with_mover {
    ($geometry:ident, $rules:expr, $turn:expr, $mover:ident => $body:expr) => {
        $crate::rules::mover::with_mover!(
            @games $geometry, $rules, $turn, $mover => $body;
            International English Russian Italian Spanish Turkish Frisian Czech Pool Thai Breakthrough Killer;
            Canadian Brazilian Portuguese Srilankan Frysk Antidraughts
        )
    };
    // No `_` arm: the compiler names this place when a variant is missing from both lists.
    (@games $geometry:ident, $rules:expr, $turn:expr, $mover:ident => $body:expr; $($game:ident)*; $($shared:ident)*) => {
        match $rules.moves_as {
            $(Variant::$game => {
                $crate::rules::mover::with_mover!(@sides $geometry, $turn, $mover => $body; $game)
            })*
            $(Variant::$shared => unreachable!("moves as another game"),)*
        }
    };
    (@sides $geometry:ident, $turn:expr, $mover:ident => $body:expr; $game:ident) => {
        if const { $crate::rules::mover::plays_on::<$geometry>(Variant::$game) } {
            match $turn {
                Side::White => {
                    type $mover = $crate::rules::mover::White<{ Variant::$game as usize }>;
                    $body
                }
                Side::Black => {
                    type $mover = $crate::rules::mover::Black<{ Variant::$game as usize }>;
                    $body
                }
            }
        } else {
            unreachable!("a position stands on the board of its game")
        }
    };
}
pub(super) use with_mover;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_stands_at_its_place() {
        for (place, variant) in Variant::ALL.into_iter().enumerate() {
            assert_eq!(place, variant as usize);
        }
    }
}
