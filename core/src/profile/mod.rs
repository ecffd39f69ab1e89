//! People, settings, the start page, and storage.
mod home;
mod params;
mod people;
mod placement;
mod storage;
mod today;

pub use params::{
    AddPerson, Home, HomeView, People, PersonCard, ProfileView, RemovePerson, RescueView, SetProfile,
    SetSetting, SwitchPerson,
};
pub use placement::{PlacementView, ShowPlacement};
pub use storage::{CheckStep, CheckStepView, GoOnInMemory, KeepAgain, KeepingView, StorageView, UnkeptView};
pub use today::{DayView, GamePreview, Today, TodayView, ZoneChange};
