//! Runs the calls of a store and its parts, one at a time.
use crate::clock::{self, Clock};
use crate::engine::engine_assets;
use crate::error::DraughtsError;
use crate::foreign::Foreign;
use damier_core::{App, Assets, Call};
use draughts_engine::endgame::PersistentTables;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The app behind a lock, and its clock.
pub(crate) struct SharedApp {
    app: Mutex<App>,
    clock: Option<Foreign<dyn Clock>>,
}

impl SharedApp {
    /// An app over this store, with the endgame tables beside it. Without a clock it uses the system's.
    pub(crate) fn over(
        store: damier_store::Store,
        tables: Vec<PersistentTables>,
        clock: Option<Arc<dyn Clock>>,
    ) -> Result<Arc<Self>, DraughtsError> {
        let clock = clock.map(Foreign::new);
        let assets = Assets::with_engine(engine_assets().clone());
        let app = App::new(store, assets, time_of(clock.as_ref()))?;
        Ok(Arc::new(Self {
            app: Mutex::new(app.keeping(tables)),
            clock,
        }))
    }

    pub(crate) fn run<C: Call>(&self, call: C) -> Result<C::Reply, DraughtsError> {
        let now = time_of(self.clock.as_ref());
        // A call that panics restores the app itself.
        let mut app = self.app.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(app.run(call, now)?)
    }
}

/// Reads this clock, or the system's if there is none or it cannot be called any more.
fn time_of(clock: Option<&Foreign<dyn Clock>>) -> f64 {
    let told = clock.and_then(|clock| clock.call(Clock::now));
    told.unwrap_or_else(clock::system)
}

impl fmt::Debug for SharedApp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedApp").finish_non_exhaustive()
    }
}

/// Defines methods that make one call each: `name(parameters) -> Call { fields }`. A method returns the call's reply.
macro_rules! calls {
    ($object:ident { $($(#[$meta:meta])* $name:ident($($parameter:ident: $type:ty),*) -> $call:ident { $($fields:tt)* })* }) => {
        #[uniffi::export]
        impl $object {
            $(
                $(#[$meta])*
                #[allow(clippy::too_many_arguments, reason = "they are those of the call")]
                pub fn $name(&self $(, $parameter: $type)*) -> Result<<$call as Call>::Reply, DraughtsError> {
                    self.app.run($call { $($fields)* })
                }
            )*
        }
    };
}
pub(crate) use calls;
