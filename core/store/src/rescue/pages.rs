//! Reads the pages of a database file and its write-ahead log without SQLite.
use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom};

/// A file read directly, because SQLite would refuse it.
pub trait RawFile: Read + Seek {}
impl<T: Read + Seek> RawFile for T {}

/// The database and its write-ahead log, if any, opened for reading.
#[allow(missing_debug_implementations, reason = "open files")]
pub struct RawFiles {
    /// The database.
    pub main: Box<dyn RawFile>,
    /// Its `-wal`.
    pub wal: Option<Box<dyn RawFile>>,
}

/// Magic string of every SQLite file.
pub(super) const MAGIC: &[u8] = b"SQLite format 3\0";

/// Maximum number of pages of a plausible file. A damaged header may contain any number.
const MOST_PAGES: u64 = 1 << 28;

pub(super) struct Pages {
    files: RawFiles,
    size: usize,
    count: u32,
    /// Offset in the log of the newest committed state of each page.
    logged: HashMap<u32, u64>,
}

impl Pages {
    pub(super) fn open(mut files: RawFiles) -> Pages {
        let length = files.main.seek(SeekFrom::End(0)).unwrap_or(0);
        let size = page_size(&mut *files.main, length);
        let in_file = length.div_ceil(size as u64).min(MOST_PAGES) as u32;
        let (logged, after_log) = files
            .wal
            .as_mut()
            .map_or_else(Default::default, |wal| committed(&mut **wal, size));
        let highest = logged.keys().max().copied().unwrap_or(0);
        Pages {
            files,
            size,
            // A log adds at most the pages that it contains.
            count: after_log
                .max(highest)
                .min(in_file.saturating_add(logged.len() as u32))
                .max(in_file),
            logged,
        }
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Returns the page size in bytes. The store reserves no bytes per page.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Returns a page, from 1; `None` if the disk fails or the file ends before it. The missing end of a
    /// truncated page is zero.
    pub(super) fn read(&mut self, number: u32) -> Option<Vec<u8>> {
        if number == 0 || number > self.count {
            return None;
        }
        let mut page = vec![0; self.size];
        let got = match (self.logged.get(&number), &mut self.files.wal) {
            (Some(&at), Some(wal)) => read_at(&mut **wal, at, &mut page),
            _ => {
                let at = u64::from(number - 1) * self.size as u64;
                read_at(&mut *self.files.main, at, &mut page)
            }
        };
        (got > 0).then_some(page)
    }
}

/// Reads as much as possible and returns the length.
fn read_at(file: &mut dyn RawFile, at: u64, into: &mut [u8]) -> usize {
    if file.seek(SeekFrom::Start(at)).is_err() {
        return 0;
    }
    let mut got = 0;
    while got < into.len() {
        match file.read(&mut into[got..]) {
            Ok(0) => break,
            Ok(more) => got += more,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    got
}

pub(super) fn number(bytes: &[u8], at: usize, length: usize) -> u32 {
    let field = bytes.get(at..at + length).unwrap_or_default();
    field.iter().fold(0, |n, byte| n << 8 | u32::from(*byte))
}

/// Returns the page size of the header or, if it is implausible, the one at which most pages look valid.
fn page_size(file: &mut dyn RawFile, length: u64) -> usize {
    const SEEN: u64 = 500;
    let mut header = [0; 100];
    read_at(file, 0, &mut header);
    match number(&header, 16, 2) {
        1 => return 65_536,
        said if said.is_power_of_two() && said >= 512 => return said as usize,
        _ => {}
    }
    // SQLite's default and the browser's page size. With the larger one no page begins in the middle of
    // another.
    let (smaller, larger) = (4_096, 8_192);
    let pages = (length / larger).clamp(1, SEEN);
    let step = (length / larger / pages).max(1);
    let mut like_pages = |from: u64| {
        let like = (1..pages)
            .filter(|page| {
                let mut head = [0; 8];
                read_at(file, page * step * larger + from, &mut head);
                let (cells, content) = (number(&head, 3, 2), number(&head, 5, 2));
                matches!(head[0], 2 | 5 | 10 | 13) && cells > 0 && u64::from(content) <= larger
            })
            .count();
        like as u64
    };
    if like_pages(smaller) * 4 < like_pages(0) {
        larger as usize
    } else {
        smaller as usize
    }
}

/// Returns the offsets in the log of the committed pages, and the page count of the database with them.
fn committed(wal: &mut dyn RawFile, size: usize) -> (HashMap<u32, u64>, u32) {
    const HEADER: usize = 32;
    const FRAME: usize = 24;
    let (mut logged, mut waiting, mut count) = (HashMap::new(), Vec::new(), 0);
    let mut header = [0; HEADER];
    let got = read_at(wal, 0, &mut header);
    let magic = number(&header, 0, 4);
    if got < HEADER || magic & !1 != 0x377F_0682 || number(&header, 8, 4) as usize != size {
        return (logged, count);
    }
    let mut sum = Checksum {
        big_endian: magic & 1 == 1,
        ..Checksum::default()
    };
    sum.add(&header[..24]);
    if !sum.is(&header[24..]) {
        return (logged, count);
    }
    let mut frame = vec![0; FRAME + size];
    let mut at = HEADER as u64;
    while read_at(wal, at, &mut frame) == frame.len() {
        sum.add(&frame[..8]);
        sum.add(&frame[FRAME..]);
        // Like SQLite, ignores all frames from the first one that is damaged or of an older log.
        if frame[8..16] != header[16..24] || !sum.is(&frame[16..FRAME]) {
            break;
        }
        waiting.push((number(&frame, 0, 4), at + FRAME as u64));
        let after_commit = number(&frame, 4, 4);
        if after_commit > 0 {
            logged.extend(waiting.drain(..));
            count = after_commit;
        }
        at += frame.len() as u64;
    }
    (logged, count)
}

/// Checksum of a log's frames.
#[derive(Default)]
struct Checksum {
    big_endian: bool,
    sums: (u32, u32),
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        let word = |bytes: &[u8]| {
            let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
            if self.big_endian {
                u32::from_be_bytes(bytes)
            } else {
                u32::from_le_bytes(bytes)
            }
        };
        for pair in bytes.chunks_exact(8) {
            self.sums.0 = self.sums.0.wrapping_add(word(pair)).wrapping_add(self.sums.1);
            self.sums.1 = self
                .sums
                .1
                .wrapping_add(word(&pair[4..]))
                .wrapping_add(self.sums.0);
        }
    }

    fn is(&self, said: &[u8]) -> bool {
        (number(said, 0, 4), number(said, 4, 4)) == self.sums
    }
}
