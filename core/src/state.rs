//! What the features remember from one call to the next: one value of each type, made when it is first asked for. Knows none
//! of them.
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;

/// The values, by type.
#[derive(Default)]
pub(crate) struct States {
    values: HashMap<TypeId, Box<dyn Any + Send>>,
    /// How many numbers were given out.
    numbers: u32,
}

impl States {
    /// The value of this type.
    pub(crate) fn of<T: Any + Send + Default>(&mut self) -> &mut T {
        self.values
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Box::<T>::default())
            .downcast_mut()
            .expect("a value stands under its own type")
    }

    /// The value of this type, where it was asked for before.
    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// A number that names one piece of work that goes on from call to call. It is never given again, not after a
    /// [`clear`](States::clear) either: whoever asks for work that is gone gets no other.
    pub(crate) fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.values.clear();
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "States({})", self.values.len())
    }
}
