//! Accepts connections for DamExchange, one session at a time; other programs are told that the board is taken.
use super::peer::Peer;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often, and how long, a new connection waits for a session that is about to end.
const LOOKS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(20);
/// How long a new connection may take to send its request.
const PATIENCE: Duration = Duration::from_secs(1);

type Caller = io::Result<(TcpStream, SocketAddr)>;

/// The listener. Once it is dropped nobody listens any more.
#[derive(Debug)]
pub struct Door {
    callers: Option<Receiver<Caller>>,
    free: Arc<AtomicBool>,
    shut: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Door {
    /// Opens it; `turned_away` hears who called while the board was taken.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn open(
        listener: TcpListener,
        turned_away: impl Fn(SocketAddr) + Send + 'static,
    ) -> io::Result<Self> {
        // It is looked at rather than waited in, so that it can be shut.
        listener.set_nonblocking(true)?;
        let (give, callers) = sync_channel(1);
        let (free, shut) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (is_free, is_shut) = (Arc::clone(&free), Arc::clone(&shut));
        // A thread answers further connections while a game is played.
        let thread = std::thread::Builder::new()
            .name("dxp-door".into())
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

    /// The next connection, or nothing where none came for some time; until the next call all others are refused.
    ///
    /// # Errors
    /// The system can accept none.
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

/// Hands a caller on, or turns it away; false where nobody takes callers any more.
fn receive(
    caller: Caller,
    give: &SyncSender<Caller>,
    is_free: &AtomicBool,
    is_shut: &AtomicBool,
    turned_away: &impl Fn(SocketAddr),
) -> bool {
    let let_in = (0..LOOKS).any(|_| {
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
            // One is on its way to the board already.
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

impl Drop for Door {
    fn drop(&mut self) {
        self.shut.store(true, Ordering::Release);
        drop(self.callers.take());
        if let Some(thread) = self.thread.take() {
            // It looks every few milliseconds; a panic there has ended it too.
            drop(thread.join());
        }
    }
}

/// Refuses a connection because the board is taken.
fn turn_away(stream: TcpStream) {
    // Errors do not matter: the peer may have disconnected.
    if let Ok(mut peer) = Peer::new(stream) {
        // Its request is read first: closing a connection with unread data discards the answer.
        drop(peer.hear_within(PATIENCE));
        peer.part("The board is taken: a game is being played. Please call again later.");
    }
}
