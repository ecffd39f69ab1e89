//! Games as French papers print them: `1. 32-28 (19-23) 2. 28x19 (14x23)`, with Black's moves in parentheses and
//! every landing square of a capture. Knows no tag and no file; [`read_moves`](super::pdn::read_moves) reads it back.
//!
//! ```
//! use draughts::Variant;
//! use draughts::notation::french::{self, LoneCapture};
//! use draughts::notation::pdn;
//!
//! let game = pdn::read_moves(&Variant::International.start(), "1. 32-28 19-23 2. 28x19");
//! assert_eq!(french::write(&game.tree, LoneCapture::Squares), "1. 32-28 (19-23) 2. 28x19");
//! assert_eq!(french::write(&game.tree, LoneCapture::Cross), "1. 32-28 (19-23) 2. x");
//! ```
use super::game_type::capture_sign;
use super::movetext;
use super::squares::Numbering;
use super::tree::{GameTree, Step};
use crate::board::Side;
use crate::rules::{Move, Position};

/// Notation of the only legal capture.
///
/// ```
/// use draughts::Variant;
/// use draughts::notation::{fen, french::{self, LoneCapture}};
///
/// let position = fen::read(Variant::International, "W:W28:B11,22")?;
/// let mv = position.legal_moves()[0];
/// assert_eq!(french::write_move(&position, &mv, LoneCapture::Squares), "28x17x6");
/// assert_eq!(french::write_move(&position, &mv, LoneCapture::Cross), "x");
/// # Ok::<(), draughts::notation::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoneCapture {
    /// With its squares, like all others.
    #[default]
    Squares,
    /// As a lone `x`.
    Cross,
}

/// Writes a move with every landing square; the only legal capture as a lone `x` if asked for.
#[must_use]
pub fn write_move(position: &Position, mv: &Move, lone: LoneCapture) -> String {
    // A capture is compulsory, so a single legal move is the only capture.
    if lone == LoneCapture::Cross && mv.is_capture() && position.legal_moves().len() == 1 {
        return "x".into();
    }
    movetext::full(position, mv, Numbering::Native)
}

/// Writes the main line of a game with its signs, up to the first change of position by hand.
#[must_use]
pub fn write(tree: &GameTree, lone: LoneCapture) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut position = *tree.start();
    let first = position.variant().rules().first;
    let mut number = 1;
    for id in tree.main_line() {
        let node = tree.node(id);
        let Some(Step::Move(mv)) = node.step() else {
            break;
        };
        let begins = position.turn() == first;
        if begins {
            words.push(format!("{number}."));
        } else {
            if words.is_empty() {
                words.push(format!("{number}. …"));
            }
            number += 1;
        }
        let mut text = write_move(&position, mv, lone);
        let signs = node.signs().to_string();
        // "23-14-3-1" would be a capture of one square more.
        let apart = signs.starts_with('-') && mv.is_capture() && capture_sign(position.variant()) == '-';
        if !apart {
            text += &signs;
        }
        let bracketed = position.turn() == Side::Black;
        words.push(if bracketed { format!("({text})") } else { text });
        if apart {
            words.push(signs);
        }
        position.play_unchecked(mv);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{fen, pdn};
    use crate::rules::Variant;

    fn check(variant: Variant, fen: &str, text: &str, written: &str, lone: LoneCapture) {
        let start = fen::read(variant, fen).unwrap();
        let game = pdn::read_moves(&start, text);
        assert!(
            game.whole && game.problems.is_empty(),
            "{text}: {:?}",
            game.problems
        );
        assert_eq!(write(&game.tree, lone), written);
        assert_eq!(pdn::read_moves(&start, written).tree, game.tree, "{written}");
    }

    #[test]
    fn black_moves_in_parentheses_and_every_stop() {
        let start = "W:W31-50:B1-20";
        check(
            Variant::International,
            start,
            "32-28! 19-23 28x19 14x23+1 33-28 23x32",
            "1. 32-28! (19-23) 2. 28x19 (14x23+1) 3. 33-28 (23x32)",
            LoneCapture::Squares,
        );
        check(
            Variant::International,
            start,
            "32-28 19-23 28x19 14x23 33-28 23x32",
            "1. 32-28 (19-23) 2. x (14x23) 3. 33-28 (x)",
            LoneCapture::Cross,
        );
        check(
            Variant::International,
            "B:W26:B12,21,1",
            "1-6 26x8",
            "1. … (1-6) 2. 26x17x8",
            LoneCapture::Squares,
        );
        // A capture with dashes, and the loss of a man.
        check(
            Variant::Thai,
            "W:WK23:B19",
            "23-16 -1",
            "1. … 23-16 -1",
            LoneCapture::Squares,
        );
        check(
            Variant::English,
            "B:W21-32:B1-12",
            "11-15 23-19",
            "1. (11-15) 23-19",
            LoneCapture::Squares,
        );
    }
}
