//! Embeds the files below `data` and an index of the lessons. The browser's module leaves out the files that
//! the pages fetch when they are opened: lessons, texts, the rules of each game, the glossary, and the album
//! except for the names of its shots.
use serde_json::{Map, Value, json};
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("data");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, "toml", &mut files)?;
    files.sort();
    fs::write(out.join("index.json"), index(&root, &files)?)?;
    fs::write(out.join("shots.rs"), shots(&root)?)?;
    fs::write(out.join("languages.rs"), languages(&root)?)?;
    let mut words = Vec::new();
    collect(&root.join("words"), "json", &mut words)?;
    words.sort();
    fs::write(out.join("words.rs"), included(&words, |file| Ok(stem(file)))?)?;
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        let kept = ["tracks.toml", "diplomas.toml"].map(|name| root.join(name));
        files.retain(|file| kept.contains(file));
    }
    fs::write(
        out.join("lessons.rs"),
        included(&files, |file| name_below(&root, file))?,
    )?;
    Ok(())
}

/// Returns a Rust list of files, each with its name and its contents.
fn included(
    files: &[PathBuf],
    name: impl Fn(&Path) -> Result<String, Box<dyn Error>>,
) -> Result<String, Box<dyn Error>> {
    let mut list = String::from("&[\n");
    for file in files {
        let path = file.display().to_string();
        writeln!(list, "({:?}, include_str!({path:?})),", name(file)?)?;
    }
    list.push(']');
    Ok(list)
}

/// Returns "fr" for "text/fr.toml".
fn stem(file: &Path) -> String {
    file.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Returns the languages as a Rust list: each has a file of texts.
fn languages(root: &Path) -> Result<String, Box<dyn Error>> {
    let mut files = Vec::new();
    collect(&root.join("text"), "toml", &mut files)?;
    let mut languages: Vec<String> = files.iter().map(|file| stem(file)).collect();
    languages.sort_unstable();
    Ok(format!("&{languages:?}"))
}

/// Returns the keys of the album's shots as a Rust list.
fn shots(root: &Path) -> Result<String, Box<dyn Error>> {
    let album: toml::Table = fs::read_to_string(root.join("album.toml"))?.parse()?;
    let shots = album.get("shots").and_then(toml::Value::as_array);
    let keys = shots
        .into_iter()
        .flatten()
        .filter_map(|shot| shot.get("key")?.as_str());
    Ok(format!("&{:?}", keys.collect::<Vec<_>>()))
}

/// Returns the listed fields of each lesson, and the titles and the names of terms in every language.
fn index(root: &Path, files: &[PathBuf]) -> Result<String, Box<dyn Error>> {
    let (mut lessons, mut texts) = (Vec::new(), Map::new());
    for file in files {
        let name = name_below(root, file)?;
        let table: toml::Table = fs::read_to_string(file)?
            .parse()
            .map_err(|wrong| format!("{name}: {wrong}"))?;
        if let Some((_, language)) = name.rsplit_once("text/") {
            let language = language.trim_end_matches(".toml");
            let titles = texts.entry(language).or_insert_with(|| json!({}));
            add_titles(&table, "", titles);
            add_terms(&table, titles);
        } else if let Some(steps) = table.get("steps").and_then(toml::Value::as_array) {
            lessons.push(outline(&table, steps));
        }
    }
    Ok(json!({ "lessons": lessons, "texts": texts }).to_string())
}

/// Returns the fields of an `Outline`.
fn outline(lesson: &toml::Table, steps: &[toml::Value]) -> Value {
    let of_steps = |name| steps.iter().filter_map(|step| step.get(name)).collect::<Vec<_>>();
    let mut themes = Map::new();
    for claims in of_steps("claims").iter().filter_map(|claims| claims.as_array()) {
        for theme in claims.iter().filter_map(|claim| claim.get("theme")?.as_str()) {
            let count = themes.get(theme).and_then(Value::as_u64).unwrap_or(0);
            themes.insert(theme.to_owned(), json!(count + 1));
        }
    }
    let field = |name| lesson.get(name);
    json!({
        "id": field("id"),
        "variant": field("variant"),
        "track": field("track"),
        "level": field("level"),
        "articles": field("articles"),
        "steps": of_steps("id"),
        "fen": steps.first().and_then(|step| step.get("fen")),
        "themes": themes,
    })
}

/// Collects every `title` of a table of texts under its full key.
fn add_titles(table: &toml::Table, below: &str, titles: &mut Value) {
    for (name, value) in table {
        match value {
            toml::Value::Table(inner) => add_titles(inner, &format!("{below}{name}."), titles),
            toml::Value::String(text) if name == "title" => titles[format!("{below}title")] = json!(text),
            _ => {}
        }
    }
}

/// Collects the names of the terms: the glossary shows those of all languages.
fn add_terms(table: &toml::Table, names: &mut Value) {
    let terms = table.get("term").and_then(toml::Value::as_table);
    for (key, term) in terms.into_iter().flatten() {
        if let Some(name) = term.get("name").and_then(toml::Value::as_str) {
            names[format!("term.{key}.name")] = json!(name);
        }
    }
}

/// Returns the name of a file with forward slashes on every system, because names are part of the program.
fn name_below(root: &Path, file: &Path) -> Result<String, Box<dyn Error>> {
    Ok(file.strip_prefix(root)?.to_string_lossy().replace('\\', "/"))
}

fn collect(folder: &Path, ending: &str, into: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, ending, into)?;
        } else if path.extension().is_some_and(|found| found == ending) {
            into.push(path);
        }
    }
    Ok(())
}
