//! Accepts connections for DamExchange, one game session at a time; other programs are told that the engine is busy.
use crate::dxp_peer::Peer;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

/// How often, and how long, a new connection waits for a session that is about to end.
const LOOKS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(20);
/// How long a new connection may take to send its request.
const PATIENCE: Duration = Duration::from_secs(1);

type Caller = io::Result<(TcpStream, SocketAddr)>;

/// The listener.
pub(crate) struct Door {
    callers: Receiver<Caller>,
    free: Arc<AtomicBool>,
}

impl Door {
    pub(crate) fn open(listener: TcpListener) -> Door {
        let (give, callers) = sync_channel(0);
        let free = Arc::new(AtomicBool::new(false));
        let is_free = Arc::clone(&free);
        // A thread answers further connections while a game is played.
        std::thread::spawn(move || {
            loop {
                let caller = listener.accept();
                let let_in = (0..LOOKS).any(|_| {
                    let free = is_free.swap(false, Ordering::AcqRel);
                    if !free {
                        std::thread::sleep(PAUSE);
                    }
                    free
                });
                match caller {
                    Ok((stream, from)) if !let_in => {
                        eprintln!("{from} has called, and heard that the board is taken");
                        turn_away(stream);
                    }
                    caller => {
                        if give.send(caller).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        Door { callers, free }
    }

    /// The next connection; until the next call all others are refused.
    pub(crate) fn next(&self) -> Caller {
        self.free.store(true, Ordering::Release);
        self.callers
            .recv()
            .unwrap_or_else(|_| Err(io::Error::other("nobody listens any more")))
    }
}

/// Refuses a connection because the engine is busy.
fn turn_away(stream: TcpStream) {
    // Errors do not matter: the peer may have disconnected.
    if let Ok(mut peer) = Peer::new(stream) {
        // Its request is read first: closing a connection with unread data discards the answer.
        drop(peer.hear_within(PATIENCE));
        peer.part("The board is taken: a game is being played. Please call again later.");
    }
}
