//! `analyse` and `match` as a user runs them.
use std::process::Command;

/// Runs `damier` with these arguments: status and output.
fn damier(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .output()
        .expect("the program is built");
    let text = String::from_utf8(output.stdout).expect("its output is text");
    (output.status.code().expect("it was not killed"), text)
}

#[test]
fn analyse_ends_with_the_best_move() {
    // The Napoleon shot: three men given, and in the end a king and the rest.
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
    assert_eq!(damier(&["match", "1"]).0, 2);
}
