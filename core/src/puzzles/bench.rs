//! Calls of the composer's bench: the check of a problem for soundness, in steps, and saving it. Proves nothing
//! itself.
use crate::convert::{position, variant};
use crate::error::bad_params;
use crate::puzzles::afterwards::{SolutionMove, list};
use crate::puzzles::mining::STEP;
use crate::puzzles::sets::{PuzzleSetView, put};
use crate::puzzles::solving::themes;
use crate::views::{MoveView, Squares, view};
use crate::{ApiError, App, Call, ErrorKind};
use draughts::notation::movetext;
use draughts::{Move, Position};
use draughts_puzzles::{
    Dual, Fault, Key, MinorDual, Origin, SoundnessCheck, SoundnessStage, can_mine, write_solution,
};

view! {
    /// `beginSoundness {variant, fen}` → `SoundnessView`: starts to check whether a position is a sound problem for
    /// the side to move. Continue with `soundnessStep`.
    pub struct BeginSoundness { pub variant: String, pub fen: String }
}
view! {
    /// `soundnessStep {check}` → `SoundnessView`; a later check ends it (`notFound`). At the end it repeats the
    /// result.
    pub struct SoundnessStep { pub check: u32 }
}
view! {
    /// `saveProblem {check, set?, name?}` → `SavedProblem`: saves a problem with one key and a forced solution in the
    /// set with this number, or this name, created if needed.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct SaveProblem { pub check: u32, pub set: Option<i64>, pub name: Option<String> }
}
view! {
    /// Set of a saved problem, and id of the puzzle.
    pub struct SavedProblem { pub set: PuzzleSetView, pub puzzle: String }
}
view! {
    /// Stage of a check.
    pub enum BenchStage {
        /// Searches for winning first moves.
        Keys,
        /// Constructs the solution.
        Solution,
        /// Searches for alternatives to the solution's moves.
        Duals,
        /// Examines moves that the opponent could make.
        SetPlay,
        /// Removes the pieces one by one.
        Men,
        Done,
    }
}
view! {
    /// Fault of a problem. See `draughts_puzzles::soundness`.
    pub enum ProblemFault {
        /// No first move wins.
        NoSolution,
        /// Another first move wins in a different way.
        Cook,
        /// The solution's moves can be played in another order from the first move on.
        TwoKeys,
        /// A later move of the solution can be replaced.
        Dual,
        /// The key wins, but no winning line is forced to its end.
        NotForced,
        /// The proof would take too much work.
        Undecided,
    }
}
view! {
    /// Reason why an alternative is a minor dual.
    pub enum MinorDualKind {
        /// The same moves in another order.
        Order,
        /// The last capture ends on another square.
        Landing,
    }
}
view! {
    /// A winning first move.
    pub struct ProblemKey {
        pub played: MoveView,
        /// Line from the start; the first move alone if the continuation is not forced.
        pub line: String,
        /// `true` if it is the solution with its moves in another order.
        pub order: bool,
    }
}
view! {
    /// A winning alternative to a move of the solution.
    pub struct ProblemDual {
        /// Number of the solver's move, from 1.
        pub number: u8,
        /// The move of the solution, and its index in `moves`.
        pub main: MoveView,
        pub at: u32,
        pub other: MoveView,
        /// `true` if it wins as much as the solution.
        pub as_much: bool,
        /// Reason why it is a minor dual; null for a real one.
        pub minor: Option<MinorDualKind>,
        /// `true` if it affects the main line, `false` if only a variation.
        pub in_main_line: bool,
    }
}
view! {
    /// A move that the opponent could make in the start position, and the winning reply.
    pub struct SetPlayLine { pub reply: MoveView, pub answer: MoveView }
}
view! {
    /// State of a check.
    pub struct SoundnessView {
        pub check: u32,
        /// Progress from 0 to 1.
        pub progress: f64,
        pub stage: BenchStage,
        pub done: bool,
        /// Faults, the worst first. Empty at the end if the problem is sound.
        pub faults: Vec<ProblemFault>,
        /// Winning first moves, that of the solution first.
        pub keys: Vec<ProblemKey>,
        /// First moves that gain a man without winning.
        pub lesser: Vec<MoveView>,
        /// The solution as a tree; empty if none is forced.
        pub moves: Vec<SolutionMove>,
        /// The solution in notation, variations in brackets.
        pub written: String,
        pub duals: Vec<ProblemDual>,
        pub set_play: Vec<SetPlayLine>,
        /// Squares of pieces that neither move nor are captured; each is removed to test whether it is needed.
        pub idle: Squares,
        /// Squares of the idle pieces that are not needed, and of those for which the test would take too much work.
        pub superfluous: Squares,
        pub untold: Squares,
        /// `true` if it can be saved; `themes` and `rating` are those of the puzzle.
        pub can_save: bool,
        pub themes: Vec<String>,
        pub rating: Option<u16>,
    }
}

/// A running check.
struct Bench {
    number: u32,
    position: Position,
    check: SoundnessCheck,
}

impl From<Fault> for ProblemFault {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NoSolution => Self::NoSolution,
            Fault::Cook => Self::Cook,
            Fault::TwoKeys => Self::TwoKeys,
            Fault::Dual => Self::Dual,
            Fault::NotForced => Self::NotForced,
            Fault::Undecided => Self::Undecided,
        }
    }
}

impl From<SoundnessStage> for BenchStage {
    fn from(stage: SoundnessStage) -> Self {
        match stage {
            SoundnessStage::Keys => Self::Keys,
            SoundnessStage::Solution => Self::Solution,
            SoundnessStage::Duals => Self::Duals,
            SoundnessStage::SetPlay => Self::SetPlay,
            SoundnessStage::Men => Self::Men,
            SoundnessStage::Done => Self::Done,
        }
    }
}

impl Bench {
    fn view(&self) -> SoundnessView {
        let findings = self.check.findings();
        let mut moves = Vec::new();
        list(&mut moves, &self.position, &findings.solution, None);
        let problem = self
            .check
            .problem()
            .map(|problem| problem.into_puzzle(Origin::Picked));
        let numbers = |squares: &[draughts::Square]| squares.iter().map(|square| square.number()).collect();
        SoundnessView {
            check: self.number,
            progress: self.check.progress(),
            stage: self.check.stage().into(),
            done: self.check.stage() == SoundnessStage::Done,
            faults: findings.faults().into_iter().map(Into::into).collect(),
            keys: findings.keys.iter().map(|key| self.key(key)).collect(),
            lesser: findings
                .lesser
                .iter()
                .map(|mv| MoveView::of(&self.position, mv))
                .collect(),
            duals: findings
                .duals
                .iter()
                .map(|dual| self.dual(dual, &moves))
                .collect(),
            moves,
            written: write_solution(&self.position, &findings.solution),
            set_play: findings
                .set_play
                .iter()
                .map(|(reply, answer)| self.set_play(reply, answer))
                .collect(),
            idle: numbers(&findings.idle),
            superfluous: numbers(&findings.superfluous),
            untold: numbers(&findings.undecided),
            can_save: problem.is_some(),
            rating: problem.as_ref().map(|problem| problem.rating),
            themes: problem.as_ref().map(themes).unwrap_or_default(),
        }
    }

    fn key(&self, key: &Key) -> ProblemKey {
        let line = std::iter::once(&key.mv).chain(&key.line);
        ProblemKey {
            played: MoveView::of(&self.position, &key.mv),
            line: movetext::write_line(&self.position, line).join(" "),
            order: key.order,
        }
    }

    /// Converts a dual, with the index of the move that it replaces.
    fn dual(&self, dual: &Dual, moves: &[SolutionMove]) -> ProblemDual {
        let mut here = self.position;
        let mut at = None;
        let mut go = |here: &Position, mv: &Move| {
            let played = MoveView::of(here, mv);
            at = moves
                .iter()
                .position(|known| known.answers == at && known.played.notation == played.notation)
                .map(|place| place as u32);
        };
        for mv in &dual.before {
            go(&here, mv);
            here.play_unchecked(mv);
        }
        go(&here, &dual.main);
        ProblemDual {
            number: (dual.before.len() / 2 + 1) as u8,
            main: MoveView::of(&here, &dual.main),
            at: at.unwrap_or_default(),
            other: MoveView::of(&here, &dual.other),
            as_much: dual.as_much,
            minor: dual.minor.map(|minor| match minor {
                MinorDual::Order => MinorDualKind::Order,
                MinorDual::Landing => MinorDualKind::Landing,
            }),
            in_main_line: dual.in_main_line,
        }
    }

    fn set_play(&self, reply: &Move, answer: &Move) -> SetPlayLine {
        let mut here = self.position.with_turn(!self.position.turn());
        let told = MoveView::of(&here, reply);
        here.play_unchecked(reply);
        SetPlayLine {
            reply: told,
            answer: MoveView::of(&here, answer),
        }
    }
}

impl Call for BeginSoundness {
    type Reply = SoundnessView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let of = variant(&self.variant)?;
        if !can_mine(of) {
            return Err(bad_params(format!("there are no problems in {of} draughts")));
        }
        app.assets.need_tables(of)?;
        let position = position(of, &self.fen)?;
        let bench = Bench {
            number: app.states.number(),
            check: SoundnessCheck::new(&position, &app.assets.engine),
            position,
        };
        let view = bench.view();
        *app.states.of() = Some(bench);
        Ok(view)
    }
}

/// Finds a check by its number.
fn bench(app: &mut App, number: u32) -> Result<&mut Bench, ApiError> {
    let bench = app.states.of::<Option<Bench>>().as_mut();
    bench
        .filter(|bench| bench.number == number)
        .ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no check {number}")))
}

impl Call for SoundnessStep {
    type Reply = SoundnessView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let bench = bench(app, self.check)?;
        bench.check.step(STEP);
        Ok(bench.view())
    }
}

impl Call for SaveProblem {
    type Reply = SavedProblem;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let problem = bench(app, self.check)?.check.problem();
        let problem = problem
            .ok_or_else(|| bad_params("only a problem with one key and a forced solution can be saved"))?;
        let puzzle = problem.into_puzzle(Origin::Picked);
        Ok(SavedProblem {
            set: put(app, &puzzle, self.set, self.name.as_deref())?,
            puzzle: puzzle.id,
        })
    }
}
