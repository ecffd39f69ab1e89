//! A store of every released schema with rows in its tables: each is migrated to the newest and read. `make
//! released` writes the file of a new migration.
use crate::folder::Folder;
use damier_store::{GameKind, GameText, InSet, Rating, Store};
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// Rows for the tables that each schema added. The files of the first two schemas were written by hand.
const ROWS: [(u32, &str); 14] = [
    (
        3,
        "INSERT INTO own_lesson (lesson, source, added) VALUES ('mine', 'id = \"mine\"', 1795000004000);
         INSERT INTO lesson_review (profile_id, lesson, times, done) VALUES (1, 'board', 2, 1795000005000);",
    ),
    (
        4,
        "INSERT INTO puzzle_attempt (profile_id, puzzle, solved, shown, hints, at, rating)
         VALUES (1, 'birch', 0, 1, 1, 1795000006000, 1400.5);
         INSERT INTO puzzle_rating (puzzle, rating, deviation, volatility) VALUES ('birch', 1099.5, 200.0, 0.06);
         INSERT INTO puzzle_review (profile_id, puzzle, variant, due, last, stability, difficulty, times, lapses)
         VALUES (1, 'birch', 'international', 1795090000000, 1795000006000, 1.5, 7.25, 1, 0);
         INSERT INTO puzzle_streak (profile_id, variant, best) VALUES (1, 'international', 7);",
    ),
    (
        5,
        "UPDATE play SET terms = '{\"serious\":true}', clock = '{\"white\":300000}' WHERE game_id = 1;",
    ),
    (
        6,
        "INSERT INTO puzzle_set (id, profile_id, variant, name, made) VALUES (1, 1, 'international', 'Club', 1795000007000);
         INSERT INTO puzzle_in_set (set_id, puzzle, record, title, ply, missed)
         VALUES (1, '0abc', 'its line', 'Ann – ?', 4, 1), (1, '0abd', 'its line', '', NULL, 0);",
    ),
    (
        7,
        "INSERT INTO puzzle_in_set (set_id, puzzle, record, white, black, ply, missed)
         VALUES (1, '0abe', 'its line', 'Ann', 'Ben', 6, 0);",
    ),
    (
        8,
        "INSERT INTO lesson_step (profile_id, lesson, step, mistakes, hints, done)
         VALUES (1, 'promotion', 'king-watch', 0, 0, 1795000008000);",
    ),
    (
        9,
        "INSERT INTO lesson_review (profile_id, lesson, times, done, due, stability, difficulty, lapses)
         VALUES (1, 'promotion', 1, 1795000009000, 1795345609000, 3.5, 4.75, 0);",
    ),
    (
        10,
        "INSERT INTO puzzle_rating (puzzle, rating, deviation, volatility) VALUES ('lime', 612.5, 240.0, 0.06);",
    ),
    (
        11,
        // A position of a segment that no longer exists; it is not read.
        "INSERT INTO played (position, segment_id, bytes) VALUES (77, 1, x'01000000');",
    ),
    (
        12,
        "UPDATE play SET letter_id = '00000000000000a1', letter = '{\"side\":\"white\"}' WHERE game_id = 1;",
    ),
    (
        13,
        "INSERT INTO repertoire (game_id, profile_id, variant, side) VALUES (2, 1, 'international', 'white');
         INSERT INTO repertoire_review (profile_id, variant, position, due, last, stability, difficulty, times, lapses)
         VALUES (1, 'international', 'W:W31-50:B1-20', 1795090000000, 1795000010000, 2.5, 6.5, 1, 0);",
    ),
    (
        14,
        "INSERT INTO review (game_id, moves, found, made) VALUES (2, '32-28', '[null,null]', 1795000011000);
         INSERT INTO mistake (profile_id, variant, position, played, score, best, white, black, ply,
                              due, last, stability, difficulty, times, lapses)
         VALUES (1, 'international', 'W:W31-50:B1-20', '32-27', 12, '32-28 19-23', 'Ann', '', 0,
                 1795090000000, 1795000011000, 1.5, 7.5, 1, 0);",
    ),
    (
        15,
        "INSERT INTO game (id, variant_id, date, result, plies, opening, ending, themes, annotated, fingerprint, created, updated, kind)
         VALUES (90, 1, 20261129, 0, 0, 0, 0, 0, 0, 5, 1795000012000, 1795000012000, 1);
         INSERT INTO tree (game_id, bytes, tags) SELECT 90, bytes, x'4D6F646500616E616C7973697300' FROM tree WHERE game_id = 2;",
    ),
    (
        16,
        "INSERT INTO puzzle_attempt (profile_id, puzzle, solved, shown, hints, at, rating, variant, idea, strength, pattern)
         VALUES (1, 'elm', 1, 0, 0, 1795000013000, 1460.5, 'international', 'mazette', 640.5, -9);",
    ),
];

fn folder_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn released(number: u32) -> PathBuf {
    folder_of("tests/released").join(format!("schema_{number}.sql"))
}

/// Returns the migrations in order.
fn migrations() -> Vec<String> {
    let files = std::fs::read_dir(folder_of("src/migrations")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect()
}

/// Opens the store that a file describes.
fn store_of(folder: &Folder, number: u32) -> Connection {
    let _ = std::fs::remove_file(folder.file());
    let connection = Connection::open(folder.file()).unwrap();
    let sql = std::fs::read_to_string(released(number)).expect("make released writes it");
    connection.execute_batch(&sql).unwrap();
    connection
}

fn texts(connection: &Connection, select: &str) -> Vec<String> {
    let mut select = connection.prepare(select).unwrap();
    let rows = select.query_map([], |row| row.get(0)).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// Returns the SQL of tables and indexes without comments and white space, which do not belong to a schema.
fn schema(connection: &Connection) -> Vec<String> {
    let made = texts(
        connection,
        "SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name",
    );
    let bare = |sql: &String| {
        let lines = sql.lines().map(|line| line.split("--").next().unwrap());
        lines.collect::<String>().split_whitespace().collect()
    };
    made.iter().map(bare).collect()
}

/// Writes a store as SQL: its tables, then their rows.
fn dump(connection: &Connection, number: u32) -> String {
    let mut sql = format!(
        "-- A store as schema {number} wrote it, with rows in its tables. Never edited: each later schema must still open it.\n\
         PRAGMA application_id = 0x44414D49; -- \"DAMI\": the file is ours\n"
    );
    for made in texts(
        connection,
        "SELECT sql FROM sqlite_schema WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    ) {
        sql += &format!("\n{made};\n");
    }
    sql += "\n";
    for table in texts(
        connection,
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    ) {
        let columns = texts(
            connection,
            &format!("SELECT name FROM pragma_table_info('{table}')"),
        );
        let values: Vec<String> = columns.iter().map(|name| format!("quote({name})")).collect();
        let values = values.join(" || ', ' || ");
        for row in texts(connection, &format!("SELECT {values} FROM {table}")) {
            sql += &format!("INSERT INTO {table} ({}) VALUES ({row});\n", columns.join(", "));
        }
    }
    sql + &format!("PRAGMA user_version = {number};\n")
}

#[test]
#[ignore = "make released: it writes the files that are missing"]
fn write_missing_schemas() {
    let folder = Folder::new("released-write");
    for (step, number) in migrations().iter().zip(1..) {
        if released(number).exists() {
            continue;
        }
        let connection = store_of(&folder, number - 1);
        connection.execute_batch(step).unwrap();
        let (_, rows) = ROWS
            .iter()
            .find(|(of, _)| *of == number)
            .expect("ROWS has what the schema brought");
        connection.execute_batch(rows).unwrap();
        std::fs::write(released(number), dump(&connection, number)).unwrap();
    }
}

#[test]
fn released_migrations_are_unchanged() {
    let folder = Folder::new("released-steps");
    let migrations = migrations();
    assert!(!migrations.is_empty());
    let fresh = Connection::open_in_memory().unwrap();
    for (step, number) in migrations.iter().zip(1..) {
        fresh.execute_batch(step).unwrap();
        assert_eq!(
            schema(&store_of(&folder, number)),
            schema(&fresh),
            "migration {number} is not what was released"
        );
    }
    let files = std::fs::read_dir(folder_of("tests/released")).unwrap().count();
    assert_eq!(files, migrations.len());
}

#[test]
fn every_released_schema_becomes_the_newest() {
    let folder = Folder::new("released");
    let fresh = folder.0.join("fresh.db");
    drop(Store::open(&fresh).unwrap());
    let newest = migrations().len() as u32;
    for number in 1..=newest {
        drop(store_of(&folder, number));
        let store = Store::open(folder.file()).unwrap();
        check_rows(&store, number);
        drop(store);
        let upgraded = Connection::open(folder.file()).unwrap();
        assert_eq!(
            schema(&upgraded),
            schema(&Connection::open(&fresh).unwrap()),
            "{number}"
        );
        let version: u32 = upgraded
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .unwrap();
        assert_eq!(version, newest);
    }
}

#[test]
fn the_kind_of_an_older_entry_follows_from_its_tags() {
    let folder = Folder::new("released-kind");
    let connection = store_of(&folder, 14);
    let set = |tags: &str| {
        connection
            .execute(
                "UPDATE tree SET tags = CAST(?1 AS BLOB) WHERE game_id = 1",
                [tags],
            )
            .unwrap();
        std::fs::copy(folder.file(), folder.0.join("newer.db")).unwrap();
        let store = Store::open(folder.0.join("newer.db")).unwrap();
        store.number_of(GameKind::Analysis).unwrap()
    };
    assert_eq!(set("Mode\0analysis\0"), 1);
    assert_eq!(set("Site\0Paris\0Mode\0analysis\0"), 1);
    assert_eq!(set("Mode\0analysis of a game\0"), 0);
    assert_eq!(set("Site\0Mode\0"), 0);
}

/// Asserts that the rows of this schema's store are read as they were written.
fn check_rows(store: &Store, number: u32) {
    assert_eq!(store.profile(2e12).unwrap().name, "Ada");
    let by_letter = number >= 12;
    let game = match by_letter {
        true => store.letter_game(1, "00000000000000a1").unwrap().unwrap(),
        false => store.current_game(1).unwrap().unwrap(),
    };
    assert_eq!(store.letter_games(1, 9).unwrap().len(), usize::from(by_letter));
    let letter = game.start.letter.as_ref().map(|letter| letter.state.as_str());
    assert_eq!(letter, by_letter.then_some("{\"side\":\"white\"}"));
    assert_eq!(store.current_game(1).unwrap().is_none(), by_letter);
    assert_eq!(game.tree, [1, 32, 28]);
    assert_eq!(store.steps_done(1, "board").unwrap().len(), 1);
    assert!(store.puzzle_record(1, "coup-turc").unwrap().solved);
    let rating = store.rating(1, "puzzle:international").unwrap().unwrap();
    // It was 1520.5 on the old scale.
    assert_eq!(rating.rating, 1570.5);
    assert_eq!(store.settings(1).unwrap()["language"], "fr");
    if number >= 2 {
        check_annotated(store);
    }
    let since = |schema| number >= schema;
    assert_eq!(
        store.number_of(GameKind::Repertoire).unwrap(),
        u32::from(since(13))
    );
    assert_eq!(store.number_of(GameKind::Analysis).unwrap(), u32::from(since(15)));
    assert_eq!(
        store.own_lessons().unwrap().len(),
        usize::from(since(3)),
        "{number}"
    );
    assert_eq!(
        store.lesson_worked_on(1, "board").unwrap(),
        Some(1_795_000_002_000.0)
    );
    // Repeated twice: due twelve days later.
    let board = store.lesson_review(1, "board").unwrap();
    let board = board.map(|review| (review.last, review.times, review.due));
    let twice = (1_795_000_005_000.0, 2, 1_795_000_005_000.0 + 12.0 * 86_400_000.0);
    assert_eq!(board, since(3).then_some(twice));
    let promotion = store.lesson_review(1, "promotion").unwrap();
    assert_eq!(
        promotion.map(|review| (review.due, review.stability)),
        since(9).then_some((1_795_345_609_000.0, 3.5))
    );
    let lime = store.puzzle_rating("lime").unwrap();
    assert_eq!(lime.map(|rating| rating.rating), since(10).then_some(612.5));
    let counted = damier_store::Book::new(&draughts::Variant::International.start(), None);
    // The unfinished game and, since the library exists, the annotated one.
    assert_eq!(played(store, counted), if since(2) { 2 } else { 1 }, "{number}");
    let strength = Rating {
        rating: 1150.0 + 199.5 * 0.6,
        deviation: 300.0,
        volatility: 0.06,
    };
    assert_eq!(
        store.puzzle_rating("birch").unwrap(),
        since(4).then_some(strength)
    );
    assert_eq!(
        store.best_streak(1, "international").unwrap(),
        if since(4) { 7 } else { 0 }
    );
    let unknown = store.unknown_puzzles(1).unwrap();
    assert_eq!(unknown.contains(&"birch".to_owned()), since(4));
    let known = store.known_attempts(1, "international").unwrap();
    let facts = known
        .first()
        .map(|known| (known.facts.idea.as_str(), known.facts.pattern));
    assert_eq!(facts, since(16).then_some(("mazette", u64::MAX - 8)));
    let ratings: Vec<_> = store
        .puzzle_attempts(1)
        .unwrap()
        .iter()
        .map(|row| row.rating)
        .collect();
    assert_eq!(ratings.contains(&Some(1450.5)), since(4));
    assert_eq!(
        game.start.terms.as_deref(),
        since(5).then_some("{\"serious\":true}")
    );
    assert_eq!(game.clock.as_deref(), since(5).then_some("{\"white\":300000}"));
    assert_eq!(
        store.repertoire(1, "international", "white").unwrap(),
        since(13).then_some(2)
    );
    let remembered = store.repertoire_reviews(1, "international").unwrap();
    assert_eq!(
        remembered.first().map(|(_, review)| review.stability),
        since(13).then_some(2.5)
    );
    let found = store.kept_review(2).unwrap();
    assert_eq!(found.map(|kept| kept.moves), since(14).then(|| "32-28".into()));
    let mistake = store.mistake(1, "international", "W:W31-50:B1-20").unwrap();
    assert_eq!(
        mistake.map(|kept| (kept.score, kept.review.stability)),
        since(14).then_some((12, 1.5))
    );
    let in_set = |(puzzle, white, black, ply): (&str, &str, &str, Option<u32>)| InSet {
        puzzle: puzzle.into(),
        record: "its line".into(),
        white: white.into(),
        black: black.into(),
        ply,
        missed: puzzle == "0abc",
    };
    let mut sets = Vec::new();
    if since(6) {
        // They were one text: "Ann – ?".
        sets.extend([("0abc", "Ann", "", Some(4)), ("0abd", "", "", None)].map(in_set));
    }
    if since(7) {
        sets.push(in_set(("0abe", "Ann", "Ben", Some(6))));
    }
    assert_eq!(store.in_set(1).unwrap(), sets);
}

/// Counts the games of a book. Every store has the same games.
fn played(store: &Store, mut book: damier_store::Book) -> u32 {
    while !book.is_done() {
        book.step(store).unwrap();
    }
    book.games()
}

/// Checks the annotated game that every store from the second schema on has.
fn check_annotated(store: &Store) {
    let (row, body) = (
        store.library_row(2).unwrap().unwrap(),
        store.body(2).unwrap().unwrap(),
    );
    let (game, error) = GameText::of(&row.facts, &body).unwrap();
    assert_eq!(error, None);
    let text = game.to_pdn();
    for part in [
        "[White \"Bea\"]",
        "[Date \"1998.05.??\"]",
        "[Round \"3\"]",
        "[Result \"2-0\"]",
        "1. 32-28! {good} 1... 19-23 (1... 18-23) 2. 28x19 14x23 *",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(store.note(2).unwrap(), "study this");
    assert_eq!(store.collections_of(2).unwrap(), [1]);
}

/// Steps that moved to another lesson keep their progress, and a finished lesson stays finished.
#[test]
fn moved_lesson_steps_keep_their_progress() {
    let folder = Folder::new("moved");
    let before = store_of(&folder, 7);
    let row = |lesson: &str, step: &str, mistakes: u8| {
        let insert = "INSERT INTO lesson_step (profile_id, lesson, step, mistakes, hints, done) VALUES (1, ?1, ?2, ?3, 0, 5)";
        before.execute(insert, (lesson, step, mistakes)).unwrap();
    };
    // Finished, with a mistake in one step.
    for step in ["watch", "crown", "by-capture", "passing", "which", "alone"] {
        row("promotion", step, u8::from(step == "which"));
    }
    // Begun.
    row("king-move", "watch", 0);
    row("king-move", "back", 2);
    row("chain", "watch", 0);
    row("chain", "alone", 0);
    drop(before);
    let store = Store::open(folder.file()).unwrap();
    let done = |lesson: &str| {
        let rows = store.steps_done(1, lesson).unwrap();
        let mut steps: Vec<(String, u8)> = rows.into_iter().map(|row| (row.step, row.mistakes)).collect();
        steps.sort();
        steps
    };
    let steps = |steps: &[(&str, u8)]| -> Vec<(String, u8)> {
        steps
            .iter()
            .map(|(step, mistakes)| ((*step).to_owned(), *mistakes))
            .collect()
    };
    assert_eq!(
        done("promotion"),
        steps(&[
            ("back", 2),
            ("by-capture", 0),
            ("crown", 0),
            ("end-to-end", 1),
            ("king-alone", 1),
            ("king-watch", 0),
            ("passing", 0),
            ("watch", 0),
            ("where", 1),
        ])
    );
    assert_eq!(done("king-move"), []);
    assert_eq!(
        done("chain"),
        steps(&[("alone", 0), ("crown-alone", 0), ("which", 1)])
    );
    assert_eq!(done("must-take"), steps(&[("chain-watch", 0)]));
}
