//! The tables of a backup, each defined once: the key of its lines, its columns in order, and how its rows
//! are selected and inserted. Lines are written and read by these definitions.
use crate::people::HOST;
use crate::ranges;
use crate::scale::{deviation_of_today, rating_of_today};
use rusqlite::types::Value;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value as Json};

/// Type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Id of a person; a restore maps it to the store's id.
    Person,
    Whole,
    Real,
    /// 0 or 1 in the store.
    Flag,
    Text,
    /// Text that lines of an older format lack; read as empty then.
    LateText,
}

/// A column, with its name in a line and in the store.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) sql: &'static str,
    kind: Kind,
    /// `true` if it may be NULL and a line of an older format may lack it.
    optional: bool,
}

/// Condition that identifies an existing row; it is not changed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Same {
    /// By the keys of the table.
    Key,
    /// By equality of these columns.
    Columns(&'static [&'static str]),
    /// By a person's name and creation time.
    Person,
    /// By puzzle and name of the set.
    InSet,
}

/// A table whose rows are lines of one kind.
#[derive(Debug)]
pub(super) struct BackupTable {
    /// Key of its lines: "lessonStep".
    pub(super) line: &'static str,
    /// The table with its joins.
    pub(super) from: &'static str,
    /// Column by which rows are read in steps. A table without one is short and read at once.
    pub(super) number: Option<&'static str>,
    pub(super) columns: &'static [Column],
    pub(super) same: Same,
}

const fn column(name: &'static str, kind: Kind) -> Column {
    Column {
        name,
        sql: name,
        kind,
        optional: false,
    }
}

const fn whole(name: &'static str) -> Column {
    column(name, Kind::Whole)
}

const fn real(name: &'static str) -> Column {
    column(name, Kind::Real)
}

const fn flag(name: &'static str) -> Column {
    column(name, Kind::Flag)
}

const fn text(name: &'static str) -> Column {
    column(name, Kind::Text)
}

const fn optional(column: Column) -> Column {
    Column {
        optional: true,
        ..column
    }
}

const fn stored_as(sql: &'static str, column: Column) -> Column {
    Column { sql, ..column }
}

const PERSON: Column = stored_as("profile_id", column("profile", Kind::Person));

/// In the order of writing: referenced tables come first.
pub(super) static TABLES: [BackupTable; 13] = [
    BackupTable {
        line: "profile",
        from: "profile",
        number: Some("id"),
        columns: &[
            whole("id"),
            text("name"),
            whole("colour"),
            optional(text("experience")),
            whole("created"),
            whole("used"),
        ],
        same: Same::Person,
    },
    BackupTable {
        line: "setting",
        from: "setting",
        number: None,
        columns: &[PERSON, text("key"), text("value")],
        same: Same::Key,
    },
    BackupTable {
        line: "lessonStep",
        from: "lesson_step",
        number: None,
        columns: &[
            PERSON,
            text("lesson"),
            text("step"),
            whole("mistakes"),
            whole("hints"),
            whole("done"),
        ],
        same: Same::Key,
    },
    BackupTable {
        line: "puzzleAttempt",
        from: "puzzle_attempt",
        number: Some("id"),
        columns: &[
            PERSON,
            text("puzzle"),
            flag("solved"),
            flag("shown"),
            whole("hints"),
            whole("at"),
            // The person's rating afterwards, if the attempt was rated. Absent before format 3.
            optional(real("rating")),
            // Absent before format 9.
            optional(text("variant")),
            optional(text("idea")),
            optional(real("strength")),
            optional(whole("pattern")),
        ],
        same: Same::Columns(&["profile_id", "puzzle", "at"]),
    },
    BackupTable {
        line: "rating",
        from: "rating",
        number: None,
        columns: &[
            PERSON,
            text("kind"),
            real("rating"),
            real("deviation"),
            real("volatility"),
            whole("updated"),
        ],
        same: Same::Key,
    },
    BackupTable {
        line: "puzzleInSet",
        from: "puzzle_in_set JOIN puzzle_set ON puzzle_set.id = set_id",
        number: Some("puzzle_in_set.id"),
        columns: &[
            PERSON,
            text("variant"),
            stored_as("puzzle_set.name", text("set")),
            whole("made"),
            text("puzzle"),
            text("record"),
            // Absent before format 4.
            column("white", Kind::LateText),
            column("black", Kind::LateText),
            optional(whole("ply")),
            flag("missed"),
        ],
        same: Same::InSet,
    },
    // The following tables, except collections, were added in format 3.
    BackupTable {
        line: "puzzleRating",
        from: "puzzle_rating",
        number: None,
        columns: &[
            text("puzzle"),
            real("rating"),
            real("deviation"),
            real("volatility"),
        ],
        same: Same::Key,
    },
    BackupTable {
        line: "puzzleStreak",
        from: "puzzle_streak",
        number: None,
        columns: &[PERSON, text("variant"), whole("best")],
        same: Same::Key,
    },
    BackupTable {
        line: "lessonReview",
        from: "lesson_review",
        number: None,
        columns: &[
            PERSON,
            text("lesson"),
            whole("times"),
            whole("done"),
            // Absent before format 5.
            optional(whole("due")),
            optional(real("stability")),
            optional(real("difficulty")),
            optional(whole("lapses")),
        ],
        same: Same::Key,
    },
    // Added in format 7.
    BackupTable {
        line: "repertoireReview",
        from: "repertoire_review",
        number: None,
        columns: &[
            PERSON,
            text("variant"),
            text("position"),
            whole("due"),
            whole("last"),
            real("stability"),
            real("difficulty"),
            whole("times"),
            whole("lapses"),
        ],
        same: Same::Key,
    },
    // Added in format 8.
    BackupTable {
        line: "mistake",
        from: "mistake",
        number: None,
        columns: &[
            PERSON,
            text("variant"),
            text("position"),
            text("played"),
            whole("score"),
            text("best"),
            text("white"),
            text("black"),
            whole("ply"),
            whole("due"),
            whole("last"),
            real("stability"),
            real("difficulty"),
            whole("times"),
            whole("lapses"),
        ],
        same: Same::Key,
    },
    BackupTable {
        line: OWN_LESSON,
        from: "own_lesson",
        number: None,
        columns: &[text("lesson"), text("source"), whole("added")],
        same: Same::Key,
    },
    BackupTable {
        line: "collection",
        from: "collection",
        number: Some("id"),
        columns: &[text("name"), whole("created")],
        same: Same::Key,
    },
];

/// Lines of older formats that are no longer read: the repetitions of single puzzles, until format 8.
pub(super) const FORMER: [&str; 1] = ["puzzleReview"];

/// Key of lines with the user's lesson files.
pub(super) const OWN_LESSON: &str = "ownLesson";

impl BackupTable {
    /// Returns the table of lines with this key.
    pub(super) fn of_line(line: &str) -> Option<&'static BackupTable> {
        TABLES.iter().find(|table| table.line == line)
    }

    /// Returns the name of the table that owns the rows.
    fn name(&self) -> &'static str {
        self.from.split(' ').next().unwrap_or(self.from)
    }

    /// Selects at most ?2 rows after the number ?1: the number, then the columns.
    pub(super) fn select(&self) -> String {
        let columns: Vec<&str> = self.columns.iter().map(|column| column.sql).collect();
        let (columns, from) = (columns.join(", "), self.from);
        match self.number {
            Some(number) => {
                format!(
                    "SELECT {number}, {columns} FROM {from} WHERE {number} > ?1 ORDER BY {number} LIMIT ?2"
                )
            }
            None => format!("SELECT 1, {columns} FROM {from} WHERE ?1 < 1 AND ?2 > 0"),
        }
    }

    /// Inserts a row of values unless it exists already or the person is unknown.
    pub(super) fn insert(&self) -> String {
        let columns: Vec<&str> = self.columns.iter().map(|column| column.sql).collect();
        let place = |sql: &str| 1 + columns.iter().position(|column| *column == sql).unwrap_or(0);
        let places: Vec<String> = (1..=columns.len()).map(|at| format!("?{at}")).collect();
        let mut insert = format!(
            "INSERT OR IGNORE INTO {table} ({}) SELECT {} WHERE TRUE",
            columns.join(", "),
            places.join(", "),
            table = self.from
        );
        for person in self.columns.iter().filter(|column| column.kind == Kind::Person) {
            insert += &format!(" AND ?{} IS NOT NULL", place(person.sql));
        }
        if let Same::Columns(same) = self.same {
            let same = same.iter().map(|sql| format!("{sql} = ?{}", place(sql)));
            let same = same.collect::<Vec<_>>().join(" AND ");
            insert += &format!(" AND NOT EXISTS (SELECT 1 FROM {} WHERE {same})", self.from);
        }
        insert
    }
}

impl Column {
    /// True if the column can hold a value.
    fn holds(&self, value: &Value) -> bool {
        match (self.kind, value) {
            (_, Value::Null) => self.optional,
            (Kind::Person | Kind::Whole | Kind::Flag, Value::Integer(_))
            | (Kind::Real, Value::Real(_))
            | (Kind::Text | Kind::LateText, Value::Text(_)) => true,
            _ => false,
        }
    }

    fn of_json(&self, json: Json) -> Value {
        match (self.kind, json) {
            (Kind::Flag, Json::Bool(flag)) => Value::Integer(flag.into()),
            (Kind::Real, Json::Number(number)) => number.as_f64().map_or(Value::Null, Value::Real),
            (Kind::Person | Kind::Whole, Json::Number(number)) => {
                number.as_i64().map_or(Value::Null, Value::Integer)
            }
            (_, Json::String(text)) => Value::Text(text),
            (Kind::LateText, Json::Null) => Value::Text(String::new()),
            _ => Value::Null,
        }
    }

    fn to_json(self, value: &Value) -> Json {
        match value {
            Value::Integer(number) if self.kind == Kind::Flag => (*number != 0).into(),
            Value::Integer(number) => (*number).into(),
            Value::Real(number) => (*number).into(),
            Value::Text(text) => text.as_str().into(),
            Value::Null | Value::Blob(_) => Json::Null,
        }
    }
}

/// A row of one of the tables: a value for each column.
#[derive(Debug)]
pub(crate) struct Row {
    pub(super) table: &'static BackupTable,
    pub(super) values: Vec<Value>,
}

impl Row {
    /// Reads a row from a line; the error names the column without a valid value.
    pub(super) fn of_line(table: &'static BackupTable, mut line: Map<String, Json>) -> Result<Row, String> {
        let value = |column: &Column| {
            let value = column.of_json(line.remove(column.name).unwrap_or_default());
            if !column.holds(&value) {
                return Err(format!("a {} without its {:?}", table.line, column.name));
            }
            // A number that cannot be read again would make the rows beside it unreadable too.
            let range = ranges::readable(table.name(), column.sql);
            match (range, &value) {
                (Some((from, to)), Value::Integer(number)) if !(from..=to).contains(number) => {
                    Err(format!("a {} whose {:?} is {number}", table.line, column.name))
                }
                _ => Ok(value),
            }
        };
        let values = table.columns.iter().map(value).collect::<Result<_, _>>()?;
        Ok(Row { table, values }.without_keys())
    }

    /// Reads a row of [`BackupTable::select`].
    pub(super) fn of_store(table: &'static BackupTable, row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
        let value = |(at, column): (usize, &Column)| {
            let value: Value = row.get(at)?;
            if column.holds(&value) {
                return Ok(value);
            }
            let (name, kind) = (column.name.to_owned(), value.data_type());
            Err(rusqlite::Error::InvalidColumnType(at, name, kind))
        };
        let values = (1..).zip(table.columns).map(value).collect::<Result<_, _>>()?;
        Ok(Row { table, values }.without_keys())
    }

    /// Empties the state of the host, which holds the keys of an evening. The line still marks the profile of the host.
    fn without_keys(mut self) -> Row {
        if self.table.line == "setting" && self.values.get(1) == Some(&Value::Text(HOST.into())) {
            self.values[2] = Value::Text(String::new());
        }
        self
    }

    /// Returns the ids of people in it.
    pub(super) fn persons(&self) -> Vec<i64> {
        let columns = self.table.columns.iter().zip(&self.values);
        columns
            .filter_map(|(column, value)| match (column.kind, value) {
                (Kind::Person, Value::Integer(person)) => Some(*person),
                _ => None,
            })
            .collect()
    }

    /// Converts a row from before format 5 to [today's scale](crate::scale) of puzzle ratings.
    pub(super) fn on_todays_scale(mut self) -> Row {
        let cells = || self.table.columns.iter().zip(&self.values);
        let of_games = cells().any(|(column, value)| {
            column.name == "kind" && !matches!(value, Value::Text(kind) if kind.starts_with("puzzle:"))
        });
        if of_games {
            return self;
        }
        for (column, value) in self.table.columns.iter().zip(&mut self.values) {
            match (column.name, value) {
                ("rating", Value::Real(rating)) => *rating = rating_of_today(*rating),
                ("deviation", Value::Real(deviation)) => *deviation = deviation_of_today(*deviation),
                _ => {}
            }
        }
        self
    }

    /// Maps the ids of people; an unknown id becomes NULL.
    pub(super) fn renumbered(mut self, known: impl Fn(i64) -> Option<i64>) -> Row {
        for (column, value) in self.table.columns.iter().zip(&mut self.values) {
            if let (Kind::Person, Value::Integer(person)) = (column.kind, &*value) {
                *value = known(*person).into();
            }
        }
        self
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_map(Some(self.values.len()))?;
        for (column, value) in self.table.columns.iter().zip(&self.values) {
            line.serialize_entry(column.name, &column.to_json(value))?;
        }
        line.end()
    }
}
