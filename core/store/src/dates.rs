//! Mends dates that an earlier version misread: it took the day of 25.11.2000 for the year 25.
use super::game_text::written_date;
use super::library::{tags_from_bytes, tags_to_bytes};
use super::{StoreError, index};
use draughts::notation::pdn::read_date;
use rusqlite::{Connection, TransactionBehavior};

/// The first date that a game may have. No text is read as an earlier year.
const FIRST: u32 = 15_000_000;

/// Reads the dates before the year 1500 again from the tags. The index by date finds them at once.
pub(super) fn mend(connection: &mut Connection) -> Result<(), StoreError> {
    const EXISTS: &str = "SELECT EXISTS (SELECT 1 FROM game WHERE date > 0 AND date < ?1)";
    if !connection.query_row(EXISTS, [FIRST], |row| row.get::<_, bool>(0))? {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut select = transaction.prepare(
        "SELECT game.id, date, tags FROM game JOIN tree ON game_id = game.id WHERE date > 0 AND date < ?1",
    )?;
    let rows = select.query_map([FIRST], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let games: Vec<(i64, u32, Option<Vec<u8>>)> = rows.collect::<Result<_, _>>()?;
    drop(select);
    for (id, date, tags) in games {
        let mut tags = tags_from_bytes(tags);
        let text = match tags.iter().find(|(name, _)| name == "Date") {
            Some((_, text)) => text.clone(),
            // The text was the number in the form of the standard.
            None => {
                tags.insert(0, ("Date".into(), written_date(date)));
                transaction.execute(
                    "UPDATE tree SET tags = ?2 WHERE game_id = ?1",
                    (id, tags_to_bytes(&tags)),
                )?;
                String::new()
            }
        };
        transaction.execute(
            "UPDATE game SET date = ?2 WHERE id = ?1",
            (id, read_date(&text).number),
        )?;
        index::outdated(&transaction, id)?;
    }
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{Duplicates, Import, Store};

    #[test]
    fn dates_that_were_misread_are_read_again_when_the_store_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("damier.db");
        let text = "[White \"A\"]\n[Date \"25.11.2000\"]\n1. 32-28 *\n\n[White \"B\"]\n1. 32-28 *\n\n\
                    [White \"C\"]\n[Date \"03.07.20\"]\n1. 32-28 *\n";
        {
            let mut store = Store::open(&path).unwrap();
            let mut import = Import::begin(&store, "x.pdn", Duplicates::Skip, None, 1e12).unwrap();
            import.push(&mut store, text.as_bytes(), true, 1e12).unwrap();
            // As the earlier version stored them.
            store
                .connection
                .execute_batch(
                    "UPDATE game SET date = 251100 WHERE id = 1; UPDATE game SET date = 251103 WHERE id = 2;
                     UPDATE game SET date = 30700 WHERE id = 3;",
                )
                .unwrap();
        }
        let store = Store::open(&path).unwrap();
        let date = |id| store.library_row(id).unwrap().unwrap().facts.date;
        assert_eq!([1, 2, 3].map(date), [20_001_125, 0, 0]);
        let tags = |id| store.body(id).unwrap().unwrap().tags;
        assert_eq!(tags(1), [("Date".into(), "25.11.2000".into())]);
        assert_eq!(tags(2), [("Date".into(), "0025.11.03".into())]);
        assert_eq!(tags(3), [("Date".into(), "03.07.20".into())]);
    }
}
