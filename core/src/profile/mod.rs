//! The person, the settings, the start page, and where everything is kept.
pub(crate) mod days;
mod home;
pub(crate) mod params;
mod people;
mod placement;
pub(crate) mod storage;
mod today;

pub use params::{
    AddPerson, Experience, Home, HomeView, People, PersonCard, ProfileView, RemovePerson, RescueView,
    SetProfile, SetSetting, StorageView, SwitchPerson,
};
pub use placement::{PlacementView, ShowPlacement};
pub use storage::{CheckStep, CheckStepView, GoOnInMemory, KeepAgain, KeepingView, UnkeptView};
pub use today::{DayView, GamePreview, Today, TodayView};
