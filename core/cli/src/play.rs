//! `damier play`: plays a game through, move by move, under all the rules of its end.
use crate::Status;
use crate::game::Rules;
use crate::moves::line;
use clap::Args;
use draughts::Game;
use draughts::notation::{fen, movetext};
use serde::Serialize;
use std::io::{self, Write};

/// Play moves from a position: one line of JSON a ply
///
/// `{"ply", "move", "fen", "outcome"}` with the outcome `*`, `2-0`, `0-2` or `1-1`, and `reason` and `article` when
/// the game is over. A move that is not legal is an error that names its ply.
#[derive(Args)]
pub(crate) struct Play {
    #[command(flatten)]
    rules: Rules,
    /// The position; the start of the game without it
    #[arg(long)]
    fen: Option<String>,
    /// The moves, "32-28 19-23 …"; move numbers and results are skipped
    #[arg(long)]
    moves: String,
}

#[derive(Serialize)]
struct Ply {
    ply: usize,
    #[serde(rename = "move")]
    text: String,
    fen: String,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<&'static str>,
}

impl Play {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let start = match self.rules.position(self.fen.as_deref()) {
            Ok(position) => position,
            Err(error) => {
                eprintln!("error: {error}");
                return Ok(Status::BadInput);
            }
        };
        let mut game = Game::from_position(start);
        for text in self.moves.split_whitespace().filter_map(move_text) {
            let ply = game.moves().len() + 1;
            let played = movetext::read(game.position(), text)
                .map_err(|error| error.to_string())
                .and_then(|mv| {
                    let written = movetext::write(game.position(), &mv);
                    game.play(&mv)
                        .map(|()| written)
                        .map_err(|error| error.to_string())
                });
            let written = match (played, game.outcome()) {
                (Ok(written), _) => written,
                (Err(error), over) => {
                    out.flush()?;
                    // A game that is over refuses every move, good or bad, for that reason.
                    let error = over.map_or(error, |end| format!("the game is over ({})", end.reason.key()));
                    eprintln!("error: ply {ply}, {text:?}: {error}");
                    return Ok(Status::BadInput);
                }
            };
            let outcome = game.outcome();
            line(
                out,
                &Ply {
                    ply,
                    text: written,
                    fen: fen::write(game.position()),
                    outcome: outcome.map_or("*", |end| end.result()),
                    reason: outcome.map(|end| end.reason.key()),
                    article: outcome.map(|end| end.reason.article(game.variant())),
                },
            )?;
        }
        Ok(Status::Good)
    }
}

/// A word of a move list without its move number; `None` where nothing else is there, or it is a result.
fn move_text(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let text = if digits.len() < word.len() && digits.starts_with('.') {
        digits.trim_start_matches('.')
    } else {
        word
    };
    let result = matches!(
        text,
        "" | "*" | "2-0" | "0-2" | "1-1" | "0-0" | "1-0" | "0-1" | "1/2-1/2"
    );
    (!result).then_some(text)
}
