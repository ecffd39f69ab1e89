//! Embeds every file below `data` that a school is made of. Knows no lesson: it only lists names and contents.
//! In the browser's modules the texts are left out: the pages fetch those of the language that is spoken.
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("data");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        files.retain(|file| !file.iter().any(|folder| folder == "text"));
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&root).map_err(io::Error::other)?;
        // Forward slashes on every system: the names are part of the program.
        let name = name.to_string_lossy().replace('\\', "/");
        writeln!(
            list,
            "({name:?}, include_str!({:?})),",
            file.display().to_string()
        )
        .map_err(io::Error::other)?;
    }
    list.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("lessons.rs"), list)
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, into)?;
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            into.push(path);
        }
    }
    Ok(())
}
