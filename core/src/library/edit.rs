//! Calls for one game of the library: shown as a tree, edited, and edits undone.
use super::marks::{self, MarkView};
use super::params::{
    AddGame, BeginAnalysis, EditGame, EditView, EditedView, LibraryGame, LibraryGameView, LibraryPosition,
    NodeView, TagView, UndoEdit,
};
use crate::analysis::side_in;
use crate::app::App;
use crate::call::Call;
use crate::error::bad_params;
use crate::stored_game::{Opened, going_on, look, open};
use crate::views::{BoardView, PositionView, Squares};
use crate::{ApiError, ErrorKind, convert};
use damier_store::{Body, Facts, GameText};
use draughts::Position;
use draughts::notation::pdn::{self, Clock, Tags};
use draughts::notation::sign::Signs;
use draughts::notation::tree::{GameTree, NodeId, Note, Step};
use draughts::notation::{fen, movetext, path};

/// Time after which an analysis without content is deleted, in milliseconds: one day, so that it is not open
/// in another window.
const EMPTY_FOR: f64 = 86_400_000.0;
/// Maximum number of edits that can be undone.
const MOST_UNDONE: usize = 100;
/// Maximum length of a comment, as in files.
const LONGEST: usize = pdn::LONGEST_COMMENT;

/// States of the game last edited, one before each edit.
#[derive(Debug, Default)]
pub(crate) struct Undo {
    game: i64,
    /// Revision after the last edit.
    revision: u32,
    before: Vec<(Facts, Body)>,
}

/// Nodes in display order.
fn order(tree: &GameTree) -> Vec<NodeId> {
    tree.walk()
        .map(|(id, _)| id)
        .filter(|id| *id != NodeId::ROOT)
        .collect()
}

fn node_at(tree: &GameTree, node: Option<u32>) -> Result<NodeId, ApiError> {
    let Some(place) = node else {
        return Ok(NodeId::ROOT);
    };
    let id = tree.walk().nth(place as usize + 1).map(|(id, _)| id);
    id.ok_or_else(|| bad_params(format!("the game has no node {place}")))
}

fn view(app: &App, opened: &Opened) -> Result<LibraryGameView, ApiError> {
    let Opened { row, text, .. } = opened;
    let tree = &text.tree;
    let start = tree.start();
    let order = order(tree);
    let mut places = vec![0; tree.len()];
    (0_u32..)
        .zip(&order)
        .for_each(|(place, id)| places[id.index()] = place);
    let place = |id: NodeId| places[id.index()];
    let first = start.variant().rules().first;
    // Position and ply of each node, by the tree's own ids.
    let mut at: Vec<(Position, u32)> = vec![(*start, 0); tree.len()];
    let late = u32::from(start.turn() != first);
    let mut nodes = Vec::with_capacity(order.len());
    for &id in &order {
        let parent = tree.parent(id).unwrap_or(NodeId::ROOT);
        let (before, ply) = at[parent.index()];
        let node = tree.node(id);
        let mut view = NodeView {
            parent: (parent != NodeId::ROOT).then(|| place(parent)),
            next: tree.children(id).map(place).collect(),
            ply,
            number: (ply + late) / 2 + 1,
            second: before.turn() != first,
            notation: String::new(),
            path: Squares::default(),
            captured: Squares::default(),
            signs: node.signs().to_string(),
            nags: node
                .notes()
                .iter()
                .filter_map(|note| {
                    if let Note::Nag(nag) = note {
                        Some(*nag)
                    } else {
                        None
                    }
                })
                .collect(),
            before: texts(node.notes(), |note| {
                if let Note::Before(text) = note {
                    Some(text)
                } else {
                    None
                }
            }),
            comment: comment(node.notes()),
            marks: marks_of(node.notes()),
            clock: clock(node.notes()),
            setup: None,
            unread: unread(node.notes()),
        };
        match node.step() {
            Some(Step::Move(mv)) => {
                view.notation = movetext::write(&before, mv);
                view.path = convert::numbers(before.route(mv));
                view.captured = convert::numbers(mv.captured().iter());
                at[id.index()] = (tree.after(&before, id), ply + 1);
            }
            Some(Step::Setup(position)) => {
                view.setup = Some(fen::write(position));
                at[id.index()] = (**position, ply);
            }
            None => {}
        }
        nodes.push(view);
    }
    let root = tree.node(NodeId::ROOT).notes();
    let played = app.store.game(row.id)?;
    Ok(LibraryGameView {
        id: row.id,
        revision: row.revision,
        variant: start.variant().into(),
        board: BoardView::of(start.variant()),
        start: PositionView::still(start),
        result: row.facts.result.into(),
        tags: tags(text),
        comment: comment(root),
        marks: marks_of(root),
        nodes,
        first: tree.children(NodeId::ROOT).map(place).collect(),
        unread: unread(root),
        note: app.store.note(row.id)?,
        collections: app.store.collections_of(row.id)?,
        played: row.played,
        going_on: played.as_ref().is_some_and(|game| game.end.is_none()),
        can_undo: app
            .states
            .get::<Undo>()
            .is_some_and(|undo| undo.game == row.id && !undo.before.is_empty()),
        repertoire: app
            .store
            .repertoire_side(app.profile.id, row.id)?
            .and_then(|side| convert::side_of(&side)),
        own: side_in(app, row.id)?.map(|(side, _)| side.into()),
        level: played.and_then(|game| game.start.opposing_level().map(str::to_owned)),
    })
}

fn tags(text: &GameText) -> Vec<TagView> {
    let roster = pdn::ROSTER
        .iter()
        .filter_map(|(name, _)| text.tags.raw(name).map(|value| (*name, value)));
    let others = text
        .tags
        .iter()
        .filter(|(name, _)| !pdn::ROSTER.iter().any(|(own, _)| own == name));
    roster
        .chain(others)
        .map(|(name, value)| TagView {
            name: name.into(),
            value: value.into(),
        })
        .collect()
}

fn texts<'a>(notes: &'a [Note], of: impl Fn(&'a Note) -> Option<&'a String>) -> String {
    let texts: Vec<String> = notes.iter().filter_map(of).map(|text| pdn::plain(text)).collect();
    texts
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

fn comment(notes: &[Note]) -> String {
    texts(notes, |note| {
        if let Note::After(text) = note {
            Some(text)
        } else {
            None
        }
    })
}

/// Arrows and rings stored in the comments after a move.
fn marks_of(notes: &[Note]) -> Vec<MarkView> {
    let after = notes.iter().filter_map(|note| {
        if let Note::After(text) = note {
            Some(text)
        } else {
            None
        }
    });
    after
        .flat_map(|text| marks::read(text))
        .take(marks::MOST)
        .collect()
}

fn unread(notes: &[Note]) -> Option<String> {
    let mut unread = notes.iter().filter_map(|note| {
        if let Note::Unread(text) = note {
            Some(text.as_str())
        } else {
            None
        }
    });
    let first = unread.next()?;
    Some(unread.fold(first.to_owned(), |all, more| all + "\n" + more))
}

/// First clock time in the comments.
fn clock(notes: &[Note]) -> Option<String> {
    let shown = |seconds: u32| format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    notes.iter().find_map(|note| {
        let Note::After(text) = note else { return None };
        pdn::clocks(text).find_map(|clock| match clock {
            Clock::Left(seconds) | Clock::Shown(seconds) | Clock::Game(seconds) | Clock::Move(seconds) => {
                Some(shown(seconds))
            }
            Clock::Both { white, black, .. } => match (white, black) {
                (Some(white), Some(black)) => Some(format!("{} – {}", shown(white), shown(black))),
                (one, other) => one.or(other).map(shown),
            },
        })
    })
}

impl Call for LibraryGame {
    type Reply = LibraryGameView;

    fn run(self, app: &mut App) -> Result<LibraryGameView, ApiError> {
        look(app, self.id, view)
    }
}

impl Call for LibraryPosition {
    type Reply = PositionView;

    fn run(self, app: &mut App) -> Result<PositionView, ApiError> {
        look(app, self.id, |_, opened| {
            let tree = &opened.text.tree;
            Ok(PositionView::of(&tree.position(node_at(tree, self.node)?)))
        })
    }
}

/// Copies a tree with changed notes and signs; omits some nodes with their continuations.
pub(super) fn copied(
    tree: &GameTree,
    keep: impl Fn(NodeId) -> bool,
    said: impl Fn(NodeId) -> (Signs, Vec<Note>),
) -> (GameTree, Vec<Option<NodeId>>) {
    let mut copy = GameTree::new(*tree.start());
    let mut copies = vec![None; tree.len()];
    for (id, _) in tree.walk() {
        let new = match (tree.parent(id), tree.node(id).step()) {
            (Some(parent), Some(step)) => match copies[parent.index()] {
                Some(parent) if keep(id) => copy.add(parent, step.clone()),
                _ => continue,
            },
            _ => NodeId::ROOT,
        };
        let (signs, notes) = said(id);
        copy.set_signs(new, signs);
        notes.into_iter().for_each(|note| copy.note(new, note));
        copies[id.index()] = Some(new);
    }
    (copy, copies)
}

/// Replaces the words of a comment and keeps its commands to programs.
fn with_commands(notes: &[Note], text: &str) -> String {
    let old = notes.iter().filter_map(|note| {
        if let Note::After(text) = note {
            Some(text)
        } else {
            None
        }
    });
    let mut commands: Vec<&str> = old
        .flat_map(|text| pdn::commands(text).map(|command| &text[command.span.0..command.span.1]))
        .collect();
    if !text.trim().is_empty() {
        commands.push(text.trim());
    }
    commands.join(" ")
}

/// Changes the notes of a node; returns the node in the new tree.
fn rewritten(text: &mut GameText, at: NodeId, change: impl Fn(&mut Vec<Note>)) -> Option<NodeId> {
    let tree = &text.tree;
    let said = |id: NodeId| {
        let mut notes = tree.node(id).notes().to_vec();
        if id == at {
            change(&mut notes);
        }
        (tree.node(id).signs(), notes)
    };
    let (copy, copies) = copied(tree, |_| true, said);
    text.tree = copy;
    copies[at.index()]
}

/// Applies an edit; returns the node that it concerns.
fn edited(text: &mut GameText, edit: EditView) -> Result<Option<NodeId>, ApiError> {
    let tree = &text.tree;
    let same = |id: NodeId| (tree.node(id).signs(), tree.node(id).notes().to_vec());
    match edit {
        EditView::Comment { node, text: words } => {
            if words.len() > LONGEST {
                return Err(bad_params(format!("a comment has at most {LONGEST} bytes")));
            }
            let at = node_at(tree, node)?;
            Ok(rewritten(text, at, |notes| {
                let words = with_commands(notes, &words);
                notes.retain(|note| !matches!(note, Note::After(_)));
                if !words.is_empty() {
                    notes.push(Note::After(words));
                }
            }))
        }
        EditView::Marks { node, marks: drawn } => {
            let squares = tree.start().squares();
            let on_board = |mark: &MarkView| {
                let there = |square: u8| (1..=squares).contains(&square);
                there(mark.origin) && there(mark.target) && (1..=4).contains(&mark.tone)
            };
            if drawn.len() > marks::MOST || !drawn.iter().all(on_board) {
                return Err(bad_params(
                    "some drawings are outside the board, or there are too many",
                ));
            }
            let at = node_at(tree, node)?;
            Ok(rewritten(text, at, |notes| {
                let mut drawn = Some(&drawn[..]);
                for note in notes.iter_mut() {
                    if let Note::After(words) = note {
                        *words = marks::with(words, drawn.take().unwrap_or_default());
                    }
                }
                if let Some(drawn) = drawn {
                    notes.push(Note::After(marks::with("", drawn)));
                }
                notes.retain(|note| !matches!(note, Note::After(words) if words.is_empty()));
            }))
        }
        EditView::Signs { node, signs } => {
            let signs = match signs.trim() {
                "" => Signs::NONE,
                written => {
                    Signs::read(written).ok_or_else(|| bad_params(format!("{written:?} is not a sign")))?
                }
            };
            let at = node_at(tree, Some(node))?;
            text.tree.set_signs(at, signs);
            Ok(Some(at))
        }
        EditView::Play { node, path } => {
            let at = node_at(tree, node)?;
            let mv = path::read(&tree.position(at), &path)
                .map_err(|e| ApiError::new(ErrorKind::IllegalMove, e.to_string()))?;
            let step = Step::Move(mv);
            let there = tree
                .children(at)
                .find(|child| tree.node(*child).step() == Some(&step));
            Ok(Some(there.unwrap_or_else(|| text.tree.add(at, step))))
        }
        EditView::Cut { node } => {
            let at = node_at(tree, Some(node))?;
            let parent = tree.parent(at).unwrap_or(NodeId::ROOT);
            let (copy, copies) = copied(tree, |id| id != at, same);
            text.tree = copy;
            Ok(copies[parent.index()])
        }
        EditView::Promote { node } => {
            let at = node_at(tree, Some(node))?;
            text.tree.promote(at);
            Ok(Some(at))
        }
        EditView::Tag { name, value } => {
            set_tag(&mut text.tags, &name, value.as_deref())?;
            Ok(None)
        }
        EditView::Result { result } => {
            text.result = result.into();
            Ok(None)
        }
    }
}

/// Sets a tag, in its old place if it has one; `None` removes it.
///
/// # Errors
/// `BadParams` if it is not the name of a tag, or if the tag follows from the game.
pub(super) fn set_tag(tags: &mut Tags, name: &str, value: Option<&str>) -> Result<(), ApiError> {
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.len() <= 100;
    if !is_name || value.is_some_and(|value| value.len() > 10_000) {
        return Err(bad_params(format!("{name:?} is not the name of a tag")));
    }
    if matches!(name, "Result" | "GameType" | "Variant" | "FEN" | "SetUp") {
        return Err(bad_params(format!("the tag {name} follows from the game")));
    }
    let mut changed = Tags::default();
    for (tag, old) in tags.iter() {
        if tag != name {
            changed.push(tag, old);
        } else if let Some(value) = value.filter(|_| changed.raw(name).is_none()) {
            changed.push(tag, value);
        }
    }
    if let Some(value) = value.filter(|_| changed.raw(name).is_none()) {
        changed.push(name, value);
    }
    *tags = changed;
    Ok(())
}

pub(super) fn write(
    app: &mut App,
    id: i64,
    revision: u32,
    facts: &Facts,
    body: &Body,
) -> Result<u32, ApiError> {
    let now = app.now();
    let revision = app.store.update_game(id, revision, facts, body, now)?;
    // The board reads the changed game again.
    app.close_game(|open| open == id);
    Ok(revision)
}

/// Writes a changed game, so that the change can be undone.
pub(crate) fn change(
    app: &mut App,
    id: i64,
    revision: u32,
    before: (Facts, Body),
    now: (Facts, Body),
) -> Result<(), ApiError> {
    if before == now {
        return Ok(());
    }
    let written = write(app, id, revision, &now.0, &now.1)?;
    let undo = app.states.of::<Undo>();
    if undo.game != id || undo.revision != revision {
        *undo = Undo {
            game: id,
            ..Undo::default()
        };
    }
    if undo.before.len() == MOST_UNDONE {
        undo.before.remove(0);
    }
    undo.before.push(before);
    undo.revision = written;
    Ok(())
}

impl Call for EditGame {
    type Reply = EditedView;

    fn run(self, app: &mut App) -> Result<EditedView, ApiError> {
        let mut opened = open(app, self.id)?;
        if opened.row.revision != self.revision {
            let message = format!(
                "game {} is at revision {}, not {}",
                self.id, opened.row.revision, self.revision
            );
            return Err(ApiError::new(ErrorKind::Stale, message));
        }
        let going_on = going_on(app, self.id)?;
        // A running game accepts drawings only.
        if going_on && !matches!(self.edit, EditView::Marks { .. }) {
            let message = format!("game {} is still being played", self.id);
            return Err(ApiError::new(ErrorKind::GoingOn, message));
        }
        let node = edited(&mut opened.text, self.edit)?;
        let (facts, body) = opened.text.to_kept(opened.row.facts.themes);
        if going_on {
            // Earlier edits cannot be undone once the game continues.
            write(app, self.id, self.revision, &facts, &body)?;
        } else {
            let before = (opened.row.facts, opened.body);
            change(app, self.id, self.revision, before, (facts, body))?;
        }
        let game = view(app, &open(app, self.id)?)?;
        let place = |id: NodeId| {
            order(&opened.text.tree)
                .iter()
                .position(|at| *at == id)
                .map(|at| at as u32)
        };
        Ok(EditedView {
            game,
            node: node.and_then(place),
        })
    }
}

impl Call for UndoEdit {
    type Reply = LibraryGameView;

    fn run(self, app: &mut App) -> Result<LibraryGameView, ApiError> {
        let undo = app.states.of::<Undo>();
        if undo.game != self.id || undo.revision != self.revision {
            return Err(ApiError::new(ErrorKind::Stale, "there is no such edit to undo"));
        }
        let Some((facts, body)) = undo.before.last().cloned() else {
            return Err(ApiError::new(ErrorKind::NotFound, "there is no edit to undo"));
        };
        let revision = write(app, self.id, self.revision, &facts, &body)?;
        let undo = app.states.of::<Undo>();
        undo.before.pop();
        undo.revision = revision;
        view(app, &open(app, self.id)?)
    }
}

impl Call for AddGame {
    type Reply = LibraryGameView;

    fn run(self, app: &mut App) -> Result<LibraryGameView, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let start = match &self.fen {
            Some(text) => convert::position(variant, text)?,
            None => variant.start(),
        };
        let mut tags = Tags::default();
        tags.push("Date", app.day().to_string().replace('-', "."));
        for (name, value) in [("White", self.white), ("Black", self.black)] {
            let value = value.trim().chars().take(200).collect::<String>();
            if !value.is_empty() {
                tags.push(name, value);
            }
        }
        let text = GameText {
            tags,
            result: damier_store::GameResult::Open,
            tree: GameTree::new(start),
        };
        let (facts, body) = text.to_kept(0);
        let now = app.now();
        let id = app.store.insert_game(&facts, &body, now)?;
        view(app, &open(app, id)?)
    }
}

impl BeginAnalysis {
    /// The game to start from.
    fn text(&self, app: &App) -> Result<GameText, ApiError> {
        if let Some(id) = self.game {
            let opened = open(app, id)?;
            if going_on(app, id)? && opened.text.tags.raw("Mode") == Some("serious") {
                let message = format!("game {id} is serious and still being played");
                return Err(ApiError::new(ErrorKind::GoingOn, message));
            }
            return Ok(opened.text);
        }
        let variant = convert::variant(&self.variant)?;
        if let Some(written) = &self.text {
            return Ok(convert::pasted_game(variant, written)?.into());
        }
        let start = match &self.fen {
            Some(text) => convert::position(variant, text)?,
            None => variant.start(),
        };
        let mut tags = Tags::default();
        tags.push("Date", app.day().to_string().replace('-', "."));
        Ok(GameText {
            tags,
            result: damier_store::GameResult::Open,
            tree: GameTree::new(start),
        })
    }
}

impl Call for BeginAnalysis {
    type Reply = LibraryGameView;

    fn run(self, app: &mut App) -> Result<LibraryGameView, ApiError> {
        let mut text = self.text(app)?;
        text.tags.set("Mode", "analysis");
        let (facts, body) = text.to_kept(0);
        let now = app.now();
        app.store.sweep_analyses(now - EMPTY_FOR)?;
        let id = app.store.insert_game(&facts, &body, now)?;
        view(app, &open(app, id)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_to_programs_outlive_a_changed_comment() {
        let notes = [Note::After("[%clk 0:59:58] good".into())];
        assert_eq!(with_commands(&notes, "better"), "[%clk 0:59:58] better");
        assert_eq!(with_commands(&notes, " "), "[%clk 0:59:58]");
        assert_eq!(clock(&notes).as_deref(), Some("0:59:58"));
        assert_eq!(comment(&notes), "good");
    }
}
