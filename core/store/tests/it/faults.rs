//! Stores damaged at random places: each opens or reports the damage, and keeps the games on undamaged pages.
//! Seeds are fixed, so that a fault can be reproduced. The long run prints the table of `faults.md`.
use crate::folder::Folder;
use damier_store::{Duplicates, GameStart, Import, Indexer, RawFiles, Rescue, StepDone, Store, StoreError};
use draughts::raw::Rng;
use std::collections::{BTreeMap, HashSet};
use std::io::Cursor;
use std::path::Path;

const PAGE: usize = 4096;

/// Kinds of damage.
const DAMAGES: [&str; 6] = [
    "a bit flipped",
    "100 bits flipped",
    "a page zeroed",
    "20 pages zeroed",
    "64 kB of noise",
    "the end cut off",
];

fn damage(bytes: &mut Vec<u8>, which: usize, rng: &mut Rng) {
    let pages = bytes.len() / PAGE;
    let flip = |bytes: &mut Vec<u8>, rng: &mut Rng| {
        let at = rng.below(bytes.len());
        bytes[at] ^= 1 << rng.below(8);
    };
    let zero = |bytes: &mut Vec<u8>, rng: &mut Rng| {
        let page = rng.below(pages);
        bytes[page * PAGE..(page + 1) * PAGE].fill(0);
    };
    match which {
        0 => flip(bytes, rng),
        1 => (0..100).for_each(|_| flip(bytes, rng)),
        2 => zero(bytes, rng),
        3 => (0..20).for_each(|_| zero(bytes, rng)),
        4 => {
            let from = rng.below(pages - 16) * PAGE;
            (from..from + 16 * PAGE).for_each(|at| bytes[at] = rng.below(256) as u8);
        }
        _ => bytes.truncate(1 + rng.below(bytes.len() - 1)),
    }
}

/// A person's store, with the pages that hold each game's moves.
struct Whole {
    bytes: Vec<u8>,
    /// A game's id, its moves, and the pages that hold them.
    games: Vec<(i64, Vec<u8>, HashSet<usize>)>,
}

impl Whole {
    fn new(folder: &Folder, imported: usize) -> Whole {
        let mut store = Store::open(folder.file()).unwrap();
        let profile = store.profile(1e12).unwrap().id;
        let experience = damier_store::Experience::InAClub;
        store
            .set_profile(profile, Some("Ada"), Some(experience), None)
            .unwrap();
        store.set_setting(profile, "theme", "dark").unwrap();
        for step in 0..200 {
            let done = StepDone {
                step: format!("step {step}"),
                mistakes: 0,
                hints: 0,
            };
            store.step_done(profile, "board", &done, 1e12).unwrap();
        }
        let mut rng = Rng::new(1);
        for number in 0..100_u32 {
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
            let mut game = store.add_game(start, vec![1], 1e12 + f64::from(number)).unwrap();
            (game.tree, game.ply) = (tree(&mut rng, number as usize), 2);
            store.save_game(&mut game).unwrap();
        }
        let mut import = Import::begin(&store, "x.pdn", Duplicates::Keep, None, 1e12).unwrap();
        let text: String = (0..imported)
            .map(|n| {
                // Some comments are longer than a page.
                let words = if n % 50 == 0 { 700 } else { 10 };
                let comment: String = (0..words).map(|_| format!("{:x} ", rng.below(1 << 32))).collect();
                format!(
                    "[White \"W{n}\"]\n[Event \"E{}\"]\n1. 32-28 {{{comment}}} 19-23 2. 28x19 14x23 *\n\n",
                    n % 300
                )
            })
            .collect();
        import.push(&mut store, text.as_bytes(), true, 1e12).unwrap();
        let mut indexer = Indexer::default();
        while !indexer.step(&mut store, &|_, _| Vec::new()).unwrap() {}
        let ids = store.ids_after(0, u32::MAX).unwrap();
        let bodies: Vec<(i64, Vec<u8>)> = ids
            .iter()
            .map(|id| (*id, store.body(*id).unwrap().unwrap().tree))
            .collect();
        drop(store);
        let bytes = std::fs::read(folder.file()).unwrap();
        // The offset of each piece of text in the file.
        let mut at: BTreeMap<&[u8], usize> = BTreeMap::new();
        let keys: HashSet<&[u8]> = bodies
            .iter()
            .flat_map(|(_, tree)| tree.windows(KEY).step_by(KEY))
            .collect();
        for (place, window) in bytes.windows(KEY).enumerate() {
            if keys.contains(window) {
                at.insert(&bytes[place..place + KEY], place);
            }
        }
        let games = bodies
            .iter()
            .map(|(id, tree)| {
                let places = tree.windows(KEY).step_by(KEY).filter_map(|key| at.get(key));
                (
                    *id,
                    tree.clone(),
                    places
                        .flat_map(|place| [place / PAGE, (place + KEY - 1) / PAGE])
                        .collect(),
                )
            })
            .collect();
        Whole { bytes, games }
    }

    /// Returns the games whose moves are on unchanged pages.
    fn undamaged(&self, bytes: &[u8]) -> Vec<&(i64, Vec<u8>, HashSet<usize>)> {
        let same = |page: &usize| {
            let range = page * PAGE..(page + 1) * PAGE;
            bytes.get(range.clone()) == Some(&self.bytes[range])
        };
        let whole = |game: &&(i64, Vec<u8>, HashSet<usize>)| !game.2.is_empty() && game.2.iter().all(same);
        self.games.iter().filter(whole).collect()
    }
}

/// Length of a piece of moves and text that is unique in the file, in bytes.
const KEY: usize = 24;

/// Two moves and a comment that no other game has.
fn tree(rng: &mut Rng, number: usize) -> Vec<u8> {
    let comment: String = (0..8).map(|_| format!("{:x} ", rng.below(1 << 32))).collect();
    let comment = format!("{number} {comment}");
    let mut tree = vec![1, 32, 28, 19, 23, 0xF1, 0xF3, 1, 1, comment.len() as u8];
    tree.extend(comment.as_bytes());
    tree
}

#[derive(Default)]
struct Row {
    stores: u32,
    unnoticed: u32,
    rescued: u32,
    newer: u32,
    undamaged: usize,
    saved: usize,
    worst: Option<usize>,
}

fn run(whole: &Whole, folder: &Folder, stores: usize, seed: u64) -> BTreeMap<usize, Row> {
    let mut table: BTreeMap<usize, Row> = BTreeMap::new();
    for number in 0..stores {
        let (which, mut rng) = (number % DAMAGES.len(), Rng::new(seed + number as u64));
        let mut bytes = whole.bytes.clone();
        damage(&mut bytes, which, &mut rng);
        for file in std::fs::read_dir(&folder.0).unwrap() {
            std::fs::remove_file(file.unwrap().path()).unwrap();
        }
        std::fs::write(folder.file(), &bytes).unwrap();
        let name = format!("store {number}, {}", DAMAGES[which]);
        let row = table.entry(which).or_default();
        row.stores += 1;
        let store = match Store::open_or_rescue(folder.file()) {
            Ok(store) => store,
            // A schema number that is slightly too high may be a newer version's. Nothing was touched.
            Err(StoreError::FromNewerApp { .. }) => {
                assert_eq!(std::fs::read(folder.file()).unwrap(), bytes, "{name}");
                row.newer += 1;
                continue;
            }
            Err(error) => panic!("{name}: {error}"),
        };
        let profile = store.profile(2e12).unwrap();
        let rescue: Option<Rescue> = store.rescue(profile.id).unwrap();
        match &rescue {
            Some(rescue) => {
                row.rescued += 1;
                assert_eq!(std::fs::read(&rescue.aside).unwrap(), bytes, "{name}");
                assert!(
                    rescue.games == 0 || profile.experience.is_some(),
                    "{name}: the first question is asked again"
                );
            }
            None => row.unnoticed += 1,
        }
        let undamaged = whole.undamaged(&bytes);
        let kept = |game: &&&(i64, Vec<u8>, HashSet<usize>)| {
            store
                .body(game.0)
                .unwrap()
                .is_some_and(|body| body.tree == game.1)
                && store.library_row(game.0).unwrap().is_some()
        };
        let saved = undamaged.iter().filter(kept).count();
        row.undamaged += undamaged.len();
        row.saved += saved;
        if !undamaged.is_empty() {
            let share = saved * 1000 / undamaged.len();
            row.worst = Some(row.worst.map_or(share, |worst| worst.min(share)));
        }
        // A store that reports no damage has lost nothing.
        assert!(rescue.is_some() || saved == undamaged.len(), "{name}");
    }
    table
}

fn check(table: &BTreeMap<usize, Row>) {
    println!(
        "| what was done | stores | rescued | opened as it was | taken for a newer one | games on undamaged pages | of them saved | worst store |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (which, row) in table {
        let share = row.saved as f64 * 100.0 / row.undamaged.max(1) as f64;
        let worst = row.worst.map_or(String::from("–"), |worst| {
            format!("{}.{} %", worst / 10, worst % 10)
        });
        println!(
            "| {} | {} | {} | {} | {} | {} | {share:.2} % | {worst} |",
            DAMAGES[*which], row.stores, row.rescued, row.unnoticed, row.newer, row.undamaged
        );
    }
    for (which, row) in table {
        assert!(row.saved * 100 >= row.undamaged * 95, "{}", DAMAGES[*which]);
    }
}

#[test]
fn a_damaged_store_reports_damage_and_keeps_undamaged_games() {
    let folder = Folder::new("few");
    let whole = Whole::new(&folder, 200);
    check(&run(&whole, &folder, 30, 20_261_124));
}

#[test]
#[ignore = "500 stores: half a minute optimised"]
fn five_hundred_damaged_stores() {
    let folder = Folder::new("many");
    let whole = Whole::new(&folder, 1_500);
    println!(
        "{} games on {} pages",
        whole.games.len(),
        whole.bytes.len() / PAGE
    );
    check(&run(&whole, &folder, 500, 1));
}

/// Pages written to mislead the reader. Reading must end and produce a store.
#[test]
fn hostile_pages_do_not_loop_or_panic() {
    let folder = Folder::new("hostile");
    let whole = Whole::new(&folder, 50);
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut bytes = whole.bytes[..whole.bytes.len().min(60 * PAGE)].to_vec();
        for page in bytes.chunks_mut(PAGE).skip(usize::from(seed % 2 == 0)) {
            match rng.below(4) {
                0 => {}
                // Page numbers, lengths and offsets that are too large or lead in circles.
                1 => (0..60).for_each(|_| {
                    page[rng.below(120.min(page.len()))] = [0, 1, 5, 127, 128, 255][rng.below(6)]
                }),
                2 => (0..400).for_each(|_| page[rng.below(page.len())] = rng.below(256) as u8),
                _ => {
                    page.fill(0xFF);
                    page[0] = [2, 5, 10, 13][rng.below(4)];
                }
            }
        }
        let mut log = bytes.clone();
        log[..4].copy_from_slice(&0x377F_0682_u32.to_be_bytes());
        let files = RawFiles {
            main: Box::new(Cursor::new(bytes)),
            wal: Some(Box::new(Cursor::new(log))),
        };
        let store = Store::from_damaged(Some(files), Path::new("hostile.db")).unwrap();
        assert!(
            store.rescue(store.profile(2e12).unwrap().id).unwrap().is_some(),
            "{seed}"
        );
    }
}

/// Without renames, as in a browser.
#[test]
fn a_new_store_opens_beside_a_damaged_one() {
    let folder = Folder::new("beside");
    let whole = Whole::new(&folder, 200);
    let raw = |path: &Path| {
        let main = Box::new(Cursor::new(std::fs::read(path).ok()?));
        Some(RawFiles { main, wal: None })
    };
    for which in 0..DAMAGES.len() {
        let _ = std::fs::remove_file(folder.0.join("store-2.db"));
        let mut bytes = whole.bytes.clone();
        damage(&mut bytes, which, &mut Rng::new(7));
        std::fs::write(folder.file(), &bytes).unwrap();
        let store = Store::open_beside_damaged(folder.file(), raw).unwrap();
        let told = store.rescue(store.profile(2e12).unwrap().id).unwrap();
        assert_eq!(told.is_some(), folder.0.join("store-2.db").exists());
        drop(store);
        assert!(told.is_none() || std::fs::read(folder.file()).unwrap() == bytes);
    }
}
