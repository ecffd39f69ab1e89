//! Keys: 128 random bits in URL-safe base64.
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::io;

/// A secret that admits its bearer.
#[derive(Clone, Copy)]
pub struct Key([u8; 16]);

impl Key {
    /// Draws a random key.
    ///
    /// # Errors
    /// If the system provides no random numbers.
    pub fn draw() -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self(bytes))
    }

    /// Parses a key; `None` if the text is not one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        // Anything but 22 characters is not even decoded.
        if text.len() != 22 {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// The key as 22 characters.
    #[must_use]
    pub fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Compares in constant time.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        let differences = self.0.iter().zip(other.0).fold(0, |sum, (a, b)| sum | (a ^ b));
        std::hint::black_box(differences) == 0
    }
}

/// Keeps keys out of logs.
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
