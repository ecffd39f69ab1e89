//! Saves files of the pages under names that do no harm.
use std::fs::File;
use std::io::{ErrorKind, Result, Write};
use std::path::{Path, PathBuf};

/// Endings of the files that the pages save.
const ENDINGS: [&str; 9] = ["pdn", "json", "txt", "toml", "ics", "svg", "png", "gif", "db"];

/// Longest name in bytes, without number and ending; file systems allow 255.
const LONGEST: usize = 200;

/// Writes a file in this folder under its [plain name](plain_name), or under the first free one of "name (2)",
/// "name (3)" … Makes the folder if it is missing.
pub(crate) fn write_in(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let (stem, ending) = plain_name(name);
    let mut number = 1;
    loop {
        let path = folder.join(match number {
            1 => format!("{stem}.{ending}"),
            _ => format!("{stem} ({number}).{ending}"),
        });
        match File::create_new(&path) {
            Ok(mut new) => return new.write_all(bytes).map(|()| path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Returns the stem and the ending of a file that is neither hidden nor outside its folder, and that no system runs:
/// a name with another ending gets ".txt".
fn plain_name(name: &str) -> (String, &str) {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let (stem, ending) = match last.rsplit_once('.') {
        Some((stem, ending)) => match ENDINGS.iter().find(|ours| ours.eq_ignore_ascii_case(ending)) {
            Some(ours) => (stem, *ours),
            None => (last, "txt"),
        },
        None => (last, "txt"),
    };
    let harmless = |letter: char| {
        if letter.is_control() || r#"<>:"|?*"#.contains(letter) {
            '_'
        } else {
            letter
        }
    };
    let stem: String = stem.chars().map(harmless).collect();
    let stem = stem.trim_matches([' ', '.']);
    let stem = &stem[..stem.floor_char_boundary(LONGEST)];
    (if stem.is_empty() { "damier" } else { stem }.into(), ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_file_never_replaces_another() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("new");
        let names = [(); 3].map(|()| write_in(&folder, "games.pdn", b"1. 32-28").unwrap());
        let wanted = ["games.pdn", "games (2).pdn", "games (3).pdn"].map(|name| folder.join(name));
        assert_eq!(names, wanted);
    }

    #[test]
    fn names_are_plain() {
        let long = "x".repeat(300) + ".pdn";
        for (name, plain) in [
            ("games.pdn", "games.pdn"),
            ("damier-2026-11-21.json", "damier-2026-11-21.json"),
            ("Partie d'été.PDN", "Partie d'été.pdn"),
            ("damier.db.damaged-1", "damier.db.damaged-1.txt"),
            ("../../.bashrc", "bashrc.txt"),
            ("..\\..\\autorun.inf", "autorun.inf.txt"),
            (".profile", "profile.txt"),
            (".pdn", "damier.pdn"),
            ("..", "damier.txt"),
            ("", "damier.txt"),
            ("run.desktop", "run.desktop.txt"),
            ("a.sh.pdn", "a.sh.pdn"),
            ("a\nb:c.pdn", "a_b_c.pdn"),
            (" .hidden.txt", "hidden.txt"),
            (long.as_str(), &long[100..]),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let written = write_in(folder.path(), name, b"").unwrap();
            assert_eq!(written, folder.path().join(plain), "{name}");
        }
    }
}
