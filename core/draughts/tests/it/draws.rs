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
}

/// Reads a FEN with squares as players of the game write them, and plays moves until the game ends.
fn native(variant: Variant, fen: &str, moves: &str) -> Game {
    let mut game = Game::from_position(draughts::notation::fen::read(variant, fen).unwrap());
    for text in moves.split_whitespace() {
        if game.outcome().is_some() {
            break;
        }
        let mv = draughts::notation::movetext::read(game.position(), text).unwrap_or_else(|error| {
            panic!("{text} after {}: {error}", game.moves().len());
        });
        game.play(&mv).unwrap();
    }
    game
}

/// Ply, reason and article of the end.
fn drawn_at(game: &Game) -> Option<(usize, EndReason, &'static str)> {
    let end = game.outcome().filter(|end| end.winner.is_none())?;
    let article = end.reason.article(game.variant()).unwrap_or("");
    Some((game.moves().len(), end.reason, article))
}

#[test]
fn a_brazilian_king_on_the_main_road_has_five_moves_against_three_pieces() {
    use EndReason::LongDiagonal;
    let end = |fen, moves| drawn_at(&native(Variant::Brazilian, fen, moves));
    let three_kings = "d4-g7 g1-a7 g7-e5 a7-c5 e5-a1 g5-h4 a1-g7 c5-a7 g7-b2 h4-d8 b2-a1";
    assert_eq!(
        end("W:WKd4:BKg5,Ke1,Kg1", three_kings),
        Some((10, LongDiagonal, "100"))
    );
    // A man's move does not set the count back.
    let with_man = "a1-h8 h4-g3 h8-a1 g3-h2 a1-h8 h2-g1 h8-a1 g1-h2 a1-h8 h2-g3";
    assert_eq!(
        end("W:WKa1:Bh4,Ka7,Kb8", with_man),
        Some((10, LongDiagonal, "100"))
    );
    // A king that leaves the road and returns at ply 3 starts again.
    let away = "d4-a7 g1-h2 a7-d4 h2-g1 d4-h8 g5-h4 h8-a1 e1-a5 a1-h8 a5-e1 h8-a1 h4-g5 a1-h8";
    assert_eq!(end("W:WKd4:BKg5,Ke1,Kg1", away), Some((13, LongDiagonal, "100")));
    // Off the road three pieces have the twenty moves of 97b alone.
    let off = native(Variant::Brazilian, "W:WKb8:BKg5,Ke1,Kg1", "b8-a7 g5-h4");
    assert_eq!(counts(&off), [(EndReason::QuietKings, 2, 40)]);
}

#[test]
fn a_capture_does_not_set_the_brazilian_counts_back() {
    use EndReason::{FiveMoves, LongDiagonal};
    let end = |fen, moves| drawn_at(&native(Variant::Brazilian, fen, moves));
    // Two kings against two, then against one.
    let two = "b2-c1 e1-c3 f6xb2 a5-c7 b2-g7 c7-g3 g7-a1 g3-c7 c1-a3 c7-h2 a1-g7 h2-g3 g7-f8";
    assert_eq!(end("W:WKf6,Kb2:BKa5,Ke1", two), Some((10, FiveMoves, "99")));
    // The king on the main road takes one of three pieces: the five moves of article 100 go on.
    let three = "a1-h8 h2-g1 h8-a1 a7-d4 a1xh8 g1-h2 h8-a1 b8-a7 a1-h8 a7-b8";
    assert_eq!(end("W:WKa1:BKh2,Ka7,Kb8", three), Some((10, LongDiagonal, "100")));
}
/// A count that ends a game: the game, a position, the options that are switched on, the reason, its article, and the
/// plies from the position.
type Count = (
    Variant,
    &'static str,
    &'static [RuleOption],
    EndReason,
    &'static str,
    usize,
);

#[test]
fn every_count_of_kings_ends_a_game() {
    use EndReason::*;
    use RuleOption as O;
    use Variant as V;
    let counts: &[Count] = &[
        (
            V::International,
            "W:WK46,K47,K48,K49:BK1,K2",
            &[],
            TwentyFiveMoves,
            "6.2",
            50,
        ),
        (
            V::International,
            "W:WK46,K47,K48:BK1",
            &[],
            SixteenMoves,
            "6.3",
            32,
        ),
        (V::International, "W:WK46,K47:BK1", &[], FiveMoves, "6.4", 10),
        (V::International, "W:WK46,32:BK1", &[], FiveMoves, "6.4", 10),
        (V::International, "W:WK46:BK1", &[], FiveMoves, "6.4", 10),
        (
            V::Canadian,
            "W:WK61,K62,K63,K64:BK1,K2",
            &[],
            TwentyFiveMoves,
            "6.2",
            50,
        ),
        (V::Canadian, "W:WK61,K62,K63:BK1", &[], SixteenMoves, "6.3", 32),
        (V::Canadian, "W:WK61,K62:BK1", &[], FiveMoves, "6.4", 10),
        (
            V::Canadian,
            "W:WK61,K62,K63:BK1",
            &[O::QcShort],
            SixteenMoves,
            "Québec",
            32,
        ),
        (V::English, "W:WK32,K31:BK1,K2", &[], QuietKings, "1.27.2", 80),
        (V::Italian, "W:WK32,K31:BK1,K2", &[], QuietKings, "10.4", 80),
        (
            V::Brazilian,
            "W:WKa1,Kc1,Ke1:BKb8,Kd8",
            &[],
            QuietKings,
            "97b",
            40,
        ),
        (
            V::Brazilian,
            "W:WKa1,Kc1,Ke1:BKb8,Kd8",
            &[O::Fmjd64],
            ThirtyMoves,
            "7.2.6",
            60,
        ),
        (
            V::Brazilian,
            "W:WKc1,Ke1,Kg1:BKb8",
            &[O::Fmjd64],
            FifteenMoves,
            "7.2.4",
            30,
        ),
        (
            V::Brazilian,
            "W:WKc1,Ke1:BKb8",
            &[O::Fmjd64],
            FiveMoves,
            "7.2.8",
            10,
        ),
        (V::Russian, "W:WKc1,Ke1,Kg1:BKb8", &[], FifteenMoves, "7.2.4", 30),
        (
            V::Russian,
            "W:WKc1,Ke1:BKb8,Kd8",
            &[O::Literal725],
            QuietKings,
            "7.2.5",
            30,
        ),
        (V::Russian, "W:WKc1,Ke1:BKb8,Kd8", &[], ThirtyMoves, "7.2.6", 60),
        (
            V::Russian,
            "W:WKc1,Ke1,Kg1:BKb8,Kd8,Kf8",
            &[],
            SixtyMoves,
            "7.2.6",
            120,
        ),
        (V::Russian, "W:WKc1,Ke1:BKb8", &[], FiveMoves, "7.2.8", 10),
        (V::Spanish, "W:WK2,K3,K5:BK31,K30", &[], QuietKings, "", 40),
        (
            V::Spanish,
            "W:WK2,K3,K5:BK31,K30",
            &[O::Fpd2021],
            NoProgress,
            "",
            40,
        ),
        (V::Frisian, "W:WK46,K47:BK1", &[], SevenMoves, "18", 14),
        (V::Frisian, "W:WK46:BK1", &[], OneKingEach, "21.1", 4),
        (
            V::Frisian,
            "W:WK46,K47,K48:BK1,K2",
            &[O::QuietKing],
            QuietKings,
            "",
            50,
        ),
        (V::Turkish, "W:WKa1:BKh8", &[], OnePieceEach, "", 4),
    ];
    for &(variant, fen, on, reason, article, plies) in counts {
        let game = native(variant, fen, "");
        let options = on.iter().fold(game.options(), |options, &on| options.with(on));
        let ended = without_captures(game.with_options(options)).expect("a quiet line");
        let end = ended.outcome().expect("an end");
        assert_eq!(
            (
                end.winner,
                end.reason,
                end.reason.article_under(variant, options).unwrap_or("")
            ),
            (None, reason, article),
            "{variant} {fen}"
        );
        assert_eq!(ended.moves().len(), plies, "{variant} {fen}");
    }
}

#[test]
fn a_repetition_ends_every_game_whose_rules_say_so() {
    let king_moves = |variant, fen, round: &str, times: usize| {
        let moves = vec![round; times].join(" ");
        let game = native(variant, fen, &moves);
        (game.moves().len(), end(&game))
    };
    let drawn = Some((None, EndReason::Repetition));
    // The first position counts: it is there for the third time after two rounds, for the fourth after three.
    let english = ["W:WK32,K31,25:BK1,K2,5", "32-28 1-6 28-32 6-1"];
    assert_eq!(
        king_moves(Variant::English, english[0], english[1], 4),
        (8, drawn)
    );
    assert_eq!(king_moves(Variant::Italian, english[0], "32-28 1-5", 0).1, None);
    let italian = ["W:WK32,K31,25:BK1,K2,12", "32-28 1-5 28-32 5-1"];
    assert_eq!(
        king_moves(Variant::Italian, italian[0], italian[1], 4),
        (12, drawn)
    );
    let squares = "a1-b2 b8-a7 b2-a1 a7-b8";
    for variant in [Variant::Brazilian, Variant::Russian] {
        let played = king_moves(variant, "W:WKa1,Kc1,Ke1,h2:BKb8,Kd8,h6", squares, 4);
        assert_eq!(played, (8, drawn), "{variant}");
    }
    let frisian = ["W:WK46,K47,K48:BK1,K2", "46-41 1-6 41-46 6-1"];
    assert_eq!(
        king_moves(Variant::Frisian, frisian[0], frisian[1], 4),
        (16, None)
    );
}

#[test]
fn a_spanish_position_repeats_itself() {
    let round = "2-6 31-27 6-2 27-31";
    let played = native(Variant::Spanish, "W:WK2,K3:BK31,K30", &[round; 3].join(" "));
    assert_eq!(drawn_at(&played), Some((8, EndReason::Repetition, "")));
}

#[test]
fn a_lone_king_holds_the_long_diagonal_for_five_of_its_moves() {
    let under = |variant, fen, moves: &str, option: Option<RuleOption>| {
        let game = native(variant, fen, "");
        let options = option.map_or(game.options(), |option| game.options().with(option));
        let mut game = game.with_options(options);
        for text in moves.split_whitespace() {
            assert_eq!(end(&game), None, "{variant} {text}");
            let mv = draughts::notation::movetext::read(game.position(), text).unwrap();
            game.play(&mv).unwrap();
        }
        let end = game.outcome().expect("the fifth move");
        (end.reason, end.reason.article_under(variant, options))
    };
    let eight = [
        "W:WKd4:BKg5,Ke1,Kg1",
        "d4-g7 g1-a7 g7-e5 a7-c5 e5-a1 g5-h4 a1-g7 c5-a7 g7-b2",
    ];
    for (variant, option) in [
        (Variant::Russian, None),
        (Variant::Brazilian, Some(RuleOption::Fmjd64)),
    ] {
        let ended = under(variant, eight[0], eight[1], option);
        assert_eq!(ended, (EndReason::LongDiagonal, Some("7.2.7")), "{variant}");
    }
    let ten = under(
        Variant::International,
        "W:WK46:BK1,K2,K3",
        "46-41 1-6 41-5 6-1 5-10 1-6 10-46 6-1 46-41",
        Some(RuleOption::LongDiagonal5),
    );
    assert_eq!(ten, (EndReason::LongDiagonal, Some("6.3")));
}

#[test]
fn the_table_of_draw_rules_names_each_with_its_test() {
    let table = include_str!("../../DRAWS.md");
    let tests = include_str!("draws.rs");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| game"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    for row in &rows {
        let test = row[7].trim_matches('`');
        assert!(tests.contains(&format!("fn {test}(")), "{test}");
    }
    let nine = [
        Variant::International,
        Variant::Canadian,
        Variant::English,
        Variant::Brazilian,
        Variant::Russian,
        Variant::Italian,
        Variant::Spanish,
        Variant::Turkish,
        Variant::Frisian,
    ];
    for variant in nine {
        let of_game = rows
            .iter()
            .filter(|row| row[0].split(", ").any(|game| game == variant.key()));
        let mut told: Vec<(&str, &str, &str)> = of_game.map(|row| (row[1], row[2], row[4])).collect();
        let draws = &variant.rules().draws;
        let dash = |text: &'static str| if text.is_empty() { "–" } else { text };
        let mut known: Vec<(&str, &str, String)> = draws
            .counted
            .iter()
            .map(|rule| {
                let after = match rule.limit {
                    0 => "at once".to_string(),
                    plies => format!("{} each", plies / 2),
                };
                (rule.reason.key(), dash(rule.article), after)
            })
            .collect();
        known.extend(
            draws
                .repetition
                .map(|rule| ("repetition", dash(rule.article), format!("{} times", rule.times))),
        );
        known.sort();
        known.dedup();
        told.sort_unstable();
        told.dedup();
        let known: Vec<(&str, &str, &str)> = known
            .iter()
            .map(|(key, article, after)| (*key, *article, after.as_str()))
            .collect();
        assert_eq!(told, known, "{variant}");
    }
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
fn one_turkish_piece_each_is_a_draw() {
    use EndReason::{NoPieces, OnePieceEach};
    let play = |fen, moves| native(Variant::Turkish, fen, moves);
    // A king against a man is no finished game; two moves each end it.
    assert_eq!(end(&play("W:WKa1:Bh7", "")), None);
    let king_v_man = play("W:WKa1:Bh7", "a1-a8 h7-h6 a8-b8 h6-h5");
    assert_eq!(drawn_at(&king_v_man), Some((4, OnePieceEach, "")));
    let kings = play("W:WKa1:BKh8", "a1-b1 h8-g8 b1-a1 g8-h8");
    assert_eq!(drawn_at(&kings), Some((4, OnePieceEach, "")));
    let men = play("W:Wa2:Bh7", "a2-a3 h7-h6 a3-a4 h6-h5");
    assert_eq!(drawn_at(&men), Some((4, OnePieceEach, "")));
    // A crowning does not set the count back.
    let crowned = play("B:WKa8:Bh2", "h2-h1 a8-b8 h1-g1 b8-a8");
    assert_eq!(drawn_at(&crowned), Some((4, OnePieceEach, "")));
    // The count begins when each side has one piece left.
    let taken = play("W:WKa4:Bd4,b7", "a4xg4 b7-b6 g4-g8 b6-b5 g8-f8");
    assert_eq!(drawn_at(&taken), Some((5, OnePieceEach, "")));
    // A piece that falls within the two moves is a win.
    let fell = play("W:WKa1:Ba5", "a1xa8");
    assert_eq!(end(&fell), Some((Some(Side::White), NoPieces)));
    let later = play("W:Wc3:Bc6", "c3-c4 c6-c5 c4xc6");
    assert_eq!(end(&later), Some((Some(Side::White), NoPieces)));
}

#[test]
fn a_turkish_king_wins_against_a_man_under_the_option_of_encyclopedias() {
    let under = |fen| {
        let game = native(Variant::Turkish, fen, "");
        let options = game.options().with(RuleOption::TurkishKingVManWins);
        game.with_options(options)
    };
    let won = Some((Some(Side::White), EndReason::KingAgainstMan));
    assert_eq!(end(&under("W:WKa1:Bh6")), won);
    assert_eq!(end(&under("W:WKa1:Bh7")), won);
    // The man can be captured, so that is played first.
    assert_eq!(end(&under("W:WKa1:Ba4")), None);
    // A man that its next move crowns is no loss, whoever is to move …
    assert_eq!(end(&under("B:WKa8:Bh2")), None);
    assert_eq!(end(&under("W:WKa8:Bh2")), None);
    assert_eq!(end(&under("W:BKa1:Wh7")), None);
    // … unless the king stands in its way.
    assert_eq!(end(&under("B:WKh1:Bh2")), None, "h2 is captured first");
    assert_eq!(end(&under("B:WKa8:Bh3")), won);
    let mut kings = under("B:WKa8:Bh2");
    for text in ["h2-h1", "a8-b8", "h1-g1", "b8-a8", "g1-h1"] {
        assert_eq!(end(&kings), None);
        let mv = draughts::notation::movetext::read(kings.position(), text).unwrap();
        kings.play(&mv).unwrap();
    }
    assert_eq!(end(&kings), Some((None, EndReason::OneKingEach)));
    assert_eq!(end(&under("W:Wa2:Bh7")), None, "man against man plays on");
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
