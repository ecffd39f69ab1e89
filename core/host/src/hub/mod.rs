//! Foreign engines as opponents and analysts, by the Hub protocol (version 2).
mod engine;
mod fault;
mod kept;
mod process;
mod setting;

pub use engine::{Engine, Found, Identity, Limit, Progress};
pub use fault::HubFault;
pub use kept::Engines;
pub use setting::{Setting, SettingKind};
