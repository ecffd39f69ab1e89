//! Calls that find games: searches that continue over several calls.
use super::convert;
use super::params::{
    FindGames, FindMore, FoundGames, LibraryNames, LibraryOrder, LibraryRow, LibraryState, LibraryStateView,
    NameKind, NameView, OpeningView, Openings, SearchView,
};
use crate::app::App;
use crate::call::Call;
use crate::{ApiError, ErrorKind};
use damier_store::{GameKind, PositionSearch, Search, Store, openings};
use draughts::Variant;
use draughts_puzzles::Theme;
use std::collections::{HashSet, VecDeque};

/// Maximum number of searches kept.
const KEPT: usize = 4;
/// Maximum number of rows per call.
const MOST_ROWS: u32 = 500;

/// Searches, oldest first.
pub(super) type Findings = VecDeque<Finding>;

/// A running or finished search.
#[derive(Debug)]
pub(crate) struct Finding {
    number: u32,
    search: Search,
    sought: Option<PositionSearch>,
}

impl Finding {
    fn view(&self) -> SearchView {
        SearchView {
            search: self.number,
            found: self.search.found().len() as u32,
            done: self.search.is_done(),
            progress: self.search.progress(),
        }
    }

    /// Ids found so far.
    pub(super) fn found(&self) -> &[i64] {
        self.search.found()
    }

    pub(super) fn is_done(&self) -> bool {
        self.search.is_done()
    }

    /// A row with the ply of the wanted position.
    fn row(
        &self,
        store: &Store,
        themes: &[(u64, String)],
        place: u32,
        id: i64,
    ) -> Result<Option<LibraryRow>, ApiError> {
        let Some(row) = store.library_row(id)? else {
            return Ok(None);
        };
        let body = match &self.sought {
            Some(sought) => store.body(id)?.map(|body| (sought, body)),
            None => None,
        };
        let (hit, position) = body
            .and_then(|(sought, body)| {
                let hit = sought.hit(body.start.as_deref(), &body.tree)?;
                Some((
                    hit,
                    sought.position_at(body.start.as_deref(), &body.tree, hit.ply),
                ))
            })
            .unzip();
        let position = position.flatten();
        Ok(Some(convert::library_row(
            row,
            themes,
            place,
            hit,
            position.as_ref(),
        )))
    }
}

/// Finds a search by its number.
pub(super) fn finding(findings: &Findings, number: u32) -> Result<&Finding, ApiError> {
    findings
        .iter()
        .find(|finding| finding.number == number)
        .ok_or_else(|| {
            ApiError::new(
                ErrorKind::NotFound,
                format!("there is no search {number}: start it again"),
            )
        })
}

/// Ids of the games that a search found.
pub(crate) fn games_found(app: &mut App, search: u32) -> Result<Vec<i64>, ApiError> {
    Ok(finding(app.states.of(), search)?.found().to_vec())
}

/// Removes games from all searches.
pub(super) fn forget(app: &mut App, ids: &[i64]) {
    let ids: HashSet<i64> = ids.iter().copied().collect();
    let findings: &mut Findings = app.states.of();
    findings
        .iter_mut()
        .for_each(|finding| finding.search.forget(&ids));
}

impl Call for FindGames {
    type Reply = SearchView;

    fn run(self, app: &mut App) -> Result<SearchView, ApiError> {
        let (filter, sought) = convert::filter(&self.filter)?;
        let order = match self.order {
            LibraryOrder::Added => damier_store::Order::Added,
            LibraryOrder::Date => damier_store::Order::Date,
            LibraryOrder::White => damier_store::Order::White,
            LibraryOrder::Black => damier_store::Order::Black,
            LibraryOrder::Event => damier_store::Order::Event,
            LibraryOrder::Result => damier_store::Order::Result,
            LibraryOrder::Opening => damier_store::Order::Opening,
            LibraryOrder::Length => damier_store::Order::Length,
        };
        let mut search = Search::new(&app.store, filter, order, self.reversed, sought.clone())?;
        search.step(&app.store)?;
        let finding = Finding {
            number: app.states.number(),
            search,
            sought,
        };
        let view = finding.view();
        let findings: &mut Findings = app.states.of();
        findings.push_back(finding);
        while findings.len() > KEPT {
            findings.pop_front();
        }
        Ok(view)
    }
}

impl Call for FindMore {
    type Reply = SearchView;

    fn run(self, app: &mut App) -> Result<SearchView, ApiError> {
        let findings: &mut Findings = app.states.of();
        finding(findings, self.search)?;
        let found = findings.iter_mut().find(|finding| finding.number == self.search);
        let finding = found.expect("it was found above");
        finding.search.step(&app.store)?;
        Ok(finding.view())
    }
}

impl Call for FoundGames {
    type Reply = Vec<LibraryRow>;

    fn run(self, app: &mut App) -> Result<Vec<LibraryRow>, ApiError> {
        let themes = app.store.themes()?;
        let finding = finding(app.states.of(), self.search)?;
        let ids = finding
            .found()
            .iter()
            .skip(self.from as usize)
            .take(self.limit.min(MOST_ROWS) as usize);
        let rows = (self.from..).zip(ids);
        rows.filter_map(|(place, id)| finding.row(&app.store, &themes, place, *id).transpose())
            .collect()
    }
}

impl Call for LibraryState {
    type Reply = LibraryStateView;

    fn run(self, app: &mut App) -> Result<LibraryStateView, ApiError> {
        let index = app.store.index_state()?;
        let deletions = app.store.deletions()?;
        let [analyses, repertoires] =
            [GameKind::Analysis, GameKind::Repertoire].map(|kind| app.store.number_of(kind));
        let (analyses, repertoires) = (analyses?, repertoires?);
        let deleted: u32 = deletions.iter().map(|deletion| deletion.games).sum();
        Ok(LibraryStateView {
            games: index
                .games
                .saturating_sub(deleted + app.store.without_move()? + analyses + repertoires),
            analyses,
            repertoires,
            indexed: index.indexed,
            variants: app
                .store
                .variants()?
                .iter()
                .filter_map(|key| key.parse::<Variant>().ok())
                .map(Into::into)
                .collect(),
            themes: Theme::ALL.iter().map(|theme| theme.key().into()).collect(),
            bytes: app.store.bytes()? as f64,
            deletions: deletions.into_iter().map(Into::into).collect(),
        })
    }
}

impl Call for LibraryNames {
    type Reply = Vec<NameView>;

    fn run(self, app: &mut App) -> Result<Vec<NameView>, ApiError> {
        let events = self.kind == NameKind::Event;
        let names = app.store.names(events, &self.text, self.limit.min(MOST_ROWS))?;
        let view = |name: String| NameView {
            name: convert::beginning(&name).into(),
        };
        Ok(names.into_iter().map(view).collect())
    }
}

impl Call for Openings {
    type Reply = Vec<OpeningView>;

    fn run(self, app: &mut App) -> Result<Vec<OpeningView>, ApiError> {
        let openings = openings(crate::convert::variant(&self.variant)?);
        let view = |opening: &damier_store::Opening| {
            Ok(OpeningView {
                key: opening.key.clone(),
                name: app.assets.opening(&self.language, opening)?,
                moves: opening.moves.clone(),
            })
        };
        openings.map(view).collect()
    }
}
