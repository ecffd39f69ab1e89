//! What a check tells: problems with their places, and counts. Knows no lesson.
use std::collections::BTreeMap;
use std::fmt;

/// A problem and its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// The file, where it is known.
    pub file: String,
    /// The line of the file, 1 the first.
    pub line: Option<usize>,
    /// "board.corner", or the key of a text; empty for the whole file.
    pub place: String,
    /// The problem in a sentence.
    pub what: String,
}

impl Fault {
    /// A problem of a whole file.
    pub(super) fn new(file: &str, what: String) -> Fault {
        Fault {
            file: file.to_owned(),
            what,
            ..Fault::default()
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut colon = false;
        if !self.file.is_empty() {
            f.write_str(&self.file)?;
            colon = true;
        }
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.place.is_empty() {
            write!(f, "{}{}", if colon { ": " } else { "" }, self.place)?;
            colon = true;
        }
        write!(f, "{}{}", if colon { ": " } else { "" }, self.what)
    }
}

/// The result of a check.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// All problems.
    pub faults: Vec<Fault>,
    /// Tracks of the lessons that were checked, and the exams beside them.
    pub tracks: usize,
    /// The exams.
    pub exams: usize,
    /// Seconds that all steps take a learner, by estimate.
    pub seconds: u32,
    /// Steps by their kind.
    pub kinds: BTreeMap<&'static str, usize>,
    /// Lessons, steps, and how many of those ask the learner to do something.
    pub lessons: usize,
    /// All steps.
    pub steps: usize,
    /// Those that ask the learner to do something.
    pub interactive: usize,
    /// Other replies in sequences, each with its line.
    pub variations: usize,
    /// Different positions.
    pub positions: usize,
    /// Claims proved.
    pub claims: usize,
    /// Model answers judged right, on every branch.
    pub right: usize,
    /// Wrong answers judged.
    pub wrong: usize,
    /// Mistakes with a text of their own.
    pub mistakes: usize,
    /// Texts of each language.
    pub texts: BTreeMap<String, usize>,
    /// The tracks that are not told in a language yet, by their ids; only where all lessons were checked.
    pub untold: BTreeMap<String, Vec<String>>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            tracks,
            lessons,
            exams,
            seconds,
            steps,
            interactive,
            variations,
            positions,
            claims,
            right,
            wrong,
            mistakes,
            ..
        } = self;
        writeln!(
            f,
            "{tracks} tracks, {lessons} lessons, {exams} exams, {steps} steps ({interactive} to do), {variations} other replies, {positions} positions"
        )?;
        let kinds: Vec<String> = self
            .kinds
            .iter()
            .map(|(kind, steps)| format!("{steps} {kind}"))
            .collect();
        writeln!(f, "about {} minutes: {}", seconds.div_ceil(60), kinds.join(", "))?;
        writeln!(f, "{steps} proofs, {claims} claims, {right} model answers right")?;
        writeln!(f, "{wrong} wrong answers refused, {mistakes} mistakes explained")?;
        for (language, texts) in &self.texts {
            write!(f, "{language}: {texts} texts")?;
            if let Some(untold) = self.untold.get(language).filter(|tracks| !tracks.is_empty()) {
                write!(f, ", none of {}", untold.join(", "))?;
            }
            writeln!(f)?;
        }
        for fault in &self.faults {
            writeln!(f, "{fault}")?;
        }
        Ok(())
    }
}
