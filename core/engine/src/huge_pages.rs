//! Huge pages for memory that is read at random. Does not know its contents.

/// Advises the system to back this memory with huge pages: with small ones most reads would miss the TLB. Call it
/// before the memory is first written.
#[allow(unsafe_code, reason = "madvise has no safe wrapper")]
pub(super) fn advise_huge_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        const SMALL: usize = 4096;
        let skipped = memory.as_ptr().align_offset(SMALL);
        if let Some(aligned) = memory.get(skipped..) {
            let bytes = size_of_val(aligned) & !(SMALL - 1);
            // SAFETY: a hint about whole pages of our own memory, which does not change their contents.
            unsafe { libc::madvise(aligned.as_ptr().cast_mut().cast(), bytes, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
