//! Damaged stores: the rescue ends, its result is an intact store, and the damaged file stays unchanged.
#![no_main]
use damier_store::{Check, Duplicates, GameStart, Import, Indexer, RawFiles, StepDone, Store, StoreError};
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Bytes of a change: three for the place, the rest for the new content.
const CHANGE: usize = 4;

/// A folder of this process.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("damier-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
});

/// A store with games, an index and progress.
static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let file = FOLDER.join("whole.db");
    let mut store = Store::open(&file).expect("a store");
    let profile = store.profile(1e12).expect("a person").id;
    let done = StepDone { step: "first".into(), mistakes: 1, hints: 0 };
    store.step_done(profile, "board", &done, 1e12).expect("kept");
    let start = GameStart {
        profile,
        variant: "international".into(),
        start_fen: "W:W31-50:B1-20".into(),
        white_level: None,
        black_level: Some("3b".into()),
        removed: Vec::new(),
        terms: None,
        tags: Vec::new(),
        letter: None,
    };
    let mut game = store.add_game(start, vec![1], 1e12).expect("a game");
    (game.tree, game.ply) = (vec![1, 32, 28, 19, 23], 2);
    store.save_game(&mut game).expect("kept");
    let mut import = Import::begin(&store, "x.pdn", Duplicates::Keep, None, 1e12).expect("an import");
    let text: String = (0..30)
        .map(|n| format!("[White \"W{n}\"]\n1. 32-28 {{{}}} 19-23 2. 28x19 14x23 *\n\n", "word ".repeat(n * n)))
        .collect();
    import.push(&mut store, text.as_bytes(), true, 1e12).expect("imported");
    let mut indexer = Indexer::default();
    while !indexer.step(&mut store, &|_, _| Vec::new()).expect("indexed") {}
    drop(store);
    fs::read(file).expect("read")
});

/// The first byte selects the input: changes in an intact store, a file that begins like a store, or an arbitrary
/// file.
fn damaged(bytes: &[u8]) -> Vec<u8> {
    let Some((how, rest)) = bytes.split_first() else {
        return Vec::new();
    };
    if how % 8 == 7 {
        return rest.to_vec();
    }
    let mut whole = WHOLE.clone();
    for change in rest.chunks_exact(CHANGE) {
        let at = change[..3].iter().fold(0, |at, byte| at << 8 | usize::from(*byte));
        let at = at % whole.len();
        whole[at] = change[3];
    }
    if how % 8 == 6 {
        let end = whole.len() * usize::from(how / 8) / 32;
        whole.truncate(end);
    }
    whole
}

fn check(store: &Store) {
    let mut check = Check::default();
    while !check.step(store).expect("what was saved is whole") {}
}

fuzz_target!(|bytes: &[u8]| {
    let bytes = damaged(bytes);
    let files = RawFiles {
        main: Box::new(Cursor::new(bytes.clone())),
        wal: None,
    };
    check(&Store::from_damaged(Some(files), Path::new("damaged.db")).expect("in memory"));
    let folder = FOLDER.join("one");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("store.db");
    fs::write(&file, &bytes).expect("written");
    match Store::open_or_rescue(&file) {
        Ok(store) => {
            let rescue = store.profile(2e12).and_then(|profile| store.rescue(profile.id));
            if let Ok(Some(rescue)) = rescue {
                assert!(fs::read(rescue.aside).expect("set aside") == bytes, "it is left as it was");
                check(&store);
            }
        }
        Err(StoreError::FromNewerApp { .. }) => {
            assert!(fs::read(&file).expect("there") == bytes, "it is left as it was");
        }
        Err(error) => panic!("{error}"),
    }
});
