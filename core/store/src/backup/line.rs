//! Lines of a backup: JSON objects with one entry, whose key is the kind of line.
use super::tables::{BackupTable, FORMER, Row};
use serde::de::{Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Error as _, SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One line of a backup.
#[derive(Debug)]
pub(crate) enum BackupLine {
    /// The first line: the format and the time of the backup.
    Damier(Begin),
    /// A row of a table, under the table's name.
    Row(Row),
    Game(Box<GameLine>),
    /// A line of an older format that is no longer read.
    Former,
    /// The last line.
    End(End),
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Begin {
    pub(super) version: u32,
    /// Milliseconds since 1970.
    pub(super) at: i64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct End {
    /// Number of lines before it, without the first.
    pub(super) lines: u64,
}

const DAMIER: &str = "damier";
const GAME: &str = "game";
const END: &str = "end";

impl Serialize for BackupLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_map(Some(1))?;
        match self {
            BackupLine::Damier(begin) => line.serialize_entry(DAMIER, begin)?,
            BackupLine::Row(row) => line.serialize_entry(row.table.line, row)?,
            BackupLine::Game(game) => line.serialize_entry(GAME, game)?,
            BackupLine::Former => return Err(S::Error::custom("a former kind of line is never written")),
            BackupLine::End(end) => line.serialize_entry(END, end)?,
        }
        line.end()
    }
}

impl<'de> Deserialize<'de> for BackupLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BackupLine, D::Error> {
        deserializer.deserialize_map(OneEntry)
    }
}

struct OneEntry;

impl<'de> Visitor<'de> for OneEntry {
    type Value = BackupLine;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with one entry")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BackupLine, A::Error> {
        let name: String = map
            .next_key()?
            .ok_or_else(|| A::Error::custom("it has no entry"))?;
        let line = match (name.as_str(), BackupTable::of_line(&name)) {
            (DAMIER, _) => BackupLine::Damier(map.next_value()?),
            (GAME, _) => BackupLine::Game(map.next_value()?),
            (END, _) => BackupLine::End(map.next_value()?),
            (_, Some(table)) => {
                BackupLine::Row(Row::of_line(table, map.next_value()?).map_err(A::Error::custom)?)
            }
            (former, None) if FORMER.contains(&former) => {
                map.next_value::<IgnoredAny>()?;
                BackupLine::Former
            }
            (_, None) => return Err(A::Error::custom(format!("unknown kind of line {name:?}"))),
        };
        match map.next_key::<IgnoredAny>()? {
            None => Ok(line),
            Some(_) => Err(A::Error::custom("it has more than one entry")),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameLine {
    pub(super) variant: String,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) event: String,
    pub(super) date: u32,
    pub(super) result: u8,
    pub(super) plies: u32,
    pub(super) opening: u16,
    pub(super) ending: i64,
    pub(super) annotated: bool,
    pub(super) fingerprint: i64,
    pub(super) created: i64,
    pub(super) updated: i64,
    pub(super) start: Option<String>,
    /// Base64.
    pub(super) tree: String,
    pub(super) tags: Vec<(String, String)>,
    pub(super) note: Option<String>,
    pub(super) collections: Vec<String>,
    pub(super) play: Option<PlayLine>,
    /// Absent before format 7.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) repertoire: Option<RepertoireLine>,
}

/// The repertoire that the game is: its owner and colour.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RepertoireLine {
    pub(super) profile: i64,
    pub(super) side: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayLine {
    pub(super) profile: i64,
    pub(super) white_level: Option<String>,
    pub(super) black_level: Option<String>,
    pub(super) removed: Vec<u8>,
    pub(super) winner: Option<String>,
    pub(super) reason: Option<String>,
    pub(super) fen: String,
    pub(super) take_backs: u32,
    pub(super) hints: u32,
    pub(super) terms: Option<String>,
    pub(super) clock: Option<String>,
    /// Absent before format 6, like the next field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) letter_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) letter: Option<String>,
}
