//! Texts that people or programs write (TOML, JSON), read into the types that they stand for. Knows no type.
//!
//! Both become one small tree first: a type is then compiled for one reader instead of six, and every visitor of the
//! browser's downloads that code. Faults keep the line where they stand.
use serde::Deserialize;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use std::fmt;
use std::vec::IntoIter;
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
pub(crate) struct Form {
    pub(crate) line: Option<usize>,
    pub(crate) what: What,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum What {
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
    pub(crate) fn json(text: &str) -> Result<Form, FormError> {
        serde_json::from_str(text).map_err(de::Error::custom)
    }

    pub(crate) fn toml(text: &str) -> Result<Form, FormError> {
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let table = DeTable::parse(text).map_err(|e| FormError {
            line: e.span().map(|span| line_of(&ends, span.start)),
            message: e.message().to_owned(),
        })?;
        let start = table.span().start;
        of_toml(&ends, start, DeValue::Table(table.into_inner()))
    }

    /// What stands under a name.
    pub(crate) fn get(&self, name: &str) -> Option<&Form> {
        let What::Table(entries) = &self.what else {
            return None;
        };
        let entry = entries.iter().find(|(key, _)| key.text() == Some(name));
        entry.map(|(_, value)| value)
    }

    /// The values of a list; none where it is something else.
    pub(crate) fn list(&self) -> &[Form] {
        match &self.what {
            What::List(list) => list,
            _ => &[],
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.what {
            What::Text(text) => Some(text),
            _ => None,
        }
    }

    #[cold]
    fn unexpected(&self, expected: &dyn Expected) -> FormError {
        let unexpected = match &self.what {
            What::Nothing => Unexpected::Unit,
            What::Truth(truth) => Unexpected::Bool(*truth),
            What::Integer(number) => Unexpected::Signed(*number),
            What::Natural(number) => Unexpected::Unsigned(*number),
            What::Real(number) => Unexpected::Float(*number),
            What::Text(text) => Unexpected::Str(text),
            What::List(_) => Unexpected::Seq,
            What::Table(_) => Unexpected::Map,
        };
        de::Error::invalid_type(unexpected, expected)
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

/// Whole numbers of every width are read in one way.
macro_rules! whole {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
            match self.what {
                What::Integer(number) => visitor.visit_i64(number),
                What::Natural(number) => visitor.visit_u64(number),
                _ => Err(self.unexpected(&visitor)),
            }
        })+
    };
}

/// Methods that do what another does.
macro_rules! alike {
    ($($method:ident $(($($argument:ident: $of:ty),+))? => $same:ident;)+) => {
        $(fn $method<V: Visitor<'de>>(self, $($($argument: $of,)+)? visitor: V) -> Result<V::Value, FormError> {
            $($(let _ = $argument;)+)?
            self.$same(visitor)
        })+
    };
}

/// A type is compiled only for the one kind of value that it is read from: no type of ours takes a list for a table.
impl<'de> Deserializer<'de> for Form {
    type Error = FormError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self.what {
            What::Nothing => visitor.visit_unit(),
            What::Truth(truth) => visitor.visit_bool(truth),
            What::Integer(number) => visitor.visit_i64(number),
            What::Natural(number) => visitor.visit_u64(number),
            What::Real(number) => visitor.visit_f64(number),
            What::Text(text) => visitor.visit_string(text),
            What::List(_) => self.deserialize_seq(visitor),
            What::Table(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self.what {
            What::Truth(truth) => visitor.visit_bool(truth),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    whole! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self.what {
            What::Real(number) => visitor.visit_f64(number),
            _ => self.deserialize_i64(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self.what {
            What::Text(text) => visitor.visit_string(text),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self.what {
            What::Nothing => visitor.visit_unit(),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self.what {
            What::Nothing => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, FormError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        let What::List(list) = self.what else {
            return Err(self.unexpected(&visitor));
        };
        let length = list.len();
        let mut values = Values(list.into_iter());
        let read = visitor.visit_seq(&mut values)?;
        match values.0.len() {
            0 => Ok(read),
            _ => Err(de::Error::invalid_length(length, &"fewer values")),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self.what {
            What::Table(entries) => visitor.visit_map(Entries {
                rest: entries.into_iter(),
                value: None,
            }),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FormError> {
        match self.what {
            What::Text(_) => visitor.visit_enum(Choice(self, None)),
            What::Table(mut entries) if entries.len() == 1 => {
                let (name, value) = entries.remove(0);
                visitor.visit_enum(Choice(name, Some(value)))
            }
            _ => Err(self.unexpected(&visitor)),
        }
    }

    alike! {
        deserialize_f32 => deserialize_f64;
        deserialize_char => deserialize_string;
        deserialize_str => deserialize_string;
        deserialize_identifier => deserialize_string;
        deserialize_bytes => deserialize_any;
        deserialize_byte_buf => deserialize_any;
        deserialize_unit_struct(name: &'static str) => deserialize_unit;
        deserialize_tuple(length: usize) => deserialize_seq;
        deserialize_tuple_struct(name: &'static str, length: usize) => deserialize_seq;
        deserialize_struct(name: &'static str, fields: &'static [&'static str]) => deserialize_map;
    }
}

/// The values of a list, one by one.
struct Values(IntoIter<Form>);

impl<'de> SeqAccess<'de> for &mut Values {
    type Error = FormError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, FormError> {
        self.0.next().map(|value| value.given_to(seed)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The entries of a table, one by one.
struct Entries {
    rest: IntoIter<(Form, Form)>,
    value: Option<Form>,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = FormError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, FormError> {
        let Some((key, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        key.given_to(seed).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, FormError> {
        let value = self.value.take().expect("the name was asked for first");
        value.given_to(seed)
    }
}

/// A name alone, or a name and what stands under it.
struct Choice(Form, Option<Form>);

impl<'de> EnumAccess<'de> for Choice {
    type Error = FormError;
    type Variant = Chosen;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Chosen), FormError> {
        Ok((self.0.given_to(seed)?, Chosen(self.1)))
    }
}

struct Chosen(Option<Form>);

impl Chosen {
    fn value(self) -> Result<Form, FormError> {
        self.0.ok_or_else(|| {
            de::Error::invalid_type(Unexpected::UnitVariant, &"a name and what stands under it")
        })
    }
}

impl<'de> VariantAccess<'de> for Chosen {
    type Error = FormError;

    fn unit_variant(self) -> Result<(), FormError> {
        match self.0 {
            None => Ok(()),
            Some(value) => Err(value.unexpected(&"a name alone")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, FormError> {
        self.value()?.given_to(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, FormError> {
        self.value()?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FormError> {
        self.value()?.deserialize_map(visitor)
    }
}

impl Form {
    fn given_to<'de, T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, FormError> {
        let line = self.line;
        seed.deserialize(self).map_err(|e| e.at(line))
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
