//! Where other programs come in to play by DamExchange: one at a time; the others hear that the board is taken.
use crate::dxp_peer::Peer;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

/// A caller waits so often, so long, for a session that is about to end.
const LOOKS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(20);
/// How long a caller may take to ask.
const PATIENCE: Duration = Duration::from_secs(1);

type Caller = io::Result<(TcpStream, SocketAddr)>;

/// The listening end.
pub(crate) struct Door {
    callers: Receiver<Caller>,
    free: Arc<AtomicBool>,
}

impl Door {
    pub(crate) fn open(listener: TcpListener) -> Door {
        let (give, callers) = sync_channel(0);
        let free = Arc::new(AtomicBool::new(false));
        let is_free = Arc::clone(&free);
        // Only a thread can answer the next caller while a game is played.
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

    /// The next caller; the board is taken until this is asked again.
    pub(crate) fn next(&self) -> Caller {
        self.free.store(true, Ordering::Release);
        self.callers
            .recv()
            .unwrap_or_else(|_| Err(io::Error::other("nobody listens any more")))
    }
}

/// Tells a caller that somebody else plays.
fn turn_away(stream: TcpStream) {
    // Whoever has gone already needs no answer.
    if let Ok(mut peer) = Peer::new(stream) {
        // What it asks is read first: a line closed over unread words swallows the answer.
        drop(peer.hear_within(PATIENCE));
        peer.part("The board is taken: a game is being played. Please call again later.");
    }
}
