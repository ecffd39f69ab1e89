use damier_store::*;
use draughts::notation::pdn::Tags;
use draughts::notation::tree::{GameTree, NodeId, Step};
use draughts::raw::Rng;
use draughts::{Move, Position, Variant};
use std::time::Instant;
fn ballots() -> Vec<[Move; 2]> {
    let start = Variant::International.start();
    start.legal_moves().into_iter().flat_map(|first| { let mut p = start; p.play_unchecked(&first); p.legal_moves().into_iter().map(move |s| [first, s]).collect::<Vec<_>>() }).collect()
}
fn play(number: u32, ballots: &[[Move; 2]], rng: &mut Rng) -> GameText {
    let mut tree = GameTree::new(Variant::International.start());
    let mut position = *tree.start();
    let mut at = NodeId::ROOT;
    for ply in 0..80 {
        let mv = if let Some(mv) = ballots[number as usize % ballots.len()].get(ply) { *mv } else {
            let legal = position.legal_moves();
            if legal.is_empty() { break; }
            let drawn = [0; 3].map(|_| legal[rng.below(legal.len())]);
            let safe = drawn.iter().find(|mv| { let mut next = position; next.play_unchecked(mv); !next.must_capture() });
            *safe.unwrap_or(&drawn[0])
        };
        position.play_unchecked(&mv);
        at = tree.add(at, Step::Move(mv));
    }
    let mut tags = Tags::default();
    tags.push("Event", format!("Ballot {}", number % 500));
    tags.push("Date", format!("{}.{:02}.{:02}", 1950 + number % 75, 1 + number % 12, 1 + number % 28));
    tags.push("White", format!("Player {}", rng.below(20_000)));
    tags.push("Black", format!("Player {}", rng.below(20_000)));
    GameText { tags, result: GameResult::Draw, tree }
}
#[test]
fn measure() {
    let n: u32 = std::env::var("GAMES").unwrap().parse().unwrap();
    let file = std::path::PathBuf::from(std::env::var("FILE").unwrap());
    let mut store = Store::open(file).unwrap();
    let (ballots, mut rng) = (ballots(), Rng::new(1));
    if store.index_state().unwrap().games < n {
    let t = Instant::now();
    let mut import = Import::begin(&store, "x", Duplicates::Keep, None, 1e12).unwrap();
    for from in (0..n).step_by(2000) {
        let batch: Vec<ReadyGame> = (from..(from + 2000).min(n)).map(|i| play(i, &ballots, &mut rng).into()).collect();
        import.store(&mut store, batch, 0, 1e12).unwrap();
    }
    println!("made {:?}", t.elapsed());
    }
    let (t, before) = (Instant::now(), store.bytes().unwrap());
    let mut indexer = Indexer::default();
    let mut longest = 0.0_f64;
    loop { let s = Instant::now(); let d = indexer.step(&mut store, &|_, _| Vec::new()).unwrap(); longest = longest.max(s.elapsed().as_secs_f64()); if d { break; } }
    println!("indexed {:?} longest {longest:.3} {:?} bytes/game {:.1} of {:.1}", t.elapsed(), store.book_rows().unwrap(), store.book_rows().unwrap().bytes as f64 / n as f64, (store.bytes().unwrap() - before) as f64 / n as f64);
    let after = |plies: usize| { let g = play(0, &ballots, &mut Rng::new(1)); let mut p = Variant::International.start(); g.tree.main_moves().take(plies).for_each(|mv| p.play_unchecked(mv)); p };
    let run = |name: &str, p: &Position, f: Option<Filter>| {
        for _ in 0..2 {
        let t = Instant::now();
        let mut book = Book::new(p, f.clone());
        let (mut first, mut counted, mut step) = (None, None, 0.0_f64);
        while !book.is_done() { let s = Instant::now(); book.step(&store).unwrap(); step = step.max(s.elapsed().as_secs_f64() * 1e3); first = first.or((book.games() > 0).then(|| t.elapsed())); counted = counted.or(book.is_counted().then(|| t.elapsed())); }
        println!("{name}: {} games {} moves first {first:?} counted {counted:?} all {:?} step {step:.1} ms", book.games(), book.lines().len(), t.elapsed());
        }
    };
    for plies in [0, 1, 2, 4, 10, 30] { run(&format!("{plies}"), &after(plies), None); }
    let player = Filter { player: Some("player 777".into()), ..Filter::default() };
    let years = Filter { year_from: Some(1990), year_to: Some(1999), plies_to: Some(60), ..Filter::default() };
    let white = Filter { white: Some("player 77".into()), ..Filter::default() };
    for plies in [0, 2] { run("player", &after(plies), Some(player.clone())); run("years", &after(plies), Some(years.clone())); run("white", &after(plies), Some(white.clone())); }
}
