//! The opening book of the library: the moves played from a position, collected step by step. Most games are
//! counted already; the rest are found by the index and replayed.
use super::build::start_of;
use super::field::Field;
use super::position_search::{PositionSearch, unindexed};
use super::segment::Segment;
use super::tally::{GameInfo, IncomingMove, Score, Squares, Tally, walk};
use crate::find::{Filter, Order, Search};
use crate::{Store, StoreError};
use draughts::{Move, Position, Variant};
use rusqlite::Connection;
use std::collections::{HashMap, HashSet, VecDeque};

/// Games replayed in one step.
const GAMES: usize = 512;
/// A position in at least one of this many games is not looked up in the index: the filter is applied first.
const COMMON: u32 = 16;

/// A position whose games are counted.
#[derive(Debug)]
struct Target {
    position: Position,
    field: Field,
    pieces: u32,
    tally: Tally,
}

impl Target {
    fn new(position: Position) -> Self {
        let field = Field::of(&position);
        Self {
            position,
            field,
            pieces: field.pieces(),
            tally: Tally::default(),
        }
    }
}

/// Remaining work, in order.
#[derive(Debug)]
enum Work {
    /// Look up a target's games in these segments.
    Look(usize, Vec<Segment>),
    /// Replay these games for one target, or for all.
    Replay(Option<usize>, Vec<i64>),
    /// Replay the games that were never indexed, for all targets. Their ids lie before the first id and after
    /// the second.
    New(i64, i64),
    /// Replay the results of a filter, from this place of its list.
    Filtered(Box<Search>, usize),
}

/// A move played from the position, or one that leads to a position of other games.
#[derive(Clone, Debug)]
pub struct BookLine {
    /// The move.
    pub mv: Move,
    /// Score of the games in which it was played here.
    pub score: Score,
    /// Number of further games that reached the resulting position by other moves.
    pub others: u32,
}

/// The book of one position, as far as it is known after some steps.
#[derive(Debug)]
pub struct Book {
    variant: Variant,
    /// The position first; without a filter its successors by legal moves follow.
    targets: Vec<Target>,
    legal: Vec<Move>,
    filter: Option<Filter>,
    begun: bool,
    work: VecDeque<Work>,
    /// Games that had changed since they were indexed when the book was started.
    changed: HashSet<i64>,
}

impl Book {
    /// Creates the book of a position, from all games or from those that pass a filter.
    #[must_use]
    pub fn new(position: &Position, filter: Option<Filter>) -> Self {
        let variant = position.variant();
        let legal = position.legal_moves();
        let mut targets = vec![Target::new(*position)];
        if filter.is_none() {
            targets.extend(legal.iter().map(|mv| {
                let mut next = *position;
                next.play_unchecked(mv);
                Target::new(next)
            }));
        }
        Self {
            variant,
            targets,
            legal,
            filter: filter.map(|filter| Filter {
                variant: Some(variant.key().into()),
                ..filter
            }),
            begun: false,
            work: VecDeque::new(),
            changed: HashSet::new(),
        }
    }

    /// Creates the book of a position without transpositions from other games, which is several times as
    /// fast.
    #[must_use]
    pub fn of_moves(position: &Position) -> Self {
        let mut book = Self::new(position, None);
        book.targets.truncate(1);
        book
    }

    /// Works for some milliseconds. The first step returns everything that is counted already.
    pub fn step(&mut self, store: &Store) -> Result<(), StoreError> {
        if !self.begun {
            self.begin(store)?;
            self.begun = true;
        }
        let mut left = GAMES;
        while let Some(work) = self.work.pop_front() {
            match work {
                Work::Look(target, segments) => {
                    let games = self.look(&store.connection, target, &segments)?;
                    self.work.push_front(Work::Replay(Some(target), games));
                    // Transpositions come after the moves themselves.
                    if target > 0 {
                        return Ok(());
                    }
                }
                Work::Replay(target, mut games) => {
                    let these = games.split_off(games.len().saturating_sub(left));
                    left -= these.len();
                    self.replay(&store.connection, target, &these)?;
                    if !games.is_empty() {
                        self.work.push_front(Work::Replay(target, games));
                        return Ok(());
                    }
                }
                Work::New(before, mark) => {
                    let games = new_games(&store.connection, self.variant, before, mark, left)?;
                    if let Some(first) = games.first().filter(|_| games.len() == left) {
                        self.work.push_front(Work::New(*first, mark));
                    }
                    self.replay(&store.connection, None, &games)?;
                    left -= games.len();
                }
                Work::Filtered(mut search, from) => {
                    search.step(store)?;
                    let mut found: Vec<i64> = search.found()[from..].iter().rev().copied().collect();
                    let from = search.found().len();
                    if !search.is_done() {
                        self.work.push_front(Work::Filtered(search, from));
                    }
                    let these = found.split_off(found.len().saturating_sub(left));
                    self.work.push_front(Work::Replay(Some(0), found));
                    // A search step may use the whole time of a step.
                    return self.replay(&store.connection, Some(0), &these);
                }
            }
            if left == 0 {
                return Ok(());
            }
        }
        Ok(())
    }

    fn begin(&mut self, store: &Store) -> Result<(), StoreError> {
        let connection = &store.connection;
        let segments = Segment::all(connection, self.variant.key())?;
        let counted = Segment::counted(connection, self.variant.key())?;
        if let Some(filter) = self.filter.clone() {
            let mut known = Tally::default();
            stored(connection, self.targets[0].field.key(), &counted, &mut known)?;
            let all = store.index_state()?.games;
            let common = known.games > all / COMMON;
            let position_search = (!common).then(|| PositionSearch::position(&self.targets[0].position));
            let search = Search::new(store, filter, Order::Added, false, position_search)?;
            self.work.push_back(Work::Filtered(Box::new(search), 0));
            return Ok(());
        }
        let (mark, changed) = unindexed(connection)?;
        self.changed = changed.iter().copied().collect();
        let mut looks = Vec::new();
        for (number, target) in self.targets.iter_mut().enumerate() {
            let answered = stored(connection, target.field.key(), &counted, &mut target.tally)?;
            let others = segments
                .iter()
                .filter(|segment| !answered.contains(&segment.id))
                .cloned();
            looks.push(Work::Look(number, others.collect()));
        }
        // A library without an index is only replayed.
        looks.retain(|work| !matches!(work, Work::Look(_, segments) if segments.is_empty()));
        let (own, others): (Vec<_>, Vec<_>) = looks
            .into_iter()
            .partition(|work| matches!(work, Work::Look(0, _)));
        self.work.extend(own);
        self.work.push_back(Work::Replay(None, changed));
        self.work.push_back(Work::New(i64::MAX, mark));
        self.work.extend(others);
        Ok(())
    }

    /// Returns the games of these segments that may have a target.
    fn look(
        &self,
        connection: &Connection,
        target: usize,
        segments: &[Segment],
    ) -> Result<Vec<i64>, StoreError> {
        let mut games = Vec::new();
        let hash = self.targets[target].field.hash();
        for segment in segments {
            segment.games_with(connection, hash, &mut games)?;
        }
        games.retain(|id| !self.changed.contains(id));
        games.sort_unstable();
        games.dedup();
        Ok(games)
    }

    fn replay(
        &mut self,
        connection: &Connection,
        only: Option<usize>,
        games: &[i64],
    ) -> Result<(), StoreError> {
        let mut select = connection.prepare_cached(
            "SELECT date, result, tags, start, bytes FROM game JOIN tree ON tree.game_id = game.id
             WHERE game.id = ?1 AND deletion_id IS NULL AND plies > 0
               AND variant_id = (SELECT id FROM variant WHERE key = ?2)",
        )?;
        let wanted: HashMap<i64, usize> = self
            .targets
            .iter()
            .enumerate()
            .filter(|(number, _)| only.is_none_or(|only| only == *number))
            .map(|(number, target)| (target.field.key(), number))
            .collect();
        let fewest = wanted.values().map(|number| self.targets[*number].pieces).min();
        for id in games {
            let mut rows = select.query((id, self.variant.key()))?;
            let Some(row) = rows.next()? else { continue };
            let info = GameInfo::new(*id, row.get(0)?, row.get(1)?, row.get(2)?);
            if !info.was_played() {
                continue;
            }
            let start: Option<String> = row.get(3)?;
            let Some(start) = start_of(self.variant, start.as_deref()) else {
                continue;
            };
            let bytes = row.get_ref(4)?.as_blob().unwrap_or_default();
            let mut seen = Vec::new();
            walk(&start, bytes, |field, into, out| {
                let number = wanted.get(&field.key()).filter(|number| !seen.contains(*number));
                if let Some(number) = number {
                    seen.push(*number);
                    let tally = &mut self.targets[*number].tally;
                    tally.add(
                        &info,
                        field.turn as usize,
                        into.map(Squares::of),
                        out.map(Squares::of),
                    );
                }
                // The number of pieces only decreases, unless a position is set up.
                seen.len() < wanted.len()
                    && (fewest.is_none_or(|fewest| field.pieces() >= fewest)
                        || crate::tree::may_set_up(bytes))
            });
        }
        Ok(())
    }

    /// True if all games are counted.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.begun && self.work.is_empty()
    }

    /// True if only transpositions are left to be counted.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        let of_others = |work: &Work| matches!(work, Work::Look(1.., _) | Work::Replay(Some(1..), _));
        self.begun && self.work.iter().all(of_others)
    }

    /// Returns the number of games with the position.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.targets[0].tally.games
    }

    /// Returns the moves played, most frequent first, then the moves that only transpose to other games.
    #[must_use]
    pub fn lines(&self) -> Vec<BookLine> {
        let tally = &self.targets[0].tally;
        let line = |(number, mv): (usize, &Move)| {
            let squares = Squares::of(mv);
            let played = tally.moves.iter().find(|(known, _)| *known == squares);
            let score = played.map_or_else(Score::default, |(_, score)| *score);
            let reached = self
                .targets
                .get(number + 1)
                .map_or(0, |target| target.tally.games);
            BookLine {
                mv: *mv,
                score,
                others: reached.saturating_sub(score.games),
            }
        };
        let mut lines: Vec<BookLine> = self.legal.iter().enumerate().map(line).collect();
        lines.retain(|line| line.score.games > 0 || line.others > 0);
        lines.sort_by_key(|line| std::cmp::Reverse((line.score.games, line.others)));
        lines
    }

    /// Returns the moves that reached the position, most frequent first.
    #[must_use]
    pub fn incoming_moves(&self) -> Vec<IncomingMove> {
        let mut incoming = self.targets[0].tally.incoming.clone();
        incoming.sort_by_key(|incoming_move| std::cmp::Reverse(incoming_move.games));
        incoming
    }

    /// Returns the latest games by date.
    pub fn last(&self) -> impl Iterator<Item = i64> {
        self.targets[0].tally.last.iter().map(|(_, id)| *id)
    }
}

/// Adds the stored counts of a position in counted segments; returns the segments that had it.
fn stored(
    connection: &Connection,
    position: i64,
    counted: &HashSet<i64>,
    tally: &mut Tally,
) -> Result<HashSet<i64>, StoreError> {
    let mut select = connection.prepare_cached("SELECT segment_id, bytes FROM played WHERE position = ?1")?;
    let mut rows = select.query([position])?;
    let mut answered = HashSet::new();
    while let Some(row) = rows.next()? {
        let segment: i64 = row.get(0)?;
        if !counted.contains(&segment) {
            continue;
        }
        // An unreadable row counts as absent: its games are replayed.
        if let Some(more) = Tally::of_bytes(row.get_ref(1)?.as_blob().unwrap_or_default()) {
            tally.merge(more);
            answered.insert(segment);
        }
    }
    Ok(answered)
}

/// Returns some games that were never indexed, oldest first.
fn new_games(
    connection: &Connection,
    variant: Variant,
    before: i64,
    mark: i64,
    most: usize,
) -> Result<Vec<i64>, StoreError> {
    let mut select = connection.prepare_cached(
        "SELECT id FROM game WHERE id < ?1 AND id > ?2 AND variant_id = (SELECT id FROM variant WHERE key = ?3)
         ORDER BY id DESC LIMIT ?4",
    )?;
    let games = select.query_map((before, mark, variant.key(), most as i64), |row| row.get(0))?;
    let mut games: Vec<i64> = games.collect::<Result<_, _>>()?;
    games.reverse();
    Ok(games)
}
