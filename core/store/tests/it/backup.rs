//! Backup and restore.
use damier_store::{
    Attempt, Backup, InSet, LineFault, LineProblem, PuzzleFacts, Rated, Rating, Restore, Restored, Review,
    StepDone, Store, StoreError,
};

/// Returns the text of a backup.
fn backup(store: &Store) -> String {
    let (mut backup, mut text) = (Backup::new(9.0), String::new());
    while !backup.step(store, &mut text).unwrap() {}
    text
}

#[test]
fn a_backup_contains_all_progress() {
    let mut store = Store::in_memory().unwrap();
    let me = store.profile(1.0).unwrap().id;
    let step = StepDone {
        step: "corner".into(),
        mistakes: 1,
        hints: 2,
    };
    store.step_done(me, "board", &step, 2.0).unwrap();
    let repeated = Review {
        due: 12.0,
        last: 3.0,
        stability: 3.5,
        difficulty: 4.75,
        times: 1,
        lapses: 0,
    };
    store.keep_lesson_review(me, "board", &repeated).unwrap();
    store.keep_lesson("mine", "id = \"mine\"", 4.0).unwrap();
    let attempt = Attempt {
        solved: false,
        shown: true,
        hints: 1,
    };
    let rating = |rating| Rating {
        rating,
        deviation: 300.5,
        volatility: 0.06,
    };
    let facts = PuzzleFacts {
        variant: "international".into(),
        idea: "mazette".into(),
        strength: 1099.5,
        pattern: u64::MAX - 2,
    };
    let rated = Rated {
        kind: "puzzle:international",
        person: rating(1400.5),
        puzzle: rating(1099.5),
    };
    store
        .add_attempt(me, "birch", attempt, &facts, Some(rated), 5.0)
        .unwrap();
    store.keep_streak(me, "international", 7).unwrap();
    let set = store.set_named(me, "international", "Club", 6.0).unwrap();
    let entry = InSet {
        puzzle: "0abc".into(),
        record: "0abc\t…".into(),
        white: "Ann".into(),
        black: "Ben".into(),
        ply: Some(4),
        missed: true,
    };
    store.put_in_set(set, &entry).unwrap();

    let text = backup(&store);
    // Format 9, byte by byte: later versions must read what is written today.
    let lines = r#"{"damier":{"version":9,"at":9}}
{"profile":{"id":1,"name":"","colour":0,"experience":null,"created":1,"used":1}}
{"lessonStep":{"profile":1,"lesson":"board","step":"corner","mistakes":1,"hints":2,"done":2}}
{"puzzleAttempt":{"profile":1,"puzzle":"birch","solved":false,"shown":true,"hints":1,"at":5,"rating":1400.5,"variant":"international","idea":"mazette","strength":1099.5,"pattern":-3}}
{"rating":{"profile":1,"kind":"puzzle:international","rating":1400.5,"deviation":300.5,"volatility":0.06,"updated":5}}
{"puzzleInSet":{"profile":1,"variant":"international","set":"Club","made":6,"puzzle":"0abc","record":"0abc\t…","white":"Ann","black":"Ben","ply":4,"missed":true}}
{"puzzleRating":{"puzzle":"birch","rating":1099.5,"deviation":300.5,"volatility":0.06}}
{"puzzleStreak":{"profile":1,"variant":"international","best":7}}
{"lessonReview":{"profile":1,"lesson":"board","times":1,"done":3,"due":12,"stability":3.5,"difficulty":4.75,"lapses":0}}
{"ownLesson":{"lesson":"mine","source":"id = \"mine\"","added":4}}
{"end":{"lines":9}}
"#;
    assert_eq!(text, lines);
    let mut other = Store::in_memory().unwrap();
    other.profile(1.0).unwrap();
    for _ in 0..2 {
        let mut restore = Restore::default();
        restore.push(&mut other, &text, true).unwrap();
        // The lesson checker decides here; the test accepts everything.
        for lesson in restore.lessons().drain(..) {
            other.add_lesson("mine", &lesson).unwrap();
        }
        assert_eq!(backup(&other), text);
    }
    let me = other.profile(1.0).unwrap().id;
    assert_eq!(other.steps_done(me, "board").unwrap(), [step]);
    assert_eq!(other.lesson_worked_on(me, "board").unwrap(), Some(2.0));
    assert_eq!(other.lesson_review(me, "board").unwrap(), Some(repeated));
    assert_eq!(other.own_lessons().unwrap()[0].0, "mine");
    assert_eq!(other.puzzle_attempts(me).unwrap()[0].rating, Some(1400.5));
    assert_eq!(other.puzzle_rating("birch").unwrap(), Some(rating(1099.5)));
    assert_eq!(other.best_streak(me, "international").unwrap(), 7);
    assert_eq!(other.own_puzzles(me, "international").unwrap(), ["0abc"]);
    // A backup of format 2 has fewer fields.
    let older = text
        .replace("\"version\":9", "\"version\":2")
        .replace(
            ",\"due\":12,\"stability\":3.5,\"difficulty\":4.75,\"lapses\":0",
            "",
        )
        .replace("\"white\":\"Ann\",\"black\":\"Ben\"", "\"title\":\"Ann – Ben\"")
        .replace(
            ",\"rating\":1400.5,\"variant\":\"international\",\"idea\":\"mazette\",\"strength\":1099.5,\"pattern\":-3}",
            "}",
        )
        // Repetitions of single puzzles were kept until format 8.
        .replace("{\"puzzleInSet\"", "{\"puzzleReview\":{\"profile\":1,\"puzzle\":\"birch\"}}\n{\"puzzleInSet\"");
    let older: Vec<&str> = older
        .lines()
        .filter(|line| !line.contains("puzzleStreak"))
        .collect();
    let count = format!("\"lines\":{}", older.len() - 2);
    let older = older
        .join("\n")
        .replace(&format!("\"lines\":{}", older.len() - 1), &count);
    let mut third = Store::in_memory().unwrap();
    Restore::default().push(&mut third, &older, true).unwrap();
    let me = third.profile(1.0).unwrap().id;
    assert_eq!(third.puzzle_attempts(me).unwrap()[0].rating, None);
    assert_eq!(third.unknown_puzzles(me).unwrap(), ["birch"]);
    third.set_facts(me, &[("birch".into(), facts.clone())]).unwrap();
    assert_eq!(third.unknown_puzzles(me).unwrap(), [] as [&str; 0]);
    assert_eq!(third.known_attempts(me, "international").unwrap()[0].facts, facts);
    // Before format 5 puzzle ratings were on another scale.
    let known = third.rating(me, "puzzle:international").unwrap().unwrap();
    assert_eq!((known.rating, known.deviation), (1450.5, 350.0));
    assert!((third.puzzle_rating("birch").unwrap().unwrap().rating - 1269.7).abs() < 1e-6);
    assert_eq!(third.own_puzzles(me, "international").unwrap(), ["0abc"]);
    let review = third.lesson_review(me, "board").unwrap().unwrap();
    assert_eq!(review.due, 3.0 + 4.0 * 86_400_000.0, "due by the old intervals");
    assert_eq!((review.stability, review.times), (4.0, 1));
}

/// Restores a backup of this many settings, each a line. `put` replaces lines, from 1.
fn restored_with(lines: u32, put: &[(usize, &str)]) -> (Store, Restored, Vec<LineProblem>) {
    let mut text: Vec<String> = vec![
        "{\"damier\":{\"version\":7,\"at\":1}}".into(),
        "{\"profile\":{\"id\":1,\"name\":\"Ada\",\"colour\":0,\"experience\":null,\"created\":1,\"used\":1}}"
            .into(),
    ];
    text.extend(
        (0..lines).map(|key| format!("{{\"setting\":{{\"profile\":1,\"key\":\"k{key}\",\"value\":\"v\"}}}}")),
    );
    text.push(format!("{{\"end\":{{\"lines\":{}}}}}", lines + 1));
    for (line, instead) in put {
        text[line - 1] = (*instead).to_owned();
    }
    let mut store = Store::in_memory().unwrap();
    let mut restore = Restore::default();
    restore.push(&mut store, &text.join("\n"), true).unwrap();
    let problems = restore.problems().to_vec();
    (store, restore.restored(), problems)
}

#[test]
fn an_unreadable_line_is_reported_and_the_others_are_restored() {
    for (line, fault, says) in [
        (
            r#"{"setting":{"profile":1,"key":7,"value":"x"}}"#,
            LineFault::Form,
            "\"key\"",
        ),
        (
            r#"{"setting":{"profile":1,"key":"x"}}"#,
            LineFault::Form,
            "\"value\"",
        ),
        (
            r#"{"rating":{"profile":1,"kind":"x","rating":"high","deviation":1,"volatility":1,"updated":1}}"#,
            LineFault::Form,
            "\"rating\"",
        ),
        (r#"{"nothing":{}}"#, LineFault::Form, "\"nothing\""),
        (
            r#"{"end":{"lines":0},"game":1}"#,
            LineFault::Form,
            "more than one",
        ),
        ("{}", LineFault::Form, "it has no entry"),
        ("[1]", LineFault::Form, "one entry"),
        ("nonsense", LineFault::Unreadable, ""),
        ("{\"setting\":{\"profile\":1,\"k", LineFault::Unreadable, ""),
        (
            &format!("{{\"game\":{}", "[".repeat(1 << 20)),
            LineFault::Unreadable,
            "",
        ),
        (
            &format!("{{\"setting\":{}", "{\"a\":".repeat(1 << 20)),
            LineFault::Unreadable,
            "",
        ),
    ] {
        let (store, restored, problems) = restored_with(20, &[(7, line)]);
        let me = store.profile(2.0).unwrap();
        assert_eq!(
            (me.name.as_str(), store.settings(me.id).unwrap().len()),
            ("Ada", 19),
            "{line:.80}"
        );
        assert_eq!(
            (restored.bad, restored.missing, restored.ended),
            (1, 0, true),
            "{line:.80}"
        );
        assert_eq!((problems[0].line, problems[0].fault), (7, fault), "{line:.80}");
        assert!(
            problems[0].what.contains(says),
            "{line:.80}: {}",
            problems[0].what
        );
    }
}

#[test]
fn first_line_person_and_end_may_be_damaged() {
    let (store, restored, _) = restored_with(20, &[(1, "{\"damXier\":{}}")]);
    let me = store.profile(2.0).unwrap();
    assert_eq!(
        (
            store.settings(me.id).unwrap().len(),
            restored.bad,
            restored.missing
        ),
        (20, 1, 0)
    );
    // Data of a person whose own line is lost is kept.
    let (store, restored, problems) = restored_with(20, &[(2, "{\"profile\":{\"id\":1,\"na")]);
    let me = store.profile(2.0).unwrap();
    assert_eq!((store.settings(me.id).unwrap().len(), restored.bad), (20, 1));
    assert_eq!(problems[0].line, 2);
    let (_, restored, _) = restored_with(20, &[(23, "{\"end\":")]);
    assert_eq!((restored.bad, restored.ended), (1, false));
    // A line that the store's constraints refuse leaves nothing behind.
    let game = |tree: &str| {
        format!(
            r#"{{"game":{{"variant":"international","white":"A","black":"B","event":"","date":0,"result":0,"plies":1,"opening":0,"ending":0,"annotated":false,"fingerprint":1,"created":1,"updated":1,"start":null,"tree":"{tree}","tags":[],"note":null,"collections":[],"play":null}}}}"#
        )
    };
    let (store, restored, problems) = restored_with(3, &[(3, &game("ASAc")), (4, &game("!"))]);
    assert_eq!(
        (restored.games, restored.bad, problems[0].fault),
        (1, 1, LineFault::Moves)
    );
    assert_eq!(store.index_state().unwrap().games, 1);
}

#[test]
fn a_text_without_a_backup_line_is_refused() {
    for text in ["hello\n", "", "[White \"A\"]\n1. 32-28 *\n", "{\"games\":[]}\n"] {
        let mut store = Store::in_memory().unwrap();
        let error = Restore::default().push(&mut store, text, true).unwrap_err();
        assert!(matches!(error, StoreError::NoBackup), "{error:?}");
    }
}

/// Parts without an end of a line are skipped before memory runs out, and each part is read once.
#[test]
fn an_endless_line_is_skipped() {
    let part = "x".repeat(64 << 10);
    let mut store = Store::in_memory().unwrap();
    let mut restore = Restore::default();
    let refused = (1..).find(|_| restore.push(&mut store, &part, false).is_err());
    assert_eq!(
        refused,
        Some(2),
        "what does not begin as a backup is read no further"
    );
    let mut restore = Restore::default();
    restore
        .push(&mut store, "{\"damier\":{\"version\":7,\"at\":1}}\n", false)
        .unwrap();
    for _ in 0..(64 << 20) / part.len() + 2 {
        restore.push(&mut store, &part, false).unwrap();
    }
    restore
        .push(&mut store, "\n{\"end\":{\"lines\":1}}\n", true)
        .unwrap();
    assert_eq!(restore.problems()[0].fault, LineFault::TooLong);
    assert_eq!((restore.restored().bad, restore.restored().missing), (1, 0));
}

#[test]
fn no_key_of_an_evening_travels_in_a_backup() {
    let store = Store::in_memory().unwrap();
    let me = store.profile(1.0).unwrap().id;
    store.set_profile(me, Some("Ada"), None, None).unwrap();
    let (host, _) = store.host(2.0).unwrap();
    store
        .keep_host(host, r#"{"key":"s3cret","people":[{"token":"s3cret"}]}"#)
        .unwrap();
    let text = backup(&store);
    assert!(!text.contains("s3cret"), "{text}");
    // Backups of older versions hold keys: they open nothing.
    let old = text.replace(
        r#""key":"host","value":"""#,
        r#""key":"host","value":"{\"key\":\"s3cret\"}""#,
    );
    assert!(old.contains("s3cret"), "{text}");
    for text in [text, old] {
        let mut other = Store::in_memory().unwrap();
        Restore::default().push(&mut other, &text, true).unwrap();
        // The profile of the host is still no person to choose.
        assert_eq!(other.people().unwrap().len(), 1);
        assert_eq!(other.host(4.0).unwrap().1, "");
    }
}
