//! Generates the bindings for the other languages, with the same version of uniffi as the library.
fn main() {
    uniffi::uniffi_bindgen_main();
}
