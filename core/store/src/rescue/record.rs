//! Cells of a page and their records in the SQLite file format. Every number may be damaged.
use super::pages::{Pages, number};
use rusqlite::types::Value;

/// Maximum size of a row: no game with all its notes is longer.
const LONGEST_ROW: usize = 64 << 20;

/// Kind of a page, by its first byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PageKind {
    TableInterior,
    TableLeaf,
    /// Interior page of an index or of a table without rowid. Unlike a table's, it has rows.
    IndexInterior,
    IndexLeaf,
}

impl PageKind {
    fn of(byte: u8) -> Option<PageKind> {
        match byte {
            2 => Some(PageKind::IndexInterior),
            5 => Some(PageKind::TableInterior),
            10 => Some(PageKind::IndexLeaf),
            13 => Some(PageKind::TableLeaf),
            _ => None,
        }
    }

    fn is_interior(self) -> bool {
        matches!(self, PageKind::TableInterior | PageKind::IndexInterior)
    }
}

/// A row as stored in its record.
pub(super) struct Row {
    /// 0 if the table has no rowid.
    pub(super) rowid: i64,
    pub(super) values: Vec<Value>,
    /// `true` if the end of its last value is lost with an overflow page.
    pub(super) cut: bool,
    /// Overflow pages of the row.
    pub(super) more: Vec<u32>,
}

/// A page with its cells.
pub(super) struct Page {
    bytes: Vec<u8>,
    /// Offset of the page's header. On the first page it follows the file's header.
    at: usize,
    kind: Option<PageKind>,
}

impl Page {
    pub(super) fn new(number: u32, bytes: Vec<u8>) -> Page {
        let at = if number == 1 { 100 } else { 0 };
        let kind = bytes.get(at).and_then(|byte| PageKind::of(*byte));
        Page { bytes, at, kind }
    }

    pub(super) fn kind(&self) -> Option<PageKind> {
        self.kind
    }

    /// Treats the page as a leaf because its parent and neighbours say that it is one.
    pub(super) fn into_leaf(mut self, with_rowid: bool) -> Page {
        self.kind = Some(if with_rowid {
            PageKind::TableLeaf
        } else {
            PageKind::IndexLeaf
        });
        self
    }

    /// Returns the number of cells by its header, at most as many as fit.
    pub(super) fn cells(&self) -> usize {
        let room = self.bytes.len().saturating_sub(self.first_pointer()) / 2;
        (number(&self.bytes, self.at + 3, 2) as usize).min(room)
    }

    fn first_pointer(&self) -> usize {
        self.at
            + 8
            + if self.kind.is_some_and(PageKind::is_interior) {
                4
            } else {
                0
            }
    }

    fn cell(&self, index: usize) -> Option<&[u8]> {
        let at = number(&self.bytes, self.first_pointer() + 2 * index, 2) as usize;
        self.bytes.get(at..).filter(|cell| at > 0 && !cell.is_empty())
    }

    /// Returns the pages below an interior page.
    pub(super) fn children(&self) -> Vec<u32> {
        if !self.kind.is_some_and(PageKind::is_interior) {
            return Vec::new();
        }
        let of_cells = (0..self.cells()).filter_map(|index| Some(number(self.cell(index)?.get(..4)?, 0, 4)));
        let last = number(&self.bytes, self.at + 8, 4);
        of_cells.chain([last]).collect()
    }

    /// Returns the row of a cell, including its overflow pages.
    pub(super) fn row(&self, index: usize, pages: &mut Pages) -> Option<Row> {
        let mut cell = self.cell(index)?;
        let kind = self.kind?;
        if kind == PageKind::TableInterior {
            return None;
        }
        if kind == PageKind::IndexInterior {
            cell = cell.get(4..)?;
        }
        // A row cannot be longer than its file. This ends a chain of pages that loops.
        let longest = (pages.count() as usize * pages.size()).min(LONGEST_ROW);
        let length = usize::try_from(take_varint(&mut cell)?).ok()?;
        if length > longest {
            return None;
        }
        let rowid = if kind == PageKind::TableLeaf {
            take_varint(&mut cell)?
        } else {
            0
        };
        // The file format defines how much of a long row stays on its page.
        let usable = self.bytes.len();
        let most = if kind == PageKind::TableLeaf {
            usable - 35
        } else {
            (usable - 12) * 64 / 255 - 23
        };
        if length <= most {
            let (values, cut) = values(cell.get(..length)?)?;
            let more = Vec::new();
            return Some(Row {
                rowid,
                values,
                cut,
                more,
            });
        }
        let least = (usable - 12) * 32 / 255 - 23;
        let fitting = least + (length - least) % (usable - 4);
        let here = if fitting <= most { fitting } else { least };
        let mut payload = cell.get(..here)?.to_vec();
        let mut next = number(cell.get(here..here + 4)?, 0, 4);
        let mut more = Vec::new();
        while payload.len() < length {
            let Some(page) = pages.read(next) else {
                break;
            };
            more.push(next);
            let rest = (length - payload.len()).min(usable - 4);
            payload.extend_from_slice(&page[4..4 + rest]);
            next = number(&page, 0, 4);
        }
        let (values, cut) = values(&payload)?;
        Some(Row {
            rowid,
            values,
            cut,
            more,
        })
    }
}

/// Reads a SQLite varint: groups of seven bits, highest first; the ninth byte has eight.
fn take_varint(bytes: &mut &[u8]) -> Option<i64> {
    let mut value = 0_u64;
    for at in 0..9 {
        let byte = *bytes.get(at)?;
        if at == 8 {
            value = value << 8 | u64::from(byte);
        } else {
            value = value << 7 | u64::from(byte & 0x7F);
        }
        if at == 8 || byte < 0x80 {
            *bytes = &bytes[at + 1..];
            return Some(value as i64);
        }
    }
    None
}

/// Returns the values of a record, and whether its end is missing.
fn values(record: &[u8]) -> Option<(Vec<Value>, bool)> {
    let mut rest = record;
    let header = usize::try_from(take_varint(&mut rest)?).ok()?;
    let mut types = record.get(record.len() - rest.len()..header)?;
    let mut body = &record[header..];
    let (mut values, mut cut) = (Vec::new(), false);
    while !types.is_empty() {
        let serial = take_varint(&mut types)?;
        let length = match serial {
            0 | 8 | 9 => 0,
            1..=4 => serial as usize,
            5 => 6,
            6 | 7 => 8,
            12.. => usize::try_from((serial - 12) / 2).ok()?,
            _ => return None,
        };
        if length > body.len() {
            cut = true;
        }
        let (bytes, after) = body.split_at(length.min(body.len()));
        body = after;
        values.push(match serial {
            0 => Value::Null,
            8 => Value::Integer(0),
            9 => Value::Integer(1),
            // Half a number is dropped.
            1..=7 if bytes.len() < length => Value::Null,
            7 => Value::Real(f64::from_bits(whole(bytes) as u64)),
            1..=6 => Value::Integer(whole(bytes)),
            _ if serial % 2 == 0 => Value::Blob(bytes.to_vec()),
            // One wrong byte in a name is no reason to lose the row.
            _ => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
        });
    }
    Some((values, cut))
}

/// Reads a signed big-endian integer.
fn whole(bytes: &[u8]) -> i64 {
    let sign = if bytes.first().is_some_and(|byte| *byte >= 0x80) {
        -1
    } else {
        0
    };
    bytes
        .iter()
        .fold(sign, |value, byte| value << 8 | i64::from(*byte))
}
