//! The files of the program that a browser fetches when they are first needed, by their names. Knows no address.
use crate::error::ApiError;
use draughts::Variant;
use draughts_engine::EngineAssets;
use draughts_engine::book::Book;
use draughts_engine::endgame::Tables;
use draughts_engine::eval::Weights;
use std::fmt;
use std::str::FromStr;

/// A file below `core/data`, or of the lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resource {
    /// The weights that evaluate a game: "weights/frisian.bin".
    Weights(Variant),
    /// The endgame tables of a game: "endgame/international.bin".
    Tables(Variant),
    /// The opening book of a game: "books/international.book".
    Book(Variant),
    /// The puzzles of a game: "puzzles/international.bin".
    Puzzles(Variant),
    /// The rules page of each game: "lessons/rules.toml".
    Rules,
    /// The rule texts by their articles: "lessons/articles.toml".
    Articles,
    /// The words of the game, explained: "lessons/glossary.toml".
    Glossary,
    /// The album of named shots: "lessons/album.toml".
    Album,
    /// The lessons of a track, an object of JSON with each file: "lessons/first-steps.json".
    Lessons(String),
    /// The texts of a track in a language, by its two letters: "lessons/first-steps/text/fr.toml"; those that all lessons
    /// share: "lessons/text/fr.toml".
    Texts {
        /// None: of all.
        track: Option<String>,
        /// Two letters.
        language: String,
    },
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Resource::Weights(variant) => write!(f, "weights/{}.bin", variant.key()),
            Resource::Tables(variant) => write!(f, "endgame/{}.bin", variant.key()),
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

/// The program has no file of this name.
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

/// Takes weights, tables or a book that were fetched into the engine's assets.
///
/// # Errors
/// `missing` with the same name: the bytes are not that file, or the engine uses none of this name.
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
