//! What goes in and out of the calls that find, show and edit games.
use super::marks::MarkView;
use crate::views::{BoardView, PositionView, SideView, Squares, VariantKey, view};
use serde::{Deserialize, Serialize};

view! {
    /// How a stored game ended.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameResult"))]
    pub enum GameResultView {
        WhiteWins,
        BlackWins,
        Draw,
        /// Given as lost to both sides (0-0).
        BothLose,
        /// Unknown, or not over ("*").
        Open,
    }
}
view! {
    /// What a square of a pattern must hold.
    pub enum PatternContent { Empty, Occupied, Man, King, White, WhiteMan, WhiteKing, Black, BlackMan, BlackKing }
}
view! {
    /// One given square of a pattern.
    pub struct PatternSquare { pub square: u8, pub content: PatternContent }
}
view! {
    /// What a manoeuvre does.
    pub enum ManoeuvreKind {
        /// One move takes at least `least` pieces.
        Takes,
        /// At least `least` pieces are given before the first is taken back, and no plain exchange comes of it.
        Gives,
        /// A man is crowned.
        Crowns,
        /// One piece stands on `squares` one after another.
        Route,
    }
}
view! {
    /// Something that is done in a game.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct Manoeuvre {
        pub kind: ManoeuvreKind,
        /// By whom; either side where it is absent.
        pub side: Option<SideView>,
        /// 1 where it is absent.
        pub least: Option<u8>,
        /// Where the move that takes or crowns begins and ends.
        pub from: Option<u8>,
        pub to: Option<u8>,
        /// Of a route: 2 to 16.
        pub squares: Option<Squares>,
    }
}
view! {
    /// How many men and kings each side has.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Ending"))]
    pub struct EndingView { pub white_men: u8, pub white_kings: u8, pub black_men: u8, pub black_kings: u8 }
}
view! {
    /// Which games to show: every field that is given must hold. Names are found by a part of them, whatever the
    /// accents and capitals.
    #[derive(Default)]
    #[cfg_attr(test, ts(optional_fields = nullable))]
    #[serde(default)]
    pub struct LibraryFilter {
        /// A player of either colour.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub player: Option<String>,
        /// The other player, of either colour too: games between the two.
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
        /// Key of an opening, see `openings`.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub opening: Option<String>,
        /// Fewest and most plies (a move of one side).
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub plies_from: Option<u32>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub plies_to: Option<u32>,
        /// The material at the end of the main line, from either side.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub ending: Option<EndingView>,
        /// Key of a theme that the main line holds ("turkish-stroke"), see `libraryState`.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub theme: Option<String>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub collection: Option<i64>,
        /// The games that came from one import.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub source: Option<i64>,
        /// Only games played in this app (true), or only the others (false).
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub played: Option<bool>,
        /// This exact position (FEN, with the side to move; of `variant`, else international), reached by any moves.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub position: Option<String>,
        /// All these squares so in one position of the main line, of `variant`, else international.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub pattern: Option<Vec<PatternSquare>>,
        /// In the same position at least one of these squares so.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub pattern_or: Option<Vec<PatternSquare>>,
        /// And none of these.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub pattern_exclude: Option<Vec<PatternSquare>>,
        /// Whose move it is there.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub turn: Option<SideView>,
        /// The fewest and the most pieces of each kind there.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub fewest: Option<EndingView>,
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub most: Option<EndingView>,
        /// It is done in the main line, beginning in the position that is asked for above, where one is.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub manoeuvre: Option<Manoeuvre>,
        /// All of these also with the colours exchanged and the board turned; only as they are where it is false.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub mirrored: Option<bool>,
        /// A part of a comment, whatever its accents and capitals.
        #[cfg_attr(feature = "uniffi", uniffi(default = None))]
        pub comment: Option<String>,
    }
}
view! {
    /// The order of a list.
    #[derive(Default)]
    pub enum LibraryOrder {
        /// Last stored first.
        #[default]
        Added,
        /// Latest date first, games without a date last.
        Date,
    }
}
view! {
    /// `findGames {filter, order}` → `SearchView`: begins a search. Go on with `findMore` until it is done;
    /// `foundGames` shows what there is so far. The app keeps the last four searches.
    pub struct FindGames { pub filter: LibraryFilter, #[serde(default)] pub order: LibraryOrder }
}
view! {
    /// How far a search is.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameSearch"))]
    pub struct SearchView {
        pub search: u32,
        /// Games found so far: rows 0 to found - 1 can be shown, and keep their places.
        pub found: u32,
        pub done: bool,
        /// 0 to 1.
        pub progress: f64,
    }
}
view! {
    /// `findMore {search}` → `SearchView`: looks on for some milliseconds. `notFound` where the app no longer has it.
    pub struct FindMore { pub search: u32 }
}
view! {
    /// `foundGames {search, from, limit}` → `LibraryRow[]` by place in the list, 0 first, at most 500. A game deleted
    /// meanwhile is left out.
    pub struct FoundGames { pub search: u32, pub from: u32, pub limit: u32 }
}
view! {
    /// A game in one line.
    pub struct LibraryRow {
        pub id: i64,
        /// Its place in the list.
        pub place: u32,
        /// None: a game that this version does not know.
        pub variant: Option<VariantKey>,
        /// Empty where unknown; a very long name is cut, and ends in "…". The whole one is in the game's tags.
        pub white: String,
        pub black: String,
        pub event: String,
        /// "1998.05.03", "1998" where the rest is unknown, empty where all is.
        pub date: String,
        pub result: GameResultView,
        pub plies: u32,
        /// Key of the opening, where it has a name.
        pub opening: Option<String>,
        pub ending: EndingView,
        /// Keys of its themes.
        pub themes: Vec<String>,
        /// It has variations, comments or signs.
        pub annotated: bool,
        /// It was played in this app: `game {id}` opens it for play.
        pub played: bool,
        /// Where the search asks for a position, a pattern or a manoeuvre: after how many plies it comes, or begins, first.
        pub at: Option<u32>,
        /// There the colours are exchanged and the board is turned.
        pub turned: bool,
        /// What stands there, to look at.
        pub position: Option<PositionView>,
    }
}
view! {
    /// `libraryState {}` → `LibraryStateView`: what there is to look through.
    pub struct LibraryState {}
}
view! {
    /// What the library holds.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LibraryStatus"))]
    pub struct LibraryStateView {
        /// Games that can be listed: neither deleted nor begun here without a move.
        pub games: u32,
        /// Games that the position index has; the others are looked through one by one.
        pub indexed: u32,
        /// The variants of which there are games.
        pub variants: Vec<VariantKey>,
        /// Keys of all themes that can be looked for.
        pub themes: Vec<String>,
        /// Bytes of the store's file.
        pub bytes: f64,
        /// Deletions that can be undone, newest first.
        pub deletions: Vec<DeletionView>,
    }
}
view! {
    /// `libraryNames {kind, text, limit}` → `NameView[]`: names that hold the text; of a very long one the beginning.
    pub struct LibraryNames { pub kind: NameKind, pub text: String, pub limit: u32 }
}
view! {
    /// Whose names are looked for.
    pub enum NameKind { Player, Event }
}
view! {
    /// A name.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LibraryName"))]
    pub struct NameView { pub name: String }
}
view! {
    /// `openings {variant, language}` → `OpeningView[]`: the openings that have a name.
    pub struct Openings { pub variant: String, pub language: String }
}
view! {
    /// An opening.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Opening"))]
    pub struct OpeningView {
        pub key: String,
        pub name: String,
        /// "32-28 19-23".
        pub moves: String,
    }
}

view! {
    /// `libraryGame {id}` → `LibraryGameView`: the whole game with its variations.
    pub struct LibraryGame { pub id: i64 }
}
view! {
    /// A tag of a game as its file has it: "Event" and "Tournament A".
    #[cfg_attr(feature = "uniffi", uniffi(name = "PdnTag"))]
    pub struct TagView { pub name: String, pub value: String }
}
view! {
    /// A game as a tree.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameRecord"))]
    pub struct LibraryGameView {
        pub id: i64,
        /// Rises with each change: edits name the one they saw.
        pub revision: u32,
        pub variant: VariantKey,
        pub board: BoardView,
        /// Before the first move, without legal moves.
        pub start: PositionView,
        pub result: GameResultView,
        /// Every tag, the seven of the roster first.
        pub tags: Vec<TagView>,
        /// Text before the first move.
        pub comment: String,
        /// Arrows and rings on the position before the first move.
        pub marks: Vec<MarkView>,
        /// The moves, each before its continuations; a node is named by its place in this list.
        pub nodes: Vec<NodeView>,
        /// The nodes that begin the game: the main line first, then other first moves.
        pub first: Vec<u32>,
        /// Text behind the start that could not be read as moves.
        pub unread: Option<String>,
        /// A note of the person's own, not part of the game's text.
        pub note: String,
        /// Collections that hold it.
        pub collections: Vec<i64>,
        /// It was played in this app.
        pub played: bool,
        /// It is still being played in this app: it can be read and drawn on, and edited when it is over.
        pub going_on: bool,
        /// An edit of this game can be undone.
        pub can_undo: bool,
        /// It is what the person means to play with this colour.
        pub repertoire: Option<SideView>,
    }
}
view! {
    /// A move of a game with what hangs on it.
    #[cfg_attr(feature = "uniffi", uniffi(name = "MoveNode"))]
    pub struct NodeView {
        /// The node before; absent for a first move.
        pub parent: Option<u32>,
        /// What can follow: the main continuation first, then its variations.
        pub next: Vec<u32>,
        /// Moves played before it.
        pub ply: u32,
        /// The move's number as printed, and whether it is the second of the two.
        pub number: u32,
        pub second: bool,
        /// "32-28".
        pub notation: String,
        /// Origin, landings, target: what a board animates.
        pub path: Squares,
        pub captured: Squares,
        /// Signs as typed behind the move: "!", "?*", "+1".
        pub signs: String,
        /// Numbered glyphs that are none of those signs.
        pub nags: Vec<u16>,
        /// Text before the move (only where a line begins) and after it.
        pub before: String,
        pub comment: String,
        /// Arrows and rings on the position after the move.
        pub marks: Vec<MarkView>,
        /// What is left on the clock of the side that moved, or what it has used ("0:59:58"), as the file says.
        pub clock: Option<String>,
        /// No move but a position set up in mid-game: its FEN. Then the fields of a move are empty.
        pub setup: Option<String>,
        /// Text of the rest of this line that could not be read as moves.
        pub unread: Option<String>,
    }
}
view! {
    /// `libraryPosition {id, node?}` → `PositionView` after that node's move (without one, before the first move),
    /// with its legal moves.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct LibraryPosition { pub id: i64, pub node: Option<u32> }
}
view! {
    /// `editGame {id, revision, edit}` → `EditedView`. `stale` where the game was changed since.
    pub struct EditGame { pub id: i64, pub revision: u32, pub edit: EditView }
}
view! {
    /// `undoEdit {id, revision}` → `LibraryGameView` as it was before the last edit.
    pub struct UndoEdit { pub id: i64, pub revision: u32 }
}
view! {
    /// The game after an edit.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EditedGame"))]
    pub struct EditedView {
        pub game: LibraryGameView,
        /// The node that the edit is about, by its place now.
        pub node: Option<u32>,
    }
}
/// One change of a game; a node is absent where the start of the game is meant.
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
    /// The text after a move, or before the game; empty takes it away.
    Comment {
        /// The move.
        node: Option<u32>,
        /// The text.
        text: String,
    },
    /// The signs of a move as typed ("!", "?*", "+1"), instead of those it has; empty takes them away.
    Signs {
        /// The move.
        node: u32,
        /// The signs.
        signs: String,
    },
    /// The arrows and rings on the position after a move, or before the game, instead of those it has; at most 200.
    Marks {
        /// The move.
        node: Option<u32>,
        /// All of them.
        marks: Vec<MarkView>,
    },
    /// A move played after a node: a variation where another move stands there already; where it is there, nothing
    /// but its node is answered.
    Play {
        /// The move before.
        node: Option<u32>,
        /// Origin, landings, target; landings may be left out.
        path: Squares,
    },
    /// Takes a move and everything after it away.
    Cut {
        /// The move.
        node: u32,
    },
    /// Makes a variation the main continuation at its place.
    Promote {
        /// The variation's move.
        node: u32,
    },
    /// Sets a tag, or takes it away where there is no value.
    Tag {
        /// Its name, "Event".
        name: String,
        /// Its value.
        value: Option<String>,
    },
    /// Sets the result.
    Result {
        /// The result.
        result: GameResultView,
    },
}
view! {
    /// `addGame {variant, fen?, white, black}` → `LibraryGameView`: an empty game to enter moves into.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct AddGame { pub variant: String, pub fen: Option<String>, pub white: String, pub black: String }
}
view! {
    /// `beginAnalysis {variant, fen?, text?, game?}` → `LibraryGameView`: a game of one's own to analyse in, with the tag Mode
    /// "analysis": from the first game of a PDN text, from a copy of a game of the library with all that is written in it (`goingOn` for a
    /// serious one that is still played), from a position, or from the start of the game. `badPosition` where the text holds no game.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct BeginAnalysis {
        pub variant: String,
        pub fen: Option<String>,
        pub text: Option<String>,
        pub game: Option<i64>,
    }
}
view! {
    /// Games put together by the person.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Collection"))]
    pub struct CollectionView { pub id: i64, pub name: String, pub games: u32 }
}
view! {
    /// Games deleted together. They can be had back until `emptyTrash`, or until 30 days have passed.
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
