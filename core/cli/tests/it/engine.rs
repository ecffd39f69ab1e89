//! `analyse`, `match` and `book` as a user runs them.
use std::process::Command;

/// Runs `damier` with these arguments. Returns status and output.
fn damier(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .output()
        .expect("the program is built");
    let text = String::from_utf8(output.stdout).expect("its output is text");
    (output.status.code().expect("it was not killed"), text)
}

#[test]
fn a_player_out_of_time_loses() {
    let (status, output) = damier(&["match", "clock:0+0", "random", "--games", "2", "--json"]);
    assert_eq!(status, 0);
    let row: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!([&row["wins"], &row["losses"]], [0, 2], "{output}");
}

#[test]
fn analyse_ends_with_the_best_move() {
    // The Napoleon shot: it gives three men for a king and the rest.
    let fen = "W:W26,28,29,31,36:B9,16,17,18,19";
    let (status, output) = damier(&["analyse", "--fen", fen, "--depth", "9", "--json"]);
    assert_eq!(status, 0);
    let lines: Vec<serde_json::Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    let last = lines.last().expect("it says something");
    assert_eq!(last["best"], "29-23");
    assert_eq!(last["pv"][0], "29-23");
    assert!(last["score"].as_f64().expect("a number") > 90.0, "{last}");
    assert!(lines[0].get("best").is_none());
}

#[test]
fn analyse_ranks_the_best_moves() {
    let (status, output) = damier(&[
        "analyse",
        "--fen",
        "W:W32,33:B28",
        "--depth",
        "3",
        "--multipv",
        "2",
        "--json",
    ]);
    assert_eq!(status, 0);
    let last: serde_json::Value = serde_json::from_str(output.lines().last().expect("a line")).expect("JSON");
    let moves: Vec<&str> = last["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|line| line["move"].as_str())
        .collect();
    assert!(moves.contains(&"32x23") && moves.contains(&"33x22"), "{last}");
}

#[test]
fn every_game_is_analysed_and_solved_in_its_own_notation() {
    for variant in draughts::Variant::ALL {
        let key = variant.key();
        let (status, output) = damier(&["analyse", "--variant", key, "--nodes", "2000", "--json"]);
        assert_eq!(status, 0, "{key}");
        let last: serde_json::Value =
            serde_json::from_str(output.lines().last().expect("a line")).expect("JSON");
        let best = last["best"].as_str().expect("a move");
        let mv = draughts::notation::movetext::read(&variant.start(), best);
        assert!(mv.is_ok(), "{key}: {best}");
        let fen = draughts::notation::fen::write(&variant.start());
        let (status, output) = damier(&["solve", "--variant", key, "--fen", &fen, "--time", "60", "--json"]);
        assert_eq!((status, output.lines().count()), (0, 1), "{key}");
        let solved: serde_json::Value = serde_json::from_str(&output).expect("JSON");
        assert!(
            solved["duals"].is_array() && solved["unique"].is_boolean(),
            "{solved}"
        );
        assert!(
            solved["score"].as_f64().is_some_and(|score| score.abs() < 3.0),
            "{key}: {solved}"
        );
        assert_eq!(solved["pv"][0], solved["move"], "{key}: {solved}");
    }
}

#[test]
fn analyse_refuses_what_it_cannot_analyse() {
    assert_eq!(damier(&["analyse", "--fen", "W:W99:B1"]).0, 1);
    assert_eq!(damier(&["analyse", "--fen", "W:W:B1-20"]).0, 1);
    assert_eq!(damier(&["analyse", "--depth", "3", "--time", "5"]).0, 2);
}

#[test]
fn the_same_seed_plays_the_same_match() {
    let arguments = ["match", "2", "1", "--games", "4", "--seed", "5", "--moves"];
    let (status, first) = damier(&arguments);
    assert_eq!(status, 0);
    let without_millis = |text: &str| -> Vec<String> {
        text.lines()
            .map(|line| line.rsplit_once(" | ").map_or(line, |(rest, _)| rest).to_owned())
            .collect()
    };
    let (_, again) = damier(&[&arguments[..], &["--threads", "2"]].concat());
    assert_eq!(without_millis(&first), without_millis(&again));
    assert_eq!(first.lines().count(), 3 + 4, "{first}");
    assert_eq!(damier(&["match", "1", "nobody"]).0, 1);
    assert_eq!(damier(&["match", "1", "trial:1,2,3"]).0, 1);
    assert_eq!(damier(&["match", "1", "clock:soon"]).0, 1);
    assert_eq!(damier(&["match", "1"]).0, 2);
}

#[test]
fn openings_differ_if_a_level_can_choose() {
    let columns = |player: &str, variant: &str| -> Vec<String> {
        let arguments = [
            "match",
            player,
            player,
            "--openings",
            "--games",
            "20",
            "--variant",
            variant,
        ];
        let (status, text) = damier(&arguments);
        assert_eq!(status, 0, "{text}");
        let row = text.lines().last().unwrap_or_default();
        row.split(" | ")
            .map(|cell| cell.trim_matches(['|', ' ']).to_owned())
            .collect()
    };
    for variant in ["international", "english"] {
        let same = columns("trial:9,1000,120,0", variant);
        assert_eq!(&same[1..4], ["20", "1", "1"], "{variant}");
        let spread = columns("trial:9,1000,120,0,12", variant);
        let different: u32 = spread[3].parse().expect("a number");
        assert!(different >= 8, "{variant}: {spread:?}");
    }
}

#[test]
fn an_interrupted_book_is_continued_and_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path that is text")
            .to_owned()
    };
    let (games, book) = (path("games.txt"), path("brazilian.book"));
    let build = |games: &str, book: &str, count: &str| {
        let common = [
            "book",
            "build",
            "--variant",
            "brazilian",
            "--nodes",
            "60",
            "--least",
            "2",
            "--plies",
            "6",
        ];
        let (status, text) = damier(
            &[
                &common[..],
                &["--games", count, "--keep", games, "--output", book],
            ]
            .concat(),
        );
        assert_eq!(status, 0, "{text}");
        std::fs::read(book).expect("a book")
    };
    let whole = build(&games, &book, "12");
    let text = std::fs::read_to_string(&games).expect("the games");
    assert_eq!(text.lines().count(), 12);
    // The last line is truncated.
    let again = path("again.txt");
    std::fs::write(&again, &text[..text.len() - 4]).expect("a file");
    assert_eq!(build(&again, &path("again.book"), "12"), whole);
    assert_eq!(std::fs::read_to_string(&again).expect("the games"), text);
    let (status, shown) = damier(&["book", "show", "--book", &book]);
    let games: u32 = shown
        .lines()
        .skip(2)
        .map(|row| {
            row.split(" | ")
                .nth(1)
                .and_then(|cell| cell.parse::<u32>().ok())
                .expect("a number")
        })
        .sum();
    assert!(status == 0 && (2..=12).contains(&games), "{shown}");
    assert_eq!(damier(&["book", "show", "--book", &again]).0, 1);
    assert_eq!(damier(&["book", "show", "--variant", "turkish"]).0, 1);
}

#[test]
fn a_match_ends_by_its_test() {
    let arguments = ["match", "nodes:2000", "1", "--games", "200", "--sprt", "0", "10"];
    let (status, text) = damier(&arguments);
    let games: Vec<&str> = text.lines().last().unwrap_or_default().split(" | ").collect();
    let played: u32 = games[2].parse().expect("a number of games");
    assert!(status == 0 && (32..200).contains(&played), "{text}");
}

#[test]
fn an_interrupted_ladder_is_continued() {
    let file = std::env::temp_dir().join(format!("damier-ladder-{}", std::process::id()));
    let path = file.to_str().expect("a path that is text");
    let arguments = [
        "match",
        "trial:1,2000,0,40",
        "trial:1,2000,0,99",
        "--unbalanced",
        "--games",
        "4",
        "--keep",
        path,
    ];
    let (status, whole) = damier(&arguments);
    assert_eq!(status, 0);
    let text = std::fs::read_to_string(&file).expect("the games are kept");
    assert_eq!(text.lines().count(), 4);
    // The third line is truncated: two games remain, two are played again, with the same result.
    let cut: String = text
        .split_inclusive('\n')
        .take(2)
        .chain(["international 1,2"])
        .collect();
    std::fs::write(&file, cut).expect("the file can be written");
    let (status, again) = damier(&arguments);
    let figures = |text: &str| {
        text.lines()
            .map(|line| line.rsplit_once(" | ").map_or(line, |(rest, _)| rest).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!((status, figures(&again)), (0, figures(&whole)));
    assert!(whole.contains(" \u{b1} "), "{whole}");
    std::fs::remove_file(&file).expect("it is there");
    assert_eq!(
        damier(&["match", "1", "2", "--keep", "/no/such/folder/file"]).0,
        1
    );
    assert_eq!(damier(&["match", "1", "2", "--keep", path, "--moves"]).0, 2);
}

#[test]
fn review_marks_a_win_that_was_let_go_and_compares_itself_with_deeper_searches() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pdn");
    // 21-32 alone wins: the tables know it.
    let game = "[GameType \"20\"]\n[FEN \"W:WK21,K34,K45:BK37\"]\n[Result \"1-1\"]\n\n1. 34-30 37-42 1-1\n";
    std::fs::write(&file, game).unwrap();
    let file = file.to_str().unwrap();
    let (status, output) = damier(&["review", file]);
    assert_eq!(status, 0);
    assert!(output.starts_with("game.pdn:1: 2 moves\n"), "{output}");
    let mark = output.lines().nth(1).unwrap();
    assert!(
        mark.starts_with("  1. 34-30??") && mark.ends_with("turning point"),
        "{output}"
    );
    let log = folder.path().join("log");
    let check = ["review", "--check", "20000", "--log", log.to_str().unwrap(), file];
    let (_, first) = damier(&check);
    assert!(
        first.contains("| international | 1 | 2 | 1 | 1 (100.0 %) |"),
        "{first}"
    );
    // The scores of the log are taken up again.
    assert_eq!(damier(&check).1, first);
    assert_eq!(std::fs::read_to_string(log).unwrap().lines().count(), 1);
    assert_eq!(damier(&["review", "missing.pdn"]).0, 1);
}
