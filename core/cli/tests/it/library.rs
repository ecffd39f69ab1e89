//! `damier import` and `damier export` as a user runs them.
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
fn an_imported_file_is_classified_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pdn = "[White \"Ada\"]\n[Black \"Bea\"]\n[Date \"1998.05.03\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n\
               [White \"Bea\"]\n[Black \"Carla\"]\n\n1. 33-29 20-25 *\n";
    std::fs::write(folder.join("good.pdn"), pdn).unwrap();
    std::fs::write(folder.join("bad.pdn"), "[White \"Zoe\"]\n1. 32-28 1-50 *\n").unwrap();

    let good = damier(folder, &["import", "good.pdn", "--db", "games.db"]);
    assert!(good.status.success(), "{good:?}");
    assert!(
        text(&good.stdout).starts_with("good.pdn: 2 games, 2 stored, 0 duplicates, 0 damaged, 0 refused"),
        "{good:?}"
    );
    let again = damier(folder, &["import", "good.pdn", "--db", "games.db"]);
    assert!(
        text(&again.stdout).contains("2 games, 0 stored, 2 duplicates"),
        "{again:?}"
    );
    let bad = damier(folder, &["import", "bad.pdn", "no-such.pdn", "--db", "games.db"]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(text(&bad.stdout).contains("bad.pdn:2:10: "), "{bad:?}");
    assert!(text(&bad.stderr).contains("no-such.pdn"), "{bad:?}");

    let some = damier(folder, &["export", "--db", "games.db", "--player", "carla"]);
    assert!(
        some.status.success()
            && text(&some.stdout).contains("[White \"Bea\"]")
            && !text(&some.stdout).contains("Ada")
    );
    let all = damier(
        folder,
        &["export", "--db", "games.db", "-o", "all.json", "--format", "json"],
    );
    assert!(all.status.success(), "{all:?}");
    let json: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.join("all.json")).unwrap()).unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), 3);
    let none = damier(folder, &["export", "--db", "no-such.db"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(!folder.join("no-such.db").exists(), "an export makes no library");
    assert_eq!(
        damier(folder, &["import", "good.pdn"]).status.code(),
        Some(2),
        "the library must be named"
    );
}

/// Writes this many games of a player to a file.
fn games(folder: &Path, player: &str, count: u32) {
    let game =
        |n: u32| format!("[White \"{player} {n}\"]\n[Round \"{n}\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n\n");
    let text: String = (0..count).map(game).collect();
    std::fs::write(folder.join(format!("{player}.pdn")), text).unwrap();
}

#[test]
fn imports_into_one_library_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let players = ["Ada", "Bea", "Carla"];
    for player in players {
        games(folder, player, 6_000);
    }
    let running: Vec<_> = players
        .iter()
        .map(|player| {
            Command::new(env!("CARGO_BIN_EXE_damier"))
                .args(["import", "--db", "games.db", "--quiet", &format!("{player}.pdn")])
                .current_dir(folder)
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for import in running {
        let done = import.wait_with_output().unwrap();
        assert!(
            done.status.success() && text(&done.stdout).contains("6000 stored"),
            "{done:?}"
        );
    }
    let all = damier(folder, &["export", "--db", "games.db"]);
    assert_eq!(text(&all.stdout).matches("[White ").count(), 18_000);
    // Each program closed its store: one file has everything.
    assert!(!folder.join("games.db-wal").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_library_can_be_read_and_a_full_disk_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder, "Ada", 20);
    games(folder, "Bea", 4_000);
    // Mounts a small disk in its own namespace.
    let script = "mount -t tmpfs -o size=1m damier disk || exit 99
        $1 import --db disk/games.db Ada.pdn || exit 1
        mount -o remount,ro disk || exit 99
        $1 export --db disk/games.db -o ro.pdn --player 'ada 7' || exit 2
        $1 import --db disk/games.db Bea.pdn && exit 3
        mount -o remount,rw disk || exit 99
        $1 import --db disk/games.db Bea.pdn && exit 4
        $1 export --db disk/games.db -o full.pdn || exit 5
        cat /dev/zero >disk/fill
        $1 export --db disk/games.db -o none-free.pdn || exit 6
        $1 export --db disk/games.db --format backup -o none-free.json || exit 7";
    std::fs::create_dir(folder.join("disk")).unwrap();
    let done = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script, "sh"])
        .arg(env!("CARGO_BIN_EXE_damier"))
        .current_dir(folder)
        .output();
    let Ok(done) = done else {
        return eprintln!("not run, there is no unshare");
    };
    let told = text(&done.stderr);
    if done.status.code() == Some(99) || told.contains("unshare failed") {
        return eprintln!("not run, no disk of its own is allowed here: {told}");
    }
    assert!(done.status.success(), "{done:?}");
    let read = std::fs::read_to_string(folder.join("ro.pdn")).unwrap();
    assert_eq!(read.matches("[White ").count(), 1, "{read}");
    assert!(told.contains("note: disk/games.db cannot be written"), "{told}");
    assert!(told.contains("error: the store's file is read-only"), "{told}");
    assert!(told.contains("the disk is full"), "{told}");
    let kept = std::fs::read_to_string(folder.join("full.pdn")).unwrap();
    assert!(kept.matches("[White \"Ada").count() == 20, "what was there stays");
    assert_eq!(
        std::fs::read_to_string(folder.join("none-free.pdn")).unwrap(),
        kept
    );
    let backup = std::fs::read_to_string(folder.join("none-free.json")).unwrap();
    assert!(backup.contains("Ada 19"), "{backup}");
}

/// Two seasons of a club: the same moves twice, and two forfeits.
const SEASONS: &str = r#"[Event "Club 2024"]
[Date "2024.05.01"]
[Round "1"]
[White "Jansen, A."]
[Black "Peters, B."]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 1-1

[Event "Club 2025"]
[Date "02.06.2025"]
[Round "5"]
[White "Jansen, A."]
[Black "Peters, B."]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 1 - 1

[Event "Club 2024"]
[Date "2024.05.08"]
[Round "2"]
[White "Jansen, A."]
[Black "Peters, B."]

2–0

[Event "Club 2025"]
[Date "2025.06.09"]
[Round "6"]
[White "Jansen, A."]
[Black "Peters, B."]

2-0
"#;

#[test]
fn games_left_out_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("seasons.pdn"), SEASONS).unwrap();
    let import = |more: &[&str]| {
        let arguments = [&["import", "seasons.pdn", "--db", "games.db", "--no-index"], more].concat();
        text(&damier(folder, &arguments).stdout)
    };
    assert!(import(&[]).starts_with("seasons.pdn: 4 games, 4 stored, 0 duplicates"));
    let again = import(&[]);
    assert!(
        again
            .contains("game 2: left out, the library has it: Jansen, A. – Peters, B., Club 2025, 2025.06.02"),
        "{again}"
    );
    assert!(again.contains("--keep-duplicates takes them in"), "{again}");
    assert!(again.contains("4 games, 0 stored, 4 duplicates"), "{again}");
    assert!(import(&["--keep-duplicates"]).contains("4 games, 4 stored, 0 duplicates"));
}

#[test]
fn the_encoding_of_a_file_is_guessed_or_given() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // "Начало" in the Cyrillic encoding of Windows, in a comment only.
    let pdn = b"[Event \"Club\"]\n[GameType \"25\"]\n\n1. c3-b4 {\xCD\xE0\xF7\xE0\xEB\xEE} d6-c5 2. b4:d6 e7:c5 1-0\n";
    std::fs::write(folder.join("old.pdn"), pdn).unwrap();
    let exported = |db: &str, more: &[&str]| {
        let import = damier(
            folder,
            &[&["import", "old.pdn", "--db", db, "--no-index"], more].concat(),
        );
        assert!(import.status.success(), "{import:?}");
        let games = text(&damier(folder, &["export", "--db", db]).stdout);
        (games, text(&import.stderr))
    };
    let (guessed, said) = exported("a.db", &[]);
    assert!(guessed.contains("{Начало}"), "{guessed}");
    assert!(said.contains("read as windows-1251"), "{said}");
    let (given, said) = exported("b.db", &["--encoding", "cp1252"]);
    assert!(
        given.contains("{Íà÷àëî}") && !said.contains("read as"),
        "{given} {said}"
    );
    let wrong = damier(folder, &["pdn", "check", "--encoding", "koi8", "old.pdn"]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
}

#[test]
fn a_fen_is_read_as_it_is_copied() {
    let folder = tempfile::tempdir().unwrap();
    let moves = |fen: &str| {
        let said = damier(folder.path(), &["moves", "--fen", fen]);
        let said: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
        said["moves"].clone()
    };
    assert_eq!(moves("[FEN \"W:W28:B22\"]"), moves("W:W28:B22"));
    assert_eq!(moves("W:W28:B22")[0]["notation"], "28x17");
}
