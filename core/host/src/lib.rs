#![doc = include_str!("../README.md")]
mod addresses;
mod clock;
mod club;
mod error;
mod guard;
mod host;
mod keeper;
mod kept;
mod key;
mod limits;
mod line;
mod name;
mod pace;
mod pages;
mod person;
mod table;
mod tournament;

pub use addresses::addresses;
pub use club::{Club, LineId, Outgoing};
pub use damier_core::together::{GuestMessage, HostMessage, Refusal};
pub use error::HostError;
pub use host::{Host, Hosting};
pub use key::Key;
pub use limits::Limits;
pub use pages::{Page, Pages};
pub use tournament::{Entrant, Pairing, Standing, Tournament};
