//! Analyses and repertoires are no games: lists, the opening book and the counts leave them out.
use crate::folder::Folder;
use damier_store::{Book, Duplicates, Filter, GameKind, GameResult, GameText, Import, Order, Search, Store};
use draughts::Variant;
use draughts::notation::pdn::Tags;
use draughts::notation::tree::{GameTree, NodeId, Step};

const DAY: f64 = 86_400_000.0;

/// Stores one move by White and Black with these tags; returns the id.
fn stored(store: &mut Store, tags: &[(&str, &str)], plies: usize) -> i64 {
    let mut tree = GameTree::new(Variant::International.start());
    let (mut position, mut at) = (*tree.start(), NodeId::ROOT);
    for _ in 0..plies {
        let mv = position.legal_moves()[0];
        position.play_unchecked(&mv);
        at = tree.add(at, Step::Move(mv));
    }
    let mut kept = Tags::default();
    tags.iter().for_each(|(name, value)| kept.push(*name, *value));
    let text = GameText {
        tags: kept,
        result: GameResult::Open,
        tree,
    };
    let (facts, body) = text.to_kept(0);
    store.insert_game(&facts, &body, 1e12).unwrap()
}

fn found(store: &Store, filter: Filter) -> Vec<i64> {
    let mut search = Search::new(store, filter, Order::Added, false, None).unwrap();
    while !search.is_done() {
        search.step(store).unwrap();
    }
    search.found().to_vec()
}

#[test]
fn lists_and_the_book_have_games_only_unless_another_kind_is_asked_for() {
    let folder = Folder::new("kinds");
    let mut store = Store::open(folder.file()).unwrap();
    let game = stored(&mut store, &[("White", "Ada")], 2);
    let analysis = stored(&mut store, &[("Mode", "analysis")], 2);
    let repertoire = stored(&mut store, &[("Mode", "repertoire")], 2);
    let of_kind = |store: &Store, kind| {
        let filter = Filter {
            kind,
            ..Filter::default()
        };
        found(store, filter)
    };
    assert_eq!(of_kind(&store, None), [game]);
    assert_eq!(of_kind(&store, Some(GameKind::Game)), [game]);
    assert_eq!(of_kind(&store, Some(GameKind::Analysis)), [analysis]);
    assert_eq!(of_kind(&store, Some(GameKind::Repertoire)), [repertoire]);
    assert_eq!(store.number_of(GameKind::Analysis).unwrap(), 1);

    let mut book = Book::of_moves(&Variant::International.start());
    while !book.is_done() {
        book.step(&store).unwrap();
    }
    assert_eq!(book.games(), 1);

    // A collection has what was put into it.
    let collection = store.add_collection("Work", 1e12).unwrap();
    store.collect(collection, &[game, analysis], true).unwrap();
    let filter = Filter {
        collection: Some(collection),
        ..Filter::default()
    };
    assert_eq!(found(&store, filter), [analysis, game]);

    // An analysis of a game is no copy of it: the game itself is still imported.
    let text = "[White \"Bea\"]\n[Black \"Cleo\"]\n[Mode \"analysis\"]\n1. 32-28 19-23 *\n\n\
                [White \"Bea\"]\n[Black \"Cleo\"]\n1. 32-28 19-23 *\n\n";
    let mut import = Import::begin(&store, "x.pdn", Duplicates::Skip, None, 1e12).unwrap();
    import.push(&mut store, text.as_bytes(), true, 1e12).unwrap();
    assert_eq!((import.report().stored, import.report().duplicates), (2, 0));
    let imported = found(&store, Filter::default());
    assert_eq!(imported.len(), 2);
    store.delete_games(&imported[..1], None, 1e12).unwrap();

    // An edited tag changes the kind.
    let row = store.library_row(analysis).unwrap().unwrap();
    let body = store.body(analysis).unwrap().unwrap();
    let (mut text, _) = GameText::of(&row.facts, &body).unwrap();
    text.tags.set("Mode", "OTB");
    let (facts, body) = text.to_kept(0);
    store
        .update_game(analysis, row.revision, &facts, &body, 2e12)
        .unwrap();
    assert_eq!(of_kind(&store, None), [analysis, game]);
}

#[test]
fn empty_analyses_are_swept_and_none_with_work_in_it() {
    let folder = Folder::new("kinds-swept");
    let mut store = Store::open(folder.file()).unwrap();
    let empty = stored(&mut store, &[("Mode", "analysis"), ("Date", "2026.11.28")], 0);
    let with_moves = stored(&mut store, &[("Mode", "analysis")], 1);
    let named = stored(&mut store, &[("Mode", "analysis"), ("Event", "Endings")], 0);
    let noted = stored(&mut store, &[("Mode", "analysis")], 0);
    store.set_note(noted, "look again", 1e12).unwrap();
    let game = stored(&mut store, &[], 0);
    assert_eq!(store.sweep_analyses(1e12).unwrap(), 0);
    assert_eq!(store.sweep_analyses(1e12 + DAY).unwrap(), 1);
    assert!(store.library_row(empty).unwrap().is_none());
    for id in [with_moves, named, noted, game] {
        assert!(store.library_row(id).unwrap().is_some(), "{id}");
    }
}
