//! One form for whatever travels from device to device: a position with a line, a lesson, a mix of puzzles. The core makes and
//! opens it, without a network; how it travels (an address, `damier://`, a picture of dots) is the front end's.
mod envelope;

use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::views::view;
use draughts::notation::movetext;
use envelope::LinkError;
use serde::{Deserialize, Serialize};

/// Half-moves in a link, at most.
const LONGEST_LINE: usize = 600;
/// Puzzles in a link, at most.
const MOST_PUZZLES: usize = 60;

/// What a link carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Linked {
    /// A position, and moves from there on.
    Position {
        /// The game's key.
        variant: String,
        /// Where it begins.
        fen: String,
        /// As written: "32-28".
        moves: Vec<String>,
    },
    /// A lesson.
    Lesson {
        /// Its id: "mazette".
        id: String,
    },
    /// Puzzles to be solved one after another.
    Puzzles {
        /// The game's key.
        variant: String,
        /// Their ids.
        ids: Vec<String>,
    },
}

view! {
    /// `makeLink {what}` → `LinkView`. `badParams` where it is too much for a link; a position or a move that cannot be is
    /// refused as everywhere.
    pub struct MakeLink { pub what: Linked }
}
view! {
    /// A link: its code, which goes behind `#/link/` or `damier://link/`.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LinkCode"))]
    pub struct LinkView { pub code: String }
}
view! {
    /// `openLink {link}` → `Linked`: of a code or a whole address. `linkDamaged`, `linkForeign` or `linkNewer` where it cannot.
    pub struct OpenLink { pub link: String }
}

impl Linked {
    /// The number of its kind in a link. Numbers are never used again for something else.
    fn number(&self) -> u8 {
        match self {
            Linked::Position { .. } => 1,
            Linked::Lesson { .. } => 2,
            Linked::Puzzles { .. } => 3,
        }
    }

    /// # Errors
    /// What it cannot be: `UnknownVariant`, `BadPosition`, `IllegalMove`, `BadParams`.
    fn check(&self) -> Result<(), ApiError> {
        let bad = |what: &str| Err(ApiError::new(ErrorKind::BadParams, what.to_owned()));
        match self {
            Linked::Position { variant, fen, moves } => {
                if moves.len() > LONGEST_LINE {
                    return bad("a line too long for a link");
                }
                let mut position = convert::position(convert::variant(variant)?, fen)?;
                for text in moves {
                    let mv = movetext::read(&position, text)
                        .map_err(|e| ApiError::new(ErrorKind::IllegalMove, e.to_string()))?;
                    position.play_unchecked(&mv);
                }
                Ok(())
            }
            Linked::Lesson { id } if id.is_empty() => bad("a link to no lesson"),
            Linked::Lesson { .. } => Ok(()),
            Linked::Puzzles { ids, .. } if ids.is_empty() || ids.len() > MOST_PUZZLES => {
                bad("a link has 1 to 60 puzzles")
            }
            Linked::Puzzles { variant, .. } => convert::variant(variant).map(drop),
        }
    }
}

fn failed(error: LinkError) -> ApiError {
    let kind = match error {
        LinkError::Damaged => ErrorKind::LinkDamaged,
        LinkError::Foreign => ErrorKind::LinkForeign,
        LinkError::Newer => ErrorKind::LinkNewer,
        LinkError::TooLong => ErrorKind::BadParams,
    };
    ApiError::new(kind, error.to_string())
}

impl Call for MakeLink {
    type Reply = LinkView;

    fn run(self, _: &mut App) -> Result<LinkView, ApiError> {
        self.what.check()?;
        let content =
            serde_json::to_vec(&self.what).map_err(|e| ApiError::new(ErrorKind::Internal, e.to_string()))?;
        let code = envelope::seal(self.what.number(), &content).map_err(failed)?;
        Ok(LinkView { code })
    }
}

impl Call for OpenLink {
    type Reply = Linked;

    fn run(self, _: &mut App) -> Result<Linked, ApiError> {
        let (kind, content) = envelope::open(&self.link).map_err(failed)?;
        if !(1..=3).contains(&kind) {
            return Err(failed(LinkError::Newer));
        }
        let what: Linked = serde_json::from_slice(&content).map_err(|_| failed(LinkError::Damaged))?;
        // The checksum is right: who wrote it knows a game that is not known here, or it was made by hand.
        what.check().map_err(|e| match e.kind {
            ErrorKind::UnknownVariant => failed(LinkError::Newer),
            _ => failed(LinkError::Damaged),
        })?;
        Ok(what)
    }
}
