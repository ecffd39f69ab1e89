//! A Hub session, line by line.
use draughts::Variant;
use draughts::notation::hub::{HubLine, read_move, write_position};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Guards a test against hanging.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running `damier hub`; killed when the test ends.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg("hub")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program is built");
        let output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Engine { child, input, lines }
    }

    fn say(&mut self, text: &str) {
        let input = self.input.as_mut().expect("its input is open");
        writeln!(input, "{text}").expect("it listens");
    }

    fn line(&self) -> String {
        let line = self.lines.recv_timeout(PATIENCE);
        line.expect("it answers")
    }

    /// Returns the next line other than `info`.
    fn hear(&self) -> String {
        loop {
            let line = self.line();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }

    /// Sends a line and returns the answer.
    fn ask(&mut self, text: &str) -> String {
        self.say(text);
        self.hear()
    }

    fn ends(&mut self) -> bool {
        // Its output closes when it ends.
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return false,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.child.wait().expect("its status is known").success()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start() -> String {
    write_position(&Variant::International.start())
}

#[test]
fn a_session_from_hub_to_quit() {
    let mut engine = Engine::start();
    assert!(engine.ask("hub").starts_with("id name=Damier version="));
    let mut parameters = Vec::new();
    loop {
        match engine.hear() {
            line if line == "wait" => break,
            line => parameters.push(line),
        }
    }
    for name in ["variant", "book", "ponder", "threads", "tt-size", "bb-size"] {
        assert!(
            parameters
                .iter()
                .any(|line| line.starts_with(&format!("param name={name} value="))),
            "{name}"
        );
    }
    engine.say("set-param name=tt-size value=16");
    engine.say("set-param name=book value=false");
    assert_eq!(engine.ask("init"), "ready");
    engine.say("new-game");
    engine.say(&format!("pos pos={} moves=\"32-28 19-23\"", start()));
    engine.say("level depth=6");
    // The only legal move, with the captured square.
    assert!(engine.ask("go think").starts_with("done move=28x19x23"));
    assert_eq!(engine.ask("ping"), "pong");
    // The position stays until the next `pos`.
    engine.say("level nodes=2000");
    assert!(engine.ask("go think").starts_with("done move=28x19x23"));
    engine.say("quit");
    assert!(engine.ends());
}

#[test]
fn parameters_are_stored_and_reported() {
    let mut engine = Engine::start();
    for (name, value) in [
        ("threads", "2"),
        ("bb-size", "3"),
        ("tt-size", "17"),
        ("book", "true"),
        ("book-ply", "6"),
        ("book-margin", "0.20"),
    ] {
        engine.say(&format!("set-param name={name} value={value}"));
        engine.say("hub");
        let told = std::iter::from_fn(|| Some(engine.hear()).filter(|line| line != "wait"));
        let lines: Vec<String> = told.collect();
        let wanted = format!("param name={name} value={value} type=");
        assert!(lines.iter().any(|line| line.starts_with(&wanted)), "{lines:?}");
    }
    assert_eq!(engine.ask("init"), "ready");
    // Only the first moves are random.
    let mut firsts = std::collections::HashSet::new();
    for _ in 0..12 {
        engine.say("pos start");
        engine.say("level depth=2");
        firsts.insert(engine.ask("go think"));
    }
    assert!(firsts.len() > 1, "{firsts:?}");
    // A search with two threads stops.
    engine.say(&format!(
        "pos pos={} moves=\"32-28 19-23 28x19x23 14x23x19\"",
        start()
    ));
    engine.say("level infinite");
    engine.say("go think");
    assert!(engine.ask("stop").starts_with("done move="));
}

#[test]
fn moves_are_legal_and_limits_are_kept() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("init"), "ready");
    for level in [
        "depth=3",
        "nodes=5000",
        "move-time=0.05",
        "time=1 inc=0.1",
        "moves=10 time=0.5",
    ] {
        engine.say(&format!("pos pos={}", start()));
        engine.say(&format!("level {level}"));
        let done = engine.ask("go think");
        let text = done
            .strip_prefix("done move=")
            .and_then(|rest| rest.split(' ').next())
            .expect("a move");
        assert!(
            read_move(&Variant::International.start(), text).is_ok(),
            "{level}: {done}"
        );
    }
}

#[test]
fn a_search_handles_lines() {
    let mut engine = Engine::start();
    engine.say("init");
    assert_eq!(engine.hear(), "ready");
    engine.say(&format!("pos pos={}", start()));
    engine.say("level infinite");
    engine.say("go analyze");
    assert_eq!(engine.ask("ping"), "pong");
    assert!(engine.ask("stop").starts_with("done move="));
    // Pondering does not end at its depth; after the hit it does.
    engine.say("level depth=4");
    engine.say("go ponder");
    assert_eq!(engine.ask("ping"), "pong");
    assert!(engine.ask("ponder-hit").starts_with("done move="));
    // A late `stop` has no effect.
    engine.say("stop");
    assert_eq!(engine.ask("ping"), "pong");
    // Any other line ends the search and is then handled.
    engine.say("level infinite");
    engine.say("go think");
    assert!(engine.ask("init").starts_with("done move="));
    assert_eq!(engine.hear(), "ready");
}

/// Collects an argument of all `info` lines up to `done`.
fn told(engine: &Engine, name: &str) -> Vec<f64> {
    let lines = std::iter::from_fn(|| Some(engine.line()).filter(|line| !line.starts_with("done ")));
    let values: Vec<f64> = lines
        .flat_map(|line| arguments(&line))
        .filter(|(known, _)| known == name)
        .map(|(_, value)| value.parse().expect("a number"))
        .collect();
    assert!(!values.is_empty(), "no {name} was reported");
    values
}

#[test]
fn a_level_keeps_its_limits_after_the_hit_and_the_time_limit() {
    let mut engine = Engine::start();
    engine.say("set-param name=level value=5");
    assert_eq!(engine.ask("init"), "ready");
    // Without limits the level's own apply.
    engine.say("pos start");
    engine.say("go ponder");
    assert!(engine.ask("ponder-hit").starts_with("done move="));
    // Without the time limit this level would search two million positions.
    engine.say("set-param name=level value=8");
    engine.say("pos start");
    engine.say("level move-time=0.001");
    engine.say("go think");
    let nodes = told(&engine, "nodes");
    assert!(nodes.iter().all(|nodes| *nodes < 1e6), "{nodes:?}");
}

#[test]
fn the_time_of_info_lines_does_not_restart_at_the_hit() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("init"), "ready");
    engine.say("pos start");
    engine.say("level infinite");
    engine.say("go ponder");
    let time = |engine: &Engine| -> f64 {
        let line = arguments(&engine.line());
        let time = line.iter().find(|(name, _)| name == "time").expect("a time");
        time.1.parse().expect("a number")
    };
    let mut times = vec![time(&engine)];
    while times.last().is_some_and(|time| *time < 0.1) {
        times.push(time(&engine));
    }
    engine.say("ponder-hit");
    times.push(time(&engine));
    engine.say("stop");
    assert!(engine.hear().starts_with("done move="));
    assert!(times.is_sorted(), "{times:?}");
}

#[test]
fn malformed_lines_are_errors_and_the_session_continues() {
    let mut engine = Engine::start();
    for line in [
        "nonsense",
        "pos",
        "pos pos=W",
        "pos pos=\"Wbb",
        "set-param name=threads value=99",
        "set-param name=unheard value=1",
        "set-param",
        "level depth=deep",
        "level move-time=-1",
        "level move-time=nan",
        "level depth",
        "go think",
        "go sideways",
    ] {
        assert!(engine.ask(line).starts_with("error message="), "{line}");
    }
    let good = format!("pos pos={} moves=\"32-28 1-6\"", start());
    assert!(engine.ask(&good).starts_with("error message="));
    // An invalid position leaves none, rather than the previous one.
    assert!(engine.ask("go think").starts_with("error message="));
    assert_eq!(engine.ask("ping"), "pong");
}

#[test]
fn hostile_lines_do_not_end_the_session() {
    let mut engine = Engine::start();
    let long = "x".repeat(300_000);
    for line in [
        long.clone(),
        format!("pos pos={long}"),
        format!("pos pos=\"{}\"", "w ".repeat(100_000)),
        format!("pos pos={} moves=\"{}\"", start(), "32-28 19-23 ".repeat(20_000)),
        format!("pos pos=W{}", "\u{e9}".repeat(50)),
        format!("pos pos={} moves=99999999999999999999-1", start()),
        "level depth=99999999999999999999999".into(),
        "level moves=-1 time=1".into(),
        "set-param name=variant value=chess".into(),
        "set-param name=level value=nobody".into(),
        "set-param name=tt-size value=99".into(),
        "=".into(),
        "\"".into(),
    ] {
        let answer = engine.ask(&line);
        assert!(
            answer.starts_with("error message=") && answer.len() < 1000,
            "{answer}"
        );
    }
    let input = engine.input.as_mut().expect("its input is open");
    input.write_all(b"\xff\xfe\x00pos\n").expect("it listens");
    assert!(engine.hear().starts_with("error message="));
    // Lines of other programs that have no effect.
    for line in [
        "",
        "   ",
        "stop",
        "ponder-hit",
        "new-game",
        "set-param name=ponder value=true",
        "level depth=1000",
    ] {
        engine.say(line);
    }
    assert_eq!(engine.ask("ping"), "pong");
    engine.say(&format!("pos pos={} moves=\"\"", start()));
    engine.say("level depth=2");
    assert!(engine.ask("go think").starts_with("done move="));
    // A side without pieces has no move, but the answer still comes.
    engine.say(&format!("pos pos=Wb{}", "e".repeat(49)));
    assert_eq!(engine.ask("go think"), "done");
}

#[test]
fn every_game_on_fifty_squares_is_played() {
    let mut engine = Engine::start();
    for (name, variant) in [
        ("killer", Variant::Killer),
        ("bt", Variant::Breakthrough),
        ("frisian", Variant::Frisian),
        ("losing", Variant::Antidraughts),
        ("frysk", Variant::Frysk),
        ("normal", Variant::International),
    ] {
        engine.say(&format!("set-param name=variant value={name}"));
        assert_eq!(engine.ask("init"), "ready");
        engine.say("pos start");
        engine.say("level nodes=3000");
        let done = engine.ask("go think");
        let text = done
            .strip_prefix("done move=")
            .and_then(|rest| rest.split(' ').next())
            .expect("a move");
        assert!(read_move(&variant.start(), text).is_ok(), "{name}: {done}");
        engine.say("set-param name=level value=2");
        engine.say(&format!("pos pos={}", write_position(&variant.start())));
        assert!(engine.ask("go think").starts_with("done move="), "{name}");
        engine.say("set-param name=level value=full");
    }
}

/// The first moves of a level against itself.
fn opening(engine: &mut Engine) -> String {
    engine.say("new-game");
    let mut moves = String::new();
    for _ in 0..6 {
        engine.say(&format!("pos pos={} moves=\"{moves}\"", start()));
        let done = engine.ask("go think");
        let word = done.split(' ').find_map(|word| word.strip_prefix("move="));
        moves = format!("{moves} {}", word.expect("a move"))
            .trim_start()
            .to_owned();
    }
    moves
}

#[test]
fn a_levels_games_differ_unless_the_seed_is_given() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("init"), "ready");
    engine.say("set-param name=level value=1");
    let mut drawn: Vec<String> = (0..10).map(|_| opening(&mut engine)).collect();
    drawn.sort();
    drawn.dedup();
    assert!(drawn.len() >= 8, "{drawn:?}");
    engine.say("set-param name=seed value=5");
    let first = opening(&mut engine);
    assert_eq!(opening(&mut engine), first);
}

#[test]
fn the_end_of_input_is_the_end() {
    let mut engine = Engine::start();
    engine.say(&format!("pos pos={}", start()));
    engine.say("level infinite");
    engine.say("go think");
    assert!(engine.line().starts_with("info "), "the search goes on");
    drop(engine.input.take());
    assert!(engine.ends());
}

/// The arguments of a line; a quoted value may contain blanks.
fn arguments(line: &str) -> Vec<(String, String)> {
    let line = HubLine::read(line).expect("it speaks Hub");
    line.arguments
        .into_iter()
        .map(|(name, value)| (name, value.unwrap_or_default()))
        .collect()
}

#[test]
fn all_output_follows_the_protocol() {
    let mut engine = Engine::start();
    engine.say("hub");
    let greeting: Vec<String> = std::iter::from_fn(|| Some(engine.line()))
        .take_while(|line| line != "wait")
        .collect();
    let id = arguments(&greeting[0]);
    let names: Vec<&str> = id.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["name", "version", "author", "country"]);
    for line in &greeting[1..] {
        assert!(line.starts_with("param name="), "{line}");
        let of = |name: &str| {
            let found = arguments(line).into_iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value).unwrap_or_default()
        };
        let value = of("value");
        let fits = match of("type").as_str() {
            "bool" => matches!(value.as_str(), "true" | "false"),
            "int" => {
                let number = |name: &str| of(name).parse::<i64>().expect("a number");
                (number("min")..=number("max")).contains(&number("value"))
            }
            "real" => {
                let number = |name: &str| of(name).parse::<f64>().expect("a number");
                (number("min")..=number("max")).contains(&number("value"))
            }
            "enum" => of("values").split(' ').any(|known| known == value),
            other => panic!("{other:?} is no type: {line}"),
        };
        assert!(fits, "{line}");
        // It accepts its own values.
        engine.say(&format!("set-param name={} value={value}", of("name")));
    }
    assert_eq!(engine.ask("init"), "ready");
    engine.say(&format!("pos pos={}", start()));
    engine.say("level depth=9");
    engine.say("go analyze");
    let mut depth = 0;
    loop {
        let line = engine.line();
        if let Some(done) = line.strip_prefix("done ") {
            assert!(done.starts_with("move="), "{line}");
            break;
        }
        assert!(line.starts_with("info "), "{line}");
        for (name, value) in arguments(&line) {
            match name.as_str() {
                "depth" | "nodes" => assert!(value.parse::<u64>().is_ok(), "{line}"),
                "score" | "time" | "nps" => assert!(value.parse::<f64>().is_ok(), "{line}"),
                "pv" => {
                    let first = value.split(' ').next().unwrap_or_default();
                    assert!(
                        read_move(&Variant::International.start(), first).is_ok(),
                        "{line}"
                    );
                }
                _ => panic!("{name:?} is nothing that an info line says: {line}"),
            }
            if name == "depth" {
                depth = depth.max(value.parse::<u64>().unwrap_or_default());
            }
        }
    }
    assert_eq!(depth, 9);
}
