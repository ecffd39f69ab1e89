//! Ideas: a person's memory of each mechanism, and the puzzles in which a due idea comes back. An idea never comes back in a
//! position that the person has seen. `draughts-puzzles` keeps the memories.
use crate::convert::variant;
use crate::practice::first_rating;
use crate::puzzles::attempts::{facts, score};
use crate::puzzles::own::own;
use crate::puzzles::quiet::{self, base_of};
use crate::puzzles::solving::{ReturnView, read, usual_rating};
use crate::views::view;
use crate::{ApiError, App, Call};
use damier_store::{Attempt, KnownAttempt};
use draughts::Variant;
use draughts::raw::mix;
use draughts_puzzles::{
    Card, HIGHEST, IdeaAttempt, IdeaMemories, IdeaMemory, LOWEST, Puzzle, Stock, Theme, pattern, read_record,
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Rating points by which the position of a due idea may differ from the rating wanted.
pub(super) const NEAR: f64 = 100.0;
/// Rating points by which the nearest puzzle of an idea may differ from the rating wanted. An idea farther away is too easy or
/// too hard for the person, and does not come back.
const REACH: f64 = 300.0;
/// Number of closest positions from which one is drawn at random.
const AMONG: usize = 12;
/// One of so many questions is a quiet position, where nothing works.
const QUIET: u64 = 4;
/// Number of puzzles tried for a quiet twin; not every puzzle has one.
const TWINS_TRIED: usize = 4;
/// Milliseconds in a day.
const DAY: f64 = 86_400_000.0;

view! {
    /// `ideas {variant}` → `IdeasView`.
    pub struct ListIdeas { pub variant: String }
}
view! {
    /// The person's memory of the ideas of a variant.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Ideas"))]
    pub struct IdeasView {
        /// All ideas of which there are puzzles: those that were tried, the next due first, then the others.
        pub ideas: Vec<IdeaView>,
        /// Number of ideas that are due.
        pub due: u32,
        /// The time for which the person remembers ideas, compared with most people: 1 is as long, 2 twice as long.
        pub pace: f64,
        /// An idea that is due but of which no fresh position is left near the person's strength: see `beginFreshPuzzle`.
        pub wanting: Option<String>,
    }
}
view! {
    /// The person's memory of an idea.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Idea"))]
    pub struct IdeaView {
        /// Theme: "mazette".
        pub idea: String,
        /// Number of puzzles with this idea, and of those that the person has not tried.
        pub puzzles: u32,
        pub fresh: u32,
        /// The memory; null before the first attempt.
        pub memory: Option<IdeaMemoryView>,
    }
}
view! {
    /// How well an idea is remembered.
    pub struct IdeaMemoryView {
        /// Probability in percent that it is recalled now, and in a week without practice.
        pub recall: u8,
        pub recall_next_week: u8,
        /// Time at which it is due, in milliseconds since 1970.
        pub due: f64,
        /// Number of attempts, and of recent failures.
        pub tries: u32,
        pub missed: u32,
    }
}

/// A person's memory of the ideas of a variant, and the positions seen.
pub(super) struct Ideas {
    pub(super) memories: IdeaMemories,
    /// Patterns of all positions attempted.
    seen: HashSet<u64>,
    /// Ids of all puzzles attempted; for a quiet twin that of its puzzle.
    tried: HashSet<String>,
    /// Number of attempts.
    attempts: u64,
}

/// Ideas of which no fresh position near the person's strength could be composed since the program was started.
#[derive(Default)]
pub(super) struct Exhausted(pub(super) HashSet<(Variant, Theme)>);

/// Looks up the puzzles of attempts from before ideas were stored, as far as they belong to this variant.
fn take_over(app: &mut App, of: Variant) -> Result<(), ApiError> {
    let unknown = app.store.unknown_puzzles(app.profile.id)?;
    if unknown.is_empty() {
        return Ok(());
    }
    let stock = app.assets.puzzles.of(of);
    let cards: HashMap<&str, &Card> = stock.cards().iter().map(|card| (stock.id(card), card)).collect();
    let mut known = Vec::new();
    for id in unknown {
        let puzzle = match cards.get(id.as_str()) {
            Some(card) => stock.puzzle(card).ok(),
            None => own(app, &id)?.filter(|puzzle| puzzle.position.variant() == of),
        };
        known.extend(puzzle.map(|puzzle| {
            let facts = facts(&puzzle, f64::from(puzzle.rating));
            (id, facts)
        }));
    }
    if known.is_empty() {
        return Ok(());
    }
    Ok(app.store.set_facts(app.profile.id, &known)?)
}

impl Ideas {
    /// Reads the memory of a person from the attempts.
    pub(super) fn of(app: &mut App, of: Variant) -> Result<Self, ApiError> {
        take_over(app, of)?;
        let attempts = app.store.known_attempts(app.profile.id, of.key())?;
        let mut ideas = Self {
            memories: IdeaMemories::default(),
            seen: HashSet::new(),
            tried: HashSet::new(),
            attempts: attempts.len() as u64,
        };
        let mut person = first_rating(app.profile.experience).rating;
        let mut last: HashMap<String, f64> = HashMap::new();
        for KnownAttempt { attempt, facts } in attempts {
            ideas.seen.insert(facts.pattern);
            ideas
                .tried
                .insert(base_of(&attempt.puzzle).unwrap_or(&attempt.puzzle).to_owned());
            // To solve a puzzle just after its solution was seen proves no memory.
            let before = last.insert(attempt.puzzle, attempt.at);
            if before.is_none_or(|before| attempt.at - before >= DAY)
                && let Some(idea) = Theme::named(&facts.idea)
            {
                ideas.memories.add(&IdeaAttempt {
                    idea,
                    at: attempt.at,
                    score: score(Attempt {
                        solved: attempt.solved,
                        shown: attempt.shown,
                        hints: attempt.hints,
                    }),
                    puzzle: facts.strength,
                    person,
                });
            }
            person = attempt.rating.unwrap_or(person);
        }
        Ok(ideas)
    }

    /// True if the person has seen the position, mirrored or shifted ones included.
    pub(super) fn has_seen(&self, puzzle: &Puzzle) -> bool {
        self.seen.contains(&pattern(&puzzle.position))
    }

    /// The ideas that are due and in reach, the least recalled first, each with the rating to ask for: the one wanted, or the
    /// nearest that the idea has.
    fn due(&self, stock: &Stock, wanted: f64, now: f64) -> Vec<(Theme, IdeaMemory, f64)> {
        let wanted = wanted.clamp(f64::from(LOWEST), f64::from(HIGHEST));
        let reached = |(idea, memory): (Theme, IdeaMemory)| {
            let ratings = stock.cards().iter().filter(|card| card.idea == Some(idea));
            let nearest = ratings
                .map(|card| f64::from(card.rating))
                .min_by(|one, other| (one - wanted).abs().total_cmp(&(other - wanted).abs()))?;
            let off = nearest - wanted;
            // Within the span of the idea's ratings a position can be composed.
            let asked = if off.abs() <= NEAR { wanted } else { nearest };
            (off.abs() <= REACH).then_some((idea, memory, asked))
        };
        self.memories.due(now).into_iter().filter_map(reached).collect()
    }

    fn is_fresh(&self, stock: &Stock, card: &Card) -> bool {
        !self.tried.contains(stock.id(card))
    }

    /// Puzzles with this idea that the person has not seen, near a rating, at most `count`: from the stock, else own ones. `any`
    /// allows each rating.
    fn fresh(
        &self,
        app: &App,
        stock: &Stock,
        idea: Theme,
        wanted: f64,
        any: bool,
        count: usize,
    ) -> Result<Vec<Puzzle>, ApiError> {
        let off = |rating: u16| (f64::from(rating) - wanted).abs();
        let near = |rating: u16| any || off(rating) <= NEAR;
        let mut cards: Vec<&Card> = stock
            .cards()
            .iter()
            .filter(|card| card.idea == Some(idea) && near(card.rating) && self.is_fresh(stock, card))
            .collect();
        cards.sort_by_key(|card| off(card.rating) as u32);
        let lot = mix(app.now() as u64 ^ self.attempts) as usize;
        let mut fresh = Vec::new();
        for among in cards.chunks(AMONG) {
            for at in 0..among.len() {
                let puzzle = read(stock, among[(at + lot) % among.len()])?;
                if !self.has_seen(&puzzle) {
                    fresh.push(puzzle);
                }
                if fresh.len() == count {
                    return Ok(fresh);
                }
            }
        }
        let own = app.store.own_records(app.profile.id, stock.variant().key())?;
        let own = own
            .iter()
            .filter_map(|record| read_record(stock.variant(), record).ok())
            .map(Puzzle::rated_by_demands)
            .filter(|puzzle| puzzle.idea() == Some(idea) && near(puzzle.rating))
            .filter(|puzzle| !self.tried.contains(&puzzle.id) && !self.has_seen(puzzle));
        fresh.extend(own.take(count - fresh.len()));
        Ok(fresh)
    }

    /// A puzzle with this idea that the person has not seen, as near a rating as possible. It resembles none of `others`.
    pub(super) fn elsewhere<'a>(
        &self,
        app: &App,
        stock: &Stock,
        idea: Theme,
        wanted: f64,
        others: impl Iterator<Item = &'a Puzzle>,
    ) -> Result<Option<Puzzle>, ApiError> {
        let patterns: HashSet<u64> = others.map(|puzzle| pattern(&puzzle.position)).collect();
        let fresh = self.fresh(app, stock, idea, wanted, true, patterns.len() + 1)?;
        Ok(fresh
            .into_iter()
            .find(|puzzle| !patterns.contains(&pattern(&puzzle.position))))
    }

    /// A due idea without a fresh position near the person's strength, and the rating that one should have.
    pub(super) fn wanting(
        &self,
        app: &App,
        of: Variant,
        wanted: f64,
    ) -> Result<Option<(Theme, f64)>, ApiError> {
        let stock = app.assets.puzzles.of(of);
        for (idea, _, asked) in self.due(&stock, wanted, app.now()) {
            if !is_exhausted(app, of, idea) && self.fresh(app, &stock, idea, asked, false, 1)?.is_empty() {
                return Ok(Some((idea, asked)));
            }
        }
        Ok(None)
    }
}

/// The next position of the repetition: that of the idea which is due and recalled least, or, one time in four, a quiet
/// position that resembles one. `None` if no idea is due, or if a position must be composed first.
pub(super) fn repetition(
    app: &mut App,
    of: Variant,
    wanted: f64,
    seen: &[String],
) -> Result<Option<(Puzzle, ReturnView)>, ApiError> {
    let ideas = Ideas::of(app, of)?;
    let stock = app.assets.puzzles.of(of);
    for (idea, memory, asked) in ideas.due(&stock, wanted, app.now()) {
        let any = is_exhausted(app, of, idea);
        let fresh = ideas.fresh(app, &stock, idea, asked, any, TWINS_TRIED)?;
        let Some(puzzle) = fresh.first() else {
            // The position to compose comes first; an idea without any position is left out.
            if any {
                continue;
            }
            return Ok(None);
        };
        let returns = ReturnView {
            idea: idea.key().into(),
            last: memory.last,
            tries: memory.times,
            missed: memory.missed,
            near: (f64::from(puzzle.rating) - asked).abs() <= NEAR,
        };
        let lot = mix(ideas.attempts ^ (seen.len() as u64) << 32);
        let asks_quiet = lot.is_multiple_of(QUIET);
        let mut twins = fresh.iter().filter(|_| asks_quiet).filter_map(quiet::twin);
        let Some(twin) = twins.find(|twin| !ideas.has_seen(&twin.puzzle)) else {
            return Ok(Some((puzzle.clone(), returns)));
        };
        quiet::remember(app, &twin);
        return Ok(Some((twin.puzzle, returns)));
    }
    Ok(None)
}

fn is_exhausted(app: &App, of: Variant, idea: Theme) -> bool {
    let found = app.states.get::<Exhausted>();
    found.is_some_and(|exhausted| exhausted.0.contains(&(of, idea)))
}

/// Number of ideas of a variant that are due.
pub(crate) fn due(app: &mut App, of: Variant) -> Result<u32, ApiError> {
    let wanted = usual_rating(app, of)?;
    let stock = app.assets.puzzles.of(of);
    Ok(Ideas::of(app, of)?.due(&stock, wanted, app.now()).len() as u32)
}

/// The memory of the idea of a puzzle.
pub(super) fn memory_of_idea(app: &mut App, puzzle: &Puzzle) -> Result<Option<IdeaMemory>, ApiError> {
    let Some(idea) = puzzle.idea() else {
        return Ok(None);
    };
    Ok(Ideas::of(app, puzzle.position.variant())?.memories.memory(idea))
}

impl Call for ListIdeas {
    type Reply = IdeasView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let of = variant(&self.variant)?;
        app.assets.need_puzzles(of)?;
        let ideas = Ideas::of(app, of)?;
        let stock = app.assets.puzzles.of(of);
        let now = app.now();
        let usual = usual_rating(app, of)?;
        let next_week = now + 7.0 * DAY;
        let mut counts: BTreeMap<Theme, (u32, u32)> = BTreeMap::new();
        for card in stock.cards() {
            if let Some(idea) = card.idea {
                let count = counts.entry(idea).or_default();
                count.0 += 1;
                count.1 += u32::from(ideas.is_fresh(&stock, card));
            }
        }
        let percent = |share: f64| (100.0 * share).round().clamp(0.0, 100.0) as u8;
        let mut list: Vec<IdeaView> = Theme::IDEAS
            .iter()
            .filter_map(|idea| {
                let memory = ideas.memories.memory(*idea);
                let count = counts.get(idea);
                let (puzzles, fresh) = count.copied().or(memory.map(|_| (0, 0)))?;
                Some(IdeaView {
                    idea: idea.key().into(),
                    puzzles,
                    fresh,
                    memory: memory.map(|memory| IdeaMemoryView {
                        recall: percent(memory.recall(now)),
                        recall_next_week: percent(memory.recall(next_week)),
                        due: memory.due(),
                        tries: memory.times,
                        missed: memory.missed,
                    }),
                })
            })
            .collect();
        let when = |idea: &IdeaView| idea.memory.as_ref().map_or(f64::INFINITY, |memory| memory.due);
        list.sort_by(|one, other| when(one).total_cmp(&when(other)));
        Ok(IdeasView {
            ideas: list,
            due: ideas.due(&stock, usual, now).len() as u32,
            pace: ideas.memories.pace(),
            wanting: ideas.wanting(app, of, usual)?.map(|(idea, _)| idea.key().into()),
        })
    }
}
