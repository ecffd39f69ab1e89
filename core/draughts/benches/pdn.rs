//! Time to read a game with many variations of one move: `cargo bench -p draughts --bench pdn`. It grows with their
//! number, not with its square.
use divan::{Bencher, counter::ItemsCount};
use draughts::notation::pdn;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 3, sample_size = 1, args = [50_000, 300_000])]
fn variations_of_one_move(bencher: Bencher, count: usize) {
    let text = format!("1. 32-28 {} 19-23 *", "(1. 33-28)".repeat(count));
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let game = pdn::read_first(&text, None).expect("the text is a game");
        assert_eq!(game.tree.len(), count + 3);
    });
}
