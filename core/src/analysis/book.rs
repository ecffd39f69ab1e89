//! The call for the opening book. The engine reads the book.
use crate::App;
use crate::call::Call;
use crate::convert;
use crate::error::ApiError;
use crate::views::{MoveView, view};

view! {
    /// `bookMoves {variant, fen}` → `BookView`: moves of the bundled opening book in a position.
    pub struct BookMoves { pub variant: String, pub fen: String }
}
view! {
    /// Book moves of a position. Most variants have no book, and `games` is 0.
    #[cfg_attr(feature = "uniffi", uniffi(name = "BookPage"))]
    pub struct BookView {
        /// Number of self-play games in the book.
        pub games: u32,
        /// Most frequent move first; empty if the book does not hold the position.
        pub moves: Vec<BookMoveView>,
    }
}
view! {
    /// A move of the book.
    #[cfg_attr(feature = "uniffi", uniffi(name = "BookMove"))]
    pub struct BookMoveView {
        pub played: MoveView,
        /// Number of games with this move.
        pub games: u32,
        /// Score of the side that played it, in percent.
        pub percent: f64,
    }
}

impl Call for BookMoves {
    type Reply = BookView;

    fn run(self, app: &mut App) -> Result<BookView, ApiError> {
        let position = convert::position(convert::variant(&self.variant)?, &self.fen)?;
        app.assets.need_book(position.variant())?;
        let Some(book) = app.assets.engine.book(position.variant()) else {
            return Ok(BookView {
                games: 0,
                moves: Vec::new(),
            });
        };
        // Checked for legality: a position of another game may have the same hash.
        let moves = book
            .moves(&position)
            .iter()
            .filter(|found| position.is_legal(&found.mv));
        Ok(BookView {
            games: book.games(),
            moves: moves
                .map(|found| BookMoveView {
                    played: MoveView::of(&position, &found.mv),
                    games: found.games,
                    percent: 100.0 * found.share(),
                })
                .collect(),
        })
    }
}
