//! Calls that compose a fresh position of a due idea, where the stock has none left near the person's strength. They walk away
//! from known puzzles with the idea, and prove every position.
use crate::convert::variant;
use crate::puzzles::ideas::{Exhausted, Ideas, NEAR};
use crate::puzzles::sets::put;
use crate::puzzles::solving::{read, usual_rating};
use crate::puzzles::training::PuzzleDifficulty;
use crate::views::view;
use crate::{ApiError, App, Call, ErrorKind};
use draughts::raw::mix;
use draughts::{Position, Variant};
use draughts_puzzles::{Card, Origin, Theme, WORK, Walk, WalkStep, mine};
use std::collections::HashSet;

/// Number of known puzzles from which walks start, and of walks until the composer gives up.
const AMONG: usize = 12;
const WALKS: u32 = 24;
/// Positions tried per step: a few milliseconds each.
const STEP: u32 = 8;

view! {
    /// `beginFreshPuzzle {variant, difficulty?, name}` → `FreshPuzzleView`: composes a position of the idea that
    /// `ideas` names as `wanting`. It goes into the set with this name. Continue with `freshPuzzleStep`.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct BeginFreshPuzzle {
        pub variant: String,
        pub difficulty: Option<PuzzleDifficulty>,
        pub name: String,
    }
}
view! {
    /// `freshPuzzleStep {job}` → `FreshPuzzleView`; a later job ends it (`notFound`).
    pub struct FreshPuzzleStep { pub job: u32 }
}
view! {
    /// Progress of composing.
    #[cfg_attr(feature = "uniffi", uniffi(name = "FreshPuzzleState"))]
    pub struct FreshPuzzleView {
        pub job: u32,
        /// Theme: "mazette". Null if no idea wants a position.
        pub idea: Option<String>,
        pub done: bool,
        /// Id of the composed puzzle; null until it is found, and if none was found.
        pub puzzle: Option<String>,
    }
}

/// A running composer.
struct Fresh {
    number: u32,
    variant: Variant,
    idea: Theme,
    wanted: f64,
    name: String,
    starts: Vec<Position>,
    walks: u32,
    walk: Walk,
}

impl Fresh {
    fn view(&self, done: bool, puzzle: Option<String>) -> FreshPuzzleView {
        FreshPuzzleView {
            job: self.number,
            idea: Some(self.idea.key().into()),
            done,
            puzzle,
        }
    }

    /// Starts the next walk, from another puzzle each time.
    fn next_walk(&mut self) {
        self.walks += 1;
        let seed = mix(u64::from(self.number) << 32 ^ u64::from(self.walks));
        let start = &self.starts[self.walks as usize % self.starts.len()];
        self.walk = Walk::new(start, seed);
    }

    /// Returns the id of the puzzle once it is found and stored; `None` while the search goes on.
    fn step(&mut self, app: &mut App) -> Result<Option<String>, ApiError> {
        let ideas = Ideas::of(app, self.variant)?;
        for _ in 0..STEP {
            let found = self.walk.step(|position| {
                let found = mine(position, 2, WORK, &app.assets.engine).ok()?;
                (Theme::idea(&found.themes) == Some(self.idea)).then_some(found)
            });
            match found {
                WalkStep::Open => {}
                WalkStep::Ended => self.next_walk(),
                WalkStep::Found(found) => {
                    let puzzle = found.into_puzzle(Origin::Composed);
                    let near = (f64::from(puzzle.rating) - self.wanted).abs() <= NEAR;
                    if near && !ideas.has_seen(&puzzle) {
                        put(app, &puzzle, None, Some(&self.name))?;
                        return Ok(Some(puzzle.id));
                    }
                    self.next_walk();
                }
            }
            if self.walks >= WALKS {
                break;
            }
        }
        Ok(None)
    }
}

impl Call for BeginFreshPuzzle {
    type Reply = FreshPuzzleView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let of = variant(&self.variant)?;
        app.assets.need_puzzles(of)?;
        app.assets.need_tables(of)?;
        let wanted = usual_rating(app, of)? + self.difficulty.unwrap_or_default().points();
        let number = app.states.number();
        let Some((idea, wanted)) = Ideas::of(app, of)?.wanting(app, of, wanted)? else {
            return Ok(FreshPuzzleView {
                job: number,
                idea: None,
                done: true,
                puzzle: None,
            });
        };
        let stock = app.assets.puzzles.of(of);
        let mut cards: Vec<&Card> = stock
            .cards()
            .iter()
            .filter(|card| card.idea == Some(idea))
            .collect();
        cards.sort_by_key(|card| (f64::from(card.rating) - wanted).abs() as u32);
        let starts: Vec<Position> = cards
            .into_iter()
            .take(AMONG)
            .map(|card| read(&stock, card).map(|puzzle| puzzle.position))
            .collect::<Result<_, _>>()?;
        let Some(start) = starts.first().copied() else {
            exhaust(app, of, idea);
            return Ok(FreshPuzzleView {
                job: number,
                idea: Some(idea.key().into()),
                done: true,
                puzzle: None,
            });
        };
        let fresh = Fresh {
            number,
            variant: of,
            idea,
            wanted,
            name: self.name,
            walk: Walk::new(&start, mix(app.now() as u64)),
            starts,
            walks: 0,
        };
        let view = fresh.view(false, None);
        *app.states.of() = Some(fresh);
        Ok(view)
    }
}

/// Remembers that no fresh position of an idea can be had near the person's strength.
fn exhaust(app: &mut App, of: Variant, idea: Theme) {
    let known: &mut HashSet<(Variant, Theme)> = &mut app.states.of::<Exhausted>().0;
    known.insert((of, idea));
}

impl Call for FreshPuzzleStep {
    type Reply = FreshPuzzleView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let running = app.states.of::<Option<Fresh>>();
        let mut fresh = running
            .take_if(|fresh| fresh.number == self.job)
            .ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no composer {}", self.job)))?;
        let puzzle = fresh.step(app)?;
        let done = puzzle.is_some() || fresh.walks >= WALKS;
        if done && puzzle.is_none() {
            exhaust(app, fresh.variant, fresh.idea);
        }
        let view = fresh.view(done, puzzle);
        if !done {
            *app.states.of() = Some(fresh);
        }
        Ok(view)
    }
}
