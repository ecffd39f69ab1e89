//! The orders of a list of games, both ways round, with games of which the field is unknown.
use crate::folder::Folder;
use damier_store::{Filter, GameResult, GameText, Order, Search, Store};
use draughts::Variant;
use draughts::notation::pdn::Tags;
use draughts::notation::tree::{GameTree, NodeId, Step};

/// A game with this number of moves, and tags "White", "Black", "Event", "Date"; "" for an unknown one.
fn game([white, black, event, date]: [&str; 4], result: GameResult, plies: usize) -> GameText {
    let mut tree = GameTree::new(Variant::International.start());
    let (mut position, mut at) = (*tree.start(), NodeId::ROOT);
    for _ in 0..plies {
        let mv = position.legal_moves()[0];
        position.play_unchecked(&mv);
        at = tree.add(at, Step::Move(mv));
    }
    let mut tags = Tags::default();
    for (name, value) in ["White", "Black", "Event", "Date"]
        .into_iter()
        .zip([white, black, event, date])
    {
        if !value.is_empty() {
            tags.push(name, value);
        }
    }
    tags.push("Round", "3");
    tags.push("WhiteElo", "1500");
    GameText { tags, result, tree }
}

#[test]
fn a_list_is_sorted_by_each_column_both_ways_with_unknown_fields_last() {
    let folder = Folder::new("sorting");
    let mut store = Store::open(folder.file()).unwrap();
    let games = [
        game(["Émile", "Ada", "Club", "1950"], GameResult::BlackWins, 4),
        game(["anton", "", "", ""], GameResult::Draw, 9),
        game(["", "Cleo", "Open", "2001.05.02"], GameResult::WhiteWins, 2),
        game(["Zoe", "Bea", "Abc", "1999"], GameResult::Open, 6),
    ];
    for game in &games {
        let (facts, body) = game.to_kept(0);
        store.insert_game(&facts, &body, 1e12).unwrap();
    }
    let sorted = |order, reversed| {
        let mut search = Search::new(&store, Filter::default(), order, reversed, None).unwrap();
        while !search.is_done() {
            search.step(&store).unwrap();
        }
        search.found().to_vec()
    };
    assert_eq!(sorted(Order::Added, false), [4, 3, 2, 1]);
    assert_eq!(sorted(Order::Added, true), [1, 2, 3, 4]);
    assert_eq!(sorted(Order::Date, false), [3, 4, 1, 2]);
    assert_eq!(sorted(Order::Date, true), [1, 4, 3, 2]);
    assert_eq!(sorted(Order::White, false), [2, 1, 4, 3]);
    assert_eq!(sorted(Order::White, true), [4, 1, 2, 3]);
    assert_eq!(sorted(Order::Black, false), [1, 4, 3, 2]);
    assert_eq!(sorted(Order::Event, false), [4, 1, 3, 2]);
    assert_eq!(sorted(Order::Length, false), [2, 4, 1, 3]);
    assert_eq!(sorted(Order::Result, false), [3, 2, 1, 4]);
    let row = store.library_row(1).unwrap().unwrap();
    assert_eq!(
        (
            row.round.as_str(),
            row.white_rating.as_str(),
            row.black_rating.as_str()
        ),
        ("3", "1500", "")
    );
}
