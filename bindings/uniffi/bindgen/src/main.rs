//! The generator of the bindings' foreign sides, of exactly the version that the library is built with.
fn main() {
    uniffi::uniffi_bindgen_main();
}
