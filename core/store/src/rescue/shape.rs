//! Shapes of the tables' rows. A row is assigned to a table by its shape if the file does not say which table
//! it belongs to.
use super::record::Row;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

/// Tables that can be rebuilt from others. `theme` numbers the themes found by the index.
const DERIVED: [&str; 8] = [
    "segment",
    "posting",
    "line",
    "played",
    "unindexed",
    "indexed",
    "review",
    "theme",
];

/// More than any plausible number of games.
const HIGHEST_ROWID: i64 = 1 << 40;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Whole,
    Real,
    Text,
    Bytes,
}

struct Column {
    name: String,
    kind: Kind,
    /// `true` if it may be NULL.
    optional: bool,
    /// `true` if a row written before the column was added lacks it.
    late: bool,
    /// `true` if it is the rowid, which is not in the record.
    is_rowid: bool,
}

/// A table as in a new store.
pub(super) struct TableShape {
    pub(super) name: String,
    pub(super) has_rowid: bool,
    pub(super) is_derived: bool,
    /// In the order of a record's values.
    columns: Vec<Column>,
}

impl TableShape {
    /// Returns the tables of a connection's schema, in the order of their creation.
    pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<TableShape>> {
        let mut tables = connection.prepare(
            "SELECT name, sql LIKE '%WITHOUT ROWID%' FROM sqlite_schema
             WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
        )?;
        let mut all: Vec<TableShape> = tables
            .query_map([], |row| {
                let name: String = row.get(0)?;
                let is_derived = DERIVED.contains(&name.as_str());
                let has_rowid = !row.get::<_, bool>(1)?;
                let columns = Vec::new();
                Ok(TableShape {
                    name,
                    has_rowid,
                    is_derived,
                    columns,
                })
            })?
            .collect::<Result<_, _>>()?;
        let mut columns = connection.prepare(
            "SELECT name, type, \"notnull\", dflt_value IS NOT NULL, pk FROM pragma_table_info(?1) ORDER BY cid",
        )?;
        for table in &mut all {
            let mut of_table: Vec<(i64, Column)> = columns
                .query_map([&table.name], |row| {
                    let (kind, key): (String, i64) = (row.get(1)?, row.get(4)?);
                    let kind = match kind.as_str() {
                        "INTEGER" => Kind::Whole,
                        "REAL" => Kind::Real,
                        "TEXT" => Kind::Text,
                        _ => Kind::Bytes,
                    };
                    let optional = !row.get::<_, bool>(2)? && key == 0;
                    let column = Column {
                        name: row.get(0)?,
                        kind,
                        optional,
                        late: optional || row.get(3)?,
                        is_rowid: table.has_rowid && key == 1 && kind == Kind::Whole,
                    };
                    Ok((key, column))
                })?
                .collect::<Result<_, _>>()?;
            // Without a rowid the key comes first.
            if !table.has_rowid {
                of_table.sort_by_key(|(key, _)| if *key == 0 { i64::MAX } else { *key });
            }
            table.columns = of_table.into_iter().map(|(_, column)| column).collect();
        }
        Ok(all)
    }

    /// True if a row can belong to the table.
    pub(super) fn fits(&self, row: &Row) -> bool {
        let (given, late) = match row.values.len() {
            given if given <= self.columns.len() => self.columns.split_at(given),
            _ => return false,
        };
        // With a rowid that is too high the table could not count on.
        (!self.has_rowid || (1..HIGHEST_ROWID).contains(&row.rowid))
            && !given.is_empty()
            && late.iter().all(|column| column.late)
            && given.iter().zip(&row.values).all(|(column, value)| match value {
                Value::Null => column.is_rowid || column.optional,
                Value::Integer(_) => matches!(column.kind, Kind::Whole | Kind::Real) && !column.is_rowid,
                Value::Real(_) => column.kind == Kind::Real,
                Value::Text(_) => column.kind == Kind::Text,
                Value::Blob(_) => column.kind == Kind::Bytes,
            })
    }

    /// Inserts a row unless its key exists or it breaks a constraint; returns true if it was inserted.
    pub(super) fn insert(&self, connection: &Connection, row: Row) -> rusqlite::Result<bool> {
        let given = self.columns.iter().take(row.values.len());
        let names: Vec<&str> = given.clone().map(|column| column.name.as_str()).collect();
        let places: Vec<String> = (1..=names.len()).map(|at| format!("?{at}")).collect();
        let insert = format!(
            "INSERT OR IGNORE INTO \"{}\" ({}) VALUES ({})",
            self.name,
            names.join(", "),
            places.join(", ")
        );
        let values = given.zip(row.values).map(|(column, value)| match value {
            Value::Null if column.is_rowid => Value::Integer(row.rowid),
            value => value,
        });
        let put = connection
            .prepare_cached(&insert)?
            .execute(params_from_iter(values))?;
        Ok(put > 0)
    }
}
