//! What outlives a crash of the host: the keys, who is there, who sits at which game, the
//! tournament. The games lie in the store themselves.
use crate::tournament::Tournament;
use damier_core::together::TableTerms;
use serde::{Deserialize, Serialize};

/// Everything that is kept beside the games.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Kept {
    /// The key of the guests, and that of the host.
    pub(crate) key: String,
    pub(crate) host_key: String,
    pub(crate) people: Vec<KeptPerson>,
    pub(crate) tables: Vec<KeptTable>,
    #[serde(default)]
    pub(crate) tournament: Option<Tournament>,
}

/// Somebody who was there, with the token to come back with.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeptPerson {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) token: String,
    pub(crate) host: bool,
}

/// A table at which a game goes on.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeptTable {
    pub(crate) id: u32,
    pub(crate) game: i64,
    pub(crate) terms: TableTerms,
    pub(crate) white: u32,
    pub(crate) black: u32,
    #[serde(default)]
    pub(crate) round: Option<u32>,
}
