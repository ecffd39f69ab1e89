//! Converts rows of the store to rows of lists, and filters to queries.
use super::params::{
    CollectionView, DeletionView, EndingView, GameKindView, GameResultView, LibraryFilter, LibraryRow,
    Manoeuvre, ManoeuvreKind, PatternContent, PatternSquare,
};
use crate::error::ApiError;
use crate::views::PositionView;
use crate::{ErrorKind, convert};
use damier_store::{
    self, Action, Boards, Collection, Content, Deletion, Ending, Filter, GameKind, GameResult, Hit,
    LONGEST_ROUTE, Pattern, PositionSearch, openings,
};
use draughts::{Position, Role, Side, Square, Variant};
use draughts_puzzles::Theme;

impl From<GameResult> for GameResultView {
    fn from(result: GameResult) -> Self {
        match result {
            GameResult::Open => Self::Open,
            GameResult::WhiteWins => Self::WhiteWins,
            GameResult::BlackWins => Self::BlackWins,
            GameResult::Draw => Self::Draw,
            GameResult::BothLose => Self::BothLose,
        }
    }
}

impl From<GameResultView> for GameResult {
    fn from(result: GameResultView) -> Self {
        match result {
            GameResultView::Open => Self::Open,
            GameResultView::WhiteWins => Self::WhiteWins,
            GameResultView::BlackWins => Self::BlackWins,
            GameResultView::Draw => Self::Draw,
            GameResultView::BothLose => Self::BothLose,
        }
    }
}

impl From<Ending> for EndingView {
    fn from(ending: Ending) -> Self {
        let ((white_men, white_kings), (black_men, black_kings)) = (ending.white, ending.black);
        Self {
            white_men,
            white_kings,
            black_men,
            black_kings,
        }
    }
}

impl From<EndingView> for Ending {
    fn from(ending: EndingView) -> Self {
        Self {
            white: (ending.white_men, ending.white_kings),
            black: (ending.black_men, ending.black_kings),
        }
    }
}

/// Known parts of a date.
pub(super) fn date(date: u32) -> String {
    match (date / 10_000, date / 100 % 100, date % 100) {
        (0, _, _) => String::new(),
        (year, 0, _) => format!("{year:04}"),
        (year, month, 0) => format!("{year:04}.{month:02}"),
        (year, month, day) => format!("{year:04}.{month:02}.{day:02}"),
    }
}

/// Maximum length of a name in a list, in characters.
const SHOWN: usize = 120;

/// Start of a name: names in files can have any length. Searches use the whole name.
pub(super) fn beginning(name: &str) -> &str {
    name.char_indices()
        .nth(SHOWN)
        .map_or(name, |(end, _)| &name[..end])
}

fn shown(name: String) -> String {
    match beginning(&name) {
        whole if whole.len() == name.len() => name,
        start => format!("{start}…"),
    }
}

impl From<GameKind> for GameKindView {
    fn from(kind: GameKind) -> Self {
        match kind {
            GameKind::Game => Self::Game,
            GameKind::Analysis => Self::Analysis,
            GameKind::Repertoire => Self::Repertoire,
        }
    }
}

impl From<GameKindView> for GameKind {
    fn from(view: GameKindView) -> Self {
        match view {
            GameKindView::Game => Self::Game,
            GameKindView::Analysis => Self::Analysis,
            GameKindView::Repertoire => Self::Repertoire,
        }
    }
}

/// A row of a list.
pub(super) fn library_row(
    row: damier_store::LibraryRow,
    themes: &[(u64, String)],
    place: u32,
    hit: Option<Hit>,
    position: Option<&Position>,
) -> LibraryRow {
    let facts = row.facts;
    let variant: Option<Variant> = facts.variant.parse().ok();
    let opening =
        variant.and_then(|variant| openings(variant).find(|opening| opening.number == facts.opening));
    LibraryRow {
        id: row.id,
        place,
        opening: opening.map(|opening| opening.key.clone()),
        variant: variant.map(Into::into),
        white: shown(facts.white),
        black: shown(facts.black),
        event: shown(facts.event),
        round: shown(row.round),
        white_rating: shown(row.white_rating),
        black_rating: shown(row.black_rating),
        date: date(facts.date),
        result: facts.result.into(),
        plies: facts.plies,
        ending: facts.ending.into(),
        themes: themes
            .iter()
            .filter(|(bit, _)| facts.themes & bit != 0)
            .map(|(_, key)| key.clone())
            .collect(),
        annotated: facts.annotated,
        played: row.played,
        kind: row.kind.into(),
        at: hit.map(|hit| hit.ply),
        turned: hit.is_some_and(|hit| hit.turned),
        position: position.map(PositionView::still),
    }
}

impl From<Collection> for CollectionView {
    fn from(collection: Collection) -> Self {
        Self {
            id: collection.id,
            name: collection.name,
            games: collection.games,
        }
    }
}

impl From<Deletion> for DeletionView {
    fn from(deletion: Deletion) -> Self {
        Self {
            id: deletion.id,
            games: deletion.games,
            at: deletion.at,
        }
    }
}

/// Splits a filter into conditions on rows and on positions.
pub(super) fn filter(view: &LibraryFilter) -> Result<(Filter, Option<PositionSearch>), ApiError> {
    let not_found =
        |what: &str, key: &str| ApiError::new(ErrorKind::NotFound, format!("no {what} has the key {key:?}"));
    let variant = view.variant.map(Variant::from);
    let game = variant.unwrap_or(Variant::International);
    let opening = |key: &String| {
        Variant::ALL
            .into_iter()
            .flat_map(openings)
            .find(|opening| opening.key == *key)
            .map(|opening| opening.number)
            .ok_or_else(|| not_found("opening", key))
    };
    let theme = |key: &String| {
        let theme = Theme::ALL.iter().find(|theme| theme.key() == key);
        theme
            .map(|theme| theme.key().into())
            .ok_or_else(|| not_found("theme", key))
    };
    let position = view
        .position
        .as_deref()
        .map(|fen| convert::position(game, fen))
        .transpose()?;
    let sought = sought(view, game, position)?;
    Ok((
        Filter {
            player: view.player.clone(),
            opponent: view.opponent.clone(),
            white: view.white.clone(),
            black: view.black.clone(),
            event: view.event.clone(),
            year_from: view.year_from,
            year_to: view.year_to,
            result: view.result.map(Into::into),
            variant: variant.map(|variant| variant.key().into()),
            opening: view.opening.as_ref().map(opening).transpose()?,
            plies_from: view.plies_from,
            plies_to: view.plies_to,
            ending: view.ending.clone().map(Into::into),
            theme: view.theme.as_ref().map(theme).transpose()?,
            collection: view.collection,
            source: view.source,
            played: view.played,
            comment: view.comment.clone(),
            kind: view.kind.map(Into::into),
        },
        sought,
    ))
}

/// Conditions of a filter on positions.
fn sought(
    view: &LibraryFilter,
    game: Variant,
    position: Option<Position>,
) -> Result<Option<PositionSearch>, ApiError> {
    let mirrored = view.mirrored != Some(false);
    let manoeuvre = view.manoeuvre.as_ref();
    let manoeuvre = manoeuvre.map(|asked| self::manoeuvre(game, asked)).transpose()?;
    let boards = match &position {
        // The index holds both colours of a position.
        Some(position) if mirrored && manoeuvre.is_none() => {
            return Ok(Some(PositionSearch::position(position)));
        }
        Some(position) => Boards::exactly(position),
        None => boards(view, game)?,
    };
    let asks = manoeuvre.is_some() || !boards.is_empty();
    Ok(asks.then(|| PositionSearch::lines(game, boards, manoeuvre, mirrored)))
}

fn boards(view: &LibraryFilter, game: Variant) -> Result<Boards, ApiError> {
    let pattern =
        |squares: &Option<Vec<PatternSquare>>| pattern(game, squares.as_deref().unwrap_or_default());
    let mut boards = Boards {
        look: pattern(&view.pattern)?,
        or: pattern(&view.pattern_or)?,
        exclude: pattern(&view.pattern_exclude)?,
        turn: view.turn.map(Into::into),
        ..Boards::default()
    };
    if view.fewest.is_some() || view.most.is_some() {
        let counts = |view: &Option<EndingView>, otherwise: u8| match view {
            Some(view) => [
                [view.white_men, view.white_kings],
                [view.black_men, view.black_kings],
            ],
            None => [[otherwise; 2]; 2],
        };
        let (fewest, most) = (counts(&view.fewest, 0), counts(&view.most, u8::MAX));
        for (side, kind) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            boards.material[side][kind] = Some(fewest[side][kind]..=most[side][kind]);
        }
    }
    Ok(boards)
}

fn square(variant: Variant, number: u8) -> Result<Square, ApiError> {
    let square = Square::new(number).filter(|_| number <= variant.rules().board.squares());
    square.ok_or_else(|| {
        ApiError::new(
            ErrorKind::BadParams,
            format!("square {number} is not on the board"),
        )
    })
}

fn manoeuvre(variant: Variant, asked: &Manoeuvre) -> Result<damier_store::Manoeuvre, ApiError> {
    let one = |number: Option<u8>| number.map(|number| square(variant, number)).transpose();
    let (least, from, to) = (asked.least.unwrap_or(1), one(asked.from)?, one(asked.to)?);
    let action = match asked.kind {
        ManoeuvreKind::Takes => Action::Takes { least, from, to },
        ManoeuvreKind::Gives => Action::Gives { least },
        ManoeuvreKind::Crowns => Action::Crowns { from, to },
        ManoeuvreKind::Route => {
            let squares = asked.squares.as_deref().unwrap_or_default();
            if !(2..=LONGEST_ROUTE).contains(&squares.len()) {
                let message = format!("a route has 2 to {LONGEST_ROUTE} squares, not {}", squares.len());
                return Err(ApiError::new(ErrorKind::BadParams, message));
            }
            let squares = squares.iter().map(|number| square(variant, *number));
            Action::Route(squares.collect::<Result<_, _>>()?)
        }
    };
    let side = asked.side.map(Into::into);
    Ok(damier_store::Manoeuvre { side, action })
}

fn pattern(variant: Variant, squares: &[PatternSquare]) -> Result<Pattern, ApiError> {
    const WHITE: Option<Side> = Some(Side::White);
    const BLACK: Option<Side> = Some(Side::Black);
    const MAN: Option<Role> = Some(Role::Man);
    const KING: Option<Role> = Some(Role::King);
    let mut pattern = Pattern::default();
    for given in squares {
        let (side, role) = match given.content {
            PatternContent::Empty => {
                pattern.put(square(variant, given.square)?, Content::Empty);
                continue;
            }
            PatternContent::Occupied => (None, None),
            PatternContent::Man => (None, MAN),
            PatternContent::King => (None, KING),
            PatternContent::White => (WHITE, None),
            PatternContent::WhiteMan => (WHITE, MAN),
            PatternContent::WhiteKing => (WHITE, KING),
            PatternContent::Black => (BLACK, None),
            PatternContent::BlackMan => (BLACK, MAN),
            PatternContent::BlackKing => (BLACK, KING),
        };
        pattern.put(square(variant, given.square)?, Content::Piece(side, role));
    }
    Ok(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_show_what_is_known() {
        for (number, text) in [
            (0, ""),
            (19_980_000, "1998"),
            (19_980_500, "1998.05"),
            (19_980_503, "1998.05.03"),
        ] {
            assert_eq!(date(number), text);
        }
    }
}
