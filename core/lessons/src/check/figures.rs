//! Proves the numbers that texts say: each must be a count of the position and the moves that the text speaks of.
use super::language::{Words, contains};
use crate::text::Texts;
use crate::{Claim, Step};
use draughts::notation::movetext;
use draughts::{Move, Position, Side};
use std::collections::BTreeSet;

/// Counts that hold of a position and moves from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Figures {
    /// Pieces taken: by each capture, by each side in all, on balance, and by the captures that threaten.
    taken: BTreeSet<usize>,
    /// Any counts: those taken, pieces, moves, routes.
    any: BTreeSet<usize>,
    /// The moves from the position, as written.
    line: String,
    /// True for a step in which moves are played: the others may speak of the rules.
    plays: bool,
}

impl Figures {
    /// Counts what happens from `before` along `played`, and one capture of each side after it.
    pub(super) fn of(before: &Position, played: &[Move], plays: bool) -> Figures {
        let mut figures = Figures {
            plays,
            ..Figures::default()
        };
        figures.see(before);
        let mut position = *before;
        let mut totals = [0usize; 2];
        for mv in played {
            let side = usize::from(position.turn() == Side::Black);
            totals[side] += mv.captured().len();
            figures.line += &format!(" {}", movetext::write(&position, mv));
            position.play_unchecked(mv);
            figures.taken.insert(mv.captured().len());
            figures.total(totals);
            figures.see(&position);
        }
        figures.threats(&position, totals, 2);
        figures.any.extend(figures.taken.clone());
        figures.any.extend([played.len(), played.len().div_ceil(2)]);
        figures
    }

    /// Adds the parts of the longest capture: a capture that stops early has taken one man, and two more wait.
    pub(super) fn in_parts(&mut self, position: &Position) {
        let longest = position.legal_moves().first().map_or(0, |mv| mv.captured().len());
        self.taken.extend(1..=longest);
    }

    /// Adds the numbers of right moves, of wrong ones, and of those that the step's claims and mistakes name.
    pub(super) fn also(&mut self, step: &Step) {
        let legal = step.position.legal_moves().len();
        if let Some(turn) = step.turns().first() {
            let right = turn.accepted(&step.position).len();
            self.any.extend([right, legal - right]);
        }
        for claim in &step.claims {
            if let Claim::Legal(moves)
            | Claim::Illegal(moves)
            | Claim::Wins(moves)
            | Claim::Loses(moves)
            | Claim::Safe(moves) = claim
            {
                self.any.insert(moves.len());
            }
        }
        for mistake in &step.mistakes {
            self.any.insert(mistake.moves.len());
        }
    }

    fn total(&mut self, totals: [usize; 2]) {
        self.taken.extend(totals);
        self.taken.insert(totals[0].abs_diff(totals[1]));
    }

    /// Follows every capture for some more moves.
    fn threats(&mut self, position: &Position, totals: [usize; 2], moves: u8) {
        if moves == 0 || !position.must_capture() {
            return;
        }
        for mv in position.legal_moves() {
            let mut after = *position;
            after.play_unchecked(&mv);
            let mut totals = totals;
            totals[usize::from(position.turn() == Side::Black)] += mv.captured().len();
            self.taken.insert(mv.captured().len());
            self.total(totals);
            self.threats(&after, totals, moves - 1);
        }
    }

    fn see(&mut self, position: &Position) {
        let moves = position.legal_moves();
        self.any.insert(moves.len());
        self.any
            .insert(moves.iter().map(|mv| position.routes(mv).len()).sum());
        self.taken.extend(moves.first().map(|mv| mv.captured().len()));
        let (white, black) = (position.count(Side::White), position.count(Side::Black));
        self.any
            .insert((white.0 + white.1).abs_diff(black.0 + black.1).into());
        // A capture that stops early is told in parts: one man, and two more.
        self.any
            .extend(1..=moves.first().map_or(0, |mv| mv.captured().len()));
        for (men, kings) in [white, black, (white.0 + black.0, white.1 + black.1)] {
            self.any
                .extend([men.into(), kings.into(), usize::from(men + kings)]);
        }
    }

    /// Returns the numbers that a text says and that are not among the counts, each with the moves.
    pub(super) fn false_numbers(&self, said: &[Said]) -> Vec<String> {
        said.iter()
            .filter(|said| match said.taking {
                true => !self.taken.contains(&said.number),
                false => self.plays && !self.any.contains(&said.number),
            })
            .map(|said| format!("{:?} is not true of{}", said.word, self.line))
            .collect()
    }
}

/// Returns the keys of the texts of the wanted lessons that say a number in some language.
pub(super) fn counting<'a>(texts: &'a Texts, wanted: &dyn Fn(&str) -> bool) -> BTreeSet<&'a str> {
    texts
        .languages()
        .flat_map(|language| texts.keys(language).map(move |(key, text)| (language, key, text)))
        .filter(|(_, key, _)| key.split('.').next().is_some_and(wanted))
        .filter(|(language, _, text)| !said(language, text).is_empty())
        .map(|(_, key, _)| key)
        .collect()
}

/// A number that a text says.
pub(super) struct Said {
    word: String,
    number: usize,
    /// True after a verb of taking.
    taking: bool,
}

/// Returns the numbers that a text says. One is said after a verb of taking only: elsewhere it may be an article.
pub(super) fn said(language: &str, text: &str) -> Vec<Said> {
    let Some(language) = Words::of(language) else {
        return Vec::new();
    };
    let text = text.to_lowercase();
    let mut found = Vec::new();
    for clause in text.split(['.', ',', ';', ':', '?', '!', '(', ')', '…']) {
        let words: Vec<&str> = clause
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty())
            .collect();
        for (at, &word) in words.iter().enumerate() {
            let place = language.numbers.iter().position(|forms| contains(forms, word));
            let article = contains(&language.articles, word);
            let piece = words
                .get(at + 1)
                .is_some_and(|next| contains(&language.pieces, next));
            let rest = &words[at + 1 + usize::from(piece)..];
            let between = |word: &&&str| !contains(&language.between, word);
            let verb = match language.verb_last {
                true => rest.iter().find(between),
                false => words[..at].iter().rev().find(between),
            };
            let only = at > 0 && contains(&language.only, words[at - 1]);
            let taking = verb.is_some_and(|verb| contains(&language.taking, verb))
                && (piece || only || language.verb_last || at + 1 == words.len());
            let exchanged = place.is_some()
                && words
                    .get(at + 1)
                    .is_some_and(|next| contains(&language.behind, next));
            let taking = taking || exchanged;
            let number = place.map_or(1, |place| place + 1);
            if number > 1 || (taking && (article || place.is_some())) {
                found.push(Said {
                    word: word.to_owned(),
                    number,
                    taking,
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use draughts::notation::fen;

    /// The figures of moves from a position of the Turkish stroke.
    fn figures(moves: &[&str]) -> Figures {
        let before = fen::read(Variant::International, "W:W30,33,38,39,44,46:B12,22,26,K21").unwrap();
        let mut position = before;
        let mut played = Vec::new();
        for text in moves {
            let mv = movetext::read(&position, text).unwrap();
            position.play_unchecked(&mv);
            played.push(mv);
        }
        Figures::of(&before, &played, true)
    }

    #[test]
    fn a_number_of_pieces_taken_must_be_one_that_is_taken() {
        let free = figures(&["33-28", "21x32"]);
        for (language, right, wrong) in [
            (
                "en",
                "The king takes four and goes free.",
                "The king takes just one and goes free.",
            ),
            (
                "fr",
                "La dame en prend quatre.",
                "La dame n’en prend qu’un et reste libre.",
            ),
            (
                "nl",
                "De dam slaat er vier.",
                "De dam slaat er maar één en blijft vrij.",
            ),
            (
                "de",
                "Die Dame schlägt vier Steine.",
                "Die Dame schlägt nur drei Steine.",
            ),
            ("en", "You lose four men.", "You lose a man."),
            ("en", "Four taken.", "Three given, four taken."),
        ] {
            assert_eq!(
                free.false_numbers(&said(language, right)),
                Vec::<String>::new(),
                "{right}"
            );
            assert_eq!(free.false_numbers(&said(language, wrong)).len(), 1, "{wrong}");
        }
        let caught = figures(&["33-29", "21x33", "39x8"]);
        assert!(
            caught
                .false_numbers(&said("en", "Four given, three taken."))
                .is_empty()
        );
    }

    #[test]
    fn other_numbers_are_counts_of_the_board() {
        let start = figures(&[]);
        assert!(
            start
                .false_numbers(&said(
                    "en",
                    "Six men against three and a king. Find one of the eight moves."
                ))
                .is_empty()
        );
        assert_eq!(
            start.false_numbers(&said("en", "Seven men against three.")).len(),
            1
        );
        // An article counts nothing, and neither does a step.
        assert!(
            start
                .false_numbers(&said("en", "A man takes one step more: take a look."))
                .is_empty()
        );
    }
}
