//! What goes in and out of the calls about the person and the start page.
use crate::profile::storage::{StorageView, UnkeptView};
use crate::views::{BoardView, Experience, GameSummary, view};

view! {
    /// Who uses the app: a name on this device, no account.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Profile"))]
    pub struct ProfileView {
        pub id: i64,
        pub name: String,
        /// Which of the front end's colours stands for the person.
        pub colour: u8,
        /// Absent until the first-run question is answered.
        pub experience: Option<Experience>,
    }
}
view! {
    /// `people {}` → `PersonCard[]`: everybody on this device, by name.
    pub struct People {}
}
view! {
    /// Somebody on this device, and how far the person is.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PersonSummary"))]
    pub struct PersonCard {
        pub profile: ProfileView,
        /// It is the person who is here now.
        pub here: bool,
        /// When the person was last chosen, in milliseconds since 1970; 0 for never.
        pub used: f64,
        /// Lessons that were finished.
        pub lessons: u32,
        /// Puzzles that were solved.
        pub puzzles: u32,
        /// The strength at the puzzles of international draughts; absent where none was measured.
        pub rating: Option<f64>,
        /// Games that were ended.
        pub games: u32,
    }
}
view! {
    /// `addPerson {name, colour}` → `ProfileView`: somebody new, who is here from now on.
    pub struct AddPerson { pub name: String, pub colour: u8 }
}
view! {
    /// `switchPerson {id}` → `ProfileView`: this person is here from now on.
    pub struct SwitchPerson { pub id: i64 }
}
view! {
    /// `removePerson {id}` → `{}`: somebody else than the person who is here, with all progress. The games stay in the library.
    pub struct RemovePerson { pub id: i64 }
}
view! {
    /// What a front end needs before it shows anything.
    #[cfg_attr(feature = "uniffi", uniffi(name = "HomeState"))]
    pub struct HomeView {
        pub profile: ProfileView,
        pub storage: StorageView,
        /// There is a file, and it cannot be written.
        pub unkept: Option<UnkeptView>,
        /// Settings as text by key; unknown keys are kept.
        pub settings: std::collections::HashMap<String, String>,
        /// The unfinished game to go on with.
        pub current: Option<GameSummary>,
        pub board: BoardView,
        /// The store was damaged when it was opened: say so.
        pub rescue: Option<RescueView>,
    }
}
view! {
    /// A damaged store was set aside, and what could be read of it was saved. Told until `setSetting` has made the setting
    /// "rescue" empty.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Rescue"))]
    pub struct RescueView {
        /// The damaged file now: its path, or in a browser its name.
        pub file: String,
        /// Games that were saved.
        pub games: u32,
        /// Moves in them.
        pub moves: u32,
        /// Games among them of which only the moves are left.
        pub moves_only: u32,
        /// Games among them of which only names, date and result are left.
        pub names_only: u32,
        /// Lesson steps that were saved.
        pub steps: u32,
        /// Attempts at puzzles that were saved.
        pub attempts: u32,
        /// Parts of the file that a person's own things are in.
        pub parts: u32,
        /// How many of them could not be read, or not wholly.
        pub unreadable: u32,
    }
}
view! {
    /// `home {}` → `HomeView`: the first thing a front end asks.
    pub struct Home {}
}
view! {
    /// `setProfile` → `ProfileView`: what is left out stays as it is.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct SetProfile { pub name: Option<String>, pub experience: Option<Experience>, pub colour: Option<u8> }
}
view! {
    /// `setSetting` → `{}`: keeps a setting of the person's as text; only the front end knows what it means.
    pub struct SetSetting { pub key: String, pub value: String }
}
