//! The tree of a repertoire: merging of lines, and likelihood of positions. Keeps nothing.
use super::counts::Counts;
use crate::convert::{side_word, variant};
use crate::library::{read_marks, with_marks};
use crate::stored_game::{Opened, open};
use crate::views::SideView;
use crate::{ApiError, App};
use draughts::notation::pdn;
use draughts::notation::sign::Signs;
use draughts::notation::tree::{GameTree, NodeId, Note, Step};
use draughts::notation::{fen, movetext};
use draughts::{Move, Position, Side};
use std::collections::HashMap;

/// A person's repertoire for a colour.
pub(super) struct Repertoire {
    pub(super) side: Side,
    pub(super) opened: Opened,
}

impl Repertoire {
    /// The repertoire of a colour, if there is one.
    pub(super) fn of(app: &App, key: &str, side: Side) -> Result<Option<Self>, ApiError> {
        variant(key)?;
        let id = app.store.repertoire(app.profile.id, key, side_word(side))?;
        id.map(|id| {
            let opened = open(app, id)?;
            Ok(Self { side, opened })
        })
        .transpose()
    }

    /// The repertoires of a colour, or of both.
    pub(super) fn all(app: &App, key: &str, side: Option<SideView>) -> Result<Vec<Self>, ApiError> {
        let sides = Side::ALL
            .into_iter()
            .filter(|one| side.is_none_or(|side| Side::from(side) == *one));
        let all = sides.map(|side| Self::of(app, key, side));
        Ok(all
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .flatten()
            .collect())
    }

    pub(super) fn tree(&self) -> &GameTree {
        &self.opened.text.tree
    }

    /// Position after each node, by its index.
    pub(super) fn positions(&self) -> Vec<Position> {
        let tree = self.tree();
        let mut positions = vec![*tree.start(); tree.len()];
        for (id, _) in tree.walk() {
            if let Some(parent) = tree.parent(id) {
                positions[id.index()] = tree.after(&positions[parent.index()], id);
            }
        }
        positions
    }

    /// Likelihood of each node, 0 to 1. Own moves are certain; the opponent's follow the book, or are equally likely
    /// where it was not consulted.
    pub(super) fn weights(&self, positions: &[Position], counts: &Counts) -> Vec<f64> {
        let tree = self.tree();
        let mut weights = vec![0.0; tree.len()];
        weights[NodeId::ROOT.index()] = 1.0;
        for (id, _) in tree.walk() {
            let position = &positions[id.index()];
            let children: Vec<NodeId> = tree.children(id).collect();
            let equal = 1.0 / children.len().max(1) as f64;
            let replies = counts.of(position).filter(|replies| replies.games > 0);
            for child in children {
                let mv = tree.node(child).step().and_then(Step::as_move);
                let share = match (position.turn() == self.side, replies, mv) {
                    (true, ..) => 1.0,
                    (false, Some(replies), Some(mv)) => replies.share(mv),
                    _ => equal,
                };
                weights[child.index()] = weights[id.index()] * share;
            }
        }
        weights
    }

    /// Positions with an own answer, each once, by FEN.
    pub(super) fn spots(&self, positions: &[Position], weights: &[f64]) -> Vec<Spot> {
        let tree = self.tree();
        let mut spots: Vec<Spot> = Vec::new();
        let mut places: HashMap<u64, usize> = HashMap::new();
        for (id, _) in tree.walk() {
            let position = &positions[id.index()];
            let moves = tree
                .children(id)
                .filter_map(|child| Some((child, *tree.node(child).step()?.as_move()?)));
            let answers: Vec<(NodeId, Move)> = moves.collect();
            if position.turn() != self.side || answers.is_empty() {
                continue;
            }
            let weight = weights[id.index()];
            let place = *places.entry(position.hash()).or_insert_with(|| {
                spots.push(Spot {
                    fen: fen::write(position),
                    position: *position,
                    nodes: Vec::new(),
                    answers: Vec::new(),
                    weight: 0.0,
                });
                spots.len() - 1
            });
            let spot = &mut spots[place];
            spot.weight += weight;
            // The most likely node comes first.
            match spot.nodes.first() {
                Some(first) if weights[first.index()] < weight => spot.nodes.insert(0, id),
                _ => spot.nodes.push(id),
            }
            for (node, mv) in answers {
                if !spot.answers.iter().any(|(_, known)| *known == mv) {
                    spot.answers.push((node, mv));
                }
            }
        }
        spots
    }

    /// Moves to a node.
    pub(super) fn line(&self, positions: &[Position], id: NodeId) -> Vec<String> {
        let tree = self.tree();
        let mut line = Vec::new();
        let mut at = id;
        while let Some(parent) = tree.parent(at) {
            if let Some(mv) = tree.node(at).step().and_then(Step::as_move) {
                line.push(movetext::write(&positions[parent.index()], mv));
            }
            at = parent;
        }
        line.reverse();
        line
    }
}

/// A position with the person to move, and the answers.
#[derive(Debug)]
pub(super) struct Spot {
    pub(super) fen: String,
    pub(super) position: Position,
    /// Nodes with the position, the most likely first.
    pub(super) nodes: Vec<NodeId>,
    pub(super) answers: Vec<(NodeId, Move)>,
    pub(super) weight: f64,
}

impl Spot {
    /// Returns `false` if there is only one legal move, which needs no memory.
    pub(super) fn has_choice(&self) -> bool {
        self.position.legal_moves().len() > 1
    }
}

/// Index of a node in the display order of its game; `None` for the start.
pub(super) fn place(tree: &GameTree, id: NodeId) -> Option<u32> {
    let place = tree.walk().position(|(one, _)| one == id)?;
    (place as u32).checked_sub(1)
}

/// Text and drawings of a move; clock times do not belong in a repertoire.
fn kept(notes: &[Note]) -> Vec<Note> {
    let kept = notes.iter().filter_map(|note| match note {
        Note::After(text) => Some(Note::After(with_marks(&pdn::plain(text), &read_marks(text)))),
        Note::Before(text) => Some(Note::Before(pdn::plain(text))),
        Note::Nag(_) | Note::Unread(_) => None,
    });
    kept.filter(|note| !matches!(note, Note::After(text) | Note::Before(text) if text.trim().is_empty()))
        .collect()
}

/// Merges the moves of a tree with the same start, limited to `wanted`. Returns the number of new moves and the last
/// node. Comments are copied where there are none.
pub(super) fn merge(tree: &mut GameTree, from: &GameTree, wanted: impl Fn(NodeId) -> bool) -> (u32, NodeId) {
    let mut places: Vec<Option<NodeId>> = vec![None; from.len()];
    let (mut added, mut last) = (0, NodeId::ROOT);
    for (id, _) in from.walk() {
        let place = match (from.parent(id), from.node(id).step()) {
            (None, _) => Some(NodeId::ROOT),
            (Some(parent), Some(step @ Step::Move(_))) if wanted(id) => {
                places[parent.index()].map(|parent| {
                    let there = tree
                        .children(parent)
                        .find(|child| tree.node(*child).step() == Some(step));
                    there.unwrap_or_else(|| {
                        added += 1;
                        tree.add(parent, step.clone())
                    })
                })
            }
            _ => None,
        };
        places[id.index()] = place;
        let Some(place) = place else { continue };
        last = place;
        if tree.node(place).notes().is_empty() {
            for note in kept(from.node(id).notes()) {
                tree.note(place, note);
            }
        }
        if tree.node(place).signs() == Signs::NONE {
            tree.set_signs(place, from.node(id).signs());
        }
    }
    (added, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;

    fn read(text: &str) -> GameTree {
        pdn::read_first(text, Some(Variant::International)).unwrap().tree
    }

    fn written(tree: &GameTree) -> String {
        pdn::write_game(&pdn::Tags::default(), pdn::GameResult::Unknown, tree)
    }

    #[test]
    fn what_is_added_twice_is_there_once() {
        let mut tree = read("1. 32-28 19-23 2. 28x19 14x23 *");
        let more = read("1. 32-28 {[%clk 0:10:00] mine} 19-23 (1... 18-23 2. 33-29 23x32) 2. 28x19 *");
        assert_eq!(merge(&mut tree, &more, |_| true).0, 3);
        assert_eq!(merge(&mut tree, &more, |_| true).0, 0);
        let text = written(&tree);
        assert!(
            text.contains("1. 32-28 {mine} 1... 19-23 (1... 18-23 2. 33-29 23x32)"),
            "{text}"
        );
        assert!(text.contains("14x23"), "{text}");
    }
}
