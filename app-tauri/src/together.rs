//! Turns the host of games between devices on and off.
use crate::commands::{Core, internal};
use crate::web_view::{DEVELOPMENT, ORIGINS};
use damier_core::{ApiError, ErrorKind};
use damier_host::{Host, HostError, Hosting, Limits, Page, Pages, addresses};
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

/// The host's addresses and key, for the pages.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HostView {
    addresses: Vec<String>,
    port: u16,
    host_key: String,
}

impl From<&Host> for HostView {
    fn from(host: &Host) -> Self {
        Self {
            addresses: if host.address().ip().is_loopback() {
                Vec::new()
            } else {
                host.guest_addresses()
            },
            port: host.address().port(),
            host_key: host.host_key().into(),
        }
    }
}

/// Starts the host on this machine's network, or returns the running one.
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
        address: addresses().first().copied().unwrap_or(Ipv4Addr::LOCALHOST.into()),
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
        HostError::Address(..) => ApiError::new(ErrorKind::Denied, message),
        HostError::NoPages(_) => ApiError::new(ErrorKind::NotFound, message),
        HostError::Store(error) => error,
        HostError::System(_) => internal(message),
    }
}
