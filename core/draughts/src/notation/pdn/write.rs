//! Writes a game as PDN 3.0, strictly by the standard: one form for each thing, and nothing lost. Knows no file.
use super::comment;
use super::result::GameResult;
use super::tags::{self, ROSTER, Tags};
use crate::notation::game_type::{game_type, variant_tag};
use crate::notation::sign::{Signs, Strength};
use crate::notation::tree::{GameTree, NodeId, Note, Step};
use crate::notation::{fen, movetext};
use crate::rules::{Position, RuleOptions, Variant};
use std::fmt::Write as _;

/// Lines of moves are broken before this column. Comments keep their own lines.
const WIDTH: usize = 80;

/// Writes a game: the roster of seven tags, GameType, FEN if it does not begin at the usual start, the other tags in
/// order, and the moves with all annotations. It ends with `*` and an empty line.
///
/// A sign that PDN does not have takes a form that [`read_game`](super::read_game) understands: `*` after a move
/// becomes `$7`, and `+`, `=`, `+1` become a comment.
///
/// ```
/// use draughts::{Game, Variant};
/// use draughts::notation::{GameTree, pdn};
///
/// let mut game = Game::new(Variant::International);
/// let mv = game.legal_moves()[0];
/// game.play(&mv).unwrap();
/// let text = pdn::write_game(&pdn::Tags::default(), pdn::GameResult::Unknown, &GameTree::of(&game));
/// assert!(text.contains("[GameType \"20\"]"));
/// assert_eq!(pdn::read_first(&text, None).unwrap().game().moves(), [mv]);
/// ```
#[must_use]
pub fn write_game(tags: &Tags, result: GameResult, tree: &GameTree) -> String {
    let mut text = String::new();
    write_tags(&mut text, tags, result, tree);
    text.push('\n');
    Body {
        tree,
        options: tags.options(tree.start().variant()),
        text: &mut text,
        column: 0,
    }
    .write();
    text.push_str("\n\n");
    text
}

fn write_tags(text: &mut String, tags: &Tags, result: GameResult, tree: &GameTree) {
    let start = tree.start();
    let variant = start.variant();
    // A position set up before the first move would be read as the start if the start were not written.
    let set_up = tree
        .children(NodeId::ROOT)
        .any(|id| matches!(tree.node(id).step(), Some(Step::Setup(_))));
    let has_fen = set_up || *start != variant.start();
    let mut tag = |name: &str, value: &str| {
        writeln!(text, "[{name} \"{}\"]", tags::escape(value)).expect("a String takes any text");
    };
    for (name, unknown) in ROSTER {
        let value = tags.raw(name).filter(|value| !value.is_empty());
        tag(
            name,
            match value {
                // A result in another scoring ("4-6") is kept; the usual ones have one form.
                Some(odd) if name == "Result" && odd != "?" && is_kept(odd, result, variant) => odd,
                _ if name == "Result" => result.write(variant),
                value => value.unwrap_or(unknown),
            },
        );
    }
    tag("GameType", game_type(variant));
    if let Some(name) = variant_tag(variant) {
        tag("Variant", name);
    }
    if has_fen {
        tag("FEN", &fen::write(start));
    }
    // Of a repeated name the first is written above.
    let mut seen = Vec::new();
    for (name, value) in tags.iter() {
        let above = is_above(name, variant, has_fen) && !seen.contains(&name);
        seen.push(name);
        if !above && !value.is_empty() {
            tag(name, value);
        }
    }
}

/// Returns true if the usual form of a result would say less than the tag: "4-6", "1+ - 1-".
fn is_kept(odd: &str, result: GameResult, variant: Variant) -> bool {
    match GameResult::read(odd, variant.rules().first) {
        None => result == GameResult::Unknown,
        Some(read) => read == result && GameResult::is_uneven_draw(odd),
    }
}

/// Returns true if a tag has its own place, before the others.
fn is_above(name: &str, variant: Variant, has_fen: bool) -> bool {
    match name {
        "GameType" => true,
        "Variant" => variant_tag(variant).is_some(),
        // A FEN that could not be read is kept verbatim.
        "FEN" => has_fen,
        _ => ROSTER.iter().any(|(roster, _)| *roster == name),
    }
}

/// A line still to be written, from a node on.
struct PendingLine {
    id: NodeId,
    before: Position,
    /// Move number at the node.
    number: u32,
    /// True if the number is written before Black's move too.
    numbered: bool,
}

enum Task {
    Line(PendingLine),
    Open,
    Close,
}

struct Body<'a> {
    tree: &'a GameTree,
    /// Rule options of the game.
    options: RuleOptions,
    text: &'a mut String,
    /// Number of characters on the line.
    column: usize,
}

impl Body<'_> {
    fn write(mut self) {
        let tree = self.tree;
        self.notes(tree.node(NodeId::ROOT).notes(), false);
        let mut open: Vec<Task> = Vec::new();
        open.extend(tree.next(NodeId::ROOT).map(|id| {
            Task::Line(PendingLine {
                id,
                before: *tree.start(),
                number: 1,
                numbered: true,
            })
        }));
        // No recursion: variations may be ten thousand deep.
        while let Some(task) = open.pop() {
            match task {
                Task::Open => self.put("("),
                Task::Close => self.close(),
                Task::Line(line) => self.line(line, &mut open),
            }
        }
        self.put("*");
    }

    /// Writes one step, then queues the variations and the rest of the line.
    fn line(&mut self, line: PendingLine, open: &mut Vec<Task>) {
        let tree = self.tree;
        let PendingLine {
            id,
            before,
            number,
            numbered,
        } = line;
        let broken = self.step(id, &before, number, numbered);
        let after = tree.after(&before, id);
        let first = before.variant().rules().first;
        let parent = tree.parent(id).expect("a line begins behind the root");
        let variations: Vec<NodeId> = if tree.next(parent) == Some(id) {
            tree.children(parent).skip(1).collect()
        } else {
            Vec::new()
        };
        open.extend(tree.next(id).map(|next| {
            Task::Line(PendingLine {
                id: next,
                before: after,
                number: number + u32::from(before.turn() != first && after.turn() == first),
                numbered: broken || !variations.is_empty(),
            })
        }));
        for &variation in variations.iter().rev() {
            open.push(Task::Close);
            open.push(Task::Line(PendingLine {
                id: variation,
                before,
                number,
                numbered: true,
            }));
            open.push(Task::Open);
        }
    }

    /// Writes one move with its number, signs and notes. Returns true if something stands between it and the next
    /// move.
    fn step(&mut self, id: NodeId, before: &Position, number: u32, numbered: bool) -> bool {
        let node = self.tree.node(id);
        let signs = node.signs();
        let noted = node.notes().iter().any(|note| matches!(note, Note::Before(_)));
        let step = node.step().expect("only the root has no step");
        let begins = before.turn() == before.variant().rules().first;
        // A comment after the number belongs before the move.
        if noted || (step.as_move().is_some() && (begins || numbered)) {
            self.put(&format!("{number}{}", if begins { "." } else { "..." }));
        }
        self.notes(node.notes(), true);
        match step {
            Step::Move(mv) => {
                let strength = signs.strength.map_or("", Strength::text);
                let all = before.moves_under(self.options);
                let written = movetext::write_among(before, mv, &all);
                self.put(&format!("{written}{strength}"));
            }
            Step::Setup(position) => self.put(&format!("/FEN \"{}\"/", fen::write(position))),
        }
        self.signs(signs) | self.notes(node.notes(), false) | step.as_move().is_none()
    }

    /// Writes the signs that cannot stand directly after the move.
    fn signs(&mut self, signs: Signs) -> bool {
        if signs.forced {
            self.put("$7");
        }
        if let Some(verdict) = signs.verdict {
            self.put(&format!("{{{verdict}}}"));
        }
        signs.verdict.is_some()
    }

    /// Writes the notes before or after a move. Returns true if there was one.
    fn notes(&mut self, notes: &[Note], before: bool) -> bool {
        let mut any = false;
        for note in notes {
            let text = match note {
                Note::Before(text) if before => comment::write(text),
                Note::After(text) if !before => comment::write(text),
                Note::Unread(text) if !before => comment::write_unread(text),
                Note::Nag(nag) if !before => format!("${nag}"),
                _ => continue,
            };
            any |= !matches!(note, Note::Nag(_));
            self.put(&text);
        }
        any
    }

    /// Writes a word after a blank, or on a new line if this one is full.
    fn put(&mut self, word: &str) {
        let first_line = word.split('\n').next().map_or(0, |line| line.chars().count());
        if self.column > 0 {
            let glued = self.text.ends_with('(');
            if !glued && self.column + 1 + first_line > WIDTH {
                self.text.push('\n');
                self.column = 0;
            } else if !glued {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(word);
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + first_line,
        };
    }

    fn close(&mut self) {
        self.text.push(')');
        self.column += 1;
    }
}
