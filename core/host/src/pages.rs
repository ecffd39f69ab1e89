//! The guests' pages, from a folder or from the program itself.
use crate::error::HostError;
use axum::Router;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::any_service;
use std::path::PathBuf;
use std::sync::Arc;
use tower_http::services::ServeDir;

/// The page at which guests arrive.
pub(crate) const GUESTS: &str = "together.html";

/// A file of the pages.
#[derive(Clone, Debug)]
pub struct Page {
    /// Content.
    pub bytes: Vec<u8>,
    /// MIME type, such as "text/html".
    pub mime: String,
}

/// Returns a file by its name, such as "assets/app.js".
type Find = dyn Fn(&str) -> Option<Page> + Send + Sync;

/// Source of the pages.
#[derive(Clone)]
pub enum Pages {
    /// The folder of a build.
    Folder(PathBuf),
    /// Files inside the program.
    Program(Arc<Find>),
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(folder) => f.debug_tuple("Folder").field(folder).finish(),
            Self::Program(_) => f.write_str("Program"),
        }
    }
}

impl Pages {
    /// Checks that the guests' page exists.
    ///
    /// # Errors
    /// [`HostError::NoPages`].
    pub(crate) fn check(&self) -> Result<(), HostError> {
        let there = match self {
            Self::Folder(folder) => folder.join(GUESTS).is_file(),
            Self::Program(find) => find(GUESTS).is_some(),
        };
        if there {
            return Ok(());
        }
        let missing = match self {
            Self::Folder(folder) => folder.join(GUESTS).display().to_string(),
            Self::Program(_) => GUESTS.to_owned(),
        };
        Err(HostError::NoPages(missing))
    }

    pub(crate) fn router(&self) -> Router {
        match self {
            Self::Folder(folder) => {
                let files = ServeDir::new(folder).precompressed_br().precompressed_gzip();
                Router::new().fallback_service(any_service(files))
            }
            Self::Program(find) => {
                let find = Arc::clone(find);
                Router::new().fallback(move |request: Request| {
                    let page = found(&*find, &request);
                    std::future::ready(page)
                })
            }
        }
    }
}

fn found(find: &Find, request: &Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let name = request.uri().path().trim_start_matches('/');
    let Some(page) = find(if name.is_empty() { GUESTS } else { name }) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mime =
        HeaderValue::from_str(&page.mime).unwrap_or(HeaderValue::from_static("application/octet-stream"));
    ([(CONTENT_TYPE, mime)], page.bytes).into_response()
}

/// Sets how long browsers may cache a file. Names in `assets` contain a hash of the content.
pub(crate) fn keep(path: &str, response: &mut Response) {
    let lasting = path.starts_with("/assets/") && response.status().is_success();
    let how = if lasting {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static(how));
}
