//! A line to one guest: a WebSocket, its pace and its patience. Knows no table.
use crate::clock;
use crate::club::{LineId, Outgoing};
use crate::keeper::{Event, Keeper};
use crate::limits::Limits;
use crate::pace::{Pace, Verdict};
use axum::extract::ws::{Message, WebSocket};
use damier_core::together::{GuestMessage, HostMessage, Refusal};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, timeout};

/// How often it is asked whether somebody is still there, and how long an answer may take.
const ASK: Duration = Duration::from_secs(15);
const SILENCE: Duration = Duration::from_secs(40);

/// Talks until one side is done.
pub(crate) async fn talk(mut socket: WebSocket, id: LineId, keeper: Keeper, limits: Limits) {
    let (to, mut from) = mpsc::channel(limits.waiting);
    if keeper.send(Event::Opened(id, to)).await.is_err() {
        return;
    }
    let mut pace = Pace::new(&limits, clock::now());
    let mut ask = interval(ASK);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            outgoing = from.recv() => {
                let Some(Outgoing { text, last, .. }) = outgoing else { break };
                if !send(&mut socket, Message::text(&*text), &limits).await || last {
                    break;
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => match judge(&mut pace, &limits, text.as_str()) {
                        Ok(Some(message)) => {
                            if keeper.send(Event::Heard(id, message)).await.is_err() {
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
                    // Longer than a message may be, or not of the protocol.
                    Some(Err(_)) => {
                        refuse(&mut socket, Refusal::TooLong, &limits).await;
                        break;
                    }
                }
            }
            _ = ask.tick() => {
                if heard.elapsed() > SILENCE || !send(&mut socket, Message::Ping(Vec::new().into()), &limits).await {
                    break;
                }
            }
        }
    }
    drop(from);
    // Where nobody keeps a club any more, nobody need know.
    drop(keeper.send(Event::Closed(id)).await);
    drop(timeout(limits.slowest, socket.send(Message::Close(None))).await);
}

/// The message of a text, where it is heard. An error is told; with true the line is then cut.
fn judge(pace: &mut Pace, limits: &Limits, text: &str) -> Result<Option<GuestMessage>, (Refusal, bool)> {
    match pace.take(limits, clock::now()) {
        Verdict::Heard => GuestMessage::read(text)
            .map(Some)
            .map_err(|refusal| (refusal, false)),
        Verdict::Told => Err((Refusal::TooFast, false)),
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
