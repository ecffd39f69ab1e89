//! Finds the core of a shot: the position with as few pieces as leave the same shot the only win. Each thinner position is
//! proved shallowly; the thinnest is then proved as deeply as every mined puzzle.
use super::certify::Terms;
use super::mine::{MAN, MinedPuzzle, MiningJob};
use super::proof::material;
use super::solution::{Choice, main_line};
use super::solve::Solver;
use super::themes::Theme;
use super::thinning::Thinning;
use super::{PuzzleLine, detect};
use draughts::Position;
use draughts_engine::EngineAssets;

/// Depth in quiet moves, and node limit, of the proof of each thinner position.
const DEPTH: u8 = 4;
const NODES: u64 = 30_000;
/// Node limit of the proof of a core.
const WORK: u64 = 1_000_000;
/// Number of thin positions proved deeply, the thinnest first, before the whole shot is kept.
const PROVED: usize = 4;

/// The search for the core of a shot. It can be interrupted and resumed.
pub struct CoreJob {
    shot: MinedPuzzle,
    assets: EngineAssets,
    idea: Option<Theme>,
    /// The centipawns that it wins.
    gain: i32,
    thinning: Thinning,
    stage: Stage,
}

enum Stage {
    /// Chooses the next position.
    Choose,
    /// Proves a thinner position shallowly.
    Thin(Position, Box<Solver>),
    /// Proves a thin position as deeply as every puzzle.
    Prove {
        position: Position,
        tried: usize,
        job: Box<MiningJob>,
    },
}

impl CoreJob {
    /// Starts to look for the core of a proved shot.
    pub fn new(shot: MinedPuzzle, assets: &EngineAssets) -> Self {
        Self {
            idea: Theme::idea(&shot.themes),
            gain: shot.margin - material(&shot.position),
            thinning: Thinning::new(&shot.position, &main_line(&shot.solution)),
            assets: assets.clone(),
            stage: Stage::Choose,
            shot,
        }
    }

    /// Continues for about `nodes` nodes. Returns the core once it is proved; it is the whole shot if nothing can be
    /// taken away.
    pub fn step(&mut self, nodes: u64) -> Option<MinedPuzzle> {
        match std::mem::replace(&mut self.stage, Stage::Choose) {
            Stage::Choose => return self.choose(),
            Stage::Thin(position, mut solver) => match solver.step(nodes) {
                None => self.stage = Stage::Thin(position, solver),
                Some(proved) => {
                    let same = proved.is_ok_and(|tree| {
                        PuzzleLine::of(&position, &tree)
                            .is_some_and(|line| self.is_same(&tree, &detect(&line)))
                    });
                    self.thinning.judge(same);
                }
            },
            Stage::Prove {
                position,
                tried,
                mut job,
            } => match job.step(nodes) {
                None => self.stage = Stage::Prove { position, tried, job },
                Some(Ok(core)) if self.is_same(&core.solution, &core.themes) => return Some(core),
                Some(_) => return self.prove(tried + 1),
            },
        }
        None
    }

    /// Returns `true` for a solution with the same key and idea as the whole shot.
    fn is_same(&self, solution: &[Choice], themes: &[Theme]) -> bool {
        let key = |solution: &[Choice]| solution.first().map(|choice| choice.mv);
        key(solution) == key(&self.shot.solution) && Theme::idea(themes) == self.idea
    }

    /// Chooses the next position; returns the whole shot if no thinner one can be proved.
    fn choose(&mut self) -> Option<MinedPuzzle> {
        let Some(position) = self.thinning.offer() else {
            return self.prove(0);
        };
        let (before, now) = (material(&self.shot.position), material(&position));
        // No side may be further ahead than before, and the shot must still decide.
        if now.abs() > before.abs().max(MAN) || (now < before && now + self.gain < MAN) {
            self.thinning.judge(false);
            return None;
        }
        let terms = Terms {
            margin: now + self.gain,
            depth: DEPTH,
            nodes: NODES,
        };
        let solver = Solver::new(&position, &terms, &self.assets).with_rival_lead(now + MAN);
        self.stage = Stage::Thin(position, Box::new(solver));
        None
    }

    /// Begins the proof of the thinnest position left; returns the whole shot if there is none.
    fn prove(&mut self, tried: usize) -> Option<MinedPuzzle> {
        let thinnest = self.thinning.take_thinnest().filter(|_| tried < PROVED);
        let Some(position) = thinnest else {
            return Some(self.shot.clone());
        };
        let margin = material(&position) + self.gain;
        let job = Box::new(MiningJob::winning(&position, margin, 2, WORK, &self.assets));
        self.stage = Stage::Prove { position, tried, job };
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Stocks, prove, terms};
    use draughts::Variant;

    #[test]
    fn a_core_is_the_same_shot_with_fewer_pieces() {
        let stocks = Stocks::bundled();
        let stock = stocks.of(Variant::International);
        let assets = EngineAssets::bundled();
        let count = |position: &Position| position.pieces().count();
        let (mut before, mut after, mut shots) = (0, 0, 0);
        for card in stock.cards().iter().step_by(1200) {
            let puzzle = stock.puzzle(card).unwrap();
            let Ok(shot) = prove(&puzzle.position, &terms(puzzle.margin), &assets) else {
                continue;
            };
            let mut job = CoreJob::new(shot.clone(), &assets);
            let core = loop {
                if let Some(core) = job.step(50_000) {
                    break core;
                }
            };
            assert_eq!(core.solution[0].mv, shot.solution[0].mv);
            assert_eq!(Theme::idea(&core.themes), Theme::idea(&shot.themes));
            shots += 1;
            before += count(&shot.position);
            after += count(&core.position);
        }
        assert!(shots > 4);
        assert!(after * 3 < before * 2, "{after} of {before} pieces remain");
    }
}
