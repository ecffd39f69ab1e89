//! Log of finished games, a line each, so that an interrupted match can be continued.
use crate::match_games::{Cost, Played};
use draughts::Side;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// The result of a finished game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameLine {
    pub(crate) winner: Option<Side>,
    /// By side, White first.
    pub(crate) cost: [Cost; 2],
}

impl From<&Played> for GameLine {
    fn from(played: &Played) -> GameLine {
        GameLine {
            winner: played.winner,
            cost: played.cost,
        }
    }
}

impl GameLine {
    fn write(&self) -> String {
        let winner = self.winner.map_or('=', Side::letter);
        let [white, black] = self
            .cost
            .map(|cost| format!("{} {} {}", cost.moves, cost.nodes, cost.most_nodes));
        format!("{winner} {white} {black}")
    }

    fn read(text: &str) -> Option<GameLine> {
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
        Some(GameLine {
            winner,
            cost: [cost([a, b, c]), cost([d, e, f])],
        })
    }
}

/// The file and its games.
pub(crate) struct MatchLog {
    known: HashMap<String, GameLine>,
    file: File,
}

impl MatchLog {
    /// Opens or creates the file. Games whose lines are truncated or invalid are played again.
    pub(crate) fn open(path: &Path) -> io::Result<MatchLog> {
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
                && let Some(result) = GameLine::read(result)
            {
                known.insert(key.to_owned(), result);
            } else if !line.is_empty() {
                whole = false;
            }
        }
        let mut log = MatchLog { known, file };
        if !whole {
            // Ends a truncated line, so that the next one is not appended to it.
            log.file.write_all(b"\n")?;
        }
        Ok(log)
    }

    pub(crate) fn get(&self, key: &str) -> Option<GameLine> {
        self.known.get(key).copied()
    }

    pub(crate) fn put(&mut self, key: &str, line: &GameLine) -> io::Result<()> {
        self.file
            .write_all(format!("{key} : {}\n", line.write()).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_round_trip_and_invalid_ones_are_refused() {
        let text = "B 60 1234 99 59 2345 88";
        assert_eq!(
            GameLine::read(text).map(|line| line.write()).as_deref(),
            Some(text)
        );
        for bad in ["", "B", "B 60 1234 99 59 2345", "X 1 1 1 1 1 1", "= 1 1 1 1 1 x"] {
            assert!(GameLine::read(bad).is_none(), "{bad}");
        }
    }
}
