//! A lesson file without the steps in which something is wrong: what is right of it is taught. Knows its form, not what is
//! true of it.
use super::Fault;
use draughts::raw::form::{Form, FormError, What};

/// The key under which a file names its steps that are not taught.
const LEFT_OUT: &str = "left_out";

/// Takes the steps that the file itself leaves out away, with their texts.
fn leave_out(file: &mut Form) {
    let names = left_out(file);
    if names.is_empty() {
        return;
    }
    let named = |name: Option<&str>| name.is_some_and(|name| names.iter().any(|out| out == name));
    let What::Table(entries) = &mut file.what else {
        return;
    };
    for (key, value) in entries {
        match (key.text(), &mut value.what) {
            (Some("steps"), What::List(steps)) => {
                steps.retain(|step| !named(step.get("id").and_then(Form::text)));
            }
            (Some("text"), What::Table(languages)) => {
                for (_, texts) in languages {
                    if let What::Table(texts) = &mut texts.what {
                        texts.retain(|(key, _)| !named(key.text()));
                    }
                }
            }
            _ => {}
        }
    }
}

fn left_out(file: &Form) -> Vec<String> {
    let names = file.get(LEFT_OUT).map_or(&[][..], Form::list);
    names
        .iter()
        .filter_map(|name| name.text().map(str::to_owned))
        .collect()
}

/// The file where the steps of these faults are left out too; `None` where one of them is about something else than a step
/// that is still there.
pub fn without_faulty(source: &str, faults: &[Fault]) -> Option<String> {
    let file = Form::toml(source).ok()?;
    let lesson = file.get("id").and_then(Form::text).unwrap_or_default();
    let mut names = left_out(&file);
    let steps = file.get("steps").map_or(&[][..], Form::list);
    let steps: Vec<(&str, usize)> = steps
        .iter()
        .filter_map(|step| step.get("id"))
        .filter_map(|id| Some((id.text()?, id.line?)))
        .filter(|(id, _)| !names.iter().any(|name| name == id))
        .collect();
    let mut wrong = Vec::new();
    for fault in faults {
        let of = |id: &str| {
            let place = format!("{lesson}.{id}");
            fault.place == place || fault.place.starts_with(&format!("{place}."))
        };
        let by_line = || match (fault.place.is_empty(), fault.line) {
            (true, Some(line)) => steps.iter().rev().find(|(_, first)| *first <= line),
            _ => None,
        };
        let step = steps.iter().find(|(id, _)| of(id)).or_else(by_line)?;
        if !wrong.contains(&step.0) {
            wrong.push(step.0);
        }
    }
    names.extend(wrong.into_iter().map(str::to_owned));
    let names = serde_json::to_string(&names).ok()?;
    Some(format!("{LEFT_OUT} = {names}\n{}", own(source)))
}

/// The file as its author wrote it.
fn own(source: &str) -> &str {
    match source.split_once('\n') {
        Some((line, rest)) if line.starts_with(LEFT_OUT) => rest,
        _ => source.trim_start_matches('\u{feff}'),
    }
}

/// Lines that stand before what the author wrote.
pub fn lines_before(source: &str) -> usize {
    usize::from(own(source).len() < source.trim_start_matches('\u{feff}').len())
}

/// What the file says without them.
pub(super) fn read(source: &str) -> Result<Form, FormError> {
    let mut file = Form::toml(source)?;
    leave_out(&mut file);
    Ok(file)
}
