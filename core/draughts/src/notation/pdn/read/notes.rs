//! Annotations: comments, signs, glyphs and stray words, and the move to which each belongs.
use super::{Reader, short};
use crate::notation::pdn::{LONGEST_COMMENT, PdnError, comment, lex, tags};
use crate::notation::sign::{Signs, Verdict};
use crate::notation::tree::{NodeId, Note};

impl Reader<'_> {
    /// Returns true if a note here belongs to the next move: after its number, after variations of the last move, at
    /// the beginning of a variation.
    fn waits(&self) -> bool {
        self.line.before_next || (!self.line.begun && !self.outer.is_empty())
    }

    pub(super) fn note(&mut self, note: Note) {
        if self.waits() {
            self.line.pending.push(note);
        } else {
            self.put(self.line.node, note);
        }
    }

    /// Returns the last note if no move has come since.
    fn last_note(&mut self) -> Option<&mut Note> {
        if self.waits() {
            self.line.pending.last_mut()
        } else {
            self.tree.last_note_mut(self.line.node)
        }
    }

    /// Adds a note to a node. On a move, a glyph that stands for a sign becomes that sign.
    pub(super) fn put(&mut self, id: NodeId, note: Note) {
        let node = self.tree.node(id);
        let is_move = node.step().is_some_and(|step| step.as_move().is_some());
        let sign = match note {
            Note::Nag(nag) if is_move => Signs::of_nag(nag),
            _ => None,
        };
        match sign {
            Some(signs) => self.tree.set_signs(id, node.signs().and(signs)),
            None => self.tree.note(id, note),
        }
    }

    /// Returns true if the line ends in a move, after which signs may stand.
    pub(super) fn has_move(&self) -> bool {
        let step = self.tree.node(self.line.node).step();
        self.line.begun && step.is_some_and(|step| step.as_move().is_some())
    }

    pub(super) fn sign(&mut self, signs: Signs) {
        let now = self.tree.node(self.line.node).signs();
        self.tree.set_signs(self.line.node, now.and(signs));
    }

    pub(super) fn comment(&mut self, bytes: &[u8]) {
        let text = tags::decode(bytes);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        // "{+1}" is a verdict: only `!` and `?` may stand directly after a move.
        if self.has_move()
            && !self.line.before_next
            && let Some(verdict) = Verdict::from_text(text)
        {
            return self.sign(Signs {
                verdict: Some(verdict),
                ..Signs::NONE
            });
        }
        let waits = self.waits();
        let note = comment::read(text, waits);
        self.note(note);
    }

    pub(super) fn signs(&mut self, bytes: &[u8], start: usize) {
        let text = tags::decode(bytes);
        match Signs::read(&text) {
            Some(signs) if self.has_move() && !self.line.before_next => self.sign(signs),
            _ => self.stray_word(start, &text),
        }
    }

    /// Keeps a word as a comment. The stray words that follow join it.
    pub(super) fn stray_word(&mut self, start: usize, word: &str) {
        let word = word.trim();
        // A Latin-1 no-break space looks like a word.
        if word.is_empty() {
            return;
        }
        self.problem(start, PdnError::Word(short(word)));
        let bytes = self.text.bytes();
        let before = self.stray_end.replace(self.at);
        if let Some(between) = before.and_then(|end| bytes.get(end..start))
            && lex::is_blank(between)
            && let Some(Note::Before(text) | Note::After(text)) = self.last_note()
            // The written comment must stay below the limit for reading.
            && text.len() < LONGEST_COMMENT / 2
        {
            if !between.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            return;
        }
        let word = word.to_owned();
        let waits = self.waits();
        self.note(if waits {
            Note::Before(word)
        } else {
            Note::After(word)
        });
    }

    /// Adds notes whose move did not come to the last move.
    pub(super) fn settle(&mut self) {
        let home = self.home();
        let is_move = self
            .tree
            .node(home)
            .step()
            .is_some_and(|step| step.as_move().is_some());
        for note in std::mem::take(&mut self.line.pending) {
            let Note::Before(text) = note else {
                self.put(home, note);
                continue;
            };
            // After a move "{+1}" is a sign.
            match Verdict::from_text(&text).filter(|_| is_move) {
                Some(verdict) => {
                    let signs = self.tree.node(home).signs();
                    let verdict = Some(verdict);
                    self.tree.set_signs(home, Signs { verdict, ..signs });
                }
                None => self.tree.note(home, Note::After(text)),
            }
        }
    }

    /// Returns true if the line has a node for notes. A variation without a move has none.
    pub(super) fn has_node(&self) -> bool {
        self.line.begun || self.outer.is_empty()
    }

    /// Returns the node to which notes of the line belong.
    pub(super) fn home(&self) -> NodeId {
        match self.outer.last() {
            Some(outer) if !self.line.begun => outer.node,
            _ => self.line.node,
        }
    }
}
