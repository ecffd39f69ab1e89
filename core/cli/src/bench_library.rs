//! `damier bench-library`: makes a large library of random games and times searches in it.
use crate::import::{index, refused};
use crate::{Status, clock};
use clap::Args;
use damier_store::{
    Action, Boards, Book, Content, Duplicates, Filter, GameText, Import, Manoeuvre, Order, Pattern,
    PositionSearch, ReadyGame, Search, Store, StoreError,
};
use draughts::notation::pdn::{GameResult, Tags};
use draughts::notation::tree::{GameTree, NodeId, Step};
use draughts::raw::Rng;
use draughts::{Move, Position, Role, Side, Square, Variant};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Games stored in one transaction.
const BATCH: usize = 2_000;
/// Games that reach this length are draws.
const MAX_PLIES: usize = 80;

/// Make a library of random games from the 81 ballot openings, and time searches in it
///
/// The same seed gives the same games. An existing library with these games is only timed.
#[derive(Args)]
pub(crate) struct BenchLibrary {
    /// Number of games
    #[arg(long, default_value_t = 1_000_000)]
    games: u32,
    /// The library's file
    #[arg(long, default_value = "target/bench-library.db")]
    db: PathBuf,
    /// Write the games as PDN too, to time an import
    #[arg(long)]
    pdn: Option<PathBuf>,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays a random game. Of three random moves it takes the first that loses nothing at once.
fn play(number: u32, ballots: &[[Move; 2]], rng: &mut Rng) -> GameText {
    let mut tree = GameTree::new(Variant::International.start());
    let mut position = *tree.start();
    let mut at = NodeId::ROOT;
    let mut winner = None;
    for ply in 0..MAX_PLIES {
        let ballot = ballots[number as usize % ballots.len()];
        let mv = if let Some(mv) = ballot.get(ply) {
            *mv
        } else {
            let legal = position.legal_moves();
            if legal.is_empty() {
                winner = Some(position.turn().other());
                break;
            }
            let drawn = [0; 3].map(|_| legal[rng.below(legal.len())]);
            let safe = drawn.iter().find(|mv| {
                let mut next = position;
                next.play_unchecked(mv);
                !next.must_capture()
            });
            *safe.unwrap_or(&drawn[0])
        };
        position.play_unchecked(&mv);
        at = tree.add(at, Step::Move(mv));
    }
    let mut tags = Tags::default();
    tags.push("Event", format!("Ballot {}", number % 500));
    tags.push(
        "Date",
        format!(
            "{}.{:02}.{:02}",
            1950 + number % 75,
            1 + number % 12,
            1 + number % 28
        ),
    );
    tags.push("White", format!("Player {}", rng.below(20_000)));
    tags.push("Black", format!("Player {}", rng.below(20_000)));
    GameText {
        tags,
        result: winner.map_or(GameResult::Draw, GameResult::Win).into(),
        tree,
    }
}

fn ballots() -> Vec<[Move; 2]> {
    let start = Variant::International.start();
    let second = |first: Move| {
        let mut position = start;
        position.play_unchecked(&first);
        position
            .legal_moves()
            .into_iter()
            .map(move |second| [first, second])
    };
    start.legal_moves().into_iter().flat_map(second).collect()
}

impl BenchLibrary {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let mut store = Store::open(&self.db).map_err(refused)?;
        if store.index_state().map_err(refused)?.games < self.games {
            self.make(&mut store, out)?;
        }
        let bytes = store.bytes().map_err(refused)?;
        let (begun, before) = (clock::now(), store.index_state().map_err(refused)?.indexed);
        index(&mut store)?;
        let state = store.index_state().map_err(refused)?;
        let seconds = (clock::now() - begun) / 1000.0;
        let games = state.indexed - before;
        writeln!(out, "library {} games {} indexed", state.games, state.indexed)?;
        if games > 0 {
            let grown = store.bytes().map_err(refused)?.saturating_sub(bytes);
            writeln!(
                out,
                "index {:.0} games/s {:.0} bytes/game",
                f64::from(games) / seconds,
                grown as f64 / f64::from(games)
            )?;
            writeln!(
                out,
                "games {:.0} bytes/game",
                bytes as f64 / f64::from(state.games)
            )?;
        }
        let rows = store.book_rows().map_err(refused)?;
        writeln!(
            out,
            "book {} rows {:.1} bytes/game",
            rows.rows,
            rows.bytes as f64 / f64::from(state.games.max(1))
        )?;
        self.time(&store, out)?;
        Ok(Status::Good)
    }

    fn make(&self, store: &mut Store, out: &mut impl Write) -> io::Result<()> {
        let (begun, ballots, mut rng) = (clock::now(), ballots(), Rng::new(self.seed));
        let mut pdn = self
            .pdn
            .as_ref()
            .map(File::create)
            .transpose()?
            .map(BufWriter::new);
        let mut import =
            Import::begin(store, "self-play", Duplicates::Keep, None, clock::today()).map_err(refused)?;
        let (mut batch, mut plies, mut storing) = (Vec::with_capacity(BATCH), 0_u64, 0.0);
        for number in 0..self.games {
            let game = play(number, &ballots, &mut rng);
            plies += game.tree.main_moves().count() as u64;
            if let Some(pdn) = &mut pdn {
                pdn.write_all(game.to_pdn().as_bytes())?;
            }
            batch.push(ReadyGame::from(game));
            if batch.len() == BATCH || number + 1 == self.games {
                let begun = clock::now();
                import
                    .store(store, std::mem::take(&mut batch), 0, clock::today())
                    .map_err(refused)?;
                storing += clock::now() - begun;
            }
        }
        let games = f64::from(self.games.max(1));
        writeln!(
            out,
            "made {} games in {:.0} s (storing {:.0} games/s), {:.1} plies a game",
            self.games,
            (clock::now() - begun) / 1000.0,
            games / (storing / 1000.0).max(1e-9),
            plies as f64 / games
        )
    }

    fn time(&self, store: &Store, out: &mut impl Write) -> io::Result<()> {
        let start = Variant::International.start();
        let after = |plies: usize| {
            let mut rng = Rng::new(self.seed);
            let game = play(0, &ballots(), &mut rng);
            let mut position = start;
            game.tree
                .main_moves()
                .take(plies)
                .for_each(|mv| position.play_unchecked(mv));
            position
        };
        for plies in [0, 1, 2, 4, 10, 30] {
            let sought = PositionSearch::position(&after(plies));
            report(store, out, &format!("position after {plies} plies"), sought)?;
        }
        let turned = after(1).with_turn(Side::White);
        report(
            store,
            out,
            "position that is nowhere",
            PositionSearch::position(&turned),
        )?;
        let man = |side| Content::Piece(Some(side), Some(Role::Man));
        let king = |side| Content::Piece(Some(side), Some(Role::King));
        let patterns: [(&str, &[(u8, Content)]); 4] = [
            (
                "pattern of 6 men",
                &[
                    (27, man(Side::White)),
                    (28, man(Side::White)),
                    (32, man(Side::White)),
                    (18, man(Side::Black)),
                    (19, man(Side::Black)),
                    (23, man(Side::Black)),
                ],
            ),
            (
                "pattern with empty squares",
                &[
                    (24, man(Side::White)),
                    (29, Content::Empty),
                    (30, Content::Empty),
                    (13, man(Side::Black)),
                    (19, man(Side::Black)),
                    (20, Content::Empty),
                ],
            ),
            (
                "pattern of two kings",
                &[(46, king(Side::White)), (5, king(Side::Black))],
            ),
            (
                "pattern that is nowhere",
                &[
                    (1, king(Side::White)),
                    (50, king(Side::White)),
                    (5, king(Side::White)),
                    (46, king(Side::White)),
                    (25, king(Side::Black)),
                ],
            ),
        ];
        for (name, squares) in patterns {
            report(store, out, name, lines(boards([squares, &[], &[]]), None))?;
        }
        let mut three = boards([
            &[(28, man(Side::White)), (23, man(Side::Black))],
            &[
                (24, man(Side::White)),
                (27, man(Side::White)),
                (19, Content::Empty),
            ],
            &[(37, man(Side::White)), (14, man(Side::Black))],
        ]);
        three.turn = Some(Side::White);
        three.material[0] = [Some(8..=20), Some(0..=0)];
        report(store, out, "three boards", lines(three, None))?;
        let at = |number| Square::new(number);
        let route = [37, 32, 28, 22].into_iter().filter_map(at).collect();
        let actions = [
            (
                "takes 3",
                Action::Takes {
                    least: 3,
                    from: None,
                    to: None,
                },
            ),
            (
                "takes 2 from 46 to 5",
                Action::Takes {
                    least: 2,
                    from: at(46),
                    to: at(5),
                },
            ),
            ("gives 3", Action::Gives { least: 3 }),
            (
                "crowned on 3",
                Action::Crowns {
                    from: None,
                    to: at(3),
                },
            ),
            ("route 37-32-28-22", Action::Route(route)),
        ];
        for (name, action) in actions {
            let side = Some(Side::White);
            let manoeuvre = Some(Manoeuvre { side, action });
            report(store, out, name, lines(Boards::default(), manoeuvre))?;
        }
        let player = Filter {
            player: Some("player 777".into()),
            ..Filter::default()
        };
        timed(store, out, "player 777", |store| {
            Search::new(store, player.clone(), Order::Added, false, None)
        })?;
        let begun = clock::now();
        let games = store.games_of_player("Player 777").map_err(refused)?.len();
        let alike = store.names_like("Player 777").map_err(refused)?.len();
        let ms = clock::now() - begun;
        writeln!(
            out,
            "page of player 777 games {games} names alike {alike} ms {ms:.1}"
        )?;
        let begun = clock::now();
        let games = store.games_of_event("Ballot 77", 2_000).map_err(refused)?.len();
        writeln!(
            out,
            "page of ballot 77 games {games} ms {:.1}",
            clock::now() - begun
        )?;
        let won = Filter {
            year_from: Some(1990),
            year_to: Some(1999),
            plies_to: Some(60),
            ..Filter::default()
        };
        timed(store, out, "years and length", |store| {
            Search::new(store, won.clone(), Order::Date, false, None)
        })?;
        for plies in [0, 1, 2, 4, 10, 30] {
            book(
                store,
                out,
                &format!("book after {plies} plies"),
                &after(plies),
                None,
            )?;
        }
        for plies in [0, 2] {
            let name = format!("book after {plies} plies, of player 777");
            book(store, out, &name, &after(plies), Some(&player))?;
            let name = format!("book after {plies} plies, years and length");
            book(store, out, &name, &after(plies), Some(&won))?;
        }
        let orders = [
            ("everything", Order::Added),
            ("everything by date", Order::Date),
            ("everything by White", Order::White),
            ("everything by event", Order::Event),
            ("everything by result", Order::Result),
            ("everything by opening", Order::Opening),
            ("everything by length", Order::Length),
        ];
        for (name, order) in orders {
            timed(store, out, name, |store| {
                Search::new(store, Filter::default(), order, false, None)
            })?;
        }
        Ok(())
    }
}

fn lines(boards: Boards, manoeuvre: Option<Manoeuvre>) -> PositionSearch {
    PositionSearch::lines(Variant::International, boards, manoeuvre, true)
}

/// The boards "look for", "or" and "exclude".
fn boards(squares: [&[(u8, Content)]; 3]) -> Boards {
    let [look, or, exclude] = squares.map(|squares| {
        let mut pattern = Pattern::default();
        for (number, content) in squares {
            pattern.put(Square::new(*number).expect("a square of the board"), *content);
        }
        pattern
    });
    Boards {
        look,
        or,
        exclude,
        ..Boards::default()
    }
}

fn report(store: &Store, out: &mut impl Write, name: &str, sought: PositionSearch) -> io::Result<()> {
    timed(store, out, name, |store| {
        Search::new(
            store,
            Filter::default(),
            Order::Added,
            false,
            Some(sought.clone()),
        )
    })
}

/// Counts the book of a position three times and prints the best times: to the first games, to all games, and to the
/// end.
fn book(
    store: &Store,
    out: &mut impl Write,
    name: &str,
    position: &Position,
    filter: Option<&Filter>,
) -> io::Result<()> {
    let (mut first, mut counted, mut done, mut longest) = (f64::MAX, f64::MAX, f64::MAX, f64::MAX);
    let (mut games, mut moves) = (0, 0);
    for _ in 0..3 {
        let begun = clock::now();
        let mut book = Book::new(position, filter.cloned());
        let (mut rows, mut all, mut step) = (None, None, 0.0_f64);
        while !book.is_done() {
            let before = clock::now();
            book.step(store).map_err(refused)?;
            let now = clock::now();
            step = step.max(now - before);
            rows = rows.or((book.games() > 0).then_some(now - begun));
            all = all.or(book.is_counted().then_some(now - begun));
        }
        let end = clock::now() - begun;
        first = first.min(rows.unwrap_or(end));
        counted = counted.min(all.unwrap_or(end));
        done = done.min(end);
        longest = longest.min(step);
        (games, moves) = (book.games(), book.lines().len());
    }
    writeln!(
        out,
        "{name}: {games} games, {moves} moves, first {first:.1} ms, counted {counted:.1} ms, with other roads {done:.1} ms, longest step {longest:.1} ms"
    )
}

/// Runs a search three times and prints the best times: to the first games, to all games, and of the longest step.
fn timed(
    store: &Store,
    out: &mut impl Write,
    name: &str,
    begin: impl Fn(&Store) -> Result<Search, StoreError>,
) -> io::Result<()> {
    let (mut first, mut best, mut longest) = (f64::MAX, f64::MAX, f64::MAX);
    let (mut found, mut steps) = (0, 0);
    for _ in 0..3 {
        let begun = clock::now();
        let mut search = begin(store).map_err(refused)?;
        let (mut step, mut seen) = (0.0_f64, None);
        steps = 0;
        while !search.is_done() {
            let before = clock::now();
            search.step(store).map_err(refused)?;
            let now = clock::now();
            step = step.max(now - before);
            seen = seen.or((!search.found().is_empty()).then_some(now - begun));
            steps += 1;
        }
        let end = clock::now() - begun;
        first = first.min(seen.unwrap_or(end));
        best = best.min(end);
        longest = longest.min(step);
        found = search.found().len();
    }
    writeln!(
        out,
        "{name}: {found} games, first {first:.1} ms, all {best:.1} ms, longest of {steps} steps {longest:.1} ms"
    )
}
