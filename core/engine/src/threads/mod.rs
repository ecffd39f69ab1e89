//! The threads of the host: the system's, or workers of the page that share the module's memory.
#[cfg(not(target_arch = "wasm32"))]
mod system;
#[cfg(not(target_arch = "wasm32"))]
pub(super) use system::Thread;

#[cfg(all(target_arch = "wasm32", target_feature = "atomics"))]
mod workers;
#[cfg(all(target_arch = "wasm32", target_feature = "atomics"))]
pub(super) use workers::Thread;
#[cfg(all(target_arch = "wasm32", target_feature = "atomics"))]
pub use workers::help_searches;

#[cfg(all(target_arch = "wasm32", not(target_feature = "atomics")))]
mod none {
    /// There are no threads.
    pub(crate) enum Thread {}

    impl Thread {
        pub(crate) fn start(_: impl FnOnce() + Send + 'static) -> Option<Thread> {
            None
        }

        pub(crate) fn end(self) {}
    }
}
#[cfg(all(target_arch = "wasm32", not(target_feature = "atomics")))]
pub(super) use none::Thread;
