//! Tables as bytes: each class is compressed separately, so that only the classes that are probed are decompressed.
//! Knows no path.
//!
//! Layout, little endian: a sequence of [artefacts](draughts::raw::artefact), so that a file can be appended to. The
//! body of each is the variant's key (length `u8`, bytes), the number of classes `u16`, then for each class its four
//! counts, a byte of flags, the length `u32` and the values, deflated or [packed](super::packed).
use super::indexing::Indexing;
use super::table::{DRAW, NO_POSITION, TableValues, is_win};
use super::{Class, ClassTable, Tables, coded, packed};
use draughts::Variant;
use draughts::raw::artefact::{ArtefactError, HEADER, Kind, deflate, inflate};
use draughts::raw::{Geometry, Pos, has_capture, with_pos};
use draughts::rules::Goal;
use std::borrow::Cow;
use std::io::Read;
use std::sync::Arc;

const KIND: Kind = Kind {
    magic: b"DamierEG",
    format: 2,
    name: "endgame tables",
};

/// Results [coded](super::coded), which are packed when they are read. Layout of the body: the variant's key (length
/// `u8`, bytes), the four counts of a class, its values.
const CODED: Kind = Kind {
    magic: b"DamierEC",
    format: 1,
    name: "endgame tables",
};

const DISTANCES: u8 = 1;
const COMPLETE: u8 = 2;
/// Flag: the plies that each result needs of the count of its draw rule.
const COUNT: u8 = 4;
/// Flag: results in runs, instead of deflated values. Since format 2.
const PACKED: u8 = 8;

/// The parts of a table to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// `true` to write distances, `false` for results only.
    pub(super) distances: bool,
    /// `true` to include positions with a capture.
    pub(super) complete: bool,
    /// `true` to pack the results, so that they are probed without decompression.
    pub(super) packed: bool,
}

/// The compressed values of one class.
pub(super) struct CompressedValues {
    bytes: Arc<Cow<'static, [u8]>>,
    range: std::ops::Range<usize>,
    pub(super) distances: bool,
    pub(super) complete: bool,
    pub(super) count: bool,
    pub(super) packed: bool,
}

impl CompressedValues {
    pub(super) fn of(values: &[u8], distances: bool, complete: bool) -> CompressedValues {
        let bytes = deflate(values);
        CompressedValues {
            range: 0..bytes.len(),
            bytes: Arc::new(Cow::Owned(bytes)),
            distances,
            complete,
            count: false,
            packed: false,
        }
    }

    /// Compresses the plies of a draw rule's count, one for every position of a class.
    pub(super) fn of_count(plies: &[u8]) -> CompressedValues {
        CompressedValues {
            count: true,
            ..CompressedValues::of(plies, true, true)
        }
    }

    const fn form(&self) -> Form {
        Form {
            distances: self.distances,
            complete: self.complete,
            packed: self.packed,
        }
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.bytes[self.range.clone()]
    }

    /// Decompresses the values. Bytes with a valid checksum that are not values become draws.
    pub(super) fn decompress(&self, slots: usize) -> TableValues {
        let len = if self.distances { slots } else { slots.div_ceil(4) };
        let mut values = Vec::with_capacity(len);
        let read = inflate(self.as_slice()).take(len as u64).read_to_end(&mut values);
        if read.is_err() || values.len() != len {
            values.clear();
            values.resize(len, DRAW);
        }
        if self.distances {
            TableValues::Distance(values)
        } else {
            TableValues::Outcome(values)
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

/// Reads tables, and returns also the length of the complete part, which is less than the whole if the last artefact
/// is truncated.
pub(super) fn read_growing(bytes: Cow<'static, [u8]>) -> Result<(Option<Tables>, usize), ArtefactError> {
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
            let class = Class::from_bytes(reader.array()?).ok_or(KIND.damaged())?;
            let [flags] = reader.array()?;
            let len = u32::from_le_bytes(reader.array()?) as usize;
            let compressed = CompressedValues {
                range: reader.take(len)?,
                bytes: bytes.clone(),
                distances: flags & DISTANCES != 0,
                complete: flags & COMPLETE != 0,
                count: flags & COUNT != 0,
                packed: flags & PACKED != 0,
            };
            tables.insert(
                with_pos!(start, board => ClassTable::new(board, class, variant.rules(), compressed)),
            );
        }
        if reader.at != at + HEADER + body.len() {
            return Err(KIND.damaged());
        }
        at = bytes.len() - behind.len();
    }
    Ok((tables, at))
}

/// Returns `true` if bytes begin like a file of coded tables.
pub(super) fn is_coded(bytes: &[u8]) -> bool {
    bytes.starts_with(CODED.magic)
}

/// Returns `true` if bytes begin like a file of packed tables; the first 128 are enough to decide.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn begins_packed(bytes: &[u8]) -> bool {
    let flags = |bytes: &[u8]| {
        let key = usize::from(*bytes.get(HEADER)?);
        // After the key come the number of classes and the counts of the first.
        bytes.get(HEADER + 1 + key + 2 + 4).copied()
    };
    bytes.starts_with(KIND.magic) && flags(bytes).is_some_and(|flags| flags & PACKED != 0)
}

pub(super) fn read(bytes: Cow<'static, [u8]>) -> Result<Tables, ArtefactError> {
    let bytes = if is_coded(&bytes) {
        Cow::Owned(packed_from_coded(&bytes)?)
    } else {
        bytes
    };
    let all = bytes.len();
    match read_growing(bytes)? {
        (Some(tables), whole) if whole == all => Ok(tables),
        _ => Err(KIND.damaged()),
    }
}

/// Writes tables of one variant as an artefact. A form omits parts that its table does not have.
pub(super) fn write(variant: Variant, tables: &[&ClassTable], form: impl Fn(Class) -> Form) -> Vec<u8> {
    let (key, start) = (variant.key().as_bytes(), variant.start());
    let mut body = vec![key.len() as u8];
    body.extend(key);
    body.extend((tables.len() as u16).to_le_bytes());
    for table in tables {
        let (count, own) = (table.compressed.count, table.compressed.form());
        let form = if count { own } else { form(table.class()) };
        let form = Form {
            distances: own.distances && form.distances,
            complete: own.complete && form.complete,
            packed: own.packed || form.packed,
        };
        body.extend(table.class().to_bytes());
        body.push(
            u8::from(form.distances) * DISTANCES
                + u8::from(form.complete) * COMPLETE
                + u8::from(count) * COUNT
                + u8::from(form.packed) * PACKED,
        );
        let converted;
        let compressed = if own == form {
            table.compressed.as_slice()
        } else {
            converted = with_pos!(start, board => convert(board, variant, table, form));
            &converted
        };
        body.extend((compressed.len() as u32).to_le_bytes());
        body.extend(compressed);
    }
    KIND.seal(&body)
}

/// Codes the results of a full table as an artefact.
pub(super) fn code(variant: Variant, table: &ClassTable) -> Vec<u8> {
    fn results<G: Geometry>(_: &Pos<G>, variant: Variant, table: &ClassTable) -> Vec<Option<u8>> {
        let results = Form {
            distances: false,
            complete: false,
            packed: false,
        };
        probed_values::<G>(variant, table, results).collect()
    }
    let (key, start) = (variant.key().as_bytes(), variant.start());
    let mut body = vec![key.len() as u8];
    body.extend(key);
    body.extend(table.class().to_bytes());
    let results = with_pos!(start, board => results(board, variant, table));
    body.extend(coded::encode(&table.indexing.groups(), |slot| results[slot]));
    CODED.seal(&body)
}

/// Returns the bytes of packed tables for those of coded ones, as [`Tables::read`] makes them. Five pieces on 64 squares
/// take seconds.
///
/// # Errors
/// [`ArtefactError`] if the bytes are of another kind or format, truncated or damaged.
pub fn packed_from_coded(mut bytes: &[u8]) -> Result<Vec<u8>, ArtefactError> {
    fn indexing<G: Geometry>(_: &Pos<G>, class: Class, variant: Variant) -> Indexing {
        Indexing::new::<G>(class, variant.rules())
    }
    let mut packed_bytes = Vec::new();
    while !bytes.is_empty() {
        let (body, behind) = CODED.first(bytes)?;
        bytes = behind;
        let (&key, rest) = body.split_first().ok_or(CODED.damaged())?;
        let (key, rest) = rest.split_at_checked(usize::from(key)).ok_or(CODED.damaged())?;
        let (&counts, values) = rest.split_first_chunk().ok_or(CODED.damaged())?;
        let class = Class::from_bytes(counts).ok_or(CODED.damaged())?;
        let variant: Variant = std::str::from_utf8(key)
            .ok()
            .and_then(|key| key.parse().ok())
            .ok_or(CODED.damaged())?;
        let start = variant.start();
        let indexing = with_pos!(start, board => indexing(board, class, variant));
        let results = coded::decode(&indexing.groups(), values);
        let packed = packed::pack(results.into_iter(), indexing.len() as usize);
        let mut body = vec![key.len() as u8];
        body.extend(key);
        body.extend(1u16.to_le_bytes());
        body.extend(counts);
        body.push(PACKED);
        body.extend((packed.len() as u32).to_le_bytes());
        body.extend(packed);
        packed_bytes.extend(KIND.seal(&body));
    }
    Ok(packed_bytes)
}

/// Compresses the values of a table without capture positions, or without distances. A value that is never probed
/// repeats the one before it, which compresses best.
fn convert<G: Geometry>(_: &Pos<G>, variant: Variant, table: &ClassTable, form: Form) -> Vec<u8> {
    let slots = table.indexing.len() as usize;
    let mut last = DRAW;
    let values = probed_values::<G>(variant, table, form).map(|value| {
        last = value.unwrap_or(last);
        last
    });
    if form.packed {
        return packed::pack(values, slots);
    }
    if form.distances {
        return deflate(&values.collect::<Vec<u8>>());
    }
    let mut bytes = vec![0; slots.div_ceil(4)];
    for (slot, value) in values.enumerate() {
        bytes[slot / 4] |= value << (2 * (slot % 4));
    }
    deflate(&bytes)
}

/// Returns the value of each slot in this form, `None` if it is never probed.
fn probed_values<G: Geometry>(
    variant: Variant,
    table: &ClassTable,
    form: Form,
) -> impl Iterator<Item = Option<u8>> {
    let rules = variant.rules();
    let values = table.values();
    (0..table.indexing.len() as usize).map(move |slot| {
        let value = match values {
            TableValues::Distance(values) => values[slot],
            TableValues::Outcome(_) => return Some(values.result(slot)),
        };
        let quiet = |pos: Pos<G>| !has_capture(&pos, rules);
        let probed =
            form.complete || value != NO_POSITION && table.indexing.position::<G>(slot).is_some_and(quiet);
        probed.then_some(if form.distances {
            value
        } else {
            result_of(value, rules.goal == Goal::Lose)
        })
    })
}

/// Returns the result of a distance: 0 draw, 1 win, 2 loss.
const fn result_of(value: u8, losing: bool) -> u8 {
    match value {
        DRAW | NO_POSITION => 0,
        _ if is_win(value, losing) => 1,
        _ => 2,
    }
}
