//! The whole training on a small scale: games, weights fitted to them, and the evaluation that uses them.
use draughts::Variant;
use draughts::raw::artefact::ArtefactError;
use draughts_engine::eval::Weights;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Enough for the held-out games, one in twenty, to show progress.
const GAMES: &str = "320";

fn damier(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .output()
        .expect("the program is built");
    let text = String::from_utf8(output.stdout).expect("its output is text");
    (output.status.success(), text)
}

fn play(path: &Path, games: &str, threads: &str) -> Vec<u8> {
    let path = path.to_str().unwrap();
    let (good, text) = damier(&[
        "train",
        "play",
        "--variant",
        "english",
        "--output",
        path,
        "--games",
        games,
        "--nodes",
        "150",
        "--side-lines",
        "2",
        "--seed",
        "5",
        "--threads",
        threads,
    ]);
    assert!(good, "{text}");
    fs::read(path).unwrap()
}

#[test]
fn games_are_reproducible_and_weights_are_learned_from_them() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str| {
        let path = folder.join(name);
        let _ = fs::remove_file(&path);
        path
    };
    let (whole, resumed, weights) = (file("whole.games"), file("resumed.games"), file("english.bin"));
    let games = std::thread::scope(|scope| {
        let games = scope.spawn(|| play(&whole, GAMES, "2"));
        play(&resumed, "30", "1");
        games.join().unwrap()
    });
    // Simulates a run that was killed during a game.
    let cut = fs::read(&resumed).unwrap();
    fs::write(&resumed, &cut[..cut.len() - 5]).unwrap();
    assert!(
        play(&resumed, GAMES, "1") == games,
        "the games depend on the seed alone"
    );

    let fit = |steps: &str| {
        let (whole, weights) = (whole.to_str().unwrap(), weights.to_str().unwrap());
        let arguments = [
            "train",
            "fit",
            "--variant",
            "english",
            whole,
            "--output",
            weights,
            "--steps",
            steps,
            "--alike",
            "2",
        ];
        let (good, log) = damier(&arguments);
        assert!(good, "{log}");
        log
    };
    let log = fit("15");
    let losses: Vec<f64> = log
        .lines()
        .filter_map(|line| {
            line.strip_prefix("| ")?
                .split(" | ")
                .nth(2)?
                .trim_end_matches(" |")
                .parse()
                .ok()
        })
        .collect();
    // Without weights every game is a coin toss: ln 2.
    assert!(losses.len() >= 3 && (losses[0] - 2f64.ln()).abs() < 1e-4, "{log}");
    assert!(
        losses.iter().copied().fold(1.0, f64::min) < losses[0] - 0.01,
        "{log}"
    );

    let bytes = fs::read(&weights).unwrap();
    assert_eq!(Weights::read(&bytes).unwrap().variant(), Variant::English);
    fit("15");
    assert!(
        fs::read(&weights).unwrap() == bytes,
        "the same games give the same weights"
    );
    a_net_learns_the_errors_of_the_weights(&whole, &weights, &file("net.bin"));
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(
        Weights::read(&damaged).err(),
        Some(ArtefactError::Damaged("weights"))
    );
    assert_eq!(
        Weights::read(&bytes[..bytes.len() - 1]).err(),
        Some(ArtefactError::Damaged("weights"))
    );
    assert_eq!(
        Weights::read(b"something else").err(),
        Some(ArtefactError::Alien("weights"))
    );
}

fn a_net_learns_the_errors_of_the_weights(games: &Path, weights: &Path, output: &Path) {
    let [games, weights, net] = [games, weights, output].map(|path| path.to_str().unwrap());
    let arguments = |epochs| {
        [
            "train",
            "net",
            "--variant",
            "english",
            games,
            "--base",
            weights,
            "--output",
            net,
            "--epochs",
            epochs,
            "--rate",
            "0.01",
        ]
    };
    let (good, log) = damier(&arguments("8"));
    assert!(good, "{log}");
    let losses = |column: usize| -> Vec<f64> {
        let cell = |line: &str| line.split('|').nth(column)?.trim().parse().ok();
        log.lines().filter_map(cell).collect()
    };
    let (learned, kept_back) = (losses(2), losses(3));
    assert!(learned.len() == 8 && kept_back.len() == 9, "{log}");
    assert!(learned[7] < learned[0] - 0.004, "{log}");
    assert!(kept_back[8] < kept_back[0] - 0.001, "{log}");
    let bytes = fs::read(output).unwrap();
    assert!(bytes != fs::read(weights).unwrap() && Weights::read(&bytes).is_ok());
    damier(&arguments("8"));
    assert!(
        fs::read(output).unwrap() == bytes,
        "the same games give the same net"
    );
}
