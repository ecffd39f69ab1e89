//! What opponents play in the positions of a repertoire: as the library's book counts it, and where that has hardly a game of a
//! position, the computer's own.
use crate::{ApiError, App};
use damier_store::Book;
use draughts::{Move, Position};
use std::collections::HashMap;

/// A position that fewer games of the library have is asked of the computer's book.
const FEWEST: u32 = 10;
/// Positions looked up in one call: each takes a millisecond or so where it is counted.
const STEP: usize = 4;

/// What was played in a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Replies {
    pub(super) games: u32,
    /// The commonest first.
    pub(super) moves: Vec<(Move, u32)>,
    /// Of the computer against itself, not of the library.
    pub(super) own: bool,
}

impl Replies {
    /// How often of 1 a move was played; never quite 0.
    pub(super) fn share(&self, mv: &Move) -> f64 {
        let games = self
            .moves
            .iter()
            .find(|(known, _)| known == mv)
            .map_or(0, |(_, games)| *games);
        f64::from(games).max(0.5) / f64::from(self.games.max(1))
    }
}

/// The replies that were looked up, by position: as long as the library has as many games.
#[derive(Debug, Default)]
pub(super) struct Counts {
    games: u32,
    replies: HashMap<u64, Replies>,
    /// The one that is being counted.
    counting: Option<(u64, Book)>,
}

impl Counts {
    /// Those of the library as it is.
    pub(super) fn now(app: &mut App) -> Result<&mut Self, ApiError> {
        let games = app.store.index_state()?.games;
        let counts: &mut Self = app.states.of();
        if counts.games != games {
            *counts = Self {
                games,
                ..Self::default()
            };
        }
        Ok(counts)
    }

    /// What was played there, where it was looked up.
    pub(super) fn of(&self, position: &Position) -> Option<&Replies> {
        self.replies.get(&position.hash())
    }
}

/// Looks some of these positions up; how many of them are still to be looked up.
pub(super) fn look_up(app: &mut App, positions: &[Position]) -> Result<usize, ApiError> {
    let counts = Counts::now(app)?;
    let mut counting = counts.counting.take();
    let mut left: Vec<Position> = positions.to_vec();
    left.retain(|position| counts.of(position).is_none());
    left.sort_by_key(Position::hash);
    left.dedup_by_key(|position| position.hash());
    let all = left.len();
    let mut found = Vec::new();
    for position in left.iter().take(STEP) {
        let hash = position.hash();
        let mut book = match counting.take() {
            Some((of, book)) if of == hash => book,
            _ => Book::of_moves(position),
        };
        book.step(&app.store)?;
        if !book.is_done() {
            counting = Some((hash, book));
            break;
        }
        found.push((hash, replies(app, position, &book)));
    }
    let done = found.len();
    let counts = Counts::now(app)?;
    counts.counting = counting;
    counts.replies.extend(found);
    Ok(all - done)
}

fn replies(app: &App, position: &Position, book: &Book) -> Replies {
    let of_library = || {
        let moves = book.lines().into_iter().map(|line| (line.mv, line.score.games));
        let moves: Vec<_> = moves.filter(|(_, games)| *games > 0).collect();
        Replies {
            games: moves.iter().map(|(_, games)| games).sum(),
            moves,
            own: false,
        }
    };
    if book.games() >= FEWEST {
        return of_library();
    }
    let own = app.assets.engine.book(position.variant());
    // A position of another game may have the same hash.
    let moves = own.iter().flat_map(|own| own.moves(position));
    let moves = moves.filter(|found| position.is_legal(&found.mv));
    let moves: Vec<_> = moves.map(|found| (found.mv, found.games)).collect();
    if moves.is_empty() {
        return of_library();
    }
    Replies {
        games: moves.iter().map(|(_, games)| games).sum(),
        moves,
        own: true,
    }
}
