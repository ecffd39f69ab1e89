//! Checks all rows in the background, some in each step. It finds damage that opening the store does not.
//! Works on tables, keys, types and valid ranges.
use super::{StoreError, migrate, ranges};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params_from_iter};

/// Limits of a step in bytes and rows: some milliseconds, on a slow disk some tens.
const BYTES: usize = 1 << 20;
const ROWS: u32 = 256;

/// Extent of the check before a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// All of a small file; all but the largest tables of a large one.
    Quick,
    /// Every row and every index.
    Whole,
}

/// A check in progress. Rows may be written between its steps.
#[derive(Debug, Default)]
pub struct Check {
    /// Tables still to be checked, the next one last.
    tables: Option<Vec<CheckedTable>>,
    /// Key of the row last read in the current table.
    after: Option<Vec<Value>>,
}

impl Check {
    /// Reads some more rows; returns true when none are left.
    pub(super) fn step_on(&mut self, connection: &Connection) -> Result<bool, StoreError> {
        let done = self.try_step(connection);
        if done.is_err() {
            *self = Self::default();
        }
        done
    }

    fn try_step(&mut self, connection: &Connection) -> Result<bool, StoreError> {
        // One snapshot, even while another program is writing.
        let connection = Transaction::new_unchecked(connection, TransactionBehavior::Deferred)?;
        let tables = match &mut self.tables {
            Some(tables) => tables,
            empty => empty.insert(CheckedTable::all(&connection)?),
        };
        let Some(table) = tables.last() else {
            return Ok(true);
        };
        self.after = table.read(&connection, self.after.take())?;
        if self.after.is_none() {
            tables.pop();
        }
        Ok(tables.is_empty())
    }
}

/// Checks everything at once: SQLite's integrity check, then every row.
pub(super) fn all(connection: &Connection) -> Result<(), StoreError> {
    let verdict: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    migrate::sound(verdict)?;
    let mut check = Check::default();
    while !check.try_step(connection)? {}
    Ok(())
}

#[derive(Debug)]
struct Column {
    name: String,
    kind: String,
    optional: bool,
    /// Valid range of its integers, if limited.
    range: Option<(i64, i64)>,
}

impl Column {
    fn holds(&self, value: ValueRef<'_>) -> bool {
        match value {
            ValueRef::Null => self.optional,
            ValueRef::Integer(number) => {
                self.kind == "INTEGER" && self.range.is_none_or(|(from, to)| (from..=to).contains(&number))
            }
            ValueRef::Real(_) => self.kind == "REAL",
            ValueRef::Text(text) => self.kind == "TEXT" && std::str::from_utf8(text).is_ok(),
            ValueRef::Blob(_) => self.kind == "BLOB",
        }
    }
}

/// Something that must exist for a row: its entry in an index, or the row that it refers to.
#[derive(Debug)]
struct Probe {
    what: String,
    select: String,
    /// Positions of the parameters in the row. If one of them is NULL, nothing is looked up.
    parameters: Vec<usize>,
    /// Position of the condition of a partial index in the row. If it is false, nothing is looked up.
    only_if: Option<usize>,
}

#[derive(Debug)]
struct CheckedTable {
    name: String,
    columns: Vec<Column>,
    /// Number of key columns; they come first in a selected row.
    keys: usize,
    first: String,
    next: String,
    probes: Vec<Probe>,
}

impl CheckedTable {
    fn all(connection: &Connection) -> Result<Vec<CheckedTable>, StoreError> {
        let mut select = connection.prepare(
            "SELECT name, sql LIKE '%WITHOUT ROWID%' FROM sqlite_schema
             WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid DESC",
        )?;
        let named = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let named: Vec<(String, bool)> = named.collect::<Result<_, _>>()?;
        let tables = named
            .into_iter()
            .map(|(name, by_key)| CheckedTable::of(connection, name, by_key));
        Ok(tables.collect::<Result<_, _>>()?)
    }

    fn of(connection: &Connection, name: String, by_key: bool) -> rusqlite::Result<CheckedTable> {
        let mut select = connection
            .prepare("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1) ORDER BY cid")?;
        let columns = select.query_map([&name], |row| {
            let (column, key): (String, u32) = (row.get(0)?, row.get(3)?);
            let read = Column {
                range: ranges::readable(&name, &column),
                name: column,
                kind: row.get(1)?,
                optional: !row.get::<_, bool>(2)? && key == 0,
            };
            Ok((key, read))
        })?;
        let columns: Vec<(u32, Column)> = columns.collect::<Result<_, _>>()?;
        let mut keys: Vec<(u32, &str)> = columns
            .iter()
            .filter(|(key, _)| by_key && *key > 0)
            .map(|(key, column)| (*key, column.name.as_str()))
            .collect();
        keys.sort_unstable();
        let mut keys: Vec<&str> = keys.into_iter().map(|(_, name)| name).collect();
        if keys.is_empty() {
            keys.push("rowid");
        }
        let names: Vec<&str> = columns.iter().map(|(_, column)| column.name.as_str()).collect();
        let mut chosen: Vec<String> = keys.iter().chain(&names).map(|name| (*name).to_owned()).collect();
        let probes = probes(connection, &name, &keys, &names, &mut chosen)?;
        let key = keys.join(", ");
        let places = vec!["?"; keys.len()].join(", ");
        let from = format!("SELECT {} FROM {name}", chosen.join(", "));
        Ok(CheckedTable {
            first: format!("{from} ORDER BY {key} LIMIT {ROWS}"),
            next: format!("{from} WHERE ({key}) > ({places}) ORDER BY {key} LIMIT {ROWS}"),
            keys: keys.len(),
            columns: columns.into_iter().map(|(_, column)| column).collect(),
            probes,
            name,
        })
    }

    /// Reads the rows after this key. Returns the key of the last one, or `None` at the end of the table.
    fn read(
        &self,
        connection: &Connection,
        after: Option<Vec<Value>>,
    ) -> Result<Option<Vec<Value>>, StoreError> {
        let mut select = connection.prepare_cached(match after {
            Some(_) => &self.next,
            None => &self.first,
        })?;
        let mut rows = select.query(params_from_iter(after.into_iter().flatten()))?;
        let (mut count, mut bytes, mut last): (u32, usize, Option<Vec<Value>>) = (0, 0, None);
        while let Some(row) = rows.next()? {
            bytes += self.check_row(row)?;
            for probe in &self.probes {
                probe.check(connection, row, &self.name)?;
            }
            let key = (0..self.keys).map(|at| row.get(at));
            let key = key.collect::<Result<Vec<Value>, _>>()?;
            // SQLite does not find all rows of a table that is out of order.
            let before = last.replace(key);
            if let (Some([Value::Integer(before)]), Some([Value::Integer(now)])) =
                (before.as_deref(), last.as_deref())
                && before >= now
            {
                return Err(self.damaged("its rows are out of order"));
            }
            count += 1;
            if bytes > BYTES {
                return Ok(last);
            }
        }
        Ok(last.filter(|_| count == ROWS))
    }

    /// Checks every value of a row; returns the row's size in bytes.
    fn check_row(&self, row: &Row<'_>) -> Result<usize, StoreError> {
        let mut bytes = 0;
        for (at, column) in self.columns.iter().enumerate() {
            let value = row.get_ref(self.keys + at)?;
            if !column.holds(value) {
                return Err(self.damaged(&format!("an invalid value in {}", column.name)));
            }
            bytes += match value {
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.len(),
                _ => 8,
            };
        }
        Ok(bytes)
    }

    fn damaged(&self, what: &str) -> StoreError {
        StoreError::Damaged(format!("{}: {what}", self.name))
    }
}

impl Probe {
    fn check(&self, connection: &Connection, row: &Row<'_>, table: &str) -> Result<(), StoreError> {
        if let Some(at) = self.only_if
            && !row.get::<_, Option<bool>>(at)?.unwrap_or(false)
        {
            return Ok(());
        }
        let mut parameters = Vec::with_capacity(self.parameters.len());
        for at in &self.parameters {
            match row.get(*at)? {
                Value::Null => return Ok(()),
                value => parameters.push(value),
            }
        }
        let found: Option<i64> = connection
            .prepare_cached(&self.select)?
            .query_row(params_from_iter(parameters), |row| row.get(0))
            .optional()?;
        found
            .map(drop)
            .ok_or_else(|| StoreError::Damaged(format!("{table}: a row without its {}", self.what)))
    }
}

/// Builds the probes of a table. `chosen` are the selected expressions, keys first; conditions of partial
/// indexes are added to it.
fn probes(
    connection: &Connection,
    table: &str,
    keys: &[&str],
    names: &[&str],
    chosen: &mut Vec<String>,
) -> rusqlite::Result<Vec<Probe>> {
    let place = |name: &str| {
        names
            .iter()
            .position(|own| *own == name)
            .map(|at| keys.len() + at)
    };
    let mut probes = Vec::new();
    let mut select = connection.prepare(
        "SELECT list.name, partial, sql FROM pragma_index_list(?1) AS list
         JOIN sqlite_schema ON sqlite_schema.name = list.name WHERE origin <> 'pk' OR sql IS NOT NULL",
    )?;
    let indexes = select.query_map([table], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let indexes: Vec<(String, bool, Option<String>)> = indexes.collect::<Result<_, _>>()?;
    for (index, partial, sql) in indexes {
        let mut of_index = connection.prepare("SELECT name FROM pragma_index_info(?1) ORDER BY seqno")?;
        let columns = of_index.query_map([&index], |row| row.get(0))?;
        let columns: Vec<Option<String>> = columns.collect::<Result<_, _>>()?;
        let parameters: Option<Vec<usize>> = columns.iter().flatten().map(|name| place(name)).collect();
        let (Some(mut parameters), false) = (parameters, columns.contains(&None)) else {
            continue;
        };
        let columns: Vec<&str> = columns.iter().flatten().map(String::as_str).collect();
        let mut terms: Vec<String> = columns
            .iter()
            .chain(keys)
            .map(|name| format!("{name} = ?"))
            .collect();
        parameters.extend(0..keys.len());
        let condition = sql.as_deref().and_then(|sql| sql.split_once(" WHERE "));
        let mut only_if = None;
        if let (true, Some((_, condition))) = (partial, condition) {
            only_if = Some(chosen.len());
            chosen.push(format!("({condition})"));
            terms.push(condition.to_owned());
        }
        probes.push(Probe {
            select: format!(
                "SELECT 1 FROM {table} INDEXED BY {index} WHERE {}",
                terms.join(" AND ")
            ),
            what: format!("place in {index}"),
            parameters,
            only_if,
        });
    }
    let mut select =
        connection.prepare("SELECT \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?1)")?;
    let references = select.query_map([table], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let references: Vec<(String, String, Option<String>)> = references.collect::<Result<_, _>>()?;
    for (other, own, key) in references {
        if let (Some(at), Some(key)) = (place(&own), key) {
            probes.push(Probe {
                select: format!("SELECT 1 FROM {other} WHERE {key} = ?"),
                what: other,
                parameters: vec![at],
                only_if: None,
            });
        }
    }
    // Every game has moves, but no foreign key says so.
    if table == "game" {
        probes.push(Probe {
            select: "SELECT 1 FROM tree WHERE game_id = ?".into(),
            what: "moves".into(),
            parameters: vec![0],
            only_if: None,
        });
    }
    Ok(probes)
}
