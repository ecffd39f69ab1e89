//! A game of the library, read from the store. Knows no view of it.
use crate::app::App;
use crate::{ApiError, ErrorKind};
use damier_store::{Body, GameText, LibraryRow};
use draughts::Move;
use draughts::notation::tree::{GameTree, NodeId, Note};

fn not_found(id: i64) -> ApiError {
    ApiError::new(ErrorKind::NotFound, format!("no game {id}"))
}

/// A stored game with its tree of moves.
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
        // The readable part is shown, with a note about the rest.
        text.tree.note(NodeId::ROOT, Note::Unread(error.to_string()));
    }
    Ok(Opened { row, body, text })
}

/// Returns `true` if the game is still being played.
pub(crate) fn going_on(app: &App, id: i64) -> Result<bool, ApiError> {
    Ok(app.store.game(id)?.is_some_and(|game| game.end.is_none()))
}

/// Runs a function on a stored game. The last game stays cached, so that stepping through a long one reads it once.
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

/// Moves of the main line up to the first that only a house rule allows: shots are proven under the federation's
/// rules.
pub(crate) fn main_moves(tree: &GameTree) -> Vec<Move> {
    let mut here = *tree.start();
    let legal = |mv: &&Move| {
        let legal = here.is_legal(mv);
        if legal {
            here.play_unchecked(mv);
        }
        legal
    };
    tree.main_moves().take_while(legal).copied().collect()
}
