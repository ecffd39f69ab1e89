//! Turns the host of games between devices on and off.
use crate::commands::{Core, internal};
use crate::web_view::{DEVELOPMENT, ORIGINS};
use damier_core::{ApiError, ErrorKind};
use damier_host::{Host, HostError, Hosting, Limits, Network, Page, Pages};
use damier_store::Store;
use serde::Serialize;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tauri::{AppHandle, Runtime, State};

/// The host's port; if it is taken, one of the next.
const PORT: u16 = 5180;

/// The running host, if there is one.
#[derive(Debug, Default)]
pub(crate) struct Together(Mutex<Option<Host>>);

impl Together {
    fn host(&self) -> MutexGuard<'_, Option<Host>> {
        // A panic elsewhere cannot leave the option half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the host; it tells its guests.
    pub(crate) fn end(&self) {
        drop(self.host().take());
    }
}

/// An address for guests, with its network.
#[derive(Serialize)]
pub(crate) struct Way {
    url: String,
    network: Network,
}

/// The host's addresses and key, for the pages.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HostView {
    ways: Vec<Way>,
    port: u16,
    host_key: String,
}

impl From<&Host> for HostView {
    fn from(host: &Host) -> Self {
        Self {
            ways: host
                .networks()
                .into_iter()
                .map(|(network, url)| Way { url, network })
                .collect(),
            port: host.address().port(),
            host_key: host.host_key().into(),
        }
    }
}

/// Starts the host on every network of this machine, or returns the running one.
#[tauri::command(async)]
pub(crate) fn host_on<R: Runtime>(
    app: AppHandle<R>,
    core: State<'_, Core>,
    together: State<'_, Together>,
    name: String,
) -> Result<HostView, ApiError> {
    let mut on = together.host();
    if let Some(host) = &*on {
        return Ok(host.into());
    }
    let store = Store::open(core.file())?;
    let hosting = Hosting {
        address: Ipv4Addr::UNSPECIFIED.into(),
        port: PORT,
        any_port: true,
        name,
        pages: Pages::Program(Arc::new(move |name| page(&app, name))),
        origins: ORIGINS
            .into_iter()
            .chain([DEVELOPMENT])
            .map(String::from)
            .collect(),
        limits: Limits::default(),
    };
    let host = Host::begin(store, hosting).map_err(refused)?;
    Ok((&*on.insert(host)).into())
}

/// Stops the host.
#[tauri::command(async)]
pub(crate) fn host_off(together: State<'_, Together>) {
    together.end();
}

/// Returns a file of the guests' pages. The window's other pages are not served.
fn page<R: Runtime>(app: &AppHandle<R>, name: &str) -> Option<Page> {
    let for_guests = name == "together.html" || name == "icon.svg" || name.starts_with("assets/");
    let asset = for_guests
        .then(|| app.asset_resolver().get(name.into()))
        .flatten()?;
    // For a missing file Tauri returns the window's own page.
    let is_page = asset.mime_type.starts_with("text/html");
    (is_page == (name == "together.html")).then_some(Page {
        bytes: asset.bytes,
        mime: asset.mime_type,
    })
}

fn refused(error: HostError) -> ApiError {
    let message = error.to_string();
    match error {
        HostError::PortTaken(_) => ApiError::new(ErrorKind::Busy, message),
        HostError::LibraryTaken(_) => ApiError::new(ErrorKind::LibraryTaken, message),
        HostError::Address(..) => ApiError::new(ErrorKind::Denied, message),
        HostError::NoPages(_) => ApiError::new(ErrorKind::NotFound, message),
        HostError::Store(error) => error,
        HostError::System(_) => internal(message),
    }
}
