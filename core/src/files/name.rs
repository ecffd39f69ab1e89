//! Names of files that people save: they say what is in the file.

/// Maximum length of a name without its ending, in characters.
const LONGEST: usize = 80;

/// Joins the known parts into the name of a file: letters and digits of any script and dots inside a part stay,
/// everything else becomes one hyphen. `otherwise` is the name if nothing is known.
pub(crate) fn file_name(parts: &[&str], otherwise: &str, ending: &str) -> String {
    let mut name = String::new();
    for part in parts {
        for c in part.trim().chars().chain(['-']) {
            match c {
                c if c.is_alphanumeric() => name.push(c),
                '.' if name.ends_with(char::is_alphanumeric) => name.push('.'),
                _ if name.is_empty() || name.ends_with('-') => {}
                _ => {
                    name.truncate(name.trim_end_matches('.').len());
                    name.push('-');
                }
            }
        }
    }
    let short: String = name.chars().take(LONGEST).collect();
    match short.trim_matches(['-', '.']) {
        "" => format!("{otherwise}.{ending}"),
        name => format!("{name}.{ending}"),
    }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_name_has_letters_digits_and_hyphens() {
        assert_eq!(
            file_name(&["Clerc, R.", "Sijbrands,T.", "2003.05.23"], "damier", "pdn"),
            "Clerc-R-Sijbrands-T-2003.05.23.pdn"
        );
        assert_eq!(
            file_name(&["Куперман", "", "../x"], "damier", "pdn"),
            "Куперман-x.pdn"
        );
        assert_eq!(file_name(&["?", "…"], "damier", "gif"), "damier.gif");
        assert_eq!(file_name(&[&"a".repeat(200)], "damier", "pdn").len(), 84);
    }
}
