//! A board, its pieces and the legal moves of a position.
use super::squares::Squares;
use draughts::Variant;
use serde::{Deserialize, Serialize};

/// Lists the games once for both enums, so that the conversions are exhaustive.
macro_rules! variants {
    ($($(#[$meta:meta])* $name:ident,)*) => {
        view! {
            /// A game of the family; in JSON its key: "international".
            #[derive(Hash)]
            #[cfg_attr(feature = "uniffi", uniffi(name = "Variant"))]
            pub enum VariantKey { $($(#[$meta])* $name,)* }
        }

        impl From<Variant> for VariantKey {
            fn from(variant: Variant) -> Self {
                match variant { $(Variant::$name => Self::$name,)* }
            }
        }

        impl From<VariantKey> for Variant {
            fn from(key: VariantKey) -> Self {
                match key { $(VariantKey::$name => Self::$name,)* }
            }
        }
    };
}

variants! {
    /// International draughts on 100 squares.
    International,
    /// Canadian draughts on 144 squares.
    Canadian,
    /// English draughts, American checkers.
    English,
    /// Brazilian draughts: the international game on 64 squares.
    Brazilian,
    /// Russian draughts, shashki.
    Russian,
    /// Italian draughts.
    Italian,
    /// Spanish draughts.
    Spanish,
    /// Turkish draughts on all 64 squares.
    Turkish,
    /// Frisian draughts: captures in eight directions.
    Frisian,
    /// Portuguese draughts: the Spanish game by another name.
    Portuguese,
    /// Czech draughts.
    Czech,
    /// American pool checkers.
    Pool,
    /// Thai draughts, makhos.
    Thai,
    /// Sri Lankan draughts: the Canadian game on the mirrored board.
    Srilankan,
    /// Frysk!: Frisian draughts with five men a side.
    Frysk,
    /// International draughts played to lose.
    Antidraughts,
    /// International draughts for the first king.
    Breakthrough,
    /// Killer draughts: a king stops behind the king it takes last.
    Killer,
}

impl From<VariantKey> for String {
    fn from(key: VariantKey) -> Self {
        Variant::from(key).key().into()
    }
}
view! {
    /// A player's colour.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Side"))]
    pub enum SideView { White, Black }
}
view! {
    /// Kind of piece.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Role"))]
    pub enum RoleView { Man, King }
}
view! {
    /// A piece on its square.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Piece"))]
    pub struct PieceView {
        pub square: u8,
        pub side: SideView,
        pub role: RoleView,
    }
}

/// Place of a square; in JSON a pair of column (from the left) and row (from the top), from 0, with White below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    test,
    derive(ts_rs::TS),
    ts(export_to = "types.ts", type = "[number, number]")
)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[serde(from = "(u8, u8)", into = "(u8, u8)")]
#[cfg_attr(feature = "uniffi", uniffi(name = "BoardPlace"))]
pub struct PlaceView {
    /// Column from the left, from 0.
    pub column: u8,
    /// Row from the top, from 0.
    pub row: u8,
}

impl From<(u8, u8)> for PlaceView {
    fn from((column, row): (u8, u8)) -> Self {
        Self { column, row }
    }
}

impl From<PlaceView> for (u8, u8) {
    fn from(place: PlaceView) -> Self {
        (place.column, place.row)
    }
}
view! {
    /// The board of a variant: enough to draw it, without its rules.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Board"))]
    pub struct BoardView {
        pub columns: u8,
        pub rows: u8,
        /// Place of each playable square, square 1 first.
        pub squares: Vec<PlaceView>,
        /// Label of each square, square 1 first: "1" … "50", or "a1" in algebraic games.
        pub labels: Vec<String>,
        /// Side below by default: the one that moves first.
        pub below: SideView,
        /// `true` if a captured piece leaves the board when it is jumped, `false` if it stays until the move ends.
        pub lifts_at_once: bool,
    }
}
view! {
    /// A legal or played move. Routes with the same ends and captured pieces are one move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Move"))]
    pub struct MoveView {
        pub origin: u8,
        pub target: u8,
        /// The squares of the captured pieces, in the order of the first route.
        pub captured: Squares,
        /// All routes: origin, each landing square, target. A quiet move has one route of two squares.
        pub routes: Vec<Squares>,
        /// Notation: "32-28", "26x37"; with its stops if two captures share both ends.
        pub notation: String,
        /// `true` if the move crowns a man.
        pub promotes: bool,
        /// Landing squares that crown the man on some route: the target, or in games that crown in passing, squares
        /// of the last row. Empty if nothing is crowned.
        pub crowned_on: Squares,
        /// Names of the squares of the first route: "32", "28", or "c3", "d4".
        pub names: Vec<String>,
        /// Names of the captured squares, in their order.
        pub taken_names: Vec<String>,
    }
}
view! {
    /// Quiet moves in a row by one king, in a game that limits them.
    #[cfg_attr(feature = "uniffi", uniffi(name = "KingMoveCount"))]
    pub struct KingMovesView { pub side: SideView, pub square: u8, pub count: u8 }
}
view! {
    /// A position with everything that a board needs to show it and to accept a move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PositionState"))]
    pub struct PositionView {
        pub variant: VariantKey,
        pub fen: String,
        pub turn: SideView,
        pub pieces: Vec<PieceView>,
        /// Every legal move of the side to move; empty when the game is over.
        pub legal: Vec<MoveView>,
        /// `true` if the legal moves are captures.
        pub must_take: bool,
        /// Kings with quiet moves in a row, in a game that limits them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<KingMovesView>>"))]
        pub king_moves: Vec<KingMovesView>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::RuleOption;
    use draughts::notation::hub;

    #[test]
    fn a_variant_is_written_by_its_key() {
        for variant in Variant::ALL {
            let key = VariantKey::from(variant);
            assert_eq!(serde_json::to_value(key).unwrap(), variant.key());
            assert_eq!(Variant::from(key), variant);
        }
    }

    /// Writes `ui/src/client/games.ts` (`make types`): lists of games that the pages need before the core has loaded.
    #[test]
    fn export_bindings_games() {
        let keys = |belongs: fn(Variant) -> bool| {
            let games = Variant::ALL.into_iter().filter(|variant| belongs(*variant));
            let keys: Vec<String> = games.map(|variant| format!("'{}'", variant.key())).collect();
            keys.join(", ")
        };
        let text = format!(
            "// This file was generated by damier-core (`make types`). Do not edit this file manually.

/** Games of other programs (DamExchange, Hub): those on 50 squares. */
export const PROGRAM_GAMES: readonly string[] = [{}]

/** Games to which the house rule `menForward` applies. */
export const MEN_FORWARD_GAMES: readonly string[] = [{}]
",
            keys(|variant| hub::variant_name(variant).is_some()),
            keys(|variant| RuleOption::MenForward.is_for(variant)),
        );
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/client/games.ts");
        std::fs::write(file, text).unwrap();
    }
}
