//! Calls of the composer's bench: whether a position is a sound problem, step by step, and keeping it. Proves nothing itself.
use crate::convert::{position, variant};
use crate::error::bad_params;
use crate::puzzles::afterwards::{SolutionMove, list};
use crate::puzzles::mining::STEP;
use crate::puzzles::sets::{PuzzleSetView, put};
use crate::puzzles::solving::themes;
use crate::views::{MoveView, Squares, view};
use crate::{ApiError, App, Call, ErrorKind};
use draughts::{Move, Position};
use draughts_puzzles::{
    Dual, Fault, Key, MinorDual, Origin, SoundnessCheck, SoundnessStage, can_mine, write_solution,
};

view! {
    /// `beginSoundness {variant, fen}` → `SoundnessView`: whether a position is a sound problem for the side to move. Go on with
    /// `soundnessStep`.
    pub struct BeginSoundness { pub variant: String, pub fen: String }
}
view! {
    /// `soundnessStep {check}` → `SoundnessView`; one begun later ends it (`notFound`). After the last it says the same again.
    pub struct SoundnessStep { pub check: u32 }
}
view! {
    /// `saveProblem {check, set?, name?}` → `SavedProblem`: a problem with one key and a forced solution goes into the set of this
    /// number, or of this name, which is made where there is none.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct SaveProblem { pub check: u32, pub set: Option<i64>, pub name: Option<String> }
}
view! {
    /// Where a problem was put, and the puzzle that it became, by its id.
    pub struct SavedProblem { pub set: PuzzleSetView, pub puzzle: String }
}
view! {
    /// What a check is at.
    pub enum BenchStage {
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
        Done,
    }
}
view! {
    /// What keeps a position from being a sound problem.
    pub enum ProblemFault {
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
}
view! {
    /// Why another move is a minor dual.
    pub enum MinorDualKind {
        /// The same moves in another order.
        Order,
        /// The same last capture ends on another square.
        Landing,
    }
}
view! {
    /// A first move that wins.
    pub struct ProblemKey {
        pub played: MoveView,
        /// As written from the start, itself included; itself alone where what follows is not forced.
        pub line: String,
        /// It is the solution with its moves in another order.
        pub order: bool,
    }
}
view! {
    /// Another move of the solver's that wins where the solution has one.
    pub struct ProblemDual {
        /// Which of the solver's moves, 1 the first.
        pub number: u8,
        /// The move of the solution, and its place in `moves`.
        pub main: MoveView,
        pub at: u32,
        pub other: MoveView,
        /// It wins as much as the solution does.
        pub as_much: bool,
        /// Why it is a minor dual; null where it is a real one.
        pub minor: Option<MinorDualKind>,
        /// It spoils the main line, not only an answer to another defence.
        pub in_main_line: bool,
    }
}
view! {
    /// What the other side could play if it were its move, and what wins then.
    pub struct SetPlayLine { pub reply: MoveView, pub answer: MoveView }
}
view! {
    /// What is said of a position so far, as a problem.
    pub struct SoundnessView {
        pub check: u32,
        /// 0 to 1.
        pub progress: f64,
        pub stage: BenchStage,
        pub done: bool,
        /// What is wrong, the worst first. Empty once it is done: the problem is sound.
        pub faults: Vec<ProblemFault>,
        /// First moves that win, that of the solution first.
        pub keys: Vec<ProblemKey>,
        /// First moves that win a man, but do not win.
        pub lesser: Vec<MoveView>,
        /// The solution as a tree; empty where there is none that is forced.
        pub moves: Vec<SolutionMove>,
        /// The same as written, other ways and other defences in brackets.
        pub written: String,
        pub duals: Vec<ProblemDual>,
        pub set_play: Vec<SetPlayLine>,
        /// Squares of the pieces that neither move nor are taken: each was taken off, to see whether it is needed.
        pub idle: Squares,
        /// Of these: the problem is as sound without it, and of which it would take too much work to tell.
        pub superfluous: Squares,
        pub untold: Squares,
        /// It can be kept: `saveProblem`. With its themes and the rating that its demands give it.
        pub can_save: bool,
        pub themes: Vec<String>,
        pub rating: Option<u16>,
    }
}

/// The check that goes on from call to call.
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
            line: written(&self.position, line),
            order: key.order,
        }
    }

    /// A dual, with the place in the tree of the move that it could replace.
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

/// A line as it is written.
fn written<'a>(position: &Position, line: impl Iterator<Item = &'a Move>) -> String {
    let mut here = *position;
    let mut text = Vec::new();
    for mv in line {
        text.push(draughts::notation::movetext::write(&here, mv));
        here.play_unchecked(mv);
    }
    text.join(" ")
}

impl Call for BeginSoundness {
    type Reply = SoundnessView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let of = variant(&self.variant)?;
        if !can_mine(of) {
            return Err(bad_params(format!("no problems are composed in {of} draughts")));
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

/// The check of this number.
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
        let problem =
            problem.ok_or_else(|| bad_params("only a problem with one key and a forced solution is kept"))?;
        let puzzle = problem.into_puzzle(Origin::Picked);
        Ok(SavedProblem {
            set: put(app, &puzzle, self.set, self.name.as_deref())?,
            puzzle: puzzle.id,
        })
    }
}
