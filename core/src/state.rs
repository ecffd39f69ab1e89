//! What the features remember from one call to the next: one value of each type, made when it is first asked for. Knows none
//! of them.
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;

/// The values, by type.
#[derive(Default)]
pub(crate) struct States(HashMap<TypeId, Box<dyn Any + Send>>);

impl States {
    /// The value of this type.
    pub(crate) fn of<T: Any + Send + Default>(&mut self) -> &mut T {
        self.0
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Box::<T>::default())
            .downcast_mut()
            .expect("a value stands under its own type")
    }

    /// The value of this type, where it was asked for before.
    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "States({})", self.0.len())
    }
}
