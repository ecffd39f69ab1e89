//! The composer's bench: whether a position is a sound problem, and what a problemist would say of it. Proves like the miner, in
//! steps that can be broken off, but goes on where the miner gives up.
use super::certify::Unproven;
use super::line::PuzzleLine;
use super::mine::{MinedPuzzle, WORK, decisive, terms};
use super::proof::{WIN, kept_lead, material};
use super::solution::{Choice, main_line};
use super::solve::{MinorDual, Solver, end_of, minor};
use super::themes::detect;
use draughts::{Move, Position, Square};
use draughts_engine::EngineAssets;
use std::collections::BTreeSet;

/// More solutions than this need not be written out: the position is no problem.
const MOST_KEYS: usize = 4;
/// A man, in centipawns.
const MAN: i32 = 100;

/// What keeps a position from being a sound problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// No first move wins.
    NoSolution,
    /// Another first move wins in another way.
    Cook,
    /// The moves of the solution can be played in another order from the first on.
    TwoKeys,
    /// A later move of the solution can be replaced by another.
    Dual,
    /// The key wins, but by no line that is forced to its end.
    NotForced,
    /// It would take too much work to tell.
    Undecided,
}

/// A first move that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The move.
    pub mv: Move,
    /// What follows it, where that is forced.
    pub line: Vec<Move>,
    /// It is the solution with its moves in another order.
    pub order: bool,
}

/// Another move of the solver's that wins where the solution has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual {
    /// The moves before it, both sides', from the start.
    pub before: Vec<Move>,
    /// The move of the solution.
    pub main: Move,
    /// The other one.
    pub other: Move,
    /// It wins as much as the solution does.
    pub as_much: bool,
    /// Why it is a minor dual; `None` where it is a real one.
    pub minor: Option<MinorDual>,
    /// It spoils the main line, not only an answer to another defence.
    pub in_main_line: bool,
}

/// The lead that wins a position, and the one that other first moves must not reach, in centipawns. Who is ahead has to win as
/// much more; who is ahead by what decides a game has to win the game.
fn leads(position: &Position) -> (i32, i32) {
    let ahead = material(position).max(0);
    let decisive = decisive(position.variant());
    let goal = if ahead < decisive { decisive + ahead } else { WIN };
    (goal, (ahead + MAN).min(goal))
}

/// What is said of a position so far.
#[derive(Clone, Debug, Default)]
pub struct Soundness {
    /// First moves that win, that of the solution first.
    pub keys: Vec<Key>,
    /// First moves that win a man, but do not win.
    pub lesser: Vec<Move>,
    /// The solution; empty where there is none, or none that is forced.
    pub solution: Vec<Choice>,
    /// Along the solution and the answers to every defence.
    pub duals: Vec<Dual>,
    /// What the other side could play if it were its move, and what wins then; moves that stop everything are left out.
    pub set_play: Vec<(Move, Move)>,
    /// Pieces that neither move nor are taken: each was taken off, to see whether it is needed.
    pub idle: Vec<Square>,
    /// Those without which the problem is as sound.
    pub superfluous: Vec<Square>,
    /// Those of which it would take too much work to tell.
    pub untold: Vec<Square>,
    faults: BTreeSet<u8>,
}

impl Soundness {
    /// What is wrong, the worst first. Empty: the problem is sound, once the check is done.
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

/// What a check is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundnessStage {
    /// Looking for first moves that win.
    Keys,
    /// Writing out what follows them.
    Solution,
    /// Looking for other moves beside the solution.
    Duals,
    /// Looking at what the other side could play.
    SetPlay,
    /// Taking off one piece after another.
    Men,
    /// Over.
    Done,
}

/// A check that goes on step by step.
pub struct SoundnessCheck {
    position: Position,
    assets: EngineAssets,
    goal: i32,
    another: i32,
    stage: SoundnessStage,
    solver: Solver,
    /// The piece that is off.
    at: usize,
    told: Soundness,
}

impl SoundnessCheck {
    /// The check of a position; the side to move is the solver.
    pub fn new(position: &Position, assets: &EngineAssets) -> Self {
        let (goal, another) = leads(position);
        Self {
            position: *position,
            assets: assets.clone(),
            goal,
            another,
            stage: SoundnessStage::Keys,
            solver: Solver::new(position, &terms(goal), assets).for_composer(another),
            at: 0,
            told: Soundness::default(),
        }
    }

    /// What is known so far.
    pub fn told(&self) -> &Soundness {
        &self.told
    }

    /// What it is at.
    pub fn stage(&self) -> SoundnessStage {
        self.stage
    }

    /// How far it is, 0 to 1: never back.
    pub fn progress(&self) -> f64 {
        let used = self.solver.used(WORK);
        let (from, width) = match self.stage {
            SoundnessStage::Keys => (0.0, 0.3),
            SoundnessStage::Solution => (0.3, 0.1),
            SoundnessStage::Duals => (0.4, 0.1),
            SoundnessStage::SetPlay => (0.5, 0.1),
            SoundnessStage::Men => {
                let all = self.told.idle.len().max(1) as f64;
                (0.6 + 0.4 * self.at as f64 / all, 0.4 / all)
            }
            SoundnessStage::Done => (1.0, 0.0),
        };
        from + width * used
    }

    /// The problem as a puzzle, once it is known to have one key and a solution that is forced.
    pub fn problem(&self) -> Option<MinedPuzzle> {
        let one = self.stage == SoundnessStage::Done && self.told.keys.len() == 1;
        if !one || self.told.solution.is_empty() {
            return None;
        }
        let line = PuzzleLine::of(&self.position, &self.told.solution)?;
        let terms = terms(self.goal);
        Some(MinedPuzzle {
            position: self.position,
            margin: terms.margin,
            depth: terms.depth,
            themes: detect(&line),
            solution: self.told.solution.clone(),
        })
    }

    /// Goes on for about so many positions.
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
        self.solver.refill(WORK);
    }

    fn keys(&mut self, nodes: u64) {
        let (position, goal, another) = (self.position, self.goal, self.another);
        let asked = self.solver.ask(nodes, |solver| {
            let (mut keys, mut lesser) = (Vec::new(), Vec::new());
            for mv in position.legal_moves() {
                if solver.leads(&position, &mv, goal)? {
                    keys.push(mv);
                } else if another < goal && solver.leads(&position, &mv, another)? {
                    lesser.push(mv);
                }
            }
            Ok((keys, lesser))
        });
        match asked {
            None => (),
            Some(Ok((keys, lesser))) => {
                if keys.is_empty() {
                    self.told.add(Fault::NoSolution);
                }
                let key = |mv| Key {
                    mv,
                    line: Vec::new(),
                    order: false,
                };
                self.told.lesser = lesser;
                self.told.keys = keys.into_iter().map(key).collect();
                let none = self.told.keys.is_empty();
                self.next(if none {
                    SoundnessStage::Done
                } else {
                    SoundnessStage::Solution
                });
            }
            Some(Err(_)) => {
                self.told.add(Fault::Undecided);
                self.next(SoundnessStage::Done);
            }
        }
    }

    fn solutions(&mut self, nodes: u64) {
        let position = self.position;
        let keys: Vec<Move> = self.told.keys.iter().take(MOST_KEYS).map(|key| key.mv).collect();
        let asked = self.solver.ask(nodes, |solver| {
            let mut trees = Vec::new();
            for key in &keys {
                match solver.after_key(&position, key) {
                    Ok(choice) => trees.push(choice),
                    Err(Unproven::Spent(spent)) => return Err(spent.into()),
                    // What is not forced is no solution that could be written down.
                    Err(_) => (),
                }
            }
            Ok(trees)
        });
        let Some(asked) = asked else {
            return;
        };
        let mut trees = asked.unwrap_or_default();
        // Which of two solutions was meant nobody says: problems are composed for the longer one.
        trees.sort_by_key(|choice| std::cmp::Reverse(main_line(&choice.then).len()));
        self.write_keys(&trees);
        self.told.solution = trees.into_iter().take(1).collect();
        if self.told.solution.is_empty() {
            self.told.add(Fault::NotForced);
            self.next(SoundnessStage::Done);
        } else {
            self.next(SoundnessStage::Duals);
        }
    }

    /// The keys with their lines, and what several of them mean.
    fn write_keys(&mut self, trees: &[Choice]) {
        let end = trees
            .first()
            .map(|first| end_of(&self.position, std::slice::from_ref(first)));
        let meant = trees.first().map(|first| first.mv);
        for key in &mut self.told.keys {
            let Some(tree) = trees.iter().find(|tree| tree.mv == key.mv) else {
                continue;
            };
            key.line = main_line(&tree.then);
            let same = Some(end_of(&self.position, std::slice::from_ref(tree))) == end;
            key.order = Some(key.mv) != meant && same;
        }
        self.told.keys.sort_by_key(|key| Some(key.mv) != meant);
        let others = &self.told.keys[1..];
        let (order, cook) = (
            others.iter().any(|key| key.order),
            others.iter().any(|key| !key.order),
        );
        if order {
            self.told.add(Fault::TwoKeys);
        }
        if cook {
            self.told.add(Fault::Cook);
        }
    }

    fn duals(&mut self, nodes: u64) {
        let (position, goal) = (self.position, self.goal);
        let solution = &self.told.solution;
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
                    Ok(duals) => self.told.duals = duals,
                    Err(_) => self.told.add(Fault::Undecided),
                }
                let real = |dual: &Dual| dual.in_main_line && dual.minor.is_none();
                if self.told.duals.iter().any(real) {
                    self.told.add(Fault::Dual);
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
        // Beside the problem itself: where it takes too much work nothing is said of it.
        self.told.set_play = found.unwrap_or_default();
        if self.told.faults.is_empty() {
            self.told.idle = idle(&self.position, &self.told.solution);
        }
        self.begin_man();
    }

    /// Takes off the next idle piece that leaves a position.
    fn begin_man(&mut self) {
        while let Some(square) = self.told.idle.get(self.at) {
            if let Some((less, goal, another)) = self.without(*square) {
                self.stage = SoundnessStage::Men;
                self.solver = Solver::new(&less, &terms(goal), &self.assets).for_composer(another);
                return;
            }
            self.at += 1;
        }
        self.next(SoundnessStage::Done);
    }

    /// The position without a piece, the lead that wins it, and the one that other first moves must not reach.
    fn without(&self, square: Square) -> Option<(Position, i32, i32)> {
        let mut setup = self.position.to_setup();
        setup.pieces.retain(|(of, _)| *of != square);
        let less = Position::from_setup(self.position.variant(), &setup).ok()?;
        let (goal, another) = leads(&less);
        Some((less, goal, another))
    }

    fn men(&mut self, nodes: u64) {
        let square = self.told.idle[self.at];
        match self.solver.step(nodes) {
            None => return,
            Some(Ok(solution)) => {
                if main_line(&solution) == main_line(&self.told.solution) {
                    self.told.superfluous.push(square);
                }
            }
            Some(Err(Unproven::Spent(_))) => self.told.untold.push(square),
            Some(Err(_)) => (),
        }
        self.at += 1;
        self.begin_man();
    }
}

/// Where in a solution one is.
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

/// Adds every move of the solver's that wins beside the solution, after each of these defences and in what follows.
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
                minor: minor(&before, &defence.then, &mv, &end),
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

/// The pieces that neither move nor are taken in the main line.
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
    fn a_sound_problem_has_one_key_and_can_be_kept() {
        let (position, check) = checked("W:W28,32,37:B10,17,19");
        let told = check.told();
        assert_eq!(told.faults(), []);
        assert_eq!(written(&position, &[told.keys[0].mv]), "28-22");
        let problem = check.problem().unwrap();
        assert_eq!(main_line(&problem.solution).len(), 3);
        // It is proved as those are that games are searched for.
        let proved = super::super::mine::prove(&position, &terms(problem.margin), &EngineAssets::bundled());
        assert_eq!(proved.unwrap().solution, problem.solution);
    }

    #[test]
    fn a_man_that_does_nothing_is_superfluous_and_one_that_guards_is_not() {
        let (_, check) = checked("W:W28,32,37,46:B10,17,19");
        assert_eq!(check.told().faults(), []);
        let squares: Vec<u8> = check
            .told()
            .superfluous
            .iter()
            .map(|square| square.number())
            .collect();
        assert!(squares.contains(&46), "{squares:?} of {:?}", check.told().idle);
        assert!(!squares.contains(&19), "{squares:?}");
    }

    #[test]
    fn no_solution_and_a_second_one_are_told_apart() {
        let (_, none) = checked("W:W31-50:B1-20");
        assert_eq!(none.told().faults(), [Fault::NoSolution]);
        assert!(none.problem().is_none());
        // The same shot twice, on both wings.
        let (_, two) = checked("W:W28,32,37,26,31:B10,17,19,7");
        let faults = two.told().faults();
        assert!(
            two.told().keys.len() < 2 || faults.contains(&Fault::Cook) || faults.contains(&Fault::TwoKeys),
            "{faults:?}"
        );
    }

    #[test]
    fn a_check_says_the_same_in_one_step_and_in_many() {
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
        assert_eq!(small.told().faults(), large.told().faults());
        assert_eq!(small.told().solution, large.told().solution);
        assert_eq!(small.told().duals, large.told().duals);
        assert_eq!(small.told().superfluous, large.told().superfluous);
    }
}
