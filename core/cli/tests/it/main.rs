//! Integration tests of the command-line program, in one program.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
mod commands;
mod dxp;
mod engine;
mod engines;
mod hub;
mod hub_script;
mod library;
mod loss_lessons;
mod mine;
mod serve;
mod train;
