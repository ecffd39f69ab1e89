//! Names that many games share (players, events, variants), each stored once.
use super::StoreError;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;

/// Maximum number of names in the cache.
const MOST: usize = 50_000;

/// A cache of the ids of names, for writing many games.
#[derive(Debug, Default)]
pub(crate) struct Names {
    variants: HashMap<String, i64>,
    players: HashMap<String, i64>,
    events: HashMap<String, i64>,
}

impl Names {
    /// Returns a variant's id, by its key.
    pub(super) fn variant(&mut self, connection: &Connection, key: &str) -> Result<i64, StoreError> {
        id(&mut self.variants, key, || {
            connection
                .prepare_cached("INSERT INTO variant (key) VALUES (?1) ON CONFLICT DO NOTHING")?
                .execute([key])?;
            connection
                .prepare_cached("SELECT id FROM variant WHERE key = ?1")?
                .query_row([key], |row| row.get(0))
        })
    }

    /// Returns a player's id; `None` for an empty name.
    pub(super) fn player(&mut self, connection: &Connection, name: &str) -> Result<Option<i64>, StoreError> {
        const FIND: &str = "SELECT id FROM player WHERE name = ?1";
        const ADD: &str = "INSERT INTO player (name, folded) VALUES (?1, ?2)";
        named(&mut self.players, connection, name, FIND, ADD)
    }

    /// Returns an event's id; `None` for an empty name.
    pub(super) fn event(&mut self, connection: &Connection, name: &str) -> Result<Option<i64>, StoreError> {
        const FIND: &str = "SELECT id FROM event WHERE name = ?1";
        const ADD: &str = "INSERT INTO event (name, folded) VALUES (?1, ?2)";
        named(&mut self.events, connection, name, FIND, ADD)
    }
}

fn named(
    known: &mut HashMap<String, i64>,
    connection: &Connection,
    name: &str,
    find: &str,
    add: &str,
) -> Result<Option<i64>, StoreError> {
    if name.is_empty() {
        return Ok(None);
    }
    id(known, name, || {
        let found = connection
            .prepare_cached(find)?
            .query_row([name], |row| row.get(0))
            .optional()?;
        match found {
            Some(id) => Ok(id),
            None => {
                connection
                    .prepare_cached(add)?
                    .execute(params![name, folded(name)])?;
                Ok(connection.last_insert_rowid())
            }
        }
    })
    .map(Some)
}

fn id(
    known: &mut HashMap<String, i64>,
    name: &str,
    find: impl FnOnce() -> rusqlite::Result<i64>,
) -> Result<i64, StoreError> {
    if let Some(id) = known.get(name) {
        return Ok(*id);
    }
    let id = find()?;
    if known.len() >= MOST {
        known.clear();
    }
    known.insert(name.into(), id);
    Ok(id)
}

/// Returns the listed name of the computer at a level. External engines have their own name.
pub(super) fn computer(level: &str) -> String {
    match level.strip_prefix("hub:") {
        Some(engine) => engine.into(),
        None => format!("Damier ({level})"),
    }
}

/// Folds a name for comparison: lower case, without European accents, each run of punctuation as one space.
pub fn folded(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'à'..='å' | 'ā' | 'ă' | 'ą' => text.push('a'),
            'æ' => text.push_str("ae"),
            'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => text.push('c'),
            'ď' | 'đ' | 'ð' => text.push('d'),
            'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => text.push('e'),
            'ё' => text.push('е'),
            'ğ' | 'ģ' => text.push('g'),
            'ì'..='ï' | 'ī' | 'į' | 'ı' => text.push('i'),
            'ķ' => text.push('k'),
            'ĺ' | 'ļ' | 'ľ' | 'ł' => text.push('l'),
            'ñ' | 'ń' | 'ņ' | 'ň' => text.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => text.push('o'),
            'œ' => text.push_str("oe"),
            'ŕ' | 'ř' => text.push('r'),
            'ß' => text.push_str("ss"),
            'ś' | 'ş' | 'š' | 'ș' => text.push('s'),
            'ţ' | 'ť' | 'ț' => text.push('t'),
            'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'ų' => text.push('u'),
            'ý' | 'ÿ' => text.push('y'),
            'ź' | 'ż' | 'ž' => text.push('z'),
            // Combining accents.
            '\u{300}'..='\u{36f}' => {}
            c if c.is_alphanumeric() => text.push(c),
            _ if text.is_empty() || text.ends_with(' ') => {}
            _ => text.push(' '),
        }
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_computer_is_named_by_level_and_an_engine_by_name() {
        assert_eq!(computer("3b"), "Damier (3b)");
        assert_eq!(computer("hub:Scan 3.1"), "Scan 3.1");
    }

    #[test]
    fn names_are_compared_without_accents_capitals_and_signs() {
        for (name, as_compared) in [
            ("Sijbrands, Ton", "sijbrands ton"),
            ("  Élisabeth  O'Neill-Łoś ", "elisabeth o neill los"),
            ("Straße №5", "strasse 5"),
            ("Гантварг", "гантварг"),
            ("...", ""),
        ] {
            assert_eq!(folded(name), as_compared);
        }
    }
}
