//! Positions and moves as text: reads liberally, writes strictly. Knows the rules and no file.
pub mod fen;
pub mod hub;
pub mod movetext;
pub mod path;
pub mod pdn;
