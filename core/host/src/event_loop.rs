//! The thread that owns the club. It receives the events of all connections in order and sends the club's messages.
//! The store is written here too, one event after another.
use crate::clock;
use crate::club::{Club, ConnectionId, Outgoing};
use damier_core::together::GuestMessage;
use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::thread::JoinHandle;
use tokio::sync::mpsc;

/// Capacity of the event queue; connections wait when it is full.
const QUEUE: usize = 512;

/// An event for the club.
#[derive(Debug)]
pub(crate) enum Event {
    Opened(ConnectionId, IpAddr, mpsc::Sender<Outgoing>),
    Received(ConnectionId, GuestMessage),
    /// The connection answered a ping.
    Heard(ConnectionId),
    Closed(ConnectionId),
    Tick,
    End,
}

pub(crate) type EventSender = mpsc::Sender<Event>;

/// Starts the thread. It ends with [`Event::End`], or when all senders are gone.
pub(crate) fn start(club: Club) -> io::Result<(EventSender, JoinHandle<()>)> {
    let (sender, events) = mpsc::channel(QUEUE);
    let thread = std::thread::Builder::new()
        .name("club".into())
        .spawn(move || run(club, events))?;
    Ok((sender, thread))
}

fn run(mut club: Club, mut events: mpsc::Receiver<Event>) {
    let mut connections: HashMap<ConnectionId, mpsc::Sender<Outgoing>> = HashMap::new();
    while let Some(event) = events.blocking_recv() {
        let now = clock::moment();
        let ends = matches!(event, Event::End);
        match event {
            Event::Opened(connection, from, to) => {
                connections.insert(connection, to);
                club.opened(connection, from, now);
            }
            Event::Received(connection, message) => club.receive(connection, message, now),
            Event::Heard(connection) => club.heard(connection, now),
            Event::Closed(connection) => {
                connections.remove(&connection);
                club.closed(connection, now);
            }
            Event::Tick => club.tick(now),
            Event::End => club.end(),
        }
        for outgoing in club.take_outgoing() {
            let connection = outgoing.to;
            // A guest who reads so slowly that the queue is full is disconnected, and may come back.
            let sent = connections
                .get(&connection)
                .is_some_and(|to| to.try_send(outgoing).is_ok());
            if !sent {
                connections.remove(&connection);
            }
        }
        if ends {
            break;
        }
    }
}
