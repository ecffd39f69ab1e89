//! Finds the whole solution tree of a shot without a given line, or the reason why it is no puzzle.
//!
//! Proves by material and endgame tables alone, so that a better evaluation never refutes a proof.
use super::certify::{MAX_MOVES, Terms, Unproven};
use super::proof::{ProofSearch, kept_lead};
use super::solution::{Choice, main_line};
use draughts::{Move, Position};
use draughts_engine::EngineAssets;
use std::collections::HashMap;

/// Maximum length of a solution in plies: nine moves of the solver.
const MAX_PLIES: usize = 17;
/// Maximum number of the defender's quiet moves; with more the line is not forced.
const MAX_QUIET_REPLIES: usize = 3;
/// Maximum number of the defender's moves after a quiet key; the threat must be found against each.
pub(super) const MAX_REPLIES_TO_QUIET_KEY: usize = 14;
/// A first move with this lead, in centipawns, may win as well: a man.
const RIVAL_LEAD: i32 = 100;

/// Proves a puzzle and returns its solution tree. Exactly one first move leads by `terms.margin` against every
/// defence, and every other leads by less than a man. The solver's later moves are unique too, apart from their order
/// and the landing square of the last capture.
///
/// # Errors
/// `Unproven` says why it is no puzzle.
pub fn solve(position: &Position, terms: &Terms, assets: &EngineAssets) -> Result<Vec<Choice>, Unproven> {
    Solver::new(position, terms, assets).solve()
}

/// A proof that can be interrupted and resumed; it keeps what it has answered.
pub(super) struct Solver {
    position: Position,
    proof: ProofSearch,
    depth: u8,
    goal: i32,
    /// A first move with this lead may win as well.
    rival_lead: i32,
    /// `true` if a solution also ends where the endgame tables know the win.
    ends_by_tables: bool,
    moves: usize,
    /// Remaining nodes of the current question.
    left: u64,
    /// `true` by position and lead if the side that moved leads by at least as much.
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
            rival_lead: RIVAL_LEAD.min(terms.margin),
            ends_by_tables: false,
            moves: 0,
            left: terms.nodes,
            known: HashMap::new(),
        }
    }

    /// Lets other first moves count from this lead on.
    pub(super) fn with_rival_lead(mut self, rival_lead: i32) -> Solver {
        self.rival_lead = rival_lead;
        self
    }

    /// Adapts the solver to a composer: other first moves count from this lead on, and a win that the tables know
    /// ends the solution.
    pub(super) fn for_composer(mut self, rival_lead: i32) -> Solver {
        self.ends_by_tables = true;
        self.with_rival_lead(rival_lead)
    }

    /// Searches at most `nodes` more positions; returns `None` until the proof is done. Answers are kept, and the
    /// transposition table keeps what an interrupted question has found.
    pub(super) fn step(&mut self, nodes: u64) -> Option<Result<Vec<Choice>, Unproven>> {
        self.ask(nodes, Self::solve)
    }

    /// Answers a question within `nodes` positions; returns `None` if the caller must ask again.
    pub(super) fn ask<T>(
        &mut self,
        nodes: u64,
        question: impl FnOnce(&mut Self) -> Result<T, Unproven>,
    ) -> Option<Result<T, Unproven>> {
        let node_limit = nodes.min(self.left);
        self.moves = 0;
        self.proof.set_node_limit(node_limit);
        match question(self) {
            Err(Unproven::Spent(spent)) => {
                self.left -= node_limit;
                (self.left == 0).then_some(Err(Unproven::Spent(spent)))
            }
            done => Some(done),
        }
    }

    /// Resets the nodes that the next question may use; answers are kept.
    pub(super) fn reset_nodes(&mut self, nodes: u64) {
        self.left = nodes;
    }

    /// Returns the part of `of` nodes that the question has used up, 0 to 1.
    pub(super) fn used(&self, of: u64) -> f64 {
        1.0 - self.left as f64 / of.max(1) as f64
    }

    pub(super) fn solve(&mut self) -> Result<Vec<Choice>, Unproven> {
        let position = self.position;
        let mut key = None;
        for mv in position.legal_moves() {
            if self.leads(&position, &mv, self.rival_lead)? && key.replace(mv).is_some() {
                return Err(Unproven::Dual(0));
            }
        }
        let key = key.ok_or(Unproven::NotWinning(0))?;
        if !self.leads(&position, &key, self.goal)? {
            return Err(Unproven::NotWinning(RIVAL_LEAD));
        }
        let tree = vec![self.after_key(&position, &key)?];
        self.no_dual(&position, &tree)?;
        Ok(tree)
    }

    /// Returns the whole tree after a winning first move.
    pub(super) fn after_key(&mut self, position: &Position, key: &Move) -> Result<Choice, Unproven> {
        let mut after = *position;
        after.play_unchecked(key);
        let then = self.replies(&after, MAX_PLIES - 1, MAX_REPLIES_TO_QUIET_KEY)?;
        Ok(Choice {
            mv: *key,
            then: then.ok_or(Unproven::NotForced)?,
        })
    }

    /// Returns `true` if the side to move leads by at least `least` after this move.
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

    /// Returns the defender's moves, the one that holds out longest first. Empty if the gain is on the board; `None`
    /// if no forced line of `plies` plies brings it there. Where no capture is pending, the defender may have
    /// `most_free` moves.
    fn replies(
        &mut self,
        position: &Position,
        plies: usize,
        max_quiet: usize,
    ) -> Result<Option<Vec<Choice>>, Unproven> {
        if kept_lead(position) >= self.goal || (self.ends_by_tables && self.proof.is_lost(position)) {
            return Ok(Some(Vec::new()));
        }
        let moves = position.legal_moves();
        if plies < 2 || (!position.must_capture() && moves.len() > max_quiet) {
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

    /// Returns the solver's winning moves, the quickest first; `None` if none brings the gain on the board in time.
    fn winning(&mut self, position: &Position, plies: usize) -> Result<Option<Vec<Choice>>, Unproven> {
        let mut choices = Vec::new();
        for mv in position.legal_moves() {
            if !self.leads(position, &mv, self.goal)? {
                continue;
            }
            self.count()?;
            let mut after = *position;
            after.play_unchecked(&mv);
            if let Some(then) = self.replies(&after, plies - 1, MAX_QUIET_REPLIES)? {
                choices.push(Choice { mv, then });
            }
        }
        choices.sort_by_key(|choice| main_line(&choice.then).len());
        Ok((!choices.is_empty()).then_some(choices))
    }

    /// Checks that along the main line every other winning move of the solver is a minor dual.
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
                if minor_dual(&here, choices, &mv, &end).is_none() {
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
        if self.moves > MAX_MOVES {
            return Err(Unproven::TooLarge);
        }
        Ok(())
    }
}

/// The reason why another winning move of the solver is only a minor dual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinorDual {
    /// It transposes into the solution.
    Order,
    /// The same last capture, with another landing square.
    Landing,
}

/// Returns why a move beside the first of these choices is a minor dual; `None` if it is a real one. `end` is the end
/// of the main line.
pub(super) fn minor_dual(
    here: &Position,
    choices: &[Choice],
    mv: &Move,
    end: &Position,
) -> Option<MinorDual> {
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

/// Returns the position at the end of the main line.
pub(super) fn end_of(position: &Position, tree: &[Choice]) -> Position {
    let mut here = *position;
    for mv in main_line(tree) {
        here.play_unchecked(&mv);
    }
    here
}
