//! The files that people choose: their kind and their encoding.
mod check;
mod encoding;
mod kind;
mod name;

pub use check::{CheckFile, Wanted};
pub(crate) use check::{LARGEST_LESSON, LARGEST_SHOTS, may_be, too_large, wrong};
pub use encoding::{DecodeText, DecodedText, EncodingGuess, EncodingReading, EncodingView, GuessEncoding};
pub(crate) use kind::FileKind;
pub(crate) use name::file_name;

use crate::{ApiError, error::bad_params};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Bytes of a parameter in base64.
///
/// # Errors
/// `badParams` if it is longer than `most` characters, or no base64.
pub(crate) fn bytes_of(data: &str, most: usize) -> Result<Vec<u8>, ApiError> {
    if data.len() > most {
        return Err(bad_params(format!("at most {most} characters of base64")));
    }
    STANDARD
        .decode(data)
        .map_err(|error| bad_params(format!("invalid base64: {error}")))
}
