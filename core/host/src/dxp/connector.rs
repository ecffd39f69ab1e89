//! Connects to a listening program, with retries.
use super::fault::Fault;
use draughts::notation::dxp;
use std::io;
use std::net::{Ipv6Addr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Time limit of one attempt.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(5);
/// Pause after the first attempt; each pause doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Interval at which a pause checks whether to go on.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Number of attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempts {
    /// Once.
    Once,
    /// This many, with pauses from one second to half a minute.
    Times(u32),
}

impl Attempts {
    const fn count(self) -> u32 {
        match self {
            Self::Once => 1,
            Self::Times(times) => times,
        }
    }
}

/// Adds the default port if the address has none.
#[must_use]
pub(super) fn with_port(address: &str) -> String {
    if address.parse::<Ipv6Addr>().is_ok() {
        return format!("[{address}]:{}", dxp::PORT);
    }
    let port = address.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
    match port {
        Some(Ok(_)) => address.into(),
        _ => format!("{address}:{}", dxp::PORT),
    }
}

/// Connects. Before each pause calls `pausing` with the number of attempts so far and the pause; `wanted` says
/// whether to go on.
///
/// # Errors
/// [`Fault::BadAddress`], [`Fault::NoAnswer`] after the last attempt, [`Fault::Left`] if it is no longer wanted.
pub fn connect(
    address: &str,
    attempts: Attempts,
    mut pausing: impl FnMut(u32, Duration),
    wanted: impl Fn() -> bool,
) -> Result<TcpStream, Fault> {
    let address = with_port(address);
    let mut pause = FIRST_PAUSE;
    let mut made = 0;
    loop {
        let failed = match try_connect(&address) {
            Ok(stream) => return Ok(stream),
            Err(fault) => fault,
        };
        made += 1;
        if made >= attempts.count() || matches!(failed, Fault::BadAddress(..)) {
            return Err(failed);
        }
        pausing(made, pause);
        let mut left = pause;
        while left > Duration::ZERO {
            if !wanted() {
                return Err(Fault::Left);
            }
            std::thread::sleep(CHECK_INTERVAL.min(left));
            left = left.saturating_sub(CHECK_INTERVAL);
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

fn try_connect(address: &str) -> Result<TcpStream, Fault> {
    let found = address.to_socket_addrs();
    let found = found.map_err(|error| Fault::BadAddress(address.into(), error))?;
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for one in found {
        match TcpStream::connect_timeout(&one, ATTEMPT_TIMEOUT) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(Fault::NoAnswer(address.into(), last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_port_is_added() {
        for (text, whole) in [
            ("localhost", "localhost:27531"),
            ("192.168.1.7:9000", "192.168.1.7:9000"),
            ("::1", "[::1]:27531"),
            ("[::1]:9000", "[::1]:9000"),
            ("[::1]", "[::1]:27531"),
            ("localhost:name", "localhost:name:27531"),
        ] {
            assert_eq!(with_port(text), whole);
        }
    }

    #[test]
    fn connecting_is_retried_until_the_program_listens() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let (mut pauses, mut listener) = (Vec::new(), None);
        let found = connect(
            &address.to_string(),
            Attempts::Times(5),
            |made, pause| {
                pauses.push((made, pause));
                listener = Some(std::net::TcpListener::bind(address).unwrap());
            },
            || true,
        );
        assert!(found.is_ok());
        assert_eq!(pauses, [(1, FIRST_PAUSE)]);
        drop(listener);
        let gone = connect(&address.to_string(), Attempts::Once, |_, _| {}, || true);
        assert!(matches!(gone, Err(Fault::NoAnswer(..))));
        let left = connect(&address.to_string(), Attempts::Times(9), |_, _| {}, || false);
        assert!(matches!(left, Err(Fault::Left)));
        let bad = connect("no such machine", Attempts::Times(9), |_, _| {}, || true);
        assert!(matches!(bad, Err(Fault::BadAddress(..))));
    }
}
