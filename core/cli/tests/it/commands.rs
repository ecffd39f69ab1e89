//! Commands as a user runs them: output and exit status.
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// Runs `damier` with arguments and standard input. Returns status, output and errors.
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
    // A program that ends without reading its input closes the pipe; that is no failure.
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
fn tables_are_json_lines_on_request() {
    let rows = |arguments: &[&str]| {
        let (status, output, error) = damier(arguments, b"");
        assert_eq!((status, error.as_str()), (0, ""), "{arguments:?}");
        json_lines(&output)
    };
    assert_eq!(
        rows(&["perft", "--depth", "2", "--json"]),
        [
            serde_json::json!({"depth": 1, "count": 9}),
            serde_json::json!({"depth": 2, "count": 81})
        ]
    );
    let bench = rows(&["bench", "--depth", "1", "--json"]);
    let (total, positions) = bench.split_last().expect("a total");
    let nodes = |row: &Value| row["nodes"].as_u64().expect("a number");
    assert_eq!(nodes(total), positions.iter().map(nodes).sum::<u64>());
    let shown = rows(&["book", "show", "--json"]);
    assert!(shown.iter().any(|row| row["move"] == "32-28"), "{shown:?}");
    let counted = rows(&["mine", "--statistics", "--json"]);
    let themes = counted.iter().filter(|row| row["kind"] == "theme");
    assert!(themes.count() > 5, "{counted:?}");
    let [matched] = &rows(&["match", "random", "random", "--games", "2", "--json"])[..] else {
        panic!("one match, one line")
    };
    let points = ["wins", "draws", "losses"].map(|name| matched[name].as_u64().expect("a number"));
    assert_eq!(points.iter().sum::<u64>(), 2);
    let [won, moves @ ..] = &rows(&["endgame", "probe", "--fen", "W:WK1,K2:B37", "--json"])[..] else {
        panic!("the position first")
    };
    assert_eq!(won["result"], "win");
    let best = moves.iter().find(|row| row["plies"] == won["plies"]);
    assert!(
        best.is_some_and(|row| row["move"].is_string() && row["result"] == "win"),
        "{moves:?}"
    );
    let [class] = &rows(&["endgame", "stats", "--class", "0m1k v 0m1k", "--json"])[..] else {
        panic!("one class, one line")
    };
    let counts = ["wins", "draws", "losses"].map(|name| class[name].as_u64().expect("a number"));
    assert_eq!(
        counts.iter().sum::<u64>(),
        class["positions"].as_u64().expect("a number")
    );
    assert!(
        class["longest"]["plies"].is_u64() && class["longest"]["fen"].is_string(),
        "{class}"
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
    // White has no piece left: the game is over.
    assert_eq!(lines[3]["moves"], serde_json::json!([]));
}

#[test]
fn moves_reports_an_error_for_ten_megabytes_of_garbage() {
    let (status, output, _) = damier(
        &["moves", "--stdin"],
        &[b"W:W31,".as_slice(), &vec![b'7'; 10 << 20]].concat(),
    );
    assert_eq!(status, 1);
    assert!(json_lines(&output)[0]["error"].is_string());
}

#[test]
fn play_prints_position_and_outcome_after_each_ply() {
    let moves = "1-7 50-44 7-12 44-39 12-1 39-50 1-7 50-44 7-12 44-39";
    let (status, output, _) = damier(&["play", "--fen", "W:WK1:BK50", "--moves", moves], b"");
    assert_eq!(status, 0);
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 10);
    assert_eq!(
        lines[0],
        serde_json::json!({
            "ply": 1, "move": "1-7", "fen": "B:WK7:BK50", "outcome": "*",
            "counters": [
                {"reason": "five-moves", "text": "0 of 5 moves", "plies": 1, "of_plies": 10, "article": "6.4"},
                {"reason": "twenty-five-moves", "text": "0 of 25 moves", "plies": 1, "of_plies": 50, "article": "6.2"},
            ],
        })
    );
    assert_eq!(lines[4]["repetition"], serde_json::Value::Null);
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
fn play_reads_moves_as_papers_print_them_without_guessing() {
    let french = "1. 32-28! (19-23)?! 2. 28x19 (14x23*) 3. 33-28 (x) =";
    let (status, output, errors) = damier(&["play", "--moves", french], b"");
    assert_eq!((status, errors.as_str()), (0, ""));
    let lines = json_lines(&output);
    assert_eq!((lines.len(), &lines[5]["move"]), (6, &"23x32".into()));
    let fork = ["play", "--fen", "W:WK47:B14,19,29,31,42"];
    let (status, _, errors) = damier(&[&fork[..], &["47x36"]].concat(), b"");
    assert_eq!(status, 1);
    assert!(errors.contains("47x36 is ambiguous"), "{errors}");
    let (status, output, _) = damier(&[&fork[..], &["47x38x24x13x36"]].concat(), b"");
    assert_eq!(
        (status, &json_lines(&output)[0]["move"]),
        (0, &"47x38x24x13x36".into())
    );
    let crowned = ["play", "--variant", "turkish", "--option", "turkish_continue"];
    let (status, output, errors) = damier(
        &[&crowned[..], &["--fen", "W:Wb6:Bb7,e8,a2", "b6xb8xf8"]].concat(),
        b"",
    );
    assert_eq!(status, 0, "{errors}");
    assert_eq!(json_lines(&output)[0]["fen"], "B:WKf8:Ba2");
}

#[test]
fn play_explains_illegal_moves() {
    let (status, _, errors) = damier(&["play", "--fen", "W:W32,37:B28", "37-31"], b"");
    assert_eq!(status, 1);
    assert!(errors.contains("must-capture (takes 0, must take 1)"), "{errors}");
}

#[test]
fn play_takes_rule_options_by_name() {
    let one_king_each = ["play", "--fen", "W:WK46:BK1", "--variant", "frisian", "46-14"];
    let (status, output, _) = damier(&one_king_each, b"");
    assert_eq!((status, &json_lines(&output)[0]["outcome"]), (0, &"*".into()));
    let (status, _, errors) = damier(&[&one_king_each[..], &["--option", "strict"]].concat(), b"");
    assert_eq!(status, 1);
    assert!(errors.contains("nothing-in-sight"), "{errors}");
    assert_eq!(
        damier(&["play", "--option", "strict", "32-28"], b"").0,
        2,
        "not in this game"
    );
    assert_eq!(damier(&["play", "--option", "nothing", "32-28"], b"").0, 2);

    let huffing = [
        "play",
        "--option",
        "huffing",
        "--fen",
        "W:W32,37,50:B28,5",
        "37-31 huff:32 28-33",
    ];
    let (status, output, errors) = damier(&huffing, b"");
    assert_eq!(status, 0, "{errors}");
    assert!(errors.contains("historic rule, given up in 1923"), "{errors}");
    let lines = json_lines(&output);
    assert_eq!(lines[1]["fen"], "B:W31,50:B5,28");
    assert_eq!(lines[2]["ply"], 2);
    for nowhere in ["huff:", "huff:32-37", "huff:99"] {
        let (status, _, errors) = damier(&["play", "--option", "huffing", nowhere], b"");
        assert!(
            status == 1 && errors.contains("not a square"),
            "{nowhere}: {errors}"
        );
    }
}

#[test]
fn a_followed_handicap_grows_with_the_losses() {
    let args = [
        "handicap",
        "--file",
        "no-file",
        "--follow",
        "--games",
        "6",
        "exchange:random:0",
    ];
    let (status, out, _) = damier(&args, b"");
    assert_eq!(status, 0);
    assert!(
        out.starts_with("exchange gives random 0: +") && out.contains("following"),
        "{out}"
    );
    let men: f64 = out
        .rsplit("; ")
        .next()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .expect("men");
    assert!(men > 3.0, "{out}");
}

#[test]
fn play_starts_with_a_handicap() {
    let first = |arguments: &[&str]| {
        let (status, output, errors) = damier(&[&["play"], arguments, &["draw"]].concat(), b"");
        assert_eq!(status, 0, "{errors}");
        json_lines(&output)[0]["fen"].as_str().unwrap().to_string()
    };
    assert_eq!(first(&["--handicap", "2,1"]), "W:W31-46,49,50:B1,2,4-20");
    assert_eq!(first(&["--without", "31,20"]), "W:W32-50:B1-19");
    assert_eq!(damier(&["play", "--handicap", "11", "draw"], b"").0, 1);
    assert_eq!(damier(&["play", "--without", "25", "draw"], b"").0, 1);
}

#[test]
fn play_declares_takes_back_and_writes_results_in_three_styles() {
    let (_, output, _) = damier(&["play", "32-28 takeback redo black:resign"], b"");
    let lines = json_lines(&output);
    assert_eq!(lines[1]["fen"], "W:W31-50:B1-20");
    assert_eq!(lines[2]["fen"], lines[0]["fen"]);
    assert_eq!(
        (&lines[3]["outcome"], &lines[3]["article"]),
        (&"2-0".into(), &"7.2.1".into())
    );
    for (style, result) in [("1-0", "1/2-1/2"), ("1-½-0", "½-½"), ("2-0", "1-1")] {
        let (_, output, _) = damier(&["play", "--result", style, "--stdin"], b"32-28 draw");
        assert_eq!(json_lines(&output)[1]["outcome"], result);
    }
}

#[test]
fn play_at_a_table_reports_irregularities() {
    let fork = ["play", "--table", "--fen", "W:W26,48:B12,21,31,43,1"];
    let at = |events: &str| {
        let (status, output, errors) = damier(&[&fork[..], &[events]].concat(), b"");
        assert_eq!((status, errors.as_str()), (0, ""), "{events}");
        json_lines(&output)
    };
    let lines = at("26x37 correct 26x8 1-7");
    let fault = &lines[0]["irregularities"][0];
    assert_eq!(fault["kind"], "took-wrong-number");
    assert_eq!(fault["article"], "5.4.8");
    assert_eq!(fault["edition"], "International rules, French text of 2004");
    assert_eq!(fault["instead"], serde_json::json!(["26x8"]));
    assert_eq!(
        lines[1]["notes"],
        serde_json::json!(["corrected took-wrong-number"])
    );
    assert_eq!(
        lines[2]["fen"], "B:W8,48:B1,31,43",
        "a capture is lifted whole by itself"
    );
    assert_eq!(lines[3]["fen"], "W:W8,48:B7,31,43");

    let lines = at("26x8 lift:12 lift:21 1-7");
    assert_eq!(lines[1]["irregularities"][0]["kind"], "lifted-out-of-order");
    assert_eq!(lines[3]["notes"][0], "accepted lifted-out-of-order");
    let lines = at("26x8 lift:21 done correct:1");
    assert_eq!(lines[2]["irregularities"][0]["kind"], "lifted-too-few");
    assert_eq!(lines[3]["refused"]["why"], "half-correction");
    assert_eq!(lines[3]["refused"]["article"], "5.7");
    let lines = at("26x17.. lift:21 correct 26x8");
    assert_eq!(lines[1]["irregularities"][0]["kind"], "lifted-during-capture");
    assert_eq!(lines[3]["fen"], "B:W8,48:B1,31,43");
    let lines = at("touch:48 26-c4 accept");
    assert_eq!(lines[0]["notes"][0], "need not play 48");
    assert_eq!(lines[1]["irregularities"][0]["kind"], "on-inactive-square");
    assert_eq!(lines[2]["inactive"], serde_json::json!(["Wc4"]));

    let crown = [
        "play",
        "--table",
        "--fen",
        "W:W7,40:B15,36",
        "7-1 36-41 1-23 correct black:crown:1 1-18",
    ];
    let (status, output, _) = damier(&crown, b"");
    assert_eq!(status, 0);
    let lines = json_lines(&output);
    assert_eq!(lines[0]["uncrowned"], serde_json::json!(["1"]));
    assert_eq!(lines[1]["incorrections"][0]["kind"], "refused-to-crown");
    assert_eq!(lines[2]["irregularities"][0]["also"], "played-uncrowned");
    assert_eq!(lines[5]["notes"][0], "played 1-18");

    let (status, output, _) = damier(
        &[
            "play",
            "--table",
            "--arbiter",
            "32-27",
            "31-26",
            "black:correct",
            "arbiter:correct",
        ],
        b"",
    );
    let lines = json_lines(&output);
    assert_eq!(status, 0);
    assert_eq!(lines[1]["irregularities"][0]["kind"], "played-twice");
    assert_eq!(lines[2]["refused"]["why"], "not-yours-to-decide");
    assert_eq!(lines[3]["fen"], "B:W27,31,33-50:B1-20");
    assert_eq!(damier(&["play", "--table", "32-28 dance"], b"").0, 1);
    assert_eq!(
        damier(&["play", "--table", "25-20"], b"").0,
        1,
        "no piece stands there"
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
fn solve_finds_the_only_move_and_reports_duals() {
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

    // On a busy machine it searches a minimum number of positions; this one takes twenty thousand.
    let weiss = "W:W27,28,33,37,38,39:B10,16,19,20,26";
    let solved = &json_lines(&damier(&["solve", "--fen", weiss, "--time", "1", "--json"], b"").1)[0];
    assert_eq!(solved["move"], "37-31");

    // Either man can make the last capture.
    let two_ways = ["solve", "--fen", "W:W32,33:B28", "--time", "50", "--json"];
    let solved = &json_lines(&damier(&two_ways, b"").1)[0];
    assert_eq!(solved["unique"], false);
    assert_eq!(solved["duals"].as_array().unwrap().len(), 1);

    let (status, output, error) = damier(&["solve", "--fen", "W:W46:BK5,41,36,37", "--time", "10"], b"");
    assert_eq!((status, output.as_str()), (1, ""), "{error}");
    assert_eq!(damier(&["solve", "--fen", "nonsense"], b"").0, 1);
    assert_eq!(damier(&["solve"], b"").0, 2);
}

#[test]
fn pdn_check_reports_on_each_file() {
    let good = b"[White \"A\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n\n1. 33-29 hm 17-22 1-1\n";
    let (status, output, _) = damier(&["pdn", "check", "-"], good);
    assert_eq!(
        (status, output.as_str()),
        (0, "-: 2 games, 2 replayed, 0 failed, 1 remarks\n")
    );
    let bad = b"1. 32-28 19-23\n2. 28-22 *\n[White \"B\"] 1. 32-28 (1. 32-26) *\n";
    let (status, output, _) = damier(&["pdn", "check", "--remarks", "-"], bad);
    let told = "-:2:4: game 1: 28-22 is not legal here\n-:3:26: game 2: 32-26 is not legal here\n\
                -: 2 games, 1 replayed, 1 failed, 1 remarks\n";
    assert_eq!((status, output.as_str()), (1, told));
    let russian = b"1. c3-d4 f6-g5 2. d4-c5 b6xd4 *";
    let (status, ..) = damier(&["pdn", "check", "--variant", "russian", "-"], russian);
    assert_eq!(status, 0);
    assert_eq!(damier(&["pdn", "check", "no such file"], b"").0, 1);
    assert_eq!(damier(&["pdn", "check"], b"").0, 2);
}

#[test]
fn completions_cover_every_shell_and_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (status, output, _) = damier(&["completions", shell], b"");
        assert_eq!(status, 0, "{shell}");
        assert!(
            output.contains("perft") && output.contains("bench-library"),
            "{shell}"
        );
    }
}

#[test]
fn built_tables_can_be_packed_verified_and_searched_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (full, packed) = (path("full.bin"), path("packed.bin"));
    let good = |arguments: &[&str]| {
        let (status, output, errors) = damier(arguments, b"");
        assert_eq!(status, 0, "{arguments:?}: {errors}");
        output
    };
    // No tables of Killer are built in.
    let killer = |command: &[&'static str]| {
        [&["endgame"], command, &["--variant", "killer", "--pieces", "2"]].concat()
    };
    good(&[&killer(&["build"])[..], &["-o", &full]].concat());
    let classes = good(&[&killer(&["pack"])[..], &["--tables", &full, "-o", &packed]].concat());
    assert_eq!(classes.lines().count(), 5, "{classes}");
    assert!(std::fs::metadata(&packed).unwrap().len() < std::fs::metadata(&full).unwrap().len());
    let coded = path("coded.bin");
    good(
        &[
            &killer(&["pack", "--coded"])[..],
            &["--tables", &full, "-o", &coded],
        ]
        .concat(),
    );
    for tables in [&packed, &coded] {
        let verify = killer(&["verify"]);
        let verified = good(&[&verify[..], &["--positions", "2000", "--tables", tables]].concat());
        assert!(
            verified.starts_with("2000 positions checked, 0 wrong\n"),
            "{verified}"
        );
    }

    let analyse = [
        "analyse",
        "--variant",
        "killer",
        "--fen",
        "W:WK2:B31",
        "--depth",
        "1",
    ];
    let told = good(&[&["--endgame-tables", &packed], &analyse[..]].concat());
    assert_ne!(told, good(&analyse), "{told}");
    let (status, _, errors) = damier(
        &[&["--endgame-tables", "no-such.bin"], &analyse[..]].concat(),
        b"",
    );
    assert_eq!(status, 1);
    assert!(errors.contains("no-such.bin"), "{errors}");
}

#[test]
fn every_command_gets_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let (status, output, _) = damier(&["man", folder.path().to_str().unwrap()], b"");
    assert_eq!(status, 0, "{output}");
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(page("damier.1").contains("damier\\-perft(1)"));
    assert!(page("damier-pdn-check.1").contains("FILE:LINE:COLUMN"));
    assert!(!folder.path().join("damier-help.1").exists());
}

#[test]
fn serve_names_missing_pages() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pages, db) = (path("pages"), path("club.db"));
    let asked = ["serve", "--host", "127.0.0.1", "--pages", &pages, "--db", &db];
    let (status, output, errors) = damier(&asked, b"");
    assert_eq!((status, output.as_str()), (1, ""));
    assert!(
        errors.contains("no pages") && errors.contains("together.html"),
        "{errors}"
    );
    std::fs::create_dir(&pages).unwrap();
    std::fs::write(format!("{pages}/together.html"), "").unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (status, _, errors) = damier(&[&asked[..], &["--port", &port]].concat(), b"");
    assert_eq!(status, 1);
    assert!(errors.contains("in use by another program"), "{errors}");
}
