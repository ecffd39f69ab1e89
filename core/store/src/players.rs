//! The games of one player and of one event; names corrected in every game.
use super::game_text::update_facts;
use super::library::{GameResult, known_tag, tags_from_bytes};
use super::names::{Names, folded};
use super::{Store, StoreError};
use draughts::Side;
use rusqlite::{OptionalExtension, params};
use std::collections::HashMap;

/// Games changed in one step: some milliseconds.
const STEP: u32 = 200;

/// A game of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerGame {
    /// The variant's key.
    pub variant: String,
    /// The player's colour.
    pub side: Side,
    /// The other player; empty if unknown.
    pub opponent: String,
    /// The event; empty if unknown.
    pub event: String,
    /// The year; 0 if unknown.
    pub year: u16,
    /// The result.
    pub result: GameResult,
    /// Number of the named opening; 0 if it has no name.
    pub opening: u16,
}

/// A game of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventGame {
    /// Its id.
    pub id: i64,
    /// White's name; the names are empty if unknown.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The tag Round; empty if unknown.
    pub round: String,
    /// The rating of White; empty if unknown.
    pub white_rating: String,
    /// The same of Black.
    pub black_rating: String,
    /// Year, month and day as one number, 19980503; 0 for each unknown part.
    pub date: u32,
    /// The result.
    pub result: GameResult,
}

/// Kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOf {
    /// A player.
    Player,
    /// An event.
    Event,
}

/// True if two folded names may be of one person: each word of the shorter name is a word of the other or its
/// initial, and at least one whole word of three letters is common ("r clerc", "clerc rob").
fn may_be_one(a: &str, b: &str) -> bool {
    let (mut few, mut many): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
    if few.len() > many.len() {
        std::mem::swap(&mut few, &mut many);
    }
    let mut common = false;
    let initial = |one: &str, of: &str| one.chars().count() == 1 && of.starts_with(one);
    // Whole words first, so that an initial does not take the place of one.
    few.retain(|word| match many.iter().position(|other| other == word) {
        Some(at) => {
            common |= word.chars().count() >= 3;
            many.swap_remove(at);
            false
        }
        None => true,
    });
    common
        && few.iter().all(|word| {
            let at = many
                .iter()
                .position(|other| initial(word, other) || initial(other, word));
            at.map(|at| many.swap_remove(at)).is_some()
        })
}

impl Store {
    /// Returns the games of the player with exactly this name, newest stored first. Analyses and repertoires are
    /// left out.
    pub fn games_of_player(&self, name: &str) -> Result<Vec<PlayerGame>, StoreError> {
        let mut select = self.connection.prepare_cached(
            "SELECT variant.key, white_id = me.id, coalesce(other.name, ''), coalesce(event.name, ''), date / 10000, result, opening
             FROM player AS me JOIN game ON white_id = me.id OR black_id = me.id
             JOIN variant ON variant.id = variant_id
             LEFT JOIN player AS other ON other.id = CASE WHEN white_id = me.id THEN black_id ELSE white_id END
             LEFT JOIN event ON event.id = event_id
             WHERE me.name = ?1 AND deletion_id IS NULL AND kind = 0 AND plies > 0 ORDER BY game.id DESC",
        )?;
        let games = select.query_map([name], |row| {
            Ok(PlayerGame {
                variant: row.get(0)?,
                side: if row.get(1)? { Side::White } else { Side::Black },
                opponent: row.get(2)?,
                event: row.get(3)?,
                year: row.get(4)?,
                result: GameResult::of(row.get(5)?),
                opening: row.get(6)?,
            })
        })?;
        Ok(games.collect::<Result<_, _>>()?)
    }

    /// Returns other names that may be of the same player, each with the number of games, most games first.
    pub fn names_like(&self, name: &str) -> Result<Vec<(String, u32)>, StoreError> {
        let wanted = folded(name);
        let mut select = self
            .connection
            .prepare_cached("SELECT id, name, folded FROM player WHERE name <> ?1 AND instr(folded, ?2)")?;
        let mut alike: Vec<(i64, String)> = Vec::new();
        // A common word is long enough to be searched for.
        let words = wanted.split(' ').filter(|word| word.chars().count() >= 3);
        for word in words {
            let mut rows = select.query([name, word])?;
            while let Some(row) = rows.next()? {
                let id = row.get(0)?;
                if may_be_one(&wanted, row.get_ref(2)?.as_str().unwrap_or_default())
                    && !alike.iter().any(|(known, _)| *known == id)
                {
                    alike.push((id, row.get(1)?));
                }
            }
        }
        // All games are counted in one pass: a name has no index.
        let mut games: HashMap<i64, u32> = alike.iter().map(|(id, _)| (*id, 0)).collect();
        if !games.is_empty() {
            let mut select = self.connection.prepare_cached(
                "SELECT white_id, black_id FROM game WHERE deletion_id IS NULL AND kind = 0",
            )?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                for player in [row.get::<_, Option<i64>>(0)?, row.get(1)?].into_iter().flatten() {
                    if let Some(count) = games.get_mut(&player) {
                        *count += 1;
                    }
                }
            }
        }
        let counted = alike.into_iter().map(|(id, name)| (name, games[&id]));
        let mut found: Vec<(String, u32)> = counted.filter(|(_, games)| *games > 0).collect();
        found.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
        Ok(found)
    }

    /// Returns the games of the event with exactly this name, in the order in which they were stored, at most
    /// `limit`. Analyses and repertoires are left out.
    pub fn games_of_event(&self, name: &str, limit: u32) -> Result<Vec<EventGame>, StoreError> {
        let mut select = self.connection.prepare_cached(
            "SELECT game.id, coalesce(white.name, ''), coalesce(black.name, ''), date, result, tags
             FROM event JOIN game ON event_id = event.id JOIN tree ON game_id = game.id
             LEFT JOIN player AS white ON white.id = white_id LEFT JOIN player AS black ON black.id = black_id
             WHERE event.name = ?1 AND deletion_id IS NULL AND kind = 0 ORDER BY game.id LIMIT ?2",
        )?;
        let games = select.query_map(params![name, limit], |row| {
            let tags = tags_from_bytes(row.get(5)?);
            let tag = |names: &[&str]| known_tag(&tags, names);
            Ok(EventGame {
                id: row.get(0)?,
                white: row.get(1)?,
                black: row.get(2)?,
                round: tag(&["Round"]),
                white_rating: tag(&["WhiteRating", "WhiteElo"]),
                black_rating: tag(&["BlackRating", "BlackElo"]),
                date: row.get(3)?,
                result: GameResult::of(row.get(4)?),
            })
        })?;
        Ok(games.collect::<Result<_, _>>()?)
    }

    /// Gives some games of a player or an event another name; two names become one if the other exists. Returns
    /// the number of games changed, 0 when none is left; the old name is gone then.
    ///
    /// # Errors
    /// If the store fails; then no game of this step is changed.
    pub fn correct_name(&mut self, of: NameOf, from: &str, to: &str) -> Result<u32, StoreError> {
        let transaction = self.connection.transaction()?;
        let table = match of {
            NameOf::Player => "player",
            NameOf::Event => "event",
        };
        let old: Option<i64> = transaction
            .query_row(
                &format!("SELECT id FROM {table} WHERE name = ?1"),
                [from],
                |row| row.get(0),
            )
            .optional()?;
        let Some(old) = old.filter(|_| from != to) else {
            return Ok(0);
        };
        let mut names = Names::default();
        let new = match of {
            NameOf::Player => names.player(&transaction, to)?,
            NameOf::Event => names.event(&transaction, to)?,
        };
        let games: Vec<i64> = transaction
            .prepare(match of {
                NameOf::Player => "SELECT id FROM game WHERE white_id = ?1 OR black_id = ?1 LIMIT ?2",
                NameOf::Event => "SELECT id FROM game WHERE event_id = ?1 LIMIT ?2",
            })?
            .query_map(params![old, STEP], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        for id in &games {
            transaction
                .prepare_cached(match of {
                    NameOf::Player => {
                        "UPDATE game SET white_id = CASE white_id WHEN ?2 THEN ?3 ELSE white_id END,
                             black_id = CASE black_id WHEN ?2 THEN ?3 ELSE black_id END, revision = revision + 1 WHERE id = ?1"
                    }
                    NameOf::Event => "UPDATE game SET event_id = ?3, revision = revision + 1 WHERE id = ?1 AND event_id = ?2",
                })?
                .execute(params![id, old, new])?;
            if of == NameOf::Player {
                update_facts(&transaction, *id)?;
            }
        }
        if games.is_empty() {
            transaction.execute(&format!("DELETE FROM {table} WHERE id = ?1"), [old])?;
        }
        transaction.commit()?;
        Ok(games.len() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::may_be_one;

    #[test]
    fn names_of_one_person_share_a_word_and_their_initials() {
        for (a, b) in [
            ("clerc r", "rob clerc"),
            ("r c keller", "keller"),
            ("ton sijbrands", "sijbrands t"),
            ("jannes van der wal", "wal jannes van der"),
        ] {
            assert!(may_be_one(a, b), "{a} {b}");
            assert!(may_be_one(b, a), "{b} {a}");
        }
        for (a, b) in [
            ("clerc r", "clerc jan"),
            ("jan jansen", "jan pietersen"),
            ("van der wal", "van der berg"),
            ("a b", "a b"),
        ] {
            assert!(!may_be_one(a, b), "{a} {b}");
        }
    }
}
