//! `damier mine`: reproducible results, and files that it can read back.
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::{TempDir, tempdir};

fn file(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn mine(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_damier"))
        .arg("mine")
        .args(arguments)
        .output()
        .unwrap()
}

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(path)).unwrap()
}

#[test]
fn results_do_not_depend_on_threads_or_interruptions_and_are_proved_again() {
    let folder = tempdir().unwrap();
    let [one, two, broken, packed] = ["one", "two", "broken", "packed.bin"].map(|name| file(&folder, name));
    let run = |games: &str, threads: &str, file: &str| {
        let game = ["--variant", "russian", "--seed", "3"];
        let what = ["--self-play", games, "--threads", threads, "-o", file];
        assert!(mine(&[&game[..], &what[..]].concat()).status.success());
    };
    run("24", "1", &one);
    run("24", "3", &two);
    run("8", "1", &broken);
    run("24", "1", &broken);
    let mined = text(&one);
    assert!(!mined.is_empty(), "24 games without a shot");
    assert_eq!(mined, text(&two));
    assert_eq!(mined, text(&broken));
    // A second run adds nothing.
    run("24", "1", &one);
    assert_eq!(mined, text(&one));
    let verified = mine(&["--variant", "russian", "--verify", &one]);
    assert!(verified.status.success());
    let said = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(
        said.contains(&format!(
            "{0} proved anew, {0} held, 0 fell",
            mined.lines().count()
        )),
        "{said}"
    );
    assert!(
        mine(&["--variant", "russian", "--pack", &packed, &one])
            .status
            .success()
    );
    let stock = fs::read(&packed).unwrap();
    assert!(stock.starts_with(b"DamierPZ"));
    // Known puzzles are packed once.
    assert!(
        mine(&["--variant", "russian", "--pack", &packed, &packed, &one])
            .status
            .success()
    );
    assert!(stock == fs::read(&packed).unwrap());
}

#[test]
fn ratings_agree_with_other_measures() {
    let said = mine(&["--agreement", "--sample", "300", "--threads", "2"]);
    assert!(said.status.success());
    let said = String::from_utf8(said.stdout).unwrap();
    for other in [
        "what a narrow search looks at",
        "what beginners' rungs fail at",
        "the order in which courses teach",
    ] {
        let line = said.lines().find(|line| line.starts_with(other)).unwrap();
        let agreement: f64 = line.split('\t').next_back().unwrap().parse().unwrap();
        assert!(agreement > 0.4, "{line}");
    }
}

#[test]
fn an_unsound_puzzle_fails() {
    let folder = tempdir().unwrap();
    let file = file(&folder, "puzzles");
    // The key wins nothing: 19 takes back.
    let line = "abc\tW:W28,32,37:B10,17,19\t900\t300\t200\t8\tgame\t2\t\t28-23 19x28 32x23\n";
    fs::write(&file, line).unwrap();
    let verified = mine(&["--verify", &file]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&verified.stdout).contains("1 proved anew, 0 held, 1 fell"));
    fs::write(&file, "abc\tno puzzle\n").unwrap();
    assert_eq!(mine(&["--verify", &file]).status.code(), Some(1));
    assert_eq!(mine(&["-o", &file]).status.code(), Some(1), "nothing to mine");
}

#[test]
fn a_file_of_games_is_mined() {
    let folder = tempdir().unwrap();
    let [games, out] = ["games.pdn", "out"].map(|name| file(&folder, name));
    // White could give a man and take three, but did not.
    let fen = "W:W27,28,33,37-39,41,42,44,48,50:B2,3,6,7,9,10,14,16-18,25";
    let pdn = format!("[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n1. 41-36 *\n");
    fs::write(&games, pdn).unwrap();
    assert!(mine(&[&games, "-o", &out]).status.success());
    assert!(text(&out).contains("\t28-22 17x28 33x15\n"), "{}", text(&out));
}

#[test]
fn a_game_that_cannot_be_read_to_its_end_is_named() {
    let folder = tempdir().unwrap();
    let [games, to] = ["games.pdn", "puzzles"].map(|name| file(&folder, name));
    fs::write(
        &games,
        "[Event \"a\"]\n\n1. 32-28 19-23 *\n\n[Event \"b\"]\n\n1. 32-28 99-1 *\n",
    )
    .unwrap();
    let output = mine(&[&games, "-o", &to]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains(&format!("{games}:7:")), "{errors}");
    // The part before the error is mined.
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("5 positions looked at")
    );
}
