//! PDN files with the quirks of the standard and of old programs, read and written again, compared with golden files.
use draughts::notation::pdn::{self, GameText, PdnSplitter};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pdn")
}

fn each_game(bytes: &[u8], part: usize, mut game: impl FnMut(&GameText<'_>)) {
    let mut splitter = PdnSplitter::new();
    for bytes in bytes.chunks(part) {
        splitter.push(bytes);
        while let Some(text) = splitter.next_game() {
            game(&text);
        }
    }
    splitter.finish();
    while let Some(text) = splitter.next_game() {
        game(&text);
    }
}

/// Reports place, rules and problems of each game, and the game as strict PDN.
fn report(bytes: &[u8], part: usize) -> String {
    let mut report = String::new();
    each_game(bytes, part, |text| {
        let game = pdn::read_game(text, None);
        let whole = if game.whole { "whole" } else { "broken off" };
        let start = text.start();
        writeln!(
            report,
            "==== {}:{} {} {whole}",
            start.line, start.column, game.variant
        )
        .unwrap();
        for problem in &game.problems {
            writeln!(
                report,
                "{}:{} {}",
                problem.place.line, problem.place.column, problem.error
            )
            .unwrap();
        }
        let written = pdn::write_game(&game.tags, game.result, &game.tree);
        report.push_str(written.trim_end());
        report.push('\n');
        // Writing loses nothing.
        let again = pdn::read_game(&GameText::whole(written.as_bytes()), Some(game.variant));
        assert_eq!(again.tree, game.tree, "{written}");
        assert_eq!(again.result, game.result, "{written}");
    });
    report
}

/// `PDN_GOLDEN=write cargo test -p draughts --test it pdn` writes the golden files again, for review.
#[test]
fn files_are_read_as_the_golden_ones_say() {
    let mut files = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "pdn") {
            continue;
        }
        files += 1;
        let bytes = fs::read(&path).unwrap();
        let found = report(&bytes, bytes.len());
        assert_eq!(report(&bytes, 1), found, "byte by byte: {}", path.display());
        let golden = path.with_extension("golden");
        if std::env::var_os("PDN_GOLDEN").is_some() {
            fs::write(golden, found).unwrap();
        } else {
            assert_eq!(found, fs::read_to_string(golden).unwrap(), "{}", path.display());
        }
    }
    assert!(files >= 10, "{files}");
}

/// The fuzz corpus: inputs found by the fuzzer and its seeds.
#[test]
fn the_fuzz_corpus_reads_the_same_after_writing() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/pdn");
    for file in fs::read_dir(corpus).unwrap().map(|file| file.unwrap().path()) {
        let bytes = fs::read(&file).unwrap();
        each_game(&bytes, bytes.len().max(1), |text| {
            let game = pdn::read_game(text, None);
            // A game on a missing board is never kept.
            if game.is_refused() {
                return;
            }
            let written = pdn::write_game(&game.tags, game.result, &game.tree);
            let again = pdn::read_game(&GameText::whole(written.as_bytes()), Some(game.variant));
            assert_eq!(again.tree, game.tree, "{}: {written}", file.display());
        });
    }
}
