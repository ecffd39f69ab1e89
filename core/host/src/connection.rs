//! A connection to one guest: a WebSocket with a rate limit and timeouts.
use crate::clock;
use crate::club::{ConnectionId, Outgoing};
use crate::event_loop::{Event, EventSender};
use crate::limits::Limits;
use crate::rate_limiter::{RateLimiter, Verdict};
use axum::extract::ws::{Message, WebSocket};
use damier_core::together::{GuestMessage, HostMessage, Refusal};
use std::net::IpAddr;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// Interval between two pings, and the number in a row without an answer that cuts the connection. A number and not a
/// time: while the host's machine sleeps, nobody can answer.
const PING_INTERVAL: Duration = Duration::from_secs(5);
const MAX_UNANSWERED: u32 = 8;

/// Serves the connection until one side closes it.
pub(crate) async fn serve(
    mut socket: WebSocket,
    id: ConnectionId,
    from: IpAddr,
    events: EventSender,
    limits: Limits,
) {
    let (to, mut queue) = mpsc::channel(limits.waiting);
    if events.send(Event::Opened(id, from, to)).await.is_err() {
        return;
    }
    let mut limiter = RateLimiter::new(&limits, clock::ticks());
    let mut ping = interval(PING_INTERVAL);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut unanswered = 0;
    loop {
        tokio::select! {
            outgoing = queue.recv() => {
                let Some(Outgoing { text, last, .. }) = outgoing else { break };
                if !send(&mut socket, Message::text(&*text), &limits).await || last {
                    break;
                }
            }
            message = socket.recv() => {
                unanswered = 0;
                match message {
                    Some(Ok(Message::Text(text))) => match judge(&mut limiter, &limits, text.as_str()) {
                        // An error means that the event loop has ended: its last messages are still in the queue.
                        Ok(Some(message)) => drop(events.send(Event::Received(id, message)).await),
                        Ok(None) => {}
                        Err((refusal, cut)) => {
                            if !refuse(&mut socket, refusal, &limits).await || cut {
                                break;
                            }
                        }
                    },
                    Some(Ok(Message::Binary(_))) => {
                        if !refuse(&mut socket, Refusal::Unreadable, &limits).await {
                            break;
                        }
                    }
                    Some(Ok(Message::Ping(_))) => {}
                    Some(Ok(Message::Pong(_))) => drop(events.send(Event::Heard(id)).await),
                    Some(Ok(Message::Close(_))) | None => break,
                    // Too long for a message, or a violation of the protocol.
                    Some(Err(_)) => {
                        refuse(&mut socket, Refusal::TooLong, &limits).await;
                        break;
                    }
                }
            }
            _ = ping.tick() => {
                unanswered += 1;
                if unanswered > MAX_UNANSWERED || !send(&mut socket, Message::Ping(Vec::new().into()), &limits).await {
                    break;
                }
            }
        }
    }
    drop(queue);
    // If the event loop has ended, no one needs the news.
    drop(events.send(Event::Closed(id)).await);
    drop(timeout(limits.slowest, socket.send(Message::Close(None))).await);
}

/// Returns the message unless it exceeds the rate limit. `true` in an error cuts the connection.
fn judge(
    limiter: &mut RateLimiter,
    limits: &Limits,
    text: &str,
) -> Result<Option<GuestMessage>, (Refusal, bool)> {
    match limiter.take(limits, clock::ticks()) {
        Verdict::Accepted => GuestMessage::read(text)
            .map(Some)
            .map_err(|refusal| (refusal, false)),
        Verdict::Refused => Err((Refusal::TooFast, false)),
        Verdict::Dropped => Ok(None),
        Verdict::Cut => Err((Refusal::TooFast, true)),
    }
}

async fn refuse(socket: &mut WebSocket, refusal: Refusal, limits: &Limits) -> bool {
    let text = serde_json::to_string(&HostMessage::Refused { refusal }).expect("a refusal is a word");
    send(socket, Message::text(text), limits).await
}

async fn send(socket: &mut WebSocket, message: Message, limits: &Limits) -> bool {
    matches!(timeout(limits.slowest, socket.send(message)).await, Ok(Ok(())))
}
