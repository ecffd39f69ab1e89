//! Names of people.
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

/// Maximum length of a name, in characters.
const MOST: usize = 32;

/// Cleans a name for display: removes control characters and marks that hide or reorder text, and collapses white
/// space. `None` if nothing is left.
pub(crate) fn name(given: &str) -> Option<String> {
    let letters = given.chars().take(4 * MOST).filter(|&letter| !hides(letter));
    let spaced: String = letters
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .collect();
    let words: Vec<&str> = spaced.split(' ').filter(|word| !word.is_empty()).collect();
    let name: String = words.join(" ").chars().take(MOST).collect();
    let name = name.trim_end();
    // Accents alone show nothing to read.
    let is_seen = name
        .chars()
        .any(|letter| letter != ' ' && !is_combining_mark(letter));
    is_seen.then(|| name.to_owned())
}

/// True if one name can be taken for the other on a screen: the skeletons of Unicode's technical standard 39 agree,
/// capitals or not.
pub(crate) fn alike(one: &str, other: &str) -> bool {
    let same = |one: &str, other: &str| skeleton(one).eq(skeleton(other));
    one == other || same(one, other) || same(&one.to_lowercase(), &other.to_lowercase())
}

/// True for control characters, for those that change the text direction, and for those that show nothing: Unicode's
/// default ignorable code points, the annotations, and the empty pattern of Braille.
fn hides(letter: char) -> bool {
    let blank = letter.is_whitespace();
    (letter.is_control() && !blank)
        || matches!(letter,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::{alike, name};

    #[test]
    fn names_are_text() {
        assert_eq!(name("  Élodie \t\n van  Dam "), Some("Élodie van Dam".into()));
        assert_eq!(name("<b>Jan</b>"), Some("<b>Jan</b>".into()));
        assert_eq!(name("A\u{202E}B\u{0000}C\u{200B}"), Some("ABC".into()));
        assert_eq!(name("x".repeat(500).as_str()).map(|name| name.len()), Some(32));
        assert_eq!(name("Ada\u{3164}\u{FE0F}"), Some("Ada".into()));
        for nothing in [
            "",
            "  ",
            "\u{200B}\u{202E}",
            "\u{7}",
            "\u{3164}",
            "\u{115F}",
            "\u{2800}",
            "\u{FFA0} \u{034F}",
            "\u{0301}\u{0308}",
            "\u{E0100}",
            "\u{180E}",
        ] {
            assert_eq!(name(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn names_that_look_alike_are_told_apart_from_those_that_do_not() {
        for (one, other) in [
            ("Ada", "\u{0410}da"),
            ("Ada", "ADA"),
            ("paul", "\u{0440}\u{0430}ul"),
            ("Ilse", "llse"),
            ("Bo", "B\u{03BF}"),
            ("Ren\u{E9}", "Rene\u{301}"),
            ("Guest 1", "Guest l"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("Ada", "Ida"),
            ("Guest 1", "Guest 2"),
            ("René", "Rene"),
            ("Анна", "Яна"),
        ] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }
}
