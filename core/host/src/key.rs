//! Keys: 128 random bits, written in letters that fit an address.
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::io;

/// A secret that somebody was told: whoever has it may come in.
#[derive(Clone, Copy)]
pub struct Key([u8; 16]);

impl Key {
    /// A key that is another each time.
    ///
    /// # Errors
    /// Where the system gives no random numbers.
    pub fn draw() -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self(bytes))
    }

    /// The key of a text; `None` where it is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        // 22 letters: a longer text is not even decoded.
        if text.len() != 22 {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// Its 22 letters.
    #[must_use]
    pub fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Whether both are the same; how long that takes says nothing of where they differ.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        let differences = self.0.iter().zip(other.0).fold(0, |sum, (a, b)| sum | (a ^ b));
        std::hint::black_box(differences) == 0
    }
}

/// Keys stay out of logs.
impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written_and_nothing_else_is_one() {
        let (one, other) = (Key::draw().unwrap(), Key::draw().unwrap());
        assert!(Key::read(&one.text()).is_some_and(|read| read.is(&one)));
        assert!(!one.is(&other));
        for text in [
            "",
            "short",
            "AAAAAAAAAAAAAAAAAAAAAA=",
            "é234567890123456789012",
            "++++++++++++++++++++++",
        ] {
            assert!(Key::read(text).is_none(), "{text}");
        }
        assert_eq!(format!("{one:?}"), "Key(…)");
    }
}
