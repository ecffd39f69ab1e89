//! Checks a composed problem: whether it is sound, and what a problemist would criticise. Proves like the miner, in
//! steps that can be interrupted, but goes on where the miner gives up.
use super::certify::Unproven;
use super::line::PuzzleLine;
use super::mine::{MinedPuzzle, WORK, decisive, terms};
use super::proof::{WIN, kept_lead, material};
use super::solution::{Choice, main_line};
use super::solve::{MinorDual, Solver, end_of, minor_dual};
use super::themes::detect;
use draughts::{Move, Position, Square};
use draughts_engine::EngineAssets;
use std::collections::BTreeSet;

/// Solutions beyond this number are not written out: the position is no problem.
const MAX_KEYS: usize = 4;
/// A man, in centipawns.
const MAN: i32 = 100;

/// A defect that keeps a position from being a sound problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// No first move wins.
    NoSolution,
    /// Another first move wins in another way (a cook).
    Cook,
    /// The moves of the solution can be played in another order, beginning with the first.
    TwoKeys,
    /// A later move of the solution can be replaced by another.
    Dual,
    /// The key wins, but by no line that is forced to its end.
    NotForced,
    /// Deciding would take too much work.
    Undecided,
}

/// A winning first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The move.
    pub mv: Move,
    /// The forced continuation; empty if there is none.
    pub line: Vec<Move>,
    /// `true` if it transposes into the solution.
    pub order: bool,
}

/// Another move of the solver that wins instead of the move of the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual {
    /// The moves before it of both sides, from the start.
    pub before: Vec<Move>,
    /// The move of the solution.
    pub main: Move,
    /// The other winning move.
    pub other: Move,
    /// `true` if it wins as much as the solution.
    pub as_much: bool,
    /// The kind of minor dual; `None` for a real one.
    pub minor: Option<MinorDual>,
    /// `true` if it is in the main line, not only in an answer to another defence.
    pub in_main_line: bool,
}

/// Returns the lead that wins a position, and the lead that other first moves must not reach, in centipawns. A side
/// that is already ahead must win as much more; one that is ahead by a decisive lead must win the game.
fn leads(position: &Position) -> (i32, i32) {
    let ahead = material(position).max(0);
    let decisive = decisive(position.variant());
    let goal = if ahead < decisive { decisive + ahead } else { WIN };
    (goal, (ahead + MAN).min(goal))
}

/// The findings about a position so far.
#[derive(Clone, Debug, Default)]
pub struct Soundness {
    /// Winning first moves, that of the solution first.
    pub keys: Vec<Key>,
    /// First moves that win a man, but do not win.
    pub lesser: Vec<Move>,
    /// The solution; empty if there is none, or no forced one.
    pub solution: Vec<Choice>,
    /// Duals of the solution and of the answers to every defence.
    pub duals: Vec<Dual>,
    /// Set play: moves of the other side if it were its turn, each with the move that wins then. Moves that stop
    /// every win are left out.
    pub set_play: Vec<(Move, Move)>,
    /// Pieces that neither move nor are taken. Each is removed in turn, to see whether it is needed.
    pub idle: Vec<Square>,
    /// Idle pieces without which the problem is as sound.
    pub superfluous: Vec<Square>,
    /// Idle pieces for which deciding would take too much work.
    pub undecided: Vec<Square>,
    faults: BTreeSet<u8>,
}

impl Soundness {
    /// Returns the defects, the worst first. Once the check is done, an empty list means that the problem is sound.
    pub fn faults(&self) -> Vec<Fault> {
        FAULTS
            .into_iter()
            .filter(|fault| self.faults.contains(&(*fault as u8)))
            .collect()
    }

    fn add(&mut self, fault: Fault) {
        self.faults.insert(fault as u8);
    }
}

const FAULTS: [Fault; 6] = [
    Fault::NoSolution,
    Fault::Cook,
    Fault::TwoKeys,
    Fault::Dual,
    Fault::NotForced,
    Fault::Undecided,
];

/// The stage of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundnessStage {
    /// Searching for winning first moves.
    Keys,
    /// Writing out their continuations.
    Solution,
    /// Searching for duals.
    Duals,
    /// Searching for set play.
    SetPlay,
    /// Removing one idle piece after another.
    Men,
    /// The check is done.
    Done,
}

/// A check that runs in steps.
pub struct SoundnessCheck {
    position: Position,
    assets: EngineAssets,
    goal: i32,
    rival_lead: i32,
    stage: SoundnessStage,
    solver: Solver,
    /// The index of the idle piece that is removed.
    at: usize,
    findings: Soundness,
}

impl SoundnessCheck {
    /// Prepares the check of a position; the side to move is the solver.
    pub fn new(position: &Position, assets: &EngineAssets) -> Self {
        let (goal, rival_lead) = leads(position);
        Self {
            position: *position,
            assets: assets.clone(),
            goal,
            rival_lead,
            stage: SoundnessStage::Keys,
            solver: Solver::new(position, &terms(goal), assets).for_composer(rival_lead),
            at: 0,
            findings: Soundness::default(),
        }
    }

    /// Returns the findings so far.
    pub fn findings(&self) -> &Soundness {
        &self.findings
    }

    /// Returns the current stage.
    pub fn stage(&self) -> SoundnessStage {
        self.stage
    }

    /// Returns the progress, 0 to 1; it never decreases.
    pub fn progress(&self) -> f64 {
        let used = self.solver.used(WORK);
        let (from, width) = match self.stage {
            SoundnessStage::Keys => (0.0, 0.3),
            SoundnessStage::Solution => (0.3, 0.1),
            SoundnessStage::Duals => (0.4, 0.1),
            SoundnessStage::SetPlay => (0.5, 0.1),
            SoundnessStage::Men => {
                let all = self.findings.idle.len().max(1) as f64;
                (0.6 + 0.4 * self.at as f64 / all, 0.4 / all)
            }
            SoundnessStage::Done => (1.0, 0.0),
        };
        from + width * used
    }

    /// Returns the problem as a puzzle, once the check has found one key and a forced solution.
    pub fn problem(&self) -> Option<MinedPuzzle> {
        let one = self.stage == SoundnessStage::Done && self.findings.keys.len() == 1;
        if !one || self.findings.solution.is_empty() {
            return None;
        }
        let line = PuzzleLine::of(&self.position, &self.findings.solution)?;
        let terms = terms(self.goal);
        Some(MinedPuzzle {
            position: self.position,
            margin: terms.margin,
            depth: terms.depth,
            themes: detect(&line),
            solution: self.findings.solution.clone(),
        })
    }

    /// Searches about `nodes` more positions.
    pub fn step(&mut self, nodes: u64) {
        match self.stage {
            SoundnessStage::Keys => self.keys(nodes),
            SoundnessStage::Solution => self.solutions(nodes),
            SoundnessStage::Duals => self.duals(nodes),
            SoundnessStage::SetPlay => self.set_play(nodes),
            SoundnessStage::Men => self.men(nodes),
            SoundnessStage::Done => (),
        }
    }

    fn next(&mut self, stage: SoundnessStage) {
        self.stage = stage;
        self.solver.reset_nodes(WORK);
    }

    fn keys(&mut self, nodes: u64) {
        let (position, goal, rival_lead) = (self.position, self.goal, self.rival_lead);
        let asked = self.solver.ask(nodes, |solver| {
            let (mut keys, mut lesser) = (Vec::new(), Vec::new());
            for mv in position.legal_moves() {
                if solver.leads(&position, &mv, goal)? {
                    keys.push(mv);
                } else if rival_lead < goal && solver.leads(&position, &mv, rival_lead)? {
                    lesser.push(mv);
                }
            }
            Ok((keys, lesser))
        });
        match asked {
            None => (),
            Some(Ok((keys, lesser))) => {
                if keys.is_empty() {
                    self.findings.add(Fault::NoSolution);
                }
                let key = |mv| Key {
                    mv,
                    line: Vec::new(),
                    order: false,
                };
                self.findings.lesser = lesser;
                self.findings.keys = keys.into_iter().map(key).collect();
                let none = self.findings.keys.is_empty();
                self.next(if none {
                    SoundnessStage::Done
                } else {
                    SoundnessStage::Solution
                });
            }
            Some(Err(_)) => {
                self.findings.add(Fault::Undecided);
                self.next(SoundnessStage::Done);
            }
        }
    }

    fn solutions(&mut self, nodes: u64) {
        let position = self.position;
        let keys: Vec<Move> = self
            .findings
            .keys
            .iter()
            .take(MAX_KEYS)
            .map(|key| key.mv)
            .collect();
        let asked = self.solver.ask(nodes, |solver| {
            let mut trees = Vec::new();
            for key in &keys {
                match solver.after_key(&position, key) {
                    Ok(choice) => trees.push(choice),
                    Err(Unproven::Spent(spent)) => return Err(spent.into()),
                    // An unforced continuation cannot be written down as a solution.
                    Err(_) => (),
                }
            }
            Ok(trees)
        });
        let Some(asked) = asked else {
            return;
        };
        let mut trees = asked.unwrap_or_default();
        // Problems are composed for the longer of two solutions.
        trees.sort_by_key(|choice| std::cmp::Reverse(main_line(&choice.then).len()));
        self.write_keys(&trees);
        self.findings.solution = trees.into_iter().take(1).collect();
        if self.findings.solution.is_empty() {
            self.findings.add(Fault::NotForced);
            self.next(SoundnessStage::Done);
        } else {
            self.next(SoundnessStage::Duals);
        }
    }

    /// Fills in the keys with their lines, and records the faults that several keys mean.
    fn write_keys(&mut self, trees: &[Choice]) {
        let end = trees
            .first()
            .map(|first| end_of(&self.position, std::slice::from_ref(first)));
        let meant = trees.first().map(|first| first.mv);
        for key in &mut self.findings.keys {
            let Some(tree) = trees.iter().find(|tree| tree.mv == key.mv) else {
                continue;
            };
            key.line = main_line(&tree.then);
            let same = Some(end_of(&self.position, std::slice::from_ref(tree))) == end;
            key.order = Some(key.mv) != meant && same;
        }
        self.findings.keys.sort_by_key(|key| Some(key.mv) != meant);
        let others = &self.findings.keys[1..];
        let (order, cook) = (
            others.iter().any(|key| key.order),
            others.iter().any(|key| !key.order),
        );
        if order {
            self.findings.add(Fault::TwoKeys);
        }
        if cook {
            self.findings.add(Fault::Cook);
        }
    }

    fn duals(&mut self, nodes: u64) {
        let (position, goal) = (self.position, self.goal);
        let solution = &self.findings.solution;
        let asked = self.solver.ask(nodes, |solver| {
            let mut duals = Vec::new();
            let Some(key) = solution.first() else {
                return Ok(duals);
            };
            let mut after = position;
            after.play_unchecked(&key.mv);
            let walk = Walk {
                before: vec![key.mv],
                main: true,
            };
            add_duals(solver, goal, &after, &key.then, &walk, &mut duals)?;
            Ok(duals)
        });
        match asked {
            None => (),
            Some(found) => {
                match found {
                    Ok(duals) => self.findings.duals = duals,
                    Err(_) => self.findings.add(Fault::Undecided),
                }
                let real = |dual: &Dual| dual.in_main_line && dual.minor.is_none();
                if self.findings.duals.iter().any(real) {
                    self.findings.add(Fault::Dual);
                }
                self.next(SoundnessStage::SetPlay);
            }
        }
    }

    fn set_play(&mut self, nodes: u64) {
        let passed = self.position.with_turn(!self.position.turn());
        let goal = self.goal;
        let asked = self.solver.ask(nodes, |solver| {
            let mut found = Vec::new();
            for reply in passed.legal_moves() {
                let mut after = passed;
                after.play_unchecked(&reply);
                for answer in after.legal_moves() {
                    if solver.leads(&after, &answer, goal)? {
                        found.push((reply, answer));
                        break;
                    }
                }
            }
            Ok(found)
        });
        let Some(found) = asked else {
            return;
        };
        // Set play is optional: if it takes too much work, none is reported.
        self.findings.set_play = found.unwrap_or_default();
        if self.findings.faults.is_empty() {
            self.findings.idle = idle(&self.position, &self.findings.solution);
        }
        self.begin_next_man();
    }

    /// Removes the next idle piece without which the position is legal.
    fn begin_next_man(&mut self) {
        while let Some(square) = self.findings.idle.get(self.at) {
            if let Some((less, goal, rival_lead)) = self.without(*square) {
                self.stage = SoundnessStage::Men;
                self.solver = Solver::new(&less, &terms(goal), &self.assets).for_composer(rival_lead);
                return;
            }
            self.at += 1;
        }
        self.next(SoundnessStage::Done);
    }

    /// Returns the position without a piece, the lead that wins it, and the lead that other first moves must not
    /// reach.
    fn without(&self, square: Square) -> Option<(Position, i32, i32)> {
        let mut setup = self.position.to_setup();
        setup.pieces.retain(|(of, _)| *of != square);
        let less = Position::from_setup(self.position.variant(), &setup).ok()?;
        let (goal, rival_lead) = leads(&less);
        Some((less, goal, rival_lead))
    }

    fn men(&mut self, nodes: u64) {
        let square = self.findings.idle[self.at];
        match self.solver.step(nodes) {
            None => return,
            Some(Ok(solution)) => {
                if main_line(&solution) == main_line(&self.findings.solution) {
                    self.findings.superfluous.push(square);
                }
            }
            Some(Err(Unproven::Spent(_))) => self.findings.undecided.push(square),
            Some(Err(_)) => (),
        }
        self.at += 1;
        self.begin_next_man();
    }
}

/// A place in a solution.
struct Walk {
    before: Vec<Move>,
    main: bool,
}

impl Walk {
    fn after(&self, mv: &Move, main: bool) -> Walk {
        let mut before = self.before.clone();
        before.push(*mv);
        Walk {
            before,
            main: self.main && main,
        }
    }
}

/// Adds every dual of the solver after each of these defences, and in the moves that follow.
fn add_duals(
    solver: &mut Solver,
    goal: i32,
    here: &Position,
    defences: &[Choice],
    walk: &Walk,
    duals: &mut Vec<Dual>,
) -> Result<(), Unproven> {
    for (at, defence) in defences.iter().enumerate() {
        let Some(main) = defence.then.first() else {
            continue;
        };
        let mut before = *here;
        before.play_unchecked(&defence.mv);
        let walk = walk.after(&defence.mv, at == 0);
        let end = end_of(&before, &defence.then);
        let most = kept_lead(&end).max(goal);
        for mv in before.legal_moves() {
            if mv == main.mv || !solver.leads(&before, &mv, goal)? {
                continue;
            }
            duals.push(Dual {
                before: walk.before.clone(),
                main: main.mv,
                other: mv,
                as_much: solver.leads(&before, &mv, most)?,
                minor: minor_dual(&before, &defence.then, &mv, &end),
                in_main_line: walk.main,
            });
        }
        let mut after = before;
        after.play_unchecked(&main.mv);
        add_duals(
            solver,
            goal,
            &after,
            &main.then,
            &walk.after(&main.mv, true),
            duals,
        )?;
    }
    Ok(())
}

/// Returns the pieces that neither move nor are taken in the main line.
fn idle(position: &Position, solution: &[Choice]) -> Vec<Square> {
    let line = main_line(solution);
    let used = |square: &Square| {
        line.iter()
            .any(|mv| mv.origin() == *square || mv.captured().contains(*square))
    };
    position
        .pieces()
        .map(|(square, _)| square)
        .filter(|square| !used(square))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use draughts::notation::{fen, movetext};

    fn checked(position: &str) -> (Position, SoundnessCheck) {
        let position = fen::read(Variant::International, position).unwrap();
        let mut check = SoundnessCheck::new(&position, &EngineAssets::bundled());
        let mut progress = 0.0;
        while check.stage() != SoundnessStage::Done {
            check.step(20_000);
            assert!(check.progress() >= progress, "{progress} {:?}", check.stage());
            progress = check.progress();
        }
        (position, check)
    }

    fn written(position: &Position, moves: &[Move]) -> String {
        moves
            .iter()
            .map(|mv| movetext::write(position, mv))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn a_sound_problem_has_one_key_and_gives_a_puzzle() {
        let (position, check) = checked("W:W28,32,37:B10,17,19");
        let findings = check.findings();
        assert_eq!(findings.faults(), []);
        assert_eq!(written(&position, &[findings.keys[0].mv]), "28-22");
        let problem = check.problem().unwrap();
        assert_eq!(main_line(&problem.solution).len(), 3);
        // The miner proves it too.
        let proved = super::super::mine::prove(&position, &terms(problem.margin), &EngineAssets::bundled());
        assert_eq!(proved.unwrap().solution, problem.solution);
    }

    #[test]
    fn an_idle_man_is_superfluous_and_a_guard_is_not() {
        let (_, check) = checked("W:W28,32,37,46:B10,17,19");
        assert_eq!(check.findings().faults(), []);
        let squares: Vec<u8> = check
            .findings()
            .superfluous
            .iter()
            .map(|square| square.number())
            .collect();
        assert!(
            squares.contains(&46),
            "{squares:?} of {:?}",
            check.findings().idle
        );
        assert!(!squares.contains(&19), "{squares:?}");
    }

    #[test]
    fn no_solution_and_a_second_one_are_different_faults() {
        let (_, none) = checked("W:W31-50:B1-20");
        assert_eq!(none.findings().faults(), [Fault::NoSolution]);
        assert!(none.problem().is_none());
        // The same shot twice, on both wings.
        let (_, two) = checked("W:W28,32,37,26,31:B10,17,19,7");
        let faults = two.findings().faults();
        assert!(
            two.findings().keys.len() < 2
                || faults.contains(&Fault::Cook)
                || faults.contains(&Fault::TwoKeys),
            "{faults:?}"
        );
    }

    #[test]
    fn a_check_does_not_depend_on_its_steps() {
        let position = fen::read(
            Variant::International,
            "W:W27,32,34,36,38,40,45:B6,11,12,16,18,23,25",
        )
        .unwrap();
        let run = |nodes| {
            let mut check = SoundnessCheck::new(&position, &EngineAssets::bundled());
            while check.stage() != SoundnessStage::Done {
                check.step(nodes);
            }
            check
        };
        let (small, large) = (run(5_000), run(u64::MAX));
        assert_eq!(small.findings().faults(), large.findings().faults());
        assert_eq!(small.findings().solution, large.findings().solution);
        assert_eq!(small.findings().duals, large.findings().duals);
        assert_eq!(small.findings().superfluous, large.findings().superfluous);
    }
}
