//! From the store's rows to what a list shows. Translates; decides nothing.
use super::params::{
    CollectionView, DeletionView, EndingView, GameResultView, LibraryFilter, LibraryRow, PatternContent,
    PatternSquare,
};
use crate::error::ApiError;
use crate::{ErrorKind, convert};
use damier_store::{
    self, Collection, Content, Deletion, Ending, Filter, GameResult, Hit, Pattern, Sought, openings,
};
use draughts::{Role, Side, Square, Variant};
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

/// A date as a list shows it: what is known of it.
pub(super) fn date(date: u32) -> String {
    match (date / 10_000, date / 100 % 100, date % 100) {
        (0, _, _) => String::new(),
        (year, 0, _) => format!("{year:04}"),
        (year, month, 0) => format!("{year:04}.{month:02}"),
        (year, month, day) => format!("{year:04}.{month:02}.{day:02}"),
    }
}

/// Letters of a name that a list shows.
const SHOWN: usize = 120;

/// So much of a name as a list shows: a file may have one of any length. It is found by that too.
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

/// A row of a list.
pub(super) fn library_row(
    row: damier_store::LibraryRow,
    themes: &[(u64, String)],
    place: u32,
    hit: Option<Hit>,
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
        at: hit.map(|hit| hit.ply),
        turned: hit.is_some_and(|hit| hit.turned),
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

/// What a filter asks for: of the rows, and of the positions.
pub(super) fn filter(view: &LibraryFilter) -> Result<(Filter, Option<Sought>), ApiError> {
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
    let sought = match (&position, view.pattern.as_deref()) {
        (Some(position), _) => Some(Sought::position(position)),
        (None, None | Some([])) => None,
        (None, Some(squares)) => Some(Sought::pattern(game, &pattern(game, squares)?)),
    };
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
        },
        sought,
    ))
}

fn pattern(variant: Variant, squares: &[PatternSquare]) -> Result<Pattern, ApiError> {
    let mut pattern = Pattern::default();
    for given in squares {
        let square = Square::new(given.square).filter(|_| given.square <= variant.rules().board.squares());
        let square = square.ok_or_else(|| {
            ApiError::new(
                ErrorKind::BadParams,
                format!("square {} is not on the board", given.square),
            )
        })?;
        let piece = Content::Piece;
        let content = match given.content {
            PatternContent::Empty => Content::Empty,
            PatternContent::Occupied => Content::Occupied,
            PatternContent::White => piece(Side::White, None),
            PatternContent::WhiteMan => piece(Side::White, Some(Role::Man)),
            PatternContent::WhiteKing => piece(Side::White, Some(Role::King)),
            PatternContent::Black => piece(Side::Black, None),
            PatternContent::BlackMan => piece(Side::Black, Some(Role::Man)),
            PatternContent::BlackKing => piece(Side::Black, Some(Role::King)),
        };
        pattern.put(square, content);
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
