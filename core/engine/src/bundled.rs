//! The games that have files in `core/data`: always the nine main ones, others by name. Knows no content.

/// `bundled_files!("puzzles")` defines two functions for a folder of `core/data`. `has_file` returns `true` if a game
/// has a file there. `file` returns its bytes; the browser's modules are compiled without it. Games besides the nine
/// are listed after the folder: `bundled_files!("weights", Thai "thai")`.
#[macro_export]
macro_rules! bundled_files {
    ($folder:literal $(, $variant:ident $key:literal)*) => {
        $crate::bundled_files! {
            @games $folder;
            International "international",
            Canadian "canadian",
            English "english",
            Brazilian "brazilian",
            Russian "russian",
            Italian "italian",
            Spanish "spanish",
            Turkish "turkish",
            Frisian "frisian",
            $($variant $key,)*
        }
    };
    (@games $folder:literal; $($variant:ident $key:literal,)+) => {
        const fn has_file(variant: draughts::Variant) -> bool {
            matches!(variant, $(draughts::Variant::$variant)|+)
        }

        #[cfg(not(target_arch = "wasm32"))]
        const fn file(variant: draughts::Variant) -> Option<&'static [u8]> {
            match variant {
                $(draughts::Variant::$variant => Some(
                    include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/", $folder, "/", $key, ".bin")).as_slice(),
                ),)+
                _ => None,
            }
        }
    };
}
pub use bundled_files;
