//! Parameters and views of the calls for the person and the start page.
use crate::profile::storage::{StorageView, UnkeptView};
use crate::views::{BoardView, Experience, GameSummary, view};

view! {
    /// A person on this device, without an account.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Profile"))]
    pub struct ProfileView {
        pub id: i64,
        pub name: String,
        /// Index of the person's colour in the front end.
        pub colour: u8,
        /// Absent until the first-run question is answered.
        pub experience: Option<Experience>,
    }
}
view! {
    /// `people {}` → `PersonCard[]`: all people on this device, by name.
    pub struct People {}
}
view! {
    /// A person and their progress.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PersonSummary"))]
    pub struct PersonCard {
        pub profile: ProfileView,
        /// `true` for the current person.
        pub here: bool,
        /// Time of the last switch to this person, in milliseconds since 1970; 0 for never.
        pub used: f64,
        /// Number of finished lessons.
        pub lessons: u32,
        /// Number of solved puzzles.
        pub puzzles: u32,
        /// Puzzle rating in international draughts; absent if not measured.
        pub rating: Option<f64>,
        /// Number of finished games.
        pub games: u32,
    }
}
view! {
    /// `addPerson {name, colour}` → `ProfileView`: adds a person and switches to them.
    pub struct AddPerson { pub name: String, pub colour: u8 }
}
view! {
    /// `switchPerson {id}` → `ProfileView`: switches to a person.
    pub struct SwitchPerson { pub id: i64 }
}
view! {
    /// `removePerson {id}` → `{}`: deletes another person with all progress. Their games stay in the library.
    pub struct RemovePerson { pub id: i64 }
}
view! {
    /// State that a front end needs at startup.
    #[cfg_attr(feature = "uniffi", uniffi(name = "HomeState"))]
    pub struct HomeView {
        pub profile: ProfileView,
        pub storage: StorageView,
        /// Set if the file cannot be written.
        pub unkept: Option<UnkeptView>,
        /// Settings as text by key; unknown keys are preserved.
        pub settings: std::collections::HashMap<String, String>,
        /// Unfinished game to continue.
        pub current: Option<GameSummary>,
        pub board: BoardView,
        /// Set if a damaged store was rescued: tell the person.
        pub rescue: Option<RescueView>,
    }
}
view! {
    /// Report on a rescue: the damaged store was set aside and the readable part saved. Reported until `setSetting`
    /// empties the setting "rescue".
    #[cfg_attr(feature = "uniffi", uniffi(name = "Rescue"))]
    pub struct RescueView {
        /// New path of the damaged file; in a browser its name.
        pub file: String,
        /// Number of saved games.
        pub games: u32,
        /// Number of moves in them.
        pub moves: u32,
        /// Number of games with only their moves left.
        pub moves_only: u32,
        /// Number of games with only names, date and result left.
        pub names_only: u32,
        /// Number of saved lesson steps.
        pub steps: u32,
        /// Number of saved puzzle attempts.
        pub attempts: u32,
        /// Number of parts of the file with personal data.
        pub parts: u32,
        /// Number of parts that were unreadable, at least partly.
        pub unreadable: u32,
    }
}
view! {
    /// `home {}` → `HomeView`: the first call of a front end.
    pub struct Home {}
}
view! {
    /// `setProfile` → `ProfileView`; absent fields do not change.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct SetProfile { pub name: Option<String>, pub experience: Option<Experience>, pub colour: Option<u8> }
}
view! {
    /// `setSetting` → `{}`: stores a setting of the person as text. Its meaning is the front end's.
    pub struct SetSetting { pub key: String, pub value: String }
}
