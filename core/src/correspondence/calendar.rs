//! Writes a reminder as a calendar file (iCalendar, RFC 5545). Knows no game.
use chrono::{DateTime, Utc};

/// Maximum length of a line in bytes, without its end.
const WIDTH: usize = 75;

/// An event with an alarm some hours before.
pub(super) struct Reminder<'a> {
    /// Id of the event, so that a calendar replaces an earlier version.
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    /// Time of the event, milliseconds since 1970.
    pub(super) at: f64,
    pub(super) hours_before: u32,
    /// Time at which the file is made.
    pub(super) made: f64,
}

impl Reminder<'_> {
    /// Text of the file.
    pub(super) fn text(&self) -> String {
        let (id, title, hours) = (self.id, escaped(self.title), self.hours_before);
        let (at, made) = (moment(self.at), moment(self.made));
        let lines = [
            "BEGIN:VCALENDAR".to_owned(),
            "VERSION:2.0".to_owned(),
            "PRODID:-//Damier//correspondence//EN".to_owned(),
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@damier", escaped(id)),
            format!("DTSTAMP:{made}"),
            format!("DTSTART:{at}"),
            format!("SUMMARY:{title}"),
            "TRANSP:TRANSPARENT".to_owned(),
            "BEGIN:VALARM".to_owned(),
            "ACTION:DISPLAY".to_owned(),
            format!("DESCRIPTION:{title}"),
            format!("TRIGGER:-PT{hours}H"),
            "END:VALARM".to_owned(),
            "END:VEVENT".to_owned(),
            "END:VCALENDAR".to_owned(),
        ];
        lines.iter().map(|line| folded(line)).collect()
    }
}

fn moment(millis: f64) -> String {
    let time = DateTime::<Utc>::from_timestamp_millis(millis as i64).unwrap_or_default();
    time.format("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes the characters with a meaning in iCalendar.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => escaped.extend(['\\', letter]),
            '\n' => escaped.push_str("\\n"),
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Folds a long line into lines that begin with a space, without splitting a character.
fn folded(line: &str) -> String {
    let mut folded = String::new();
    let mut width = 0;
    for letter in line.chars() {
        if width + letter.len_utf8() > WIDTH {
            folded.push_str("\r\n ");
            width = 1;
        }
        folded.push(letter);
        width += letter.len_utf8();
    }
    folded + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reminder_is_an_event_with_an_alarm() {
        let reminder = Reminder {
            id: "00000000000000a1-3",
            title: "Anna – Bruno: your move, 12; a \\ and\na line\r",
            at: 1_795_219_200_000.0,
            hours_before: 24,
            made: 1_795_000_000_000.0,
        };
        let text = reminder.text();
        for line in [
            "BEGIN:VCALENDAR\r\n",
            "UID:00000000000000a1-3@damier\r\n",
            "DTSTART:20261121T000000Z\r\n",
            "DTSTAMP:20261118T110640Z\r\n",
            "SUMMARY:Anna – Bruno: your move\\, 12\\; a \\\\ and\\na line\r\n",
            "TRIGGER:-PT24H\r\n",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        assert!(text.ends_with("END:VCALENDAR\r\n"));
    }

    #[test]
    fn long_lines_go_on_behind_a_space() {
        let title = "é".repeat(120);
        let folded = folded(&format!("SUMMARY:{title}"));
        let lines: Vec<&str> = folded.split("\r\n").collect();
        assert!(lines.iter().all(|line| line.len() <= WIDTH));
        assert!(lines[1..lines.len() - 1].iter().all(|line| line.starts_with(' ')));
        assert_eq!(folded.replace("\r\n ", ""), format!("SUMMARY:{title}\r\n"));
    }
}
