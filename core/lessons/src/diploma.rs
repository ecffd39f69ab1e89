//! Diplomas: the subjects that clubs examine at each level, the lessons that teach them, and a trial exam.
use super::{Lesson, Task};
use serde::Deserialize;

/// A diploma.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diploma {
    /// Level, from 1.
    pub level: u8,
    /// Id of the lesson file whose steps are the tasks of the exam. The exam has no hints, and each task is
    /// taken once.
    pub exam: String,
    /// Number of right answers needed.
    pub pass: u8,
    /// Subjects of the exam, in order.
    pub subjects: Vec<Subject>,
}

/// A subject of an exam.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// Id: "opposition".
    pub id: String,
    /// Ids of the lessons that teach it.
    pub lessons: Vec<String>,
    /// Ids of the exam's steps about it.
    pub tasks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Diplomas {
    pub(super) diplomas: Vec<Diploma>,
}

impl Subject {
    /// Returns the key of its name.
    pub fn key(&self) -> String {
        format!("subject.{}.title", self.id)
    }
}

impl Diploma {
    /// Returns the faults of the diploma; `steps` are the tasks of its exam.
    pub(super) fn faults(&self, steps: Option<&[String]>, is_lesson: impl Fn(&str) -> bool) -> Vec<String> {
        let level = self.level;
        let Some(steps) = steps else {
            return vec![format!("no file contains the exam {:?}", self.exam)];
        };
        let mut faults = Vec::new();
        let tasks = || self.subjects.iter().flat_map(|subject| &subject.tasks);
        for step in steps {
            if tasks().filter(|task| *task == step).count() != 1 {
                faults.push(format!(
                    "level {level}: the task {step:?} must belong to exactly one subject"
                ));
            }
        }
        let unknown = tasks().filter(|task| !steps.contains(task));
        faults.extend(unknown.map(|task| format!("level {level}: the exam has no task {task:?}")));
        for subject in &self.subjects {
            let unknown = subject.lessons.iter().filter(|id| !is_lesson(id));
            faults.extend(unknown.map(|id| format!("{}: there is no lesson {id:?}", subject.id)));
        }
        if usize::from(self.pass) > steps.len() || self.pass == 0 {
            faults.push(format!(
                "level {level}: the exam cannot need {} right answers",
                self.pass
            ));
        }
        faults
    }
}

/// True if a task may be in an exam: it has one answer and needs no search.
pub(super) fn is_task(task: &Task) -> bool {
    !matches!(
        task,
        Task::Explain { .. } | Task::PlayOut(_) | Task::PlayAllCaptures | Task::ChooseRoute { .. }
    )
}

/// Returns the ids of the steps that may not be in an exam.
pub(super) fn no_tasks(lesson: &Lesson) -> impl Iterator<Item = &str> {
    let wrong = lesson.steps.iter().filter(|step| !is_task(&step.task));
    wrong.map(|step| step.id.as_str())
}
