//! Speed of the move generator in leaves per second: `cargo bench -p draughts --bench perft`.
use divan::{Bencher, counter::ItemsCount};
use draughts::notation::fen;
use draughts::{Variant, perft};

fn main() {
    divan::main();
}

fn count(bencher: Bencher, text: &str, depth: u32, leaves: u64) {
    let position = fen::read(Variant::International, text).expect("the position is possible");
    bencher.counter(ItemsCount::new(leaves)).bench_local(|| {
        assert_eq!(perft(&position, depth), leaves);
    });
}

/// Each game with a generator of its own, from its start.
#[divan::bench(sample_count = 5, sample_size = 1, args = [
    ("brazilian", 10), ("canadian", 8), ("czech", 10), ("english", 10), ("frisian", 8), ("italian", 10), ("killer", 8), ("pool", 10),
    ("russian", 10), ("spanish", 10), ("thai", 8), ("turkish", 7),
])]
fn from_start(bencher: Bencher, (key, depth): (&str, u32)) {
    let position = key.parse::<Variant>().expect("a game of this name").start();
    let leaves = perft(&position, depth);
    bencher
        .counter(ItemsCount::new(leaves))
        .bench_local(|| perft(&position, depth));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn start(bencher: Bencher) {
    count(bencher, "W:W31-50:B1-20", 9, 41_022_423);
}

/// Two kings and men on each side.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn random178(bencher: Bencher) {
    let fen = "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46";
    count(bencher, fen, 8, 86_724_219);
}

/// A position of men with mostly captures.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn woldouby(bencher: Bencher) {
    let fen = "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38";
    count(bencher, fen, 14, 58_360_286);
}
