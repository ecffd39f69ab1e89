//! Numbers for the library's loops of calls: searches, imports, exports, restores. Knows none of them.

/// How many were given out.
#[derive(Debug, Default)]
pub(super) struct Numbers(u32);

impl Numbers {
    /// A number that names one piece of work.
    pub(super) fn next(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }
}
