//! Games that end by a rule, and by which: every case of `golden/rule-cases.json` that plays moves, under the default
//! options and others, and endings that the file lacks.
use draughts::{
    EndReason, Game, Move, Piece, Position, Role, RuleOption, RuleOptions, Setup, Side, Square, Variant,
};
use serde_json::Value;

fn cases() -> Vec<Value> {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../golden/rule-cases.json")).unwrap();
    cases.into_iter().filter(|case| case["play"].is_array()).collect()
}

/// Returns the move between two squares in the numbering of the file, from the top left.
fn find(position: &Position, text: &str) -> Move {
    let ends: Vec<u8> = text.split(['-', 'x']).map(|n| n.parse().unwrap()).collect();
    let fits = |mv: &&Move| (mv.origin().number(), mv.target().number()) == (ends[0], ends[1]);
    let moves = position.legal_moves();
    *moves
        .iter()
        .find(fits)
        .unwrap_or_else(|| panic!("{text} is not legal: {moves:?}"))
}

fn start(case: &Value) -> Game {
    let variant: Variant = case["variant"].as_str().unwrap().parse().unwrap();
    Game::from_position(read(variant, case["fen"].as_str().unwrap()))
}

/// Reads a FEN with squares numbered from the top left.
fn read(variant: Variant, text: &str) -> Position {
    let mut setup = Setup::empty(if text.starts_with('W') {
        Side::White
    } else {
        Side::Black
    });
    for list in text.split(':').skip(1) {
        let side = if list.starts_with('W') {
            Side::White
        } else {
            Side::Black
        };
        for piece in list[1..].split(',').filter(|piece| !piece.is_empty()) {
            let number = piece.trim_start_matches('K');
            let role = if number.len() < piece.len() {
                Role::King
            } else {
                Role::Man
            };
            setup.put(
                Square::new(number.parse().unwrap()).unwrap(),
                Piece { side, role },
            );
        }
    }
    Position::from_setup(variant, &setup).unwrap()
}

/// Plays the moves until they or the game end.
fn play<'a>(mut game: Game, moves: impl IntoIterator<Item = &'a str>) -> Game {
    for text in moves {
        if game.outcome().is_some() {
            break;
        }
        let mv = find(game.position(), text);
        game.play(&mv).unwrap();
    }
    game
}

fn default() -> fn(RuleOptions) -> RuleOptions {
    |options| options
}

/// Plays a case under these options. Returns the ply and reason of its end, or its length without an end.
fn check(id: &str, choose: fn(RuleOptions) -> RuleOptions, plies: usize, reason: Option<EndReason>) {
    let all = cases();
    let case = all
        .iter()
        .find(|case| case["id"] == id)
        .unwrap_or_else(|| panic!("{id}"));
    let game = start(case);
    let options = choose(game.options());
    let moves = case["play"]
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap());
    let game = play(game.with_options(options), moves);
    assert_eq!(
        (game.moves().len(), game.outcome().map(|end| end.reason)),
        (plies, reason),
        "{id}"
    );
    assert!(game.outcome().is_none_or(|end| end.winner.is_none()), "{id}");
}

#[test]
fn every_case_ends_as_the_default_reading_says() {
    use EndReason::*;
    let ends: &[(&str, usize, Option<EndReason>)] = &[
        ("draw-int-threefold-long-cycle", 12, Some(Repetition)),
        ("draw-int-same-moves-not-positions", 9, None),
        ("draw-int-5-moves", 10, Some(FiveMoves)),
        ("draw-int-16-moves", 32, Some(SixteenMoves)),
        ("draw-int-16-then-5", 32, Some(SixteenMoves)),
        ("draw-int-capture-keeps-16-clock", 1, None),
        ("draw-fri-7-moves", 14, Some(SevenMoves)),
        ("draw-fri-1v1", 4, Some(OneKingEach)),
        ("fri-3-king-limit", 6, None),
        ("draw-rus-3k-v-1k", 30, Some(FifteenMoves)),
        ("draw-rus-15-moves", 30, Some(QuietKings)),
        ("draw-rus-60-moves", 120, Some(SixtyMoves)),
        // The third repetition comes two plies before the end of the five moves.
        ("draw-rus-long-diagonal", 8, Some(Repetition)),
        ("draw-rus-5-moves", 10, Some(FiveMoves)),
        ("draw-eng-40-moves", 80, Some(QuietKings)),
        ("draw-ita-40-moves", 80, Some(QuietKings)),
    ];
    for &(id, plies, reason) in ends {
        check(id, default(), plies, reason);
    }
    let known: Vec<String> = cases()
        .iter()
        .map(|case| case["id"].as_str().unwrap().to_string())
        .collect();
    for id in &known {
        assert!(ends.iter().any(|end| end.0 == id), "{id} is not looked at");
    }
}

#[test]
fn other_readings_end_other_games() {
    use EndReason::*;
    check(
        "draw-int-16-then-5",
        |o| o.without(RuleOption::SixteenPersists),
        36,
        Some(FiveMoves),
    );
    check(
        "draw-int-16-then-5",
        |o| o.with(RuleOption::LidraughtsCompat),
        36,
        Some(FiveMoves),
    );
    check(
        "draw-fri-1v1",
        |o| o.with(RuleOption::Strict),
        0,
        Some(NothingInSight),
    );
    check(
        "draw-rus-60-moves",
        |o| o.with(RuleOption::Literal725),
        30,
        Some(QuietKings),
    );
    check(
        "draw-int-5-moves",
        |o| o.with(RuleOption::ImmediateWhenQuiet),
        0,
        Some(NothingInSight),
    );
}

fn game(variant: Variant, text: &str) -> Game {
    Game::from_position(read(variant, text))
}

fn counts(game: &Game) -> Vec<(EndReason, u16, u16)> {
    game.counts()
        .iter()
        .map(|count| (count.reason, count.plies, count.of_plies))
        .collect()
}

fn end(game: &Game) -> Option<(Option<Side>, EndReason)> {
    game.outcome().map(|end| (end.winner, end.reason))
}

#[test]
fn a_capture_keeps_the_sixteen_moves_running() {
    let before = game(Variant::International, "B:WK1,K2,K33:BK50");
    assert_eq!(counts(&before), [(EndReason::SixteenMoves, 0, 32)]);
    let after = play(before, ["50x28"]);
    assert_eq!(
        counts(&after),
        [(EndReason::FiveMoves, 0, 10), (EndReason::SixteenMoves, 1, 32)]
    );
}

#[test]
fn immediate_when_quiet_waits_for_a_capture_in_sight() {
    let quiet = |text| {
        let game = game(Variant::International, text);
        let options = game.options().with(RuleOption::ImmediateWhenQuiet);
        end(&game.with_options(options)).map(|end| end.1)
    };
    assert_eq!(quiet("W:WK1:BK50"), Some(EndReason::NothingInSight));
    assert_eq!(quiet("W:WK1,K2:BK50"), Some(EndReason::NothingInSight));
    // A king can be captured now.
    assert_eq!(quiet("W:WK1:BK7"), None);
    // The two texts do not mention king and man.
    assert_eq!(quiet("W:WK1,31:BK50"), None);
    assert_eq!(quiet("W:WK1,K2,K3:BK50"), None);
}

#[test]
fn the_quebec_list_is_short() {
    let short = |text| {
        let game = game(Variant::Canadian, text);
        let options = game.options().with(RuleOption::QcShort);
        counts(&game.with_options(options))
    };
    assert_eq!(short("W:WK1,K2,K3:BK72"), [(EndReason::SixteenMoves, 0, 32)]);
    assert_eq!(short("W:WK1,K2,60:BK72"), []);
    assert_eq!(short("W:WK1,K2:BK72"), []);
    let full = game(Variant::Canadian, "W:WK1,K2,60:BK72");
    assert_eq!(counts(&full), [(EndReason::SixteenMoves, 0, 32)]);
}

#[test]
fn brazilian_endings_have_five_moves_or_those_of_the_other_section() {
    let at = |text| counts(&game(Variant::Brazilian, text));
    for text in [
        "W:WK1,K2:BK31,K32",
        "W:WK1,K2:BK32",
        "W:WK1,K2:BK32,20",
        "W:WK1:BK32",
        "W:WK1:BK32,9",
    ] {
        assert_eq!(at(text), [(EndReason::FiveMoves, 0, 10)], "{text}");
    }
    assert_eq!(at("W:WK1,K2,K3:BK32"), []);
    assert_eq!(at("W:WK1,21:BK32,9"), []);
    let other = game(Variant::Brazilian, "W:WK1,K2,K3:BK32");
    let options = other.options().with(RuleOption::Fmjd64);
    assert_eq!(
        counts(&other.with_options(options))[..1],
        [(EndReason::LongDiagonal, 0, 10)]
    );
    // One piece fewer is another ending: the five moves start anew.
    let ending = play(
        game(Variant::Brazilian, "W:WK1,K3:BK32,K30"),
        ["3-8", "32-23", "8-15"],
    );
    assert_eq!(counts(&ending)[0], (EndReason::FiveMoves, 3, 10));
}

#[test]
fn three_pool_kings_have_thirteen_moves() {
    let ending = without_captures(game(Variant::Pool, "W:WK30,K31,K32:BK4")).unwrap();
    assert_eq!(end(&ending), Some((None, EndReason::ThirteenMoves)));
    assert_eq!(ending.moves().len(), 25, "the thirteenth move of White");
}

/// Continues a game to a draw by counting, without captures, offers or repetitions.
fn without_captures(game: Game) -> Option<Game> {
    if game.outcome().is_some() {
        return Some(game);
    }
    game.legal_moves().iter().find_map(|mv| {
        let mut next = game.clone();
        next.play(mv).unwrap();
        let calm = !mv.is_capture() && !next.position().must_capture() && next.repetitions() < 2;
        calm.then(|| without_captures(next)).flatten()
    })
}

#[test]
fn the_portuguese_forced_ending_counts_from_the_river() {
    // The long diagonal of this board runs from 1, top left, to 32.
    let at_start = game(Variant::Portuguese, "W:WK29,K30,K31:BK4");
    assert_eq!(counts(&at_start), []);
    let moved = play(at_start, ["31-28", "4-8"]);
    // White stands on it: from here on only White's moves count, and the twenty moves do not.
    assert_eq!(counts(&moved), [(EndReason::TwelveMoves, 0, 24)]);
    let on = play(moved, ["29-25"]);
    assert_eq!(counts(&on), [(EndReason::TwelveMoves, 2, 24)]);
    // With nine pieces the twenty moves do not count.
    let many = play(
        game(Variant::Spanish, "W:WK29,20,22,23,24:BK4,5,6,7"),
        ["29-25", "4-8"],
    );
    assert_eq!(counts(&many), []);
    let few = play(
        game(Variant::Spanish, "W:WK29,22,23,24:BK4,5,6,7"),
        ["29-25", "4-8"],
    );
    assert_eq!(counts(&few), [(EndReason::QuietKings, 2, 40)]);
}

#[test]
fn the_first_king_wins_breakthrough_and_a_position_with_one_is_over() {
    let won = play(game(Variant::Breakthrough, "W:W6:B45"), ["6-1"]);
    assert_eq!(end(&won), Some((Some(Side::White), EndReason::FirstKing)));
    let over = game(Variant::Breakthrough, "W:W31:BK1");
    assert_eq!(end(&over), Some((Some(Side::Black), EndReason::FirstKing)));
    assert!(over.legal_moves().is_empty());
}

#[test]
fn the_side_without_moves_wins_antidraughts() {
    assert_eq!(
        end(&game(Variant::Antidraughts, "W:W6:B1")),
        Some((Some(Side::White), EndReason::Blocked))
    );
    assert_eq!(
        end(&game(Variant::Antidraughts, "W:W:B1")),
        Some((Some(Side::White), EndReason::NoPieces))
    );
    assert_eq!(
        end(&game(Variant::Antidraughts, "W:W31:B")),
        Some((Some(Side::Black), EndReason::NoPieces))
    );
}

#[test]
fn a_side_without_pieces_has_lost_whichever_side_is_to_move() {
    for variant in Variant::ALL.into_iter().filter(|v| *v != Variant::Antidraughts) {
        for text in ["W:W30:B", "B:W30:B"] {
            let over = game(variant, text);
            assert_eq!(
                end(&over),
                Some((Some(Side::White), EndReason::NoPieces)),
                "{variant} {text}"
            );
            assert!(over.legal_moves().is_empty());
        }
    }
}

#[test]
fn turkish_endings_are_decided_when_nothing_can_be_taken() {
    let king_v_man = game(Variant::Turkish, "W:WK57:B24");
    assert_eq!(
        end(&king_v_man),
        Some((Some(Side::White), EndReason::KingAgainstMan))
    );
    let options = king_v_man.options().without(RuleOption::TurkishKingVManWins);
    assert_eq!(end(&king_v_man.with_options(options)), None);
    // The man can be captured, so that is played first.
    assert_eq!(end(&game(Variant::Turkish, "W:WK57:B33")), None);
    let kings = play(
        game(Variant::Turkish, "W:WK57:BK8"),
        ["57-58", "8-7", "58-57", "7-8"],
    );
    assert_eq!(end(&kings), Some((None, EndReason::OneKingEach)));
    assert_eq!(
        end(&game(Variant::Turkish, "W:W41:B24")),
        None,
        "man against man plays on"
    );
}

#[test]
fn turkish_men_that_step_aside_and_back_repeat_the_position() {
    let round = ["41-42", "24-23", "42-41", "23-24"];
    let twice = play(game(Variant::Turkish, "W:W41,34:B24,31"), round);
    assert_eq!((twice.repetitions(), end(&twice)), (2, None));
    let thrice = play(twice, round);
    assert_eq!(end(&thrice), Some((None, EndReason::Repetition)));
}

#[test]
fn a_turkish_man_goes_on_as_a_king_under_that_option() {
    // Over a7 to a8, on the last row; then as a king over e8.
    let text = "W:W17:B9,5,36";
    let ends = |game: &Game| {
        let ends = game
            .legal_moves()
            .into_iter()
            .map(|mv| (mv.target().number(), mv.captured().len()));
        ends.collect::<Vec<_>>()
    };
    let plain = game(Variant::Turkish, text);
    assert_eq!(ends(&plain), [(1, 1)]);
    let options = plain.options().with(RuleOption::TurkishContinue);
    let mut on = plain.with_options(options);
    let mut targets = ends(&on);
    targets.sort_unstable();
    assert_eq!(targets, [(6, 2), (7, 2), (8, 2)]);
    let mv = on.legal_moves()[0];
    on.play(&mv).unwrap();
    assert_eq!(on.position().count(Side::White), (0, 1));
}

#[test]
fn capture_optional_and_huffing_are_house_rules() {
    let text = "W:W32,37,50:B28,5";
    let plain = game(Variant::International, text);
    assert!(plain.legal_moves().iter().all(Move::is_capture));
    let with = |option| {
        let options = plain.options().with(option);
        plain.clone().with_options(options)
    };
    let mut free = with(RuleOption::CaptureOptional);
    let legal = free.legal_moves();
    assert!(legal[0].is_capture() && legal.iter().any(|mv| !mv.is_capture()));
    let quiet = *legal.iter().find(|mv| mv.origin().number() == 37).unwrap();
    free.play(&quiet).unwrap();
    assert!(free.huffable().is_empty(), "capture optional alone costs nothing");

    let mut huffing = with(RuleOption::Huffing);
    huffing.play(&quiet).unwrap();
    let offender = Square::new(32).unwrap();
    assert_eq!(huffing.huffable(), [offender]);
    let mut stands = huffing.clone();
    let reply = stands.legal_moves()[0];
    stands.play(&reply).unwrap();
    assert!(
        stands.huffable().is_empty(),
        "the right is gone with the next move"
    );
    assert!(huffing.huff(Square::new(50).unwrap()).is_err());
    huffing.huff(offender).unwrap();
    assert_eq!(huffing.position().count(Side::White), (2, 0));
    assert_eq!(huffing.position().turn(), Side::Black, "huffing is not a move");
    assert!(huffing.huffable().is_empty(), "one piece, once");
    assert!(!huffing.legal_moves().is_empty());
    // Taking back restores the piece; redo removes it again.
    assert_eq!(huffing.take_back(), Some(quiet));
    assert_eq!(huffing.position().count(Side::White), (3, 0));
    assert_eq!(huffing.redo(), Some(quiet));
    assert_eq!(huffing.position().count(Side::White), (2, 0));
}

#[test]
fn men_that_capture_forwards_only() {
    let forward = |text| {
        let game = game(Variant::International, text);
        let options = game.options().with(RuleOption::MenForward);
        game.with_options(options)
    };
    let texts = |game: &Game| {
        let written = |mv: &Move| draughts::notation::movetext::write(game.position(), mv);
        game.legal_moves().iter().map(written).collect::<Vec<_>>()
    };
    // Backwards two could be captured; forwards it is one, which is compulsory.
    let mut both = forward("W:W28,45:B22,32,41,1");
    assert_eq!(texts(&both), ["28x17"]);
    let taken = both.legal_moves()[0];
    both.play(&taken).unwrap();
    assert_eq!(both.position().count(Side::Black), (3, 0));
    // Captures backwards only: nothing is compulsory, and pieces move freely.
    assert_eq!(texts(&forward("W:W28:B32,1")), ["28-23", "28-22"]);
    // A king captures as always.
    assert!(
        texts(&forward("W:WK28:B32,1"))
            .iter()
            .all(|text| text.contains('x'))
    );
    // Only a capture backwards would be left: the side is blocked.
    let stuck = "W:W25:B20,14,30";
    assert!(game(Variant::International, stuck).outcome().is_none());
    assert_eq!(
        end(&forward(stuck)),
        Some((Some(Side::Black), EndReason::Blocked))
    );
    // The option changes nothing in a game where men capture forwards only.
    let english = Game::new(Variant::English);
    let same = english
        .clone()
        .with_options(english.options().with(RuleOption::MenForward));
    assert_eq!(same.legal_moves(), english.legal_moves());
}

#[test]
fn huffing_allows_every_move_that_men_forward_allows() {
    let mut seed = 7_u64;
    let mut differed = 0;
    for variant in Variant::ALL {
        if !RuleOption::MenForward.is_for(variant) {
            continue;
        }
        for _ in 0..20 {
            let usual = Game::new(variant);
            let options = usual.options().with(RuleOption::MenForward);
            let mut game = usual.with_options(options);
            for _ in 0..80 {
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let position = *game.position();
                let wide = position.moves_under(RuleOptions::NONE.with(RuleOption::Huffing));
                assert!(moves.iter().all(|mv| wide.contains(mv)), "{variant}");
                differed += usize::from(moves != position.legal_moves());
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(&moves[(seed >> 33) as usize % moves.len()]).unwrap();
            }
        }
    }
    assert!(differed > 100, "{differed}");
}

#[test]
fn a_piece_that_took_too_few_is_huffed_on_its_current_square() {
    let fork = game(Variant::International, "W:W26,48:B12,21,31,43,1");
    let options = fork.options().with(RuleOption::Huffing);
    let mut fork = fork.with_options(options);
    let few = fork
        .legal_moves()
        .into_iter()
        .find(|mv| mv.target().number() == 37)
        .unwrap();
    fork.play(&few).unwrap();
    assert_eq!(fork.huffable(), [Square::new(37).unwrap()]);
    fork.huff(Square::new(37).unwrap()).unwrap();
    assert_eq!(fork.position().count(Side::White), (1, 0));
    // Captured pieces stay off the board.
    assert_eq!(fork.position().count(Side::Black), (4, 0));
}

#[test]
fn redo_plays_again_until_another_move_is_played() {
    let mut game = Game::new(Variant::International);
    let start = game.clone();
    for text in ["32-28", "19-23", "28x19", "14x23"] {
        let mv = find(game.position(), text);
        game.play(&mv).unwrap();
    }
    let whole = game.clone();
    while game.take_back().is_some() {}
    assert_eq!(game.position(), start.position());
    while game.redo().is_some() {}
    assert_eq!((game.position(), game.moves()), (whole.position(), whole.moves()));
    assert_eq!(game.counts(), whole.counts());
    // The same move keeps the moves after it; another one discards them.
    game.take_back();
    game.take_back();
    let same = find(game.position(), "28x19");
    game.play(&same).unwrap();
    assert!(game.redo().is_some());
    game.take_back();
    game.take_back();
    game.take_back();
    let other = find(game.position(), "20-24");
    game.play(&other).unwrap();
    assert_eq!(game.redo(), None);
}

/// A declaration, with the reason and winner that follow.
type End = (fn(&mut Game), EndReason, Option<Side>);

#[test]
fn every_way_to_lose_or_draw_can_be_declared() {
    let ends: [End; 8] = [
        (
            |game| game.resign(Side::White),
            EndReason::Resignation,
            Some(Side::Black),
        ),
        (
            |game| game.out_of_time(Side::Black),
            EndReason::Time,
            Some(Side::White),
        ),
        (
            |game| game.refuse_rules(Side::White),
            EndReason::RefusedRules,
            Some(Side::Black),
        ),
        (
            |game| game.refuse_to_play(Side::White),
            EndReason::RefusesToPlay,
            Some(Side::Black),
        ),
        (
            |game| game.upset_board(Side::Black),
            EndReason::UpsetBoard,
            Some(Side::White),
        ),
        (
            |game| game.stop_for_fault(Side::Black),
            EndReason::DeliberateFault,
            Some(Side::White),
        ),
        (Game::agree_draw, EndReason::Agreement, None),
        (Game::annul, EndReason::BoardTurned, None),
    ];
    for (declare, reason, winner) in ends {
        let mut game = Game::new(Variant::Frisian);
        declare(&mut game);
        assert_eq!(end(&game), Some((winner, reason)));
        assert!(reason.article(Variant::Frisian).is_some());
    }
}

#[test]
fn every_option_is_taken_by_its_games_and_changes_none_of_the_others() {
    for variant in Variant::ALL {
        for option in RuleOption::ALL {
            let game = Game::new(variant);
            let options = game.options().with(option);
            let game = game.with_options(options);
            assert!(game.outcome().is_none(), "{variant} {option}");
        }
    }
}
