//! Tests of the calls. Tests that kill a process, fill a disk or measure memory have binaries of their own.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop there")]
mod common;
mod composing;
mod correspondence;
mod exact_tables;
mod failures;
#[path = "../../store/tests/folder/mod.rs"]
mod folder;
mod large;
mod lesson_calls;
mod library;
mod long_game;
mod puzzle_calls;
mod puzzle_sets;
mod school_calls;
