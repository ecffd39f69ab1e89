//! Calls that make a lesson from a lost game, in steps: the core of the shot that decided the game, the position itself,
//! the same idea elsewhere, a quiet twin in which the shot fails. A game without a shot teaches by the blunder that lost a man:
//! its core, and the position itself. `draughts-puzzles` proves each of them.
use crate::puzzles::ideas::Ideas;
use crate::puzzles::own;
use crate::puzzles::quiet;
use crate::puzzles::solving::usual_rating;
use crate::stored_game::{going_on, main_moves, open};
use crate::views::{SideView, view};
use crate::{ApiError, App, Call, ErrorKind};
use draughts::{Move, Position, Side};
use draughts_puzzles::{
    Blunder, BlunderJob, BlunderStep, CoreJob, GamePuzzle, GameScanner, MinedPuzzle, Origin, Puzzle, Theme,
    can_mine,
};

/// Number of positions per step: about 20 ms on a slow machine.
const STEP: u64 = 60_000;
/// A core with fewer pieces less than its shot is no step of its own.
const SMALLER: usize = 4;

view! {
    /// `beginLossLesson {game, side}` → `LossLessonView`: makes a lesson for the side that lost a game, or played it badly;
    /// `goingOn` while it is still being played.
    /// Its puzzles can be solved as others are, until the program ends or makes another lesson. Continue with `lossLessonStep`.
    pub struct BeginLossLesson { pub game: i64, pub side: SideView }
}
view! {
    /// `lossLessonStep {job}` → `LossLessonView`; a later job ends it (`notFound`).
    pub struct LossLessonStep { pub job: u32 }
}
view! {
    /// A lesson from a lost game, as far as it is made.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LossLessonState"))]
    pub struct LossLessonView {
        pub job: u32,
        /// Progress from 0 to 1.
        pub progress: f64,
        pub done: bool,
        /// The moment that it is about; null until it is found, and if the game has none.
        pub moment: Option<LossMoment>,
        /// The puzzles of the lesson in their order; empty until it is done, and if the game has no such moment.
        pub steps: Vec<LossStep>,
    }
}
view! {
    /// The moment on which a lesson is made.
    pub struct LossMoment {
        pub kind: LossMomentKind,
        /// Number of moves before it.
        pub ply: u32,
        /// Number of moves before the mistake of the side. The game can be played on from here.
        pub mistake: u32,
        /// Themes of a shot: "mazette".
        pub themes: Vec<String>,
        /// The idea under which a shot is repeated; null if it has none.
        pub idea: Option<String>,
    }
}
view! {
    /// The kinds of moments that decide games.
    pub enum LossMomentKind {
        /// A shot of the other side, which the side allowed. The puzzles ask for the shot.
        Allowed,
        /// A shot that the side missed.
        Missed,
        /// A move that lost a man where another kept everything. The puzzles ask for a move that loses nothing.
        Blunder,
    }
}
view! {
    /// A puzzle of the lesson.
    pub struct LossStep { pub kind: LossStepKind, pub puzzle: String }
}
view! {
    /// The parts of a lesson from a lost game.
    pub enum LossStepKind {
        /// The moment with those pieces only that it needs.
        Core,
        /// The position of the game.
        Own,
        /// The same idea in another position.
        Elsewhere,
        /// A position like one of these in which the shot fails.
        Quiet,
    }
}

/// A lesson being made.
struct LossLesson {
    number: u32,
    start: Position,
    moves: Vec<Move>,
    side: Side,
    shot: Option<GamePuzzle>,
    blunder: Option<Blunder>,
    stage: Stage,
    puzzles: Vec<(LossStepKind, Puzzle)>,
}

enum Stage {
    /// Searches the game for shots that decide it, or if it has none for all that win a man.
    Scan {
        any_gain: bool,
        scanner: Box<GameScanner>,
        found: Vec<GamePuzzle>,
    },
    /// Searches the game for the blunder that lost a man.
    Blunder(Box<BlunderJob>),
    /// Takes away what the shot does not need.
    Core(Box<CoreJob>),
    /// Finds the same idea elsewhere.
    Elsewhere,
    /// Makes a quiet twin of this puzzle, or of a later one.
    Quiet(usize),
    Done,
}

impl LossLesson {
    fn scan(&self, app: &App, any_gain: bool) -> Stage {
        let scan = if any_gain {
            GameScanner::for_gains
        } else {
            GameScanner::new
        };
        Stage::Scan {
            any_gain,
            scanner: Box::new(scan(self.start, self.moves.clone(), app.assets.engine.clone())),
            found: Vec::new(),
        }
    }

    /// The shot that teaches the side most: the last that it suffered, else the last that it missed, else one that it allowed
    /// and the other side missed.
    fn choose(&self, mut found: Vec<GamePuzzle>) -> Option<GamePuzzle> {
        let own = |shot: &GamePuzzle| shot.found.position.turn() == self.side;
        let at = found
            .iter()
            .rposition(|shot| !own(shot) && !shot.missed)
            .or_else(|| found.iter().rposition(|shot| own(shot) && shot.missed))
            .or_else(|| found.iter().rposition(|shot| !own(shot)))?;
        Some(found.swap_remove(at))
    }

    fn step(&mut self, app: &mut App) -> Result<(), ApiError> {
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Scan {
                any_gain,
                mut scanner,
                mut found,
            } => {
                found.extend(scanner.step(STEP));
                self.stage = if !scanner.is_done() {
                    Stage::Scan {
                        any_gain,
                        scanner,
                        found,
                    }
                } else if let Some(shot) = self.choose(found) {
                    let job = CoreJob::new(shot.found.clone(), &app.assets.engine);
                    self.shot = Some(shot);
                    Stage::Core(Box::new(job))
                } else if !any_gain {
                    self.scan(app, true)
                } else {
                    Stage::Blunder(Box::new(BlunderJob::new(&self.start, &self.moves, self.side)))
                };
            }
            Stage::Blunder(mut job) => match job.step() {
                BlunderStep::Open => self.stage = Stage::Blunder(job),
                BlunderStep::None => {}
                BlunderStep::Found(blunder, core) => self.add_blunder(app, *blunder, core.as_deref()),
            },
            Stage::Core(mut job) => {
                self.stage = match job.step(STEP) {
                    None => Stage::Core(job),
                    Some(core) => {
                        self.add_shot(core);
                        Stage::Elsewhere
                    }
                };
            }
            Stage::Elsewhere => {
                self.puzzles.extend(
                    self.elsewhere(app)?
                        .map(|puzzle| (LossStepKind::Elsewhere, puzzle)),
                );
                self.stage = Stage::Quiet(0);
            }
            Stage::Quiet(at) => {
                if let Some((_, base)) = self.puzzles.get(at) {
                    match quiet::twin(base) {
                        None => self.stage = Stage::Quiet(at + 1),
                        Some(twin) => {
                            quiet::remember(app, &twin);
                            self.puzzles.push((LossStepKind::Quiet, twin.puzzle));
                        }
                    }
                }
            }
            Stage::Done => {}
        }
        Ok(())
    }

    /// Adds the core, if it is much smaller, and the position of the game.
    fn add_shot(&mut self, core: MinedPuzzle) {
        let Some(shot) = &self.shot else {
            return;
        };
        let pieces = |puzzle: &MinedPuzzle| puzzle.position.pieces().count();
        if pieces(&core) + SMALLER <= pieces(&shot.found) {
            self.puzzles
                .push((LossStepKind::Core, core.into_puzzle(Origin::Composed)));
        }
        self.puzzles
            .push((LossStepKind::Own, shot.found.clone().into_puzzle(Origin::Game)));
    }

    /// Adds the core of a blunder, if it is much smaller, and the position of the game.
    fn add_blunder(&mut self, app: &mut App, blunder: Blunder, core: Option<&Blunder>) {
        let pieces = |blunder: &Blunder| blunder.position.pieces().count();
        let core = core.filter(|core| pieces(core) + SMALLER <= pieces(&blunder));
        let kinds = [(LossStepKind::Core, core), (LossStepKind::Own, Some(&blunder))];
        for (kind, blunder) in kinds {
            let Some(blunder) = blunder else {
                continue;
            };
            let quiet = quiet::of_blunder(blunder);
            quiet::remember(app, &quiet);
            self.puzzles.push((kind, quiet.puzzle));
        }
        self.blunder = Some(blunder);
    }

    /// A position of the stock, or an own one, with the same idea that the person has not seen.
    fn elsewhere(&self, app: &mut App) -> Result<Option<Puzzle>, ApiError> {
        let Some(idea) = self.idea() else {
            return Ok(None);
        };
        let of = self.start.variant();
        let wanted = usual_rating(app, of)?;
        let stock = app.assets.puzzles.of(of);
        let others = self.puzzles.iter().map(|(_, puzzle)| puzzle);
        Ideas::of(app, of)?.elsewhere(app, &stock, idea, wanted, others)
    }

    fn idea(&self) -> Option<Theme> {
        Theme::idea(&self.shot.as_ref()?.found.themes)
    }

    fn moment(&self) -> Option<LossMoment> {
        if let Some(blunder) = &self.blunder {
            return Some(LossMoment {
                kind: LossMomentKind::Blunder,
                ply: blunder.ply as u32,
                mistake: blunder.ply as u32,
                themes: Vec::new(),
                idea: None,
            });
        }
        let shot = self.shot.as_ref()?;
        let own = shot.found.position.turn() == self.side;
        Some(LossMoment {
            kind: if own {
                LossMomentKind::Missed
            } else {
                LossMomentKind::Allowed
            },
            ply: shot.ply as u32,
            mistake: shot.ply.saturating_sub(usize::from(!own)) as u32,
            themes: shot.found.themes.iter().map(|theme| theme.key().into()).collect(),
            idea: self.idea().map(|idea| idea.key().into()),
        })
    }

    fn view(&self) -> LossLessonView {
        let done = matches!(self.stage, Stage::Done);
        let progress = match &self.stage {
            Stage::Scan {
                any_gain, scanner, ..
            } => 0.2 * (f64::from(u8::from(*any_gain)) + scanner.progress()),
            Stage::Blunder(job) => 0.4 + 0.5 * job.progress(),
            Stage::Core(_) => 0.4,
            Stage::Elsewhere => 0.7,
            Stage::Quiet(_) => 0.8,
            Stage::Done => 1.0,
        };
        LossLessonView {
            job: self.number,
            progress,
            done,
            moment: self.moment(),
            steps: if done {
                let step = |(kind, puzzle): &(LossStepKind, Puzzle)| LossStep {
                    kind: *kind,
                    puzzle: puzzle.id.clone(),
                };
                self.puzzles.iter().map(step).collect()
            } else {
                Vec::new()
            },
        }
    }
}

impl Call for BeginLossLesson {
    type Reply = LossLessonView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let opened = open(app, self.game)?;
        if going_on(app, self.game)? {
            let message = format!("game {} is still being played", self.game);
            return Err(ApiError::new(ErrorKind::GoingOn, message));
        }
        let tree = &opened.text.tree;
        let start = *tree.start();
        // All that a later step needs: a step that fails ends the lesson.
        app.assets.need_tables(start.variant())?;
        app.assets.need_puzzles(start.variant())?;
        let mut lesson = LossLesson {
            number: app.states.number(),
            start,
            moves: main_moves(tree),
            side: self.side.into(),
            shot: None,
            blunder: None,
            stage: Stage::Done,
            puzzles: Vec::new(),
        };
        if can_mine(start.variant()) {
            lesson.stage = lesson.scan(app, false);
        }
        let view = lesson.view();
        *app.states.of() = Some(lesson);
        Ok(view)
    }
}

impl Call for LossLessonStep {
    type Reply = LossLessonView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let running = app.states.of::<Option<LossLesson>>();
        let mut lesson = running
            .take_if(|lesson| lesson.number == self.job)
            .ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no lesson {}", self.job)))?;
        lesson.step(app)?;
        let view = lesson.view();
        if view.done {
            let puzzles = lesson.puzzles.into_iter();
            let solvable = puzzles
                .map(|(_, puzzle)| puzzle)
                .filter(|puzzle| !puzzle.is_quiet());
            own::remember(app, solvable.collect());
        } else {
            *app.states.of() = Some(lesson);
        }
        Ok(view)
    }
}
