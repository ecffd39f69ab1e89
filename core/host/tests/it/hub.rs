//! Engines that misbehave. Each one is this test program, started again to run one ignored test that acts as an
//! engine. The test runner's own output precedes it, like the banners of real engines.
use damier_host::hub::{Engine, Engines, HubFault, Limit};
use draughts::{Game, Variant};
use draughts_engine::StopFlag;
use std::collections::BTreeMap;
use std::io::BufRead;

/// Starts one of the engines below.
fn begin(name: &str) -> Result<Engine, HubFault> {
    let program = std::env::current_exe().unwrap();
    let test = format!("hub::{name}");
    let arguments = ["--exact", &test, "--ignored", "--nocapture", "--test-threads=1"];
    Engine::start(&program, &arguments.map(String::from))
}

/// Starts an engine and prepares it for international draughts.
fn ready(name: &str) -> Engine {
    let mut engine = begin(name).unwrap();
    engine.prepare(Variant::International, &BTreeMap::new()).unwrap();
    engine
}

fn think(engine: &mut Engine) -> Result<String, HubFault> {
    let game = Game::new(Variant::International);
    let found = engine.search(&game, Limit::Time(50.0), &StopFlag::new(), |_| {})?;
    Ok(draughts::notation::hub::write_move(&found.best))
}

/// Answers commands until the input ends, `quit` arrives, or the reply is `None`.
fn answer(mut what: impl FnMut(&str) -> Option<&'static str>) {
    println!();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let command = line.split(' ').next().unwrap_or_default().to_owned();
        match what(&command) {
            Some(words) if !words.is_empty() => println!("{words}"),
            Some(_) => {}
            None => return,
        }
        if command == "quit" {
            return;
        }
    }
}

const GREETING: &str = "id name=\"Old Fellow\" version=2 author=\"A. Tester\"
param name=variant value=normal type=enum values=\"normal frisian\"
param name=threads value=1 type=int min=1 max=4
param name=nonsense
param value=nameless
wait";

fn usual(command: &str) -> Option<&'static str> {
    Some(match command {
        "hub" => GREETING,
        "init" => "init eval\nready",
        "go" => "info depth=nan score=1e999 pv=\"32-28 99-99 18-22\"\ndone move=32-28 ponder=18-22",
        _ => "",
    })
}

#[test]
#[ignore = "an engine for the tests"]
fn good() {
    answer(usual);
}

#[test]
#[ignore = "an engine for the tests"]
fn crashing() {
    answer(|command| if command == "go" { None } else { usual(command) });
}

#[test]
#[ignore = "an engine for the tests"]
fn cheating() {
    answer(|command| {
        if command == "go" {
            Some("done move=1-50")
        } else {
            usual(command)
        }
    });
}

#[test]
#[ignore = "an engine for the tests"]
fn deaf() {
    // It ignores `stop` and `quit`.
    answer(|command| match command {
        "hub" | "set-param" | "init" => usual(command),
        _ => loop {
            std::thread::park();
        },
    });
}

#[test]
#[ignore = "an engine for the tests"]
fn chattering() {
    answer(|command| {
        if command == "hub" {
            for _ in 0..5_000 {
                println!("{}", "x".repeat(200));
            }
            print!("{}", "y".repeat(1 << 20));
            println!();
        }
        usual(command)
    });
}

#[test]
#[ignore = "no engine"]
fn talking_of_other_things() {
    println!("Usage: something else");
}

#[test]
fn a_good_engine_identifies_itself_and_plays() {
    let mut engine = begin("good").unwrap();
    let identity = engine.identity();
    assert_eq!(
        (identity.name.as_str(), identity.author.as_str()),
        ("Old Fellow 2", "A. Tester")
    );
    let names: Vec<String> = engine
        .settings()
        .into_iter()
        .map(|setting| setting.name)
        .collect();
    assert_eq!(names, ["threads", "nonsense"]);
    let chosen = BTreeMap::from([("threads".to_owned(), "3".to_owned())]);
    engine.prepare(Variant::International, &chosen).unwrap();
    let game = Game::new(Variant::International);
    let mut told = Vec::new();
    let found = engine
        .search(&game, Limit::Depth(3), &StopFlag::new(), |progress| {
            told.push(progress.clone())
        })
        .unwrap();
    // Invalid numbers are ignored; the legal part of a line is kept.
    assert_eq!(
        (found.progress.score, found.progress.line.len(), told.len()),
        (0.0, 1, 1)
    );
}

#[test]
fn every_error_has_its_fault() {
    assert!(matches!(begin("talking_of_other_things"), Err(HubFault::NoHub)));
    let missing = Engine::start("/no/such/engine".as_ref(), &[]);
    assert!(matches!(missing, Err(HubFault::NotStarted(_))));
    assert!(matches!(think(&mut ready("crashing")), Err(HubFault::Ended)));
    assert!(matches!(think(&mut ready("cheating")), Err(HubFault::Illegal(text)) if text == "1-50"));
    let mut engine = begin("good").unwrap();
    let other = engine.prepare(Variant::Killer, &BTreeMap::new());
    assert!(matches!(other, Err(HubFault::OtherGame(Variant::Killer))));
    for wrong in [("threads", "9"), ("colour", "red")] {
        let chosen = BTreeMap::from([(wrong.0.to_owned(), wrong.1.to_owned())]);
        let refused = engine.prepare(Variant::International, &chosen);
        assert!(matches!(refused, Err(HubFault::Setting(..))), "{wrong:?}");
    }
}

#[test]
fn a_talkative_engine_is_understood() {
    assert_eq!(think(&mut ready("chattering")).unwrap(), "32-28");
}

#[test]
fn an_unresponsive_engine_is_killed() {
    let mut engine = ready("deaf");
    let (game, stop) = (Game::new(Variant::International), StopFlag::new());
    stop.stop();
    let silent = engine.search(&game, Limit::Infinite, &stop, |_| {});
    assert!(matches!(silent, Err(HubFault::Silent)));
    #[cfg(target_os = "linux")]
    {
        let children = || {
            let own = std::process::id();
            let tasks = std::fs::read_dir(format!("/proc/{own}/task")).unwrap();
            let children = tasks.map(|task| std::fs::read_to_string(task.unwrap().path().join("children")));
            let all: String = children.map(Result::unwrap_or_default).collect();
            all.split_whitespace().map(String::from).collect::<Vec<_>>()
        };
        let deaf = |pid: &String| {
            let words = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            words.contains("\0hub::deaf\0")
        };
        assert_eq!(children().iter().filter(|pid| deaf(pid)).count(), 1);
        drop(engine);
        assert_eq!(children().iter().filter(|pid| deaf(pid)).count(), 0);
    }
}

#[test]
fn only_engines_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let engines = Engines::in_folder(folder.path());
    let none = engines.add(&folder.path().join("nothing"));
    assert!(matches!(none, Err(HubFault::NotStarted(_))));
    assert!(engines.all().is_empty());
    let unknown = engines.set("Nobody", 1000, BTreeMap::new());
    assert!(matches!(unknown, Err(HubFault::Unknown(_))));
    // A damaged file counts as empty and is set aside.
    std::fs::write(folder.path().join("engines.json"), "[{\"name\":3}]").unwrap();
    assert!(Engines::in_folder(folder.path()).all().is_empty());
    assert!(folder.path().join("engines.json.damaged").exists());
}
