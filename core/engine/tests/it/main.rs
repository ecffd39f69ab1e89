//! Integration tests of the engine.
mod bench_signature;
mod endgame;
mod endings;
mod engine;
mod evaluation;
mod every_game;
mod frisian_tables;
mod levels;
mod repetition;

#[path = "../../../draughts/tests/oracle/position.rs"]
mod position;
#[path = "../../../draughts/tests/oracle/slow.rs"]
#[expect(
    dead_code,
    reason = "only the generator's own tests place pieces by their allowed number"
)]
mod slow;
