//! Calls for defences: finds a position in which only one move stops a shot, in steps, and judges moves there.
use crate::convert::variant;
use crate::error::bad_params;
use crate::puzzles::mining::STEP;
use crate::puzzles::solving::{line, strength};
use crate::views::{BoardView, MoveView, PositionView, Squares, view};
use crate::{ApiError, App, Call, ErrorKind};
use draughts::notation::path;
use draughts::raw::mix;
use draughts::{Move, Position, Variant};
use draughts_puzzles::{DefenceJob, DefenceStep, after_defence};

/// Number of puzzles closest to the person's strength, searched first.
const AMONG: usize = 80;
/// Maximum number of puzzles searched; about one in several dozen has such a defence.
const MOST: usize = 600;

view! {
    /// `beginDefence {variant, seen}` → `DefenceView`: starts the search for a position near the person's strength in
    /// which only one move stops a shot. Continue with `defenceStep`. `seen` lists the `puzzle` of earlier questions.
    pub struct BeginDefence { pub variant: String, pub seen: Vec<String> }
}
view! {
    /// `defenceStep {defence}` → `DefenceView`; a later search ends it (`notFound`).
    pub struct DefenceStepOn { pub defence: u32 }
}
view! {
    /// `tryDefence {defence, path}` → `DefenceReply`: judges a move in the position. Writes nothing.
    pub struct TryDefence { pub defence: u32, pub path: Squares }
}
view! {
    /// Progress of a search for a defence.
    pub struct DefenceView {
        pub defence: u32,
        pub done: bool,
        /// Null until found, and if there is none.
        pub question: Option<DefenceQuestion>,
    }
}
view! {
    /// A position in which only one move holds.
    pub struct DefenceQuestion {
        /// Id of the puzzle with the threatened shot.
        pub puzzle: String,
        pub board: BoardView,
        pub position: PositionView,
    }
}
view! {
    /// Verdict on a defence.
    pub struct DefenceReply {
        /// `true` for the move that holds.
        pub held: bool,
        pub only: MoveView,
        /// Moves to animate: the move, and its refutation if it does not hold.
        pub played: Vec<MoveView>,
        /// Position after them.
        pub position: PositionView,
        /// Net number of pieces lost.
        pub lost: i32,
    }
}

/// A running search and its result.
struct Defending {
    number: u32,
    variant: Variant,
    /// Puzzles to search, the next one last.
    puzzles: Vec<String>,
    job: Option<(String, DefenceJob)>,
    found: Option<Found>,
}

struct Found {
    puzzle: String,
    position: Position,
    only: Move,
}

impl Defending {
    fn step(&mut self, app: &App) {
        let stock = app.assets.puzzles.of(self.variant);
        let job = loop {
            if let Some((_, job)) = &mut self.job {
                break job;
            }
            let Some(id) = self.puzzles.pop() else {
                return;
            };
            let puzzle = stock.get(&id);
            let job = puzzle.and_then(|puzzle| DefenceJob::new(&puzzle.position, &app.assets.engine));
            self.job = job.map(|job| (id, job));
        };
        let step = job.step(STEP);
        if step == DefenceStep::Working {
            return;
        }
        if let (Some((puzzle, job)), DefenceStep::Only(only)) = (self.job.take(), step) {
            self.found = Some(Found {
                puzzle,
                position: *job.position(),
                only,
            });
        }
    }

    fn view(&self) -> DefenceView {
        DefenceView {
            defence: self.number,
            done: self.found.is_some() || (self.job.is_none() && self.puzzles.is_empty()),
            question: self.found.as_ref().map(|found| DefenceQuestion {
                puzzle: found.puzzle.clone(),
                board: BoardView::of(self.variant),
                position: PositionView::of(&found.position),
            }),
        }
    }
}

impl Call for BeginDefence {
    type Reply = DefenceView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let of = variant(&self.variant)?;
        app.assets.need_puzzles(of)?;
        app.assets.need_tables(of)?;
        let strength = strength(app, of)?.rating;
        let stock = app.assets.puzzles.of(of);
        let mut cards: Vec<_> = stock
            .cards()
            .iter()
            .filter(|card| !self.seen.iter().any(|id| id == stock.id(card)))
            .collect();
        cards.sort_by_key(|card| (f64::from(card.rating) - strength).abs() as u32);
        cards.truncate(MOST);
        let lot = |id: &str| {
            mix(id
                .bytes()
                .fold(app.now() as u64, |sum, byte| mix(sum ^ u64::from(byte))))
        };
        let mut puzzles: Vec<String> = cards.iter().map(|card| stock.id(card).to_owned()).collect();
        let near = AMONG.min(puzzles.len());
        puzzles[..near].sort_by_key(|id| lot(id));
        puzzles[near..].sort_by_key(|id| lot(id));
        // The puzzles to search first go to the end.
        puzzles.rotate_left(near);
        let defending = Defending {
            number: app.states.number(),
            variant: of,
            puzzles,
            job: None,
            found: None,
        };
        let view = defending.view();
        *app.states.of() = Some(defending);
        Ok(view)
    }
}

/// Takes a search by its number out of the state.
fn taken(app: &mut App, number: u32) -> Result<Defending, ApiError> {
    let known = app.states.of::<Option<Defending>>();
    known
        .take_if(|defending| defending.number == number)
        .ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no defence {number}")))
}

impl Call for DefenceStepOn {
    type Reply = DefenceView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let mut defending = taken(app, self.defence)?;
        if defending.found.is_none() {
            defending.step(app);
        }
        let view = defending.view();
        *app.states.of() = Some(defending);
        Ok(view)
    }
}

impl Call for TryDefence {
    type Reply = DefenceReply;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let defending = taken(app, self.defence)?;
        let reply = defending
            .found
            .as_ref()
            .ok_or_else(|| bad_params("the defence is not found yet"))
            .and_then(|found| found.tried(&self.path));
        *app.states.of() = Some(defending);
        reply
    }
}

impl Found {
    fn tried(&self, steps: &[u8]) -> Result<DefenceReply, ApiError> {
        let mv = path::read_begun(&self.position, steps)
            .map_err(|error| ApiError::new(ErrorKind::IllegalMove, error.to_string()))?;
        let held = mv == self.only;
        let played = if held {
            vec![mv]
        } else {
            after_defence(&self.position, &mv)
        };
        let mut after = self.position;
        for mv in &played {
            after.play_unchecked(mv);
        }
        let lead = |position: &Position| {
            let count = |side| {
                let (men, kings) = position.count(side);
                i32::from(men) + i32::from(kings)
            };
            let side = self.position.turn();
            count(side) - count(!side)
        };
        Ok(DefenceReply {
            held,
            only: MoveView::of(&self.position, &self.only),
            played: line(&self.position, &played),
            position: PositionView::still(&after),
            lost: lead(&self.position) - lead(&after),
        })
    }
}
