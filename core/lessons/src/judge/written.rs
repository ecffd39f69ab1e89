//! Judges moves written by a learner: "36-31 (17-22)". Compares squares and signs; ignores spaces and
//! brackets.
use super::{Attempt, Judge, Judgement, Verdict};
use crate::Slip;
use draughts::Move;
use draughts::notation::movetext;

impl Judge<'_> {
    pub(super) fn written(&self, line: &[Move], text: &str) -> Judgement {
        let Some((at, slip)) = self.slip(line, text) else {
            let mut judgement = self.right(Verdict::Done, self.own("right"));
            judgement.show(line);
            return judgement;
        };
        let tried = Attempt {
            slip: Some(slip),
            turn: at as u8 + 1,
            ..Attempt::nothing(&self.step.position)
        };
        self.wrong(&self.step.position, &tried, Vec::new())
    }

    /// Returns the first wrong move, from 0, and its error.
    fn slip(&self, line: &[Move], text: &str) -> Option<(usize, Slip)> {
        let words = text.split(|c: char| c.is_whitespace() || "(),;".contains(c));
        // Skips numbers of moves ("12.").
        let mut words = words
            .map(|word| word.rsplit('.').next().unwrap_or(word))
            .filter(|word| !word.is_empty());
        let mut position = self.step.position;
        for (at, mv) in line.iter().enumerate() {
            let Some(word) = words.next() else {
                return Some((at, Slip::Few));
            };
            if let Some(slip) = slip_in(&position, mv, word) {
                return Some((at, slip));
            }
            position.play_unchecked(mv);
        }
        words.next().map(|_| (line.len() - 1, Slip::Other))
    }
}

fn slip_in(position: &draughts::Position, mv: &Move, word: &str) -> Option<Slip> {
    match movetext::read(position, word) {
        Ok(read) if read == *mv => {
            let signs: &[char] = if mv.is_capture() {
                &movetext::CROSSES
            } else {
                &movetext::DASHES
            };
            (!word.contains(signs)).then_some(Slip::Sign)
        }
        Ok(_) => Some(Slip::Other),
        Err(_) => {
            let tried = squares_of(word);
            let mut right = squares_of(&movetext::write(position, mv));
            right.reverse();
            match tried.len() {
                _ if tried == right => Some(Slip::Reversed),
                0 | 1 => Some(Slip::Unreadable),
                _ => Some(Slip::Other),
            }
        }
    }
}

/// Returns the squares of a written move, by numbers or by letters: "32", "c3".
fn squares_of(word: &str) -> Vec<String> {
    let parts = word.split(|c: char| !c.is_ascii_alphanumeric() || c == 'x');
    let is_square = |part: &&str| {
        let digits = part.trim_start_matches(|c: char| c.is_ascii_lowercase());
        part.len() - digits.len() <= 1 && digits.parse::<u8>().is_ok()
    };
    parts.filter(is_square).map(str::to_owned).collect()
}
