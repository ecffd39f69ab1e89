//! `damier lesson`: checks lesson files and writes their proofs.
use crate::Status;
use clap::{Args, Subcommand};
use draughts_engine::EngineAssets;
use draughts_lessons::{LocalSearch, School, check, fill_proofs};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Check lesson files, or write their proofs
#[derive(Args)]
pub(crate) struct Lesson {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(Check),
    Proofs(Proofs),
}

/// Check lessons: print each problem with its file and line, then totals
///
/// A file or folder below a folder with `tracks.toml` is checked with the texts and lessons there; any other file
/// with the built-in ones. A whole such folder is checked to the last text.
#[derive(Args)]
struct Check {
    /// Lesson files, text tables, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

/// Write the proof of every step into lesson files
#[derive(Args)]
struct Proofs {
    /// Lesson files, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

impl Lesson {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        match &self.command {
            Command::Check(command) => command.run(assets, out),
            Command::Proofs(command) => command.run(out),
        }
    }
}

/// The files to check, by name, and the rest of their school.
struct Files {
    /// Folder that the names in messages are relative to.
    root: Option<PathBuf>,
    all: Vec<(String, String)>,
    wanted: BTreeSet<String>,
}

impl Check {
    fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let files = Files::gather(&self.paths)?;
        let sources = files
            .all
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()));
        let (school, unread) = School::from_sources(sources);
        let whole = files.is_whole();
        let wanted = |id: &str| whole || school.file_of(id).is_some_and(|file| files.wanted.contains(file));
        let mut report =
            check(&school, &wanted, &LocalSearch(assets.clone()), assets).map_err(io::Error::other)?;
        let about_wanted = |file: &str| file == "tracks.toml" || files.wanted.contains(file);
        let unread = unread.into_iter().filter(|fault| about_wanted(&fault.file));
        report.faults = unread.chain(report.faults).collect();
        for fault in &mut report.faults {
            if let Some(root) = &files.root {
                fault.file = root.join(&fault.file).display().to_string();
            }
        }
        write!(out, "{report}")?;
        match report.faults.len() {
            0 => Ok(Status::Good),
            faults => {
                writeln!(out, "{faults} faults")?;
                Ok(Status::BadInput)
            }
        }
    }
}

impl Files {
    fn gather(paths: &[PathBuf]) -> io::Result<Files> {
        let mut found = Vec::new();
        for path in paths {
            collect(&absolute(path)?, &mut found)?;
        }
        let root = found.first().and_then(|path| root_of(path)).map(Path::to_owned);
        let mut all = BTreeMap::new();
        match &root {
            Some(root) => {
                let mut around = Vec::new();
                collect(root, &mut around)?;
                for path in around {
                    all.insert(name_below(Some(root), &path), read(&path)?);
                }
            }
            None => {
                let embedded = School::embedded_files().iter();
                all.extend(embedded.map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
            }
        }
        let mut wanted = BTreeSet::new();
        let mut last = Vec::new();
        for path in found {
            let name = name_below(root.as_deref(), &path);
            if !all.contains_key(&name) {
                last.push((name.clone(), read(&path)?));
            }
            wanted.insert(name);
        }
        Ok(Files {
            root,
            // A given file replaces the built-in one with the same id: the last one counts.
            all: all.into_iter().chain(last).collect(),
            wanted,
        })
    }

    /// True if a whole school was given, or a table of texts, which concerns every lesson.
    fn is_whole(&self) -> bool {
        let is_text = |name: &String| format!("/{name}").contains("/text/");
        self.root.is_some()
            && (self.wanted.iter().any(is_text)
                || self.all.iter().all(|(name, _)| self.wanted.contains(name)))
    }
}

impl Proofs {
    fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let mut found = Vec::new();
        for path in &self.paths {
            collect(path, &mut found)?;
        }
        // Only lessons have steps.
        found.retain(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("[[steps]]")));
        let mut status = Status::Good;
        for path in found {
            let source = read(&path)?;
            match fill_proofs(&source) {
                Ok(filled) if filled == source => {}
                Ok(filled) => {
                    fs::write(&path, filled)?;
                    writeln!(out, "{}: proofs written", path.display())?;
                }
                Err(error) => {
                    writeln!(out, "{}: {error}", path.display())?;
                    status = Status::BadInput;
                }
            }
        }
        Ok(status)
    }
}

/// Adds every TOML file below a path, sorted by name.
fn collect(path: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        into.push(path.to_owned());
        return Ok(());
    }
    let mut entries = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|ending| ending == "toml") {
            collect(&entry, into)?;
        }
    }
    Ok(())
}

fn absolute(path: &Path) -> io::Result<PathBuf> {
    let path = env::current_dir()?.join(path);
    path.canonicalize()
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

fn read(path: &Path) -> io::Result<String> {
    fs::read_to_string(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// The folder of the school that contains a file.
fn root_of(path: &Path) -> Option<&Path> {
    path.ancestors()
        .skip(1)
        .find(|folder| folder.join("tracks.toml").is_file())
}

/// The name relative to the school, such as "first-steps/board.toml"; the whole path outside a school.
fn name_below(root: Option<&Path>, path: &Path) -> String {
    let below = root.and_then(|root| path.strip_prefix(root).ok()).unwrap_or(path);
    below.to_string_lossy().replace('\\', "/")
}
