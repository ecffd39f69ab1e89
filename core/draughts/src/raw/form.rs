//! Texts that people or programs write (TOML, JSON), read into the types that they stand for. Knows no type.
//!
//! Both become one small tree first: a type is then compiled for one reader instead of six, and every visitor of the
//! browser's downloads that code. Faults keep the line where they stand.
mod deserialize;

use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use toml::de::{DeTable, DeValue};

/// The text is not of its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormError {
    /// The line where it is wrong, 1 the first, where that is known.
    pub line: Option<usize>,
    /// What is wrong, in a sentence.
    pub message: String,
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for FormError {}

impl de::Error for FormError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self {
            line: None,
            message: message.to_string(),
        }
    }
}

impl FormError {
    /// The fault with its line: the innermost that is known stays.
    fn at(mut self, line: Option<usize>) -> Self {
        self.line = self.line.or(line);
        self
    }
}

/// What a JSON text says.
///
/// # Errors
/// It is not JSON, or not of this form.
pub fn json<T: DeserializeOwned>(text: &str) -> Result<T, FormError> {
    T::deserialize(Form::json(text)?)
}

/// What a TOML text says.
///
/// # Errors
/// It is not TOML, or not of this form.
pub fn toml<T: DeserializeOwned>(text: &str) -> Result<T, FormError> {
    T::deserialize(Form::toml(text)?)
}

/// A value of a text, and where it stands.
#[derive(Clone, Debug)]
pub struct Form {
    pub line: Option<usize>,
    pub what: What,
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum What {
    Nothing,
    Truth(bool),
    Integer(i64),
    /// An integer that is too high for the other.
    Natural(u64),
    Real(f64),
    Text(String),
    List(Vec<Form>),
    /// Names and what stands under them.
    Table(Vec<(Form, Form)>),
}

impl Form {
    pub fn json(text: &str) -> Result<Form, FormError> {
        serde_json::from_str(text).map_err(de::Error::custom)
    }

    pub fn toml(text: &str) -> Result<Form, FormError> {
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let table = DeTable::parse(text).map_err(|e| FormError {
            line: e.span().map(|span| line_of(&ends, span.start)),
            message: e.message().to_owned(),
        })?;
        let start = table.span().start;
        of_toml(&ends, start, DeValue::Table(table.into_inner()))
    }

    /// What stands under a name.
    pub fn get(&self, name: &str) -> Option<&Form> {
        let What::Table(entries) = &self.what else {
            return None;
        };
        let entry = entries.iter().find(|(key, _)| key.text() == Some(name));
        entry.map(|(_, value)| value)
    }

    /// The values of a list; none where it is something else.
    pub fn list(&self) -> &[Form] {
        match &self.what {
            What::List(list) => list,
            _ => &[],
        }
    }

    pub fn text(&self) -> Option<&str> {
        match &self.what {
            What::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The line of a byte, by the places of the line ends.
fn line_of(ends: &[usize], at: usize) -> usize {
    ends.partition_point(|end| *end < at) + 1
}

fn of_toml(ends: &[usize], at: usize, value: DeValue<'_>) -> Result<Form, FormError> {
    let line = Some(line_of(ends, at));
    let wrong = |what: &str| FormError {
        line,
        message: what.to_owned(),
    };
    let what = match value {
        DeValue::String(text) => What::Text(text.into_owned()),
        DeValue::Boolean(truth) => What::Truth(truth),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => What::Integer(number),
            Err(_) => return Err(wrong("the number is too large")),
        },
        // Read as JSON has it: the library's own way brings a table of ten kilobytes.
        DeValue::Float(number) => match serde_json::from_str(number.as_str()) {
            Ok(number) => What::Real(number),
            Err(_) => return Err(wrong("this is no number")),
        },
        // No file of ours has a date of its own kind.
        DeValue::Datetime(date) => What::Text(date.to_string()),
        DeValue::Array(list) => {
            let list = list.into_iter().map(|value| {
                let at = value.span().start;
                of_toml(ends, at, value.into_inner())
            });
            What::List(list.collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => {
            let mut entries = Vec::new();
            for (key, value) in table {
                let line = Some(line_of(ends, key.span().start));
                let what = What::Text(key.into_inner().into_owned());
                let at = value.span().start;
                entries.push((Form { line, what }, of_toml(ends, at, value.into_inner())?));
            }
            What::Table(entries)
        }
    };
    Ok(Form { line, what })
}

/// Of a text that has no lines to tell.
impl<'de> Deserialize<'de> for Form {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Form, D::Error> {
        deserializer
            .deserialize_any(Anything)
            .map(|what| Form { line: None, what })
    }
}

struct Anything;

impl<'de> Visitor<'de> for Anything {
    type Value = What;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<What, E> {
        Ok(What::Nothing)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<What, E> {
        Ok(What::Truth(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<What, E> {
        Ok(What::Integer(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<What, E> {
        Ok(i64::try_from(number).map_or(What::Natural(number), What::Integer))
    }

    fn visit_f64<E>(self, number: f64) -> Result<What, E> {
        Ok(What::Real(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<What, E> {
        Ok(What::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<What, E> {
        Ok(What::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<What, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = values.next_element()? {
            list.push(value);
        }
        Ok(What::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut values: A) -> Result<What, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = values.next_entry()? {
            entries.push(entry);
        }
        Ok(What::Table(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        name: String,
        #[serde(default)]
        pair: Option<[u8; 2]>,
        #[serde(default)]
        goals: Vec<Goal>,
        #[serde(default)]
        share: f64,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum Goal {
        Win,
        Gain(u8),
        Line { moves: Vec<String> },
    }

    #[test]
    fn both_forms_say_the_same() {
        let file = File {
            name: "a".to_owned(),
            pair: Some([1, 2]),
            goals: vec![
                Goal::Win,
                Goal::Gain(3),
                Goal::Line {
                    moves: vec!["32-28".to_owned()],
                },
            ],
            share: 2.0,
        };
        let read = toml(
            "name = 'a'\npair = [1, 2]\ngoals = ['win', { gain = 3 }, { line = { moves = ['32-28'] } }]\nshare = 2",
        );
        assert_eq!(read.as_ref(), Ok(&file));
        let text =
            r#"{"name":"a","pair":[1,2],"goals":["win",{"gain":3},{"line":{"moves":["32-28"]}}],"share":2}"#;
        assert_eq!(json::<File>(text).as_ref(), Ok(&file));
        assert_eq!(json::<File>(r#"{"name":"a","pair":null}"#).unwrap().pair, None);
    }

    #[test]
    fn a_fault_is_told_with_its_line() {
        for (text, line, part) in [
            (
                "name = 'a'\npair = [1,\n 300]",
                3,
                "invalid value: integer `300`, expected u8",
            ),
            ("name = 'a'\npair = [1, 2, 3]", 2, "invalid length 3"),
            ("name = 'a'\n\nnaem = 'b'", 3, "unknown field `naem`"),
            ("\nname = 3", 2, "invalid type: integer `3`, expected a string"),
            ("name = 'a'\ngoals = ['won']", 2, "unknown variant `won`"),
            ("name = 'a'\ngoals = ['gain']", 2, "invalid type: unit variant"),
            ("name = 'a'\n= 3", 2, ""),
        ] {
            let error = toml::<File>(text).unwrap_err();
            assert_eq!(error.line, Some(line), "{text}: {error}");
            assert!(error.message.contains(part), "{text}: {error}");
        }
        let error = json::<File>("[]").unwrap_err();
        assert_eq!((error.line, error.message.contains("sequence")), (None, true));
        assert!(
            json::<File>(r#"{"pair":[1,2]}"#)
                .unwrap_err()
                .message
                .contains("missing field `name`")
        );
        assert!(json::<File>("{").unwrap_err().message.contains("line 1"));
    }
}
