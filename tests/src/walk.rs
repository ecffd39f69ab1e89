//! The walk of a move in ARCHITECTURE.md names functions that exist in the files it names.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use std::path::Path;

/// The words of a line in backticks.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .any(|found| found == word)
}

#[test]
fn each_function_of_the_walk_stands_in_its_file() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = std::fs::read_to_string(top.join(".github/ARCHITECTURE.md")).unwrap();
    let walk = page.split("## The walk of a move").nth(1).unwrap();
    let walk = walk.split("\n## ").next().unwrap();
    let steps = walk
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let mut functions = 0;
    for step in steps {
        let mut file = ("", String::new());
        for word in quoted(step) {
            if word.contains('/') {
                let text = std::fs::read_to_string(top.join(word));
                file = (word, text.unwrap_or_else(|error| panic!("{word}: {error}")));
            } else {
                assert!(has_word(&file.1, word), "{} has no {word}", file.0);
                functions += 1;
            }
        }
    }
    assert!(functions >= 16, "the walk names {functions} functions");
}
