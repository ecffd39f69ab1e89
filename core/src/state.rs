//! Values that features keep between calls: one of each type, created on first use. Knows no feature.
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;

/// The values, by type.
#[derive(Default)]
pub(crate) struct States {
    values: HashMap<TypeId, Box<dyn Any + Send>>,
    /// Last number given out.
    numbers: u32,
}

impl States {
    /// Value of this type, created on first use.
    pub(crate) fn of<T: Any + Send + Default>(&mut self) -> &mut T {
        self.values
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Box::<T>::default())
            .downcast_mut()
            .expect("a value stands under its own type")
    }

    /// Value of this type, if it exists.
    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Returns a number for a job that spans several calls. Numbers are never reused, not even after
    /// [`clear`](States::clear): a stale number finds no job.
    pub(crate) fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    /// Drops all values.
    pub(crate) fn clear(&mut self) {
        self.values.clear();
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "States({})", self.values.len())
    }
}
