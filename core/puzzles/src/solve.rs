//! Solving: the whole tree of a shot without being told a line, or the reason why it is no puzzle.
//!
//! Proves by material and endgame tables alone, so that an engine that judges better refutes nothing that stands here.
use super::certify::{MOST_MOVES, Terms, Unproven};
use super::proof::{ProofSearch, kept_lead};
use super::solution::{Choice, main_line};
use draughts::{Move, Position};
use draughts_engine::EngineAssets;
use std::collections::HashMap;

/// Plies of a solution at most: nine moves of the solver.
const LONGEST: usize = 17;
/// Where the defender need not take he may have this many moves: more is no forced line.
const FREE_REPLIES: usize = 3;
/// Behind a quiet key he may have this many: what it threatens has to be found against each.
pub(super) const QUIET_KEY_REPLIES: usize = 14;
/// A first move that leads by so much, in centipawns, may win as well: a man.
const ANOTHER: i32 = 100;

/// Proves that exactly one first move leads by `terms.margin` against every defence, that every other leads by less
/// than a man, and that the solver's later moves too are the only ones, but for the order in which they are played and
/// the square on which the last capture ends.
///
/// # Errors
/// `Unproven` says why it is no puzzle.
pub fn solve(position: &Position, terms: &Terms, assets: &EngineAssets) -> Result<Vec<Choice>, Unproven> {
    Solver::new(position, terms, assets).solve()
}

/// A proof that is interrupted and taken up again: what was answered so far is kept.
pub(super) struct Solver {
    position: Position,
    proof: ProofSearch,
    depth: u8,
    goal: i32,
    /// A first move that leads by so much may win as well.
    another: i32,
    /// A solution ends, too, where the endgame tables know the win.
    ends_by_tables: bool,
    moves: usize,
    /// Positions that it may still enter.
    left: u64,
    /// By position and lead: whether the side to move has that much.
    known: HashMap<(u64, i32), bool>,
}

impl Solver {
    pub(super) fn new(position: &Position, terms: &Terms, assets: &EngineAssets) -> Solver {
        let tables = assets.bundled_tables(position.variant());
        Solver {
            position: *position,
            proof: ProofSearch::new(terms.nodes).with_tables(tables),
            depth: terms.depth,
            goal: terms.margin,
            another: ANOTHER.min(terms.margin),
            ends_by_tables: false,
            moves: 0,
            left: terms.nodes,
            known: HashMap::new(),
        }
    }

    /// The same for a composer: other first moves count from this lead on, and a win that the tables know ends the solution.
    pub(super) fn for_composer(mut self, another: i32) -> Solver {
        self.another = another;
        self.ends_by_tables = true;
        self
    }

    /// Goes on for so many positions; `None` where it is not done. What was answered is not asked again, and what was
    /// found out about a question that was broken off the search remembers.
    pub(super) fn step(&mut self, nodes: u64) -> Option<Result<Vec<Choice>, Unproven>> {
        self.ask(nodes, Self::solve)
    }

    /// Answers one question, for so many positions at most; `None` where it is to be asked again.
    pub(super) fn ask<T>(
        &mut self,
        nodes: u64,
        question: impl FnOnce(&mut Self) -> Result<T, Unproven>,
    ) -> Option<Result<T, Unproven>> {
        let grant = nodes.min(self.left);
        self.moves = 0;
        self.proof.grant(grant);
        match question(self) {
            Err(Unproven::Spent(spent)) => {
                self.left -= grant;
                (self.left == 0).then_some(Err(Unproven::Spent(spent)))
            }
            done => Some(done),
        }
    }

    /// Gives the next question as many positions as the first had; what is known stays.
    pub(super) fn refill(&mut self, nodes: u64) {
        self.left = nodes;
    }

    /// Which part of its positions the question has used up, 0 to 1.
    pub(super) fn used(&self, of: u64) -> f64 {
        1.0 - self.left as f64 / of.max(1) as f64
    }

    pub(super) fn solve(&mut self) -> Result<Vec<Choice>, Unproven> {
        let position = self.position;
        let mut key = None;
        for mv in position.legal_moves() {
            if self.leads(&position, &mv, self.another)? && key.replace(mv).is_some() {
                return Err(Unproven::Dual(0));
            }
        }
        let key = key.ok_or(Unproven::NotWinning(0))?;
        if !self.leads(&position, &key, self.goal)? {
            return Err(Unproven::NotWinning(ANOTHER));
        }
        let tree = vec![self.after_key(&position, &key)?];
        self.no_dual(&position, &tree)?;
        Ok(tree)
    }

    /// The whole tree behind a first move that wins.
    pub(super) fn after_key(&mut self, position: &Position, key: &Move) -> Result<Choice, Unproven> {
        let mut after = *position;
        after.play_unchecked(key);
        let then = self.replies(&after, LONGEST - 1, QUIET_KEY_REPLIES)?;
        Ok(Choice {
            mv: *key,
            then: then.ok_or(Unproven::NotForced)?,
        })
    }

    /// Whether the side to move leads by so much after this move.
    pub(super) fn leads(&mut self, position: &Position, mv: &Move, least: i32) -> Result<bool, Unproven> {
        let mut after = *position;
        after.play_unchecked(mv);
        let question = (after.hash(), least);
        if let Some(known) = self.known.get(&question) {
            return Ok(*known);
        }
        let leads = !self.proof.reaches(&after, self.depth, 1 - least)?;
        self.known.insert(question, leads);
        Ok(leads)
    }

    /// The defender's moves, the one that holds out longest first; empty where the gain is on the board, `None` where
    /// no forced line of this many plies brings it there. Where he need not take he may have `most_free` moves.
    fn replies(
        &mut self,
        position: &Position,
        plies: usize,
        most_free: usize,
    ) -> Result<Option<Vec<Choice>>, Unproven> {
        if kept_lead(position) >= self.goal || (self.ends_by_tables && self.proof.is_lost(position)) {
            return Ok(Some(Vec::new()));
        }
        let moves = position.legal_moves();
        if plies < 2 || (!position.must_capture() && moves.len() > most_free) {
            return Ok(None);
        }
        let mut choices = Vec::new();
        for mv in moves {
            self.count()?;
            let mut after = *position;
            after.play_unchecked(&mv);
            let Some(then) = self.winning(&after, plies - 1)? else {
                return Ok(None);
            };
            choices.push(Choice { mv, then });
        }
        choices.sort_by_key(|choice| std::cmp::Reverse(main_line(&choice.then).len()));
        Ok(Some(choices))
    }

    /// The solver's winning moves, the quickest first; `None` where none brings the gain on the board in time.
    fn winning(&mut self, position: &Position, plies: usize) -> Result<Option<Vec<Choice>>, Unproven> {
        let mut choices = Vec::new();
        for mv in position.legal_moves() {
            if !self.leads(position, &mv, self.goal)? {
                continue;
            }
            self.count()?;
            let mut after = *position;
            after.play_unchecked(&mv);
            if let Some(then) = self.replies(&after, plies - 1, FREE_REPLIES)? {
                choices.push(Choice { mv, then });
            }
        }
        choices.sort_by_key(|choice| main_line(&choice.then).len());
        Ok((!choices.is_empty()).then_some(choices))
    }

    /// Along the main line every move of the solver that wins is the main move in another order, or the same last
    /// capture with another end.
    fn no_dual(&mut self, position: &Position, tree: &[Choice]) -> Result<(), Unproven> {
        let end = end_of(position, tree);
        let mut here = *position;
        let mut choices = tree;
        let mut ply = 0;
        while let Some(main) = choices.first() {
            for mv in here.legal_moves() {
                if mv == main.mv || !self.leads(&here, &mv, self.goal)? {
                    continue;
                }
                if minor(&here, choices, &mv, &end).is_none() {
                    return Err(Unproven::Dual(ply));
                }
            }
            here.play_unchecked(&main.mv);
            let Some(reply) = main.then.first() else {
                break;
            };
            here.play_unchecked(&reply.mv);
            choices = &reply.then;
            ply += 2;
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), Unproven> {
        self.moves += 1;
        if self.moves > MOST_MOVES {
            return Err(Unproven::TooLarge);
        }
        Ok(())
    }
}

/// Why another move of the solver's is no dual, or a minor one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinorDual {
    /// The same moves in another order.
    Order,
    /// The same last capture ends on another square.
    Landing,
}

/// Why a move beside the first of these choices is a minor dual; `None` where it is none. The main line ends at `end`.
pub(super) fn minor(here: &Position, choices: &[Choice], mv: &Move, end: &Position) -> Option<MinorDual> {
    let main = choices.first()?;
    let other = choices.iter().find(|choice| choice.mv == *mv)?;
    let landing = main.then.is_empty()
        && mv.is_capture()
        && (mv.origin(), mv.captured()) == (main.mv.origin(), main.mv.captured());
    if landing {
        return Some(MinorDual::Landing);
    }
    (end_of(here, std::slice::from_ref(other)) == *end).then_some(MinorDual::Order)
}

/// Where the main line ends.
pub(super) fn end_of(position: &Position, tree: &[Choice]) -> Position {
    let mut here = *position;
    for mv in main_line(tree) {
        here.play_unchecked(&mv);
    }
    here
}
