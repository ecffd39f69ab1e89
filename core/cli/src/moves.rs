//! `damier moves`: the legal moves of positions as JSON lines.
use crate::Status;
use crate::game::Rules;
use clap::Args;
use draughts::notation::{Numbering, movetext, squares};
use draughts::{Move, Position, Square};
use serde::Serialize;
use std::io::{self, BufRead, Write};

/// List the legal moves of positions: one line of JSON a FEN
///
/// `{"fen", "moves": [{"from", "to", "captures", "path", "notation"}]}`, or `{"fen", "error"}` for an invalid FEN;
/// the command then goes on with the next one and ends with status 1. Draw rules are ignored.
#[derive(Args)]
pub(crate) struct Moves {
    #[command(flatten)]
    rules: Rules,
    /// One position
    #[arg(long, required_unless_present = "stdin", conflicts_with = "stdin")]
    fen: Option<String>,
    /// Positions from standard input, one a line
    #[arg(long)]
    stdin: bool,
}

#[derive(Serialize)]
struct Listed<'a> {
    fen: &'a str,
    moves: Vec<ListedMove>,
}

#[derive(Serialize)]
struct ListedMove {
    from: Name,
    to: Name,
    /// In ascending order from the top left.
    captures: Vec<Name>,
    /// Origin, each landing square, end.
    path: Vec<Name>,
    notation: String,
}

/// A square in the chosen numbering.
#[derive(Serialize)]
#[serde(untagged)]
enum Name {
    Number(u8),
    /// A letter and a digit.
    Text(String),
}

#[derive(Serialize)]
struct Refused<'a> {
    fen: &'a str,
    error: String,
}

impl Moves {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        if let Some(fen) = &self.fen {
            return self.list(fen, out);
        }
        let mut status = Status::Good;
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            // Invalid UTF-8 becomes replacement characters, which no FEN contains; the error then names the place.
            let text = String::from_utf8_lossy(&line);
            let fen = text.trim_end_matches(['\n', '\r']);
            if !fen.trim().is_empty() && self.list(fen, out)? == Status::BadInput {
                status = Status::BadInput;
            }
            line.clear();
        }
        Ok(status)
    }

    fn list(&self, fen: &str, out: &mut impl Write) -> io::Result<Status> {
        match self.rules.read(fen) {
            Ok(position) => {
                line(
                    out,
                    &Listed {
                        fen,
                        moves: listed(&position, self.rules.numbering.into()),
                    },
                )?;
                Ok(Status::Good)
            }
            Err(error) => {
                line(
                    out,
                    &Refused {
                        fen,
                        error: error.to_string(),
                    },
                )?;
                Ok(Status::BadInput)
            }
        }
    }
}

fn listed(position: &Position, numbering: Numbering) -> Vec<ListedMove> {
    let name = |square: Square| {
        let text = squares::name(position.variant(), numbering, square).to_string();
        text.parse().map_or(Name::Text(text), Name::Number)
    };
    let moves = position.legal_moves();
    moves
        .iter()
        .map(|mv| ListedMove {
            from: name(mv.origin()),
            to: name(mv.target()),
            captures: mv.captured().iter().map(name).collect(),
            path: position.route(mv).into_iter().map(name).collect(),
            notation: movetext::write_numbered(position, mv, &moves, numbering),
        })
        .collect()
}

/// Writes moves from a position as notation.
pub(crate) fn written(position: &Position, moves: &[Move], numbering: Numbering) -> Vec<String> {
    let mut here = *position;
    let text = |m: &Move| {
        let text = movetext::write_numbered(&here, m, &here.legal_moves(), numbering);
        here.play_unchecked(m);
        text
    };
    moves.iter().map(text).collect()
}

/// Prints one line of JSON.
pub(crate) fn line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
