//! Self-play games in a file: three bytes a ply, appended game by game.
//!
//! Layout, little endian: magic, format `u16`, the variant's key (length `u8`, bytes); then game by game: plies
//! `u16`, result `u8` (0 Black won, 1 drawn, 2 White won, 3 an unfinished side line), the low 32 bits of the last
//! position's hash, and for each ply the move's index among the legal ones `u8` and the search score for the side to
//! move in centipawns `i16` ([`UNSEARCHED`] for a random move).
use draughts::{Move, Position, Side, Variant};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"DamierSP";
const FORMAT: u16 = 1;

/// The score of a random move.
pub(crate) const UNSEARCHED: i16 = i16::MIN;

/// One ply: index of the move among the legal ones, and search score of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    pub(crate) choice: u8,
    pub(crate) score: i16,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Won(Side),
    Drawn,
    /// A side line: it is not played to its end.
    Unfinished,
}

/// A game from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) end: End,
    pub(crate) plies: Vec<Ply>,
    /// Low bits of the last position's hash, to detect a game that no longer replays.
    pub(crate) last: u32,
}

impl Record {
    fn bytes(&self) -> Vec<u8> {
        let result = match self.end {
            End::Won(Side::Black) => 0,
            End::Drawn => 1,
            End::Won(Side::White) => 2,
            End::Unfinished => 3,
        };
        let mut bytes = (self.plies.len() as u16).to_le_bytes().to_vec();
        bytes.push(result);
        bytes.extend(self.last.to_le_bytes());
        for ply in &self.plies {
            bytes.push(ply.choice);
            bytes.extend(ply.score.to_le_bytes());
        }
        bytes
    }

    /// Reads the next game; `None` at the end of the file, or if the last game is truncated.
    fn read(reader: &mut impl Read) -> Option<Record> {
        let mut head = [0; 7];
        reader.read_exact(&mut head).ok()?;
        let [a, b, result, last @ ..] = head;
        let mut body = vec![0; 3 * usize::from(u16::from_le_bytes([a, b]))];
        reader.read_exact(&mut body).ok()?;
        Some(Record {
            end: match result {
                0 => End::Won(Side::Black),
                2 => End::Won(Side::White),
                3 => End::Unfinished,
                _ => End::Drawn,
            },
            plies: body
                .chunks_exact(3)
                .map(|ply| Ply {
                    choice: ply[0],
                    score: i16::from_le_bytes([ply[1], ply[2]]),
                })
                .collect(),
            last: u32::from_le_bytes(last),
        })
    }

    /// The moves; `None` if they are not legal in this variant.
    pub(crate) fn moves(&self, variant: Variant) -> Option<Vec<Move>> {
        let mut position = variant.start();
        let mut moves = Vec::new();
        for ply in &self.plies {
            let mv = *position.legal_moves().get(usize::from(ply.choice))?;
            position.play_unchecked(&mv);
            moves.push(mv);
        }
        (position.hash() as u32 == self.last).then_some(moves)
    }

    /// The positions before each ply and after the last; `None` if the moves are not legal in this variant.
    pub(crate) fn positions(&self, variant: Variant) -> Option<Vec<Position>> {
        let mut position = variant.start();
        let mut positions = vec![position];
        for mv in self.moves(variant)? {
            position.play_unchecked(&mv);
            positions.push(position);
        }
        Some(positions)
    }
}

fn header(variant: Variant) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(FORMAT.to_le_bytes());
    header.push(variant.key().len() as u8);
    header.extend(variant.key().as_bytes());
    header
}

fn wrong_file(path: &Path, variant: Variant) -> io::Error {
    let text = format!(
        "{} holds no games of {variant} by `damier train play`",
        path.display()
    );
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// A file that games are appended to.
pub(crate) struct Games {
    file: File,
    /// Number of games, without side lines.
    pub(crate) count: u64,
}

impl Games {
    /// Opens a file to append to, or creates it. Drops any data after the last whole game, since side lines precede
    /// their game.
    pub(crate) fn open(path: &Path, variant: Variant) -> io::Result<Games> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        if file.metadata()?.len() == 0 {
            file.write_all(&header(variant))?;
            return Ok(Games { file, count: 0 });
        }
        let (mut count, mut at) = (0, header(variant).len() as u64);
        let mut end = at;
        for game in read(path, variant)? {
            at += game.bytes().len() as u64;
            if game.end != End::Unfinished {
                (count, end) = (count + 1, at);
            }
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Games { file, count })
    }

    pub(crate) fn add(&mut self, game: &Record) -> io::Result<()> {
        self.count += u64::from(game.end != End::Unfinished);
        self.file.write_all(&game.bytes())
    }
}

/// True if a file holds games of `damier train play`, of any variant.
pub(crate) fn is_games_file(path: &Path) -> bool {
    let mut found = [0; MAGIC.len()];
    File::open(path).is_ok_and(|mut file| file.read_exact(&mut found).is_ok() && found == *MAGIC)
}

/// The games of a file, one after another.
pub(crate) fn read(path: &Path, variant: Variant) -> io::Result<impl Iterator<Item = Record> + use<>> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut found = vec![0; header(variant).len()];
    let whole = reader.read_exact(&mut found).is_ok();
    if !whole || found != header(variant) {
        return Err(wrong_file(path, variant));
    }
    Ok(std::iter::from_fn(move || Record::read(&mut reader)))
}
