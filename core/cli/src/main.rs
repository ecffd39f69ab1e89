//! `damier`: draughts on the command line.
fn main() {}
