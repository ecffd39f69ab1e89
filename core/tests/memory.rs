//! Memory that an import needs. In a binary of its own, since it measures the whole process.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use damier_store::{Duplicates, Import, Store};

const NOW: f64 = 1.8e12;

/// Imports a stream of chunks. It needs the memory of one chunk and one game.
fn streamed(parts: impl Iterator<Item = Vec<u8>>) -> damier_store::ImportReport {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path().join("store.db")).unwrap();
    let mut import = Import::begin(&store, "stream", Duplicates::Skip, None, NOW).unwrap();
    let mut parts = parts.peekable();
    while let Some(bytes) = parts.next() {
        let last = parts.peek().is_none();
        import.push(&mut store, &bytes, last, NOW).unwrap();
    }
    import.report().clone()
}

/// Peak memory of this process, in bytes.
#[cfg(target_os = "linux")]
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// A gigabyte of garbage, and a comment of a hundred megabytes; slow.
#[test]
#[ignore = "long"]
fn endless_garbage_costs_no_memory_and_loses_no_games() {
    let comment = std::iter::repeat_with(|| b"word and word ".repeat(10_000)).take(715);
    let long = streamed(
        std::iter::once(b"[White \"A\"]\n1. 32-28 {".to_vec())
            .chain(comment)
            .chain([b"} 19-23 *\n\n[White \"B\"]\n1. 31-26 *\n".to_vec()]),
    );
    assert_eq!(long.stored, 2, "{long:?}");
    let mut random = 9_u64;
    let mut next = move || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 56) as u8
    };
    let garbage =
        streamed(std::iter::repeat_with(move || (0..128 * 1024).map(|_| next()).collect()).take(1 << 13));
    assert_eq!(garbage.read, 1 << 30);
    #[cfg(target_os = "linux")]
    assert!(peak() < 600 << 20, "{} MB", peak() >> 20);
}
