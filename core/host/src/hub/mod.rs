//! Foreign engines as opponents and analysts, by the Hub protocol (version 2).
mod engine;
mod engines;
mod fault;
mod process;
mod setting;

pub use engine::{Engine, Found, Identity, Limit, Progress};
pub use engines::Engines;
pub use fault::HubFault;
pub use setting::{Setting, SettingKind};
