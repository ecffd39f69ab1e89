//! A lesson with every kind of step: checked, judged, hinted at, and answered wrongly in each way that has a
//! name.
use crate::ASSETS;
use draughts::{Piece, Role, Side};
use draughts_lessons::{
    Answer, Fault, Judgement, Lesson, LocalSearch, Report, School, Step, Verdict, check, fill_proofs, hint,
    judge,
};

const KINDS: &str = include_str!("../lesson/kinds.toml");

fn school(source: &str) -> (School, Vec<Fault>) {
    let files = School::embedded_files().iter().copied();
    School::from_sources(files.chain([("kinds.toml", source)]))
}

/// Returns the report on the lesson after its proofs are filled in.
fn report(source: &str) -> Report {
    let filled = fill_proofs(source).expect("a lesson");
    let (school, faults) = school(&filled);
    let mut report = check(
        &school,
        &|id| id == "kinds",
        &LocalSearch(ASSETS.clone()),
        &ASSETS,
    )
    .expect("the engine answers");
    report.faults.extend(faults);
    report
}

fn step<'a>(lesson: &'a Lesson, id: &str) -> &'a Step {
    lesson.steps.iter().find(|step| step.id == id).expect("a step")
}

#[test]
fn the_lesson_of_every_kind_has_only_expected_faults() {
    let report = report(KINDS);
    println!("{report}");
    // "spot" explains an impossible mistake, and the shared texts of its options are not in its file.
    let unexpected: Vec<String> = report
        .faults
        .iter()
        .map(ToString::to_string)
        .filter(|fault| !fault.contains("kinds.spot") && !fault.contains("irregularity."))
        .collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    assert!(
        report
            .faults
            .iter()
            .any(|fault| fault.to_string().contains("no wrong answer matches \"twin\""))
    );
    assert_eq!(report.interactive, 7);
}

#[test]
fn the_checker_finds_faults_in_every_kind() {
    for (from, to, says) in [
        ("moves = 4", "moves = 1", "the goal is not reached"),
        ("given = [31]", "given = [31, 32, 5]", "nothing is left to build"),
        (
            "{ illegal = [\"31x22\"] }",
            "{ legal = [\"31x22\"] }",
            "is not true",
        ),
        ("numbers", "numbers", ""),
        ("line = [\"36-31\", \"17-22\"]", "line = []", "no move to write"),
        (
            "{ say = \"sign\", slip = \"sign\" },\n",
            "",
            "Nothing uses|nothing uses",
        ),
        ("option.bad = ", "option.worse = ", "this text is missing"),
        ("answer = false", "answer = true", "without a text|is not true|no"),
    ] {
        let faults: Vec<String> = report(&KINDS.replacen(from, to, 1))
            .faults
            .iter()
            .map(ToString::to_string)
            .collect();
        let said = says
            .split('|')
            .any(|says| faults.iter().any(|fault| fault.contains(says)));
        assert!(said, "{from} -> {to}: {faults:#?}");
    }
    for (from, to, says) in [
        (
            "accept = [\"3x12x23x5\"]",
            "accept = [\"3x12x24x5\"]",
            "no capture follows",
        ),
        ("right = \"good\"", "right = \"fine\"", "one of the options"),
        ("goal = \"king\"", "goal = \"gain\"", "how many men"),
        (
            "fen = \"W:WK3:B8,10,18,27\"\naccept",
            "fen = \"W:WK3:B8,10,18,99\"\naccept",
            "99",
        ),
        ("{ arrow = [3, 12] }", "{ label = 3 }", "an overlay is"),
        (
            "{ arrow = [3, 12] }",
            "{ arrow = [3, 12, 21] }",
            "from one square to another",
        ),
    ] {
        assert!(KINDS.contains(from), "{from}");
        let error = Lesson::read(&KINDS.replacen(from, to, 1))
            .expect_err(from)
            .to_string();
        assert!(error.contains(says), "{from} -> {error}");
    }
}

#[test]
fn each_wrong_answer_has_its_own_text_and_keeps_the_position() {
    let (school, _) = school(KINDS);
    let lesson = school.lesson("kinds").expect("the lesson");
    let judged = |id: &str, answer: &Answer| -> Judgement {
        judge(lesson, step(lesson, id), answer, &LocalSearch(ASSETS.clone())).expect("its kind")
    };
    let moves = |paths: &[&[u8]]| Answer::Moves(paths.iter().map(|path| path.to_vec()).collect());
    let man = |square: u8, side| {
        (
            square,
            Piece {
                side,
                role: Role::Man,
            },
        )
    };
    let king = (
        5,
        Piece {
            side: Side::Black,
            role: Role::King,
        },
    );
    let [w31, w32] = [man(31, Side::White), man(32, Side::White)];
    for (id, answer, word) in [
        ("route", moves(&[&[3, 21, 32, 5]]), "left"),
        ("route", moves(&[&[8, 12]]), "theirs"),
        ("king", moves(&[&[38, 27]]), "other"),
        ("build", Answer::Pieces(vec![w31, w32]), "missing"),
        (
            "build",
            Answer::Pieces(vec![w31, w32, king, man(7, Side::White)]),
            "extra",
        ),
        (
            "build",
            Answer::Pieces(vec![w31, man(32, Side::Black), king]),
            "side",
        ),
        (
            "build",
            Answer::Pieces(vec![w31, w32, man(5, Side::Black)]),
            "role",
        ),
        ("truth", Answer::Truth(true), "no"),
        ("choose", Answer::Option("bad".into()), "bad"),
        ("choose", Answer::Option("unclear".into()), "unclear"),
        ("write", Answer::Text("hello".into()), "unreadable"),
        ("write", Answer::Text("31-36 (17-22)".into()), "reversed"),
        ("write", Answer::Text("36x31 17-22".into()), "sign"),
        ("write", Answer::Text("36-31".into()), "few"),
        ("write", Answer::Text("36-31 17-21".into()), "other"),
        ("spot", Answer::Option("none".into()), "none"),
    ] {
        let judgement = judged(id, &answer);
        assert_eq!(judgement.verdict, Verdict::Wrong, "{id} {answer:?}");
        assert_eq!(judgement.words.key, format!("kinds.{id}.wrong.{word}"));
        assert_eq!(judgement.position, judgement.before);
    }
    // The refutation of a statement is played from the position itself.
    assert_eq!(judged("truth", &Answer::Truth(true)).played.len(), 1);
    for (id, answer) in [
        ("route", moves(&[&[3, 12, 23, 5]])),
        ("build", Answer::Pieces(vec![king, w32, w31])),
        ("truth", Answer::Truth(false)),
        ("choose", Answer::Option("good".into())),
        ("write", Answer::Text("1. 36-31 17-22".into())),
        ("write", Answer::Text("36-31 (17-22)".into())),
        ("spot", Answer::Option("missed-capture".into())),
    ] {
        assert_eq!(judged(id, &answer).verdict, Verdict::Done, "{id} {answer:?}");
    }
    // The right answer is played on the board.
    assert_eq!(judged("truth", &Answer::Truth(false)).played.len(), 1);
    // Both routes end on 5: asks again, without a mistake.
    let open = judged("route", &moves(&[&[3, 5]]));
    assert_eq!(
        (open.verdict, open.words.key.as_str()),
        (Verdict::GoOn, "common.which-route")
    );
}

#[test]
fn a_game_to_a_goal_continues_with_the_counted_moves() {
    let (school, _) = school(KINDS);
    let lesson = school.lesson("kinds").expect("the lesson");
    let king = step(lesson, "king");
    let first = judge(
        lesson,
        king,
        &Answer::Moves(vec![vec![12, 8]]),
        &LocalSearch(ASSETS.clone()),
    )
    .expect("a game");
    assert_eq!(first.verdict, Verdict::GoOn);
    assert_eq!((first.played.len(), first.kept.len()), (2, 1));
    let mut paths = first.kept.clone();
    paths.push(vec![8, 2]);
    let second = judge(
        lesson,
        king,
        &Answer::Moves(paths.clone()),
        &LocalSearch(ASSETS.clone()),
    )
    .expect("a game");
    assert_eq!(second.verdict, Verdict::Done);
    // The learner's own move is the last thing shown.
    assert_eq!(second.played.len(), 1);
    assert_eq!(second.position.turn(), king.position.turn().other());
    // Judging again gives equal replies.
    assert_eq!(
        judge(lesson, king, &Answer::Moves(paths), &LocalSearch(ASSETS.clone()))
            .expect("a game")
            .played,
        second.played
    );
    // Waiting moves use the moves up, and the game restarts.
    let mut kept = Vec::new();
    for number in 1.. {
        let position = if kept.is_empty() {
            king.position
        } else {
            judge(
                lesson,
                king,
                &Answer::Moves(kept.clone()),
                &LocalSearch(ASSETS.clone()),
            )
            .expect("a game")
            .position
        };
        let slow = position
            .legal_moves()
            .into_iter()
            .find(|mv| mv.origin().number() != 12)
            .expect("another man");
        let mut paths = kept.clone();
        paths.push(vec![slow.origin().number(), slow.target().number()]);
        let judged =
            judge(lesson, king, &Answer::Moves(paths), &LocalSearch(ASSETS.clone())).expect("a game");
        if judged.verdict == Verdict::Wrong {
            assert!(number <= 4);
            let out = judged.words.key.ends_with("slow");
            let gone = judged.words.key.ends_with("gone") || judged.words.key == "common.loses.crown";
            assert!(out || gone, "{}", judged.words.key);
            if out {
                assert_eq!((judged.position, judged.kept.len()), (king.position, 0));
            }
            break;
        }
        kept = judged.kept;
    }
}

#[test]
fn every_kind_has_three_hints() {
    let (school, _) = school(KINDS);
    let lesson = school.lesson("kinds").expect("the lesson");
    assert!(!lesson.steps.is_empty());
    for step in &lesson.steps {
        let hints: Vec<_> = (1..=3)
            .map(|strength| {
                hint(
                    lesson,
                    step,
                    &Answer::Seen,
                    strength,
                    &LocalSearch(ASSETS.clone()),
                )
                .expect("a hint")
            })
            .collect();
        assert!(hints.iter().all(|hint| hint.words.is_some()), "{}", step.id);
        assert!(hints[0] != hints[1] && hints[1] != hints[2], "{}", step.id);
        let said: Vec<String> = hints
            .iter()
            .filter_map(|hint| hint.words.as_ref())
            .map(|words| school.texts.say("en", words))
            .collect();
        assert!(said.iter().all(|text| !text.contains('{')), "{said:?}");
    }
    let write = hint(
        lesson,
        step(lesson, "write"),
        &Answer::Seen,
        3,
        &LocalSearch(ASSETS.clone()),
    )
    .expect("a hint")
    .words
    .expect("words");
    assert_eq!(school.texts.say("en", &write), "It is written 36-31 (17-22).");
}

/// Without a text for a losing move, the engine's answer is shown and said.
#[test]
fn a_losing_move_is_refuted() {
    let lesson = |level: u8, wrong: &str| {
        let source = format!(
            "id = \"own\"\nvariant = \"international\"\ntrack = \"own\"\nlevel = {level}\nrequires = []\narticles = []\n\
             [[steps]]\nid = \"a\"\nkind = \"playMove\"\nfen = \"W:W32,42,50:B6,12,22\"\n\
             accept = [\"42-37\"]\nwrong = [{wrong}]\n"
        );
        Lesson::read(&source).expect("a lesson")
    };
    let tried_at = |level: u8, wrong: &str, from: u8, to: u8| {
        let lesson = lesson(level, wrong);
        let answer = Answer::Moves(vec![vec![from, to]]);
        let search = LocalSearch(ASSETS.clone());
        judge(&lesson, &lesson.steps[0], &answer, &search).expect("a judgement")
    };
    let tried = |wrong: &str, from: u8, to: u8| tried_at(2, wrong, from, to);
    // A beginner does not read notation yet.
    assert_eq!(
        tried_at(1, "{ say = \"other\" }", 32, 28).words.key,
        "common.loses.plain.man"
    );
    // A text that fits every move gives way.
    let general = tried("{ say = \"other\" }", 32, 28);
    assert_eq!(general.verdict, Verdict::Wrong);
    assert_eq!(general.words.key, "common.loses.man");
    assert_eq!(
        School::embedded().texts.say("en", &general.words),
        "That costs a man: 22×33."
    );
    assert_eq!(general.played.len(), 2);
    assert_eq!(general.position, general.before);
    // A text for this very move stays, and the board shows the loss.
    let own = tried("{ say = \"step-in\", moves = [\"32-28\"] }", 32, 28);
    assert!(own.words.key.ends_with("wrong.step-in"), "{}", own.words.key);
    assert_eq!(own.played.len(), 2);
    // A move that loses nothing has no refutation.
    let quiet = tried("{ say = \"other\" }", 50, 44);
    assert!(quiet.words.key.ends_with("wrong.other"), "{}", quiet.words.key);
    assert_eq!(quiet.played.len(), 1);
}
