//! The person, the settings, the start page, and where everything is kept.
mod home;
pub(crate) mod params;
pub(crate) mod storage;

pub use params::{
    DoorView, Experience, Home, HomeView, ProfileView, RescueView, SetProfile, SetSetting, StorageView,
};
pub use storage::{CheckStep, CheckStepView, GoOnInMemory, KeepAgain, KeepingView, UnkeptView};
