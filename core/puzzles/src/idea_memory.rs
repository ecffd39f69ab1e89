//! A person's memory of ideas: how well each is recalled, from the attempts at its puzzles. Stores nothing, reads no
//! clock.
//!
//! Each idea has the state of [FSRS](https://github.com/open-spaced-repetition/fsrs4anki/wiki), changed in two ways:
//!
//! * The rating of the puzzle counts. To solve one that is easy for the person proves little, to fail at one that is too
//!   hard disproves little, so the new stability lies between those of two grades.
//! * People forget at different paces. One pace for all ideas of a person is estimated from the results: each of a range
//!   of paces predicts every result, and those that predict better weigh more.
use super::rating::Score;
use super::themes::Theme;
use rs_fsrs::{Parameters, Rating};

/// Milliseconds in a day.
const DAY: f64 = 86_400_000.0;
/// The probability of recall at which an idea is due.
const TARGET: f64 = 0.9;
/// Rating points between a person who recalls an idea and one who has lost it.
const LOST: f64 = 800.0;
/// The expected result at a puzzle of the usual difficulty: two of three are solved.
const USUAL: f64 = 2.0 / 3.0;
/// Maximum number of days until an idea is due again.
const LONGEST: f64 = 180.0;
/// Number of paces tried, and the largest; the smallest is its inverse.
const PACES: usize = 17;
const LARGEST: f64 = 6.0;
/// Standard deviation of the logarithm of people's paces, before any result.
const SPREAD: f64 = 1.0;

/// An attempt at a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IdeaAttempt {
    /// The idea of the puzzle.
    pub idea: Theme,
    /// Milliseconds since 1970.
    pub at: f64,
    /// The result.
    pub score: Score,
    /// The rating of the puzzle.
    pub puzzle: f64,
    /// The rating of the person at that time.
    pub person: f64,
}

/// The memory of one idea.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IdeaMemory {
    /// Time of the last attempt, in milliseconds since 1970.
    pub last: f64,
    /// Days until the probability of recall falls to 90 %, at the person's pace.
    pub stability: f64,
    /// Difficulty of the idea for the person, 1 to 10.
    pub difficulty: f64,
    /// Number of attempts.
    pub times: u32,
    /// Number of failures since the last two successes in a row.
    pub missed: u32,
    /// Successes in a row.
    right: u32,
}

impl IdeaMemory {
    /// Returns the probability that the idea is recalled at a time, 0 to 1.
    pub fn recall(&self, now: f64) -> f64 {
        Parameters::forgetting_curve(days(self.last, now), self.stability)
    }

    /// Returns the time at which the idea is due for repetition, at least a day after the last attempt.
    pub fn due(&self) -> f64 {
        self.last + self.stability.clamp(1.0, LONGEST) * DAY
    }

    /// Returns the rating at which a person with this rating plays the idea at a time.
    pub fn strength(&self, person: f64, now: f64) -> f64 {
        person + LOST * (self.recall(now) - TARGET)
    }
}

/// Returns the expected result, 0 to 1, of a person at a puzzle.
fn expected(person: f64, puzzle: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((puzzle - person) / 400.0))
}

fn days(from: f64, to: f64) -> f64 {
    ((to - from) / DAY).max(0.0)
}

/// The memories at one pace. Their stabilities are in days of a person with the pace 1.
#[derive(Clone, Debug)]
struct Track {
    pace: f64,
    /// Logarithm of the probability of the results.
    evidence: f64,
    memories: Vec<Option<IdeaMemory>>,
}

impl Track {
    fn new(pace: f64) -> Self {
        Self {
            pace,
            evidence: -(pace.ln() / SPREAD).powi(2) / 2.0,
            memories: vec![None; Theme::ALL.len()],
        }
    }

    fn add(&mut self, attempt: &IdeaAttempt, fsrs: &Parameters) {
        let before = &mut self.memories[attempt.idea as usize];
        if let Some(before) = before {
            let recall =
                Parameters::forgetting_curve(days(before.last, attempt.at) / self.pace, before.stability);
            let person = attempt.person + LOST * (recall - TARGET);
            let right = expected(person, attempt.puzzle).clamp(0.001, 0.999);
            self.evidence += match attempt.score {
                Score::Clean => right.ln(),
                Score::Failed => (1.0 - right).ln(),
                // Half a point.
                Score::Helped => (right.ln() + (1.0 - right).ln()) / 2.0,
            };
        }
        *before = Some(after(*before, attempt, self.pace, fsrs));
    }
}

/// Returns the memory after an attempt.
fn after(before: Option<IdeaMemory>, attempt: &IdeaAttempt, pace: f64, fsrs: &Parameters) -> IdeaMemory {
    let grade = |rating| match before {
        None => (fsrs.init_stability(rating), fsrs.init_difficulty(rating)),
        Some(before) => {
            let recall = Parameters::forgetting_curve(days(before.last, attempt.at) / pace, before.stability);
            let stability = if rating == Rating::Again {
                fsrs.next_forget_stability(before.difficulty, before.stability, recall)
                    .min(before.stability)
            } else {
                fsrs.next_recall_stability(before.difficulty, before.stability, recall, rating)
            };
            (stability, fsrs.next_difficulty(before.difficulty, rating))
        }
    };
    let between = |low, high, share: f64| {
        let ((low_stability, low_difficulty), (high_stability, high_difficulty)): ((f64, f64), (f64, f64)) =
            (grade(low), grade(high));
        (
            low_stability.powf(1.0 - share) * high_stability.powf(share),
            low_difficulty * (1.0 - share) + high_difficulty * share,
        )
    };
    let easy = expected(attempt.person, attempt.puzzle);
    let (stability, difficulty) = match attempt.score {
        Score::Clean if easy > USUAL => between(Rating::Good, Rating::Hard, (easy - USUAL) / (1.0 - USUAL)),
        Score::Clean => between(Rating::Good, Rating::Easy, (USUAL - easy) / USUAL),
        Score::Helped => grade(Rating::Hard),
        Score::Failed => between(Rating::Again, Rating::Hard, (1.0 - easy / USUAL).max(0.0)),
    };
    let right = match attempt.score {
        Score::Failed => 0,
        Score::Clean | Score::Helped => before.map_or(0, |before| before.right) + 1,
    };
    let missed = before.map_or(0, |before| before.missed) + u32::from(attempt.score == Score::Failed);
    IdeaMemory {
        last: attempt.at,
        stability: stability.max(0.1),
        difficulty,
        times: before.map_or(0, |before| before.times) + 1,
        missed: if right >= 2 { 0 } else { missed },
        right,
    }
}

/// A person's memory of all ideas of a game. Attempts are added oldest first.
#[derive(Clone, Debug)]
pub struct IdeaMemories {
    fsrs: Parameters,
    tracks: Vec<Track>,
}

impl Default for IdeaMemories {
    fn default() -> Self {
        let half = (PACES / 2) as i32;
        let pace = |at| LARGEST.powf(f64::from(at as i32 - half) / f64::from(half));
        Self {
            fsrs: Parameters::default(),
            tracks: (0..PACES).map(|at| Track::new(pace(at))).collect(),
        }
    }
}

impl IdeaMemories {
    /// Returns the memory of a person whose pace is known.
    pub fn with_pace(pace: f64) -> Self {
        Self {
            fsrs: Parameters::default(),
            tracks: vec![Track::new(pace)],
        }
    }

    /// Adds an attempt.
    pub fn add(&mut self, attempt: &IdeaAttempt) {
        for track in &mut self.tracks {
            track.add(attempt, &self.fsrs);
        }
    }

    /// Returns the person's pace: a person with the pace 2 remembers twice as long as usual. 1 before any result.
    pub fn pace(&self) -> f64 {
        let best = self
            .tracks
            .iter()
            .map(|track| track.evidence)
            .fold(f64::MIN, f64::max);
        let (sum, weights) = self.tracks.iter().fold((0.0, 0.0), |(sum, weights), track| {
            let weight = (track.evidence - best).exp();
            (sum + weight * track.pace.ln(), weights + weight)
        });
        (sum / weights).exp()
    }

    /// Returns the memory of an idea; `None` before its first attempt.
    pub fn memory(&self, idea: Theme) -> Option<IdeaMemory> {
        let pace = self.pace().ln();
        let off = |track: &&Track| (track.pace.ln() - pace).abs();
        let track = self
            .tracks
            .iter()
            .min_by(|one, other| off(one).total_cmp(&off(other)))?;
        let memory = track.memories[idea as usize]?;
        Some(IdeaMemory {
            stability: memory.stability * pace.exp(),
            ..memory
        })
    }

    /// Returns the memories of all ideas that were tried, in the order of `Theme::IDEAS`.
    pub fn all(&self) -> impl Iterator<Item = (Theme, IdeaMemory)> {
        Theme::IDEAS
            .iter()
            .filter_map(|idea| self.memory(*idea).map(|memory| (*idea, memory)))
    }

    /// Returns the ideas that are due at a time, the least recalled first.
    pub fn due(&self, now: f64) -> Vec<(Theme, IdeaMemory)> {
        let mut due: Vec<_> = self.all().filter(|(_, memory)| memory.due() <= now).collect();
        due.sort_by(|(_, one), (_, other)| one.recall(now).total_cmp(&other.recall(now)));
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::raw::Rng;

    const START: f64 = 1.8e12;

    fn attempt(at: f64, score: Score, puzzle: f64) -> IdeaAttempt {
        IdeaAttempt {
            idea: Theme::Mazette,
            at,
            score,
            puzzle,
            person: 1000.0,
        }
    }

    fn after_one(score: Score, puzzle: f64) -> IdeaMemory {
        let mut ideas = IdeaMemories::default();
        ideas.add(&attempt(START, Score::Clean, 880.0));
        ideas.add(&attempt(START + 4.0 * DAY, score, puzzle));
        ideas.memory(Theme::Mazette).unwrap()
    }

    #[test]
    fn a_harder_puzzle_solved_proves_more_and_failed_disproves_less() {
        let solved = [500.0, 880.0, 1300.0].map(|puzzle| after_one(Score::Clean, puzzle).stability);
        assert!(solved.is_sorted_by(|one, other| one < other), "{solved:?}");
        let failed = [500.0, 1000.0, 1600.0].map(|puzzle| after_one(Score::Failed, puzzle).stability);
        assert!(failed.is_sorted_by(|one, other| one < other), "{failed:?}");
        assert!(failed[2] < solved[0]);
        assert!(after_one(Score::Helped, 880.0).stability < solved[1]);
    }

    #[test]
    fn recall_falls_with_time_and_an_idea_becomes_due_at_nine_tenths() {
        let memory = after_one(Score::Clean, 880.0);
        assert!((memory.recall(memory.last) - 1.0).abs() < 1e-9);
        assert!((memory.recall(memory.due()) - TARGET).abs() < 1e-9);
        let (now, later) = (memory.due(), memory.due() + 7.0 * DAY);
        assert!((memory.strength(1000.0, now) - 1000.0).abs() < 1e-6);
        assert!(memory.strength(1000.0, later) < 1000.0);
    }

    #[test]
    fn misses_are_forgiven_after_two_successes_in_a_row() {
        let mut ideas = IdeaMemories::default();
        let mut missed = Vec::new();
        for (day, score) in [Score::Failed, Score::Failed, Score::Clean, Score::Clean]
            .into_iter()
            .enumerate()
        {
            ideas.add(&attempt(START + day as f64 * DAY, score, 880.0));
            missed.push(ideas.memory(Theme::Mazette).unwrap().missed);
        }
        assert_eq!(missed, [1, 2, 2, 0]);
    }

    /// A year of ten repetitions a day by a person with a known pace; returns the estimate.
    fn estimated(pace: f64, seed: u64) -> f64 {
        let mut rng = Rng::new(seed);
        let mut ideas = IdeaMemories::default();
        let mut truth = IdeaMemories::with_pace(pace);
        for review in 0..3_650_u32 {
            let now = START + f64::from(review / 10) * DAY + f64::from(review % 10) * DAY / 240.0;
            let known = &Theme::IDEAS[..30];
            let due = ideas.due(now).first().map(|(idea, _)| *idea);
            let idea = due.unwrap_or_else(|| known[rng.below(known.len())]);
            let (person, puzzle) = (1200.0, 1080.0);
            let strength = truth
                .memory(idea)
                .map_or(person, |memory| memory.strength(person, now));
            let right = (rng.below(1_000_000) as f64) < 1e6 * expected(strength, puzzle);
            let attempt = IdeaAttempt {
                idea,
                at: now,
                score: if right { Score::Clean } else { Score::Failed },
                puzzle,
                person,
            };
            truth.add(&attempt);
            ideas.add(&attempt);
        }
        ideas.pace()
    }

    #[test]
    fn the_pace_of_people_is_found_from_a_year_of_results() {
        for pace in [0.5, 1.0, 2.0] {
            let found: f64 = (1..=4)
                .map(|seed| (estimated(pace, seed) / pace).ln())
                .sum::<f64>()
                / 4.0;
            assert!(found.abs() < 1.2_f64.ln(), "{} for {pace}", pace * found.exp());
        }
    }
}
