//! Calls that guess and convert the encoding of a text file.
use crate::app::App;
use crate::call::Call;
use crate::error::ApiError;
use crate::files::bytes_of;
use crate::views::view;
use draughts::notation::pdn::{Encoding, is_unicode, readings};

/// Maximum length of a part, in characters of base64.
const MOST: usize = 1 << 20;

view! {
    /// An encoding with one byte a letter.
    #[cfg_attr(feature = "uniffi", uniffi(name = "TextEncoding"))]
    pub enum EncodingView {
        /// Western European, Windows.
        Cp1252,
        /// Western European, DOS.
        Cp850,
        /// Cyrillic, Windows.
        Cp1251,
        /// Cyrillic, DOS.
        Cp866,
        /// Central European, Windows.
        Cp1250,
    }
}
view! {
    /// `guessEncoding {data}` → `EncodingGuess`. `data` is base64 of a part of a text file, best the first that is not
    /// ASCII; at most a million characters. If the part does not show the encoding, the next one may.
    pub struct GuessEncoding { pub data: String }
}
view! {
    /// The possible encodings of a part of a file.
    pub struct EncodingGuess {
        /// `true` for UTF-8 and UTF-16: no other part needs to be examined.
        pub unicode: bool,
        /// How each encoding reads the part, the likeliest first; empty if no name and no comment depends on it.
        pub readings: Vec<EncodingReading>,
    }
}
view! {
    /// A part of a file as one encoding reads it.
    pub struct EncodingReading {
        pub encoding: EncodingView,
        /// Names and comments, at most four.
        pub samples: Vec<String>,
    }
}
view! {
    /// `decodeText {data, encoding}` → `DecodedText`. `data` is base64, at most a million characters. Parts of a file can
    /// be decoded one by one.
    pub struct DecodeText { pub data: String, pub encoding: EncodingView }
}
view! {
    /// A decoded text.
    pub struct DecodedText { pub text: String }
}

impl From<Encoding> for EncodingView {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Cp1252 => Self::Cp1252,
            Encoding::Cp850 => Self::Cp850,
            Encoding::Cp1251 => Self::Cp1251,
            Encoding::Cp866 => Self::Cp866,
            Encoding::Cp1250 => Self::Cp1250,
        }
    }
}

impl From<EncodingView> for Encoding {
    fn from(encoding: EncodingView) -> Self {
        match encoding {
            EncodingView::Cp1252 => Self::Cp1252,
            EncodingView::Cp850 => Self::Cp850,
            EncodingView::Cp1251 => Self::Cp1251,
            EncodingView::Cp866 => Self::Cp866,
            EncodingView::Cp1250 => Self::Cp1250,
        }
    }
}

impl Call for GuessEncoding {
    type Reply = EncodingGuess;

    fn run(self, _: &mut App) -> Result<EncodingGuess, ApiError> {
        let part = bytes_of(&self.data, MOST)?;
        let readings = readings(&part).into_iter();
        Ok(EncodingGuess {
            unicode: is_unicode(&part),
            readings: readings
                .map(|reading| EncodingReading {
                    encoding: reading.encoding.into(),
                    samples: reading.samples,
                })
                .collect(),
        })
    }
}

impl Call for DecodeText {
    type Reply = DecodedText;

    fn run(self, _: &mut App) -> Result<DecodedText, ApiError> {
        let text = Encoding::from(self.encoding).decode(&bytes_of(&self.data, MOST)?);
        Ok(DecodedText { text })
    }
}
