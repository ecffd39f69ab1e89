//! A connection to one guest: a WebSocket with a rate limit and timeouts.
use crate::clock;
use crate::club::{ConnectionId, Outgoing};
use crate::event_loop::{Event, EventSender};
use crate::limits::Limits;
use crate::rate_limiter::{RateLimiter, Verdict};
use axum::extract::ws::{Message, WebSocket};
use damier_core::together::{GuestMessage, HostMessage, Refusal};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, timeout};

/// Interval between two pings, and the silence after which the connection is cut.
const PING_INTERVAL: Duration = Duration::from_secs(15);
const PING_TIMEOUT: Duration = Duration::from_secs(40);

/// Serves the connection until one side closes it.
pub(crate) async fn serve(mut socket: WebSocket, id: ConnectionId, events: EventSender, limits: Limits) {
    let (to, mut from) = mpsc::channel(limits.waiting);
    if events.send(Event::Opened(id, to)).await.is_err() {
        return;
    }
    let mut limiter = RateLimiter::new(&limits, clock::now());
    let mut ping = interval(PING_INTERVAL);
    let mut last_heard = Instant::now();
    loop {
        tokio::select! {
            outgoing = from.recv() => {
                let Some(Outgoing { text, last, .. }) = outgoing else { break };
                if !send(&mut socket, Message::text(&*text), &limits).await || last {
                    break;
                }
            }
            message = socket.recv() => {
                last_heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => match judge(&mut limiter, &limits, text.as_str()) {
                        Ok(Some(message)) => {
                            if events.send(Event::Received(id, message)).await.is_err() {
                                break;
                            }
                        }
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
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_))) | None => break,
                    // Too long for a message, or a violation of the protocol.
                    Some(Err(_)) => {
                        refuse(&mut socket, Refusal::TooLong, &limits).await;
                        break;
                    }
                }
            }
            _ = ping.tick() => {
                if last_heard.elapsed() > PING_TIMEOUT || !send(&mut socket, Message::Ping(Vec::new().into()), &limits).await {
                    break;
                }
            }
        }
    }
    drop(from);
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
    match limiter.take(limits, clock::now()) {
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
