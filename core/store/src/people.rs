//! People and their settings.
use super::{Store, StoreError};
use rusqlite::{OptionalExtension, Row, params};
use std::collections::BTreeMap;

/// A person's answer to "Do you know draughts?"
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experience {
    /// Does not know the game yet.
    NotYet,
    /// Plays at home.
    AtHome,
    /// Plays in a club.
    InAClub,
}

impl Experience {
    const ALL: [Self; 3] = [Self::NotYet, Self::AtHome, Self::InAClub];

    /// Word in the store, and name of the path through the lessons.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::NotYet => "notYet",
            Self::AtHome => "atHome",
            Self::InAClub => "inAClub",
        }
    }
}

/// A person on this device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Id that games, progress, attempts and ratings refer to.
    pub id: i64,
    /// Name of the person; may be empty.
    pub name: String,
    /// Number of the app's colour for the person.
    pub colour: u8,
    /// `None` until the person has answered.
    pub experience: Option<Experience>,
}

/// A person on this device with a summary of their progress.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonRow {
    /// The person.
    pub profile: Profile,
    /// Time when the person was last chosen, in milliseconds since 1970.
    pub used: f64,
    /// Number of steps done in each lesson that was begun.
    pub steps: Vec<(String, u32)>,
    /// Number of different puzzles solved.
    pub puzzles: u32,
    /// Rating at puzzles of international draughts, if there is one.
    pub rating: Option<f64>,
    /// Number of finished games.
    pub games: u32,
}

/// Reads a person from the columns id, name, colour and experience.
fn profile_of(row: &Row<'_>) -> rusqlite::Result<Profile> {
    let experience: Option<String> = row.get("experience")?;
    let experience = Experience::ALL
        .into_iter()
        .find(|e| Some(e.key()) == experience.as_deref());
    Ok(Profile {
        id: row.get("id")?,
        name: row.get("name")?,
        // A colour of a newer version becomes the first colour.
        colour: u8::try_from(row.get::<_, i64>("colour")?).unwrap_or_default(),
        experience,
    })
}

/// The setting that marks the profile of the host.
pub(crate) const HOST: &str = "host";

impl Store {
    /// Returns the person last chosen. A new store gets a person without a name. `now` is in milliseconds
    /// since 1970.
    pub fn profile(&self, now: f64) -> Result<Profile, StoreError> {
        let last = "SELECT id, name, colour, experience FROM profile ORDER BY used DESC, id LIMIT 1";
        let found = self.connection.query_row(last, [], profile_of).optional()?;
        if let Some(profile) = found {
            return Ok(profile);
        }
        // A read-only store without a person gets a placeholder.
        if self.is_read_only() {
            return Ok(Profile {
                id: 0,
                name: String::new(),
                colour: 0,
                experience: None,
            });
        }
        self.connection.execute(
            "INSERT INTO profile (name, created, used) VALUES ('', ?1, ?1)",
            [now as i64],
        )?;
        let id = self.connection.last_insert_rowid();
        Ok(Profile {
            id,
            name: String::new(),
            colour: 0,
            experience: None,
        })
    }

    /// Returns everybody on this device, by name. The profile of the host is left out.
    pub fn people(&self) -> Result<Vec<PersonRow>, StoreError> {
        let mut all = self.connection.prepare_cached(
            "SELECT id, name, colour, experience, used,
                    (SELECT count(DISTINCT puzzle) FROM puzzle_attempt WHERE profile_id = profile.id AND solved) AS puzzles,
                    (SELECT rating FROM rating WHERE profile_id = profile.id AND kind = 'puzzle:international') AS rating,
                    (SELECT count(*) FROM play WHERE profile_id = profile.id AND reason IS NOT NULL) AS games
             FROM profile
             WHERE NOT EXISTS (SELECT 1 FROM setting WHERE profile_id = profile.id AND key = ?1)
             ORDER BY name COLLATE NOCASE, id",
        )?;
        let mut steps = self.connection.prepare_cached(
            "SELECT lesson, count(*) FROM lesson_step WHERE profile_id = ?1 GROUP BY lesson ORDER BY lesson",
        )?;
        let rows = all.query_map([HOST], |row| {
            let profile = profile_of(row)?;
            let steps = steps.query_map([profile.id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(PersonRow {
                profile,
                used: row.get::<_, i64>("used")? as f64,
                steps: steps.collect::<Result<_, _>>()?,
                puzzles: row.get("puzzles")?,
                rating: row.get("rating")?,
                games: row.get("games")?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Adds a person and returns the id. `now` is in milliseconds since 1970.
    pub fn add_person(&self, name: &str, colour: u8, now: f64) -> Result<i64, StoreError> {
        self.connection.execute(
            "INSERT INTO profile (name, colour, created, used) VALUES (?1, ?2, ?3, 0)",
            params![name, colour, now as i64],
        )?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Makes this person the one last chosen; false if the id does not exist. `now` is in milliseconds since
    /// 1970.
    pub fn use_person(&self, id: i64, now: f64) -> Result<bool, StoreError> {
        // Everybody else was here earlier, even if the device's clock was set back or a store holds a time that is
        // still to come.
        let update = "UPDATE profile SET used = CASE id WHEN ?1 THEN ?2 ELSE min(used, ?2 - 1) END
                      WHERE EXISTS (SELECT 1 FROM profile WHERE id = ?1)
                        AND NOT EXISTS (SELECT 1 FROM setting WHERE profile_id = ?1 AND key = ?3)";
        Ok(self.connection.execute(update, params![id, now as i64, HOST])? > 0)
    }

    /// Removes a person with all progress; the games stay in the library. Returns false if the id does not
    /// exist.
    pub fn remove_person(&self, id: i64) -> Result<bool, StoreError> {
        let delete = "DELETE FROM profile
                      WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM setting WHERE profile_id = ?1 AND key = ?2)";
        Ok(self.connection.execute(delete, params![id, HOST])? > 0)
    }

    /// Returns the profile that owns the games hosted for others, and the saved state of the host. Creates it
    /// if needed. It cannot be chosen as a person. `now` is in milliseconds since 1970.
    pub fn host(&self, now: f64) -> Result<(i64, String), StoreError> {
        let kept = "SELECT profile_id, value FROM setting WHERE key = ?1 ORDER BY profile_id LIMIT 1";
        let found = self
            .connection
            .query_row(kept, [HOST], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        if let Some(found) = found {
            return Ok(found);
        }
        // Creates a person first: the person last chosen must never be the host.
        self.profile(now)?;
        let transaction = self.connection.unchecked_transaction()?;
        transaction.execute(
            "INSERT INTO profile (name, created, used) VALUES ('', ?1, 0)",
            [now as i64],
        )?;
        let id = transaction.last_insert_rowid();
        transaction.execute(
            "INSERT INTO setting (profile_id, key, value) VALUES (?1, ?2, '')",
            params![id, HOST],
        )?;
        transaction.commit()?;
        Ok((id, String::new()))
    }

    /// Saves the state that the host needs to go on after a crash. It contains keys: the former state is overwritten in
    /// the file, not only freed.
    pub fn keep_host(&self, profile: i64, kept: &str) -> Result<(), StoreError> {
        self.connection.pragma_update(None, "secure_delete", true)?;
        let saved = self.set_setting(profile, HOST, kept);
        self.connection.pragma_update(None, "secure_delete", false)?;
        saved
    }

    /// Changes the given fields of a person.
    pub fn set_profile(
        &self,
        id: i64,
        name: Option<&str>,
        experience: Option<Experience>,
        colour: Option<u8>,
    ) -> Result<(), StoreError> {
        let update = "UPDATE profile SET name = coalesce(?2, name), experience = coalesce(?3, experience),
                      colour = coalesce(?4, colour) WHERE id = ?1";
        self.connection
            .execute(update, params![id, name, experience.map(Experience::key), colour])?;
        Ok(())
    }

    /// Returns all settings of a person, by key.
    pub fn settings(&self, profile: i64) -> Result<BTreeMap<String, String>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached("SELECT key, value FROM setting WHERE profile_id = ?1")?;
        let rows = select.query_map([profile], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Sets one setting.
    pub fn set_setting(&self, profile: i64, key: &str, value: &str) -> Result<(), StoreError> {
        let upsert = "INSERT INTO setting (profile_id, key, value) VALUES (?1, ?2, ?3)
                      ON CONFLICT DO UPDATE SET value = excluded.value";
        self.connection.execute(upsert, params![profile, key, value])?;
        Ok(())
    }
}
