//! PDN 3.0, the file format of draughts games: a liberal streaming reader and a strict writer. Knows no file and no store.
//!
//! ```
//! use draughts::notation::pdn::{self, PdnSplitter};
//!
//! let mut splitter = PdnSplitter::new();
//! splitter.push(b"[White \"Ada\"]\n1. 32-28 19-23 2. 28x19 14x23 (2... 13x24) *");
//! splitter.finish();
//! while let Some(text) = splitter.next_game() {
//!     let game = pdn::read_game(&text, None);
//!     assert_eq!(game.tags.get("White"), Some("Ada"));
//!     assert_eq!((game.tree.main_moves().count(), game.tree.len()), (4, 6));
//!     assert!(game.whole && game.problems.is_empty());
//! }
//! ```
mod comment;
mod date;
mod encoding;
mod lex;
mod problem;
mod read;
mod result;
mod split;
mod tags;
mod utf16;
mod words;
mod write;

pub use super::game_type::{capture_sign, counts_two, game_type, variant_of, variant_tag};
pub use comment::{Clock, Command, clocks, commands, plain, write_clock};
pub use date::{Date, read_date};
pub use encoding::{Encoding, Reading, UnknownEncoding, is_unicode, readings};
pub use problem::{DEEPEST, PdnError, PdnProblem};
pub use read::{PdnGame, read_first, read_game, read_moves};
pub use result::GameResult;
pub use split::{GameText, LONGEST_COMMENT, LONGEST_GAME, PdnSplitter, Place};
pub(super) use tags::decode;
pub use tags::{HOUSE_RULE, ROSTER, Tags};
pub use write::write_game;
