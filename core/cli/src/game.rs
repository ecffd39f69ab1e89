//! What every command about a game asks for: the variant, the numbering, a position. Knows no command.
use clap::{Args, ValueEnum};
use draughts::notation::{
    self,
    fen::{self, FenError},
};
use draughts::{Position, UnknownVariant, Variant};

/// The game and how its squares are written.
#[derive(Args)]
pub(crate) struct Rules {
    /// The game: international
    #[arg(long, default_value_t = Variant::International, value_parser = variant)]
    pub(crate) variant: Variant,
    /// How squares are read and written
    #[arg(long, value_enum, default_value_t = Numbering::Native)]
    pub(crate) numbering: Numbering,
}

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Numbering {
    /// As players of the game write them
    Native,
    /// 1, 2, 3 … row by row from the top left
    Tl,
}

impl From<Numbering> for notation::Numbering {
    fn from(asked: Numbering) -> notation::Numbering {
        match asked {
            Numbering::Native => notation::Numbering::Native,
            Numbering::Tl => notation::Numbering::TopLeft,
        }
    }
}

/// The variant of a name on the command line.
pub(crate) fn variant(key: &str) -> Result<Variant, String> {
    key.parse().map_err(|error: UnknownVariant| {
        let keys: Vec<&str> = Variant::ALL.into_iter().map(Variant::key).collect();
        format!("{error}; known: {}", keys.join(", "))
    })
}

impl Rules {
    /// The position of a FEN, or the start.
    pub(crate) fn position(&self, text: Option<&str>) -> Result<Position, FenError> {
        match text {
            Some(text) => self.read(text),
            None => Ok(self.variant.start()),
        }
    }

    /// The position of a FEN in the numbering asked for.
    pub(crate) fn read(&self, text: &str) -> Result<Position, FenError> {
        fen::read_numbered(self.variant, self.numbering.into(), text)
    }
}
