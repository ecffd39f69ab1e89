//! Opponents' replies in the positions of a repertoire: from the library's book, or from the self-play book if the
//! library has too few games.
use crate::{ApiError, App};
use damier_store::Book;
use draughts::{Move, Position};
use std::collections::HashMap;

/// Number of library games below which the self-play book is used.
const FEWEST: u32 = 10;
/// Number of positions looked up per call; an indexed one takes about a millisecond.
const STEP: usize = 4;

/// Replies played in a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Replies {
    pub(super) games: u32,
    /// Most frequent first.
    pub(super) moves: Vec<(Move, u32)>,
    /// `true` for the self-play book, `false` for the library.
    pub(super) own: bool,
}

impl Replies {
    /// Share of a move, from 0 (exclusive) to 1.
    pub(super) fn share(&self, mv: &Move) -> f64 {
        let games = self
            .moves
            .iter()
            .find(|(known, _)| known == mv)
            .map_or(0, |(_, games)| *games);
        f64::from(games).max(0.5) / f64::from(self.games.max(1))
    }
}

/// Cached replies by position, valid while the library has the same number of games.
#[derive(Debug, Default)]
pub(super) struct Counts {
    games: u32,
    replies: HashMap<u64, Replies>,
    /// The position being counted.
    counting: Option<(u64, Book)>,
}

impl Counts {
    /// Cache for the current library.
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

    /// Replies in a position, if looked up.
    pub(super) fn of(&self, position: &Position) -> Option<&Replies> {
        self.replies.get(&position.hash())
    }
}

/// Looks up some of the positions; returns how many remain.
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
    // Checked for legality: a position of another game may have the same hash.
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
