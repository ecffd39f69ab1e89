//! Runs the conversation in `hub.txt`, which was written from the protocol's description alone. Compares answers as
//! text, without our own parser.
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

const SCRIPT: &str = include_str!("hub.txt");

/// True if a text matches a pattern: `*` is any text, `?` any character.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (Some((b'*', rest)), _) => (0..=text.len()).any(|at| fits(rest, &text[at..])),
        (Some((wanted, rest)), Some((found, behind))) => {
            (*wanted == b'?' || wanted == found) && fits(rest, behind)
        }
        _ => false,
    }
}

/// A running program; killed when the test ends first.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_scripted_conversation_matches() {
    let mut engine = Running(
        Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg("hub")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program is built"),
    );
    let mut input = engine.0.stdin.take().expect("its input is a pipe");
    let output = BufReader::new(engine.0.stdout.take().expect("its output is a pipe"));
    let (send, heard) = channel();
    std::thread::spawn(move || {
        output
            .lines()
            .map_while(Result::ok)
            .try_for_each(|line| send.send(line))
    });
    let hear = |said: &str| {
        loop {
            let line: String = heard
                .recv_timeout(Duration::from_secs(120))
                .unwrap_or_else(|wrong| panic!("after {said:?}: {wrong}"));
            if !line.starts_with("info ") {
                return line;
            }
        }
    };
    let lines: Vec<&str> = SCRIPT
        .lines()
        .filter(|line| line.starts_with(['>', '<']))
        .collect();
    let exchanges: Vec<&[&str]> = lines.chunk_by(|_, next| next.starts_with('<')).collect();
    assert!(exchanges.len() >= 60);
    for exchange in exchanges {
        let said = &exchange[0][2..];
        writeln!(input, "{said}").expect("it listens");
        let wanted = exchange[1..].iter().map(|line| &line[2..]);
        let (mut wanted, searches) = (wanted.peekable(), said.starts_with("go "));
        if wanted.peek().is_none() && !searches {
            writeln!(input, "ping").expect("it listens");
            assert_eq!(hear(said), "pong", "after {said:?}");
        }
        while let Some(pattern) = wanted.next() {
            match pattern {
                "(ends)" => assert!(engine.0.wait().expect("its status is known").success()),
                // Skips lines up to the next expected one.
                "…" => {
                    let next = wanted.next().expect("something ends them");
                    while !fits(next.as_bytes(), hear(said).as_bytes()) {}
                }
                _ => {
                    let line = hear(said);
                    assert!(
                        fits(pattern.as_bytes(), line.as_bytes()),
                        "after {said:?}: {line:?}, not {pattern:?}"
                    );
                }
            }
        }
    }
}
