//! Recognises the kind of a file by its first bytes. Knows no path and no reader.
use std::borrow::Cow;
use std::fmt;

/// Number of bytes that are examined.
pub(crate) const HEAD: usize = 4096;

/// Kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum FileKind {
    /// No content.
    Empty,
    /// A picture with its format: "PNG".
    Picture(&'static str),
    /// An office or printable document: "PDF".
    Document(&'static str),
    /// An archive: "ZIP".
    Archive(&'static str),
    /// Sound or video: "MP3".
    Media(&'static str),
    /// A database.
    Database,
    /// A web page.
    Page,
    /// A backup of Damier, complete or not.
    Backup,
    /// A lesson.
    Lesson,
    /// Games in PDN.
    Games,
    /// Another text.
    Text,
    /// Binary of an unknown format.
    Unknown,
}

/// Magic numbers: offset, bytes, kind.
const MAGIC: &[(usize, &[u8], FileKind)] = &[
    (0, b"\x89PNG\r\n\x1a\n", FileKind::Picture("PNG")),
    (0, b"\xFF\xD8\xFF", FileKind::Picture("JPEG")),
    (0, b"GIF8", FileKind::Picture("GIF")),
    (8, b"WEBP", FileKind::Picture("WebP")),
    (0, b"II*\0", FileKind::Picture("TIFF")),
    (0, b"MM\0*", FileKind::Picture("TIFF")),
    (0, b"\0\0\x01\0", FileKind::Picture("ICO")),
    (4, b"ftypavif", FileKind::Picture("AVIF")),
    (4, b"ftypheic", FileKind::Picture("HEIC")),
    (4, b"ftypmif1", FileKind::Picture("HEIF")),
    (0, b"%PDF-", FileKind::Document("PDF")),
    (0, b"%!PS", FileKind::Document("PostScript")),
    (0, b"{\\rtf", FileKind::Document("RTF")),
    (
        0,
        b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
        FileKind::Document("Office"),
    ),
    (0, b"PK\x03\x04", FileKind::Archive("ZIP")),
    (0, b"PK\x05\x06", FileKind::Archive("ZIP")),
    (0, b"\x1F\x8B", FileKind::Archive("gzip")),
    (0, b"BZh", FileKind::Archive("bzip2")),
    (0, b"\xFD7zXZ\0", FileKind::Archive("xz")),
    (0, b"7z\xBC\xAF\x27\x1C", FileKind::Archive("7z")),
    (0, b"Rar!\x1A\x07", FileKind::Archive("RAR")),
    (0, b"ID3", FileKind::Media("MP3")),
    (0, b"OggS", FileKind::Media("Ogg")),
    (0, b"fLaC", FileKind::Media("FLAC")),
    (8, b"WAVE", FileKind::Media("WAV")),
    (8, b"AVI ", FileKind::Media("AVI")),
    (4, b"ftyp", FileKind::Media("MP4")),
    (0, b"\x1A\x45\xDF\xA3", FileKind::Media("WebM")),
    (0, b"SQLite format 3\0", FileKind::Database),
];

impl FileKind {
    /// Recognises a file by its first bytes.
    pub(crate) fn of(head: &[u8]) -> Self {
        let head = &head[..head.len().min(HEAD)];
        if head.is_empty() {
            return Self::Empty;
        }
        let says = |(at, bytes, _): &&(usize, &[u8], FileKind)| {
            head.get(*at..).is_some_and(|rest| rest.starts_with(bytes))
        };
        if let Some((_, _, kind)) = MAGIC.iter().find(says) {
            return *kind;
        }
        // A text may begin with "BM" too; a bitmap's reserved header bytes are zero.
        if head.starts_with(b"BM") && head.get(6..10) == Some(&[0; 4]) {
            return Self::Picture("BMP");
        }
        let text = text_of(head);
        if text
            .chars()
            .any(|letter| letter < ' ' && !"\t\n\r\u{c}\u{1a}\u{1b}".contains(letter))
        {
            return Self::Unknown;
        }
        of_text(text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']))
    }
}

/// Decodes the bytes as text; only ASCII matters.
fn text_of(head: &[u8]) -> Cow<'_, str> {
    let wide = |of: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = head[2..]
            .chunks_exact(2)
            .map(|pair| of([pair[0], pair[1]]))
            .collect();
        Cow::Owned(String::from_utf16_lossy(&units))
    };
    match head {
        [0xFF, 0xFE, ..] => wide(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => wide(u16::from_be_bytes),
        _ => String::from_utf8_lossy(head),
    }
}

fn of_text(text: &str) -> FileKind {
    let begins = |word: &str| {
        text.get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let line_of = |is: &dyn Fn(&str) -> bool| text.lines().any(|line| is(line.trim()));
    let sets = |line: &str, key: &str| {
        line.strip_prefix(key)
            .is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    if text.is_empty() {
        FileKind::Empty
    } else if ["{\"damier\":", "{\"profile\":", "{\"game\":"]
        .iter()
        .any(|word| begins(word))
    {
        FileKind::Backup
    } else if begins("<svg") || begins("<?xml") && text.contains("<svg") {
        FileKind::Picture("SVG")
    } else if begins("<!doctype") || begins("<html") || begins("<?xml") {
        FileKind::Page
    } else if line_of(&|line| sets(line, "id")) && line_of(&|line| sets(line, "variant")) {
        FileKind::Lesson
    } else if line_of(&is_tag) || begins_with_move(text) {
        FileKind::Games
    } else {
        FileKind::Text
    }
}

/// `[White "Ada"]`
fn is_tag(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('[') else {
        return false;
    };
    rest.starts_with(|letter: char| letter.is_ascii_uppercase()) && rest.contains('"')
}

/// "1. 32-28", "1.c3-d4"
fn begins_with_move(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("1.") else {
        return false;
    };
    let word = rest.split_whitespace().next().unwrap_or_default();
    let square = |end: &str| {
        let mut letters = end.chars();
        letters
            .next()
            .is_some_and(|letter| letter.is_ascii_alphanumeric())
            && letters.next().is_none_or(|letter| letter.is_ascii_digit())
    };
    word.split_once(['-', 'x', ':']).is_some_and(|(from, to)| {
        square(from) && to.starts_with(|letter: char| letter.is_ascii_alphanumeric())
    })
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("an empty file"),
            Self::Picture(form) => write!(f, "a picture ({form})"),
            Self::Document(form) => write!(f, "a document ({form})"),
            Self::Archive(form) => write!(f, "an archive ({form})"),
            Self::Media(form) => write!(f, "sound or video ({form})"),
            Self::Database => f.write_str("a database (SQLite)"),
            Self::Page => f.write_str("a web page"),
            Self::Backup => f.write_str("a backup of Damier"),
            Self::Lesson => f.write_str("a lesson file"),
            Self::Games => f.write_str("a file of games (PDN)"),
            Self::Text => f.write_str("a text"),
            Self::Unknown => f.write_str("a binary file"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_for_what_it_is() {
        let files: [(&[u8], FileKind); 22] = [
            (b"", FileKind::Empty),
            (b"\xEF\xBB\xBF \r\n", FileKind::Empty),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", FileKind::Picture("PNG")),
            (b"\xFF\xD8\xFF\xE0\0\x10JFIF", FileKind::Picture("JPEG")),
            (b"RIFF\x24\0\0\0WEBPVP8 ", FileKind::Picture("WebP")),
            (b"BM\x36\0\0\0\0\0\0\0", FileKind::Picture("BMP")),
            (b"<?xml version='1.0'?><svg xmlns='x'>", FileKind::Picture("SVG")),
            (b"%PDF-1.7\n%\xE2\xE3", FileKind::Document("PDF")),
            (b"PK\x03\x04\x14\0", FileKind::Archive("ZIP")),
            (b"RIFF\x24\0\0\0WAVEfmt ", FileKind::Media("WAV")),
            (b"SQLite format 3\0\x10\0", FileKind::Database),
            (b"<!DOCTYPE html><p>", FileKind::Page),
            (b"{\"damier\":{\"version\":4,\"at\":1}}\n", FileKind::Backup),
            (
                b"# mine\nid = \"corner\"\nvariant = \"international\"\n",
                FileKind::Lesson,
            ),
            (b"% a comment\n[White \"Ada\"]\n", FileKind::Games),
            (b"1. 32-28 19-23", FileKind::Games),
            (b"1.c3-d4 b6-a5", FileKind::Games),
            (b"\xFF\xFE[\0W\0h\0i\0t\0e\0 \0\"\0", FileKind::Games),
            (b"Bonjour", FileKind::Text),
            (b"BMW, a car", FileKind::Text),
            (b"d\xE9j\xE0 vu", FileKind::Text),
            (b"\x7FELF\x02\x01\x01\0", FileKind::Unknown),
        ];
        for (head, kind) in files {
            assert_eq!(FileKind::of(head), kind, "{:?}", String::from_utf8_lossy(head));
        }
    }

    #[test]
    fn any_bytes_are_of_some_kind() {
        let mut lot = 1_u64;
        for length in 0..300 {
            let bytes: Vec<u8> = (0..length)
                .map(|_| {
                    lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (lot >> 40) as u8
                })
                .collect();
            let _ = FileKind::of(&bytes).to_string();
        }
    }
}
