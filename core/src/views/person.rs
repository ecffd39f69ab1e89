//! The answer to the first-run question.

view! {
    /// Answer to "Do you know draughts?".
    pub enum Experience { NotYet, AtHome, InAClub }
}
