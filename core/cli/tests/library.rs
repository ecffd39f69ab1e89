//! `damier import` and `damier export`, as a person types them.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use std::path::Path;
use std::process::{Command, Output};

fn damier(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_file_comes_in_is_recognised_and_goes_out() {
    let folder = std::env::temp_dir().join(format!("damier-library-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let pdn = "[White \"Ada\"]\n[Black \"Bea\"]\n[Date \"1998.05.03\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n\
               [White \"Bea\"]\n[Black \"Carla\"]\n\n1. 33-29 20-25 *\n";
    std::fs::write(folder.join("good.pdn"), pdn).unwrap();
    std::fs::write(folder.join("bad.pdn"), "[White \"Zoe\"]\n1. 32-28 1-50 *\n").unwrap();

    let good = damier(&folder, &["import", "good.pdn", "--db", "games.db"]);
    assert!(good.status.success(), "{good:?}");
    assert!(
        text(&good.stdout).starts_with("good.pdn: 2 games, 2 stored, 0 duplicates, 0 damaged, 0 refused"),
        "{good:?}"
    );
    let again = damier(&folder, &["import", "good.pdn", "--db", "games.db"]);
    assert!(
        text(&again.stdout).contains("2 games, 0 stored, 2 duplicates"),
        "{again:?}"
    );
    let bad = damier(&folder, &["import", "bad.pdn", "no-such.pdn", "--db", "games.db"]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(text(&bad.stdout).contains("bad.pdn:2:10: "), "{bad:?}");
    assert!(text(&bad.stderr).contains("no-such.pdn"), "{bad:?}");

    let some = damier(&folder, &["export", "--db", "games.db", "--player", "carla"]);
    assert!(
        some.status.success()
            && text(&some.stdout).contains("[White \"Bea\"]")
            && !text(&some.stdout).contains("Ada")
    );
    let all = damier(
        &folder,
        &["export", "--db", "games.db", "-o", "all.json", "--format", "json"],
    );
    assert!(all.status.success(), "{all:?}");
    let json: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.join("all.json")).unwrap()).unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), 3);
    let none = damier(&folder, &["export", "--db", "no-such.db"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(!folder.join("no-such.db").exists(), "an export makes no library");
    assert_eq!(
        damier(&folder, &["import", "good.pdn"]).status.code(),
        Some(2),
        "the library must be named"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
