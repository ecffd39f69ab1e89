//! Encodes a game's tree as bytes.
//!
//! Format 1: the byte 1, the main line, then the rest. A move is its origin and target. If it takes two
//! pieces or more, `CAPTURED`, their number and their squares follow. `SETUP` is a position in place of a
//! move: the length of its FEN, and the FEN. The main line ends at `REST` or at the end of the bytes. After
//! `REST` come `VARIATION` with the number of its parent node and its moves; `NOTE` with a node's number, a
//! kind and a text; `SIGNS` with a node's number and a text. Nodes are numbered in the order in which they
//! are written, the start is 0. Numbers and lengths are varints, lowest seven bits first.
//! and lengths are in groups of seven bits.
mod line;
mod resolve;
#[cfg(test)]
mod tests;

pub use line::{KeptMove, read, write, write_amended};
pub(crate) use resolve::resolve;

use super::index::{put_varint, take_varint};
use draughts::notation::fen;
use draughts::notation::sign::Signs;
use draughts::notation::tree::{GameTree, NodeId, Note, Step};
use draughts::{Move, Position, RuleOptions, Square};
use line::{take_move, write_kept};
use std::collections::VecDeque;

/// Number of the format; the first byte.
const FORMAT: u8 = 1;
/// The captured squares follow, because origin and target are ambiguous.
const CAPTURED: u8 = 0xF0;
const REST: u8 = 0xF1;
const VARIATION: u8 = 0xF2;
const NOTE: u8 = 0xF3;
const SIGNS: u8 = 0xF4;
const SETUP: u8 = 0xF5;

/// Kinds of notes.
const BEFORE: u8 = 0;
const AFTER: u8 = 1;
const UNREAD: u8 = 2;
const NAG: u8 = 3;

/// The highest square number (12×12 boards have 72, a full 12×12 board 144).
const HIGHEST: u8 = 144;

/// Why bytes cannot be read as a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// There is no format byte.
    #[error("no bytes")]
    Empty,
    /// The format of a newer version.
    #[error("format {0} is not known")]
    Format(u8),
    /// The bytes end inside a move.
    #[error("the bytes end inside a move")]
    Truncated,
    /// Neither a square nor a marker.
    #[error("byte {at} is not a square")]
    Square {
        /// Offset in the bytes; the format byte is 0.
        at: usize,
    },
    /// A move that is illegal in its position.
    #[error("the move of node {0} is not legal")]
    Illegal(u32),
    /// A reference to a node that does not exist, or invalid text.
    #[error("the data of node {0} cannot be read")]
    Node(u32),
}

/// Encodes a tree whose moves are legal under `options`.
pub fn encode(tree: &GameTree, options: RuleOptions) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + 2 * tree.len());
    bytes.push(FORMAT);
    let mut order = vec![NodeId::ROOT];
    // Only under a house rule can origin, target and captured pieces fit two moves.
    let by_house_rule = options.house_rule().is_some();
    let line = |bytes: &mut Vec<u8>, order: &mut Vec<NodeId>, first: Option<NodeId>| {
        let parent = first.filter(|_| by_house_rule).and_then(|id| tree.parent(id));
        let mut before = parent.map(|id| tree.position(id));
        for id in std::iter::successors(first, |&id| tree.next(id)) {
            order.push(id);
            match (tree.node(id).step(), &before) {
                (Some(Step::Move(mv)), Some(before)) => {
                    write_kept(bytes, &KeptMove::by_house_rule(mv, before, options));
                }
                (Some(Step::Move(mv)), None) => write_move(bytes, mv),
                (Some(Step::Setup(position)), _) => {
                    bytes.push(SETUP);
                    write_text(bytes, &fen::write(position));
                }
                (None, _) => {}
            }
            before = before.map(|before| tree.after(&before, id));
        }
    };
    line(&mut bytes, &mut order, tree.next(NodeId::ROOT));
    let plain = |id: &NodeId| {
        let node = tree.node(*id);
        node.notes().is_empty() && node.signs().is_empty() && tree.children(*id).nth(1).is_none()
    };
    if order.iter().all(plain) {
        return bytes;
    }
    bytes.push(REST);
    let mut rest = Vec::new();
    let mut at = 0;
    while let Some(&id) = order.get(at) {
        for child in tree.children(id).skip(1) {
            rest.push(VARIATION);
            put_varint(&mut rest, at as u64);
            line(&mut rest, &mut order, Some(child));
        }
        at += 1;
    }
    bytes.extend(rest);
    for (number, id) in order.iter().enumerate() {
        let node = tree.node(*id);
        if !node.signs().is_empty() {
            bytes.push(SIGNS);
            put_varint(&mut bytes, number as u64);
            write_text(&mut bytes, &node.signs().to_string());
        }
        for note in node.notes() {
            bytes.push(NOTE);
            put_varint(&mut bytes, number as u64);
            match note {
                Note::Before(text) => write_note(&mut bytes, BEFORE, text),
                Note::After(text) => write_note(&mut bytes, AFTER, text),
                Note::Unread(text) => write_note(&mut bytes, UNREAD, text),
                Note::Nag(nag) => write_note(&mut bytes, NAG, &nag.to_string()),
            }
        }
    }
    bytes
}

fn write_move(bytes: &mut Vec<u8>, mv: &Move) {
    bytes.extend([mv.origin().number(), mv.target().number()]);
    if mv.captured().len() > 1 {
        bytes.extend([CAPTURED, mv.captured().len() as u8]);
        bytes.extend(mv.captured().iter().map(Square::number));
    }
}

fn write_text(bytes: &mut Vec<u8>, text: &str) {
    put_varint(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
}

fn write_note(bytes: &mut Vec<u8>, kind: u8, text: &str) {
    bytes.push(kind);
    write_text(bytes, text);
}

/// Decodes as much of a tree as possible; returns the error that ended the decoding, if any.
pub fn decode(start: &Position, bytes: &[u8]) -> (GameTree, Option<TreeError>) {
    let mut tree = GameTree::new(*start);
    let error = Decoder {
        tree: &mut tree,
        nodes: vec![(NodeId::ROOT, *start)],
        at: 0,
        all: bytes.len(),
        bytes,
    }
    .read()
    .err();
    (tree, error)
}

struct Decoder<'a> {
    tree: &'a mut GameTree,
    /// Nodes by number, each with its position.
    nodes: Vec<(NodeId, Position)>,
    /// Number of the node that the next move continues.
    at: usize,
    all: usize,
    bytes: &'a [u8],
}

impl Decoder<'_> {
    fn read(&mut self) -> Result<(), TreeError> {
        match self.bytes.split_first() {
            None => return Err(TreeError::Empty),
            Some((&FORMAT, rest)) => self.bytes = rest,
            Some((&other, _)) => return Err(TreeError::Format(other)),
        }
        while let Some((&first, rest)) = self.bytes.split_first() {
            match first {
                REST => self.bytes = rest,
                VARIATION => {
                    self.bytes = rest;
                    self.at = self.number()?;
                }
                NOTE => {
                    self.bytes = rest;
                    let number = self.number()?;
                    let kind = self.byte()?;
                    let text = self.text(number)?;
                    let note = match kind {
                        BEFORE => Note::Before(text),
                        AFTER => Note::After(text),
                        UNREAD => Note::Unread(text),
                        NAG => Note::Nag(text.parse().map_err(|_| TreeError::Node(number as u32))?),
                        _ => return Err(TreeError::Node(number as u32)),
                    };
                    self.tree.note(self.nodes[number].0, note);
                }
                SIGNS => {
                    self.bytes = rest;
                    let number = self.number()?;
                    let signs = Signs::read(&self.text(number)?).ok_or(TreeError::Node(number as u32))?;
                    self.tree.set_signs(self.nodes[number].0, signs);
                }
                SETUP => {
                    self.bytes = rest;
                    let number = self.nodes.len();
                    let text = self.text(number)?;
                    let position = fen::read(self.tree.start().variant(), &text)
                        .map_err(|_| TreeError::Node(number as u32))?;
                    self.add(Step::Setup(Box::new(position)), position);
                }
                _ => {
                    let at = self.all - self.bytes.len();
                    let kept = take_move(&mut self.bytes, at)?;
                    let mut position = self.nodes[self.at].1;
                    let mv = resolve(&position, &kept).ok_or(TreeError::Illegal(self.nodes.len() as u32))?;
                    position.play_unchecked(&mv);
                    self.add(Step::Move(mv), position);
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, step: Step, position: Position) {
        let id = self.tree.add(self.nodes[self.at].0, step);
        self.at = self.nodes.len();
        self.nodes.push((id, position));
    }

    fn byte(&mut self) -> Result<u8, TreeError> {
        let (byte, rest) = self.bytes.split_first().ok_or(TreeError::Truncated)?;
        self.bytes = rest;
        Ok(*byte)
    }

    /// Reads the number of an existing node.
    fn number(&mut self) -> Result<usize, TreeError> {
        let number = take_varint(&mut self.bytes).ok_or(TreeError::Truncated)?;
        match usize::try_from(number) {
            Ok(number) if number < self.nodes.len() => Ok(number),
            _ => Err(TreeError::Node(number as u32)),
        }
    }

    fn text(&mut self, number: usize) -> Result<String, TreeError> {
        let length = take_varint(&mut self.bytes).ok_or(TreeError::Truncated)?;
        let split = usize::try_from(length)
            .ok()
            .and_then(|length| self.bytes.split_at_checked(length));
        let (text, rest) = split.ok_or(TreeError::Truncated)?;
        self.bytes = rest;
        String::from_utf8(text.to_vec()).map_err(|_| TreeError::Node(number as u32))
    }
}

/// True if there is more than a main line.
pub fn has_rest(bytes: &[u8]) -> bool {
    let mut moves = bytes.get(1..).unwrap_or_default();
    while !matches!(moves.first(), None | Some(&(REST | SETUP))) {
        if take_move(&mut moves, 1).is_err() {
            return false;
        }
    }
    !moves.is_empty()
}

/// True if `text` accepts a comment in the bytes, before or after a move. Moves are skipped; damaged bytes
/// are read as far as possible.
pub fn says(bytes: &[u8], text: impl Fn(&str) -> bool) -> bool {
    let mut bytes = bytes.get(1..).unwrap_or_default();
    let mut is_said = || -> Option<bool> {
        while let Some((&first, rest)) = bytes.split_first() {
            let before = std::mem::replace(&mut bytes, rest);
            let kind = match first {
                REST => continue,
                VARIATION => {
                    take_varint(&mut bytes)?;
                    continue;
                }
                NOTE => {
                    take_varint(&mut bytes)?;
                    let (kind, rest) = bytes.split_first()?;
                    bytes = rest;
                    *kind
                }
                SIGNS => {
                    take_varint(&mut bytes)?;
                    NAG
                }
                SETUP => NAG,
                _ => {
                    bytes = before;
                    take_move(&mut bytes, 1).ok()?;
                    continue;
                }
            };
            let length = usize::try_from(take_varint(&mut bytes)?).ok()?;
            let (note, rest) = bytes.split_at_checked(length)?;
            bytes = rest;
            if matches!(kind, BEFORE | AFTER) && text(std::str::from_utf8(note).ok()?) {
                return Some(true);
            }
        }
        None
    };
    is_said().unwrap_or(false)
}

/// False only if no position is set up in mid-game; true may be wrong. Costs next to nothing.
pub fn may_set_up(bytes: &[u8]) -> bool {
    bytes.contains(&SETUP)
}

/// Adds a comment after a move of the main line, from 1. Returns the bytes unchanged if there is no such
/// move.
pub fn with_comment(start: &Position, bytes: &[u8], ply: usize, text: &str, options: RuleOptions) -> Vec<u8> {
    let (mut tree, _) = decode(start, bytes);
    let node = ply.checked_sub(1).and_then(|at| tree.main_line().nth(at));
    match node {
        Some(node) => tree.note(node, Note::After(text.to_owned())),
        None => return bytes.to_vec(),
    }
    encode(&tree, options)
}

/// Replaces the main line in the bytes. Moves that stay keep their notes and variations; the removed rest of
/// the old main line loses them.
pub fn with_main_line(start: &Position, bytes: &[u8], moves: &[Move], options: RuleOptions) -> Vec<u8> {
    let (old, _) = decode(start, bytes);
    let mut tree = GameTree::new(*start);
    // Old nodes with their copies in the new tree, and their ply; for the old main line only as far as the
    // new one is equal.
    let mut copies = VecDeque::from([(NodeId::ROOT, NodeId::ROOT, 0)]);
    let mut main = vec![NodeId::ROOT];
    for mv in moves {
        let last = *main.last().expect("it contains the root");
        main.push(tree.add(last, Step::Move(*mv)));
    }
    while let Some((from, to, ply)) = copies.pop_front() {
        let node = old.node(from);
        tree.set_signs(to, node.signs());
        node.notes().iter().for_each(|note| tree.note(to, note.clone()));
        for child in old.children(from) {
            let Some(step) = old.node(child).step() else {
                continue;
            };
            let from_main = main.get(ply) == Some(&to);
            let on_main = from_main && step.as_move().is_some() && step.as_move() == moves.get(ply);
            if from_main && !on_main && old.next(from) == Some(child) {
                continue;
            }
            let copy = if on_main {
                main[ply + 1]
            } else {
                tree.add(to, step.clone())
            };
            copies.push_back((child, copy, ply + 1));
        }
    }
    encode(&tree, options)
}
