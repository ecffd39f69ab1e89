//! A game's moves as bytes. Knows squares as numbers; whether a move is legal is for the reader to find out.
//!
//! Format 1: the byte 1, then the main line, then what else there is. A move is its origin and target; where it takes
//! two pieces or more, [`CAPTURED`], how many, and their squares follow. [`SETUP`] is a position in place of a move: the
//! length of its FEN, and the FEN. The main line ends at [`REST`] or at the end of the bytes. After it come
//! [`VARIATION`] with the number of the node it goes on from, and its moves; [`NOTE`] with a node's number, a kind and a
//! text; [`SIGNS`] with a node's number and a text. Nodes are numbered as their moves are written, the start 0; numbers
//! and lengths are in groups of seven bits.
use super::index::{meant, put_varint, take_varint};
use crate::notation::fen;
use crate::notation::sign::Signs;
use crate::notation::tree::{GameTree, NodeId, Note, Step};
use crate::{Move, Position, RuleOptions, Square};
use std::collections::VecDeque;

/// What the first byte says.
const FORMAT: u8 = 1;
/// The captured squares follow, because origin and target do not say which move it is.
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

/// A move as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMove {
    /// The square it left.
    pub origin: u8,
    /// The square it came to.
    pub target: u8,
    /// The captured squares, ascending; empty where origin and target say it all. The origin alone where nothing is
    /// captured though a capture has the same ends: a house rule lets it be left.
    pub captured: Vec<u8>,
}

impl KeptMove {
    /// One of these moves as it is kept.
    pub fn of(mv: &Move, moves: &[Move]) -> KeptMove {
        let ends = |other: &&Move| other.origin() == mv.origin() && other.target() == mv.target();
        let twins = moves.iter().filter(ends).count() > 1;
        let captured = match (twins, mv.is_capture()) {
            (false, _) => Vec::new(),
            (true, false) => vec![mv.origin().number()],
            (true, true) => mv.captured().iter().map(Square::number).collect(),
        };
        KeptMove {
            origin: mv.origin().number(),
            target: mv.target().number(),
            captured,
        }
    }

    /// The one of these moves that is meant; `None` where there is none, or more than one.
    pub fn among(&self, moves: &[Move]) -> Option<Move> {
        let mut meant = moves.iter().filter(|mv| {
            (mv.origin().number(), mv.target().number()) == (self.origin, self.target)
                && match &self.captured[..] {
                    [] => true,
                    [origin] if *origin == self.origin => !mv.is_capture(),
                    squares => mv
                        .captured()
                        .iter()
                        .map(Square::number)
                        .eq(squares.iter().copied()),
                }
        });
        meant.next().filter(|_| meant.next().is_none()).copied()
    }
}

/// Why bytes are no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// There is not even a format.
    #[error("no bytes")]
    Empty,
    /// A format of a newer version.
    #[error("format {0} is not known")]
    Format(u8),
    /// The bytes end inside a move.
    #[error("the bytes end inside a move")]
    Truncated,
    /// No square and no sign.
    #[error("byte {at} is no square")]
    Square {
        /// Where, 0 the format byte.
        at: usize,
    },
    /// A move that is not legal where it stands.
    #[error("the move of node {0} is not legal")]
    Illegal(u32),
    /// Something that hangs on a node that is not there, or is no text.
    #[error("something is kept of node {0} that cannot be read")]
    Node(u32),
}

/// A tree to bytes; its moves are those that may be played under `options`.
pub fn encode(tree: &GameTree, options: RuleOptions) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + 2 * tree.len());
    bytes.push(FORMAT);
    let mut order = vec![NodeId::ROOT];
    // Only there can the ends of a move and the pieces it takes mean two moves.
    let by_house_rule = options.house_rule().is_some();
    let line = |bytes: &mut Vec<u8>, order: &mut Vec<NodeId>, first: Option<NodeId>| {
        let parent = first.filter(|_| by_house_rule).and_then(|id| tree.parent(id));
        let mut before = parent.map(|id| tree.position(id));
        for id in std::iter::successors(first, |&id| tree.next(id)) {
            order.push(id);
            match (tree.node(id).step(), &before) {
                (Some(Step::Move(mv)), Some(before)) => {
                    write_kept(bytes, &KeptMove::of(mv, &before.moves_under(options)));
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

fn write_kept(bytes: &mut Vec<u8>, kept: &KeptMove) {
    bytes.extend([kept.origin, kept.target]);
    if !kept.captured.is_empty() {
        let count = u8::try_from(kept.captured.len()).expect("a board has fewer than 256 pieces");
        bytes.extend([CAPTURED, count]);
        bytes.extend(&kept.captured);
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

/// Bytes to a tree: all that can be read, and what stopped the reading where something did.
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
    /// By number, with the position there.
    nodes: Vec<(NodeId, Position)>,
    /// The number of the node that goes on.
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
                    let mv = meant(&position, &kept).ok_or(TreeError::Illegal(self.nodes.len() as u32))?;
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

    /// The number of a node that is there.
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

/// Takes a move off the front; `at` is where that is.
fn take_move(bytes: &mut &[u8], at: usize) -> Result<KeptMove, TreeError> {
    let all = bytes.len();
    let square = |bytes: &mut &[u8]| match bytes.split_first() {
        None => Err(TreeError::Truncated),
        Some((&number @ 1..=HIGHEST, rest)) => {
            *bytes = rest;
            Ok(number)
        }
        Some(_) => Err(TreeError::Square {
            at: at + all - bytes.len(),
        }),
    };
    let (origin, target) = (square(bytes)?, square(bytes)?);
    let mut captured = Vec::new();
    if let Some((&CAPTURED, rest)) = bytes.split_first() {
        let (count, rest) = rest.split_first().ok_or(TreeError::Truncated)?;
        *bytes = rest;
        captured = (0..*count).map(|_| square(bytes)).collect::<Result<_, _>>()?;
    }
    Ok(KeptMove {
        origin,
        target,
        captured,
    })
}

/// Whether more than a main line is kept.
pub fn has_rest(bytes: &[u8]) -> bool {
    let mut moves = bytes.get(1..).unwrap_or_default();
    while !matches!(moves.first(), None | Some(&(REST | SETUP))) {
        if take_move(&mut moves, 1).is_err() {
            return false;
        }
    }
    !moves.is_empty()
}

/// Whether a position may be set up somewhere in mid-game: false only where there is none. Costs nothing.
pub fn may_set_up(bytes: &[u8]) -> bool {
    bytes.contains(&SETUP)
}

/// The bytes with another main line: what hangs on the moves that stay is kept, variations too; the rest of the old main
/// line goes, with what hangs on it.
pub fn with_main_line(start: &Position, bytes: &[u8], moves: &[Move], options: RuleOptions) -> Vec<u8> {
    let (old, _) = decode(start, bytes);
    let mut tree = GameTree::new(*start);
    // Old nodes whose copies stand in the new tree; of the old main line as far as it is the new one.
    let mut copies = VecDeque::from([(NodeId::ROOT, NodeId::ROOT, 0)]);
    let mut main = vec![NodeId::ROOT];
    for mv in moves {
        let last = *main.last().expect("the root is in it");
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

/// Moves to bytes.
pub fn write(moves: &[KeptMove]) -> Vec<u8> {
    write_amended(moves, &[])
}

/// Moves to bytes, with the positions put in the place of those they lead to: each with how many moves come before it,
/// ascending.
pub fn write_amended(moves: &[KeptMove], amended: &[(usize, Position)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + 2 * moves.len());
    bytes.push(FORMAT);
    let mut amended = amended.iter().peekable();
    for (before, m) in moves.iter().enumerate() {
        write_kept(&mut bytes, m);
        if let Some((_, position)) = amended.next_if(|(after, _)| *after == before + 1) {
            bytes.push(SETUP);
            write_text(&mut bytes, &fen::write(position));
        }
    }
    bytes
}

/// Bytes to the moves of the main line, up to a position set up in mid-game where there is one.
///
/// # Errors
/// For any bytes that `write` and `encode` do not write.
pub fn read(mut bytes: &[u8]) -> Result<Vec<KeptMove>, TreeError> {
    let all = bytes.len();
    match bytes.split_first() {
        None => return Err(TreeError::Empty),
        Some((&FORMAT, rest)) => bytes = rest,
        Some((&other, _)) => return Err(TreeError::Format(other)),
    }
    let mut moves = Vec::with_capacity(bytes.len() / 2);
    while !matches!(bytes.first(), None | Some(&(REST | SETUP))) {
        let at = all - bytes.len();
        moves.push(take_move(&mut bytes, at)?);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kept() -> impl Strategy<Value = KeptMove> {
        (
            1..=HIGHEST,
            1..=HIGHEST,
            prop::collection::vec(1..=HIGHEST, 0..20),
        )
            .prop_map(|(origin, target, captured)| KeptMove {
                origin,
                target,
                captured,
            })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(moves in prop::collection::vec(kept(), 0..60)) {
            prop_assert_eq!(read(&write(&moves)), Ok(moves));
        }

        #[test]
        fn any_bytes_are_moves_or_an_error(mut bytes in prop::collection::vec(any::<u8>(), 0..200), good in any::<bool>()) {
            if good && !bytes.is_empty() {
                bytes[0] = FORMAT;
            }
            let _ = read(&bytes);
        }

        #[test]
        fn a_cut_tree_gives_its_first_moves_or_an_error(moves in prop::collection::vec(kept(), 1..20), cut in 0..100usize) {
            let bytes = write(&moves);
            if let Ok(read) = read(&bytes[..cut.min(bytes.len())]) {
                prop_assert!(read.iter().zip(&moves).all(|(r, m)| (r.origin, r.target) == (m.origin, m.target)));
            }
        }
    }

    #[test]
    fn a_move_with_a_twin_is_kept_with_its_victims_and_found_again() {
        let fork = fen::read(crate::Variant::International, "W:WK3:B9,10,23,26,29,43").unwrap();
        let legal = fork.legal_moves();
        for mv in &legal {
            let kept = KeptMove::of(mv, &legal);
            assert_eq!(kept.captured.len(), 3);
            assert_eq!(kept.among(&legal), Some(*mv));
        }
        let start = crate::Variant::International.start();
        for mv in start.legal_moves() {
            let kept = KeptMove::of(&mv, &start.legal_moves());
            assert!(kept.captured.is_empty());
            assert_eq!(kept.among(&start.legal_moves()), Some(mv));
        }
        let no_move = KeptMove {
            origin: 3,
            target: 49,
            captured: vec![9],
        };
        assert_eq!(no_move.among(&legal), None);
    }

    #[test]
    fn what_leaves_a_capture_is_not_taken_for_the_capture() {
        // The king goes straight from 25 to 3, or round by 48 and 26 over three men.
        let round = fen::read(crate::Variant::International, "W:WK25:B21,30,31,32").unwrap();
        for rule in [crate::RuleOption::CaptureOptional, crate::RuleOption::Huffing] {
            let moves = round.moves_under(crate::RuleOptions::NONE.with(rule));
            let ends = |mv: &&Move| (mv.origin().number(), mv.target().number()) == (25, 3);
            assert!(moves.iter().filter(ends).any(Move::is_capture));
            assert!(moves.iter().filter(ends).any(|mv| !mv.is_capture()));
            for mv in &moves {
                let bytes = write_amended(&[KeptMove::of(mv, &moves)], &[(1, round)]);
                let (tree, error) = decode(&round, &bytes);
                let steps: Vec<Step> = tree
                    .main_line()
                    .filter_map(|id| tree.node(id).step().cloned())
                    .collect();
                assert_eq!(
                    (steps, error),
                    (vec![Step::Move(*mv), Step::Setup(Box::new(round))], None)
                );
            }
        }
    }

    fn play(tree: &mut GameTree, parent: NodeId, text: &str) -> NodeId {
        let mv = crate::notation::movetext::read(&tree.position(parent), text).unwrap();
        tree.add(parent, Step::Move(mv))
    }

    /// Variations in variations, words of every kind, a position in mid-game.
    fn annotated() -> GameTree {
        let mut tree = GameTree::new(crate::Variant::International.start());
        let root = NodeId::ROOT;
        tree.note(root, Note::After("before the game".into()));
        let first = play(&mut tree, root, "32-28");
        let second = play(&mut tree, first, "19-23");
        play(&mut tree, second, "28x19");
        let other = play(&mut tree, root, "33-29");
        let reply = play(&mut tree, other, "20-25");
        let deep = play(&mut tree, other, "19-23");
        play(&mut tree, first, "18-23");
        tree.note(reply, Note::Before("é\n{}".into()));
        tree.note(deep, Note::Nag(140));
        tree.note(deep, Note::Unread("21-77 ???".into()));
        tree.set_signs(second, Signs::read("?!*").unwrap());
        let setup = fen::read(crate::Variant::International, "W:W3:B40").unwrap_or(*tree.start());
        let setup = tree.add(deep, Step::Setup(Box::new(setup)));
        tree.note(setup, Note::After("set up".into()));
        tree
    }

    #[test]
    fn a_tree_comes_back_as_it_was() {
        let tree = annotated();
        let bytes = encode(&tree, RuleOptions::NONE);
        let (again, error) = decode(tree.start(), &bytes);
        assert_eq!((again, error), (tree.clone(), None));
        assert_eq!(read(&bytes).unwrap().len(), 3, "the main line is read alone");
        // A plain line is as it always was.
        let plain = GameTree::new(*tree.start());
        assert_eq!(encode(&plain, RuleOptions::NONE), write(&[]));
    }

    #[test]
    fn a_damaged_tree_gives_what_it_can() {
        let tree = annotated();
        let bytes = encode(&tree, RuleOptions::NONE);
        for at in 0..bytes.len() {
            let (part, _) = decode(tree.start(), &bytes[..at]);
            assert!(part.len() <= tree.len());
            let mut broken = bytes.clone();
            for value in [0, 0xF2, 0xF3, 0xF5, 0xFF] {
                broken[at] = value;
                let _ = decode(tree.start(), &broken);
                let _ = read(&broken);
            }
        }
    }

    #[test]
    fn variations_ten_thousand_deep_are_no_trouble() {
        let mut tree = GameTree::new(fen::read(crate::Variant::International, "W:WK26:BK5").unwrap());
        let mut at = NodeId::ROOT;
        for _ in 0..10_000 {
            let position = tree.position(at);
            let legal = position.legal_moves();
            let line = tree.add(at, Step::Move(legal[0]));
            let other = tree.add(at, Step::Move(*legal.last().unwrap()));
            at = if tree.position(other).can_move() {
                other
            } else {
                line
            };
            if tree.len() % 1_000 < 2 {
                at = NodeId::ROOT;
            }
        }
        let (again, error) = decode(tree.start(), &encode(&tree, RuleOptions::NONE));
        assert_eq!(error, None);
        assert!(again == tree);
    }

    #[test]
    fn a_tree_by_a_house_rule_comes_back_as_it_was() {
        // As above: the ends of a move do not say whether three men were taken.
        let round = fen::read(crate::Variant::International, "W:WK25:B21,30,31,32").unwrap();
        for rule in [crate::RuleOption::CaptureOptional, crate::RuleOption::Huffing] {
            let options = RuleOptions::NONE.with(rule);
            let mut tree = GameTree::new(round);
            for mv in round.moves_under(options) {
                let first = tree.add(NodeId::ROOT, Step::Move(mv));
                let huffed = tree.add(first, Step::Setup(Box::new(round)));
                tree.add(huffed, Step::Move(mv));
            }
            assert_eq!(decode(&round, &encode(&tree, options)), (tree, None));
        }
    }

    #[test]
    fn another_main_line_keeps_what_was_written() {
        let tree = annotated();
        let moves: Vec<Move> = tree.main_moves().copied().collect();
        let same = with_main_line(
            tree.start(),
            &encode(&tree, RuleOptions::NONE),
            &moves,
            RuleOptions::NONE,
        );
        assert_eq!(decode(tree.start(), &same).0, tree);
        let shorter = with_main_line(
            tree.start(),
            &encode(&tree, RuleOptions::NONE),
            &moves[..1],
            RuleOptions::NONE,
        );
        let (shorter, _) = decode(tree.start(), &shorter);
        assert_eq!(
            shorter.next(NodeId::ROOT).map(|id| shorter.children(id).count()),
            Some(1),
            "the variation stays"
        );
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(read(&[]), Err(TreeError::Empty));
        assert_eq!(read(&[2, 32, 28]), Err(TreeError::Format(2)));
        assert_eq!(read(&[1, 32]), Err(TreeError::Truncated));
        assert_eq!(read(&[1, 32, 0]), Err(TreeError::Square { at: 2 }));
        assert_eq!(read(&[1, 32, 28, CAPTURED]), Err(TreeError::Truncated));
        assert_eq!(read(&[1, 32, 28, CAPTURED, 2, 23]), Err(TreeError::Truncated));
    }
}
