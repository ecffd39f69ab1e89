//! The solution of a puzzle as a tree, and its text form: the main line, with every alternative in brackets after the move it
//! replaces. Judges no move.
use draughts::notation::movetext;
use draughts::{Move, Position, Side};
use std::fmt::Write as _;

/// A move of the tree and its continuations. Among several choices the first is the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The continuations: the defender's legal replies, or the solver's winning moves. Empty if the puzzle is solved.
    pub then: Vec<Choice>,
}

/// The reason why the text of a solution cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolutionError {
    /// A word is no legal move.
    #[error("no legal move here: {0}")]
    NotAMove(String),
    /// The brackets are not balanced.
    #[error("the brackets are not balanced")]
    Brackets,
}

/// Reads a tree from text such as `27-22 18x27 (17x28 33x2) 32x21`.
///
/// # Errors
/// `SolutionError` names the word that is not a move, or says that the brackets are not balanced.
pub fn read_solution(position: &Position, text: &str) -> Result<Vec<Choice>, SolutionError> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let tree = read_choices(position, &mut words)?;
    match words.next() {
        None => Ok(tree),
        Some(_) => Err(SolutionError::Brackets),
    }
}

fn read_choices<'a>(
    position: &Position,
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
) -> Result<Vec<Choice>, SolutionError> {
    let Some(word) = words.next_if(|word| *word != ")" && *word != "(") else {
        return Ok(Vec::new());
    };
    let wrong = || SolutionError::NotAMove(word.to_owned());
    let mv = movetext::read(position, word).map_err(|_| wrong())?;
    let after = position.play(&mv).map_err(|_| wrong())?;
    let mut others = Vec::new();
    while words.next_if_eq(&"(").is_some() {
        others.append(&mut read_choices(position, words)?);
        words.next_if_eq(&")").ok_or(SolutionError::Brackets)?;
    }
    let mut choices = vec![Choice {
        mv,
        then: read_choices(&after, words)?,
    }];
    choices.append(&mut others);
    Ok(choices)
}

/// Writes the tree in the format of `read_solution`.
pub fn write_solution(position: &Position, choices: &[Choice]) -> String {
    let Some((main, others)) = choices.split_first() else {
        return String::new();
    };
    let mut text = movetext::write(position, &main.mv);
    for other in others {
        let line = write_solution(position, std::slice::from_ref(other));
        write!(text, " ({line})").expect("writing to a String never fails");
    }
    let mut after = *position;
    after.play_unchecked(&main.mv);
    let rest = write_solution(&after, &main.then);
    if !rest.is_empty() {
        text.push(' ');
        text.push_str(&rest);
    }
    text
}

/// Returns the main line: the first choice at every ply.
pub fn main_line(choices: &[Choice]) -> Vec<Move> {
    let mut line = Vec::new();
    let mut here = choices;
    while let Some(choice) = here.first() {
        line.push(choice.mv);
        here = &choice.then;
    }
    line
}

/// Returns the main line from the solver's perspective, without the other pieces. Near-duplicates have the same
/// signature.
pub fn signature(position: &Position, choices: &[Choice]) -> String {
    let turned = position.turn() == Side::Black;
    let number = |n: u8| if turned { position.squares() + 1 - n } else { n };
    let words = main_line(choices).into_iter().map(|mv| {
        let (from, to) = (number(mv.origin().number()), number(mv.target().number()));
        format!("{from}-{to}/{}", mv.captured().len())
    });
    words.collect::<Vec<_>>().join(" ")
}
