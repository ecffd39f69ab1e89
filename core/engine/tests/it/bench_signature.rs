//! The engine's signature: the number of nodes of the benchmark. Only intended changes of the engine's play change
//! it.
use draughts_engine::{EngineAssets, bench};

/// `damier bench` prints it. A commit that changes it gives the reason.
const SIGNATURE: u64 = 209_365;

#[test]
fn the_signature_is_unchanged() {
    let nodes = bench::nodes(bench::DEPTH, &EngineAssets::bundled());
    assert_eq!(
        nodes.iter().sum::<u64>(),
        SIGNATURE,
        "nodes by position: {nodes:?}"
    );
}
