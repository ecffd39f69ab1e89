//! Finished games of matches in a small file, a line each, so that a match goes on where it was broken off.
use crate::match_games::{Cost, Played};
use draughts::Side;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// What counts of a finished game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) winner: Option<Side>,
    /// By side, White first.
    pub(crate) cost: [Cost; 2],
}

impl From<&Played> for Line {
    fn from(played: &Played) -> Line {
        Line {
            winner: played.winner,
            cost: played.cost,
        }
    }
}

impl Line {
    fn write(&self) -> String {
        let winner = self.winner.map_or('=', Side::letter);
        let [white, black] = self
            .cost
            .map(|cost| format!("{} {} {}", cost.moves, cost.nodes, cost.most_nodes));
        format!("{winner} {white} {black}")
    }

    fn read(text: &str) -> Option<Line> {
        let mut words = text.split(' ');
        let winner = match words.next()? {
            "=" => None,
            "W" => Some(Side::White),
            "B" => Some(Side::Black),
            _ => return None,
        };
        let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
        let cost = |[moves, nodes, most_nodes]: [u64; 3]| Cost {
            moves,
            nodes,
            most_nodes,
            most_millis: 0.0,
        };
        let [a, b, c, d, e, f] = numbers?.try_into().ok()?;
        Some(Line {
            winner,
            cost: [cost([a, b, c]), cost([d, e, f])],
        })
    }
}

/// The file, and what stood in it.
pub(crate) struct Kept {
    known: HashMap<String, Line>,
    file: File,
}

impl Kept {
    /// Opens the file, or begins it. Lines that are cut off or not understood are played again.
    pub(crate) fn open(path: &Path) -> io::Result<Kept> {
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)?;
        let mut known = HashMap::new();
        let mut whole = true;
        for line in BufReader::new(&file).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            if let Some((key, result)) = line.split_once(" : ")
                && let Some(result) = Line::read(result)
            {
                known.insert(key.to_owned(), result);
            } else if !line.is_empty() {
                whole = false;
            }
        }
        let mut kept = Kept { known, file };
        if !whole {
            // What is written next must not join a line that was cut off.
            kept.file.write_all(b"\n")?;
        }
        Ok(kept)
    }

    pub(crate) fn get(&self, key: &str) -> Option<Line> {
        self.known.get(key).copied()
    }

    pub(crate) fn put(&mut self, key: &str, line: &Line) -> io::Result<()> {
        self.file
            .write_all(format!("{key} : {}\n", line.write()).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_there_and_back_and_half_a_line_is_none() {
        let text = "B 60 1234 99 59 2345 88";
        assert_eq!(Line::read(text).map(|line| line.write()).as_deref(), Some(text));
        for bad in ["", "B", "B 60 1234 99 59 2345", "X 1 1 1 1 1 1", "= 1 1 1 1 1 x"] {
            assert!(Line::read(bad).is_none(), "{bad}");
        }
    }
}
