//! Several people in one store: their separate data, and that a backup and a rescue include everybody.
use super::start;
use crate::folder::Folder;
use damier_store::{Attempt, Backup, GameEnd, GameStart, LevelScore, PuzzleFacts, Restore, StepDone, Store};
use draughts::Variant;
use draughts::notation::fen;

/// Adds two people with some data each; returns their ids.
fn family(store: &mut Store) -> [i64; 2] {
    let ada = store.profile(1.0).unwrap().id;
    store.set_profile(ada, Some("Ada"), None, Some(3)).unwrap();
    let bram = store.add_person("bram", 1, 2.0).unwrap();
    for (id, lesson, puzzle) in [(ada, "board", "birch"), (bram, "chain", "elm")] {
        for step in ["one", "two"] {
            let done = StepDone {
                step: step.into(),
                mistakes: 0,
                hints: 0,
            };
            store.step_done(id, lesson, &done, 3.0).unwrap();
        }
        let solved = Attempt {
            solved: true,
            shown: false,
            hints: 0,
        };
        let facts = PuzzleFacts {
            variant: "international".into(),
            idea: String::new(),
            strength: 800.0,
            pattern: 7,
        };
        for _ in 0..2 {
            store.add_attempt(id, puzzle, solved, &facts, None, 4.0).unwrap();
        }
        store.set_setting(id, "theme", lesson).unwrap();
        let own = GameStart {
            profile: id,
            ..start()
        };
        let mut game = store.add_game(own, vec![1], 5.0 + id as f64).unwrap();
        (game.tree, game.ply) = (vec![1, 32, 28], 1);
        store.save_game(&mut game).unwrap();
    }
    [ada, bram]
}

/// Name, colour, steps, puzzles, and whether a game is unfinished.
type Seen = (String, u8, Vec<(String, u32)>, u32, bool);

fn seen(store: &Store) -> Vec<Seen> {
    let people = store.people().unwrap();
    let one = |row: damier_store::PersonRow| {
        let going = store.current_game(row.profile.id).unwrap().is_some();
        (
            row.profile.name,
            row.profile.colour,
            row.steps,
            row.puzzles,
            going,
        )
    };
    people.into_iter().map(one).collect()
}

fn expected() -> Vec<Seen> {
    let steps = |lesson: &str| vec![(lesson.to_owned(), 2)];
    vec![
        ("Ada".into(), 3, steps("board"), 1, true),
        ("bram".into(), 1, steps("chain"), 1, true),
    ]
}

#[test]
fn people_have_separate_data_and_the_last_chosen_is_current() {
    let mut store = Store::in_memory().unwrap();
    let [ada, bram] = family(&mut store);
    assert_eq!(seen(&store), expected());
    assert_eq!(store.profile(9.0).unwrap().id, ada);
    assert!(store.use_person(bram, 9.0).unwrap());
    assert_eq!(store.profile(9.0).unwrap().id, bram);
    assert_eq!(store.settings(bram).unwrap()["theme"], "chain");
    // A clock that was set back does not change who is last.
    assert!(store.use_person(ada, 3.0).unwrap());
    assert_eq!(store.profile(9.0).unwrap().id, ada);
    assert!(!store.use_person(99, 9.0).unwrap() && !store.remove_person(99).unwrap());
}

#[test]
fn restoring_changes_nobodys_turn() {
    for used in [0, 8, 10, 999, 8_640_000_000_000_000, i64::MAX, -1, i64::MIN] {
        let mut store = Store::in_memory().unwrap();
        let [ada, bram] = family(&mut store);
        assert!(store.use_person(bram, 9.0).unwrap());
        let text = format!(
            "{{\"damier\":{{\"version\":8,\"at\":9}}}}\n\
             {{\"profile\":{{\"id\":1,\"name\":\"Carl\",\"colour\":0,\"experience\":null,\"created\":5,\"used\":{used}}}}}\n"
        );
        let mut restore = Restore::default();
        restore.push(&mut store, &text, true).unwrap();
        assert_eq!((restore.restored().bad, store.people().unwrap().len()), (0, 3));
        assert_eq!(store.profile(10.0).unwrap().id, bram, "{used}");
        assert!(
            store
                .people()
                .unwrap()
                .iter()
                .all(|row| (0.0..=9.0).contains(&row.used))
        );
        for id in [ada, bram] {
            assert!(store.use_person(id, 11.0).unwrap());
            assert_eq!(store.profile(12.0).unwrap().id, id);
        }
    }
}

#[test]
fn people_without_a_name_stay_apart_in_a_restore() {
    let person = |id: i64, created: i64| {
        format!(
            "{{\"profile\":{{\"id\":{id},\"name\":\"\",\"colour\":{id},\"experience\":null,\"created\":{created},\"used\":{created}}}}}\n"
        )
    };
    let text = format!(
        "{{\"damier\":{{\"version\":8,\"at\":9}}}}\n{}{}{}",
        person(1, 5),
        person(2, 6),
        person(3, 7)
    );
    let mut other = Store::in_memory().unwrap();
    other.profile(20.0).unwrap();
    for _ in 0..2 {
        let mut restore = Restore::default();
        restore.push(&mut other, &text, true).unwrap();
        assert_eq!((restore.restored().bad, other.people().unwrap().len()), (0, 3));
    }
}

#[test]
fn a_time_still_to_come_locks_nobody_out() {
    let folder = Folder::new("people-to-come");
    let mut store = Store::open(folder.file()).unwrap();
    let [ada, bram] = family(&mut store);
    drop(store);
    let raw = rusqlite::Connection::open(folder.file()).unwrap();
    raw.execute("UPDATE profile SET used = ?1 WHERE id = ?2", (i64::MAX, bram))
        .unwrap();
    drop(raw);
    let store = Store::open(folder.file()).unwrap();
    assert_eq!(store.profile(9.0).unwrap().id, bram);
    assert!(store.use_person(ada, 9.0).unwrap());
    assert_eq!(store.profile(9.0).unwrap().id, ada);
}

#[test]
fn the_profile_of_the_host_is_not_a_person() {
    let mut store = Store::in_memory().unwrap();
    family(&mut store);
    let (host, _) = store.host(9.0).unwrap();
    assert_eq!(seen(&store), expected());
    assert!(!store.use_person(host, 9.0).unwrap() && !store.remove_person(host).unwrap());
    assert_eq!(store.host(9.0).unwrap().0, host);
}

#[test]
fn removing_a_person_keeps_the_games() {
    let mut store = Store::in_memory().unwrap();
    let [ada, bram] = family(&mut store);
    assert!(store.remove_person(bram).unwrap());
    assert_eq!(seen(&store), expected()[..1]);
    assert_eq!(store.profile(9.0).unwrap().id, ada);
    assert!(store.settings(bram).unwrap().is_empty());
    assert_eq!(store.index_state().unwrap().games, 2);
}

#[test]
fn backup_and_rescue_include_everybody() {
    let folder = Folder::new("people");
    let mut store = Store::open(folder.file()).unwrap();
    family(&mut store);
    let (mut backup, mut text) = (Backup::new(9.0), String::new());
    while !backup.step(&store, &mut text).unwrap() {}
    let mut other = Store::in_memory().unwrap();
    let nobody = other.profile(20.0).unwrap();
    Restore::default().push(&mut other, &text, true).unwrap();
    assert_eq!(
        seen(&other),
        expected(),
        "{nobody:?} is replaced by the first person"
    );
    drop(store);
    // Damages the last page that opening notices, outside the pages of the people.
    let whole = std::fs::read(folder.file()).unwrap();
    let broken = (10..whole.len() / 4096).rev().find(|page| {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0xA5);
        std::fs::write(folder.file(), &bytes).unwrap();
        Store::open(folder.file()).is_err()
    });
    assert!(broken.is_some(), "opening misses every damaged page");
    let store = Store::open_or_rescue(folder.file()).unwrap();
    let all = store.people().unwrap().into_iter();
    let names: Vec<String> = all.map(|row| row.profile.name).collect();
    assert_eq!(names, ["Ada", "bram"]);
}

#[test]
fn even_games_against_a_level_are_counted_by_result() {
    let mut store = Store::in_memory().unwrap();
    let [ada, bram] = family(&mut store);
    let even = || GameStart {
        profile: ada,
        start_fen: fen::write(&Variant::International.start()),
        removed: Vec::new(),
        ..start()
    };
    let as_black = || GameStart {
        white_level: Some("club".into()),
        black_level: None,
        ..even()
    };
    let mut ended = |start: GameStart, winner: Option<&str>| {
        let mut game = store.add_game(start, vec![1, 32, 28], 9.0).unwrap();
        game.ply = 1;
        game.end = Some(GameEnd {
            winner: winner.map(Into::into),
            reason: "resigned".into(),
        });
        store.save_game(&mut game).unwrap();
    };
    ended(even(), Some("white"));
    ended(even(), Some("black"));
    ended(as_black(), Some("black"));
    ended(even(), None);
    // None of these is an even game of hers against this level.
    let removed = vec![48, 47];
    ended(GameStart { removed, ..even() }, Some("white"));
    let start_fen = "W:W31-50:B1-19".into();
    ended(GameStart { start_fen, ..even() }, Some("white"));
    ended(
        GameStart {
            profile: bram,
            ..even()
        },
        Some("white"),
    );
    let variant = "frisian".into();
    ended(GameStart { variant, ..even() }, Some("white"));
    let black_level = Some("hub:Other".into());
    ended(
        GameStart {
            black_level,
            ..even()
        },
        Some("white"),
    );
    let black_level = None;
    ended(
        GameStart {
            black_level,
            ..even()
        },
        Some("white"),
    );
    store.add_game(even(), vec![1], 9.0).unwrap();

    let scores = store.level_scores(ada, Variant::International).unwrap();
    let (won, drawn, lost) = (2, 1, 1);
    let level = "club".to_owned();
    assert_eq!(
        scores,
        [LevelScore {
            level,
            won,
            drawn,
            lost
        }]
    );
}
