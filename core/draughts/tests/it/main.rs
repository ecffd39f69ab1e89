//! The integration tests of the crate, in one binary: it links once and runs all tests side by side.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
mod draws;
mod notation;
mod oracle;
mod over_the_board;
mod pdn;
mod pdn_limits;
mod perft;
mod properties;
mod rule_cases;
