use super::*;
use proptest::prelude::*;

fn kept() -> impl Strategy<Value = KeptMove> {
    (
        1..=HIGHEST,
        1..=HIGHEST,
        prop::collection::vec(1..=HIGHEST, 0..20),
    )
        .prop_map(|(origin, target, captured)| KeptMove {
            origin,
            target,
            captured,
        })
}

proptest! {
    #[test]
    fn encoding_round_trips(moves in prop::collection::vec(kept(), 0..60)) {
        prop_assert_eq!(read(&write(&moves)), Ok(moves));
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..200), good in any::<bool>()) {
        if good && !bytes.is_empty() {
            bytes[0] = FORMAT;
        }
        let _ = read(&bytes);
    }

    #[test]
    fn truncated_bytes_give_the_first_moves_or_an_error(moves in prop::collection::vec(kept(), 1..20), cut in 0..100usize) {
        let bytes = write(&moves);
        if let Ok(read) = read(&bytes[..cut.min(bytes.len())]) {
            prop_assert!(read.len() <= moves.len());
            prop_assert!(read.iter().zip(&moves).all(|(r, m)| (r.origin, r.target) == (m.origin, m.target)));
        }
    }
}

#[test]
fn an_ambiguous_move_is_stored_with_its_captures() {
    let fork = fen::read(draughts::Variant::International, "W:WK3:B9,10,23,26,29,43").unwrap();
    let legal = fork.legal_moves();
    for mv in &legal {
        let kept = KeptMove::of(mv, &legal);
        assert_eq!(kept.captured.len(), 3);
        assert_eq!(kept.among(&legal), Some(*mv));
    }
    let start = draughts::Variant::International.start();
    for mv in start.legal_moves() {
        let kept = KeptMove::of(&mv, &start.legal_moves());
        assert!(kept.captured.is_empty());
        assert_eq!(kept.among(&start.legal_moves()), Some(mv));
    }
    let no_move = KeptMove {
        origin: 3,
        target: 49,
        captured: vec![9],
    };
    assert_eq!(no_move.among(&legal), None);
}

#[test]
fn a_quiet_move_is_not_confused_with_a_capture() {
    // The king goes straight from 25 to 3, or round by 48 and 26 over three men.
    let round = fen::read(draughts::Variant::International, "W:WK25:B21,30,31,32").unwrap();
    for rule in [
        draughts::RuleOption::CaptureOptional,
        draughts::RuleOption::Huffing,
    ] {
        let moves = round.moves_under(draughts::RuleOptions::NONE.with(rule));
        let ends = |mv: &&Move| (mv.origin().number(), mv.target().number()) == (25, 3);
        assert!(moves.iter().filter(ends).any(Move::is_capture));
        assert!(moves.iter().filter(ends).any(|mv| !mv.is_capture()));
        for mv in &moves {
            let bytes = write_amended(&[KeptMove::of(mv, &moves)], &[(1, round)]);
            let (tree, error) = decode(&round, &bytes);
            let steps: Vec<Step> = tree
                .main_line()
                .filter_map(|id| tree.node(id).step().cloned())
                .collect();
            assert_eq!(
                (steps, error),
                (vec![Step::Move(*mv), Step::Setup(Box::new(round))], None)
            );
        }
    }
}

fn play(tree: &mut GameTree, parent: NodeId, text: &str) -> NodeId {
    let mv = draughts::notation::movetext::read(&tree.position(parent), text).unwrap();
    tree.add(parent, Step::Move(mv))
}

/// Variations in variations, notes of every kind, a position set up in mid-game.
fn annotated() -> GameTree {
    let mut tree = GameTree::new(draughts::Variant::International.start());
    let root = NodeId::ROOT;
    tree.note(root, Note::After("before the game".into()));
    let first = play(&mut tree, root, "32-28");
    let second = play(&mut tree, first, "19-23");
    play(&mut tree, second, "28x19");
    let other = play(&mut tree, root, "33-29");
    let reply = play(&mut tree, other, "20-25");
    let deep = play(&mut tree, other, "19-23");
    play(&mut tree, first, "18-23");
    tree.note(reply, Note::Before("é\n{}".into()));
    tree.note(deep, Note::Nag(140));
    tree.note(deep, Note::Unread("21-77 ???".into()));
    tree.set_signs(second, Signs::read("?!*").unwrap());
    let setup = fen::read(draughts::Variant::International, "W:W3:B40").unwrap_or(*tree.start());
    let setup = tree.add(deep, Step::Setup(Box::new(setup)));
    tree.note(setup, Note::After("set up".into()));
    tree
}

#[test]
fn a_tree_round_trips() {
    let tree = annotated();
    let bytes = encode(&tree, RuleOptions::NONE);
    let (again, error) = decode(tree.start(), &bytes);
    assert_eq!((again, error), (tree.clone(), None));
    assert_eq!(read(&bytes).unwrap().len(), 3, "the main line is read alone");
    // A plain line has no rest.
    let plain = GameTree::new(*tree.start());
    assert_eq!(encode(&plain, RuleOptions::NONE), write(&[]));
}

#[test]
fn a_damaged_tree_is_read_as_far_as_possible() {
    let tree = annotated();
    let bytes = encode(&tree, RuleOptions::NONE);
    for at in 0..bytes.len() {
        let (part, _) = decode(tree.start(), &bytes[..at]);
        assert!(part.len() <= tree.len());
        let mut broken = bytes.clone();
        for value in [0, 0xF2, 0xF3, 0xF5, 0xFF] {
            broken[at] = value;
            let _ = decode(tree.start(), &broken);
            let _ = read(&broken);
        }
    }
}

#[test]
fn variations_may_be_ten_thousand_deep() {
    let mut tree = GameTree::new(fen::read(draughts::Variant::International, "W:WK26:BK5").unwrap());
    let mut at = NodeId::ROOT;
    for _ in 0..10_000 {
        let position = tree.position(at);
        let legal = position.legal_moves();
        let line = tree.add(at, Step::Move(legal[0]));
        let other = tree.add(at, Step::Move(*legal.last().unwrap()));
        at = if tree.position(other).can_move() {
            other
        } else {
            line
        };
        if tree.len() % 1_000 < 2 {
            at = NodeId::ROOT;
        }
    }
    let (again, error) = decode(tree.start(), &encode(&tree, RuleOptions::NONE));
    assert_eq!(error, None);
    assert!(again == tree);
}

#[test]
fn a_tree_by_a_house_rule_round_trips() {
    for start in [
        // As above: origin and target do not tell whether three men were taken.
        "W:WK25:B21,30,31,32",
        // Forwards one man is taken, backwards another.
        "W:W28,47:B22,32,33,10",
    ] {
        let round = fen::read(draughts::Variant::International, start).unwrap();
        for rule in [
            draughts::RuleOption::CaptureOptional,
            draughts::RuleOption::Huffing,
            draughts::RuleOption::MenForward,
        ] {
            let options = RuleOptions::NONE.with(rule);
            let mut tree = GameTree::new(round);
            for mv in round.moves_under(options) {
                let first = tree.add(NodeId::ROOT, Step::Move(mv));
                let huffed = tree.add(first, Step::Setup(Box::new(round)));
                tree.add(huffed, Step::Move(mv));
            }
            assert_eq!(decode(&round, &encode(&tree, options)), (tree, None));
        }
    }
}

#[test]
fn a_new_main_line_keeps_notes_and_variations() {
    let tree = annotated();
    let moves: Vec<Move> = tree.main_moves().copied().collect();
    let same = with_main_line(
        tree.start(),
        &encode(&tree, RuleOptions::NONE),
        &moves,
        RuleOptions::NONE,
    );
    assert_eq!(decode(tree.start(), &same).0, tree);
    let shorter = with_main_line(
        tree.start(),
        &encode(&tree, RuleOptions::NONE),
        &moves[..1],
        RuleOptions::NONE,
    );
    let (shorter, _) = decode(tree.start(), &shorter);
    assert_eq!(
        shorter.next(NodeId::ROOT).map(|id| shorter.children(id).count()),
        Some(1),
        "the variation stays"
    );
}

#[test]
fn errors_name_the_place() {
    assert_eq!(read(&[]), Err(TreeError::Empty));
    assert_eq!(read(&[2, 32, 28]), Err(TreeError::Format(2)));
    assert_eq!(read(&[1, 32]), Err(TreeError::Truncated));
    assert_eq!(read(&[1, 32, 0]), Err(TreeError::Square { at: 2 }));
    assert_eq!(read(&[1, 32, 28, CAPTURED]), Err(TreeError::Truncated));
    assert_eq!(read(&[1, 32, 28, CAPTURED, 2, 23]), Err(TreeError::Truncated));
}

#[test]
fn comments_are_searched_without_decoding_moves() {
    let tree = annotated();
    let bytes = encode(&tree, RuleOptions::NONE);
    let mut notes = Vec::new();
    for id in std::iter::once(NodeId::ROOT).chain(tree.main_line()) {
        for note in tree.node(id).notes() {
            if let Note::Before(text) | Note::After(text) = note {
                notes.push(text.clone());
            }
        }
    }
    assert!(!notes.is_empty());
    for note in &notes {
        assert!(says(&bytes, |text| text == note), "{note}");
    }
    assert!(!says(&bytes, |text| text == "an absent comment"));
    for at in 0..bytes.len() {
        let mut broken = bytes.clone();
        broken[at] ^= 0xA5;
        says(&broken, |_| false);
        says(&bytes[..at], |_| false);
    }
}
