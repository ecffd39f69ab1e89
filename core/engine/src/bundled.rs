//! The games with files of their own in `core/data`: the nine of most countries everywhere, others where they are named. Knows
//! no content.

/// `bundled_files!("puzzles")` makes two functions of a folder of `core/data`: `has_file`, whether a game has a file there,
/// and `file`, its bytes, which the browser's modules go without. Games besides the nine are named after the folder:
/// `bundled_files!("weights", Thai "thai")`.
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
