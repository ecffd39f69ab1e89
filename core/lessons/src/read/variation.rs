//! Reads another reply of a sequence as a step of its own: the line of its step up to the reply, then its own
//! line.
use super::{RawMistake, RawTurn, read_mistakes, read_turn};
use crate::lesson::{Shared, Step, Task, Turn};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawVariation {
    /// Number of the learner's move before the reply, from 1.
    after: usize,
    reply: String,
    turns: Vec<RawTurn>,
    wrong: Vec<RawMistake>,
}

impl RawVariation {
    pub(super) fn read(self, step: &Step, number: usize) -> Result<Step, String> {
        let Task::Sequence(line) = &step.task else {
            return Err("only a sequence has variations".to_owned());
        };
        if !(1..line.len()).contains(&self.after) {
            return Err(format!(
                "`after` must be one of the moves 1 to {}",
                line.len() - 1
            ));
        }
        if self.turns.is_empty() {
            return Err("a variation needs at least one move".to_owned());
        }
        let mut turns: Vec<Turn> = line[..self.after].to_vec();
        if let Some(last) = turns.last_mut()
            && last
                .reply
                .replace(self.reply)
                .is_none_or(|reply| Some(&reply) == last.reply.as_ref())
        {
            return Err("a variation needs another reply than the line".to_owned());
        }
        for turn in self.turns {
            turns.push(read_turn(turn.any, turn.accept, turn.reply)?);
        }
        Ok(Step {
            id: format!("{}.variation.{number}", step.id),
            line: step.line,
            task: Task::Sequence(turns),
            position: step.position,
            marks: step.marks.clone(),
            shows: Vec::new(),
            mistakes: read_mistakes(&step.position, self.wrong)?,
            claims: Vec::new(),
            proof: None,
            variations: Vec::new(),
            shared: Some(Shared {
                step: step.id.clone(),
                turns: self.after,
                mistakes: step.mistakes.clone(),
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Answer, Lesson, Proof, Unsearched, Verdict, Worth, judge};

    fn lesson(variation: &str) -> Result<Lesson, String> {
        let source = format!(
            "id = \"own\"\nvariant = \"international\"\ntrack = \"own\"\nlevel = 1\nrequires = []\narticles = []\n\
             [[steps]]\nid = \"march\"\nkind = \"sequence\"\nfen = \"W:W38:B12\"\n\
             turns = [{{ accept = [\"38-32\"], reply = \"12-18\" }}, {{ accept = [\"32-28\"] }}]\n\
             variations = [{variation}]\nwrong = [{{ say = \"miss\", moves = [\"38-33\"] }}]\n"
        );
        Lesson::read(&source).map_err(|wrong| wrong.to_string())
    }

    const OTHER: &str = "{ after = 1, reply = \"12-17\", turns = [{ accept = [\"32-27\"] }], \
                         wrong = [{ say = \"later\", moves = [\"32-28\"] }] }";

    #[test]
    fn a_variation_has_its_own_line_and_texts() {
        let lesson = lesson(OTHER).unwrap();
        let other = lesson.steps[0].varied(1).unwrap();
        let judged = |paths: &[&[u8]]| {
            let paths = paths.iter().map(|path| path.to_vec()).collect();
            judge(&lesson, other, &Answer::Moves(paths), &Unsearched).unwrap()
        };
        let first = judged(&[&[38, 32]]);
        assert_eq!(
            (first.verdict, first.words.key.as_str()),
            (Verdict::GoOn, "own.march.variation.1.go.1")
        );
        assert_eq!(first.played[1].origin().number(), 12);
        assert_eq!(first.played[1].target().number(), 17);
        // Before the reply the step explains mistakes, after it the variation.
        assert_eq!(judged(&[&[38, 33]]).words.key, "own.march.wrong.miss");
        let later = judged(&[&[38, 32], &[32, 28]]);
        assert_eq!(later.words.key, "own.march.variation.1.wrong.later");
        let last = judged(&[&[38, 32], &[32, 27]]);
        assert_eq!(last.verdict, Verdict::Done);
        assert_eq!(last.words.key, "own.march.variation.1.right");
        assert!(lesson.steps[0].varied(2).is_none());
    }

    #[test]
    fn a_step_is_proved_with_the_worst_of_its_lines() {
        let end = |variation: &str| Proof::of(&lesson(variation).unwrap().steps[0]).end;
        let lets_by = OTHER.replace("32-27", "32-28");
        assert_eq!(
            (end(OTHER), end(&lets_by)),
            (Some(Worth::Won), Some(Worth::Men(0)))
        );
    }

    #[test]
    fn an_invalid_variation_is_refused() {
        for (wrong, what) in [
            (OTHER.replace("12-17", "12-18"), "another reply than the line"),
            (
                OTHER.replace("after = 1", "after = 2"),
                "`after` must be one of the moves 1 to 1",
            ),
            (
                OTHER.replace("after = 1", "after = 0"),
                "`after` must be one of the moves 1 to 1",
            ),
            (OTHER.replace("{ accept = [\"32-27\"] }", ""), "at least one move"),
        ] {
            let told = lesson(&wrong).unwrap_err();
            assert!(told.contains(what), "{told}");
        }
    }
}
