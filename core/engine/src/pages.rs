//! Large pages for tables that are read all over. Knows nothing of what they hold.

/// Asks the system for large pages: looking up thousands of small ones would take as long as reading what stands on them.
/// Best before the memory is first written.
#[allow(unsafe_code, reason = "the system is asked by a call of its own")]
pub(super) fn want_large_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        const SMALL: usize = 4096;
        let skipped = memory.as_ptr().align_offset(SMALL);
        if let Some(aligned) = memory.get(skipped..) {
            let bytes = size_of_val(aligned) & !(SMALL - 1);
            // SAFETY: a hint about whole pages of memory that is ours; what they hold stays as it is.
            unsafe { libc::madvise(aligned.as_ptr().cast_mut().cast(), bytes, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
