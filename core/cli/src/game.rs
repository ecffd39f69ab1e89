//! Arguments shared by the commands: variant, numbering, position.
use clap::{Args, ValueEnum};
use draughts::notation::{
    self,
    fen::{self, FenError},
};
use draughts::{Position, UnknownVariant, Variant};

/// The variant and the numbering of squares.
#[derive(Args)]
pub(crate) struct Rules {
    /// The variant
    #[arg(long, default_value_t = Variant::International, value_parser = variant)]
    pub(crate) variant: Variant,
    /// Numbering of squares in input and output
    #[arg(long, value_enum, default_value_t = Numbering::Native)]
    pub(crate) numbering: Numbering,
}

/// Numbering of squares.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Numbering {
    /// As players of the variant write them
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

/// Parses a variant's key.
pub(crate) fn variant(key: &str) -> Result<Variant, String> {
    key.parse().map_err(|error: UnknownVariant| {
        let keys: Vec<&str> = Variant::ALL.into_iter().map(Variant::key).collect();
        format!("{error}; known: {}", keys.join(", "))
    })
}

impl Rules {
    /// Parses a FEN; the start position without one.
    pub(crate) fn position(&self, text: Option<&str>) -> Result<Position, FenError> {
        match text {
            Some(text) => self.read(text),
            None => Ok(self.variant.start()),
        }
    }

    /// Parses a FEN in the chosen numbering.
    pub(crate) fn read(&self, text: &str) -> Result<Position, FenError> {
        fen::read_numbered(self.variant, self.numbering.into(), text)
    }
}
