//! The thread that owns the club. It receives the events of all connections in order and sends the club's messages.
//! The store is written here too, one event after another.
use crate::clock;
use crate::club::{Club, LineId, Outgoing};
use damier_core::together::GuestMessage;
use std::collections::HashMap;
use std::io;
use std::thread::JoinHandle;
use tokio::sync::mpsc;

/// Capacity of the event queue; connections wait when it is full.
const WAITING: usize = 512;

/// An event for the club.
#[derive(Debug)]
pub(crate) enum Event {
    Opened(LineId, mpsc::Sender<Outgoing>),
    Heard(LineId, GuestMessage),
    Closed(LineId),
    Tick,
    End,
}

pub(crate) type Keeper = mpsc::Sender<Event>;

/// Starts the thread. It ends with [`Event::End`], or when all senders are gone.
pub(crate) fn keep(club: Club) -> io::Result<(Keeper, JoinHandle<()>)> {
    let (keeper, events) = mpsc::channel(WAITING);
    let thread = std::thread::Builder::new()
        .name("club".into())
        .spawn(move || run(club, events))?;
    Ok((keeper, thread))
}

fn run(mut club: Club, mut events: mpsc::Receiver<Event>) {
    let mut lines: HashMap<LineId, mpsc::Sender<Outgoing>> = HashMap::new();
    while let Some(event) = events.blocking_recv() {
        let now = clock::now();
        let ends = matches!(event, Event::End);
        match event {
            Event::Opened(line, to) => {
                lines.insert(line, to);
                club.opened(line, now);
            }
            Event::Heard(line, message) => club.heard(line, message, now),
            Event::Closed(line) => {
                lines.remove(&line);
                club.closed(line, now);
            }
            Event::Tick => club.tick(now),
            Event::End => club.end(),
        }
        for outgoing in club.take_out() {
            let line = outgoing.to;
            // A guest who reads so slowly that the queue is full is disconnected, and may come back.
            let sent = lines.get(&line).is_some_and(|to| to.try_send(outgoing).is_ok());
            if !sent {
                lines.remove(&line);
            }
        }
        if ends {
            break;
        }
    }
}
