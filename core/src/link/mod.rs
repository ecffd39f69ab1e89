//! Links that carry a position with a line, a lesson or puzzles to another device. The core makes and reads them; the front
//! end chooses the form: an address, `damier://` or a QR code.
//!
//! A content is a list of parts with zero bytes between them. Kind 1: variant, FEN, moves in the store's format. Kind 2: id of a
//! lesson. Kind 3: variant, ids of puzzles. Kind 4: variant, lowest and highest rating, themes. Kind 5: line of a correspondence
//! game (`correspondence/letter.rs`). Kind 6: a composed lesson as JSON.
mod envelope;

use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::learn::LessonDraft;
use crate::views::view;
use damier_store::tree::{self, KeptMove};
use draughts::Variant;
use draughts::notation::movetext;
use envelope::LinkError;
use serde::{Deserialize, Serialize};

/// Kind of a correspondence game's line.
const LETTER: u8 = 5;
/// Maximum number of plies in a link.
const LONGEST_LINE: usize = 600;
/// Maximum number of themes.
const MOST_THEMES: usize = 20;
/// Maximum number of puzzles.
const MOST_PUZZLES: usize = 60;

/// Content of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Linked {
    /// A position with a line.
    Position {
        /// Key of the variant.
        variant: String,
        /// Start position.
        fen: String,
        /// Moves: "32-28".
        moves: Vec<String>,
    },
    /// A lesson.
    Lesson {
        /// Its id: "mazette".
        id: String,
    },
    /// Puzzles to solve in order.
    Puzzles {
        /// Key of the variant.
        variant: String,
        /// Their ids.
        ids: Vec<String>,
    },
    /// The line of a correspondence game, for `receiveLine`.
    Letter {
        /// The code of the link.
        line: String,
    },
    /// A composed lesson, for `composeLesson`.
    Composed {
        /// The lesson.
        draft: LessonDraft,
    },
    /// A mix of puzzles by theme and rating.
    Mix {
        /// Key of the variant.
        variant: String,
        /// Keys of the themes; empty for all.
        themes: Vec<String>,
        /// Lowest rating.
        from: u16,
        /// Highest rating.
        to: u16,
    },
}

view! {
    /// `makeLink {what}` → `LinkView`. `badParams` if the content is too long; illegal positions and moves are
    /// refused.
    pub struct MakeLink { pub what: Linked }
}
view! {
    /// A link: its code, for `#/link/` or `damier://link/`.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LinkCode"))]
    pub struct LinkView { pub code: String }
}
view! {
    /// `openLink {link}` → `Linked`: reads a code or an address. `linkDamaged`, `linkForeign` or `linkNewer` if it is
    /// invalid.
    pub struct OpenLink { pub link: String }
}

impl Linked {
    /// Number of the kind in a link. Numbers are never reused.
    fn number(&self) -> u8 {
        match self {
            Linked::Position { .. } => 1,
            Linked::Lesson { .. } => 2,
            Linked::Puzzles { .. } => 3,
            Linked::Mix { .. } => 4,
            Linked::Letter { .. } => LETTER,
            Linked::Composed { .. } => 6,
        }
    }

    /// # Errors
    /// `UnknownVariant`, `BadPosition`, `IllegalMove` or `BadParams` if the content is invalid.
    fn write(&self) -> Result<Vec<u8>, ApiError> {
        let bad = |what: &str| Err(ApiError::new(ErrorKind::BadParams, what.to_owned()));
        match self {
            Linked::Position { variant, fen, moves } => {
                if moves.len() > LONGEST_LINE {
                    return bad("the line is too long for a link");
                }
                let variant = convert::variant(variant)?;
                let mut position = convert::position(variant, fen)?;
                let start = draughts::notation::fen::write(&position);
                let mut kept = Vec::new();
                for text in moves {
                    let mv = movetext::read(&position, text)
                        .map_err(|e| ApiError::new(ErrorKind::IllegalMove, e.to_string()))?;
                    kept.push(KeptMove::of(&mv, &position.legal_moves()));
                    position.play_unchecked(&mv);
                }
                let mut bytes = joined([variant.key(), &start, ""]);
                bytes.extend(tree::write(&kept));
                Ok(bytes)
            }
            Linked::Letter { line } => match read_letter(line)? {
                Some(content) => Ok(content),
                None => bad("this is not the line of a correspondence game"),
            },
            Linked::Composed { draft } => {
                let draft = LessonDraft {
                    id: None,
                    ..draft.clone()
                };
                serde_json::to_vec(&draft).map_err(|e| ApiError::new(ErrorKind::BadParams, e.to_string()))
            }
            Linked::Lesson { id } if id.is_empty() => bad("the id of the lesson is empty"),
            Linked::Lesson { id } => Ok(id.clone().into_bytes()),
            Linked::Puzzles { ids, .. } if ids.is_empty() || ids.len() > MOST_PUZZLES => {
                bad("a link has 1 to 60 puzzles")
            }
            Linked::Puzzles { variant, ids } => {
                let key = convert::variant(variant)?.key();
                Ok(joined(std::iter::once(key).chain(ids.iter().map(String::as_str))))
            }
            Linked::Mix {
                variant,
                themes,
                from,
                to,
            } => {
                if from > to || themes.len() > MOST_THEMES {
                    return bad("a mix has a lower and a higher rating, and at most 20 themes");
                }
                let key = convert::variant(variant)?.key();
                let (from, to) = (from.to_string(), to.to_string());
                let parts = [key, &from, &to].into_iter();
                Ok(joined(parts.chain(themes.iter().map(String::as_str))))
            }
        }
    }

    /// Reads a content of this kind. Its checksum was right, so an invalid content was made by hand or by a newer
    /// version.
    fn read(kind: u8, content: &[u8]) -> Result<Linked, LinkError> {
        if kind == LETTER {
            // Binary: `receiveLine` reads it.
            let line = envelope::seal(LETTER, content)?;
            return Ok(Linked::Letter { line });
        }
        if kind == 6 {
            let draft = serde_json::from_slice(content).map_err(|_| LinkError::Newer)?;
            return Ok(Linked::Composed { draft });
        }
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| LinkError::Damaged);
        let mut parts = content.splitn(if kind == 1 { 3 } else { usize::MAX }, |byte| *byte == 0);
        let first = text(parts.next().unwrap_or_default())?;
        let of = |key: &str| key.parse::<Variant>().map_err(|_| LinkError::Newer);
        match kind {
            1 => {
                let variant = of(&first)?;
                let fen = text(parts.next().ok_or(LinkError::Damaged)?)?;
                let mut position = convert::position(variant, &fen).map_err(|_| LinkError::Damaged)?;
                let line = parts.next().and_then(|bytes| tree::read(bytes).ok());
                let mut moves = Vec::new();
                for kept in line.ok_or(LinkError::Damaged)? {
                    let mv = kept.among(&position.legal_moves()).ok_or(LinkError::Damaged)?;
                    moves.push(movetext::write(&position, &mv));
                    position.play_unchecked(&mv);
                }
                Ok(Linked::Position {
                    variant: first,
                    fen,
                    moves,
                })
            }
            2 => Ok(Linked::Lesson { id: first }),
            3 => {
                of(&first)?;
                let ids = parts.map(text).collect::<Result<_, _>>()?;
                Ok(Linked::Puzzles { variant: first, ids })
            }
            4 => {
                of(&first)?;
                let mut rating = || -> Result<u16, LinkError> {
                    let part = text(parts.next().ok_or(LinkError::Damaged)?)?;
                    part.parse().map_err(|_| LinkError::Damaged)
                };
                let (from, to) = (rating()?, rating()?);
                let themes = parts.map(text).collect::<Result<_, _>>()?;
                Ok(Linked::Mix {
                    variant: first,
                    themes,
                    from,
                    to,
                })
            }
            _ => Err(LinkError::Newer),
        }
    }
}

/// Makes the link of a correspondence game's line.
///
/// # Errors
/// `BadParams` if it is too long.
pub(crate) fn seal_letter(content: &[u8]) -> Result<String, ApiError> {
    envelope::seal(LETTER, content).map_err(failed)
}

/// Reads the line of a correspondence game from a link or a message with one; `None` for another kind of link.
///
/// # Errors
/// `LinkDamaged`, `LinkForeign`, `LinkNewer`.
pub(crate) fn read_letter(text: &str) -> Result<Option<Vec<u8>>, ApiError> {
    let (kind, content) = envelope::open(text).map_err(failed)?;
    Ok((kind == LETTER).then_some(content))
}

/// Joins parts with zero bytes.
fn joined<'a>(parts: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    let parts: Vec<&str> = parts.into_iter().collect();
    parts.join("\0").into_bytes()
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
        let code = envelope::seal(self.what.number(), &self.what.write()?).map_err(failed)?;
        Ok(LinkView { code })
    }
}

impl Call for OpenLink {
    type Reply = Linked;

    fn run(self, _: &mut App) -> Result<Linked, ApiError> {
        let (kind, content) = envelope::open(&self.link).map_err(failed)?;
        Linked::read(kind, &content).map_err(failed)
    }
}
