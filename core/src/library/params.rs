//! Parameters and views of the calls that find, show and edit games.
use super::marks::MarkView;
use crate::views::{BoardView, PositionView, SideView, Squares, VariantKey, view};
use serde::{Deserialize, Serialize};

view! {
    /// Result of a stored game.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameResult"))]
    pub enum GameResultView {
        WhiteWins,
        BlackWins,
        Draw,
        /// Both sides lose (0-0).
        BothLose,
        /// Unknown or unfinished ("*").
        Open,
    }
}
view! {
    /// Kind of an entry of the library. Lists and statistics have games only, unless a filter names another kind.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameKind"))]
    pub enum GameKindView { Game, Analysis, Repertoire }
}
view! {
    /// Required content of a square in a pattern.
    pub enum PatternContent { Empty, Occupied, Man, King, White, WhiteMan, WhiteKing, Black, BlackMan, BlackKing }
}
view! {
    /// A square of a pattern.
    pub struct PatternSquare { pub square: u8, pub content: PatternContent }
}
view! {
    /// Kind of manoeuvre.
    pub enum ManoeuvreKind {
        /// A move captures at least `least` pieces.
        Takes,
        /// A sacrifice of at least `least` pieces before the first recapture that is not a plain exchange.
        Gives,
        /// A man is crowned.
        Crowns,
        /// A piece visits `squares` in order.
        Route,
    }
}
view! {
    /// A manoeuvre to search for.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct Manoeuvre {
        pub kind: ManoeuvreKind,
        /// Side that makes it; absent for either side.
        pub side: Option<SideView>,
        /// Minimum number of pieces; 1 if absent.
        pub least: Option<u8>,
        /// Origin and target of the capturing or crowning move.
        pub from: Option<u8>,
        pub to: Option<u8>,
        /// Squares of a route: 2 to 16.
        pub squares: Option<Squares>,
    }
}
view! {
    /// Number of men and kings of each side.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Ending"))]
    pub struct EndingView { pub white_men: u8, pub white_kings: u8, pub black_men: u8, pub black_kings: u8 }
}
view! {
    /// Filter for games: all given fields must match. Names match by a part, regardless of accents and case.
    #[derive(Default)]
    #[cfg_attr(test, ts(optional_fields = nullable))]
    #[serde(default)]
    pub struct LibraryFilter {
        /// A player of either colour.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub player: Option<String>,
        /// The other player, of either colour.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub opponent: Option<String>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub white: Option<String>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub black: Option<String>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub event: Option<String>,
        /// First and last year.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub year_from: Option<u16>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub year_to: Option<u16>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub result: Option<GameResultView>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub variant: Option<VariantKey>,
        /// Key of an opening; see `openings`.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub opening: Option<String>,
        /// Minimum and maximum number of plies.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub plies_from: Option<u32>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub plies_to: Option<u32>,
        /// Material at the end of the main line, for either colour.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub ending: Option<EndingView>,
        /// Key of a theme of the main line ("turkish-stroke"); see `libraryState`.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub theme: Option<String>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub collection: Option<i64>,
        /// Games of one import.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub source: Option<i64>,
        /// `true` for games played in this app, `false` for all others.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub played: Option<bool>,
        /// An exact position (FEN with side to move; of `variant`, or else international) reached by any moves.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub position: Option<String>,
        /// Squares that must all match in one position of the main line (of `variant`, or else international).
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub pattern: Option<Vec<PatternSquare>>,
        /// Squares of which at least one must match in that position.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub pattern_or: Option<Vec<PatternSquare>>,
        /// Squares of which none may match.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub pattern_exclude: Option<Vec<PatternSquare>>,
        /// Side to move in that position.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub turn: Option<SideView>,
        /// Minimum and maximum number of pieces of each kind.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub fewest: Option<EndingView>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub most: Option<EndingView>,
        /// A manoeuvre in the main line that starts in a position matching the fields above.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub manoeuvre: Option<Manoeuvre>,
        /// Also matches with colours exchanged and the board turned, unless `false`.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub mirrored: Option<bool>,
        /// Part of a comment, regardless of accents and case.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub comment: Option<String>,
        /// If absent, games only; but every kind of a collection or an import.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub kind: Option<GameKindView>,
    }
}
view! {
    /// Order of a list. Games of which the field is unknown come last.
    #[derive(Default)]
    pub enum LibraryOrder {
        /// Last stored first.
        #[default]
        Added,
        /// Latest date first.
        Date,
        /// By name, from A to Z.
        White,
        Black,
        Event,
        /// Won by White, drawn, won by Black.
        Result,
        Opening,
        /// Longest first.
        Length,
    }
}
view! {
    /// `findGames {filter, order, reversed?}` → `SearchView`: starts a search. Call `findMore` until `done`; `foundGames`
    /// returns the rows so far. The app keeps the last four searches.
    pub struct FindGames {
        pub filter: LibraryFilter,
        #[serde(default)]
        pub order: LibraryOrder,
        /// Turns the order round.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        pub reversed: bool,
    }
}
view! {
    /// Progress of a search.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameSearch"))]
    pub struct SearchView {
        pub search: u32,
        /// Number of games found: rows 0 to `found` - 1 can be shown and keep their places.
        pub found: u32,
        pub done: bool,
        /// Progress from 0 to 1.
        pub progress: f64,
    }
}
view! {
    /// `findMore {search}` → `SearchView`: searches for some more milliseconds. `notFound` if the app no longer has
    /// the search.
    pub struct FindMore { pub search: u32 }
}
view! {
    /// `foundGames {search, from, limit}` → `LibraryRow[]`: rows from index `from`, at most 500. Games deleted since
    /// are omitted.
    pub struct FoundGames { pub search: u32, pub from: u32, pub limit: u32 }
}
view! {
    /// Summary of a game.
    pub struct LibraryRow {
        pub id: i64,
        /// Index in the list.
        pub place: u32,
        /// Variant; absent if this version does not know it.
        pub variant: Option<VariantKey>,
        /// Names, empty if unknown. A very long name is cut and ends in "…"; the game's tags have all of it.
        pub white: String,
        pub black: String,
        pub event: String,
        /// Round and ratings as written; empty if unknown.
        pub round: String,
        pub white_rating: String,
        pub black_rating: String,
        /// "1998.05.03", "1998" if only the year is known, or empty.
        pub date: String,
        pub result: GameResultView,
        pub plies: u32,
        /// Key of the opening, if it is named.
        pub opening: Option<String>,
        pub ending: EndingView,
        /// Keys of its themes.
        pub themes: Vec<String>,
        /// `true` if it has variations, comments or signs.
        pub annotated: bool,
        /// `true` if it was played in this app: `game {id}` opens it for play.
        pub played: bool,
        pub kind: GameKindView,
        /// First ply of the wanted position, pattern or manoeuvre, if any.
        pub at: Option<u32>,
        /// `true` if it matches with colours exchanged and the board turned.
        pub turned: bool,
        /// The matching position, without legal moves.
        pub position: Option<PositionView>,
    }
}
view! {
    /// `libraryState {}` → `LibraryStateView`.
    pub struct LibraryState {}
}
view! {
    /// Contents of the library.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LibraryStatus"))]
    pub struct LibraryStateView {
        /// Number of listed games: neither deleted nor begun here without a move.
        pub games: u32,
        /// Number of analyses, and of repertoires.
        pub analyses: u32,
        pub repertoires: u32,
        /// Number of indexed games; the others are searched one by one.
        pub indexed: u32,
        /// Variants with games.
        pub variants: Vec<VariantKey>,
        /// Keys of all themes.
        pub themes: Vec<String>,
        /// Size of the store's file in bytes.
        pub bytes: f64,
        /// Deletions that can be undone, newest first.
        pub deletions: Vec<DeletionView>,
    }
}
view! {
    /// `libraryNames {kind, text, limit}` → `NameView[]`: names that contain the text; long names are shortened.
    pub struct LibraryNames { pub kind: NameKind, pub text: String, pub limit: u32 }
}
view! {
    /// Kind of name.
    pub enum NameKind { Player, Event }
}
view! {
    /// A name.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LibraryName"))]
    pub struct NameView { pub name: String }
}
view! {
    /// `openings {variant, language}` → `OpeningView[]`: named openings.
    pub struct Openings { pub variant: String, pub language: String }
}
view! {
    /// A named opening.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Opening"))]
    pub struct OpeningView {
        pub key: String,
        pub name: String,
        /// Moves: "32-28 19-23".
        pub moves: String,
    }
}

view! {
    /// `libraryGame {id}` → `LibraryGameView`: a game with its variations.
    pub struct LibraryGame { pub id: i64 }
}
view! {
    /// A PDN tag: "Event" and "Tournament A".
    #[cfg_attr(feature = "uniffi", uniffi(name = "PdnTag"))]
    pub struct TagView { pub name: String, pub value: String }
}
view! {
    /// A game as a tree of moves.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameRecord"))]
    pub struct LibraryGameView {
        pub id: i64,
        /// Increases with each change; edits pass the revision that they saw.
        pub revision: u32,
        pub variant: VariantKey,
        pub board: BoardView,
        /// Start position without legal moves.
        pub start: PositionView,
        pub result: GameResultView,
        /// All tags, the seven of the roster first.
        pub tags: Vec<TagView>,
        /// Comment before the first move.
        pub comment: String,
        /// Arrows and rings on the start position.
        pub marks: Vec<MarkView>,
        /// Moves, each before its continuations. A node's index in this list is its id.
        pub nodes: Vec<NodeView>,
        /// First moves: the main line first, then the variations.
        pub first: Vec<u32>,
        /// Text after the start that could not be read as moves.
        pub unread: Option<String>,
        /// The person's note, not part of the game.
        pub note: String,
        /// Collections with the game.
        pub collections: Vec<i64>,
        /// `true` if it was played in this app.
        pub played: bool,
        /// `true` while it is being played in this app: it can be read and drawn on, but not edited.
        pub going_on: bool,
        /// `true` if an edit can be undone.
        pub can_undo: bool,
        /// The colour for which it is the person's repertoire.
        pub repertoire: Option<SideView>,
        /// The person's side in a finished game: against the computer, or by name.
        pub own: Option<SideView>,
        /// Key of the computer's level, or of the engine, in a game against it; null in other games.
        pub level: Option<String>,
    }
}
view! {
    /// A move with its comments.
    #[cfg_attr(feature = "uniffi", uniffi(name = "MoveNode"))]
    pub struct NodeView {
        /// Previous node; absent for a first move.
        pub parent: Option<u32>,
        /// Next nodes: the main continuation first, then variations.
        pub next: Vec<u32>,
        /// Number of moves before it.
        pub ply: u32,
        /// Printed move number, and whether it is the second move of the pair.
        pub number: u32,
        pub second: bool,
        /// Notation: "32-28".
        pub notation: String,
        /// Origin, landing squares and target, for the animation.
        pub path: Squares,
        pub captured: Squares,
        /// Signs after the move: "!", "?*", "+1".
        pub signs: String,
        /// Numeric glyphs without a sign.
        pub nags: Vec<u16>,
        /// Comment before the move (only at the start of a line) and after it.
        pub before: String,
        pub comment: String,
        /// Arrows and rings on the position after the move.
        pub marks: Vec<MarkView>,
        /// Time left or used by the side that moved ("0:59:58"), as in the file.
        pub clock: Option<String>,
        /// FEN of a position set up during the game. The fields of a move are empty then.
        pub setup: Option<String>,
        /// Rest of the line that could not be read as moves.
        pub unread: Option<String>,
    }
}
view! {
    /// `libraryPosition {id, node?}` → `PositionView`: position after a node's move, or the start position, with its
    /// legal moves.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct LibraryPosition { pub id: i64, pub node: Option<u32> }
}
view! {
    /// `editGame {id, revision, edit}` → `EditedView`; `stale` if the game has changed since.
    pub struct EditGame { pub id: i64, pub revision: u32, pub edit: EditView }
}
view! {
    /// `undoEdit {id, revision}` → `LibraryGameView`: undoes the last edit.
    pub struct UndoEdit { pub id: i64, pub revision: u32 }
}
view! {
    /// The game after an edit.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EditedGame"))]
    pub struct EditedView {
        pub game: LibraryGameView,
        /// Node that the edit concerns, by its new index.
        pub node: Option<u32>,
    }
}
/// An edit of a game. Without a node it concerns the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    test,
    derive(ts_rs::TS),
    ts(export_to = "types.ts", optional_fields = nullable)
)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "uniffi", uniffi(name = "GameEdit"))]
pub enum EditView {
    /// Sets the comment after a move or before the game; empty text deletes it.
    Comment {
        /// The move.
        node: Option<u32>,
        /// The text.
        text: String,
    },
    /// Replaces the signs of a move ("!", "?*", "+1"); empty text deletes them.
    Signs {
        /// The move.
        node: u32,
        /// The signs.
        signs: String,
    },
    /// Replaces the arrows and rings on a position; at most 200.
    Marks {
        /// The move.
        node: Option<u32>,
        /// The new drawings.
        marks: Vec<MarkView>,
    },
    /// Adds a move after a node, as a variation if another move follows it. If the move exists, only its node is
    /// returned.
    Play {
        /// The previous move.
        node: Option<u32>,
        /// Origin, landing squares, target; landing squares are optional.
        path: Squares,
    },
    /// Deletes a move with its continuations.
    Cut {
        /// The move.
        node: u32,
    },
    /// Makes a variation the main continuation.
    Promote {
        /// The variation's move.
        node: u32,
    },
    /// Sets a tag, or deletes it without a value.
    Tag {
        /// Name of the tag: "Event".
        name: String,
        /// Value of the tag.
        value: Option<String>,
    },
    /// Sets the result.
    Result {
        /// The result.
        result: GameResultView,
    },
}
view! {
    /// `addGame {variant, fen?, white, black}` → `LibraryGameView`: a new game without moves.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct AddGame { pub variant: String, pub fen: Option<String>, pub white: String, pub black: String }
}
view! {
    /// `beginAnalysis {variant, fen?, text?, game?}` → `LibraryGameView`: a new game for analysis, with the tag Mode
    /// "analysis": from the first game of a PDN text, a copy of a library game (`goingOn` for a serious game still
    /// being played), a position, or the start position. `badPosition` if the text holds no game.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct BeginAnalysis {
        pub variant: String,
        pub fen: Option<String>,
        pub text: Option<String>,
        pub game: Option<i64>,
    }
}
view! {
    /// A collection of games.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Collection"))]
    pub struct CollectionView { pub id: i64, pub name: String, pub games: u32 }
}
view! {
    /// Games deleted together. They can be restored for 30 days, unless `emptyTrash` deletes them.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Deletion"))]
    pub struct DeletionView {
        pub id: i64,
        pub games: u32,
        /// Milliseconds since 1970.
        pub at: f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_reads_as_it_is_written() {
        for text in [
            r#"{"kind":"comment","node":null,"text":"so"}"#,
            r#"{"kind":"signs","node":3,"signs":"!"}"#,
            r#"{"kind":"marks","node":3,"marks":[]}"#,
            r#"{"kind":"play","node":3,"path":[32,28]}"#,
            r#"{"kind":"cut","node":3}"#,
            r#"{"kind":"promote","node":3}"#,
            r#"{"kind":"tag","name":"Event","value":null}"#,
            r#"{"kind":"result","result":"draw"}"#,
        ] {
            let edit: EditView = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&edit).unwrap(), text);
        }
        let sparse: EditView = serde_json::from_str(r#"{"kind":"tag","name":"Event"}"#).unwrap();
        assert!(matches!(sparse, EditView::Tag { value: None, .. }));
        for text in [
            r#"{"kind": "cut"}"#,
            r#"{"kind": "comment", "node": 3}"#,
            r#"{"kind": "other"}"#,
            r#"{"node": 3}"#,
        ] {
            assert!(serde_json::from_str::<EditView>(text).is_err(), "{text}");
        }
    }
}
