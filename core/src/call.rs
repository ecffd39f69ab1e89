//! What a call is. Knows none.
use crate::app::App;
use crate::error::ApiError;
use crate::views::view;

view! {
    /// The reply of a call that only does something.
    pub struct Done {}
}

/// A call: its parameters are the type, its answer is `Reply`.
pub trait Call: serde::de::DeserializeOwned {
    /// What the caller gets.
    type Reply: serde::Serialize;

    /// Does it. No call takes longer than 50 ms.
    ///
    /// # Errors
    /// What the call answers.
    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError>;
}
