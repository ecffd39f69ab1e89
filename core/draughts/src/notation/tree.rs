//! A game with its variations and annotations. Knows no text, no file and no draw rule.
//!
//! The nodes are stored in one list, so that a tree of any depth is dropped, copied and walked without recursion.
//!
//! ```
//! use draughts::Variant;
//! use draughts::notation::{GameTree, NodeId, Step, movetext};
//!
//! let mut tree = GameTree::new(Variant::International.start());
//! let moves = ["32-28", "33-29"].map(|text| movetext::read(tree.start(), text).unwrap());
//! let main = tree.add(NodeId::ROOT, Step::Move(moves[0]));
//! let variation = tree.add(NodeId::ROOT, Step::Move(moves[1]));
//! assert_eq!(tree.next(NodeId::ROOT), Some(main));
//! tree.promote(variation);
//! assert_eq!(tree.main_moves().collect::<Vec<_>>(), [&moves[1]]);
//! assert_eq!(tree.position(main), tree.start().play(&moves[0]).unwrap());
//! ```
use super::sign::Signs;
use crate::rules::{Game, Move, Position};

/// A place in a [`GameTree`]: the position after a move, or the start.
///
/// ```
/// use draughts::Variant;
/// use draughts::notation::{GameTree, NodeId};
///
/// let tree = GameTree::new(Variant::International.start());
/// assert_eq!(tree.id(0), Some(NodeId::ROOT));
/// assert_eq!(tree.id(1), None); // for numbers that come from outside
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root: the position before the first move.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns the index in the list of nodes; the root is 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A step from one position to the next.
///
/// ```
/// use draughts::{Variant, notation::{NodeId, Step, pdn}};
///
/// let game = pdn::read_moves(&Variant::International.start(), "1. 32-28 19-23");
/// let id = game.tree.next(NodeId::ROOT).unwrap();
/// let Some(Step::Move(mv)) = game.tree.node(id).step() else { panic!("a move") };
/// assert_eq!(mv.target().number(), 28);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A legal move.
    Move(Move),
    /// A change of position by hand in mid-game.
    Setup(Box<Position>),
}

impl Step {
    /// Returns the move, if the step is one.
    pub fn as_move(&self) -> Option<&Move> {
        match self {
            Step::Move(mv) => Some(mv),
            Step::Setup(_) => None,
        }
    }
}

/// An annotation of a move. Notes before the move come first, each kind in order.
///
/// ```
/// use draughts::notation::{NodeId, Note, pdn};
///
/// let game = pdn::read_first("1. 32-28 {well known} 19-23 *", None).unwrap();
/// let first = game.tree.next(NodeId::ROOT).unwrap();
/// assert_eq!(game.tree.node(first).notes(), [Note::After("well known".into())]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A comment before the move.
    Before(String),
    /// A comment after the move.
    After(String),
    /// A numeric glyph (`$10`) that is not one of the [`Signs`].
    Nag(u16),
    /// Text of the rest of the line, which could not be played from here.
    Unread(String),
}

/// A node of the tree.
///
/// ```
/// use draughts::notation::{NodeId, pdn};
///
/// let game = pdn::read_first("1. 32-28! *", None).unwrap();
/// let node = game.tree.node(game.tree.next(NodeId::ROOT).unwrap());
/// assert_eq!(node.signs().to_string(), "!");
/// assert!(node.notes().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// `None` only at the root.
    step: Option<Step>,
    signs: Signs,
    notes: Vec<Note>,
    parent: u32,
    /// 0 if there is no child: the root is never a child.
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
}

impl Node {
    /// Returns the step to this node; `None` at the root.
    pub fn step(&self) -> Option<&Step> {
        self.step.as_ref()
    }

    /// Returns the signs of the move.
    pub fn signs(&self) -> Signs {
        self.signs
    }

    /// Returns comments and glyphs in order.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }
}

/// A game as a tree. The first child of a node continues its line, the others are variations.
///
/// ```
/// use draughts::notation::{GameTree, NodeId, pdn};
///
/// let tree: GameTree = pdn::read_first("1. 32-28 (1. 33-29) 19-23 *", None).unwrap().tree;
/// let first: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
/// assert_eq!(first.len(), 2); // the main line and a variation
/// assert_eq!(tree.sibling(first[0]), Some(first[1]));
/// assert_eq!(tree.parent(first[1]), Some(NodeId::ROOT));
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    start: Position,
    nodes: Vec<Node>,
}

/// Trees with the same content are equal, regardless of the order in which nodes were added.
impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let same = |a: &Node, b: &Node| (&a.step, a.signs, a.notes()) == (&b.step, b.signs, b.notes());
        let mut mine = self.walk();
        let mut others = other.walk();
        self.start == other.start
            && self.nodes.len() == other.nodes.len()
            && mine
                .by_ref()
                .zip(others.by_ref())
                .all(|((a, deep), (b, as_deep))| deep == as_deep && same(self.node(a), other.node(b)))
            && mine.next().is_none()
            && others.next().is_none()
    }
}

impl Eq for GameTree {}

impl GameTree {
    /// Creates a game without moves.
    #[must_use]
    pub fn new(start: Position) -> GameTree {
        GameTree {
            start,
            nodes: vec![Node {
                step: None,
                signs: Signs::NONE,
                notes: Vec::new(),
                parent: 0,
                first_child: 0,
                last_child: 0,
                next_sibling: 0,
            }],
        }
    }

    /// Builds a tree from a played game, with the positions after pieces were huffed.
    #[must_use]
    pub fn of(game: &Game) -> GameTree {
        let mut tree = GameTree::new(*game.start());
        let mut last = NodeId::ROOT;
        for (ply, mv) in (1..).zip(game.moves()) {
            last = tree.add(last, Step::Move(*mv));
            if game.is_amended(ply) {
                last = tree.add(last, Step::Setup(Box::new(game.positions()[ply])));
            }
        }
        tree
    }

    /// Returns the start position.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the node with an id of this tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Returns the id with this index; `None` beyond the end. For ids that come from outside.
    pub fn id(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index as u32))
    }

    /// Returns the number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if the tree has no step and no annotation.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.nodes[0].notes().is_empty()
    }

    /// Returns the parent of a node; `None` at the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| NodeId(self.nodes[id.index()].parent))
    }

    /// Returns the next node of the line.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.child(self.nodes[id.index()].first_child)
    }

    /// Returns every continuation, the line's own first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(id), |&child| self.sibling(child))
    }

    /// Returns the next continuation of the same parent.
    pub fn sibling(&self, id: NodeId) -> Option<NodeId> {
        self.child(self.nodes[id.index()].next_sibling)
    }

    fn child(&self, index: u32) -> Option<NodeId> {
        (index != 0).then_some(NodeId(index))
    }

    /// Returns the nodes of the main line without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(NodeId::ROOT), |&id| self.next(id))
    }

    /// Returns the moves of the main line up to the first change of position by hand.
    pub fn main_moves(&self) -> impl Iterator<Item = &Move> {
        self.main_line()
            .map_while(|id| self.node(id).step.as_ref()?.as_move())
    }

    /// Returns the position at a node, played through from the start.
    #[must_use]
    pub fn position(&self, id: NodeId) -> Position {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&at| self.parent(at)).collect();
        path.reverse();
        path.iter()
            .fold(self.start, |position, &at| self.after(&position, at))
    }

    /// Returns the position after a node's step, given that of its parent.
    #[must_use]
    pub fn after(&self, before: &Position, id: NodeId) -> Position {
        match &self.node(id).step {
            None => self.start,
            Some(Step::Setup(position)) => **position,
            Some(Step::Move(mv)) => {
                let mut after = *before;
                after.play_unchecked(mv);
                after
            }
        }
    }

    /// Adds a continuation after the existing ones; the first becomes the line itself. The move must be legal in the
    /// position of the parent.
    pub fn add(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = u32::try_from(self.nodes.len()).expect("fewer nodes than 4 thousand million fit in memory");
        match std::mem::replace(&mut self.nodes[parent.index()].last_child, id) {
            0 => self.nodes[parent.index()].first_child = id,
            last => self.nodes[last as usize].next_sibling = id,
        }
        self.nodes.push(Node {
            step: Some(step),
            signs: Signs::NONE,
            notes: Vec::new(),
            parent: parent.0,
            first_child: 0,
            last_child: 0,
            next_sibling: 0,
        });
        NodeId(id)
    }

    /// Makes a continuation the line of its parent. The others keep their order.
    pub fn promote(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else {
            return;
        };
        let first = self.nodes[parent.index()].first_child;
        if first == id.0 {
            return;
        }
        let after = self.nodes[id.index()].next_sibling;
        let before = self
            .children(parent)
            .find(|&child| self.nodes[child.index()].next_sibling == id.0);
        let before = before.expect("a child that is not the first has one before it");
        self.nodes[before.index()].next_sibling = after;
        if after == 0 {
            self.nodes[parent.index()].last_child = before.0;
        }
        self.nodes[id.index()].next_sibling = first;
        self.nodes[parent.index()].first_child = id.0;
    }

    /// Sets the signs of a move.
    pub fn set_signs(&mut self, id: NodeId, signs: Signs) {
        self.nodes[id.index()].signs = signs;
    }

    /// Adds a note after the existing ones. Notes before the move stay in front of those after it.
    pub fn note(&mut self, id: NodeId, note: Note) {
        let notes = &mut self.nodes[id.index()].notes;
        let place = match note {
            Note::Before(_) => notes
                .iter()
                .take_while(|note| matches!(note, Note::Before(_)))
                .count(),
            _ => notes.len(),
        };
        notes.insert(place, note);
    }

    /// Returns the last note of a node, for appending text.
    pub(super) fn last_note_mut(&mut self, id: NodeId) -> Option<&mut Note> {
        self.nodes[id.index()].notes.last_mut()
    }

    /// Returns every node once with its depth, the root 0: each line to its end, and the variations of a move after
    /// the move itself.
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk {
            tree: self,
            open: vec![(NodeId::ROOT, 0)],
        }
    }
}

/// A depth-first walk over a tree: see [`GameTree::walk`].
///
/// ```
/// use draughts::notation::pdn;
///
/// let tree = pdn::read_first("1. 32-28 (1. 33-29) 19-23 *", None).unwrap().tree;
/// assert_eq!(tree.walk().count(), tree.len());
/// ```
#[derive(Debug)]
pub struct Walk<'a> {
    tree: &'a GameTree,
    open: Vec<(NodeId, u32)>,
}

impl Iterator for Walk<'_> {
    type Item = (NodeId, u32);

    fn next(&mut self) -> Option<(NodeId, u32)> {
        let (id, depth) = self.open.pop()?;
        if let Some(sibling) = self.tree.sibling(id) {
            self.open.push((sibling, depth));
        }
        if let Some(child) = self.tree.next(id) {
            self.open.push((child, depth + 1));
        }
        Some((id, depth))
    }
}
