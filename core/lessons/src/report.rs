//! The report of a check: problems with their places, and counts.
use std::collections::BTreeMap;
use std::fmt;

/// A problem and its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// File name, if known.
    pub file: String,
    /// Line of the file, from 1.
    pub line: Option<usize>,
    /// Place: "board.corner", or the key of a text; empty for the whole file.
    pub place: String,
    /// The problem in a sentence.
    pub what: String,
    /// True if a game of the step does not reach its goal.
    pub misses_goal: bool,
}

impl Fault {
    /// Creates a problem of a whole file.
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
    /// Number of tracks of the checked lessons.
    pub tracks: usize,
    /// Number of exams.
    pub exams: usize,
    /// Estimated time that a learner needs for all steps, in seconds.
    pub seconds: u32,
    /// Number of steps by kind.
    pub kinds: BTreeMap<&'static str, usize>,
    /// Number of lessons.
    pub lessons: usize,
    /// Number of steps.
    pub steps: usize,
    /// Number of steps that ask the learner to do something.
    pub interactive: usize,
    /// Number of other replies in sequences, each with its line.
    pub variations: usize,
    /// Number of different positions.
    pub positions: usize,
    /// Number of claims proved.
    pub claims: usize,
    /// Number of numbers in texts, in all languages, compared with the moves that are shown.
    pub numbers: usize,
    /// Number of texts whose numbers only a reader can check.
    pub read: usize,
    /// Number of squares and moves that texts name, in all languages, found at their step.
    pub named: usize,
    /// Number of texts with a square or a move that only a reader can check.
    pub named_read: usize,
    /// Number of model answers judged right, on every branch.
    pub right: usize,
    /// Number of wrong answers judged.
    pub wrong: usize,
    /// Number of mistakes with their own text.
    pub mistakes: usize,
    /// Number of texts by language.
    pub texts: BTreeMap<String, usize>,
    /// Ids of the tracks without a translation, by language; empty unless all lessons were checked.
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
            numbers,
            read,
            named,
            named_read,
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
        writeln!(
            f,
            "{numbers} numbers in texts compared with the moves, {read} texts with numbers read by hand"
        )?;
        writeln!(
            f,
            "{named} squares and moves in texts found at their step, {named_read} texts with others read by hand"
        )?;
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
