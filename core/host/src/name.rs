//! Names of people.

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
    (!name.is_empty()).then(|| name.to_owned())
}

/// True for control characters and for those that change the text direction or are invisible.
fn hides(letter: char) -> bool {
    let blank = letter.is_whitespace();
    (letter.is_control() && !blank)
        || matches!(letter, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{00AD}' | '\u{061C}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_are_text() {
        assert_eq!(name("  Élodie \t\n van  Dam "), Some("Élodie van Dam".into()));
        assert_eq!(name("<b>Jan</b>"), Some("<b>Jan</b>".into()));
        assert_eq!(name("A\u{202E}B\u{0000}C\u{200B}"), Some("ABC".into()));
        assert_eq!(name("x".repeat(500).as_str()).map(|name| name.len()), Some(32));
        for nothing in ["", "  ", "\u{200B}\u{202E}", "\u{7}"] {
            assert_eq!(name(nothing), None);
        }
    }
}
