//! The checker: verifies every step of every lesson, answer by answer, and every text of every language.
use super::claim::is_article;
use super::diploma::no_tasks;
use super::judge::{after, meant};
use super::{
    Answer, Fault, Judgement, Lesson, Proof, Report, School, SearchPending, SearchProvider, Step, Task,
    Unsearched, Verdict, WrongAnswer, judge,
};
use draughts::notation::movetext;
use draughts::{Move, Position, Side, Square};
use draughts_engine::EngineAssets;
use std::collections::{BTreeMap, BTreeSet};

mod figures;
mod kinds;
mod language;
mod places;
mod spotted;
mod words;

use figures::Figures;
pub use words::forbidden_words;
pub(super) use words::sentences;

/// Checks the wanted lessons of a school, by id, with their texts. `provider` searches the computer's moves.
///
/// # Errors
/// If a search must be done first.
pub fn check(
    school: &School,
    wanted: &dyn Fn(&str) -> bool,
    provider: &dyn SearchProvider,
    assets: &EngineAssets,
) -> Result<Report, SearchPending> {
    let mut report = Report::default();
    let counting = figures::counting(&school.texts, wanted);
    let mut spoken = Spoken::default();
    let mut positions = BTreeSet::new();
    let lessons = || school.lessons().iter().filter(|lesson| wanted(&lesson.id));
    let mut checks = |games: bool, report: &mut Report| {
        for lesson in lessons() {
            let file = school.file_of(&lesson.id).unwrap_or_default();
            for step in &lesson.steps {
                for line in step.lines() {
                    let mut check = StepCheck {
                        lesson,
                        file,
                        step: line,
                        exam: school.is_exam(&lesson.id),
                        played: Vec::new(),
                        matched: BTreeSet::new(),
                        report: &mut *report,
                        counting: &counting,
                        spoken: &mut spoken,
                        unmoved: BTreeSet::new(),
                        provider,
                        assets,
                    };
                    match &line.task {
                        Task::PlayOut(out) if games => check.play_out(out)?,
                        _ if games => {}
                        _ if line.shared.is_some() => check.variation(),
                        _ => check.run(),
                    }
                }
            }
        }
        Ok(())
    };
    let mut tracks = BTreeSet::new();
    // Games first: if a search must be done before, no other work is wasted.
    checks(true, &mut report)?;
    for lesson in lessons() {
        match school.is_exam(&lesson.id) {
            true => report.exams += 1,
            false => report.lessons += 1,
        }
        tracks.insert(&lesson.track);
        check_lesson(school, lesson, &mut report);
        for step in &lesson.steps {
            positions.insert(draughts::notation::fen::write(&step.position));
            report.steps += 1;
            report.interactive += usize::from(step.is_interactive());
            report.seconds += step.seconds();
            *report.kinds.entry(step.task.kind()).or_default() += 1;
        }
    }
    checks(false, &mut report)?;
    report.tracks = tracks.len() - usize::from(report.exams > 0);
    report.positions = positions.len();
    let ReadByHand { keys, places } = ReadByHand::list();
    words::check(school, wanted, &spoken, &keys, &mut report);
    places::check(school, wanted, &places, &mut report);
    Ok(report)
}

fn check_lesson(school: &School, lesson: &Lesson, report: &mut Report) {
    let file = school.file_of(&lesson.id).unwrap_or_default();
    let mut fault = |what: String| {
        report.faults.push(Fault {
            place: lesson.id.clone(),
            ..Fault::new(file, what)
        })
    };
    if !(1..=5).contains(&lesson.level) {
        fault("the level must be 1 to 5".to_owned());
    }
    // A teacher's lesson may have one task only.
    let least = if lesson.texts.is_empty() { 4 } else { 1 };
    if lesson.steps.iter().filter(|step| step.is_interactive()).count() < least {
        fault(format!("a lesson has at least {least} steps to do"));
    }
    if school.is_exam(&lesson.id) {
        for step in no_tasks(lesson) {
            fault(format!("{step:?} is not allowed in an exam"));
        }
    }
    let ids: BTreeSet<&str> = lesson.steps.iter().map(|step| step.id.as_str()).collect();
    if ids.len() != lesson.steps.len() {
        fault("two steps have the same id".to_owned());
    }
    let known: Vec<&str> = school.outlines().iter().map(|other| other.id.as_str()).collect();
    let place = known.iter().position(|id| *id == lesson.id);
    for required in &lesson.requires {
        if known.iter().position(|id| id == required) >= place {
            fault(format!("{required:?} does not come before it"));
        }
    }
    for article in lesson.articles.iter().filter(|article| !is_article(article)) {
        fault(format!("{article:?} is not an article"));
    }
}

/// The counts of every situation in which a text is shown, by the text's key.
type Spoken = BTreeMap<String, BTreeSet<Figures>>;

/// Keys of texts that a reader has checked, because the checker cannot.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadByHand {
    /// Texts with a number.
    keys: Vec<String>,
    /// Texts that name a square or a move that is not at their step.
    places: Vec<String>,
}

impl ReadByHand {
    fn list() -> ReadByHand {
        toml::from_str(include_str!("check/read-by-hand.toml")).expect("two lists of keys")
    }
}

/// The position after a move.
fn played(position: &Position, mv: &Move) -> Position {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}

struct StepCheck<'a> {
    lesson: &'a Lesson,
    file: &'a str,
    step: &'a Step,
    /// In an exam wrong answers are only marked and need no text.
    exam: bool,
    /// Moves of the line before the answer that is judged.
    played: Vec<Move>,
    /// Mistakes that match a wrong answer.
    matched: BTreeSet<String>,
    report: &'a mut Report,
    /// Keys of the texts that say a number.
    counting: &'a BTreeSet<&'a str>,
    spoken: &'a mut Spoken,
    /// Texts shown without a move, with the position: the thousands of moves that the rules refuse need one look.
    unmoved: BTreeSet<(String, u64)>,
    provider: &'a dyn SearchProvider,
    assets: &'a EngineAssets,
}

impl StepCheck<'_> {
    fn run(&mut self) {
        let step = self.step;
        if step.plays() && (step.position.turn() != Side::White || !step.position.can_move()) {
            self.fault("the learner plays White and has the move");
        }
        for claim in &step.claims {
            if claim.holds(step, self.assets) {
                self.report.claims += 1;
            } else {
                self.fault(format!("{claim:?} is not true"));
            }
        }
        let proof = Proof::of(step);
        if step.proof != Some(proof) {
            self.fault(format!("write `{proof}`"));
        }
        match &step.task {
            Task::Explain { .. } => self.right(&Answer::Seen, Verdict::Done),
            Task::TapSquares { .. } | Task::TapPieces { .. } => self.taps(),
            Task::CountCapture { choices } => self.count(choices),
            Task::PlayMove(_) | Task::Sequence(_) => self.line(0, step.position, &[]),
            Task::PlayAllCaptures => self.captures(),
            Task::ChooseRoute { routes } => self.routes(routes),
            // Checked before all others.
            Task::PlayOut(_) => {}
            Task::BuildPosition { given } => self.build(*given),
            Task::TrueFalse { answer } => self.truth(*answer),
            Task::Choose(options) => self.options(options),
            Task::SpotIrregularity { after, options } => {
                let names: Vec<&str> = spotted::spotted(&step.position, after).into_iter().collect();
                if names != [options.right.as_str()] {
                    self.fault(format!("the two boards show {names:?}"));
                }
                self.options(options);
            }
            Task::WriteMove { line } => self.written(line),
        }
        self.mistakes();
    }

    /// Checks the line after another reply. Its step's proof includes it.
    fn variation(&mut self) {
        self.report.variations += 1;
        self.line(0, self.step.position, &[]);
        self.mistakes();
    }

    fn taps(&mut self) {
        let (Task::TapSquares { squares } | Task::TapPieces { squares }) = &self.step.task else {
            return;
        };
        if !self.step.claims.iter().any(|claim| claim.settles_taps()) {
            self.fault("no claim says why these are the squares to tap");
        }
        let mut tapped = Vec::new();
        for square in squares.iter() {
            tapped.push(square.number());
            let all = tapped.len() == squares.len();
            self.right(
                &Answer::Taps(tapped.clone()),
                if all { Verdict::Done } else { Verdict::GoOn },
            );
        }
        let wrong: Vec<Square> = self
            .step
            .position
            .all_squares()
            .filter(|&s| !squares.contains(s))
            .collect();
        for square in wrong {
            self.wrong(&Answer::Taps(vec![square.number()]), true);
        }
    }

    fn count(&mut self, choices: &[u8]) {
        let longest = Proof::without_search(self.step).0.longest;
        if longest == 0 || !choices.contains(&longest) || choices.len() < 3 {
            self.fault("the number is not among three or more choices");
        }
        for &number in choices {
            if number == longest {
                self.right(&Answer::Count(number), Verdict::Done);
            } else {
                self.wrong(&Answer::Count(number), true);
            }
        }
    }

    fn captures(&mut self) {
        let position = self.step.position;
        let legal = position.legal_moves();
        if !position.must_capture() || legal.len() < 2 {
            self.fault("there are not two captures to play");
        }
        let mut paths = Vec::new();
        for mv in &legal {
            paths.push(path(&position, mv));
            let all = paths.len() == legal.len();
            self.right(
                &Answer::Moves(paths.clone()),
                if all { Verdict::Done } else { Verdict::GoOn },
            );
        }
        self.refusals(position, &[]);
    }

    /// Checks every accepted branch of a line, and every wrong move beside it.
    fn line(&mut self, at: usize, position: Position, so_far: &[Vec<u8>]) {
        let turns = self.step.turns();
        let turn = &turns[at];
        let accepted = turn.accepted(&position);
        if accepted.is_empty() {
            self.fault(format!("move {} cannot be played", at + 1));
        }
        for mv in position.legal_moves() {
            let answer = [so_far, &[path(&position, &mv)]].concat();
            if !accepted.contains(&mv) {
                self.wrong(&Answer::Moves(answer), true);
                continue;
            }
            let mut reached = position;
            reached.play_unchecked(&mv);
            let last = at + 1 == turns.len();
            match (&turn.reply, turn.reply_in(&reached)) {
                (Some(text), None) => self.fault(format!("the reply {text} is not legal")),
                (None, _) if !last => self.fault(format!("no reply to move {}", at + 1)),
                _ => {}
            }
            self.right(
                &Answer::Moves(answer.clone()),
                if last { Verdict::Done } else { Verdict::GoOn },
            );
            if !last {
                let (reached, moves) = after(&position, &mv, turn);
                let before = self.played.len();
                self.played.extend(moves);
                self.line(at + 1, reached, &answer);
                self.played.truncate(before);
            }
        }
        self.refusals(position, so_far);
    }

    /// Checks every blocked piece, and every pair of squares that is not a legal move.
    fn refusals(&mut self, position: Position, so_far: &[Vec<u8>]) {
        let can_move = |from: Square| position.legal_moves().iter().any(|mv| mv.origin() == from);
        for from in position.all_squares() {
            if !can_move(from) {
                self.wrong(&Answer::Moves([so_far, &[vec![from.number()]]].concat()), false);
            }
            for to in position.all_squares() {
                if meant(&position, &[from, to]).is_none() {
                    let tried = vec![from.number(), to.number()];
                    self.wrong(&Answer::Moves([so_far, &[tried]].concat()), false);
                }
            }
        }
    }

    /// Checks the mistakes: each matches a wrong answer, and its refutation is legal.
    fn mistakes(&mut self) {
        let step = self.step;
        let says: BTreeSet<&str> = step.mistakes.iter().map(|mistake| mistake.say.as_str()).collect();
        let least = match &step.task {
            Task::Explain { .. } => 0,
            _ if self.exam || self.is_own() => 0,
            _ if step.shared.is_some() => 1,
            Task::TrueFalse { .. } | Task::PlayOut(_) => 1,
            _ => 2,
        };
        if says.len() < least {
            self.fault("a step must explain at least two mistakes");
        }
        self.report.mistakes += says.len();
        for mistake in &step.mistakes {
            // In a game the checker cannot try all sequences of moves.
            let seldom = matches!(step.task, Task::PlayOut(_));
            if !self.matched.contains(&mistake.say) && !seldom {
                self.fault(format!("no wrong answer matches {:?}", mistake.say));
            }
            if mistake.refute.is_empty() {
                continue;
            }
            let mut position = step.position;
            for text in mistake.moves.first().into_iter().chain(&mistake.refute) {
                match movetext::read(&position, text) {
                    Ok(mv) => position.play_unchecked(&mv),
                    Err(e) => self.fault(format!("refutation of {:?}: {e}", mistake.say)),
                }
            }
        }
        let unplayed = |mistake: &super::Mistake| mistake.moves.is_empty() && !mistake.refute.is_empty();
        if step.plays() && step.mistakes.iter().any(unplayed) {
            self.fault("a refutation needs the moves that it refutes");
        }
    }

    /// Judges without a search, except in games: the texts of mistakes must not depend on it, and there are
    /// thousands of them.
    fn judge(&self, answer: &Answer) -> Result<Judgement, WrongAnswer> {
        let provider = match &self.step.task {
            Task::PlayOut(_) => self.provider,
            _ => &Unsearched,
        };
        judge(self.lesson, self.step, answer, provider)
    }

    fn right(&mut self, answer: &Answer, verdict: Verdict) {
        match self.judge(answer) {
            Ok(judgement) if judgement.verdict == verdict => {
                self.report.right += 1;
                let line = match &self.step.task {
                    Task::Explain { line } => line.clone(),
                    _ => [self.played.clone(), judgement.played].concat(),
                };
                let start = self.step.position;
                self.shown_with(&judgement.words.key, &start, &line, false);
                if verdict == Verdict::Done {
                    self.shown_with_line(&line);
                }
            }
            other => self.fault(format!(
                "{answer:?} is right, but is judged {:?}",
                verdict_of(other)
            )),
        }
    }

    /// Asserts that a wrong answer is refused and leads back to the same position; with `own`, that a text of
    /// the step explains it.
    fn wrong(&mut self, answer: &Answer, own: bool) {
        self.report.wrong += 1;
        let judgement = match self.judge(answer) {
            Ok(judgement) if judgement.verdict == Verdict::Wrong => judgement,
            other => {
                self.fault(format!(
                    "{answer:?} is wrong, but is judged {:?}",
                    verdict_of(other)
                ));
                return;
            }
        };
        let refused = judgement.refused.is_some();
        self.shown_with(
            &judgement.words.key,
            &judgement.before,
            &judgement.played,
            refused,
        );
        // A game restarts after its last move.
        if judgement.position != judgement.before && judgement.position != self.step.position {
            self.fault(format!("{answer:?} does not lead back to where it was tried"));
        }
        // In a game the engine's refutation may explain it.
        let own = own && !self.exam && !self.is_own() && !judgement.words.key.starts_with("common.loses.");
        match judgement
            .words
            .key
            .strip_prefix(&self.lesson.step_key(self.step, "wrong."))
        {
            Some(say) if plausible(&judgement, answer) => {
                self.matched.insert(say.to_owned());
            }
            Some(_) => {}
            None if own && !self.said_before(&judgement) => {
                self.fault(format!("{answer:?} is refused without a text of its own"))
            }
            None => {}
        }
    }

    /// Keeps the counts of the situation in which a text of the step is shown: moves from a position.
    fn shown_with(&mut self, key: &str, before: &Position, played: &[Move], refused: bool) {
        if self.is_own() || !key.starts_with(&self.lesson.id) || !self.counting.contains(key) {
            return;
        }
        if played.is_empty() && !self.unmoved.insert((key.to_owned(), before.hash())) {
            return;
        }
        let mut figures = Figures::of(before, played, self.step.plays());
        figures.also(self.step);
        if refused || !matches!(self.step.task, Task::PlayMove(_) | Task::Sequence(_)) {
            figures.in_parts(before);
        }
        self.spoken.entry(key.to_owned()).or_default().insert(figures);
    }

    /// Keeps the counts of the whole line, which the step's text and hints speak of.
    fn shown_with_line(&mut self, line: &[Move]) {
        let turns = 1..=self.step.turns().len();
        let keys = turns.map(|turn| format!("hint.{turn}"));
        for last in ["text", "hint", "look"]
            .map(str::to_owned)
            .into_iter()
            .chain(keys)
        {
            let key = self.lesson.step_key(self.step, &last);
            let start = self.step.position;
            self.shown_with(&key, &start, line, false);
        }
    }

    /// True for a file of the user's own, which may leave wrong answers to the rules and the engine.
    fn is_own(&self) -> bool {
        !self.lesson.texts.is_empty()
    }

    /// True if a text of the step explains a mistake made before the variation begins.
    fn said_before(&self, judgement: &Judgement) -> bool {
        let before = self.step.shared.as_ref();
        let key = before.map(|shared| self.lesson.key(&format!("{}.wrong.", shared.step)));
        key.is_some_and(|key| judgement.words.key.starts_with(&key))
    }

    fn fault(&mut self, what: impl Into<String>) {
        let fault = self.at_step(what.into());
        self.report.faults.push(fault);
    }

    /// Reports that a game of the step does not reach its goal.
    fn missed_goal(&mut self, what: impl Into<String>) {
        let fault = self.at_step(what.into());
        self.report.faults.push(Fault {
            misses_goal: true,
            ..fault
        });
    }

    fn at_step(&self, what: String) -> Fault {
        Fault {
            place: format!("{}.{}", self.lesson.id, self.step.id),
            line: Some(self.step.line),
            ..Fault::new(self.file, what)
        }
    }
}

/// True if a learner could answer this: a tried move starts on a piece.
fn plausible(judgement: &Judgement, answer: &Answer) -> bool {
    let Answer::Moves(paths) = answer else { return true };
    let from = paths.last().and_then(|path| Square::new(*path.first()?));
    from.is_some_and(|from| judgement.before.piece_at(from).is_some())
}

fn verdict_of(judged: Result<Judgement, super::WrongAnswer>) -> String {
    judged.map_or_else(|e| e.to_string(), |judgement| format!("{:?}", judgement.verdict))
}

/// Returns a move as a learner enters it, with every intermediate square.
fn path(position: &Position, mv: &draughts::Move) -> Vec<u8> {
    let route = position.routes(mv).into_iter().next().unwrap_or_default();
    route.into_iter().map(Square::number).collect()
}
