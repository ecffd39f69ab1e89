//! `damier hub` as an engine of the window: added, configured, used, and ended.
use damier_core::search::{LimitsView, SearchParams};
use damier_host::hub::{Engines, HubFault};
use draughts_engine::StopFlag;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_damier"))
}

fn params(moves: &[&str], limits: LimitsView) -> SearchParams {
    SearchParams {
        variant: "international".into(),
        fen: "W:W31-50:B1-20".into(),
        moves: moves.iter().map(|&text| text.into()).collect(),
        limits,
        passed: false,
        lines: 0,
        threads: 0,
        table: 0,
    }
}

#[test]
fn an_engine_is_added_configured_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let engines = Engines::in_folder(folder.path()).ending_after(Duration::from_millis(200));
    let added = engines.add(program()).unwrap();
    let name = format!("Damier {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(
        (added.name.as_str(), added.program.as_str(), added.millis),
        (name.as_str(), "damier", 1000)
    );
    let settings: Vec<&str> = added
        .settings
        .iter()
        .map(|setting| setting.name.as_str())
        .collect();
    assert!(
        settings.contains(&"level") && !settings.contains(&"variant"),
        "{settings:?}"
    );
    // A second engine of the same name gets a number.
    assert_eq!(engines.add(program()).unwrap().name, format!("{name} (2)"));
    let chosen = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect()
    };
    let refused = engines.set(&name, 300, chosen(&[("threads", "99")]));
    assert!(matches!(refused, Err(HubFault::Setting(..))));
    engines
        .set(&name, 300, chosen(&[("bb-size", "2"), ("threads", "1")]))
        .unwrap();
    // The list survives a restart.
    let again = Engines::in_folder(folder.path()).ending_after(Duration::from_millis(200));
    let kept = &again.all()[0];
    let value = |name: &str| {
        kept.settings
            .iter()
            .find(|one| one.name == name)
            .unwrap()
            .value
            .clone()
    };
    assert_eq!((kept.millis, value("bb-size").as_str()), (300, "2"));

    let go = StopFlag::new();
    let level = LimitsView::Level {
        level: format!("hub:{name}"),
        seed: 1,
    };
    // The only legal move.
    let forced = again
        .answer(&name, &params(&["32-28", "19-23"], level), &go, |_| {})
        .unwrap();
    assert_eq!(forced.best.unwrap().notation, "28x19");
    let mut depths = Vec::new();
    let found = again
        .answer(&name, &params(&[], LimitsView::Depth { depth: 7 }), &go, |info| {
            depths.push(info.depth)
        })
        .unwrap();
    assert!(
        found.info.depth >= 7 && !found.info.pv.is_empty() && !depths.is_empty() && depths.is_sorted(),
        "{depths:?}"
    );
    // An infinite search stops on request and still has a result.
    let stop = StopFlag::new();
    let endless = again
        .answer(&name, &params(&["33-29"], LimitsView::Infinite), &stop, |info| {
            if info.depth >= 5 {
                stop.stop();
            }
        })
        .unwrap();
    assert!(endless.best.is_some());
    let bad = again.answer(&name, &params(&["1-2"], LimitsView::Infinite), &go, |_| {});
    assert!(matches!(bad, Err(HubFault::Question(_))));
    let russian = SearchParams {
        variant: "russian".into(),
        fen: "W:Wa1,c1:Bh8".into(),
        ..params(&[], LimitsView::Infinite)
    };
    assert!(again.answer(&name, &russian, &go, |_| {}).is_err());
    again.forget(&name).unwrap();
    assert_eq!(again.all().len(), 1);
    assert!(matches!(
        again.answer(&name, &params(&[], LimitsView::Infinite), &go, |_| {}),
        Err(HubFault::Unknown(_))
    ));
}

/// Waits until a condition holds. The deadline only guards against hanging.
#[cfg(target_os = "linux")]
#[allow(clippy::disallowed_methods, reason = "a deadline for tests")]
fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let deadline = std::time::Instant::now() + Duration::from_secs(120);
    while !holds() {
        assert!(std::time::Instant::now() < deadline, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Counts the engines that this process runs.
#[cfg(target_os = "linux")]
fn running() -> usize {
    let own = std::process::id();
    let tasks = std::fs::read_dir(format!("/proc/{own}/task")).unwrap();
    let children = tasks.map(|task| std::fs::read_to_string(task.unwrap().path().join("children")));
    let pids: String = children.map(Result::unwrap_or_default).collect();
    let is_engine = |pid: &&str| {
        let words = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        words.ends_with("\0hub\0")
    };
    pids.split_whitespace().filter(is_engine).count()
}

/// Runs in a process of its own, because `running` counts all engines of a process.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "run by `every_started_engine_is_ended`"]
fn started_and_ended() {
    let folder = tempfile::tempdir().unwrap();
    let with_idle_limit = |idle| Engines::in_folder(folder.path()).ending_after(idle);
    let engines = with_idle_limit(Duration::from_secs(3600));
    let name = engines.add(program()).unwrap().name;
    assert_eq!(running(), 0, "an engine that was only tried has ended");
    let ask = |engines: &Engines| {
        let params = params(&[], LimitsView::Depth { depth: 2 });
        engines.answer(&name, &params, &StopFlag::new(), |_| {}).unwrap()
    };
    ask(&engines);
    assert_eq!(running(), 1, "it waits for the next move");
    engines.end();
    assert_eq!(running(), 0);
    let impatient = with_idle_limit(Duration::from_millis(50));
    ask(&impatient);
    wait_until("the end of an idle engine", || running() == 0);
    // In the middle of a search too: its caller gets an error.
    std::thread::scope(|scope| {
        let (tell, heard) = std::sync::mpsc::channel();
        let engines = &engines;
        let name = &name;
        let asked = scope.spawn(move || {
            let params = params(&[], LimitsView::Infinite);
            engines.answer(name, &params, &StopFlag::new(), |_| {
                // The listener is gone after the first report.
                let _ = tell.send(());
            })
        });
        heard.recv().expect("the search goes on");
        engines.end();
        assert!(matches!(asked.join().unwrap(), Err(HubFault::Ended)));
    });
    assert_eq!(running(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn every_started_engine_is_ended() {
    let own = std::env::current_exe().unwrap();
    let output = std::process::Command::new(own)
        .args([
            "--exact",
            "engines::started_and_ended",
            "--ignored",
            "--nocapture",
        ])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
