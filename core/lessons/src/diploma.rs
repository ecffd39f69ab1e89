//! What clubs examine at each level: the subjects, the lessons that teach them, and a trial exam. Knows no learner.
use super::{Lesson, Task};
use serde::Deserialize;

/// A diploma that one can try for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diploma {
    /// 1 is the first.
    pub level: u8,
    /// The lesson file whose steps are the tasks of the exam, by its id. It is taken without hints, each task once.
    pub exam: String,
    /// Right answers that are needed.
    pub pass: u8,
    /// What is examined, in order.
    pub subjects: Vec<Subject>,
}

/// Something that is examined.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// A word: "opposition".
    pub id: String,
    /// The lessons that teach it, by id.
    pub lessons: Vec<String>,
    /// The tasks of the exam about it, by the ids of their steps.
    pub tasks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Diplomas {
    pub(super) diplomas: Vec<Diploma>,
}

impl Subject {
    /// The key of its name.
    pub fn key(&self) -> String {
        format!("subject.{}.title", self.id)
    }
}

impl Diploma {
    /// What is wrong with it, where the tasks of its exam are these.
    pub(super) fn faults(&self, steps: Option<&[String]>, is_lesson: impl Fn(&str) -> bool) -> Vec<String> {
        let level = self.level;
        let Some(steps) = steps else {
            return vec![format!("no file holds the exam {:?}", self.exam)];
        };
        let mut faults = Vec::new();
        let tasks = || self.subjects.iter().flat_map(|subject| &subject.tasks);
        for step in steps {
            if tasks().filter(|task| *task == step).count() != 1 {
                faults.push(format!("level {level}: the task {step:?} is of one subject"));
            }
        }
        let unknown = tasks().filter(|task| !steps.contains(task));
        faults.extend(unknown.map(|task| format!("level {level}: the exam has no task {task:?}")));
        for subject in &self.subjects {
            let unknown = subject.lessons.iter().filter(|id| !is_lesson(id));
            faults.extend(unknown.map(|id| format!("{}: there is no lesson {id:?}", subject.id)));
        }
        if usize::from(self.pass) > steps.len() || self.pass == 0 {
            faults.push(format!("level {level}: nobody can have {} right", self.pass));
        }
        faults
    }
}

/// Whether a task may stand in an exam: it has one answer, and needs no computer.
pub(super) fn is_task(task: &Task) -> bool {
    !matches!(
        task,
        Task::Explain { .. } | Task::PlayOut(_) | Task::PlayAllCaptures | Task::ChooseRoute { .. }
    )
}

/// The ids of the steps that may not stand in an exam.
pub(super) fn no_tasks(lesson: &Lesson) -> impl Iterator<Item = &str> {
    let wrong = lesson.steps.iter().filter(|step| !is_task(&step.task));
    wrong.map(|step| step.id.as_str())
}
