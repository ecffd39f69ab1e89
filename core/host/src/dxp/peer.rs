//! A DamExchange connection: messages over TCP.
use super::fault::Fault;
use draughts::notation::dxp::{DxpError, LONGEST, Message};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Maximum number of unhandled messages: limits the memory that the other program can fill.
const WAITING: usize = 64;
/// Write timeout: a program that reads nothing for this long is gone.
const READS: Duration = Duration::from_secs(10);

/// The other program.
#[derive(Debug)]
pub struct Peer {
    stream: TcpStream,
    heard: Receiver<Result<Message, DxpError>>,
    /// A message that was put back.
    held: Option<Message>,
}

impl Peer {
    /// Starts to receive messages.
    ///
    /// # Errors
    /// Network errors.
    pub fn new(stream: TcpStream) -> io::Result<Peer> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(READS))?;
        let input = stream.try_clone()?;
        let (send, heard) = sync_channel(WAITING);
        // A search reads this thread's channel between two slices.
        std::thread::spawn(move || {
            let mut input = BufReader::new(input);
            while let Some(message) = next(&mut input) {
                let last = message.is_err();
                if send.send(message).is_err() || last {
                    return;
                }
            }
        });
        Ok(Peer {
            stream,
            heard,
            held: None,
        })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// Network errors.
    pub fn say(&mut self, message: &Message) -> io::Result<()> {
        let mut bytes = message.write().into_bytes();
        bytes.push(0);
        self.stream.write_all(&bytes)
    }

    /// Returns the next message, or `None` after the timeout, which may be zero.
    ///
    /// # Errors
    /// [`Fault::Gone`] if the connection is closed, [`Fault::Nonsense`] for an invalid message.
    pub fn hear_within(&mut self, time: Duration) -> Result<Option<Message>, Fault> {
        if let Some(message) = self.held.take() {
            return Ok(Some(message));
        }
        match self.heard.recv_timeout(time) {
            Ok(message) => message.map(Some).map_err(Fault::Nonsense),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Gone),
        }
    }

    /// Puts a message back, to be read next.
    pub fn hold(&mut self, message: Message) {
        self.held = Some(message);
    }

    /// Sends a chat message and closes the connection.
    pub fn part(&mut self, words: &str) {
        // Errors do not matter: the other side may have disconnected.
        let _ = self.say(&Message::Chat(words.into()));
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }
}

impl Drop for Peer {
    /// Also ends the reader thread.
    fn drop(&mut self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }
}

/// Reads the next message of a stream; `None` at its end.
fn next(input: &mut impl BufRead) -> Option<Result<Message, DxpError>> {
    let mut bytes = Vec::new();
    let most = LONGEST as u64 + 1;
    match input.by_ref().take(most).read_until(0, &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) if bytes.last() == Some(&0) => {
            bytes.pop();
            Some(Message::read(&bytes))
        }
        Ok(_) if bytes.len() as u64 == most => Some(Err(DxpError::TooLong)),
        // The connection closed in the middle of a message.
        Ok(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_end_with_a_zero_byte_and_are_never_long() {
        let mut line: &[u8] = b"K1\0\0Chello\0E2";
        assert_eq!(next(&mut line), Some(Ok(Message::BackAnswer(1))));
        assert_eq!(next(&mut line), Some(Err(DxpError::Empty)));
        assert_eq!(next(&mut line), Some(Ok(Message::Chat("hello".into()))));
        assert_eq!(next(&mut line), None);
        let mut line: &[u8] = &[b'C'; 100_000];
        assert_eq!(next(&mut line), Some(Err(DxpError::TooLong)));
        let longest = [&[b'C'; LONGEST][..], &[0]].concat();
        assert!(matches!(next(&mut &longest[..]), Some(Ok(Message::Chat(_)))));
    }
}
