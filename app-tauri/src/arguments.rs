//! Reads an argument of the program: a link, a file URL or a path. Other programs and a second start give them.
use std::ffi::OsStr;
use std::fs::DirEntry;
use std::path::{Path, PathBuf};
use tauri::Url;

/// Scheme of the app's links: "damier://link/…".
const SCHEME: &str = "damier";

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    Link(String),
    File(PathBuf),
}

impl Argument {
    /// Reads an argument of a program in this folder.
    pub(crate) fn read(folder: &Path, argument: &OsStr) -> Self {
        let text = argument.to_str();
        if let Some(link) = text.filter(|text| begins_with(text, SCHEME)) {
            // Parsed, its scheme has small letters.
            return Self::Link(Url::parse(link).map_or_else(|_| link.into(), String::from));
        }
        Self::File(match text.filter(|text| begins_with(text, "file")) {
            Some(url) => path_of(url),
            None => with_real_name(folder.join(argument)),
        })
    }
}

/// True if the text is a URL of this scheme with an authority. A colon alone belongs to a file's name: "round:3.pdn".
fn begins_with(text: &str, scheme: &str) -> bool {
    text.split_once("://")
        .is_some_and(|(found, _)| found.eq_ignore_ascii_case(scheme))
}

/// Converts a file URL to a path.
fn path_of(url: &str) -> PathBuf {
    let path = Url::parse(url).ok().and_then(|url| url.to_file_path().ok());
    // Some programs write a path behind "file://" without escapes: "file:///home/ann/a#b.pdn".
    let plain = Path::new(&url["file://".len()..]);
    path.filter(|path| path.exists() || !plain.exists())
        .unwrap_or_else(|| plain.into())
}

/// Finds a file whose name is not valid Unicode: the session bus passes it with replacement characters.
fn with_real_name(path: PathBuf) -> PathBuf {
    let name = path.file_name().map(OsStr::to_string_lossy);
    let Some(name) = name.filter(|name| name.contains(char::REPLACEMENT_CHARACTER)) else {
        return path;
    };
    if path.exists() {
        return path;
    }
    let beside = path.parent().and_then(|folder| folder.read_dir().ok());
    let same = |file: &DirEntry| file.file_name().to_string_lossy() == name;
    let found = beside.into_iter().flatten().flatten().find(same);
    found.map_or(path.clone(), |file| file.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_odd_names_are_found_from_every_folder() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let names = [
            "ronde:3.pdn",
            "Cup: final.pdn",
            "a%20b.pdn",
            "a#b.pdn",
            "a?b.pdn",
            "http:3.pdn",
            "file:3.pdn",
            "damier:3.pdn",
            "100%.pdn",
            " été.pdn",
            "-x.pdn",
        ];
        for name in names {
            let file = folder.join(name);
            std::fs::write(&file, "*").unwrap();
            let url = String::from(Url::from_file_path(&file).unwrap());
            let plain_url = format!("file://{}", file.display());
            for given in [name, &file.to_string_lossy(), &url, &plain_url] {
                let read = Argument::read(folder, given.as_ref());
                assert_eq!(read, Argument::File(file.clone()), "{given}");
            }
        }
        let link = Argument::read(folder, "DAMIER://link/aBc".as_ref());
        assert_eq!(link, Argument::Link("damier://link/aBc".into()));
        let missing = Argument::read(folder, "file:///no%20such.pdn".as_ref());
        assert_eq!(missing, Argument::File("/no such.pdn".into()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_that_is_no_unicode_is_found_by_its_likeness() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(OsStr::from_bytes(b"\xe9t\xe9.pdn"));
        std::fs::write(&file, "*").unwrap();
        for given in [folder.path().join("\u{fffd}t\u{fffd}.pdn"), file.clone()] {
            let read = Argument::read(folder.path(), given.as_os_str());
            assert_eq!(read, Argument::File(file.clone()));
        }
        let missing = folder.path().join("\u{fffd}.pdn");
        let read = Argument::read(folder.path(), missing.as_os_str());
        assert_eq!(read, Argument::File(missing));
    }
}
