//! The state that survives a crash of the host. The games themselves are in the store.
use crate::tournament::Tournament;
use damier_core::together::TableTerms;
use serde::{Deserialize, Serialize};

/// The saved state.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedClub {
    /// Keys of the guests and of the host.
    pub(crate) key: String,
    pub(crate) host_key: String,
    pub(crate) people: Vec<SavedPerson>,
    pub(crate) tables: Vec<SavedTable>,
    #[serde(default)]
    pub(crate) tournament: Option<Tournament>,
}

/// A person, with the token to come back with.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedPerson {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) token: String,
    pub(crate) host: bool,
    #[serde(default)]
    pub(crate) took_part: bool,
}

/// A table with a game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedTable {
    pub(crate) id: u32,
    pub(crate) game: i64,
    pub(crate) terms: TableTerms,
    pub(crate) white: u32,
    pub(crate) black: u32,
    /// Names of White and Black; empty in what older versions saved.
    #[serde(default)]
    pub(crate) names: [String; 2],
    #[serde(default)]
    pub(crate) round: Option<u32>,
}
