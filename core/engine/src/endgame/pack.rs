//! Tables as bytes: each class compressed apart, so that only those asked for are opened. Knows no path.
//!
//! Layout, little endian: [artefacts](draughts::raw::artefact) one behind the other, so that a file can grow by what has been
//! built; the body of each the variant's key (length `u8`, bytes), the number of classes `u16`, then for each its four
//! counts, a byte of flags, the length `u32` and the deflated cells.
use super::table::{Cells, DRAW, NO_POSITION, is_win};
use super::{Class, Table, Tables};
use draughts::Variant;
use draughts::raw::artefact::{ArtefactError, HEADER, Kind, deflate, inflate};
use draughts::raw::{Geometry, Pos, has_capture, with_pos};
use draughts::rules::Goal;
use std::borrow::Cow;
use std::io::Read;
use std::sync::Arc;

const KIND: Kind = Kind {
    magic: b"DamierEG",
    format: 1,
    name: "endgame tables",
};

const DISTANCES: u8 = 1;
const COMPLETE: u8 = 2;

/// The compressed cells of one class.
pub(super) struct CompressedCells {
    bytes: Arc<Cow<'static, [u8]>>,
    range: std::ops::Range<usize>,
    pub(super) distances: bool,
    pub(super) complete: bool,
}

impl CompressedCells {
    pub(super) fn of(cells: &[u8], distances: bool, complete: bool) -> CompressedCells {
        let bytes = deflate(cells);
        CompressedCells {
            range: 0..bytes.len(),
            bytes: Arc::new(Cow::Owned(bytes)),
            distances,
            complete,
        }
    }

    fn as_slice(&self) -> &[u8] {
        &self.bytes[self.range.clone()]
    }

    /// The cells. Bytes whose checksum was right but that are no such cells open as draws.
    pub(super) fn open(&self, slots: usize) -> Cells {
        let len = if self.distances { slots } else { slots.div_ceil(4) };
        let mut cells = Vec::with_capacity(len);
        let read = inflate(self.as_slice()).take(len as u64).read_to_end(&mut cells);
        if read.is_err() || cells.len() != len {
            cells.clear();
            cells.resize(len, DRAW);
        }
        if self.distances {
            Cells::Distance(cells)
        } else {
            Cells::Outcome(cells)
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, len: usize) -> Result<std::ops::Range<usize>, ArtefactError> {
        let end = self.at.checked_add(len).filter(|&end| end <= self.bytes.len());
        let range = self.at..end.ok_or(KIND.damaged())?;
        self.at = range.end;
        Ok(range)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ArtefactError> {
        let range = self.take(N)?;
        self.bytes[range].try_into().map_err(|_| KIND.damaged())
    }
}

/// The tables of bytes, and how many of the bytes they are: fewer than all where the last artefact has no end.
pub(super) fn read_whole(bytes: Cow<'static, [u8]>) -> Result<(Option<Tables>, usize), ArtefactError> {
    let bytes = Arc::new(bytes);
    let mut tables: Option<Tables> = None;
    let mut at = 0;
    while at < bytes.len() && !KIND.is_torn(&bytes[at..]) {
        let (body, behind) = KIND.first(&bytes[at..])?;
        let mut reader = Reader {
            bytes: &bytes,
            at: at + HEADER,
        };
        let [key] = reader.array()?;
        let key = reader.take(usize::from(key))?;
        let variant: Variant = std::str::from_utf8(&bytes[key])
            .ok()
            .and_then(|key| key.parse().ok())
            .ok_or(KIND.damaged())?;
        let tables = tables.get_or_insert_with(|| Tables::empty(variant));
        if tables.variant() != variant {
            return Err(KIND.damaged());
        }
        let start = variant.start();
        for _ in 0..u16::from_le_bytes(reader.array()?) {
            let class = Class::from_code(reader.array()?).ok_or(KIND.damaged())?;
            let [flags] = reader.array()?;
            let len = u32::from_le_bytes(reader.array()?) as usize;
            let packed = CompressedCells {
                range: reader.take(len)?,
                bytes: bytes.clone(),
                distances: flags & DISTANCES != 0,
                complete: flags & COMPLETE != 0,
            };
            tables.insert(with_pos!(start, board => Table::new(board, class, packed)));
        }
        if reader.at != at + HEADER + body.len() {
            return Err(KIND.damaged());
        }
        at = bytes.len() - behind.len();
    }
    Ok((tables, at))
}

pub(super) fn read(bytes: Cow<'static, [u8]>) -> Result<Tables, ArtefactError> {
    let all = bytes.len();
    match read_whole(bytes)? {
        (Some(tables), whole) if whole == all => Ok(tables),
        _ => Err(KIND.damaged()),
    }
}

/// An artefact of these tables of one game.
pub(super) fn write<'a>(
    variant: Variant,
    tables: impl ExactSizeIterator<Item = &'a Table>,
    complete: bool,
    distances: impl Fn(Class) -> bool,
) -> Vec<u8> {
    let (key, start) = (variant.key().as_bytes(), variant.start());
    let mut body = vec![key.len() as u8];
    body.extend(key);
    body.extend((tables.len() as u16).to_le_bytes());
    for table in tables {
        let distances = table.has_distances() && distances(table.class());
        let complete = complete && table.is_complete();
        body.extend(table.class().code());
        body.push(u8::from(distances) * DISTANCES + u8::from(complete) * COMPLETE);
        let made: CompressedCells;
        let packed = if (table.has_distances(), table.is_complete()) == (distances, complete) {
            &table.packed
        } else {
            let cells = with_pos!(start, board => bytes_of(board, variant, table, complete, distances));
            made = CompressedCells::of(&cells, distances, complete);
            &made
        };
        let packed = packed.as_slice();
        body.extend((packed.len() as u32).to_le_bytes());
        body.extend(packed);
    }
    KIND.seal(&body)
}

/// The cells to compress. What nobody will ask for repeats what stands before it, which costs next to nothing.
fn bytes_of<G: Geometry>(
    _: &Pos<G>,
    variant: Variant,
    table: &Table,
    complete: bool,
    distances: bool,
) -> Vec<u8> {
    let rules = variant.rules();
    let losing = rules.goal == Goal::Lose;
    let cells = match table.cells() {
        Cells::Distance(cells) => cells,
        Cells::Outcome(cells) => return cells.clone(),
    };
    let mut last = DRAW;
    let cells = cells.iter().enumerate().map(|(slot, &cell)| {
        let asked = complete
            || cell != NO_POSITION
                && table
                    .slots
                    .position::<G>(slot)
                    .is_some_and(|pos| !has_capture(&pos, rules));
        if asked {
            last = match cell {
                _ if distances => cell,
                DRAW | NO_POSITION => 0,
                _ if is_win(cell, losing) => 1,
                _ => 2,
            };
        }
        last
    });
    if distances {
        return cells.collect();
    }
    let mut bytes = vec![0; (table.slots.len() as usize).div_ceil(4)];
    for (slot, cell) in cells.enumerate() {
        bytes[slot / 4] |= cell << (2 * (slot % 4));
    }
    bytes
}
