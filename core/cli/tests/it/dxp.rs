//! DamExchange games over localhost: whole games between two programs, and arbitrary messages.
use draughts::notation::dxp::{End, GameRequest, Message, MoveMade, write_position};
use draughts::notation::{fen, pdn};
use draughts::{Game, Move, Position, Side, Variant};
use draughts_engine::{EngineAssets, Limits, Search, StopFlag, Task, TranspositionTable, analyse, no_clock};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A listening `damier dxp`, killed when the test ends, and its port.
struct Listener(Child, u16);

impl Listener {
    fn start(arguments: &[&str]) -> Listener {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["dxp", "--listen", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program is built");
        let mut errors = BufReader::new(child.stderr.take().expect("its errors are a pipe"));
        let mut line = String::new();
        errors.read_line(&mut line).expect("it says where it listens");
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
        Listener(child, port.expect("a port"))
    }

    fn output(mut self) -> (i32, String) {
        let mut text = String::new();
        let mut output = self.0.stdout.take().expect("its output is a pipe");
        output.read_to_string(&mut text).expect("its output is text");
        (self.0.wait().expect("it ends").code().unwrap_or(-1), text)
    }

    fn call(&self) -> Caller {
        let stream = TcpStream::connect(("127.0.0.1", self.1)).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(120)))
            .expect("a timeout can be set");
        Caller(stream)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The test as the other program.
struct Caller(TcpStream);

impl Caller {
    fn say(&mut self, bytes: &[u8]) {
        // The program may have hung up already.
        let _ = self.0.write_all(bytes);
        let _ = self.0.write_all(&[0]);
    }

    /// Returns the next message; `None` once the connection is closed.
    fn hear(&mut self) -> Option<String> {
        let mut message = Vec::new();
        let mut byte = [0];
        loop {
            match self.0.read(&mut byte) {
                Ok(1) if byte[0] == 0 => return String::from_utf8(message).ok(),
                Ok(1) => message.push(byte[0]),
                _ => return None,
            }
        }
    }

    fn ask(&mut self, text: &str) -> String {
        self.say(text.as_bytes());
        self.hear().expect("it answers")
    }
}

const REQUEST: &str = "R01A test                          W005075A";

fn connect(port: u16, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["dxp", "--connect", &format!("127.0.0.1:{port}")])
        .args(arguments)
        .output()
        .expect("the program is built");
    let text = String::from_utf8(output.stdout).expect("its output is text");
    (output.status.code().unwrap_or(-1), text)
}

fn games(text: &str) -> Vec<pdn::PdnGame> {
    let mut splitter = pdn::PdnSplitter::new();
    splitter.push(text.as_bytes());
    splitter.finish();
    let mut games = Vec::new();
    while let Some(game) = splitter.next_game() {
        games.push(pdn::read_game(&game, None));
    }
    games
}

#[test]
fn two_programs_play_two_games_and_agree_about_them() {
    let listener = Listener::start(&["--player", "nodes:1500", "--name", "Below", "--games", "2"]);
    let (status, here) = connect(
        listener.1,
        &["--player", "nodes:300", "--name", "Above", "--games", "2"],
    );
    assert_eq!(status, 0);
    let (status, there) = listener.output();
    assert_eq!((status, &there), (0, &here));
    let games = games(&here);
    assert_eq!(games.len(), 2, "{here}");
    for (game, white) in games.iter().zip(["Above", "Below"]) {
        assert_eq!(game.tags.get("White"), Some(white));
        assert!(
            game.whole && game.problems.is_empty() && game.tree.main_moves().count() > 30,
            "{here}"
        );
    }
}

#[test]
fn another_start_and_another_game_are_played() {
    let variant = ["--variant", "frisian", "--player", "nodes:300"];
    let listener = Listener::start(&[&variant[..], &["--games", "1"]].concat());
    let fen = [
        "--fen",
        "B:W31-40:B11-20",
        "--games",
        "1",
        "--moves",
        "10",
        "--colour",
        "black",
    ];
    let (status, here) = connect(listener.1, &[&variant[..], &fen].concat());
    assert_eq!(status, 0);
    assert_eq!(listener.output().1, here);
    let game = &games(&here)[0];
    assert!(
        game.problems.is_empty() && here.contains("[FEN \"B:W31-40:B11-20\"]"),
        "{here}"
    );
    assert!(game.tree.main_moves().count() <= 20);
}

#[test]
fn a_caller_is_answered_as_the_protocol_says() {
    let listener = Listener::start(&["--player", "depth:2", "--take-back"]);
    let mut caller = listener.call();
    // A wrong version and an impossible position; then a game in which the listener begins.
    assert!(caller.ask(&REQUEST.replace("R01", "R02")).ends_with('1'));
    let odd = format!("{}BW{}", &REQUEST[..42], "w".repeat(50));
    assert!(caller.ask(&odd).ends_with('2'));
    let accepted = caller.ask(REQUEST);
    assert!(
        accepted.starts_with("ADamier ") && accepted.len() == 34 && accepted.ends_with('0'),
        "{accepted}"
    );
    let first = caller.hear().expect("it moves");
    assert!(
        matches!(Message::read(first.as_bytes()), Ok(Message::Move(_))),
        "{first}"
    );
    caller.say(b"Cgood luck");
    // Takes back to the first move, which it then plays again; there is no move 9.
    assert_eq!(caller.ask("B009W"), "K2");
    assert_eq!(caller.ask("B001W"), "K0");
    assert!(caller.hear().is_some_and(|again| again.starts_with('M')));
    // The caller resigns, proposes another game, and hangs up.
    assert!(caller.ask("E10").starts_with('E'));
    assert!(caller.ask(REQUEST).ends_with('0'));
}

#[test]
fn moves_after_a_draw_are_written_too() {
    let listener = Listener::start(&["--player", "depth:2", "--games", "1"]);
    let mut caller = listener.call();
    // Two kings against one: by our rules a draw after ten plies. The caller plays on.
    let start = fen::read(Variant::International, "B:WK47,K36:BK5").expect("a position");
    let request = Message::Request(GameRequest {
        version: 1,
        name: "A test".into(),
        follower: Side::White,
        minutes: 5,
        moves: 0,
        position: Some(write_position(&start)),
    });
    assert!(caller.ask(&request.write()).ends_with('0'));
    let (mut position, mut by_our_rules) = (start, Game::from_position(start));
    for _ in 0..6 {
        let mv = searched(position);
        position = position.play(&mv).expect("it is legal");
        let _ = by_our_rules.play(&mv);
        let answer = caller.ask(&Message::Move(MoveMade::of(&mv, 0)).write());
        let Ok(Message::Move(made)) = Message::read(answer.as_bytes()) else {
            panic!("{answer} is no move")
        };
        let mv = made.find(&position).expect("it is legal");
        position = position.play(&mv).expect("it is legal");
        let _ = by_our_rules.play(&mv);
    }
    assert_eq!(by_our_rules.moves().len(), 10);
    caller.ask(&Message::End(End::Draw, true).write());
    drop(caller);
    let (_, text) = listener.output();
    let game = &games(&text)[0];
    assert_eq!(game.tree.main_moves().count(), 12, "{text}");
    assert!(text.contains("[FEN \"B:WK36,K47:BK5\"]"), "{text}");
}

fn searched(position: Position) -> Move {
    let (game, task) = (Game::from_position(position), Task::within(Limits::depth(6)));
    let mut search = Search::new(
        &game,
        task,
        &EngineAssets::bundled(),
        TranspositionTable::new(1),
        no_clock,
    );
    let result = analyse(&mut search, &StopFlag::new(), |_| {});
    result.best.expect("there is a move")
}

#[test]
fn texts_that_are_no_message_are_passed_over() {
    let listener = Listener::start(&["--player", "depth:1"]);
    let mut caller = listener.call();
    let nonsense = [&b""[..], b"X", b"R01", b"\xff\xfe\xfd", b"E9", b"m0003322800"];
    for text in nonsense {
        caller.say(text);
    }
    assert!(caller.ask(REQUEST).ends_with('0'));
    for text in nonsense.into_iter().chain([&[b'7'; 200_000][..]]) {
        caller.say(text);
    }
    assert!(caller.hear().is_some_and(|first| first.starts_with('M')));
    assert!(caller.ask("E10").starts_with('E'));
}

#[test]
fn a_caller_that_is_no_program_ends_the_call_but_not_the_program() {
    let listener = Listener::start(&["--player", "depth:1"]);
    let many = [&[b'X', 0][..]; 20].concat();
    for nonsense in [&[b'C'; 5000][..], &[b'7'; 200_000], b"M0001061100x", &many] {
        let mut caller = listener.call();
        caller.say(nonsense);
        while caller.hear().is_some() {}
    }
    // An illegal move during a game ends the call too.
    let mut caller = listener.call();
    caller.ask(REQUEST);
    caller.hear().expect("it moves");
    caller.say(b"M0001010200");
    assert!(caller.hear().is_some_and(|words| words.starts_with('C')));
    assert_eq!(caller.hear(), None);
    // A caller who hangs up at once.
    drop(listener.call());
    let mut caller = listener.call();
    assert!(caller.ask(REQUEST).starts_with('A'));
}

#[test]
fn impossible_requests_are_errors() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg("dxp")
            .args(arguments)
            .output();
        output.expect("the program is built").status.code()
    };
    assert_eq!(run(&[]), Some(2));
    assert_eq!(run(&["--listen", "0", "--connect", "localhost"]), Some(2));
    assert_eq!(run(&["--connect", "127.0.0.1:1"]), Some(1));
    assert_eq!(run(&["--listen", "0", "--variant", "russian"]), Some(1));
    assert_eq!(run(&["--listen", "0", "--player", "nobody"]), Some(1));
    assert_eq!(run(&["--listen", "no port"]), Some(1));
    assert_eq!(run(&["--listen", "0", "--fen", "nonsense"]), Some(1));
}

#[test]
fn a_second_caller_is_told_that_the_board_is_taken() {
    let listener = Listener::start(&["--player", "depth:2"]);
    let mut first = listener.call();
    assert!(first.ask(REQUEST).starts_with('A'), "the first one plays");
    let mut second = listener.call();
    second.say(REQUEST.as_bytes());
    let words = second.hear().expect("it is told");
    assert!(words.starts_with('C') && words.contains("taken"), "{words}");
    assert_eq!(second.hear(), None, "and the line is closed");
    // Once the first caller has gone, the next can connect.
    drop(first);
    let mut third = listener.call();
    assert!(third.ask(REQUEST).starts_with('A'));
}
