//! Tried moves, with the rule that refuses them.
use super::*;
use crate::Variant;
use crate::notation::{Numbering, fen};

fn check(text: &str, from: u8, to: u8, rule: Option<RefusalRule>) -> Option<Refusal> {
    let position = fen::read(Variant::International, text).unwrap();
    let refusal = why_not(&position, Square::new(from).unwrap(), Square::new(to));
    assert_eq!(
        refusal.as_ref().map(|refusal| refusal.rule),
        rule,
        "{text} {from} {to}: {refusal:?}"
    );
    refusal
}

fn ends(moves: &[Move]) -> Vec<(u8, u8)> {
    moves
        .iter()
        .map(|mv| (mv.origin().number(), mv.target().number()))
        .collect()
}

#[test]
fn a_house_rule_makes_captures_optional() {
    let position = fen::read(Variant::International, "W:W28,42,47,50:B23,K36").unwrap();
    let refusal = |options, from, to| {
        why_not_under(&position, options, Square::new(from).unwrap(), Square::new(to))
            .map(|refusal| refusal.rule)
    };
    let book = RuleOptions::NONE;
    assert_eq!(refusal(book, 50, 44), Some(RefusalRule::MustTake));
    assert_eq!(refusal(book, 50, 0), Some(RefusalRule::MustTake));
    for rule in [RuleOption::CaptureOptional, RuleOption::Huffing] {
        let house = book.with(rule);
        assert_eq!(refusal(house, 50, 44), None);
        assert_eq!(refusal(house, 50, 0), None);
        assert_eq!(refusal(house, 47, 42), Some(RefusalRule::Occupied));
    }
}

#[test]
fn each_rule_is_named() {
    use RefusalRule::*;
    let start = "W:W31-50:B1-20";
    check(start, 32, 28, None);
    check(start, 32, 0, None);
    check(start, 25, 0, Some(Empty));
    check(start, 20, 0, Some(NotYours));
    check(start, 20, 25, Some(NotYours));
    check(start, 47, 0, Some(CannotMove));
    check(start, 47, 41, Some(Occupied));
    check(start, 32, 32, Some(Occupied));
    check(start, 32, 22, Some(NotDiagonal));
    check(start, 32, 23, Some(TooFar));
    check(start, 42, 26, Some(InTheWay));
    check("W:W28:B1", 28, 33, Some(Backward));
    check("W:W28:B1", 28, 39, Some(NothingTaken));
    check("B:W50:B23", 23, 18, Some(Backward));
    check("W:WK46,28:B13,8", 46, 23, Some(InTheWay));
    check("W:WK46:B23,19", 46, 14, Some(InTheWay));
    check("W:W6:B1", 6, 0, Some(GameOver));
}

fn rule(variant: Variant, text: &str, from: u8, to: u8) -> Option<RefusalRule> {
    let position = fen::read_numbered(variant, Numbering::TopLeft, text).unwrap();
    why_not(&position, Square::new(from).unwrap(), Square::new(to)).map(|refusal| refusal.rule)
}

#[test]
fn other_games_have_other_rules() {
    use RefusalRule::*;
    // English: a man captures forward, a king moves one step, any capture may be played.
    assert_eq!(rule(Variant::English, "W:W18:B22", 18, 25), Some(CapturesForward));
    assert_eq!(rule(Variant::English, "W:WK18:B1", 18, 9), Some(TooFar));
    assert_eq!(
        rule(Variant::English, "W:W27,31:B24,22,14", 31, 27),
        Some(Occupied)
    );
    assert_eq!(rule(Variant::English, "W:W27,31:B24", 31, 26), Some(MustTake));
    // Italian: a man does not capture a king.
    assert_eq!(rule(Variant::Italian, "W:W22:BK19", 22, 15), Some(ManTakesNoKing));
    // Czech: the king takes before the man.
    assert_eq!(rule(Variant::Czech, "W:WK31,22:B27,18", 22, 15), Some(KingFirst));
    // Spanish: the same number of pieces, a king among them.
    assert_eq!(rule(Variant::Spanish, "W:W22:B19,K18", 22, 15), Some(QualityRule));
    // Killer and Thai: directly behind.
    assert_eq!(rule(Variant::Killer, "W:WK46:BK28", 46, 19), Some(LandsBehind));
    assert_eq!(rule(Variant::Thai, "W:WK29:B22", 29, 15), Some(LandsBehind));
    // Turkish: along rows and columns.
    assert_eq!(rule(Variant::Turkish, "W:W41:B16", 41, 34), Some(NotStraight));
    assert_eq!(rule(Variant::Turkish, "W:W41:B16", 41, 49), Some(NeverBackward));
    assert_eq!(rule(Variant::English, "W:W18:B1", 18, 22), Some(NeverBackward));
    assert_eq!(rule(Variant::Russian, "W:W18:B1", 18, 22), Some(Backward));
    // Frisian: two men are worth more than a king, and a king captures before a man.
    assert_eq!(
        rule(Variant::Frisian, "W:W28,48:B22,18,43", 28, 17),
        Some(MustTakeMore)
    );
}

#[test]
fn a_king_rests_after_three_moves() {
    let start = "W:WK46,37,36:BK5,14,15";
    let mut position = fen::read(Variant::Frisian, start).unwrap();
    for (from, to) in [(46, 41), (5, 10), (41, 46), (10, 5), (46, 41), (5, 10)] {
        let ends = |mv: &Move| (mv.origin().number(), mv.target().number()) == (from, to);
        let mv = *position.legal_moves().iter().find(|mv| ends(mv)).unwrap();
        position = position.play(&mv).unwrap();
    }
    let king = Square::new(41).unwrap();
    for to in [Square::new(46), Square::new(47), None] {
        let refusal = why_not(&position, king, to).unwrap();
        assert_eq!(refusal.rule, RefusalRule::KingMoveLimit);
        assert!(refusal.squares.contains(king));
    }
}

/// Every try is refused exactly if no legal move fits it, and the refusal has its proof.
#[test]
fn every_try_is_answered_in_every_game() {
    let mut refused = 0;
    for variant in Variant::ALL {
        let mut position = variant.start();
        for ply in 0_usize..60 {
            let legal = position.legal_moves();
            for from in position
                .all_squares()
                .filter(|at| (usize::from(at.number()) + ply) % 5 == 0)
            {
                for to in position.all_squares() {
                    let fits = legal.iter().any(|mv| (mv.origin(), mv.target()) == (from, to));
                    let refusal = why_not(&position, from, Some(to));
                    assert_eq!(refusal.is_none(), fits, "{variant} {from} {to}");
                    let Some(refusal) = refusal else { continue };
                    refused += 1;
                    if matches!(refusal.rule, RefusalRule::MustTake | RefusalRule::MustTakeMore) {
                        assert!(!refusal.allowed.is_empty(), "{variant} {refusal:?}");
                    }
                }
            }
            let Some(mv) = legal.get((ply * 31 + 7) % legal.len().max(1)) else {
                break;
            };
            position = position.play(mv).unwrap();
        }
    }
    assert!(refused > 50_000, "{refused}");
}

#[test]
fn no_piece_is_jumped_twice() {
    let position = fen::read(Variant::International, "W:WK46:B23,32").unwrap();
    let path = |squares: &[u8]| {
        let squares: Vec<Square> = squares.iter().filter_map(|&n| Square::new(n)).collect();
        why_not_along(&position, &squares)
    };
    let refusal = path(&[46, 19, 28, 14]).unwrap();
    assert_eq!(refusal.rule, RefusalRule::JumpedTwice);
    assert_eq!(
        refusal.squares.iter().map(Square::number).collect::<Vec<_>>(),
        [23]
    );
    assert_eq!(path(&[46, 19]), None);
    assert_eq!(path(&[46]), None);
    assert_eq!(
        path(&[46, 46]).map(|refusal| refusal.rule),
        Some(RefusalRule::Occupied)
    );
}

#[test]
fn a_capture_that_is_missed_is_shown() {
    let refusal = check("W:W32,37:B28", 37, 31, Some(RefusalRule::MustTake)).unwrap();
    assert_eq!((refusal.has, refusal.must), (0, 1));
    assert_eq!(ends(&refusal.allowed), [(32, 23)]);
    assert_eq!(refusal.tried, None);
    check("W:W32,37:B28", 37, 0, Some(RefusalRule::MustTake));
    check("W:W32,37:B28", 32, 27, Some(RefusalRule::MustTake));
}

#[test]
fn a_capture_of_too_few_is_shown_with_its_captures() {
    // 26 takes one by 37, two by 8.
    let text = "W:W26,48:B12,21,31,43";
    let refusal = check(text, 26, 37, Some(RefusalRule::MustTakeMore)).unwrap();
    assert_eq!((refusal.has, refusal.must), (1, 2));
    let tried = refusal.tried.unwrap();
    assert_eq!(
        tried.captured().iter().map(Square::number).collect::<Vec<_>>(),
        [31]
    );
    assert_eq!(ends(&refusal.allowed), [(26, 8)]);
    assert_eq!(ends(&refusal.lesser), [(26, 37), (48, 39)]);
    // Stopping after the first of two.
    let refusal = check(text, 26, 17, Some(RefusalRule::MustTakeMore)).unwrap();
    assert_eq!((refusal.has, refusal.must), (1, 2));
    // Another piece, only touched.
    let refusal = check(text, 48, 0, Some(RefusalRule::MustTakeMore)).unwrap();
    assert_eq!((refusal.has, refusal.must), (1, 2));
}

#[test]
fn a_crowded_board_is_explained_as_quickly() {
    let crowd = "B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40";
    for king in [1, 6, 23, 46] {
        check(
            &format!("W:WK{king},36:{crowd}"),
            36,
            0,
            Some(RefusalRule::MustTake),
        );
        let position = fen::read(Variant::International, &format!("W:WK{king},36:{crowd}")).unwrap();
        assert!(position.partial_captures(Square::new(king).unwrap()).len() < 20_000);
    }
}
