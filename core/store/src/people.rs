//! People and their settings: typed rows and the SQL beside them.
use super::{Store, StoreError};
use rusqlite::{OptionalExtension, params};
use std::collections::BTreeMap;

/// What a person said about knowing draughts.
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

    /// Its word in the store, and the name of its path through the lessons.
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
    /// Its id: games, progress, attempts and ratings carry it.
    pub id: i64,
    /// As the person is called; may be empty.
    pub name: String,
    /// Absent until the person answered.
    pub experience: Option<Experience>,
}

/// The setting by which the profile of the host is known.
const HOST: &str = "host";

impl Store {
    /// The person last seen; in a new store one without a name is created. `now` in milliseconds since 1970.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn profile(&self, now: f64) -> Result<Profile, StoreError> {
        let last = "SELECT id, name, experience FROM profile ORDER BY used DESC, id LIMIT 1";
        let found = self
            .connection
            .query_row(last, [], |row| {
                let experience: Option<String> = row.get(2)?;
                let experience = Experience::ALL
                    .into_iter()
                    .find(|e| Some(e.key()) == experience.as_deref());
                Ok(Profile {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    experience,
                })
            })
            .optional()?;
        if let Some(profile) = found {
            return Ok(profile);
        }
        // A read-only store without a person gets a placeholder.
        if self.is_read_only() {
            return Ok(Profile {
                id: 0,
                name: String::new(),
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
            experience: None,
        })
    }

    /// The profile of the games that this device hosts for others, and what its host kept; made where there is none. Nobody
    /// opens the app as it. `now` in milliseconds since 1970.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn host(&self, now: f64) -> Result<(i64, String), StoreError> {
        let kept = "SELECT profile_id, value FROM setting WHERE key = ?1 ORDER BY profile_id LIMIT 1";
        let found = self
            .connection
            .query_row(kept, [HOST], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        if let Some(found) = found {
            return Ok(found);
        }
        // A person first: the one last seen is never the host.
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

    /// Keeps what the host needs to go on after a crash.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn keep_host(&self, profile: i64, kept: &str) -> Result<(), StoreError> {
        self.set_setting(profile, HOST, kept)
    }

    /// Changes what is given of a person.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn set_profile(
        &self,
        id: i64,
        name: Option<&str>,
        experience: Option<Experience>,
    ) -> Result<(), StoreError> {
        let update = "UPDATE profile SET name = coalesce(?2, name), experience = coalesce(?3, experience) WHERE id = ?1";
        self.connection
            .execute(update, params![id, name, experience.map(Experience::key)])?;
        Ok(())
    }

    /// All settings of a person, by key.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn settings(&self, profile: i64) -> Result<BTreeMap<String, String>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached("SELECT key, value FROM setting WHERE profile_id = ?1")?;
        let rows = select.query_map([profile], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Sets one setting.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn set_setting(&self, profile: i64, key: &str, value: &str) -> Result<(), StoreError> {
        let upsert = "INSERT INTO setting (profile_id, key, value) VALUES (?1, ?2, ?3)
                      ON CONFLICT DO UPDATE SET value = excluded.value";
        self.connection.execute(upsert, params![profile, key, value])?;
        Ok(())
    }
}
