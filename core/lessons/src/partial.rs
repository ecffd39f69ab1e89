//! Teaches a lesson file without its faulty steps. Works on the form of the file only.
use super::source::line_of;
use super::{Fault, SourceError};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Key under which a file names the steps that are skipped.
const LEFT_OUT: &str = "left_out";

/// Removes the steps that the file itself skips, with their texts.
fn leave_out(file: &mut DeTable<'_>) {
    let names = left_out(file);
    if let Some(DeValue::Array(steps)) = file.get_mut("steps").map(Spanned::get_mut) {
        let all = std::mem::replace(steps, DeArray::new());
        let out = |step: &DeValue<'_>| id(step).is_some_and(|(id, _)| names.iter().any(|name| name == id));
        *steps = all.into_iter().filter(|step| !out(step.get_ref())).collect();
    }
    if let Some(DeValue::Table(languages)) = file.get_mut("text").map(Spanned::get_mut) {
        for (_, texts) in languages {
            if let DeValue::Table(texts) = texts.get_mut() {
                for name in &names {
                    texts.remove(name.as_str());
                }
            }
        }
    }
}

fn left_out(file: &DeTable<'_>) -> Vec<String> {
    let names = list(file, LEFT_OUT);
    names
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect()
}

/// Returns the values of a list in the file; none if the value is not a list.
fn list<'a, 'i>(file: &'a DeTable<'i>, name: &str) -> impl Iterator<Item = &'a DeValue<'i>> {
    let list = file.get(name).and_then(|list| list.get_ref().as_array());
    list.into_iter().flatten().map(Spanned::get_ref)
}

/// Returns the id of a step, and the offset where it stands.
fn id<'a>(step: &'a DeValue<'_>) -> Option<(&'a str, usize)> {
    let id = step.get("id")?;
    Some((id.get_ref().as_str()?, id.span().start))
}

/// Adds the steps of these faults to the file's skipped steps. Returns `None` if a fault concerns something
/// else than a remaining step.
pub fn without_faulty(source: &str, faults: &[Fault]) -> Option<String> {
    let file = DeTable::parse(source).ok()?.into_inner();
    let lesson = file
        .get("id")
        .and_then(|id| id.get_ref().as_str())
        .unwrap_or_default();
    let mut names = left_out(&file);
    let steps: Vec<(&str, usize)> = list(&file, "steps")
        .filter_map(id)
        .map(|(id, at)| (id, line_of(source, at)))
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

/// Returns the file as its author wrote it.
fn own(source: &str) -> &str {
    match source.split_once('\n') {
        Some((line, rest)) if line.starts_with(LEFT_OUT) => rest,
        _ => source.trim_start_matches('\u{feff}'),
    }
}

/// Returns the number of lines before the author's text.
pub fn lines_before(source: &str) -> usize {
    usize::from(own(source).len() < source.trim_start_matches('\u{feff}').len())
}

/// Parses the file without the skipped steps.
pub(super) fn read(source: &str) -> Result<Spanned<DeTable<'_>>, SourceError> {
    let mut file = DeTable::parse(source).map_err(|e| SourceError::of(source, &e))?;
    leave_out(file.get_mut());
    Ok(file)
}
