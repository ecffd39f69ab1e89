//! A DamExchange connection: messages over TCP.
use super::fault::Fault;
use draughts::notation::dxp::{DxpError, LONGEST, Message};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Maximum number of unhandled messages: limits the memory that the other program can fill.
const WAITING: usize = 64;
/// Maximum length of a text in bytes, with blanks behind a message.
const MOST: u64 = 2 * LONGEST as u64;
/// Write timeout: a program that reads nothing for this long is gone.
const READS: Duration = Duration::from_secs(10);

/// Number of unreadable texts before the first message after which a caller is no draughts program.
const STRANGE: u32 = 16;

/// A text of the other program.
#[derive(Debug, PartialEq)]
pub enum Heard {
    /// A message.
    Message(Message),
    /// No message: it is passed over.
    Unread(DxpError),
}

/// The other program.
#[derive(Debug)]
pub struct Peer {
    stream: TcpStream,
    heard: Receiver<Heard>,
    /// A message that was put back.
    held: Option<Message>,
    /// Number of unreadable texts before the first message; `None` after that message.
    strange: Option<u32>,
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
            while let Some(heard) = next(&mut input) {
                let cut = heard == Heard::Unread(DxpError::TooLong);
                if send.send(heard).is_err() || (cut && input.skip_until(0).is_err()) {
                    return;
                }
            }
        });
        Ok(Peer {
            stream,
            heard,
            held: None,
            strange: Some(0),
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

    /// Returns the next text, or `None` after the timeout, which may be zero.
    ///
    /// # Errors
    /// [`Fault::Gone`] if the connection is closed, [`Fault::Nonsense`] if an unreadable text was meant as a move or
    /// the caller is no draughts program.
    pub fn hear_within(&mut self, time: Duration) -> Result<Option<Heard>, Fault> {
        if let Some(message) = self.held.take() {
            return Ok(Some(Heard::Message(message)));
        }
        let heard = match self.heard.recv_timeout(time) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => return Err(Fault::Gone),
        };
        match (&heard, &mut self.strange) {
            (Heard::Message(_), strange) => *strange = None,
            (Heard::Unread(error @ DxpError::Move(_)), _) => return Err(Fault::Nonsense(error.clone())),
            (Heard::Unread(error), Some(strange)) => {
                *strange += 1;
                if *strange >= STRANGE || *error == DxpError::TooLong {
                    return Err(Fault::Nonsense(error.clone()));
                }
            }
            (Heard::Unread(_), None) => {}
        }
        Ok(Some(heard))
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

/// Reads the next text of a stream, at most [`MOST`] bytes of it; `None` at the end of the stream.
fn next(input: &mut impl BufRead) -> Option<Heard> {
    let mut bytes = Vec::new();
    match input.by_ref().take(MOST).read_until(0, &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) if bytes.last() == Some(&0) => {
            bytes.pop();
            Some(Message::read(&bytes).map_or_else(Heard::Unread, Heard::Message))
        }
        Ok(_) if bytes.len() as u64 == MOST => Some(Heard::Unread(DxpError::TooLong)),
        // The connection closed in the middle of a message.
        Ok(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_end_with_a_zero_byte_and_are_never_long() {
        let mut line: &[u8] = b"K1\0\0Chello\0XY\0E2";
        let chat = || Heard::Message(Message::Chat("hello".into()));
        assert_eq!(next(&mut line), Some(Heard::Message(Message::BackAnswer(1))));
        assert_eq!(next(&mut line), Some(Heard::Unread(DxpError::Empty)));
        assert_eq!(next(&mut line), Some(chat()));
        assert_eq!(next(&mut line), Some(Heard::Unread(DxpError::Unknown('X'))));
        assert_eq!(next(&mut line), None);
        let mut line: &[u8] = &[b'C'; 100_000];
        assert_eq!(next(&mut line), Some(Heard::Unread(DxpError::TooLong)));
        let longest = [&[b'C'; LONGEST][..], &[0]].concat();
        assert!(matches!(
            next(&mut &longest[..]),
            Some(Heard::Message(Message::Chat(_)))
        ));
        // Blanks behind a message do not count.
        let padded = [b"Chello", &[b' '; 200][..], &[0]].concat();
        assert_eq!(next(&mut &padded[..]), Some(chat()));
    }
}
