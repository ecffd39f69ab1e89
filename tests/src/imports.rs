//! The order of the core's modules: no files form a circle, and features use each other in one direction.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Features of `core/src`. Each may use those before it.
const STREET: [&str; 12] = [
    "files",
    "analysis",
    "learn",
    "library",
    "puzzles",
    "play",
    "over_the_board",
    "link",
    "correspondence",
    "repertoire",
    "together",
    "profile",
];
/// Folders of `core/src` that are not features.
const SHARED: [&str; 1] = ["views"];

/// Other crates, with circles of at most this many files.
const OTHERS: [&str; 7] = ["draughts", "engine", "puzzles", "lessons", "store", "host", "cli"];
const LONGEST_CIRCLE: usize = 3;

/// Modules of a crate by path ("play::game"; the crate itself is ""), with the absolute paths that each names.
struct Crate(BTreeMap<String, BTreeSet<String>>);

fn join(module: &str, name: &str) -> String {
    [module, name].join("::").trim_matches(':').to_owned()
}

fn parent(module: &str) -> &str {
    module.rsplit_once("::").map_or("", |(up, _)| up)
}

impl Crate {
    fn read(folder: &str) -> Self {
        fn visit(folder: &Path, module: &str, texts: &mut BTreeMap<String, String>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let stem = path.file_stem().unwrap().to_str().unwrap();
                let below = join(module, stem);
                if path.is_dir() {
                    visit(&path, &below, texts);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let own = ["lib", "main", "mod"].contains(&stem);
                    let name = if own { module } else { &below };
                    let text = std::fs::read_to_string(&path).unwrap();
                    texts.entry(name.to_owned()).or_default().push_str(&code(&text));
                }
            }
        }
        let mut texts = BTreeMap::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core").join(folder);
        visit(&root, "", &mut texts);
        let paths = |(module, text): (&String, &String)| {
            let absolute = named(text).into_iter().filter_map(|path| {
                if let Some(rest) = path.strip_prefix("crate::") {
                    return Some(rest.to_owned());
                }
                let (mut here, mut path) = (module.as_str(), path.as_str());
                let mut relative = false;
                while let Some(rest) = path.strip_prefix("super::") {
                    (here, path, relative) = (parent(here), rest, true);
                }
                // Without `super` a path begins with a child module or another crate.
                let path = path.strip_prefix("self::").unwrap_or(path);
                let child = join(here, path.split("::").next()?);
                (relative || texts.contains_key(&child)).then(|| join(here, path))
            });
            (module.clone(), absolute.collect())
        };
        Self(texts.iter().map(paths).collect())
    }

    /// Returns the innermost module on a path.
    fn module_of<'a>(&self, path: &'a str) -> &'a str {
        let mut module = path;
        while !self.0.contains_key(module) {
            module = parent(module);
        }
        module
    }

    /// Returns the module that defines the item of a path, through re-exports of modules on the way.
    fn defines(&self, path: &str) -> String {
        let module = self.module_of(path);
        let name = path[module.len()..].trim_start_matches("::").split("::").next();
        let below = |to: &&String| {
            let inner = self.module_of(to);
            to.rsplit("::").next() == name && inner.len() > module.len() && inner.starts_with(module)
        };
        match self.0[module].iter().find(below) {
            Some(to) => self.defines(to),
            None => module.to_owned(),
        }
    }

    /// Returns the modules that each module uses. Declaring or re-exporting a child is not a use.
    fn edges(&self) -> BTreeMap<String, BTreeSet<String>> {
        let edges = self.0.iter().map(|(module, paths)| {
            let used = paths.iter().map(|path| self.defines(path));
            (
                module.clone(),
                used.filter(|to| !to.starts_with(module)).collect(),
            )
        });
        edges.collect()
    }
}

/// Paths in `use` declarations and in the code.
fn named(code: &str) -> Vec<String> {
    let trees = code
        .split("use ")
        .skip(1)
        .filter_map(|rest| rest.split(';').next());
    let mut named: Vec<String> = trees
        .flat_map(|tree| expand(&tree.split_whitespace().collect::<Vec<_>>().join(" ")))
        .collect();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let rest = &code[at..];
            let end = rest.find(|letter: char| letter != '_' && letter != ':' && !letter.is_alphanumeric());
            let path = &rest[..end.unwrap_or(rest.len())];
            named.extend((!path.ends_with(':')).then(|| path.to_owned()));
        }
    }
    named
}

/// Removes comments and tests; tests come last in a file.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Expands a `use` tree: `a::{b, c::{self, d}}` is `a::b`, `a::c` and `a::c::d`.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let list = tree
        .split_once('{')
        .and_then(|(before, list)| Some((before, list.strip_suffix('}')?)));
    let Some((before, list)) = list else {
        let path = tree.split(" as ").next().unwrap_or_default().trim();
        return vec![path.trim_end_matches("::self").trim_end_matches("::*").to_owned()];
    };
    let mut depth = 0;
    let parts = list.split(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.trim().is_empty());
    parts
        .flat_map(|part| expand(&format!("{before}{}", part.trim())))
        .collect()
}

/// Returns the sets of modules that lead back to themselves.
fn circles(edges: &BTreeMap<String, BTreeSet<String>>) -> Vec<BTreeSet<String>> {
    let reach = |from: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(module) = open.pop() {
            for next in &edges[&module] {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        edges.keys().map(|module| (module, reach(module))).collect();
    let circle = |module: &String| {
        let back = reached[module].iter().filter(|to| reached[to].contains(module));
        back.cloned().collect::<BTreeSet<_>>()
    };
    let all: BTreeSet<BTreeSet<String>> = edges.keys().map(circle).collect();
    all.into_iter().filter(|circle| circle.len() > 1).collect()
}

fn folder(path: &str) -> &str {
    path.split("::").next().unwrap_or_default()
}

fn place(path: &str) -> Option<usize> {
    STREET.iter().position(|feature| *feature == folder(path))
}

#[test]
fn the_imports_are_found() {
    assert_eq!(expand("a::{b, c::{self, d as e}}"), ["a::b", "a::c", "a::c::d"]);
    let core = Crate::read("src");
    let edges = core.edges();
    for (from, to) in [
        ("play::handlers", "play::game"),
        ("play::handlers", "views::board"),
        ("learn::album", "stored_game"),
        ("profile::today", "learn::lessons"),
        ("views::game", "views::terms"),
    ] {
        assert!(edges[from].contains(to), "{from} uses {to}: {:?}", edges[from]);
    }
    assert!(edges.values().map(BTreeSet::len).sum::<usize>() > 500);
}

#[test]
fn no_files_form_a_circle() {
    assert_eq!(circles(&Crate::read("src").edges()), []);
    for name in OTHERS {
        let long = circles(&Crate::read(&format!("{name}/src")).edges());
        let long: Vec<_> = long
            .iter()
            .filter(|circle| circle.len() > LONGEST_CIRCLE)
            .collect();
        assert!(long.is_empty(), "{name}: {long:?}");
    }
}

#[test]
fn every_folder_is_a_feature_in_the_street_or_shared() {
    let core = Crate::read("src");
    let folders: BTreeSet<&str> = core
        .0
        .keys()
        .filter(|module| module.contains("::"))
        .map(|module| folder(module))
        .collect();
    assert_eq!(folders, STREET.into_iter().chain(SHARED).collect());
}

#[test]
fn features_use_each_other_in_one_direction_and_from_outside() {
    let core = Crate::read("src");
    for (module, path) in core
        .0
        .iter()
        .flat_map(|(module, paths)| paths.iter().map(move |path| (module, path)))
    {
        let Some(used) = place(path).filter(|_| folder(module) != folder(path)) else {
            continue;
        };
        match place(module) {
            Some(own) => assert!(
                used < own,
                "{module} uses {path}, which comes later in the street"
            ),
            // Only the list of calls names features; other modules are below them.
            None => assert!(
                ["", "calls"].contains(&module.as_str()),
                "{module} is below the features and uses {path}"
            ),
        }
        let inside = core.module_of(path).contains("::") && !["", "calls"].contains(&module.as_str());
        assert!(
            !inside,
            "{module} uses {path}: take what `{}/mod.rs` exports",
            folder(path)
        );
    }
}
