//! A stored game, read once for many looks at it. Knows nothing of what is shown of it.
use crate::app::App;
use crate::{ApiError, ErrorKind};
use damier_store::{Body, GameText, LibraryRow};
use draughts::notation::tree::{NodeId, Note};

fn not_found(id: i64) -> ApiError {
    ApiError::new(ErrorKind::NotFound, format!("no game {id}"))
}

/// A stored game, read.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) row: LibraryRow,
    pub(crate) body: Body,
    pub(crate) text: GameText,
}

pub(crate) fn open(app: &App, id: i64) -> Result<Opened, ApiError> {
    let row = app.store.library_row(id)?.ok_or_else(|| not_found(id))?;
    let body = app.store.body(id)?.ok_or_else(|| not_found(id))?;
    let damaged =
        |e: &dyn std::fmt::Display| ApiError::new(ErrorKind::GameDamaged, format!("game {id}: {e}"));
    let (mut text, error) = GameText::of(&row.facts, &body).map_err(|e| damaged(&e))?;
    if let Some(error) = error {
        // What can be read is shown; that it is not all is said in the game.
        text.tree.note(NodeId::ROOT, Note::Unread(error.to_string()));
    }
    Ok(Opened { row, body, text })
}

/// Looks at a stored game. The last one stays at hand: a long one is read once, not at every step through it.
pub(crate) fn look<T>(
    app: &mut App,
    id: i64,
    at: impl FnOnce(&App, &Opened) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    let row = app.store.library_row(id)?.ok_or_else(|| not_found(id))?;
    let same = |opened: &mut Opened| (opened.row.id, opened.row.revision) == (id, row.revision);
    let opened = match app.states.of::<Option<Opened>>().take_if(same) {
        Some(opened) => opened,
        None => open(app, id)?,
    };
    let seen = at(app, &opened);
    *app.states.of() = Some(opened);
    seen
}
