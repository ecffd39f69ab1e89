//! A value of a text read into a type, as serde asks for it. Knows no type.
use super::{Form, FormError, What};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use std::vec::IntoIter;

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
