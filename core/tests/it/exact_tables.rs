//! Endgame tables through the calls: built, used, kept over a restart, deleted.
use damier_core::analysis::{ExactTables, ExactTablesView, TablesState, TablesWish, WorkOnTables};
use damier_core::{App, Assets, ErrorKind};
use damier_store::Store;
use draughts::Variant;
use draughts::notation::fen;
use draughts_engine::EngineAssets;
use draughts_engine::endgame::{Class, PersistentTables, Value};
use std::fs;
use std::path::Path;

const NOW: f64 = 1e12;
/// Three pieces take a second or two, the app's four a minute.
const PIECES: u8 = 3;

fn app(file: &Path, engine: &EngineAssets) -> App {
    let assets = Assets::with_engine(engine.clone());
    let app = App::new(Store::in_memory().unwrap(), assets, NOW).unwrap();
    let tables = PersistentTables::open(file, Variant::International, PIECES, engine.clone());
    app.keeping([tables])
}

fn wish(app: &mut App, wish: TablesWish) -> ExactTablesView {
    app.run(WorkOnTables { pieces: PIECES, wish }, NOW).unwrap()
}

fn look(app: &mut App) -> ExactTablesView {
    app.run(ExactTables { pieces: PIECES }, NOW).unwrap()
}

fn wait(app: &mut App) -> ExactTablesView {
    let mut before = 0;
    loop {
        let view = look(app);
        if view.state != TablesState::Building {
            return view;
        }
        assert!(
            view.percent >= before,
            "it goes back from {before} to {}",
            view.percent
        );
        before = view.percent;
        std::thread::yield_now();
    }
}

/// Built tables know positions with a capture; bundled ones do not.
fn asked(engine: &EngineAssets) -> bool {
    let class: Class = "0m2k v 1m0k".parse().unwrap();
    let tables = engine.tables(Variant::International).unwrap();
    tables.table(class).unwrap().is_complete()
}

#[test]
fn tables_are_built_used_kept_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.bin");

    let engine = EngineAssets::bundled();
    let mut first = app(&file, &engine);
    assert_eq!(look(&mut first).state, TablesState::Nothing);
    assert!(!asked(&engine));
    // Interrupted and continued.
    wish(&mut first, TablesWish::Build);
    wish(&mut first, TablesWish::Stop);
    assert!(matches!(
        wait(&mut first).state,
        TablesState::Nothing | TablesState::Part
    ));
    wish(&mut first, TablesWish::Build);
    let view = wait(&mut first);
    assert_eq!(
        (view.state, view.percent, view.failed),
        (TablesState::Ready, 100, false)
    );
    assert!(asked(&engine));
    assert_eq!(wish(&mut first, TablesWish::Build).state, TablesState::Ready);
    drop(first);

    // After a restart nothing needs to be built.
    let engine = EngineAssets::bundled();
    let mut next = app(&file, &engine);
    let view = look(&mut next);
    assert_eq!(view.state, TablesState::Ready);
    assert!((view.megabytes - fs::metadata(&file).unwrap().len() as f64 / 1e6).abs() < 1e-9);
    // Other bundled tables still work.
    let four_kings = fen::read(Variant::International, "W:WK1,K2,K3,K4:BK26").unwrap();
    let tables = engine.tables(Variant::International).unwrap();
    assert_eq!(tables.probe(&four_kings), Some(Value::Win(None)));
    // All results agree with the bundled ones.
    let here = engine.bundled_tables(Variant::International).unwrap();
    for class in Class::all(3) {
        for slot in (0..tables.slots(class)).step_by(101) {
            if let Some(position) = tables.position_at(class, slot) {
                assert_eq!(tables.probe(&position), here.probe(&position));
            }
        }
    }

    assert_eq!(wish(&mut next, TablesWish::Delete).state, TablesState::Nothing);
    assert!(!file.exists() && !asked(&engine));

    // An invalid file of that name is set aside.
    fs::write(&file, "no tables").unwrap();
    let mut other = app(&file, &engine);
    let view = look(&mut other);
    assert_eq!((view.state, view.failed), (TablesState::Nothing, false));
    assert_eq!(view.aside.as_deref(), Some("tables.bin.damaged-1"));
    assert_eq!(
        fs::read_to_string(folder.path().join("tables.bin.damaged-1")).unwrap(),
        "no tables"
    );

    // A disk error is reported and does nothing else.
    let mut nowhere = app(&folder.path().join("gone").join("tables.bin"), &engine);
    wish(&mut nowhere, TablesWish::Build);
    let view = wait(&mut nowhere);
    assert_eq!((view.state, view.failed), (TablesState::Nothing, true));
    let error = nowhere
        .call("workOnTables", "{\"pieces\":3,\"wish\":\"hurry\"}", NOW)
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::BadParams);
}
