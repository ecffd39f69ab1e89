//! Moves written by a learner: "36-31 (17-22)". Squares and signs are compared, spaces and brackets ignored.
use super::{Judge, Judgement, Try, Verdict};
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
        let tried = Try {
            slip: Some(slip),
            turn: at as u8 + 1,
            ..Try::nothing(&self.step.position)
        };
        self.wrong(&self.step.position, &tried, Vec::new())
    }

    /// Which move is written wrongly, 0 the first, and how.
    fn slip(&self, line: &[Move], text: &str) -> Option<(usize, Slip)> {
        let words = text.split(|c: char| c.is_whitespace() || "(),;".contains(c));
        // Numbers of moves ("12.") are passed over.
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
            let numbers: Vec<u8> = word
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|part| part.parse().ok())
                .collect();
            match numbers[..] {
                [to, from] if from == mv.origin().number() && to == mv.target().number() => {
                    Some(Slip::Reversed)
                }
                [_, _, ..] => Some(Slip::Other),
                _ => Some(Slip::Unreadable),
            }
        }
    }
}
