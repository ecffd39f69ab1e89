//! The engine's signature: the node total of the benchmark. It changes only when the engine's play is meant to.
use draughts_engine::{EngineAssets, bench};

/// `damier bench` prints it. A commit that changes it says why.
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
