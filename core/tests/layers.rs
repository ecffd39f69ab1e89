//! The direction of dependencies: no module uses what stands above it.
use std::fs;
use std::path::Path;

/// Every Rust file below a folder, without its tests.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).unwrap_or_default();
            let code = text
                .split("#[cfg(test)]\nmod tests {")
                .next()
                .unwrap_or_default()
                .to_string();
            found.push((path.display().to_string(), code));
        }
    }
    found
}

#[test]
fn no_module_uses_what_stands_above_it() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    // Folder, and what it may not name.
    let rules: [(&str, &[&str]); 7] = [
        (
            "board",
            &["rules", "notation", "engine", "store", "learn", "puzzle", "api"],
        ),
        (
            "rules",
            &["notation", "engine", "store", "learn", "puzzle", "api"],
        ),
        ("notation", &["engine", "store", "learn", "puzzle", "api"]),
        ("engine", &["analysis", "store", "learn", "api"]),
        ("analysis", &["store", "learn", "puzzle", "api"]),
        ("learn", &["store", "api"]),
        ("puzzle", &["store", "api"]),
    ];
    for (folder, above) in rules {
        let files = sources(&core.join(folder));
        assert!(!files.is_empty(), "{folder} has no files");
        for (file, code) in files {
            for module in above {
                assert!(
                    !code.contains(&format!("crate::{module}")),
                    "{file} uses {module}"
                );
            }
        }
    }
}

#[test]
fn rules_board_and_notation_touch_nothing_outside() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for folder in ["board", "rules", "notation"] {
        for (file, code) in sources(&core.join(folder)) {
            for outside in [
                "std::fs",
                "std::io",
                "std::net",
                "std::time",
                "std::thread",
                "println!",
                "unsafe",
            ] {
                assert!(!code.contains(outside), "{file} uses {outside}");
            }
        }
    }
}
