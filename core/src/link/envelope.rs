//! The envelope of a link, which travels as an address, a custom scheme or a QR code. Knows no draughts.
//!
//! Bytes: `D`, version (1), kind, length of the content (u16, big-endian), content, CRC-32 (ISO-HDLC, as in gzip) of everything
//! before it (u32, big-endian). As text: URL-safe base64 without padding. Length and checksum keep their places in every
//! version, so that damage can be told from a newer version.
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use crc::{CRC_32_ISO_HDLC, Crc, NoTable};

/// Version that is written.
const VERSION: u8 = 1;
/// First byte of a link.
const MARK: u8 = b'D';
/// Length of the header, and of the checksum after the content, in bytes.
const HEAD: usize = 5;
const TAIL: usize = 4;
/// Maximum length of a content in bytes, which makes an address of 4 000 characters.
const LARGEST: usize = 2_980;
/// Prefix of the code in an address.
const ADDRESS: &str = "link/";
/// Maximum length of a link, in characters.
const LONGEST: usize = 4_000;
/// Without a table: links are short, and the table would be larger than the code.
const CRC: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// Reason why a text is not a valid link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum LinkError {
    /// Truncated, or with a wrong character.
    #[error("the link is damaged")]
    Damaged,
    /// Not a link of this app.
    #[error("this is not a link of Damier")]
    Foreign,
    /// Written by a newer version.
    #[error("the link was made by a newer version")]
    Newer,
    /// The content is too long.
    #[error("the content is too long for a link")]
    TooLong,
}

/// Makes a link with a content.
///
/// # Errors
/// [`LinkError::TooLong`].
pub(super) fn seal(kind: u8, content: &[u8]) -> Result<String, LinkError> {
    let length = u16::try_from(content.len()).map_err(|_| LinkError::TooLong)?;
    if content.len() > LARGEST {
        return Err(LinkError::TooLong);
    }
    let mut bytes = vec![MARK, VERSION, kind];
    bytes.extend(length.to_be_bytes());
    bytes.extend(content);
    bytes.extend(CRC.checksum(&bytes).to_be_bytes());
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// Reads kind and content of a link: an address, its last part, or a message with an address. Ignores spaces that a
/// mail program inserted.
///
/// # Errors
/// [`LinkError::Foreign`], [`LinkError::Damaged`], [`LinkError::Newer`].
pub(super) fn open(text: &str) -> Result<(u8, Vec<u8>), LinkError> {
    let text: String = text.chars().take(4 * LONGEST).collect();
    let addresses = text.match_indices(ADDRESS);
    let in_message = addresses.filter_map(|(at, found)| first_code(&text[at + found.len()..]));
    // Returns the first valid link, or the error of the last.
    let mut failed = None;
    for code in in_message {
        match unseal(&code) {
            Err(error) => failed = Some(error),
            found => return found,
        }
    }
    if let Some(error) = failed {
        return Err(error);
    }
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    unseal(bare.rsplit(['/', ':']).next().unwrap_or_default())
}

/// Returns the code at the start of a text, as long as its header says. Skips spaces, line ends and quotation marks.
/// `None` if no code begins here.
fn first_code(text: &str) -> Option<String> {
    let mut code = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next_if(|c| is_of_code(*c) || (!code.is_empty() && is_break(*c))) {
        if is_of_code(letter) {
            code.push(letter);
        }
        if length_of(&code) == Some(code.len()) {
            // One more character glued to the end is taken, so that the code counts as damaged.
            code.extend(letters.next_if(|c| is_of_code(*c)));
            break;
        }
    }
    (!code.is_empty()).then_some(code)
}

fn is_of_code(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-' || letter == '_'
}

fn is_break(letter: char) -> bool {
    letter.is_whitespace() || letter == '>'
}

/// Length of a code in characters, from its header.
fn length_of(code: &str) -> Option<usize> {
    // Eight characters hold the header.
    let head = URL_SAFE_NO_PAD.decode(code.get(..8)?).ok()?;
    let length = usize::from(u16::from_be_bytes([head[3], head[4]]));
    Some(((HEAD + length + TAIL) * 8).div_ceil(6))
}

/// Decodes a code.
fn unseal(code: &str) -> Result<(u8, Vec<u8>), LinkError> {
    // The first six bits of the mark.
    if code.len() > LONGEST || !code.starts_with('R') {
        return Err(LinkError::Foreign);
    }
    let bytes = URL_SAFE_NO_PAD.decode(code).map_err(|_| LinkError::Damaged)?;
    if bytes.first() != Some(&MARK) {
        return Err(LinkError::Foreign);
    }
    if bytes.len() < HEAD + TAIL {
        return Err(LinkError::Damaged);
    }
    let (sealed, sum) = bytes.split_at(bytes.len() - TAIL);
    let length = usize::from(u16::from_be_bytes([sealed[3], sealed[4]]));
    if sealed.len() != HEAD + length || CRC.checksum(sealed).to_be_bytes() != sum {
        return Err(LinkError::Damaged);
    }
    if sealed[1] > VERSION {
        return Err(LinkError::Newer);
    }
    Ok((sealed[2], sealed[HEAD..].to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same content in another version.
    fn of_version(version: u8) -> String {
        let mut bytes = URL_SAFE_NO_PAD.decode(seal(7, b"content").unwrap()).unwrap();
        bytes[1] = version;
        let end = bytes.len() - TAIL;
        let sum = CRC.checksum(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_be_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    #[test]
    fn a_link_travels_as_any_address_and_through_a_letter() {
        let code = seal(3, b"hello, hello, hello").unwrap();
        for text in [
            code.clone(),
            format!("damier://link/{code}"),
            format!("https://example.org/damier/#/link/{code}"),
            format!("> {}\n{}\n", &code[..9], &code[9..]).replace('>', ""),
            format!(
                "Damier · Anna – Bruno · 12. 32-28 · https://example.org/#/link/{code}\n\nSent from a phone: 12:30"
            ),
            format!("> see (damier://link/{})\n> and write", code),
            format!("> damier://link/{}\n> {}\n> and write", &code[..12], &code[12..]),
            format!("not https://example.org/#/link/RAEC but damier://link/{code}."),
        ] {
            assert_eq!(open(&text), Ok((3, b"hello, hello, hello".to_vec())), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_opened_says_why() {
        let code = seal(3, b"hello").unwrap();
        assert_eq!(open(""), Err(LinkError::Foreign));
        assert_eq!(open("https://example.org/#/play"), Err(LinkError::Foreign));
        assert_eq!(open(&code[..code.len() - 1]), Err(LinkError::Damaged));
        assert_eq!(open("RAEA"), Err(LinkError::Damaged));
        assert_eq!(
            open(&format!("damier://link/{}", &code[..9])),
            Err(LinkError::Damaged)
        );
        assert_eq!(open(&format!("damier://link/{code}x")), Err(LinkError::Damaged));
        assert_eq!(open("https://example.org/link/to"), Err(LinkError::Foreign));
        assert_eq!(open(&of_version(2)), Err(LinkError::Newer));
        assert_eq!(open(&of_version(1)), Ok((7, b"content".to_vec())));
        assert_eq!(seal(1, &[0; LARGEST + 1]), Err(LinkError::TooLong));
        assert!(seal(1, &[0; LARGEST]).unwrap().len() <= LONGEST);
    }

    proptest! {
        #[test]
        fn what_is_sealed_is_found_again(kind: u8, content in prop::collection::vec(any::<u8>(), 0..400)) {
            prop_assert_eq!(open(&seal(kind, &content).unwrap()), Ok((kind, content)));
        }

        #[test]
        fn no_wrong_letter_goes_unnoticed(at in 2usize..60, letter in "[A-Za-z0-9_-]") {
            let code = seal(2, b"W:W32,37,38,41:B12,13,19,23 and a line of moves").unwrap();
            let at = at % code.len();
            prop_assume!(code[at..=at] != letter);
            let mut wrong = code.clone();
            wrong.replace_range(at..=at, &letter);
            // The last character has unused bits.
            prop_assert!(open(&wrong).is_err() || at + 1 == code.len());
        }

        #[test]
        fn no_text_makes_it_panic(text in ".{0,200}") {
            let _ = open(&text);
        }
    }
}
