//! A Hub session as another program holds it: every line it may send, and what must come back.
use draughts::Variant;
use draughts::notation::hub::{HubLine, read_move, write_position};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

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
        let line = self.lines.recv_timeout(Duration::from_secs(30));
        line.expect("it answers")
    }

    /// The next line that is no `info`.
    fn hear(&self) -> String {
        loop {
            let line = self.line();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }

    /// Says something and hears the answer.
    fn ask(&mut self, text: &str) -> String {
        self.say(text);
        self.hear()
    }

    fn ends(&mut self) -> bool {
        (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(20));
            self.child
                .try_wait()
                .expect("its status is known")
                .is_some_and(|status| status.success())
        })
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
    // The only legal move, with the square it takes.
    assert!(engine.ask("go think").starts_with("done move=28x19x23"));
    assert_eq!(engine.ask("ping"), "pong");
    // The position stays until another comes.
    engine.say("level nodes=2000");
    assert!(engine.ask("go think").starts_with("done move=28x19x23"));
    engine.say("quit");
    assert!(engine.ends());
}

#[test]
fn parameters_are_kept_and_told() {
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
    // Only the first moves are chosen at random.
    let mut firsts = std::collections::HashSet::new();
    for _ in 0..12 {
        engine.say("pos start");
        engine.say("level depth=2");
        firsts.insert(engine.ask("go think"));
    }
    assert!(firsts.len() > 1, "{firsts:?}");
    // Two threads think, and stop.
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
fn a_search_listens() {
    let mut engine = Engine::start();
    engine.say("init");
    assert_eq!(engine.hear(), "ready");
    engine.say(&format!("pos pos={}", start()));
    engine.say("level infinite");
    engine.say("go analyze");
    assert_eq!(engine.ask("ping"), "pong");
    assert!(engine.ask("stop").starts_with("done move="));
    // While the opponent thinks there is no end, however shallow; after the hit there is.
    engine.say("level depth=4");
    engine.say("go ponder");
    assert_eq!(engine.ask("ping"), "pong");
    assert!(engine.ask("ponder-hit").starts_with("done move="));
    // A stop that comes too late changes nothing.
    engine.say("stop");
    assert_eq!(engine.ask("ping"), "pong");
    // Any other line ends the search and is then obeyed.
    engine.say("level infinite");
    engine.say("go think");
    assert!(engine.ask("init").starts_with("done move="));
    assert_eq!(engine.hear(), "ready");
}

/// What an argument of each `info` line says, up to `done`.
fn told(engine: &Engine, name: &str) -> Vec<f64> {
    let lines = std::iter::from_fn(|| Some(engine.line()).filter(|line| !line.starts_with("done ")));
    let values: Vec<f64> = lines
        .flat_map(|line| arguments(&line))
        .filter(|(known, _)| known == name)
        .map(|(_, value)| value.parse().expect("a number"))
        .collect();
    assert!(!values.is_empty(), "no {name} was told");
    values
}

#[test]
fn a_level_stays_a_level_whenever_the_hit_comes_and_keeps_to_the_clock() {
    let mut engine = Engine::start();
    engine.say("set-param name=level value=5");
    assert_eq!(engine.ask("init"), "ready");
    // No limit was told: the level's own end it.
    engine.say("pos start");
    engine.say("go ponder");
    assert!(engine.ask("ponder-hit").starts_with("done move="));
    // The strongest would look at two million positions.
    engine.say("set-param name=level value=8");
    engine.say("pos start");
    engine.say("level move-time=0.001");
    engine.say("go think");
    let nodes = told(&engine, "nodes");
    assert!(nodes.iter().all(|nodes| *nodes < 1e6), "{nodes:?}");
}

#[test]
fn the_time_that_it_tells_goes_on_at_the_hit() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("init"), "ready");
    engine.say("pos start");
    engine.say("level move-time=0.3");
    engine.say("go ponder");
    std::thread::sleep(Duration::from_millis(300));
    engine.say("ponder-hit");
    let times = told(&engine, "time");
    assert!(times.is_sorted(), "{times:?}");
}

#[test]
fn malformed_lines_are_named_and_the_session_goes_on() {
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
    // A bad position leaves none, rather than the one before.
    assert!(engine.ask("go think").starts_with("error message="));
    assert_eq!(engine.ask("ping"), "pong");
}

#[test]
fn whatever_is_said_the_session_goes_on() {
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
    // Harmless lines that other programs send.
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
    // A side without a piece has no move: there is an answer all the same.
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
fn a_level_plays_no_game_twice_but_where_the_seed_is_given() {
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
    std::thread::sleep(Duration::from_millis(100));
    drop(engine.input.take());
    assert!(engine.ends());
}

/// The words of a line; a value in quotation marks may hold blanks.
fn arguments(line: &str) -> Vec<(String, String)> {
    let line = HubLine::read(line).expect("it speaks Hub");
    line.arguments
        .into_iter()
        .map(|(name, value)| (name, value.unwrap_or_default()))
        .collect()
}

#[test]
fn every_line_it_says_is_hub() {
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
        // What it says it has, it takes.
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
