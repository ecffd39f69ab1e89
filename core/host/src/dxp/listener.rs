//! Accepts DamExchange connections, one session at a time. Other callers hear that the board is taken.
use super::peer::Peer;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Number of checks, and their interval, before a new connection is turned away: a session may be about to end.
const CHECKS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(20);
/// Time limit for the request of a new connection.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(1);

type Caller = io::Result<(TcpStream, SocketAddr)>;

/// A listener. Dropping it closes the port.
#[derive(Debug)]
pub struct Listener {
    callers: Option<Receiver<Caller>>,
    free: Arc<AtomicBool>,
    shut: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Listener {
    /// Starts to listen. Calls `turned_away` for each caller who finds the board taken.
    ///
    /// # Errors
    /// If the system provides no thread.
    pub fn start(
        listener: TcpListener,
        turned_away: impl Fn(SocketAddr) + Send + 'static,
    ) -> io::Result<Self> {
        // Polling instead of blocking lets the thread end.
        listener.set_nonblocking(true)?;
        let (give, callers) = sync_channel(1);
        let (free, shut) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (is_free, is_shut) = (Arc::clone(&free), Arc::clone(&shut));
        // This thread answers further callers while a game is played.
        let thread = std::thread::Builder::new()
            .name("dxp-listener".into())
            .spawn(move || {
                while !is_shut.load(Ordering::Acquire) {
                    let caller = match listener.accept() {
                        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                            std::thread::sleep(PAUSE);
                            continue;
                        }
                        caller => caller.and_then(|(stream, from)| {
                            stream.set_nonblocking(false)?;
                            Ok((stream, from))
                        }),
                    };
                    if !receive(caller, &give, &is_free, &is_shut, &turned_away) {
                        return;
                    }
                }
            })?;
        Ok(Self {
            callers: Some(callers),
            free,
            shut,
            thread: Some(thread),
        })
    }

    /// Returns the next connection, or `None` after the timeout. Other callers are refused until the next call.
    ///
    /// # Errors
    /// If the system cannot accept connections.
    pub fn next(&self, within: Duration) -> io::Result<Option<(TcpStream, SocketAddr)>> {
        self.free.store(true, Ordering::Release);
        let gone = || io::Error::other("nobody listens any more");
        let callers = self.callers.as_ref().ok_or_else(gone)?;
        match callers.recv_timeout(within) {
            Ok(caller) => {
                self.free.store(false, Ordering::Release);
                caller.map(Some)
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
        }
    }
}

/// Hands a connection on or turns it away. Returns false if the receiver is gone.
fn receive(
    caller: Caller,
    give: &SyncSender<Caller>,
    is_free: &AtomicBool,
    is_shut: &AtomicBool,
    turned_away: &impl Fn(SocketAddr),
) -> bool {
    let let_in = (0..CHECKS).any(|_| {
        let free = is_free.swap(false, Ordering::AcqRel);
        if !free && !is_shut.load(Ordering::Acquire) {
            std::thread::sleep(PAUSE);
        }
        free
    });
    match caller {
        Ok((stream, from)) if !let_in => {
            turned_away(from);
            turn_away(stream);
            true
        }
        caller => match give.try_send(caller) {
            Ok(()) => true,
            // Another one is already waiting for the board.
            Err(TrySendError::Full(Ok((stream, from)))) => {
                turned_away(from);
                turn_away(stream);
                true
            }
            Err(TrySendError::Full(Err(_))) => true,
            Err(TrySendError::Disconnected(_)) => false,
        },
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.shut.store(true, Ordering::Release);
        drop(self.callers.take());
        if let Some(thread) = self.thread.take() {
            // The thread checks the flag every few milliseconds. An error means that it panicked.
            drop(thread.join());
        }
    }
}

/// Refuses a connection because the board is taken.
fn turn_away(stream: TcpStream) {
    // Errors do not matter: the peer may have disconnected.
    if let Ok(mut peer) = Peer::new(stream) {
        // The request is read first: closing a connection with unread data discards the answer.
        drop(peer.hear_within(REQUEST_TIMEOUT));
        peer.part("The board is taken: a game is being played. Please call again later.");
    }
}
