//! The host: listens, serves the pages, and hands connections to the club.
use crate::club::{Club, ConnectionId};
use crate::error::HostError;
use crate::event_loop::{self, Event, EventSender};
use crate::key::Key;
use crate::library_lock::LibraryLock;
use crate::limits::Limits;
use crate::networks::{Network, networks};
use crate::pages::{GUESTS, Pages};
use crate::{clock, connection, origin_check, pages};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use damier_store::Store;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::task;
use tokio::time::{MissedTickBehavior, timeout};
use tokio_io_timeout::TimeoutStream;

/// Interval between two ticks of the club.
const TICK: Duration = Duration::from_millis(200);
/// Time limit for the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a host that ends waits for its connections to close, in hundredths of a second.
const CLOSE_POLLS: u32 = 200;
/// Longest life of a connection that is not a line to the club, and longest pause of one that reads. The largest file of
/// the pages then comes through at 30 kB/s.
const EXCHANGE_TIMEOUT: Duration = Duration::from_secs(60);
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Number of refused connections that are kept open for a moment to be told so, and that moment.
const REFUSALS: usize = 256;
const REFUSAL_TIME: Duration = Duration::from_secs(2);
/// Number of further ports that are tried if any port will do.
const MORE_PORTS: u16 = 20;

/// How to host.
#[derive(Clone, Debug)]
pub struct Hosting {
    /// The network address to listen on; an unspecified one for all networks. This machine can always connect by
    /// loopback.
    pub address: IpAddr,
    /// The port, 0 for any.
    pub port: u16,
    /// If the port is taken, use one of the next.
    pub any_port: bool,
    /// Name of the club; may be empty.
    pub name: String,
    /// The pages that guests get.
    pub pages: Pages,
    /// Origins of other pages that may open a connection: those of the desktop window.
    pub origins: Vec<String>,
    /// Limits on guests.
    pub limits: Limits,
}

/// A running host. Dropping it stops it.
#[derive(Debug)]
pub struct Host {
    address: SocketAddr,
    key: String,
    host_key: String,
    events: EventSender,
    /// Number of open connections.
    open: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
    /// Accept loops, one for each address.
    accept_loops: Vec<task::JoinHandle<()>>,
    runtime: Option<Runtime>,
    /// Dropped after the club has closed its store.
    _lock: Option<LibraryLock>,
}

/// State shared by all requests.
#[derive(Clone)]
struct Shared {
    events: EventSender,
    origins: Arc<[String]>,
    limits: Limits,
    last: Arc<AtomicU64>,
    open: Arc<AtomicUsize>,
    /// The keys that admit to this evening, and its name.
    keys: [Key; 2],
    name: Arc<str>,
}

impl Host {
    /// Starts a host over a store.
    ///
    /// # Errors
    /// [`HostError`].
    pub fn begin(store: Store, hosting: Hosting) -> Result<Self, HostError> {
        hosting.pages.check()?;
        let lock = LibraryLock::take(&store)?;
        let club = Club::begin(&hosting.name, store, hosting.limits, clock::moment())?;
        let (key, host_key) = (club.key(), club.host_key());
        let (keys, name) = (club.keys(), club.name().into());
        let listeners = listen(&hosting)?;
        let port = listeners
            .first()
            .and_then(|first| first.local_addr().ok())
            .map_or(hosting.port, |address| address.port());
        let (events, thread) = event_loop::start(club).map_err(HostError::System)?;
        let shared = Shared {
            events: events.clone(),
            origins: hosting.origins.into(),
            limits: hosting.limits,
            last: Arc::default(),
            open: Arc::default(),
            keys,
            name,
        };
        let open = Arc::clone(&shared.open);
        let app = Router::new()
            .route("/line", get(open_line))
            .route("/evening/{key}", get(evening_name))
            .with_state(shared)
            .merge(hosting.pages.router())
            .layer(from_fn(check_host));
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("host")
            .enable_all()
            .build()
            .map_err(HostError::System)?;
        let counter = ConnectionCounter::new(&hosting.limits);
        // Enters the runtime instead of blocking in it: the caller may be inside another runtime.
        let inside = runtime.enter();
        let listeners: io::Result<Vec<TcpListener>> =
            listeners.into_iter().map(TcpListener::from_std).collect();
        drop(inside);
        let listeners = match listeners {
            Ok(listeners) => listeners,
            Err(error) => {
                runtime.shutdown_background();
                return Err(HostError::System(error));
            }
        };
        let accept_loops = listeners
            .into_iter()
            .map(|listener| runtime.spawn(serve(listener, app.clone(), counter.clone())))
            .collect();
        let ticks = events.clone();
        runtime.spawn(async move {
            let mut interval = tokio::time::interval(TICK);
            interval.set_missed_tick_behavior(MissedTickBehavior::Skip);
            loop {
                interval.tick().await;
                if ticks.send(Event::Tick).await.is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            address: SocketAddr::new(hosting.address, port),
            key,
            host_key,
            events,
            open,
            thread: Some(thread),
            accept_loops,
            runtime: Some(runtime),
            _lock: lock,
        })
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The guests' addresses, the likeliest first.
    #[must_use]
    pub fn guest_addresses(&self) -> Vec<String> {
        if !self.address.ip().is_unspecified() {
            return vec![self.at(self.address.ip(), &self.key)];
        }
        self.networks().into_iter().map(|(_, address)| address).collect()
    }

    /// The networks by which guests come in, the likeliest first, each with the guests' address there.
    #[must_use]
    pub fn networks(&self) -> Vec<(Network, String)> {
        let own = self.address.ip();
        let open = |one: &Network| own.is_unspecified() || one.address == own;
        let networks = networks().into_iter().filter(open);
        networks
            .map(|one| {
                let address = self.at(one.address, &self.key);
                (one, address)
            })
            .collect()
    }

    /// The host's own address, on this machine.
    #[must_use]
    pub fn host_address(&self) -> String {
        self.at(Ipv4Addr::LOCALHOST.into(), &self.host_key)
    }

    /// The host's key.
    #[must_use]
    pub fn host_key(&self) -> &str {
        &self.host_key
    }

    fn at(&self, ip: IpAddr, key: &str) -> String {
        let address = SocketAddr::new(ip, self.address.port());
        format!("http://{address}/{GUESTS}#/together/{key}")
    }

    /// True if the club has ended by itself, which only a fault of this program does.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl Drop for Host {
    /// Stops accepting, tells all guests, and forgets the keys. Uses its own thread: the caller may be inside another
    /// runtime.
    fn drop(&mut self) {
        let (thread, runtime) = (self.thread.take(), self.runtime.take());
        let (events, open) = (self.events.clone(), Arc::clone(&self.open));
        let accept_loops = std::mem::take(&mut self.accept_loops);
        let ended = std::thread::spawn(move || {
            if let Some(runtime) = &runtime {
                // Stop accepting first: a guest who hears of the end must not reconnect.
                runtime.block_on(async {
                    for accept_loop in accept_loops {
                        accept_loop.abort();
                        drop(accept_loop.await);
                    }
                });
            }
            if let Some(thread) = thread {
                drop(events.blocking_send(Event::End));
                drop(thread.join());
            }
            // The last messages are still being sent.
            for _ in 0..CLOSE_POLLS {
                if open.load(Ordering::Acquire) == 0 {
                    break;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            if let Some(runtime) = runtime {
                runtime.shutdown_timeout(Duration::from_millis(100));
            }
        });
        drop(ended.join());
    }
}

/// Listens on the chosen address and on loopback.
fn listen(hosting: &Hosting) -> Result<Vec<std::net::TcpListener>, HostError> {
    let last = if hosting.any_port {
        hosting.port.saturating_add(MORE_PORTS)
    } else {
        hosting.port
    };
    let mut taken = None;
    for port in hosting.port..=last {
        match listen_on(hosting.address, port) {
            Ok(listeners) => return Ok(listeners),
            Err((address, error)) if error.kind() == io::ErrorKind::AddrInUse => {
                taken.get_or_insert(HostError::PortTaken(address));
            }
            Err((address, error)) => return Err(HostError::Address(address, error)),
        }
    }
    Err(taken.expect("a port was tried"))
}

fn listen_on(ip: IpAddr, port: u16) -> Result<Vec<std::net::TcpListener>, (SocketAddr, io::Error)> {
    let bind = |address: SocketAddr| {
        let listener = std::net::TcpListener::bind(address).map_err(|error| (address, error))?;
        listener.set_nonblocking(true).map_err(|error| (address, error))?;
        Ok(listener)
    };
    let first = bind(SocketAddr::new(ip, port))?;
    if ip.is_loopback() || ip.is_unspecified() {
        return Ok(vec![first]);
    }
    let own = first.local_addr().map_or(port, |address| address.port());
    let second = bind(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), own))?;
    Ok(vec![first, second])
}

/// Counts connections. A [`ConnectionSlot`] is held until its connection closes.
#[derive(Clone, Debug)]
struct ConnectionCounter {
    limits: Limits,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

#[derive(Debug)]
struct ConnectionSlot {
    counter: ConnectionCounter,
    ip: IpAddr,
}

impl ConnectionCounter {
    fn new(limits: &Limits) -> Self {
        Self {
            limits: *limits,
            open: Arc::default(),
        }
    }

    fn enter(&self, ip: IpAddr) -> Option<Arc<ConnectionSlot>> {
        // A panic elsewhere cannot leave the counts inconsistent.
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = open.values().sum();
        // The host's own browser always finds a place.
        let host = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()].contains(&ip);
        let kept = if host {
            0
        } else {
            Limits::kept_for_host(self.limits.lines)
        };
        let of_one = open.get(&ip).copied().unwrap_or_default();
        if all + kept >= self.limits.lines || of_one >= self.limits.lines_of_one {
            return None;
        }
        let of_one = open.entry(ip).or_default();
        *of_one += 1;
        let counter = self.clone();
        Some(Arc::new(ConnectionSlot { counter, ip }))
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut open = self.counter.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(of_one) = open.get_mut(&self.ip) {
            *of_one -= 1;
            if *of_one == 0 {
                open.remove(&self.ip);
            }
        }
    }
}

/// Tells a device that there is no place, before it has said anything: the lists of headers and of files are for those
/// inside.
async fn refuse(mut stream: TcpStream, places: Arc<Semaphore>) {
    let body = "The host has no place left. Try again in a moment.\n\
                Plus de place chez l'hôte. Réessayez dans un instant.\n\
                Er is geen plaats meer. Probeer het zo weer.\n\
                Kein Platz mehr frei. Bitte gleich noch einmal versuchen.\n";
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\
         content-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let place = places.try_acquire_owned();
    let told = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        // Closing with unread bytes would take the answer back.
        let mut rest = [0; 1024];
        while place.is_ok() && stream.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    };
    // A device that has left hears nothing.
    drop(timeout(REFUSAL_TIME, told).await);
}

async fn serve(listener: TcpListener, app: Router, counter: ConnectionCounter) {
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            // Usually too many open files, which passes.
            tokio::time::sleep(TICK).await;
            continue;
        };
        let Some(slot) = counter.enter(peer.ip().to_canonical()) else {
            tokio::spawn(refuse(stream, Arc::clone(&refusals)));
            continue;
        };
        // Moves are small packets: send them without delay. A failure only costs time.
        drop(stream.set_nodelay(true));
        let service = TowerToHyperService::new(app.clone().layer(Extension(slot)));
        tokio::spawn(async move {
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIMEOUT)
                .max_buf_size(16 * 1024);
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(WRITE_TIMEOUT));
            let connection = http
                .serve_connection(TokioIo::new(Box::pin(stream)), service)
                .with_upgrades();
            // A guest who disconnects is not an error. A line to the club goes on elsewhere, without this limit.
            drop(timeout(EXCHANGE_TIMEOUT, connection).await);
        });
    }
}

/// Refuses requests whose `Host` is not this machine, and adds security headers to the others.
async fn check_host(request: Request, next: Next) -> Response {
    let Some(host) = origin_check::host(request.headers()).map(ToOwned::to_owned) else {
        return (
            StatusCode::MISDIRECTED_REQUEST,
            "ask for this machine by its address",
        )
            .into_response();
    };
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    pages::keep(&path, &mut response);
    let policy = format!(
        "default-src 'self'; connect-src 'self' ws://{host}; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// The name of the evening, for a guest who has the address and has not entered yet.
async fn evening_name(State(shared): State<Shared>, Path(key): Path<String>) -> Response {
    let admitted = Key::read(&key).is_some_and(|key| shared.keys.iter().any(|one| key.is(one)));
    if admitted {
        shared.name.to_string().into_response()
    } else {
        StatusCode::NOT_FOUND.into_response()
    }
}

async fn open_line(
    State(shared): State<Shared>,
    Extension(slot): Extension<Arc<ConnectionSlot>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !origin_check::origin(&headers, &shared.origins) {
        return (StatusCode::FORBIDDEN, "lines are for the pages of this host").into_response();
    }
    let id: ConnectionId = shared.last.fetch_add(1, Ordering::Relaxed);
    let limits = shared.limits;
    upgrade
        .max_message_size(limits.message)
        .max_frame_size(limits.message)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(async move |socket| {
            shared.open.fetch_add(1, Ordering::AcqRel);
            connection::serve(socket, id, slot.ip, shared.events, limits).await;
            shared.open.fetch_sub(1, Ordering::AcqRel);
            drop(slot);
        })
}
