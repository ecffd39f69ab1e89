//! The engine's signature: the node total of a fixed piece of work. It changes only when its play is meant to.
use draughts_engine::{EngineAssets, bench};

/// `damier bench` prints it. A change that moves it says why in its commit.
const SIGNATURE: u64 = 209_365;

#[test]
fn the_signature_stands() {
    let nodes = bench::nodes(bench::DEPTH, &EngineAssets::bundled());
    assert_eq!(
        nodes.iter().sum::<u64>(),
        SIGNATURE,
        "node by position: {nodes:?}"
    );
}
