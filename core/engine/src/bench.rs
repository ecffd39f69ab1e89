//! The benchmark: the same positions searched to the same depth give the same number of nodes on every machine. This
//! number, the signature, changes only when the engine's play is meant to change.
use super::{EngineAssets, Limits, Search, Task, TranspositionTable, no_clock};
use draughts::notation::fen;
use draughts::{Game, Variant};

/// Positions from the start to the ending, and two shots.
pub const POSITIONS: [&str; 12] = [
    "W:W31-50:B1-20",
    "W:W29-31,37-49:B2-13,15,17,20,21",
    "W:W25,28,34,36,38-41,43,46,48,49:B2-4,6,8,9,12-14,18,24,26",
    "W:W28,29,33,37,39,40,47-49:B2,4,9,11,15,17-19,22",
    "B:W25,27,28,30,32-35,37,38:B12-14,16,18,19,21,23,24,26",
    "W:W27,28,32,36,37,38,42,43,46,48:B6,7,12,13,16,17,18,19,23,26",
    "W:W27,29,33,37,38,43,44:B12,13,14,18,20,22,24",
    "B:W26,31,36,37,42,48:B3,6,11,16,17,22",
    "W:W35,40,K4:B18,23,K36",
    "B:W21,27,38,48:B9,K46",
    "W:WK8,K23,K45:BK2",
    "B:WK31,K36,41,46:BK5,15,20",
];

/// The depth of each search, in plies.
pub const DEPTH: u8 = 9;

/// Searches every position with an empty table and returns the nodes of each.
#[must_use]
pub fn nodes(depth: u8, assets: &EngineAssets) -> Vec<u64> {
    POSITIONS
        .iter()
        .map(|text| {
            let position = fen::read(Variant::International, text).expect("the positions are legal");
            let task = Task::within(Limits::depth(depth));
            let table = TranspositionTable::new(16);
            let mut search = Search::new(&Game::from_position(position), task, assets, table, no_clock);
            while !search.step(1 << 20) {}
            search.info().nodes
        })
        .collect()
}
