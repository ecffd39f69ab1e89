use super::*;
use crate::notation::pdn::PdnError;
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
        ("2–0", GameResult::Win(White)),
        ("0—2", GameResult::Win(Black)),
        ("1−1", GameResult::Draw),
        ("½–½", GameResult::Draw),
        ("1/2–1/2", GameResult::Draw),
        ("2 - 0", GameResult::Win(White)),
        ("0 – 2", GameResult::Win(Black)),
        ("1 -1", GameResult::Draw),
        ("0- 1", GameResult::Win(Black)),
        ("2 : 0", GameResult::Win(White)),
        ("1/2 - 1/2", GameResult::Draw),
        ("½ - ½", GameResult::Draw),
        ("0 - 0", GameResult::BothLose),
        ("1+ - 1-", GameResult::Draw),
        ("1- - 1+", GameResult::Draw),
        ("1 1/2 - 1/2", GameResult::Draw),
        ("1/2 - 1 1/2", GameResult::Draw),
        ("1½-½", GameResult::Draw),
        ("1.01-0.99", GameResult::Draw),
        ("0.5-0.5", GameResult::Draw),
        ("2-0.", GameResult::Win(White)),
        ("2-0*", GameResult::Win(White)),
        ("2-0 *", GameResult::Win(White)),
        ("02-00", GameResult::Win(White)),
        ("00-02", GameResult::Win(Black)),
        ("01-01", GameResult::Draw),
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

#[test]
fn an_uneven_draw_keeps_its_form() {
    let text = "[ResultFormat \"Plus draw\"]\n[Result \"1+ - 1-\"]\n1. 32-28 19-23 1+ - 1-";
    let game = game(text);
    assert_eq!(
        (game.result, game.problems.len(), game.tree.len()),
        (GameResult::Draw, 0, 3)
    );
    assert!(write_game(&game.tags, game.result, &game.tree).contains("[Result \"1+ - 1-\"]"));
}

#[test]
fn a_result_is_no_move_and_ends_its_game() {
    let two = games("1. 32-28 19-23 2 – 0\n\n1. 33-29 1 - 1\n".as_bytes());
    let found: Vec<_> = two
        .iter()
        .map(|game| (game.tree.len(), game.problems.len(), game.whole))
        .collect();
    assert_eq!(found, [(3, 0, true), (2, 0, true)]);
    // In cp1252, and with a move number without its dot.
    let old = games(b"1 32-28 19-23 2 \x96 0");
    assert_eq!(
        (old.len(), old[0].result),
        (1, GameResult::Win(crate::board::Side::White))
    );
    // Moves of the squares 1 and 2 stay moves.
    assert_eq!(
        body(&game("[FEN \"B:W46:B1,2\"]\n1... 1 - 7 2. 46 - 41 2-8")),
        "1... 1-7 2. 46-41 2-8 *"
    );
    assert_eq!(
        body(&game("[FEN \"B:W46:B1,2\"]\n1... 1-7 2 46-41 2 - 8")),
        "1... 1-7 2. 46-41 2-8 *"
    );
}

#[test]
fn a_tag_may_give_the_result_in_words() {
    use crate::board::Side::{Black, White};
    for (text, result) in [
        ("0-2 (time)", GameResult::Win(Black)),
        ("1-1 (40-40)", GameResult::Draw),
        ("White wins", GameResult::Win(White)),
        ("Bianco vince", GameResult::Win(White)),
        ("Zwart wint op tijd", GameResult::Win(Black)),
        ("Белые выиграли", GameResult::Win(White)),
        ("ничья", GameResult::Draw),
        ("Remise", GameResult::Draw),
        ("White", GameResult::Unknown),
        ("Black played, White wins", GameResult::Unknown),
        ("12-8", GameResult::Unknown),
    ] {
        let read = game(&format!("[Result \"{text}\"]\n1. 32-28 *"));
        assert_eq!((read.result, read.problems.len()), (result, 0), "{text}");
    }
}

#[test]
fn text_behind_a_move_is_a_word_of_its_own() {
    for (text, written) in [
        ("32-28, 19-23, 28x19, 14x23.", "1. 32-28 19-23 2. 28x19 14x23 *"),
        ("1.32-28,19-23 2.28x19,14x23#", "1. 32-28 19-23 2. 28x19 14x23 *"),
        ("1. 32-28 19-23: 2. 28x19N", "1. 32-28 19-23 2. 28x19 {N} *"),
        (
            "1. 32-28 19-23Whiteoversteppedthetime. 1-1",
            "1. 32-28 19-23 {Whiteoversteppedthetime.} *",
        ),
    ] {
        let read = game(text);
        assert!(read.whole, "{text}");
        assert_eq!(body(&read), written, "{text}");
    }
    // Not behind what is no legal move.
    assert!(!game("1. 32-23, 19-23").whole);
}

#[test]
fn times_and_square_brackets_stand_between_moves() {
    for text in [
        "1. 32-28 0:05 19-23 0:07 2. 28x19",
        "1. 32-28 [0:05] 19-23 [0:07] 2. 28x19",
        "1. 32-28 19-23 [1... 18-23 2. 38-32] 2. 28x19",
        "1.\u{2009}32-28\u{202f}19-23 2. \u{200b}28x19",
    ] {
        let read = game(text);
        let main = read.tree.main_moves().count();
        assert_eq!((read.whole, main), (true, 3), "{text}: {:?}", read.problems);
    }
    let tree = game("1. 32-28 19-23 [1... 18-23 2. 38-32] 2. 28x19").tree;
    assert_eq!(tree, game("1. 32-28 19-23 (1... 18-23 2. 38-32) 2. 28x19").tree);
    // A bracket that stays open is only a sign.
    assert!(game("1. 32-28 [ 19-23 2. 28x19 14x23").whole);
}

#[test]
fn squares_are_short_apart_or_in_letters_of_another_alphabet() {
    let written = "1. c3-b4 d6-c5 2. b4:d6 e7:c5 3. g3-f4 *";
    for text in [
        "1. c3 b4 d6 c5 2. b4 d6 e7 c5 3. g3 f4",
        "1. с3-b4 d6-с5 2. b4:d6 е7:с5 3. g3-f4",
        "1. cb4 dc5 2. b:d6 e:c5 3. gf4",
        "1. cb4! dc5? 2. bxd6 exc5 3. gf4",
        "1. c3-b4 d6-c5 2. b4✕d6 e7：c5 3. g3-f4",
    ] {
        let read = game(text);
        assert_eq!(read.variant, Variant::Russian, "{text}");
        let plain = body(&read).replace(['!', '?'], "");
        assert_eq!(plain, written, "{text}");
    }
}

#[test]
fn the_last_comment_may_hold_the_result() {
    use crate::board::Side::{Black, White};
    for (comment, result) in [
        ("2-0", GameResult::Win(White)),
        ("0 – 2", GameResult::Win(Black)),
        ("Remise. 1-1.", GameResult::Draw),
        ("Wit geeft op (0-2)", GameResult::Win(Black)),
        ("a good game", GameResult::Unknown),
    ] {
        for text in [
            format!("1. 32-28 19-23 {{{comment}}}"),
            format!("[Result \"*\"]\n1. 32-28 19-23 {{{comment}}} *"),
        ] {
            assert_eq!(
                (game(&text).result, game(&text).tree.len()),
                (result, 3),
                "{text}"
            );
        }
    }
    // Of an earlier move, or beside a known result, it is only a comment.
    assert_eq!(game("1. 32-28 {2-0} 19-23").result, GameResult::Unknown);
    assert_eq!(game("1. 32-28 19-23 {2-0} 1-1").result, GameResult::Draw);
}

#[test]
fn captures_have_any_sign() {
    let written = "1. c3-d4 f6-e5 2. d4:f6 g7:e5 *";
    for text in [
        "1. C3-D4 F6-E5 2. D4:F6 G7:E5",
        "1. c3-d4 f6-e5 2. d4*f6 g7*e5 *",
        "1. c3-d4 f6-e5 2. d4×f6 g7xe5",
        "1. c3-d4 f6-e5 2. d4-f6 g7-e5",
        "1. c3d4 f6e5 2. d4f6 g7e5",
        "1. 22-18 11-15 2. 18x11 8x15",
    ] {
        let read = read_first(&format!("[GameType \"25\"]\n{text}"), None).unwrap();
        assert_eq!((body(&read), read.problems), (written.into(), vec![]), "{text}");
    }
    // "*" behind a move is a sign, or the end.
    assert_eq!(body(&game("1. 32-28* 19-23 *")), "1. 32-28 $7 19-23 *");
}

#[test]
fn hyphens_between_the_squares_of_a_capture_are_no_loss() {
    let hyphens = "1. 11-16 21-17 2. 7-11 17-14 3. 9-18 23-14-7 4. 3-10 22-18 5. 2-7 18-15";
    let crosses = "1. 11-16 21-17 2. 7-11 17-14 3. 9x18 23x14x7 4. 3x10 22-18 5. 2-7 18-15";
    let (one, other) = (game(hyphens), game(crosses));
    assert_eq!((&one.tree, one.problems.len()), (&other.tree, 0));
    // Two squares and the loss of a man.
    let lost = game("1. 32-28-1 19-23").tree;
    let first = lost.next(NodeId::ROOT).unwrap();
    assert_eq!(lost.node(first).signs().to_string(), "-1");
}

#[test]
fn a_variation_may_stand_before_or_behind_the_move_that_it_replaces() {
    let behind = "1. 32-28 19-23 (1... 18-23 2. 38-32) 2. 28x19 14x23 *";
    for text in [
        "1. 32-28 19-23 (1... 18-23 2. 38-32) 2. 28x19 14x23",
        "1. 32-28 (1... 18-23 2. 38-32) 1... 19-23 2. 28x19 14x23",
        "1. 32-28 (18-23 38-32) 19-23 2. 28x19 14x23",
    ] {
        let read = game(text);
        assert_eq!(read.problems, [], "{text}");
        assert_eq!(body(&read), behind, "{text}");
    }
    // One move in brackets is Black's if the game goes on with White's, and a variation if it goes on with Black's.
    assert_eq!(
        body(&game("1. 32-28 (18-23) 19-23 2. 28x19")),
        "1. 32-28 19-23 (1... 18-23) 2. 28x19 *"
    );
    assert_eq!(
        body(&game("1. 32-28 (18-23) 2. 33-29 (23x32)")),
        "1. 32-28 18-23 2. 33-29 23x32 *"
    );
    // The number tells a move that has been answered from the next one.
    assert_eq!(
        body(&game("1. 34-30 17-21 (1. 33-28 18-22) 2. 30-25")),
        "1. 34-30 (1. 33-28 18-22) 1... 17-21 2. 30-25 *"
    );
    assert_eq!(
        body(&game("1. 34-30 17-21 (2. 33-28 18-22) 2. 30-25")),
        "1. 34-30 17-21 2. 30-25 (2. 33-28 18-22) *"
    );
    // Of the move that follows, and of the one before, at once.
    assert_eq!(
        body(&game("1. 32-28 (1. 33-28) (1... 18-23) 19-23")),
        "1. 32-28 (1. 33-28) 1... 19-23 (1... 18-23) *"
    );
}

#[test]
fn what_follows_decides_between_captures_of_unlike_length() {
    // The king takes f2 alone, or f4, e7, c7 and f2 on a way round that ends on the same square.
    let read = |moves: &str| {
        let text = format!("[GameType \"25\"]\n[FEN \"W:WKe3:Bb8,c7,e7,f2,f4\"]\n{moves}");
        let game = game(&text);
        assert!(game.whole, "{moves}: {:?}", game.problems);
        let captured = game.tree.main_moves().next().unwrap().captured().len();
        (captured, game.problems.len())
    };
    assert_eq!(read("1. e3:g1 c7-d6 2. g1-h2"), (1, 0));
    assert_eq!(
        read("1. e3:g1 (1. e3:g5:d8:b6:g1 b8-c7) c7-d6 {a} 2. g1-h2 1-0"),
        (1, 0)
    );
    // The man on c7 is gone. The choice is told.
    assert_eq!(read("1. e3:g1 b8-c7 2. g1-b6"), (4, 1));
    assert_eq!(read("1. e3:g5:d8:b6:g1 b8-c7"), (4, 0));
    // Without a move that decides, the text means the capture without a stop.
    assert_eq!(read("1. e3:g1"), (1, 0));
}

#[test]
fn the_game_is_the_one_that_fits_from_the_first_move_to_the_last() {
    for (text, variant) in [
        ("1. C3-B4 D6-C5 2. B4:D6 E7:C5 3. G3-F4 B6-A5", Variant::Russian),
        // Numbers: the man goes on capturing as a king, or must take the longest way.
        ("1. 22-18 11-15 2. 18x11 8x15 3. 21-17 9-13", Variant::Russian),
        ("1. 11-15 22-18 2. 15x22 25x18", Variant::English),
        ("1. 22-19 12-15 2. 19x12 8x15", Variant::Italian),
        ("1. 32-28 19-23 2. 28x19 14x23", Variant::International),
        ("1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4", Variant::Russian),
        ("1. j4-i5 i7-j6", Variant::International),
        ("[FEN \"W:WK25:B21,30,31,32\"]\n1. 25x3", Variant::International),
    ] {
        let read = game(text);
        assert!(read.whole, "{text}: {:?}", read.problems);
        assert_eq!(read.variant, variant, "{text}");
    }
}

#[test]
fn tags_that_contradict_the_moves_give_way_and_it_is_told() {
    let russian = "1. c3-d4 f6-e5 2. d4:f6 g7:e5 3. b2-c3 h8-g7 *";
    for tags in [
        "[GameType \"20\"]\n[Variant \"Russian\"]\n",
        "[GameType \"20\"]\n",
        "[GameType \"21\"]\n",
    ] {
        let read = game(&format!("{tags}{russian}"));
        assert_eq!((read.variant, read.whole), (Variant::Russian, true), "{tags}");
        assert!(
            matches!(&read.problems[..], [problem] if matches!(problem.error, PdnError::OtherGame { .. })),
            "{:?}",
            read.problems
        );
    }
    // Letters contradict a game with numbers at once if it has no such move.
    let short = game("[GameType \"20\"]\n1. g3-h4 b6-a5 *");
    assert_eq!((short.variant, short.whole), (Variant::Russian, true));
    // An error in the game of the tags does not make it another game.
    let damaged = game("[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 50-50");
    assert_eq!((damaged.variant, damaged.whole), (Variant::International, false));
    let usual = game("[GameType \"25\"]\n[Variant \"Standard\"]\n1. c3-d4 *");
    assert_eq!((usual.variant, usual.problems), (Variant::Russian, vec![]));
}

#[test]
fn a_board_that_is_missing_is_refused_by_name() {
    for (tags, name) in [
        ("[GameType \"41\"]", "Spantsiretti draughts"),
        ("[GameType \"41,W,10,8,A0,0\"]", "Spantsiretti draughts"),
        ("[GameType \"99,W,14,14,N2,0\"]", "14×14"),
        ("[GameType \"20,W,10,8,N2,0\"]", "10×8"),
        ("[Variant \"Armenian\"]", "Armenian"),
        ("[GameType \"25\"]\n[Variant \"Dameo\"]", "Dameo"),
        ("[GameType \"23,B,8,8,A1,1\"]", "Jamaican draughts"),
        ("[GameType \"0\"]", "chess"),
    ] {
        let read = game(&format!("{tags}\n[White \"A\"]\n1. c3-d4 d6-c5 *"));
        assert!(read.is_refused() && !read.whole && read.tree.is_empty(), "{tags}");
        assert_eq!(read.failure().unwrap().error, PdnError::NoBoard(name.into()));
    }
    // A size of 0 says nothing.
    let unsaid = game("[GameType \"20,W,0,0,N,0\"]\n1. 32-28 *");
    assert_eq!((unsaid.variant, unsaid.whole), (Variant::International, true));
    // The size of the board counts more than the number of another site.
    let canadian = game("[GameType \"20,W,12,12,N2,0\"]\n1. 46-40 27-33 *");
    assert_eq!((canadian.variant, canadian.whole), (Variant::Canadian, true));
}

#[test]
fn tags_in_other_languages_are_understood_and_kept() {
    for text in [
        "[Dati \"E\"]\n[Anno \"2005\"]\n[Turno \"3\"]\n[Bianco \"W\"]\n[Nero \"B\"]\n[Risultato \"1-0\"]",
        "[Tournoi \"E\"]\n[Date \"2005\"]\n[Ronde \"3\"]\n[Blancs \"W\"]\n[Noirs \"B\"]\n[Résultat \"1-0\"]",
        "[Toernooi \"E\"]\n[Datum \"2005\"]\n[Ronde \"3\"]\n[Wit \"W\"]\n[Zwart \"B\"]\n[Uitslag \"1-0\"]",
        "[Torneio \"E\"]\n[Ano \"2005\"]\n[Rodada \"3\"]\n[Brancas \"W\"]\n[Pretas \"B\"]\n[Resultado \"1-0\"]",
        "[Турнир \"E\"]\n[Дата \"2005\"]\n[Тур \"3\"]\n[Белые \"W\"]\n[Чёрные \"B\"]\n[Результат \"1-0\"]",
        "[Turniej \"E\"]\n[Data \"2005\"]\n[Runda \"3\"]\n[Białe \"W\"]\n[Czarne \"B\"]\n[Wynik \"1-0\"]",
        "[Tournament \"E\"]\n[Date \"2005\"]\n[Rnd \"3\"]\n[WhitePlayer \"W\"]\n[Black_Player \"B\"]\n[Score \"1-0\"]",
        "[Gara \"E\"]\n[Data \"2005\"]\n[Turno \"3\"]\n[Giocatore_Bianco \"W\"]\n[Giocatore-Nero \"B\"]\n[Esito \"1-0\"]",
        "[Turnier \"E\"]\n[Datum \"2005\"]\n[Runde \"3\"]\n[Weiß \"W\"]\n[Schwarz \"B\"]\n[Ergebnis \"1-0\"]",
    ] {
        let read = game(&format!("{text}\n1. 32-28 19-23 *"));
        for (name, value) in [
            ("Event", "E"),
            ("Date", "2005"),
            ("Round", "3"),
            ("White", "W"),
            ("Black", "B"),
        ] {
            assert_eq!(read.tags.get(name), Some(value), "{text}");
        }
        assert_eq!(
            (read.result, read.problems.len()),
            (GameResult::Win(crate::board::Side::White), 0),
            "{text}"
        );
        let written = write_game(&read.tags, read.result, &read.tree);
        for line in text.lines() {
            assert!(written.contains(line), "{line}: {written}");
        }
    }
    for text in [
        "[White: \"W\"]\n[Black = \"B\"]",
        "[White 'W']\n[Black ‘B’]",
        "[White “W”]\n[Black «B»]",
    ] {
        let read = game(&format!("{text}\n1. 32-28 *"));
        let names = [read.tags.get("White"), read.tags.get("Black")];
        assert_eq!(names, [Some("W"), Some("B")], "{text}");
    }
    // The standard's own name counts more.
    assert_eq!(
        game("[Bianco \"x\"]\n[White \"W\"]\n1. 32-28").tags.get("White"),
        Some("W")
    );
    assert_eq!(
        game("[White \"?\"]\n[Bianco \"x\"]\n1. 32-28").tags.get("White"),
        Some("x")
    );
}

#[test]
fn games_without_a_move_are_told_apart_by_their_first_tag() {
    let three = games("[Турнир \"A\"]\n[Белые \"B\"]\n\n[Турнир \"C\"]\n\n[Турнир \"D\"]\n".as_bytes());
    assert_eq!(three.len(), 3);
}

#[test]
fn a_place_is_the_line_that_a_person_sees() {
    for end in ["\n", "\r\n", "\r"] {
        let text = [
            "[White \"A\"]",
            "",
            "1. 32-28 19-23",
            "2. 28-22 *",
            "",
            "[White \"B\"]",
            "",
            "1. 33-28 ?x",
        ]
        .join(end);
        let places: Vec<_> = games(text.as_bytes())
            .iter()
            .flat_map(|game| {
                game.problems
                    .iter()
                    .map(|problem| (problem.place.line, problem.place.column))
                    .collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(places, [(4, 4), (8, 10)], "{end:?}");
        // An unclosed comment ends at the tags of the next game.
        let open = ["1. 32-28 {open", "[Event \"B\"]", "1. 33-28 *"].join(end);
        assert_eq!(games(open.as_bytes()).len(), 2, "{end:?}");
    }
}
