//! The trait of a call. Knows no call.
use crate::app::App;
use crate::error::ApiError;
use crate::views::view;

view! {
    /// Reply of a call that returns nothing.
    pub struct Done {}
}

/// A call: the implementing type holds its parameters, `Reply` its result.
pub trait Call: serde::de::DeserializeOwned {
    /// Result of the call.
    type Reply: serde::Serialize;

    /// Runs the call, in at most 50 ms.
    ///
    /// # Errors
    /// Any error of the call.
    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError>;
}
