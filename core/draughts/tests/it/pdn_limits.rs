//! PDN that is too long, too deep or not PDN at all: reading ends with a report and in bounded memory, and the next
//! game is read.
use draughts::notation::pdn::{self, LONGEST_COMMENT, LONGEST_GAME, PdnError, PdnGame, PdnSplitter};
use draughts::notation::{Note, fen, movetext, position_list};
use draughts::{SetupReason, Variant};

const PART: usize = 64 << 10;
const GOOD: &[u8] = b"\n\n[White \"Ada\"]\n[Black \"Bo\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n";

/// Reads a stream whose parts are made on demand, and passes on the games that are not empty.
fn read(parts: impl Iterator<Item = Vec<u8>>, mut game: impl FnMut(PdnGame)) {
    let mut splitter = PdnSplitter::new();
    let mut take = |splitter: &mut PdnSplitter| {
        while let Some(text) = splitter.next_game() {
            assert!(text.bytes().len() <= LONGEST_GAME + LONGEST_COMMENT + PART);
            let read = pdn::read_game(&text, None);
            if !read.is_empty() {
                game(read);
            }
        }
    };
    for part in parts {
        splitter.push(&part);
        take(&mut splitter);
    }
    splitter.finish();
    take(&mut splitter);
}

fn games(bytes: &[u8]) -> Vec<PdnGame> {
    let mut games = Vec::new();
    read(bytes.chunks(PART).map(<[u8]>::to_vec), |game| games.push(game));
    games
}

fn is_good(game: &PdnGame) -> bool {
    game.whole && game.tags.get("White") == Some("Ada") && game.tree.len() == 5
}

/// Pseudo-random bytes, the same in every run.
fn noise(seed: u64, letters: &'static [u8]) -> impl FnMut() -> u8 {
    let mut state = seed | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        letters[(state >> 33) as usize % letters.len()]
    }
}

const SIGNS: &[u8] = b"{}()[]/$%;\"\\*.!?x-:0123456789 \n\n AEWabcz\xA0\xC3\xE9";

/// Returns the peak memory of the process in bytes; `None` if the system does not report it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<u64>()
        .ok()
        .map(|kilobytes| kilobytes << 10)
}

/// Reads this number of bytes of each kind of garbage, then a good game.
fn garbage(bytes: usize) {
    let mut seed = 0;
    let kinds: [&'static [u8]; 5] = [SIGNS, b"a", b"( 1. 32-28", b"\x00\xFF", b"[A\"{\n"];
    for letters in kinds {
        seed += 77;
        let mut next = noise(seed, letters);
        let parts = (0..bytes / PART).map(move |_| (0..PART).map(|_| next()).collect());
        let mut last = None;
        read(parts.chain([b"\n}\n".to_vec(), GOOD.to_vec()]), |game| {
            last = Some(game)
        });
        assert!(is_good(&last.unwrap()), "{:?}", String::from_utf8_lossy(letters));
    }
}

#[test]
fn garbage_ends_and_the_game_behind_it_is_read() {
    garbage(2 << 20);
}

/// A gigabyte of each kind of garbage takes less than 500 MB.
#[test]
#[ignore = "minutes: make test-deep"]
fn a_gigabyte_of_garbage_takes_bounded_memory() {
    garbage(1 << 30);
    assert!(
        peak_memory().is_none_or(|bytes| bytes < 500 << 20),
        "{:?}",
        peak_memory()
    );
}

#[test]
fn a_comment_of_a_hundred_megabytes_is_cut_and_the_game_goes_on() {
    let begin = b"[White \"Ada\"]\n1. 32-28 {long".to_vec();
    let end = b"} 19-23 2. 28x19 14x23\n2. nonsense".to_vec();
    let line = [b'x'; 99].iter().chain(b"\n").copied().collect::<Vec<u8>>();
    let middle = (0..100 << 20 >> 16).map(|_| line.iter().cycle().take(PART).copied().collect());
    let mut all = Vec::new();
    read(
        [begin].into_iter().chain(middle).chain([end, GOOD.to_vec()]),
        |game| all.push(game),
    );
    assert!(is_good(&all[0]) && is_good(&all[1]) && all.len() == 2);
    let Note::After(text) = &all[0].tree.node(all[0].tree.main_line().next().unwrap()).notes()[0] else {
        panic!("no comment");
    };
    assert!((LONGEST_COMMENT - 10..=LONGEST_COMMENT).contains(&text.len()));
    assert!(matches!(all[0].problems[0].error, PdnError::LongComment(bytes) if bytes > 98 << 20));
    // Line numbers continue: 655 lines in each part of the comment.
    let last = all[0].problems.last().unwrap();
    assert_eq!(last.place.line, 3 + (100 << 20 >> 16) * 655, "{last:?}");
}

#[test]
fn variations_ten_thousand_deep_are_read_and_written() {
    for deep in [10_000, 100_000] {
        let mut text = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 ".to_string();
        text.push_str("10-14 ");
        text.push_str(&"( 3... 10-14 ".repeat(deep));
        text.push_str(&")".repeat(deep));
        text.push_str(" 4. 41-37 *");
        let all = games(&[text.as_bytes(), GOOD].concat());
        assert_eq!(all.len(), 2);
        assert!(all[0].whole && is_good(&all[1]));
        assert_eq!(all[0].tree.main_line().count(), 7);
        let kept = deep.min(pdn::DEEPEST);
        assert_eq!(all[0].tree.len(), 1 + 7 + kept);
        assert_eq!(
            all[0].problems.is_empty(),
            deep <= pdn::DEEPEST,
            "{:?}",
            all[0].problems
        );
        let written = pdn::write_game(&all[0].tags, all[0].result, &all[0].tree);
        assert_eq!(games(written.as_bytes())[0].tree.len(), all[0].tree.len());
    }
}

/// A reader that walked all siblings for each variation would need minutes. `benches/pdn.rs` measures the time.
#[test]
fn three_hundred_thousand_variations_of_one_move_are_read() {
    let count = 300_000;
    let text = format!("1. 32-28 {} 19-23 *", "(1. 33-28)".repeat(count));
    let all = games(text.as_bytes());
    assert_eq!((all.len(), all[0].tree.len()), (1, count + 3));
    let behind = format!(
        "1. 32-28 19-23 {} *",
        "(1. 33-28 {x) (1. 99-28)".repeat(count / 3)
    );
    assert!(!games(behind.as_bytes()).is_empty());
}

#[test]
fn a_game_too_long_is_cut_and_the_next_is_read() {
    let text = format!(
        "[White \"Ada\"]\n1. 32-28 19-23 {}\n",
        "{some words} ".repeat(2 << 20)
    );
    let all = games(&[text.as_bytes(), GOOD].concat());
    assert_eq!(all.len(), 2);
    assert!(all[0].whole && is_good(&all[1]));
    assert!(
        all[0]
            .problems
            .iter()
            .any(|problem| problem.error == PdnError::LongGame)
    );
}

#[test]
fn problems_are_counted_and_not_kept_without_end() {
    let text = format!("1. 32-28 {} 19-23 *", "hm ".repeat(100_000));
    let all = games(text.as_bytes());
    assert!(all[0].whole && all[0].problems.len() <= 101);
    assert_eq!(all[0].problems.last().unwrap().error, PdnError::More(99_900));
}

#[test]
fn impossible_positions_of_every_board_are_refused_by_name() {
    use SetupReason::{ManOnPromotionRow, TooManyPieces, TwoOnOneSquare};
    let check = |variant: Variant, text: &str, reason: SetupReason| {
        let numbering = draughts::notation::Numbering::TopLeft;
        match fen::read_numbered(variant, numbering, text) {
            Err(fen::FenError::Impossible { errors, .. }) => {
                assert!(errors.contains(reason), "{variant} {text}: {errors}")
            }
            other => panic!("{variant} {text}: {other:?}"),
        }
    };
    for variant in Variant::ALL {
        let squares = variant.rules().board.squares();
        let most = variant.rules().most_pieces;
        let row = variant.rules().board.row();
        check(variant, "W:WK9:BK9", TwoOnOneSquare);
        check(variant, "W:W1:BK9", ManOnPromotionRow);
        check(variant, &format!("W:WK9:B{squares}"), ManOnPromotionRow);
        check(variant, &format!("W:WK1-{}:BK{squares}", most + 1), TooManyPieces);
        check(variant, &format!("W:W:BK1-{}", most + 1), TooManyPieces);
        let good = |text: &str| {
            let read = fen::read_numbered(variant, draughts::notation::Numbering::TopLeft, text);
            assert!(read.is_ok(), "{variant} {text}: {read:?}");
        };
        good(&format!("W:WK1-{most}:B"));
        good(&format!("B:W:BK1-{most}"));
        good("W:W:B");
        good(&format!("W:W{}:B1", row + 1));
        for (text, says) in [
            (format!("W:W{}:B1", squares + 1), "not on the board"),
            ("W:W0:B1".into(), "not on the board"),
            ("W:WQ9:B1".into(), "is no square"),
            ("W:Wz9:B1".into(), "is no square"),
            ("".into(), "empty"),
            ("X:W1:B2".into(), "begins with the side to move"),
        ] {
            let error = fen::read(variant, &text).unwrap_err().to_string();
            assert!(error.contains(says), "{variant} {text}: {error}");
        }
    }
}

#[test]
fn megabytes_of_garbage_are_refused() {
    // A reader of quadratic time would not finish.
    for variant in [
        Variant::International,
        Variant::Russian,
        Variant::Turkish,
        Variant::Frisian,
    ] {
        let start = variant.start();
        for garbage in ["7", "a1", "W:W31,", "31-50,", "K", ":", "+", "1x", "(", "é", " "] {
            let garbage = garbage.repeat(10 << 20 >> 1);
            assert!(fen::read(variant, &garbage).is_err());
            assert!(fen::read(variant, &format!("W:W9:B8:{garbage}:W1")).is_err());
            assert!(movetext::read(&start, &garbage).is_err());
            let _ = position_list::read(variant, &garbage).is_ok_and(|setup| !setup.pieces.is_empty());
        }
    }
}
