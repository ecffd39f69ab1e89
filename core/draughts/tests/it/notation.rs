//! Text of every game: properties of all positions, moves and files, and invalid input.
use draughts::notation::pdn::{self, GameResult, GameText, PdnGame, PdnSplitter, Tags};
use draughts::notation::{
    GameTree, NodeId, Note, Numbering, Signs, Step, Verdict, fen, french, movetext, position_list,
};
use draughts::{Game, Piece, Position, Role, Setup, Side, Variant};
use proptest::prelude::*;

const NUMBERINGS: [Numbering; 2] = [Numbering::Native, Numbering::TopLeft];

fn variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

/// A position of any game with fewer than 30 pieces.
fn position() -> impl Strategy<Value = Position> {
    let piece = (
        any::<prop::sample::Index>(),
        any::<bool>(),
        prop::bool::weighted(0.2),
    );
    (variant(), prop::collection::vec(piece, 0..30), any::<bool>()).prop_map(|(variant, pieces, white)| {
        let mut setup = Setup::empty(if white { Side::White } else { Side::Black });
        let squares: Vec<_> = variant.start().all_squares().collect();
        for (index, white, king) in pieces {
            let (square, side) = (
                *index.get(&squares),
                if white { Side::White } else { Side::Black },
            );
            let put = |role| {
                let mut more = setup.clone();
                more.put(square, Piece { side, role });
                more
            };
            let man = put(if king { Role::King } else { Role::Man });
            let more = if Position::from_setup(variant, &man).is_ok() {
                man
            } else {
                put(Role::King)
            };
            if Position::from_setup(variant, &more).is_ok() {
                setup = more;
            }
        }
        Position::from_setup(variant, &setup).unwrap()
    })
}

/// A game of random moves of any variant.
fn game() -> impl Strategy<Value = Game> {
    (
        variant(),
        prop::collection::vec(any::<prop::sample::Index>(), 0..80),
    )
        .prop_map(|(variant, choices)| {
            let mut game = Game::new(variant);
            for choice in choices {
                let legal = game.legal_moves();
                if legal.is_empty() {
                    break;
                }
                game.play(choice.get(&legal)).unwrap();
            }
            game
        })
}

/// A comment as people write them, with signs of the format among its letters.
fn words() -> impl Strategy<Value = String> {
    "[a-z{}\\[\\]()%;!?0-9. é\"\\n-]{1,30}".prop_map(|text| match text.trim() {
        // "{-1}" alone is a sign.
        verdict if Verdict::from_text(verdict).is_some() => format!("{verdict} man"),
        words => words.to_string(),
    })
}

/// A tree with variations, signs, notes and changes of position.
fn tree() -> impl Strategy<Value = GameTree> {
    let sign = prop::sample::select(vec!["!", "??", "!?", "?!*", "*", "+", "=", "+1", "!!-2", "?*="]);
    let what = (
        0_u8..8,
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        words(),
        sign,
        any::<u16>(),
    );
    (variant(), prop::collection::vec(what, 0..60)).prop_map(|(variant, steps)| {
        let mut tree = GameTree::new(variant.start());
        let mut last = NodeId::ROOT;
        for (kind, node, choice, words, sign, nag) in steps {
            let ids: Vec<NodeId> = (0..tree.len()).filter_map(|index| tree.id(index)).collect();
            let node = *node.get(&ids);
            let from = if kind < 4 { last } else { node };
            match kind {
                0..=4 => {
                    let legal = tree.position(from).legal_moves();
                    let taken = |mv: &draughts::Move| {
                        tree.children(from)
                            .any(|id| tree.node(id).step() == Some(&Step::Move(*mv)))
                    };
                    if !legal.is_empty() && !taken(choice.get(&legal)) {
                        last = tree.add(from, Step::Move(*choice.get(&legal)));
                    }
                }
                5 if !words.is_empty() => {
                    let before = nag % 2 == 0 && node != NodeId::ROOT;
                    tree.note(
                        node,
                        if before {
                            Note::Before(words)
                        } else {
                            Note::After(words)
                        },
                    );
                }
                6 if node != NodeId::ROOT => match tree.node(node).step() {
                    Some(Step::Move(_)) => tree.set_signs(node, Signs::read(sign).unwrap()),
                    _ => tree.note(node, Note::Nag(8 + nag % 200)),
                },
                7 if tree.next(node).is_none() && nag % 3 == 0 => {
                    let here = tree.position(node);
                    last = tree.add(node, Step::Setup(Box::new(here.with_turn(here.turn().other()))));
                }
                _ => {}
            }
        }
        tree
    })
}

fn games(bytes: &[u8], part: usize) -> Vec<PdnGame> {
    let mut splitter = PdnSplitter::new();
    let mut games = Vec::new();
    let mut take = |splitter: &mut PdnSplitter| {
        while let Some(text) = splitter.next_game() {
            games.push(pdn::read_game(&text, None));
        }
    };
    for bytes in bytes.chunks(part.max(1)) {
        splitter.push(bytes);
        take(&mut splitter);
    }
    splitter.finish();
    take(&mut splitter);
    games
}

/// The comments of a tree survive, though some move to the other side of their move.
fn content(tree: &GameTree) -> Vec<(Option<Step>, String, Vec<String>)> {
    tree.walk()
        .map(|(id, _)| {
            let node = tree.node(id);
            let notes = node.notes().iter().map(|note| format!("{note:?}")).collect();
            (node.step().cloned(), node.signs().to_string(), notes)
        })
        .collect()
}

proptest! {
    #[test]
    fn a_position_reads_as_it_is_written(position in position()) {
        for numbering in NUMBERINGS {
            let text = fen::write_numbered(&position, numbering);
            let read = fen::read_numbered(position.variant(), numbering, &text);
            prop_assert_eq!(read, Ok(position), "{}", text);
        }
        for language in [position_list::ListLanguage::French, position_list::ListLanguage::English, position_list::ListLanguage::Dutch, position_list::ListLanguage::German] {
            let text = position_list::write(&position, language);
            let read = position_list::read(position.variant(), &text).unwrap();
            prop_assert_eq!(Position::from_setup(position.variant(), &read), Ok(position), "{}", text);
        }
    }

    #[test]
    fn a_move_reads_as_it_is_written(position in position()) {
        let legal = position.legal_moves();
        for mv in &legal {
            for numbering in NUMBERINGS {
                let text = movetext::write_numbered(&position, mv, &legal, numbering);
                prop_assert_eq!(&movetext::read_numbered(&position, numbering, &text), &Ok(*mv), "{}", text);
                // A dash may replace the capture sign, but after two squares "-1" is the loss of a man.
                let dashed = text.replace([':', 'x'], "-");
                if dashed.matches('-').count() == 1 {
                    prop_assert_eq!(&movetext::read_numbered(&position, numbering, &dashed), &Ok(*mv), "{}", dashed);
                }
            }
            let full = movetext::full(&position, mv, Numbering::Native);
            prop_assert_eq!(&movetext::read(&position, &full), &Ok(*mv), "{}", full);
            let cross = french::write_move(&position, mv, french::LoneCapture::Cross);
            prop_assert_eq!(&movetext::read(&position, &cross), &Ok(*mv), "{}", cross);
        }
    }

    #[test]
    fn a_game_reads_as_it_is_written(game in game()) {
        let tree = GameTree::of(&game);
        let result = game.outcome().map_or(GameResult::Unknown, |end| end.winner.map_or(GameResult::Draw, GameResult::Win));
        let text = pdn::write_game(&Tags::default(), result, &tree);
        let read = games(text.as_bytes(), 100);
        prop_assert_eq!(read.len(), 1);
        prop_assert!(read[0].whole && read[0].problems.is_empty(), "{}", text);
        prop_assert_eq!((&read[0].tree, read[0].result), (&tree, result), "{}", text);
        prop_assert_eq!(read[0].variant, game.variant());
        let french = french::write(&tree, french::LoneCapture::Squares);
        prop_assert_eq!(pdn::read_moves(game.start(), &french).tree, tree, "{}", french);
    }

    #[test]
    fn a_tree_reads_as_it_is_written(tree in tree(), value in words()) {
        let mut tags = Tags::default();
        tags.push("White", value.replace('\n', " "));
        tags.push("Unknown", "x \"y\" \\z\\");
        let text = pdn::write_game(&tags, GameResult::BothLose, &tree);
        let read = games(text.as_bytes(), 33);
        prop_assert_eq!(read.len(), 1, "{}", text);
        prop_assert!(read[0].problems.is_empty(), "{}\n{:?}", text, read[0].problems);
        prop_assert_eq!(content(&read[0].tree), content(&tree), "{}", text);
        prop_assert_eq!(read[0].tags.raw("Unknown"), tags.raw("Unknown"));
        prop_assert_eq!(read[0].result, GameResult::BothLose);
        // A game has one text.
        let again = pdn::write_game(&read[0].tags, read[0].result, &read[0].tree);
        prop_assert_eq!(again, text);
    }

    #[test]
    fn garbage_is_read_to_its_end(bytes in prop::collection::vec(any::<u8>(), 0..400), signs in "[\\[\\](){}/$%;\"*.!? x0-9a-hKWB:\\n-]{0,200}", part in 1..50usize) {
        for bytes in [bytes, signs.into_bytes()] {
            let whole = games(&bytes, bytes.len());
            prop_assert_eq!(&games(&bytes, part), &whole);
            for game in whole {
                // The readable part is a game that can be written and read again.
                let text = pdn::write_game(&game.tags, game.result, &game.tree);
                let again = pdn::read_game(&GameText::whole(text.as_bytes()), Some(game.variant));
                prop_assert_eq!(content(&again.tree), content(&game.tree), "{}", text);
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(variant in variant(), position in position(), text in ".{0,60}", signs in "[WBKGPwbk?+0-9a-l,:. x×-]{0,60}") {
        for text in [text, signs] {
            for numbering in NUMBERINGS {
                let _ = fen::read_numbered(variant, numbering, &text);
                let _ = fen::read_numbered(variant, numbering, &format!("W:W{text}:B1"));
                if let Ok(mv) = movetext::read_numbered(&position, numbering, &text) {
                    prop_assert!(position.play(&mv).is_ok());
                }
            }
            let _ = position_list::read(variant, &format!("Wit {text} zwart dam {text}"));
        }
    }
}
