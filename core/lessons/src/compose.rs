//! Lessons composed from positions, moves and texts: written as a lesson file and read back. The checker
//! checks the file like every other.
use super::check::{forbidden_words, sentences};
use super::{Accept, Goal, Lesson, PlayOut, Step, Task, fill_proofs};
use draughts::notation::{fen, movetext};
use draughts::{Move, Piece, Position, Side, Square, Variant};
use std::fmt::Write;

/// Maximum length of a text, in characters.
const LONGEST: usize = 200;

/// A lesson as a teacher composes it, in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The variant.
    pub variant: Variant,
    /// Language of its texts, as two letters.
    pub language: String,
    /// The title.
    pub title: String,
    /// Text at the beginning.
    pub intro: String,
    /// Text at the end.
    pub outro: String,
    /// Text between the moves of a line.
    pub go: String,
    /// Its steps, in order.
    pub steps: Vec<DraftStep>,
}

/// A step of a draft. The learner may play either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftStep {
    /// The position, with the learner to move.
    pub fen: String,
    /// The task.
    pub task: DraftTask,
    /// The question or explanation.
    pub text: String,
    /// Text after the right answer.
    pub right: String,
    /// The hint.
    pub hint: String,
    /// Text for another legal move. If empty, the engine or the rules explain it.
    pub wrong: String,
}

/// The task of a step of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DraftTask {
    /// Read, and look at the position.
    Explain,
    /// Play these moves.
    Moves(Vec<DraftTurn>),
    /// Play against the computer.
    PlayOut(PlayOut),
}

/// A move of the learner and the reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftTurn {
    /// The right moves, in notation.
    pub accept: Vec<String>,
    /// The other side's reply; `None` in the last turn.
    pub reply: Option<String>,
}

/// A fault of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftFault {
    /// It has no title.
    NoTitle,
    /// It has no step with a task.
    NothingToDo,
    /// A text is missing.
    NoText,
    /// A text is longer than 200 characters or has more than two sentences.
    LongText,
    /// A text uses a word of another game: *queen*, *pawn*.
    Word,
    /// The position is invalid, or the side to move has no move.
    Position,
    /// No move is right.
    NoMove,
    /// A move is not legal.
    Illegal,
    /// After a right move there is no reply.
    NoReply,
    /// The game against the computer is invalid: an unknown level, or more than 40 moves.
    Game,
}

impl Draft {
    /// Writes the lesson file of this draft, with this id.
    ///
    /// # Errors
    /// The faults, each with its step, from 0; `None` for the whole lesson.
    pub fn write(&self, id: &str) -> Result<String, Vec<(Option<usize>, DraftFault)>> {
        let mut faults = Vec::new();
        let mut shown = vec![(None, self.title.as_str())];
        if self.title.trim().is_empty() {
            faults.push((None, DraftFault::NoTitle));
        }
        shown.extend([&self.intro, &self.outro, &self.go].map(|text| (None, text.as_str())));
        let mut steps = String::new();
        let mut texts = String::new();
        for (at, step) in self.steps.iter().enumerate() {
            let mut own = vec![&step.text];
            if step.task != DraftTask::Explain {
                own.extend([&step.right, &step.hint]);
            }
            if own.iter().any(|text| text.trim().is_empty()) {
                faults.push((Some(at), DraftFault::NoText));
            }
            own.push(&step.wrong);
            shown.extend(own.into_iter().map(|text| (Some(at), text.as_str())));
            match step.written(at + 1, self) {
                Ok((form, words)) => {
                    steps.push_str(&form);
                    texts.push_str(&words);
                }
                Err(fault) => faults.push((Some(at), fault)),
            }
        }
        for (at, text) in shown {
            let fault = fault_of(&self.language, &tidy(&self.language, text));
            faults.extend(fault.map(|fault| (at, fault)));
        }
        if self.steps.iter().all(|step| step.task == DraftTask::Explain) {
            faults.push((None, DraftFault::NothingToDo));
        }
        if !faults.is_empty() {
            faults.dedup();
            return Err(faults);
        }
        let say = |text: &str| quoted(&tidy(&self.language, text));
        let source = format!(
            "id = {}\nvariant = {}\ntrack = \"own\"\nlevel = 3\nrequires = []\narticles = []\n{steps}\n[text.{}]\n\
             title = {}\nintro = {}\noutro = {}\n{texts}",
            quoted(id),
            quoted(self.variant.key()),
            self.language,
            say(&self.title),
            say(&self.intro),
            say(&self.outro),
        );
        fill_proofs(&source).map_err(|_| vec![(None, DraftFault::Position)])
    }

    /// Returns the draft that a lesson was written from, in this language or the one of its file. Returns
    /// `None` if the lesson has something that a draft cannot have.
    #[must_use]
    pub fn of(lesson: &Lesson, language: &str) -> Option<Draft> {
        let (language, texts) = match lesson.texts.get_key_value(language) {
            Some(own) => own,
            None => lesson.texts.first_key_value()?,
        };
        let say = |key: &str| texts.get(key).cloned().unwrap_or_default();
        let mut go = String::new();
        let mut steps = Vec::new();
        for step in &lesson.steps {
            let own = |last: &str| say(&lesson.step_key(step, last));
            let task = task_of(step)?;
            let is_line = matches!(task, DraftTask::Moves(_));
            if go.is_empty() {
                go = own("go.1");
            }
            steps.push(DraftStep {
                fen: fen::write(&step.position),
                task,
                text: own("text"),
                right: own("right"),
                hint: own(if is_line { "hint.1" } else { "hint" }),
                wrong: own("wrong.other"),
            });
        }
        Some(Draft {
            variant: lesson.variant,
            language: language.clone(),
            title: say(&lesson.key("title")),
            intro: say(&lesson.key("intro")),
            outro: say(&lesson.key("outro")),
            go,
            steps,
        })
    }
}

fn task_of(step: &Step) -> Option<DraftTask> {
    Some(match &step.task {
        Task::Explain { line } if line.is_empty() => DraftTask::Explain,
        Task::PlayOut(out) => DraftTask::PlayOut(out.clone()),
        Task::Sequence(turns) if step.variations.is_empty() => {
            let turn = |turn: &super::Turn| match &turn.accept {
                Accept::Moves(accept) => Some(DraftTurn {
                    accept: accept.clone(),
                    reply: turn.reply.clone(),
                }),
                Accept::Any => None,
            };
            DraftTask::Moves(turns.iter().map(turn).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

impl DraftStep {
    /// Returns the step's part of the file, and its texts.
    fn written(&self, number: usize, draft: &Draft) -> Result<(String, String), DraftFault> {
        let position = fen::read(draft.variant, &self.fen).map_err(|_| DraftFault::Position)?;
        if self.task != DraftTask::Explain && !position.can_move() {
            return Err(DraftFault::Position);
        }
        // The learner always plays White.
        let turns = position.turn() == Side::Black && self.task != DraftTask::Explain;
        let shown = if turns { turned(&position)? } else { position };
        let id = format!("step-{number}");
        let mut form = format!(
            "\n[[steps]]\nid = \"{id}\"\nfen = {}\n",
            quoted(&fen::write(&shown))
        );
        let say = |text: &str| quoted(&tidy(&draft.language, text));
        let mut words = format!("\n[text.{}.{id}]\ntext = {}\n", draft.language, say(&self.text));
        if self.task != DraftTask::Explain {
            put(&mut words, format_args!("right = {}\n", say(&self.right)));
        }
        match &self.task {
            DraftTask::Explain => form.push_str("kind = \"explain\"\n"),
            DraftTask::PlayOut(out) => {
                put(&mut form, format_args!("kind = \"playOut\"\n{}", play_out(out)?));
                put(&mut words, format_args!("hint = {}\n", say(&self.hint)));
                if !self.wrong.trim().is_empty() {
                    form.push_str(
                        "wrong = [{ say = \"other\", slip = \"letGo\" }, { say = \"other\", slip = \"outOfMoves\" }]\n",
                    );
                    put(&mut words, format_args!("wrong.other = {}\n", say(&self.wrong)));
                }
            }
            DraftTask::Moves(line) => {
                let line = WrittenLine::read(&position, line, turns)?;
                put(
                    &mut form,
                    format_args!("kind = \"sequence\"\nturns = [{}]\n", line.turns.join(", ")),
                );
                for turn in 1..=line.turns.len() {
                    put(&mut words, format_args!("hint.{turn} = {}\n", say(&self.hint)));
                }
                for turn in 1..line.turns.len() {
                    put(&mut words, format_args!("go.{turn} = {}\n", say(&draft.go)));
                }
                if !self.wrong.trim().is_empty() && !line.others.is_empty() {
                    put(&mut form, format_args!("wrong = [{}]\n", line.others.join(", ")));
                    put(&mut words, format_args!("wrong.other = {}\n", say(&self.wrong)));
                }
            }
        }
        Ok((form, words))
    }
}

/// A line as in a file: its turns, and for each turn the legal moves that are not right.
struct WrittenLine {
    turns: Vec<String>,
    others: Vec<String>,
}

impl WrittenLine {
    fn read(start: &Position, line: &[DraftTurn], turns: bool) -> Result<WrittenLine, DraftFault> {
        if line.is_empty() {
            return Err(DraftFault::NoMove);
        }
        let mut position = *start;
        let mut written = WrittenLine {
            turns: Vec::new(),
            others: Vec::new(),
        };
        for (at, turn) in line.iter().enumerate() {
            let read = |position: &Position, text: &String| {
                movetext::read(position, text).map_err(|_| DraftFault::Illegal)
            };
            let accept = turn.accept.iter().map(|text| read(&position, text));
            let accept: Vec<Move> = accept.collect::<Result<_, _>>()?;
            let Some(first) = accept.first() else {
                return Err(DraftFault::NoMove);
            };
            let all: Vec<Move> = position.legal_moves();
            let others: Vec<Move> = all.iter().filter(|mv| !accept.contains(mv)).copied().collect();
            if !others.is_empty() {
                let others = list(&position, &others, turns)?;
                written.others.push(format!(
                    "{{ say = \"other\", turn = {}, moves = {others} }}",
                    at + 1
                ));
            }
            let mut form = format!("{{ accept = {}", list(&position, &accept, turns)?);
            let last = at + 1 == line.len();
            match &turn.reply {
                Some(text) if !last => {
                    // The reply must answer every right move.
                    let mut reached = None;
                    for mv in accept.iter().rev() {
                        let mut after = position;
                        after.play_unchecked(mv);
                        reached = Some((after, read(&after, text)?));
                    }
                    let Some((after, reply)) = reached else {
                        return Err(DraftFault::NoMove);
                    };
                    put(
                        &mut form,
                        format_args!(", reply = {}", quoted(&as_written(&after, &reply, turns)?)),
                    );
                    position = after;
                    position.play_unchecked(&reply);
                }
                None if !last => return Err(DraftFault::NoReply),
                _ => position.play_unchecked(first),
            }
            form.push_str(" }");
            written.turns.push(form);
        }
        Ok(written)
    }
}

fn list(position: &Position, moves: &[Move], turns: bool) -> Result<String, DraftFault> {
    let written = moves
        .iter()
        .map(|mv| Ok(quoted(&as_written(position, mv, turns)?)));
    Ok(format!(
        "[{}]",
        written.collect::<Result<Vec<_>, _>>()?.join(", ")
    ))
}

/// Writes a move, on the board or on the board turned round.
fn as_written(position: &Position, mv: &Move, turns: bool) -> Result<String, DraftFault> {
    if !turns {
        return Ok(movetext::write(position, mv));
    }
    let shown = turned(position)?;
    let there = |square: Square| opposite(position, square);
    let same = |other: &Move| {
        Some(other.origin()) == there(mv.origin())
            && Some(other.target()) == there(mv.target())
            && other.captured().len() == mv.captured().len()
            && mv
                .captured()
                .iter()
                .all(|square| there(square).is_some_and(|square| other.captured().contains(square)))
    };
    let found = shown.legal_moves().into_iter().find(same);
    found
        .map(|found| movetext::write(&shown, &found))
        .ok_or(DraftFault::Illegal)
}

/// Returns the position with the board turned and the colours exchanged.
fn turned(position: &Position) -> Result<Position, DraftFault> {
    let mut setup = position.to_setup();
    setup.turn = !setup.turn;
    for (square, Piece { side, .. }) in &mut setup.pieces {
        *square = opposite(position, *square).ok_or(DraftFault::Position)?;
        *side = !*side;
    }
    setup.king_moves.swap(0, 1);
    for (square, _) in setup.king_moves.iter_mut().flatten() {
        *square = opposite(position, *square).ok_or(DraftFault::Position)?;
    }
    Position::from_setup(position.variant(), &setup).map_err(|_| DraftFault::Position)
}

fn opposite(position: &Position, square: Square) -> Option<Square> {
    Square::new(position.squares() + 1 - square.number())
}

fn play_out(out: &PlayOut) -> Result<String, DraftFault> {
    let goal = match out.goal {
        Goal::Win => "goal = \"win\"".to_owned(),
        Goal::Draw => "goal = \"draw\"".to_owned(),
        Goal::King => "goal = \"king\"".to_owned(),
        Goal::Gain(by) if by > 0 => format!("goal = \"gain\"\nby = {by}"),
        Goal::Gain(_) => return Err(DraftFault::Game),
    };
    if !(1..=40).contains(&out.moves) {
        return Err(DraftFault::Game);
    }
    Ok(format!(
        "{goal}\nmoves = {}\nlevel = {}\n",
        out.moves,
        quoted(&out.level)
    ))
}

fn fault_of(language: &str, text: &str) -> Option<DraftFault> {
    if text.is_empty() {
        return None;
    }
    if text.chars().count() > LONGEST || sentences(text) > 2 {
        return Some(DraftFault::LongText);
    }
    (!forbidden_words(language, text).is_empty()).then_some(DraftFault::Word)
}

/// Normalises a text for print: one line, typographic apostrophes, and in French no-break spaces.
fn tidy(language: &str, text: &str) -> String {
    let mut tidy = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('\'', "’");
    if language == "fr" {
        for sign in [':', ';', '!', '?', '»'] {
            tidy = tidy.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"));
            let mut spaced = String::with_capacity(tidy.len());
            for letter in tidy.chars() {
                // After a number, ! and ? are signs of a move.
                let of_a_move = |before: char| before.is_ascii_digit() && ['!', '?'].contains(&sign);
                let glued = |before: char| {
                    !before.is_whitespace() && !['!', '?', '«'].contains(&before) && !of_a_move(before)
                };
                if letter == sign && spaced.chars().next_back().is_some_and(glued) {
                    spaced.push('\u{a0}');
                }
                spaced.push(letter);
            }
            tidy = spaced;
        }
        tidy = tidy
            .replace("« ", "«")
            .replace("«\u{a0}", "«")
            .replace('«', "«\u{a0}");
    }
    tidy
}

/// Quotes a text. JSON escapes are valid TOML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn put(into: &mut String, what: std::fmt::Arguments<'_>) {
    into.write_fmt(what).expect("writing to a String cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(fen: &str, task: DraftTask) -> Draft {
        let said = |text: &str| text.to_owned();
        Draft {
            variant: Variant::International,
            language: said("fr"),
            title: said("L'arrêt"),
            intro: String::new(),
            outro: String::new(),
            go: said("Bien. Continuez."),
            steps: vec![DraftStep {
                fen: said(fen),
                task,
                text: said("Que jouez-vous ici ?\nRegardez:"),
                right: said("Juste."),
                hint: said("« À droite »."),
                wrong: said("Pas ainsi."),
            }],
        }
    }

    fn line(turns: &[(&[&str], Option<&str>)]) -> DraftTask {
        let turn = |(accept, reply): &(&[&str], Option<&str>)| DraftTurn {
            accept: accept.iter().map(|&text| text.to_owned()).collect(),
            reply: reply.map(str::to_owned),
        };
        DraftTask::Moves(turns.iter().map(turn).collect())
    }

    #[test]
    fn a_draft_is_written_as_a_lesson_and_read_back() {
        let task = line(&[(&["38-32"], Some("12-18")), (&["32-28"], None)]);
        let draft = draft("W:W38:B12", task.clone());
        let lesson = Lesson::read(&draft.write("own").unwrap()).unwrap();
        let again = Draft::of(&lesson, "en").unwrap();
        assert_eq!(again.steps[0].task, task);
        assert_eq!(again.title, "L’arrêt");
        assert_eq!(again.steps[0].text, "Que jouez-vous ici\u{a0}? Regardez\u{a0}:");
        assert_eq!(again.steps[0].hint, "«\u{a0}À droite\u{a0}».");
        assert_eq!(again.go, "Bien. Continuez.");
        assert_eq!(lesson.steps[0].proof, Some(crate::Proof::of(&lesson.steps[0])));
        assert_eq!(again.write("own").unwrap(), draft.write("own").unwrap());
    }

    #[test]
    fn a_draft_for_black_is_turned_round() {
        let task = line(&[(&["13-19"], Some("39-33")), (&["19-23"], None)]);
        let lesson = Lesson::read(&draft("B:W39:B13", task).write("own").unwrap()).unwrap();
        let again = Draft::of(&lesson, "fr").unwrap();
        assert_eq!(again.steps[0].fen, "W:W38:B12");
        assert_eq!(
            again.steps[0].task,
            line(&[(&["38-32"], Some("12-18")), (&["32-28"], None)])
        );
    }

    #[test]
    fn faults_of_a_draft_name_their_step() {
        let good = draft("W:W38:B12", line(&[(&["38-32"], None)]));
        let fault = |change: fn(&mut Draft)| {
            let mut draft = good.clone();
            change(&mut draft);
            draft.write("own").unwrap_err()
        };
        assert_eq!(fault(|d| d.title = " ".to_owned()), [(None, DraftFault::NoTitle)]);
        assert_eq!(fault(|d| d.steps.clear()), [(None, DraftFault::NothingToDo)]);
        assert_eq!(
            fault(|d| d.steps[0].text.clear()),
            [(Some(0), DraftFault::NoText)]
        );
        assert_eq!(
            fault(|d| d.steps[0].right = "a".repeat(201)),
            [(Some(0), DraftFault::LongText)]
        );
        assert_eq!(
            fault(|d| d.steps[0].hint = "A. B. C.".to_owned()),
            [(Some(0), DraftFault::LongText)]
        );
        assert_eq!(
            fault(|d| d.steps[0].text = "La reine joue.".to_owned()),
            [(Some(0), DraftFault::Word)]
        );
        assert_eq!(
            fault(|d| d.steps[0].fen = "?".to_owned()),
            [(Some(0), DraftFault::Position)]
        );
        let moves = |turns| {
            let mut draft = good.clone();
            draft.steps[0].task = line(turns);
            draft.write("own").unwrap_err()
        };
        assert_eq!(moves(&[]), [(Some(0), DraftFault::NoMove)]);
        assert_eq!(moves(&[(&["38-27"], None)]), [(Some(0), DraftFault::Illegal)]);
        assert_eq!(
            moves(&[(&["38-32"], None), (&["32-28"], None)]),
            [(Some(0), DraftFault::NoReply)]
        );
    }
}
