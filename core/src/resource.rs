//! Names of the files that a browser fetches on first use. Knows no address.
use crate::error::ApiError;
use draughts::Variant;
use draughts_engine::EngineAssets;
use draughts_engine::book::Book;
use draughts_engine::endgame::Tables;
use draughts_engine::eval::Weights;
use std::fmt;
use std::str::FromStr;

/// A file below `core/data` or of the lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Evaluation weights of a game: "weights/frisian.bin".
    Weights(Variant),
    /// Endgame tables of a game: "endgame/international.bin".
    Tables(Variant),
    /// Results of five pieces of a game: "endgame/spanish-5.bin".
    FiveTables(Variant),
    /// Opening book of a game: "books/international.book".
    Book(Variant),
    /// Puzzles of a game: "puzzles/international.bin".
    Puzzles(Variant),
    /// Rules pages of all games: "lessons/rules.toml".
    Rules,
    /// Rule texts with their articles: "lessons/articles.toml".
    Articles,
    /// Glossary: "lessons/glossary.toml".
    Glossary,
    /// Album of named shots: "lessons/album.toml".
    Album,
    /// Lessons of a track, a JSON object with each file: "lessons/first-steps.json".
    Lessons(String),
    /// Texts of a track in a language: "lessons/first-steps/text/fr.toml". Texts shared by all lessons:
    /// "lessons/text/fr.toml".
    Texts {
        /// Track; `None` for the shared texts.
        track: Option<String>,
        /// ISO 639-1 code of the language.
        language: String,
    },
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Resource::Weights(variant) => write!(f, "weights/{}.bin", variant.key()),
            Resource::Tables(variant) => write!(f, "endgame/{}.bin", variant.key()),
            Resource::FiveTables(variant) => write!(f, "endgame/{}-5.bin", variant.key()),
            Resource::Book(variant) => write!(f, "books/{}.book", variant.key()),
            Resource::Puzzles(variant) => write!(f, "puzzles/{}.bin", variant.key()),
            Resource::Rules => f.write_str("lessons/rules.toml"),
            Resource::Articles => f.write_str("lessons/articles.toml"),
            Resource::Glossary => f.write_str("lessons/glossary.toml"),
            Resource::Album => f.write_str("lessons/album.toml"),
            Resource::Lessons(track) => write!(f, "lessons/{track}.json"),
            Resource::Texts {
                track: None,
                language,
            } => write!(f, "lessons/text/{language}.toml"),
            Resource::Texts {
                track: Some(track),
                language,
            } => write!(f, "lessons/{track}/text/{language}.toml"),
        }
    }
}

/// No file of the program has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no file of the program is named {0:?}")]
pub struct UnknownResource(pub String);

impl FromStr for Resource {
    type Err = UnknownResource;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let unknown = || UnknownResource(name.to_owned());
        let (folder, file) = name.split_once('/').ok_or_else(unknown)?;
        let of_game = |ending| {
            let key = file.strip_suffix(ending).ok_or_else(unknown)?;
            key.parse().map_err(|_| unknown())
        };
        let variant = || of_game(".bin");
        match folder {
            "weights" => variant().map(Resource::Weights),
            "endgame" if file.ends_with("-5.bin") => of_game("-5.bin").map(Resource::FiveTables),
            "endgame" => variant().map(Resource::Tables),
            "books" => of_game(".book").map(Resource::Book),
            "puzzles" => variant().map(Resource::Puzzles),
            "lessons" if file == "rules.toml" => Ok(Resource::Rules),
            "lessons" if file == "articles.toml" => Ok(Resource::Articles),
            "lessons" if file == "glossary.toml" => Ok(Resource::Glossary),
            "lessons" if file == "album.toml" => Ok(Resource::Album),
            "lessons" => match (file.strip_suffix(".json"), file.strip_suffix(".toml")) {
                (Some(track), _) if !track.contains('/') => Ok(Resource::Lessons(track.to_owned())),
                (_, Some(path)) => {
                    let (folder, language) = path.rsplit_once('/').ok_or_else(unknown)?;
                    let track = match folder.strip_suffix("/text") {
                        Some(track) => Some(track.to_owned()),
                        None if folder == "text" => None,
                        None => return Err(unknown()),
                    };
                    let language = language.to_owned();
                    Ok(Resource::Texts { track, language })
                }
                _ => Err(unknown()),
            },
            _ => Err(unknown()),
        }
    }
}

/// Installs fetched weights, tables or an opening book in the engine's assets.
///
/// # Errors
/// `missing` with the same name if the bytes are not that file, or if the engine uses none of this name.
pub fn install_in_engine(assets: &EngineAssets, name: &str, bytes: &[u8]) -> Result<(), ApiError> {
    let unreadable = |why: String| ApiError::unreadable(name, &why);
    match name.parse() {
        Ok(Resource::Weights(_)) => {
            let weights = Weights::read(bytes).map_err(|why| unreadable(why.to_string()))?;
            assets.install_weights(weights);
        }
        Ok(Resource::Tables(_)) => {
            let tables = Tables::read(bytes.to_vec()).map_err(|why| unreadable(why.to_string()))?;
            assets.install_tables(tables);
        }
        Ok(Resource::FiveTables(variant)) => {
            let tables = Tables::read(bytes.to_vec()).map_err(|why| unreadable(why.to_string()))?;
            if tables.variant() != variant {
                return Err(unreadable("the tables are of another game".into()));
            }
            assets.set_larger(variant, 5, Some(tables));
        }
        Ok(Resource::Book(_)) => {
            let book = Book::read(bytes).map_err(|why| unreadable(why.to_string()))?;
            assets.install_book(book);
        }
        _ => return Err(unreadable("the engine has no such file".into())),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_read_as_it_is_written() {
        for resource in [
            Resource::Weights(Variant::Frisian),
            Resource::Tables(Variant::International),
            Resource::FiveTables(Variant::Spanish),
            Resource::Book(Variant::International),
            Resource::Puzzles(Variant::Canadian),
            Resource::Rules,
            Resource::Articles,
            Resource::Glossary,
            Resource::Album,
            Resource::Lessons("first-steps".into()),
            Resource::Texts {
                track: None,
                language: "nl".into(),
            },
            Resource::Texts {
                track: Some("first-steps".into()),
                language: "nl".into(),
            },
        ] {
            assert_eq!(resource.to_string().parse(), Ok(resource));
        }
        for name in [
            "",
            "weights",
            "weights/chess.bin",
            "lessons/fr",
            "lessons/fr.toml",
            "lessons/a/fr.toml",
            "lessons/a/b.json",
            "data/fr.toml",
            "books/international.bin",
        ] {
            assert_eq!(name.parse::<Resource>(), Err(UnknownResource(name.into())));
        }
    }
}
