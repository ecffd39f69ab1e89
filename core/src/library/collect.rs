//! Calls for collections, notes and deletions.
use super::find::{finding, forget};
use super::params::{CollectionView, DeletionView};
use crate::app::App;
use crate::call::{Call, Done};
use crate::error::bad_params;
use crate::views::view;
use crate::{ApiError, ErrorKind};

view! {
    /// `collections {}` → `CollectionView[]`, by name.
    pub struct Collections {}
}
view! {
    /// `addCollection {name}` → `CollectionView`; an existing one with the name is returned.
    pub struct AddCollection { pub name: String }
}
view! {
    /// `renameCollection {id, name}` → `CollectionView`; `badParams` if another collection has the name.
    pub struct RenameCollection { pub id: i64, pub name: String }
}
view! {
    /// `deleteCollection {id}` → `{}`; its games stay in the library.
    pub struct DeleteCollection { pub id: i64 }
}
view! {
    /// `collect {collection, games, put}` → `CollectionView`: adds games to a collection, or removes them; at most
    /// 1000 per call.
    pub struct Collect { pub collection: i64, pub games: Vec<i64>, pub put: bool }
}
view! {
    /// `collectFound {collection, search, from}` → `LoopView`: adds the games of a search, starting at `from`.
    pub struct CollectFound { pub collection: i64, pub search: u32, pub from: u32 }
}
view! {
    /// Progress of a loop of calls; the next call passes `next` as `from`.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LoopProgress"))]
    pub struct LoopView { pub next: u32, pub done: bool, pub progress: f64 }
}
view! {
    /// `setNote {id, text}` → `{}`: sets the person's note on a game; empty text deletes it.
    pub struct SetNote { pub id: i64, pub text: String }
}
view! {
    /// `deleteGames {games}` → `DeletionView`; at most 1000 games per call.
    pub struct DeleteGames { pub games: Vec<i64> }
}
view! {
    /// `deleteFound {search, deletion?, from}` → `DeleteFoundView`: deletes the games of a search step by step, as
    /// one deletion.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct DeleteFound { pub search: u32, pub deletion: Option<i64>, pub from: u32 }
}
view! {
    /// Progress of the deletion.
    #[cfg_attr(feature = "uniffi", uniffi(name = "DeletedGames"))]
    pub struct DeleteFoundView { pub deletion: DeletionView, pub next: u32, pub done: bool }
}
view! {
    /// `undoDelete {deletion}` → `UndoDeleteView`; call it until `done`.
    pub struct UndoDelete { pub deletion: i64 }
}
view! {
    /// Number of restored games.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RestoredGames"))]
    pub struct UndoDeleteView { pub games: u32, pub done: bool }
}
view! {
    /// `emptyTrash {deletion?}` → `UndoDeleteView`: deletes games for good, without `deletion` those of all
    /// deletions; call it until `done`.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct EmptyTrash { pub deletion: Option<i64> }
}

/// Maximum number of games per call.
const MOST_GAMES: usize = 1_000;
/// Maximum length of a name, in characters.
const LONGEST_NAME: usize = 200;
/// Maximum length of a note, in characters.
const LONGEST_NOTE: usize = 100_000;

fn name(name: &str) -> Result<&str, ApiError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(bad_params(format!(
            "a collection's name has 1 to {LONGEST_NAME} characters"
        )));
    }
    Ok(name)
}

fn few(games: &[i64]) -> Result<(), ApiError> {
    if games.len() > MOST_GAMES {
        return Err(bad_params(format!("at most {MOST_GAMES} games per call")));
    }
    Ok(())
}

fn collection(app: &App, id: i64) -> Result<CollectionView, ApiError> {
    let found = app.store.collection(id)?;
    let found = found.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no collection {id}")))?;
    Ok(found.into())
}

impl Call for Collections {
    type Reply = Vec<CollectionView>;

    fn run(self, app: &mut App) -> Result<Vec<CollectionView>, ApiError> {
        Ok(app.store.collections()?.into_iter().map(Into::into).collect())
    }
}

impl Call for AddCollection {
    type Reply = CollectionView;

    fn run(self, app: &mut App) -> Result<CollectionView, ApiError> {
        let id = app.store.add_collection(name(&self.name)?, app.now())?;
        collection(app, id)
    }
}

impl Call for RenameCollection {
    type Reply = CollectionView;

    fn run(self, app: &mut App) -> Result<CollectionView, ApiError> {
        collection(app, self.id)?;
        if !app.store.rename_collection(self.id, name(&self.name)?)? {
            return Err(bad_params(format!("another collection is named {:?}", self.name)));
        }
        collection(app, self.id)
    }
}

impl Call for DeleteCollection {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Done, ApiError> {
        app.store.delete_collection(self.id)?;
        Ok(Done {})
    }
}

impl Call for Collect {
    type Reply = CollectionView;

    fn run(self, app: &mut App) -> Result<CollectionView, ApiError> {
        few(&self.games)?;
        collection(app, self.collection)?;
        app.store.collect(self.collection, &self.games, self.put)?;
        collection(app, self.collection)
    }
}

impl Call for CollectFound {
    type Reply = LoopView;

    fn run(self, app: &mut App) -> Result<LoopView, ApiError> {
        collection(app, self.collection)?;
        let (games, step) = step(app, self.search, self.from)?;
        app.store.collect(self.collection, &games, true)?;
        Ok(step)
    }
}

/// Next games of a search, and the progress.
fn step(app: &mut App, search: u32, from: u32) -> Result<(Vec<i64>, LoopView), ApiError> {
    let finding = finding(app.states.of(), search)?;
    let found = finding.found();
    let games: Vec<i64> = found
        .iter()
        .skip(from as usize)
        .take(MOST_GAMES)
        .copied()
        .collect();
    let next = from as usize + games.len();
    let step = LoopView {
        next: next as u32,
        done: finding.is_done() && next >= found.len(),
        progress: next as f64 / found.len().max(1) as f64,
    };
    Ok((games, step))
}

impl Call for SetNote {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Done, ApiError> {
        if self.text.len() > LONGEST_NOTE {
            return Err(bad_params(format!("a note has at most {LONGEST_NOTE} bytes")));
        }
        if !app.store.set_note(self.id, &self.text, app.now())? {
            return Err(ApiError::new(ErrorKind::NotFound, format!("no game {}", self.id)));
        }
        Ok(Done {})
    }
}

fn deletion(app: &App, id: i64) -> Result<DeletionView, ApiError> {
    let found = app
        .store
        .deletions()?
        .into_iter()
        .find(|deletion| deletion.id == id);
    // A deletion of no games is valid.
    Ok(found.map_or(
        DeletionView {
            id,
            games: 0,
            at: app.now(),
        },
        Into::into,
    ))
}

/// Removes deleted games from the searches, and closes the open game if it is among them.
fn deleted(app: &mut App, games: &[i64]) {
    forget(app, games);
    app.close_game(|open| games.contains(&open));
}

impl Call for DeleteGames {
    type Reply = DeletionView;

    fn run(self, app: &mut App) -> Result<DeletionView, ApiError> {
        few(&self.games)?;
        let id = app.store.delete_games(&self.games, None, app.now())?;
        deleted(app, &self.games);
        deletion(app, id)
    }
}

impl Call for DeleteFound {
    type Reply = DeleteFoundView;

    fn run(self, app: &mut App) -> Result<DeleteFoundView, ApiError> {
        // The search keeps its list; deleted rows are hidden.
        let (games, step) = step(app, self.search, self.from)?;
        let id = app.store.delete_games(&games, self.deletion, app.now())?;
        app.close_game(|open| games.contains(&open));
        Ok(DeleteFoundView {
            deletion: deletion(app, id)?,
            next: step.next,
            done: step.done,
        })
    }
}

impl Call for UndoDelete {
    type Reply = UndoDeleteView;

    fn run(self, app: &mut App) -> Result<UndoDeleteView, ApiError> {
        let games = app.store.undo_delete(self.deletion)?;
        Ok(UndoDeleteView {
            games,
            done: games == 0,
        })
    }
}

impl Call for EmptyTrash {
    type Reply = UndoDeleteView;

    fn run(self, app: &mut App) -> Result<UndoDeleteView, ApiError> {
        let games = app.store.empty_trash(self.deletion, app.now())?;
        Ok(UndoDeleteView {
            games,
            done: games == 0,
        })
    }
}
