//! Arrows and rings in comments, a convention of other programs: `[%csl G28]` for rings and `[%cal R3228]` for
//! arrows, with two digits per square.
use crate::views::view;
use draughts::notation::pdn;

view! {
    #[derive(Eq)]
    /// An arrow between squares, or a ring if both are the same.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Mark"))]
    pub struct MarkView {
        pub origin: u8,
        pub target: u8,
        /// Colour, 1 to 4: green, red, yellow and blue in a file.
        pub tone: u8,
    }
}

const TONES: [char; 4] = ['G', 'R', 'Y', 'B'];
/// Maximum number of marks on a position.
pub(super) const MOST: usize = 200;

fn is_mark(name: &str) -> bool {
    matches!(name, "csl" | "cal")
}

/// Reads the marks in a comment; skips invalid ones.
pub(crate) fn read(text: &str) -> Vec<MarkView> {
    pdn::commands(text)
        .filter(|command| is_mark(command.name))
        .flat_map(|command| command.value.split(',').filter_map(|part| read_one(part.trim())))
        .take(MOST)
        .collect()
}

fn read_one(text: &str) -> Option<MarkView> {
    let tone = TONES.iter().position(|tone| text.starts_with(*tone))? as u8 + 1;
    let digits = text
        .get(1..)
        .filter(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))?;
    let square = |from: usize| {
        digits
            .get(from..from + 2)?
            .parse::<u8>()
            .ok()
            .filter(|square| *square > 0)
    };
    let (origin, target) = match digits.len() {
        2 => (square(0)?, square(0)?),
        4 => (square(0)?, square(2)?),
        _ => return None,
    };
    Some(MarkView { origin, target, tone })
}

/// Replaces the marks in a comment.
pub(crate) fn with(text: &str, marks: &[MarkView]) -> String {
    let mut rest = String::new();
    let mut from = 0;
    for command in pdn::commands(text).filter(|command| is_mark(command.name)) {
        rest.push_str(&text[from..command.span.0]);
        from = command.span.1;
    }
    rest.push_str(&text[from..]);
    let list = |rings: bool| {
        let these = marks.iter().filter(|mark| (mark.origin == mark.target) == rings);
        let text = |mark: &MarkView| {
            let tone = TONES[usize::from(mark.tone.clamp(1, 4)) - 1];
            let target = if rings {
                String::new()
            } else {
                format!("{:02}", mark.target)
            };
            format!("{tone}{:02}{target}", mark.origin)
        };
        these.map(text).collect::<Vec<_>>().join(",")
    };
    let command = |name: &str, list: String| (!list.is_empty()).then(|| format!("[%{name} {list}]"));
    let said = (!rest.trim().is_empty()).then(|| rest.trim().to_owned());
    let parts = [command("csl", list(true)), command("cal", list(false)), said];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_kept_in_a_comment_beside_its_words() {
        let marks = [(28, 28, 1), (32, 28, 2), (5, 46, 4)].map(|(origin, target, tone)| MarkView {
            origin,
            target,
            tone,
        });
        let text = with("[%clk 0:59:58] good", &marks);
        assert_eq!(text, "[%csl G28] [%cal R3228,B0546] [%clk 0:59:58] good");
        assert_eq!(read(&text), marks);
        assert_eq!(with(&text, &marks[..1]), "[%csl G28] [%clk 0:59:58] good");
        assert_eq!(with(&text, &[]), "[%clk 0:59:58] good");
    }

    #[test]
    fn what_is_no_mark_is_left_aside() {
        for text in [
            "[%cal Gd2d4]",
            "[%csl X28]",
            "[%csl G0]",
            "[%cal G322]",
            "[%csl Gé8]",
            "[%cal]",
            "words",
        ] {
            assert_eq!(read(text), [], "{text}");
        }
        assert_eq!(read("[%cal G3228,Gd2d4, Y2823]").len(), 2);
    }
}
