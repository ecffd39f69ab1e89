//! The call that asks the opening book. Translates; what is in it the engine reads.
use crate::App;
use crate::call::Call;
use crate::convert;
use crate::error::ApiError;
use crate::views::{MoveView, view};

view! {
    /// `bookMoves {variant, fen}` → `BookView`: what the program's own book says of a position.
    pub struct BookMoves { pub variant: String, pub fen: String }
}
view! {
    /// What the book says of a position. Most games have no book: then there are no games.
    #[cfg_attr(feature = "uniffi", uniffi(name = "BookPage"))]
    pub struct BookView {
        /// Games of the computer against itself of which the book was made.
        pub games: u32,
        /// The commonest first; empty where the book knows nothing.
        pub moves: Vec<BookMoveView>,
    }
}
view! {
    /// A move of the book.
    #[cfg_attr(feature = "uniffi", uniffi(name = "BookMove"))]
    pub struct BookMoveView {
        pub played: MoveView,
        /// Games in which it was played.
        pub games: u32,
        /// Percent of the points that whoever played it scored in them.
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
        // A position of another game may have the same hash.
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
