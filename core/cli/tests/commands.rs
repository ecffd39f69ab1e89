//! The program as a user runs it: what it prints and with what status it ends.
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// Runs `damier` with arguments and standard input: status, output, errors.
fn damier(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program is built");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    let feed = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    // A program that ends without reading its input closes the pipe: no failure of the test.
    let _ = feed.join().expect("the thread only writes");
    let text = |bytes| String::from_utf8(bytes).expect("its output is text");
    (
        output.status.code().expect("it was not killed"),
        text(output.stdout),
        text(output.stderr),
    )
}

fn json_lines(output: &str) -> Vec<Value> {
    output
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect()
}

#[test]
fn perft_prints_a_line_a_depth() {
    let (status, output, _) = damier(&["perft", "--variant", "international", "--depth", "5"], b"");
    assert_eq!(
        (status, output.as_str()),
        (0, "1 9\n2 81\n3 658\n4 4265\n5 27117\n")
    );
}

#[test]
fn moves_lists_ends_captures_path_and_notation() {
    let fen = "W:WK47:B14,19,29,31,42";
    let (status, output, _) = damier(&["moves", "--fen", fen], b"");
    assert_eq!(status, 0);
    let expected = serde_json::json!({"fen": fen, "moves": [
        {"from": 47, "to": 36, "captures": [14, 29, 31, 42], "path": [47, 38, 20, 9, 36],
         "notation": "47x38x20x9x36"},
        {"from": 47, "to": 36, "captures": [19, 29, 31, 42], "path": [47, 38, 24, 13, 36],
         "notation": "47x38x24x13x36"},
    ]});
    assert_eq!(json_lines(&output), [expected]);
}

#[test]
fn moves_goes_on_after_a_bad_fen_and_ends_with_1() {
    let input = b"W:W31-50:B1-20\nW:W1:B3\n\xff\xfe\nB:W:B16\r\n";
    let (status, output, _) = damier(&["moves", "--stdin", "--numbering", "tl"], input);
    assert_eq!(status, 1);
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["moves"].as_array().unwrap().len(), 9);
    assert_eq!(lines[1]["fen"], "W:W1:B3");
    assert!(
        lines[1]["error"].as_str().unwrap().contains("promotion row"),
        "{}",
        lines[1]
    );
    assert!(lines[2]["error"].is_string());
    assert_eq!(lines[3]["fen"], "B:W:B16");
    assert_eq!(lines[3]["moves"].as_array().unwrap().len(), 1);
}

#[test]
fn moves_answers_ten_megabytes_of_garbage_at_once() {
    let started = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
    let (status, output, _) = damier(
        &["moves", "--stdin"],
        &[b"W:W31,".as_slice(), &vec![b'7'; 10 << 20]].concat(),
    );
    assert_eq!(status, 1);
    assert!(json_lines(&output)[0]["error"].is_string());
    assert!(std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs() - started.as_secs() < 10);
}

#[test]
fn play_tells_position_and_outcome_ply_by_ply() {
    let moves = "1-7 50-44 7-12 44-39 12-1 39-50 1-7 50-44 7-12 44-39";
    let (status, output, _) = damier(&["play", "--fen", "W:WK1:BK50", "--moves", moves], b"");
    assert_eq!(status, 0);
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 10);
    assert_eq!(
        lines[0],
        serde_json::json!({"ply": 1, "move": "1-7", "fen": "B:WK7:BK50", "outcome": "*"})
    );
    assert_eq!(lines[9]["outcome"], "1-1");
    assert_eq!(lines[9]["reason"], "five-moves");
    assert_eq!(lines[9]["article"], "6.4");
}

#[test]
fn play_names_the_ply_of_an_illegal_move() {
    let (status, output, errors) = damier(&["play", "--moves", "1. 32-28 19-23 2. 33-29"], b"");
    assert_eq!(status, 1);
    assert_eq!(json_lines(&output).len(), 2);
    assert!(errors.contains("ply 3") && errors.contains("33-29"), "{errors}");
    let (status, _, errors) = damier(&["play", "--fen", "W:W28:B22", "--moves", "28x17 1-7"], b"");
    assert_eq!(status, 1);
    assert!(
        errors.contains("ply 2") && errors.contains("no-pieces"),
        "{errors}"
    );
}

#[test]
fn bad_input_is_1_and_bad_usage_2() {
    assert_eq!(
        damier(&["perft", "--depth", "3", "--fen", "W:W31:B2,2"], b"").0,
        1
    );
    assert_eq!(damier(&["play", "--fen", "", "--moves", ""], b"").0, 1);
    assert_eq!(damier(&["perft", "--depth", "3", "--variant", "chess"], b"").0, 2);
    assert_eq!(damier(&["perft"], b"").0, 2);
    assert_eq!(damier(&["moves"], b"").0, 2);
    assert_eq!(damier(&["moves", "--stdin", "--numbering", "roman"], b"").0, 2);
    for command in ["perft", "moves", "play"] {
        assert_eq!(damier(&[command, "--help"], b"").0, 0);
    }
}

#[test]
fn solve_finds_the_only_move_and_says_where_there_are_more() {
    let birch = [
        "solve",
        "--fen",
        "W:W28,32,37:B10,17,19",
        "--time",
        "300",
        "--json",
    ];
    let (status, output, _) = damier(&birch, b"");
    let solved = &json_lines(&output)[0];
    assert_eq!(status, 0);
    assert_eq!(
        (&solved["move"], &solved["unique"]),
        (&"28-22".into(), &true.into())
    );
    assert_eq!(solved["duals"], serde_json::json!([]));
    assert_eq!(solved["pv"][2], "32x5");
    assert!(solved["score"].as_f64().unwrap() > 2.0);

    // Either man takes the last one.
    let two_ways = ["solve", "--fen", "W:W32,33:B28", "--time", "50", "--json"];
    let solved = &json_lines(&damier(&two_ways, b"").1)[0];
    assert_eq!(solved["unique"], false);
    assert_eq!(solved["duals"].as_array().unwrap().len(), 1);

    let (status, output, error) = damier(&["solve", "--fen", "W:W46:BK5,41,36,37", "--time", "10"], b"");
    assert_eq!((status, output.as_str()), (1, ""), "{error}");
    assert_eq!(damier(&["solve", "--fen", "nonsense"], b"").0, 1);
    assert_eq!(damier(&["solve"], b"").0, 2);
}
