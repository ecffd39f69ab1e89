//! The person, the settings, the start page, and where everything is kept.
pub(crate) mod days;
mod home;
pub(crate) mod params;
mod placement;
pub(crate) mod storage;
mod today;

pub use params::{Experience, Home, HomeView, ProfileView, RescueView, SetProfile, SetSetting, StorageView};
pub use placement::{PlacementView, ShowPlacement};
pub use storage::{CheckStep, CheckStepView, GoOnInMemory, KeepAgain, KeepingView, UnkeptView};
pub use today::{DayView, GamePreview, Today, TodayView};
