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

use std::time::{Duration, Instant};

/// Waits until a condition holds. The deadline only guards against hanging.
#[allow(clippy::disallowed_methods, reason = "a deadline for tests")]
fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
