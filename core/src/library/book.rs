//! Calls for the library's opening book. The store counts the games.
use super::convert;
use super::params::{LibraryFilter, LibraryRow};
use crate::app::App;
use crate::call::Call;
use crate::views::{MoveView, view};
use crate::{ApiError, ErrorKind};
use damier_store::{Book, BookLine, PositionSearch};
use draughts::Position;

view! {
    /// `libraryBook {variant, fen, filter?}` → `LibraryBookView`: moves of the library's games in a position. The
    /// filter's own position is ignored; without a filter all games count, most of which the index has counted
    /// already. Call `libraryBookMore` until `done`; the app keeps only the last book.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct LibraryBook { pub variant: String, pub fen: String, pub filter: Option<LibraryFilter> }
}
view! {
    /// `libraryBookMore {book}` → `LibraryBookView`: counts for some more milliseconds. `notFound` if the app no
    /// longer has the book.
    pub struct LibraryBookMore { pub book: u32 }
}
view! {
    /// The book of a position, as far as it is counted.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LibraryBookPage"))]
    pub struct LibraryBookView {
        pub book: u32,
        /// Number of games with the position.
        pub games: u32,
        /// Most frequent move first; then moves that no game played here, but that reach positions of other games.
        pub moves: Vec<LibraryBookMoveView>,
        /// Moves that led to the position, most frequent first; at most twelve.
        pub roads: Vec<RoadView>,
        /// Latest games with the position, at most five; `at` is its place.
        pub last: Vec<LibraryRow>,
        /// `true` if only `others` can still grow.
        pub counted: bool,
        /// `true` if the count is complete.
        pub done: bool,
    }
}
view! {
    /// A move of the library's book.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LibraryBookMove"))]
    pub struct LibraryBookMoveView {
        pub played: MoveView,
        /// Number of games with this move.
        pub games: u32,
        /// White wins, draws and Black wins; the remaining games have no result.
        pub white: u32,
        pub draws: u32,
        pub black: u32,
        /// Average year of the games with a year.
        pub year: Option<u32>,
        /// Average rating of the players of the move, if known.
        pub strength: Option<u32>,
        /// Number of other games that reached the next position by another move. 0 under a filter: not counted.
        pub others: u32,
    }
}
view! {
    /// A move that led to a position.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Road"))]
    pub struct RoadView {
        pub origin: u8,
        pub target: u8,
        pub capture: bool,
        pub games: u32,
        /// Latest of these games, and the ply at which it has the position.
        pub last: i64,
        pub at: u32,
    }
}

/// Maximum number of roads shown.
const MOST_ROADS: usize = 12;

/// The book being counted.
#[derive(Debug)]
struct Asked {
    number: u32,
    position: Position,
    book: Book,
}

fn move_view(position: &Position, line: &BookLine) -> LibraryBookMoveView {
    LibraryBookMoveView {
        played: MoveView::of(position, &line.mv),
        games: line.score.games,
        white: line.score.white,
        draws: line.score.draws,
        black: line.score.black,
        year: line.score.year(),
        strength: line.score.strength(),
        others: line.others,
    }
}

fn view(app: &App, asked: &Asked) -> Result<LibraryBookView, ApiError> {
    let Asked { book, position, .. } = asked;
    let themes = app.store.themes()?;
    let sought = PositionSearch::position(position);
    let hit = |id: i64| {
        let body = app.store.body(id)?;
        let hit = body.and_then(|body| sought.hit_as_it_stands(body.start.as_deref(), &body.tree));
        Ok::<_, ApiError>(hit)
    };
    let mut last = Vec::new();
    for (place, id) in (0..).zip(book.last()) {
        if let Some(row) = app.store.library_row(id)? {
            last.push(convert::library_row(row, &themes, place, hit(id)?, None));
        }
    }
    let roads = book.incoming_moves().into_iter().take(MOST_ROADS).map(|road| {
        Ok(RoadView {
            origin: road.squares.origin,
            target: road.squares.target,
            capture: !road.squares.captured.is_empty(),
            games: road.games,
            last: road.last,
            at: hit(road.last)?.map_or(0, |hit| hit.ply),
        })
    });
    let roads = roads.collect::<Result<_, ApiError>>()?;
    Ok(LibraryBookView {
        book: asked.number,
        games: book.games(),
        moves: book
            .lines()
            .iter()
            .map(|line| move_view(position, line))
            .collect(),
        roads,
        last,
        counted: book.is_counted(),
        done: book.is_done(),
    })
}

fn step(app: &mut App, mut asked: Asked) -> Result<LibraryBookView, ApiError> {
    asked.book.step(&app.store)?;
    let view = view(app, &asked);
    *app.states.of() = Some(asked);
    view
}

impl Call for LibraryBook {
    type Reply = LibraryBookView;

    fn run(self, app: &mut App) -> Result<LibraryBookView, ApiError> {
        let variant = crate::convert::variant(&self.variant)?;
        let position = crate::convert::position(variant, &self.fen)?;
        let filter = self.filter.map(|filter| LibraryFilter {
            position: None,
            pattern: None,
            variant: Some(variant.into()),
            ..filter
        });
        // Treats an empty filter as no filter.
        let nothing = LibraryFilter {
            variant: Some(variant.into()),
            ..LibraryFilter::default()
        };
        let filter = filter.filter(|filter| *filter != nothing);
        let filter = filter.as_ref().map(convert::filter).transpose()?;
        let asked = Asked {
            number: app.states.number(),
            position,
            book: Book::new(&position, filter.map(|(filter, _)| filter)),
        };
        step(app, asked)
    }
}

impl Call for LibraryBookMore {
    type Reply = LibraryBookView;

    fn run(self, app: &mut App) -> Result<LibraryBookView, ApiError> {
        let same = |asked: &mut Asked| asked.number == self.book;
        let asked = app.states.of::<Option<Asked>>().take_if(same);
        let message = || {
            ApiError::new(
                ErrorKind::NotFound,
                format!("there is no book {}: start it again", self.book),
            )
        };
        step(app, asked.ok_or_else(message)?)
    }
}
