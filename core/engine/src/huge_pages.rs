//! Huge pages for memory that is read at random. Knows nothing of what it holds.

/// Advises the system to back this memory with huge pages: with small ones most reads would miss the TLB. Best before the
/// memory is first written.
#[allow(unsafe_code, reason = "the system is asked by a call of its own")]
pub(super) fn advise_huge_pages<T>(memory: &[T]) {
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
