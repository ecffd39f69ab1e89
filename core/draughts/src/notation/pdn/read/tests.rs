use super::*;
use crate::notation::pdn::{PdnSplitter, write_game};

/// Reads every game of a text, byte by byte and in one piece: both must be equal.
fn games(text: &[u8]) -> Vec<PdnGame> {
    let read = |part: usize| {
        let mut splitter = PdnSplitter::new();
        let mut games = Vec::new();
        for bytes in text.chunks(part) {
            splitter.push(bytes);
            while let Some(text) = splitter.next_game() {
                games.push(read_game(&text, None));
            }
        }
        splitter.finish();
        while let Some(text) = splitter.next_game() {
            games.push(read_game(&text, None));
        }
        games
    };
    let games = read(text.len().max(1));
    assert_eq!(read(1), games);
    assert_eq!(read(7), games);
    games
}

fn game(text: &str) -> PdnGame {
    let mut games = games(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// Returns the moves as strict PDN without the tags, and checks that they read back as the same.
fn body(game: &PdnGame) -> String {
    let text = write_game(&game.tags, game.result, &game.tree);
    let again = games(text.as_bytes());
    assert_eq!(again.len(), 1, "{text}");
    assert_eq!(again[0].tree, game.tree, "{text}");
    assert_eq!(again[0].result, game.result, "{text}");
    let (_, body) = text.split_once("\n\n").unwrap();
    body.trim_end().to_string()
}

fn check(text: &str, written: &str, problems: &[(u64, u64, &str)]) {
    let game = game(text);
    assert_eq!(body(&game), written, "{text}");
    let found: Vec<(u64, u64, String)> = game
        .problems
        .iter()
        .map(|problem| {
            (
                problem.place.line,
                problem.place.column,
                problem.error.to_string(),
            )
        })
        .collect();
    assert_eq!(found.len(), problems.len(), "{text}: {found:?}");
    for ((line, column, error), (at_line, at_column, says)) in found.iter().zip(problems) {
        assert_eq!((line, column), (at_line, at_column), "{text}: {error}");
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn moves_are_read_in_every_habit() {
    let written = "1. 32-28 19-23 2. 28x19 14x23 *";
    for text in [
        "1. 32-28 19-23 2. 28x19 14x23",
        "1.32-28 19-23 2.28x19 14x23 *",
        "01. 32-28 19-23 02. 28:19 14:23 2-0",
        "1 32-28 19-23 2 28x19 14x23 1/2-1/2",
        "32-28 19-23 28x19 14x23 ½-½",
        "1. 32- 28 19 -23 2. 28 x 19 14x 23 1-1",
        "1. 3228 1923 2. 2819 1423 0-0",
        "1. 32 28 19 23 2. 28 19 14 23",
        "1. 32-28 (19-23) 2. 28x19 (14x23)",
        "1. 32-28 1... 19-23 2. 28×19 2… 14×23",
        "1. 32-28 19-23 2. x 14x23",
    ] {
        assert_eq!(body(&game(text)), written, "{text}");
        assert_eq!(game(text).problems, [], "{text}");
    }
}

#[test]
fn signs_comments_and_glyphs_are_kept() {
    check(
        "{before} 1. 32-28! {good} 19-23(!?) $5 2. 28x19* 14x23+1 {a} {b} 3. {now} 33-28 = ",
        "{before} 1. 32-28! {good} 1... 19-23!? $5 2. 28x19 $7 14x23 {+1} {a} {b} 3.\n{now} 33-28 {=} *",
        &[],
    );
    let signs = game("1. 32-28?!* 19-23 +").tree;
    let found: Vec<String> = signs
        .main_line()
        .map(|id| signs.node(id).signs().to_string())
        .collect();
    assert_eq!(found, ["?!*", "+"]);
}

#[test]
fn variations_nest_and_follow_anything() {
    check(
        "32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) 28x19 14x23",
        "1. 32-28 19-23 (1... 18-23 2. 38-32 (2. 37-32? 23-29! {Black wins}) 2... 12-18)\n2. 28x19 14x23 *",
        &[],
    );
    check(
        "1. 32-28 {a} (1. 33-28 {b}) {c} (1. 34-29) 19-23",
        "1. 32-28 {a} (1. 33-28 {b}) (1. 34-29) 1... {c} 19-23 *",
        &[],
    );
    check("(1. 33-28) 1. 32-28", "1. 32-28 (1. 33-28) *", &[]);
}

#[test]
fn positions_change_in_mid_game() {
    check(
        "1. 32-28 /FEN \"W:W28,31,33-50:B1-20\"/ {again} 33-29 - - 29-24",
        "1. 32-28 /FEN \"W:W28,31,33-50:B1-20\"/ {again} 2. 33-29\n/FEN \"W:W28,29,31,34-50:B1-20\"/ 3. 29-24 *",
        &[],
    );
    let set_up = game("/FEN \"B:W31-50:B1-20\"/ 1... 19-23");
    assert!(set_up.whole && set_up.tree.len() == 2);
    // White's first move is unknown.
    check("1. ... 19-23", "/FEN \"B:W31-50:B1-20\"/ 1... 19-23 *", &[]);
}

#[test]
fn damage_is_reported_and_the_rest_is_kept() {
    check(
        "[White \"A\"]\n1. 32-28 19-24 2. 28-23\n(2. 28-22) 18x29 {x} 1-0",
        "1. 32-28 19-24 2. 28-23 (2. 28-22) 2... 18x29 {x} *",
        &[],
    );
}

#[test]
fn stray_words_that_follow_each_other_are_one_comment() {
    check(
        "1. 32-28 a very\ngood move 19-23 {and} this too 2. now 28x19",
        "1. 32-28 {a very good move} 1... 19-23 {and} {this too} 2. {now} 28x19 *",
        &[
            (1, 10, "\"a\""),
            (1, 12, "\"very\""),
            (2, 1, "\"good\""),
            (2, 6, "\"move\""),
            (2, 23, "\"this\""),
            (2, 28, "\"too\""),
            (2, 35, "\"now\""),
        ],
    );
}

#[test]
fn comments_before_the_tags_are_kept() {
    let game = game("% made by hand\n{first} [White \"A\"] ; between\n[Black \"B\"]\n{third} 1. 32-28");
    assert_eq!((game.tags.len(), game.problems.len()), (2, 0));
    assert_eq!(body(&game), "{made by hand} {first} {between} {third} 1. 32-28 *");
}

#[test]
fn results_of_every_style() {
    use crate::board::Side::{Black, White};
    for (text, result) in [
        ("2-0", GameResult::Win(White)),
        ("1-0", GameResult::Win(White)),
        ("0-2", GameResult::Win(Black)),
        ("0-1", GameResult::Win(Black)),
        ("1-1", GameResult::Draw),
        ("1/2-1/2", GameResult::Draw),
        ("½-½", GameResult::Draw),
        ("0-0", GameResult::BothLose),
        ("*", GameResult::Unknown),
    ] {
        assert_eq!(game(&format!("1. 32-28 {text}")).result, result, "{text}");
        assert_eq!(
            game(&format!("[Result \"{text}\"]\n1. 32-28")).result,
            result,
            "{text}"
        );
    }
    // In English draughts Black begins, and the first number is Black's.
    let english = game("[GameType \"21\"]\n[Result \"1-0\"]\n1. 11-15");
    assert_eq!(english.result, GameResult::Win(Black));
    assert_eq!(game("[Result \"4-6\"]\n1. 32-28 4-6").tree.len(), 2);
    // Black begins pool, White unified pool.
    for pool in [
        "[GameType \"23\"]\n1. 9-14 22-18",
        "[GameType \"23,B,8,8,N1,0\"]\n1. 9-14 22-18",
        "[GameType \"23,W,8,8,A0,0\"]\n1. c3-d4 d6-c5",
    ] {
        let read = game(pool);
        assert!(
            read.whole && read.problems.is_empty(),
            "{pool}: {:?}",
            read.problems
        );
    }
}

#[test]
fn a_number_that_stands_for_a_sign_is_one_wherever_it_stands() {
    let signs = |text: &str| {
        let tree = game(text).tree;
        let first = tree.next(NodeId::ROOT).unwrap();
        (tree.node(first).signs(), tree.node(first).notes().len())
    };
    let strong = Signs::of_nag(1).unwrap();
    assert_eq!(signs("1. 32-28 $1"), (strong, 0));
    assert_eq!(signs("1. $1 32-28"), (strong, 0));
    assert_eq!(signs("1. 32-28 ($1)"), (strong, 0));
    assert_eq!(signs("1. $7 32-28!"), (strong.and(Signs::of_nag(7).unwrap()), 0));
}

#[test]
fn a_game_read_is_played_with_its_result() {
    let drawn = read_first("1. 32-28 19-23 2. 28x19 14x23 1-1", None)
        .unwrap()
        .game();
    assert_eq!(
        (drawn.moves().len(), GameResult::from(drawn.outcome())),
        (4, GameResult::Draw)
    );
    let open = read_first("1. 32-28 19-23 (1... 18-23) *", None).unwrap().game();
    assert_eq!((open.moves().len(), open.outcome()), (2, None));
    assert!(read_first("", None).is_none());
}

#[test]
fn a_game_by_a_house_rule_is_read_as_it_was_played() {
    let text =
        "[HouseRule \"huffing\"]\n1. 32-28 19-23 2. 37-32 /FEN \"B:W31-36,38-50:B1-18,20,23\"/ 2... 14-19 *";
    let huffed = game(text);
    assert!(
        huffed.whole && huffed.problems.is_empty(),
        "{:?}",
        huffed.problems
    );
    assert_eq!(
        body(&huffed),
        "1. 32-28 19-23 2. 37-32 /FEN \"B:W31-36,38-50:B1-18,20,23\"/ 2... 14-19 *"
    );
    let played = huffed.game();
    assert!(played.is_amended(3));
    assert_eq!(
        (played.moves().len(), GameTree::of(&played)),
        (4, huffed.tree.clone())
    );

    // Without its tag, or with an unknown value, leaving a capture is not a move.
    assert!(!game(&text.replace("huffing", "poker")).whole);
    assert!(!game(&text.replace("HouseRule", "Rule")).whole);
    assert!(!game(&text.replace("huffing", "strict")).whole);
}

#[test]
fn every_move_that_a_house_rule_lets_be_played_is_read_as_it_is_written() {
    // A king that reaches one square by a slide, by one capture, and by three.
    for start in [
        "W:WK25:B21,30,31,32",
        "W:WK47:B14,19,29,31,42",
        "W:W28,35:B23",
        "W:W28,47:B22,32,33,10",
    ] {
        let start = crate::notation::fen::read(Variant::International, start).unwrap();
        for rule in [
            crate::RuleOption::CaptureOptional,
            crate::RuleOption::Huffing,
            crate::RuleOption::MenForward,
        ] {
            let mut tags = crate::notation::pdn::Tags::default();
            tags.push(crate::notation::pdn::HOUSE_RULE, rule.key());
            for mv in start.moves_under(RuleOptions::NONE.with(rule)) {
                let mut tree = GameTree::new(start);
                tree.add(NodeId::ROOT, Step::Move(mv));
                let text = write_game(&tags, GameResult::Unknown, &tree);
                let again = game(&text);
                assert_eq!((again.tree, again.problems), (tree, Vec::new()), "{text}");
            }
        }
    }
}
