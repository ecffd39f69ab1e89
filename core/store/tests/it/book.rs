//! The opening book of a library against a count of every game, while games are added, changed, deleted and
//! restored.
use crate::folder::Folder;
use damier_store::{Book, Filter, GameResult, GameText, IncomingMove, Indexer, Score, Squares, Store};
use draughts::notation::pdn::Tags;
use draughts::notation::tree::{GameTree, NodeId, Step};
use draughts::raw::Rng;
use draughts::{Position, Variant};
use std::collections::{HashMap, HashSet};

const PLIES: usize = 12;

/// Plays a game of random moves, of a few at each ply so that many games begin alike.
fn game(rng: &mut Rng, number: u32) -> GameText {
    let mut tree = GameTree::new(Variant::International.start());
    let (mut position, mut at) = (*tree.start(), NodeId::ROOT);
    for ply in 0..PLIES {
        let legal = position.legal_moves();
        let few = if ply < 4 { 3 } else { 9 };
        let mv = legal[rng.below(legal.len().min(few))];
        position.play_unchecked(&mv);
        at = tree.add(at, Step::Move(mv));
    }
    let mut tags = Tags::default();
    tags.push("White", format!("Player {}", number % 7));
    tags.push("Date", format!("{}.01.01", 1950 + number % 60));
    tags.push("WhiteRating", format!("{}", 1500 + number % 800));
    let results = [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::Open,
    ];
    GameText {
        tags,
        result: results[number as usize % 4],
        tree,
    }
}

fn put(store: &mut Store, game: &GameText) -> i64 {
    let (facts, body) = game.to_kept(0);
    store.insert_game(&facts, &body, 1e12).unwrap()
}

fn index(store: &mut Store) {
    let mut indexer = Indexer::default();
    while !indexer.step(store, &|_, _| Vec::new()).unwrap() {}
}

fn book(store: &Store, position: &Position, filter: Option<Filter>) -> Book {
    let mut book = Book::new(position, filter);
    while !book.is_done() {
        book.step(store).unwrap();
    }
    assert!(book.is_counted());
    book
}

/// Counts the games with the position, and every move from it with its games.
fn by_hand(games: &HashMap<i64, GameText>, position: &Position) -> (usize, HashMap<String, (u32, u32, u32)>) {
    let (mut all, mut moves) = (0, HashMap::new());
    for game in games.values() {
        let mut at = *game.tree.start();
        for mv in game.tree.main_moves().map(Some).chain([None]) {
            if at == *position {
                all += 1;
                if let Some(mv) = mv {
                    let entry: &mut (u32, u32, u32) = moves.entry(format!("{mv:?}")).or_default();
                    entry.0 += 1;
                    entry.1 += u32::from(game.result == GameResult::WhiteWins);
                    entry.2 += u32::from(game.result == GameResult::Draw);
                }
                break;
            }
            let Some(mv) = mv else { break };
            at.play_unchecked(mv);
        }
    }
    (all, moves)
}

fn compare(store: &Store, games: &HashMap<i64, GameText>, position: &Position) {
    let book = book(store, position, None);
    let (all, moves) = by_hand(games, position);
    assert_eq!(book.games() as usize, all, "{position:?}");
    let lines = book.lines();
    let of = |score: &Score| (score.games, score.white, score.draws);
    let found: HashMap<String, _> = lines
        .iter()
        .filter(|line| line.score.games > 0)
        .map(|line| (format!("{:?}", line.mv), of(&line.score)))
        .collect();
    assert_eq!(found, moves);
    for line in &lines {
        let mut next = *position;
        next.play_unchecked(&line.mv);
        let (reached, _) = by_hand(games, &next);
        assert_eq!(line.others as usize, reached - line.score.games as usize);
    }
}

#[test]
fn the_book_counts_every_game_in_its_current_state() {
    let folder = Folder::new("book");
    let mut store = Store::open(folder.file()).unwrap();
    let mut rng = Rng::new(5);
    let mut games = HashMap::new();
    let mut add = |store: &mut Store, games: &mut HashMap<i64, GameText>, count: u32| {
        for _ in 0..count {
            let game = game(&mut rng, games.len() as u32);
            games.insert(put(store, &game), game);
        }
    };
    let start = Variant::International.start();
    let positions: Vec<Position> = [0, 1, 2, 3, 5, 9]
        .iter()
        .map(|plies| {
            let line = game(&mut Rng::new(9), 0);
            let mut position = start;
            line.tree
                .main_moves()
                .take(*plies)
                .for_each(|mv| position.play_unchecked(mv));
            position
        })
        .collect();
    let check = |store: &Store, games: &HashMap<i64, GameText>| {
        positions
            .iter()
            .for_each(|position| compare(store, games, position));
    };
    // Not indexed; in one segment; in two; and some games in none yet.
    add(&mut store, &mut games, 530);
    check(&store, &games);
    index(&mut store);
    check(&store, &games);
    add(&mut store, &mut games, 520);
    index(&mut store);
    add(&mut store, &mut games, 40);
    check(&store, &games);

    // Deleted and restored.
    let mut ids: Vec<i64> = games.keys().copied().collect();
    ids.sort_unstable();
    let gone: Vec<i64> = ids.iter().copied().step_by(9).collect();
    let deletion = store.delete_games(&gone, None, 1e12).unwrap();
    let taken: HashMap<i64, GameText> = gone.iter().map(|id| (*id, games.remove(id).unwrap())).collect();
    check(&store, &games);
    index(&mut store);
    check(&store, &games);
    while store.undo_delete(deletion).unwrap() > 0 {}
    games.extend(taken);
    check(&store, &games);
    index(&mut store);
    check(&store, &games);

    // Changed: other moves, another result.
    for id in ids.iter().skip(3).step_by(11) {
        let other = game(&mut Rng::new(*id as u64), *id as u32);
        let (facts, body) = other.to_kept(0);
        store
            .update_game(*id, 0, &facts, &body, 1e12)
            .unwrap_or_else(|_| {
                let revision = store.library_row(*id).unwrap().unwrap().revision;
                store.update_game(*id, revision, &facts, &body, 1e12).unwrap()
            });
        games.insert(*id, other);
    }
    check(&store, &games);
    index(&mut store);
    check(&store, &games);

    // Permanently deleted.
    store.delete_games(&gone, None, 1e12).unwrap();
    gone.iter().for_each(|id| drop(games.remove(id)));
    while store.empty_trash(None, 2e12).unwrap() > 0 {}
    index(&mut store);
    check(&store, &games);

    // A store of an older version has no counts. They are made while it is read.
    drop(store);
    let connection = rusqlite::Connection::open(folder.file()).unwrap();
    connection
        .execute_batch("DELETE FROM played; UPDATE segment SET counted = 0")
        .unwrap();
    drop(connection);
    let mut store = Store::open(folder.file()).unwrap();
    check(&store, &games);
    index(&mut store);
    check(&store, &games);
    drop(store);
    let connection = rusqlite::Connection::open(folder.file()).unwrap();
    let rows: u32 = connection
        .query_row("SELECT count(*) FROM played", [], |row| row.get(0))
        .unwrap();
    let uncounted: u32 = connection
        .query_row("SELECT count(*) FROM segment WHERE counted <> 1", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert!(rows > 50 && uncounted == 0, "{rows} rows, {uncounted} segments");
}

#[test]
fn a_filter_restricts_the_book() {
    let folder = Folder::new("book-filter");
    let mut store = Store::open(folder.file()).unwrap();
    let mut rng = Rng::new(6);
    let mut games = HashMap::new();
    for number in 0..700 {
        let game = game(&mut rng, number);
        games.insert(put(&mut store, &game), game);
    }
    index(&mut store);
    let filter = Filter {
        white: Some("player 3".into()),
        year_from: Some(1960),
        ..Filter::default()
    };
    let passes = |game: &GameText| {
        let year: u32 = game.tags.raw("Date").unwrap()[..4].parse().unwrap();
        game.tags.raw("White") == Some("Player 3") && year >= 1960
    };
    let kept: HashMap<i64, GameText> = games
        .iter()
        .filter(|(_, game)| passes(game))
        .map(|(id, game)| (*id, game.clone()))
        .collect();
    let mut position = Variant::International.start();
    for plies in 0..3 {
        let found = book(&store, &position, Some(filter.clone()));
        let (all, moves) = by_hand(&kept, &position);
        assert!(all > 0, "{plies}");
        assert_eq!((found.games() as usize, found.lines().len()), (all, moves.len()));
        let first = found.lines()[0].clone();
        assert_eq!(moves[&format!("{:?}", first.mv)].0, first.score.games);
        assert!(first.score.year().unwrap() >= 1960);
        // Only White's ratings are known.
        let strength = first.score.strength();
        let white = position.turn() == draughts::Side::White;
        assert_eq!(
            strength.is_some_and(|rating| (1500..2300).contains(&rating)),
            white
        );
        let last: Vec<i64> = found.last().collect();
        assert!(last.len() == 5 && last.iter().all(|id| kept.contains_key(id)));
        position.play_unchecked(&first.mv);
    }
}

#[test]
fn transpositions_are_counted_by_move() {
    let folder = Folder::new("book-incoming");
    let mut store = Store::open(folder.file()).unwrap();
    let line = |text: &str| {
        let mut tree = GameTree::new(Variant::International.start());
        let (mut position, mut at) = (*tree.start(), NodeId::ROOT);
        for word in text.split(' ') {
            let mv = draughts::notation::movetext::read(&position, word).unwrap();
            position.play_unchecked(&mv);
            at = tree.add(at, Step::Move(mv));
        }
        let game = GameText {
            tags: Tags::default(),
            result: GameResult::Draw,
            tree,
        };
        (game, position)
    };
    let (first, position) = line("32-28 17-21 33-29");
    let (second, same) = line("33-29 17-21 32-28");
    assert_eq!(position, same);
    for game in [&first, &first, &second] {
        put(&mut store, game);
    }
    let met = book(&store, &position, None);
    let incoming_move = |origin, target, games, last| IncomingMove {
        squares: Squares {
            origin,
            target,
            captured: Vec::new(),
        },
        games,
        last,
    };
    assert_eq!(
        met.incoming_moves(),
        [incoming_move(33, 29, 2, 2), incoming_move(32, 28, 1, 3)]
    );
    let before = line("32-28 17-21").1;
    let lines = book(&store, &before, None).lines();
    assert_eq!((lines.len(), lines[0].score.games, lines[0].others), (1, 2, 1));
    let ids: HashSet<i64> = met.last().collect();
    assert_eq!(ids.len(), 3);
    // A move that was not played here, to a position that no game reached.
    let elsewhere = line("33-29 17-22").1;
    assert!(book(&store, &elsewhere, None).lines().is_empty());
}
